//! What a node of a hierarchy covers, against the lines of its file taken literally: a label stands for the first fields of
//! the lines on which it stands. Lines are shuffled, labels repeated and short branches filled up at random.

use std::collections::{BTreeMap, BTreeSet};

use aloof_judge::views::QuasiPair;
use aloof_table::{Column, Generalized, Hierarchy, Kind, LabelColumn, Partition};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

type Lines = Vec<Vec<String>>;
type Leaves = BTreeSet<String>;

/// What every label stands for, or nothing if the lines are no hierarchy or a label stands for two things.
fn meanings(lines: &Lines) -> Option<BTreeMap<String, Leaves>> {
    let mut lines = lines.clone();
    let levels = lines[0].len();
    if levels == 1 || lines.iter().any(|line| line[levels - 1] != lines[0][levels - 1]) {
        lines.iter_mut().for_each(|line| line.push("*".to_owned()));
    }
    let all: Leaves = lines.iter().map(|line| line[0].clone()).collect();
    let mut found: BTreeMap<String, BTreeSet<Leaves>> = BTreeMap::new();
    for level in 0..lines[0].len() {
        for line in &lines {
            let same = lines.iter().filter(|other| other[level] == line[level]);
            if same.clone().any(|other| other.get(level + 1) != line.get(level + 1)) {
                return None;
            }
            let leaves: Leaves = same.map(|other| other[0].clone()).collect();
            found.entry(line[level].clone()).or_default().insert(leaves);
        }
    }
    let is_wrong = |(label, sets): (&String, &BTreeSet<Leaves>)| sets.len() > 1 || label == "*" && !sets.contains(&all);
    if all.len() < lines.len() || found.iter().any(is_wrong) {
        return None;
    }
    Some(found.into_iter().map(|(label, sets)| (label, sets.into_iter().next().unwrap())).collect())
}

/// The leaves that one line's labels share with all of `group`, at the lowest level on which they do.
fn lowest(lines: &Lines, group: &[&String]) -> Leaves {
    let of: Vec<_> = lines.iter().filter(|line| group.contains(&&line[0])).collect();
    let all = || lines.iter().map(|line| line[0].clone()).collect();
    let level = (0..lines[0].len()).find(|&level| of.iter().all(|line| line[level] == of[0][level]));
    level.map_or_else(all, |level| {
        lines.iter().filter(|line| line[level] == of[0][level]).map(|line| line[0].clone()).collect()
    })
}

/// Trees with names of their own on every node, then some cells overwritten by a label that stands elsewhere, often the one
/// below or above: what people do to fill short branches up.
fn lines() -> impl Strategy<Value = Lines> {
    let shape = (1usize..8, 1usize..5, 1usize..4, any::<bool>());
    let strokes = prop::collection::vec((0usize..8, 0usize..5, 0usize..4), 0..4);
    (shape, strokes).prop_flat_map(|((leaves, levels, fan, root), strokes)| {
        let name = move |leaf: usize, level: usize| match level {
            0 => format!("l{leaf}"),
            top if root && top + 1 == levels => "*".to_owned(),
            _ => format!("n{level}_{}", leaf / (fan + 1).pow(level as u32)),
        };
        let mut lines: Lines = (0..leaves).map(|leaf| (0..levels).map(|level| name(leaf, level)).collect()).collect();
        for (leaf, level, how) in strokes {
            let (leaf, level) = (leaf % leaves, level % levels);
            let text = match how {
                0 if level > 0 => lines[leaf][level - 1].clone(),
                1 if level + 1 < levels => lines[leaf][level + 1].clone(),
                2 => "n1_0".to_owned(),
                _ => continue,
            };
            // Often for all lines of the node, as a careful writer would.
            let old = lines[leaf][level].clone();
            let whole = how < 2 && leaf % 2 == 0;
            for line in &mut lines {
                if line[0] == format!("l{leaf}") || whole && line[level] == old {
                    line[level].clone_from(&text);
                }
            }
        }
        Just(lines).prop_shuffle()
    })
}

fn agrees(lines: &Lines) -> TestCaseResult {
    let tree = Hierarchy::from_paths(lines.clone());
    let meanings = meanings(lines);
    prop_assert_eq!(tree.is_ok(), meanings.is_some(), "{:?}", tree.err());
    let (Ok(tree), Some(meanings)) = (tree, meanings) else { return Ok(()) };
    let leaves: Vec<String> = lines.iter().map(|line| line[0].clone()).collect();
    let column = Column::Label(LabelColumn::from_texts(leaves.iter().map(|leaf| Some(leaf.as_str()))));
    let cells = LabelColumn::from_texts(meanings.keys().map(|label| Some(label.as_str())));
    let pair = QuasiPair::new(&column, &cells, Some(&tree)).unwrap();
    for (cell, (label, meaning)) in meanings.iter().enumerate() {
        let node = tree.node(label).unwrap();
        let parsed = Generalized::parse(label, Kind::Label, Some(&tree)).unwrap();
        for (row, leaf) in leaves.iter().enumerate() {
            let literal = meaning.contains(leaf);
            prop_assert_eq!(tree.covers(node, tree.leaf(leaf).unwrap()), literal, "{} of {}", leaf, label);
            prop_assert_eq!(parsed.covers_label(leaf, Some(&tree)), literal, "{} of {}", leaf, label);
            let cover = &pair.covers[pair.cell(cell) as usize];
            prop_assert_eq!(cover.contains(pair.places[row]), literal, "{} of {}", leaf, label);
        }
    }
    // Every group of two is published as the lowest label above both, and that label means just what it should.
    for a in 0..leaves.len() {
        for b in a + 1..leaves.len() {
            let group_of: Vec<u32> =
                (0..leaves.len()).map(|row| if row == a || row == b { 0 } else { aloof_table::NO_GROUP }).collect();
            let text = column.generalize_groups(&Partition::from_group_of(&group_of, 1), Some(&tree));
            let text = text[0].clone().unwrap();
            prop_assert_eq!(&meanings[&text], &lowest(lines, &[&leaves[a], &leaves[b]]), "{}", text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_label_covers_the_lines_it_stands_on(lines in lines()) {
        agrees(&lines)?;
    }

    #[test]
    fn the_order_of_lines_changes_no_meaning((lines, other) in lines().prop_flat_map(|lines| {
        (Just(lines.clone()), Just(lines).prop_shuffle())
    })) {
        let (one, two) = (Hierarchy::from_paths(lines.clone()), Hierarchy::from_paths(other));
        prop_assert_eq!(one.is_ok(), two.is_ok());
        if let (Ok(one), Ok(two)) = (one, two) {
            let below = |tree: &Hierarchy, label: &str| -> Option<Leaves> {
                let leaves = tree.leaves(tree.node(label)?);
                Some(leaves.map(|at| tree.label(tree.leaf_at(at as usize)).to_owned()).collect())
            };
            for label in lines.iter().flatten() {
                prop_assert_eq!(below(&one, label), below(&two, label));
            }
        }
    }
}

/// So that the properties above do not hold for want of hierarchies: of 1000, at least a quarter are taken and a quarter
/// refused.
#[test]
fn both_kinds_are_tried() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let taken = (0..1000).filter(|_| meanings(&lines().new_tree(&mut runner).unwrap().current()).is_some()).count();
    assert!((250..=750).contains(&taken), "{taken}");
}
