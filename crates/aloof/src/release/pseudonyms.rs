//! `role = "pseudonym"`: a column that names people is published under names that only the key's holder can make.
//!
//! # Definition
//! The pseudonym of a value is `p` and the first 128 bits, in hexadecimal digits, of HMAC-SHA-256 of the value's text, under a key
//! that is itself HMAC-SHA-256 of `aloof pseudonyms of ` and the column's name, under the release's secret. So the same value has the
//! same pseudonym in every release that is made with the same secret and calls the column the same, and another one under another
//! secret or in another column.
//!
//! # What it is worth
//! Without the secret a pseudonym tells nothing of the value; with it, trying out all names finds everyone. Rows of two releases with
//! one pseudonym are one person's, and what two releases tell together no promise is about. Rows of *one* release with one pseudonym
//! would be, too: whoever knows that somebody stands in these two groups then finds the one name that does, however large the groups
//! are. So a value that stands in several rows is refused (`data/repeats.rs`).
//!
//! # Cost
//! Two hashes per distinct value. Two of n values have one pseudonym with probability n² / 2¹²⁹; that is looked for, and refused.

use aloof_io::{Ask, Source};
use aloof_table::{Column, LabelColumn};
use hashbrown::HashSet;
use rayon::prelude::*;

use super::chance::{PseudonymKey, Secret};
use super::maker::refused;
use crate::Error;
use crate::data::{BYTES, Original, is_pseudonym, open_released, pseudonym};
use crate::policy::{Policy, Role};

/// The original with pseudonyms in place of the names that were read.
pub(super) fn put(policy: &Policy, secret: Secret, mut original: Original) -> Result<Original, Error> {
    for name in policy.named(Role::Pseudonym) {
        let labels = original.column(name).to_labels().into_owned();
        let column = pseudonyms(name, &labels, secret.for_pseudonyms(name), BYTES)?;
        original.table = original.table.with_column(name, Column::Label(column));
    }
    Ok(original)
}

/// A pseudonym for every row that has a value.
fn pseudonyms(name: &str, labels: &LabelColumn, key: PseudonymKey, bytes: usize) -> Result<LabelColumn, Error> {
    let values: Vec<&str> = labels.labels().iter().collect();
    let each: Vec<String> = values.par_iter().map(|value| pseudonym(&key.of(value)[..bytes])).collect();
    if each.iter().collect::<HashSet<_>>().len() < each.len() {
        return Err(Error::Data(format!(
            "column `{name}`: two values would have one pseudonym, which happens about once in 2^128 pairs; take another key"
        )));
    }
    let text = |row: usize| each.get(labels.codes()[row] as usize).map(String::as_str);
    Ok(LabelColumn::from_texts((0..labels.len()).map(text)))
}

/// Every row as it was read back has the pseudonym of the person it stands for, and nothing else.
pub(super) fn check(source: &Source, policy: &Policy, original: &Original, rows: &[u32]) -> Result<(), Error> {
    let names: Vec<&str> = policy.named(Role::Pseudonym).collect();
    if names.is_empty() {
        return Ok(());
    }
    let input = open_released(source, policy)?;
    let ask = |name: &String| if names.contains(&name.as_str()) { Ask::Text } else { Ask::Skip };
    let read = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    let same = |name: &&str| {
        let (Some(after), before) = (read.column(name), original.column(name)) else { return false };
        let stands = |(at, &row): (usize, &u32)| {
            let text = after.text(at);
            text == before.text(row as usize) && text.is_none_or(|text| is_pseudonym(&text))
        };
        after.len() == rows.len() && rows.iter().enumerate().all(stands)
    };
    if names.iter().all(same) { Ok(()) } else { Err(refused("a pseudonym stands in another's row, or is none")) }
}

/// What is said of pseudonyms wherever a release is told.
pub(super) fn told(policy: &Policy, secret: Secret) -> Vec<String> {
    let one = |name: &str| {
        let who = match secret {
            Secret::Key(_) => "whoever holds the key can tell who it is",
            Secret::Seed(_) => {
                "it was made with a seed, and whoever guesses the seed finds everybody whose name they try"
            }
        };
        format!(
            "`{name}` is a pseudonym: {who}, and by it rows of this release can be put together with those of any other made with \
             the same key, which no promise is about."
        )
    };
    policy.named(Role::Pseudonym).map(one).collect()
}

/// What is said where the key is kept nowhere.
pub(super) fn not_kept(policy: &Policy, secret: Secret) -> Option<String> {
    let drawn = policy.named(Role::Pseudonym).next().is_some() && !secret.is_guessable();
    drawn.then(|| {
        "The key of the pseudonyms was not kept, since there is no private directory: nobody can tell who they are, and no later \
         release will have the same."
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(texts: &[Option<&str>]) -> LabelColumn {
        LabelColumn::from_texts(texts.iter().copied())
    }

    /// As `openssl dgst -sha256 -mac HMAC` makes it, in two steps.
    #[test]
    fn by_the_definition() {
        let key: Secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse().unwrap();
        let made = pseudonyms("id", &labels(&[Some("Müller, Anna")]), key.for_pseudonyms("id"), BYTES).unwrap();
        assert_eq!(made.get(0), Some("p713e91e39231216cc5e9bf750c47530d"));
    }

    #[test]
    fn the_same_key_and_column_give_the_same_pseudonym() {
        let column = labels(&[Some("ann"), Some("bob"), None, Some("ann")]);
        let of =
            |seed: u64, name: &str| pseudonyms(name, &column, Secret::Seed(seed).for_pseudonyms(name), BYTES).unwrap();
        let (first, again, other_key, other_column) = (of(1, "id"), of(1, "id"), of(2, "id"), of(1, "name"));
        assert_eq!((first.get(0), first.get(2), first.get(3)), (again.get(0), None, first.get(0)));
        assert!([&other_key, &other_column].iter().all(|other| other.get(0) != first.get(0)));
        assert!(is_pseudonym(first.get(0).unwrap()) && first.get(1) != first.get(0));
        assert!(["", "p", "ann", "p00", &"p0".repeat(16)].iter().all(|text| !is_pseudonym(text)));
    }

    #[test]
    fn two_values_of_one_pseudonym_are_refused() {
        let texts: Vec<String> = (0..400).map(|number| number.to_string()).collect();
        let column = LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str())));
        let key = || Secret::Seed(1).for_pseudonyms("id");
        assert!(pseudonyms("id", &column, key(), BYTES).is_ok());
        let told = pseudonyms("id", &column, key(), 1).unwrap_err().to_string();
        assert!(told.contains("two values would have one pseudonym"), "{told}");
    }
}
