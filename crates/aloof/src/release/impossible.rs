//! What is asked cannot be had: what stands in the way, and what is nearest.

use aloof_methods::advise::Limits;
use aloof_principles::proximity::Apart;
use aloof_principles::{Direction, Finding};
use aloof_table::{Attribute, Domain, Ratio};

use super::groups::plan::Proximity;
use super::groups::rules::GroupRule;
use crate::advise::{LeastWithheld, furthest};
use crate::policy::{Policy, Protect, View};
use crate::{Error, Nearest, Promise, Refusal, Why, Withhold, words};

/// What the policy asks for by `protect`, under its title.
pub(super) fn promise(protect: &Protect, title: String) -> Promise {
    Promise { sensitive: protect.sensitive().to_vec(), title, view: protect.view_name() }
}

fn promise_of(near: &Proximity<'_>) -> Promise {
    promise(near.protect, near.title.clone())
}

/// Too many rows have values near one another: no grouping exists.
pub(super) fn crowded(near: &Proximity<'_>, attribute: &Attribute, policy: &Policy) -> Error {
    // Of the candidates view only what no groups can exceed is proven.
    let apart = if near.is_window() { near.apart } else { Apart::InGroup };
    let limits = match limits(near, attribute, apart) {
        Ok(limits) => limits,
        Err(error) => return error,
    };
    let why = Why::Crowded {
        promise: promise_of(near),
        window: limits.window,
        rows: limits.rows,
        span: window_phrase(near, attribute, apart),
        largest_m: limits.largest_m,
    };
    let withhold = withhold(near, attribute, policy);
    let mut nearest = nearest(near, attribute, withhold);
    nearest.words.extend(withhold.is_none().then(|| "Withholding rows does not help".to_owned()));
    Refusal::new(why).with(nearest).into()
}

/// How many rows would have to go: none where nobody would be left, and that does not help.
fn withhold(near: &Proximity<'_>, attribute: &Attribute, policy: &Policy) -> Option<Withhold> {
    // People whose value is missing stand in nobody's way.
    let (rows, values) = (attribute.codes().len(), attribute.rows());
    let needed = |apart| Some((values - staying(near, attribute, apart)?) as u64).filter(|&n| n < rows as u64);
    let told_apart = near.protect.view() == View::Group && policy.output().group_ids;
    let [least, certain] = match near.apart {
        // What the view that is asked for rules out is ruled out, whatever a weaker one would let be.
        apart if near.is_window() => [needed(apart); 2],
        _ if told_apart => [needed(Apart::InGroup); 2],
        _ => [needed(Apart::InGroup), needed(Apart::InMixture)],
    };
    Some(LeastWithheld { least: least?, certain }.of(rows, policy.method()))
}

/// The most rows that can stay so that no window is too full.
fn staying(near: &Proximity<'_>, attribute: &Attribute, apart: Apart) -> Option<usize> {
    let crowd = near.crowd(attribute, apart).ok()?;
    Some(crowd.keep_most(near.m).iter().map(|&kept| kept as usize).sum())
}

/// Groups exist that hold in the group view, and none were found that hold in the candidates view.
pub(super) fn not_found(near: &Proximity<'_>, attribute: &Attribute, unsafe_rows: usize, policy: &Policy) -> Error {
    let (rows, values) = (attribute.codes().len(), attribute.rows());
    let limits = match limits(near, attribute, Apart::InMixture) {
        Ok(limits) => limits,
        Err(error) => return error,
    };
    let why = Why::InMixture {
        promise: promise_of(near),
        unsafe_rows,
        window: limits.window,
        rows: limits.rows,
        span: window_phrase(near, attribute, Apart::InMixture),
        m: near.m,
    };
    // So many rows were tried without, where so many may go.
    let needed = staying(near, attribute, Apart::InMixture).map(|stay| values - stay).filter(|&needed| needed < rows);
    let withhold = needed.map(|needed| Withhold { allowed: 0, ..Withhold::new(needed, rows, policy.method()) });
    Refusal::new(why).with(nearest(near, attribute, withhold)).into()
}

fn limits(near: &Proximity<'_>, attribute: &Attribute, apart: Apart) -> Result<Limits, Error> {
    Ok(near.crowd(attribute, apart)?.limits(near.m))
}

/// What can be had for certain, and what the weaker view would give.
fn nearest(near: &Proximity<'_>, attribute: &Attribute, withhold: Option<Withhold>) -> Nearest {
    let Ok(certain) = limits(near, attribute, near.apart) else { return Nearest::default() };
    let words = [Some(in_this_view(near, attribute, &certain)), in_group_view(near, attribute)];
    let mut nearest = Nearest::default();
    nearest.max_m = Some(certain.largest_m);
    nearest.epsilon_below = certain.epsilon_below.as_ref().map(decimal);
    nearest.withhold = withhold;
    nearest.words = words.into_iter().flatten().collect();
    nearest
}

fn in_this_view(near: &Proximity<'_>, attribute: &Attribute, limits: &Limits) -> String {
    let bound = bound(near, attribute, limits, near.apart);
    let ((epsilon, m), largest) = (letters(near), limits.largest_m);
    match near.protect.view() {
        View::Candidates if !near.is_window() && largest < 2 => {
            format!("Nearest: no {m} above 1 is certain in this view for this {epsilon}; {bound}")
        }
        View::Candidates if !near.is_window() => {
            format!("Nearest: certain in this view is {m} up to {largest} for this {epsilon}; {bound}")
        }
        _ if largest < 2 => format!("Nearest: no {m} above 1 can be had for this {epsilon}; {bound}"),
        _ => format!("Nearest: the largest {m} for this {epsilon} is {largest}; {bound}"),
    }
}

fn in_group_view(near: &Proximity<'_>, attribute: &Attribute) -> Option<String> {
    if near.protect.view() == View::Group || !near.protect.has_views() {
        return None;
    }
    let limits = limits(near, attribute, Apart::InGroup).ok()?;
    let bound = bound(near, attribute, &limits, Apart::InGroup);
    let sometimes = match near.protect.view() {
        View::Candidates => "; up to there the candidates view is sometimes found",
        _ => ", against someone who guesses only around values that occur",
    };
    let m = letters(near).1;
    let most = match limits.largest_m {
        0 | 1 => format!("no {m} above 1 could be had either"),
        largest => format!("the largest {m} would be {largest}"),
    };
    Some(format!("With view = \"group\" {most}, and {bound}{sometimes}"))
}

/// What the policy calls them.
fn letters(near: &Proximity<'_>) -> (&'static str, &'static str) {
    if near.protect.principle() == "delta-l" { ("δ", "l") } else { ("ε", "m") }
}

/// Whether lengths between the values are days.
fn are_days(attribute: &Attribute) -> bool {
    matches!(attribute.domain(), Domain::Numbers { dates: true, .. })
}

fn window_phrase(near: &Proximity<'_>, attribute: &Attribute, apart: Apart) -> String {
    let long = |length: String| {
        let of = if are_days(attribute) { "" } else { "length " };
        format!("in an interval of {of}{}", words::length(&length, are_days(attribute)))
    };
    match (near.neighbourhood.lengths(), apart) {
        (Some((below, above)), Apart::InGroup) => long(below.max(above).to_string()),
        (Some((below, above)), Apart::InMixture) => long(decimal(&(&below.to_ratio() + &above.to_ratio()))),
        (None, Apart::InGroup) => "in an interval whose ends a and b have a ≥ b(1 − ε)".to_owned(),
        (None, Apart::InMixture) => "in an interval whose ends a and b have b/a ≤ (1 + ε)/(1 − ε)".to_owned(),
    }
}

/// `for m = 5, ε must stay below 2000`.
fn bound(near: &Proximity<'_>, attribute: &Attribute, limits: &Limits, apart: Apart) -> String {
    let (epsilon, letter) = letters(near);
    let Some(below) = &limits.epsilon_below else { return format!("for {letter} = {} any {epsilon} will do", near.m) };
    if *below == Ratio::zero() {
        let why = match limits.rows {
            rows if rows < near.m as usize => {
                format!("there {} only {}", if rows == 1 { "is" } else { "are" }, words::several(rows, "row", "rows"))
            }
            _ => "too many values are equal".to_owned(),
        };
        return format!("for {letter} = {} there is no {epsilon}, for {why}", near.m);
    }
    // By definition (δ, l) is (2δ, l)-anonymity; with any centre it is the register view of (δ, l)-anonymity.
    let twice = near.protect.principle() == "delta-l" && near.protect.is_proximity();
    let (what, below) = match (near.neighbourhood.lengths(), apart) {
        _ if twice => (epsilon, &Ratio::of(1, 2) * below),
        (Some((e1, e2)), Apart::InGroup) if e1 != e2 => ("the longer of below and above", below.clone()),
        (Some((e1, e2)), Apart::InMixture) if e1 != e2 => ("below and above together", below.clone()),
        _ => (epsilon, below.clone()),
    };
    let below = words::length(&decimal(&below), are_days(attribute));
    format!("for {letter} = {}, {what} must stay below {below}", near.m)
}

/// As a decimal if it is one, else as a fraction with a decimal below it.
fn decimal(value: &Ratio) -> String {
    let exact = (0..=12).map(|digits| (value.floor_decimal(digits), value.ceil_decimal(digits))).find(|(a, b)| a == b);
    exact.map_or_else(|| format!("{value} (about {})", value.floor_decimal(6)), |(text, _)| text)
}

/// Not even all rows together keep a rule that a part of them would have to keep.
pub(super) fn whole_table(asked: &GroupRule<'_>, finding: &Finding, rows: usize) -> Error {
    let (protect, rule) = (asked.protect, asked.rule.principle());
    let why = Why::WholeTable {
        promise: promise(protect, rule.title()),
        rows,
        measure: finding.measure.to_string(),
        bound_is: rule.bound_is(),
        bound: rule.bound().to_string(),
        at_least: matches!(rule.direction(), Direction::AtLeast),
    };
    let mut nearest = Nearest::default();
    let furthest = furthest(&asked.rule, &asked.attribute);
    nearest.words.extend(furthest.map(|furthest| format!("Nearest: {furthest}, with everybody in one group")));
    Refusal::new(why).with(nearest).into()
}

/// No groups were found: of what is asked alone or, where each could be had, of all of it together.
pub(super) fn together(near: &Proximity<'_>, policy: &Policy) -> Error {
    let numbers_help = near.protect.view() == View::Group && !policy.output().group_ids;
    let why = match policy.protect() {
        [_] => {
            let weaker_view = near.protect.view() != View::Group && near.protect.has_views();
            Why::NoGroups { promises: vec![promise_of(near)], weaker_view, numbers_help }
        }
        _ => Why::Together { promise: promise_of(near), numbers_help },
    };
    Refusal::new(why).into()
}
