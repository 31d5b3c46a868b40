//! Rings around a few values, for metrics that are no sums of numbers: most pairs need not be asked about.
//!
//! # Idea
//! Let s be a little more than ε. Around a value p, the ring of x is the least i for which x lies within i·s of p. When two
//! values lie within ε of each other, their rings around any p differ by one at most: from x in ring i, a value y in ring
//! i + 2 or beyond is farther from p than (i + 1)·s, so farther from x than s, by the triangle inequality. So pairs whose
//! rings differ by more are not similar, and all others are asked about.
//!
//! Rings come from the metric's own answers, bound to multiples of s: no distance is rounded. Where a metric answers
//! *similar* in doubt (the great circle), the doubt is far smaller than s − ε.
//!
//! `min` is no metric: values close in one column say nothing about a third, so no ring is of use, and all pairs of
//! distinct values are asked about, on all cores.
//!
//! # Source
//! Yianilos, *Data structures and algorithms for nearest neighbor search in general metric spaces*, SODA 1993: what is known
//! of distances to vantage points rules out others.
//!
//! # Cost
//! [`RINGS`] · [`POINTS`] questions per distinct value once, and as many bytes as points; then one comparison of bytes for
//! most pairs of values, and a question for those that are left.

use aloof_table::{Decimal, Domain};

use super::{Axis, Count, Metric, Similar};
use crate::Unfit;

/// Values that rings are drawn around.
const POINTS: usize = 8;
/// Rings around each; all beyond the last are one.
const RINGS: u8 = 12;
/// Fewer distinct values are asked about one by one.
const FEW: usize = 512;

/// A distance bound to values and ε, with rings that answer for most pairs.
struct Ringed {
    near: Box<dyn Similar>,
    /// Per code, its ring around each point.
    rings: Vec<[u8; POINTS]>,
    /// Codes by their ring around the first point.
    order: Vec<u32>,
}

/// As [`Metric::bind`], made ready for counting the neighbours of all values: where the distance has no way of its own to do
/// that (boxes, or a line), and is a metric, rings are drawn.
pub fn bind_to_count(metric: &dyn Metric, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
    let near = metric.bind(domain, epsilon)?;
    let len = domain.len();
    let has_own = || near.axis().is_some() || near.counts(&vec![0; len]).is_some();
    if len < FEW || !metric.is_metric() || has_own() {
        return Ok(near);
    }
    match step(epsilon) {
        Some(step) => Ok(Box::new(Ringed::new(near, draw(metric, domain, step)?))),
        None => Ok(near),
    }
}

/// A little more than ε; `None` where that is zero or has too many digits.
fn step(epsilon: Decimal) -> Option<Decimal> {
    let (mantissa, scale) = (epsilon.mantissa().checked_mul(1001)?, epsilon.scale().checked_add(3)?);
    let longest = mantissa.checked_mul(i128::from(RINGS))?;
    (mantissa > 0 && scale <= 18 && longest < i128::from(u64::MAX)).then(|| Decimal::new(mantissa, scale))
}

/// The rings of all codes, one multiple of the step after the other.
fn draw(metric: &dyn Metric, domain: &Domain, step: Decimal) -> Result<Vec<[u8; POINTS]>, Unfit> {
    let len = domain.len();
    let points: [u32; POINTS] = std::array::from_fn(|at| (at * len / POINTS) as u32);
    let mut rings = vec![[RINGS + 1; POINTS]; len];
    for ring in 1..=RINGS {
        let within = metric.bind(domain, Decimal::new(step.mantissa() * i128::from(ring), step.scale()))?;
        for (code, rings) in rings.iter_mut().enumerate() {
            for (&point, found) in points.iter().zip(rings) {
                let code = code as u32;
                if *found > RINGS && (code == point || within.similar(point, code)) {
                    *found = ring;
                }
            }
        }
    }
    Ok(rings)
}

impl Ringed {
    fn new(near: Box<dyn Similar>, rings: Vec<[u8; POINTS]>) -> Self {
        let mut order: Vec<u32> = (0..rings.len() as u32).collect();
        order.sort_unstable_by_key(|&code| (rings[code as usize][0], code));
        Self { near, rings, order }
    }

    fn rings_meet(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.rings[a as usize], &self.rings[b as usize]);
        a.iter().zip(b).all(|(&a, &b)| a.abs_diff(b) <= 1)
    }
}

impl Similar for Ringed {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.rings_meet(a, b) && self.near.similar(a, b)
    }

    fn axis(&self) -> Option<&Axis> {
        self.near.axis()
    }

    fn counts(&self, totals: &[u32]) -> Option<Box<dyn Count + '_>> {
        Some(Box::new(Counted { ringed: self, totals: totals.to_vec() }))
    }
}

struct Counted<'a> {
    ringed: &'a Ringed,
    totals: Vec<u32>,
}

impl Count for Counted<'_> {
    fn count(&self, code: u32) -> u64 {
        let Ringed { rings, order, .. } = self.ringed;
        let ring = rings[code as usize][0];
        let start = order.partition_point(|&other| rings[other as usize][0] + 1 < ring);
        let end = order.partition_point(|&other| rings[other as usize][0] <= ring + 1);
        let near = order[start..end].iter().filter(|&&other| other == code || self.ringed.similar(code, other));
        near.map(|&other| u64::from(self.totals[other as usize])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::{Edit, GreatCircle, Hamming};
    use proptest::prelude::*;

    use crate::proximity::testing::{decimal, decimals};

    /// Rings leave every answer as it is, and the counts are those of a scan.
    fn agree(metric: &dyn Metric, domain: &Domain, epsilon: Decimal) -> Result<(), TestCaseError> {
        let near = metric.bind(domain, epsilon).unwrap();
        let Some(step) = step(epsilon) else { return Ok(()) };
        let ringed = Ringed::new(metric.bind(domain, epsilon).unwrap(), draw(metric, domain, step).unwrap());
        let codes = 0..domain.len() as u32;
        let totals: Vec<u32> = codes.clone().map(|code| code % 4).collect();
        let counts = ringed.counts(&totals).unwrap();
        for a in codes.clone() {
            let mut count = 0;
            for b in codes.clone() {
                prop_assert_eq!(ringed.similar(a, b), near.similar(a, b));
                count += if near.similar(a, b) { u64::from(totals[b as usize]) } else { 0 };
            }
            prop_assert_eq!(counts.count(a), count);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn words_keep_their_neighbours(words in proptest::collection::btree_set("[ab]{0,7}", 1..40), epsilon in 0u32..4) {
            let domain = Domain::Labels(words.into_iter().collect());
            agree(&Edit::default(), &domain, decimal(&epsilon.to_string()))?;
        }

        #[test]
        fn places_keep_their_neighbours(
            places in proptest::collection::vec((-90i32..=90, -180i32..=180), 1..16),
            epsilon in proptest::sample::select(vec!["0.5", "111.195", "500", "4000", "20015"]),
        ) {
            let text: Vec<[String; 2]> = places.iter().map(|(a, b)| [a.to_string(), b.to_string()]).collect();
            let rows: Vec<Vec<&str>> = text.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
            let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
            let attribute = decimals(&rows);
            agree(&GreatCircle, attribute.domain(), decimal(epsilon))?;
            agree(&Hamming::default(), attribute.domain(), decimal("1"))?;
        }
    }

    #[test]
    fn many_values_get_rings() {
        let domain = Domain::Labels(
            (0..2 * FEW).map(|at| format!("{at:b}")).collect::<std::collections::BTreeSet<_>>().into_iter().collect(),
        );
        let bound = bind_to_count(&Edit::default(), &domain, Decimal::ONE).unwrap();
        assert!(bound.counts(&vec![1; domain.len()]).is_some());
        let none = bind_to_count(&Edit::default(), &domain, Decimal::ZERO).unwrap();
        assert!(none.counts(&vec![1; domain.len()]).is_none());
    }
}
