//! `role = "pseudonym"`: a column that names people is published under names that only the key's holder can make.
//!
//! # Definition
//! The pseudonym of a value is `p` and 16 letters and digits: the first 80 bits of HMAC-SHA-256 of the value, under a key that is itself
//! HMAC-SHA-256 of the column's name under the release's secret. So the same value has the same pseudonym in every release that is made
//! with the same secret and calls the column the same, and another one under another secret or in another column.
//!
//! # What it is worth
//! Without the secret a pseudonym tells nothing of the value; with it, trying out all names finds everyone. Rows of two releases with one
//! pseudonym are one person's, and what two releases tell together no promise is about. Rows of *one* release with one pseudonym would be, too, and
//! groups of rows hide people only where a row is a person: so a value that stands in several rows is refused.
//!
//! # Cost
//! Two hashes per row. Two of n values have one pseudonym with probability n² / 2⁸¹; that is looked for, and refused.

use aloof_io::{Ask, Input, Source};
use aloof_table::{Column, LabelColumn, Table};
use hashbrown::HashMap;

use super::chance::{PseudonymKey, Secret};
use super::maker::refused;
use crate::Error;
use crate::data::{Original, open_released};
use crate::policy::{Policy, Role};

/// The original with pseudonyms in the columns that the policy names, where they stood in the input.
pub(super) fn add(input: &Input, policy: &Policy, secret: Secret, mut original: Original) -> Result<Original, Error> {
    let names: Vec<&str> = policy.named(Role::Pseudonym).collect();
    if names.is_empty() {
        return Ok(original);
    }
    let wanted = |name: &String| names.contains(&name.as_str());
    let ask = |name: &String| if wanted(name) { Ask::Text } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    let mut columns = Vec::new();
    for name in input.names() {
        let column = match (table.column(name), original.table.column(name)) {
            (Some(named), _) => {
                let labels = named.to_labels();
                refuse_repeated(input.name(), name, &labels, &original)?;
                Column::Label(pseudonyms(name, &labels, secret.for_pseudonyms(name), LENGTH)?)
            }
            (None, Some(column)) => column.clone(),
            (None, None) => continue,
        };
        columns.push((name.clone(), column));
    }
    let rows = original.rows();
    original.table = Table::new(columns, rows).map_err(|error| Error::Bug(error.to_string()))?;
    Ok(original)
}

/// Letters and digits of a pseudonym: 5 bits each.
const LENGTH: usize = 16;

/// A person with several rows is not hidden by groups of rows, once somebody can put them together.
fn refuse_repeated(file: &str, name: &str, labels: &LabelColumn, original: &Original) -> Result<(), Error> {
    let mut counts = vec![0u32; labels.labels().len()];
    let published = (0..labels.len()).filter(|&row| original.is_published(row));
    published.filter_map(|row| counts.get_mut(labels.codes()[row] as usize).map(|count| *count += 1)).count();
    let repeated = counts.iter().filter(|&&count| count > 1).count();
    if repeated == 0 {
        return Ok(());
    }
    Err(Error::Data(format!(
        "{file}, column `{name}`: {repeated} values stand in several rows; their pseudonyms would tell which rows are one person's, and \
         groups of rows hide people only where every row is a person; bring one row per person, or give the column role = \"drop\""
    )))
}

/// A pseudonym for every row that has a value.
fn pseudonyms(name: &str, labels: &LabelColumn, key: PseudonymKey, length: usize) -> Result<LabelColumn, Error> {
    let each: Vec<String> = labels.labels().iter().map(|label| shown(&key.of(label), length)).collect();
    let distinct: HashMap<&str, ()> = each.iter().map(|text| (text.as_str(), ())).collect();
    if distinct.len() < each.len() {
        return Err(Error::Data(format!(
            "column `{name}`: two values would have one pseudonym, which happens about once in 2^81 pairs; take another key"
        )));
    }
    let text = |row: usize| each.get(labels.codes()[row] as usize).map(String::as_str);
    Ok(LabelColumn::from_texts((0..labels.len()).map(text)))
}

/// The first bits of a hash as letters and digits that are not mistaken for each other.
fn shown(hash: &[u8; 32], length: usize) -> String {
    const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let bit = |at: usize| usize::from(hash[at / 8] >> (7 - at % 8) & 1);
    let digit = |at: usize| char::from(DIGITS[(5 * at..5 * at + 5).fold(0, |digit, at| digit << 1 | bit(at))]);
    std::iter::once('p').chain((0..length).map(digit)).collect()
}

/// Every row as it was read back has the pseudonym of the person it stands for.
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
        after.len() == rows.len() && rows.iter().enumerate().all(|(at, &row)| after.text(at) == before.text(row as usize))
    };
    if names.iter().all(same) { Ok(()) } else { Err(refused("a pseudonym stands in another's row")) }
}

/// What is said of pseudonyms wherever a release is told.
pub(super) fn told(policy: &Policy) -> Vec<String> {
    let one = |name: &str| {
        format!(
            "`{name}` is a pseudonym: whoever holds the key can tell who it is, and by it rows of this release can be put together with \
             those of any other made with the same key, which no promise is about."
        )
    };
    policy.named(Role::Pseudonym).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(texts: &[Option<&str>]) -> LabelColumn {
        LabelColumn::from_texts(texts.iter().copied())
    }

    #[test]
    fn the_same_key_and_column_give_the_same_pseudonym() {
        let column = labels(&[Some("ann"), Some("bob"), None]);
        let of = |seed: u64, name: &str| pseudonyms(name, &column, Secret::Seed(seed).for_pseudonyms(name), LENGTH).unwrap();
        let (first, again, other_key, other_column) = (of(1, "id"), of(1, "id"), of(2, "id"), of(1, "name"));
        assert_eq!((first.get(0), first.get(2)), (again.get(0), None));
        assert!([&other_key, &other_column].iter().all(|other| other.get(0) != first.get(0)));
        let text = first.get(0).unwrap();
        assert!(text.len() == 17 && text.starts_with('p') && !text.contains("ann") && first.get(1) != first.get(0));
    }

    #[test]
    fn two_values_of_one_pseudonym_are_refused() {
        let texts: Vec<String> = (0..40).map(|number| number.to_string()).collect();
        let column = LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str())));
        let key = || Secret::Seed(1).for_pseudonyms("id");
        assert!(pseudonyms("id", &column, key(), LENGTH).is_ok());
        let told = pseudonyms("id", &column, key(), 1).unwrap_err().to_string();
        assert!(told.contains("two values would have one pseudonym"), "{told}");
    }
}
