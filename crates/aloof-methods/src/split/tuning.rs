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
    /// Buckets above this many rows that allow no straight cut are cut softly.
    pub soft: usize,
    /// How many soft cuts are tried before a bucket is left whole.
    pub soft_tries: usize,
    /// Rows looked at to choose a cut.
    pub sample: usize,
    /// How buckets are dealt.
    pub dealing: Dealing,
    /// Buckets are gathered, not dealt, as they always are where nothing is near.
    pub gather: bool,
    /// How often groups are annealed, each time with other borders and cooler.
    pub rounds: usize,
    /// How often all rows are looked at in a round.
    pub sweeps: usize,
    /// Rows that are annealed together, on one thread.
    pub share: usize,
    /// Rows that a row is shown at once.
    pub leaf: usize,
    /// Of a row's exchanges that near values forbid, so many are tried with whole chains.
    pub chains: usize,
    /// τ of annealing at the beginning and at the end, as a share of what an average group loses.
    pub heat: (f64, f64),
    /// What it counts that two rows of a group are close beyond what is near, as a share of what an average group loses.
    pub apart: f64,
    /// Exchanges by chance in the end, where there was a round of others.
    pub temper: Option<Temper>,
    /// Where every draw comes from.
    pub key: [u8; 32],
    /// In the candidates view: rows that are looked at together.
    pub pool: usize,
    /// In the candidates view: how often all rows of a pool are looked at for a better place.
    pub passes: usize,
    /// In the candidates view: make any two groups of a pool anew, in the best of all ways.
    pub pairs: bool,
    /// In the candidates view: how often all rows are made safer, where they are not yet safe.
    pub mending: usize,
    /// In the candidates view: so many rows may be looked at for each row in all rounds together, before it is given up.
    pub looks: usize,
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

/// τ of tempering, and the least of annealing where groups are tempered: measured to cost at most some 1% of loss, while exchanges
/// that lower loss are left open up to half as often as by chance (`docs/release.md`).
const HEAT: f64 = 0.03;

/// Buckets of so many rows are gathered.
const GATHERED: usize = 400;

/// Groups of more rows are large.
const LARGE: usize = 64;

/// A sample of a table is worked on in about so many pieces.
const PIECES: usize = 16;

/// How much time a better release is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// One pass of cuts, one of dealing: some 80 nanoseconds per row and core.
    Quick,
    /// Matched deals and eight looks of every row around it: some microseconds per row.
    Good,
    /// Two hundred looks of every row: some hundred microseconds per row.
    Thorough,
}

/// So many looks of a row around it are worth it in a table; in one of as few rows twice as many.
const LOOKS: usize = 4_000_000;
const FEW_ROWS: usize = 25_000;

/// A row has at least and at most so many.
const LEAST_LOOKS: usize = 3;
const MOST_LOOKS: usize = 200;

/// From so many on, what is rarely found is worth its time.
const MANY_LOOKS: usize = 32;

/// Rows times rows of a pool times rounds that are worth it where the candidates view is searched for.
const CANDIDATE_LOOKS: usize = 100_000_000;

/// τ at the beginning where every row has so many looks.
fn hottest(looks: usize) -> f64 {
    (looks as f64 / 1000.0).clamp(0.03, 0.2)
}

impl Tuning {
    /// What suits a table of so many rows.
    pub fn for_rows(rows: usize) -> Self {
        Self::for_table(rows, FEW_COLUMNS)
    }

    /// What suits a table of so many rows and quasi columns: about the same time for all tables of up to a million rows, but for small
    /// ones, and from there on the same time for every row. Beyond eight columns time grows with their number, and twice as many columns
    /// count as twice as many rows.
    pub fn for_table(rows: usize, columns: usize) -> Self {
        let rows = (rows.saturating_mul(columns.max(FEW_COLUMNS)) / FEW_COLUMNS).max(1);
        let looks = LOOKS / rows + LOOKS / rows * FEW_ROWS / rows;
        Self::good().annealed(looks).for_candidates(CANDIDATE_LOOKS / rows)
    }

    /// As this, with so many looks of every row. The more there are, the hotter it may begin, and the more often borders change.
    fn annealed(self, looks: usize) -> Self {
        let looks = looks.clamp(LEAST_LOOKS, MOST_LOOKS);
        // To lay everything out anew takes as long as a sweep and a half: where there are few looks, it is done twice.
        let sweeps = match looks {
            ..6 => 1,
            6..8 => 3,
            8..MANY_LOOKS => 4,
            _ => 2,
        };
        let chains = if looks < MANY_LOOKS { 1 } else { 3 };
        Self { rounds: looks / sweeps, sweeps, chains, heat: (hottest(looks), self.heat.1), ..self }
    }

    /// As this, with twice as many rounds, and as hot at first as suits them.
    pub(super) fn twice(self) -> Self {
        let rounds = 2 * self.rounds;
        let (hot, cool) = self.heat;
        Self { rounds, heat: (hot.max(hottest(rounds * self.sweeps)), cool), ..self }
    }

    /// As this, with so many looks of every row at another where the candidates view is searched for.
    fn for_candidates(self, looks: usize) -> Self {
        let rounds = (looks / 25).isqrt().max(1);
        let searched = match looks {
            2_000.. => Self::of(Effort::Thorough),
            500.. => Self::good(),
            _ => Self::quick(),
        };
        let pool = (looks / rounds).clamp(60, 400);
        Self { pool, pairs: looks >= 100, mending: searched.mending, looks: searched.looks, ..self }
    }

    /// With exchanges by chance in the end, as many as suit how hard it looks otherwise; where every draw comes from.
    pub fn tempered(self, key: [u8; 32]) -> Self {
        let looks = self.rounds * self.sweeps;
        let (rounds, draws) = if looks < 16 { (1, 1) } else { (2, (looks / 8).min(8)) };
        let temper = Temper { heat: HEAT, rounds, draws };
        let heat = (self.heat.0.max(HEAT), self.heat.1.max(HEAT));
        Self { key, heat, temper: Some(temper), ..self }
    }

    /// As this, for so few rows that all of them would be one piece of work: in as many pieces as keep all threads busy, as those of a
    /// large table do, of which these rows are a sample.
    pub fn in_pieces(self, rows: usize) -> Self {
        let piece = (rows / PIECES).max(self.leaf);
        Self { cell: self.cell.min(piece), share: self.share.min(piece), ..self }
    }

    /// As this, for groups of about so many rows: where they are large a look takes longer, as do further rules that are asked, and less
    /// can be gained; so there are fewer looks, by the square of how large they are.
    pub(super) fn for_groups_of(self, rows: usize) -> Self {
        let times = rows.div_ceil(LARGE).max(1);
        Self { rounds: self.rounds / (times * times), ..self }
    }

    /// As this, where rows need rather be together than apart: small buckets are gathered, not cut.
    pub fn gathering(self) -> Self {
        Self {
            gather: true,
            stop: GATHERED,
            cuts: Cuts::MedianFirst,
            sample: self.sample.max(512),
            soft: usize::MAX,
            ..self
        }
    }

    /// What this effort means.
    pub fn of(effort: Effort) -> Self {
        match effort {
            Effort::Quick => Self::quick(),
            Effort::Good => Self::good(),
            Effort::Thorough => {
                let thorough = Self { cell: usize::MAX, sample: 256, pool: 400, mending: 10, ..Self::good() };
                thorough.annealed(MOST_LOOKS)
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
            sample: 16,
            dealing: Dealing::Nearest,
            gather: false,
            rounds: 0,
            sweeps: 2,
            share: 4_000,
            leaf: 64,
            chains: 1,
            heat: (0.03, 0.02),
            apart: 0.02,
            temper: None,
            key: [0; 32],
            pool: 60,
            passes: 0,
            pairs: false,
            mending: 2,
            looks: 1_000,
        }
    }

    /// Eight looks of every row.
    pub fn good() -> Self {
        Self {
            cuts: Cuts::Any,
            stop: 0,
            soft: 60,
            soft_tries: 3,
            sample: 32,
            dealing: Dealing::Matched,
            rounds: 4,
            pool: 100,
            passes: 1,
            pairs: true,
            mending: 4,
            looks: 8_000,
            ..Self::quick()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A look at a group of thousands takes so long that there is none; groups of dozens are looked at as often as others.
    #[test]
    fn large_groups_are_looked_at_less_often() {
        let rounds = |rows: usize| Tuning::for_rows(20_000).for_groups_of(rows).rounds;
        assert_eq!([0, 5, 64].map(rounds), [100; 3]);
        assert_eq!([100, 200, 3_000].map(rounds), [25, 6, 0]);
    }

    /// What takes several threads in a table takes several in its sample, too: else it would seem to take longer.
    #[test]
    fn a_sample_is_many_pieces_of_work() {
        for rows in [800, 1_250, 5_000, 51_200] {
            let tuning = Tuning::for_rows(100 * rows).in_pieces(rows);
            assert!(rows / tuning.share >= 8 && rows / tuning.cell >= 8, "{rows}: {tuning:?}");
        }
        let whole = Tuning::for_rows(100_000_000);
        assert_eq!(whole.clone().in_pieces(1_000_000), whole);
    }
}
