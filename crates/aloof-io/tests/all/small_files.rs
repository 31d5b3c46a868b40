//! Hierarchies and distance matrices.

use std::path::Path;

use crate::common::memory;
use aloof_io::{Source, read_hierarchy, read_matrix};

fn hierarchy_error(text: &str) -> String {
    read_hierarchy(&memory(text.to_owned())).unwrap_err().to_string()
}

#[test]
fn hierarchies_in_three_dialects() {
    for text in ["a;x;*\nb;x;*\n", "a,x,*\r\n\r\nb,x,*\r\n", "\u{feff}\"a\"\tx\t*\n b \tx\t*"] {
        let tree = read_hierarchy(&memory(text)).unwrap();
        assert_eq!((tree.len(), tree.height()), (2, 2), "{text:?}");
        assert_eq!(tree.leaves(tree.node("x").unwrap()).len(), 2);
        assert!(tree.leaf("b").is_some());
    }
    let ranges = read_hierarchy(&memory("1;[0, 5[;*\n7;[5, 10[;*\n")).unwrap();
    assert!(ranges.node("[5, 10[").is_some());
}

#[test]
fn hierarchies_that_are_none() {
    assert_eq!(hierarchy_error(""), "pay.csv: the hierarchy is empty");
    assert_eq!(hierarchy_error("a;*\n\n\nb;x;*\n"), "pay.csv: line 4 has 3 levels, the first line has 2");
    assert_eq!(hierarchy_error("\"a\nb\";*\n\na;*\na;*\n"), "pay.csv: line 5: `a` stands on line 4 already");
    assert_eq!(hierarchy_error("a;*\n\"b;*\n"), "pay.csv, line 2: a quote is opened here and never closed");
    assert!(hierarchy_error("\na;x;*\nb;x;+\n").starts_with("pay.csv: line 3: `x` on level 1 lies under `+` here"));
    let error = read_hierarchy(&memory(&b"a;*\n\x81;*\n"[..])).unwrap_err().to_string();
    assert_eq!(
        error,
        "pay.csv, line 2, column 1: not UTF-8; save the file as UTF-8, or name its encoding with [input] encoding"
    );
    let error = read_hierarchy(&Source::from_arg("no/such.csv").unwrap()).unwrap_err().to_string();
    assert_eq!(error, "no/such.csv: no such file");
}

#[test]
fn the_hierarchies_of_the_adult_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/adult/hierarchies");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: {} is not there", folder.display());
        return;
    };
    let files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 9);
    for file in files {
        let tree = read_hierarchy(&Source::File(file.clone())).unwrap();
        assert!(tree.height() >= 1 && tree.len() >= 2, "{}", file.display());
        assert!(tree.node("*").is_some(), "{}", file.display());
    }
}

#[test]
fn matrices() {
    let matrix = read_matrix(&memory(",a,b,c\nb,1,0,0.5\na,0,1,2\nc,2,.50,0\n")).unwrap();
    assert_eq!(matrix.labels, ["a", "b", "c"]);
    let texts: Vec<String> = matrix.values.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["0", "1", "2", "1", "0", "0.5", "2", "0.5", "0"]);
    assert_eq!(matrix.distance(2, 1).to_string(), "0.5");
}

#[test]
fn matrices_that_are_none() {
    for (text, message) in [
        ("", "pay.csv: is empty; a table needs at least a header line"),
        ("x\n", "pay.csv, line 1: no labels; the header is a corner cell, then the labels"),
        (",a,a\n", "pay.csv, line 1, column 3: a label that stands in the header already"),
        (",a,b\na,0,1\nb,1\n", "pay.csv, line 3: expected a label and 2 distances, found 2 fields"),
        (",a,b\na,0,1\n", "pay.csv, line 2: the last line; 1 of the 2 labels in the header have none"),
        (",a,b\na,0,1\nc,1,0\n", "pay.csv, line 3, column 1: a label that does not stand in the header"),
        (",a,b\na,0,1\n\na,0,1\n", "pay.csv, line 4, column 1: a label that stands on line 2 already"),
        (",a,b\na,0,x\nb,1,0\n", "pay.csv, line 2, column 3: not a number"),
        (",a,b\na,0,-1\nb,-1,0\n", "pay.csv, line 2, column 3: a distance below zero"),
        (",a,b\na,0,1\nb,1,2\n", "pay.csv, line 3, column 3: the distance of a label to itself must be zero"),
        (
            ",a,b\na,0,1\nb,2,0\n",
            "pay.csv, line 2, column 3: not the distance on line 3, column 2; distances must be the same both ways",
        ),
    ] {
        assert_eq!(read_matrix(&memory(text)).unwrap_err().to_string(), message);
    }
}
