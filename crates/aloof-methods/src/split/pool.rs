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
    #[expect(clippy::needless_bitwise_bool, reason = "nobody can foresee which holds: both are cheaper than a jump")]
    pub fn closeness(&self, one: usize, two: usize) -> i32 {
        let (codes, lasts) = ([self.codes[one], self.codes[two]], [&self.beyond[one], &self.beyond[two]]);
        let within = |(&of_one, &of_two): (&u32, &u32)| i32::from((codes[1] <= of_one) & (codes[0] <= of_two));
        lasts[0].iter().zip(lasts[1]).map(within).sum()
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
