//! What a text stands for, however it is written.
//!
//! `5`, `5.0` and `05` are one number; `HIV`, `hiv` and `HIV` with a character in it that nobody sees are one word. Texts are one that are
//! alike in compatibility form (NFKC), without characters that are not shown, in one case, with one blank for any white space, and with
//! one dash, one apostrophe and the ten digits of ASCII for those of all scripts.

use aloof_table::{Date, Decimal};
use unicode_normalization::UnicodeNormalization;

/// What a text stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Meaning {
    Number(Decimal),
    Day(Date),
    /// A text as people read it.
    Text(String),
}

impl Meaning {
    /// Of a cell.
    pub fn of(text: &str) -> Self {
        let text = as_read(text);
        match (text.parse(), text.parse()) {
            (Ok(number), _) => Self::Number(number),
            (_, Ok(day)) => Self::Day(day),
            _ => Self::Text(text),
        }
    }
}

/// A text as people read it: in one case, whichever letters have that (`ß` is `SS`, and the `ı` without a dot is `I`).
pub(crate) fn as_read(text: &str) -> String {
    let large = as_shown(text).replace('\u{130}', "I").chars().flat_map(char::to_uppercase).collect::<String>();
    let small: String = large.chars().flat_map(char::to_lowercase).nfkc().collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as it looks, in large and small letters as it stands: digits of all scripts, dashes and apostrophes are one each.
pub(crate) fn as_shown(text: &str) -> String {
    let drawn = text.chars().map(plain).nfkc().filter(|&letter| !is_unseen(letter));
    drawn.map(plain).collect()
}

/// The sign that it is read as.
fn plain(letter: char) -> char {
    match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2043}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2bc}' | '\u{2b9}' | '`' | '\u{b4}' | '\u{ff07}' => '\'',
        '\u{2800}' => ' ',
        other => digit(other).unwrap_or(other),
    }
}

/// Where the ten decimal digits of other scripts begin (Unicode's `Nd`, but for those that NFKC makes ours).
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
    0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
    0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
    0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50,
    0x11da0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950,
];

fn digit(letter: char) -> Option<char> {
    let code = u32::from(letter);
    let value = ZEROS.iter().filter_map(|zero| code.checked_sub(*zero)).find(|value| *value < 10)?;
    char::from_digit(value, 10)
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
            assert!(Meaning::of("HIV") == Meaning::of(other), "{other:?}");
        }
        assert!(Meaning::of("caf\u{e9}") == Meaning::of("cafe\u{301}"));
        assert!(Meaning::of("a b") == Meaning::of("a \u{a0}b"));
        assert!(Meaning::of("\u{ff15}") == Meaning::of("5.0"));
        for (one, other) in [
            ("straße", "STRASSE"),
            ("\u{131}leus", "ILEUS"),
            ("non-HIV", "non\u{2011}HIV"),
            ("non-HIV", "non\u{2013}HIV"),
            ("Crohn's", "Crohn\u{2019}s"),
            ("HIV", "HIV\u{2800}"),
            ("-5", "\u{2212}5"),
            ("15", "\u{661}\u{665}"),
        ] {
            assert!(Meaning::of(one) == Meaning::of(other), "{one:?} {other:?}");
        }
        assert!(Meaning::of("HIV") != Meaning::of("HCV") && Meaning::of("a b") != Meaning::of("ab"));
    }
}
