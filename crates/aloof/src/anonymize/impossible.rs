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

/// Too many rows have values near one another: no grouping exists.
pub(super) fn crowded(near: &Proximity<'_>, attribute: &Attribute, withholding: Withholding) -> Error {
    let limits = limits(near, attribute, Apart::InGroup);
    let first = limits.as_ref().map(|limits| {
        format!(
            "{}: {} in the {} view is impossible for these data: {} of {} rows lie {}, so at most 1 in {} can be promised",
            near.column(),
            near.title,
            near.protect.view().name(),
            limits.window,
            limits.rows,
            window_phrase(near, Apart::InGroup),
            limits.largest_m
        )
    });
    sentences([first, nearest(near, attribute), in_group_view(near, attribute), withholding.sentence(attribute)])
}

/// Groups exist that hold in the group view, and none were found that hold in the candidates view.
pub(super) fn not_found(near: &Proximity<'_>, attribute: &Attribute, unsafe_rows: usize) -> Error {
    let limits = limits(near, attribute, Apart::InMixture);
    let first = limits.as_ref().map(|limits| {
        format!(
            "{}: no groups were found that keep {} in the candidates view; in the best ones {} of {} rows are not safe. \
             Whether others exist is not known: {} rows lie {}, which is more than 1 in {}",
            near.column(),
            near.title,
            unsafe_rows,
            limits.rows,
            limits.window,
            window_phrase(near, Apart::InMixture),
            near.m
        )
    });
    let crowd = Crowd::new(attribute, near.neighbourhood, Apart::InMixture).ok();
    let stay = crowd.map_or(0, |crowd| crowd.keep_most(near.m).iter().map(|&kept| kept as usize).sum());
    let withholding = Withholding { needed: attribute.codes().len() - stay, allowed: 0 };
    sentences([first, nearest(near, attribute), in_group_view(near, attribute), withholding.sentence(attribute)])
}

fn sentences(sentences: [Option<String>; 4]) -> Error {
    Error::Impossible(sentences.into_iter().flatten().collect::<Vec<_>>().join(". "))
}

fn limits(near: &Proximity<'_>, attribute: &Attribute, apart: Apart) -> Option<Limits> {
    Some(Crowd::new(attribute, near.neighbourhood, apart).ok()?.limits(near.m))
}

/// What can be had for certain.
fn nearest(near: &Proximity<'_>, attribute: &Attribute) -> Option<String> {
    let limits = limits(near, attribute, near.apart())?;
    let bound = bound(near, &limits, near.apart());
    Some(match near.apart() {
        Apart::InGroup => format!("Nearest: the largest m for this ε is {}; {bound}", limits.largest_m),
        Apart::InMixture => {
            format!("Nearest: certain in this view is m up to {} for this ε; {bound}", limits.largest_m)
        }
    })
}

/// What the weaker view would give.
fn in_group_view(near: &Proximity<'_>, attribute: &Attribute) -> Option<String> {
    if near.apart() == Apart::InGroup {
        return None;
    }
    let limits = limits(near, attribute, Apart::InGroup)?;
    let bound = bound(near, &limits, Apart::InGroup);
    Some(format!(
        "With view = \"group\" the largest m would be {}, and {bound}; up to there the candidates view is sometimes found",
        limits.largest_m
    ))
}

impl Withholding {
    /// What withholding would do, unless everything would have to be withheld.
    fn sentence(self, attribute: &Attribute) -> Option<String> {
        let rows = attribute.codes().len();
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
