//! What a text stands for, however it is written.
//!
//! `5`, `5.0` and `05` are one number; `HIV`, `hiv` and `HIV` with a character in it that nobody sees are one word. Texts are one that are
//! alike in compatibility form (NFKC), without characters that are not shown, in small letters, and with one blank for any white space.

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

/// A text as people read it.
pub(crate) fn as_read(text: &str) -> String {
    let shown: String = text.nfkc().filter(|&letter| !is_unseen(letter)).collect();
    let small: String = shown.to_lowercase().nfkc().collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that Unicode has passed over where they cannot be shown (`Default_Ignorable_Code_Point`).
pub(crate) fn is_unseen(letter: char) -> bool {
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
        assert!(Meaning::of("HIV") != Meaning::of("HCV") && Meaning::of("a b") != Meaning::of("ab"));
    }
}
