//! A release in two tables, read: quasi values as they are with the number of a group, and sensitive values by group.
//!
//! Which value of a group is whose is published nowhere, so the values of a group are dealt to its rows in any order; all
//! that is judged or estimated looks at groups as a whole. What the release is stands in its manifest.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use aloof_io::{Ask, Input, Progress, Source};
use aloof_table::{Bitmap, Column, LabelColumn, Partition, Table};
use hashbrown::{HashMap, HashSet};

use super::missing::{drop_missing, lacking, with_missing};
use super::released::{Released, declared, in_file, labels_of, quasi_columns, unstarred};
use super::total::released_total;
use super::{Conditions, open_released, perhaps_missing};
use crate::Error;
use crate::manifest::TwoTables;
use crate::policy::{Policy, QuasiSource, Stage};

impl TwoTables {
    /// Reads both tables, of which `source` is the one with quasi values and the other stands beside it.
    pub(crate) fn read_beside(
        &self,
        source: &Source,
        policy: &Policy,
        progress: Progress<'_>,
    ) -> Result<Released, Error> {
        self.read(source, &Source::File(self.path(source)?), policy, progress)
    }

    /// Reads both tables: the one with quasi values, and the one with the values of groups.
    #[doc(hidden)]
    pub fn read(
        &self,
        source: &Source,
        beside: &Source,
        policy: &Policy,
        progress: Progress<'_>,
    ) -> Result<Released, Error> {
        let input = open_released(source, policy)?;
        let (mut table, names) = self.read_quasi(&input, policy, progress)?;
        let rows = table.rows();
        if rows == 0 {
            return Err(Error::Data(format!("{} has no rows, so there is nothing to audit", input.name())));
        }
        let fitted = policy.fit(input.name(), &names, Stage::Released)?;
        let [(rule, _)] = fitted.sensitive.as_slice() else {
            return Err(Error::Data(format!("{}: a release in two tables has one sensitive column", input.name())));
        };
        let groups = labels_of(&mut table, &self.group);
        let quasi = quasi_columns(&mut table, &names, &fitted);
        let mut left_out = Bitmap::off(rows);
        for ((column, _), (_, labels)) in fitted.quasi.iter().zip(&quasi) {
            drop_missing(input.name(), column, &|row| labels.get(row).is_none(), &mut left_out)?;
        }
        let beside = open_released(beside, policy)?;
        let values = self.read_values(&beside, declared(rule))?;
        self.check_counts(&values, beside.name())?;
        let dealt = self.deal(&values, &groups).ok_or_else(|| {
            Error::Data(format!(
                "{} and {} do not fit: their groups are not the same, or not of the same sizes",
                input.name(),
                beside.name()
            ))
        })?;
        let dealt = unstarred(Arc::new(dealt));
        let sensitive = vec![(self.sensitive.clone(), with_missing(input.name(), dealt, rule, policy, &left_out)?)];
        let lacking = lacking(policy, &sensitive, rows);
        let dropped = (0..rows).filter(|&row| left_out.get(row) || lacking.get(row)).count();
        let partition = Partition::by_equal_labels(&[&groups], rows, |row| left_out.get(row));
        let first: Vec<u32> = partition.iter().map(|rows| rows[0]).collect();
        let labels: Vec<&LabelColumn> = quasi.iter().map(|(_, labels)| labels).collect();
        Ok(Released {
            name: input.name().to_owned(),
            rows,
            boxes: Some(Partition::by_equal_labels(&labels, rows, |row| left_out.get(row))),
            quasi,
            in_file: in_file(&fitted),
            folded: None,
            conditions: Conditions::new(
                perhaps_missing(&beside, policy, &sensitive),
                released_total(beside.name(), &sensitive),
            ),
            sensitive,
            suppressed: Bitmap::off(rows),
            suppressed_count: 0,
            left_out,
            lacking,
            dropped,
            stated: Some((self.group.clone(), groups.take(&first))),
            groups: partition,
            others: fitted.others(names.len()).map(|at| names[at].clone()).filter(|name| *name != self.group).collect(),
            in_two_tables: true,
        })
    }

    /// The columns with quasi values and the group as text; names with the sensitive column among them, as a policy knows
    /// them.
    fn read_quasi(
        &self,
        input: &Input,
        policy: &Policy,
        progress: Progress<'_>,
    ) -> Result<(Table, Vec<String>), Error> {
        let absent =
            |name: &str| Error::Data(format!("{} has no column `{name}`, which its manifest names", input.name()));
        if !input.names().contains(&self.group) {
            return Err(absent(&self.group));
        }
        // Whatever a second table shows, a value that stands beside its person is known.
        if input.names().contains(&self.sensitive) {
            return Err(Error::Data(format!(
                "{}: its manifest says that `{}` stands in another table, by group, but here it stands row by row; without the \
                 manifest it is audited as any table",
                input.name(),
                self.sensitive
            )));
        }
        let known = policy.column(&self.group).is_some();
        let mut names: Vec<String> =
            input.names().iter().filter(|name| known || **name != self.group).cloned().collect();
        names.push(self.sensitive.clone());
        let fitted = policy.fit(input.name(), &names, Stage::Released)?;
        let mut asked = vec![self.group.as_str()];
        for (_, source) in &fitted.quasi {
            match *source {
                QuasiSource::One(at) => asked.push(&names[at]),
                QuasiSource::Bounds(low, high) => asked.extend([names[low].as_str(), names[high].as_str()]),
            }
        }
        let ask = |name: &String| if asked.contains(&name.as_str()) { Ask::Text } else { Ask::Skip };
        let table = input.read_with(&input.names().iter().map(ask).collect::<Vec<_>>(), progress)?;
        Ok((table, names))
    }

    fn path(&self, source: &Source) -> Result<PathBuf, Error> {
        let name = Path::new(&self.file);
        match source {
            Source::File(data) if name.file_name() == Some(name.as_os_str()) => {
                Ok(data.parent().unwrap_or(Path::new("")).join(name))
            }
            _ => Err(Error::Data("manifest.json: the second table must be a file beside the data".to_owned())),
        }
    }

    fn read_values(&self, input: &Input, kind: Ask) -> Result<Table, Error> {
        for name in [&self.group, &self.sensitive, &self.count] {
            if !input.names().contains(name) {
                return Err(Error::Data(format!("{} has no column `{name}`, which its manifest names", input.name())));
            }
        }
        let strange = |name: &&String| ![&self.group, &self.sensitive, &self.count].contains(name);
        if let Some(name) = input.names().iter().find(strange) {
            return Err(Error::Data(format!(
                "{} has a column `{name}`; it says which values a group has and how often, and nothing of anything else can be \
                 judged: leave it out",
                input.name()
            )));
        }
        let ask = |name: &String| match name {
            _ if *name == self.group => Ask::Text,
            _ if *name == self.count => Ask::Number,
            _ if *name == self.sensitive => kind,
            _ => Ask::Skip,
        };
        Ok(input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?)
    }

    /// A line says that so many of a group have a value: at least one, and once. Lines that say nothing, or half of it, would be
    /// judged as if they were not there, and everybody reads them.
    fn check_counts(&self, values: &Table, name: &str) -> Result<(), Error> {
        let wrong = |line: usize, what: &str| {
            Error::Data(format!(
                "{name}, row {} of its data: {what}; a row says how many of a group have a value, a whole number from 1, and every \
                 value of a group has one row",
                line + 1
            ))
        };
        let column = |name: &str| values.column(name);
        let (Some(groups), Some(shown), Some(Column::Number(counts))) =
            (column(&self.group), column(&self.sensitive), column(&self.count))
        else {
            return Ok(());
        };
        let mut seen = HashSet::new();
        for line in 0..values.rows() {
            if counts.get(line).is_none_or(|count| count.at_scale(0).is_none_or(|count| count <= 0)) {
                return Err(wrong(line, &format!("`{}` is no such number", self.count)));
            }
            if groups.is_missing(line) {
                return Err(wrong(line, &format!("`{}` is missing", self.group)));
            }
            if !seen.insert((groups.text(line), shown.text(line))) {
                return Err(wrong(line, "the group has another row for the same value"));
            }
        }
        Ok(())
    }

    /// A value for every row: those of its group, each as often as it is counted there.
    fn deal(&self, values: &Table, groups: &LabelColumn) -> Option<Column> {
        let column = |name: &str| values.column(name);
        let (stated, Column::Number(counts)) = (column(&self.group)?.to_labels(), column(&self.count)?) else {
            return None;
        };
        let mut left: HashMap<&str, Vec<u32>> = HashMap::new();
        let mut total = 0usize;
        for line in 0..values.rows() {
            let count = counts.get(line)?.at_scale(0).and_then(|count| usize::try_from(count).ok())?;
            total = total.checked_add(count)?;
            // More values than rows fit nowhere, and must not take memory.
            if total > groups.len() {
                return None;
            }
            left.entry(stated.get(line)?).or_default().extend(std::iter::repeat_n(line as u32, count));
        }
        let lines = (0..groups.len()).map(|row| left.get_mut(groups.get(row)?)?.pop());
        let lines: Vec<u32> = lines.collect::<Option<_>>()?;
        left.values().all(Vec::is_empty).then(|| column(&self.sensitive).map(|values| values.take(&lines)))?
    }
}
