//! How far (c, k)-safety and skyline privacy can go: each number by itself, where the others stay as asked.
//!
//! All rows as one group decide, as for every monotone principle. Where they keep what is asked, the least confidence is told; where they
//! do not, that of every point that they break, if any confidence above it is one, and how much may be known at the most.
//!
//! # Cost
//! A judgement of all rows per halving of what is known, of which there are six.

use aloof_principles::{CKSafety, Finding, Point, Principle, Skyline};
use aloof_table::{Attribute, Ratio};

use super::whole::{Best, Limit};

/// Finds how far numbers can go of what one group of all rows holds.
pub(super) struct Knowledge<'a> {
    pub attribute: &'a Attribute,
    pub group: &'a [u32],
}

impl Knowledge<'_> {
    /// Of (c, k)-safety.
    pub fn c_k_safety(&self, rule: &CKSafety, finding: &Finding) -> Vec<Best> {
        let with = |k| match rule.epsilon() {
            Some(epsilon) => CKSafety::within(rule.c(), k, epsilon).ok(),
            None => CKSafety::new(rule.c(), k).ok(),
        };
        let holds = |k| with(k).is_some_and(|rule| self.holds(&rule));
        let most = most("k", rule.k(), holds).filter(|_| !finding.holds);
        or_nothing("c", confidence("c", &finding.measure).into_iter().chain(most).collect())
    }

    /// Of every point of a skyline; where it is broken, of those that are.
    pub fn skyline(&self, rule: &Skyline, holds: bool) -> Vec<Best> {
        let several = rule.points().len() > 1;
        let points = rule.points().iter().filter(|point| holds || !self.point_holds(**point));
        points.flat_map(|point| self.point(*point, several)).collect()
    }

    /// Of one point, named where there are several.
    fn point(&self, point: Point, several: bool) -> Vec<Best> {
        let (l, k, m, c) = (point.l(), point.k(), point.m(), point.c());
        let of = if several { format!(" at ({l}, {k}, {m})") } else { String::new() };
        let measure = self.finding(&Skyline::new(vec![point]).expect("there is a point")).map(|found| found.measure);
        let c_of = format!("c{of}");
        let confidence = measure.and_then(|measure| confidence(&c_of, &measure));
        if self.point_holds(point) {
            return confidence.into_iter().collect();
        }
        let keeps = |l, k, m| Point::new(l, k, m, c).is_ok_and(|point| self.point_holds(point));
        let known = [
            most(&format!("l{of}"), l, |l| keeps(l, k, m)),
            most(&format!("k{of}"), k, |k| keeps(l, k, m)),
            most(&format!("m{of}"), m, |m| keeps(l, k, m)),
        ];
        or_nothing(&c_of, confidence.into_iter().chain(known.into_iter().flatten()).collect())
    }

    fn point_holds(&self, point: Point) -> bool {
        Skyline::new(vec![point]).is_ok_and(|rule| self.holds(&rule))
    }

    fn holds(&self, rule: &dyn Principle) -> bool {
        self.finding(rule).is_some_and(|finding| finding.holds)
    }

    fn finding(&self, rule: &dyn Principle) -> Option<Finding> {
        let check = rule.bind_among(self.attribute, &mut std::iter::once(self.group)).ok()?;
        Some(check.judge(self.group))
    }
}

/// The confidence must be above this belief, if it can be: none is above 1.
fn confidence(parameter: &str, belief: &Ratio) -> Option<Best> {
    (*belief < Ratio::one()).then(|| Best { parameter: parameter.to_owned(), limit: Limit::Above(belief.clone()) })
}

/// The most of what is known, below what is asked, for which it holds; whoever knows more believes no less.
fn most(parameter: &str, asked: u32, holds: impl Fn(u32) -> bool) -> Option<Best> {
    if asked == 0 || !holds(0) {
        return None;
    }
    let (mut most, mut broken) = (0, asked);
    while broken - most > 1 {
        let middle = most.midpoint(broken);
        if holds(middle) { most = middle } else { broken = middle }
    }
    Some(Best { parameter: parameter.to_owned(), limit: Limit::AtMost(Ratio::whole(u64::from(most))) })
}

/// Where no number by itself would do, no confidence does.
fn or_nothing(confidence: &str, best: Vec<Best>) -> Vec<Best> {
    if best.is_empty() { vec![Best { parameter: confidence.to_owned(), limit: Limit::Nothing }] } else { best }
}
