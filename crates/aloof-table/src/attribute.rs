//! What is protected: the sensitive column, or several taken together, as one code per row.
//!
//! Every question about sensitive values is a question about *distinct* values and how often they occur. So a
//! sensitive column becomes a code per row and a table of distinct values; whether two values are close is decided
//! once per pair of distinct values, exactly, and a group is a sorted list of codes.

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::{Column, Date, Decimal, LabelColumn};

/// The code of a row that has no value.
pub const NO_CODE: u32 = u32::MAX;

/// The distinct values behind the codes.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Scaled integers in ascending order: code order is value order.
    Numbers {
        /// Distinct values times `10^scale`.
        values: Vec<i128>,
        /// Digits behind the point.
        scale: u8,
        /// Whether they are days since 1970-01-01.
        dates: bool,
    },
    /// Labels, in byte order.
    Labels(Vec<String>),
    /// Several columns taken together: for every distinct tuple one code per part, part after part.
    Tuples {
        /// The domain of each part.
        parts: Vec<Domain>,
        /// `codes[part][tuple]`.
        codes: Vec<Vec<u32>>,
    },
}

impl Domain {
    /// Number of distinct values.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers { values, .. } => values.len(),
            Self::Labels(labels) => labels.len(),
            Self::Tuples { codes, .. } => codes.first().map_or(0, Vec::len),
        }
    }

    /// No values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value as text. Sensitive: only for a reader who asked to see values.
    pub fn text(&self, code: u32) -> String {
        match self {
            Self::Numbers { values, dates: true, .. } => Date::from_days(values[code as usize] as i32).to_string(),
            Self::Numbers { values, scale, .. } => Decimal::new(values[code as usize], *scale).to_string(),
            Self::Labels(labels) => labels[code as usize].clone(),
            Self::Tuples { parts, codes } => {
                let texts = parts.iter().zip(codes).map(|(part, codes)| part.text(codes[code as usize]));
                texts.collect::<Vec<_>>().join(" · ")
            }
        }
    }
}

/// One code per row, the distinct values, and how often each occurs. 4 bytes per row.
#[derive(Clone, Debug)]
pub struct Attribute {
    names: Vec<String>,
    codes: Vec<u32>,
    domain: Domain,
    totals: Vec<u32>,
    rows: usize,
}

impl Attribute {
    /// Codes `columns` (one or more, of equal length). A row in which any of them is missing, or for which `leave_out`
    /// holds, gets [`NO_CODE`] and does not count. Distinct values are those of the rows that count.
    pub fn new(columns: &[(&str, &Column)], leave_out: impl Fn(usize) -> bool + Sync) -> Self {
        let rows = columns.first().map_or(0, |(_, column)| column.len());
        let out = of_rows(rows, |row| leave_out(row) || columns.iter().any(|(_, c)| c.is_missing(row)));
        let names = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let (codes, domain) = match columns {
            [(_, column)] => encode(column, &out),
            _ => encode_tuples(columns, &out),
        };
        let mut totals = vec![0u32; domain.len()];
        let mut counted = 0;
        for &code in codes.iter().filter(|&&c| c != NO_CODE) {
            totals[code as usize] += 1;
            counted += 1;
        }
        Self { names, codes, domain, totals, rows: counted }
    }

    /// As [`Attribute::new`], but a row that lacks a value and is not left out has a code, too: [`Attribute::missing_code`]. It is
    /// none of the distinct values, and in no total.
    pub fn counting_missing(columns: &[(&str, &Column)], leave_out: impl Fn(usize) -> bool + Sync) -> Self {
        let mut coded = Self::new(columns, &leave_out);
        let missing = coded.missing_code();
        let lacks = |row: usize| columns.iter().any(|(_, column)| column.is_missing(row)) && !leave_out(row);
        coded.codes.iter_mut().enumerate().filter(|(row, _)| lacks(*row)).for_each(|(_, code)| *code = missing);
        coded
    }

    /// The code of a missing value where it has one: behind those of all values.
    pub fn missing_code(&self) -> u32 {
        self.domain.len() as u32
    }

    /// A table known by its distinct values and how often each occurs: `counts` has one entry per row of `column`.
    pub fn counted(name: &str, column: &Column, counts: &[u32]) -> Self {
        let mut whole = Self::new(&[(name, column)], |_| false);
        whole.totals.fill(0);
        for (&code, &count) in whole.codes.iter().zip(counts).filter(|(code, _)| **code != NO_CODE) {
            whole.totals[code as usize] += count;
        }
        whole.rows = whole.totals.iter().map(|&total| total as usize).sum();
        whole
    }

    /// The same rows as a part of a larger table, whose values and totals are those of `whole`. `None` where a value of
    /// theirs is not among them.
    pub fn within(self, whole: &Self) -> Option<Self> {
        let known: HashMap<String, u32> =
            (0..whole.domain.len() as u32).map(|code| (whole.domain.text(code), code)).collect();
        let places: Vec<u32> = (0..self.domain.len() as u32)
            .map(|code| known.get(&self.domain.text(code)).copied())
            .collect::<Option<_>>()?;
        let place = |code: u32| if code == NO_CODE { NO_CODE } else { places[code as usize] };
        let codes = self.codes.into_iter().map(place).collect();
        let (domain, totals) = (whole.domain.clone(), whole.totals.clone());
        Some(Self { names: self.names, codes, domain, totals, rows: whole.rows })
    }

    /// The columns' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// One code per row of the table.
    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The codes alone.
    pub fn into_codes(self) -> Vec<u32> {
        self.codes
    }

    /// The distinct values.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// How many rows hold each distinct value, by code.
    pub fn totals(&self) -> &[u32] {
        &self.totals
    }

    /// Rows that have a value.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The sorted codes of those of `rows` that have one: the form in which principles judge a group. It is empty where none
    /// has.
    pub fn group(&self, rows: &[u32]) -> Vec<u32> {
        let codes = rows.iter().map(|&row| self.codes[row as usize]);
        let mut codes: Vec<u32> = codes.filter(|&code| code != NO_CODE).collect();
        codes.sort_unstable();
        codes
    }
}

fn encode(column: &Column, out: &[bool]) -> (Vec<u32>, Domain) {
    match column {
        Column::Number(numbers) => {
            let (codes, values) = match numbers.narrow() {
                Some(values) => rank_narrow(out, |row| values.get(row)),
                None => rank(out, |row| numbers.scaled(row).unwrap_or(0)),
            };
            (codes, Domain::Numbers { values, scale: numbers.scale(), dates: false })
        }
        Column::Date(dates) => {
            let (codes, values) = rank_narrow(out, |row| i64::from(dates.days()[row]));
            (codes, Domain::Numbers { values, scale: 0, dates: true })
        }
        Column::Label(labels) => encode_labels(labels, out),
    }
}

/// Fewer rows are done before other threads are awake.
const MANY: usize = 1 << 15;

/// Something of each row; of many, on all threads.
fn of_rows<T: Send>(rows: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if rows < MANY { (0..rows).map(of).collect() } else { (0..rows).into_par_iter().map(&of).collect() }
}

/// The least and the largest value of the rows not left out.
fn range(out: &[bool], value: impl Fn(usize) -> i64 + Sync) -> Option<(i64, i64)> {
    let wider = |one: Option<(i64, i64)>, two: Option<(i64, i64)>| match (one, two) {
        (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
        _ => one.or(two),
    };
    let of = |row: usize| (!out[row]).then(|| (value(row), value(row)));
    if out.len() < MANY {
        return (0..out.len()).map(of).fold(None, wider);
    }
    (0..out.len()).into_par_iter().map(of).reduce(|| None, wider)
}

/// As [`rank`]; values that do not lie far apart are found in a table instead of a map.
fn rank_narrow(out: &[bool], value: impl Fn(usize) -> i64 + Sync) -> (Vec<u32>, Vec<i128>) {
    let kept = || (0..out.len()).filter(|&row| !out[row]).map(&value);
    let Some((low, high)) = range(out, &value) else {
        return (vec![NO_CODE; out.len()], Vec::new());
    };
    if high.abs_diff(low) > 4 * out.len() as u64 + (1 << 16) {
        return rank(out, |row| i128::from(value(row)));
    }
    let mut codes = vec![NO_CODE; high.abs_diff(low) as usize + 1];
    kept().for_each(|value| codes[value.abs_diff(low) as usize] = 0);
    let mut values = Vec::new();
    for (offset, code) in codes.iter_mut().enumerate().filter(|(_, code)| **code == 0) {
        *code = values.len() as u32;
        values.push(i128::from(low) + offset as i128);
    }
    let code = |row: usize| if out[row] { NO_CODE } else { codes[value(row).abs_diff(low) as usize] };
    (of_rows(out.len(), code), values)
}

/// Numbers the distinct values of the rows not left out in ascending order.
fn rank(out: &[bool], value: impl Fn(usize) -> i128) -> (Vec<u32>, Vec<i128>) {
    let mut first_seen: HashMap<i128, u32> = HashMap::new();
    let mut values: Vec<i128> = Vec::new();
    let mut codes = Vec::with_capacity(out.len());
    for (row, &skip) in out.iter().enumerate() {
        let code = if skip {
            NO_CODE
        } else {
            let value = value(row);
            *first_seen.entry(value).or_insert_with(|| {
                values.push(value);
                (values.len() - 1) as u32
            })
        };
        codes.push(code);
    }
    let (order, ranks) = ranks_of(values.len(), |a, b| values[a as usize].cmp(&values[b as usize]));
    translate(&mut codes, &ranks);
    (codes, order.into_iter().map(|code| values[code as usize]).collect())
}

fn encode_labels(column: &LabelColumn, out: &[bool]) -> (Vec<u32>, Domain) {
    let mut used = vec![false; column.labels().len()];
    let mut codes: Vec<u32> = column.codes().to_vec();
    for (code, &skip) in codes.iter_mut().zip(out) {
        if skip {
            *code = NO_CODE;
        } else {
            used[*code as usize] = true;
        }
    }
    let labels = column.labels();
    let mut order: Vec<u32> = (0..labels.len() as u32).filter(|&code| used[code as usize]).collect();
    order.sort_unstable_by(|&a, &b| labels.get(a).cmp(labels.get(b)));
    let mut ranks = vec![NO_CODE; labels.len()];
    for (rank, &code) in order.iter().enumerate() {
        ranks[code as usize] = rank as u32;
    }
    translate(&mut codes, &ranks);
    (codes, Domain::Labels(order.into_iter().map(|code| labels.get(code).to_owned()).collect()))
}

fn encode_tuples(columns: &[(&str, &Column)], out: &[bool]) -> (Vec<u32>, Domain) {
    let (part_codes, parts): (Vec<Vec<u32>>, Vec<Domain>) =
        columns.iter().map(|(_, column)| encode(column, out)).unzip();
    // Fold part after part: (tuple so far, code of the next part) is again a small number.
    let mut tuple: Vec<u32> = out.iter().map(|&skip| if skip { NO_CODE } else { 0 }).collect();
    let mut members: Vec<Vec<u32>> = vec![Vec::new()];
    for codes in &part_codes {
        let mut seen: HashMap<(u32, u32), u32> = HashMap::new();
        let mut grown: Vec<Vec<u32>> = Vec::new();
        for (tuple, &code) in tuple.iter_mut().zip(codes) {
            if *tuple == NO_CODE {
                continue;
            }
            let before = *tuple;
            *tuple = *seen.entry((before, code)).or_insert_with(|| {
                let mut next = members[before as usize].clone();
                next.push(code);
                grown.push(next);
                (grown.len() - 1) as u32
            });
        }
        members = grown;
    }
    let (order, ranks) = ranks_of(members.len(), |a, b| members[a as usize].cmp(&members[b as usize]));
    translate(&mut tuple, &ranks);
    let codes = (0..columns.len()).map(|part| order.iter().map(|&t| members[t as usize][part]).collect()).collect();
    (tuple, Domain::Tuples { parts, codes })
}

/// The order in which `0..len` stands when sorted, and the place of each.
fn ranks_of(len: usize, compare: impl Fn(u32, u32) -> std::cmp::Ordering) -> (Vec<u32>, Vec<u32>) {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_unstable_by(|&a, &b| compare(a, b));
    let mut ranks = vec![0u32; len];
    for (rank, &code) in order.iter().enumerate() {
        ranks[code as usize] = rank as u32;
    }
    (order, ranks)
}

fn translate(codes: &mut [u32], ranks: &[u32]) {
    for code in codes.iter_mut().filter(|code| **code != NO_CODE) {
        *code = ranks[*code as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_takes_values_and_totals_of_the_whole() {
        let labels = |texts: &[&str]| Column::Label(LabelColumn::from_texts(texts.iter().map(|text| Some(*text))));
        let whole = Attribute::counted("x", &labels(&["b", "a", "c"]), &[20, 10, 5]);
        assert_eq!((whole.totals(), whole.rows()), (&[10, 20, 5][..], 35));
        let part = Attribute::new(&[("x", &labels(&["c", "b", "c"]))], |row| row == 2).within(&whole).unwrap();
        assert_eq!((part.codes(), part.totals(), part.rows()), (&[2, 1, NO_CODE][..], &[10, 20, 5][..], 35));
        assert!(Attribute::new(&[("x", &labels(&["d"]))], |_| false).within(&whole).is_none());
    }
    use crate::NumberColumn;

    #[test]
    fn numbers_are_ranked() {
        let column = Column::Number(NumberColumn::from_integers(vec![5, -1, 5, 9]));
        let attribute = Attribute::new(&[("x", &column)], |row| row == 3);
        assert_eq!(attribute.codes(), [1, 0, 1, NO_CODE]);
        assert_eq!(attribute.totals(), [1, 2]);
        assert_eq!(attribute.rows(), 3);
        assert_eq!(attribute.domain().text(1), "5");
    }

    /// Many rows are coded on several threads, and as few are.
    #[test]
    fn many_rows_are_ranked_as_few_are() {
        let values: Vec<i64> = (0..MANY as i64 + 7).map(|row| row * 7919 % 1009 - 300).collect();
        let column = Column::Number(NumberColumn::from_integers(values.clone()));
        let out = |row: usize| row.is_multiple_of(5);
        let attribute = Attribute::new(&[("x", &column)], out);
        let mut distinct: Vec<i64> = (0..values.len()).filter(|&row| !out(row)).map(|row| values[row]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let code = |row: usize| if out(row) { NO_CODE } else { distinct.binary_search(&values[row]).unwrap() as u32 };
        assert_eq!(attribute.codes(), (0..values.len()).map(code).collect::<Vec<_>>());
    }

    #[test]
    fn tuples_are_coded_once() {
        let a = Column::Number(NumberColumn::from_integers(vec![2, 1, 2, 2]));
        let b = Column::Label(LabelColumn::from_texts([Some("y"), Some("x"), Some("y"), None]));
        let attribute = Attribute::new(&[("a", &a), ("b", &b)], |_| false);
        assert_eq!(attribute.codes(), [1, 0, 1, NO_CODE]);
        assert_eq!(attribute.domain().text(1), "2 · y");
    }
}
