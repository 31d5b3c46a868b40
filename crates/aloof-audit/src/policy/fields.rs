//! Typed access to a section: every key is asked for by name, every mistake says where and what would work.

use aloof_table::{Decimal, DecimalError};

use super::error::suggest;
use super::keys::Key;
use super::{Item, Located, Place, PolicyError, Section};

/// A section whose keys are all known ones.
pub(super) struct Fields<'a> {
    section: &'a Section,
    title: String,
}

type Checked<T> = Result<T, PolicyError>;

impl<'a> Fields<'a> {
    /// Refuses keys that are not among `known`; `title` names the section in messages.
    pub fn new(section: &'a Section, title: impl Into<String>, known: &[&[Key]]) -> Checked<Self> {
        let title = title.into();
        let names = known.iter().flat_map(|keys| keys.iter().map(|key| key.name));
        for (key, item) in section.entries() {
            if !names.clone().any(|name| name == key) {
                let hint = suggest(key, names.clone());
                return Err(PolicyError::new(item.place.clone(), format!("unknown key `{key}` in {title}{hint}")));
            }
        }
        Ok(Self { section, title })
    }

    pub fn has(&self, key: &str) -> bool {
        self.section.get(key).is_some()
    }

    /// Where `key` stands, or the section where it is missing.
    pub fn place(&self, key: &str) -> Place {
        self.section.get(key).map_or_else(|| self.section.place().clone(), |item| item.place.clone())
    }

    pub fn item(&self, key: &str) -> Option<&'a Located<Item>> {
        self.section.get(key)
    }

    pub fn need<T>(&self, key: &str, found: Option<T>, example: &str) -> Checked<T> {
        found.ok_or_else(|| {
            PolicyError::new(self.section.place().clone(), format!("{} needs `{key}`, such as {example}", self.title))
        })
    }

    pub fn text(&self, key: &str) -> Checked<Option<&'a str>> {
        match self.section.get(key) {
            None => Ok(None),
            Some(Located { value: Item::Text(text), .. }) => Ok(Some(text)),
            Some(other) => Err(wrong(key, other, "a text in quotes")),
        }
    }

    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&'static str, T)]) -> Checked<Option<T>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let found = choices.iter().find(|(name, _)| *name == text);
        found.map(|(_, value)| Some(*value)).ok_or_else(|| {
            let hint = suggest(text, choices.iter().map(|(name, _)| *name));
            PolicyError::new(self.place(key), format!("`{key}` cannot be `{text}`{hint}"))
        })
    }

    pub fn truth(&self, key: &str) -> Checked<Option<bool>> {
        match self.section.get(key) {
            None => Ok(None),
            Some(Located { value: Item::Truth(truth), .. }) => Ok(Some(*truth)),
            Some(other) => Err(wrong(key, other, "true or false")),
        }
    }

    pub fn decimal(&self, key: &str) -> Checked<Option<Decimal>> {
        self.section.get(key).map(|item| decimal_of(key, item)).transpose()
    }

    pub fn decimals(&self, key: &str) -> Checked<Option<Vec<Decimal>>> {
        match self.section.get(key) {
            None => Ok(None),
            Some(Located { value: Item::List(items), .. }) => {
                items.iter().map(|item| decimal_of(key, item)).collect::<Checked<_>>().map(Some)
            }
            Some(other) => Err(wrong(key, other, "a list of decimals such as [\"0.3\", \"0.7\"]")),
        }
    }

    /// A whole number from 0 to 2^32 − 1.
    pub fn whole(&self, key: &str) -> Checked<Option<u32>> {
        let Some(item) = self.section.get(key) else { return Ok(None) };
        let value = decimal_of(key, item).ok().and_then(|value| value.at_scale(0));
        value.and_then(|whole| u32::try_from(whole).ok()).map(Some).ok_or_else(|| {
            let message = format!("`{key}` must be a whole number from 0 to {}, such as 5", u32::MAX);
            PolicyError::new(item.place.clone(), message)
        })
    }

    /// One text or a list of texts.
    pub fn texts(&self, key: &str) -> Checked<Option<Vec<String>>> {
        match self.section.get(key) {
            None => Ok(None),
            Some(Located { value: Item::Text(text), .. }) => Ok(Some(vec![text.clone()])),
            Some(Located { value: Item::List(items), .. }) => {
                let texts = items.iter().map(|item| match &item.value {
                    Item::Text(text) => Ok(text.clone()),
                    _ => Err(wrong(key, item, "a list of texts")),
                });
                texts.collect::<Checked<_>>().map(Some)
            }
            Some(other) => Err(wrong(key, other, "a text or a list of texts")),
        }
    }

    pub fn section(&self, key: &str) -> Checked<Option<&'a Section>> {
        match self.section.get(key) {
            None => Ok(None),
            Some(Located { value: Item::Section(section), .. }) => Ok(Some(section)),
            Some(other) => Err(wrong(key, other, "a table")),
        }
    }
}

fn decimal_of(key: &str, item: &Located<Item>) -> Checked<Decimal> {
    let text = match &item.value {
        Item::Text(text) | Item::Number(text) => text.replace('_', ""),
        _ => return Err(wrong(key, item, "a decimal in quotes, such as \"4500\" or \"0.1\"")),
    };
    text.parse().map_err(|error| {
        let message = match (percent(&text), error) {
            (Some(share), _) => in_percent(key, &text, share),
            (None, DecimalError::NotANumber) => {
                format!("`{key}` must be a decimal such as \"4500\" or \"0.1\", not `{text}`{}", in_other_words(&text))
            }
            (None, error) => format!("`{key}` must be a decimal such as \"4500\" or \"0.1\": {error}"),
        };
        PolicyError::new(item.place.clone(), message)
    })
}

/// Numbers that are in the units of a column: of a column of percentages, 2% is 2 of them.
const IN_UNITS: [&str; 11] =
    ["absolute", "below", "above", "epsilon", "e", "v", "top", "bottom", "round", "widths", "origin"];

/// How what was written in percent is written: shares as such, and what is in the units of a column without the sign.
fn in_percent(key: &str, text: &str, share: Decimal) -> String {
    let plain = text.trim_end_matches('%').trim();
    if IN_UNITS.contains(&key) {
        return format!(
            "`{key}` is in the units of the column and takes no %: {text} of a column of percentages is written as \"{plain}\""
        );
    }
    if key == "delta" {
        return format!(
            "`{key}` must be a decimal: in the units of a column of percentages {text} is written as \"{plain}\"; a share, as \
             dissimilarity asks for, as \"{share}\""
        );
    }
    format!("`{key}` must be a decimal: {text} is written as \"{share}\"")
}

/// What a text that is no decimal may have been meant to be.
fn in_other_words(text: &str) -> &'static str {
    if text.contains('%') {
        "; a share is written as a decimal, 0.1 for 10%"
    } else if text.contains(',') {
        "; digits stand together, and a fraction behind a point"
    } else {
        ""
    }
}

/// What a text in percent is as a share.
fn percent(text: &str) -> Option<Decimal> {
    let number: Decimal = text.strip_suffix('%')?.trim().parse().ok()?;
    (number.scale() < 20).then(|| Decimal::new(number.mantissa(), number.scale() + 2))
}

pub(super) fn wrong(key: &str, item: &Located<Item>, wanted: &str) -> PolicyError {
    PolicyError::new(item.place.clone(), format!("`{key}` must be {wanted}, not {}", item.value.kind()))
}
