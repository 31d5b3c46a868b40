//! The table before anything was changed.

use std::sync::Arc;

use aloof_inspect::toml_key;
use aloof_io::{Ask, Input, Progress, Reading};
use aloof_table::{Bitmap, Column, Date, Decimal, LabelColumn, Table};

use super::coding::{check_coded, read_coded};
use super::known::check_order;
use super::missing::{drop_lacking, drop_missing};
use super::released::{declared, sensitive_columns};
use super::total::{names, perhaps_total};
use super::{Conditions, Ladder, Repeats, perhaps_missing, reading_notes};
use crate::Error;
use crate::policy::{Policy, QuasiSource, Role, Stage, bind};

/// What was read of it; columns are shared between clones.
#[derive(Clone)]
pub struct Original {
    /// The columns that were read, under their own names.
    pub table: Table,
    /// Quasi columns in the policy's order.
    pub quasi: Vec<Quasi>,
    /// Sensitive columns, with what the policy says of missing values done.
    pub sensitive: Vec<(String, Arc<Column>)>,
    /// Rows of which no release is made: they lack a value for which the policy drops rows.
    pub left_out: Bitmap,
    /// Which row of the input each row was.
    pub came: Arc<[u32]>,
    /// An identifier that repeats, where the policy does not say what rows are.
    pub repeats: Option<Repeats>,
    /// What must be so for what is promised of it.
    pub conditions: Conditions,
    /// How it was read, where that is not as this program writes: sentences.
    pub notes: Vec<String>,
}

/// A quasi column, with what the policy declares of it.
#[derive(Clone)]
pub struct Quasi {
    /// Its name in the data.
    pub name: String,
    /// What its values are generalized by.
    pub ladder: Ladder,
    /// How much its loss counts while groups are sought, if the policy says so.
    pub weight: Option<f64>,
}

impl Original {
    /// Reads quasi and sensitive columns, and with `kept` also those that are published as they are or under another name.
    pub fn read(input: &Input, policy: &Policy, kept: bool, progress: Progress<'_>) -> Result<Self, Error> {
        let fitted = policy.fit(input.name(), input.names(), Stage::Original)?;
        let mut ask = vec![Ask::Skip; input.names().len()];
        for (column, source) in &fitted.quasi {
            if let QuasiSource::One(at) = source {
                ask[*at] = declared(column);
            }
        }
        for (name, ask) in input.names().iter().zip(&mut ask).filter(|_| kept) {
            match policy.column(name) {
                Some(column) if column.is_kept() => *ask = declared(column),
                Some(column) if column.role() == Role::Pseudonym => *ask = Ask::Text,
                _ => {}
            }
        }
        let Reading { table, notes } = read_coded(input, policy, &fitted, ask, progress)?;
        let notes = reading_notes(input, policy, &notes);
        let mut quasi = Vec::new();
        let mut left_out = Bitmap::off(table.rows());
        for (rule, _) in &fitted.quasi {
            let column = table.column(rule.name()).expect("was read");
            drop_missing(input.name(), rule, &|row| column.is_missing(row), &mut left_out)?;
            check_order(input, rule, column)?;
            check_coded(input.name(), rule, column)?;
            quasi.push(Quasi {
                name: rule.name().to_owned(),
                ladder: Ladder::of(column, bind::hierarchy(rule, policy, column)?, rule.order(), rule.coding()),
                weight: rule.weight().map(|weight| weight.to_ratio().approximate()),
            });
        }
        let sensitive = sensitive_columns(input, policy, &table, &fitted, &left_out)?;
        drop_lacking(policy, &sensitive, &mut left_out);
        check_kinds(input.name(), policy, &left_out, &sensitive)?;
        let total = perhaps_total(input, &table, &names(&quasi), &sensitive, &left_out)?;
        let came = (0..table.rows() as u32).collect();
        let repeats = Repeats::find(input, policy)?;
        let conditions = Conditions::new(perhaps_missing(input, policy, &sensitive), total);
        Ok(Self { table, quasi, sensitive, left_out, came, repeats, conditions, notes })
    }

    /// The same people in an order that follows from their values alone.
    pub fn canonical(self) -> Self {
        // By columns in the order of their names: which comes first in a file is an accident, too.
        let mut names: Vec<&String> = self.table.names().iter().collect();
        names.sort_unstable();
        self.take(&self.table.only(&names).canonical_order())
    }

    /// These rows, in this order.
    pub fn take(&self, order: &[u32]) -> Self {
        let shared = |column: &Arc<Column>| {
            self.table.columns().iter().position(|other| Arc::ptr_eq(other, column)).map(|at| &self.table.names()[at])
        };
        let names: Vec<Option<&String>> = self.sensitive.iter().map(|(_, column)| shared(column)).collect();
        let table = self.table.take(order);
        let take = |((name, column), shared): (&(String, Arc<Column>), Option<&String>)| {
            let taken = shared.and_then(|name| table.share(name)).unwrap_or_else(|| Arc::new(column.take(order)));
            (name.clone(), taken)
        };
        let sensitive = self.sensitive.iter().zip(names).map(take).collect();
        let left_out = self.left_out.take(order);
        let came = order.iter().map(|&row| self.came[row as usize]).collect();
        Self {
            sensitive,
            left_out,
            came,
            quasi: self.quasi.clone(),
            repeats: self.repeats.clone(),
            conditions: self.conditions.clone(),
            table,
            notes: self.notes.clone(),
        }
    }

    /// These rows as a table of their own.
    pub fn only(&self, rows: &[u32]) -> Self {
        let taken = self.take(rows);
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_unstable_by_key(|&row| taken.came[row]);
        let mut came = vec![0; rows.len()];
        order.into_iter().zip(0..).for_each(|(row, place)| came[row] = place);
        Self { came: came.into(), ..taken }
    }

    /// Columns that are published under other names, by their own.
    pub fn names_of(&self, policy: &Policy) -> Vec<(String, LabelColumn)> {
        let named = |name: &str| Some((name.to_owned(), self.table.column(name)?.to_labels().into_owned()));
        policy.named(Role::Pseudonym).filter_map(named).collect()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.table.rows()
    }

    /// Whether a release without withholding holds this row: no value is missing that the policy drops rows for.
    pub fn is_published(&self, row: usize) -> bool {
        !self.left_out.get(row)
    }

    /// A quasi column.
    pub fn column(&self, name: &str) -> &Column {
        self.table.column(name).expect("was read")
    }
}

/// Refuses a column whose kind is found from rows that are then dropped: it would be read as labels here, and as numbers or
/// dates once it is published, where `1` and `1.0` are one value.
pub fn check_kinds(
    file: &str,
    policy: &Policy,
    dropped: &Bitmap,
    sensitive: &[(String, Arc<Column>)],
) -> Result<(), Error> {
    if dropped.count() == 0 {
        return Ok(());
    }
    for (name, column) in sensitive {
        let Column::Label(labels) = &**column else { continue };
        if policy.column(name).is_some_and(|rule| rule.kind.is_some()) {
            continue;
        }
        let stays = || (0..labels.len()).filter(|&row| !dropped.get(row)).filter_map(|row| labels.get(row));
        let all = |is: &dyn Fn(&str) -> bool| stays().next().is_some() && stays().all(is);
        let kind = if all(&|text| text.parse::<Decimal>().is_ok()) {
            "number"
        } else if all(&|text| text.parse::<Date>().is_ok()) {
            "date"
        } else {
            continue;
        };
        return Err(Error::Data(format!(
            "{file}, column `{name}`: only rows that are dropped for a missing value hold what is no {kind} there, so its kind is not \
             certain; declare {} = {{ role = \"sensitive\", type = \"label\" }}, or mend those rows and declare type = \"{kind}\"",
            toml_key(name)
        )));
    }
    Ok(())
}
