//! Numbers side by side as a picture: bars over classes, one colour for each of several series.

use std::fmt::Write as _;

use super::Axis;
use super::page::escape;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 280.0;
const COLOURS: [&str; 3] = ["#8a8f99", "#1d5f8a", "#b3470f"];

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
    let y = |number: f64| BOTTOM - axis.place(number) * (BOTTOM - TOP);
    let step = (RIGHT - LEFT) / bars.classes.len().max(1) as f64;
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="#333">
<title>{0}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>
<text x="{LEFT}" y="20">{1}</text>
<text x="{2:.1}" y="{3:.1}" text-anchor="middle">{4}</text>"##,
        escape(bars.title),
        escape(bars.y),
        f64::midpoint(LEFT, RIGHT),
        HEIGHT - 10.0,
        escape(bars.x)
    );
    for (number, text) in axis.ticks(5) {
        let at = y(number);
        let _ = writeln!(
            svg,
            r##"<path d="M{LEFT} {at:.1}H{RIGHT}" stroke="#e4e4e4"/><text x="{:.1}" y="{:.1}" text-anchor="end">{text}</text>"##,
            LEFT - 8.0,
            at + 4.5
        );
    }
    for (class, name) in bars.classes.iter().enumerate() {
        let left = LEFT + step * class as f64;
        let each = step * 0.84 / bars.series.len().max(1) as f64;
        for (at, (_, numbers)) in bars.series.iter().enumerate() {
            let top = y(numbers[class]);
            let _ = writeln!(
                svg,
                r#"<rect x="{:.1}" y="{top:.1}" width="{each:.1}" height="{:.1}" fill="{}"/>"#,
                left + step * 0.08 + each * at as f64,
                BOTTOM - top,
                colour(at, bars.series.len())
            );
        }
        let _ = writeln!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            left + step / 2.0,
            BOTTOM + 18.0,
            escape(name)
        );
    }
    legend(&mut svg, bars);
    if let Some((classes, word)) = bars.line {
        let x = LEFT + step * classes;
        let _ = writeln!(
            svg,
            r##"<path d="M{x:.1} {TOP}V{BOTTOM}" stroke="#9a3412" stroke-width="2" stroke-dasharray="6 4"/><text x="{:.1}" y="{:.1}" fill="#9a3412">{}</text>"##,
            x + 6.0,
            TOP + 12.0,
            escape(word)
        );
    }
    let _ = writeln!(svg, r##"<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#333"/>"##);
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String, bars: &Bars<'_>) {
    if bars.series.len() < 2 {
        return;
    }
    let mut x = LEFT;
    for (at, (name, _)) in bars.series.iter().enumerate() {
        let _ = writeln!(
            svg,
            r#"<rect x="{x:.1}" y="32" width="11" height="11" fill="{}"/><text x="{:.1}" y="42">{}</text>"#,
            colour(at, bars.series.len()),
            x + 16.0,
            escape(name)
        );
        x += 34.0 + 7.2 * name.chars().count() as f64;
    }
}
