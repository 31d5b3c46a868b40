//! What a manifest says of how columns are published and by which method, held against how it says that the table was made: one follows
//! from the other, whatever the tables are.

use super::{Column, ColumnRole, HowMade, Manifest, PublishedAs};

impl Manifest {
    /// What does not follow, a sentence each.
    pub(crate) fn contradicts_itself(&self) -> Vec<String> {
        let made = self.made.name();
        let method = (!self.methods().contains(&self.method.algorithm.as_str())).then(|| {
            let said = self.method.algorithm.escape_debug().take(40).collect::<String>();
            format!("the manifest names the method `{said}`, by which no table is made as it says (`{made}`)")
        });
        let is_other = |column: &&Column| !self.can_be_published(column);
        let columns = self.columns.iter().filter(is_other).map(|column| {
            format!(
                "the manifest says that `{}` is published \"{}\", which does not follow from how it says that the table was made (`{made}`)",
                column.name,
                column.published_as.word()
            )
        });
        method.into_iter().chain(columns).collect()
    }

    /// The methods that make tables so.
    fn methods(&self) -> &'static [&'static str] {
        match self.made {
            HowMade::Groups => &["split", "xcolor", "mondrian"],
            HowMade::Walk { .. } => &["walk"],
            HowMade::Perturbed(_) => &["perturb"],
            HowMade::Noise { .. } => &["noise"],
            HowMade::Anatomy(_) => &["anatomy"],
        }
    }

    fn can_be_published(&self, column: &Column) -> bool {
        let as_they_are = if column.coding.is_some() { PublishedAs::Coded } else { PublishedAs::AsItIs };
        let one = match (column.role, &self.made) {
            (ColumnRole::Quasi, made) => return self.can_be_quasi(column, made),
            (ColumnRole::Sensitive, HowMade::Perturbed(done)) if done.column == column.name => PublishedAs::Perturbed,
            (ColumnRole::Sensitive | ColumnRole::Keep, _) => as_they_are,
            (ColumnRole::Pseudonym, _) => PublishedAs::Pseudonym,
            (ColumnRole::Group, _) => PublishedAs::Group,
            (ColumnRole::Count, _) => PublishedAs::Count,
        };
        column.published_as == one
    }

    /// Of cells of groups some show one value everywhere, and then stand as they are.
    fn can_be_quasi(&self, column: &Column, made: &HowMade) -> bool {
        let in_groups = matches!(column.published_as, PublishedAs::Generalized | PublishedAs::AsItIs);
        match made {
            HowMade::Walk { columns } if columns.contains(&column.name) => column.published_as == PublishedAs::Walked,
            HowMade::Noise { columns } if columns.iter().any(|one| one.column == column.name) => {
                column.published_as == PublishedAs::Noisy
            }
            HowMade::Groups => {
                in_groups || column.published_as == PublishedAs::Bounds && self.output.intervals == "bounds"
            }
            HowMade::Walk { .. } => in_groups,
            _ => column.published_as == PublishedAs::AsItIs,
        }
    }
}
