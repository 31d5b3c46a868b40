//! The smallest of what was offered, and which group offered it.

use super::Worst;

/// The smallest value so far and its group; of equal values the one of the lowest group.
#[derive(Clone, Debug)]
pub(super) struct Least<T>(Option<(T, usize)>);

impl<T> Default for Least<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Ord> Least<T> {
    /// Whether `value` would be kept.
    pub(super) fn would_take(&self, value: &T, group: usize) -> bool {
        self.0.as_ref().is_none_or(|(least, owner)| (value, &group) < (least, owner))
    }

    /// Keeps `value` if it is smaller, or equal and of a lower group.
    pub(super) fn offer(&mut self, value: T, group: usize) {
        if self.would_take(&value, group) {
            self.0 = Some((value, group));
        }
    }

    /// Takes what another kept.
    pub(super) fn merge(&mut self, other: Self) {
        if let Some((value, group)) = other.0 {
            self.offer(value, group);
        }
    }

    /// What was kept.
    pub(super) fn worst(self) -> Option<Worst<T>> {
        self.0.map(|(value, group)| Worst { value, group })
    }
}
