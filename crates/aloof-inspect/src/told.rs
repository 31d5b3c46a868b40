//! What whoever read a table knows of its columns besides their values.

use aloof_table::ColumnInfo;
use aloof_table::notation::{DatePattern, DecimalSign, Notation};

/// Of one column. Nothing of it is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// It has no name in the file, as the row numbers of R and pandas have none.
    pub unnamed: bool,
    /// How it is written in the file.
    pub written: Written,
    /// What a person must say before it can be read with certainty, as a sentence.
    pub open: Option<String>,
    /// What else people should know of how it was read.
    pub notes: Vec<String>,
    /// What the file says of it.
    pub info: ColumnInfo,
}

/// How numbers or dates are written in a file, in the words of a policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// `,` where numbers have a decimal comma.
    pub decimal: Option<char>,
    /// `d.m.y` and the like.
    pub date: Option<String>,
}

impl Written {
    /// The words for a notation; none for the one that this program writes.
    pub fn of(notation: Notation) -> Self {
        match notation {
            Notation::Number(DecimalSign::Comma) => Self { decimal: Some(','), date: None },
            Notation::Date(pattern) if pattern != DatePattern::ISO => {
                Self { decimal: None, date: Some(pattern.to_string()) }
            }
            Notation::Number(DecimalSign::Point) | Notation::Date(_) => Self::default(),
        }
    }
}
