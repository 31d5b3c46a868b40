//! A first (ε, m) for a sensitive column.
//!
//! ε is a round number (1, 2 or 5 times a power of ten) near the largest of a twentieth of the interquartile range, twice the
//! step to which values are rounded, and half of what they are heaped at: near enough to call two salaries the same, far from the range that
//! most people share, and not so small that it tells equal values only. Values are heaped at the multiples of a round number where a quarter
//! of them are multiples of it, three times as many as if they were even: whoever says such a number means what is within half of it. It is lowered, by a factor of ten at most, until m = 5 can be reached; when it
//! cannot, m is. Reachable in the register view means `window(2ε) · m ≤ rows`; the more of that is used up the more a release
//! loses, so a fifth is left where that can be had.
//!
//! Cost: at most 32 passes over the distinct values, and one or two for each round number up to the largest value.

use aloof_table::{Column, Decimal};

use crate::Proximity;
use crate::facts::{Grounds, Nearness};
use crate::tally::Tally;

const WANTED_M: u32 = 5;
/// How far ε is lowered before m is: three steps of 1, 2, 5 are a factor of ten.
const STEPS_DOWN: usize = 4;
/// The part of what m allows that the fullest window may use.
const ROOM: (u64, u64) = (4, 5);
/// Of fewer rows nobody can tell whether they are heaped.
const HEAPED_ROWS: u64 = 50;

/// For a column of numbers or dates, as a first policy would ask for it; `None` for labels, and when one value is so common that not even
/// m = 2 is reachable.
pub fn propose(column: &Column) -> Option<Proximity> {
    let scale = if let Column::Number(numbers) = column { numbers.scale() } else { 0 };
    suggest(&Tally::of(column)?, scale)
}

/// For values with `scale` digits behind the point; `None` when one value is so common that not even m = 2 is reachable.
pub(crate) fn suggest(tally: &Tally, scale: u8) -> Option<Proximity> {
    let [lower, _, upper] = tally.quartiles()?;
    let (lowest, highest) = tally.ends()?;
    let spread = match upper.abs_diff(lower) {
        0 => highest.abs_diff(lowest),
        middle => middle,
    };
    let step = step(tally);
    let heap = heap(tally, step);
    let wanted = [
        (spread / 20, Nearness::Spread),
        (2 * step, Nearness::Rounding),
        (heap.map_or(0, |(unit, _)| unit / 2), Nearness::Heaping),
    ];
    // Of equal ones the first.
    let (length, near) = wanted.into_iter().rev().max_by_key(|(length, _)| *length)?;
    let lengths = round_lengths(length);
    let (first, decimal) = (lengths[0], |length: u128| Some(Decimal::new(i128::try_from(length).ok()?, scale)));
    let windows: Vec<(u128, u64)> = lengths.into_iter().map(|epsilon| (epsilon, tally.window(2 * epsilon))).collect();
    let reachable = |window: u64, m: u32, (part, of): (u64, u64)| {
        u128::from(window) * u128::from(m) * u128::from(of) <= u128::from(tally.rows()) * u128::from(part)
    };
    let found = |room: (u64, u64)| {
        let mut choices =
            (2..=WANTED_M).rev().flat_map(|m| windows.iter().map(move |&(epsilon, window)| (epsilon, window, m)));
        choices.find(|&(_, window, m)| reachable(window, m, room))
    };
    let (epsilon, window, m) = found(ROOM).or_else(|| found((1, 1)))?;
    let used = u128::from(window) * u128::from(m) * 100 / u128::from(tally.rows().max(1));
    let why = Grounds {
        near,
        spread: decimal(spread)?,
        step: decimal(step)?,
        heap: decimal(heap.map_or(0, |(unit, _)| unit))?,
        heaped: heap.map_or(0, |(_, percent)| percent),
        lowered: epsilon < first,
        used: used as u32,
    };
    Some(Proximity { absolute: decimal(epsilon)?, m, why })
}

/// The largest round number at whose multiples values are heaped, and how many in a hundred are.
fn heap(tally: &Tally, step: u128) -> Option<(u128, u32)> {
    let largest = tally.ends().map_or(0, |(lowest, highest)| lowest.unsigned_abs().max(highest.unsigned_abs()));
    let (mut found, rows) = (None, u128::from(not_zero(tally)));
    for power in (0..37).map(|power| 10u128.pow(power)).take_while(|&power| power <= largest) {
        for unit in [power, 2 * power, 5 * power] {
            let many = u128::from(multiples(tally, unit));
            // If values were even, one multiple of the step in unit / step would be one of the unit.
            let even = many.saturating_mul(unit) < (3 * rows).saturating_mul(step);
            if many * 4 < rows && unit == power {
                // Nor are there more multiples of its multiples.
                return found;
            }
            if unit > step && many * 4 >= rows && !even && rows >= u128::from(HEAPED_ROWS) {
                found = Some((unit, (many * 100 / rows) as u32));
            }
        }
    }
    found
}

/// Rows whose value is a multiple of a number; zero, which is one of every number, tells nothing of how values are written: half of all
/// bonuses may be none.
fn multiples(tally: &Tally, unit: u128) -> u64 {
    let all = tally.values.iter().zip(&tally.counts).filter(|(value, _)| **value != 0);
    all.filter(|(value, _)| value.unsigned_abs() % unit == 0).map(|(_, &count)| u64::from(count)).sum()
}

/// Rows whose value is not zero.
fn not_zero(tally: &Tally) -> u64 {
    multiples(tally, 1)
}

/// The largest round number of which nine in ten values are multiples: what the column is rounded to.
fn step(tally: &Tally) -> u128 {
    let largest = tally.ends().map_or(0, |(lowest, highest)| lowest.unsigned_abs().max(highest.unsigned_abs()));
    let fits = |unit: &u128| *unit <= largest && multiples(tally, *unit) * 10 >= not_zero(tally) * 9;
    ladder().into_iter().rfind(fits).unwrap_or(1)
}

/// 1, 2, 5, 10, 20, and so on.
fn ladder() -> Vec<u128> {
    let powers = (0..37).map(|power| 10u128.pow(power));
    powers.flat_map(|power| [power, 2 * power, 5 * power]).collect()
}

/// Round numbers from the one nearest to `length` downwards, none below one unit of the column's last digit.
fn round_lengths(length: u128) -> Vec<u128> {
    let ladder = ladder();
    let nearest = (0..ladder.len()).min_by_key(|&at| ladder[at].abs_diff(length)).unwrap_or(0);
    ladder[..=nearest].iter().rev().take(STEPS_DOWN).copied().collect()
}

#[cfg(test)]
mod tests {
    use aloof_table::{Column, NumberColumn};

    use super::*;

    fn tally(values: Vec<i64>) -> Tally {
        Tally::of(&Column::Number(NumberColumn::from_integers(values))).unwrap()
    }

    #[test]
    fn lengths_are_round_and_fall() {
        assert_eq!(round_lengths(1700), [2000, 1000, 500, 200]);
        assert_eq!(round_lengths(0), [1]);
        assert_eq!(round_lengths(4), [5, 2, 1]);
    }

    #[test]
    fn an_even_column_gets_a_twentieth_of_its_middle() {
        let found = suggest(&tally((0..1000).map(|i| 20_000 + 80 * i).collect()), 0).unwrap();
        assert_eq!((found.absolute.to_string().as_str(), found.m), ("2000", 5));
    }

    /// Half of all pay is told in thousands of five, the rest to the unit, within a narrow middle: who says 25,000 means about that.
    #[test]
    fn what_is_heaped_gets_half_a_heap() {
        let heaped: Vec<i64> = (0..1000).map(|i| if i % 2 == 0 { 5000 * (i % 40) } else { 90_000 + 7 * i }).collect();
        let column = tally(heaped);
        assert_eq!(heap(&column, 1).unwrap().0, 10_000);
        assert_eq!(heap(&tally((0..1000).map(|i| 7 * i).collect()), 1), None);
        assert_eq!(heap(&tally(vec![1000; 40]), 1), None);
        let narrow = tally(
            (0..1000i64).map(|i| if i % 3 == 0 { 30_000 + 1000 * (i % 6) } else { 28_000 + 13 * (i % 800) }).collect(),
        );
        let found = suggest(&narrow, 0).unwrap();
        assert!(found.reason().contains("multiples of"), "{found:?}");
    }

    #[test]
    fn reasons_are_sentences() {
        let even = suggest(&tally((0..1000).map(|i| 20_000 + 80 * i).collect()), 0).unwrap();
        assert_eq!(
            even.reason(),
            "2000 is a round number near a twentieth of what the middle half of all values span, which is 40000; with 1 in 5 \
             it uses 25% of what the data allow."
        );
        let rounded = suggest(&tally((0..1000).map(|i| 20_000 + 1000 * (i % 40)).collect()), 0).unwrap();
        assert!(rounded.reason().contains("twice 1000, to which values are rounded"), "{}", rounded.reason());
        assert_eq!(
            propose(&Column::Number(NumberColumn::from_integers((0..1000).map(|i| 20_000 + 80 * i).collect()))),
            Some(even)
        );
    }

    #[test]
    fn digits_behind_the_point_are_kept() {
        let found = suggest(&tally((0..1000).map(|i| 80 * i).collect()), 2).unwrap();
        assert_eq!((found.absolute.to_string().as_str(), found.m), ("20", 5));
    }

    #[test]
    fn a_common_value_lowers_m() {
        let values = (0..1000).map(|i| if i % 3 == 0 { 0 } else { 1000 * i }).collect();
        assert_eq!(suggest(&tally(values), 0).unwrap().m, 2);
    }

    /// Zero is a multiple of every number: bonuses of which half are none are not heaped at thousands.
    #[test]
    fn zeros_are_no_heap() {
        let bonuses = tally((0..1000).map(|i| if i % 9 < 4 { 0 } else { 20_000 + 7 * i }).collect());
        assert_eq!(heap(&bonuses, 1), None);
        let found = suggest(&bonuses, 0).unwrap();
        assert_eq!((found.absolute.to_string().as_str(), found.m), ("1000", 2));
    }

    /// Even pay rounded to thousands: a twentieth of the interquartile range would be 1,000, which tells equal values only.
    #[test]
    fn what_is_rounded_gets_twice_its_step() {
        let rounded = tally((0..1000).map(|i| 20_000 + 1000 * (i % 40)).collect());
        assert_eq!(step(&rounded), 1000);
        let found = suggest(&rounded, 0).unwrap();
        // 2000 each way are 5 of 40 values: 5/8 of what m = 5 allows.
        assert_eq!((found.absolute.to_string().as_str(), found.m), ("2000", 5));
        assert_eq!(step(&tally(vec![7, 14, 21])), 1);
        assert_eq!(step(&tally(vec![0, 0])), 1);
    }

    /// 51 of 280 rows lie so close that every ε tried holds them: m = 5 would use 255/280 of what is possible, m = 4 uses 204/280.
    #[test]
    fn room_is_left() {
        let values = (0..280).map(|i| if i < 51 { 50_000 + 80 * i } else { 100_001 + 9_000 * i }).collect();
        let column = tally(values);
        let found = suggest(&column, 0).unwrap();
        let window = column.window(2 * found.absolute.mantissa() as u128);
        assert_eq!((window, found.m), (51, 4));
    }

    #[test]
    fn mostly_zeros_get_nothing() {
        let values = (0..1000).map(|i| if i % 10 < 9 { 0 } else { i }).collect();
        assert_eq!(suggest(&tally(values), 0), None);
    }

    #[test]
    fn what_is_suggested_is_reachable() {
        let column = tally((0..2000i64).map(|i| (i * i) % 70_001).collect());
        let found = suggest(&column, 0).unwrap();
        let window = column.window(2 * found.absolute.mantissa() as u128);
        assert!(window * u64::from(found.m) <= column.rows());
    }
}
