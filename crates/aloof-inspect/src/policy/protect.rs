//! The `[[protect]]` block: what must hold, as far as the columns say.
//!
//! A sensitive column of numbers asks for (ε, m)-anonymity; failing that, sensitive labels ask for l-diversity; failing
//! both, quasi-identifiers ask for k-anonymity. One block is enough to start from.

use std::cmp::Reverse;

use super::toml_text::quoted;
use crate::{ColumnFacts, Inspection, Proximity, Role};

const NOTHING: &str = "\
# No column looks known to others or sensitive, so nothing is asked to hold. If one is, change its role above.
";

/// The block with its explanation; only an explanation when there is nothing to protect.
pub(super) fn block(inspection: &Inspection) -> String {
    let sensitive: Vec<&ColumnFacts> = with_role(inspection, Role::Sensitive);
    let quasi = with_role(inspection, Role::Quasi);
    let (text, chosen) = if let Some((column, proximity)) = best_numbers(&sensitive) {
        (epsilon_m(column, proximity), Some(column))
    } else if let Some(column) = best_labels(&sensitive) {
        (l_diversity(column), Some(column))
    } else if !quasi.is_empty() {
        (k_anonymity(), None)
    } else {
        (NOTHING.to_owned(), None)
    };
    text + &others(&sensitive, chosen)
}

fn with_role(inspection: &Inspection, role: Role) -> Vec<&ColumnFacts> {
    inspection.columns.iter().filter(|column| column.guess.role == role).collect()
}

/// The surest guess, then the one that allows the largest m, has fewest missing and most distinct values, comes first.
fn best_numbers<'a>(sensitive: &[&'a ColumnFacts]) -> Option<(&'a ColumnFacts, Proximity)> {
    let allowed = sensitive.iter().filter_map(|&column| Some((column, column.proximity?)));
    allowed.min_by_key(|(column, proximity)| {
        (Reverse(column.guess.confidence), Reverse(proximity.m), column.missing, Reverse(column.distinct))
    })
}

/// The surest guess among columns that have at least two values.
fn best_labels<'a>(sensitive: &[&'a ColumnFacts]) -> Option<&'a ColumnFacts> {
    let varied = sensitive.iter().filter(|column| column.distinct >= 2);
    varied.min_by_key(|column| (Reverse(column.guess.confidence), column.most_common)).copied()
}

fn epsilon_m(column: &ColumnFacts, proximity: Proximity) -> String {
    let Proximity { absolute, m } = proximity;
    let name = quoted(&column.name);
    format!(
        "\
# Nobody who knows everybody's quasi values, and takes the rows of a group as equally likely, shall be able to tell the
# value of anyone in the table to within `absolute` with more than 1 in `m` certainty. Adapt both: `absolute` is the
# difference below which two values tell the same, `m` how many such different values must be possible. Here `absolute`
# is a round number near a twentieth of the interquartile range, or near twice the step that values are rounded to where
# that is more, made smaller where the table is too crowded for it; `m` is 5, or less where that is not possible.
[[protect]]
principle = \"epsilon-m\"
sensitive = {name}
absolute  = \"{absolute}\"
m         = {m}
view      = \"register\"  # the default; \"candidates\" and \"group\" are weaker
"
    )
}

fn l_diversity(column: &ColumnFacts) -> String {
    let name = quoted(&column.name);
    let l = column.distinct.min(3);
    format!(
        "\
# Whoever is found in a group shall not give away one value: every group holds at least `l` different ones. Adapt `l`;
# the column has {} different values. Where one is rare or far worse than the others, see the other kinds.
[[protect]]
principle = \"l-diversity\"
kind      = \"distinct\"
sensitive = {name}
l         = {l}
",
        column.distinct
    )
}

fn k_anonymity() -> String {
    "\
# No column looks sensitive, so all that is asked is that nobody is alone: every group holds at least `k` rows. If a
# column is sensitive, give it that role above and protect it here.
[[protect]]
principle = \"k-anonymity\"
k         = 5
"
    .into()
}

fn others(sensitive: &[&ColumnFacts], chosen: Option<&ColumnFacts>) -> String {
    let rest = sensitive.iter().filter(|column| chosen.is_none_or(|chosen| chosen.name != column.name));
    let names: Vec<String> = rest.map(|column| quoted(&column.name)).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "
# Guessed to be sensitive too, and published unprotected unless they get a [[protect]] of their own or another role:
# {}
",
        names.join(", ")
    )
}
