//! Plain recoding that a policy asks for: `top`, `bottom`, `round`, `classes`.
//!
//! Of a quasi column it says what groups may show; a sensitive column is coded value by value before anything is judged.

use aloof_table::{CalendarLevel, Coding, Date, Decimal, Kind, Steps};

use super::fields::{Fields, wrong};
use super::method::Algorithm;
use super::{ColumnRule, Item, Located, Policy, PolicyError, Protect, Role};

const KEYS: [&str; 4] = ["top", "bottom", "round", "classes"];

/// Reads how a column is coded, if it is.
pub(super) fn check_coding(
    fields: &Fields<'_>,
    role: Role,
    kind: Option<Kind>,
) -> Result<Option<Located<Coding>>, PolicyError> {
    let Some(key) = KEYS.into_iter().find(|key| fields.has(key)) else { return Ok(None) };
    let place = fields.place(key);
    let no = |message: String| Err(PolicyError::new(place.clone(), message));
    if !matches!(role, Role::Quasi | Role::Sensitive | Role::Keep) {
        return no(format!("`{key}` is for columns of role = \"quasi\", \"sensitive\" or \"keep\""));
    }
    if let Some(other) = ["hierarchy", "order"].into_iter().find(|other| fields.has(other)) {
        return no(format!("`{key}` and `{other}` both say how values are generalized; leave one of them out"));
    }
    if kind == Some(Kind::Label) {
        return no(format!("`{key}` is for numbers and dates; type = \"label\" makes the column one of labels"));
    }
    let days = are_days(fields, kind)?;
    let coding = Coding { top: end(fields, "top")?, bottom: end(fields, "bottom")?, steps: steps(fields)?, days };
    if days && role != Role::Quasi {
        return no(format!(
            "`{key}` of a date is for columns of role = \"quasi\"; values of others are coded if they are numbers"
        ));
    }
    if matches!((coding.bottom, coding.top), (Some(bottom), Some(top)) if bottom >= top) {
        return no("`bottom` must lie below `top`".to_owned());
    }
    if matches!(coding.steps, Steps::Bounds(_)) && key != "classes" {
        return no(
            "`classes` says all by itself: the first and the last are open; leave `top`, `bottom` and `round` out"
                .to_owned(),
        );
    }
    Ok(Some(Located { value: coding, place }))
}

/// Whether what is said are dates; all of it is, or nothing.
fn are_days(fields: &Fields<'_>, kind: Option<Kind>) -> Result<bool, PolicyError> {
    let items = KEYS.iter().filter_map(|key| fields.item(key)).flat_map(|item| match &item.value {
        Item::List(items) => items.iter().collect(),
        _ => vec![item],
    });
    let is_date = |item: &&Located<Item>| matches!(&item.value, Item::Text(text) if text.parse::<Date>().is_ok() || part_of_calendar(text).is_some());
    let (dates, others): (Vec<_>, Vec<_>) = items.partition(is_date);
    let mixed = "dates are coded at dates and rounded to \"month\", \"quarter\", \"year\" or \"decade\", numbers at numbers; write all of \
                 them as the column's values are";
    match (dates.first(), others.first()) {
        (Some(date), Some(_)) => Err(PolicyError::new(date.place.clone(), mixed)),
        (Some(date), None) if kind == Some(Kind::Number) => Err(PolicyError::new(date.place.clone(), mixed)),
        (None, Some(other)) if kind == Some(Kind::Date) => Err(PolicyError::new(other.place.clone(), mixed)),
        (date, _) => Ok(date.is_some()),
    }
}

/// What dates are rounded to, by its word; `"day"` leaves them as they are.
fn part_of_calendar(text: &str) -> Option<Steps> {
    let level = CalendarLevel::NAMES.iter().find(|(name, _)| *name == text);
    level.map(|(_, level)| Steps::Calendar(*level)).or_else(|| (text == DAY).then_some(Steps::Each))
}

/// The word for intervals that end on the days of people.
const DAY: &str = "day";

/// `round` of dates, if it is one.
fn rounded_days(fields: &Fields<'_>) -> Option<Steps> {
    match &fields.item("round")?.value {
        Item::Text(text) => part_of_calendar(text),
        _ => None,
    }
}

/// Whether a policy's word rounds dates.
pub(super) fn rounds_dates(fields: &Fields<'_>) -> bool {
    rounded_days(fields).is_some()
}

fn end(fields: &Fields<'_>, key: &str) -> Result<Option<Decimal>, PolicyError> {
    fields.item(key).map(|item| number(key, item)).transpose()
}

/// A decimal, or a date as its day number.
fn number(key: &str, item: &Located<Item>) -> Result<Decimal, PolicyError> {
    let read = match &item.value {
        Item::Text(text) | Item::Number(text) => {
            let day = text.parse::<Date>().ok().map(|date| Decimal::from(i64::from(date.days())));
            day.or_else(|| text.replace('_', "").parse().ok())
        }
        _ => None,
    };
    read.ok_or_else(|| wrong(key, item, "a decimal such as \"90\", or a date such as \"2020-01-31\""))
}

fn steps(fields: &Fields<'_>) -> Result<Steps, PolicyError> {
    let bounds = match fields.item("classes") {
        None => None,
        Some(Located { value: Item::List(items), .. }) if !items.is_empty() => {
            Some(items.iter().map(|item| number("classes", item)).collect::<Result<Vec<_>, _>>()?)
        }
        Some(Located { value: Item::List(_), place }) => {
            return Err(PolicyError::new(
                place.clone(),
                "`classes` names none; write where they begin, such as [0, 18, 65]",
            ));
        }
        Some(other) => return Err(wrong("classes", other, "a list of ascending numbers such as [0, 18, 30, 45, 65]")),
    };
    if let (None, Some(steps)) = (&bounds, rounded_days(fields)) {
        return Ok(steps);
    }
    let width = if rounds_dates(fields) { Some(Decimal::ONE) } else { fields.decimal("round")? };
    match (bounds, width) {
        (Some(bounds), _) if !bounds.windows(2).all(|two| two[0] < two[1]) => {
            Err(PolicyError::new(fields.place("classes"), "`classes` must ascend, such as [0, 18, 30, 45, 65]"))
        }
        (Some(bounds), None) => Ok(Steps::Bounds(bounds)),
        (Some(_), Some(_)) => {
            Err(PolicyError::new(fields.place("round"), "`classes` says all by itself; leave `round` out"))
        }
        (None, Some(width)) if width <= Decimal::ZERO => {
            Err(PolicyError::new(fields.place("round"), "`round` must be more than 0, such as \"5\""))
        }
        (None, width) => Ok(width.map_or(Steps::Each, Steps::Width)),
    }
}

/// Refuses methods that publish quasi values one by one, beside a quasi column that may only be shown in classes.
pub(super) fn check_method(columns: &[ColumnRule], algorithm: &Algorithm) -> Result<(), PolicyError> {
    if matches!(algorithm, Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_)) {
        return Ok(());
    }
    let quasi = columns.iter().filter(|rule| rule.role == Role::Quasi);
    let mut coded =
        quasi.filter_map(|rule| Some((rule, rule.coding.as_ref().filter(|coding| !coding.value.is_none())?)));
    let Some((rule, coding)) = coded.next() else { return Ok(()) };
    let message = format!(
        "[method] algorithm = \"{}\" publishes the values of `{}` one by one, and not in the classes that are declared here; leave one \
         of them out",
        algorithm.name(),
        rule.name()
    );
    Err(PolicyError::new(coding.place.clone(), message))
}

/// Refuses rules about numbers of a column that is published in classes.
pub(super) fn check_protect(columns: &[ColumnRule], protect: &[Protect]) -> Result<(), PolicyError> {
    let in_classes = |name: &str| columns.iter().any(|rule| rule.name() == name && rule.is_published_in_classes());
    for one in protect.iter().filter(|one| one.needs_numbers()) {
        if let Some(name) = one.sensitive().iter().find(|name| in_classes(name)) {
            let message = format!(
                "{} is about numbers, and `{name}` is published in classes; write top, bottom or round there, or another principle here",
                one.principle()
            );
            return Err(PolicyError::new(one.place.clone(), message));
        }
    }
    Ok(())
}

/// What is said of columns whose values are coded wherever their protection is told.
pub fn told(policy: &Policy) -> Vec<String> {
    policy.columns().iter().filter_map(told_of).collect()
}

/// The same of one column, if its values are coded.
pub(crate) fn told_of(rule: &ColumnRule) -> Option<String> {
    let coding = rule.coding().filter(|_| rule.role() != Role::Quasi)?;
    let judged = match rule.role() {
        Role::Sensitive => " What is promised of it is about the values that are published.",
        _ => "",
    };
    Some(format!("`{}` is published coded: {}.{judged}", rule.name(), words(coding)))
}

/// What becomes of the values of a coded column, in words: `at most 90, rounded to 5`.
pub fn words(coding: &Coding) -> String {
    let ends =
        [coding.bottom.map(|bottom| format!("at least {bottom}")), coding.top.map(|top| format!("at most {top}"))];
    let steps = match &coding.steps {
        Steps::Each => None,
        Steps::Width(width) => Some(format!("rounded to {width}")),
        Steps::Calendar(level) => Some(format!("rounded to the {}", level.name())),
        Steps::Bounds(bounds) => {
            let bounds: Vec<String> = bounds.iter().map(Decimal::to_string).collect();
            Some(format!("in classes from {}", bounds.join(", ")))
        }
    };
    ends.into_iter().flatten().chain(steps).collect::<Vec<_>>().join(", ")
}
