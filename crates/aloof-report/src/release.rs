//! The report of a release: one page for whoever decides, whoever uses the data and whoever checks it.

use crate::case::Case;
use crate::commands::without_commands;
use crate::page::Page;
use crate::price::price_part;
use crate::{Extras, analyst, auditor, director, stairs};
use aloof::advise::{Advice, Withholding};
use aloof::release::ReleaseReport;

/// The page of a release.
pub fn release_page(made: &ReleaseReport, extras: &Extras) -> String {
    write(&Case::release(made, extras))
}

/// A page for three readers, in their order.
pub(crate) fn write(case: &Case<'_>) -> String {
    let mut page = director::begin(case);
    analyst::write(&mut page, case);
    auditor::write(&mut page, case);
    page.finish()
}

/// The page of advice alone.
pub fn advice_page(data: &str, advice: &Advice) -> String {
    let say = match (advice.feasible, advice.withholding) {
        _ if advice.checks.is_empty() => "nothing is asked for yet; the pictures show what could be",
        (Some(true), _) => "what is asked can be had",
        (Some(false), Some(Withholding::Enough)) => "what is asked can be had only with rows withheld",
        (Some(false), Some(Withholding::NotKnown)) => {
            "what is asked cannot be had of all rows; whether it can with rows withheld is not known"
        }
        (Some(false), _) => "what is asked cannot be had of these data",
        (None, _) => "whether what is asked can be had is not decided without trying",
    };
    let mut page = Page::new(&aloof::words::capital(say));
    page.lead(&format!("What can be promised of {data}, {}.", aloof::words::several(advice.tuples, "row", "rows")));
    let nearest = advice.checks.iter().filter_map(|check| check.nearest.clone()).collect::<Vec<_>>();
    page.list(&nearest);
    stairs::write(&mut page, advice);
    price_part(&mut page, advice);
    page.list(&advice.notes.iter().filter_map(|note| without_commands(note)).collect::<Vec<_>>());
    page.finish()
}
