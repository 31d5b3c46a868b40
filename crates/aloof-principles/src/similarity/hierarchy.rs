//! `hierarchy`: how far up two labels meet: Σ wᵢ · level of the lowest common ancestor / height of the hierarchy, over
//! the columns. For one column: 0 for equal labels, 1 for labels that meet only at the root.
//!
//! # Source
//! The hierarchical distance of Li, Li and Venkatasubramanian, *t-closeness*, ICDE 2007; Wang and Liu, ICDE 2010, use
//! taxonomies for the categorical part of their sensitive values.
//!
//! # Measure
//! In [0, 1] for one column, and for several with a scale (weights 1/n by default); without one the sum over columns.
//!
//! # Cost
//! At most the height per column and pair.
//!
//! # Caution
//! Only as telling as the hierarchy: labels of different branches are far apart however alike they are.

use aloof_table::{Decimal, Domain, Hierarchy, Node};
use num_bigint::BigInt;
use num_rational::BigRational;

use super::components::Part;
use super::exact::{self, Combine, Component, Gap, Steps};
use super::{Components, Metric, Similar};
use crate::Unfit;

/// The level at which labels meet in their hierarchies.
#[derive(Clone, Debug, Default)]
pub struct ByHierarchy(Components);

impl ByHierarchy {
    /// Over columns each of which must have a hierarchy.
    pub fn new(components: Components) -> Self {
        Self(components)
    }

    /// Weights, scale and hierarchies.
    pub fn components(&self) -> &Components {
        &self.0
    }

    /// What is added up.
    pub(super) fn summands(&self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        let parts = self.0.parts(domain)?;
        let count = parts.len();
        let component = |(at, part): (usize, Part<'_>)| {
            let tree = self.0.hierarchy(at).ok_or_else(|| no_hierarchy(at))?;
            let ancestors = Ancestors::new(tree, part.domain, at)?;
            let factor = self.0.weight(at, count) * ancestors.unit();
            Ok(Component { codes: part.codes.map(<[u32]>::to_vec), gap: Gap::Steps(Box::new(ancestors)), factor })
        };
        parts.into_iter().enumerate().map(component).collect()
    }
}

impl Metric for ByHierarchy {
    fn name(&self) -> &'static str {
        "hierarchy"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.summands(domain)?, Combine::Sum, 1, epsilon))
    }
}

fn no_hierarchy(part: usize) -> Unfit {
    Unfit(format!("the distance `hierarchy` needs one for every column; sensitive column {} has none", part + 1))
}

/// The nodes above each label of a column, level by level.
pub(super) struct Ancestors {
    nodes: Vec<Node>,
    height: usize,
}

impl Ancestors {
    /// Of the labels of `domain`, or of numbers as they are written, which is sensitive column `part`.
    pub fn new(tree: &Hierarchy, domain: &Domain, part: usize) -> Result<Self, Unfit> {
        if matches!(domain, Domain::Tuples { .. } | Domain::Numbers { dates: true, .. }) {
            return Err(Unfit(format!("a hierarchy needs labels; sensitive column {} holds dates", part + 1)));
        }
        let leaves: Vec<Option<Node>> = (0..domain.len() as u32).map(|code| tree.leaf(&domain.text(code))).collect();
        let missing = leaves.iter().filter(|leaf| leaf.is_none()).count();
        if missing > 0 {
            return Err(Unfit(format!(
                "{missing} of {} distinct values of sensitive column {} are not in its hierarchy: add a line for each",
                leaves.len(),
                part + 1
            )));
        }
        let path = |leaf: Node| std::iter::successors(Some(leaf), |&node| tree.parent(node));
        Ok(Self { nodes: leaves.into_iter().flatten().flat_map(path).collect(), height: usize::from(tree.height()) })
    }

    /// What one level counts.
    pub fn unit(&self) -> BigRational {
        BigRational::new(BigInt::from(1), BigInt::from(self.height.max(1)))
    }

    fn path(&self, code: u32) -> &[Node] {
        let length = self.height + 1;
        &self.nodes[code as usize * length..][..length]
    }
}

impl Steps for Ancestors {
    fn sizes(&self) -> Vec<BigInt> {
        (0..=self.height).map(BigInt::from).collect()
    }

    fn step(&self, a: u32, b: u32) -> usize {
        let meet = self.path(a).iter().zip(self.path(b)).position(|(a, b)| a == b);
        meet.unwrap_or(self.height)
    }
}
