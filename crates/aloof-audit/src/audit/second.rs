//! The order of the second table of a release in two.
//!
//! # Definition
//! In it stand groups, values and how often each value occurs. In which order the values of a group stand could say whose each is, by the
//! order of its people in the first table or by what is known of them. So it must follow from what stands there: groups ascend by their
//! numbers, within each values ascend as text, a missing one first, and each stands once. That is how this program writes it.
//!
//! # Cost
//! The table is read once more, as text.

use std::path::Path;

use aloof_io::{Ask, Source};
use aloof_table::{Column, Decimal};

use super::AuditRequest;
use crate::Error;
use crate::data::open_released;
use crate::manifest::TwoTables;

/// What is said of a second table whose order does not follow from what stands in it.
pub(super) fn told(tables: &TwoTables, data: &Path, request: &AuditRequest<'_>) -> Result<Option<String>, Error> {
    let input = open_released(&Source::File(data.with_file_name(&tables.file)), request.policy)?;
    let table = input.read(&vec![Ask::Text; input.names().len()])?;
    let texts = |name: &str| table.column(name).map(Column::to_labels);
    let (Some(groups), Some(values)) = (texts(&tables.group), texts(&tables.sensitive)) else { return Ok(None) };
    let line = |row: usize| (groups.get(row).and_then(|text| text.parse::<Decimal>().ok()), values.get(row));
    let strays = strays(table.rows(), line);
    Ok((strays > 0).then(|| {
        format!(
            "{}: rows do not stand in the order of their groups, and within each in that of their values as text, each once ({strays} do \
             not follow the one before): in another order they can say whose value is whose, which was not judged",
            tables.file
        )
    }))
}

/// Lines that do not come after the one before.
fn strays<T: Ord>(rows: usize, line: impl Fn(usize) -> T) -> usize {
    (1..rows).filter(|&row| line(row - 1) >= line(row)).count()
}

#[cfg(test)]
mod tests {
    use aloof_judge::verify::order as literal;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_follow_letter_by_letter(
            lines in prop::collection::vec((0u32..3, prop::option::of("[ab]{0,2}")), 0..12),
            in_order in any::<bool>(),
        ) {
            let mut lines: Vec<(u32, Option<&str>)> = lines.iter().map(|(group, text)| (*group, text.as_deref())).collect();
            if in_order {
                lines.sort_unstable();
                lines.dedup();
            }
            let fast = strays(lines.len(), |row| (Some(Decimal::from(i64::from(lines[row].0))), lines[row].1));
            prop_assert_eq!(fast, literal::strays(&lines));
            prop_assert!(!in_order || fast == 0);
        }
    }
}
