//! Principles of windows: (ε, m)-anonymity and (δ, l)-diversity.

use aloof_methods::advise::{Crowding, Step, whole};
use aloof_principles::proximity::{Apart, Form};
use aloof_principles::{DeltaL, EpsilonM, Reading, Rule, Unfit};
use aloof_table::{Attribute, Decimal, Domain, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::ProtectionAdvice;
use super::report::{Bound, CurvePoint, Details, Promise, ProximityAdvice, StaircaseAdvice};
use crate::policy::View;
use crate::words;

/// Up to this m every step of a curve is shown: what lies above says that hardly anything is near anything.
const COMPLETE_TO: u64 = 50;

/// A window, its ε, and what the policy calls it.
struct Window {
    form: Form,
    epsilon: Ratio,
    bound_on: &'static str,
}

/// (ε, m)-anonymity.
pub(super) fn epsilon_m(
    asked: &EpsilonM,
    view: View,
    certain: bool,
    attribute: &Attribute,
) -> Result<ProtectionAdvice, Unfit> {
    let windows = windows(asked);
    let text = match (asked.neighbourhood().share(), asked.neighbourhood().lengths()) {
        (Some(share), _) => share.to_string(),
        (None, Some((below, above))) if view == View::Register && below != above => sum(below, above),
        (None, Some((below, above))) => below.max(above).to_string(),
        (None, None) => String::new(),
    };
    let names = ("epsilon", "m");
    let rule = Rule::EpsilonM(*asked);
    found(names, (text, asked.m(), view, certain), windows, (None, Vec::new()), &rule, attribute)
}

/// Of two lengths, as text.
fn sum(below: Decimal, above: Decimal) -> String {
    let text = (&below.to_ratio() + &above.to_ratio()).floor_decimal(below.scale().max(above.scale()));
    text.parse::<Decimal>().map_or(text, |sum| sum.to_string())
}

/// What must not be too full in the group view, and in the register view.
fn windows(asked: &EpsilonM) -> [Window; 2] {
    let neighbourhood = asked.neighbourhood();
    let bounds_on = match neighbourhood.lengths() {
        None => ["relative"; 2],
        Some((below, above)) if below == above => ["absolute"; 2],
        Some(_) => ["the larger of below and above", "the sum of below and above"],
    };
    let one = |apart, bound_on| {
        let (form, epsilon) = Form::of(neighbourhood, apart);
        Window { form, epsilon, bound_on }
    };
    [one(Apart::InGroup, bounds_on[0]), one(Apart::InMixture, bounds_on[1])]
}

/// (δ, l)-diversity. Both readings are possible for the same tables; with any centre it also holds in the register view, by
/// definition it needs a window of twice the length for that.
pub(super) fn delta_l(
    asked: &DeltaL,
    view: View,
    certain: bool,
    attribute: &Attribute,
) -> Result<ProtectionAdvice, Unfit> {
    let window = |times| Window { form: Form::Apart { times }, epsilon: asked.delta().to_ratio(), bound_on: "delta" };
    let feasible =
        |times| Ok(Crowding::new(attribute, Form::Apart { times })?.is_feasible(&asked.delta().to_ratio(), asked.l()));
    let (once, twice) = (feasible(2)?, feasible(4)?);
    let readings = vec![(Reading::Definition.name(), once, twice), (Reading::AnyCentre.name(), once, once)];
    let register = match asked.reading() {
        Reading::Definition => window(4),
        Reading::AnyCentre => window(2),
    };
    let request = (asked.delta().to_string(), asked.l(), view, certain);
    let readings = (Some(asked.reading().name()), readings);
    found(("delta", "l"), request, [window(2), register], readings, &Rule::DeltaL(*asked), attribute)
}

type Readings = (Option<&'static str>, Vec<(&'static str, bool, bool)>);

fn found(
    (epsilon_name, m_name): (&'static str, &'static str),
    (epsilon, m, view, certain): (String, u32, View, bool),
    [group, register]: [Window; 2],
    (reading, readings): Readings,
    rule: &Rule,
    attribute: &Attribute,
) -> Result<ProtectionAdvice, Unfit> {
    // Judged first: what is wrong with the column is told in the principle's own words.
    let all_rows = whole(rule, attribute)?.is_none_or(|all| all.finding.holds);
    let (in_groups, in_register) = (Crowding::new(attribute, group.form)?, Crowding::new(attribute, register.form)?);
    let tuples = in_groups.tuples();
    let asked = if view == View::Register { &in_register } else { &in_groups };
    let advice = ProximityAdvice {
        epsilon_name,
        m_name,
        epsilon,
        days: are_days(attribute),
        m,
        reading,
        tuples,
        view,
        group: promise(&in_groups, &group, m, attribute),
        register: promise(&in_register, &register, m, attribute),
        readings,
        curve: curve(asked, (epsilon_name, m_name), are_days(attribute)),
        curve_complete_to: COMPLETE_TO,
    };
    let window = u128::from(advice.asked().window) * u128::from(m);
    let one_group = if view == View::Register { advice.register.feasible } else { all_rows };
    // Where groups are mixed, what holds in the register view is certain, and what no groups keep is impossible.
    let undecided = !certain && advice.group.feasible && !advice.register.feasible && !one_group;
    Ok(ProtectionAdvice {
        feasible: (!undecided).then_some(advice.asked().feasible),
        one_group: Some(one_group),
        used: (tuples > 0).then(|| Ratio::big(BigInt::from(window), BigInt::from(tuples))),
        nearest: Some(nearest(&advice)),
        details: Details::Proximity(Box::new(advice)),
    })
}

fn promise(crowding: &Crowding<'_>, window: &Window, m: u32, attribute: &Attribute) -> Promise {
    let (withhold, people) = (crowding.withhold(&window.epsilon, m), attribute.codes().len() as u64);
    Promise {
        feasible: crowding.is_feasible(&window.epsilon, m),
        window: crowding.window(&window.epsilon),
        max_m: crowding.largest_m(&window.epsilon),
        bound_on: window.bound_on,
        below: crowding.epsilon_below(u64::from(m)).map(|epsilon| bound(&epsilon, crowding, are_days(attribute))),
        withhold: (withhold < people || withhold == 0).then_some(withhold),
    }
}

/// Whether lengths between the values are days.
fn are_days(attribute: &Attribute) -> bool {
    matches!(attribute.domain(), Domain::Numbers { dates: true, .. })
}

fn curve(crowding: &Crowding<'_>, (epsilon_name, m_name): (&'static str, &'static str), days: bool) -> Vec<CurvePoint> {
    let point = |step: Step| CurvePoint {
        epsilon_name,
        m_name,
        approximate: step.epsilon.approximate(),
        epsilon: bound(&step.epsilon, crowding, days),
        max_m: step.max_m,
    };
    crowding.staircase(COMPLETE_TO).into_iter().map(point).collect()
}

/// The trade-off of a column by itself.
pub(super) fn staircase(name: &str, attribute: &Attribute) -> Result<StaircaseAdvice, Unfit> {
    let [group, register] = [1, 2].map(|times| Crowding::new(attribute, Form::Apart { times }));
    let (group, register) = (group?, register?);
    let names = ("epsilon", "m");
    Ok(StaircaseAdvice {
        sensitive: name.to_owned(),
        tuples_with_value: group.tuples(),
        curve: curve(&register, names, are_days(attribute)),
        curve_group: curve(&group, names, are_days(attribute)),
        curve_complete_to: COMPLETE_TO,
        proposal: None,
    })
}

/// An ε as text. Lengths are decimals with the places of the column, or two more where they are a part of one; shares
/// that are no short decimal are rounded down to six significant digits.
fn bound(epsilon: &Ratio, crowding: &Crowding<'_>, days: bool) -> Bound {
    const MOST: u8 = 12;
    let most = if crowding.form().is_relative() { MOST } else { crowding.scale() + 2 };
    let ten = BigRational::from(BigInt::from(10));
    let mut shifted = epsilon.to_big();
    for digits in 0..=most {
        if shifted.is_integer() {
            return Bound { text: epsilon.floor_decimal(digits), fraction: None, days };
        }
        shifted *= &ten;
    }
    let mut shifted = epsilon.to_big();
    let mut leading = 0;
    while shifted < BigRational::one() && leading < SMALLEST {
        shifted *= &ten;
        leading += 1;
    }
    Bound { text: epsilon.floor_decimal(leading + 5), fraction: Some(epsilon.to_string()), days }
}

/// Values have at most 38 digits, so that no share between two of them has more zeros than this behind the point.
const SMALLEST: u8 = 80;

/// What would be possible instead.
fn nearest(advice: &ProximityAdvice) -> String {
    let (asked, m, m_name) = (advice.asked(), advice.m, advice.m_name);
    let epsilon = match &asked.below {
        Some(below) if below.is_zero() && u64::from(m) > advice.tuples => {
            let rows = words::several(advice.tuples as usize, "row", "rows");
            let are = if advice.tuples == 1 { "is" } else { "are" };
            format!("with {m_name} = {m} nothing is possible: there {are} only {rows}")
        }
        Some(below) if below.is_zero() => {
            format!("with {m_name} = {m} nothing is possible: more than 1 in {m} rows hold the same value")
        }
        Some(below) => format!("with {m_name} = {m}, {} must stay below {}", asked.bound_on, below.words()),
        None => format!("with {m_name} = {m}, any value will do"),
    };
    let most = asked.max_m.unwrap_or(u64::from(m));
    let largest = format!("with {} = {}, {m_name} can be at most {most}", asked.bound_on, advice.asked_length());
    format!("{epsilon}; {largest}")
}
