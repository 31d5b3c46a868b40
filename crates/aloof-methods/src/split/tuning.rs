//! How hard to look: every idea of the search can be turned off, to measure it alone.

/// How hard to look.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// Which cuts are offered.
    pub cuts: Cuts,
    /// Leave buckets of at most so many rows uncut.
    pub stop: usize,
    /// How buckets are dealt.
    pub dealing: Dealing,
    /// How often all rows of a bucket are looked at for a better place.
    pub passes: usize,
    /// Make any two groups of a bucket anew, in the best of all ways.
    pub pairs: bool,
    /// Deal bands of near rows anew among all groups of a bucket, in the best of all ways.
    pub bands: bool,
    /// Buckets above this many rows that allow no straight cut are cut softly.
    pub soft: usize,
    /// How many soft cuts are tried before a bucket is left whole.
    pub soft_tries: usize,
    /// How often neighbouring groups of different buckets exchange rows.
    pub rounds: usize,
    /// Rows that are looked at together in a round.
    pub pool: usize,
    /// Rows looked at to choose a cut.
    pub sample: usize,
    /// In the candidates view: how often all rows are made safer, where they are not yet safe.
    pub mending: usize,
}

/// Which straight cuts of an axis are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// The median alone.
    Median,
    /// Other percentiles where no axis can be cut at its median.
    MedianFirst,
    /// All percentiles alike.
    Any,
}

/// How buckets are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealing {
    /// One after the other.
    RoundRobin,
    /// Each to the group it enlarges least.
    Nearest,
    /// Run by run, in the way that enlarges all groups least together.
    Matched,
}

impl Tuning {
    /// What suits a table of so many rows: small ones are worth more time per row.
    pub fn for_rows(rows: usize) -> Self {
        match rows {
            ..=50_000 => {
                Self { stop: 30, rounds: 12, pool: 400, pairs: true, sample: 256, mending: 10, ..Self::quick() }
            }
            50_001..=500_000 => Self { rounds: 2, pool: 100, pairs: true, mending: 4, ..Self::quick() },
            _ => Self::quick(),
        }
    }

    /// The least time for which exchanges still pay.
    pub fn quick() -> Self {
        Self {
            cuts: Cuts::Any,
            stop: 0,
            soft: 60,
            soft_tries: 6,
            dealing: Dealing::Matched,
            passes: 1,
            pairs: false,
            bands: false,
            rounds: 1,
            pool: 60,
            sample: 64,
            mending: 2,
        }
    }
}
