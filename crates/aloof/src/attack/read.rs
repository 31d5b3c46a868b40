//! The tables that an attack needs, read once.

use std::path::Path;

use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_judge::attacks::Replaced;
use aloof_table::{Column, NO_GROUP, Partition};

use super::{AttackRequest, AttackStep};
use crate::Error;
use crate::audit::Evidence;
use crate::data::{Original, Released, Stars, open_released, read_options};
use crate::evaluate::{Rows, find_people};
use crate::manifest::HowMade;
use crate::policy::Policy;
use crate::release::HELD_OUT;

/// What was read.
pub(super) struct Tables {
    /// People the release was made of, and those held out before, in the order of the original.
    pub original: Original,
    /// Rows of the original that were held out.
    pub held_out: Vec<u32>,
    /// Control people from a table of their own.
    pub control: Option<Original>,
    /// The release, then earlier ones.
    pub releases: Vec<Published>,
    pub notes: Vec<String>,
}

/// A release, as it was read.
pub(super) struct Published {
    pub released: Released,
    /// Rows that nothing published tells apart.
    pub groups: Partition,
    /// The group of each row of the original, where that is known.
    pub stands: Option<Vec<u32>>,
    /// Its values are the true ones.
    pub is_true: bool,
    /// Its quasi numbers were replaced by others, so that cells cover nobody.
    pub is_moved: bool,
    /// Per column whose numbers were replaced, what people had and what is published, person by person; where that is known.
    pub moved: Option<Vec<Replaced>>,
}

impl Tables {
    pub fn read(request: &AttackRequest<'_>) -> Result<Self, Error> {
        let policy = request.policy;
        let tell = |done, total| (request.progress)(AttackStep::Reading(done, total));
        let before = Input::open(request.original.clone(), read_options(policy))?;
        let original = Original::read(&before, policy, false, &tell)?;
        let mut notes = original.notes.clone();
        let held_out = request.private.as_deref().map(held_out).transpose()?.flatten().unwrap_or_default();
        if held_out.iter().any(|&row| row as usize >= original.rows()) {
            return Err(Error::Data(format!(
                "{} names rows that the original does not have; give the table that the release was made of, with those held out",
                request.private.as_deref().unwrap_or(Path::new("")).join(HELD_OUT).display()
            )));
        }
        let control = match &request.control {
            Some(source) => {
                let input = Input::open(source.clone(), read_options(policy))?;
                Some(Original::read(&input, policy, false, &tell)?)
            }
            None => None,
        };
        let mut releases = Vec::new();
        for (at, source) in std::iter::once(&request.release).chain(&request.previous).enumerate() {
            let private = request.private.as_ref().filter(|_| at == 0);
            let evidence = Evidence::of(source)?;
            if at == 0 {
                notes.extend(evidence.remarks(policy));
            }
            let made = evidence.claimed();
            let released = Released::open(source, evidence.tables(), policy, Stars::Box, &tell)?;
            let groups = released.told_apart().into_owned();
            let (stands, moved) = match private {
                Some(directory) => {
                    let after = open_released(source, policy)?;
                    let rows = Rows::Private(directory.clone());
                    let pairs = find_people(&rows, (&before, &original), (&after, &released), made)?;
                    let moved = pairs.as_deref().and_then(|pairs| moved(made, pairs, &original, &released));
                    (pairs.map(|pairs| stands(&pairs, &groups, original.rows(), released.rows)), moved)
                }
                None => (None, None),
            };
            let is_true = !matches!(made, Some(HowMade::Perturbed(_)));
            let is_moved = matches!(made, Some(HowMade::Walk { .. } | HowMade::Noise { .. }));
            releases.push(Published { released, groups, stands, is_true, is_moved, moved });
        }
        Ok(Self { original, held_out, control, releases, notes })
    }

    /// People of the original that the release was made of.
    pub fn is_person(&self, row: u32) -> bool {
        self.held_out.binary_search(&row).is_err()
    }
}

/// Columns whose numbers were replaced, as people had them and as they are published; `None` where there are none.
fn moved(
    made: Option<&HowMade>,
    pairs: &[(u32, u32)],
    original: &Original,
    released: &Released,
) -> Option<Vec<Replaced>> {
    let names: Vec<&String> = match made? {
        HowMade::Walk { columns } => columns.iter().collect(),
        HowMade::Noise { columns } => columns.iter().map(|one| &one.column).collect(),
        HowMade::Perturbed(done) => vec![&done.column],
        HowMade::Groups | HowMade::Anatomy(_) => return None,
    };
    let number = |text: Option<String>| text.and_then(|text| text.parse::<f64>().ok());
    let before = |name: &str, row: u32| {
        let sensitive = original.sensitive.iter().find(|(other, _)| other == name).map(|(_, column)| &**column);
        number(sensitive.or_else(|| original.table.column(name))?.text(row as usize))
    };
    let after = |name: &str, row: u32| {
        let quasi = released.quasi.iter().find(|(other, _)| other == name);
        if let Some((_, labels)) = quasi {
            return number(labels.get(row as usize).map(str::to_owned));
        }
        let (_, column) = released.sensitive.iter().find(|(other, _)| other == name)?;
        number(column.text(row as usize))
    };
    // Somebody without a number in one of them cannot be looked for.
    let whole = |&&(person, row): &&(u32, u32)| {
        names.iter().all(|name| before(name, person).is_some() && after(name, row).is_some())
    };
    let pairs: Vec<&(u32, u32)> = pairs.iter().filter(whole).collect();
    let column = |name: &&String| {
        pairs.iter().filter_map(|&&(person, row)| Some((before(name, person)?, after(name, row)?))).unzip()
    };
    (!pairs.is_empty()).then(|| names.iter().map(column).collect())
}

fn stands(pairs: &[(u32, u32)], groups: &Partition, people: usize, rows: usize) -> Vec<u32> {
    let group_of = groups.group_of(rows);
    let mut stands = vec![NO_GROUP; people];
    pairs.iter().for_each(|&(person, row)| stands[person as usize] = group_of[row as usize]);
    stands
}

/// The rows that were held out, ascending, by what is private; `None` where nobody was.
fn held_out(private: &Path) -> Result<Option<Vec<u32>>, Error> {
    let file = private.join(HELD_OUT);
    if !file.is_file() {
        return Ok(None);
    }
    let input = Input::open(Source::File(file.clone()), ReadOptions::canonical())?;
    let ask: Vec<Ask> = (0..input.names().len()).map(|at| if at == 0 { Ask::Number } else { Ask::Skip }).collect();
    let table = input.read(&ask)?;
    let wrong = || Error::Data(format!("{}: its first column does not number rows", file.display()));
    let Some(Column::Number(numbers)) = table.columns().first().map(|column| &**column) else { return Err(wrong()) };
    let row = |line: usize| numbers.get(line)?.at_scale(0).and_then(|whole| u32::try_from(whole).ok());
    let mut rows: Vec<u32> = (0..table.rows()).map(row).collect::<Option<_>>().ok_or_else(wrong)?;
    rows.sort_unstable();
    Ok(Some(rows))
}

/// The policy's word for a column, with what the data say of it.
pub(super) fn hierarchy_of(
    policy: &Policy,
    name: &str,
    column: &Column,
) -> Result<Option<aloof_table::Hierarchy>, Error> {
    match policy.column(name) {
        Some(rule) => crate::policy::bind::hierarchy(rule, policy, column),
        None => Ok(None),
    }
}
