//! `sum` and `max`: a distance put together from others, each over columns of its own: Σ wₚ·dₚ, or the greatest wₚ·dₚ.
//!
//! # Source
//! Our own. The papers ask for *one* distance over a composite value; education by its hierarchy, income by difference and
//! a diagnosis by a table of distances make one only together.
//!
//! # Measure
//! In whatever the parts measure, times their weights. With parts in [0, 1] and weights that sum to 1 a sum lies in [0, 1].
//!
//! # Cost
//! That of the parts.
//!
//! # Caution
//! Only distances that are sums themselves can be added exactly: `l1`, `hamming`, `hierarchy`, `edit`, `matrix` and
//! `variational`. The greatest can be taken of any; a weight other than 1 again only of those.

use aloof_table::{Decimal, Domain};

use super::exact::{self, Combine, Component};
use super::{Distance, Metric, Similar};
use crate::{ParamError, Unfit};

/// Several distances, added up or the greatest of them.
#[derive(Clone, Debug)]
pub struct Composite {
    greatest: bool,
    parts: Vec<Share>,
}

/// One of the distances.
#[derive(Clone, Debug)]
pub struct Share {
    /// The columns it is about, by their place among the sensitive ones.
    pub columns: Vec<usize>,
    /// What it counts.
    pub weight: Decimal,
    /// How it measures.
    pub distance: Distance,
}

impl Composite {
    /// The sum of the parts or, with `greatest`, the greatest of them.
    pub fn new(greatest: bool, parts: Vec<Share>) -> Result<Self, ParamError> {
        let wrong = |message: String| Err(ParamError::new("parts", message));
        if parts.is_empty() {
            return wrong("must name at least one distance".to_owned());
        }
        if parts.iter().any(|part| part.weight.is_negative()) || parts.iter().all(|part| part.weight == Decimal::ZERO) {
            return wrong("must have weights that are not negative, and not all zero".to_owned());
        }
        if let Some(part) = parts.iter().find(|part| part.columns.is_empty()) {
            return wrong(format!("must each name columns; `{}` names none", part.distance.metric().name()));
        }
        let plain = |part: &&Share| !part.distance.is_sum() && (!greatest || part.weight != Decimal::ONE);
        if let Some(part) = parts.iter().find(plain) {
            let name = part.distance.metric().name();
            return wrong(if greatest {
                format!("can give `{name}` no other weight than 1")
            } else {
                format!(
                    "cannot add `{name}` to others exactly; use kind = \"max\", or l1, hamming, hierarchy, edit, matrix"
                )
            });
        }
        Ok(Self { greatest, parts })
    }

    /// Whether the greatest counts, and not the sum.
    pub fn is_greatest(&self) -> bool {
        self.greatest
    }

    /// The distances.
    pub fn parts(&self) -> &[Share] {
        &self.parts
    }
}

impl Share {
    fn summands(&self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        let mut summands = self.distance.summands(&self.pick(domain)?)?;
        let weight = self.weight.to_ratio().to_big();
        summands.iter_mut().for_each(|component| component.factor *= &weight);
        Ok(summands)
    }

    /// The values of its columns, under the codes of all.
    fn pick(&self, domain: &Domain) -> Result<Domain, Unfit> {
        let (parts, codes): (Vec<Domain>, Vec<Vec<u32>>) = match domain {
            Domain::Tuples { parts, codes } => (parts.clone(), codes.clone()),
            single => (vec![single.clone()], vec![(0..single.len() as u32).collect()]),
        };
        if let Some(column) = self.columns.iter().find(|&&column| column >= parts.len()) {
            return Err(Unfit(format!("a part is about sensitive column {}; there are {}", column + 1, parts.len())));
        }
        let pick = |&column: &usize| (parts[column].clone(), codes[column].clone());
        let (parts, codes) = self.columns.iter().map(pick).unzip();
        Ok(Domain::Tuples { parts, codes })
    }
}

impl Metric for Composite {
    fn name(&self) -> &'static str {
        if self.greatest { "max" } else { "sum" }
    }

    fn is_metric(&self) -> bool {
        self.parts.iter().all(|part| part.distance.metric().is_metric())
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        if !self.greatest {
            let parts = self.parts.iter().map(|part| part.summands(domain)).collect::<Result<Vec<_>, _>>()?;
            return Ok(exact::bind(parts.into_iter().flatten().collect(), Combine::Sum, 1, epsilon));
        }
        let one = |part: &Share| {
            if part.distance.is_sum() {
                return Ok(exact::bind(part.summands(domain)?, Combine::Sum, 1, epsilon));
            }
            part.distance.metric().bind(&part.pick(domain)?, epsilon)
        };
        Ok(Box::new(All(self.parts.iter().map(one).collect::<Result<_, _>>()?)))
    }
}

/// Similar by all.
struct All(Vec<Box<dyn Similar>>);

impl Similar for All {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.0.iter().all(|part| part.similar(a, b))
    }
}
