//! What a walk reports: how far columns moved, whether chains agreed, what is disclosed.

use aloof_audit::manifest::{WALKED_FREELY, WALKED_IN_GROUPS};
use aloof_methods::walk::{Outcome, Ties, Walked};
use serde::Serialize;

use super::columns::Movable;
use super::disclose::Disclosed;
use crate::policy::Policy;

/// All that was walked.
#[derive(Clone, Debug, Serialize)]
pub struct WalkReport {
    /// Column by column.
    pub columns: Vec<ColumnReport>,
    /// What linking and guessing gain.
    pub disclosure: Disclosure,
    /// What this is not.
    pub guarantee: &'static str,
}

/// One column.
#[derive(Clone, Debug, Serialize)]
pub struct ColumnReport {
    /// Its name.
    pub column: String,
    /// Values that were walked.
    pub values: usize,
    /// Segments they were cut into.
    pub segments: usize,
    /// Localities found.
    pub localities: usize,
    /// Localities kept.
    pub kept: usize,
    /// Localities kept that have two equal sides.
    pub kept_ties: usize,
    /// What became of equal values: they stayed equal (`collapse`), could part (`relax`), or are as the paper
    /// has them (`printed`).
    pub ties: &'static str,
    /// Mean distance from the original, as a share of the domain.
    pub shift: f64,
    /// Values published as they were.
    pub unchanged: usize,
    /// Values that are as they were but for one shift of most of their segment: whoever knows one of them knows all.
    pub shifted: usize,
    /// Segments of which the kept properties leave hardly another column.
    pub pinned: usize,
    /// Values whose bounds leave no other.
    pub fixed: usize,
    /// Values that no chain ever moved, the fixed ones among them.
    pub still: usize,
    /// Values that moved, but in every draw by as much as a neighbouring value: whoever knows one of the two knows both.
    pub together: usize,
    /// The share of the domain that the kept properties leave a value, to someone who knew them all: the mean over some
    /// values, by linear programming; absent when it could not be measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_by_properties: Option<f64>,
    /// The share of the domain that uniform noise with the same mean distance leaves a value, to someone who knew its width.
    pub left_by_noise: f64,
    /// Segments whose chains agree as asked.
    pub mixed: usize,
    /// The median over segments of the largest split R-hat; 1 is best.
    pub r_hat_median: f64,
    /// The largest of all.
    pub r_hat_worst: f64,
    /// The median over segments of the smallest effective number of draws.
    pub effective_median: f64,
    /// The most steps that a chain took.
    pub steps: u32,
}

/// The walk beside noise that moves values as far.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Disclosure {
    /// The release.
    pub walk: Measured,
    /// Uniform noise with the same mean distance.
    pub noise: Measured,
}

/// What linking and guessing gain.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Measured {
    /// How often the published record nearest to a person's true values is the person's.
    pub linked: f64,
    /// How often that is so by chance.
    pub by_chance: f64,
    /// People that were looked for.
    pub asked: usize,
    /// Share of values within 1% of the domain from the true one.
    pub within_1_percent: f64,
    /// Within 5%.
    pub within_5_percent: f64,
    /// Within 10%.
    pub within_10_percent: f64,
}

pub(super) fn report(policy: &Policy, columns: &[Movable<'_>], walked: &[Walked], found: Disclosed) -> WalkReport {
    let guarantee = if policy.protect().is_empty() { WALKED_FREELY } else { WALKED_IN_GROUPS };
    let each = columns.iter().zip(walked).zip(found.left_by_noise);
    let columns = each.map(|((column, walked), left)| of_column(column, walked, left)).collect();
    WalkReport { columns, disclosure: found.disclosure, guarantee }
}

fn of_column(column: &Movable<'_>, walked: &Walked, left_by_noise: f64) -> ColumnReport {
    let outcomes = &walked.outcomes;
    let sum = |of: &dyn Fn(&Outcome) -> usize| outcomes.iter().map(of).sum::<usize>();
    let values = sum(&|outcome| outcome.rows);
    let shift: u128 = outcomes.iter().map(|outcome| outcome.shift).sum();
    let finite = |value: f64| if value.is_finite() { value } else { f64::MAX };
    let median = |of: &dyn Fn(&Outcome) -> f64| {
        let mut all: Vec<f64> = outcomes.iter().map(|outcome| finite(of(outcome))).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(1.0)
    };
    ColumnReport {
        column: column.name.to_owned(),
        values,
        segments: outcomes.len(),
        localities: sum(&|outcome| outcome.localities),
        kept: sum(&|outcome| outcome.kept),
        kept_ties: sum(&|outcome| outcome.ties),
        ties: match walked.ties {
            Ties::Relax => "relax",
            Ties::Collapse => "collapse",
            Ties::Printed => "printed",
        },
        shift: shift as f64 / values.max(1) as f64 / column.length().max(1) as f64,
        unchanged: sum(&|outcome| outcome.unchanged),
        shifted: sum(&|outcome| outcome.shifted),
        pinned: sum(&|outcome| usize::from(outcome.pinned)),
        fixed: sum(&|outcome| outcome.fixed),
        still: sum(&|outcome| outcome.still),
        together: sum(&|outcome| outcome.together),
        left_by_properties: left(column, outcomes),
        left_by_noise,
        mixed: sum(&|outcome| usize::from(outcome.mixed)),
        r_hat_median: median(&|outcome| outcome.mixing.r_hat),
        r_hat_worst: outcomes.iter().map(|outcome| finite(outcome.mixing.r_hat)).fold(1.0, f64::max),
        effective_median: median(&|outcome| outcome.mixing.effective),
        steps: outcomes.iter().map(|outcome| outcome.steps).max().unwrap_or(0),
    }
}

fn left(column: &Movable<'_>, outcomes: &[Outcome]) -> Option<f64> {
    let all: Vec<f64> = outcomes.iter().flat_map(|outcome| outcome.extents.iter().copied()).collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    (!all.is_empty()).then(|| mean / column.length().max(1) as f64)
}
