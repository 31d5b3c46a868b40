//! A column for analysis: where the people of the original stand, and over what those of a release are spread.
//!
//! # Definition
//! Positions are those of count queries (`query/position.rs`): multiples of the column's unit, days, leaves of a hierarchy, labels.
//! A released cell is known by the positions it covers. What is true inside of a cell no release says, so one of two models does,
//! the same for every measure that uses it:
//!
//! - *even*: each position of the cell is as likely as every other (LeFevre, DeWitt and Ramakrishnan, ICDE 2006);
//! - *fitted*: positions are as likely as the cells of all rows together make them, see `fitted.rs`.
//!
//! Given the cells of a row, its columns are independent of one another. Of a release in two tables, a person's sensitive value is
//! any of the group's, each as likely.
//!
//! # Cost
//! `O(n)` to read, `O(c)` for c distinct cells after that, where a figure depends on the cell alone.

use std::sync::Arc;

use aloof_table::{Column, GeneralizedError, Partition};

use super::Generalization;
use super::query::{Draw, Positions};

/// A column of both tables.
#[derive(Clone, Debug)]
pub struct Spread {
    /// Per original row its position, or [`NOWHERE`].
    pub(super) before: Vec<u64>,
    /// Per released row its cell; `cells.len()` where the value is missing.
    pub(super) after: Vec<u32>,
    /// What each distinct cell covers.
    pub(super) cells: Vec<Vec<Piece>>,
    /// How many positions there are.
    pub(super) size: u64,
    /// Neighbours are near each other.
    pub(super) is_line: bool,
    /// What the first position is worth, and how far apart two are; `None` for labels.
    line: Option<(f64, f64)>,
    /// The labels of positions; none of numbers.
    pub(super) labels: Arc<[String]>,
}

/// No position: the value is missing.
pub(super) const NOWHERE: u64 = u64::MAX;

/// Positions `start..end` that are equally likely, and how likely all of them are together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub start: u64,
    pub end: u64,
    pub share: f64,
}

impl Piece {
    pub fn length(&self) -> f64 {
        (self.end - self.start) as f64
    }
}

impl Spread {
    /// Of a quasi column, spread evenly. Fails on a cell that is not understood.
    pub fn of(column: &Generalization<'_>) -> Result<Self, GeneralizedError> {
        let positions = Positions::of_both(column)?;
        let runs = |text: &str| Ok(even(&positions.runs(text, column)?));
        let cells: Vec<Vec<Piece>> =
            column.released.labels().iter().map(runs).collect::<Result<_, GeneralizedError>>()?;
        let missing = cells.len() as u32;
        let after = column.released.codes().iter().map(|&code| code.min(missing)).collect();
        Ok(Self::new(&positions, column.original, after, cells))
    }

    /// Of a column whose values are published as they are, or others of their kind.
    pub fn exact(before: &Column, after: &Column) -> Self {
        let positions = Positions::over(&[before, after]);
        let points = positions.points(after);
        let cells = points.positions.iter().map(|&at| even(&[(at, at + 1)])).collect();
        Self::new(&positions, before, points.ranks, cells)
    }

    fn new(positions: &Positions, before: &Column, after: Vec<u32>, cells: Vec<Vec<Piece>>) -> Self {
        let points = positions.points(before);
        let at = |&rank: &u32| points.positions.get(rank as usize).copied().unwrap_or(NOWHERE);
        Self {
            before: points.ranks.iter().map(at).collect(),
            after,
            cells,
            size: positions.size(),
            is_line: positions.is_line(),
            line: positions.line(),
            labels: positions.names().into(),
        }
    }

    /// Where it is known by group only who has which value: any value of the group may be anybody's in it.
    #[must_use]
    pub fn pooled(self, groups: &Partition) -> Self {
        let missing = groups.len() as u32;
        let after = groups.group_of(self.after.len()).into_iter().map(|group| group.min(missing)).collect();
        let pool = |rows: &[u32]| {
            let mut cells: Vec<u32> = rows.iter().map(|&row| self.after[row as usize]).collect();
            cells.retain(|&cell| (cell as usize) < self.cells.len());
            cells.sort_unstable();
            let all = cells.len() as f64;
            let mut pieces: Vec<Piece> = Vec::new();
            for same in cells.chunk_by(|a, b| a == b) {
                let part = same.len() as f64 / all;
                pieces.extend(
                    self.cells[same[0] as usize].iter().map(|piece| Piece { share: part * piece.share, ..*piece }),
                );
            }
            pieces
        };
        let cells = groups.iter().map(pool).collect();
        Self { after, cells, ..self }
    }

    /// Whether positions are numbers or days, so that they have means.
    pub fn is_number(&self) -> bool {
        self.line.is_some()
    }

    /// Whether positions lie on a line, so that one can be below another.
    pub fn is_line(&self) -> bool {
        self.is_line
    }

    /// Rows of the release.
    pub fn released(&self) -> usize {
        self.after.len()
    }

    /// Rows of the original.
    pub fn originals(&self) -> usize {
        self.before.len()
    }

    /// What a position is worth: the number, the day, or how many labels stand before it.
    pub(super) fn value(&self, position: f64) -> f64 {
        self.line.map_or(position, |(low, unit)| low + unit * position)
    }

    /// What the people of the original have; not a number where it is missing.
    pub fn values(&self) -> Vec<f64> {
        let one = |&at: &u64| if at == NOWHERE { f64::NAN } else { self.value(at as f64) };
        self.before.iter().map(one).collect()
    }

    /// Whether people of the original differ in it.
    pub fn varies(&self) -> bool {
        let mut places = self.before.iter().filter(|&&at| at != NOWHERE);
        places.next().is_some_and(|first| places.any(|other| other != first))
    }

    /// What is expected of the people of the release, likewise.
    pub fn expected(&self) -> Vec<f64> {
        let middle = |piece: &Piece| f64::midpoint(piece.start as f64, (piece.end - 1) as f64);
        let mean = |pieces: &Vec<Piece>| match pieces.as_slice() {
            [] => f64::NAN,
            pieces => self.value(pieces.iter().map(|piece| piece.share * middle(piece)).sum()),
        };
        let known: Vec<f64> = self.cells.iter().map(mean).collect();
        self.after.iter().map(|&cell| known.get(cell as usize).copied().unwrap_or(f64::NAN)).collect()
    }

    /// The positions that people of the release have in draw `number`, for column `column` of those that are drawn together.
    pub(super) fn positions_drawn(&self, seed: u64, column: usize, number: usize) -> Vec<u64> {
        let mut draw = Draw::new([seed, 0x7370_7265_6164, column as u64, number as u64]);
        let one = |&cell: &u32| self.cells.get(cell as usize).map_or(NOWHERE, |pieces| place(pieces, &mut draw));
        self.after.iter().map(one).collect()
    }

    /// What they have in it.
    pub fn drawn(&self, seed: u64, column: usize, number: usize) -> Vec<f64> {
        let value = |at: u64| if at == NOWHERE { f64::NAN } else { self.value(at as f64) };
        self.positions_drawn(seed, column, number).into_iter().map(value).collect()
    }

    /// The column with every released row at one position of its cell.
    pub(super) fn placed(&self, seed: u64, at: usize) -> Self {
        let drawn = self.positions_drawn(seed, at, 0);
        let mut distinct: Vec<u64> = drawn.iter().copied().filter(|&at| at != NOWHERE).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let cell = |at: &u64| distinct.binary_search(at).unwrap_or(distinct.len()) as u32;
        let after = drawn.iter().map(cell).collect();
        let piece = |&start: &u64| vec![Piece { start, end: start + 1, share: 1.0 }];
        Self { after, cells: distinct.iter().map(piece).collect(), ..self.clone() }
    }

    /// Whether every released value is known exactly, of more than one.
    pub fn is_exact(&self) -> bool {
        let single = |pieces: &Vec<Piece>| matches!(pieces.as_slice(), [piece] if piece.end - piece.start == 1);
        self.cells.len() > 1 && self.cells.iter().all(single)
    }
}

fn even(runs: &[(u64, u64)]) -> Vec<Piece> {
    let all: f64 = runs.iter().map(|(start, end)| (end - start) as f64).sum();
    runs.iter().map(|&(start, end)| Piece { start, end, share: (end - start) as f64 / all }).collect()
}

/// A position by chance: first the piece, then where in it.
fn place(pieces: &[Piece], draw: &mut Draw) -> u64 {
    let Some(last) = pieces.last() else { return NOWHERE };
    let mut left = draw.share();
    for piece in &pieces[..pieces.len() - 1] {
        if left < piece.share {
            return piece.start + draw.below(piece.end - piece.start);
        }
        left -= piece.share;
    }
    last.start + draw.below(last.end - last.start)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use aloof_table::{LabelColumn, NumberColumn};

    /// Whole numbers, and the cells they were released as.
    pub fn numbers(before: &[i64], after: &[&str]) -> Spread {
        let column = Column::Number(NumberColumn::from_integers(before.to_vec()));
        let released = LabelColumn::from_texts(after.iter().map(|text| Some(*text)));
        Spread::of(&Generalization { original: &column, released: &released, hierarchy: None, order: None }).unwrap()
    }

    /// Numbers that are published as such.
    pub fn exact(before: &[i64], after: &[i64]) -> Spread {
        let column = |values: &[i64]| Column::Number(NumberColumn::from_integers(values.to_vec()));
        Spread::exact(&column(before), &column(after))
    }

    #[test]
    fn by_hand() {
        let column = numbers(&[20, 30, 40], &["20..30", "40", "*"]);
        assert_eq!(column.values(), [20.0, 30.0, 40.0]);
        assert_eq!(column.expected(), [25.0, 40.0, 30.0]);
        assert!(column.is_number() && column.is_line() && !column.is_exact());
        for number in 0..50 {
            let drawn = column.drawn(1, 0, number);
            assert!((20.0..=30.0).contains(&drawn[0]) && (drawn[1] - 40.0).abs() < 1e-12, "{drawn:?}");
        }
        assert_eq!(column.drawn(1, 0, 3), column.drawn(1, 0, 3));
    }

    /// A group of 1, 1 and 4: 2 is expected of each, and none of the others' values is ever drawn.
    #[test]
    fn values_of_a_group() {
        let groups = Partition::from_group_of(&[0, 0, 0, 1], 2);
        let column = exact(&[1, 1, 4, 9], &[1, 4, 1, 9]).pooled(&groups);
        assert_eq!(column.expected(), [2.0, 2.0, 2.0, 9.0]);
        let drawn: Vec<f64> = (0..40).flat_map(|number| column.drawn(1, 0, number)[..3].to_vec()).collect();
        assert!(drawn.iter().all(|value| [1.0, 4.0].contains(value)) && drawn.contains(&4.0));
    }
}
