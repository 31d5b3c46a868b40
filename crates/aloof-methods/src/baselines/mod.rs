//! What others do, for comparison.

mod mondrian;

pub use mondrian::mondrian;
