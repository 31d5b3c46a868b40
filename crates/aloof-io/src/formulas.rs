//! Texts that a spreadsheet would run: whoever opens a CSV file there runs what its cells ask for.
//!
//! A text that begins with `=`, `+`, `-`, `@`, a tab or an end of line, with something behind it, is taken for a formula.
//! Numbers such as `-5` and intervals such as `-5..3` are not: nothing in them can be run. Escaped, such a text stands behind
//! an apostrophe, and so does one that begins with an apostrophe itself: taking one away from every cell that has one gives
//! every text back.

use std::borrow::Cow;

/// What stands before an escaped text.
const MARK: char = '\'';

/// Whether a spreadsheet may take this text for a formula.
pub fn is_formula(text: &str) -> bool {
    let mut rest = text.chars();
    let begins = rest.next().is_some_and(|first| matches!(first, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n'));
    begins && !rest.as_str().is_empty() && !text.split("..").all(is_number)
}

/// An optional sign, digits, a point and digits, an exponent.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text: &str| match text.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(text),
    };
    let bare = |text: &'_ str| text.strip_prefix(['-', '+']).unwrap_or(text).to_owned();
    match text.split_once(['e', 'E']) {
        Some((number, exponent)) => unsigned(&bare(number)) && digits(&bare(exponent)),
        None => unsigned(&bare(text)),
    }
}

/// The text as it stands in an escaped file.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if text.starts_with(MARK) || is_formula(text) { format!("{MARK}{text}").into() } else { text.into() }
}

/// The text that stands in a cell of an escaped file.
#[inline]
pub(crate) fn unescaped(cell: &str) -> &str {
    cell.strip_prefix(MARK).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_and_signs_alone_are_none() {
        for text in ["=1+1", "+49 30 1", "-2+3", "@SUM(A1)", "\tx", "\rx", "-5--3", "-5..x", "-..", "+e5", "--5", "-5."]
        {
            assert!(is_formula(text), "{text:?}");
        }
        for text in ["", "-", "=", "-5", "+3.2", "-1e5", "-1.5E-3", "-5..3", "-5..-3", "a=b", "'=1", "{=a|b}", "*", "1"]
        {
            assert!(!is_formula(text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "['=+@\t\r\na1.-]{0,6}") {
            let escaped = escaped(&text);
            prop_assert!(!is_formula(&escaped));
            prop_assert_eq!(unescaped(&escaped), text.as_str());
        }
    }
}
