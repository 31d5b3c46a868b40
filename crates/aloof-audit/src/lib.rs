//! Audits of Aloof: what a policy asks, how tables are read by it, what a release says of itself, and whether it is true.
//!
//! This room **cannot see makers**: it does not depend on `aloof-methods`, nor on the facade, which does. So Cargo keeps for whole
//! audits what `aloof-judge` keeps for single rules: the judge never uses the code that it judges. Makers stand above and may use
//! all of it: they read the same policies and the same tables, and hand what they made to the same audit as anybody.
//!
//! | module | question |
//! |---|---|
//! | [`policy`] | what is every column, what must hold, and what does that mean for these columns (`bind`)? |
//! | [`data`] | what does a table say, read by a policy? |
//! | [`manifest`] | what does a release say of itself? |
//! | [`audit`] | is it safe, which records are not, and why? |
//! | [`findable`] | how findable are its people? |
//! | [`words`] | what is a thing called, everywhere? |
//!
//! [`Error`] is the whole library's, and with it what a [`Refusal`] says: doors meet one type, whoever was asked.
//!
//! For use the facade `aloof` names one by one what is promised to others. What else is public here is shared with makers, and
//! may change with any version.

pub mod audit;
pub mod data;
mod error;
pub mod findable;
pub mod manifest;
pub mod policy;
mod refusal;
pub mod words;

pub use error::{Error, ErrorReport};
pub use refusal::{Nearest, OutOfTime, Promise, Refusal, Why, Withhold};
