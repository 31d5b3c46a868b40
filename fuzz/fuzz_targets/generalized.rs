//! Any cell is understood or refused, never a panic; what is understood can be asked about.
#![no_main]

use aloof_table::{Date, Decimal, Generalized, Hierarchy, Kind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let tree = Hierarchy::from_paths([vec!["Rome", "Italy", "*"], vec!["Lyon", "France", "*"]]).expect("a tree");
    for kind in [Kind::Number, Kind::Date, Kind::Label] {
        for hierarchy in [None, Some(&tree)] {
            if let Ok(cell) = Generalized::parse(text, kind, hierarchy) {
                let _ = cell.covers_number(Decimal::from(17));
                let _ = cell.covers_label("Rome", hierarchy);
                let _ = cell.covers_label(text, hierarchy);
            }
        }
    }
    // A number or a date that was read says itself again.
    if let Ok(number) = text.parse::<Decimal>() {
        assert_eq!(number.to_string().parse::<Decimal>().ok(), Some(number));
    }
    if let Ok(date) = text.parse::<Date>() {
        assert_eq!(date.to_string(), text.trim());
    }
});
