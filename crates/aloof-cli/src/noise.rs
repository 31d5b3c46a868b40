//! How a release with noise is told.

use std::fmt::Write as _;
use std::path::Path;

use aloof::release::{NoiseReport, ReleaseReport};

use crate::show::{count, on_line, several, wrap};
use crate::walk::measured;

/// Columns, disclosure, and what is not promised.
pub(crate) fn text(out: &Path, made: &ReleaseReport, noise: &NoiseReport) -> String {
    let mut text = String::new();
    let rows = several(made.tuples, "row", "rows");
    let _ = writeln!(
        text,
        "{}: {rows}, with noise of up to {} of each domain",
        on_line(&out.display().to_string()),
        noise.share
    );
    for column in &noise.columns {
        let _ = writeln!(
            text,
            "  {}: up to {} added or taken away, within {} to {}; moved by {:.1}% of the domain on average, {} as they were",
            on_line(&column.column),
            column.width,
            column.low,
            column.high,
            100.0 * column.shift,
            count(column.unchanged)
        );
        let _ = writeln!(
            text,
            "    whoever knows the width can narrow a value down to {:.0}% of the domain",
            100.0 * column.left_by_noise
        );
    }
    let _ =
        writeln!(text, "  distortion {:.4} (mean distance from the true value, as a share of it)", noise.distortion);
    let _ = writeln!(text, "\nDisclosure, measured:\n  {}", measured(&noise.disclosure));
    let line = format!(
        "The nearest record would be the right one by chance in {:.4}% of {} cases.",
        100.0 * noise.disclosure.by_chance,
        count(noise.disclosure.asked)
    );
    text.push_str(&wrap(&line, "  ", 100));
    text.push('\n');
    text.push_str(&wrap(&format!("Formal guarantee: {}.", noise.guarantee), "", 100));
    text
}
