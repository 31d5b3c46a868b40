//! The judges of Aloof.
//!
//! `verify` spells every definition out as the papers (and our corrections of them) state it: quadratic, in big
//! fractions, with nothing clever. Property tests hold it equal to the fast routines of `aloof-principles`, and an audit
//! runs it again over as many groups as a fixed budget allows. Nothing here may use code that makes releases.

pub mod attacks;
pub mod claims;
pub mod findable;
pub mod utility;
pub mod verify;
pub mod views;
