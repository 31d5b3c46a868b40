//! What the program calls the means that messages of the library name: its flags.

use aloof::table::Means;

/// The flag that gives it.
#[allow(clippy::unnecessary_wraps, reason = "other doors have no word for some of them")]
pub(crate) fn flag(means: Means<'_>) -> Option<String> {
    let flag = match means {
        Means::Sensitive => "--sensitive",
        Means::Quasi => "--quasi",
        Means::Keep => "--keep",
        Means::Protections => "--absolute 1000 --m 5 of numbers, --l 3 of labels, or --k 5",
        Means::Diversity => "--l 3",
        Means::DiversityOf(column) => return Some(format!("--sensitive {column}:l=3")),
        Means::Private => "--private DIR",
        Means::Previous => "--previous DIR",
        Means::PreviousPrivate => "--previous-private DIR",
        Means::Control => "--control",
        Means::HoldOut => "--hold-out 0.1",
        Means::Key => "--key COLUMN",
        Means::SameOrder => "--same-order",
        Means::Delimiter => "--delimiter",
        Means::Encoding => "--encoding",
        Means::DecimalSign => "--decimal",
        Means::DatePattern => "--date",
        // A number, whose sign would begin a flag.
        Means::MissingText(text) if text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) => {
            return Some(format!("--missing-text={text}"));
        }
        Means::MissingText(text) => return Some(format!("--missing-text \"{text}\"")),
        Means::FirstPolicy => "`aloof inspect FILE --write-policy aloof.toml`",
        Means::GroupIds => "--group-ids",
        Means::Query => "--query \"select …\"",
    };
    Some(flag.to_owned())
}
