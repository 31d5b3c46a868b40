//! A pool: some rows and their groups, worked on by one thread.

/// Beyond what may not stand together, values should rather not lie within so many times as much.
pub(super) const MULTIPLES: [usize; 3] = [2, 5, 10];

/// Rows, each in one of `groups` groups.
pub(super) struct Pool {
    /// Coordinates, axis by axis.
    pub columns: Vec<Vec<f32>>,
    /// Sensitive codes.
    pub codes: Vec<u32>,
    /// The last code near to each.
    pub last: Vec<u32>,
    /// The last codes within multiples of what is near, for each of [`MULTIPLES`]; empty where it does not matter.
    pub beyond: Vec<[u32; MULTIPLES.len()]>,
    /// Row numbers.
    pub rows: Vec<u32>,
    /// The group of each.
    pub group: Vec<u32>,
    /// Number of groups.
    pub groups: usize,
}

impl Pool {
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether the two are near each other.
    #[expect(clippy::needless_bitwise_bool, reason = "nobody can foresee which holds: both are cheaper than a jump")]
    pub fn near(&self, one: usize, two: usize) -> bool {
        // Of the smaller code the second holds anyway: to ask both is cheaper than to see which of them is smaller.
        (self.codes[two] <= self.last[one]) & (self.codes[one] <= self.last[two])
    }

    /// How close two rows are beyond what is near: within how many of the multiples.
    pub fn closeness(&self, one: usize, two: usize) -> i32 {
        // Of the larger code nothing need be asked: what lies within a multiple of the smaller reaches up to it.
        let (low, high) = if self.codes[one] <= self.codes[two] { (one, two) } else { (two, one) };
        let code = self.codes[high];
        self.beyond[low].iter().map(|&last| i32::from(code <= last)).sum()
    }

    /// Puts rows into sensitive order.
    pub fn sort(&self, members: &mut [u32]) {
        members.sort_unstable_by_key(|&at| (self.codes[at as usize], at));
    }

    /// Whether no window of near values holds more than `room` of these, which stand in sensitive order.
    pub fn has_room(&self, members: &[u32], room: usize) -> bool {
        room > 0 && members.iter().zip(members.iter().skip(room)).all(|(&a, &b)| !self.near(a as usize, b as usize))
    }

    /// The members of each group, in sensitive order.
    pub fn members(&self) -> Vec<Vec<u32>> {
        // Most groups have a few rows: room for them at once.
        let mut members: Vec<Vec<u32>> = (0..self.groups).map(|_| Vec::with_capacity(8)).collect();
        self.group.iter().enumerate().for_each(|(at, &group)| members[group as usize].push(at as u32));
        members.iter_mut().for_each(|members| self.sort(members));
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Two rows are within a multiple when each lies within that of the other.
        #[test]
        fn closeness_is_counted_from_both_sides(codes in prop::collection::vec(0u32..60, 2..8), reach in 0u32..8) {
            let beyond: Vec<_> = codes.iter().map(|&code| MULTIPLES.map(|times| code + times as u32 * reach)).collect();
            let (columns, last, rows, group) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            let pool = Pool { columns, codes: codes.clone(), last, beyond: beyond.clone(), rows, group, groups: 0 };
            for one in 0..codes.len() {
                for two in 0..codes.len() {
                    let within = |multiple: &usize| codes[two] <= beyond[one][*multiple] && codes[one] <= beyond[two][*multiple];
                    prop_assert_eq!(pool.closeness(one, two), (0..MULTIPLES.len()).filter(within).count() as i32);
                }
            }
        }
    }
}
