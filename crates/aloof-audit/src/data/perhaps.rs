//! Values that may mean that there is none, where the policy does not say so: `-9` among incomes.
//!
//! What is promised counts them as values. Whoever reads them as what they mean finds fewer values in a group, perhaps one: then the
//! promise is false, and nothing in the table shows it. So everybody who judges, advises or measures says what was seen here, unless
//! the policy says `missing = []` of the column.

use std::sync::Arc;

use aloof_inspect::missing_codes;
use aloof_io::Input;
use aloof_principles::Reads;
use aloof_table::{Column, ColumnInfo};
use serde::Serialize;

use super::missing::{in_a_policy, published};
use crate::policy::{ColumnRule, Policy};
use crate::words::{list, several};

/// Values of one sensitive column that look like codes for a missing value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PerhapsMissing {
    /// The column.
    pub column: String,
    /// What stands there, as the file writes it.
    pub codes: Vec<String>,
    /// In how many rows.
    pub rows: usize,
    /// Why it looks so.
    pub why: &'static str,
    /// What that means, in sentences.
    pub told: String,
}

impl PerhapsMissing {
    /// What must be so for what is promised: `-9 in pay is a value like any other`.
    pub fn condition(&self) -> String {
        let are = if self.codes.len() == 1 { "is a value" } else { "are values" };
        format!("{} in {} {are} like any other", list(&self.codes), self.column)
    }
}

/// What is to be said of sensitive columns: of those that a rule asks about, and of all of them where nothing is asked.
pub fn perhaps_missing(input: &Input, policy: &Policy, sensitive: &[(String, Arc<Column>)]) -> Vec<PerhapsMissing> {
    let nothing = ColumnInfo::default();
    let info = |name: &str| input.names().iter().position(|other| other == name).map(|at| &input.infos()[at]);
    let of_column = |(name, column): &(String, Arc<Column>)| {
        let asked = is_asked_about(policy, name);
        let silent = policy.column(name).is_some_and(ColumnRule::has_no_codes);
        if silent || !asked && !policy.protect().is_empty() {
            return None;
        }
        let codes = missing_codes(column, info(name).unwrap_or(&nothing));
        let (why, rows) = (codes.first()?.why, codes.iter().map(|code| code.rows).sum());
        let codes: Vec<String> = codes.into_iter().map(|code| code.text).collect();
        let told = told(policy, name, &codes, (rows, why), asked);
        Some(PerhapsMissing { column: name.clone(), codes, rows, why, told })
    };
    sensitive.iter().filter_map(of_column).collect()
}

fn is_asked_about(policy: &Policy, name: &str) -> bool {
    policy.protect().iter().any(|rule| rule.reads() != Reads::Nothing && rule.sensitive().iter().any(|of| of == name))
}

fn told(policy: &Policy, name: &str, codes: &[String], (rows, why): (usize, &str), asked: bool) -> String {
    let all = list(codes);
    let (look, mean) = if codes.len() == 1 { ("looks", "means") } else { ("look", "mean") };
    let then = if asked {
        format!("what is promised of {name} is false for people who are grouped with it")
    } else {
        format!("what is said of {name} counts it as a value")
    };
    format!(
        "{all} in `{name}` ({}; {why}) {look} like no answer, and {} taken for a value. If {all} {mean} no answer, {then}. To have it \
         read so, and these people published without a value, write {} of the column{}; missing = [] there says that {} a \
         value.",
        several(rows, "row", "rows"),
        if codes.len() == 1 { "is" } else { "are" },
        published(codes),
        in_a_policy(policy),
        if codes.len() == 1 { "it is" } else { "each is" },
    )
}
