//! What a caller can give so that something becomes possible, named as that caller names it.
//!
//! A message that says what would help speaks of a private directory, of a delimiter, of a role. How these are given is nothing that
//! the library knows: the program has flags, Python has keywords, a page has fields. So messages hold [`Means`], and whoever runs the
//! library says once, as it starts, what each of them is called there, as one would set a language. Where nobody said anything they
//! are called as a policy calls them, or in plain words.

use std::fmt;
use std::sync::OnceLock;

/// Something that a caller can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means<'a> {
    /// A column's role.
    Sensitive,
    /// A column's role.
    Quasi,
    /// A column's role.
    Keep,
    /// Some protections, as examples of what can be asked.
    Protections,
    /// Different values in every group, which labels can be asked for, too.
    Diversity,
    /// The same of this column.
    DiversityOf(&'a str),
    /// Where it was kept who stands where.
    Private,
    /// An earlier release.
    Previous,
    /// Where it was kept who stands where in that.
    PreviousPrivate,
    /// People who are not in the release.
    Control,
    /// The share of the people that chance keeps out of a release.
    HoldOut,
    /// A column by which people are known again in another table.
    Key,
    /// That the people of two tables stand in the same order.
    SameOrder,
    /// What stands between the fields of a text file.
    Delimiter,
    /// How its bytes mean letters.
    Encoding,
    /// What its decimal sign is.
    DecimalSign,
    /// How its dates are written.
    DatePattern,
    /// A text that stands for a missing value.
    MissingText(&'a str),
    /// What a database is asked.
    Query,
    /// A first policy, which says of every column what it is.
    FirstPolicy,
    /// That the numbers of groups go out.
    GroupIds,
}

/// What a caller calls them; `None`: as everybody does.
pub type Called = fn(Means<'_>) -> Option<String>;

static CALLED: OnceLock<Called> = OnceLock::new();

/// From now on messages of this process name means as `called` does. Said once: what is said later changes nothing.
pub fn speak(called: Called) {
    let _ = CALLED.set(called);
}

impl Means<'_> {
    /// As a policy calls it, or in plain words.
    fn plain(self) -> &'static str {
        match self {
            Self::Sensitive => "the role `sensitive`",
            Self::Quasi => "the role `quasi`",
            Self::Keep => "the role `keep`",
            Self::Protections => "[[protect]] in a policy",
            Self::Diversity | Self::DiversityOf(_) => "principle = \"l-diversity\"",
            Self::Private => "the private directory",
            Self::Previous => "the earlier release",
            Self::PreviousPrivate => "its private directory",
            Self::Control => "control people",
            Self::HoldOut => "a share to hold out",
            Self::Key => "a key column",
            Self::SameOrder => "the word that both have the same order",
            Self::Delimiter => "[input] delimiter",
            Self::Encoding => "[input] encoding",
            Self::DecimalSign => "[input] decimal",
            Self::DatePattern => "[input] date",
            Self::MissingText(_) => "[input] missing",
            Self::Query => "a query",
            Self::FirstPolicy => "an inspection",
            Self::GroupIds => "[output] group_ids = true",
        }
    }
}

impl fmt::Display for Means<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match CALLED.get().and_then(|called| called(*self)) {
            Some(called) => f.write_str(&called),
            None => f.write_str(self.plain()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, since a process speaks one way.
    #[test]
    fn means_are_called_as_the_caller_calls_them() {
        assert_eq!(format!("name {}", Means::Private), "name the private directory");
        speak(|means| match means {
            Means::MissingText(text) => Some(format!("missing={text:?}")),
            _ => None,
        });
        speak(|_| Some("something else".to_owned()));
        assert_eq!(Means::MissingText("NA").to_string(), "missing=\"NA\"");
        assert_eq!(Means::Encoding.to_string(), "[input] encoding");
    }
}
