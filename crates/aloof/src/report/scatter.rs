//! Risk against loss as a picture: one mark per release.

use std::fmt::Write as _;

use super::Axis;
use super::page::escape;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 336.0;

/// A release: its name, what it lost, the largest belief, and whether all holds that is asked for.
#[derive(Clone, Debug)]
pub struct Mark {
    /// As it is called in the tables around.
    pub name: String,
    /// How far to the right.
    pub loss: f64,
    /// How far up, from 0 to 1.
    pub risk: f64,
    /// A full mark, else an empty one.
    pub holds: bool,
}

/// Draws the marks; `bound` is the largest risk that is allowed.
pub fn scatter_svg(marks: &[Mark], bound: Option<f64>) -> String {
    let x_axis = Axis::over(marks.iter().map(|mark| mark.loss));
    let x = |loss: f64| LEFT + x_axis.place(loss) * (RIGHT - LEFT);
    let y = |risk: f64| BOTTOM - risk.clamp(0.0, 1.0) * (BOTTOM - TOP);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="#333">
<title>Risk against loss, one mark per release</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>"##
    );
    for (loss, text) in x_axis.ticks(7) {
        let at = x(loss);
        let _ = writeln!(
            svg,
            r##"<path d="M{at:.1} {TOP}V{BOTTOM}" stroke="#e4e4e4"/><text x="{at:.1}" y="{:.1}" text-anchor="middle">{text}</text>"##,
            BOTTOM + 20.0
        );
    }
    for fifth in 0..=5 {
        let risk = f64::from(fifth) / 5.0;
        let _ = writeln!(
            svg,
            r##"<path d="M{LEFT} {0:.1}H{RIGHT}" stroke="#e4e4e4"/><text x="{1:.1}" y="{2:.1}" text-anchor="end">{risk}</text>"##,
            y(risk),
            LEFT - 8.0,
            y(risk) + 4.5
        );
    }
    if let Some(bound) = bound {
        let _ = writeln!(
            svg,
            r##"<path d="M{LEFT} {0:.1}H{RIGHT}" stroke="#9a3412" stroke-dasharray="6 4" stroke-width="2"/><text x="{RIGHT}" y="{1:.1}" text-anchor="end" fill="#9a3412">allowed</text>"##,
            y(bound),
            y(bound) - 6.0
        );
    }
    let _ = writeln!(
        svg,
        r##"<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#333"/>
<text x="{:.1}" y="{:.1}" text-anchor="middle">loss</text>
<text x="{LEFT}" y="24" text-anchor="start">the largest belief that an adversary can reach about anyone</text>"##,
        f64::midpoint(LEFT, RIGHT),
        HEIGHT - 18.0
    );
    marks.iter().for_each(|mark| point(&mut svg, (x(mark.loss), y(mark.risk)), mark));
    svg.push_str("</svg>\n");
    svg
}

fn point(svg: &mut String, (x, y): (f64, f64), mark: &Mark) {
    let (colour, fill) = if mark.holds { ("#1b7f3b", "#1b7f3b") } else { ("#b3261e", "#fff") };
    let (dx, anchor) = if x > f64::midpoint(LEFT, RIGHT) { (-11.0, "end") } else { (11.0, "start") };
    let name = escape(&mark.name);
    let (tx, ty) = (x + dx, y - 8.0);
    let _ = writeln!(
        svg,
        r##"<circle cx="{x:.1}" cy="{y:.1}" r="6" fill="{fill}" stroke="{colour}" stroke-width="2.5"/>
<g text-anchor="{anchor}" font-weight="600">
<text x="{tx:.1}" y="{ty:.1}" stroke="#fff" stroke-width="4" stroke-linejoin="round">{name}</text>
<text x="{tx:.1}" y="{ty:.1}" fill="{colour}">{name}</text>
</g>"##
    );
}
