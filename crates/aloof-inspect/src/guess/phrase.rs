//! Figures in words.

use super::Signs;

/// `98% of its values occur once`, rounded down; `None` below one percent.
pub(super) fn occur_once(signs: &Signs<'_>) -> Option<String> {
    match (signs.unique() * 100).checked_div(signs.present())? {
        0 => None,
        100 => Some("all of its values occur once".into()),
        percent => Some(format!("{percent}% of its values occur once")),
    }
}

/// `98% of its values occur once and they look like …`.
pub(super) fn with_share(signs: &Signs<'_>, rest: &str) -> String {
    match occur_once(signs) {
        Some(share) => format!("{share} and they {rest}"),
        None => format!("its values {rest}"),
    }
}

/// `its name suggests …`, with how certain the word is.
pub(super) fn suggests(signs: &Signs<'_>, meaning: &str) -> String {
    if signs.header.label {
        format!("its label suggests {meaning}")
    } else if signs.header.exact {
        format!("its name suggests {meaning}")
    } else {
        format!("a part of its name suggests {meaning}")
    }
}

/// `16 different labels`.
pub(super) fn different(signs: &Signs<'_>, what: &str) -> String {
    match signs.distinct() {
        1 => "one value or none".into(),
        distinct => format!("{distinct} different {what}"),
    }
}
