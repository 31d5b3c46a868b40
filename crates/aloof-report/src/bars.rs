//! Numbers side by side as a picture: bars over classes, one colour for each of several series.

use std::fmt::Write as _;

use crate::page::escape;
use crate::{Axis, Frame};

const FRAME: Frame = Frame { width: 500.0, height: 300.0, left: 54.0, right: 490.0, top: 60.0, bottom: 244.0 };
const COLOURS: [&str; 3] = ["var(--was,#8a8f99)", "var(--accent,#1d5f8a)", "var(--warn,#b3470f)"];

/// Grey is for what was; one series alone is what is.
fn colour(series: usize, of: usize) -> &'static str {
    COLOURS[if of == 1 { 1 } else { series % COLOURS.len() }]
}

/// What is drawn.
pub struct Bars<'a> {
    /// For those who cannot see it.
    pub title: &'a str,
    /// What the classes are.
    pub x: &'a str,
    /// What the bars count.
    pub y: &'a str,
    /// The classes, in words; empty ones are not written.
    pub classes: &'a [String],
    /// Names and numbers, one per class.
    pub series: &'a [(&'a str, Vec<f64>)],
    /// A line between classes, with its word: how many classes lie before it.
    pub line: Option<(f64, &'a str)>,
}

/// Draws them.
pub fn bars_svg(bars: &Bars<'_>) -> String {
    let axis = Axis::from_zero(bars.series.iter().flat_map(|(_, numbers)| numbers.iter().copied()));
    let Frame { left, right, top, bottom, .. } = FRAME;
    let y = |number: f64| FRAME.y(axis.place(number));
    let step = (right - left) / bars.classes.len().max(1) as f64;
    let mut svg = FRAME.open(bars.title);
    let _ = writeln!(svg, r#"<text x="{left}" y="20">{}</text>"#, escape(bars.y));
    FRAME.below(&mut svg, bars.x);
    axis.ticks(5).into_iter().for_each(|(number, text)| FRAME.level(&mut svg, y(number), &text));
    for (class, name) in bars.classes.iter().enumerate() {
        let begin = left + step * class as f64;
        let each = step * 0.84 / bars.series.len().max(1) as f64;
        for (at, (_, numbers)) in bars.series.iter().enumerate() {
            let high = y(numbers[class]);
            let _ = writeln!(
                svg,
                r#"<rect x="{:.1}" y="{high:.1}" width="{each:.1}" height="{:.1}" style="fill:{}"/>"#,
                begin + step * 0.08 + each * at as f64,
                bottom - high,
                colour(at, bars.series.len())
            );
        }
        let _ = writeln!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            begin + step / 2.0,
            bottom + 18.0,
            escape(name)
        );
    }
    legend(&mut svg, bars);
    if let Some((classes, word)) = bars.line {
        let x = left + step * classes;
        let _ = writeln!(
            svg,
            r#"<path d="M{x:.1} {top}V{bottom}" style="stroke:var(--warn,#9a3412)" stroke-width="2" stroke-dasharray="6 4"/><text x="{:.1}" y="{:.1}" style="fill:var(--warn,#9a3412)">{}</text>"#,
            x + 6.0,
            top + 12.0,
            escape(word)
        );
    }
    FRAME.edges(&mut svg);
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String, bars: &Bars<'_>) {
    if bars.series.len() < 2 {
        return;
    }
    let mut x = FRAME.left;
    for (at, (name, _)) in bars.series.iter().enumerate() {
        let _ = writeln!(
            svg,
            r#"<rect x="{x:.1}" y="32" width="11" height="11" style="fill:{}"/><text x="{:.1}" y="42">{}</text>"#,
            colour(at, bars.series.len()),
            x + 16.0,
            escape(name)
        );
        x += 34.0 + 7.2 * name.chars().count() as f64;
    }
}
