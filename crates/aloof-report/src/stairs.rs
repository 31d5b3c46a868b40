//! What could be promised instead: the staircase of ε and m, in the view that is asked for.

use aloof::advise::{Advice, AdviceCheck, CurvePoint, ProximityAdvice};
use aloof::policy::View;

use crate::page::Page;
use crate::staircase_svg;

/// One picture for every rule of windows, and for every column where nothing is asked.
pub(crate) fn write(page: &mut Page, advice: &Advice) {
    for (check, found) in advice.checks.iter().filter_map(|check| check.proximity().map(|found| (check, found))) {
        page.heading(&format!("What could be promised of {}", check.sensitive.join(", ")));
        let (curve, view) = in_view(check, found);
        page.chart(
            &says(found, view),
            &staircase_svg(&curve, Some((&found.epsilon, found.m))),
            "Below the steps everything can be had of all rows, above them nothing.",
        );
    }
    for column in &advice.staircases {
        page.heading(&format!("What could be promised of {}", column.sensitive));
        page.chart(
            "The less is called near, the fewer can be told apart from it",
            &staircase_svg(&column.curve, None),
            "For every ε the largest m that groups can keep, to someone who guesses around their values.",
        );
    }
}

/// The curve is that of the group view. A guess may be centred anywhere: around any figure, ± ε is a window of twice that length, so
/// that the register view has the same steps at half the ε.
fn in_view(check: &AdviceCheck, found: &ProximityAdvice) -> (Vec<CurvePoint>, View) {
    let halves =
        found.view == View::Register && check.principle == "epsilon-m" && found.register.bound_on == "absolute";
    let half = |point: &CurvePoint| {
        let mut point = point.clone();
        point.approximate /= 2.0;
        point
    };
    if halves { (found.curve.iter().map(half).collect(), View::Register) } else { (found.curve.clone(), View::Group) }
}

fn says(found: &ProximityAdvice, view: View) -> String {
    let asked = match (found.asked().feasible, found.asked().max_m) {
        (true, Some(most)) => {
            format!("With ε = {} the data allow {} up to {most}; {} is asked", found.epsilon, found.m_name, found.m)
        }
        (true, None) => format!("With ε = {} any {} can be had", found.epsilon, found.m_name),
        (false, Some(most)) => format!(
            "With ε = {} the data allow {} up to {most} only; {} is asked",
            found.epsilon, found.m_name, found.m
        ),
        (false, None) => format!("With ε = {} nothing can be had", found.epsilon),
    };
    match (found.view, view) {
        (asked_for, drawn) if asked_for == drawn => format!("{asked} ({} view).", drawn.name()),
        (asked_for, drawn) => format!("{asked} ({} view; drawn is the {} view).", asked_for.name(), drawn.name()),
    }
}
