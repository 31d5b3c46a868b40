//! Whom a manifest alone calls people without a value.
//!
//! Which texts mean a missing value in the original is for a policy to say. Where a release is judged by what it says of itself,
//! its manifest says it, and its writer may call anybody's values missing: whoever has them is then dropped and counted as nobody,
//! or published without what everybody can read in the manifest. So these people are counted, and an audit that they would
//! decide does not pass: the policy of whoever asks says what is missing.
//!
//! # Cost
//! Columns in which such texts count are read twice more, as text; nothing where the manifest names none.

use aloof_io::{Ask, Input, MissingWord, ReadOptions, Source};
use aloof_table::{Decimal, Table};

use crate::Error;
use crate::data::read_options;
use crate::policy::{ColumnRule, Missing, Policy, Role};
use crate::words;

/// What is open because of texts that only the manifest calls missing.
pub(super) fn told(policy: &Policy, original: &Source) -> Result<Option<String>, Error> {
    let by_flag = policy.is_missing_by_flag();
    let options = read_options(policy);
    let names_none = (by_flag || options.nulls.is_empty()) && options.nulls_of.is_empty();
    if policy.protect().is_empty() || !policy.is_stated_by_release() || names_none {
        return Ok(None);
    }
    let nulls = if by_flag { options.nulls.clone() } else { Vec::new() };
    let own = ReadOptions { nulls, nulls_of: Vec::new(), ..read_options(policy) };
    let (believed, seen) = (texts(policy, original, options)?, texts(policy, original, own)?);
    let lacks = |row: usize| {
        policy.columns().iter().any(|rule| {
            let columns = believed.column(rule.name()).zip(seen.column(rule.name()));
            columns.is_some_and(|(believed, seen)| {
                let stands = || seen.to_labels().get(row).is_some_and(|text| counts(policy, rule, text));
                believed.is_missing(row) && !seen.is_missing(row) && stands()
            })
        })
    };
    let people = (0..seen.rows()).filter(|&row| lacks(row)).count();
    Ok((people > 0).then(|| {
        let (have, their) = if people == 1 { ("counts", "its") } else { ("count", "their") };
        format!(
            "{} of the original {have} as without a value though something stands in {their} cell: that it means a missing one is \
             said by the manifest alone; give the policy that says so",
            words::several(people, "row", "rows")
        )
    }))
}

/// Whether a text in a column would be somebody's value, and decide something if it is called missing: who lacks a value that the
/// policy drops rows for is gone, and whoever is published without a number is known to have that one.
fn counts(policy: &Policy, rule: &ColumnRule, text: &str) -> bool {
    let drops = policy.missing_in(rule) == Missing::Drop;
    match rule.role() {
        Role::Sensitive => drops || text.parse::<Decimal>().is_ok(),
        // Words that programs write where nothing is known are no place, age or job of anybody.
        Role::Quasi => drops && MissingWord::of(text).is_none(),
        _ => false,
    }
}

/// Quasi and sensitive columns, as they are written.
fn texts(policy: &Policy, source: &Source, options: ReadOptions) -> Result<Table, Error> {
    let input = Input::open(source.clone(), options)?;
    let is_asked =
        |name: &String| policy.column(name).is_some_and(|rule| matches!(rule.role(), Role::Quasi | Role::Sensitive));
    let ask = |name: &String| if is_asked(name) { Ask::Text } else { Ask::Skip };
    Ok(input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?)
}
