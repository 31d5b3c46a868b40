//! Identifiers whose values stand in several rows: what a row is must be said before anything can be promised.
//!
//! Promises are about rows. Whether rows that share an identifier are one person's, or several people happen to share it, as people share
//! a name, no table tells: another identifier that never repeats may number people, or visits.
//!
//! # Cost
//!
//! None: what was counted is asked.

use crate::policy::toml_text;
use crate::{ColumnFacts, Role};

/// What a person must say of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsQuestion {
    /// Identifiers that repeat.
    pub repeat: Vec<String>,
    /// Identifiers that are another in every row.
    pub unique: Vec<String>,
}

impl RowsQuestion {
    /// Of identifiers as they were guessed.
    pub(crate) fn of(columns: &[ColumnFacts], rows: usize) -> Option<Self> {
        let names = |is: &dyn Fn(&ColumnFacts) -> bool| -> Vec<String> {
            let found = columns.iter().filter(|column| column.guess.role == Role::Identifier && is(column));
            found.map(|column| column.name.clone()).collect()
        };
        let repeat = names(&|column| column.distinct + column.missing < rows);
        (!repeat.is_empty()).then(|| Self { repeat, unique: names(&|column| column.distinct == rows) })
    }

    /// As a question, with the two answers.
    pub fn told(&self) -> String {
        format!(
            "values of {} stand in several rows. Are they one person's? Promises are about rows: write [input] rows = \"people\" if every \
             row is another person all the same, rows = \"records\" if several rows may be one person's{}",
            quoted(&self.repeat),
            self.hint().map_or_else(String::new, |hint| format!(". {hint}"))
        )
    }

    fn hint(&self) -> Option<String> {
        (!self.unique.is_empty()).then(|| {
            let (is, numbers) =
                if self.unique.len() == 1 { ("is", "it numbers") } else { ("are", "one of them numbers") };
            format!(
                "{} {is} another in every row: if {numbers} people, and not visits or records, rows are people",
                quoted(&self.unique)
            )
        })
    }

    /// The same for a policy, where one of two lines is to be taken.
    pub(crate) fn block(&self) -> String {
        let hint = self.hint().map_or_else(String::new, |hint| format!("# {hint}.\n"));
        format!(
            "# Values of {} stand in several rows, and promises are about rows: say what a row is, by one of these lines.\n{hint}\
             [input]\n\
             # rows = \"people\"   # every row is another person; several people share such a value\n\
             # rows = \"records\"  # several rows may be one person's\n\n",
            quoted(&self.repeat)
        )
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| toml_text(name)).collect::<Vec<_>>().join(", ")
}
