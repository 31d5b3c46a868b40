//! Rows dealt into groups: what is asked of them, which rows are published, and what a group shows.

pub(super) mod crowd;
pub(super) mod dealt;
pub(super) mod detail;
mod every;
pub(super) mod kept;
mod mend;
pub(super) mod plan;
pub(super) mod rules;
mod seen;
mod starred;
pub(super) mod table;
pub(super) mod withhold;

pub(crate) use every::{Every, MOST as FEW_ROWS};
pub(super) use mend::mend;
pub(super) use seen::holds as holds_as_seen;
