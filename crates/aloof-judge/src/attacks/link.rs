//! `link`: whose record is whose, where numbers were replaced by others.
//!
//! # Source
//! Domingo-Ferrer and Torra 2001 (linkage by distance); Muralidhar and Domingo-Ferrer 2016 (linkage by ranks); optimal assignment as
//! in Torra, Abowd and Domingo-Ferrer 2006.
//!
//! # The adversary knows
//! The true numbers of a person in all columns that were walked, perturbed or made noisy; for the assignment those of everybody. A
//! walk keeps who is between whom, noise moves people by little: order survives where numbers do not.
//!
//! # Success
//! The record found is the person's own; where several are equally near, one of them is taken whatever it is. By *distance*: the nearest in the
//! sum over columns of differences as shares of the range. By *rank*: the same of ranks in place of numbers. By *assignment*: everybody
//! has one record, and the sum of differences of ranks is least; of one column that is the order of both, of several it is solved
//! (`assignment.rs`; beyond some hundred people in blocks of neighbours by mean rank). Blind: any record. How certain a link is the adversary
//! learns from people whose records are known (`learnt.rs`), by how much nearer the record is than the next or, of an assignment, how near.
//! What localities tell beside the order: `localities.rs`.
//!
//! # Cost
//! Distance and rank `O(asked · records · columns)` for at most [`MOST_ASKED`] people, assignment one sort, of several columns
//! `O(records)` blocks.

use rayon::prelude::*;

use super::assignment::assign;
use super::outcome::Attacked;
use super::scene::spread;

/// People that are looked for.
pub const MOST_ASKED: usize = 1_000;

/// A column whose numbers were replaced: what people had, and what is published, person by person.
pub type Replaced = (Vec<f64>, Vec<f64>);

/// How a record is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linking {
    /// By the sum of differences.
    Distance,
    /// By the sum of differences of ranks.
    Rank,
    /// Everybody at once, in order.
    Assignment,
}

/// Links people with records.
pub fn link(columns: &[Replaced], by: Linking) -> Attacked {
    let rows = columns.first().map_or(0, |column| column.0.len());
    // How far the record lies from the next best, so that lower is surer, and whether it is the own one.
    let found: Vec<(f64, bool)> = match by {
        Linking::Assignment => assigned(columns),
        Linking::Distance => nearest_of_each(&columns.iter().map(as_shares).collect::<Vec<_>>(), rows),
        Linking::Rank => nearest_of_each(&columns.iter().map(as_ranks).collect::<Vec<_>>(), rows),
    };
    let (scores, right): (Vec<f64>, Vec<bool>) = found.into_iter().unzip();
    let mut told = Attacked::default();
    told.success.add_many(right.len(), right.iter().filter(|right| **right).count());
    told.learn(&scores, &right);
    told.blind.add_many(right.len(), (right.len() as f64 / rows.max(1) as f64).round() as usize);
    told.fact("records", rows as f64);
    told
}

fn nearest_of_each(columns: &[Replaced], rows: usize) -> Vec<(f64, bool)> {
    spread(rows, MOST_ASKED).par_iter().map(|&person| nearest(columns, person as usize, rows)).collect()
}

/// Both as shares of what people had.
fn as_shares((before, after): &Replaced) -> Replaced {
    let (low, high) = before.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
    let share = |x: &f64| if high > low { (x - low) / (high - low) } else { 0.0 };
    (before.iter().map(share).collect(), after.iter().map(share).collect())
}

/// Both as ranks.
fn as_ranks((before, after): &Replaced) -> Replaced {
    (ranks(before), ranks(after))
}

/// Mean ranks, from 0 to 1.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for alike in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let from = order.partition_point(|&at| values[at] < values[alike[0]]);
        let rank = (from as f64 + (alike.len() - 1) as f64 / 2.0) / (values.len() - 1).max(1) as f64;
        alike.iter().for_each(|&at| ranks[at] = rank);
    }
    ranks
}

/// By how much the nearest record is nearer than the next, as a number below 0, and whether it is the own one; of several equally near
/// any is taken.
fn nearest(columns: &[Replaced], person: usize, rows: usize) -> (f64, bool) {
    let distance = |record: usize| -> f64 { columns.iter().map(|(a, b)| (a[person] - b[record]).abs()).sum() };
    let own = distance(person);
    let (mut least, mut next) = (f64::INFINITY, f64::INFINITY);
    let (mut equal, mut before) = (0usize, 0usize);
    for record in 0..rows {
        let other = distance(record);
        next = next.min(other.max(least));
        least = least.min(other);
        if other <= own {
            before += usize::from(record < person);
            equal += 1;
        }
    }
    // Where the own one is among the nearest, all that are not farther are as near.
    (least - next, own <= least && mixed(person, 0) as usize % equal == before)
}

/// A number that has nothing to do with whose row it is (the finalizer of splitmix64); other ones for another `salt`.
pub(super) fn mixed(row: usize, salt: u64) -> u64 {
    let mixed = (row as u64 ^ salt.rotate_left(32)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 31)
}

/// For each person how far the record lies that it gets if all get one, and whether that is its own.
fn assigned(columns: &[Replaced]) -> Vec<(f64, bool)> {
    let ranked: Vec<Replaced> = columns.iter().map(as_ranks).collect();
    let far = |person: usize, record: usize| -> f64 {
        ranked.iter().map(|(before, after)| (before[person] - after[record]).abs()).sum()
    };
    by_rank(columns).into_iter().map(|(person, record)| (far(person, record), person == record)).collect()
}

/// People and records one to one, so that the sum of differences of ranks is least.
pub(super) fn by_rank(columns: &[Replaced]) -> Vec<(usize, usize)> {
    let columns: Vec<Replaced> = columns.iter().map(as_ranks).collect();
    let rows = columns.first().map_or(0, |column| column.0.len());
    let order = |of: fn(&Replaced) -> &Vec<f64>, salt: u64| {
        let mean = |row: usize| -> f64 { columns.iter().map(|column| of(column)[row]).sum() };
        let means: Vec<f64> = (0..rows).map(mean).collect();
        let mut order: Vec<usize> = (0..rows).collect();
        // People who are alike, and records that are, stand in orders that have nothing to do with each other.
        order.sort_by(|&a, &b| means[a].total_cmp(&means[b]).then(mixed(a, salt).cmp(&mixed(b, salt))));
        order
    };
    let (people, records) = (order(|column| &column.0, 1), order(|column| &column.1, 2));
    // Of one column the order of both is the least already.
    let records = if columns.len() > 1 {
        let cost = |person: usize, record: usize| -> f64 {
            columns.iter().map(|(before, after)| (before[person] - after[record]).abs()).sum()
        };
        assign(&people, &records, cost)
    } else {
        records
    };
    people.into_iter().zip(records).collect()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "shares of nobody and of all")]
mod tests {
    use super::*;

    /// Numbers moved far, their order kept: distance finds few, ranks find all.
    #[test]
    fn order_that_is_kept_is_found() {
        let before: Vec<f64> = (0..500).map(|at| f64::from(at * 7919 % 503)).collect();
        let after: Vec<f64> = before.iter().map(|x| x * x).collect();
        let columns = [(before, after)];
        assert!(link(&columns, Linking::Distance).success.share() < 0.2);
        assert_eq!(link(&columns, Linking::Rank).success.share(), 1.0);
        assert_eq!(link(&columns, Linking::Assignment).success.share(), 1.0);
    }

    /// Two columns with some noise each: an assignment finds several times what the order of their sums does.
    #[test]
    fn an_assignment_of_several_columns_finds_more_than_an_order() {
        let mut draw = super::super::draw::Draw::new(3, 81);
        let mut column = |rows: usize| -> Replaced {
            let before: Vec<f64> = (0..rows).map(|_| draw.unit()).collect();
            let after = before.iter().map(|x| x + (draw.unit() - 0.5) * 0.12).collect();
            (before, after)
        };
        for rows in [300, 900] {
            let columns = [column(rows), column(rows)];
            let sum = |of: fn(&Replaced) -> &Vec<f64>| -> Vec<f64> {
                (0..rows).map(|row| columns.iter().map(|column| of(column)[row]).sum()).collect()
            };
            let order = link(&[(sum(|column| &column.0), sum(|column| &column.1))], Linking::Assignment);
            let found = link(&columns, Linking::Assignment);
            assert!(found.success.share() > 2.0 * order.success.share(), "{rows}: {found:?} {order:?}");
        }
    }

    /// A constant column, and one that was shuffled: nothing beyond chance.
    #[test]
    fn nothing_is_found_where_nothing_is_kept() {
        let before: Vec<f64> = (0..500).map(|at| f64::from(at * 7919 % 503)).collect();
        let shuffled: Vec<f64> = (0..500).map(|at| f64::from(at * 104_729 % 509)).collect();
        let same = vec![1.0; 500];
        for (before, after) in [(before.clone(), same.clone()), (before, shuffled), (same.clone(), same)] {
            for by in [Linking::Distance, Linking::Rank, Linking::Assignment] {
                let found = link(&[(before.clone(), after.clone())], by);
                assert!(found.success.right <= 6, "{by:?}: {found:?}");
            }
        }
    }
}
