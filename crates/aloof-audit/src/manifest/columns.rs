//! The published columns: what each is, how it is published, and what protects it.

use std::collections::BTreeMap;

use aloof_table::{Coding, Kind};
use serde::{Deserialize, Serialize};

use super::HowMade;
use crate::audit::Audit;
use crate::policy::{ColumnRule, HierarchyFrom, Missing, Policy, ResolvedCoding, Role};

/// A published column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name; published as bounds, that of two columns without `_lo` and `_hi`.
    pub name: String,
    /// What it is.
    pub role: ColumnRole,
    /// What its values were before anything was changed.
    #[serde(rename = "type")]
    pub kind: ColumnType,
    /// What became of them.
    pub published_as: PublishedAs,
    /// What protects it.
    pub protected_by: ProtectedBy,
    /// What a missing value means, where the policy says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Texts that mean a missing value in it, beside those of all columns; of an empty list, that none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_codes: Option<Vec<String>>,
    /// What a published missing value is similar to, where that is not nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar: Option<String>,
    /// How it is coded: at which ends, to what it is rounded, in which classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coding: Option<ResolvedCoding>,
    /// The declared domain of a sensitive column, which distances are scaled by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<[String; 2]>,
    /// Along what it is generalized, where the policy says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<StatedLadder>,
    /// What it is about, where the original's file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What became of its value labels, where the original's file had any: `kept` or `dropped`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_labels: Option<String>,
    /// What its published codes mean, where the original's file says so and the release's does not: code and label.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<String, String>,
}

/// What a published column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnRole {
    /// Can be looked up elsewhere.
    Quasi,
    /// Protected.
    Sensitive,
    /// The number of the group.
    Group,
    /// How often a value occurs in a group.
    Count,
    /// Published as it is, not protected.
    Keep,
    /// A name that only the key's holder can make.
    Pseudonym,
}

impl ColumnRole {
    /// The policy's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Quasi => "quasi",
            Self::Sensitive => "sensitive",
            Self::Group => "group",
            Self::Count => "count",
            Self::Keep => "keep",
            Self::Pseudonym => "pseudonym",
        }
    }
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// Decimals.
    Number,
    /// Days.
    Date,
    /// Texts.
    Label,
}

impl From<Kind> for ColumnType {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Number => Self::Number,
            Kind::Date => Self::Date,
            Kind::Label => Self::Label,
        }
    }
}

impl From<ColumnType> for Kind {
    fn from(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Number => Self::Number,
            ColumnType::Date => Self::Date,
            ColumnType::Label => Self::Label,
        }
    }
}

impl Column {
    /// Whether its cells were made by groups: one for all rows of each, perhaps of one value everywhere.
    pub(crate) fn is_of_groups(&self, made: &HowMade) -> bool {
        match self.published_as {
            PublishedAs::Generalized | PublishedAs::Bounds => true,
            PublishedAs::AsItIs => {
                self.role == ColumnRole::Quasi && matches!(made, HowMade::Groups | HowMade::Walk { .. })
            }
            _ => false,
        }
    }
}

/// What became of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PublishedAs {
    /// One cell for all of a group.
    #[serde(rename = "generalized")]
    Generalized,
    /// The same as two columns, lower and upper end.
    #[serde(rename = "bounds")]
    Bounds,
    /// Every value stands.
    #[serde(rename = "as it is")]
    AsItIs,
    /// Every value stands, with ends cut off, rounded, or as its class.
    #[serde(rename = "coded")]
    Coded,
    /// Another name, made with a key.
    #[serde(rename = "pseudonym")]
    Pseudonym,
    /// Some are drawn.
    #[serde(rename = "perturbed")]
    Perturbed,
    /// Something was added to each.
    #[serde(rename = "noisy")]
    Noisy,
    /// Replaced by others that keep chosen properties.
    #[serde(rename = "walked")]
    Walked,
    /// Numbers of groups, drawn by chance.
    #[serde(rename = "group")]
    Group,
    /// How often a value occurs in a group.
    #[serde(rename = "count")]
    Count,
}

impl PublishedAs {
    /// A word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Generalized => "generalized",
            Self::Bounds => "bounds",
            Self::AsItIs => "as it is",
            Self::Coded => "coded",
            Self::Pseudonym => "under a key",
            Self::Perturbed => "perturbed",
            Self::Noisy => "noisy",
            Self::Walked => "walked",
            Self::Group => "a number",
            Self::Count => "a count",
        }
    }
}

/// What protects a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProtectedBy {
    /// These rules, by their titles.
    Rules(Vec<String>),
    /// `groups`: it is coarse, or bounded, as the groups need it. `none`: nothing.
    Word(String),
}

impl ProtectedBy {
    /// In words; what nothing protects is said in capitals.
    pub fn words(&self) -> String {
        match self {
            Self::Rules(titles) => titles.join(", "),
            Self::Word(word) if word == "none" => "NOTHING".to_owned(),
            Self::Word(word) => word.clone(),
        }
    }
}

/// Along what a column is generalized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum StatedLadder {
    /// A hierarchy from a file, which is not part of the release.
    File,
    /// The policy's order of labels.
    Order {
        /// From one end to the other, as the policy declares them; none where an earlier version wrote the manifest.
        #[serde(default)]
        labels: Vec<String>,
    },
    /// Characters are hidden from the right.
    Prefix,
    /// A value or `*`.
    Suppress,
    /// Nested intervals.
    Intervals {
        /// Width of each level.
        widths: Vec<String>,
        /// Where counting starts.
        origin: String,
    },
    /// Parts of the calendar.
    Calendar {
        /// From the smallest to the largest.
        levels: Vec<String>,
    },
}

impl StatedLadder {
    /// As a policy would say it; of long lists the first entries.
    pub(super) fn words(&self) -> String {
        let some = |all: &[String]| {
            let more = if all.len() > 6 { ", …" } else { "" };
            format!("{}{more}", all.iter().take(6).cloned().collect::<Vec<_>>().join(", "))
        };
        match self {
            Self::File => "a hierarchy from a file".to_owned(),
            Self::Order { labels } => format!("the order {}", some(labels)),
            Self::Prefix => "prefixes".to_owned(),
            Self::Suppress => "the value or *".to_owned(),
            Self::Intervals { widths, origin } => format!("intervals of width {} from {origin}", some(widths)),
            Self::Calendar { levels } => format!("the calendar's {}", some(levels)),
        }
    }
}

/// All columns of a release, in their order.
/// `guessable` says that whoever tries can make the pseudonyms.
pub fn columns(
    policy: &Policy,
    original: &[(String, Kind)],
    made: &HowMade,
    audit: &Audit,
    guessable: bool,
) -> Vec<Column> {
    let titles: Vec<String> = (0..policy.protect().len()).map(|at| title(policy, at, audit)).collect();
    let one = |(name, kind): &(String, Kind)| {
        let rule = policy.column(name)?;
        let role = match rule.role() {
            Role::Quasi => ColumnRole::Quasi,
            Role::Sensitive => ColumnRole::Sensitive,
            Role::Keep => ColumnRole::Keep,
            role if role.is_of_sample() && rule.publish => ColumnRole::Keep,
            Role::Pseudonym => ColumnRole::Pseudonym,
            _ => return None,
        };
        let made_as = published_as(policy, rule, *kind, made);
        let published_as = if made_as == PublishedAs::Generalized && rule.coding.is_none() && audit.exact.contains(name)
        {
            PublishedAs::AsItIs
        } else {
            made_as
        };
        Some(Column {
            name: name.clone(),
            role,
            kind: (*kind).into(),
            published_as,
            protected_by: match role {
                ColumnRole::Pseudonym if guessable => ProtectedBy::Word("none".to_owned()),
                // Groups protect it, too, where none needed it coarse.
                _ => protected_by(policy, rule, made_as, &titles),
            },
            missing: rule.missing.then.map(|missing| missing.name().to_owned()),
            missing_codes: rule.missing.codes.clone(),
            similar: rule.missing.then.and_then(Missing::similar_to).map(str::to_owned),
            coding: coding(rule, *kind, published_as),
            domain: rule
                .domain
                .filter(|_| role == ColumnRole::Sensitive)
                .map(|(low, high)| [low.to_string(), high.to_string()]),
            ladder: ladder(rule),
            label: None,
            value_labels: None,
            codes: BTreeMap::new(),
        })
    };
    let mut all: Vec<Column> = original.iter().filter_map(one).collect();
    match made {
        HowMade::Groups | HowMade::Walk { .. } if policy.output().group_ids && !policy.protect().is_empty() => {
            all.push(drawn("group", ColumnRole::Group, PublishedAs::Group));
        }
        HowMade::Anatomy(tables) => {
            all.push(drawn(&tables.group, ColumnRole::Group, PublishedAs::Group));
            all.push(drawn(&tables.count, ColumnRole::Count, PublishedAs::Count));
        }
        _ => {}
    }
    all
}

/// A column that the original has not.
fn drawn(name: &str, role: ColumnRole, published_as: PublishedAs) -> Column {
    Column {
        name: name.to_owned(),
        role,
        kind: ColumnType::Number,
        published_as,
        protected_by: ProtectedBy::Word("groups".to_owned()),
        missing: None,
        missing_codes: None,
        similar: None,
        coding: None,
        domain: None,
        ladder: None,
        label: None,
        value_labels: None,
        codes: BTreeMap::new(),
    }
}

/// With its parameters; those that needed the data are told by the audit.
fn title(policy: &Policy, at: usize, audit: &Audit) -> String {
    let protect = &policy.protect()[at];
    let judged = audit
        .checks
        .iter()
        .find(|check| check.principle == protect.principle() && check.sensitive == protect.sensitive());
    let name = || protect.principle().to_owned();
    protect.title().or_else(|| judged.map(|check| check.title.clone())).unwrap_or_else(name)
}

fn published_as(policy: &Policy, rule: &ColumnRule, kind: Kind, made: &HowMade) -> PublishedAs {
    let name = rule.name();
    match (rule.role(), made) {
        (Role::Quasi, HowMade::Walk { columns }) if columns.iter().any(|column| column == name) => PublishedAs::Walked,
        (Role::Quasi, HowMade::Noise { columns }) if columns.iter().any(|one| one.column == name) => PublishedAs::Noisy,
        (Role::Quasi, HowMade::Groups)
            if policy.output().bounds && rule.hierarchy.is_none() && has_two_ends(rule) && kind != Kind::Label =>
        {
            PublishedAs::Bounds
        }
        (Role::Quasi, HowMade::Groups | HowMade::Walk { .. }) => PublishedAs::Generalized,
        (Role::Sensitive, HowMade::Perturbed(done)) if done.column == name => PublishedAs::Perturbed,
        (Role::Sensitive | Role::Keep, _) if rule.coding.is_some() => PublishedAs::Coded,
        (Role::Pseudonym, _) => PublishedAs::Pseudonym,
        _ => PublishedAs::AsItIs,
    }
}

/// Whether its cells have a lower and an upper end.
fn has_two_ends(rule: &ColumnRule) -> bool {
    rule.coding().is_none_or(|coding| coding.is_none() || coding.is_calendar())
}

/// How it is coded: as the policy says; dates of which it says nothing are shown in whole months.
fn coding(rule: &ColumnRule, kind: Kind, published_as: PublishedAs) -> Option<ResolvedCoding> {
    let in_groups = matches!(published_as, PublishedAs::Generalized | PublishedAs::Bounds);
    let silent = rule.coding.is_none() && rule.hierarchy.is_none() && rule.order.is_none();
    let months = (in_groups && silent && kind == Kind::Date).then(Coding::months);
    rule.coding().or(months.as_ref()).map(ResolvedCoding::from)
}

/// A quasi column is coarse so that groups keep their rules, and rules that count people are about it; a sensitive column is
/// protected by the rules that name it.
fn protected_by(policy: &Policy, rule: &ColumnRule, published_as: PublishedAs, titles: &[String]) -> ProtectedBy {
    let by = |is: &dyn Fn(&crate::policy::Protect) -> bool| -> Vec<String> {
        policy.protect().iter().zip(titles).filter(|(one, _)| is(one)).map(|(_, title)| title.clone()).collect()
    };
    let none = || ProtectedBy::Word("none".to_owned());
    let rules = match (rule.role(), published_as) {
        (Role::Sensitive, _) => by(&|one| one.sensitive().iter().any(|name| name == rule.name())),
        (Role::Quasi, PublishedAs::Generalized | PublishedAs::Bounds) => by(&|one| one.sensitive().is_empty()),
        (Role::Quasi, PublishedAs::Walked) if !policy.protect().is_empty() => Vec::new(),
        (Role::Pseudonym, _) => return ProtectedBy::Word("the key".to_owned()),
        _ => return none(),
    };
    match (rules.is_empty(), rule.role()) {
        (false, _) => ProtectedBy::Rules(rules),
        (true, Role::Quasi) => ProtectedBy::Word("groups".to_owned()),
        (true, _) => none(),
    }
}

pub(super) fn ladder(rule: &ColumnRule) -> Option<StatedLadder> {
    if let Some(order) = rule.order() {
        return Some(StatedLadder::Order { labels: order.to_vec() });
    }
    Some(match &rule.hierarchy.as_ref()?.value {
        HierarchyFrom::File(_) => StatedLadder::File,
        HierarchyFrom::Prefix => StatedLadder::Prefix,
        HierarchyFrom::Calendar { levels } => {
            StatedLadder::Calendar { levels: levels.iter().map(|level| level.name().to_owned()).collect() }
        }
        HierarchyFrom::Suppress => StatedLadder::Suppress,
        HierarchyFrom::Intervals { widths, origin } => StatedLadder::Intervals {
            widths: widths.iter().map(ToString::to_string).collect(),
            origin: origin.to_string(),
        },
    })
}
