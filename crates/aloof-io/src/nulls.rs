//! Which texts mean that a value is missing: the empty one, and those the reader was told, of all columns or of one.
//!
//! A text that reads as a number or a date means that number or that day, however a file writes it: `-9` is also `-9.0`, and
//! minus nine in a column of a typed file. In a column of labels only the text itself counts.

use aloof_table::{ColumnInfo, Date, Decimal, DeclaredMissing};

/// The texts that mean missing in a column. Asked once per cell, so the first byte sorts out nearly all.
#[derive(Clone, Debug)]
pub(crate) struct Nulls {
    texts: Vec<String>,
    first: [bool; 256],
    numbers: Vec<Decimal>,
    /// All from the one end to the other; an end that is absent is open.
    ranges: Vec<(Option<Decimal>, Option<Decimal>)>,
    dates: Vec<Date>,
}

impl Nulls {
    pub(crate) fn new<'a>(texts: impl IntoIterator<Item = &'a String>) -> Self {
        let texts: Vec<String> = texts.into_iter().map(|text| text.trim_ascii().to_owned()).collect();
        let mut first = [false; 256];
        texts.iter().filter_map(|text| text.bytes().next()).for_each(|byte| first[usize::from(byte)] = true);
        let numbers = texts.iter().filter(|text| !is_code(text)).filter_map(|text| text.parse().ok()).collect();
        let dates = texts.iter().filter_map(|text| text.parse().ok()).collect();
        Self { texts, first, numbers, ranges: Vec::new(), dates }
    }

    /// The same and what a file declares to mean missing.
    fn and_declared(&self, declared: &[DeclaredMissing]) -> Self {
        let value =
            |one: &DeclaredMissing| if let DeclaredMissing::Value(text) = one { Some(text.clone()) } else { None };
        let range = |one: &DeclaredMissing| match one {
            DeclaredMissing::Range { low, high } => Some((*low, *high)),
            DeclaredMissing::Value(_) => None,
        };
        let texts: Vec<String> = self.texts.iter().cloned().chain(declared.iter().filter_map(value)).collect();
        Self { ranges: declared.iter().filter_map(range).collect(), ..Self::new(&texts) }
    }

    pub(crate) fn contains(&self, text: &str) -> bool {
        match text.bytes().next() {
            None => true,
            Some(byte) => self.first[usize::from(byte)] && self.texts.iter().any(|null| null == text),
        }
    }

    pub(crate) fn has_number(&self, value: Decimal) -> bool {
        let within = |(low, high): &(Option<Decimal>, Option<Decimal>)| {
            low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
        };
        self.numbers.contains(&value) || self.ranges.iter().any(within)
    }

    pub(crate) fn has_date(&self, value: Date) -> bool {
        self.dates.contains(&value)
    }
}

/// `007` is a code that happens to consist of digits: a number would lose its zeros.
pub(crate) fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text).as_bytes();
    matches!(digits, [b'0', b'0'..=b'9', ..]) && !digits.contains(&b'.')
}

/// What means missing in every column, and in some columns beside it.
#[derive(Clone, Debug)]
pub(crate) struct ColumnNulls {
    all: Nulls,
    /// By the place of the column, for columns that have texts of their own.
    own: Vec<Option<Box<Nulls>>>,
}

impl ColumnNulls {
    /// `own` names columns and their texts; a name that is not among `columns` means nothing here.
    pub(crate) fn new(all: &[String], own: &[(String, Vec<String>)], columns: &[String]) -> Self {
        let of = |name: &String| {
            let texts = own.iter().filter(|(column, _)| column == name).flat_map(|(_, texts)| texts);
            texts.clone().next()?;
            Some(Box::new(Nulls::new(all.iter().chain(texts))))
        };
        let own = if own.is_empty() { Vec::new() } else { columns.iter().map(of).collect() };
        Self { all: Nulls::new(all), own }
    }

    /// The same and what a file declares of its columns, one entry per column.
    pub(crate) fn and_declared(mut self, infos: &[ColumnInfo]) -> Self {
        if infos.iter().any(|info| !info.missing.is_empty()) {
            self.own.resize(infos.len(), None);
            for (at, info) in infos.iter().enumerate().filter(|(_, info)| !info.missing.is_empty()) {
                self.own[at] = Some(Box::new(self.of(at).and_declared(&info.missing)));
            }
        }
        self
    }

    #[inline]
    pub(crate) fn of(&self, column: usize) -> &Nulls {
        self.own.get(column).and_then(Option::as_deref).unwrap_or(&self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn the_empty_text_always_means_missing() {
        let nulls = Nulls::new(&texts(&["?", " NA "]));
        assert!(["", "?", "NA"].iter().all(|text| nulls.contains(text)));
        assert!(["N", "NAN", "??", " "].iter().all(|text| !nulls.contains(text)));
    }

    #[test]
    fn a_number_means_itself_however_it_is_written() {
        let nulls = Nulls::new(&texts(&["-9", "99.0", "007", "."]));
        let has = |text: &str| nulls.has_number(text.parse().unwrap());
        assert!(["-9", "-9.00", "99", "9.9e1"].into_iter().all(has));
        assert!(!["9", "7", "0"].into_iter().any(has));
        assert!(Nulls::new(&texts(&["9999-12-31"])).has_date("9999-12-31".parse().unwrap()));
    }

    #[test]
    fn what_is_declared_counts_beside() {
        let range = DeclaredMissing::Range { low: Some("90".parse().unwrap()), high: None };
        let declared =
            ColumnInfo { missing: vec![DeclaredMissing::Value("-9".to_owned()), range], ..ColumnInfo::default() };
        let columns = texts(&["age", "income"]);
        let nulls = ColumnNulls::new(&texts(&["7"]), &[], &columns).and_declared(&[ColumnInfo::default(), declared]);
        let has = |column: usize, text: &str| nulls.of(column).has_number(text.parse().unwrap());
        assert!(["-9", "90", "1000", "7"].iter().all(|text| has(1, text)) && !has(1, "89.9"));
        assert!(has(0, "7") && !has(0, "-9") && !has(0, "90"));
    }

    #[test]
    fn a_column_has_its_own_beside_those_of_all() {
        let columns = texts(&["age", "income"]);
        let nulls = ColumnNulls::new(&texts(&["NA"]), &[("income".to_owned(), texts(&["-9"]))], &columns);
        assert!(nulls.of(1).contains("-9") && nulls.of(1).contains("NA"));
        assert!(!nulls.of(0).contains("-9") && nulls.of(0).contains("NA"));
    }
}
