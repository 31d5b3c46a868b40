//! Limits that stand where a number could not be measured: `<5`, `> 200`, `<= 0.1`, `n. d.` among values of a laboratory.
//!
//! # Definition
//!
//! A text is a limit if it is a comparison and a number, or a word that laboratories write for what is too little to be found. Limits are
//! set aside where all else is numbers, they are at most half of the values, and of at most [`MOST`] kinds. A column of numbers keeps what
//! is asked of numbers; as labels `<5`, 31 and 32 would be three values as different as any.
//!
//! # Cost
//!
//! One look at each distinct value.

use aloof_table::{Decimal, LabelColumn};

/// More limits than so are no limits of a method.
const MOST: usize = 12;

/// In small letters.
const WORDS: &[&str] = &[
    "n.d.",
    "n. d.",
    "nd",
    "n.n.",
    "n. n.",
    "not detected",
    "not detectable",
    "nicht nachweisbar",
    "bdl",
    "lod",
    "loq",
    "<lod",
    "<loq",
    "< lod",
    "< loq",
];

/// What is said of a limit.
pub(crate) const WHY: &str = "a limit, and all other values are numbers";

/// Whether a text is a limit.
pub(crate) fn is_limit(text: &str) -> bool {
    let text = text.trim();
    WORDS.contains(&text.to_lowercase().as_str()) || compared(text).is_some_and(is_number)
}

/// What a text compares with.
fn compared(text: &str) -> Option<&str> {
    ["<=", ">=", "<", ">", "≤", "≥"].iter().find_map(|sign| text.strip_prefix(sign))
}

fn is_number(text: &str) -> bool {
    text.trim().replacen(',', ".", 1).parse::<Decimal>().is_ok()
}

/// Whether the limits of a column are few enough to be set aside.
pub(crate) fn are_few(labels: &LabelColumn) -> bool {
    let counts = labels.counts();
    let limits = labels.labels().iter().zip(&counts).filter(|(text, _)| is_limit(text));
    let (kinds, rows) = limits.fold((0, 0), |(kinds, rows), (_, &count)| (kinds + 1, rows + count as usize));
    (1..=MOST).contains(&kinds) && rows * 2 <= labels.len() - labels.count_missing()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_from_labels() {
        assert!(["<5", "> 200", "<= 0.1", "≥1,5", "n. d.", "ND", "<LOD"].iter().all(|text| is_limit(text)));
        assert!(!["5", "<", "<a", "18-29", "65+", "none", ""].iter().any(|text| is_limit(text)));
    }
}
