//! Identity: nobody may be able to say which row is whose.

mod k_anonymity;

pub use k_anonymity::KAnonymity;
