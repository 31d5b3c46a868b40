//! A pool: some rows in sensitive order and their groups, small enough to try all pairs.

/// Rows in sensitive order, each in one of `groups` groups.
pub(super) struct Pool {
    /// Coordinates, axis by axis.
    pub columns: Vec<Vec<f32>>,
    /// Sensitive codes, ascending.
    pub codes: Vec<u32>,
    /// The last code near to each.
    pub last: Vec<u32>,
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

    /// Whether the two, which stand in this order, may not share a group.
    pub fn near(&self, before: usize, after: usize) -> bool {
        self.codes[after] <= self.last[before]
    }

    /// Whether no window of near values holds more than `room` of these, which ascend.
    pub fn has_room(&self, members: &[u32], room: usize) -> bool {
        room > 0 && members.iter().zip(members.iter().skip(room)).all(|(&a, &b)| !self.near(a as usize, b as usize))
    }

    /// The members of each group, ascending.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.groups];
        self.group.iter().enumerate().for_each(|(at, &group)| members[group as usize].push(at as u32));
        members
    }
}
