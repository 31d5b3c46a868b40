//! What a person typed: a tree of keys and values, each with the place where it stands.
//!
//! A policy file, flags and, later, a form or a program all become a [`Section`]; checking turns it into a
//! [`Policy`](super::Policy). Numbers stay text until a checker asks for a decimal, so `0.1` never becomes a float.

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::PolicyError;

/// Where something was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file; lines count from 1.
    Line {
        /// The file's name, as given.
        file: String,
        /// The line.
        line: usize,
    },
    /// On the command line.
    Flag(&'static str),
    /// On the command line, in one of several things that a flag says: the flag and that thing.
    Argument(String),
    /// In a value that a program handed over: the way to it.
    Key(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { file, line } => write!(f, "{file}, line {line}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Argument(way) | Self::Key(way) => f.write_str(way),
        }
    }
}

/// A value and the place where it stands.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it was typed.
    pub place: Place,
}

/// A value as typed.
#[derive(Clone, Debug)]
pub enum Item {
    /// A text.
    Text(String),
    /// A number, as its digits.
    Number(String),
    /// `true` or `false`.
    Truth(bool),
    /// A list.
    List(Vec<Located<Item>>),
    /// A table of keys.
    Section(Section),
}

impl Item {
    /// For error messages: what was found.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Truth(_) => "true or false",
            Self::List(_) => "a list",
            Self::Section(_) => "a table",
        }
    }
}

/// Keys in the order in which they were typed.
#[derive(Clone, Debug)]
pub struct Section {
    place: Place,
    entries: Vec<(String, Located<Item>)>,
}

impl Section {
    /// Nothing yet; `place` is where it begins.
    pub fn new(place: Place) -> Self {
        Self { place, entries: Vec::new() }
    }

    /// Where it begins.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Keys and values in order. The place of an entry is that of its key.
    pub fn entries(&self) -> &[(String, Located<Item>)] {
        &self.entries
    }

    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&Located<Item>> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, item)| item)
    }

    /// Sets `key`, in place of an earlier value.
    pub fn set(&mut self, key: &str, place: Place, item: Item) {
        self.remove(key);
        self.entries.push((key.to_owned(), Located { value: item, place }));
    }

    /// Forgets `key`.
    pub fn remove(&mut self, key: &str) {
        self.entries.retain(|(name, _)| name != key);
    }

    /// Reads a policy file's text; `file` is its name for messages.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, PolicyError> {
        let reader = TomlReader { text, file };
        let document = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            PolicyError::new(reader.place(at), format!("this is not TOML: {}", first_line(error.message())))
        })?;
        let start = document.span().start;
        reader.section(document.into_inner(), start)
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or(text)
}

/// Turns the parser's spans into lines.
struct TomlReader<'a> {
    text: &'a str,
    file: &'a str,
}

impl TomlReader<'_> {
    fn place(&self, offset: usize) -> Place {
        let line = 1 + self.text.bytes().take(offset).filter(|&byte| byte == b'\n').count();
        Place::Line { file: self.file.to_owned(), line }
    }

    fn section(&self, table: DeTable<'_>, start: usize) -> Result<Section, PolicyError> {
        let mut section = Section::new(self.place(start));
        for (key, value) in table {
            let place = self.place(key.span().start);
            let item = self.item(value)?;
            section.entries.push((key.into_inner().into_owned(), Located { value: item, place }));
        }
        Ok(section)
    }

    fn item(&self, value: Spanned<DeValue<'_>>) -> Result<Item, PolicyError> {
        let start = value.span().start;
        Ok(match value.into_inner() {
            DeValue::String(text) => Item::Text(text.into_owned()),
            DeValue::Integer(number) if number.radix() == 10 => Item::Number(number.as_str().to_owned()),
            DeValue::Float(number) => Item::Number(number.as_str().to_owned()),
            DeValue::Boolean(truth) => Item::Truth(truth),
            DeValue::Array(array) => {
                let items = array.into_iter().map(|value| {
                    let place = self.place(value.span().start);
                    self.item(value).map(|value| Located { value, place })
                });
                Item::List(items.collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => Item::Section(self.section(table, start)?),
            DeValue::Integer(_) => {
                return Err(PolicyError::new(self.place(start), "write numbers with decimal digits"));
            }
            DeValue::Datetime(date) => Item::Text(date.to_string()),
        })
    }
}
