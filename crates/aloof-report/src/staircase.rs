//! The ε–m staircase as a picture: how far ε may go for each m, and where the policy stands.

use std::fmt::Write as _;

use crate::Axis;
use aloof::advise::CurvePoint;

const WIDTH: f64 = 500.0;
const HEIGHT: f64 = 340.0;
/// The edges of the plot itself.
const LEFT: f64 = 44.0;
const RIGHT: f64 = 488.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 278.0;
/// The picture goes no higher; a curve has all of its steps up to here.
const HIGHEST_M: u64 = 50;

/// Where things stand in the picture.
struct Plot {
    x: Axis,
    top: f64,
}

impl Plot {
    fn x(&self, epsilon: f64) -> f64 {
        LEFT + self.x.place(epsilon) * (RIGHT - LEFT)
    }

    /// m by its logarithm: from 2 to 3 is more than from 20 to 21.
    fn y(&self, m: f64) -> f64 {
        BOTTOM - m.clamp(1.0, self.top).log2() / self.top.log2() * (BOTTOM - TOP)
    }
}

/// Draws the curve of advice; `policy` is what is asked for, ε as text and m. Stands by itself, in any page or file.
pub fn staircase_svg(points: &[CurvePoint], policy: Option<(&str, u32)>) -> String {
    let policy = policy.and_then(|(epsilon, m)| Some((epsilon.parse::<f64>().ok()?, epsilon, m)));
    let highest = points.iter().map(|point| point.max_m.min(HIGHEST_M)).max().unwrap_or(1);
    let asked = policy.map_or(1, |(_, _, m)| u64::from(m).min(HIGHEST_M));
    let epsilons = points.iter().filter(|point| point.max_m < HIGHEST_M).map(|point| point.approximate);
    let plot = Plot {
        x: Axis::over(epsilons.chain(policy.map(|(epsilon, _, _)| epsilon))),
        top: (highest.max(asked) as f64 * 1.15).max(2.0),
    };
    let (epsilon_name, m_name) = points.first().map_or(("epsilon", "m"), |point| (point.epsilon_name, point.m_name));
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="14" style="fill:var(--ink,#333)">
<title>The largest {m_name} for every {epsilon_name}</title>
<rect width="{WIDTH}" height="{HEIGHT}" style="fill:var(--chart,#fff)"/>"#
    );
    axes(&mut svg, &plot, (greek(epsilon_name), m_name));
    steps(&mut svg, &plot, points);
    if let Some((epsilon, text, m)) = policy {
        let holds = points.iter().rev().find(|point| point.approximate <= epsilon);
        let holds = holds.is_none_or(|point| point.max_m >= u64::from(m));
        mark(
            &mut svg,
            (plot.x(epsilon), plot.y(f64::from(m))),
            &format!("asked: {} = {text}, {m_name} = {m}", greek(epsilon_name)),
            holds,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn greek(name: &str) -> &str {
    match name {
        "delta" => "δ",
        _ => "ε",
    }
}

fn axes(svg: &mut String, plot: &Plot, (epsilon, m): (&str, &str)) {
    for (number, text) in plot.x.ticks(5) {
        let x = plot.x(number);
        let _ = writeln!(
            svg,
            r#"<path d="M{x:.1} {TOP}V{BOTTOM}" style="stroke:var(--grid,#e4e4e4)"/><text x="{x:.1}" y="{:.1}" text-anchor="middle">{text}</text>"#,
            BOTTOM + 20.0
        );
    }
    for level in [1u32, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50].into_iter().filter(|&level| f64::from(level) <= plot.top) {
        let y = plot.y(f64::from(level));
        let _ = writeln!(
            svg,
            r#"<path d="M{LEFT} {y:.1}H{RIGHT}" style="stroke:var(--grid,#e4e4e4)"/><text x="{:.1}" y="{:.1}" text-anchor="end">{level}</text>"#,
            LEFT - 8.0,
            y + 4.5
        );
    }
    let scale = if plot.x.by_factors() { " (logarithmic)" } else { "" };
    let _ = writeln!(
        svg,
        r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{epsilon}: values this near count as one{scale}</text>
<text x="{LEFT}" y="24" text-anchor="start">the largest {m} that can be kept (one row in {m} may be near)</text>"#,
        f64::midpoint(LEFT, RIGHT),
        HEIGHT - 18.0
    );
}

/// The area in which a release exists, and its edge.
fn steps(svg: &mut String, plot: &Plot, points: &[CurvePoint]) {
    let Some(first) = points.first() else { return };
    let mut y = plot.y(first.max_m.min(HIGHEST_M) as f64);
    let mut edge = format!("M{LEFT} {y:.1}");
    for point in &points[1..] {
        let x = plot.x(point.approximate);
        y = plot.y(point.max_m.min(HIGHEST_M) as f64);
        let _ = write!(edge, "H{x:.1}V{y:.1}");
    }
    let _ = write!(edge, "H{RIGHT}");
    let _ = writeln!(
        svg,
        r#"<path d="{edge}V{BOTTOM}H{LEFT}Z" style="fill:var(--accent,#2a6f97)" fill-opacity="0.14"/>
<path d="{edge}" fill="none" style="stroke:var(--accent,#2a6f97)" stroke-width="2.5"/>
<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" style="stroke:var(--ink,#333)"/>"#
    );
}

/// What is asked for: a full circle where it is possible, an empty one where not.
fn mark(svg: &mut String, (x, y): (f64, f64), label: &str, holds: bool) {
    let (colour, fill) = if holds {
        ("var(--good,#1b7f3b)", "var(--good,#1b7f3b)")
    } else {
        ("var(--bad,#b3261e)", "var(--paper,#fff)")
    };
    let words = if holds { "possible" } else { "not possible" };
    // In the middle below or above its mark, but never across an edge of the plot.
    let half = 4.1 * (label.chars().count() + words.len() + 2) as f64;
    let tx = x.clamp(LEFT + half.min(220.0), RIGHT - half.min(220.0));
    let ty = if holds { y + 21.0 } else { y - 11.0 };
    let _ = writeln!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="6" style="fill:{fill};stroke:{colour}" stroke-width="2.5"/>
<g text-anchor="middle" font-weight="600">
<text x="{tx:.1}" y="{ty:.1}" style="stroke:var(--paper,#fff)" stroke-width="4" stroke-linejoin="round">{label}: {words}</text>
<text x="{tx:.1}" y="{ty:.1}" style="fill:{colour}">{label}: {words}</text>
</g>"#
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof::advise::{AdviseRequest, advise};
    use aloof::io::Source;
    use aloof::policy::Policy;

    /// What can be promised of these salaries.
    fn curve(salaries: &[u32]) -> Vec<CurvePoint> {
        let policy = "[columns]\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n";
        let policy = Policy::from_toml(policy, "aloof.toml").unwrap();
        let lines = salaries.iter().map(u32::to_string);
        let csv = std::iter::once("pay".to_owned()).chain(lines).collect::<Vec<_>>().join("\n");
        let data = Source::Memory { name: "pay.csv".to_owned(), bytes: csv.into_bytes().into() };
        let advice = advise(&AdviseRequest { data, policy: &policy, progress: &|_, _| {} }).unwrap();
        advice.checks[0].proximity().unwrap().curve.clone()
    }

    /// Every element that opens closes, in order, and attributes are quoted.
    fn assert_well_formed(svg: &str) {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("a tag ends");
            assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
            let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn pictures_are_well_formed() {
        let salaries = curve(&[1000, 1010, 1020, 16_000, 24_000, 31_000, 33_000, 50_000]);
        for policy in [None, Some(("20", 3)), Some(("10000", 2)), Some(("0", 4_000_000_000))] {
            let svg = staircase_svg(&salaries, policy);
            assert_well_formed(&svg);
            assert_eq!(svg.contains("asked"), policy.is_some());
        }
        for step in &salaries {
            let asked = |m: u64| staircase_svg(&salaries, Some((&step.epsilon.text, m as u32)));
            assert!(!asked(step.max_m).contains("not possible"));
            assert!(asked(step.max_m + 1).contains("not possible"));
        }
        assert_well_formed(&staircase_svg(&[], None));
        assert_well_formed(&staircase_svg(&curve(&[7]), Some(("0", 1))));
    }
}
