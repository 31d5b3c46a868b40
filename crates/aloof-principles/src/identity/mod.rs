//! Identity: nobody may be able to say which row is whose, or who is there at all.

mod k_anonymity;
mod presence;

pub use k_anonymity::KAnonymity;
pub use presence::Presence;
