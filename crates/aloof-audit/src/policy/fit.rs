//! A policy and the columns of a file: which is which.

use aloof_table::{Decimal, Means};

use super::columns::ColumnRule;
use super::{Place, Policy, PolicyError, Role, Undeclared, suggest};

/// What kind of file the columns come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before anything was changed: every declared column is there.
    Original,
    /// Published, by this or another program: identifiers and dropped columns are gone, intervals may be two columns.
    Released,
}

/// Where the values of a quasi column stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuasiSource {
    /// In one column.
    One(usize),
    /// In two: lower and upper end.
    Bounds(usize, usize),
}

/// Columns of a file by their number, with what the policy says of them.
#[derive(Clone, Debug)]
pub struct Fitted<'a> {
    /// Quasi columns.
    pub quasi: Vec<(&'a ColumnRule, QuasiSource)>,
    /// Sensitive columns.
    pub sensitive: Vec<(&'a ColumnRule, usize)>,
    /// The column that states the group.
    pub group: Option<usize>,
    /// Columns the policy did not name and lets go.
    pub undeclared: Vec<usize>,
}

impl Fitted<'_> {
    /// Which of `count` columns are neither quasi nor sensitive, nor state the group.
    pub(crate) fn others(&self, count: usize) -> impl Iterator<Item = usize> {
        let mut known = vec![false; count];
        self.sensitive.iter().for_each(|(_, at)| known[*at] = true);
        self.group.iter().for_each(|&at| known[at] = true);
        self.quasi.iter().for_each(|(_, source)| mark(source, &mut known));
        (0..count).filter(move |&at| !known[at])
    }
}

impl Policy {
    /// Finds the policy's columns among `names`; `file` is what messages call the table.
    pub fn fit(&self, file: &str, names: &[String], stage: Stage) -> Result<Fitted<'_>, PolicyError> {
        let at = |name: &str| names.iter().position(|other| other == name);
        let mut fitted = Fitted { quasi: Vec::new(), sensitive: Vec::new(), group: None, undeclared: Vec::new() };
        let mut used = vec![false; names.len()];
        // Where numbers are published, a column of their name that is not is no hindrance, and no reason to pass over them.
        let numbered = stage == Stage::Released && self.output().group_ids;
        let gives_way = |column: &ColumnRule| numbered && column.name == "group" && !column.is_published();
        for column in self.columns().iter().filter(|column| !gives_way(column)) {
            let source = match (at(&column.name), stage) {
                (Some(index), _) => Some(QuasiSource::One(index)),
                (None, Stage::Released) if column.role == Role::Quasi => bounds(&column.name, &at),
                _ => None,
            };
            match (&source, column.role) {
                (None, Role::Identifier | Role::Drop) if stage == Stage::Released => continue,
                (None, role) if stage == Stage::Released && role.is_of_sample() && !column.publish => continue,
                (None, Role::Group) if stage == Stage::Original => continue,
                (None, _) => return Err(absent(column, file, names)),
                _ => {}
            }
            let source = source.expect("absent ones were handled");
            if let Some(at) = twice(&source, &used) {
                return Err(two_in_one(column, file, &names[at]));
            }
            mark(&source, &mut used);
            match (column.role, source) {
                (Role::Quasi, source) => fitted.quasi.push((column, source)),
                (Role::Sensitive, QuasiSource::One(index)) => fitted.sensitive.push((column, index)),
                (Role::Group, QuasiSource::One(index)) => fitted.group = Some(index),
                _ => {}
            }
        }
        Self::take_group_ids(names, stage, &mut fitted, &mut used);
        fitted.undeclared = (0..names.len()).filter(|&index| !used[index]).collect();
        self.refuse_undeclared(file, names, &fitted)?;
        Ok(fitted)
    }

    /// A release made with `group_ids = true` states its groups in a column `group`. Whoever audits sees it, whether or not they
    /// name it, and so does everybody else.
    fn take_group_ids(names: &[String], stage: Stage, fitted: &mut Fitted<'_>, used: &mut [bool]) {
        let found = names.iter().position(|name| name == "group").filter(|&index| !used[index]);
        if let (Stage::Released, None, Some(index)) = (stage, fitted.group, found) {
            fitted.group = Some(index);
            used[index] = true;
        }
    }

    fn refuse_undeclared(&self, file: &str, names: &[String], fitted: &Fitted<'_>) -> Result<(), PolicyError> {
        match (self.undeclared, fitted.undeclared.as_slice()) {
            (Undeclared::Drop, _) | (_, []) => Ok(()),
            (Undeclared::Error, some) => {
                let list: Vec<String> = some.iter().map(|&index| format!("`{}`", names[index])).collect();
                Err(PolicyError::new(
                    self.place().clone(),
                    format!(
                        "{file} has columns that the policy does not name: {}; declare them under [columns], or \
                         write undeclared = \"drop\" there",
                        list.join(", ")
                    ),
                ))
            }
        }
    }
}

fn bounds(name: &str, at: &dyn Fn(&str) -> Option<usize>) -> Option<QuasiSource> {
    Some(QuasiSource::Bounds(at(&format!("{name}_lo"))?, at(&format!("{name}_hi"))?))
}

/// A column that another column of the policy is already.
fn twice(source: &QuasiSource, used: &[bool]) -> Option<usize> {
    match *source {
        QuasiSource::One(index) => Some(index).filter(|&index| used[index]),
        QuasiSource::Bounds(low, high) => [low, high].into_iter().find(|&index| used[index]),
    }
}

fn two_in_one(column: &ColumnRule, file: &str, name: &str) -> PolicyError {
    let message = format!(
        "in {file} `{name}` would be two columns of the policy: one of that name, and an end of `{}`, which is read from `{0}_lo` \
         and `{0}_hi`; rename one of them",
        name.trim_end_matches("_lo").trim_end_matches("_hi")
    );
    PolicyError::new(column.place.clone(), message)
}

fn mark(source: &QuasiSource, used: &mut [bool]) {
    match *source {
        QuasiSource::One(index) => used[index] = true,
        QuasiSource::Bounds(low, high) => {
            used[low] = true;
            used[high] = true;
        }
    }
}

fn absent(column: &ColumnRule, file: &str, names: &[String]) -> PolicyError {
    let known = |name: &str| names.iter().find(|other| *other == name.trim());
    let hint = match column.name.rsplit_once(':').and_then(|(name, _)| known(name)) {
        Some(name) if matches!(column.place, Place::Flag(_)) => {
            format!("; it has `{name}`, and numbers of a column are written with their names: {name}:absolute=4500,m=5")
        }
        _ if names.iter().all(|name| name.parse::<Decimal>().is_ok()) => {
            // These may be the values of the first person.
            "; its first line, which should name the columns, holds numbers: put a line with names above it".to_owned()
        }
        _ => match names {
            [one] if one.contains([',', ';', '\t', '|']) => format!(
                "; it is read as one column, `{one}`: say with {} what stands between its fields",
                Means::Delimiter
            ),
            _ => suggest(&column.name, names.iter().map(String::as_str)),
        },
    };
    PolicyError::new(column.place.clone(), format!("{file} has no column `{}`{hint}", column.name))
}
