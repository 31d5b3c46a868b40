//! What a group shows on an axis: the places that its published cell covers.
//!
//! | axis | covered |
//! |---|---|
//! | numbers, dates, ordered labels | every place from the lowest to the highest |
//! | labels with a hierarchy | every place below the lowest node above all |
//! | labels without order | the group's own places, nothing between |
//! | any, some of the group missing | everything: the cell is `*` |

use super::{Axis, Shape};

/// The places that a cell covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cover {
    /// The first place.
    pub first: u32,
    /// The last place.
    pub last: u32,
    /// Whether of the places between only those are covered that a member has.
    pub sparse: bool,
}

impl Axis {
    /// What members show whose lowest and highest places are these.
    pub(crate) fn cover(&self, low: u32, high: u32) -> Cover {
        let run = |first, last| Cover { first, last, sparse: false };
        let all = run(0, self.count.saturating_sub(1));
        match &self.shape {
            Shape::Line(at) if low < high && at[low as usize] < 0.0 => all,
            Shape::Line(_) => run(low, high),
            Shape::Tree(tree) => tree.below(low, high).map_or(all, |(first, last)| run(first, last)),
            Shape::Set { missing: true, .. } if low == 0 && high > 0 => all,
            Shape::Set { .. } => Cover { sparse: high - low > 1, ..run(low, high) },
        }
    }
}
