//! A first (ε, m) for a sensitive column.
//!
//! ε is a round number (1, 2 or 5 times a power of ten) near a twentieth of the interquartile range: near enough to
//! call two salaries the same, far from the range that most people share. It is lowered until m = 5 can be reached;
//! when it cannot, m is. Reachable means `window(2ε) · m ≤ rows`, which is enough for the candidates view.
//!
//! Cost: at most sixteen passes over the distinct values.

use aloof_table::Decimal;

use crate::Proximity;
use crate::tally::Tally;

const WANTED_M: u32 = 5;
/// How far ε is lowered before m is: three steps of 1, 2, 5 are a factor of ten.
const STEPS_DOWN: usize = 4;

/// For values with `scale` digits behind the point; `None` when one value is so common that not even m = 2 is reachable.
pub(crate) fn suggest(tally: &Tally, scale: u8) -> Option<Proximity> {
    let [lower, _, upper] = tally.quartiles()?;
    let (lowest, highest) = tally.ends()?;
    let spread = match upper.abs_diff(lower) {
        0 => highest.abs_diff(lowest),
        middle => middle,
    };
    let lengths = round_lengths(spread / 20);
    let reachable = |epsilon: u128, m: u32| tally.window(2 * epsilon).saturating_mul(u64::from(m)) <= tally.rows();
    let choices = (2..=WANTED_M).rev().flat_map(|m| lengths.iter().map(move |&epsilon| (epsilon, m)));
    let (epsilon, m) = choices.into_iter().find(|&(epsilon, m)| reachable(epsilon, m))?;
    Some(Proximity { absolute: Decimal::new(i128::try_from(epsilon).ok()?, scale), m })
}

/// Round numbers from the one nearest to `length` downwards, none below one unit of the column's last digit.
fn round_lengths(length: u128) -> Vec<u128> {
    let powers = (0..37).map(|power| 10u128.pow(power));
    let ladder: Vec<u128> = powers.flat_map(|power| [power, 2 * power, 5 * power]).collect();
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
