//! Pattern-preserving anonymization: columns that keep chosen linear properties and are otherwise drawn by chance.
//!
//! # Source
//! RW, the random walk over all columns that keep the properties of interest, mended: what is printed can publish the
//! original unchanged, and does not draw evenly.
//!
//! # Pseudocode
//! ```text
//! for each segment of a column:
//!     find its localities and keep a share of them, with whatever else is to be kept        localities, select, system
//!     these are inequalities that the original keeps; make them fewer                       properties, presolve, blocks
//!     wide body: billiards over the reals, several chains, until they agree; round one      interior, shape, round, reals
//!     what lies just outside after rounding is mended                                       repair, cool
//!     thin body: on the lattice of the column's unit, several chains, until they agree      moves, walks/lattice, chains
//!     last steps on the lattice, and that is published                                      segment, column
//! ```
//!
//! Everything that is published was reached by exact steps in integers, from the original or from a rounded point that
//! integers found inside. The other [`walks`] stand beside for comparison.

mod blocks;
mod body;
mod chains;
mod column;
mod cool;
pub mod diagnostics;
pub mod interior;
mod linear;
pub mod localities;
mod moves;
mod orders;
mod polytope;
mod presolve;
pub mod properties;
mod reals;
mod recipe;
mod repair;
mod round;
mod segment;
pub mod segments;
mod select;
mod shape;
mod statement;
mod system;
pub mod walks;

pub use body::Body;
pub use column::{Walked, walk_column};
pub use polytope::{Inequality, Polytope, TooWide};
pub use presolve::Presolved;
pub use recipe::{Fraction, Preserve, Recipe, Segment, Steps, Ties};
pub use segment::{Outcome, walk_segment};
pub use select::select;
pub use statement::Statement;
