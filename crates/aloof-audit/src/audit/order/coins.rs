//! How pairs and whole groups stand, row by row.
//!
//! # Definition
//! The first two rows of a group are a coin, the next two another, and so on; pairs of the same place are passed over. Of a group of r
//! rows that stands in order r! deals are equally likely, and ∏ c! of them are this one, c being how many have the same place.
//! Literally in [`verify::order`](aloof_judge::verify::order).
//!
//! # Cost
//! One pass over the rows, of which nothing is kept: so the parts of a table take one pass together.

use super::pairs::{Doubt, Found, Way};

/// How pairs stand: so many were guessed rightly of so many.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Guessed {
    pub right: usize,
    pub pairs: usize,
}

impl Guessed {
    pub fn add(&mut self, is_right: bool) {
        self.right += usize::from(is_right);
        self.pairs += 1;
    }

    /// How likely so many are, at most: ln of it.
    fn ln_chance(self) -> f64 {
        let share = self.right as f64 / self.pairs.max(1) as f64;
        if share <= 0.5 {
            return 0.0;
        }
        let part = |share: f64| if share > 0.0 { share * (2.0 * share).ln() } else { 0.0 };
        -(self.pairs as f64) * (part(share) + part(1.0 - share))
    }

    pub fn is_no_accident(self, doubt: Doubt) -> bool {
        self.ln_chance() < doubt.of(self.pairs)
    }
}

/// Coins that fell, and whether every group stands in order.
#[derive(Clone)]
pub(super) struct Coins {
    forwards: Guessed,
    rows: usize,
    /// The first of a pair whose second has not come yet.
    first: Option<u32>,
    /// Of the group that is looked at: its last row, how many of its rows came, and how many of these have the last one's place.
    last: Option<u32>,
    came: usize,
    same: usize,
    /// Whether no group descends, and none ascends.
    upwards: bool,
    downwards: bool,
    /// How likely all groups are dealt as they stand: ln of it, as long as all are in order.
    ln_dealt: f64,
}

impl Default for Coins {
    fn default() -> Self {
        Self {
            forwards: Guessed::default(),
            rows: 0,
            first: None,
            last: None,
            came: 0,
            same: 0,
            upwards: true,
            downwards: true,
            ln_dealt: 0.0,
        }
    }
}

impl Coins {
    /// The next row of the group.
    pub fn add(&mut self, place: u32) {
        self.rows += 1;
        self.came += 1;
        self.same = if self.last == Some(place) { self.same + 1 } else { 1 };
        self.upwards &= self.last.is_none_or(|last| last <= place);
        self.downwards &= self.last.is_none_or(|last| last >= place);
        if self.upwards || self.downwards {
            self.ln_dealt += (self.same as f64).ln() - (self.came as f64).ln();
        }
        self.last = Some(place);
        match self.first.take() {
            Some(first) if first != place => self.forwards.add(first < place),
            Some(_) => {}
            None => self.first = Some(place),
        }
    }

    /// Rows that come now are of another group.
    pub fn end_group(&mut self) {
        (self.first, self.last, self.came) = (None, None, 0);
    }

    /// How pairs stand, guessed to stand forwards.
    #[cfg(test)]
    pub fn forwards(&self) -> Guessed {
        self.forwards
    }

    /// How likely every group stands in order, or backwards, where every group does: ln of it.
    pub fn all_in_order(&self, forwards: bool) -> f64 {
        let stand = if forwards { self.upwards } else { self.downwards };
        if stand { self.ln_dealt } else { 0.0 }
    }

    /// Whether pairs or whole groups stand forwards or backwards more often than by chance.
    pub fn in_an_order(&self, doubt: Doubt) -> Option<Found> {
        let Guessed { right, pairs } = self.forwards;
        let backwards = Guessed { right: pairs - right, pairs };
        let ways = [(self.forwards, true, Way::Forwards), (backwards, false, Way::Backwards)];
        ways.into_iter().find_map(|(guessed, up, way)| {
            let told = guessed.is_no_accident(doubt) || self.all_in_order(up) < doubt.of(self.rows);
            told.then_some(Found { way, guessed, within: None })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound is one: against adding up the coins.
    #[test]
    fn the_bound_holds() {
        for pairs in 1..30usize {
            let mut ways = vec![1f64];
            for _ in 0..pairs {
                let mut next = vec![0.0; ways.len() + 1];
                for (at, many) in ways.iter().enumerate() {
                    next[at] += many / 2.0;
                    next[at + 1] += many / 2.0;
                }
                ways = next;
            }
            for right in 0..=pairs {
                let exact: f64 = ways[right..].iter().sum();
                let bound = Guessed { right, pairs }.ln_chance().exp();
                assert!(exact <= bound * (1.0 + 1e-9), "{right} of {pairs}: {exact} and {bound}");
            }
        }
    }
}
