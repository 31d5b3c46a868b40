//! Groups in which no large set of rows is similar to each other, against the definition written out.

use aloof_methods::Axis;
use aloof_methods::xcolor::{Problem, Room, Star, Tuning, xcolor, xcolor_with};
use aloof_principles::{Shape, Similar};
use aloof_table::{Column, NumberColumn};
use proptest::prelude::*;

/// Similarity by a table: any symmetric relation.
struct Graph(Vec<Vec<bool>>);

impl Similar for Graph {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.0[a as usize][b as usize]
    }
}

fn graph(n: usize, joined: impl Fn(usize, usize) -> bool) -> Graph {
    Graph((0..n).map(|a| (0..n).map(|b| a == b || joined(a.min(b), a.max(b))).collect()).collect())
}

/// The size of the largest set of `rows` of which every two are joined: every set is tried.
fn largest(graph: &Graph, rows: &[u32]) -> usize {
    let all = |set: u32| -> Vec<u32> {
        rows.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, &row)| row).collect()
    };
    let joined = |set: &[u32]| set.iter().all(|&a| set.iter().all(|&b| graph.similar(a, b)));
    (0..1u32 << rows.len()).map(all).filter(|set| joined(set)).map(|set| set.len()).max().unwrap_or(0)
}

fn passes(graph: &Graph, rows: &[u32], similar: u64, k: usize) -> bool {
    rows.len() >= k
        && (rows.len() > 1 || similar == 100)
        && (largest(graph, rows) as u64 - 1) * 100 <= similar * (rows.len() as u64 - 1)
}

/// Whether any grouping of the rows from `row` on makes all groups pass.
fn possible(graph: &Graph, row: usize, groups: &mut Vec<Vec<u32>>, similar: u64, k: usize) -> bool {
    if row == graph.0.len() {
        return groups.iter().all(|rows| passes(graph, rows, similar, k));
    }
    (0..=groups.len()).any(|group| {
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(row as u32);
        let found = possible(graph, row + 1, groups, similar, k);
        groups[group].pop();
        groups.retain(|rows| !rows.is_empty());
        found
    })
}

fn places(n: usize) -> Axis {
    Axis::new(&Column::Number(NumberColumn::from_integers((0..n as i64).map(|row| row * 7 % 11).collect())), None)
}

fn star<'a>(codes: &'a [u32], graph: &'a Graph, similar: u64, shape: Shape) -> Star<'a> {
    Star { codes, similar: graph, room: Room::Share { similar, whole: 100 }, shape }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// What is returned keeps the definition; of few rows a grouping is found exactly when there is one.
    #[test]
    fn cliques_stay_small(bits in prop::collection::vec(0u8..100, 64), n in 4usize..8, percent in 0u8..90, similar in 0u64..70, k in 1usize..4) {
        let graph = graph(n, |a, b| bits[a * 8 + b] < percent);
        let codes: Vec<u32> = (0..n as u32).collect();
        let axes = [places(n)];
        let stars = [star(&codes, &graph, similar, Shape::Clique)];
        let problem = Problem { axes: &axes, rows: n, stars: &stars, least: k as u32, may_stand: None };
        let exact = xcolor(&problem);
        prop_assert_eq!(exact.is_ok(), possible(&graph, 0, &mut Vec::new(), similar, k));
        let searched = xcolor_with(&problem, &Tuning { small: 0, ..Tuning::default() });
        for partition in [exact, searched].into_iter().flatten() {
            prop_assert_eq!(partition.rows(), n);
            prop_assert!(partition.iter().all(|rows| passes(&graph, rows, similar, k)));
        }
    }
}

/// A long chain: everyone but the ends has two neighbours, which are not neighbours of each other. With k = 9 and room for
/// one, stars must be broken up; cliques need not.
#[test]
fn chains_are_no_cliques() {
    let n = 90;
    let graph = graph(n, |a, b| b - a == 1);
    let codes: Vec<u32> = (0..n as u32).collect();
    let axes = [Axis::new(&Column::Number(NumberColumn::from_integers((0..n as i64).collect())), None)];
    let solve = |shape| {
        let stars = [star(&codes, &graph, 13, shape)];
        xcolor(&Problem { axes: &axes, rows: n, stars: &stars, least: 9, may_stand: None }).unwrap()
    };
    let loss = |shape| aloof_methods::loss(&axes, &solve(shape));
    assert!(solve(Shape::Clique).iter().all(|rows| largest(&graph, rows) <= 2));
    assert!(loss(Shape::Clique) < 0.9 * loss(Shape::Star), "{} {}", loss(Shape::Clique), loss(Shape::Star));
}
