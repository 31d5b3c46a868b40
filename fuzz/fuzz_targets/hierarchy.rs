//! Whatever lines are taken for a hierarchy, every label covers the lines on which it stands, in any order of lines.
#![no_main]

use std::collections::BTreeSet;

use aloof_table::Hierarchy;
use libfuzzer_sys::fuzz_target;

/// Lines at line ends, labels at semicolons.
fn paths(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(';').collect()).collect()
}

fuzz_target!(|text: &str| {
    let lines = paths(text);
    let tree = Hierarchy::from_paths(lines.clone());
    let backwards = Hierarchy::from_paths(lines.iter().rev().cloned().collect::<Vec<_>>());
    assert_eq!(tree.is_ok(), backwards.is_ok());
    let (Ok(tree), Ok(backwards)) = (tree, backwards) else { return };
    for label in lines.iter().flatten() {
        let literal: BTreeSet<&str> = lines.iter().filter(|line| line.contains(label)).map(|line| line[0]).collect();
        for tree in [&tree, &backwards] {
            let node = tree.node(label).expect("every label of a line is a node");
            let covered = tree.leaves(node).map(|at| tree.label(tree.leaf_at(at as usize)));
            assert_eq!(covered.collect::<BTreeSet<&str>>(), literal);
        }
    }
});
