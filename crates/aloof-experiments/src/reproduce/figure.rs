//! A figure: curves over one parameter, as CSV and as a picture.

use std::fmt::Write as _;

use aloof_report::{Axis, Frame};

const FRAME: Frame = Frame { width: 720.0, height: 420.0, left: 72.0, right: 520.0, top: 52.0, bottom: 356.0 };
/// Colours that differ for most eyes, in light and in dark, and marks that differ for all.
const COLOURS: [&str; 6] = ["#1d5f8a", "#b3470f", "#3a7d34", "#7b3f98", "#8a6d00", "#555555"];

/// One curve; a point without a number is one that could not be had.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// In ascending order of the parameter.
    pub points: Vec<(f64, Option<f64>)>,
}

impl Curve {
    /// The points that are there.
    pub fn found(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.points.iter().filter_map(|&(x, y)| Some((x, y?)))
    }

    /// The largest number on it.
    pub fn most(&self) -> Option<f64> {
        self.found().map(|(_, y)| y).reduce(f64::max)
    }

    /// The share of steps from one point to the next that go up.
    pub fn rising(&self) -> f64 {
        let numbers: Vec<f64> = self.found().map(|(_, y)| y).collect();
        let steps = numbers.windows(2).count().max(1);
        numbers.windows(2).filter(|pair| pair[1] > pair[0]).count() as f64 / steps as f64
    }

    /// The last number less the first.
    pub fn gain(&self) -> f64 {
        let numbers: Vec<f64> = self.found().map(|(_, y)| y).collect();
        numbers.last().unwrap_or(&0.0) - numbers.first().unwrap_or(&0.0)
    }
}

/// Curves over one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name of its files.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The parameter.
    pub x: String,
    /// What is measured.
    pub y: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

impl Figure {
    /// The curve of this name.
    pub fn curve(&self, name: &str) -> &Curve {
        self.curves.iter().find(|curve| curve.name == name).expect("a curve that was drawn")
    }

    /// One row per point, one column per curve; empty where a point could not be had.
    pub fn csv(&self) -> String {
        let mut text = self.x.clone();
        self.curves.iter().for_each(|curve| {
            let _ = write!(text, ",\"{}\"", curve.name);
        });
        text.push('\n');
        let mut xs: Vec<f64> = self.curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0)).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        for x in xs {
            let _ = write!(text, "{x}");
            for curve in &self.curves {
                let y = curve.points.iter().find(|point| point.0.total_cmp(&x).is_eq()).and_then(|point| point.1);
                let _ = write!(text, ",{}", y.map_or_else(String::new, |y| format!("{y:.6}")));
            }
            text.push('\n');
        }
        text
    }

    /// The picture; stands by itself, in any page or file.
    pub fn svg(&self) -> String {
        let all = || self.curves.iter().flat_map(Curve::found);
        let (x_axis, y_axis) = (Axis::over(all().map(|point| point.0)), Axis::over(all().map(|point| point.1)));
        let (x, y) = (|number: f64| FRAME.x(x_axis.place(number)), |number: f64| FRAME.y(y_axis.place(number)));
        let mut svg = FRAME.open(&self.title);
        let left = FRAME.left;
        let _ = writeln!(
            svg,
            r#"<text x="{left}" y="22" font-weight="600">{}</text>
<text x="{left}" y="42">{}{}</text>"#,
            self.title,
            self.y,
            scale(&y_axis),
        );
        FRAME.below(&mut svg, &format!("{}{}", self.x, scale(&x_axis)));
        x_axis.ticks(6).into_iter().for_each(|(number, text)| FRAME.upright(&mut svg, x(number), &text));
        y_axis.ticks(6).into_iter().for_each(|(number, text)| FRAME.level(&mut svg, y(number), &text));
        FRAME.edges(&mut svg);
        for (at, curve) in self.curves.iter().enumerate() {
            draw(&mut svg, at, curve, &x, &y);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn scale(axis: &Axis) -> &'static str {
    if axis.by_factors() { " (logarithmic)" } else { "" }
}

fn draw(svg: &mut String, number: usize, curve: &Curve, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) {
    let colour = COLOURS[number % COLOURS.len()];
    let path: Vec<String> = curve.found().map(|(a, b)| format!("{:.1} {:.1}", x(a), y(b))).collect();
    if !path.is_empty() {
        let _ = writeln!(svg, r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="2"/>"#, path.join("L"));
    }
    curve.found().for_each(|(a, b)| mark(svg, number, colour, (x(a), y(b))));
    let at = FRAME.top + 10.0 + 22.0 * number as f64;
    mark(svg, number, colour, (FRAME.right + 18.0, at));
    let _ = writeln!(svg, r#"<text x="{:.1}" y="{:.1}">{}</text>"#, FRAME.right + 30.0, at + 4.5, curve.name);
}

fn mark(svg: &mut String, number: usize, colour: &str, (x, y): (f64, f64)) {
    let _ = match number % 4 {
        0 => writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" fill="{colour}"/>"#),
        1 => writeln!(svg, r#"<path d="M{x:.1} {:.1}l5 9h-10z" fill="{colour}"/>"#, y - 5.5),
        2 => writeln!(svg, r#"<rect x="{:.1}" y="{:.1}" width="8" height="8" fill="{colour}"/>"#, x - 4.0, y - 4.0),
        _ => {
            writeln!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="#fff" stroke="{colour}" stroke-width="2"/>"##)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_are_absent_leave_gaps() {
        let figure = Figure {
            file: "1".to_owned(),
            title: "t".to_owned(),
            x: "m".to_owned(),
            y: "error".to_owned(),
            curves: vec![
                Curve { name: "a".to_owned(), points: vec![(2.0, Some(0.5)), (3.0, None), (4.0, Some(0.75))] },
                Curve { name: "b".to_owned(), points: vec![(3.0, Some(0.25))] },
            ],
        };
        assert_eq!(figure.csv(), "m,\"a\",\"b\"\n2,0.500000,\n3,,0.250000\n4,0.750000,\n");
        let svg = figure.svg();
        assert_eq!(svg.matches("<circle").count(), 2 + 1, "two points and one in the legend");
        assert!(!svg.contains("NaN"));
        assert!((figure.curve("a").gain() - 0.25).abs() < 1e-12 && figure.curve("a").rising() > 0.9);
    }
}
