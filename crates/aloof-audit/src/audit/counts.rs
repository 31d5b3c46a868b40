//! The counts of a manifest, held against the tables: a figure that they contradict is named, and the audit does not pass.
//!
//! Rows and groups stand in the release. Who was withheld, held out by chance or dropped for a missing value is seen with the
//! original only, and stated to three digits: see `manifest/figures.rs`. Whom chance holds out it takes before anybody is dropped, so
//! that with such people only the sum of all three can be seen.

use aloof_table::Decimal;

use super::columns;
use super::report::{Audit, CheckReport, Verdict};
use crate::manifest::{Checked, Column, ColumnRole, HowMade, Manifest, three_digits, three_digits_of};
use crate::policy::Policy;
use crate::words::count;

/// What the manifest counts otherwise.
pub(super) fn contradicted(manifest: &Manifest, policy: &Policy, audit: &Audit) -> Vec<String> {
    let mut wrong = Vec::new();
    let hold = |wrong: &mut Vec<String>, what: &str, said: usize, found: usize, same: bool| {
        if !same {
            wrong.push(format!("the manifest counts {} {what}, and the tables have {}", count(said), count(found)));
        }
    };
    hold(&mut wrong, "rows", manifest.tuples, audit.tuples, manifest.tuples == audit.tuples);
    // By other columns there are other groups.
    let same = columns::have_same_quasi(manifest, policy);
    if let (true, Some(groups)) = (same, groups_of(manifest, audit)) {
        hold(&mut wrong, "groups", manifest.groups, groups, manifest.groups == groups);
    }
    // Of every column that is generalized at most all is lost, whatever the original is; of others nothing.
    let is_coarse = matches!(manifest.made, HowMade::Groups | HowMade::Walk { .. });
    let said = manifest.loss;
    if is_coarse && !(0.0..=manifest.columns.len() as f64).contains(&said) {
        wrong.push(format!("the manifest states a loss of {said}, which no table of so many columns can have"));
    }
    if !is_coarse && said != 0.0 {
        wrong.push(format!(
            "the manifest states a loss of {said}, and no cell of a table made so is coarser than it was"
        ));
    }
    wrong.extend(withheld_otherwise(manifest, policy, audit));
    // Of changed values it cannot be seen who is absent.
    let shown = matches!(manifest.made, HowMade::Groups | HowMade::Anatomy(_));
    let Some(truth) = audit.truth.as_ref().filter(|truth| shown && truth.untrue == 0) else { return wrong };
    match manifest.held_out.unwrap_or(0) {
        0 => {
            let (said, found) = (manifest.suppressed, truth.absent);
            hold(&mut wrong, "people withheld", said, found, three_digits_of(found) == said);
            let (said, found) = (manifest.dropped, truth.dropped);
            hold(&mut wrong, "people dropped for a missing value", said, found, three_digits_of(found) == said);
        }
        held_out => {
            let stated = [held_out, manifest.suppressed, manifest.dropped];
            let (said, found) =
                (stated.iter().fold(0usize, |sum, &one| sum.saturating_add(one)), truth.absent + truth.dropped);
            let slack: usize = stated.iter().map(|&count| rounded_by(count)).sum();
            hold(&mut wrong, "people held out, withheld or dropped", said, found, said.abs_diff(found) <= slack);
        }
    }
    wrong
}

/// How many groups a table that was made so has; nothing where that was not looked at.
fn groups_of(manifest: &Manifest, audit: &Audit) -> Option<usize> {
    let states_groups = manifest.columns.iter().any(|column| column.role == ColumnRole::Group);
    match &manifest.made {
        HowMade::Groups | HowMade::Anatomy(_) => audit.told_apart,
        HowMade::Walk { .. } if states_groups => audit.told_apart,
        HowMade::Walk { .. } | HowMade::Perturbed(_) | HowMade::Noise { .. } => Some(0),
    }
}

/// What is said of the withheld, which takes somebody who is; and how many of them lie in no box, where that is seen.
fn withheld_otherwise(manifest: &Manifest, policy: &Policy, audit: &Audit) -> Vec<String> {
    let mut wrong = Vec::new();
    let said = manifest.withheld.as_ref();
    let says_something = said.is_some_and(|said| !said.told.is_empty());
    if manifest.held_out.is_none() && says_something != (manifest.suppressed > 0) {
        let many = manifest.suppressed;
        let says = if says_something { "sentences about them" } else { "no sentence about them" };
        wrong.push(format!("the manifest counts {many} people withheld, and has {says}"));
    }
    let allows = |setting: &serde_json::Value| setting.as_str().is_some_and(|share| share.parse() != Ok(Decimal::ZERO));
    if manifest.suppressed > 0 && !manifest.method.settings.get("suppress").is_some_and(allows) {
        wrong.push("the manifest counts people withheld, and states a method that withholds nobody".to_owned());
    }
    let uncovered = audit.withheld.as_ref().and_then(|found| found.uncovered).map(three_digits_of);
    let stated = said.and_then(|said| said.uncovered);
    if let (None, Some(found), Some(said)) = (manifest.held_out, uncovered, stated)
        && found != said
        && manifest.differences(policy).is_empty()
    {
        wrong.push(format!(
            "the manifest counts {said} people withheld that lie in no published box, and the tables have {found}"
        ));
    }
    wrong
}

/// What the manifest says was lost, where it is something else; both to three digits.
pub(super) fn other_loss(manifest: &Manifest, found: f64) -> Option<String> {
    // Another processor may add up to another last digit, which may be the one that rounds.
    let same = [found, found * (1.0 - 1e-9), found * (1.0 + 1e-9)]
        .iter()
        .any(|&one| three_digits(one).total_cmp(&manifest.loss).is_eq());
    let (said, found) = (manifest.loss, three_digits(found));
    (!same).then(|| format!("the manifest states a loss of {said}, and the tables have one of {found}"))
}

/// What the manifest says of its columns and its own audit that does not follow from its promises, whatever the tables are: another
/// protection of a column than its rules give it, and a promise of which its audit is said to have found nothing.
pub(super) fn unfounded(manifest: &Manifest, policy: &Policy, audit: &Audit) -> Vec<String> {
    if !manifest.differences(policy).is_empty() {
        return Vec::new();
    }
    let ours = columns::by(manifest, policy, audit);
    let is_other = |said: &&Column| {
        let same = |one: &Column| one.name == said.name && one.protected_by == said.protected_by;
        ours.iter().any(|one| one.name == said.name) && !ours.iter().any(same)
    };
    let others = manifest.columns.iter().filter(is_other).map(|said| {
        let words = said.protected_by.words();
        format!(
            "the manifest says that `{}` is protected by {words}, which does not follow from what it promises",
            said.name
        )
    });
    let about = |found: &&CheckReport| {
        let of = |said: &Checked| said.principle == found.principle && said.sensitive == found.sensitive;
        found.required && !manifest.audit.checks.iter().any(of)
    };
    let mut silent: Vec<String> = Vec::new();
    for found in audit.checks.iter().filter(about) {
        let told = format!("the manifest promises {}, and states nothing that its audit found of it", found.title);
        if !silent.contains(&told) {
            silent.push(told);
        }
    }
    others.chain(silent).collect()
}

/// What the release's own audit is said to have found otherwise than this one did.
pub(super) fn misjudged(manifest: &Manifest, policy: &Policy, audit: &Audit) -> Vec<String> {
    let mut told = impossible(manifest);
    // Where it is not seen that the table was made so, other checks were made here, and nothing passes.
    let is_other_table = audit.claim.as_ref().is_some_and(|claim| claim.standing != "holds");
    if is_other_table || !manifest.differences(policy).is_empty() {
        return told;
    }
    let ours: Vec<Checked> = audit.checks.iter().map(Checked::of).collect();
    let with_original = audit.truth.is_some();
    // People who were held out, or stand for nobody, are other candidates here than they were there.
    let is_other =
        |view: &str| view == "candidates" && (manifest.held_out.is_some() || manifest.counterfeits.is_some());
    let wrong = |said: &&Checked| {
        let mut same = ours.iter().filter(|found| about(found) == about(said)).peekable();
        same.peek().is_some() && !is_other(&said.view) && !same.any(|found| agree(found, said, with_original))
    };
    told.extend(manifest.audit.checks.iter().filter(wrong).map(|said| {
        format!(
            "the manifest states other figures for {} in the {} view than were found here",
            said.principle, said.view
        )
    }));
    // What takes the original, or follows from what does, is found with it alone; what takes a population, with that.
    let is_seen = |check: &&Checked| {
        check.view != "population" && (with_original || !matches!(check.view.as_str(), "candidates" | "alike"))
    };
    if told.is_empty()
        && !manifest.audit.checks.iter().filter(is_seen).map(about).eq(ours.iter().filter(is_seen).map(about))
    {
        told.push(
            "the manifest lists other checks under `audit.checks` than were made here, or in another order".to_owned(),
        );
    }
    told
}

/// What one entry is about.
fn about(check: &Checked) -> (&str, &[String], &str) {
    (&check.principle, &check.sensitive, &check.view)
}

/// Whether two entries say the same. Whether the group view decides may depend on whether there is an original.
fn agree(one: &Checked, other: &Checked, with_original: bool) -> bool {
    let required = if with_original || one.view != "group" { other.required } else { one.required };
    *one == Checked { required, ..other.clone() }
}

/// What no manifest says of its own audit, whatever its tables are: a release that fails is put nowhere, and one protection is judged once
/// in a view.
fn impossible(manifest: &Manifest) -> Vec<String> {
    let said = &manifest.audit;
    let mut told = Vec::new();
    if said.verdict == Verdict::Fail {
        told.push("the manifest says under `audit.verdict` that its own audit failed".to_owned());
    }
    if said.untrue != 0 && Some(said.untrue) != manifest.counterfeits {
        told.push("the manifest counts untrue rows under `audit.untrue`, and no release has any".to_owned());
    }
    let twice = (1..said.checks.len()).find(|&at| {
        let of = |other: &Checked| (about(other), &other.title) == (about(&said.checks[at]), &said.checks[at].title);
        let stated = manifest.protect.len();
        said.checks[..at].iter().filter(|other| of(other)).count() >= stated.max(1)
            || at >= stated.saturating_mul(VIEWS)
    });
    told.extend(twice.map(|at| format!("the manifest lists more checks than it promises: audit.checks[{at}]")));
    told
}

/// So many views at most is a protection judged in.
const VIEWS: usize = 4;

/// How far a count may be from what is stated to three digits.
fn rounded_by(count: usize) -> usize {
    10usize.pow(count.checked_ilog10().unwrap_or(0).saturating_sub(2)) / 2
}
