//! The column that R and pandas write before all others: row numbers or row names, under no name.
//!
//! pandas and R's `write.csv` leave its name empty, R's `write.table` leaves it out: then every record has one field more than
//! the header. A file whose records merely end in a delimiter looks the same at first; there the last field is always empty. So
//! does one whose numbers have decimal commas between commas; row names are believed there only if they are quoted.

use std::collections::HashSet;

use super::fields::Fields;

/// So many records are looked at.
const SAMPLE_RECORDS: usize = 100;

/// What the column is called here, unless another one is.
const NAME: &str = "row";

/// Names the first column if the file does not; whether it did. `text` begins with the header.
pub(crate) fn name_first(names: &mut Vec<String>, text: &str, whole: bool, delimiter: u8) -> bool {
    let empty = names.len() > 1 && names[0].is_empty();
    if !empty && !is_left_out(names.len(), text, whole, delimiter) {
        return false;
    }
    let name = name_beside(names);
    if empty {
        names[0] = name;
    } else {
        names.insert(0, name);
    }
    true
}

/// What such a column is called beside these.
pub(crate) fn name_beside(names: &[String]) -> String {
    let numbered = (2..).map(|number| format!("{NAME}_{number}"));
    let mut all = std::iter::once(NAME.to_owned()).chain(numbered);
    all.find(|name| !names.contains(name)).expect("there are more numbers than columns")
}

/// Whether every record has one field more than the header, as R writes row names: all different, none empty.
fn is_left_out(names: usize, text: &str, whole: bool, delimiter: u8) -> bool {
    let records = sample(text, whole, delimiter);
    let mut first = HashSet::new();
    let longer = |record: &Vec<(String, bool)>| record.len() == names + 1;
    let named = |record: &Vec<(String, bool)>| {
        let (name, quoted) = &record[0];
        !name.is_empty() && (*quoted || delimiter != b',') && first.insert(name.clone())
    };
    !records.is_empty()
        && records.iter().all(longer)
        && records.iter().any(|record| !record[names].0.is_empty())
        && records.iter().all(named)
}

/// The fields of the first records behind the header, and whether they were quoted; the last record may be cut short unless `whole`.
fn sample(text: &str, whole: bool, delimiter: u8) -> Vec<Vec<(String, bool)>> {
    let mut fields = Fields::new(text, 0, delimiter);
    let mut records = Vec::new();
    while records.len() <= SAMPLE_RECORDS && fields.next_record().is_some() {
        let Some(record) = record(&mut fields) else { break };
        if whole || fields.position() < text.len() {
            records.push(record);
        }
    }
    records.drain(..records.len().min(1));
    records
}

fn record(fields: &mut Fields<'_>) -> Option<Vec<(String, bool)>> {
    let mut record = Vec::new();
    loop {
        let field = fields.next_field().ok()?;
        record.push((field.text.trim().to_owned(), field.quoted));
        if field.last {
            return Some(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<String> {
        let delimiter = if text.contains(';') { ';' } else { ',' };
        let header = text.lines().next().unwrap().split(delimiter).map(str::to_owned);
        let mut names: Vec<String> = header.collect();
        name_first(&mut names, text, true, delimiter as u8);
        names
    }

    #[test]
    fn row_names_get_a_name() {
        assert_eq!(named(";a;b\n0;1;2\n"), ["row", "a", "b"]);
        assert_eq!(named("a;b\n\"1\";1;2\n\"2\";3;4\n"), ["row", "a", "b"]);
        assert_eq!(named("row;b\nx;1;2\ny;3;4\n"), ["row_2", "row", "b"]);
        assert_eq!(named("a,b\n\"1\",1,2\n\"2\",3,4\n"), ["row", "a", "b"]);
    }

    #[test]
    fn other_ragged_files_stay_as_they_are() {
        for text in
            ["a;b\n1;2\n", "a;b\n1;2;\n3;4;\n", "a;b\n1;2;3\n1;4;5\n", "a;b\n1;2;3\n4;5\n", "a;b\n", "a;b\n;1;2\n"]
        {
            assert_eq!(named(text), ["a", "b"], "{text:?}");
        }
    }
}
