//! How hard to look.

/// How hard to look.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// Rows that trade with each other in a round.
    pub pool: usize,
    /// Rounds in which all rows trade.
    pub rounds: usize,
    /// Further ones once groups were mended, which costs loss.
    pub last: usize,
    /// Passes over a pool's rows in one round.
    pub passes: usize,
    /// Rounds in which only rows of groups that do not stand trade, in ever larger pools.
    pub mending: usize,
    /// Passes over a pool's rows in one of these.
    pub mending_passes: usize,
    /// How many of these come before rows look for partners anywhere.
    pub before_far: usize,
    /// Rows that trade with each other in the last of these.
    pub widest: usize,
    /// Let the last rows in the way look for partners anywhere.
    pub far: bool,
    /// What one row too many in a neighbourhood is worth in loss.
    pub price: f32,
    /// Rows a group starts with; 0: chosen by the rules.
    pub size: usize,
    /// Searches of which the best is taken, each with crowds from another sample.
    pub starts: usize,
    /// Crowds that fill more than this share of what groups can take are spread evenly when cutting.
    pub heavy: f64,
    /// Neighbourhoods that fill more than this share count by the cliques in them, which takes longer.
    pub full: f64,
    /// Give up at once where it is certainly impossible. Without, rows to withhold are looked for there too.
    pub prove: bool,
    /// Of so many rows or fewer every grouping is tried; at most 11.
    pub small: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            pool: 160,
            rounds: 3,
            last: 3,
            passes: 2,
            mending: 12,
            mending_passes: 8,
            before_far: 2,
            widest: 6400,
            far: true,
            price: 20.0,
            size: 0,
            starts: 1,
            heavy: 0.35,
            full: 0.9,
            prove: true,
            small: 11,
        }
    }
}

impl Tuning {
    /// What suits a table of so many rows: small ones are worth more time per row.
    pub fn for_rows(rows: usize) -> Self {
        match rows {
            ..=10_000 => Self { pool: 400, rounds: 6, last: 6, passes: 4, starts: 4, ..Self::default() },
            10_001..=40_000 => Self { starts: 4, ..Self::default() },
            40_001..=100_000 => {
                Self { rounds: 1, last: 0, passes: 1, mending_passes: 3, before_far: 5, full: 1.0, ..Self::default() }
            }
            _ => Self { pool: 96, ..Self::for_rows(100_000) },
        }
    }
}
