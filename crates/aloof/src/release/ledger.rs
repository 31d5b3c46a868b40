//! The ledger of a series of releases: what the next release must know of all earlier ones.
//!
//! A *thread* is a group that persists: its places, each with the value that whoever stands there has, and the quasi values that its
//! cells must reach. Everybody who ever stood in one is kept, with the value that they had there: who comes back goes back.
//!
//! # The file
//! One line `aloof ledger 2 MAC`, then one JSON document. People are HMAC-SHA-256 of their identifier under a key made of the series'
//! secret; MAC is HMAC-SHA-256 of the document under another. So a ledger that was changed, cut off, or made with another key is
//! refused. It names nobody, but holds values and quasi values: it stands in the private directory. Values stand in it once, and
//! people as lists of numbers, so that a million of them are read in a second.

use std::fs;
use std::io;
use std::path::Path;

use aloof_io::publish::private::LEDGER;
use aloof_methods::series::{Person, Thread, Who};
use aloof_table::Means;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::chance::Secret;
use crate::Error;
use crate::policy::{ColumnRule, Policy, Role, coding};

/// The version of the file.
const VERSION: &str = "2";

/// All earlier releases of a series; an empty one where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ledger {
    /// What all releases of the series have in common.
    pub series: Vec<String>,
    /// How many there were.
    pub releases: u32,
    /// How wide the cells of the first release were on average, in millionths of the domains; a ledger of before may not say.
    pub width: Option<u32>,
    /// The values that threads and people have, as texts.
    pub values: Vec<String>,
    pub threads: Vec<Thread>,
    pub people: Vec<Person>,
}

/// The document of the file: people as lists, their names as one text of 32 digits each.
#[derive(Serialize, Deserialize)]
struct Document {
    series: Vec<String>,
    releases: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    values: Vec<String>,
    threads: Vec<Persisted>,
    who: String,
    value: Vec<u32>,
    thread: Vec<u32>,
}

/// A thread, as it stands in the file.
#[derive(Serialize, Deserialize)]
struct Persisted {
    values: Vec<u32>,
    cells: Vec<Vec<Option<String>>>,
}

/// What all releases of a series have in common: who is who, the columns and how they are coded, and what is promised.
///
/// How a value is coded is known: whoever has it exactly in one release and rounded in another knows which of two groups' values belong
/// together, though to a series they are two.
pub(super) fn series_of(policy: &Policy, person: &str) -> Vec<String> {
    let mut words = vec![format!("person {person}")];
    words.extend(policy.named(Role::Quasi).map(|name| format!("quasi {name}")));
    let coded = |rule: &ColumnRule| {
        let coding = rule.coding().filter(|coding| !coding.is_none())?;
        Some(format!("{} {}", rule.name(), coding::words(coding)))
    };
    words.extend(policy.columns().iter().filter_map(coded));
    for protect in policy.protect() {
        let title = protect.title().unwrap_or_else(|| protect.principle().to_owned());
        words.push(format!("{title} of {} in the {} view", protect.sensitive().join(", "), protect.view().name()));
    }
    words
}

/// The names of these people in ledgers: halves of an HMAC each.
pub(super) fn names(secret: Secret, ids: &[String]) -> Vec<Who> {
    let key = secret.for_pseudonyms("\nthe people of ledgers");
    let half = |id: &String| key.of(id)[..16].iter().fold(0, |name, &byte| name << 8 | Who::from(byte));
    ids.par_iter().map(half).collect()
}

/// A name as it is written.
pub(super) fn written(who: Who) -> String {
    format!("{who:032x}")
}

fn mac(secret: Secret, text: &str) -> String {
    hex(&secret.for_pseudonyms("\nledgers themselves").of(text))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

impl Ledger {
    /// Whether there was no release yet.
    pub fn is_empty(&self) -> bool {
        self.releases == 0
    }

    /// As it is written.
    pub fn to_text(&self, secret: Secret) -> String {
        let document = serde_json::to_string(&self.document()).expect("plain data");
        format!("aloof ledger {VERSION} {}\n{document}\n", mac(secret, &document))
    }

    fn document(&self) -> Document {
        let Self { series, releases, width, values, threads, people } = self.clone();
        let mut who = String::with_capacity(32 * people.len());
        people.iter().for_each(|one| who.push_str(&written(one.who)));
        let (value, thread) = people.iter().map(|one| (one.value, one.thread)).unzip();
        let threads = threads.into_iter().map(|Thread { values, cells }| Persisted { values, cells }).collect();
        Document { series, releases, width, values, threads, who, value, thread }
    }

    /// `None` where lists do not fit each other.
    fn of_document(document: Document) -> Option<Self> {
        let Document { series, releases, width, values, threads, who, value, thread } = document;
        let threads: Vec<Thread> =
            threads.into_iter().map(|Persisted { values, cells }| Thread { values, cells }).collect();
        let whole = who.len() == 32 * value.len() && value.len() == thread.len() && who.is_ascii();
        let known = |number: &u32| (*number as usize) < values.len();
        let fits = threads.iter().all(|thread| thread.values.iter().all(known) && !thread.values.is_empty())
            && value.iter().all(known)
            && thread.iter().all(|&number| (number as usize) < threads.len());
        if !whole || !fits {
            return None;
        }
        let person = |at: usize| {
            let who = Who::from_str_radix(&who[32 * at..32 * at + 32], 16).ok()?;
            Some(Person { who, value: value[at], thread: thread[at] })
        };
        let people = (0..value.len()).map(person).collect::<Option<Vec<Person>>>()?;
        Some(Self { series, releases, width, values, threads, people })
    }

    /// The ledger in the private directory of the last release, if it is one of this series.
    pub fn read(directory: &Path, secret: Secret, series: &[String]) -> Result<Self, Error> {
        let file = directory.join(LEDGER);
        let wrong = |what: &str| Error::Data(format!("{}: {what}", file.display()));
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(no_ledger(&file));
            }
            Err(cause) if cause.kind() == io::ErrorKind::InvalidData => {
                return Err(wrong("it is damaged: it is no text"));
            }
            Err(cause) => return Err(Error::File { what: format!("{} cannot be read", file.display()), cause }),
        };
        let ledger = Self::parse(&text, secret).map_err(|what| wrong(&what))?;
        if ledger.series != series {
            let differs = |ours: &&String| !ledger.series.contains(ours);
            let asked: Vec<&str> = series.iter().filter(differs).map(String::as_str).collect();
            let had: Vec<&str> = ledger.series.iter().filter(|had| !series.contains(had)).map(String::as_str).collect();
            return Err(wrong(&format!("it is of another series: {}", difference(&asked, &had))));
        }
        Ok(ledger)
    }

    fn parse(text: &str, secret: Secret) -> Result<Self, String> {
        let (head, document) = text.split_once('\n').ok_or("it is damaged: it ends in its first line")?;
        let words: Vec<&str> = head.split(' ').collect();
        let ["aloof", "ledger", version, said] = words[..] else {
            return Err("it is no ledger of this program, or damaged".to_owned());
        };
        if version != VERSION {
            return Err(format!("it is a ledger of version {version}, and this program reads version {VERSION}"));
        }
        let document = document.strip_suffix('\n').ok_or("it is damaged: its end is missing")?;
        if mac(secret, document) != said {
            return Err("it is damaged, or was made with another key: it is none of this series".to_owned());
        }
        let read = serde_json::from_str(document).ok().and_then(Self::of_document);
        read.ok_or_else(|| "it is damaged: it is no document of a ledger".to_owned())
    }
}

/// What is asked here and was not there, and the reverse.
fn difference(asked: &[&str], had: &[&str]) -> String {
    let list = |words: &[&str]| if words.is_empty() { "nothing of that kind".to_owned() } else { words.join("; ") };
    if asked.is_empty() && had.is_empty() {
        return "the same is asked in another order".to_owned();
    }
    format!("here are asked {}, there {}", list(asked), list(had))
}

/// What a first release lacked, all of it at once, and what is left to do.
fn no_ledger(file: &Path) -> Error {
    Error::Data(format!(
        "{}: there is no ledger. The release of this private directory began no series: that takes [input] person, {}, and m-invariance or one \
         proximity principle in the register view made by split, all in the policy of the first release. If that is not published yet, \
         make it again so. If it is out, no series can take it up: begin one with this release, naming no earlier one, and before it goes out \
         audit both together ({} of an audit), since whoever has both may learn more than either promises",
        file.display(),
        Means::GroupIds,
        Means::Previous
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Ledger {
        Ledger {
            series: vec!["person id".to_owned()],
            releases: 2,
            width: Some(80_000),
            values: vec!["10".to_owned()],
            threads: vec![Thread { values: vec![0], cells: vec![vec![Some("3".to_owned()), None]] }],
            people: vec![Person { who: names(Secret::Seed(1), &["ann".to_owned()])[0], value: 0, thread: 0 }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = some().to_text(Secret::Seed(1));
        assert_eq!(Ledger::parse(&text, Secret::Seed(1)).unwrap(), some());
        assert!(!text.contains("ann"));
        let before = Ledger { width: None, ..some() }.to_text(Secret::Seed(1));
        assert!(!before.contains("width") && Ledger::parse(&before, Secret::Seed(1)).unwrap().width.is_none());
    }

    #[test]
    fn what_is_damaged_or_of_others_is_refused() {
        let text = some().to_text(Secret::Seed(1));
        assert!(Ledger::parse(&text, Secret::Seed(2)).unwrap_err().contains("another key"));
        for end in 0..text.len() {
            assert!(Ledger::parse(&text[..end], Secret::Seed(1)).is_err(), "{end}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(Ledger::parse(&changed, Secret::Seed(1)).is_err(), "{at}");
        }
        let later = text.replacen("ledger 2", "ledger 3", 1);
        assert!(Ledger::parse(&later, Secret::Seed(1)).unwrap_err().contains("version 3"));
    }
}
