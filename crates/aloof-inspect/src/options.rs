//! How far an inspection looks. The defaults suit tables from a hundred rows to many millions.

/// Limits of an inspection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// At most so many distinct values of a column are held against the patterns.
    pub pattern_values: usize,
    /// Combinations are ranked on at most so many rows; those reported are counted over all rows.
    pub search_rows: usize,
    /// At most so many quasi-identifier candidates are combined with each other.
    pub candidates: usize,
    /// The most columns in a combination, at most 3.
    pub largest: usize,
    /// How many combinations are reported.
    pub shown: usize,
    /// A combination singles people out when it makes at least so many percent of the rows unique.
    pub singled_out_percent: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            pattern_values: 4096,
            search_rows: 200_000,
            candidates: 12,
            largest: 3,
            shown: 10,
            singled_out_percent: 20,
        }
    }
}
