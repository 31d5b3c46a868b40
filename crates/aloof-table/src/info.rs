//! What a file says of a column besides its values.
//!
//! SPSS, Stata and SAS files carry a codebook: what a column is about, what its codes stand for, which values mean that there
//! is none. Codes are the values of a table; all this is about the column and changes no value of it.

use std::fmt;
use std::sync::Arc;

use crate::Decimal;

/// What a file says of one column; nothing where the format has no place for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnInfo {
    /// What the column is about, in words: its variable label.
    pub label: Option<String>,
    /// What codes stand for, in the order of the codes. Columns may share one list: an occupation has thousands of codes, and a
    /// survey asks for several.
    pub value_labels: Arc<[ValueLabel]>,
    /// Values that are declared to mean missing, and are read so.
    pub missing: Vec<DeclaredMissing>,
    /// How the file's own program shows the values, in its words: `%td`, `DATE11`, `F8.2`.
    pub format: Option<String>,
    /// What kind of scale the values are declared to be on.
    pub scale: Option<Scale>,
}

/// What one code stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueLabel {
    /// The code, as the text of a value.
    pub value: String,
    /// What it stands for.
    pub label: String,
}

/// Values that mean missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredMissing {
    /// This one.
    Value(String),
    /// All from `low` to `high`, both included; an end that is absent is open.
    Range {
        /// The lowest.
        low: Option<Decimal>,
        /// The highest.
        high: Option<Decimal>,
    },
}

/// Kinds of scales, as SPSS declares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Codes in no order.
    Nominal,
    /// Codes in an order.
    Ordinal,
    /// Amounts.
    Metric,
}

impl ColumnInfo {
    /// Whether the file says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What a code stands for.
    pub fn label_of(&self, value: &str) -> Option<&str> {
        self.value_labels.iter().find(|one| one.value == value).map(|one| one.label.as_str())
    }
}

impl fmt::Display for DeclaredMissing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => f.write_str(value),
            Self::Range { low: Some(low), high: Some(high) } => write!(f, "{low}..{high}"),
            Self::Range { low: Some(low), high: None } => write!(f, ">={low}"),
            Self::Range { low: None, high: Some(high) } => write!(f, "<={high}"),
            Self::Range { low: None, high: None } => f.write_str("*"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_as_cells_are() {
        let end = |text: &str| Some(text.parse().unwrap());
        let shown = |low, high| DeclaredMissing::Range { low, high }.to_string();
        assert_eq!(shown(end("90"), end("99.5")), "90..99.5");
        assert_eq!((shown(end("90"), None), shown(None, end("-1"))), (">=90".to_owned(), "<=-1".to_owned()));
        assert_eq!(DeclaredMissing::Value("-9".to_owned()).to_string(), "-9");
    }

    #[test]
    fn codes_are_looked_up() {
        let label = ValueLabel { value: "1".to_owned(), label: "female".to_owned() };
        let info = ColumnInfo { value_labels: vec![label].into(), ..ColumnInfo::default() };
        assert_eq!((info.label_of("1"), info.label_of("2")), (Some("female"), None));
        assert!(!info.is_empty() && ColumnInfo::default().is_empty());
    }
}
