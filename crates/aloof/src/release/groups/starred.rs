//! Cells that are left out: every group shows one value in a column, one class, or a node that not everybody lies under, or else `*`.
//!
//! # Idea
//! A `*` in a single row of a group would make that row another group to whoever looks: they who have the rare label, and nobody
//! else, would stand there. So rows are parted by what their cell would show, before groups are sought. Rows whose part may not stand go
//! together into a part whose cells are `*`, and so do some others, drawn by chance, where those alone may not stand either. Whether they
//! may is a matter of how many they are, and never of their values: a `*`, or one more of them, would else say that values lie near
//! each other. Where a part that is large enough does not keep what is asked, nothing is made.
//!
//! # Pseudocode
//! ```text
//! parts ← {all rows}
//! for each column with suppress_cells:
//!     for each part: its rows by what the column's cell would show
//!         starred ← rows of every class that may not stand
//!         while starred may not stand: add rows by chance, of classes that may stand without them;
//!             if that does not do, whole classes, the smallest first
//!     refuse if more cells are starred than the policy lets be
//! refuse if a part does not keep what is asked
//! every part is dealt as a table is; in starred ones the column counts for nothing
//! ```
//!
//! # Why it holds
//! Everything that is asked is monotone and a matter of each group by itself (the policy is refused otherwise), and every part keeps
//! it as one group. So each part has groups that keep it, and groups of two parts that look alike keep it together.
//!
//! # Cost
//! One question of what is asked per part.

use std::collections::BTreeMap;

use aloof_methods::split::MayStand;
use aloof_table::{Column, Hierarchy, LabelColumn, Node, Partition, Ratio};

use super::dealt::{Deal, Solved, deal};
use super::kept::{Kept, Quasi};
use super::plan::Plan;
use super::rules::{GroupRule, group_rule};
use crate::data::Ladder;
use crate::policy::Policy;
use crate::release::maker::Case;
use crate::{Error, Refusal, Why};

/// Rows that show the same in all columns asked about, so far.
struct Part {
    /// Among those that are kept, ascending.
    rows: Vec<u32>,
    /// By quasi column.
    starred: Vec<bool>,
}

/// The rows of every class.
type ByClass = BTreeMap<u32, Vec<u32>>;

/// What a cell can show nothing of but `*`.
const NOTHING: u32 = u32::MAX;
/// A missing value, which is published as one.
const MISSING: u32 = u32::MAX - 1;

/// Groups of everyone, with cells left out as the policy asks for it; `None` where it does not, or not even all rows may stand.
pub(super) fn starred(
    plan: &Plan<'_>,
    case: &Case<'_>,
    everyone: &Kept<'_>,
    last: bool,
) -> Result<Option<Solved>, Error> {
    let Case { policy, .. } = *case;
    if !policy.columns().iter().any(|rule| rule.suppress_cells().is_some()) {
        return Ok(None);
    }
    let rules: Vec<GroupRule<'_>> =
        policy.protect().iter().map(|protect| group_rule(protect, policy, everyone)).collect::<Result<_, _>>()?;
    let checks = rules.iter().map(GroupRule::bind).collect::<Result<Vec<_>, _>>()?;
    let may_stand = |rows: &[u32]| rules.iter().zip(&checks).all(|(rule, check)| rule.lets(check.as_ref(), rows));
    let all: Vec<u32> = (0..everyone.rows.len() as u32).collect();
    if !may_stand(&all) {
        return Ok(None);
    }
    let least = rules.iter().map(|rule| rule.rule.principle().least_rows()).max().unwrap_or(1) as usize;
    let parts = parts(case, everyone, all, &|rows: &[u32]| rows.len() >= least)?;
    let alike = parts.iter().filter(|part| !may_stand(&part.rows)).count();
    if alike > 0 {
        return Err(Refusal::new(Why::PartsTooAlike { parts: alike, all: parts.len(), least }).into());
    }
    dealt(plan, case, everyone, &parts, last).map(Some)
}

/// All rows, parted by one column after the other.
fn parts(case: &Case<'_>, everyone: &Kept<'_>, all: Vec<u32>, may_stand: MayStand<'_>) -> Result<Vec<Part>, Error> {
    let rows = all.len();
    let mut parts = vec![Part { rows: all, starred: vec![false; everyone.quasi.len()] }];
    for (at, quasi) in everyone.quasi.iter().enumerate() {
        let Some(allowed) = may_be_left_out(case.policy, quasi.name, rows) else { continue };
        let classes = classes(quasi);
        let order = case.chance.order(&format!("cells left out of {}", quasi.name), rows);
        parts = parts.into_iter().flat_map(|part| part_by(&part, at, &classes, &order, may_stand)).collect();
        let needed = parts.iter().filter(|part| part.starred[at]).map(|part| part.rows.len()).sum();
        if needed > allowed {
            let column = quasi.name.to_owned();
            return Err(Refusal::new(Why::CellsLeftOut { column, needed, allowed, cells: rows }).into());
        }
    }
    Ok(parts)
}

/// How many of so many cells of a column may be left out, where the policy says so.
fn may_be_left_out(policy: &Policy, name: &str, cells: usize) -> Option<usize> {
    let share = policy.column(name)?.suppress_cells()?;
    let allowed = share.to_ratio().to_big() * Ratio::whole(cells as u64).to_big();
    Some(allowed.to_integer().try_into().unwrap_or(0))
}

/// What the cell of each row would show if it stood for nobody else, as a number.
fn classes(quasi: &Quasi<'_>) -> Vec<u32> {
    if let Ladder::Tree(tree) = quasi.ladder {
        return below_top(&quasi.column, tree);
    }
    let alone: Vec<u32> = (0..quasi.column.len() as u32).collect();
    let shown = quasi.text(&Partition::from_group_of(&alone, alone.len()));
    let class = |row: usize| match shown.get(row) {
        None => MISSING,
        Some("*") => NOTHING,
        Some(_) => shown.codes()[row],
    };
    (0..shown.len()).map(class).collect()
}

/// Which of the highest nodes that not everybody lies under each label lies under: a cell that covers everybody shows nothing.
fn below_top(column: &Column, tree: &Hierarchy) -> Vec<u32> {
    let labels = column.to_labels();
    let leaves: Vec<Option<Node>> = labels.labels().iter().map(|label| tree.leaf(label)).collect();
    let mut known = leaves.iter().zip(labels.counts()).filter(|(_, rows)| *rows > 0).filter_map(|(leaf, _)| *leaf);
    let top = known.next().map(|first| known.fold(first, |top, leaf| tree.common(top, leaf)));
    let mut nodes: Vec<Node> = Vec::new();
    let mut number = |node: Node| {
        let known = nodes.iter().position(|other| *other == node);
        known.unwrap_or_else(|| {
            nodes.push(node);
            nodes.len() - 1
        }) as u32
    };
    let of_label: Vec<u32> = leaves
        .into_iter()
        .map(|leaf| leaf.zip(top).map_or(NOTHING, |(leaf, top)| number(under(tree, top, leaf))))
        .collect();
    let class = |&code: &u32| if code == LabelColumn::MISSING { MISSING } else { of_label[code as usize] };
    labels.codes().iter().map(class).collect()
}

/// The node right below `top` that a leaf lies under; the leaf, where it is the top.
fn under(tree: &Hierarchy, top: Node, leaf: Node) -> Node {
    let mut node = leaf;
    while let Some(above) = tree.parent(node).filter(|&above| node != top && above != top) {
        node = above;
    }
    node
}

/// A part by what its cells would show; what may not stand so is starred together.
fn part_by(part: &Part, at: usize, classes: &[u32], order: &[u32], may_stand: MayStand<'_>) -> Vec<Part> {
    let mut standing: ByClass = BTreeMap::new();
    part.rows.iter().for_each(|&row| standing.entry(classes[row as usize]).or_default().push(row));
    let mut stars = standing.remove(&NOTHING).unwrap_or_default();
    standing.retain(|_, rows| {
        let stands = may_stand(rows);
        if !stands {
            stars.append(rows);
        }
        stands
    });
    if !stars.is_empty() && !may_stand(&stars) {
        stars = filled(stars, &mut standing, classes, order, may_stand);
    }
    stars.sort_unstable();
    let starred = |value: bool| {
        let mut starred = part.starred.clone();
        starred[at] = value;
        starred
    };
    let mut parts: Vec<Part> = standing.into_values().map(|rows| Part { rows, starred: starred(false) }).collect();
    if !stars.is_empty() {
        parts.push(Part { rows: stars, starred: starred(true) });
    }
    parts
}

/// Starred rows with so many others that they may stand. At worst these are all rows of the part, which may.
fn filled(
    stars: Vec<u32>,
    standing: &mut ByClass,
    classes: &[u32],
    order: &[u32],
    may_stand: MayStand<'_>,
) -> Vec<u32> {
    if let Some((stars, left)) = drawn(&stars, standing.clone(), classes, order, may_stand) {
        *standing = left;
        return stars;
    }
    let mut stars = stars;
    while !may_stand(&stars) {
        let Some(&class) = standing.iter().min_by_key(|(class, rows)| (rows.len(), **class)).map(|(class, _)| class)
        else {
            break;
        };
        stars.extend(standing.remove(&class).unwrap_or_default());
        stars.sort_unstable();
    }
    stars
}

/// The same with rows in the order that was drawn, an eighth more each time, of classes that may stand without them.
fn drawn(
    stars: &[u32],
    mut standing: ByClass,
    classes: &[u32],
    order: &[u32],
    may_stand: MayStand<'_>,
) -> Option<(Vec<u32>, ByClass)> {
    let mut stars = stars.to_vec();
    let is_here = |row: &u32| standing.get(&classes[*row as usize]).is_some_and(|rows| rows.binary_search(row).is_ok());
    let order: Vec<u32> = order.iter().copied().filter(is_here).collect();
    let mut next = order.as_slice();
    while !may_stand(&stars) {
        let (some, others) = next.split_at_checked((stars.len() / 8).max(1)).unwrap_or((next, &[]));
        if some.is_empty() {
            return None;
        }
        next = others;
        let mut of_class: ByClass = BTreeMap::new();
        some.iter().for_each(|&row| of_class.entry(classes[row as usize]).or_default().push(row));
        for (class, out) in of_class {
            let Some(rows) = standing.get_mut(&class) else { continue };
            let left: Vec<u32> = rows.iter().copied().filter(|row| !out.contains(row)).collect();
            if may_stand(&left) {
                *rows = left;
                stars.extend(out);
            }
        }
        stars.sort_unstable();
    }
    Some((stars, standing))
}

/// Every part in groups of its own.
fn dealt(plan: &Plan<'_>, case: &Case<'_>, everyone: &Kept<'_>, parts: &[Part], last: bool) -> Result<Solved, Error> {
    let mut group_of = vec![0u32; everyone.rows.len()];
    let mut part_of: Vec<&Part> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let first = part_of.len() as u32;
        let of_part = groups_of(plan, case, everyone, part, last && at + 1 == parts.len())?;
        for (&row, group) in part.rows.iter().zip(of_part.group_of(part.rows.len())) {
            group_of[row as usize] = first + group;
        }
        part_of.extend(std::iter::repeat_n(part, of_part.len()));
    }
    let mut solved = Solved::new(everyone, Partition::from_group_of(&group_of, part_of.len()));
    for (at, texts) in solved.texts.iter_mut().enumerate() {
        let cell = |group: usize| if part_of[group].starred[at] { Some("*") } else { texts.get(group) };
        *texts = LabelColumn::from_texts((0..part_of.len()).map(cell));
    }
    Ok(solved)
}

/// The groups of a part, by the columns that it shows something of; all of it, which may stand, where no others are found.
fn groups_of(
    plan: &Plan<'_>,
    case: &Case<'_>,
    everyone: &Kept<'_>,
    part: &Part,
    last: bool,
) -> Result<Partition, Error> {
    let mut kept = Kept::new(case.original, part.rows.iter().map(|&row| everyone.rows[row as usize]).collect());
    let mut shown = part.starred.iter().map(|starred| !starred);
    kept.quasi.retain(|_| shown.next().unwrap_or(true));
    let one = || Partition::from_group_of(&vec![0; part.rows.len()], 1);
    if kept.quasi.is_empty() {
        return Ok(one());
    }
    match deal(plan, case, &kept, 0, last) {
        Ok(Deal::Groups(solved)) => Ok(solved.partition),
        Ok(Deal::Fewer(_)) | Err(Error::Refused(_)) => Ok(one()),
        Err(error) => Err(error),
    }
}
