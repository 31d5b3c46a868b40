//! A first row that is a person: files without names of columns.
//!
//! Columns that are all named by numbers have most likely none. Tables with a column per year have such names, too, so it is said and not
//! refused.

use aloof_table::Decimal;

/// What is said where every name is a number.
pub(crate) fn note(names: &[String]) -> Option<String> {
    let numbers = !names.is_empty() && names.iter().all(|name| name.parse::<Decimal>().is_ok());
    numbers.then(|| {
        "the columns are named by numbers, so the first line seems to be a person and no header; put a line with names above it if so"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_names() {
        let told = |names: &[&str]| note(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).is_some();
        assert!(told(&["20", "1", "40000.5"]) && told(&["1"]));
        assert!(!told(&["20", "zip"]) && !told(&[]));
    }
}
