//! When `xcolor` finds no groups: what binds, and what is nearest.

use aloof_methods::xcolor::Stuck;
use aloof_principles::Shape;
use aloof_table::Ratio;

use super::color::Constraint;
use crate::Error;
use crate::policy::View;

/// The error of a run that found no groups of `rows` rows, `allowed` of which might have been withheld.
pub(super) fn error(constraints: &[Constraint<'_>], found: &Stuck, rows: usize, allowed: usize) -> Error {
    let message = match found {
        Stuck::TooFew { least, .. } => too_few(constraints, *least, rows),
        Stuck::Crowded { star, crowd, room, .. } => crowded(&constraints[*star], *crowd, *room, rows),
        Stuck::NotFound { withheld, rest } => {
            not_found(constraints, rest.as_ref().map(|_| withheld.len()), rows, allowed)
        }
    };
    Error::Impossible(message)
}

fn title(constraint: &Constraint<'_>) -> String {
    let columns = constraint.protect.sensitive().join(", ");
    format!("{columns}: {} in the {} view", constraint.title, constraint.protect.view().name())
}

fn too_few(constraints: &[Constraint<'_>], least: usize, rows: usize) -> String {
    let all: Vec<String> = constraints.iter().map(title).collect();
    if least > u32::MAX as usize {
        return format!(
            "{} is impossible for any data: no mixture of groups can be promised free of similar values; write view = \
             \"group\", or a delta below 1",
            all.join("; ")
        );
    }
    format!("{} is impossible for these data: a group needs {least} rows, and there are {rows}", all.join("; "))
}

fn crowded(constraint: &Constraint<'_>, crowd: u64, room: u64, rows: usize) -> String {
    let alike = match (constraint.protect.view(), constraint.shape()) {
        (View::Group, _) | (_, Shape::Clique) => "hold values similar to each other",
        (View::Candidates, Shape::Star) => "hold values of which every two have a similar one in common",
    };
    let nearest = constraint.rule.as_ref().and_then(|rule| {
        // Groups of s hold at most (1 − δ)(s − 1) + 1 of them, so their share is at most (1 − δ) + δ/k.
        let (crowd, rows, k) = (crowd, rows as u64, u64::from(rule.k()));
        let most = Ratio::of((rows - crowd) * k, rows * (k - 1).max(1));
        (k > 1).then(|| {
            format!(
                ". Nearest: delta can be at most {} with this epsilon, or epsilon must be smaller",
                most.floor_decimal(3)
            )
        })
    });
    format!(
        "{} is impossible for these data: {crowd} of {rows} rows {alike}, and no groups can take more than {room} of \
         such{}",
        title(constraint),
        nearest.unwrap_or_default()
    )
}

fn not_found(constraints: &[Constraint<'_>], withheld: Option<usize>, rows: usize, allowed: usize) -> String {
    let all: Vec<String> = constraints.iter().map(title).collect();
    let together = if all.len() > 1 { " together" } else { "" };
    let weaker =
        if constraints.iter().any(|c| c.protect.view() == View::Candidates) { ", or view = \"group\"," } else { "" };
    let nearest = match withheld {
        Some(needed) if needed < rows => {
            let share = if allowed > 0 {
                format!(", where suppress allows {allowed}")
            } else {
                format!(" (suppress = \"{}\")", Ratio::of(needed as u64, rows as u64).ceil_decimal(4))
            };
            format!(". Withholding {needed} of {rows} rows would do{share}")
        }
        _ => String::new(),
    };
    format!(
        "{}: no groups of all rows were found that keep it{together}; whether there are any is not known. A smaller \
         epsilon, delta or m{weaker} may do{nearest}",
        all.join("; ")
    )
}
