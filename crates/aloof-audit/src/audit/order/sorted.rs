//! What the order of rows tells that their published cells tell anyway.
//!
//! Rows may be sorted by any published columns, one within the other, as text or by the number that a cell begins with. What is left
//! are runs of rows that these columns do not tell apart.

use std::borrow::Cow;
use std::cmp::Ordering;

use aloof_table::{Decimal, LabelColumn, NO_GROUP};
use hashbrown::HashMap;

use crate::data::Released;

/// Where runs of rows begin that no published column tells apart by which all rows are sorted.
pub(super) fn runs(released: &Released, rows: &[usize]) -> Vec<usize> {
    let mut begins = vec![false; rows.len()];
    begins[..1].fill(true);
    refine(released, rows, &mut begins);
    (0..rows.len()).filter(|&row| begins[row]).collect()
}

/// A number for every row: equal where rows are of one group, show the same in other columns, and are not told apart by columns that
/// are sorted within these.
pub(super) fn told_apart(released: &Released, others: &[LabelColumn], mut group_of: Vec<u32>) -> Vec<u32> {
    for column in others {
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        for (group, &code) in group_of.iter_mut().zip(column.codes()).filter(|(group, _)| **group != NO_GROUP) {
            let next = known.len() as u32;
            *group = *known.entry((*group, code)).or_insert(next);
        }
    }
    let mut rows: Vec<usize> = (0..released.rows).filter(|&row| group_of[row] != NO_GROUP).collect();
    rows.sort_by_key(|&row| group_of[row]);
    let is_first = |at: usize| at == 0 || group_of[rows[at]] != group_of[rows[at - 1]];
    let mut begins: Vec<bool> = (0..rows.len()).map(is_first).collect();
    refine(released, &rows, &mut begins);
    let mut run = 0;
    for (&row, begins) in rows.iter().zip(begins) {
        run += u32::from(begins);
        group_of[row] = run;
    }
    group_of
}

/// Lets runs begin where a column changes by which all runs are sorted. A column that sorts what another has left sorts it, too, when
/// it is taken later.
fn refine(released: &Released, rows: &[usize], begins: &mut [bool]) {
    let sensitive = released.sensitive.iter().map(|(_, column)| column.to_labels());
    let quasi = released.quasi.iter().map(|(_, labels)| Cow::Borrowed(labels));
    let mut columns: Vec<Vec<Vec<u32>>> = sensitive.chain(quasi).map(|labels| ranked(&labels, rows)).collect();
    if let Some((_, names)) = &released.stated {
        let group_of = released.groups.group_of(released.rows);
        let named = |&row: &usize| group_of.get(row).and_then(|&group| names.get(group as usize));
        let labels = LabelColumn::from_texts(rows.iter().map(named));
        columns.push(ranked(&labels, &(0..rows.len()).collect::<Vec<_>>()));
    }
    while let Some(at) = columns.iter().position(|ways| ways.iter().any(|ranks| is_sorted(ranks, begins))) {
        let ranks = &columns.swap_remove(at)[0];
        (1..ranks.len()).filter(|&row| ranks[row] != ranks[row - 1]).for_each(|row| begins[row] = true);
    }
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
}
