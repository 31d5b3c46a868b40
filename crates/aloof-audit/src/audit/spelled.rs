//! Labels of a sensitive column that are one value, written in several ways.
//!
//! `5`, `5.0`, `05` and `5,0` can be one number, `2020-01-31` and `31.1.2020` one day; `HIV`, `hiv` and `HIV` with a character in it that
//! nobody sees are one word. Which labels can mean the same stands in `readings.rs`, which texts are one in `data/meaning.rs`; texts whose
//! letters look alike are, too, as Latin, Greek and Cyrillic ones do. Whoever judges labels counts three values, so that a group of one
//! value seems various, and how a value is written can say whose it is. That such texts are labels is for whoever asks to say, in a
//! policy: a manifest's word is not enough, and neither is a column that is read as labels because some of it is no number.
//!
//! # Cost
//! One look at every distinct label.

use std::sync::Arc;

use aloof_table::{Column, Kind, LabelColumn};

use super::readings::Readings;
use crate::Error;
use crate::data::{Released, as_read, as_shown};
use crate::policy::Policy;

/// Why an audit does not pass: of these columns nobody but the release says that such labels differ.
pub(super) fn doubted(policy: &Policy, released: &Released) -> Vec<String> {
    let whose = if policy.is_stated_by_release() { "the manifest alone says" } else { "nobody says" };
    let one = |(name, column): &(String, Arc<Column>)| {
        let doubled = unasked(policy, name, column);
        (doubled > 0).then(|| {
            format!(
                "{}; they were judged as different values, and {whose} that they are: a policy with type = \"label\" would, one with \
                 type = \"number\" has them judged as numbers",
                said(name, doubled)
            )
        })
    };
    released.sensitive.iter().filter_map(one).collect()
}

/// Refuses to make a release of labels that its audit would leave open.
#[doc(hidden)]
pub fn refuse_spelled(policy: &Policy, sensitive: &[(String, Arc<Column>)]) -> Result<(), Error> {
    let found = sensitive.iter().map(|(name, column)| (name, unasked(policy, name, column)));
    match found.into_iter().find(|(_, doubled)| *doubled > 0) {
        None => Ok(()),
        Some((name, doubled)) => Err(Error::Data(format!(
            "{}; whoever counts them as different values may take one value for several. Write them alike, or say in the policy that they \
             differ: type = \"label\" in the line of `{name}`",
            said(name, doubled)
        ))),
    }
}

fn said(name: &str, doubled: usize) -> String {
    let many = crate::words::several(
        doubled,
        "of its labels is another written otherwise",
        "of its labels are others written otherwise",
    );
    format!(
        "`{name}`: {many}, as 1000 and 1,000 can be one number, 2020-01-31 and 31.1.2020 one day, and HIV and hiv one word"
    )
}

/// Labels that are others written otherwise, unless whoever asks says that they differ.
fn unasked(policy: &Policy, name: &str, column: &Column) -> usize {
    let (Column::Label(labels), Some(rule)) = (column, policy.column(name)) else { return 0 };
    let asked = rule.kind == Some(Kind::Label) && !policy.is_stated_by_release();
    if asked || rule.is_published_in_classes() { 0 } else { doubled(labels) }
}

/// How many labels can mean what another before them means.
fn doubled(labels: &LabelColumn) -> usize {
    let mut readings = Readings::default();
    labels.labels().iter().filter(|text| readings.has_or_adds(text)).count()
}

/// A text as it looks: letters of other scripts are the Latin ones that are drawn alike. Small and capital letters of one script are
/// often alike in one of both only, so this is asked beside what a text means.
pub(super) fn look(text: &str) -> String {
    let drawn: String = as_shown(text).chars().map(latin).collect();
    as_read(&drawn)
}

/// The Latin letter that is drawn like it (of Unicode's confusables the Greek and Cyrillic ones), or itself.
fn latin(letter: char) -> char {
    const ALIKE: [(&str, &str); 4] = [
        ("АВЕКМНОРСТУХІЈЅԀԚԜҺ", "ABEKMHOPCTYXIJSDQWH"),
        ("аеорсухіјѕԁԛԝһ", "aeopcyxijsdqwh"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
        ("ανορυϲ", "avopuc"),
    ];
    let in_one = |(others, latins): (&str, &str)| {
        others.chars().zip(latins.chars()).find(|(other, _)| *other == letter).map(|(_, latin)| latin)
    };
    if letter.is_ascii() { letter } else { ALIKE.into_iter().find_map(in_one).unwrap_or(letter) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole words of one script are told apart as they were.
    #[test]
    fn letters_that_look_alike() {
        let doubled = |texts: &[&str]| doubled(&LabelColumn::from_texts(texts.iter().map(|text| Some(*text))));
        assert_eq!(doubled(&["asthma", "\u{430}sthma"]), 1, "a Cyrillic a");
        assert_eq!(doubled(&["HIV", "\u{41d}\u{406}V"]), 1, "a Cyrillic H and I");
        assert_eq!(doubled(&["ANNA", "\u{391}\u{39d}\u{39d}\u{391}"]), 1, "Greek capitals");
        assert_eq!(
            doubled(&["\u{421}\u{41e}\u{41d}", "\u{441}\u{43e}\u{43d}"]),
            1,
            "one Cyrillic word, large and small"
        );
        assert_eq!(doubled(&["\u{441}\u{43e}\u{43d}", "\u{441}\u{43e}\u{43c}", "con", "com"]), 0);
    }
}
