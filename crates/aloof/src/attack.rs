//! The red team: what attackers get out of a release, measured on the people it was made of.
//!
//! All of it stands in a room of its own that cannot see what makes releases.

#[doc(inline)]
pub use aloof_attack::{
    AttackName, AttackReport, AttackRequest, AttackResult, AttackStep, ClaimRate, Fact, GoesBy, NotRun, RateReport,
    attack,
};
