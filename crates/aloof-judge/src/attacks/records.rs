//! Tables record by record, as those see them who take a release for a table like the original's: cells are values, drawn from what
//! they cover where they cover several.
//!
//! Numbers are floating point, labels are codes of one dictionary for all tables. Near is by Gower's distance: for numbers the
//! difference as a share of the range of all tables, for labels 0 or 1, added up over columns.

use rayon::prelude::*;

use super::draw::Draw;

/// No label.
pub const NO_LABEL: u32 = u32::MAX;

/// One column of one table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Numbers or days; missing is not a number.
    Numbers(Vec<f64>),
    /// Codes of labels; missing is [`NO_LABEL`].
    Labels(Vec<u32>),
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(values) => values.len(),
            Self::Labels(codes) => codes.len(),
        }
    }

    /// Whether they are labels, of which one is no nearer to another than the next.
    pub fn are_labels(&self) -> bool {
        matches!(self, Self::Labels(_))
    }

    /// Whether a cell has a value.
    pub fn has(&self, row: usize) -> bool {
        match self {
            Self::Numbers(values) => !values[row].is_nan(),
            Self::Labels(codes) => codes[row] != NO_LABEL,
        }
    }

    /// Something that is equal for equal cells.
    fn bits(&self, row: usize) -> u64 {
        match self {
            Self::Numbers(values) if values[row].is_nan() => u64::MAX,
            Self::Numbers(values) => (values[row] + 0.0).to_bits(),
            Self::Labels(codes) => u64::from(codes[row]),
        }
    }
}

/// The columns of one table.
pub type Rows = Vec<Cells>;

/// A release, the people it was made of, and others: the same columns in each.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// What is published, as values.
    pub published: Rows,
    /// People of the release.
    pub people: Rows,
    /// People of whom the release holds nothing.
    pub control: Rows,
}

/// The rows of a table.
pub(super) fn rows(table: &Rows) -> usize {
    table.first().map_or(0, Cells::len)
}

/// A table in which every row stands once, the first of equal ones.
pub(super) fn distinct(table: &Rows) -> Rows {
    let mut seen = hashbrown::HashSet::new();
    let key = |row: usize| -> Vec<u64> { table.iter().map(|column| column.bits(row)).collect() };
    let kept: Vec<usize> = (0..rows(table)).filter(|&row| seen.insert(key(row))).collect();
    take(table, &kept)
}

/// Some rows of a table.
pub(super) fn take(table: &Rows, kept: &[usize]) -> Rows {
    let column = |column: &Cells| match column {
        Cells::Numbers(values) => Cells::Numbers(kept.iter().map(|&row| values[row]).collect()),
        Cells::Labels(codes) => Cells::Labels(kept.iter().map(|&row| codes[row]).collect()),
    };
    table.iter().map(column).collect()
}

/// The nearest record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    pub record: u32,
    /// Lower where it is nearer, and one of fewer.
    pub score: f64,
}

impl Records {
    /// For each of these people the published record that is nearest in some columns; one of several by chance.
    pub(super) fn nearest(&self, whom: &Rows, asked: &[usize], known: &[usize], seed: u64) -> Vec<Nearest> {
        let ranges: Vec<f64> = known.iter().map(|&at| self.range(at)).collect();
        let one = |&person: &usize| {
            let mut best = (f64::INFINITY, Vec::new());
            for record in 0..rows(&self.published) {
                let mut far = 0.0;
                for (&at, range) in known.iter().zip(&ranges) {
                    far += distance((&whom[at], person), (&self.published[at], record), *range);
                }
                if far < best.0 - 1e-12 {
                    best = (far, vec![record as u32]);
                } else if far <= best.0 + 1e-12 {
                    best.1.push(record as u32);
                }
            }
            // A stream for each person and set of columns: two that tie alike are not decided alike.
            let purpose = (person as u64) << 8 | known.iter().fold(1, |all, &at| all * 5 + at as u64) & 255;
            let record = best.1[Draw::new(seed ^ 0x6e65_6172, purpose).below(best.1.len())];
            Nearest { record, score: best.0 + (best.1.len() as f64).ln() }
        };
        asked.par_iter().map(one).collect()
    }

    /// How far the numbers of a column reach, over all tables.
    fn range(&self, at: usize) -> f64 {
        let tables = [&self.published, &self.people, &self.control];
        let numbers = tables.into_iter().filter_map(|table| match table.get(at) {
            Some(Cells::Numbers(values)) => Some(values),
            _ => None,
        });
        let known = numbers.flatten().filter(|value| value.is_finite());
        let (low, high) = known.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
        if high > low { high - low } else { 1.0 }
    }
}

fn distance((a, row): (&Cells, usize), (b, record): (&Cells, usize), range: f64) -> f64 {
    match (a, b) {
        (Cells::Numbers(a), Cells::Numbers(b)) => match (a[row].is_nan(), b[record].is_nan()) {
            (false, false) => (a[row] - b[record]).abs() / range,
            (true, true) => 0.0,
            _ => 1.0,
        },
        (Cells::Labels(a), Cells::Labels(b)) => f64::from(u8::from(a[row] != b[record])),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_range_and_labels_by_equality() {
        let records = Records {
            published: vec![Cells::Numbers(vec![0.0, 10.0, 40.0]), Cells::Labels(vec![0, 1, NO_LABEL])],
            people: vec![Cells::Numbers(vec![12.0, f64::NAN]), Cells::Labels(vec![0, NO_LABEL])],
            control: Vec::new(),
        };
        // 12 lies 0.3 from 0 and 0.05 from 10, but a label counts for 1.
        let nearest = |asked: &[usize], known: &[usize]| -> Vec<u32> {
            records.nearest(&records.people, asked, known, 1).into_iter().map(|one| one.record).collect()
        };
        assert_eq!(nearest(&[0, 1], &[0, 1]), [0, 2]);
        assert_eq!(nearest(&[0], &[0]), [1]);
    }

    #[test]
    fn equal_rows_stand_once() {
        let table = vec![Cells::Numbers(vec![1.0, 0.0, 1.0, -0.0]), Cells::Labels(vec![3, 4, 3, 4])];
        assert_eq!(distinct(&table), vec![Cells::Numbers(vec![1.0, 0.0]), Cells::Labels(vec![3, 4])]);
    }
}
