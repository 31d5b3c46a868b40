//! What is asked cannot be had: what is nearest.

use aloof_methods::advise::Apart;
use aloof_principles::{Direction, Finding, Principle};
use aloof_table::{Attribute, Ratio};

use super::crowd::{Crowd, Limits};
use super::plan::Proximity;
use crate::Error;
use crate::policy::{Protect, View};

/// How many rows would have to be withheld, and how many may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Withholding {
    pub needed: usize,
    pub allowed: usize,
}

/// Too many rows have values near one another.
pub(super) fn crowded(near: &Proximity<'_>, attribute: &Attribute, limits: &Limits, withholding: Withholding) -> Error {
    let sentences = [
        Some(format!(
            "{}: {} in the {} view is impossible for these data: {} of {} rows lie {}, so at most 1 in {} can be promised",
            near.column(),
            near.title,
            near.protect.view().name(),
            limits.window,
            limits.rows,
            window_phrase(near, near.apart()),
            limits.largest_m
        )),
        Some(format!(
            "Nearest: the largest m for this ε is {}; {}",
            limits.largest_m,
            bound(near, limits, near.apart())
        )),
        in_group_view(near, attribute),
        withholding.sentence(limits.rows),
    ];
    Error::Impossible(sentences.into_iter().flatten().collect::<Vec<_>>().join(". "))
}

/// What the weaker view would give.
fn in_group_view(near: &Proximity<'_>, attribute: &Attribute) -> Option<String> {
    if near.apart() == Apart::InGroup {
        return None;
    }
    let limits = Crowd::new(attribute, near.neighbourhood, Apart::InGroup).ok()?.limits(near.m);
    let bound = bound(near, &limits, Apart::InGroup);
    Some(format!("With view = \"group\" the largest m would be {}, and {bound}", limits.largest_m))
}

impl Withholding {
    /// What withholding would do, unless everything would have to be withheld.
    fn sentence(self, rows: usize) -> Option<String> {
        let share = if self.allowed > 0 {
            format!(", where suppress allows {}", self.allowed)
        } else {
            format!(" (suppress = \"{}\")", Ratio::of(self.needed as u64, rows as u64).ceil_decimal(4))
        };
        (self.needed < rows).then(|| format!("Withholding {} of {rows} rows would do{share}", self.needed))
    }
}

fn window_phrase(near: &Proximity<'_>, apart: Apart) -> String {
    match (near.neighbourhood.lengths(), apart) {
        (Some((below, above)), Apart::InGroup) => format!("in an interval of length {}", below.max(above)),
        (Some((below, above)), Apart::InMixture) => {
            format!("in an interval of length {}", decimal(&(&below.to_ratio() + &above.to_ratio())))
        }
        (None, Apart::InGroup) => "in an interval whose ends a and b have a ≥ b(1 − ε)".to_owned(),
        (None, Apart::InMixture) => "in an interval whose ends a and b have b/a ≤ (1 + ε)/(1 − ε)".to_owned(),
    }
}

/// `for m = 5, ε must stay below 2000`.
fn bound(near: &Proximity<'_>, limits: &Limits, apart: Apart) -> String {
    let Some(below) = &limits.epsilon_below else { return format!("for m = {} any ε will do", near.m) };
    if *below == Ratio::zero() {
        return format!("for m = {} there is no ε, for too many values are equal", near.m);
    }
    let delta = near.protect.principle() == "delta-l";
    let (what, below) = match (near.neighbourhood.lengths(), apart) {
        _ if delta => ("δ", &Ratio::of(1, 2) * below),
        (Some((e1, e2)), Apart::InGroup) if e1 != e2 => ("the longer of below and above", below.clone()),
        (Some((e1, e2)), Apart::InMixture) if e1 != e2 => ("below and above together", below.clone()),
        _ => ("ε", below.clone()),
    };
    let letter = if delta { "l" } else { "m" };
    format!("for {letter} = {}, {what} must stay below {}", near.m, decimal(&below))
}

/// As a decimal if it is one, else as a fraction with a decimal below it.
fn decimal(value: &Ratio) -> String {
    let exact = (0..=12).map(|digits| (value.floor_decimal(digits), value.ceil_decimal(digits))).find(|(a, b)| a == b);
    exact.map_or_else(|| format!("{value} (about {})", value.floor_decimal(6)), |(text, _)| text)
}

/// Not even all rows together keep a rule that a part of them would have to keep.
pub(super) fn whole_table(protect: &Protect, rule: &dyn Principle, finding: &Finding, rows: usize) -> Error {
    let of =
        if protect.sensitive().is_empty() { String::new() } else { format!("{}: ", protect.sensitive().join(", ")) };
    let side = match rule.direction() {
        Direction::AtMost => "most",
        Direction::AtLeast => "least",
    };
    Error::Impossible(format!(
        "{of}{} is impossible for these data: not even all {rows} rows together keep it. Their measure is {}, {} {} is \
         asked: that is the {side} that can be promised",
        rule.title(),
        finding.measure,
        rule.bound_is(),
        rule.bound()
    ))
}

/// Each could be had, not all together.
pub(super) fn together(near: &Proximity<'_>, group_ids: bool) -> Error {
    let hint = if near.protect.view() == View::Group && !group_ids {
        "; [output] group_ids = true would tell groups apart that look alike"
    } else {
        ""
    };
    Error::Impossible(format!(
        "{}: no groups were found that keep {} in the {} view together with all else that is asked; a smaller ε or m, or \
         weaker further rules, may do{hint}",
        near.column(),
        near.title,
        near.protect.view().name()
    ))
}
