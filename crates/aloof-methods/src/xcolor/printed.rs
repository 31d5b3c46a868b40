//! `XColor` as printed: equitable classes of balanced degrees, and exchanges that lower the number of similar pairs.
//!
//! # Source
//! Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, Algorithms 1 and 2, with three
//! corrections: a row may have *at most* its room of similar others; there are m = ⌊n/k⌋ classes of ⌊n/m⌋ and ⌈n/m⌉ rows
//! (the printed cap of k + 1 leaves rows without a class: n = 19, k = 10); each class's own size sets its room.
//!
//! # Idea
//! Rows go, those of largest degree first, to the class whose degrees sum to least. Then, while a row has too many
//! similar ones in its class: of those rows take the one whose leaving lowers the loss of its class most, and exchange it
//! with the row for which loss grows least, among those of classes it fits into for which the number of similar pairs in
//! classes falls. Where no class fits, any exchange that lowers that number will do.
//!
//! # Guarantee
//! When 2Θ ≤ m(t + 1) for t = ⌊(1 − δ)(k − 1)⌋ such an exchange exists (Lemma 2), and the number of pairs cannot fall for
//! ever. Beyond that bound it often still works.
//!
//! # Cost
//! `O(n)` for every exchange; at most as many exchanges as there are similar pairs in the first classes.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use aloof_table::Partition;

use super::degrees::stars;
use super::groups::Groups;
use super::pool::Pool;
use super::trade::{Offer, Trade};
use super::{Problem, Search, Stuck, Tuning};

/// Deals the rows as printed. One constraint at a time, and no further principles.
pub fn printed(problem: &Problem<'_>) -> Result<Partition, Stuck> {
    let tuning = Tuning::default();
    let search = Search::new(problem, &tuning)?;
    let groups = classes(&search)?;
    let pool = Pool::new(&search, &groups.rows, &groups.sizes);
    let mut trade = Trade::new(pool);
    while trade.pool.total() > 0 {
        let Some((row, offer)) = next(&mut trade) else {
            return Err(Stuck::NotFound { withheld: Vec::new(), rest: None });
        };
        trade.make(row, offer);
    }
    let (mut rows, mut sizes) = (groups.rows, groups.sizes);
    trade.pool.write(&mut rows, &mut sizes);
    Ok(Groups { sizes, rows }.partition(problem.rows))
}

/// Algorithm 1: classes of balanced degrees.
fn classes(search: &Search<'_>) -> Result<Groups, Stuck> {
    let n = search.rows;
    let m = n / search.least;
    if m == 0 {
        return Err(Stuck::TooFew { rows: n, least: search.least });
    }
    let degrees = degrees(search);
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_by_key(|&row| Reverse(degrees[row as usize]));
    let mut classes: Vec<Vec<u32>> = vec![Vec::new(); m];
    let mut sums = vec![0u64; m];
    for (cap, rows) in [(n / m, &order[..n / m * m]), (n / m + 1, &order[n / m * m..])] {
        let open = (0..m).filter(|&class| classes[class].len() < cap).map(|class| Reverse((sums[class], class)));
        let mut open: BinaryHeap<_> = open.collect();
        for &row in rows {
            let Some(Reverse((sum, class))) = open.pop() else { break };
            classes[class].push(row);
            sums[class] = sum + degrees[row as usize];
            if classes[class].len() < cap {
                open.push(Reverse((sums[class], class)));
            }
        }
    }
    Ok(Groups {
        sizes: classes.iter().map(|class| class.len() as u32).collect(),
        rows: classes.into_iter().flatten().collect(),
    })
}

/// The degree of each row, summed over the constraints.
fn degrees(search: &Search<'_>) -> Vec<u64> {
    let mut degrees = vec![0; search.rows];
    for star in search.stars {
        let stars = stars(star.similar, &star.totals());
        degrees.iter_mut().zip(star.codes).for_each(|(degree, &code)| *degree += stars[code as usize] - 1);
    }
    degrees
}

/// The next exchange: the row to go, and for whom.
fn next(trade: &mut Trade<'_>) -> Option<(usize, Offer)> {
    let violations: Vec<usize> = (0..trade.pool.len()).filter(|&row| trade.pool.is_beyond(row)).collect();
    let freed = |row: &usize| trade.loss_without(*row);
    let mut violations: Vec<(f32, usize)> = violations.iter().map(|row| (freed(row), *row)).collect();
    violations.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    violations.into_iter().find_map(|(_, row)| Some((row, partner(trade, row)?)))
}

/// An offer that is taken from a heap the least loss first.
struct Cheapest(Offer);

impl Ord for Cheapest {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.order(&self.0)
    }
}

impl PartialOrd for Cheapest {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cheapest {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cheapest {}

/// The exchange of `row` that loses least, of those that lower the number of similar pairs; classes it fits into first.
fn partner(trade: &mut Trade<'_>, row: usize) -> Option<Offer> {
    let mut offers: BinaryHeap<Cheapest> = trade.exchanges(row).iter().copied().map(Cheapest).collect();
    let mut similar: Vec<Option<(u32, bool)>> = vec![None; trade.pool.members.len()];
    let mut second = None;
    while let Some(Cheapest(offer)) = offers.pop() {
        let (to, other) = (offer.to as usize, offer.other as usize);
        let (there, fits) = *similar[to].get_or_insert_with(|| trade.pool.joining(row, to));
        if (!fits && second.is_some()) || !trade.pool.lowers(row, other, there) {
            continue;
        }
        if fits {
            return Some(offer);
        }
        second = Some(offer);
    }
    second
}
