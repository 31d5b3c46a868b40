//! Parts of a population against all tables that it may be: what cells tell of who is in the table, by listing every one.

use std::collections::BTreeMap;

use aloof_judge::verify;
use aloof_methods::Axis;
use aloof_methods::parts::{Everybody, Part, parts};
use aloof_principles::Presence;
use aloof_table::{Column, Decimal, NumberColumn, Ratio};
use proptest::prelude::*;

type Point = (i64, i64);

/// The least and the greatest of each column.
type Cell = (Point, Point);

fn hull(points: impl Iterator<Item = Point> + Clone) -> Cell {
    let low = (points.clone().map(|p| p.0).min().unwrap(), points.clone().map(|p| p.1).min().unwrap());
    (low, (points.clone().map(|p| p.0).max().unwrap(), points.map(|p| p.1).max().unwrap()))
}

fn covers((low, high): &Cell, point: Point) -> bool {
    (low.0..=high.0).contains(&point.0) && (low.1..=high.1).contains(&point.1)
}

/// The parts that presence makes of a population, of whom these are in the table.
fn made(people: &[Point], there: &[u32], rule: &Presence) -> Option<Vec<Part>> {
    let axis = |of: fn(&Point) -> i64| {
        Axis::new(&Column::Number(NumberColumn::from_integers(people.iter().map(of).collect())), None)
    };
    let axes = [axis(|point| point.0), axis(|point| point.1)];
    let everybody = Everybody { axes: &axes, is_cut: &[true, true], person_of: there };
    parts(&everybody, people.len(), &|people, rows| rule.lets(rows.len() as u64, people as u64))
}

/// What is published: cells of parts that have rows, and how many.
fn published(people: &[Point], found: &[Part]) -> Vec<(Cell, usize)> {
    let of = |part: &Part| (hull(part.people.iter().map(|&person| people[person as usize])), part.rows.len());
    found.iter().filter(|part| !part.rows.is_empty()).map(of).collect()
}

/// All sets of so many people.
fn tables(people: usize, rows: usize) -> impl Iterator<Item = Vec<u32>> {
    (0u32..1 << people)
        .filter(move |set| set.count_ones() as usize == rows)
        .map(move |set| (0..people as u32).filter(|person| set >> person & 1 == 1).collect())
}

/// In how many of the tables that are possible each person is.
fn likely(people: usize, rows: usize, possible: impl Fn(&[u32]) -> bool) -> Vec<Ratio> {
    let left: Vec<Vec<u32>> = tables(people, rows).filter(|table| possible(table)).collect();
    let share =
        |person: u32| Ratio::of(left.iter().filter(|table| table.contains(&person)).count() as u64, left.len() as u64);
    (0..people as u32).map(share).collect()
}

fn rule(low: i64, high: i64) -> Presence {
    let tenths = |tenths: i64| Decimal::new(i128::from(tenths), 1);
    Presence::new(tenths(low), tenths(high)).unwrap()
}

proptest! {
    /// Whoever knows everybody, and that cells show what the people of a part have, believes r/N of each: by listing all tables that
    /// have so many rows in every cell and none elsewhere. That is what the literal definition of presence says, and it lies where it is
    /// asked to.
    #[test]
    fn beliefs_are_what_listing_all_tables_says(
        people in prop::collection::vec((0i64..5, 0i64..5), 2..10), mask in any::<u32>(), low in 0i64..6, more in 0i64..11,
    ) {
        let there: Vec<u32> = (0..people.len() as u32).filter(|person| mask >> person & 1 == 1).collect();
        let rule = rule(low, (low + more).min(10));
        let Some(found) = made(&people, &there, &rule) else {
            prop_assert!(!rule.lets(there.len() as u64, people.len() as u64));
            return Ok(());
        };
        let cells = published(&people, &found);
        let shows_the_same = |table: &[u32]| {
            let inside = |cell: &Cell| table.iter().filter(|&&person| covers(cell, people[person as usize])).count();
            cells.iter().all(|(cell, rows)| inside(cell) == *rows)
        };
        let listed = likely(people.len(), there.len(), shows_the_same);
        let covering = |point: &Point| (0..cells.len()).filter(|&at| covers(&cells[at].0, *point)).collect();
        let covering: Vec<Vec<usize>> = people.iter().map(covering).collect();
        let rows: Vec<usize> = cells.iter().map(|(_, rows)| *rows).collect();
        let literal = verify::presence::presence(&covering, &rows).expect("the table itself is a way");
        prop_assert!(covering.iter().all(|cells| cells.len() < 2));
        for (listed, literal) in listed.iter().zip(literal) {
            prop_assert_eq!(listed, &Ratio::from(literal));
            prop_assert!(rule.low().to_ratio() <= *listed && *listed <= rule.high().to_ratio());
        }
    }
}

/// Cells that end where somebody *in the table* is tell more: who is alone at an end is certainly there. Those of parts do not.
#[test]
fn tight_cells_tell_who_is_at_their_ends() {
    let people: Vec<Point> = (0..6).map(|at| (at, 0)).collect();
    let there = [1, 4];
    let tight = hull(there.iter().map(|&person| people[person as usize]));
    let of_a_table = |table: &[u32]| hull(table.iter().map(|&person| people[person as usize]));
    let shares = |of: Vec<Ratio>| of.iter().map(Ratio::to_string).collect::<Vec<_>>();
    assert_eq!(shares(likely(6, 2, |table| of_a_table(table) == tight)), ["0", "1", "0", "0", "1", "0"]);
    let parts = made(&people, &there, &rule(0, 4)).unwrap();
    let cells = published(&people, &parts);
    assert_eq!(cells, [(((0, 0), (2, 0)), 1), (((3, 0), (5, 0)), 1)]);
    let same = |table: &[u32]| {
        cells
            .iter()
            .all(|(cell, rows)| table.iter().filter(|&&person| covers(cell, people[person as usize])).count() == *rows)
    };
    assert_eq!(shares(likely(6, 2, same)), ["1/3"; 6]);
}

/// Whoever also runs the program on every table that may be the original can tell more, which docs say: counted over all tables of six
/// rows of twelve people on a line.
#[test]
fn whoever_runs_the_program_on_all_tables_can_tell_more() {
    let people: Vec<Point> = (0..12).map(|at| (at, 0)).collect();
    let rule = rule(0, 6);
    let mut by_release: BTreeMap<Vec<(Cell, usize)>, Vec<Vec<u32>>> = BTreeMap::new();
    for table in tables(12, 6) {
        let found = published(&people, &made(&people, &table, &rule).unwrap());
        by_release.entry(found).or_default().push(table);
    }
    let (mut above, mut most) = (0, Ratio::zero());
    for tables in by_release.values() {
        let share = |person: u32| {
            Ratio::of(tables.iter().filter(|table| table.contains(&person)).count() as u64, tables.len() as u64)
        };
        let largest = (0..12).map(share).max().unwrap();
        above += if largest > rule.high().to_ratio() { tables.len() } else { 0 };
        most = most.max(largest);
    }
    assert_eq!((above, most, by_release.len()), (668, Ratio::one(), 72));
}
