//! What every column is.

use std::path::PathBuf;

use aloof_io::Writing;
use aloof_table::{CalendarLevel, Coding, Date, Decimal, Kind};

use super::coding::{check_coding, rounds_dates};
use super::error::suggest;
use super::fields::{Fields, wrong};
use super::keys::{COLUMN, HIERARCHY, ROLES};
use super::missing::{Missing, MissingRule, check_missing};
use super::quasi::{check_order, check_suppress_cells, check_weight};
use super::writing::{check_writing, kind_of};
use super::{Item, Located, Place, PolicyError, Section};

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Names a person; never published.
    Identifier,
    /// Can be looked up elsewhere; generalized.
    Quasi,
    /// Published as it is, protected.
    Sensitive,
    /// The group number in a table that states it.
    Group,
    /// Published as it is, not protected.
    Keep,
    /// How many people of the population a row stands for.
    Weight,
    /// Which rows are one household.
    Household,
    /// How the sample was drawn: its strata and primary units.
    Stratum,
    /// Names a person; published under a name that only the key's holder can make.
    Pseudonym,
    /// Not published.
    Drop,
}

impl Role {
    const NAMES: [(&'static str, Role); 10] = [
        ("identifier", Role::Identifier),
        ("quasi", Role::Quasi),
        ("sensitive", Role::Sensitive),
        ("group", Role::Group),
        ("keep", Role::Keep),
        ("weight", Role::Weight),
        ("household", Role::Household),
        ("stratum", Role::Stratum),
        ("pseudonym", Role::Pseudonym),
        ("drop", Role::Drop),
    ];

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, role)| *role == self).map_or("", |(name, _)| name)
    }

    /// How a sample was made, which is published only if the policy says so.
    pub fn is_of_sample(self) -> bool {
        matches!(self, Self::Weight | Self::Household | Self::Stratum)
    }
}

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HierarchyFrom {
    /// A file, relative to the policy.
    File(PathBuf),
    /// Hide characters from the right.
    Prefix,
    /// A value, or nothing of it.
    Suppress,
    /// Nested intervals.
    Intervals {
        /// Width of each level.
        widths: Vec<Decimal>,
        /// Where counting starts; of dates, a day number.
        origin: Decimal,
    },
    /// Parts of the calendar.
    Calendar {
        /// From the smallest to the largest.
        levels: Vec<CalendarLevel>,
    },
}

impl HierarchyFrom {
    /// What its leaves are, where that follows: labels are known by their letters, and a calendar is one of dates.
    fn kind(&self) -> Option<Kind> {
        match self {
            Self::File(_) | Self::Prefix | Self::Suppress => Some(Kind::Label),
            Self::Intervals { .. } => None,
            Self::Calendar { .. } => Some(Kind::Date),
        }
    }
}

/// A column as the policy declares it.
#[derive(Clone, Debug)]
pub struct ColumnRule {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) role: Role,
    pub(crate) hierarchy: Option<Located<HierarchyFrom>>,
    pub(crate) missing: MissingRule,
    pub(crate) kind: Option<Kind>,
    pub(crate) domain: Option<(Decimal, Decimal)>,
    pub(crate) weight: Option<Decimal>,
    pub(crate) order: Option<Located<Vec<String>>>,
    pub(crate) writing: Writing,
    /// Of a column about the sample: it is published.
    pub(crate) publish: bool,
    /// How its values are coded.
    pub(crate) coding: Option<Located<Coding>>,
    /// The share of its cells that may be left out, where each of the others shows one value.
    pub(crate) suppress_cells: Option<Located<Decimal>>,
    /// Published although it looks as if it named people.
    pub(crate) confirmed: bool,
    /// Published although it is sensitive and nothing protects it.
    pub(crate) unprotected: bool,
}

impl ColumnRule {
    /// The column's name in the data.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Where it is declared.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Where its hierarchy comes from.
    pub fn hierarchy(&self) -> Option<&Located<HierarchyFrom>> {
        self.hierarchy.as_ref()
    }

    /// What it holds, where that is declared; else the data say it.
    pub fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// Its lowest and highest value, where they are declared.
    pub fn domain(&self) -> Option<(Decimal, Decimal)> {
        self.domain
    }

    /// Whether it is published as it is, without protection.
    pub fn is_kept(&self) -> bool {
        self.role == Role::Keep || self.publish
    }

    /// Whether it is published at all.
    pub(crate) fn is_published(&self) -> bool {
        match self.role {
            Role::Identifier | Role::Drop => false,
            Role::Weight | Role::Household | Role::Stratum => self.publish,
            Role::Quasi | Role::Sensitive | Role::Group | Role::Keep | Role::Pseudonym => true,
        }
    }

    /// What a missing value in it means: a value of its own in a quasi column, a mistake in a sensitive one.
    pub fn missing(&self) -> Missing {
        self.missing.then.unwrap_or(if self.role == Role::Sensitive { Missing::Error } else { Missing::Value })
    }

    /// Texts that mean a missing value in it, beside those of all columns.
    pub fn missing_codes(&self) -> &[String] {
        self.missing.codes.as_deref().unwrap_or_default()
    }

    /// Whether the policy says that no text means a missing value in it, whatever it looks like.
    pub fn has_no_codes(&self) -> bool {
        self.missing.codes.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether the policy says that it goes out as it is with nothing to protect it.
    pub fn goes_out_as_it_is(&self) -> bool {
        if self.role == Role::Sensitive { self.unprotected } else { self.confirmed }
    }

    /// Whether the policy says that it is published although it looks as if it named people.
    pub fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    /// How much its loss counts while groups are sought, if the policy says so.
    pub fn weight(&self) -> Option<Decimal> {
        self.weight
    }

    /// How its values are coded, if they are.
    pub fn coding(&self) -> Option<&Coding> {
        self.coding.as_ref().map(|coding| &coding.value)
    }

    /// The share of its cells that may be `*`, where every other shows one value, one class or a node below the top.
    pub fn suppress_cells(&self) -> Option<Decimal> {
        self.suppress_cells.as_ref().map(|share| share.value)
    }

    /// Whether every value by itself is published as its class.
    #[doc(hidden)]
    pub fn is_published_in_classes(&self) -> bool {
        self.role != Role::Quasi && self.coding().is_some_and(Coding::is_of_classes)
    }

    /// Its labels from one end to the other, if they lie on a line.
    pub fn order(&self) -> Option<&[String]> {
        self.order.as_ref().map(|order| order.value.as_slice())
    }
}

/// What happens to columns that the policy does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Undeclared {
    /// They are a mistake.
    #[default]
    Error,
    /// They are not published.
    Drop,
}

/// Reads `[columns]`.
pub(super) fn check_columns(section: &Section) -> Result<(Vec<ColumnRule>, Undeclared), PolicyError> {
    let mut columns: Vec<ColumnRule> = Vec::new();
    let mut undeclared = Undeclared::default();
    for (name, item) in section.entries() {
        match &item.value {
            Item::Text(text) if name == "undeclared" => undeclared = check_undeclared(text, &item.place)?,
            Item::Section(section) => columns.push(check_column(name, section, &item.place)?),
            _ => {
                let wanted = format!("a table such as {{ role = \"quasi\" }} (roles are {})", ROLES.join(", "));
                return Err(wrong(name, item, &wanted));
            }
        }
    }
    if let [_, second, ..] = columns.iter().filter(|column| column.role == Role::Group).collect::<Vec<_>>().as_slice() {
        return Err(PolicyError::new(second.place.clone(), "two columns have the role `group`; only one can state it"));
    }
    Ok((columns, undeclared))
}

fn check_undeclared(text: &str, place: &Place) -> Result<Undeclared, PolicyError> {
    match text {
        "error" => Ok(Undeclared::Error),
        "drop" => Ok(Undeclared::Drop),
        other => {
            let hint = suggest(other, ["error", "drop"]);
            Err(PolicyError::new(place.clone(), format!("`undeclared` cannot be `{other}`{hint}")))
        }
    }
}

fn check_column(name: &str, section: &Section, place: &Place) -> Result<ColumnRule, PolicyError> {
    let fields = Fields::new(section, format!("column `{name}`"), &[COLUMN])?;
    let role = fields.need("role", fields.choice("role", &Role::NAMES)?, "role = \"quasi\"")?;
    let kind = fields.choice("type", &[("number", Kind::Number), ("date", Kind::Date), ("label", Kind::Label)])?;
    let writing = check_writing(&fields)?;
    let kind = kind_of(&fields, writing, kind)?;
    let order = check_order(&fields, role, kind)?;
    let hierarchy = check_hierarchy(&fields)?;
    // What lies on a line or in a tree of labels is known there by its letters: `1e2` is not `100`.
    let implied = hierarchy.as_ref().filter(|_| role == Role::Quasi).and_then(|from| from.value.kind());
    let implied = implied.or_else(|| rounds_dates(&fields).then_some(Kind::Date));
    Ok(ColumnRule {
        name: name.to_owned(),
        place: place.clone(),
        role,
        hierarchy,
        missing: check_missing(&fields, role)?,
        kind: if order.is_some() { Some(Kind::Label) } else { kind.or(implied) },
        domain: check_domain(&fields)?,
        weight: check_weight(&fields, role)?,
        order,
        writing,
        publish: check_publish(&fields, role)?,
        coding: check_coding(&fields, role, kind)?,
        suppress_cells: check_suppress_cells(&fields, role)?,
        confirmed: check_confirmed(&fields, role)?,
        unprotected: check_unprotected(&fields, role)?,
    })
}

/// `publish = true` of a column about the sample.
fn check_publish(fields: &Fields<'_>, role: Role) -> Result<bool, PolicyError> {
    match fields.truth("publish")? {
        Some(_) if !role.is_of_sample() => {
            let message = format!(
                "`publish` is for columns of role = \"weight\", \"household\" or \"stratum\", which are not published otherwise; the \
                 role `{}` says already whether a column is published",
                role.name()
            );
            Err(PolicyError::new(fields.place("publish"), message))
        }
        publish => Ok(publish == Some(true)),
    }
}

/// `confirmed = true` of a column whose values are published.
fn check_confirmed(fields: &Fields<'_>, role: Role) -> Result<bool, PolicyError> {
    let confirmed = fields.truth("confirmed")?;
    if confirmed.is_some() && !matches!(role, Role::Keep | Role::Sensitive) && !role.is_of_sample() {
        let message = "`confirmed` is for columns of role = \"keep\" or \"sensitive\"";
        return Err(PolicyError::new(fields.place("confirmed"), message));
    }
    Ok(confirmed == Some(true))
}

/// `protect = "none"` of a sensitive column.
fn check_unprotected(fields: &Fields<'_>, role: Role) -> Result<bool, PolicyError> {
    let unprotected = fields.choice("protect", &[("none", true)])?;
    if unprotected.is_some() && role != Role::Sensitive {
        let message = "`protect` is for columns of role = \"sensitive\"";
        return Err(PolicyError::new(fields.place("protect"), message));
    }
    Ok(unprotected == Some(true))
}

fn check_hierarchy(fields: &Fields<'_>) -> Result<Option<Located<HierarchyFrom>>, PolicyError> {
    let Some(item) = fields.item("hierarchy") else { return Ok(None) };
    let from = match &item.value {
        Item::Text(path) => HierarchyFrom::File(PathBuf::from(path)),
        Item::Section(section) => made_hierarchy(section)?,
        _ => return Err(wrong("hierarchy", item, "a file name or a table such as { kind = \"prefix\" }")),
    };
    Ok(Some(Located { value: from, place: item.place.clone() }))
}

fn made_hierarchy(section: &Section) -> Result<HierarchyFrom, PolicyError> {
    let fields = Fields::new(section, "hierarchy", &[HIERARCHY])?;
    let kind = fields.choice("kind", &[("prefix", 'p'), ("intervals", 'i'), ("calendar", 'c'), ("suppress", 's')])?;
    match fields.need("kind", kind, "kind = \"prefix\"")? {
        'p' => Ok(HierarchyFrom::Prefix),
        's' => Ok(HierarchyFrom::Suppress),
        'c' => Ok(HierarchyFrom::Calendar { levels: calendar_levels(&fields)? }),
        _ => {
            let widths = fields.need("widths", fields.decimals("widths")?, "widths = [\"5\", \"10\", \"20\"]")?;
            Ok(HierarchyFrom::Intervals { widths, origin: check_origin(&fields)? })
        }
    }
}

fn calendar_levels(fields: &Fields<'_>) -> Result<Vec<CalendarLevel>, PolicyError> {
    let Some(names) = fields.texts("levels")? else { return Ok(CalendarLevel::USUAL.to_vec()) };
    let known = || CalendarLevel::NAMES.iter().map(|(name, _)| *name);
    let level = |text: &String| {
        let found = CalendarLevel::NAMES.iter().find(|(name, _)| name == text).map(|(_, level)| *level);
        found.ok_or_else(|| {
            let message = format!("`levels` cannot hold `{text}`{}", suggest(text, known()));
            PolicyError::new(fields.place("levels"), message)
        })
    };
    names.iter().map(level).collect()
}

/// A decimal, or a date as its day number.
fn check_origin(fields: &Fields<'_>) -> Result<Decimal, PolicyError> {
    let date = fields.item("origin").and_then(|item| match &item.value {
        Item::Text(text) => text.parse::<Date>().ok(),
        _ => None,
    });
    match date {
        Some(day) => Ok(Decimal::from(i64::from(day.days()))),
        None => Ok(fields.decimal("origin")?.unwrap_or(Decimal::ZERO)),
    }
}

fn check_domain(fields: &Fields<'_>) -> Result<Option<(Decimal, Decimal)>, PolicyError> {
    let Some(item) = fields.item("domain") else { return Ok(None) };
    let bad =
        || PolicyError::new(item.place.clone(), "`domain` must be two values, low and high, such as [\"0\", \"120\"]");
    let Item::List(ends) = &item.value else { return Err(bad()) };
    let [low, high] = ends.as_slice() else { return Err(bad()) };
    let value = |end: &Located<Item>| match &end.value {
        Item::Text(text) | Item::Number(text) => {
            let day = text.parse::<Date>().ok().map(|date| Decimal::from(i64::from(date.days())));
            day.or_else(|| text.parse().ok()).ok_or_else(bad)
        }
        _ => Err(bad()),
    };
    let (low, high) = (value(low)?, value(high)?);
    if low > high {
        return Err(PolicyError::new(item.place.clone(), "`domain` has its low end above its high end"));
    }
    Ok(Some((low, high)))
}
