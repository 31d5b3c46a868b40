//! What must never be published: which row went into which group and to which place, and the secret of every draw.
//!
//! | file | holds |
//! |---|---|
//! | `assignment.csv` | `row,group`: the data rows of the input from 0, and the groups as they were dealt, of which several may look alike in what is published; a row without a group has none, or was not published |
//! | `places.csv` | `row,place`: the rows of the release from 0 |
//! | `held-out.csv` | `held-out row`, and the columns that were read: rows of the input that chance held out before anything was made |
//! | `key` | the secret, which the next run with this directory finds |
//! | `work.json` | what was done within a time limit, which it finds, too |
//! | `people.csv` | `place,person`: of a release of a series, who stands where, by the names of its ledger; nobody at counterfeits |
//! | `ledger` | what the next release of a series must know of this one and all before it: see `ledger.rs` |
//! | `seed.txt` | in trials, the seed that stood in for it |

use std::io::{self, BufWriter, Write};
use std::path::Path;

use aloof_io::publish::private::{HELD_OUT, KEY, LEDGER, PEOPLE, WORK, existing_key, open_to_others};
use aloof_io::publish::{PublishError, Stage};
use aloof_io::write_csv;
use aloof_methods::series::Who;
use aloof_table::{Means, Table};

use super::chance::Secret;
use super::ledger::written;
use super::maker::Places;
use super::work::Work;
use crate::Error;

/// What is known of a release before it is made.
#[derive(Clone)]
pub(super) struct Known {
    pub secret: Secret,
    /// Work that was recorded, perhaps for another release.
    pub work: Option<Work>,
}

/// The secret of a series: that of the private directory of its last release, which another that is named must not contradict.
pub(super) fn secret_of_series(
    previous: &Path,
    private: Option<&Path>,
    given: Option<Secret>,
) -> Result<Secret, Error> {
    let Some(secret) = given.or(secret_in(previous)?) else {
        return Err(Error::Data(format!("{} has no key: it is no private directory of a release", previous.display())));
    };
    let other = private.map(found_in).transpose()?.flatten().filter(|other| *other != secret);
    match (other, private) {
        (Some(_), Some(private)) => Err(Error::Data(format!(
            "{} has another key than {}: it is none of this series; name another with {}",
            private.display(),
            previous.display(),
            Means::Private
        ))),
        _ => Ok(secret),
    }
}

impl Known {
    /// By the private directory, if there is one; with the secret that was given, if one was.
    pub fn new(private: Option<&Path>, given: Option<Secret>) -> Result<Self, Error> {
        let work = private.map(Work::found_in).transpose()?.flatten();
        Ok(Self { secret: secret_of(private, given)?, work })
    }
}

/// What is said where others on this machine could read what stood in the private directory before this run, whose own files they
/// cannot.
pub(super) fn told_of_others(private: Option<&Path>) -> Option<String> {
    let private = private?;
    let open = open_to_others(private);
    (!open.is_empty()).then(|| {
        let key = if open.iter().any(|name| name == KEY) {
            " Whoever has the key can make every draw again: if somebody may have read it, take it away for a new one."
        } else {
            ""
        };
        format!(
            "Others on this machine could read {} in {} before this run, which has closed it to them.{key}",
            open.join(", "),
            private.display()
        )
    })
}

/// The secret that was given, else the one that the private directory holds, else a new one.
fn secret_of(private: Option<&Path>, given: Option<Secret>) -> Result<Secret, Error> {
    if let Some(given) = given {
        return Ok(given);
    }
    if let Some(found) = private.map(found_in).transpose()?.flatten() {
        return Ok(found);
    }
    let failed = |cause| Error::File { what: "the operating system gave no random numbers".to_owned(), cause };
    Secret::from_system().map_err(failed)
}

/// The secret that the release of a private directory was made with: its key, or in trials its seed.
fn secret_in(private: &Path) -> Result<Option<Secret>, Error> {
    let seed = || std::fs::read_to_string(private.join("seed.txt")).ok()?.trim().parse::<u64>().ok();
    Ok(found_in(private)?.or_else(|| seed().map(Secret::Seed)))
}

/// The secret in a private directory, if it has one.
fn found_in(private: &Path) -> Result<Option<Secret>, Error> {
    let file = private.join(KEY);
    let text = existing_key(private)
        .map_err(|cause| Error::File { what: format!("{} cannot be read", file.display()), cause })?;
    let secret = text.map(|text| text.parse()).transpose();
    secret.map_err(|wrong| {
        Error::Data(format!("{}: {wrong}; put the right file back, or take it away for a new key", file.display()))
    })
}

/// Writes the secret; in trials a key that stood there is kept by whoever puts the directory in place.
pub(super) fn write_secret(stage: &Stage, secret: Secret) -> Result<(), PublishError> {
    let name = if secret.is_guessable() { "seed.txt" } else { KEY };
    stage.write(name, |file| writeln!(file, "{secret}")).map(|_| ())
}

/// Writes what was done within a time limit.
pub(super) fn write_work(stage: &Stage, work: &Work) -> Result<(), PublishError> {
    stage.write(WORK, |file| work.write(file)).map(|_| ())
}

/// Writes what the next release of a series must know, and who stands where in this one.
pub(super) fn write_series(stage: &Stage, ledger: &str, people: &[Option<Who>]) -> Result<(), PublishError> {
    stage.write(LEDGER, |file| file.write_all(ledger.as_bytes()))?;
    let name = |who: &Option<Who>| who.map(written).unwrap_or_default();
    let write = |file: &mut dyn Write| -> io::Result<()> {
        let mut file = BufWriter::new(file);
        writeln!(file, "place,person")?;
        (0u32..).zip(people).try_for_each(|(place, who)| writeln!(file, "{place},{}", name(who)))?;
        file.flush()
    };
    stage.write(PEOPLE, |file| write(file)).map(|_| ())
}

/// Writes the rows of those who were held out.
pub(super) fn write_held_out(stage: &Stage, table: &Table) -> Result<(), PublishError> {
    stage.write(HELD_OUT, |file| write_csv(table, file)).map(|_| ())
}

/// Writes who stands where; `places` speaks of `rows` rows of the input.
pub(super) fn write_places(stage: &Stage, places: &Places, rows: usize) -> Result<(), PublishError> {
    let mut place_of = vec![NOWHERE; rows];
    // Counterfeits stand at places, and are nobody's row.
    let people = places.rows.iter().zip(0..).filter(|(row, _)| (**row as usize) < rows);
    people.for_each(|(&row, place)| place_of[row as usize] = place);
    let group = |place: u32| places.groups.as_ref().map(|groups| groups[place as usize]);
    stage.write("assignment.csv", |file| lines(file, "group", &place_of, group))?;
    stage.write("places.csv", |file| lines(file, "place", &place_of, Some))?;
    Ok(())
}

/// The place of a row that is not published.
const NOWHERE: u32 = u32::MAX;

fn lines(file: impl Write, name: &str, place_of: &[u32], of: impl Fn(u32) -> Option<u32>) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    writeln!(file, "row,{name}")?;
    for (row, &place) in place_of.iter().enumerate() {
        match (place != NOWHERE).then(|| of(place)).flatten() {
            Some(number) => writeln!(file, "{row},{number}")?,
            None => writeln!(file, "{row},")?,
        }
    }
    file.flush()
}
