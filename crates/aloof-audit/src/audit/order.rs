//! Whether the rows of a table stand in the order of the original.
//!
//! # Definition
//! Rows follow the original where original rows with the same values stand for them in the same order, or in the opposite one: the
//! published values are a subsequence of the original's. Whoever knows that order, as of a list by names or by admission, then
//! knows whose every row is, whatever the groups are.
//!
//! An order that what is published tells anyway tells nothing more: rows may be sorted by any published columns, one within the
//! other, as text or by the number that a cell begins with. What is left are runs of rows that these columns do not tell apart. If
//! chance had dealt each run, n original rows would show the m published ones in order with probability
//! 2 · C(n, m) · ∏ (∏ c! / r!) at most, r being the length of a run and c how often each value stands in it: a sum over all sets of m
//! original rows. Below 10⁻⁹, as for all claims about chance, the order is no accident.
//!
//! Values that were changed are passed over: columns count whose published values are all among the original's, the sensitive
//! ones if there are such, else the quasi columns. That each box is in the original's order, and the boxes in another, is not seen.
//!
//! # Cost
//! One pass over the rows for every column that they may be sorted by. The probability is a float, for a test of chance.

use std::borrow::Cow;
use std::cmp::Ordering;

use aloof_table::{Column, Decimal, LabelColumn, NO_GROUP, Partition};
use hashbrown::HashMap;

use super::against::join;
use crate::data::{Original, Released};

/// Less than that is no accident: 10⁻⁹.
const LN_DOUBT: f64 = -20.72;

/// What is said where the order of the original shows. Cells of quasi columns are still one per row.
pub(super) fn told(original: &Original, released: &Released) -> Option<String> {
    // Rows of two tables do not say whose a value is, in whatever order.
    if released.in_two_tables || released.rows < 2 {
        return None;
    }
    let keys = keys(original, released)?;
    let (shown, people) = keys.split_at(released.rows);
    let people: Vec<u32> = people.iter().copied().filter(|&key| key != NO_GROUP).collect();
    let rows: Vec<usize> = (0..released.rows).filter(|&row| shown[row] != NO_GROUP).collect();
    let shown: Vec<u32> = rows.iter().map(|&row| shown[row]).collect();
    let follows = is_within(shown.iter(), people.iter()) || is_within(shown.iter(), people.iter().rev());
    let chance = || 2f64.ln() + ln_choose(people.len(), shown.len()) + ln_dealt(&shown, &runs(released, &rows));
    (follows && chance() < LN_DOUBT).then(|| {
        "the rows stand in the order of the original, which chance would bring about in less than one of 1,000,000,000 cases: \
         whoever knows that order knows whose every row is. Sort the rows by what is published of them, or shuffle them"
            .to_owned()
    })
}

/// A number for what every row of both tables shows in the columns that were not changed, those of nobody left out: sensitive
/// ones, else quasi ones.
fn keys(original: &Original, released: &Released) -> Option<Vec<u32>> {
    let sensitive = original.sensitive.iter().filter_map(|(name, before)| {
        let (_, after) = released.sensitive.iter().find(|(other, _)| other == name)?;
        Some(join(after, before))
    });
    let unchanged = |columns: Vec<Column>| -> Vec<LabelColumn> {
        let labels = columns.iter().map(|column| column.to_labels().into_owned());
        labels.filter(|labels| is_unchanged(&numbered(&[labels], original, released), released.rows)).collect()
    };
    let mut columns = unchanged(sensitive.collect());
    if columns.is_empty() {
        let quasi = released.quasi.iter().filter(|(name, _)| original.quasi.iter().any(|other| other.name == *name));
        columns = unchanged(quasi.map(|(name, after)| as_text(after, original.column(name))).collect());
    }
    (!columns.is_empty()).then(|| numbered(&columns.iter().collect::<Vec<_>>(), original, released))
}

/// Published cells and original values below each other, as text.
fn as_text(after: &LabelColumn, before: &Column) -> Column {
    let mut both = after.clone();
    both.append(&before.to_labels());
    Column::Label(both)
}

fn numbered(columns: &[&LabelColumn], original: &Original, released: &Released) -> Vec<u32> {
    let rows = released.rows + original.rows();
    let is_nobody = |row: usize| match row.checked_sub(released.rows) {
        Some(row) => original.left_out.get(row),
        None => released.stands_for_nobody(row),
    };
    Partition::by_equal_labels(columns, rows, is_nobody).group_of(rows)
}

/// Whether every value is published no more often than people have it.
fn is_unchanged(codes: &[u32], released: usize) -> bool {
    let mut left: HashMap<u32, i64> = HashMap::new();
    for (row, &code) in codes.iter().enumerate().filter(|(_, code)| **code != NO_GROUP) {
        *left.entry(code).or_default() += if row < released { -1 } else { 1 };
    }
    left.values().all(|&left| left >= 0)
}

/// Whether the first are among the others, in their order: each takes the first that is left for it.
fn is_within<'a>(some: impl Iterator<Item = &'a u32>, all: impl Iterator<Item = &'a u32>) -> bool {
    let mut all = all;
    some.into_iter().all(|one| all.any(|other| other == one))
}

/// Where runs of rows begin that no published column tells apart by which all rows are sorted. A column that sorts what another
/// has left sorts it, too, when it is taken later.
fn runs(released: &Released, rows: &[usize]) -> Vec<usize> {
    let sensitive = released.sensitive.iter().map(|(_, column)| column.to_labels());
    let quasi = released.quasi.iter().map(|(_, labels)| Cow::Borrowed(labels));
    let mut columns: Vec<Vec<Vec<u32>>> = sensitive.chain(quasi).map(|labels| ranked(&labels, rows)).collect();
    if let Some((_, names)) = &released.stated {
        let group_of = released.groups.group_of(released.rows);
        let named = |&row: &usize| group_of.get(row).and_then(|&group| names.get(group as usize));
        let labels = LabelColumn::from_texts(rows.iter().map(named));
        columns.push(ranked(&labels, &(0..rows.len()).collect::<Vec<_>>()));
    }
    let mut begins = vec![false; rows.len()];
    begins[..1].fill(true);
    while let Some(at) = columns.iter().position(|ways| ways.iter().any(|ranks| is_sorted(ranks, &begins))) {
        let ranks = &columns.swap_remove(at)[0];
        (1..ranks.len()).filter(|&row| ranks[row] != ranks[row - 1]).for_each(|row| begins[row] = true);
    }
    (0..rows.len()).filter(|&row| begins[row]).collect()
}

/// Which of two distinct cells comes first.
type Way<'a> = dyn Fn(&usize, &usize) -> Ordering + 'a;

/// The places of a column's cells among each other: as text and by the number they begin with, missing ones first or last.
fn ranked(labels: &LabelColumn, rows: &[usize]) -> Vec<Vec<u32>> {
    let texts: Vec<&str> = labels.labels().iter().collect();
    let numbers: Vec<Option<Decimal>> = texts.iter().map(|text| beginning(text)).collect();
    let by_text = |&one: &usize, &other: &usize| texts[one].cmp(texts[other]);
    let by_number = |one: &usize, other: &usize| numbers[*one].cmp(&numbers[*other]).then_with(|| by_text(one, other));
    let ways: [&Way<'_>; 2] = [&by_text, &by_number];
    let mut ranked = Vec::new();
    for way in ways {
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_unstable_by(way);
        let mut place = vec![0u32; texts.len()];
        (1..).zip(order).for_each(|(rank, code)| place[code] = rank);
        for missing in [0, u32::MAX] {
            let rank = |&row: &usize| place.get(labels.codes()[row] as usize).copied().unwrap_or(missing);
            ranked.push(rows.iter().map(rank).collect());
        }
    }
    ranked
}

/// The number that a cell begins with, `[17, 24]` with 17.
fn beginning(text: &str) -> Option<Decimal> {
    let text = text.trim_start_matches(['[', '(', '{', '<', '>', '=', ' ']);
    let text = text.split("..").next().unwrap_or(text);
    let end = text.find(|letter: char| !letter.is_ascii_digit() && !"+-.".contains(letter)).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Whether every run is sorted, all of them upwards or all downwards.
fn is_sorted(ranks: &[u32], begins: &[bool]) -> bool {
    let pairs = || (1..ranks.len()).filter(|&row| !begins[row]).map(|row| (ranks[row - 1], ranks[row]));
    pairs().all(|(before, after)| before <= after) || pairs().all(|(before, after)| before >= after)
}

/// How likely, at most, chance deals every run as it stands: ln of the product of ∏ c! / r!.
fn ln_dealt(shown: &[u32], begins: &[usize]) -> f64 {
    let ends = begins.iter().skip(1).copied().chain([shown.len()]);
    let one = |(&begin, end): (&usize, usize)| {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        shown[begin..end].iter().for_each(|&key| *counts.entry(key).or_default() += 1);
        let mut counts: Vec<usize> = counts.into_values().collect();
        counts.sort_unstable();
        counts.into_iter().map(ln_factorial).sum::<f64>() - ln_factorial(end - begin)
    };
    begins.iter().zip(ends).map(one).sum()
}

fn ln_choose(all: usize, some: usize) -> f64 {
    ln_factorial(all) - ln_factorial(some) - ln_factorial(all.saturating_sub(some))
}

/// By adding logarithms, and for many by Stirling's bounds, which are then within 10⁻⁹ of each other.
fn ln_factorial(many: usize) -> f64 {
    if many < 1000 {
        return (2..=many).map(|one| (one as f64).ln()).sum();
    }
    let many = many as f64;
    (many + 0.5) * many.ln() - many + 0.5 * (2.0 * std::f64::consts::PI).ln() + 1.0 / (12.0 * many)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_text_and_numbers() {
        assert_eq!(beginning("[17, 24]"), "17".parse().ok());
        assert_eq!(beginning("-5..9"), "-5".parse().ok());
        assert_eq!(beginning("Rome"), None);
        let labels = LabelColumn::from_texts([Some("9"), Some("10..12"), Some("100")]);
        let ways = ranked(&labels, &[0, 1, 2]);
        assert!(!is_sorted(&ways[0], &[true, false, false]), "as text 9 stands last");
        assert!(is_sorted(&ways[2], &[true, false, false]), "as numbers they ascend");
    }

    /// Against counting: of r! deals of a run, ∏ c! look as it does.
    #[test]
    fn chance_is_counted() {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(ln_dealt(&[1, 1, 2, 3], &[0]), (2f64 / 24.0).ln()));
        assert!(near(ln_dealt(&[1, 1, 2, 3], &[0, 2]), (1f64 / 2.0).ln()));
        assert!(near(ln_choose(5, 2), 10f64.ln()));
        let summed: f64 = (2..=1000).map(|one| f64::from(one).ln()).sum();
        assert!(near(ln_factorial(1000), summed), "{} and {summed}", ln_factorial(1000));
    }
}
