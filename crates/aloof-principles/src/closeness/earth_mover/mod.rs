//! The earth mover's distance between the values of a group and those of the whole table: the least work by which one
//! distribution becomes the other, when moving a share `s` from one value to another takes `s` times their *ground
//! distance*, which lies between 0 and 1.
//!
//! Each ground has a closed form, and each form an evaluation that visits only the values of the group. For a group of
//! `n` tuples in a table of `N` all shares have the common denominator `n · N`, so sums are sums of whole numbers.

mod equal;
mod line;
mod tree;

pub(crate) use equal::Equal;
pub(crate) use line::{Ladder, Line, Stretch};
pub(crate) use tree::Tree;
