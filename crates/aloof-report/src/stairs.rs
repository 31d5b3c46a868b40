//! What could be promised instead: the staircase of ε and m, in the view that is asked for.

use aloof::advise::{Advice, ProximityAdvice};

use crate::page::Page;
use crate::staircase_svg;

/// One picture for every rule of windows, and for every column where nothing is asked.
pub(crate) fn write(page: &mut Page, advice: &Advice) {
    for (check, found) in advice.checks.iter().filter_map(|check| check.proximity().map(|found| (check, found))) {
        page.heading(&format!("What could be promised of {}", check.sensitive.join(", ")));
        page.chart(
            &says(found),
            &staircase_svg(&found.curve, Some((&found.epsilon, found.m))),
            &format!(
                "In the {} view, which is asked for. Below the steps everything {} be had of all rows, above them nothing.",
                found.view.name(),
                if may_be_less(found) { "may" } else { "can" }
            ),
        );
    }
    for column in &advice.staircases {
        page.heading(&format!("What could be promised of {}", column.sensitive));
        page.chart(
            "The less is called near, the fewer can be told apart from it.",
            &staircase_svg(&column.curve, None),
            "For every ε the largest m that groups can keep, to someone who guesses around any figure.",
        );
    }
}

/// Whether groups bound what candidates allow, and something smaller may be all that there is.
fn may_be_less(found: &ProximityAdvice) -> bool {
    found.view.name() == "candidates" && found.register.max_m != found.group.max_m
}

fn says(found: &ProximityAdvice) -> String {
    let (near, m) = (found.asked_length(), found.m_name);
    if let (Some(most), Some(certain), true) = (found.asked().max_m, found.register.max_m, may_be_less(found)) {
        return format!(
            "With {} = {near} the data allow {m} up to {most} at most, for certain up to {certain}; {} is asked.",
            found.epsilon_name, found.m
        );
    }
    match (found.asked().feasible, found.asked().max_m) {
        (true, Some(most)) => {
            format!("With {} = {near} the data allow {m} up to {most}; {} is asked.", found.epsilon_name, found.m)
        }
        (false, Some(most)) => {
            format!("With {} = {near} the data allow {m} up to {most} only; {} is asked.", found.epsilon_name, found.m)
        }
        (_, None) => format!("With {} = {near} any {m} can be had.", found.epsilon_name),
    }
}
