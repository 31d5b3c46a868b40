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
//!     these are inequalities that the original keeps; make them fewer                       properties, presolve
//!     walk on the lattice of the column's unit, several chains, until they agree            moves, walks/, diagnostics
//!     publish where the first chain stands                                                  segment, column
//! ```
//!
//! Everything that is published was reached by exact steps in integers. Walks over real numbers ([`walks`]) start from the
//! analytic centre ([`interior`]) and stand beside it for comparison.

mod body;
pub mod chance;
mod column;
pub mod diagnostics;
pub mod interior;
mod linear;
pub mod localities;
mod moves;
mod polytope;
mod presolve;
pub mod properties;
mod recipe;
mod segment;
pub mod segments;
mod select;
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
