//! Whom the ledgers of a series know: everybody who ever stood in one of its releases, with every value that they had.
//!
//! A ledger stands in the private directory of each release (`aloof/src/release/ledger.rs`), and knows all before it. So it tells whether
//! releases that are judged together are all that there were for the people in them: where it knows more people than stand in these, others
//! are lacking. Nothing else is read of it, and whether it was changed is not asked: whoever has the private directory has all there is.
//!
//! # Cost
//! A pass over each file.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use aloof_io::publish::private::LEDGER;
use hashbrown::{HashMap, HashSet};
use serde::Deserialize;

/// So many characters of the names of all people are one person's.
const NAME: usize = 32;

/// What is read of the document.
#[derive(Deserialize)]
struct Document<'a> {
    values: Vec<String>,
    #[serde(borrow)]
    who: Cow<'a, str>,
    value: Vec<u32>,
}

/// How many people stand in any of the releases of these private directories or before them, somebody whose value changed once for each;
/// `None` where one of them has no ledger, or none that can be read.
pub fn people_ever(directories: &[&Path]) -> Option<usize> {
    let mut people = People::default();
    for directory in directories {
        let text = fs::read_to_string(directory.join(LEDGER)).ok()?;
        let (head, document) = text.split_once('\n')?;
        let document = serde_json::from_str(document).ok().filter(|_| head.starts_with("aloof ledger 2 "))?;
        people.add(&document)?;
    }
    Some(people.known.len())
}

/// Everybody, by name and value.
#[derive(Default)]
struct People {
    numbers: HashMap<String, u32>,
    known: HashSet<(u128, u32)>,
}

impl People {
    /// `None` where lists do not fit each other.
    fn add(&mut self, document: &Document<'_>) -> Option<()> {
        let next = |text: &String| {
            let next = self.numbers.len() as u32;
            *self.numbers.entry_ref(text.as_str()).or_insert(next)
        };
        let numbers: Vec<u32> = document.values.iter().map(next).collect();
        if document.who.len() != NAME * document.value.len() {
            return None;
        }
        for (at, value) in document.value.iter().enumerate() {
            let name = document.who.get(NAME * at..NAME * (at + 1))?;
            self.known.insert((u128::from_str_radix(name, 16).ok()?, *numbers.get(*value as usize)?));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document<'_> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn somebody_counts_once_for_each_value() {
        let (ann, bob) = ("a".repeat(NAME), "b".repeat(NAME));
        let mut people = People::default();
        let first = format!(r#"{{"values":["10","20"],"who":"{ann}{bob}","value":[0,1],"thread":[0,0]}}"#);
        assert!(people.add(&document(&first)).is_some() && people.known.len() == 2);
        // The same in another order, and a value that changed.
        let second = format!(r#"{{"values":["20","10"],"who":"{ann}{ann}{bob}","value":[1,0,0],"thread":[0,0,0]}}"#);
        assert!(people.add(&document(&second)).is_some() && people.known.len() == 3);
        assert!(people.add(&document(r#"{"values":["20"],"who":"ab","value":[0]}"#)).is_none());
        assert!(people.add(&document(&format!(r#"{{"values":[],"who":"{ann}","value":[0]}}"#))).is_none());
    }
}
