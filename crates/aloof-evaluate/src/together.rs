//! Releases of the same people, read and judged together: what several tell that none of them tells alone.
//!
//! What is judged: `aloof-audit/src/audit/together.rs`. This module reads the tables, finds who is who in them by an identifier that is
//! published nowhere, and, where a private directory says it, who stands where.

use std::path::PathBuf;

use aloof_audit::Error;
use aloof_audit::audit::{Evidence, Member, Month, TogetherReport, judge_together, person_column};
use aloof_audit::data::{Original, Released, Stars, open_released, read_options};
use aloof_audit::manifest::HowMade;
use aloof_audit::policy::Policy;
use aloof_audit::words::several;
use aloof_io::publish::recover;
use aloof_io::{Ask, Input, Source};
use aloof_table::Column;
use hashbrown::HashSet;

use crate::evaluate::{Rows, find_people};

/// Releases to be judged together.
pub struct TogetherRequest<'a> {
    /// The releases, the oldest first.
    pub releases: Vec<ReleaseOf>,
    /// What every column is and what must hold, in all of them.
    pub policy: &'a Policy,
    /// The column of the originals that says who is who; by the policy if left out.
    pub person: Option<String>,
    /// Called while data are read: bytes done, and their number if it is known.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

/// A release, and what is known of it.
pub struct ReleaseOf {
    /// What was published.
    pub release: Source,
    /// The table it was made of.
    pub original: Source,
    /// What `--private` kept of it: who stands where.
    pub private: Option<PathBuf>,
}

/// Judges releases together.
pub fn together(request: &TogetherRequest<'_>) -> Result<TogetherReport, Error> {
    if request.releases.len() < 2 {
        return Err(Error::Data("to judge releases together takes two of them".to_owned()));
    }
    let person = person_column(request.policy, request.person.as_deref())?;
    let months: Vec<Month> = request.releases.iter().map(|one| read(one, person, request)).collect::<Result<_, _>>()?;
    judge_together(request.policy, &months)
}

fn read(one: &ReleaseOf, person: &str, request: &TogetherRequest<'_>) -> Result<Month, Error> {
    let (policy, tell) = (request.policy, request.progress);
    let evidence = Evidence::of(&one.release)?;
    let made = evidence.claimed();
    if !matches!(made, None | Some(HowMade::Groups)) {
        return Err(Error::Data(
            "only releases in groups are judged together; in one of these values were changed, or stand in a table of their own"
                .to_owned(),
        ));
    }
    let before = Input::open(one.original.clone(), read_options(policy))?;
    let original = Original::read(&before, policy, false, tell)?;
    let released = Released::open(&one.release, evidence.tables(), policy, Stars::Box, tell)?;
    let pairs = match &one.private {
        Some(directory) => {
            // A run that was killed half-way is put right before what it left is read.
            if directory.is_dir() {
                recover(directory)?;
            }
            let after = open_released(&one.release, policy)?;
            find_people(&Rows::Private(directory.clone()), (&before, &original), (&after, &released), made)?
        }
        None => None,
    };
    let ids = identifiers(&before, person)?;
    let known = pairs.is_some();
    let mut place_of: Vec<Option<u32>> = vec![None; original.rows()];
    pairs.iter().flatten().for_each(|&(row, place)| place_of[row as usize] = Some(place));
    // Who is not published is not in the release, and who lacks a value was never to be.
    let is_there = |row: &usize| !original.left_out.get(*row) && (!known || place_of[*row].is_some());
    let rows = (0..original.rows()).filter(is_there);
    let people = rows.map(|row| Member { id: ids[row].clone(), row: row as u32, place: place_of[row] }).collect();
    Ok(Month { released, original, people })
}

/// Who every row is about. Somebody without a name, or in two rows, cannot be known again.
pub fn identifiers(input: &Input, name: &str) -> Result<Vec<String>, Error> {
    if !input.names().iter().any(|other| other == name) {
        return Err(Error::Data(format!(
            "{} has no column `{name}`, by which people would be known again; [input] person names another",
            input.name()
        )));
    }
    let ask = |other: &String| if other == name { Ask::Text } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    let column = table.column(name).map(Column::to_labels).unwrap_or_default();
    let missing = column.count_missing();
    let wrong = |what: String| Error::Data(format!("{}, column `{name}`: {what}", input.name()));
    if missing > 0 {
        let rows = several(missing, "row has", "rows have");
        return Err(wrong(format!(
            "{rows} no value, so that nobody knows whose they are; people cannot be known again without"
        )));
    }
    let ids: Vec<String> = (0..column.len()).map(|row| column.get(row).unwrap_or_default().to_owned()).collect();
    let different = ids.iter().collect::<HashSet<_>>().len();
    if different < ids.len() {
        let rows = several(ids.len() - different, "row is", "rows are");
        return Err(wrong(format!(
            "{rows} about somebody who stands in an earlier row, too; one row for each person is needed to know people again"
        )));
    }
    Ok(ids)
}
