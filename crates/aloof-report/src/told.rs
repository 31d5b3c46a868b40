//! Who can be told: how many people could be before, and how many rows can be now, each of as many as were judged.
//!
//! A share is of those who could be told: people without a value are in no figure, and whoever is in the original and not in the table
//! is of the original's only.

use aloof::audit::{CheckReport, RiskPicture};
use aloof::words::{capital, count, several};

use crate::case::Case;
use crate::figures::{certainty, part_of};
use crate::page::Page;
use crate::promise::{is_belief, whoever};

/// One picture of one rule.
struct Told<'a> {
    case: &'a Case<'a>,
    picture: &'a RiskPicture,
    /// The rule in every view that was judged.
    views: Vec<&'a CheckReport>,
    /// People of the original who were judged.
    all: usize,
    /// Rows of the table that were.
    now: usize,
    /// Some have no value, and are in no figure.
    with_value: bool,
}

/// Writes it.
pub(crate) fn write(page: &mut Page, case: &Case<'_>, picture: &RiskPicture) {
    let is_its = |check: &&CheckReport| check.title == picture.title && check.sensitive == picture.sensitive;
    let views: Vec<&CheckReport> = case.checks.iter().filter(is_its).collect();
    // Only of a belief can be said who can be told.
    if !views.iter().all(|check| is_belief(check)) {
        return;
    }
    let rows = picture.after.iter().find(|(view, _)| view.name() != "candidates");
    let rows = rows.map_or(case.tuples, |(_, people)| people.classes.iter().sum());
    // Where rows are beyond what is allowed it is not known which of them stand for nobody.
    let nobody = if views.iter().all(|check| check.violating_tuples == 0) { case.counterfeits() } else { 0 };
    let told = Told {
        case,
        picture,
        with_value: views.iter().any(|check| check.missing.is_some()),
        views,
        all: picture.before.classes.iter().sum(),
        now: rows.saturating_sub(nobody),
    };
    let says = told.says();
    let says = if case.risks().len() > 1 { format!("{}: {says}", picture.sensitive.join(", ")) } else { says };
    page.bars("risk", &says, ["who can be told", "people beyond it"], &told.bars(), told.all.max(told.now) as f64);
}

impl Told<'_> {
    fn bars(&self) -> Vec<(String, f64, String)> {
        let before = self.picture.before.beyond;
        let valued = if self.with_value { ", of those who have a value" } else { "" };
        let first = (format!("in the original{valued}"), before as f64, part_of(before, self.all));
        let now = self.views.iter().map(|check| {
            // What is counted is what was judged, so that no two figures of a page differ.
            let people = check.people.unwrap_or(self.now);
            let whose = match check.people {
                Some(people) if people != self.all && self.with_value => {
                    ", of those who have a value and whom cells cover"
                }
                Some(people) if people != self.all => ", of those whom cells cover",
                _ => valued,
            };
            let share = part_of(check.violating_tuples, people);
            (format!("now, in the {} view{whose}", check.view), check.violating_tuples as f64, share)
        });
        std::iter::once(first).chain(now).collect()
    }

    fn says(&self) -> String {
        let asked = self.views.iter().find(|check| check.required);
        // What holds against one adversary is not said of all.
        let by = asked
            .filter(|check| check.view != "register")
            .map_or_else(String::new, |check| format!(" by {}", whoever(check.view, &self.case.quasi_words())));
        let records = self.case.counts_records();
        let (one, many) = if records { ("row", "rows") } else { ("person", "people") };
        let who = match (self.with_value, records) {
            (false, _) => "",
            (true, false) => " who have a value",
            (true, true) => " that have a value",
        };
        let nobody = if records { "none" } else { "nobody" };
        let (all, before) = (count(self.all), count(self.picture.before.beyond));
        let of_now =
            if self.all == self.now { String::new() } else { format!(" of the {} in the table{who}", count(self.now)) };
        match asked {
            Some(check) if check.violating_tuples == 0 && self.picture.before.beyond == 0 => format!(
                "{} can be told with more than {} certainty{by}, and {nobody} could be before.",
                capital(nobody),
                certainty(&check.bound)
            ),
            Some(check) if check.violating_tuples == 0 => format!(
                "Of {all} {many}{who} {before} could be told with more than {} certainty before; now {nobody}{of_now} can{by}.",
                certainty(&check.bound)
            ),
            Some(check) => format!(
                "{}{} can be told with more than {} certainty{by}; in the original {before} of {all}{who} could.",
                several(check.violating_tuples, one, many),
                if check.people.is_some() { "" } else { &of_now },
                certainty(&check.bound),
            ),
            None => format!("In the original {before} of {all} {many}{who} could be told beyond what is allowed."),
        }
    }
}
