//! What releases tell those who use them: evaluations, comparisons, and several releases of the same people together.
//!
//! Stands on the judge's side, as audits do: it reads what was released as an audit reads it, and **cannot see makers**.
//!
//! | module | question |
//! |---|---|
//! | [`evaluate`] | what does a release still tell? |
//! | [`compare`] | which of several releases tells most, at which risk? |
//! | [`together`] | what do several releases of the same people tell that none tells alone? |
//! | [`law`] | what would a release of all rows tell, by what releases of samples do? |
//!
//! For use the facade `aloof` names one by one what is promised to others.

pub mod compare;
pub mod evaluate;
pub mod law;
pub mod together;
