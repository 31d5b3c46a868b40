//! Columns of a table that nobody called quasi or sensitive: they are published too, and people can be looked up by them.
//!
//! # Cost
//! They are read once more, as text, and rows are told apart by them; where that would be more than [`MOST`] cells they are
//! only named.

use aloof_inspect::{Options, Role};
use aloof_io::Ask;
use aloof_table::{LabelColumn, Partition, Table};

use super::AuditRequest;
use super::report::{OthersReport, TellingColumn};
use crate::Error;
use crate::data::{Released, labels_of, open_released};
use crate::policy::{QuasiSource, Stage};

/// So many cells are looked at.
const MOST: usize = 5_000_000;

/// More columns than these are only named, however few rows there are: each takes memory of its own.
const MANY: usize = 1000;

/// What the other columns would do as quasi columns; nothing where there are none. `released` is not folded yet.
pub(super) fn others(request: &AuditRequest<'_>, released: &Released) -> Result<Option<OthersReport>, Error> {
    let input = open_released(&request.data, request.policy)?;
    let fitted = request.policy.fit(input.name(), input.names(), Stage::Released)?;
    let mut known = vec![false; input.names().len()];
    fitted.sensitive.iter().for_each(|(_, at)| known[*at] = true);
    fitted.group.iter().for_each(|&at| known[at] = true);
    let pseudonyms: Vec<&str> = request.policy.named(crate::policy::Role::Pseudonym).collect();
    input.names().iter().zip(&mut known).for_each(|(name, known)| *known |= pseudonyms.contains(&name.as_str()));
    for (_, source) in &fitted.quasi {
        match *source {
            QuasiSource::One(at) => known[at] = true,
            QuasiSource::Bounds(low, high) => (known[low], known[high]) = (true, true),
        }
    }
    let others: Vec<String> =
        input.names().iter().zip(&known).filter(|(_, known)| !**known).map(|(name, _)| name.clone()).collect();
    if others.is_empty() {
        return Ok(None);
    }
    if others.len() > MANY || others.len().saturating_mul(released.rows) > MOST {
        return Ok(Some(OthersReport::named(others)));
    }
    let ask: Vec<Ask> = known.iter().map(|&known| if known { Ask::Skip } else { Ask::Auto }).collect();
    // What cannot be read is nobody's question here: it is named, and that is all.
    let Ok(mut table) = input.read(&ask) else {
        return Ok(Some(OthersReport::named(others)));
    };
    let telling = telling(&table);
    let shown: Vec<LabelColumn> = others.iter().map(|name| labels_of(&mut table, name)).collect();
    let all: Vec<&LabelColumn> = released.quasi.iter().map(|(_, labels)| labels).chain(&shown).collect();
    let groups = Partition::by_equal_labels(&all, released.rows, |row| released.left_out.get(row));
    let alone = groups.iter().filter(|rows| rows.len() == 1).count();
    let smallest = groups.iter().map(<[u32]>::len).min().unwrap_or(0);
    Ok(Some(OthersReport { columns: others, alone: Some(alone), smallest: Some(smallest), telling }))
}

/// The columns that the looker calls identifying or quasi.
fn telling(table: &Table) -> Vec<TellingColumn> {
    let looks = aloof_inspect::telling(table, &Options::default());
    let one = |(name, looks): (&String, Option<(Role, String)>)| {
        let (role, reason) = looks?;
        Some(TellingColumn { column: name.clone(), looks: role.word(), reason })
    };
    table.names().iter().zip(looks).filter_map(one).collect()
}

impl OthersReport {
    /// Only their names are known.
    fn named(columns: Vec<String>) -> Self {
        Self { columns, alone: None, smallest: None, telling: Vec::new() }
    }

    /// Why an audit by what a release says of its own columns does not pass: roles are claims, and by these columns people
    /// could be looked up, or nobody looked.
    pub(super) fn doubts(&self) -> Vec<String> {
        let said = |column: &TellingColumn| {
            format!(
                "`{}` is published, looks like {} ({}), and its role is the manifest's word alone; give a policy that says what it is",
                column.column,
                if column.looks == "quasi" { "a quasi column" } else { "an identifier" },
                column.reason
            )
        };
        if self.alone.is_none() {
            return vec![format!(
                "{} other columns are published, too many to be looked at; give a policy that says what they are",
                self.columns.len()
            )];
        }
        self.telling.iter().map(said).collect()
    }

    /// What they are, in a sentence.
    pub(super) fn sentence(&self, rows: usize) -> String {
        let (is, they) = match self.columns.as_slice() {
            [one] => (format!("1 other column is published: {one}"), "it as a quasi column"),
            some => {
                let shown = some.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
                let more = if some.len() > 12 { ", …" } else { "" };
                (format!("{} other columns are published: {shown}{more}", some.len()), "them as quasi columns")
            }
        };
        match (self.alone, self.smallest) {
            (Some(alone), Some(smallest)) => {
                format!("{is}; with {they} {alone} of {rows} rows would stand alone (smallest group {smallest}).")
            }
            _ => format!("{is}; nothing was judged of them."),
        }
    }
}
