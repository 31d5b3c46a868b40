//! Chains and cycles of similar values, found by trying all: what docs/principles/dissimilarity.md says of them, and why no rule asks.

use aloof_principles::{Dissimilarity, DistanceSpec, Principle, Shape};
use aloof_table::{Attribute, Column, Decimal, NumberColumn, Ratio};
use proptest::prelude::*;
use proptest::sample::select;

/// How far two tuples are apart.
type Between = fn((i64, i64), (i64, i64)) -> i64;

/// Metrics of two columns, with their distance spelt out.
const METRICS: [(&str, Between); 3] = [
    ("l1", |a, b| (a.0 - b.0).abs() + (a.1 - b.1).abs()),
    ("linf", |a, b| (a.0 - b.0).abs().max((a.1 - b.1).abs())),
    ("hamming", |a, b| i64::from(a.0 != b.0) + i64::from(a.1 != b.1)),
];

/// The most tuples of a chain, each within ε of the next, and of one that closes; two that are similar close by themselves.
fn longest(rows: usize, similar: &dyn Fn(usize, usize) -> bool) -> (usize, usize) {
    let (mut chain, mut cycle) = (0, 0);
    for first in 0..rows {
        go_on(rows, similar, &mut vec![first], &mut chain, &mut cycle);
    }
    (chain, cycle)
}

fn go_on(
    rows: usize,
    similar: &dyn Fn(usize, usize) -> bool,
    way: &mut Vec<usize>,
    chain: &mut usize,
    cycle: &mut usize,
) {
    let (first, last) = (way[0], way[way.len() - 1]);
    *chain = (*chain).max(way.len());
    if way.len() == 1 || similar(first, last) {
        *cycle = (*cycle).max(way.len());
    }
    for next in (0..rows).filter(|&next| similar(last, next)).collect::<Vec<_>>() {
        if !way.contains(&next) {
            way.push(next);
            go_on(rows, similar, way, chain, cycle);
            way.pop();
        }
    }
}

/// The most tuples that stand together in a star or a clique, by the rule that is asked; the tuple in question included.
fn together(kind: &str, rows: &[(i64, i64)], epsilon: i64, shape: Shape) -> Ratio {
    let column = |f: fn(&(i64, i64)) -> i64| Column::Number(NumberColumn::from_integers(rows.iter().map(f).collect()));
    let (one, two) = (column(|row| row.0), column(|row| row.1));
    let table = Attribute::new(&[("a", &one), ("b", &two)], |_| false);
    let distance = DistanceSpec::kind(kind).check().unwrap();
    let rule = Dissimilarity::new(distance, Decimal::from(epsilon), Decimal::ONE, 1).unwrap().with_shape(shape);
    let group = table.group(&(0..rows.len() as u32).collect::<Vec<_>>());
    let found = rule.bind(&table).unwrap().judge(&group);
    &(&found.measure * &Ratio::whole(rows.len() as u64 - 1)) + &Ratio::one()
}

fn count(rows: usize) -> Ratio {
    Ratio::whole(rows as u64)
}

proptest! {
    /// A clique is a cycle, and a cycle a chain; and a chain lies within half its length of the tuple in its middle.
    #[test]
    fn cliques_are_cycles_and_chains_lie_in_wide_stars(
        rows in prop::collection::vec((0i64..6, 0i64..6), 2..8), epsilon in 0i64..5, at in select(vec![0usize, 1, 2]),
    ) {
        let (kind, distance) = METRICS[at];
        let similar = |a: usize, b: usize| distance(rows[a], rows[b]) <= epsilon;
        let (chain, cycle) = longest(rows.len(), &similar);
        let clique = together(kind, &rows, epsilon, Shape::Clique);
        prop_assert!(clique <= count(cycle) && cycle <= chain);
        // Whoever bounds stars of half a chain's length bounds the chain.
        for length in 2..=chain {
            let wide = together(kind, &rows, epsilon * (length as i64 / 2), Shape::Star);
            prop_assert!(count(length) <= wide, "{length} of {rows:?}: {wide}");
        }
        // A guess that is right for values within ε of it is right for no more than a clique of 2ε, whatever chains there are.
        let wide = together(kind, &rows, 2 * epsilon, Shape::Clique);
        for guess in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
            let right = rows.iter().filter(|&&row| distance(row, guess) <= epsilon).count();
            prop_assert!(count(right) <= wide);
        }
    }

    /// In one column of numbers the longest chain is a run without a gap above ε, and holds every star.
    #[test]
    fn on_a_line_chains_are_runs(values in prop::collection::vec(0i64..40, 2..8), epsilon in 0i64..9) {
        let rows: Vec<(i64, i64)> = values.iter().map(|&value| (value, 0)).collect();
        let (chain, _) = longest(rows.len(), &|a, b| (values[a] - values[b]).abs() <= epsilon);
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let runs = sorted.chunk_by(|a, b| b - a <= epsilon).map(<[i64]>::len);
        prop_assert_eq!(chain, runs.max().unwrap());
        prop_assert!(together("linf", &rows, epsilon, Shape::Star) <= count(chain));
    }
}

/// Off a line a star holds many whose chains are short, and a chain many of whom no guess is right for more than three.
#[test]
fn neither_implies_the_other() {
    let star = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
    let near = |rows: &[(i64, i64)], a: usize, b: usize| METRICS[0].1(rows[a], rows[b]) <= 1;
    assert_eq!(longest(5, &|a, b| near(&star, a, b)).0, 3);
    assert_eq!(together("l1", &star, 1, Shape::Star), count(5));
    let chain: Vec<(i64, i64)> = (0..8).map(|at| (at, 0)).collect();
    assert_eq!(longest(8, &|a, b| near(&chain, a, b)), (8, 2));
    assert_eq!(together("l1", &chain, 1, Shape::Star), count(3));
}
