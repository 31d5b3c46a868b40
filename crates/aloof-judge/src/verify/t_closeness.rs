//! The earth mover's distance between a group's values and the table's, by the formulas of the paper: each sums over all
//! values of the table. That these formulas are the least work there is, [`super::transport`] can be asked.

use std::collections::BTreeSet;

use aloof_principles::{Ground, TCloseness};
use aloof_table::{Date, Hierarchy, Node, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::counts::{count, counts};
use super::{Literal, Value, share};

pub(super) fn judge(rule: &TCloseness, group: &[Value], table: &[Value]) -> Literal {
    let distance = distance(rule.ground(), group, table);
    let holds = distance <= rule.t().to_ratio().to_big();
    Literal::of_group(distance, holds, group)
}

fn distance(ground: &Ground, group: &[Value], table: &[Value]) -> BigRational {
    let values = counts(table);
    let differences: Vec<BigRational> = values
        .iter()
        .map(|&(value, total)| share(count(value, group), group.len()) - share(total, table.len()))
        .collect();
    let number = |at: usize| values[at].0.number();
    match ground {
        Ground::Equal => differences.iter().map(Signed::abs).sum::<BigRational>() / BigInt::from(2),
        Ground::Ordered => along_a_line(&differences, |_| BigRational::from(BigInt::from(1))),
        Ground::Value => along_a_line(&differences, |at| number(at + 1) - number(at)),
        Ground::Hierarchical(tree) => {
            let leaves: Vec<Node> = values.iter().map(|&(value, _)| leaf(tree, value)).collect();
            in_a_tree(tree, &leaves, &differences)
        }
    }
}

/// `Σ |r_1 + … + r_i| · gap_i`, over the sum of the gaps.
fn along_a_line(differences: &[BigRational], gap: impl Fn(usize) -> BigRational) -> BigRational {
    let (mut carried, mut work, mut length) = (BigRational::zero(), BigRational::zero(), BigRational::zero());
    let all_but_last = &differences[..differences.len() - 1];
    for (at, difference) in all_but_last.iter().enumerate() {
        carried += difference;
        work += carried.abs() * gap(at);
        length += gap(at);
    }
    if length.is_zero() { length } else { work / length }
}

/// `Σ over internal nodes of level(N)/h · min(pos_extra(N), neg_extra(N))`, where a node's extra is the sum of the differences
/// below it, and `pos_extra`, `neg_extra` add up the positive and the negative extras of its children.
fn in_a_tree(tree: &Hierarchy, leaves: &[Node], differences: &[BigRational]) -> BigRational {
    let extra = |node: Node| -> BigRational {
        let below = leaves.iter().zip(differences).filter(|(leaf, _)| tree.covers(node, **leaf));
        below.map(|(_, difference)| difference).sum()
    };
    let mut work = BigRational::zero();
    let mut children: BTreeSet<Node> = leaves.iter().copied().collect();
    for level in 1..=tree.height() {
        let nodes: BTreeSet<Node> = children.iter().filter_map(|&child| tree.parent(child)).collect();
        for &node in &nodes {
            let extras = children.iter().filter(|&&child| tree.parent(child) == Some(node)).map(|&child| extra(child));
            let (positive, negative): (Vec<_>, Vec<_>) = extras.partition(BigRational::is_positive);
            let (positive, negative) =
                (positive.iter().sum::<BigRational>(), negative.iter().sum::<BigRational>().abs());
            work += share(level.into(), tree.height().into()) * positive.min(negative);
        }
        children = nodes;
    }
    work
}

/// The leaf that stands for a value.
pub(super) fn leaf(tree: &Hierarchy, value: &Value) -> Node {
    let found = match value {
        Value::Label(label) => tree.leaf(label),
        Value::Number(number) => {
            let text = Ratio::from(number.clone()).floor_decimal(aloof_table::MAX_SCALE);
            let decimal = text.trim_end_matches('0').trim_end_matches('.');
            let day = number.to_integer().to_i32().map(|day| Date::from_days(day).to_string());
            tree.leaf(decimal).or_else(|| tree.leaf(&day?))
        }
        Value::Tuple(_) | Value::Missing => None,
    };
    found.expect("every value is a leaf of the hierarchy")
}
