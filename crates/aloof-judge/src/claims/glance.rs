//! A glance at two columns of many people, before all of their pairs are counted.
//!
//! # Definition
//! Of a column that tells another, people who are alike differ in the other a quarter as much as any two do, or less. So two people who
//! are alike are drawn some thousand times, and any two as often: where those who are alike differ at least half as much, in all people and
//! in all but the most frequent value, the one column does not tell the other. With people drawn by chance a column that does is passed
//! over in less than one of 10⁹ cases (Chernoff: 205 of 4,096 pairs or more differ, and 102 alike ones where 51 are due). Where fewer
//! differ nothing is said. What is drawn follows from all values of both columns, so that nobody can arrange these around it but by
//! trying.
//!
//! # Cost
//! One pass to number people by what they are alike in.

use aloof_table::NO_CODE;

use super::follows::ONE_IN as ONE_IN_ALIKE;
use crate::utility::query::Draw;

/// Fewer people are looked at whole.
const MANY: usize = 20_000;

/// So many pairs are drawn of each kind.
const DRAWN: usize = 4096;

/// At least one pair in so many must differ, in the mean.
const ONE_IN: f64 = 20.0;

/// What is hardly anything is a quarter; half is plainly more.
const PLAINLY: f64 = 0.5;

/// Whether people who are alike plainly differ in the other column.
pub(super) fn plainly_differ(given: &[u32], cells: &[(u32, u32)], ordered: bool) -> bool {
    let people = Alike::of(given, cells);
    if people.order.len() < MANY {
        return false;
    }
    if people.shared() * ONE_IN_ALIKE < given.len() {
        return true;
    }
    let mut draw = draws(given, cells);
    let largest = people.largest();
    let reach = people.reach(cells);
    let sums = |draw: &mut Draw, without: Option<u32>| {
        if people.but(without) == 0 {
            return false;
        }
        let (mut inside, mut whole) = (Sum::default(), Sum::default());
        for _ in 0..DRAWN {
            let [one, other] = [people.any(draw, without), people.any(draw, without)];
            whole.add(cells[one], cells[other]);
            let alike = people.alike(given[one], one, draw);
            alike.into_iter().for_each(|other| inside.add(cells[one], cells[other]));
        }
        let apart = |by: fn(&Sum) -> f64, most: f64| {
            let (alike, any) = (by(&inside) / inside.pairs.max(1.0), by(&whole) / whole.pairs.max(1.0));
            inside.pairs * 2.0 >= DRAWN as f64 && any / most >= 1.0 / ONE_IN && alike >= PLAINLY * any
        };
        apart(|sum| sum.differ, 1.0) && (!ordered || apart(|sum| sum.codes, reach))
    };
    sums(&mut draw, None) && sums(&mut draw, largest)
}

/// People by what they are alike in.
struct Alike {
    /// Those of the first value, of the second, and so on.
    order: Vec<u32>,
    /// Where those of each value begin; behind the last, how many there are.
    begins: Vec<u32>,
}

impl Alike {
    fn of(given: &[u32], cells: &[(u32, u32)]) -> Self {
        let known = || (0u32..).zip(given).filter(|(row, code)| **code != NO_CODE && cells[*row as usize].0 != NO_CODE);
        let values = known().map(|(_, &code)| code as usize + 1).max().unwrap_or(0);
        let mut begins = vec![0u32; values + 1];
        known().for_each(|(_, &code)| begins[code as usize + 1] += 1);
        (0..values).for_each(|at| begins[at + 1] += begins[at]);
        let (mut next, mut order) = (begins.clone(), vec![0; begins.last().map_or(0, |&all| all as usize)]);
        for (row, &code) in known() {
            order[next[code as usize] as usize] = row;
            next[code as usize] += 1;
        }
        Self { order, begins }
    }

    /// The most frequent value.
    fn largest(&self) -> Option<u32> {
        let many = |&at: &u32| self.begins[at as usize + 1] - self.begins[at as usize];
        (0..self.begins.len() as u32 - 1).max_by_key(many)
    }

    /// How many have a value that somebody else has.
    fn shared(&self) -> usize {
        self.begins.windows(2).map(|ends| (ends[1] - ends[0]) as usize).filter(|&many| many > 1).sum()
    }

    /// How many have another value than this.
    fn but(&self, without: Option<u32>) -> usize {
        let of = |value: u32| (self.begins[value as usize + 1] - self.begins[value as usize]) as usize;
        self.order.len() - without.map_or(0, of)
    }

    /// Anybody, but for those of one value.
    fn any(&self, draw: &mut Draw, without: Option<u32>) -> usize {
        let (from, to) = without.map_or((0, 0), |value| (self.begins[value as usize], self.begins[value as usize + 1]));
        let out = to - from;
        let place = draw.below(self.order.len() as u64 - u64::from(out)) as u32;
        self.order[if place < from { place } else { place + out } as usize] as usize
    }

    /// Somebody else with this value.
    fn alike(&self, value: u32, one: usize, draw: &mut Draw) -> Option<usize> {
        let (from, to) = (self.begins[value as usize], self.begins[value as usize + 1]);
        let other = self.order[(from + draw.below(u64::from(to - from)) as u32) as usize] as usize;
        (other != one).then_some(other)
    }

    /// How far codes may be apart.
    fn reach(&self, cells: &[(u32, u32)]) -> f64 {
        let of = |row: &u32| cells[*row as usize];
        let most = self.order.iter().map(|row| of(row).0).max().unwrap_or(0);
        let least = self.order.iter().map(|row| of(row).1).min().unwrap_or(0);
        f64::from(most.saturating_sub(least).max(1))
    }
}

/// Pairs, how many of them differ, and by how many codes.
#[derive(Clone, Copy, Default)]
struct Sum {
    pairs: f64,
    differ: f64,
    codes: f64,
}

impl Sum {
    fn add(&mut self, one: (u32, u32), other: (u32, u32)) {
        let apart = one.0.saturating_sub(other.1).max(other.0.saturating_sub(one.1));
        self.pairs += 1.0;
        self.differ += f64::from(u8::from(apart > 0));
        self.codes += f64::from(apart);
    }
}

/// Draws that follow from all values of both columns.
fn draws(given: &[u32], cells: &[(u32, u32)]) -> Draw {
    let mix = |sum: u64, code: u32| (sum ^ u64::from(code)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    let sum = given.iter().zip(cells).fold(0xcbf2_9ce4_8422_2325, |sum, (&code, cell)| mix(mix(sum, code), cell.0));
    Draw::new([sum, given.len() as u64, 0, 0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(codes: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
        codes.map(|code| (code, code)).collect()
    }

    /// What tells is never passed over, however little it is.
    #[test]
    fn what_tells_is_looked_at() {
        let mut draw = Draw::new([5; 4]);
        for values in [2, 5, 45, 300] {
            let ages: Vec<u32> = (0..30_000).map(|_| draw.below(values) as u32).collect();
            for errors in [0, 1, 4, 7] {
                let copy: Vec<u32> = ages
                    .iter()
                    .map(|&age| if draw.below(50) < errors { draw.below(values) as u32 } else { age })
                    .collect();
                // A value that many have hides the others.
                let hidden: Vec<u32> =
                    copy.iter().map(|&age| if draw.below(3) == 0 { values as u32 } else { age }).collect();
                for given in [&copy, &hidden] {
                    for ordered in [true, false] {
                        assert!(!plainly_differ(given, &exact(ages.iter().copied()), ordered), "{values} {errors}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_has_nothing_to_do_with_it_is_passed_over() {
        let mut draw = Draw::new([6; 4]);
        for (values, others) in [(6, 45), (45, 6), (45, 1000)] {
            let given: Vec<u32> = (0..30_000).map(|_| draw.below(values) as u32).collect();
            let cells = exact((0..30_000).map(|_| draw.below(others) as u32));
            for ordered in [true, false] {
                assert!(plainly_differ(&given, &cells, ordered), "{values} {others}");
            }
        }
        assert!(!plainly_differ(&[1; 100], &exact(0..100), true), "few are looked at whole");
    }
}
