//! What a column is.

use aloof_table::{Coding, Decimal, Kind, Steps};
use serde::{Deserialize, Serialize};

use crate::policy::columns::{ColumnRule, HierarchyFrom};
use crate::policy::missing::Missing;

/// What a column is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedColumn {
    /// Its name in the data.
    pub name: String,
    /// The policy's word for what it is.
    pub role: &'static str,
    /// `number`, `date` or `label`; `None`: the data say it.
    #[serde(rename = "type")]
    pub kind: Option<&'static str>,
    /// Where its hierarchy comes from.
    pub hierarchy: Option<ResolvedHierarchy>,
    /// Its labels from one end to the other, if they lie on a line.
    pub order: Option<Vec<String>>,
    /// How its values are coded: ends, width and classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coding: Option<ResolvedCoding>,
    /// The share of its cells that may be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppress_cells: Option<String>,
    /// Lowest and highest value, declared; dates as day numbers.
    pub domain: Option<[String; 2]>,
    /// Its decimal sign in the data, if it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// How its dates are written in the data, if it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Whether a column about the sample is published.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub publish: bool,
    /// How much its loss counts.
    pub weight: String,
    /// What a missing value means: `value`, `error`, `drop` or `publish`.
    pub missing: &'static str,
    /// What a published missing value is similar to, where that is not nothing: `itself` or `everything`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similar: Option<&'static str>,
    /// Texts that mean a missing value in it, beside those of all columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing_codes: Option<Vec<String>>,
}

pub(super) fn column(rule: &ColumnRule, missing: Missing) -> ResolvedColumn {
    ResolvedColumn {
        name: rule.name.clone(),
        role: rule.role.name(),
        kind: rule.kind.map(|kind| match kind {
            Kind::Number => "number",
            Kind::Date => "date",
            Kind::Label => "label",
        }),
        hierarchy: rule.hierarchy.as_ref().map(|from| hierarchy(&from.value)),
        order: rule.order().map(<[String]>::to_vec),
        coding: rule.coding().map(ResolvedCoding::from),
        suppress_cells: rule.suppress_cells().map(|share| share.to_string()),
        domain: rule.domain.map(|(low, high)| [low.to_string(), high.to_string()]),
        decimal: rule.writing.decimal.map(|sign| sign.character().to_string()),
        date: rule.writing.date.map(|pattern| pattern.to_string()),
        publish: rule.publish,
        weight: rule.weight.unwrap_or(Decimal::ONE).to_string(),
        missing: missing.name(),
        similar: missing.similar_to(),
        missing_codes: rule.missing.codes.clone(),
    }
}

/// How the values of a column are coded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ResolvedCoding {
    /// From here on values are not told apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<String>,
    /// Up to here values are not told apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bottom: Option<String>,
    /// The width of classes, or what is rounded to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// Where classes begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
}

impl From<&Coding> for ResolvedCoding {
    fn from(coding: &Coding) -> Self {
        let text = |value: &Decimal| coding.end_text(*value);
        let (round, classes) = match &coding.steps {
            Steps::Each if coding.days && coding.is_none() => (Some("day".to_owned()), Vec::new()),
            Steps::Each => (None, Vec::new()),
            Steps::Width(width) => (Some(text(width)), Vec::new()),
            Steps::Calendar(level) => (Some(level.name().to_owned()), Vec::new()),
            Steps::Bounds(bounds) => (None, bounds.iter().map(text).collect()),
        };
        Self { top: coding.top.as_ref().map(text), bottom: coding.bottom.as_ref().map(text), round, classes }
    }
}

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ResolvedHierarchy {
    /// A file, named relative to the policy.
    File {
        /// Its name.
        file: String,
    },
    /// Characters are hidden from the right.
    Prefix,
    /// A value or `*`.
    Suppress,
    /// Nested intervals.
    Intervals {
        /// Of each level.
        widths: Vec<String>,
        /// Where counting starts.
        origin: String,
    },
    /// Parts of the calendar.
    Calendar {
        /// From the smallest to the largest.
        levels: Vec<&'static str>,
    },
}

fn hierarchy(from: &HierarchyFrom) -> ResolvedHierarchy {
    match from {
        HierarchyFrom::File(path) => ResolvedHierarchy::File { file: path.display().to_string() },
        HierarchyFrom::Prefix => ResolvedHierarchy::Prefix,
        HierarchyFrom::Calendar { levels } => {
            ResolvedHierarchy::Calendar { levels: levels.iter().map(|level| level.name()).collect() }
        }
        HierarchyFrom::Suppress => ResolvedHierarchy::Suppress,
        HierarchyFrom::Intervals { widths, origin } => ResolvedHierarchy::Intervals {
            widths: widths.iter().map(Decimal::to_string).collect(),
            origin: origin.to_string(),
        },
    }
}
