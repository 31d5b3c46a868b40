//! What distances over several columns share: weights, a scale, declared domains and hierarchies.
//!
//! The difference in column i is
//!
//! - for numbers (and dates, in days) |xᵢ − yᵢ|, divided by the length of the column's domain when a scale is asked for;
//! - for labels with a hierarchy, the level of their lowest common ancestor over the height of the hierarchy: 0 for equal
//!   labels, 1 for labels that meet only at the root. Labels without a hierarchy have no difference that could be added
//!   to a number; counting every two as far apart would hide neighbours whenever a column of numbers was read as text.
//!
//! | scale | length of a domain | weights when none are given |
//! |---|---|---|
//! | none | 1: differences are in the column's own units | 1 |
//! | `domain` | of the declared domain, or else the range of the data | 1/n for n columns |
//! | `range` | the range of the data | 1/n for n columns |
//!
//! A column whose domain has length zero adds nothing.

use std::sync::Arc;

use aloof_table::{Decimal, Domain, Hierarchy};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::exact::{Component, Gap};
use super::hierarchy::Ancestors;
use crate::{ParamError, Unfit};

/// By what differences are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// By the length of the declared domain, or else the range of the data.
    Domain,
    /// By the range of the data.
    Range,
}

impl std::str::FromStr for Scale {
    type Err = ParamError;
    fn from_str(text: &str) -> Result<Self, ParamError> {
        match text {
            "domain" => Ok(Self::Domain),
            "range" => Ok(Self::Range),
            _ => Err(ParamError::new("scale", "must be \"domain\" or \"range\", or left out")),
        }
    }
}

/// Weights, scale, declared domains and hierarchies, one of each per column.
#[derive(Clone, Debug, Default)]
pub struct Components {
    weights: Vec<Decimal>,
    scale: Option<Scale>,
    domains: Vec<Option<(Decimal, Decimal)>>,
    hierarchies: Vec<Option<Arc<Hierarchy>>>,
}

impl Components {
    /// Each list holds one entry per column or none at all. Dates' domains are in days since 1970-01-01.
    pub fn new(
        weights: Vec<Decimal>,
        scale: Option<Scale>,
        domains: Vec<Option<(Decimal, Decimal)>>,
        hierarchies: Vec<Option<Arc<Hierarchy>>>,
    ) -> Result<Self, ParamError> {
        if weights.iter().any(|weight| weight.is_negative()) {
            return Err(ParamError::new("weights", "must not be negative"));
        }
        if !weights.is_empty() && weights.iter().all(|&weight| weight == Decimal::ZERO) {
            return Err(ParamError::new("weights", "must not all be zero: every two values would be equal"));
        }
        if domains.iter().flatten().any(|(low, high)| low > high) {
            return Err(ParamError::new("domain", "must be [lowest, highest]"));
        }
        Ok(Self { weights, scale, domains, hierarchies })
    }

    /// The weights that were given; none for the default ones.
    pub fn weights(&self) -> &[Decimal] {
        &self.weights
    }

    /// By what differences are divided.
    pub fn scale(&self) -> Option<Scale> {
        self.scale
    }

    /// The declared domain of a column.
    pub fn domain(&self, part: usize) -> Option<(Decimal, Decimal)> {
        self.domains.get(part).copied().flatten()
    }

    /// The hierarchy of a column.
    pub fn hierarchy(&self, part: usize) -> Option<&Hierarchy> {
        self.hierarchies.get(part).and_then(Option::as_deref)
    }

    /// The columns of `domain`, when there are as many of them as of weights, domains and hierarchies.
    pub(super) fn parts<'d>(&self, domain: &'d Domain) -> Result<Vec<Part<'d>>, Unfit> {
        let parts = parts(domain);
        let lists =
            [("weights", self.weights.len()), ("domains", self.domains.len()), ("hierarchies", self.hierarchies.len())];
        match lists.into_iter().find(|&(_, len)| len != 0 && len != parts.len()) {
            Some((list, len)) => Err(Unfit(format!(
                "{len} {list} were given for {} sensitive columns: give one per column",
                parts.len()
            ))),
            None => Ok(parts),
        }
    }

    /// What column `part` of `parts` counts: the weight given, or else 1, or else, when scaled, 1 over their number.
    pub(super) fn weight(&self, part: usize, parts: usize) -> BigRational {
        match (self.weights.get(part), self.scale) {
            (Some(weight), _) => weight.to_ratio().to_big(),
            (None, None) => BigRational::one(),
            (None, Some(_)) => BigRational::new(BigInt::one(), BigInt::from(parts)),
        }
    }

    /// The columns' differences to the power `power`, weighted: what `l1`, `l2`, `linf` and `min` combine.
    pub(super) fn differences(&self, name: &str, domain: &Domain, power: u32) -> Result<Vec<Component>, Unfit> {
        let parts = self.parts(domain)?;
        let count = parts.len();
        let component = |(at, part): (usize, Part<'_>)| {
            let (gap, unit) = match part.domain {
                Domain::Numbers { values, scale, .. } => (Gap::Line(values.clone()), self.unit(at, values, *scale)?),
                // Where nobody has a value, nothing differs from anything.
                Domain::Labels(labels) if labels.is_empty() => (Gap::Line(Vec::new()), BigRational::one()),
                Domain::Labels(_) => {
                    let tree = self.hierarchy(at).ok_or_else(|| no_difference(name, at))?;
                    let ancestors = Ancestors::new(tree, part.domain, at)?;
                    let unit = ancestors.unit();
                    (Gap::Steps(Box::new(ancestors)), unit)
                }
                Domain::Tuples { .. } => return Err(nested()),
            };
            let factor = self.weight(at, count) * unit.pow(power as i32);
            Ok(Component { codes: part.codes.map(<[u32]>::to_vec), gap, factor })
        };
        parts.into_iter().enumerate().map(component).collect()
    }

    /// What one unit of the last decimal counts: over the length of the domain, zero when that is zero.
    fn unit(&self, part: usize, values: &[i128], scale: u8) -> Result<BigRational, Unfit> {
        let unit = BigRational::new(BigInt::one(), BigInt::from(10).pow(u32::from(scale)));
        let length = match self.scale {
            None => return Ok(unit),
            Some(Scale::Range) => range(values) * &unit,
            Some(Scale::Domain) => match self.domain(part) {
                None => range(values) * &unit,
                Some(declared) => declared_length(declared, part, values, &unit)?,
            },
        };
        Ok(if length.is_zero() { length } else { unit / length })
    }
}

fn range(values: &[i128]) -> BigRational {
    match (values.first(), values.last()) {
        (Some(&first), Some(&last)) => BigRational::from(BigInt::from(last) - BigInt::from(first)),
        _ => BigRational::zero(),
    }
}

fn declared_length(
    (low, high): (Decimal, Decimal),
    part: usize,
    values: &[i128],
    unit: &BigRational,
) -> Result<BigRational, Unfit> {
    let (low, high) = (low.to_ratio().to_big(), high.to_ratio().to_big());
    let inside = |&&value: &&i128| {
        let value = BigRational::from(BigInt::from(value)) * unit;
        low <= value && value <= high
    };
    // Values ascend: when the ends lie inside, all do.
    if values.first().iter().chain(values.last().iter()).all(inside) {
        return Ok(high - low);
    }
    let outside = values.len() - values.iter().filter(inside).count();
    Err(Unfit(format!(
        "{outside} distinct values of sensitive column {} lie outside its declared domain: declare a wider one",
        part + 1
    )))
}

/// A column of an attribute.
pub(super) struct Part<'d> {
    /// Its code for each code of the attribute; `None` when they are the same.
    pub codes: Option<&'d [u32]>,
    /// Its distinct values.
    pub domain: &'d Domain,
}

/// The columns of an attribute.
pub(super) fn parts(domain: &Domain) -> Vec<Part<'_>> {
    match domain {
        Domain::Tuples { parts, codes } => {
            parts.iter().zip(codes).map(|(domain, codes)| Part { codes: Some(codes), domain }).collect()
        }
        single => vec![Part { codes: None, domain: single }],
    }
}

fn no_difference(name: &str, part: usize) -> Unfit {
    Unfit(format!(
        "sensitive column {} holds labels, which have no difference that `{name}` could measure: give the column a \
         hierarchy (one in which every label lies below `*` makes all labels equally far apart), or use `hamming`",
        part + 1
    ))
}

pub(super) fn nested() -> Unfit {
    Unfit("a sensitive column cannot itself be made of several".to_owned())
}
