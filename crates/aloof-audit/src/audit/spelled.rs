//! Labels of a sensitive column that are one value, written in several ways.
//!
//! `5`, `5.0` and `05` are one number, and three labels; `HIV`, `hiv` and `HIV` with a character in it that nobody sees are one word.
//! Texts are one that are alike in compatibility form (NFKC), without characters that are not shown, in small letters, and with one
//! blank for any white space. Whoever judges labels counts three values, so that a group of one value
//! seems various, and how a value is written can say whose it is. That such texts are labels is for whoever asks to say, in a
//! policy: a manifest's word is not enough, and neither is a column that is read as labels because some of it is no number.
//!
//! # Cost
//! One look at every distinct label.

use std::sync::Arc;

use aloof_table::{Column, Date, Decimal, Kind, LabelColumn};
use hashbrown::HashSet;
use unicode_normalization::UnicodeNormalization;

use crate::Error;
use crate::data::Released;
use crate::policy::Policy;

/// What a label stands for, however it is written.
#[derive(PartialEq, Eq, Hash)]
enum Meant {
    Number(Decimal),
    Day(Date),
    /// A text as people read it.
    Text(String),
}

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
    format!("`{name}`: {many}, as 5 and 5.0 are one number, and HIV and hiv one word")
}

/// Labels that are others written otherwise, unless whoever asks says that they differ.
fn unasked(policy: &Policy, name: &str, column: &Column) -> usize {
    let (Column::Label(labels), Some(rule)) = (column, policy.column(name)) else { return 0 };
    let asked = rule.kind == Some(Kind::Label) && !policy.is_stated_by_release();
    if asked || rule.is_published_in_classes() { 0 } else { doubled(labels) }
}

/// How many labels mean what another before them means.
fn doubled(labels: &LabelColumn) -> usize {
    let mut seen = HashSet::new();
    labels.labels().iter().filter(|text| !seen.insert(meant(text))).count()
}

fn meant(text: &str) -> Meant {
    let text = as_read(text);
    match (text.parse(), text.parse()) {
        (Ok(number), _) => Meant::Number(number),
        (_, Ok(day)) => Meant::Day(day),
        _ => Meant::Text(text),
    }
}

/// A text as people read it.
fn as_read(text: &str) -> String {
    let shown: String = text.nfkc().filter(|&letter| !is_unseen(letter)).collect();
    let small: String = shown.to_lowercase().nfkc().collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that Unicode has passed over where they cannot be shown (`Default_Ignorable_Code_Point`).
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_written_otherwise() {
        for other in ["hiv", "Hiv", "H\u{200b}IV", "HI\u{ad}V", "\u{ff28}\u{ff29}\u{ff36}", " HIV\u{a0}"] {
            assert!(meant("HIV") == meant(other), "{other:?}");
        }
        assert!(meant("caf\u{e9}") == meant("cafe\u{301}"));
        assert!(meant("a b") == meant("a \u{a0}b"));
        assert!(meant("\u{ff15}") == meant("5.0"));
        assert!(meant("HIV") != meant("HCV") && meant("a b") != meant("ab"));
    }
}
