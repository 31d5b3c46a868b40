//! Similarity: what counts as *about the same* when a value is more than one number. One distance per file.
//!
//! A [`Metric`] is a distance with its parameters. Bound to the distinct values of a table and a threshold ε it becomes a
//! [`Similar`], which answers one question about two values: is their distance at most ε?
//!
//! | kind | distance of x and y | values |
//! |---|---|---|
//! | [`L1`] | Σ wᵢ·dᵢ | numbers, labels with a hierarchy |
//! | [`L2`] | √(Σ wᵢ·dᵢ²) | numbers, labels with a hierarchy |
//! | [`LInf`] | max wᵢ·dᵢ | numbers, labels with a hierarchy |
//! | [`Min`] | min wᵢ·dᵢ, no metric | numbers, labels with a hierarchy |
//! | [`Variational`] | ½ Σ |xᵢ − yᵢ| | probabilities, one column per outcome |
//! | [`Hamming`] | Σ wᵢ over the columns that differ | anything |
//! | [`ByHierarchy`] | Σ wᵢ · level of the lowest common ancestor / height | labels with hierarchies |
//! | [`Edit`] | Σ wᵢ · least number of edits | labels |
//! | [`GreatCircle`] | kilometres over the ground | latitude and longitude |
//! | [`ByMatrix`] | as a table says | labels |
//! | [`Composite`] | Σ or max of wₚ·dₚ over distances of columns of their own | what those take |
//!
//! Here dᵢ is the difference in column i: |xᵢ − yᵢ|, divided by the length of the column's domain when a scale is asked
//! for, or, for labels, the level of the lowest common ancestor over the height of the hierarchy.
//!
//! Every answer is exact: values, weights and ε are decimals, so all sums become sums of integers when binding, and roots
//! are compared by their squares. Only the great circle is irrational; it answers *similar* where its error bound leaves
//! a doubt, because a neighbour too many makes a risk look larger, never smaller.

mod axis;
mod components;
mod composite;
mod distance;
mod edit;
mod exact;
mod fixed;
mod flat;
mod great_circle;
mod hamming;
mod hierarchy;
mod kd;
mod l1;
mod l2;
mod linf;
mod matrix;
mod min;
mod rings;
mod variational;

use aloof_table::{Decimal, Domain};

use crate::Unfit;

pub use axis::Axis;
pub use components::{Components, Scale};
pub use composite::{Composite, Share};
pub use distance::{Distance, DistanceSpec, ShareSpec};
pub use edit::Edit;
pub use great_circle::{EARTH_RADIUS, GreatCircle};
pub use hamming::Hamming;
pub use hierarchy::ByHierarchy;
pub use l1::L1;
pub use l2::L2;
pub use linf::LInf;
pub use matrix::{ByMatrix, Matrix, MatrixError};
pub use min::Min;
pub use rings::bind_to_count;
pub use variational::Variational;

/// A distance with its parameters. Implement it to bring one of your own; see [`Distance::own`].
pub trait Metric: std::fmt::Debug + Send + Sync {
    /// The word for it in a policy, and in sentences: `l1`.
    fn name(&self) -> &'static str;

    /// Whether the distance is symmetric, zero from a value to itself, and no detour is shorter than the direct way, so
    /// that a search may skip what these make impossible. `false` is the cautious answer.
    fn is_metric(&self) -> bool {
        false
    }

    /// Decides everything about the values of `domain` that the question "at most `epsilon`?" needs. `epsilon` is not
    /// negative.
    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit>;
}

/// Answers whether two values lie within ε of each other.
pub trait Similar: Send + Sync {
    /// Whether the values with these codes are at most ε apart. Symmetric; a value is similar to itself.
    fn similar(&self, a: u32, b: u32) -> bool;

    /// Sets, for each of `others`, the bit in its place: whether it is similar to `code`. `bits` has a word for every 64 of
    /// them. The same as asking one by one; faster for many.
    fn mark(&self, code: u32, others: &[u32], bits: &mut [u64]) {
        for (word, others) in bits.iter_mut().zip(others.chunks(64)) {
            let bit = |(at, &other): (usize, &u32)| u64::from(other == code || self.similar(code, other)) << at;
            *word = others.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
        }
    }

    /// A line on which similar values lie near each other, so that most pairs need not be asked about.
    fn axis(&self) -> Option<&Axis> {
        None
    }

    /// Counts the rows similar to a value, when they hold each code as often as `totals` say, without asking about all
    /// pairs; `None` where there is no such way.
    fn counts(&self, totals: &[u32]) -> Option<Box<dyn Count + '_>> {
        let _ = totals;
        None
    }
}

/// Counts similar rows.
pub trait Count: Send + Sync {
    /// The rows similar to those of `code`, themselves included.
    fn count(&self, code: u32) -> u64;
}
