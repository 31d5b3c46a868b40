//! How a release by walking is told.

use std::fmt::Write as _;
use std::path::Path;

use aloof::release::{ColumnReport, Measured, ReleaseReport, WalkReport};

use crate::show::{count, on_line, several, wrap};

/// Columns, mixing, disclosure, and what is not promised.
pub(crate) fn text(out: &Path, made: &ReleaseReport, walk: &WalkReport) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}, walked", on_line(&out.display().to_string()), several(made.tuples, "row", "rows"));
    for column in &walk.columns {
        of_column(&mut text, column);
    }
    text.push_str("\nEvery kept property holds in the decimals as written, and held in the original.\n");
    let (walked, noise) = (&walk.disclosure.walk, &walk.disclosure.noise);
    text.push_str("\nDisclosure, measured, beside uniform noise that moves values as far:\n");
    for (name, found) in [("walk", walked), ("noise", noise)] {
        let _ = writeln!(text, "  {name:6}{}", measured(found));
    }
    let line = format!(
        "The nearest record would be the right one by chance in {:.4}% of {} cases.",
        100.0 * walked.by_chance,
        count(walked.asked)
    );
    text.push_str(&wrap(&line, "  ", 100));
    text.push('\n');
    text.push_str(&wrap(&format!("Formal guarantee: {}.", walk.guarantee), "", 100));
    text
}

fn of_column(text: &mut String, column: &ColumnReport) {
    let _ = writeln!(
        text,
        "  {}: {} of {} localities kept in {}; values moved by {:.1}% of the domain on average, {} of {} as they were",
        on_line(&column.column),
        count(column.kept),
        count(column.localities),
        several(column.segments, "segment", "segments"),
        100.0 * column.shift,
        count(column.unchanged),
        count(column.values)
    );
    let _ = writeln!(
        text,
        "    chains agree in {} of {} (median R-hat {:.3}, worst {:.3}); {} could not move, {} only with a neighbour, {} \
         with most of their segment",
        count(column.mixed),
        several(column.segments, "segment", "segments"),
        column.r_hat_median,
        column.r_hat_worst,
        count(column.still),
        count(column.together),
        count(column.shifted)
    );
    if column.ties == "relax" {
        text.push_str("    equal values could part, and localities with two equal sides were not kept\n");
    }
    if let Some(left) = column.left_by_properties {
        let _ = writeln!(
            text,
            "    whoever knew every kept property could narrow a value down to {:.0}% of the domain; with noise that moves \
             values as far, whoever knew its width, to {:.0}%",
            100.0 * left,
            100.0 * column.left_by_noise
        );
    }
}

pub(crate) fn measured(found: &Measured) -> String {
    format!(
        "nearest record is the right one: {:.2}%; values within 1%, 5%, 10% of the domain: {:.1}%, {:.1}%, {:.1}%",
        100.0 * found.linked,
        100.0 * found.within_1_percent,
        100.0 * found.within_5_percent,
        100.0 * found.within_10_percent
    )
}
