//! Codes that stand for a missing value: `NA`, `.`, `refused` among numbers, `-9` among incomes, `99` among grades.
//!
//! A word of a fixed list means missing in any column; `none` only among numbers and dates, since it may be a label. A number is
//! taken for a code if it is one that people use so, stands in several rows, and stands apart: below zero where everything else
//! is not, or above everything else by a gap and more common than what lies below it, or by a gap five times as wide as all else. It is
//! a guess, and says why. Of dates: `missing/dates.rs`.
//!
//! # Cost
//!
//! One look at each distinct value.

mod dates;

use std::borrow::Cow;

use aloof_table::notation::{Ambiguity, DecimalSign, Guide, Missing, Notation, Verdict, find};
use aloof_table::{Column, ColumnInfo, Date, DateColumn, Decimal, LabelColumn, NumberColumn};

use crate::tally::Tally;
use crate::{MissingCode, Written, limits};

/// In small letters; a text is compared without the blanks around it.
const WORDS: &[&str] = &[
    ".",
    "..",
    "?",
    "??",
    "-",
    "--",
    "---",
    "n/a",
    "na",
    "#n/a",
    "<na>",
    "nan",
    "null",
    "#null!",
    "(null)",
    "\\n",
    "missing",
    "(missing)",
    "refused",
    "refusal",
    "unknown",
    "not known",
    "not stated",
    "not reported",
    "not applicable",
    "no answer",
    "don't know",
    "dont know",
    "k.a.",
    "k. a.",
    "keine angabe",
    "keine antwort",
    "unbekannt",
    "verweigert",
    "nsp",
    "ns/nc",
    "inconnu",
    "non réponse",
    "desconocido",
    "no sabe",
    "no contesta",
    "sconosciuto",
    "onbekend",
    "weigert",
    "未知",
    "缺失",
];

/// Words that are labels where labels stand.
const AMONG_VALUES: &[&str] = &["none", "nil", "x", "*"];

/// Numbers below zero that people use as codes.
const BELOW: [i128; 15] = [-1, -2, -3, -4, -5, -6, -7, -8, -9, -77, -88, -98, -99, -999, -9999];

/// Numbers above all others that people use as codes.
const ABOVE: [i128; 14] = [9, 77, 88, 97, 98, 99, 777, 888, 998, 999, 9998, 9999, 99_999, 999_999];

/// A column without its codes.
pub(crate) struct Aside<'a> {
    pub column: Cow<'a, Column>,
    pub codes: Vec<MissingCode>,
    /// How its values are written, where that showed only when the codes were set aside.
    pub written: Written,
    pub ambiguity: Option<Ambiguity>,
}

/// Whether a label says that there is no value.
pub(crate) fn means_missing(label: &str) -> bool {
    is_word(label, WORDS)
}

/// Takes the codes out of a column, of which the file says something. A column of text that is numbers or dates without them
/// becomes one.
pub(crate) fn set_aside<'a>(column: &'a Column, info: &ColumnInfo) -> Aside<'a> {
    match column {
        Column::Label(labels) => of_labels(column, labels, info, false),
        Column::Number(numbers) => of_numbers(column, numbers, info),
        Column::Date(dates) => of_dates(column, dates),
    }
}

/// The same, and takes limits out, too, where all other values are numbers: `<5` among values of a laboratory.
pub(crate) fn set_aside_with_limits<'a>(column: &'a Column, info: &ColumnInfo) -> Aside<'a> {
    match column {
        Column::Label(labels) if limits::are_few(labels) => {
            let aside = of_labels(column, labels, info, true);
            if matches!(&*aside.column, Column::Number(_)) { aside } else { set_aside(column, info) }
        }
        _ => set_aside(column, info),
    }
}

/// The codes of a column of numbers that seem to stand for a missing value, where it holds any that could: one pass, and one more over
/// its different values only then. Labels of which every one is a number are looked at as such.
pub fn missing_codes(column: &Column, info: &ColumnInfo) -> Vec<MissingCode> {
    match column {
        Column::Number(numbers) => codes_among(column, numbers, info),
        Column::Label(labels) => codes_among_labels(labels, info),
        Column::Date(_) => dates::codes(column).into_iter().map(|(_, code)| code).collect(),
    }
}

fn codes_among_labels(labels: &LabelColumn, info: &ColumnInfo) -> Vec<MissingCode> {
    let Verdict::Numbers(found) = find(&labels.labels().iter(), &Guide::OPEN) else { return Vec::new() };
    let Ok(column) = Notation::Number(found.decimal).column(labels, &Words { limits: false }) else {
        return Vec::new();
    };
    let Column::Number(numbers) = &column else { return Vec::new() };
    as_written(&codes_among(&column, numbers, info), labels)
}

/// Codes as they occur among labels, one for each text: a label is known by its text, and `-9` is none where `-9.0` stands.
pub fn as_written(codes: &[MissingCode], labels: &LabelColumn) -> Vec<MissingCode> {
    let value = |text: &&str| !codes.iter().any(|code| code.text == text.trim());
    let has_comma = match find(&labels.labels().iter().filter(value), &Guide::OPEN) {
        Verdict::Numbers(found) => found.decimal == DecimalSign::Comma,
        _ => false,
    };
    let number = |text: &str| {
        let text = if has_comma { text.trim().replace(',', ".") } else { text.trim().to_owned() };
        text.parse::<Decimal>().ok()
    };
    let counts = labels.counts();
    let one = |code: &MissingCode| {
        let (meant, why, text) = (code.text.parse::<Decimal>().ok(), code.why, code.text.clone());
        let is_it = move |label: &str| label.trim() == text || meant.is_some() && number(label) == meant;
        let written = labels.labels().iter().zip(&counts).filter(move |(label, _)| is_it(label));
        written.map(move |(label, &rows)| MissingCode { text: label.trim().to_owned(), rows: rows as usize, why })
    };
    codes.iter().flat_map(one).collect()
}

fn codes_among(column: &Column, numbers: &NumberColumn, info: &ColumnInfo) -> Vec<MissingCode> {
    let unit = 10i128.pow(u32::from(numbers.scale()));
    let (mut least, mut most) = (0, 0);
    for value in (0..numbers.len()).filter_map(|row| numbers.scaled(row)) {
        (least, most) = (value.min(least), value.max(most));
    }
    let could_be =
        least < 0 || ABOVE.iter().any(|code| code.checked_mul(unit) == Some(most)) || !info.value_labels.is_empty();
    if could_be { of_numbers(column, numbers, info).codes } else { Vec::new() }
}

fn untouched(column: &Column) -> Aside<'_> {
    Aside { column: Cow::Borrowed(column), codes: Vec::new(), written: Written::default(), ambiguity: None }
}

fn is_word(text: &str, words: &[&str]) -> bool {
    let text = text.trim().to_lowercase();
    words.contains(&text.as_str())
}

fn of_labels<'a>(column: &'a Column, labels: &LabelColumn, info: &ColumnInfo, limits: bool) -> Aside<'a> {
    let words = Words { limits };
    let among_values = |text: &str| words.has_text(text);
    let values = || labels.labels().iter().filter(|text| !among_values(text));
    let (notation, ambiguity) = match find(&values(), &Guide::OPEN) {
        Verdict::Numbers(numbers) => (Some(Notation::Number(numbers.decimal)), None),
        Verdict::Dates(dates) => (Some(Notation::Date(dates.pattern)), None),
        Verdict::Ambiguous(ambiguity @ Ambiguity::Decimal) => {
            (Some(Notation::Number(DecimalSign::Point)), Some(ambiguity))
        }
        Verdict::Ambiguous(ambiguity @ Ambiguity::Order(first, _)) => (Some(Notation::Date(first)), Some(ambiguity)),
        Verdict::Moments(_) | Verdict::Text => (None, None),
    };
    let converted = notation.and_then(|notation| notation.column(labels, &words).ok());
    let is_code: &dyn Fn(&str) -> bool = if converted.is_some() { &among_values } else { &|text| is_word(text, WORDS) };
    let why = if converted.is_some() { "all other values are numbers or dates" } else { "a word for a missing value" };
    let counts = labels.counts();
    let codes: Vec<MissingCode> = labels
        .labels()
        .iter()
        .zip(counts)
        .filter(|(text, _)| is_code(text))
        .map(|(text, rows)| MissingCode {
            text: text.trim().to_owned(),
            rows: rows as usize,
            why: if limits && limits::is_limit(text) { limits::WHY } else { why },
        })
        .collect();
    if codes.is_empty() {
        return untouched(column);
    }
    let without = || {
        Column::Label(LabelColumn::from_texts(
            (0..labels.len()).map(|row| labels.get(row).filter(|text| !is_code(text))),
        ))
    };
    let Some(values) = converted else {
        return Aside { column: Cow::Owned(without()), codes, written: Written::default(), ambiguity };
    };
    let written = notation.map(Written::of).unwrap_or_default();
    // Beside words for it numbers may mean it, too: `.` and -9.
    let (values, more) = match &values {
        Column::Number(numbers) => {
            let aside = of_numbers(&values, numbers, info);
            (aside.column.into_owned(), aside.codes)
        }
        Column::Date(dates) => {
            let aside = of_dates(&values, dates);
            (aside.column.into_owned(), aside.codes)
        }
        Column::Label(_) => (values, Vec::new()),
    };
    Aside { column: Cow::Owned(values), codes: codes.into_iter().chain(more).collect(), written, ambiguity }
}

/// The words that mean missing among numbers and dates.
struct Words {
    /// Limits are set aside with them.
    limits: bool,
}

impl Missing for Words {
    fn has_text(&self, text: &str) -> bool {
        is_word(text, WORDS) || is_word(text, AMONG_VALUES) || self.limits && limits::is_limit(text)
    }

    fn has_number(&self, _value: Decimal) -> bool {
        false
    }

    fn has_date(&self, _value: Date) -> bool {
        false
    }
}

fn of_numbers<'a>(column: &'a Column, numbers: &NumberColumn, info: &ColumnInfo) -> Aside<'a> {
    let tally = Tally::of(column).unwrap_or_default();
    let unit = 10i128.pow(u32::from(numbers.scale()));
    let named = labelled(&tally, numbers, info);
    let apart = below(&tally, unit).into_iter().chain(above(&tally, unit));
    let apart = apart.filter(|(value, _)| !named.iter().any(|(other, _)| other == value));
    let codes: Vec<(i128, MissingCode)> = named.iter().cloned().chain(apart).collect();
    if codes.is_empty() {
        return untouched(column);
    }
    let present = |row: usize| {
        let value = numbers.scaled(row).filter(|value| !codes.iter().any(|(code, _)| code == value))?;
        Some(Decimal::new(value, numbers.scale()))
    };
    let without = NumberColumn::from_decimals((0..numbers.len()).map(present));
    match without {
        Ok(without) => Aside {
            column: Cow::Owned(Column::Number(without)),
            codes: codes.into_iter().map(|(_, code)| code).collect(),
            written: Written::default(),
            ambiguity: None,
        },
        Err(_) => untouched(column),
    }
}

fn of_dates<'a>(column: &'a Column, dates: &DateColumn) -> Aside<'a> {
    let codes = dates::codes(column);
    if codes.is_empty() {
        return untouched(column);
    }
    let column = Cow::Owned(dates::without(dates, &codes));
    let codes = codes.into_iter().map(|(_, code)| code).collect();
    Aside { column, codes, written: Written::default(), ambiguity: None }
}

fn code(value: i128, unit: i128, rows: u32, why: &'static str) -> (i128, MissingCode) {
    (value, code_of((value / unit).to_string(), rows, why))
}

fn code_of(text: String, rows: u32, why: &'static str) -> MissingCode {
    MissingCode { text, rows: rows as usize, why }
}

/// Values that the file has a word for a missing value for.
fn labelled(tally: &Tally, numbers: &NumberColumn, info: &ColumnInfo) -> Vec<(i128, MissingCode)> {
    let why = "the file's label for it is a word for a missing value";
    let said = info.value_labels.iter().filter(|one| means_missing(&one.label));
    let found = said.filter_map(|one| {
        let value = one.value.parse::<Decimal>().ok()?.at_scale(numbers.scale())?;
        let at = tally.values.binary_search(&value).ok()?;
        Some((value, MissingCode { text: one.value.clone(), rows: tally.counts[at] as usize, why }))
    });
    found.collect()
}

/// Values below zero, if all of them are known codes and nothing else is below zero.
fn below(tally: &Tally, unit: i128) -> Vec<(i128, MissingCode)> {
    let negative: Vec<(i128, u32)> = tally
        .values
        .iter()
        .zip(&tally.counts)
        .map(|(&value, &count)| (value, count))
        .take_while(|(value, _)| *value < 0)
        .collect();
    let others = tally.values.len() - negative.len();
    let known = |(value, count): &(i128, u32)| value % unit == 0 && BELOW.contains(&(value / unit)) && *count >= 2;
    // Small numbers that go on above zero without a gap are a scale, as from -2 to 8.
    let is_scale = negative.last().is_some_and(|&(value, _)| {
        let next = tally.values.get(negative.len());
        next.is_some_and(|&next| next.saturating_sub(value) <= unit)
            && tally.quartiles().is_some_and(|[_, _, upper]| upper < unit.saturating_mul(100))
    });
    if negative.is_empty() || others < 2 || is_scale || !negative.iter().all(known) {
        return Vec::new();
    }
    let why = "nothing else is below zero";
    negative.into_iter().map(|(value, count)| code(value, unit, count, why)).collect()
}

/// The highest values, if they are known codes, stand apart, and are more common than what lies below them.
fn above(tally: &Tally, unit: i128) -> Vec<(i128, MissingCode)> {
    let known = |value: i128| value % unit == 0 && ABOVE.contains(&(value / unit));
    let mut start = tally.values.len();
    while start > 0 && known(tally.values[start - 1]) && tally.counts[start - 1] >= 3 {
        start -= 1;
    }
    // A gap must lie below the first of them; of a run such as 97, 98, 99 all or none are codes.
    let rest = &tally.values[..start];
    let (Some(&lowest), Some(&highest)) = (rest.first(), rest.last()) else { return Vec::new() };
    let Some(&first) = tally.values.get(start) else { return Vec::new() };
    // Numbers of 38 digits may lie farther apart than can be held; then they are far apart.
    let (gap, width) = (first.saturating_sub(highest), highest.saturating_sub(lowest));
    let apart = gap >= unit.saturating_mul(5) && gap.saturating_mul(10) >= width;
    let near: u64 = tally.counts[..start].iter().rev().take(5).map(|&count| u64::from(count)).sum();
    let common = |count: u32| u64::from(count) * 10 >= near;
    let far = gap / 5 >= width;
    if rest.len() < 2 || !apart || !far && !tally.counts[start..].iter().any(|&count| common(count)) {
        return Vec::new();
    }
    let why = "it stands far above all other values and is repeated (if it is a top code, take it out)";
    tally.values[start..]
        .iter()
        .zip(&tally.counts[start..])
        .map(|(&value, &count)| code(value, unit, count, why))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: impl IntoIterator<Item = i64>) -> Column {
        Column::Number(NumberColumn::from_integers(values.into_iter().collect()))
    }

    fn codes(column: &Column) -> Vec<String> {
        set_aside(column, &ColumnInfo::default())
            .codes
            .into_iter()
            .map(|code| format!("{} {}", code.text, code.rows))
            .collect()
    }

    #[test]
    fn refused_incomes() {
        let column = numbers((0..200).map(|row| if row % 20 == 0 { -9 } else { 900 + row * 37 }));
        assert_eq!(codes(&column), ["-9 10"]);
        assert_eq!(set_aside(&column, &ColumnInfo::default()).column.count_missing(), 10);
        let several = numbers((0..200).map(|row| [-9, -8, 0, 1200, 5000][row as usize % 5]));
        assert_eq!(codes(&several), ["-9 40", "-8 40"]);
        let minus_one = numbers((0..200).map(|row| if row % 20 == 0 { -1 } else { row * 1000 }));
        assert_eq!(codes(&minus_one), ["-1 10"]);
    }

    /// A column that is one of texts for its words for a missing value may have numbers that mean it, too.
    #[test]
    fn words_and_numbers_side_by_side() {
        let text = |row: i64| match row % 20 {
            0 => "-9".to_owned(),
            1 => ".".to_owned(),
            _ => format!("{},50", 900 + row * 37),
        };
        let texts: Vec<String> = (0..200).map(text).collect();
        let column = Column::Label(LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str()))));
        assert_eq!(codes(&column), [". 10", "-9 10"]);
        let aside = set_aside(&column, &ColumnInfo::default());
        assert_eq!((aside.column.kind(), aside.column.count_missing()), (aloof_table::Kind::Number, 20));
    }

    #[test]
    fn amounts_below_zero_are_amounts() {
        assert!(codes(&numbers((0..200).map(|row| row * 17 - 400))).is_empty());
        assert!(codes(&numbers((0..200).map(|row| row % 11 - 2))).is_empty());
        assert!(codes(&numbers([-9, 5, 7, 8])).is_empty());
    }

    /// Codes of an answer that was not given, which the file names.
    #[test]
    fn words_of_the_file() {
        let label =
            |value: &str, label: &str| aloof_table::ValueLabel { value: value.to_owned(), label: label.to_owned() };
        let info = ColumnInfo {
            value_labels: vec![label("1", "Yes"), label("2", "No"), label("3", "Refused"), label("4", "Don't know")]
                .into(),
            ..ColumnInfo::default()
        };
        let column = numbers((0..60).map(|row| [1, 2, 3][row % 3]));
        let aside = set_aside(&column, &info);
        assert_eq!((aside.codes.len(), aside.codes[0].text.as_str(), aside.codes[0].rows), (1, "3", 20));
        assert_eq!(aside.column.count_missing(), 20);
        assert!(codes(&column).is_empty());
    }

    #[test]
    fn nines_that_stand_apart() {
        assert_eq!(codes(&numbers((0..300).map(|row| if row % 30 == 0 { 99 } else { row % 20 }))), ["99 10"]);
        assert_eq!(codes(&numbers((0..300).map(|row| [1, 2, 3, 4, 97, 98, 99][row as usize % 7]))).len(), 3);
        // As rare as it is, nobody is 999 years old.
        assert_eq!(codes(&numbers((0..400).map(|row| if row % 100 == 0 { 999 } else { 18 + row % 70 }))), ["999 4"]);
        // Ages up to ninety-nine, and hours of which ninety-nine is the most that is told.
        assert!(codes(&numbers((0..300).map(|row| row % 100))).is_empty());
        assert!(codes(&numbers((0..300).map(|row| if row < 3 { 99 } else { row % 92 }))).is_empty());
    }

    /// Values may lie farther apart than a number can hold, and a unit may be as small as it gets.
    #[test]
    fn numbers_of_all_digits_are_looked_at() {
        let column = |texts: &[&str]| {
            let value = |row: usize| Some(texts[row % texts.len()].parse::<Decimal>().unwrap());
            Column::Number(NumberColumn::from_decimals((0..12).map(value)).unwrap())
        };
        let nines = "9".repeat(38);
        let (low, small) = (format!("-{nines}"), format!("0.{}1", "0".repeat(36)));
        for texts in
            [&[low.as_str(), nines.as_str(), "0"][..], &[small.as_str(), "-1", "1"], &[small.as_str(), "0", "9"]]
        {
            let column = column(texts);
            missing_codes(&column, &ColumnInfo::default());
            set_aside(&column, &ColumnInfo::default());
        }
        assert_eq!(codes(&column(&["-9", nines.as_str(), "0", "99"])), ["-9 3"]);
    }

    /// Labels are known by their text, so that a code among them is one text for each way to write it.
    #[test]
    fn codes_among_labels_are_as_they_are_written() {
        let found = |texts: &[&str]| {
            let column = Column::Label(LabelColumn::from_texts((0..40).map(|row| Some(texts[row % texts.len()]))));
            let codes = missing_codes(&column, &ColumnInfo::default());
            codes.into_iter().map(|code| format!("{} {}", code.text, code.rows)).collect::<Vec<_>>()
        };
        assert_eq!(found(&["1.0", "2.0", "3.0", "-9.0", "1.0", "2.0", "3.0", "-9"]), ["-9.0 5", "-9 5"]);
        assert_eq!(found(&["1,0", "2,5", "3,0", "-9,0"]), ["-9,0 10"]);
        assert_eq!(found(&["a", "b", "-9", "-9"]), [""; 0]);
    }

    #[test]
    fn words_among_values() {
        let labels = |texts: &[&str]| Column::Label(LabelColumn::from_texts(texts.iter().copied().map(Some)));
        let aside_of = labels(&["12,5", "NA", "none", "3", "na "]);
        let aside = set_aside(&aside_of, &ColumnInfo::default());
        assert_eq!((aside.column.kind(), aside.column.count_missing()), (aloof_table::Kind::Number, 3));
        assert_eq!(aside.codes.iter().map(|code| code.text.as_str()).collect::<Vec<_>>(), ["NA", "none", "na"]);
        assert_eq!(aside.written.decimal, Some(','));
        let words = labels(&["None", "Several", "Most", "?"]);
        assert_eq!(codes(&words), ["? 1"]);
        assert!(codes(&labels(&["a", "b"])).is_empty());
    }
}
