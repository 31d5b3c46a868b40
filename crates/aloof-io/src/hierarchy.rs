//! Hierarchies as ARX writes them: one line per label, level after level up to the root, no header.

use aloof_table::{Hierarchy, HierarchyError};

use crate::csv::{OF_HIERARCHIES, small_table};
use crate::{ReadError, Source};

/// Reads a hierarchy. The delimiter (semicolon, comma or tab) is found, quotes are allowed, blank lines skipped. An
/// error names the file and the line.
pub fn read_hierarchy(source: &Source) -> Result<Hierarchy, ReadError> {
    read_hierarchy_below(source, None)
}

/// The same of a column of this name, which is no label of it: a first line that begins with it names the levels, and is refused.
pub fn read_hierarchy_below(source: &Source, column: Option<&str>) -> Result<Hierarchy, ReadError> {
    let (lines, paths): (Vec<u64>, Vec<Vec<String>>) =
        small_table(source, &OF_HIERARCHIES)?.into_iter().map(|record| (record.line, record.fields)).unzip();
    let first = paths.first().and_then(|path| path.first()).map(|label| label.trim().to_lowercase());
    if first.is_some() && first == column.map(str::to_lowercase) {
        return Err(ReadError::HierarchyHeader { file: source.name(), line: lines[0] });
    }
    Hierarchy::from_paths(paths)
        .map_err(|cause| ReadError::Hierarchy { file: source.name(), cause: on_lines(cause, &lines) })
}

/// The error with the lines of the file, where it counts records.
fn on_lines(error: HierarchyError, lines: &[u64]) -> HierarchyError {
    let place = |record: usize| lines[record - 1] as usize;
    match error {
        HierarchyError::Ragged { line, found, expected } => {
            HierarchyError::Ragged { line: place(line), found, expected }
        }
        HierarchyError::Repeated { line, label, first } => {
            HierarchyError::Repeated { line: place(line), label, first: place(first) }
        }
        HierarchyError::TwoParents { line, child, level, parent, other, first } => {
            HierarchyError::TwoParents { line: place(line), child, level, parent, other, first: place(first) }
        }
        HierarchyError::TwoMeanings { label, line, level, leaves, other_line, other_level, other_leaves } => {
            let (line, other_line) = (place(line), place(other_line));
            HierarchyError::TwoMeanings { label, line, level, leaves, other_line, other_level, other_leaves }
        }
        HierarchyError::Stars { label, line, level, leaves } => {
            HierarchyError::Stars { label, line: place(line), level, leaves }
        }
        HierarchyError::Unnamed { line, level } => HierarchyError::Unnamed { line: place(line), level },
        other => other,
    }
}
