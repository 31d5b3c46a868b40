//! Releases of the same people, read and judged together: what several tell that none of them tells alone.
//!
//! What is judged: `aloof-audit/src/audit/together/`. This module reads the tables, finds who is who in them by an identifier that is
//! published nowhere, and, where a private directory says it, who stands where. Releases of a series are known by their private
//! directories alone, without the originals.

use std::path::{Path, PathBuf};

use aloof_audit::Error;
use aloof_audit::audit::{Evidence, Member, Month, TogetherReport, judge_together, person_column};
use aloof_audit::data::{Original, Released, Stars, open_released, people_ever, read_options};
use aloof_audit::manifest::HowMade;
use aloof_audit::policy::Policy;
use aloof_audit::words::several;
use aloof_io::publish::private::{PEOPLE, belongs_to, existing_secret};
use aloof_io::publish::recover;
use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_table::{Column, Decimal};
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
    /// The table it was made of; without it the private directory says who stands where, of a release of a series.
    pub original: Option<Source>,
    /// What `--private` kept of it: who stands where.
    pub private: Option<PathBuf>,
}

/// Judges releases together.
pub fn together(request: &TogetherRequest<'_>) -> Result<TogetherReport, Error> {
    if request.releases.len() < 2 {
        return Err(Error::Data("to judge releases together takes two of them".to_owned()));
    }
    let with = request.releases.iter().filter(|one| one.original.is_some()).count();
    let months: Vec<Month> = match with {
        0 => {
            refuse_other_keys(&request.releases)?;
            request.releases.iter().map(|one| known(one, request)).collect::<Result<_, _>>()?
        }
        _ if with == request.releases.len() => {
            let person = person_column(request.policy, request.person.as_deref())?;
            request.releases.iter().map(|one| read(one, person, request)).collect::<Result<_, _>>()?
        }
        _ => {
            return Err(Error::Data(
                "of some releases the originals are named, and of others not: name all of them, or the private directories alone"
                    .to_owned(),
            ));
        }
    };
    judge_together(request.policy, &months, ever(&request.releases))
}

/// How many people these releases and those before them have, by the ledgers in all private directories.
fn ever(releases: &[ReleaseOf]) -> Option<usize> {
    let directories: Option<Vec<&Path>> = releases.iter().map(|one| one.private.as_deref()).collect();
    people_ever(&directories?)
}

/// People are known again by names that one key makes.
fn refuse_other_keys(releases: &[ReleaseOf]) -> Result<(), Error> {
    let mut first: Option<(String, &Path)> = None;
    for private in releases.iter().filter_map(|one| one.private.as_deref()) {
        // A run that was killed half-way is put right before what it left is read.
        if private.is_dir() {
            recover(private)?;
        }
        let unread = |cause| Error::File { what: format!("the key in {} cannot be read", private.display()), cause };
        let Some(secret) = existing_secret(private).map_err(unread)? else {
            let what = "has no key: it is no private directory of a release";
            return Err(Error::Data(format!("{} {what}", private.display())));
        };
        match &first {
            Some((other, path)) if *other != secret => {
                return Err(Error::Data(format!(
                    "{} and {} have different keys, so that nobody is known again by them: these are no releases of one series; name \
                     the originals, too",
                    path.display(),
                    private.display()
                )));
            }
            _ => first = Some((secret, private)),
        }
    }
    Ok(())
}

/// The release as it is read, which must be one in groups.
fn in_groups(one: &ReleaseOf, request: &TogetherRequest<'_>) -> Result<(Evidence, Released), Error> {
    let evidence = Evidence::of(&one.release)?;
    if !matches!(evidence.claimed(), None | Some(HowMade::Groups)) {
        return Err(Error::Data(
            "only releases in groups are judged together; in one of these values were changed, or stand in a table of their own"
                .to_owned(),
        ));
    }
    let released = Released::open(&one.release, evidence.tables(), request.policy, Stars::Box, request.progress)?;
    Ok((evidence, released))
}

/// A release of a series, by what its private directory says.
fn known(one: &ReleaseOf, request: &TogetherRequest<'_>) -> Result<Month, Error> {
    let (_, released) = in_groups(one, request)?;
    let Some(private) = &one.private else {
        return Err(Error::Data(format!(
            "{}: neither the original nor the private directory is named, so that nobody is known again",
            released.name
        )));
    };
    let directory = one.release.path().map(|path| if path.is_dir() { path } else { path.parent().unwrap_or(path) });
    if directory.is_some_and(|directory| belongs_to(private, directory).is_ok_and(|belongs| belongs == Some(false))) {
        return Err(Error::Data(format!("{} was made with another release than {}", private.display(), released.name)));
    }
    let people = people_in(&private.join(PEOPLE), released.rows)?;
    let people = (0..).zip(people).filter_map(|(place, id)| Some(Member { id: id?, row: None, place: Some(place) }));
    Ok(Month { people: people.collect(), released, original: None })
}

/// Who stands at each place of a release; nobody at counterfeits.
fn people_in(file: &Path, rows: usize) -> Result<Vec<Option<String>>, Error> {
    let wrong = |what: &str| Error::Data(format!("{}: {what}", file.display()));
    if !file.is_file() {
        return Err(wrong(
            "it is not there: only private directories of a series say who stands where; name the originals",
        ));
    }
    let input = Input::open(Source::File(file.to_owned()), ReadOptions::canonical())?;
    let table = input.read(&vec![Ask::Text; input.names().len()])?;
    let (Some(places), Some(people)) = (table.column("place"), table.column("person")) else {
        return Err(wrong("it needs the columns `place` and `person`"));
    };
    if table.rows() != rows {
        return Err(wrong(&format!("it speaks of {} places, and the release has {rows} rows", table.rows())));
    }
    let (places, people) = (places.to_labels(), people.to_labels());
    if (0..rows).any(|row| places.get(row) != Some(row.to_string().as_str())) {
        return Err(wrong("its places are not those of a release, one after the other"));
    }
    let people: Vec<Option<String>> = (0..rows).map(|row| people.get(row).map(str::to_owned)).collect();
    let named = people.iter().flatten();
    if named.clone().collect::<HashSet<_>>().len() < named.count() {
        return Err(wrong("somebody stands at two places"));
    }
    Ok(people)
}

fn read(one: &ReleaseOf, person: &str, request: &TogetherRequest<'_>) -> Result<Month, Error> {
    let (policy, tell) = (request.policy, request.progress);
    let (evidence, released) = in_groups(one, request)?;
    let source = one.original.clone().expect("is there of all");
    let before = Input::open(source, read_options(policy))?;
    let original = Original::read(&before, policy, false, tell)?;
    let pairs = match &one.private {
        Some(directory) => {
            // A run that was killed half-way is put right before what it left is read.
            if directory.is_dir() {
                recover(directory)?;
            }
            let after = open_released(&one.release, policy)?;
            find_people(
                &Rows::Private(directory.clone()),
                (&before, &original),
                (&after, &released),
                evidence.claimed(),
            )?
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
    let people = rows.map(|row| Member { id: ids[row].clone(), row: Some(row as u32), place: place_of[row] }).collect();
    Ok(Month { released, original: Some(original), people })
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
            "{rows} no value, so that nobody knows who is meant; people cannot be known again without"
        )));
    }
    let ids: Vec<String> = (0..column.len()).map(|row| known_as(column.get(row).unwrap_or_default())).collect();
    let different = ids.iter().collect::<HashSet<_>>().len();
    if different < ids.len() {
        let rows = several(ids.len() - different, "row is", "rows are");
        return Err(wrong(format!(
            "{rows} about somebody who stands in an earlier row, too (1 and 1.0 are one number); one row for each person is needed to know \
             people again"
        )));
    }
    Ok(ids)
}

/// Numbers are known again however they are written: a spreadsheet has `1` where another file has `1.0`.
fn known_as(text: &str) -> String {
    text.trim().parse::<Decimal>().map_or_else(|_| text.to_owned(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::known_as;

    #[test]
    fn numbers_are_known_again() {
        assert_eq!(["1", "1.0", " 1", "01"].map(known_as), ["1"; 4].map(str::to_owned));
        assert_eq!(["Ada", "ada", "1a"].map(known_as), ["Ada", "ada", "1a"].map(str::to_owned));
    }
}
