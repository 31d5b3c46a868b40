//! The classes of a column: age by fifths, towns by name.
//!
//! # Definition
//! Numbers, dates and labels on a line are cut where the original has its quantiles, so that about as many people stand in every
//! class; where a value is so frequent that two cuts coincide, there is one class less. Labels without an order, and few on a line,
//! are a class each; of more than `most` the rarest are one class together. A released row stands in every class by the share of
//! its cell that lies there.
//!
//! # Cost
//! `O(n + c · k)` for c distinct cells and k classes.

use super::spread::{NOWHERE, Piece, Spread};

/// The classes of both tables' rows.
#[derive(Clone, Debug)]
pub struct Classes {
    /// How many there are.
    pub many: usize,
    /// Per original row its class; `many` where the value is missing.
    pub before: Vec<u32>,
    /// Per released row its cell.
    cell_of: Vec<u32>,
    /// Per cell the classes it touches, with its share in each.
    shares: Vec<Vec<(u32, f64)>>,
    /// Of labels, what each class is called.
    pub names: Vec<String>,
}

impl Classes {
    /// At most `most` of them, at least one.
    pub fn of(column: &Spread, most: usize) -> Self {
        let cuts =
            if column.is_line && column.size > most as u64 { quantiles(column, most) } else { labels(column, most) };
        let class_at = |position: u64| cuts[cuts.partition_point(|&(start, _)| start <= position) - 1].1;
        let many = cuts.iter().map(|&(_, class)| class as usize + 1).max().unwrap_or(1);
        let before = column.before.iter().map(|&at| if at == NOWHERE { many as u32 } else { class_at(at) }).collect();
        let shares = column.cells.iter().map(|pieces| shares(pieces, &cuts, many)).collect();
        let names = names(column, &cuts, many);
        Self { many, before, cell_of: column.after.clone(), shares, names }
    }

    /// The classes of a released row, with the share of it in each.
    pub fn of_released(&self, row: usize) -> &[(u32, f64)] {
        self.shares.get(self.cell_of[row] as usize).map_or(&[], Vec::as_slice)
    }

    /// Rows of the release.
    pub fn released(&self) -> usize {
        self.cell_of.len()
    }

    /// How many people stand in each, before and after.
    pub fn counts(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut before, mut after) = (vec![0.0; self.many + 1], vec![0.0; self.many]);
        self.before.iter().for_each(|&class| before[class as usize] += 1.0);
        before.pop();
        for row in 0..self.released() {
            self.of_released(row).iter().for_each(|&(class, share)| after[class as usize] += share);
        }
        (before, after)
    }
}

/// Where classes begin on a line.
fn quantiles(column: &Spread, most: usize) -> Vec<(u64, u32)> {
    let mut sorted: Vec<u64> = column.before.iter().copied().filter(|&at| at != NOWHERE).collect();
    sorted.sort_unstable();
    let mut starts: Vec<u64> = (1..most).filter_map(|at| sorted.get(at * sorted.len() / most).copied()).collect();
    // The smallest value begins the first class, which also takes all below.
    starts.retain(|start| Some(start) != sorted.first());
    starts.dedup();
    std::iter::once(0).chain(starts).zip(0..).collect()
}

/// A class for each position, the rarest together; positions ascending.
fn labels(column: &Spread, most: usize) -> Vec<(u64, u32)> {
    let mut counts = vec![0usize; column.size.max(1) as usize];
    column.before.iter().filter(|&&at| at != NOWHERE).for_each(|&at| counts[at as usize] += 1);
    let mut by_count: Vec<usize> = (0..counts.len()).collect();
    by_count.sort_by_key(|&at| (std::cmp::Reverse(counts[at]), at));
    let own = if counts.len() > most { most - 1 } else { counts.len() };
    let mut kept: Vec<usize> = by_count[..own].to_vec();
    kept.sort_unstable();
    let class = |at: usize| kept.binary_search(&at).unwrap_or(own) as u32;
    (0..counts.len()).map(|at| (at as u64, class(at))).collect()
}

/// A label; the first and the last of several on a line; `others`.
fn names(column: &Spread, cuts: &[(u64, u32)], many: usize) -> Vec<String> {
    if column.labels.is_empty() {
        return Vec::new();
    }
    let name = |class: usize| {
        let own = || (0..cuts.len()).filter(|&at| cuts[at].1 as usize == class);
        let end = |at: usize| cuts.get(at + 1).map_or(column.labels.len(), |&(next, _)| next as usize);
        match (own().next(), own().count()) {
            (Some(at), 1) if end(at) - cuts[at].0 as usize == 1 => column.labels[cuts[at].0 as usize].clone(),
            (Some(at), 1) => format!("{}..{}", column.labels[cuts[at].0 as usize], column.labels[end(at) - 1]),
            _ => "others".to_owned(),
        }
    };
    (0..many).map(name).collect()
}

fn shares(pieces: &[Piece], cuts: &[(u64, u32)], many: usize) -> Vec<(u32, f64)> {
    let mut sums = vec![0.0; many];
    for piece in pieces {
        let mut at = cuts.partition_point(|&(start, _)| start <= piece.start) - 1;
        let mut from = piece.start;
        while from < piece.end {
            let end = cuts.get(at + 1).map_or(piece.end, |&(next, _)| next.min(piece.end));
            sums[cuts[at].1 as usize] += piece.share * (end - from) as f64 / piece.length();
            (from, at) = (end, at + 1);
        }
    }
    (0..).zip(sums).filter(|&(_, share)| share > 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::numbers;
    use super::*;

    /// Ages 20 to 29 in two classes: cut at 25, so 22..27 lies half in each.
    #[test]
    fn by_hand() {
        let ages: Vec<i64> = (20..30).collect();
        let classes = Classes::of(&numbers(&ages, &["22..27", "29", "0..24"]), 2);
        assert_eq!((classes.many, &classes.before[4..6]), (2, &[0, 1][..]));
        assert_eq!(classes.of_released(0), [(0, 0.5), (1, 0.5)]);
        assert_eq!((classes.of_released(1), classes.of_released(2)), (&[(1, 1.0)][..], &[(0, 1.0)][..]));
        assert_eq!(classes.counts(), (vec![5.0, 5.0], vec![1.5, 1.5]));
    }

    /// One value of nearly all: there is one cut only.
    #[test]
    fn heaped() {
        let classes = Classes::of(&numbers(&[7, 7, 7, 7, 7, 90], &["7"]), 3);
        assert_eq!(classes.many, 1);
        let few = Classes::of(&numbers(&[1, 2, 2], &["1..2"]), 5);
        assert_eq!((few.many, few.of_released(0)), (2, &[(0, 0.5), (1, 0.5)][..]));
    }
}
