//! What the order of rows tells, by trying: the twins of the tests that an audit makes of orders.
//!
//! Nothing is sorted or skipped here: pairs are found by looking at every row before, neighbours by looking at every row, orders by
//! writing them down, and chances by listing all deals.

/// A row in the order of the release: its group and the place of its person; none where it has no place.
pub type Placed = (u32, Option<u32>);

/// Of every two rows of a group that stand first and second, third and fourth, and so on, among those with a place, and whose places
/// differ: in how many the lesser place stands first, and how many there are.
pub fn pairs_in_order(rows: &[Placed]) -> (usize, usize) {
    let mut found = (0, 0);
    for (one, other) in pairs(rows) {
        if rows[one].1 != rows[other].1 {
            found.0 += usize::from(rows[one].1 < rows[other].1);
            found.1 += 1;
        }
    }
    found
}

/// Of these pairs in every other group (the first, third, … by number for `half` 0): how many stand as the rows of the groups between
/// suggest, and of how many these suggest something. Each of a pair is as far from its place as the nearest place of the two known rows
/// before it and the two behind it; two stand as suggested where they are nearer so than exchanged.
pub fn pairs_by_neighbours(rows: &[Placed], half: usize) -> (usize, usize) {
    let mut groups: Vec<u32> = Vec::new();
    for &(group, place) in rows {
        if place.is_some() && !groups.contains(&group) {
            groups.push(group);
        }
    }
    let is_guessed = |group: u32| groups.iter().filter(|&&other| other < group).count() % 2 == half;
    let mut found = (0, 0);
    for (one, other) in pairs(rows).into_iter().filter(|&(one, _)| is_guessed(rows[one].0)) {
        let far = |at: usize, of: usize| {
            let is_known = |at: &usize| rows[*at].1.is_some() && !is_guessed(rows[*at].0);
            let before = (0..at).rev().filter(is_known).take(2);
            let behind = (at..rows.len()).filter(is_known).take(2);
            before.chain(behind).filter_map(|near| Some(rows[near].1?.abs_diff(rows[of].1?))).min().map_or(0, u64::from)
        };
        let (stand, exchanged) = (far(one, one) + far(other, other), far(one, other) + far(other, one));
        if stand != exchanged {
            found.0 += usize::from(stand < exchanged);
            found.1 += 1;
        }
    }
    found
}

/// The rows of every pair.
fn pairs(rows: &[Placed]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (at, &(group, place)) in rows.iter().enumerate() {
        let before: Vec<usize> = (0..at).filter(|&other| rows[other].0 == group && rows[other].1.is_some()).collect();
        if let (Some(_), Some(&last), 1) = (place, before.last(), before.len() % 2) {
            all.push((last, at));
        }
    }
    all
}

/// The rows of a part of a table: of so many stretches one after the other the one with this number, or of every so many rows the one that
/// comes so late.
pub fn rows_of_part(rows: &[Placed], (in_stretches, of, which): (bool, usize, usize)) -> Vec<Placed> {
    if !in_stretches {
        return rows.iter().skip(which).step_by(of).copied().collect();
    }
    let mut some = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        // Where the stretch begins and ends, in shares of the table.
        if at * of >= which * rows.len() && at * of < (which + 1) * rows.len() {
            some.push(*row);
        }
    }
    some
}

/// The share of all deals of these places to their rows that ascend, or descend; the deals are listed.
pub fn share_of_deals_in_order(places: &[u32], ascending: bool) -> f64 {
    let (mut all, mut ordered) = (0u64, 0u64);
    deals(places, &mut Vec::new(), &mut |deal| {
        all += 1;
        ordered += u64::from(deal.windows(2).all(|two| if ascending { two[0] <= two[1] } else { two[0] >= two[1] }));
    });
    ordered as f64 / all as f64
}

/// Every way to put these one after the other; equal ones are taken as different.
fn deals(left: &[u32], dealt: &mut Vec<u32>, see: &mut dyn FnMut(&[u32])) {
    if left.is_empty() {
        return see(dealt);
    }
    for at in 0..left.len() {
        let mut rest = left.to_vec();
        dealt.push(rest.remove(at));
        deals(&rest, dealt, see);
        dealt.pop();
    }
}

/// Whether the first stand among the others in their order: every choice of as many of the others is tried.
pub fn is_within(some: &[u32], all: &[u32]) -> bool {
    match (some.split_first(), all.split_first()) {
        (None, _) => true,
        (_, None) => false,
        (Some((one, rest)), Some((other, left))) => one == other && is_within(rest, left) || is_within(some, left),
    }
}

/// Whether they are the others in one of the orders that are made of theirs by a rule: theirs, backwards, begun at any row, or every k-th
/// row for these k.
pub fn follows_a_rule(some: &[u32], all: &[u32], steps: &[usize]) -> bool {
    let backwards: Vec<u32> = all.iter().rev().copied().collect();
    [all, &backwards].into_iter().any(|all| {
        let turned = |first: &usize| {
            let turned: Vec<u32> = all[*first..].iter().chain(&all[..*first]).copied().collect();
            turned == some
        };
        let stepped = |step: &&usize| {
            let order: Vec<u32> =
                (0..**step).flat_map(|first| all.iter().skip(first).step_by(**step)).copied().collect();
            is_within(some, &order)
        };
        is_within(some, all) || (0..all.len()).any(|first| turned(&first)) || steps.iter().any(|step| stepped(&step))
    })
}

/// Lines of a second table that do not come after the one before: by group, then by value, a missing one first; each line is compared
/// letter by letter.
pub fn strays(lines: &[(u32, Option<&str>)]) -> usize {
    let comes_after = |one: &(u32, Option<&str>), other: &(u32, Option<&str>)| match (one.1, other.1) {
        _ if one.0 != other.0 => one.0 < other.0,
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(one), Some(other)) => {
            let differ = one.bytes().zip(other.bytes()).find(|(one, other)| one != other);
            differ.map_or(one.len() < other.len(), |(one, other)| one < other)
        }
    };
    (1..lines.len()).filter(|&at| !comes_after(&lines[at - 1], &lines[at])).count()
}
