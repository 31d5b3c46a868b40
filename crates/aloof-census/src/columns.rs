//! The columns of the table: their names, their order, and the seven that hold
//! labels.
//!
//! A reader of the table can treat the label columns alike (name, dictionary,
//! hierarchy, codes of a block) instead of spelling out seven cases.

use crate::hierarchies::{self, Hierarchy};
use crate::labels::{BIRTHPLACE, EDUCATION, MARITAL_STATUS, OCCUPATION, RACE, SEX, WORK_CLASS};

/// The names of all columns, in the order of the table.
pub const COLUMNS: [&str; 9] =
    ["age", "birthplace", "occupation", "sex", "marital_status", "race", "education", "work_class", "income"];

/// A column of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelColumn {
    /// Province or country of birth.
    Birthplace,
    /// Occupation.
    Occupation,
    /// Sex.
    Sex,
    /// Marital status.
    MaritalStatus,
    /// Race.
    Race,
    /// Highest level of education; its codes are ordered.
    Education,
    /// Whom the person works for.
    WorkClass,
}

impl LabelColumn {
    /// The label columns, in the order of the table.
    pub const ALL: [Self; 7] = [
        Self::Birthplace,
        Self::Occupation,
        Self::Sex,
        Self::MaritalStatus,
        Self::Race,
        Self::Education,
        Self::WorkClass,
    ];

    /// The column's name, as in [`COLUMNS`].
    pub const fn name(self) -> &'static str {
        // Age comes before the label columns, hence the one.
        COLUMNS[self as usize + 1]
    }

    /// The column's dictionary: a code is an index into it.
    pub const fn labels(self) -> &'static [&'static str] {
        match self {
            Self::Birthplace => &BIRTHPLACE,
            Self::Occupation => &OCCUPATION,
            Self::Sex => &SEX,
            Self::MaritalStatus => &MARITAL_STATUS,
            Self::Race => &RACE,
            Self::Education => &EDUCATION,
            Self::WorkClass => &WORK_CLASS,
        }
    }

    /// The column's generalization hierarchy.
    pub const fn hierarchy(self) -> Hierarchy {
        Hierarchy::new(
            self,
            match self {
                Self::Birthplace => hierarchies::BIRTHPLACE,
                Self::Occupation => hierarchies::OCCUPATION,
                Self::Sex => hierarchies::SEX,
                Self::MaritalStatus => hierarchies::MARITAL_STATUS,
                Self::Race => hierarchies::RACE,
                Self::Education => hierarchies::EDUCATION,
                Self::WorkClass => hierarchies::WORK_CLASS,
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_order_of_the_table() {
        let names: Vec<_> = LabelColumn::ALL.iter().map(|column| column.name()).collect();
        assert_eq!(names, COLUMNS[1..8]);
        assert_eq!(LabelColumn::MaritalStatus.name(), "marital_status");
    }
}
