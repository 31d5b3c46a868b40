//! A release in two tables: quasi values as they are with the number of a group, and sensitive values by group.
//!
//! Which value of a group is whose is published nowhere, so the values of a group are dealt to its rows in any order; all
//! that is judged or estimated looks at groups as a whole. What the release is stands in its manifest.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use aloof_io::{Ask, Input, Progress, Source};
use aloof_table::{Bitmap, Column, LabelColumn, Partition, Table};
use hashbrown::HashMap;

use super::evidence::Standing;
use super::released::{declared, drop_missing, labels_of, quasi_columns, with_missing};
use super::report::{Audit, TruthReport};
use super::{AuditRequest, Original, Released, judge, open_released, rules, verdict};
use crate::Error;
use crate::manifest::TwoTables;
use crate::policy::{Policy, Protect, QuasiSource, Stage, View};

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
    pub(crate) fn read(
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
        let dealt = self.deal(&values, &groups).ok_or_else(|| {
            Error::Data(format!(
                "{} and {} do not fit: their groups are not the same, or not of the same sizes",
                input.name(),
                beside.name()
            ))
        })?;
        let column = with_missing(input.name(), Arc::new(dealt), rule, &left_out)?;
        let dropped = (0..rows).filter(|&row| left_out.get(row) || column.is_missing(row)).count();
        let partition = Partition::by_equal_labels(&[&groups], rows, |row| left_out.get(row));
        let first: Vec<u32> = partition.iter().map(|rows| rows[0]).collect();
        let labels: Vec<&LabelColumn> = quasi.iter().map(|(_, labels)| labels).collect();
        Ok(Released {
            name: input.name().to_owned(),
            rows,
            boxes: Some(Partition::by_equal_labels(&labels, rows, |row| left_out.get(row))),
            quasi,
            folded: None,
            sensitive: vec![(self.sensitive.clone(), column)],
            suppressed: Bitmap::off(rows),
            suppressed_count: 0,
            left_out,
            dropped,
            stated: Some((self.group.clone(), groups.take(&first))),
            groups: partition,
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
        let known = policy.column(&self.group).is_some() || policy.output().group_ids;
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
        let ask = |name: &String| match name {
            _ if *name == self.group => Ask::Text,
            _ if *name == self.count => Ask::Number,
            _ if *name == self.sensitive => kind,
            _ => Ask::Skip,
        };
        Ok(input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?)
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

/// Judges groups, and each table by itself against the original, if it is known.
pub(crate) fn judge_tables(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<&Original>,
) -> Result<Audit, Error> {
    request.policy.protect().iter().try_for_each(|protect| can_be_judged(protect, request.policy, released))?;
    let mut audit = judge(request, released, None, None)?;
    audit.truth = original.map(|original| truth(original, released));
    audit.claim = audit.truth.as_ref().map(|truth| standing(truth).report("anatomy"));
    audit.verdict = verdict(&audit);
    audit.notes.push(
        "This release is in two tables: quasi values stand as they are, so whose row is whose can be seen; which sensitive \
         value of a group is whose cannot. Groups were judged; what is asked in the candidates view is monotone and holds in \
         every mixture of them. With the original, each table is compared by itself."
            .to_owned(),
    );
    Ok(audit)
}

/// Rules about people that look alike are not kept by rows that stand as they are; and of mixtures of groups only those
/// rules are known to hold that are monotone.
fn can_be_judged(protect: &Protect, policy: &Policy, released: &Released) -> Result<(), Error> {
    let wrong = |what: &str| {
        Err(Error::Data(format!(
            "{}: {} cannot be judged of a release in two tables: {what}",
            protect.place,
            protect.principle()
        )))
    };
    if matches!(protect.principle(), "k-anonymity" | "alpha-k") {
        return wrong("it asks that people look alike, and quasi values stand as they are");
    }
    let columns = super::pick(&released.sensitive, protect.sensitive());
    let rule = rules::rule(protect, policy, &columns)?;
    if protect.view() == View::Candidates && !rule.principle().monotone() {
        return wrong("in the candidates view it is not monotone; view = \"group\" can be");
    }
    Ok(())
}

/// Whether both tables are the original's.
fn standing(truth: &TruthReport) -> Standing {
    match truth.untrue {
        0 => Standing::Holds("each table by itself holds rows of the original".to_owned()),
        untrue => Standing::Refuted(format!("{untrue} rows, or values, are not those of the original")),
    }
}

/// Rows of either table that the original has not so often.
fn truth(original: &Original, released: &Released) -> TruthReport {
    let here = |row: &usize| {
        !original.left_out.get(*row) && !original.sensitive.iter().any(|(_, column)| column.is_missing(*row))
    };
    let people: Vec<usize> = (0..original.rows()).filter(here).collect();
    let shown: Vec<usize> = (0..released.rows).filter(|&row| !released.left_out.get(row)).collect();
    let quasi_before = |row: usize| -> Vec<Option<String>> {
        original.quasi.iter().map(|quasi| original.column(&quasi.name).text(row)).collect()
    };
    let quasi_after = |row: usize| -> Vec<Option<String>> {
        released.quasi.iter().map(|(_, cells)| cells.get(row).map(str::to_owned)).collect()
    };
    let value = |columns: &[(String, Arc<Column>)], row: usize| -> Vec<Option<String>> {
        columns.iter().map(|(_, column)| column.text(row)).collect()
    };
    let strange_rows =
        strangers(people.iter().map(|&row| quasi_before(row)), shown.iter().map(|&row| quasi_after(row)));
    let strange_values = strangers(
        people.iter().map(|&row| value(&original.sensitive, row)),
        shown.iter().map(|&row| value(&released.sensitive, row)),
    );
    let untrue = strange_rows.max(strange_values);
    let absent = people.len().saturating_sub(shown.len() - untrue);
    TruthReport { original: people.len(), released: shown.len(), untrue, absent }
}

/// How many of the second are left when each of the first takes one that is equal.
fn strangers<T: std::hash::Hash + Eq>(known: impl Iterator<Item = T>, shown: impl Iterator<Item = T>) -> usize {
    let mut left: HashMap<T, usize> = HashMap::new();
    known.for_each(|one| *left.entry(one).or_default() += 1);
    let strange = |one: T| match left.get_mut(&one).filter(|left| **left > 0) {
        Some(left) => {
            *left -= 1;
            0
        }
        None => 1,
    };
    shown.map(strange).sum()
}
