//! Curves as a picture: marks that differ for all eyes, intervals as bars, a legend beside them; for light and dark screens.

use std::fmt::Write as _;

use aloof_report::{Axis, Frame};

use super::figure::{Curve, Figure};

pub(super) const FRAME: Frame =
    Frame { width: 780.0, height: 440.0, left: 76.0, right: 520.0, top: 74.0, bottom: 376.0 };

/// Colours that differ for most eyes, on a light sheet and on a dark one.
const COLOURS: [(&str, &str); 7] = [
    ("#1d5f8a", "#6db3e2"),
    ("#b3470f", "#f0935a"),
    ("#3a7d34", "#86c97f"),
    ("#7b3f98", "#cb97e3"),
    ("#8a6d00", "#dcc04d"),
    ("#555555", "#b5b5b5"),
    ("#a3225c", "#f27fb0"),
];
/// As many letters of a title stand in one line.
const LINE: usize = 92;

/// Colours follow the reader's screen, wherever the file is shown.
pub(super) fn style() -> String {
    let of = |dark: bool| {
        let one = |(at, colour): (usize, &(&str, &str))| format!("--c{at}:{};", if dark { colour.1 } else { colour.0 });
        COLOURS.iter().enumerate().map(one).collect::<String>()
    };
    format!(
        "<style>svg{{--ink:#222;--chart:#fff;--grid:#e4e4e4;{}}}@media (prefers-color-scheme:dark){{svg{{--ink:#e2e2e2;--chart:#16191d;--grid:#363b41;{}}}}}</style>\n",
        of(false),
        of(true)
    )
}

/// What was found, in one line or two, and what the plot shows from below to above.
pub(super) fn head(svg: &mut String, title: &str, y: &str) {
    svg.push_str(&style());
    let left = 16;
    for (at, line) in lines(title).iter().enumerate() {
        let _ = writeln!(svg, r#"<text x="{left}" y="{}" font-weight="600">{}</text>"#, 22 + 19 * at, escaped(line));
    }
    let _ = writeln!(svg, r#"<text x="{left}" y="{:.0}">{}</text>"#, FRAME.top - 12.0, escaped(y));
}

fn lines(title: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in title.split(' ') {
        let last = lines.last_mut().expect("begins with one");
        if last.chars().count() + word.chars().count() >= LINE {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    lines
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

pub(super) fn curves(figure: &Figure, curves: &[Curve]) -> String {
    let all = || curves.iter().flat_map(Curve::found);
    let ends = curves.iter().flat_map(|curve| &curve.points).filter_map(|(_, sample)| Some(sample.interval()?.1));
    let x_axis = Axis::over(all().map(|point| point.0));
    let y_axis = Axis::over(all().map(|point| point.1).chain(ends));
    let (x, y) = (|number: f64| FRAME.x(x_axis.place(number)), |number: f64| FRAME.y(y_axis.place(number)));
    let mut svg = FRAME.open(&escaped(&figure.title));
    head(&mut svg, &figure.title, &format!("{}{}", figure.y, scale(&y_axis)));
    FRAME.below(&mut svg, &format!("{}{}", figure.x, scale(&x_axis)));
    x_axis.ticks(6).into_iter().for_each(|(number, text)| FRAME.upright(&mut svg, x(number), &text));
    y_axis.ticks(6).into_iter().for_each(|(number, text)| FRAME.level(&mut svg, y(number), &text));
    FRAME.edges(&mut svg);
    for (at, curve) in curves.iter().enumerate() {
        draw(&mut svg, at, curve, &x, &y);
    }
    svg.push_str("</svg>\n");
    svg
}

fn scale(axis: &Axis) -> &'static str {
    if axis.by_factors() { " (logarithmic)" } else { "" }
}

fn draw(svg: &mut String, number: usize, curve: &Curve, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) {
    let colour = format!("var(--c{},{})", number % COLOURS.len(), COLOURS[number % COLOURS.len()].0);
    let path: Vec<String> = curve.found().map(|(a, b)| format!("{:.1} {:.1}", x(a), y(b))).collect();
    if !path.is_empty() {
        let _ =
            writeln!(svg, r#"<path d="M{}" fill="none" style="stroke:{colour}" stroke-width="2"/>"#, path.join("L"));
    }
    for (at, sample) in &curve.points {
        if let Some((low, high)) = sample.interval().filter(|(low, high)| y(*low) - y(*high) > 3.0) {
            let (x, low, high) = (x(*at), y(low), y(high));
            let _ = writeln!(
                svg,
                r#"<path d="M{x:.1} {low:.1}V{high:.1}m-3.5 0h7M{:.1} {low:.1}h7" fill="none" style="stroke:{colour}"/>"#,
                x - 3.5
            );
        }
    }
    curve.found().for_each(|(a, b)| mark(svg, number, &colour, (x(a), y(b))));
    let at = FRAME.top + 10.0 + 22.0 * number as f64;
    mark(svg, number, &colour, (FRAME.right + 18.0, at));
    let name = if curve.found().next().is_some() { curve.name.clone() } else { format!("{}: none found", curve.name) };
    let _ = writeln!(svg, r#"<text x="{:.1}" y="{:.1}">{}</text>"#, FRAME.right + 30.0, at + 4.5, escaped(&name));
}

fn mark(svg: &mut String, number: usize, colour: &str, (x, y): (f64, f64)) {
    let _ = match number % 4 {
        0 => writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" style="fill:{colour}"/>"#),
        1 => writeln!(svg, r#"<path d="M{x:.1} {:.1}l5 9h-10z" style="fill:{colour}"/>"#, y - 5.5),
        2 => {
            writeln!(svg, r#"<rect x="{:.1}" y="{:.1}" width="8" height="8" style="fill:{colour}"/>"#, x - 4.0, y - 4.0)
        }
        _ => writeln!(
            svg,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" style="fill:var(--chart,#fff);stroke:{colour}" stroke-width="2"/>"#
        ),
    };
}
