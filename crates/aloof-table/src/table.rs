//! A table: named columns of equal length.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::Column;

/// Named columns of equal length. A column that was not asked for when reading is not there.
#[derive(Clone, Debug, Default)]
pub struct Table {
    names: Vec<String>,
    columns: Vec<Arc<Column>>,
    rows: usize,
}

/// Why columns do not make a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Two columns of one name.
    #[error("two columns are named `{0}`")]
    Duplicate(String),
    /// Columns of different length.
    #[error("column `{name}` has {found} rows, the others have {expected}")]
    Length {
        /// The column that differs.
        name: String,
        /// Its rows.
        found: usize,
        /// The rows of the first column.
        expected: usize,
    },
    /// Row numbers are 32 bits wide.
    #[error("a table of {0} rows is too long: at most 4294967294 are possible")]
    TooLong(usize),
}

impl Table {
    /// From columns in their order. `rows` is needed for a table of no columns.
    pub fn new(columns: Vec<(String, Column)>, rows: usize) -> Result<Self, TableError> {
        if rows >= u32::MAX as usize {
            return Err(TableError::TooLong(rows));
        }
        let mut table = Self { names: Vec::new(), columns: Vec::new(), rows };
        let mut seen: HashSet<String> = HashSet::with_capacity(columns.len());
        for (name, column) in columns {
            if !seen.insert(name.clone()) {
                return Err(TableError::Duplicate(name));
            }
            if column.len() != rows {
                return Err(TableError::Length { name, found: column.len(), expected: rows });
            }
            table.names.push(name);
            table.columns.push(Arc::new(column));
        }
        Ok(table)
    }

    /// Other columns under the same names.
    pub(crate) fn with_columns(&self, columns: Vec<Arc<Column>>, rows: usize) -> Self {
        debug_assert_eq!(columns.len(), self.names.len());
        Self { names: self.names.clone(), columns, rows }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Column names in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Columns in order.
    pub fn columns(&self) -> &[Arc<Column>] {
        &self.columns
    }

    /// These columns, in this order; those that are not there are left out.
    pub fn only(&self, names: &[&String]) -> Self {
        let at = |name: &&String| self.names.iter().position(|other| other == *name);
        let places: Vec<usize> = names.iter().filter_map(at).collect();
        Self {
            names: places.iter().map(|&at| self.names[at].clone()).collect(),
            columns: places.iter().map(|&at| Arc::clone(&self.columns[at])).collect(),
            rows: self.rows,
        }
    }

    /// Takes the column named `name` out of the table.
    pub fn remove(&mut self, name: &str) -> Option<Column> {
        let at = self.names.iter().position(|n| n == name)?;
        self.names.remove(at);
        Some(Arc::unwrap_or_clone(self.columns.remove(at)))
    }

    /// The same with another column under a name that it has.
    pub fn with_column(mut self, name: &str, column: Column) -> Self {
        debug_assert_eq!(column.len(), self.rows);
        if let Some(at) = self.names.iter().position(|n| n == name) {
            self.columns[at] = Arc::new(column);
        }
        self
    }

    /// The column named `name`.
    pub fn column(&self, name: &str) -> Option<&Column> {
        let at = self.names.iter().position(|n| n == name)?;
        Some(&self.columns[at])
    }

    /// The column named `name`, shared: no value is copied.
    pub fn share(&self, name: &str) -> Option<Arc<Column>> {
        let at = self.names.iter().position(|n| n == name)?;
        Some(Arc::clone(&self.columns[at]))
    }
}
