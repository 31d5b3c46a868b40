//! Rows dealt into groups: what is asked of them, which rows are published, and what a group shows.

pub(super) mod dealt;
pub(super) mod detail;
mod every;
pub(super) mod kept;
pub(super) mod plan;
pub(super) mod rules;
mod seen;
mod starred;
pub(super) mod stronger;
pub(super) mod table;
pub(super) mod withhold;

pub(crate) use every::Every;
pub(super) use seen::holds as holds_as_seen;
