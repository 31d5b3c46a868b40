//! Moves: which values go together, and which rows feel it.
//!
//! # Definition
//! A move adds `t · u` to the point, `u` being a fixed integer vector: one value alone, or a *run* of values that stand
//! next to each other in the original, all by the same amount. Drawing `t` evenly from all that stay inside leaves the
//! even law as it is, whatever the move, as long as moves are chosen without looking at the point.
//!
//! # Idea
//! A locality does not notice when all its values go together: a run is held back only by rows that lie across its ends,
//! so a thin body in which no value can go alone can still be crossed by runs. Lengths double, so that there are about
//! twice as many runs as values.
//!
//! # Cost
//! `O(terms · log n)` to prepare.

use super::polytope::Polytope;

/// Rows that a move changes by the same coefficient.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// What a step of one adds to the sums of these rows.
    pub coefficient: i64,
    start: u32,
    end: u32,
}

#[derive(Clone, Debug)]
struct Span {
    variables: (u32, u32),
    groups: (u32, u32),
}

/// Moves of values that go by the same amount: variables `from..to`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    spans: Vec<Span>,
    groups: Vec<Group>,
    rows: Vec<u32>,
}

impl Moves {
    /// Every variable alone, in order.
    pub fn single(polytope: &Polytope) -> Self {
        let spans = (0..polytope.dimensions() as u32).map(|at| (at, at + 1));
        Self::of(polytope, spans)
    }

    /// Every variable alone, then runs of 2, 4, 8, … neighbours within each of the consecutive blocks.
    pub fn runs(polytope: &Polytope, blocks: &[(u32, u32)]) -> Self {
        let n = polytope.dimensions() as u32;
        let mut spans: Vec<(u32, u32)> = (0..n).map(|at| (at, at + 1)).collect();
        for &(from, to) in blocks {
            let mut length = 2;
            while length < to - from {
                let starts = (from..to - 1).step_by((length / 2).max(1) as usize);
                spans.extend(starts.map(|start| (start, (start + length).min(to))));
                length *= 2;
            }
            if to - from > 1 {
                spans.push((from, to));
            }
        }
        spans.dedup();
        Self::of(polytope, spans.into_iter())
    }

    fn of(polytope: &Polytope, spans: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut moves = Self::default();
        let mut change = vec![0i64; polytope.rows()];
        for span in spans {
            moves.add(polytope, span, &mut change);
        }
        moves
    }

    fn add(&mut self, polytope: &Polytope, span: (u32, u32), change: &mut [i64]) {
        let mut felt: Vec<u32> = Vec::new();
        for variable in span.0..span.1 {
            for &(row, coefficient) in polytope.touching(variable as usize) {
                felt.push(row);
                change[row as usize] += coefficient;
            }
        }
        felt.sort_unstable();
        felt.dedup();
        let mut pairs: Vec<(i64, u32)> = felt.iter().map(|&row| (change[row as usize], row)).collect();
        felt.iter().for_each(|&row| change[row as usize] = 0);
        pairs.retain(|&(coefficient, _)| coefficient != 0);
        pairs.sort_unstable();
        let first = self.groups.len() as u32;
        for same in pairs.chunk_by(|a, b| a.0 == b.0) {
            let start = self.rows.len() as u32;
            self.rows.extend(same.iter().map(|&(_, row)| row));
            self.groups.push(Group { coefficient: same[0].0, start, end: self.rows.len() as u32 });
        }
        self.spans.push(Span { variables: span, groups: (first, self.groups.len() as u32) });
    }

    /// How many moves.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// The variables that go together.
    pub fn variables(&self, at: usize) -> std::ops::Range<usize> {
        let (from, to) = self.spans[at].variables;
        from as usize..to as usize
    }

    /// The rows that feel it, by coefficient.
    pub fn groups(&self, at: usize) -> &[Group] {
        let (from, to) = self.spans[at].groups;
        &self.groups[from as usize..to as usize]
    }

    /// The rows of a group.
    pub fn rows(&self, group: &Group) -> &[u32] {
        &self.rows[group.start as usize..group.end as usize]
    }
}
