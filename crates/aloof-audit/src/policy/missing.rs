//! What a policy says of missing values in a column: which texts mean one, and what one means.
//!
//! ```toml
//! income = { role = "sensitive", missing = "drop" }                             # what a missing value means
//! income = { role = "sensitive", missing = ["-9", "."] }                        # which texts mean one, here
//! income = { role = "sensitive", missing = { codes = ["-9"], then = "drop" } }  # both
//! income = { role = "sensitive", missing = { then = "publish", similar = "everything" } }
//! income = { role = "sensitive", missing = [] }                                 # no number of it is a code
//! ```
//!
//! A sensitive column that no protection asks about loses nobody: its missing values are published as missing, whatever is said
//! of them. What missing values mean to each principle: `docs/missing.md`.

use aloof_principles::{MissingIs, Reads};

use super::fields::{Fields, wrong};
use super::keys::{MISSING, MISSING_WORDS};
use super::{ColumnRule, Demand, Item, Located, PolicyError, Protect, Role, View};

/// What a missing value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A value of its own, equal to other missing ones.
    Value,
    /// A mistake in the data.
    Error,
    /// Leave the row out.
    Drop,
    /// Of a sensitive column: publish it as missing, and judge those who have a value.
    Publish(MissingIs),
}

impl Missing {
    const NAMES: [(&'static str, Self); 4] = [
        ("value", Self::Value),
        ("error", Self::Error),
        ("drop", Self::Drop),
        ("publish", Self::Publish(MissingIs::Nothing)),
    ];

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Error => "error",
            Self::Drop => "drop",
            Self::Publish(_) => "publish",
        }
    }

    /// Whether a missing value is published as missing.
    pub fn is_published(self) -> bool {
        matches!(self, Self::Publish(_))
    }

    /// What a published missing value is similar to, as the policy says it, where that is not nothing.
    pub fn similar_to(self) -> Option<&'static str> {
        match self {
            Self::Publish(MissingIs::Itself) => Some("itself"),
            Self::Publish(MissingIs::Everything) => Some("everything"),
            _ => None,
        }
    }
}

const SIMILAR: [(&str, MissingIs); 3] =
    [("nothing", MissingIs::Nothing), ("itself", MissingIs::Itself), ("everything", MissingIs::Everything)];

/// What is said of a column, as far as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MissingRule {
    /// Texts that mean a missing value, beside the empty one and those of all columns. Of an empty list: none does, whatever it
    /// looks like.
    pub codes: Option<Vec<String>>,
    /// What a missing value means.
    pub then: Option<Missing>,
}

/// Reads `missing` of a column: a word, a list of codes, or a table of both.
pub(super) fn check_missing(fields: &Fields<'_>, role: Role) -> Result<MissingRule, PolicyError> {
    let rule = read(fields)?;
    if rule.then.is_some_and(Missing::is_published) && role != Role::Sensitive {
        let message =
            "`missing = \"publish\"` is for sensitive columns; in others a missing value is published as it is";
        return Err(PolicyError::new(fields.place("missing"), message));
    }
    Ok(rule)
}

fn read(fields: &Fields<'_>) -> Result<MissingRule, PolicyError> {
    let Some(item) = fields.item("missing") else { return Ok(MissingRule::default()) };
    match &item.value {
        Item::Text(_) => Ok(MissingRule { codes: None, then: fields.choice("missing", &Missing::NAMES)? }),
        Item::List(codes) => Ok(MissingRule { codes: Some(check_codes("missing", codes)?), then: None }),
        Item::Section(section) => {
            let both = Fields::new(section, "missing", &[MISSING])?;
            let codes = match both.item("codes") {
                Some(Located { value: Item::List(codes), .. }) => Some(check_codes("codes", codes)?),
                _ => both.texts("codes")?,
            };
            Ok(MissingRule { codes, then: check_then(&both)? })
        }
        _ => Err(wrong("missing", item, &wanted())),
    }
}

fn check_then(both: &Fields<'_>) -> Result<Option<Missing>, PolicyError> {
    let then = both.choice("then", &Missing::NAMES)?;
    match (then, both.choice("similar", &SIMILAR)?) {
        (Some(Missing::Publish(_)), Some(similar)) => Ok(Some(Missing::Publish(similar))),
        (_, Some(_)) => Err(PolicyError::new(
            both.place("similar"),
            "`similar` is for missing values that are published: then = \"publish\"",
        )),
        (then, None) => Ok(then),
    }
}

fn wanted() -> String {
    let words: Vec<String> = MISSING_WORDS.iter().map(|word| format!("\"{word}\"")).collect();
    format!("{}, or a list of texts such as [\"-9\", \".\"]", words.join(", "))
}

/// Codes are texts; a number may stand without quotes.
fn check_codes(key: &str, codes: &[Located<Item>]) -> Result<Vec<String>, PolicyError> {
    let text = |code: &Located<Item>| match &code.value {
        Item::Text(text) | Item::Number(text) => Ok(text.clone()),
        _ => Err(wrong(key, code, "a list of texts such as [\"-9\", \".\"]")),
    };
    codes.iter().map(text).collect()
}

/// What a missing value in this column means, beside these protections: of a sensitive column that none of them asks about
/// nothing is judged, so that nobody is lost for it.
pub(super) fn in_effect(rule: &ColumnRule, protect: &[Protect]) -> Missing {
    let asks = |one: &Protect| one.reads() != Reads::Nothing && one.sensitive().iter().any(|name| name == rule.name());
    let unasked = rule.role() == Role::Sensitive && !protect.iter().any(asks);
    if unasked { Missing::Publish(MissingIs::Nothing) } else { rule.missing() }
}

/// What missing values of the protected columns are similar to, where they are published.
pub(super) fn similar(sensitive: &[String], columns: &[ColumnRule]) -> MissingIs {
    let [name] = sensitive else { return MissingIs::Nothing };
    match columns.iter().find(|rule| rule.name() == name).map(ColumnRule::missing) {
        Some(Missing::Publish(similar)) => similar,
        _ => MissingIs::Nothing,
    }
}

/// Refuses what cannot be said of published missing values: a rule over several columns together would be judged among rows that
/// have all of them, and a row that lacks one still shows the others.
pub(super) fn check_protect(columns: &[ColumnRule], protect: &[Protect]) -> Result<(), PolicyError> {
    let publishes = |name: &&String| columns.iter().any(|rule| rule.name() == **name && rule.missing().is_published());
    for one in protect.iter().filter(|one| one.reads() != Reads::Nothing && one.sensitive().len() > 1) {
        if let Some(name) = one.sensitive().iter().find(publishes) {
            let message = format!(
                "{} is about {} together, and a row that lacks `{name}` would still show the others, judged by nothing; write \
                 missing = \"drop\" in column `{name}`, or protect each column by itself",
                one.principle(),
                one.sensitive().join(", ")
            );
            return Err(PolicyError::new(one.place.clone(), message));
        }
    }
    protect.iter().filter(|one| one.similar != MissingIs::Nothing).try_for_each(check_similar)
}

/// Missing values that count are for shares of a group, and for whoever may believe anything about who is in it.
fn check_similar(protect: &Protect) -> Result<(), PolicyError> {
    let counts = match &protect.demand {
        Demand::Ready(rule) => rule.clone().counting_missing(protect.similar).is_ok(),
        _ => false,
    };
    let column = protect.sensitive().join(", ");
    let wrong = |message: String| Err(PolicyError::new(protect.place.clone(), message));
    if !counts {
        return wrong(format!(
            "{} bounds no share of a group, so missing values of `{column}` cannot count in it; leave `similar` out there",
            protect.title().unwrap_or_else(|| protect.principle().to_owned())
        ));
    }
    if protect.view() != View::Register {
        return wrong(format!(
            "missing values of `{column}` count in view = \"register\" only; leave `similar` out there, or `view` here"
        ));
    }
    Ok(())
}
