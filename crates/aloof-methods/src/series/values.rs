//! The values of a series, as numbers: what earlier months and this month's column have, each once; and which two of them may not stand in
//! one group.
//!
//! A value is the text that is published, without zeros behind: it is the same however a column is written.

use aloof_principles::EpsilonM;
use aloof_principles::proximity::{Apart, Form, Join};
use aloof_table::{Column, Date, Decimal, Kind};
use hashbrown::HashMap;

/// Values that anybody has or had.
pub struct Values {
    texts: Vec<String>,
    number_of: HashMap<String, u32>,
    /// Where each lies, in units that all have in common; labels lie at their numbers.
    at: Vec<i128>,
    near: Join,
}

impl Values {
    /// Those of earlier months, which keep their numbers, and those of `column` in `rows`; and the number of each row's. `apart`: which of
    /// them no group may hold two of; without it only equal ones. `None`: earlier values are not of the column's kind.
    pub fn of(before: &[String], column: &Column, rows: &[u32], apart: Option<&EpsilonM>) -> Option<(Self, Vec<u32>)> {
        let mut texts = before.to_vec();
        let mut number_of: HashMap<String, u32> = texts.iter().cloned().zip(0..).collect();
        let mut number = |row: &u32| {
            let text = plain(column.text(*row as usize).unwrap_or_default());
            *number_of.entry(text).or_insert_with_key(|text| {
                texts.push(text.clone());
                texts.len() as u32 - 1
            })
        };
        let numbers = rows.iter().map(&mut number).collect();
        let (at, scale) = places(&texts, column.kind())?;
        let near = apart.map_or(Join::Within(0), |apart| {
            let (form, epsilon) = Form::of(apart.neighbourhood(), Apart::InMixture);
            form.join(&epsilon, scale)
        });
        Some((Self { texts, number_of, at, near }, numbers))
    }

    /// As it is published.
    pub fn text(&self, value: u32) -> &str {
        &self.texts[value as usize]
    }

    /// The number of a text as it is published.
    pub fn number(&self, text: &str) -> Option<u32> {
        self.number_of.get(&plain(text.to_owned())).copied()
    }

    /// All of them, by their numbers.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// All of them, by size.
    pub(super) fn ascending(&self) -> Vec<u32> {
        let mut all: Vec<u32> = (0..self.texts.len() as u32).collect();
        all.sort_unstable_by_key(|&value| self.at[value as usize]);
        all
    }

    /// Whether two values may not stand in one group.
    pub(super) fn is_near(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.at[a as usize], self.at[b as usize]);
        self.near.near(a.min(b), a.max(b))
    }

    /// Deals people with these values into as few parts as keep near ones apart; `people` ascend by value afterwards.
    ///
    /// Where at most w of k values lie in a window and w·m ≤ k, every w-th of them by size is one of w parts of at least m.
    pub(super) fn dealt_apart(&self, people: &mut [(u32, u32)]) -> Vec<Vec<(u32, u32)>> {
        people.sort_unstable_by_key(|&(value, one)| (self.at[value as usize], one));
        let (mut first, mut parts) = (0, 1);
        for last in 0..people.len() {
            while !self.is_near(people[first].0, people[last].0) {
                first += 1;
            }
            parts = parts.max(last - first + 1);
        }
        (0..parts).map(|part| people.iter().skip(part).step_by(parts).copied().collect()).collect()
    }
}

/// Where values lie, in units of the finest of them, and how many digits that are.
fn places(texts: &[String], kind: Kind) -> Option<(Vec<i128>, u8)> {
    match kind {
        Kind::Label => Some(((0..texts.len() as i128).collect(), 0)),
        Kind::Date => {
            let day = |text: &String| text.parse::<Date>().ok().map(|date| i128::from(date.days()));
            Some((texts.iter().map(day).collect::<Option<_>>()?, 0))
        }
        Kind::Number => {
            let numbers = texts.iter().map(|text| text.parse::<Decimal>().ok()).collect::<Option<Vec<_>>>()?;
            let scale = numbers.iter().map(|number| number.scale()).max().unwrap_or(0);
            Some((numbers.into_iter().map(|number| number.at_scale(scale)).collect::<Option<_>>()?, scale))
        }
    }
}

/// Numbers without zeros behind.
fn plain(text: String) -> String {
    match text.split_once('.') {
        Some((whole, digits)) if is_number(whole) && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            let digits = digits.trim_end_matches('0');
            if digits.is_empty() { whole.to_owned() } else { format!("{whole}.{digits}") }
        }
        _ => text,
    }
}

fn is_number(whole: &str) -> bool {
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_principles::Neighbourhood;
    use aloof_table::NumberColumn;
    use proptest::prelude::*;

    fn of(numbers: &[i64], epsilon: u32, m: u32) -> (Values, Vec<u32>) {
        let apart = EpsilonM::new(Neighbourhood::absolute(i64::from(epsilon).into()).unwrap(), m).unwrap();
        let column = Column::Number(NumberColumn::from_integers(numbers.to_vec()));
        let rows: Vec<u32> = (0..numbers.len() as u32).collect();
        Values::of(&["7.5".to_owned()], &column, &rows, Some(&apart)).unwrap()
    }

    #[test]
    fn a_value_is_the_same_however_it_is_written() {
        for (text, same) in
            [("5.0", "5"), ("5.50", "5.5"), ("-3.", "-3"), ("a.0", "a.0"), ("1.2.0", "1.2.0"), (".50", ".50")]
        {
            assert_eq!(plain(text.to_owned()), same);
        }
        let (values, numbers) = of(&[5, 7, 5], 1, 2);
        assert_eq!(numbers, [1, 2, 1]);
        assert_eq!((values.text(0), values.number("5.0")), ("7.5", Some(1)));
        assert!(values.is_near(0, 2) && !values.is_near(0, 1));
    }

    proptest! {
        /// What keeps (ε, m) is dealt into parts that keep it with all values apart, and nobody is lost.
        #[test]
        fn parts_are_apart_and_large_enough(
            numbers in prop::collection::vec(0i64..30, 1..14), epsilon in 0u32..4, m in 1u32..4,
        ) {
            let (values, codes) = of(&numbers, epsilon, m);
            let window = |low: &i64| numbers.iter().filter(|&&x| (*low..=low + 2 * i64::from(epsilon)).contains(&x)).count();
            let fullest = numbers.iter().map(window).max().unwrap();
            let mut people: Vec<(u32, u32)> = codes.iter().copied().zip(0..).collect();
            let parts = values.dealt_apart(&mut people);
            prop_assert_eq!(parts.len(), fullest);
            prop_assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), numbers.len());
            for part in &parts {
                prop_assert!(fullest * m as usize > numbers.len() || part.len() >= m as usize);
                for (at, a) in part.iter().enumerate() {
                    prop_assert!(part[..at].iter().all(|b| !values.is_near(a.0, b.0)));
                }
            }
        }
    }
}
