//! Risk against use as a picture: one mark per release.

use std::fmt::Write as _;

use aloof::advise::percent;

use crate::page::escape;
use crate::{Axis, Frame};

const FRAME: Frame = Frame { width: 500.0, height: 330.0, left: 54.0, right: 484.0, top: 44.0, bottom: 268.0 };

/// A release: its name, how far answers from it are off, the largest belief, and whether all holds that is asked for.
#[derive(Clone, Debug)]
pub struct Mark {
    /// As it is called in the tables around.
    pub name: String,
    /// How far to the right: the share by which answers are off.
    pub off: f64,
    /// How far up, from 0 to 1.
    pub risk: f64,
    /// A full mark, else an empty one.
    pub holds: bool,
}

/// Draws the marks; `bound` is the largest risk that is allowed.
pub fn scatter_svg(marks: &[Mark], bound: Option<f64>) -> String {
    let x_axis = Axis::from_zero(marks.iter().map(|mark| mark.off));
    let Frame { left, right, .. } = FRAME;
    let (x, y) = (|off: f64| FRAME.x(x_axis.place(off)), |risk: f64| FRAME.y(risk.clamp(0.0, 1.0)));
    let mut svg = FRAME.open("Risk against use, one mark per release");
    x_axis.ticks(5).into_iter().for_each(|(off, _)| FRAME.upright(&mut svg, x(off), &percent(off)));
    for risk in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
        FRAME.level(&mut svg, y(risk), &percent(risk));
    }
    if let Some(bound) = bound {
        let _ = writeln!(
            svg,
            r#"<path d="M{left} {0:.1}H{right}" style="stroke:var(--warn,#9a3412)" stroke-dasharray="6 4" stroke-width="2"/><text x="{right}" y="{1:.1}" text-anchor="end" style="fill:var(--warn,#9a3412)">allowed</text>"#,
            y(bound),
            // Names of marks stand above them: below the line nothing is in its way, unless it is at the bottom.
            if y(bound) + 22.0 < FRAME.bottom { y(bound) + 18.0 } else { y(bound) - 6.0 }
        );
    }
    FRAME.edges(&mut svg);
    FRAME.below(&mut svg, "how far answers are off");
    let _ = writeln!(svg, r#"<text x="{left}" y="24">how sure somebody can be of anyone (worst)</text>"#);
    marks.iter().for_each(|mark| point(&mut svg, (x(mark.off), y(mark.risk)), mark));
    svg.push_str("</svg>\n");
    svg
}

fn point(svg: &mut String, (x, y): (f64, f64), mark: &Mark) {
    let (colour, fill) = if mark.holds {
        ("var(--good,#1b7f3b)", "var(--good,#1b7f3b)")
    } else {
        ("var(--bad,#b3261e)", "var(--paper,#fff)")
    };
    let (dx, anchor) = if x > f64::midpoint(FRAME.left, FRAME.right) { (-11.0, "end") } else { (11.0, "start") };
    let name = escape(&mark.name);
    let (tx, ty) = (x + dx, y - 8.0);
    let _ = writeln!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="6" style="fill:{fill};stroke:{colour}" stroke-width="2.5"/>
<g text-anchor="{anchor}" font-weight="600">
<text x="{tx:.1}" y="{ty:.1}" style="stroke:var(--paper,#fff)" stroke-width="4" stroke-linejoin="round">{name}</text>
<text x="{tx:.1}" y="{ty:.1}" style="fill:{colour}">{name}</text>
</g>"#
    );
}
