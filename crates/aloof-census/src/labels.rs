//! The label dictionaries: a code in a block is an index into one of these.
//!
//! The order of the labels carries meaning. Neighbours belong to the same group
//! of the generalization hierarchy (see `hierarchies.rs`, which counts them off
//! group by group), and education runs from the least to the most. No label
//! holds a comma, a semicolon or a quote, so that no format has to escape one.

use crate::{occupations, origins};

/// Birthplaces: 36 invented provinces of the country itself, then 24 countries.
pub const BIRTHPLACE: [&str; origins::COUNT] = origins::labels();

/// Occupations, most learned groups first.
pub const OCCUPATION: [&str; occupations::COUNT] = occupations::labels();

/// Sexes.
pub const SEX: [&str; 2] = ["Female", "Male"];

/// Code of `Female` in [`SEX`].
pub(crate) const FEMALE: u8 = 0;
/// Code of `Male` in [`SEX`].
pub(crate) const MALE: u8 = 1;

/// Marital statuses.
pub const MARITAL_STATUS: [&str; 7] = [
    "Never married",
    "Married",
    "Registered partnership",
    "Married with spouse absent",
    "Separated",
    "Divorced",
    "Widowed",
];

/// Races, as a census form words them.
pub const RACE: [&str; 6] = ["White", "Black", "Asian", "Pacific Islander", "Indigenous", "Two or more races"];

/// Levels of education, in ascending order.
pub const EDUCATION: [&str; 16] = [
    "No schooling",
    "Grades 1-4",
    "Grades 5-6",
    "Grades 7-8",
    "Grade 9",
    "Grade 10",
    "Grade 11",
    "Grade 12 without diploma",
    "High school diploma",
    "Some college",
    "Vocational associate degree",
    "Academic associate degree",
    "Bachelor's degree",
    "Master's degree",
    "Professional degree",
    "Doctorate",
];

/// Classes of work: whom a person works for.
pub const WORK_CLASS: [&str; 8] = [
    "Private company",
    "Nonprofit organization",
    "Family business",
    "Federal government",
    "State government",
    "Local government",
    "Self-employed incorporated",
    "Self-employed not incorporated",
];

/// Code of `Self-employed incorporated` in [`WORK_CLASS`].
pub(crate) const INCORPORATED: u8 = 6;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::LabelColumn;

    #[test]
    fn labels_are_distinct_and_need_no_escaping() {
        for column in LabelColumn::ALL {
            let labels = column.labels();
            let distinct: HashSet<_> = labels.iter().collect();
            assert_eq!(distinct.len(), labels.len(), "{}", column.name());
            for label in labels {
                assert!(!label.is_empty());
                assert_eq!(label.trim(), *label);
                assert!(!label.contains([',', ';', '"', '\n', '\r', '*']), "{label}");
            }
        }
    }

    #[test]
    fn named_codes_point_at_their_labels() {
        assert_eq!(SEX[usize::from(FEMALE)], "Female");
        assert_eq!(SEX[usize::from(MALE)], "Male");
        assert_eq!(WORK_CLASS[usize::from(INCORPORATED)], "Self-employed incorporated");
    }
}
