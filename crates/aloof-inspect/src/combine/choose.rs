//! Which sets of columns are counted, and which of them are worth telling.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::codes::Codes;
use super::count::Count;

/// Positions among the candidates, ascending.
pub(super) type Set = Vec<usize>;

/// The sets that were counted.
pub(super) type Counts = BTreeMap<Set, Count>;

/// The `most` candidates that tell rows apart best, and the others; both in the table's order.
///
/// Best means that two rows drawn at random are least often alike: a date of birth before a sex, whatever the number
/// of rows.
pub(super) fn most_telling(codes: &[Codes], most: usize) -> (Set, Set) {
    let mut order: Vec<usize> = (0..codes.len()).collect();
    if codes.len() <= most {
        return (order, Vec::new());
    }
    let alike: Vec<u128> = codes.iter().map(alike).collect();
    order.sort_by_key(|&at| alike[at]);
    let mut rest = order.split_off(most);
    order.sort_unstable();
    rest.sort_unstable();
    (order, rest)
}

/// Σ n² over the values: how many pairs of rows are alike.
fn alike(codes: &Codes) -> u128 {
    let mut sorted = codes.codes.clone();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|run| (run.len() as u128).pow(2)).sum()
}

/// All sets of one to `largest` of `columns`.
pub(super) fn sets(columns: &[usize], largest: usize) -> Vec<Set> {
    let mut all: Vec<Set> = columns.iter().map(|&column| vec![column]).collect();
    let mut start = 0;
    for _ in 1..largest {
        let end = all.len();
        for at in start..end {
            let last = *all[at].last().expect("no set is empty");
            let longer =
                columns.iter().filter(|&&column| column > last).map(|&column| [&all[at][..], &[column]].concat());
            all.extend(longer.collect::<Vec<_>>());
        }
        start = end;
    }
    all
}

/// The sets to report: the best single columns and pairs, though triples always beat them, then the best of all.
pub(super) fn shown(counts: &Counts, most: usize) -> Vec<Set> {
    let mut order: Vec<Set> = counts.keys().filter(|set| !is_redundant(set, counts)).cloned().collect();
    sort(&mut order, counts);
    let reserved = |size: usize| order.iter().filter(move |set| set.len() == size).take(most * 3 / 10);
    let mut chosen: Vec<Set> = reserved(1).chain(reserved(2)).cloned().collect();
    let rest: Vec<Set> = order.iter().filter(|set| !chosen.contains(set)).take(most - chosen.len()).cloned().collect();
    chosen.extend(rest);
    sort(&mut chosen, counts);
    chosen
}

/// One of its columns adds nothing to the others (`state` beside `zip`), or is the same in other words as a column
/// before it (`education` and its number), which then stands for both.
fn is_redundant(set: &Set, counts: &Counts) -> bool {
    let adds_nothing = parts(set).iter().any(|part| tells_all(part, set, counts));
    adds_nothing || set.iter().any(|&column| (0..column).any(|other| are_same(other, column, counts)))
}

/// `part` makes as many groups as `whole`, although it leaves many rows together that could have been split. (Rows that
/// are all apart prove nothing when they are a sample.)
fn tells_all(part: &Set, whole: &Set, counts: &Counts) -> bool {
    match (counts.get(part), counts.get(whole)) {
        (Some(part), Some(whole)) => part.groups == whole.groups && part.rows - part.groups >= REPEATS,
        _ => false,
    }
}

/// Rows beyond the first of their group that make a dependence believable.
const REPEATS: usize = 100;

fn are_same(one: usize, other: usize, counts: &Counts) -> bool {
    let both = vec![one, other];
    tells_all(&vec![one], &both, counts) && tells_all(&vec![other], &both, counts)
}

/// Most unique rows first, then most groups, then fewest columns, then the table's order.
pub(super) fn sort(sets: &mut [Set], counts: &Counts) {
    sets.sort_by_cached_key(|set| {
        let count = counts.get(set).copied().unwrap_or_default();
        (Reverse(count.unique), Reverse(count.groups), set.len(), set.clone())
    });
}

/// The sets with one or more columns of `set` taken away; not the empty one.
pub(super) fn parts(set: &Set) -> Vec<Set> {
    let all = sets(set, set.len());
    all.into_iter().filter(|part| part.len() < set.len()).collect()
}

/// `shown` and those of their parts that reach `percent` on the sample. The others need no counting: whoever is unique
/// among all rows is unique among any of them, so a sample shows too many unique rows rather than too few.
pub(super) fn with_parts(shown: &[Set], counts: &Counts, percent: u8) -> Vec<Set> {
    let reaching = |part: &Set| counts.get(part).is_some_and(|count| count.reaches(percent));
    let mut needed: Vec<Set> = shown.iter().flat_map(parts).filter(reaching).chain(shown.iter().cloned()).collect();
    needed.sort_unstable();
    needed.dedup();
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_columns_make_298_sets() {
        let all = sets(&(0..12).collect::<Vec<_>>(), 3);
        assert_eq!(all.len(), 12 + 66 + 220);
        assert!(all.iter().all(|set| set.is_sorted_by(|a, b| a < b)));
    }

    #[test]
    fn parts_are_smaller_and_not_empty() {
        assert_eq!(parts(&vec![1, 4, 6]), [vec![1], vec![4], vec![6], vec![1, 4], vec![1, 6], vec![4, 6]]);
        assert!(parts(&vec![2]).is_empty());
    }

    #[test]
    fn singles_and_pairs_are_shown_beside_better_triples() {
        let counts: Counts = sets(&(0..12).collect::<Vec<_>>(), 3)
            .into_iter()
            .map(|set| {
                let unique = 100 * set.len() + set.iter().sum::<usize>();
                (set, Count { groups: unique, unique, rows: 1000 })
            })
            .collect();
        let shown = shown(&counts, 10);
        let sizes: Vec<usize> = shown.iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 3, 3, 3, 2, 2, 2, 1, 1, 1]);
    }

    #[test]
    fn the_most_telling_are_taken() {
        let codes = |codes: Vec<u32>| Codes { codes, span: 10 };
        let columns = [codes(vec![0, 0, 0, 1]), codes(vec![0, 1, 2, 3]), codes(vec![0, 0, 1, 1])];
        assert_eq!(most_telling(&columns, 2), (vec![1, 2], vec![0]));
    }

    #[test]
    fn what_adds_nothing_is_not_shown() {
        let count = |groups| Count { groups, unique: 0, rows: 1000 };
        // Column 1 is column 0 in other words; column 2 follows from either.
        let sets = [(vec![0], 16), (vec![1], 16), (vec![2], 4), (vec![0, 1], 16), (vec![0, 2], 16), (vec![1, 2], 16)];
        let counts: Counts = sets.into_iter().map(|(set, groups)| (set, count(groups))).collect();
        assert_eq!(shown(&counts, 10), [vec![0], vec![2]]);
    }
}
