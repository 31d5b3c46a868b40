//! Rows that are not published, so that the others can be: which of them, drawn by chance.
//!
//! How many rows of a crowd go follows from what is asked; which of them go is drawn, so that neither a quasi value nor the
//! place of a value in its crowd tells who it was.

use aloof_table::{Attribute, NO_CODE};

use crate::chance::Below;
use crate::split::Near;

/// The rows that stay, ascending, when no window may hold more than one in `m` of them: as many as in `most`, which are so many
/// of each code, drawn among those that may. `order`: of all rows, likewise drawn.
pub fn staying(
    attribute: &Attribute,
    mut most: Vec<u32>,
    near: &Near,
    m: u32,
    order: Vec<u32>,
    below: &mut Below<'_>,
) -> Vec<u32> {
    let mut total = vec![0; most.len()];
    attribute.codes().iter().filter(|&&code| code != NO_CODE).for_each(|&code| total[code as usize] += 1);
    Crowds::new(near, &most, m).exchange(&mut most, &total, below);
    // Who has no value is in nobody's way.
    let mut stay = drawn(attribute.codes(), &most, order);
    stay.extend((0..attribute.codes().len() as u32).filter(|&row| attribute.codes()[row as usize] == NO_CODE));
    stay.sort_unstable();
    stay
}

/// Windows of codes, each of which may hold so many of the rows that stay.
struct Crowds<'a> {
    near: &'a Near,
    /// For each code the first one whose window holds it.
    first: Vec<u32>,
    room: u64,
}

impl<'a> Crowds<'a> {
    fn new(near: &'a Near, stay: &[u32], m: u32) -> Self {
        let mut start = 0;
        let first = (0..stay.len() as u32).map(|code| {
            while near.last(start) < code {
                start += 1;
            }
            start
        });
        let all: u64 = stay.iter().map(|&count| u64::from(count)).sum();
        Self { near, first: first.collect(), room: all / u64::from(m.max(1)) }
    }

    /// Rows that stay and rows that go change places, drawn among those near each other, wherever no window gets too full.
    fn exchange(&self, stay: &mut [u32], total: &[u32], below: &mut Below<'_>) {
        let gone = |code: u32| std::iter::repeat_n(code, (total[code as usize] - stay[code as usize]) as usize);
        let mut gone: Vec<u32> = (0..stay.len() as u32).flat_map(gone).collect();
        let mut work = MOST_WORK;
        for _ in 0..8 * gone.len() {
            let at = below(gone.len() as u64) as usize;
            let comes = gone[at];
            let (first, last) = (self.first[comes as usize] as usize, self.near.last(comes) as usize);
            let Some(left) = work.checked_sub(last - first + 1) else { return };
            work = left;
            let among: u64 = stay[first..=last].iter().map(|&count| u64::from(count)).sum();
            if among == 0 {
                continue;
            }
            let goes = first + nth(&stay[first..=last], below(among));
            stay[goes] -= 1;
            stay[comes as usize] += 1;
            if self.has_room(stay, comes) {
                gone[at] = goes as u32;
            } else {
                stay[goes] += 1;
                stay[comes as usize] -= 1;
            }
        }
    }

    /// Whether no window that holds `code` holds too many.
    fn has_room(&self, stay: &[u32], code: u32) -> bool {
        let (mut held, mut past) = (0, self.first[code as usize]);
        (self.first[code as usize]..=code).all(|start| {
            while past <= self.near.last(start) {
                held += u64::from(stay[past as usize]);
                past += 1;
            }
            let fits = held <= self.room;
            held -= u64::from(stay[start as usize]);
            fits
        })
    }
}

/// Looks at values that are spent on exchanges.
const MOST_WORK: usize = 50_000_000;

/// Where in `counts` the row of this number stands.
fn nth(counts: &[u32], mut number: u64) -> usize {
    let here = |&count: &u32| {
        let is_here = number < u64::from(count);
        number = number.saturating_sub(u64::from(count));
        is_here
    };
    counts.iter().position(here).expect("there are more rows than that")
}

/// So many rows of each code, the first ones of an order that is drawn, ascending; none of those that have no code.
pub fn drawn(codes: &[u32], most: &[u32], order: Vec<u32>) -> Vec<u32> {
    let mut left = most.to_vec();
    let mut rows = order;
    rows.retain(|&row| {
        let Some(left) = left.get_mut(codes[row as usize] as usize) else { return false };
        let taken = *left > 0;
        *left -= u32::from(taken);
        taken
    });
    rows.sort_unstable();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::Crowd;
    use crate::chance::{below, stream};
    use aloof_principles::Neighbourhood;
    use aloof_principles::proximity::Apart;
    use aloof_table::{Column, NumberColumn};
    use proptest::prelude::*;

    proptest! {
        /// As many stay as can, and no window gets too full, whatever is drawn.
        #[test]
        fn what_is_drawn_may_stay(
            values in prop::collection::vec(0i64..30, 1..40), epsilon in 0i64..6, m in 1u32..5, seed in 0u64..9,
        ) {
            let column = Column::Number(NumberColumn::from_integers(values.clone()));
            let attribute = Attribute::new(&[("x", &column)], |_| false);
            let crowd = Crowd::new(&attribute, Neighbourhood::absolute(epsilon.into()).unwrap(), Apart::InMixture).unwrap();
            let most = crowd.keep_most(m);
            let mut chance = stream([7; 32], seed);
            let mut order: Vec<u32> = (0..values.len() as u32).collect();
            order.sort_by_cached_key(|_| below(u64::MAX, &mut chance));
            let rows = staying(&attribute, most.clone(), &crowd.near(), m, order, &mut |limit| below(limit, &mut chance));
            prop_assert_eq!(rows.len(), most.iter().map(|&count| count as usize).sum::<usize>());
            let stay: Vec<i64> = rows.iter().map(|&row| values[row as usize]).collect();
            let window = |&low: &i64| stay.iter().filter(|&&v| (low..=low + 2 * epsilon).contains(&v)).count();
            prop_assert!(stay.iter().map(window).max().unwrap_or(0) * m as usize <= stay.len());
        }
    }
}
