//! Columns that are called pseudonyms, held against what can be seen of them.
//!
//! | what is seen | standing |
//! |---|---|
//! | a release of this program shows what it does not write as a pseudonym | refuted |
//! | a value of the original stands in its place | refuted |
//! | names are hashes of the original's that anybody can make, or counted up (`unkeyed.rs`) | refuted |
//! | people of the original share one, or one of them has two: more rows share a name than there can be | refuted |
//! | rows share one | open: what several rows tell of one person was not judged |
//! | the manifest says that it was made with a seed | open: a seed can be guessed |
//! | nothing but the manifest calls the column so | open: that a key was used nobody without it can see |
//! | none of these | holds |
//!
//! # Cost
//! The column is read once more, as text; a sort of how often names occur.

use aloof_io::Ask;
use aloof_table::{Column, LabelColumn};
use hashbrown::HashSet;

use super::AuditRequest;
use super::evidence::{Evidence, Standing};
use super::report::{Audit, PseudonymReport};
use super::unkeyed;
use crate::Error;
use crate::data::{is_pseudonym, open_released};
use crate::policy::Role;
use crate::words;

/// Columns of the original that are published under other names, as they were read.
pub(super) type Names = Vec<(String, LabelColumn)>;

/// Tells of every such column; a role that is the release's own word, and rows that share a pseudonym, leave the audit open.
pub(super) fn look(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    original: &Names,
    audit: &mut Audit,
) -> Result<(), Error> {
    let names: Vec<&str> = request.policy.named(Role::Pseudonym).collect();
    if names.is_empty() {
        return Ok(());
    }
    let input = open_released(&request.data, request.policy)?;
    let ask = |name: &String| if names.contains(&name.as_str()) { Ask::Text } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    for name in names {
        let Some(column) = table.column(name).map(Column::to_labels) else { continue };
        let before = original.iter().find(|(other, _)| other == name).map(|(_, labels)| labels);
        let seen = Seen {
            of_release: evidence.is_of_release(),
            guessable: evidence.is_trial(),
            by_manifest: request.policy.is_stated_by_release(),
            before,
        };
        let report = PseudonymReport::new(name, seen.standing(&column));
        if report.standing == "open" {
            audit.open.push(report.reason.clone());
        }
        audit.notes.push(report.sentence());
        audit.pseudonyms.push(report);
    }
    Ok(())
}

/// By what a column is judged.
struct Seen<'a> {
    of_release: bool,
    /// Its maker says that it was made with a seed.
    guessable: bool,
    /// Only the manifest says what the column is.
    by_manifest: bool,
    before: Option<&'a LabelColumn>,
}

impl Seen<'_> {
    fn standing(&self, column: &LabelColumn) -> Standing {
        let strange = column.labels().iter().filter(|text| !is_pseudonym(text)).count();
        if self.of_release && strange > 0 {
            let texts = words::several(strange, "text is", "texts are");
            return Standing::Refuted(format!("{texts} not as this program writes pseudonyms"));
        }
        if let Some(wrong) = self.before.and_then(|before| against(before, column)) {
            return Standing::Refuted(wrong);
        }
        let made = match self.before {
            Some(before) => unkeyed::made_of(before, column),
            None => unkeyed::counted(column),
        };
        if let Some(made) = made {
            return Standing::Refuted(made);
        }
        let shared = column.len() - column.count_missing() - column.labels().len();
        if shared > 0 {
            return Standing::Open(format!(
                "{} the pseudonym of another row; what several rows tell of one person was not judged",
                words::several(shared, "row has", "rows have")
            ));
        }
        match (self.by_manifest, self.before) {
            _ if self.guessable => Standing::Open(
                "by the manifest it was made with a seed, and whoever guesses that finds everybody whose name they try"
                    .to_owned(),
            ),
            (true, _) => Standing::Open(
                "that it is one only the manifest says, and nobody without the key can see; give a policy that says so"
                    .to_owned(),
            ),
            (false, Some(_)) => {
                Standing::Holds("no value of the original, and one for each of the people in it".to_owned())
            }
            (false, None) => Standing::Holds("every row has another".to_owned()),
        }
    }
}

/// Why these cannot be names of their own for the people of the original, if they cannot.
fn against(before: &LabelColumn, after: &LabelColumn) -> Option<String> {
    let known: HashSet<&str> = before.labels().iter().collect();
    let told = after.labels().iter().filter(|text| known.contains(text)).count();
    if told > 0 {
        return Some(format!("{} of the original", words::several(told, "text is a value", "texts are values")));
    }
    // Names can be dealt to people just when the most frequent go to those with most rows.
    let (people, names) = (counts(before), counts(after));
    let most = |at: usize| people.get(at).copied().unwrap_or(0);
    let fits = names.iter().enumerate().all(|(at, &rows)| rows <= most(at));
    (!fits).then(|| {
        "equal values of the original would have different pseudonyms, or different ones the same: as often as these no values \
         repeat there"
            .to_owned()
    })
}

/// How many rows each value has, the most first; missing ones, which are nobody's name, are left out.
fn counts(labels: &LabelColumn) -> Vec<u32> {
    let mut counts = vec![0u32; labels.labels().len()];
    for &code in labels.codes() {
        counts.get_mut(code as usize).into_iter().for_each(|count| *count += 1);
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(texts: &[&str]) -> LabelColumn {
        LabelColumn::from_texts(texts.iter().map(|text| (!text.is_empty()).then_some(*text)))
    }

    #[test]
    fn names_that_people_can_have() {
        let people = labels(&["ann", "ann", "bob", "eve", ""]);
        for fine in [&["x", "x", "y", "z", ""][..], &["x", "y", "z"], &["x", "x"], &["y", "", "x", "x", "z"]] {
            assert_eq!(against(&people, &labels(fine)), None, "{fine:?}");
        }
        for wrong in [&["x", "x", "y", "y"][..], &["w", "x", "y", "z"], &["x", "x", "x"], &["x", "bob"]] {
            assert!(against(&people, &labels(wrong)).is_some(), "{wrong:?}");
        }
    }
}
