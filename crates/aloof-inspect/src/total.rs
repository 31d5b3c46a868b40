//! A last row that is no person: spreadsheets end with the total of the rows above.
//!
//! # Definition
//!
//! The last row seems to be a total if one of these is so, asked in this order:
//!
//! | sign | what it is |
//! |---|---|
//! | its sums say so | the last value of a column is the sum of all others, to twelve digits (programs add floats), and at least three of at least nine others are not zero |
//! | a word says so | a word for totals stands in no other row of a column, and half or more of the other columns say nothing there |
//! | it is nobody | nothing of what others may know stands in it, or a word for totals, and no other row is like that |
//!
//! A table of people has such a row by chance only if it is tiny, or if somebody of whom nothing is known stands last. Whoever looks at a
//! table, advises, makes a release or judges one asks here; they differ in the columns that they have read.
//!
//! Subtotals stand between people: rows whose label begins or ends in such a word, where all of them lack something that most people have.
//!
//! # Cost
//!
//! One pass over the table.

use aloof_table::{Column, Decimal, NumberColumn, Table};

/// As many rows as must stand above a total.
const ROWS_ABOVE: usize = 9;
/// As many of them as must not be zero.
const NOT_ZERO: usize = 3;

/// A last row that seems to be no person, and what says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastTotal {
    sign: Sign,
    /// Columns in which numbers are labels for a word that stands in this row.
    labels: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Sign {
    Sums(Vec<String>),
    Word(String),
    Nobody(Vec<String>),
}

impl LastTotal {
    /// Of a table, as far as it was read; `quasi`: what others may know of people.
    pub fn of(columns: &[(&str, &Column)], quasi: &[&str]) -> Option<Self> {
        let rows = columns.first()?.1.len();
        if rows <= ROWS_ABOVE {
            return None;
        }
        let sign = sums(columns).or_else(|| word(columns)).or_else(|| nobody(columns, quasi))?;
        let labels = columns.iter().filter(|(_, column)| is_label_for_word(column));
        Some(Self { sign, labels: labels.map(|(name, _)| (*name).to_owned()).collect() })
    }

    /// What says so, as in `the last row seems to be a total and no person: …`.
    pub fn why(&self) -> String {
        let why = match &self.sign {
            Sign::Sums(names) => format!("what it says of {} is the sum of all rows above", list(names)),
            Sign::Word(name) => format!("`{name}` holds a word for totals there"),
            Sign::Nobody(names) => format!("it says nothing of {}, as no other row does", list(names)),
        };
        if self.labels.is_empty() {
            return why;
        }
        format!(
            "{why}; the word for totals in {} makes labels of what would be numbers without that row",
            list(&self.labels)
        )
    }
}

/// What is said of rows that seem to be totals, of which the last is known.
pub(crate) fn note(table: &Table, last: Option<&LastTotal>) -> Option<String> {
    let Some(last) = last else { return subtotals(table) };
    Some(format!(
        "the last row seems to be a total and no person: {}; delete it if so. What is said of columns leaves it out",
        last.why()
    ))
}

/// Columns whose last value is the sum of the others.
fn sums(columns: &[(&str, &Column)]) -> Option<Sign> {
    let summed = columns.iter().filter(|(_, column)| ends_with_total(column));
    let names: Vec<String> = summed.map(|(name, _)| (*name).to_owned()).collect();
    (!names.is_empty()).then_some(Sign::Sums(names))
}

/// A word for totals where little else is said.
fn word(columns: &[(&str, &Column)]) -> Option<Sign> {
    let (name, _) = columns.iter().find(|(_, column)| ends_with_word(column))?;
    let empty = columns.iter().filter(|(_, column)| column.is_missing(column.len() - 1)).count();
    (empty * 2 >= columns.len()).then(|| Sign::Word((*name).to_owned()))
}

/// Nothing that tells a person, in the last row and only there.
fn nobody(columns: &[(&str, &Column)], quasi: &[&str]) -> Option<Sign> {
    let told: Vec<&(&str, &Column)> = columns.iter().filter(|(name, _)| quasi.contains(name)).collect();
    let empty = |row: usize| told.iter().all(|(_, column)| column.is_missing(row) || is_word_at(column, row));
    let last = told.first()?.1.len() - 1;
    let names = || told.iter().map(|(name, _)| (*name).to_owned()).collect();
    (empty(last) && !(0..last).any(empty)).then(|| Sign::Nobody(names()))
}

/// A word for totals that is the only text among numbers.
fn is_label_for_word(column: &Column) -> bool {
    let Column::Label(labels) = column else { return false };
    let number = |text: &str| text.trim().is_empty() || text.trim().parse::<Decimal>().is_ok();
    let others = || labels.labels().iter().filter(|text| !is_word(text));
    ends_with_word(column) && others().next().is_some() && others().all(number)
}

/// `a`, `b` and `c`, in the quotes of code.
fn list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        all => all.concat(),
    }
}

/// Rows between others with a word for totals.
fn subtotals(table: &Table) -> Option<String> {
    table.names().iter().zip(table.columns()).find_map(|(name, column)| {
        let rows = about_totals(column);
        let people = table.rows() - rows.len();
        if rows.is_empty() || people < ROWS_ABOVE || !table.columns().iter().any(|column| is_lacking(column, &rows)) {
            return None;
        }
        let what = match rows.len() {
            1 => "1 row seems to be a total and no person".to_owned(),
            many => format!("{many} rows seem to be totals and no people"),
        };
        Some(format!("{what}: `{name}` holds a word for totals there; delete what is no person"))
    })
}

/// The rows whose label is about totals.
fn about_totals(column: &Column) -> Vec<usize> {
    let Column::Label(labels) = column else { return Vec::new() };
    let is_total: Vec<bool> = labels.labels().iter().map(is_about_totals).collect();
    let rows = labels.codes().iter().enumerate();
    rows.filter(|(_, code)| is_total.get(**code as usize) == Some(&true)).map(|(row, _)| row).collect()
}

/// Whether a label begins or ends in a word for totals.
fn is_about_totals(label: &str) -> bool {
    let label = label.trim().trim_end_matches(':').to_lowercase();
    let beside = |rest: &str| rest.is_empty() || rest.starts_with([' ', ':']) || rest.ends_with([' ', ':']);
    WORDS
        .iter()
        .any(|word| label.strip_prefix(word).is_some_and(beside) || label.strip_suffix(word).is_some_and(beside))
}

/// Whether none of these rows has a value, and most others have.
fn is_lacking(column: &Column, rows: &[usize]) -> bool {
    let missing = (0..column.len()).filter(|&row| column.is_missing(row)).count();
    rows.iter().all(|&row| column.is_missing(row)) && (missing - rows.len()) * 2 < column.len() - rows.len()
}

/// What people write beside totals, in small letters.
const WORDS: [&str; 14] = [
    "total",
    "totals",
    "grand total",
    "sum",
    "summe",
    "gesamtsumme",
    "gesamt",
    "insgesamt",
    "zusammen",
    "somme",
    "totale",
    "suma",
    "soma",
    "σ",
];

/// Whether the last label, and only that one, is a word for totals.
fn ends_with_word(column: &Column) -> bool {
    let Column::Label(labels) = column else { return false };
    let last = labels.len() - 1;
    is_word_at(column, last) && labels.codes().iter().filter(|&&code| code == labels.codes()[last]).count() == 1
}

fn is_word_at(column: &Column, row: usize) -> bool {
    let Column::Label(labels) = column else { return false };
    labels.get(row).is_some_and(is_word)
}

fn is_word(text: &str) -> bool {
    WORDS.contains(&text.trim().trim_end_matches(':').to_lowercase().as_str())
}

fn ends_with_total(column: &Column) -> bool {
    let Column::Number(numbers) = column else { return false };
    is_sum(numbers).unwrap_or(false)
}

/// `None` where the sum is not known exactly, or no value stands last.
fn is_sum(numbers: &NumberColumn) -> Option<bool> {
    let last = numbers.scaled(numbers.len().checked_sub(1)?)?;
    let (mut sum, mut above, mut not_zero) = (0_i128, 0, 0);
    for value in (0..numbers.len() - 1).filter_map(|row| numbers.scaled(row)) {
        sum = sum.checked_add(value)?;
        above += 1;
        not_zero += usize::from(value != 0);
    }
    Some(above >= ROWS_ABOVE && not_zero >= NOT_ZERO && is_near(sum, last))
}

/// Whether the greatest of at least ten numbers, none of them below zero and most of them not zero, is the sum of all others: how a total
/// shows where rows stand in another order.
pub fn holds_total(column: &Column) -> bool {
    let Column::Number(numbers) = column else { return false };
    let values = || (0..numbers.len()).filter_map(|row| numbers.scaled(row));
    let not_zero = values().filter(|&value| value != 0).count();
    let (Some(least), Some(greatest)) = (values().min(), values().max()) else { return false };
    let sum = values().try_fold(0, i128::checked_add).and_then(|sum| sum.checked_sub(greatest));
    least >= 0 && not_zero > ROWS_ABOVE && not_zero * 2 > numbers.len() && sum.is_some_and(|sum| is_near(sum, greatest))
}

/// Whether both are one sum, to twelve digits.
fn is_near(sum: i128, last: i128) -> bool {
    let differs = sum.checked_sub(last).and_then(|differs| differs.unsigned_abs().checked_mul(1_000_000_000_000));
    sum != 0 && differs.is_some_and(|differs| differs <= sum.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use aloof_table::LabelColumn;

    use super::*;

    fn column(texts: &[&str]) -> NumberColumn {
        let value = |text: &&str| (!text.is_empty()).then(|| Decimal::parse(text.as_bytes()).unwrap());
        NumberColumn::from_decimals(texts.iter().map(value)).unwrap()
    }

    #[test]
    fn a_sum_at_the_end_is_a_total() {
        let nine = ["1", "2.5", "", "4", "5", "6", "7", "8", "9", "10"];
        let ends = |last: &str| is_sum(&column(&[&nine[..], &[last]].concat())) == Some(true);
        assert!(ends("52.5") && ends("52.50000000000004"));
        assert!(!ends("52.6") && !ends("0") && !ends("") && !ends("-52.5"));
    }

    /// `words` above the ages of nine people and of none.
    fn told(labels: &[&str], ages: &[&str]) -> Option<String> {
        let labels = LabelColumn::from_texts(labels.iter().map(|text| Some(*text)));
        let columns =
            vec![("ward".to_owned(), Column::Label(labels)), ("age".to_owned(), Column::Number(column(ages)))];
        note(&Table::new(columns, ages.len()).unwrap(), None)
    }

    #[test]
    fn subtotals_stand_between_people() {
        let ages = ["30", "31", "32", "33", "34", "", "35", "36", "37", "38", "39", ""];
        let wards = |first: &'static str, second: &'static str| {
            ["A", "A", "A", "A", "A", first, "B", "B", "B", "B", "B", second]
        };
        for (first, second) in [("Summe A", "Summe B"), ("A Total", "Total: B"), ("Total", "Total")] {
            assert!(told(&wards(first, second), &ages).unwrap().starts_with("2 rows seem to be totals"), "{first}");
        }
        assert!(told(&wards("TotalEnergies", "Zusammenarbeit"), &ages).is_none(), "other words");
        let known = ["30", "31", "32", "33", "34", "34", "35", "36", "37", "38", "39", "40"];
        assert!(told(&wards("Total A", "Total B"), &known).is_none(), "of whom as much is known as of others");
    }

    #[test]
    fn zeros_and_few_rows_are_none() {
        assert_ne!(is_sum(&column(&["0"; 40])), Some(true));
        assert_ne!(is_sum(&column(&["1", "2", "3"])), Some(true));
        assert_ne!(is_sum(&column(&[])), Some(true));
        let rare = [&["0"; 30][..], &["1", "1", "2"]].concat();
        assert_ne!(is_sum(&column(&rare)), Some(true));
    }
}
