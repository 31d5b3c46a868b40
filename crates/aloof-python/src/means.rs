//! What Python calls the means that messages of the library name: keywords of the package's functions.

use aloof::table::Means;

/// The keyword that gives it; `None`: there is none.
pub(crate) fn keyword(means: Means<'_>) -> Option<String> {
    let keyword = match means {
        Means::Sensitive => "sensitive=",
        Means::Quasi => "quasi=",
        Means::Keep => "keep=",
        Means::Protections => "absolute=1000, m=5 of numbers, l=3 of labels, or k=5",
        Means::Diversity => "l=3",
        Means::DiversityOf(column) => return Some(format!("sensitive={{\"{column}\": {{\"l\": 3}}}}")),
        Means::Private => "private=",
        Means::Previous => "previous=",
        Means::Control => "control=",
        Means::HoldOut => "hold_out=0.1",
        Means::Key => "key=",
        Means::SameOrder => "same_order=True",
        Means::Encoding => "encoding=",
        Means::DecimalSign => "decimal=",
        Means::DatePattern => "date=",
        Means::MissingText(text) => return Some(format!("missing=[\"{text}\"]")),
        Means::FirstPolicy => "aloof.inspect(…).policy_text",
        Means::GroupIds => "group_ids=True",
        Means::Query => "aloof.query(connection, \"select …\")",
        Means::PreviousPrivate | Means::Delimiter => return None,
    };
    Some(keyword.to_owned())
}
