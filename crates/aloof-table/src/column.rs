//! A column: numbers, dates or labels, one kind per column.

use crate::{DateColumn, LabelColumn, NumberColumn};

/// A column of one kind.
#[derive(Clone, Debug)]
pub enum Column {
    /// Exact decimals.
    Number(NumberColumn),
    /// Days.
    Date(DateColumn),
    /// Dictionary-encoded text.
    Label(LabelColumn),
}

/// What kind of values a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Exact decimals.
    Number,
    /// Days.
    Date,
    /// Text.
    Label,
}

impl Kind {
    /// For sentences: `numbers`, `dates`, `labels`.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Number => "numbers",
            Self::Date => "dates",
            Self::Label => "labels",
        }
    }
}

impl Column {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Number(column) => column.len(),
            Self::Date(column) => column.len(),
            Self::Label(column) => column.len(),
        }
    }

    /// No rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many rows are missing.
    pub fn count_missing(&self) -> usize {
        match self {
            Self::Number(column) => column.count_missing(),
            Self::Date(column) => column.count_missing(),
            Self::Label(column) => column.count_missing(),
        }
    }

    /// Whether `row` is missing.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Self::Number(column) => column.is_missing(row),
            Self::Date(column) => column.days()[row] == DateColumn::MISSING,
            Self::Label(column) => column.codes()[row] == LabelColumn::MISSING,
        }
    }

    /// The kind of its values.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Date(_) => Kind::Date,
            Self::Label(_) => Kind::Label,
        }
    }

    /// The value in `row` as text, `None` when missing.
    pub fn text(&self, row: usize) -> Option<String> {
        match self {
            Self::Number(column) => column.get(row).map(|value| value.to_string()),
            Self::Date(column) => column.get(row).map(|value| value.to_string()),
            Self::Label(column) => column.get(row).map(str::to_owned),
        }
    }
}
