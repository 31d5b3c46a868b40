//! Risk against use as a picture: what count queries are off by, for every ε and m of one view. Each m is a line; the lower it lies,
//! the more the release is still good for, and the farther right and the larger m, the more is promised.

use std::fmt::Write as _;

use aloof::advise::{Price, PricedPromise, percent};

use crate::page::escape;
use crate::{Axis, Frame};

const FRAME: Frame = Frame { width: 560.0, height: 340.0, left: 56.0, right: 470.0, top: 40.0, bottom: 280.0 };

/// From the weakest promise to the strongest: how much of the one colour lines have.
const STRENGTHS: [f64; 3] = [0.4, 0.7, 1.0];

/// Names of lines stand at least so far apart.
const APART: f64 = 17.0;
/// And are no wider than this.
const WIDE: f64 = 64.0;

/// Draws what is known in one view; nothing where no price is.
pub fn frontier_svg(price: &Price, view: &str) -> Option<String> {
    let cells: Vec<&PricedPromise> = price.grid.iter().filter(|cell| cell.view == view).collect();
    let known: Vec<(f64, &PricedPromise)> = cells.iter().filter_map(|cell| Some((epsilon(cell)?, *cell))).collect();
    let highs = known.iter().filter_map(|(_, cell)| Some(cell.count_query?.high));
    let x_axis = Axis::from_zero(known.iter().map(|(epsilon, _)| *epsilon));
    let y_axis = Axis::from_zero(highs.clone());
    highs.clone().next()?;
    let x = |epsilon: f64| FRAME.x(x_axis.place(epsilon));
    let y = |error: f64| FRAME.y(y_axis.place(error));
    let mut svg = FRAME.open(&format!("What promises about {} cost on count queries, {view} view", price.sensitive));
    x_axis.ticks(6).into_iter().for_each(|(epsilon, text)| FRAME.upright(&mut svg, x(epsilon), &text));
    y_axis.ticks(6).into_iter().for_each(|(error, _)| FRAME.level(&mut svg, y(error), &percent(error)));
    FRAME.edges(&mut svg);
    FRAME.below(&mut svg, &format!("ε: nobody can tell {} to within this", price.sensitive));
    let _ = writeln!(
        svg,
        r#"<text x="{}" y="24">error of count queries, with what it lies between nine times in ten</text>"#,
        FRAME.left
    );
    let mut levels: Vec<u32> = known.iter().map(|(_, cell)| cell.m).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut names = Vec::new();
    for (at, &m) in levels.iter().enumerate() {
        let own = known.iter().filter(|(_, cell)| cell.m == m);
        let points: Vec<(f64, &PricedPromise)> = own.copied().collect();
        // Lines of one ε are moved apart, so that what they lie between can be seen.
        let aside = 5.0 * (at as f64 - (levels.len() - 1) as f64 / 2.0);
        let strength = STRENGTHS[at.min(STRENGTHS.len() - 1)];
        names.extend(line(&mut svg, &points, strength, &|epsilon| x(epsilon) + aside, &y));
    }
    write_names(&mut svg, names);
    svg.push_str("</svg>\n");
    Some(svg)
}

fn epsilon(cell: &PricedPromise) -> Option<f64> {
    cell.epsilon.parse().ok()
}

/// One m: its line, its intervals and its points. Where its name belongs, and the name.
fn line(
    svg: &mut String,
    points: &[(f64, &PricedPromise)],
    strength: f64,
    x: &dyn Fn(f64) -> f64,
    y: &dyn Fn(f64) -> f64,
) -> Option<(f64, f64, String)> {
    let told = points.iter().filter_map(|(epsilon, cell)| Some((x(*epsilon), cell.count_query?, *cell)));
    let told: Vec<_> = told.collect();
    let path: Vec<String> = told.iter().map(|(x, error, _)| format!("{x:.1} {:.1}", y(error.estimate))).collect();
    let _ =
        writeln!(svg, r#"<g style="stroke:var(--accent,#1d5f8a);fill:var(--accent,#1d5f8a)" opacity="{strength}">"#);
    if path.len() > 1 {
        let _ = writeln!(svg, r#"<path d="M{}" style="fill:none" stroke-width="2.5"/>"#, path.join("L"));
    }
    for (x, error, _) in &told {
        let (at, low, high) = (y(error.estimate), y(error.low), y(error.high));
        let _ = writeln!(
            svg,
            r#"<path d="M{x:.1} {low:.1}V{high:.1}" stroke-width="1.5"/><circle cx="{x:.1}" cy="{at:.1}" r="4" stroke="none"/>"#
        );
    }
    svg.push_str("</g>\n");
    for (x, error, _) in told.iter().filter(|(_, _, cell)| cell.asked) {
        let at = y(error.estimate);
        let _ = writeln!(
            svg,
            r#"<circle cx="{x:.1}" cy="{at:.1}" r="9" stroke-width="3" style="fill:none;stroke:var(--good,#166534)"/>"#
        );
    }
    for (epsilon, cell) in points.iter().filter(|(_, cell)| cell.impossible) {
        let _ = writeln!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle" style="fill:var(--bad,#9f1f1a)">✕<title>1 in {} is impossible</title></text>"#,
            x(*epsilon),
            FRAME.top + 12.0,
            cell.m
        );
    }
    told.last().map(|(x, error, cell)| (x + 14.0, y(error.estimate) + 4.5, format!("1 in {}", cell.m)))
}

/// Names of lines from top to bottom, each where its own line ends, and below those beside it.
fn write_names(svg: &mut String, mut names: Vec<(f64, f64, String)>) {
    names.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut written: Vec<(f64, f64)> = Vec::new();
    for (x, y, name) in names {
        let beside = written.iter().filter(|(other, _)| (x - other).abs() < WIDE).map(|(_, y)| y + APART);
        let y = beside.fold(y, f64::max);
        written.push((x, y));
        let _ = writeln!(
            svg,
            r#"<text x="{x:.1}" y="{y:.1}" font-weight="600" style="paint-order:stroke;stroke:var(--paper,#fff);stroke-width:4px">{}</text>"#,
            escape(&name)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof::advise::{AdviseRequest, Pricing, advise_with_price};
    use aloof::io::Source;
    use aloof::policy::Policy;
    use aloof::release::Secret;

    /// A table of people whose pay follows from their age, half of them at one of a few places.
    fn price() -> Price {
        let text = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\n\
                    absolute = \"20\"\nm = 5\n";
        let policy = Policy::from_toml(text, "aloof.toml").unwrap();
        let lines = (0..120).map(|at| format!("{},{}", 20 + at % 50, 1000 + (at * 37) % 700));
        let csv = std::iter::once("age,pay".to_owned()).chain(lines).collect::<Vec<_>>().join("\n");
        let data = Source::Memory { name: "pay.csv".to_owned(), bytes: csv.into_bytes().into() };
        let request = AdviseRequest { data, policy: &policy, progress: &|_, _| {} };
        // Of a release that is meant one is made, of any that chance may make many.
        let pricing = Pricing { secret: Some(Secret::Seed(1)), tell: None };
        advise_with_price(&request, pricing).unwrap().price.unwrap()
    }

    #[test]
    fn every_m_is_a_line_and_what_is_asked_is_ringed() {
        let price = price();
        let svg = frontier_svg(&price, "register").unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!(svg.matches("--good").count(), 1);
        let known = price.grid.iter().filter(|cell| cell.view == "register" && cell.count_query.is_some()).count();
        assert_eq!(svg.matches("<circle").count(), known + 1);
        assert!(svg.contains("1 in 5") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        assert_eq!(frontier_svg(&price, "nobody"), None);
    }

    #[test]
    fn names_do_not_collide() {
        let mut svg = String::new();
        write_names(
            &mut svg,
            vec![(1.0, 50.0, "1 in 3".into()), (1.0, 48.0, "1 in 5".into()), (1.0, 90.0, "1 in 2".into())],
        );
        let lines: Vec<&str> = svg.lines().collect();
        assert!(lines[0].contains("y=\"48.0\"") && lines[0].contains("1 in 5"), "{svg}");
        assert!(lines[1].contains("y=\"65.0\"") && lines[2].contains("y=\"90.0\""), "{svg}");
    }
}
