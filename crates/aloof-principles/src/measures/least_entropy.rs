//! The group with the smallest entropy, found exactly but with few exact comparisons.
//!
//! A floating-point entropy with an error bound rules out nearly every group. Of those it cannot rule out most have the
//! same distribution as the least one; the rest are compared exactly, each distribution once.

use std::cmp::Ordering;
use std::sync::LazyLock;

use super::Worst;
use crate::arithmetic::FLOAT_ERROR;
use crate::diversity::Perplexity;

/// `c ln c` for small counts.
static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| (0..1024).map(weigh).collect());

fn weigh(count: u32) -> f64 {
    if count < 2 { 0.0 } else { f64::from(count) * f64::from(count).ln() }
}

fn weight(count: u32) -> f64 {
    WEIGHTS.get(count as usize).copied().unwrap_or_else(|| weigh(count))
}

/// The least entropy so far; of equal ones that of the lowest group.
#[derive(Clone, Debug, Default)]
pub(super) struct LeastEntropy(Option<Found>);

#[derive(Clone, Debug)]
struct Found {
    perplexity: Perplexity,
    group: usize,
    /// No group whose entropy, so computed, lies above this has a smaller one.
    ceiling: f64,
    /// Other distributions known to be exactly as uncertain.
    equals: Vec<Perplexity>,
}

impl LeastEntropy {
    /// Considers a group by the counts of its values, which add up to `size`.
    pub(super) fn offer(&mut self, counts: &[u32], size: usize, group: usize) {
        if let Some(found) = &self.0 {
            let weights: f64 = counts.iter().map(|&count| weight(count)).sum();
            let ln = (size as f64).ln();
            let entropy = ln - weights / size as f64;
            if entropy - (counts.len() as f64 + 8.0) * (ln + 1.0) * FLOAT_ERROR > found.ceiling {
                return;
            }
        }
        self.offer_exactly(Perplexity::of(counts.to_vec()), group);
    }

    fn offer_exactly(&mut self, perplexity: Perplexity, group: usize) {
        let Some(found) = &mut self.0 else {
            self.0 = Some(Found::new(perplexity, group));
            return;
        };
        match found.compare(&perplexity) {
            Ordering::Greater => *found = Found::new(perplexity, group),
            Ordering::Equal => found.group = found.group.min(group),
            Ordering::Less => {}
        }
    }

    /// Takes what another found.
    pub(super) fn merge(&mut self, other: Self) {
        if let Some(found) = other.0 {
            self.offer_exactly(found.perplexity, found.group);
        }
    }

    /// `exp(H)` of the least, rounded down to nine places.
    pub(super) fn worst(self) -> Option<Worst<f64>> {
        self.0.map(|found| {
            let text = found.perplexity.rounded_down().floor_decimal(9);
            Worst { value: text.parse().expect("a decimal reads as a float"), group: found.group }
        })
    }
}

impl Found {
    fn new(perplexity: Perplexity, group: usize) -> Self {
        let ceiling = perplexity.entropy_at_most();
        Self { perplexity, group, ceiling, equals: Vec::new() }
    }

    fn compare(&mut self, other: &Perplexity) -> Ordering {
        if self.perplexity == *other || self.equals.contains(other) {
            return Ordering::Equal;
        }
        let order = self.perplexity.compare(other);
        if order == Ordering::Equal {
            self.equals.push(other.clone());
        }
        order
    }
}
