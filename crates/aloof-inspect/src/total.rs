//! A last row that is no person: spreadsheets end with the total of the rows above.
//!
//! A column tells so when its last value is the sum of all others, to twelve digits (programs add floats), and at least three of
//! at least nine others are not zero. A table of people has such a row by chance only if it is tiny. So does a word for totals that
//! stands in no other row, where half or more of the other columns say nothing. Subtotals stand between people: rows whose label begins or
//! ends in such a word, where all of them lack something that most people have. Cost: one pass over the table.

use aloof_table::{Column, NumberColumn, Table};

/// As many rows as must stand above a total.
const ROWS_ABOVE: usize = 9;
/// As many of them as must not be zero.
const NOT_ZERO: usize = 3;

/// What is said of a last row that seems to be a total.
pub(crate) fn note(table: &Table) -> Option<String> {
    let summed = table.names().iter().zip(table.columns()).filter(|(_, column)| ends_with_total(column));
    let names: Vec<String> = summed.map(|(name, _)| format!("`{name}`")).collect();
    if names.is_empty() {
        return last_word(table).or_else(|| subtotals(table));
    }
    Some(format!(
        "the last row seems to be a total and no person: what it says of {} is the sum of all rows above; delete it if so",
        names.join(", ")
    ))
}

/// A last row with a word for totals.
fn last_word(table: &Table) -> Option<String> {
    let (name, _) = table.names().iter().zip(table.columns()).find(|(_, column)| ends_with_word(column))?;
    says_little(table).then(|| {
        format!(
            "the last row seems to be a total and no person: `{name}` holds a word for totals there; delete it if so"
        )
    })
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
pub const WORDS: [&str; 14] = [
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
    let Some(last) = labels.len().checked_sub(1).filter(|&rows| rows >= ROWS_ABOVE) else { return false };
    let Some(word) = labels.get(last) else { return false };
    WORDS.contains(&word.trim().trim_end_matches(':').to_lowercase().as_str())
        && labels.codes().iter().filter(|&&code| code == labels.codes()[last]).count() == 1
}

/// Whether half or more of the columns are empty in the last row.
fn says_little(table: &Table) -> bool {
    let empty = table.columns().iter().filter(|column| column.is_missing(table.rows() - 1)).count();
    empty * 2 >= table.columns().len()
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
    let differs = sum.checked_sub(last)?.unsigned_abs().checked_mul(1_000_000_000_000);
    let is_near = differs.is_some_and(|differs| differs <= sum.unsigned_abs());
    Some(above >= ROWS_ABOVE && not_zero >= NOT_ZERO && sum != 0 && is_near)
}

#[cfg(test)]
mod tests {
    use aloof_table::{Decimal, LabelColumn};

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
        note(&Table::new(columns, ages.len()).unwrap())
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
