//! The `[[protect]]` block: what must hold, as far as the columns say.
//!
//! A sensitive column of numbers asks for (ε, m)-anonymity, one of labels, or of numbers too crowded for that, for l-diversity;
//! where nothing is sensitive, quasi-identifiers ask for k-anonymity. What is asked of each column holds for the table as one
//! group, so that it can be kept for all of them together.

use std::cmp::Reverse;

use super::toml_text::quoted;
use crate::{ColumnFacts, Inspection, Proximity, Role};

const NOTHING: &str = "\
# No column looks known to others or sensitive, so nothing is asked to hold. If one is, change its role above.
";

/// The most columns that a first policy protects: every further one makes groups larger.
const MOST: usize = 5;

/// The blocks with their explanations, the columns that they protect, and the sensitive columns for which there is none.
pub(super) struct Blocks<'a> {
    pub text: String,
    pub chosen: Vec<&'a ColumnFacts>,
    pub left: Vec<&'a str>,
}

/// What must hold; only an explanation when there is nothing to protect.
pub(super) fn blocks(inspection: &Inspection) -> Blocks<'_> {
    let mut sensitive: Vec<&ColumnFacts> = with_role(inspection, Role::Sensitive);
    sensitive.sort_by_key(|column| rank(column));
    let (chosen, left): (Vec<_>, Vec<_>) =
        sensitive.iter().enumerate().partition(|(at, column)| *at < MOST && column.distinct >= 2);
    let text = if chosen.is_empty() {
        if with_role(inspection, Role::Quasi).is_empty() { NOTHING.to_owned() } else { k_anonymity() }
    } else {
        let first = |at: usize| chosen[..at].iter().all(|(_, other)| kind(other) != kind(chosen[at].1));
        let blocks: Vec<String> =
            chosen.iter().enumerate().map(|(at, (_, column))| block(column, inspection.rows, first(at))).collect();
        blocks.join("\n")
    };
    let left: Vec<&str> = left.into_iter().map(|(_, column)| column.name.as_str()).collect();
    let chosen = chosen.into_iter().map(|(_, column)| *column).collect();
    Blocks { text: text + &others(&left), chosen, left }
}

/// The surest guess first, then numbers that allow a promise, the largest m, fewest missing and most distinct values.
fn rank(column: &ColumnFacts) -> impl Ord + use<> {
    let m = column.proximity.map(|proximity| proximity.m);
    (
        column.distinct < 2,
        Reverse(m.is_some()),
        Reverse(column.guess.confidence),
        Reverse(m),
        column.missing,
        Reverse(column.distinct),
    )
}

/// Whether a column of numbers allows a promise about them.
fn kind(column: &ColumnFacts) -> bool {
    column.proximity.is_some()
}

/// The first block of a kind explains it.
fn block(column: &ColumnFacts, rows: usize, explained: bool) -> String {
    let text = match column.proximity {
        Some(proximity) => epsilon_m(column, proximity),
        None => l_diversity(column),
    };
    let text =
        if explained { text } else { text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect() };
    let grounds = column.proximity.map(|proximity| format!("`absolute` is {}", proximity.grounds()));
    let told = column.told_of_dominant(rows).into_iter().chain(grounds);
    let name = quoted(&column.name);
    told.fold(String::new(), |all, told| format!("{all}# {name}: {told}.\n")) + &text
}

fn with_role(inspection: &Inspection, role: Role) -> Vec<&ColumnFacts> {
    inspection.columns.iter().filter(|column| column.guess.role == role).collect()
}

fn epsilon_m(column: &ColumnFacts, proximity: Proximity) -> String {
    let Proximity { absolute, m, .. } = proximity;
    let name = quoted(&column.name);
    format!(
        "\
# Nobody who knows everybody's quasi values, and takes the rows of a group as equally likely, shall be able to tell the
# value of anyone in the table to within `absolute` with more than 1 in `m` certainty. Adapt both: `absolute` is the
# difference below which two values tell the same, `m` how many such different values must be possible: 5 is proposed, or
# less where that is not possible.
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
# the column has {} different values. This bounds no guess about a person's value: one of them may be far more common than the
# others. Where one is, or is rare or far worse than the others, see the other kinds.
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

fn others(left: &[&str]) -> String {
    if left.is_empty() {
        return String::new();
    }
    let names: Vec<String> = left.iter().map(|name| quoted(name)).collect();
    format!(
        "
# Look sensitive too, and are left out above: to publish one of them, give it role = \"sensitive\" and a [[protect]] of its own.
# {}
",
        names.join(", ")
    )
}
