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
//! `O(n)` for every exchange, and for every row for which there is none; at most as many exchanges as there are similar
//! pairs in the first classes. Which rows have too many similar ones is kept up to date ([`Violations`]), and a row that
//! found no partner looks only at classes that have changed since.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use aloof_table::Partition;

use super::degrees::stars;
use super::groups::Groups;
use super::pool::Pool;
use super::trade::Trade;
use super::{Problem, Search, Stuck, Tuning};
use crate::exchange::Offer;

/// Deals the rows as printed. One constraint at a time, and no further principles.
pub fn printed(problem: &Problem<'_>) -> Result<Partition, Stuck> {
    let tuning = Tuning::default();
    let search = Search::new(problem, &tuning)?;
    Ok(deal(&search)?.partition(problem.rows))
}

/// Algorithms 1 and 2.
pub(super) fn deal(search: &Search<'_>) -> Result<Groups, Stuck> {
    let mut groups = classes(search)?;
    let mut trade = Trade::new(Pool::new(search, &groups.rows, &groups.sizes));
    let mut violations = Violations::new(&trade);
    while let Some((row, offer)) = violations.next(&mut trade) {
        crate::stop::check();
        trade.make(row, offer);
        violations.changed(&trade, row, offer);
    }
    if trade.pool.total() > 0 {
        return Err(Stuck::NotFound { withheld: Vec::new(), rest: None });
    }
    trade.pool.write(&mut groups.rows, &mut groups.sizes);
    Ok(groups)
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

/// The rows that have too many similar ones in their class, the one first whose leaving lowers the loss of its class most.
struct Violations {
    queue: BTreeSet<(Least, usize)>,
    /// For each row its place in the queue, if it stands there.
    place: Vec<Option<Least>>,
    /// The two classes of every exchange made so far.
    exchanged: Vec<[usize; 2]>,
    /// For each row, how many exchanges had been made when it last found no partner.
    in_vain: Vec<Option<usize>>,
}

impl Violations {
    fn new(trade: &Trade<'_>) -> Self {
        let rows = trade.pool.len();
        let mut all =
            Self { queue: BTreeSet::new(), place: vec![None; rows], exchanged: Vec::new(), in_vain: vec![None; rows] };
        (0..rows).for_each(|row| all.look(trade, row));
        all
    }

    /// Puts `row` where it belongs now.
    fn look(&mut self, trade: &Trade<'_>, row: usize) {
        let place = trade.pool.is_beyond(row).then(|| Least(trade.loss_without(row)));
        if let Some(old) = std::mem::replace(&mut self.place[row], place) {
            self.queue.remove(&(old, row));
        }
        self.queue.extend(place.map(|place| (place, row)));
    }

    /// The next exchange: the row to go, and for whom.
    fn next(&mut self, trade: &mut Trade<'_>) -> Option<(usize, Offer)> {
        self.queue.iter().map(|&(_, row)| row).find_map(|row| {
            let found = match self.in_vain[row] {
                None => partner(trade, row, None),
                Some(since) if since == self.exchanged.len() => None,
                Some(since) => partner(trade, row, Some(&self.exchanged[since..])),
            };
            self.in_vain[row] = Some(self.exchanged.len());
            Some((row, found?))
        })
    }

    /// After an exchange was made: for the rows of both classes all is new.
    fn changed(&mut self, trade: &Trade<'_>, row: usize, offer: Offer) {
        let classes = [trade.pool.group[offer.other as usize] as usize, trade.pool.group[row] as usize];
        self.exchanged.push(classes);
        for &at in classes.iter().flat_map(|&class| &trade.pool.members[class]) {
            self.in_vain[at as usize] = None;
            self.look(trade, at as usize);
        }
    }
}

/// A loss, ordered.
#[derive(Clone, Copy, Debug)]
struct Least(f32);

impl Ord for Least {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Least {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Least {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Least {}

/// The exchange of `row` that loses least, of those that lower the number of similar pairs; classes it fits into first. Of
/// all classes, or of those given.
fn partner(trade: &mut Trade<'_>, row: usize, classes: Option<&[[usize; 2]]>) -> Option<Offer> {
    crate::stop::check();
    match classes {
        Some(some) if some.len() < trade.pool.members.len() / 16 => {
            let classes: BTreeSet<usize> = some.iter().flatten().copied().collect();
            let joining: BTreeMap<usize, _> =
                classes.iter().map(|&class| (class, trade.pool.joining(row, class))).collect();
            let offers = trade.exchanges_with(row, &classes).to_vec();
            best(&trade.pool, row, &offers, |class| joining[&class])
        }
        _ => {
            let joining = trade.pool.joining_any(row);
            let offers = trade.exchanges(row).to_vec();
            best(&trade.pool, row, &offers, |class| joining[class])
        }
    }
}

/// The best of these offers to `row`; `joining` says how many of a class are similar to it, and whether it fits there.
fn best(pool: &Pool<'_>, row: usize, offers: &[Offer], joining: impl Fn(usize) -> (u32, bool)) -> Option<Offer> {
    let cheapest = |wanted: bool| {
        let mut best: Option<Offer> = None;
        for offer in offers {
            let (there, fits) = joining(offer.to as usize);
            // What is cheapest to know first.
            if fits == wanted
                && best.is_none_or(|best| offer.order(&best).is_lt())
                && pool.lowers(row, offer.other as usize, there)
            {
                best = Some(*offer);
            }
        }
        best
    };
    cheapest(true).or_else(|| cheapest(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_principles::{Shape, Similar};
    use aloof_table::{Column, NumberColumn};
    use proptest::prelude::*;

    use super::super::{Room, Star};
    use crate::Axis;

    /// Numbers at most `.1` apart, of those in `.0`.
    struct Near(Vec<i64>, i64);

    impl Similar for Near {
        fn similar(&self, a: u32, b: u32) -> bool {
            (self.0[a as usize] - self.0[b as usize]).abs() <= self.1
        }
    }

    /// The partner to the letter: all rows looked at.
    fn any_partner(trade: &mut Trade<'_>, row: usize) -> Option<Offer> {
        let mut offers: Vec<Offer> = trade.exchanges(row).to_vec();
        offers.sort_unstable_by(Offer::order);
        let there = |offer: &Offer| trade.pool.joining(row, offer.to as usize);
        offers.retain(|offer| trade.pool.lowers(row, offer.other as usize, there(offer).0));
        offers.iter().find(|offer| there(offer).1).or(offers.first()).copied()
    }

    /// The next exchange to the letter: all rows looked at anew.
    fn literally(trade: &mut Trade<'_>) -> Option<(usize, Offer)> {
        let rows = (0..trade.pool.len()).filter(|&row| trade.pool.is_beyond(row));
        let mut rows: Vec<(Least, usize)> = rows.map(|row| (Least(trade.loss_without(row)), row)).collect();
        rows.sort_unstable();
        rows.into_iter().find_map(|(_, row)| Some((row, any_partner(trade, row)?)))
    }

    proptest! {
        #[test]
        fn every_exchange_is_the_one_the_paper_makes(
            values in prop::collection::vec((0i64..40, 0i64..100), 8..80), reach in 0i64..8, k in 3u32..6,
        ) {
            let (secrets, quasi): (Vec<i64>, Vec<i64>) = values.into_iter().unzip();
            let codes: Vec<u32> = (0..secrets.len() as u32).collect();
            let near = Near(secrets, reach);
            let star =
                Star { codes: &codes, similar: &near, room: Room::Share { similar: 3, whole: 10 }, shape: Shape::Star };
            let axes = [Axis::new(&Column::Number(NumberColumn::from_integers(quasi)), None)];
            let problem =
                Problem { axes: &axes, rows: codes.len(), stars: &[star], least: k, may_stand: None };
            let tuning = Tuning::default();
            let Ok(search) = Search::new(&problem, &tuning) else { return Ok(()) };
            let groups = classes(&search).unwrap();
            let mut trade = Trade::new(Pool::new(&search, &groups.rows, &groups.sizes));
            let mut violations = Violations::new(&trade);
            loop {
                let (kept, anew) = (violations.next(&mut trade), literally(&mut trade));
                let told = |found: Option<(usize, Offer)>| found.map(|(row, offer)| (row, offer.to, offer.other));
                prop_assert_eq!(told(kept), told(anew));
                let Some((row, offer)) = kept else { break };
                trade.make(row, offer);
                violations.changed(&trade, row, offer);
            }
        }
    }
}
