//! What a table has where nothing is asked of it, as the terminal shows it.

use std::fmt::Write as _;

use aloof::audit::{KnowledgeReport, MeasureReport};
use aloof::words::length;

use crate::show::{count, fraction, on_line, table, wrap};

/// All that was measured of a sensitive column.
pub(super) fn show_measures(out: &mut String, measures: &MeasureReport) {
    let _ = writeln!(out, "What {} has:", on_line(&measures.sensitive));
    let none = || "none".to_owned();
    let mut rows = table(&["  measure", "value", "meaning"]);
    let mut add = |name: &str, value: String, meaning: &str| {
        rows.add_row(vec![format!("  {name}"), value, meaning.to_owned()]);
    };
    add("k", count(measures.k), "rows in the smallest group");
    add("distinct l", count(measures.distinct_l), "fewest distinct values in a group");
    add("m-unique", count(measures.m_unique), "all rows of a group differ, and are so many; 0: not in every group");
    add("frequency l", fraction(&measures.frequency_l), "no value has a share above 1/l");
    add("entropy l", format!("{:.4}", measures.entropy_l), "exponential of the smallest entropy");
    add(
        "recursive c (l=2)",
        measures.recursive_c_2.as_deref().map_or_else(none, fraction),
        "holds for every c above this",
    );
    add("alpha", fraction(&measures.alpha), "largest share of one value");
    add("t, equal", fraction(&measures.t_equal), "farthest distribution, all values equally far apart");
    if let Some(t) = &measures.t_ordered {
        add("t, ordered", fraction(t), "by rank");
    }
    if let Some(t) = &measures.t_value {
        add("t, by value", fraction(t), "by difference");
    }
    add("beta", fraction(&measures.beta), "largest relative gain of a value");
    if let Some(range) = &measures.range {
        add("range", length(&fraction(range), measures.dates), "smallest range of a group");
    }
    if let Some(variance) = &measures.variance {
        let meaning = if measures.dates {
            "smallest variance of a group, in days squared"
        } else {
            "smallest variance of a group"
        };
        add("variance", fraction(variance), meaning);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    show_knowledge(out, &measures.knowledge);
    show_proximity(out, measures);
}

/// What someone can conclude who knows more than the table.
fn show_knowledge(out: &mut String, found: &KnowledgeReport) {
    out.push_str("  What somebody may know besides: facts such as `if this one has that value, so has that one`\n");
    let mut rows = table(&["  facts", "a value can be named with confidence"]);
    for step in &found.implications {
        rows.add_row(vec![format!("  {}", step.k), fraction(&step.belief)]);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    if found.ruled_out == Some(0) {
        out.push_str("  For a confidence of 1/2 nothing need be known besides the table.\n");
        return;
    }
    let many = |count: Option<u32>, one: &str, more: &str| match count {
        Some(1) => format!("1 {one}"),
        Some(count) => format!("{count} {more}"),
        None => format!("more than 10 {more}"),
    };
    let enough = [
        many(found.ruled_out, "value that a person does not have", "values that a person does not have"),
        many(found.others, "other person's value", "other people's values"),
        many(
            found.kin,
            "other who has the value only if this one has",
            "others who have the value only if this one has",
        ),
    ];
    out.push_str(&wrap(&format!("Enough for a confidence of 1/2: {}.", enough.join("; or ")), "  ", 100));
}

fn show_proximity(out: &mut String, measures: &MeasureReport) {
    if measures.proximity.is_empty() {
        return;
    }
    out.push_str("  How close an adversary comes: the largest m for which (ε, m)-anonymity holds\n");
    let (epsilon, figure) =
        if measures.dates { ("  ε, in days", "around any day") } else { ("  ε", "around any figure") };
    let mut rows =
        table(&[epsilon, figure, "worst share of a group", "around one of its values", "worst share of a group"]);
    for step in &measures.proximity {
        rows.add_row(vec![
            format!("  {}", step.epsilon),
            step.max_m_register.to_string(),
            fraction(&step.worst_risk_register),
            step.max_m.to_string(),
            fraction(&step.worst_risk),
        ]);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    if measures.staircase.is_empty() {
        out.push_str("  No m above 1 holds for any ε, not even for equal values only.\n");
        return;
    }
    let mut stairs = table(&["  m", "ε must stay below, around one of its values"]);
    for step in &measures.staircase {
        stairs.add_row(vec![format!("  {}", step.m), length(&step.epsilon_below, measures.dates)]);
    }
    let _ = writeln!(out, "{}", stairs.trim_fmt());
}
