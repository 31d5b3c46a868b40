//! How hard to look: every idea of the search can be turned off, to measure it alone.

use super::Temper;

/// How hard to look.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// Tables of more rows than twice this are laid out in cells of about so many rows first.
    pub cell: usize,
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
    /// In the candidates view: so many rows may be looked at for each row in all rounds together, before it is given up.
    pub looks: usize,
    /// How often all rows of a pool are looked at in a round.
    pub sweeps: usize,
    /// Rows that are looked at together.
    pub leaf: usize,
    /// τ of the search at the beginning and at the end, as a share of what an average group loses.
    pub heat: (f64, f64),
    /// Where every draw comes from.
    pub key: [u8; 32],
    /// Exchanges by chance in the end.
    pub temper: Option<Temper>,
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

/// Up to so many quasi columns only rows count.
const FEW_COLUMNS: usize = 8;

/// τ of tempering: measured to cost less than 1% of loss, while exchanges that lower loss are left open nearly half as often as
/// by chance (`docs/release.md`).
const HEAT: f64 = 0.06;

/// How much time a better release is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// One pass of cuts, one of dealing: some 80 nanoseconds per row and core.
    Quick,
    /// Matched deals and two rounds of exchanges: some microseconds per row.
    Good,
    /// Whole tables at once and a dozen rounds: some hundred microseconds per row.
    Thorough,
}

/// So many looks of one row at another are worth it in a table: at most rows times rounds times rows of a pool.
const LOOKS: usize = 100_000_000;

impl Tuning {
    /// What suits a table of so many rows.
    pub fn for_rows(rows: usize) -> Self {
        Self::for_table(rows, FEW_COLUMNS)
    }

    /// What suits a table of so many rows and quasi columns: about the same time for all tables of up to two million rows, and
    /// from there on the same time for every row. Fewer looks mean fewer rounds in smaller pools, by and by. Beyond eight
    /// columns time grows with their number, and twice as many columns count as twice as many rows.
    pub fn for_table(rows: usize, columns: usize) -> Self {
        let rows = (rows.saturating_mul(columns.max(FEW_COLUMNS)) / FEW_COLUMNS).max(1);
        let looks = LOOKS / rows;
        if looks >= 2_000 {
            return Self::of(Effort::Thorough);
        }
        let rounds = (looks / 25).isqrt().max(1);
        let pool = (looks / rounds).max(60);
        let searched = if looks >= 500 { Self::good() } else { Self::quick() };
        let (pairs, dealing) = if looks >= 100 { (true, Dealing::Matched) } else { (false, Dealing::Nearest) };
        let Self { mending, looks, .. } = searched;
        Self { dealing, pairs, rounds, pool, mending, looks, ..Self::good() }
    }

    /// With exchanges by chance in the end, as many as suit how hard it looks otherwise.
    pub fn tempered(self, key: [u8; 32]) -> Self {
        let draws = (self.rounds * self.pool / 25).clamp(4, 16);
        let temper = Temper { key, heat: HEAT, rounds: 2, draws };
        Self { temper: (self.rounds > 0).then_some(temper), ..self }
    }

    /// As this, where rows need only be together, not apart: every cut is worth it, and dealing gains nothing.
    pub fn without_near(self) -> Self {
        Self { stop: 0, cuts: Cuts::MedianFirst, sample: (2 * self.sample).max(64), soft: usize::MAX, ..self }
    }

    /// What this effort means.
    pub fn of(effort: Effort) -> Self {
        match effort {
            Effort::Quick => Self::quick(),
            Effort::Good => Self::good(),
            Effort::Thorough => {
                Self { cell: usize::MAX, stop: 30, rounds: 12, pool: 400, sample: 256, mending: 10, ..Self::good() }
            }
        }
    }

    /// No exchanges.
    pub fn quick() -> Self {
        Self {
            cell: 2048,
            cuts: Cuts::MedianFirst,
            stop: 120,
            soft: 1_000,
            soft_tries: 1,
            dealing: Dealing::Nearest,
            passes: 0,
            pairs: false,
            rounds: 0,
            pool: 60,
            sample: 16,
            mending: 2,
            looks: 1_000,
            sweeps: 0,
            leaf: 64,
            heat: (0.2, 0.02),
            key: [0; 32],
            temper: None,
        }
    }

    /// Two rounds of exchanges.
    pub fn good() -> Self {
        Self {
            cuts: Cuts::Any,
            stop: 0,
            soft: 60,
            soft_tries: 6,
            dealing: Dealing::Matched,
            passes: 1,
            pairs: true,
            rounds: 2,
            pool: 100,
            sample: 64,
            mending: 4,
            looks: 8_000,
            ..Self::quick()
        }
    }
}
