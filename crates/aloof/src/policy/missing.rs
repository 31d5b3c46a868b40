//! What a policy says of missing values in a column: which texts mean one, and what one means.
//!
//! ```toml
//! income = { role = "sensitive", missing = "drop" }                             # what a missing value means
//! income = { role = "sensitive", missing = ["-9", "."] }                        # which texts mean one, here
//! income = { role = "sensitive", missing = { codes = ["-9"], then = "drop" } }  # both
//! ```
//!
//! A sensitive column that no protection asks about loses nobody: its missing values are published as missing, whatever is said
//! of them. What missing values mean to each principle: `docs/missing.md`.

use aloof_principles::Reads;

use super::fields::{Fields, wrong};
use super::keys::{MISSING, MISSING_WORDS};
use super::{ColumnRule, Item, Located, PolicyError, Protect, Role};

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
    Publish,
}

impl Missing {
    const NAMES: [(&'static str, Self); 4] =
        [("value", Self::Value), ("error", Self::Error), ("drop", Self::Drop), ("publish", Self::Publish)];

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, missing)| *missing == self).map_or("", |(name, _)| name)
    }
}

/// What is said of a column, as far as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MissingRule {
    /// Texts that mean a missing value, beside the empty one and those of all columns.
    pub codes: Vec<String>,
    /// What a missing value means.
    pub then: Option<Missing>,
}

/// Reads `missing` of a column: a word, a list of codes, or a table of both.
pub(super) fn check_missing(fields: &Fields<'_>, role: Role) -> Result<MissingRule, PolicyError> {
    let rule = read(fields)?;
    if rule.then == Some(Missing::Publish) && role != Role::Sensitive {
        let message =
            "`missing = \"publish\"` is for sensitive columns; in others a missing value is published as it is";
        return Err(PolicyError::new(fields.place("missing"), message));
    }
    Ok(rule)
}

fn read(fields: &Fields<'_>) -> Result<MissingRule, PolicyError> {
    let Some(item) = fields.item("missing") else { return Ok(MissingRule::default()) };
    match &item.value {
        Item::Text(_) => Ok(MissingRule { codes: Vec::new(), then: fields.choice("missing", &Missing::NAMES)? }),
        Item::List(codes) => Ok(MissingRule { codes: check_codes("missing", codes, item)?, then: None }),
        Item::Section(section) => {
            let both = Fields::new(section, "missing", &[MISSING])?;
            let codes = match both.item("codes") {
                Some(Located { value: Item::List(codes), .. }) => check_codes("codes", codes, item)?,
                _ => both.texts("codes")?.unwrap_or_default(),
            };
            Ok(MissingRule { codes, then: both.choice("then", &Missing::NAMES)? })
        }
        _ => Err(wrong("missing", item, &wanted())),
    }
}

fn wanted() -> String {
    let words: Vec<String> = MISSING_WORDS.iter().map(|word| format!("\"{word}\"")).collect();
    format!("{}, or a list of texts such as [\"-9\", \".\"]", words.join(", "))
}

/// Codes are texts; a number may stand without quotes.
fn check_codes(key: &str, codes: &[Located<Item>], item: &Located<Item>) -> Result<Vec<String>, PolicyError> {
    if codes.is_empty() {
        let message = format!("`{key}` names no text; the empty cell is always missing, so leave it out");
        return Err(PolicyError::new(item.place.clone(), message));
    }
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
    if rule.role() == Role::Sensitive && !protect.iter().any(asks) { Missing::Publish } else { rule.missing() }
}

/// Refuses what cannot be said of published missing values: a rule over several columns together would be judged among rows that
/// have all of them, and a row that lacks one still shows the others.
pub(super) fn check_protect(columns: &[ColumnRule], protect: &[Protect]) -> Result<(), PolicyError> {
    let publishes =
        |name: &&String| columns.iter().any(|rule| rule.name() == **name && rule.missing() == Missing::Publish);
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
    Ok(())
}
