//! The report of an audit: is this table safe?

use crate::page::Page;
use crate::parts;
use aloof::audit::{Audit, RiskPicture, Verdict};
use aloof::words;

/// The page of an audit of `data`; `risks` come with the original.
pub fn audit_page(data: &str, found: &Audit, risks: &[RiskPicture]) -> String {
    let mut page = Page::new("What this table gives away");
    page.lead(&verdict(data, found));
    page.heading("What was judged");
    let header = ["promise", "view", "worst", "allowed", "people beyond it"];
    page.table("Every promise", &header, &found.checks.iter().map(crate::release::row).collect::<Vec<_>>());
    page.list(&[crate::release::second_opinions(&found.checks), crate::release::beyond(&found.checks)].concat());
    risks.iter().for_each(|picture| parts::risk(&mut page, picture));
    if !found.checks.is_empty() {
        page.heading("The groups worst off");
        found.checks.iter().for_each(|check| parts::worst_groups(&mut page, check));
    }
    if let Some(truth) = &found.truth {
        page.heading("Is it true?");
        page.list(&[
            format!("Released rows that stand for no original one: {} of {}.", truth.untrue, truth.released),
            format!("Original rows that are in no released one: {} of {}.", truth.absent, truth.original),
        ]);
    }
    if let Some(withheld) = &found.withheld {
        page.heading("Who was withheld");
        page.list(&withheld.told);
    }
    if !found.notes.is_empty() {
        page.heading("What else is to be known");
        page.list(&found.notes);
    }
    page.heading("What is not promised");
    page.list(&crate::release::limits());
    page.finish()
}

fn verdict(data: &str, found: &Audit) -> String {
    let broken: Vec<String> = found
        .checks
        .iter()
        .filter(|check| check.required && check.verdict == Verdict::Fail)
        .map(|check| format!("{} fails for {} in the {} view", check.title, check.violating(), check.view))
        .collect();
    let data = format!("{data}, {}", words::several(found.tuples, "row", "rows"));
    match found.verdict {
        Verdict::Pass => format!("{data}: all that is asked for holds."),
        Verdict::Fail if found.files.as_ref().is_some_and(|files| !files.other.is_empty()) => {
            format!("{data}: these are not the files that the manifest beside them was written for.")
        }
        Verdict::Fail if found.claim.as_ref().is_some_and(|claim| claim.standing == "refuted") => {
            format!("{data}: it was not made as the manifest beside it says.")
        }
        Verdict::Fail if broken.is_empty() => {
            format!("{data}: some rows stand for no original one, so the table is not true.")
        }
        Verdict::Fail => format!("{data}, is not safe: {}.", broken.join("; ")),
        Verdict::Measured if found.open.is_empty() => format!("{data}: nothing was asked for."),
        Verdict::Measured => {
            format!("{data}: what was asked for could not be judged: {}.", found.open.join("; "))
        }
    }
}
