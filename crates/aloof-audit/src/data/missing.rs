//! What a policy says of missing values, done to a table as it is read.
//!
//! | of a missing value | quasi | sensitive |
//! |---|---|---|
//! | `value` | equals other missing ones | of labels: a label like any other |
//! | `error` | ends the reading | ends the reading |
//! | `drop` | the row stands in no group | no release is made of the row |
//! | `publish` | | stays missing; rules are judged among those who have a value |
//!
//! A sensitive column that no rule asks about is published as it is.

use std::sync::Arc;

use aloof_inspect::{toml_key, toml_text};
use aloof_table::{Bitmap, Column, LabelColumn, Means};

use crate::Error;
use crate::policy::{ColumnRule, Missing, Place, Policy};
use crate::words;

/// What is said of quasi values, done: rows to drop are marked in `left_out`.
pub fn drop_missing(
    file: &str,
    column: &ColumnRule,
    is_missing: &dyn Fn(usize) -> bool,
    left_out: &mut Bitmap,
) -> Result<(), Error> {
    let missing = (0..left_out.len()).filter(|&row| !left_out.get(row) && is_missing(row)).count();
    match column.missing() {
        Missing::Value | Missing::Publish(_) => Ok(()),
        Missing::Error if missing == 0 => Ok(()),
        Missing::Error => Err(Error::Data(format!(
            "{file}, column `{}`: {} {} missing, and the policy calls that an error; missing = \"value\" takes a missing one as a \
             value of its own, missing = \"drop\" leaves those rows out",
            column.name(),
            words::part(missing, left_out.len(), "value", "values"),
            if missing == 1 { "is" } else { "are" }
        ))),
        Missing::Drop => {
            (0..left_out.len()).filter(|&row| is_missing(row)).for_each(|row| left_out.set(row));
            Ok(())
        }
    }
}

/// What is said of sensitive values, done to a column; of rows marked in `left_out` they do not matter.
pub(super) fn with_missing(
    file: &str,
    column: Arc<Column>,
    rule: &ColumnRule,
    policy: &Policy,
    left_out: &Bitmap,
) -> Result<Arc<Column>, Error> {
    let missing = (0..column.len()).filter(|&row| column.is_missing(row) && !left_out.get(row)).count();
    let (name, lack) = (rule.name(), missing_of(missing, column.len()));
    match (policy.missing_in(rule), &*column) {
        _ if missing == 0 => Ok(column),
        (Missing::Drop | Missing::Publish(_), _) => Ok(column),
        (Missing::Value, Column::Label(labels)) => {
            // In a row that is left out, or starred, nothing is missing: nothing is told.
            let told = |row: usize| (!left_out.get(row)).then_some("(missing)");
            let texts = (0..labels.len()).map(|row| labels.get(row).or_else(|| told(row)));
            Ok(Arc::new(Column::Label(LabelColumn::from_texts(texts))))
        }
        (Missing::Value, _) => Err(Error::Data(format!(
            "{file}, column `{name}`: {lack}, and among numbers a missing one cannot be a value like \
             any other; write {} to publish these people without a value, or {} to leave them out",
            published(&codes_of(rule, policy)),
            said(&codes_of(rule, policy), "drop")
        ))),
        (Missing::Error, _) => Err(Error::Data(format!(
            "{file}, column `{name}`: {lack}{}; declare {} = {{ role = \"sensitive\", {} }}{} to publish these people without a value, or {} \
             to leave them out",
            only_last(&column, missing),
            toml_key(name),
            published(&codes_of(rule, policy)),
            in_a_policy(policy),
            said(&codes_of(rule, policy), "drop"),
        ))),
    }
}

/// What a policy says of a column in which these texts mean that there is no value, to publish such people without one.
pub(super) fn published(codes: &[String]) -> String {
    said(codes, "publish")
}

/// `missing = "drop"`, or with the texts that mean it.
fn said(codes: &[String], then: &str) -> String {
    let quoted: Vec<String> = codes.iter().map(|code| toml_text(code)).collect();
    match quoted.as_slice() {
        [] => format!("missing = \"{then}\""),
        codes => format!("missing = {{ codes = [{}], then = \"{then}\" }}", codes.join(", ")),
    }
}

/// Where nothing stands in a policy yet: how to come by one, in which it can be said.
pub(super) fn in_a_policy(policy: &Policy) -> String {
    match policy.place() {
        Place::Line { .. } => String::new(),
        _ => format!(" in a policy ({} writes one)", Means::FirstPolicy),
    }
}

/// What means missing in a column, by whatever was said: whoever writes it into a policy loses none of it.
fn codes_of(rule: &ColumnRule, policy: &Policy) -> Vec<String> {
    let everywhere = policy.input().missing.iter().filter(|text| !rule.missing_codes().contains(text));
    rule.missing_codes().iter().chain(everywhere).cloned().collect()
}

/// A value that only the last row lacks may not be a person's.
fn only_last(column: &Column, missing: usize) -> &'static str {
    let is_last = missing == 1 && column.len() > 10 && column.is_missing(column.len() - 1);
    if is_last { ", in the last row, which may be a total: delete it if so" } else { "" }
}

/// `1 of 8 sensitive values is missing`.
fn missing_of(missing: usize, all: usize) -> String {
    let is = if missing == 1 { "is" } else { "are" };
    format!("{} {is} missing", words::part(missing, all, "sensitive value", "sensitive values"))
}

/// Rows that lack a sensitive value for which the policy drops rows.
pub(crate) fn lacking(policy: &Policy, sensitive: &[(String, Arc<Column>)], rows: usize) -> Bitmap {
    let mut lacking = Bitmap::off(rows);
    let drops = |name: &str| policy.column(name).is_some_and(|rule| policy.missing_in(rule) == Missing::Drop);
    for (_, column) in sensitive.iter().filter(|(name, column)| column.count_missing() > 0 && drops(name)) {
        (0..column.len()).filter(|&row| column.is_missing(row)).for_each(|row| lacking.set(row));
    }
    lacking
}

/// Marks the rows of which no release is made: beside those that lack a quasi value, those that lack a sensitive one, where the
/// policy drops such rows. Whoever makes a release and whoever says what could be promised ask here.
pub fn drop_lacking(policy: &Policy, sensitive: &[(String, Arc<Column>)], left_out: &mut Bitmap) {
    let lacking = lacking(policy, sensitive, left_out.len());
    (0..lacking.len()).filter(|&row| lacking.get(row)).for_each(|row| left_out.set(row));
}
