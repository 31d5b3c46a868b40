//! What is achievable, before anything is changed.
//!
//! A table can be dealt into groups that keep (ε, m)-anonymity exactly when no window holds more than one tuple in m of
//! the whole table. Windows are about distinct values and how often each occurs, so every question here is answered by a
//! few passes over the distinct values.
//!
//! | question | file |
//! |---|---|
//! | which values are near, and from which ε on | `aloof_principles::proximity::Form` |
//! | the fullest window, the largest m, the bound on ε | `feasibility` |
//! | the whole trade-off | `staircase` |
//! | how many tuples must go | `withhold` |
//! | all of these for one neighbourhood | `crowd` |
//! | the fullest window from counts | `bins` |
//! | rules that hold for all rows together or not at all | `whole` |
//! | how much of what others know such a rule stands | `knowledge` |
//! | (ε, δ)^k-dissimilarity, as far as it can be said | `dissimilar` |
//! | how far δ can go | `colouring` |
//!
//! # Source
//! Li, Tao and Xiao, *Preservation of proximity privacy in publishing numerical sensitive data*, SIGMOD 2008, Theorems 1
//! and 2. The second is strict: ε must stay below the bound.

mod bins;
mod colouring;
mod crowd;
mod crowding;
mod dissimilar;
mod feasibility;
mod knowledge;
mod staircase;
mod whole;
mod withhold;

pub use bins::{Bins, fullest_window};
pub use colouring::Colouring;
pub use crowd::{Crowd, Limits};
pub use crowding::Crowding;
pub use dissimilar::{Dissimilar, colouring, colouring_at, dissimilar};
pub use staircase::Step;
pub use whole::{Best, Limit, Whole, whole};
