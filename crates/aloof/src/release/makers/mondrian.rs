//! `algorithm = "mondrian"`: rows are cut at medians as long as both parts may stand. A baseline, for rules that are monotone;
//! see `aloof-methods/src/baselines/mondrian.rs`.

use aloof_methods::baselines::{self, mondrian};

use crate::policy::Median;
use crate::release::groups::dealt::{Dealing, Solved};

/// Cuts the rows.
pub(in crate::release) fn cut(dealing: &Dealing<'_>, median: Median) -> Solved {
    let anything = |_: &[u32]| true;
    let may_stand = dealing.may_stand.unwrap_or(&anything);
    let median = match median {
        Median::Strict => baselines::Median::Strict,
        Median::Relaxed => baselines::Median::Relaxed,
    };
    dealing.solved(mondrian(dealing.axes, dealing.kept.rows.len(), median, may_stand))
}
