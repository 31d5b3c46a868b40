//! Principles about several releases of the same people: what one of them must be like so that all together tell no more.

mod m_invariance;

pub use m_invariance::MInvariance;
