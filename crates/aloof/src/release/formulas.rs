//! Which published texts a spreadsheet would run: see `aloof-io/src/formulas.rs`.

use aloof_io::is_formula;
use aloof_table::{Column, Table};
use serde::Serialize;

use crate::policy::{OutputFormat, Policy};

/// Texts of a release that a spreadsheet may take for formulas; counted and placed, never shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FormulaReport {
    /// How many cells hold one.
    pub cells: usize,
    /// The columns that such cells are in.
    pub columns: Vec<String>,
    /// Columns whose name is one.
    pub names: Vec<String>,
    /// Whether they stand behind an apostrophe.
    pub escaped: bool,
}

impl FormulaReport {
    /// Those of the tables that go out; nothing where there are none, or where the format says what is text.
    pub(super) fn of<'a>(policy: &Policy, tables: impl Iterator<Item = &'a Table>) -> Option<Self> {
        let mut found = Self { escaped: policy.output().escapes(), ..Self::default() };
        if policy.output().format != OutputFormat::Csv {
            return None;
        }
        for table in tables {
            for (name, column) in table.names().iter().zip(table.columns()) {
                found.add(name, formula_cells(column));
            }
        }
        (found.cells > 0 || !found.names.is_empty()).then_some(found)
    }

    fn add(&mut self, name: &str, cells: usize) {
        self.cells += cells;
        if cells > 0 && !self.columns.iter().any(|one| one == name) {
            self.columns.push(name.to_owned());
        }
        if is_formula(name) && !self.names.iter().any(|one| one == name) {
            self.names.push(name.to_owned());
        }
    }

    /// What the maker of the release must know of it.
    pub fn sentence(&self) -> String {
        let listed = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let mut what = Vec::new();
        if self.cells > 0 {
            let cells = if self.cells == 1 { "cell" } else { "cells" };
            what.push(format!("{} {cells} of {}", self.cells, listed(&self.columns)));
        }
        if !self.names.is_empty() {
            let names = if self.names.len() == 1 { "the name of column" } else { "the names of columns" };
            what.push(format!("{names} {}", listed(&self.names)));
        }
        let what = what.join(" and ");
        if self.escaped {
            return format!(
                "A spreadsheet may take {what} for formulas: they stand behind an apostrophe, as do texts that begin with one; \
                 whoever reads the file without this program takes one away."
            );
        }
        format!(
            "A spreadsheet may run {what} as formulas, since they begin with =, +, -, @, a tab or an end of line; \
             [output] formulas = \"escape\" puts an apostrophe before them."
        )
    }
}

/// How many cells of a column a spreadsheet may run: only texts, never numbers or dates.
fn formula_cells(column: &Column) -> usize {
    let Column::Label(labels) = column else { return 0 };
    let formulas: Vec<bool> = labels.labels().iter().map(is_formula).collect();
    if !formulas.contains(&true) {
        return 0;
    }
    labels.codes().iter().filter(|&&code| formulas.get(code as usize).is_some_and(|&formula| formula)).count()
}
