//! Risk against use as a picture: what count queries are off by, for every ε and m of one view. Each m is a line; the lower it lies,
//! the more the release is still good for, and the farther right and the larger m, the more is promised.

use std::fmt::Write as _;

use aloof::advise::{Price, PricedPromise, percent};

use crate::page::escape;
use crate::{Axis, Frame};

const FRAME: Frame = Frame { width: 720.0, height: 400.0, left: 72.0, right: 620.0, top: 44.0, bottom: 336.0 };

/// From the weakest promise to the strongest.
const COLOURS: [&str; 3] = ["#8ab6d6", "#2a6f97", "#12354a"];

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
    for (at, &m) in levels.iter().enumerate() {
        let own = known.iter().filter(|(_, cell)| cell.m == m);
        let points: Vec<(f64, &PricedPromise)> = own.copied().collect();
        // Lines of one ε are moved apart, so that what they lie between can be seen.
        let aside = 5.0 * (at as f64 - (levels.len() - 1) as f64 / 2.0);
        line(&mut svg, &points, COLOURS[at.min(COLOURS.len() - 1)], &|epsilon| x(epsilon) + aside, &y);
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

fn epsilon(cell: &PricedPromise) -> Option<f64> {
    cell.epsilon.parse().ok()
}

/// One m: its line, its intervals, its points, and its name behind the last.
fn line(
    svg: &mut String,
    points: &[(f64, &PricedPromise)],
    colour: &str,
    x: &dyn Fn(f64) -> f64,
    y: &dyn Fn(f64) -> f64,
) {
    let told = points.iter().filter_map(|(epsilon, cell)| Some((x(*epsilon), cell.count_query?, *cell)));
    let told: Vec<_> = told.collect();
    let path: Vec<String> = told.iter().map(|(x, error, _)| format!("{x:.1} {:.1}", y(error.estimate))).collect();
    if path.len() > 1 {
        let _ = writeln!(svg, r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="2.5"/>"#, path.join("L"));
    }
    for (x, error, cell) in &told {
        let at = y(error.estimate);
        let radius = if cell.asked { 7 } else { 4 };
        let ring = if cell.asked { r##" stroke="#1b7f3b" stroke-width="3""## } else { "" };
        let _ = writeln!(
            svg,
            r#"<path d="M{x:.1} {:.1}V{:.1}" stroke="{colour}" stroke-width="1.5"/><circle cx="{x:.1}" cy="{at:.1}" r="{radius}" fill="{colour}"{ring}/>"#,
            y(error.low),
            y(error.high)
        );
    }
    if let Some((x, error, cell)) = told.last() {
        let words = escape(&format!("1 in {}", cell.m));
        let _ = writeln!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" fill="{colour}" font-weight="600">{words}</text>"#,
            x + 12.0,
            y(error.estimate) + 4.5
        );
    }
    for (epsilon, cell) in points.iter().filter(|(_, cell)| cell.impossible) {
        let _ = writeln!(
            svg,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#b3261e">✕<title>1 in {} is impossible</title></text>"##,
            x(*epsilon),
            FRAME.top + 12.0,
            cell.m
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof::advise::{AdviseRequest, Pricing, advise_with_price};
    use aloof::io::Source;
    use aloof::policy::Policy;

    /// A table of people whose pay follows from their age, half of them at one of a few places.
    fn price() -> Price {
        let text = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\n\
                    absolute = \"20\"\nm = 5\n";
        let policy = Policy::from_toml(text, "aloof.toml").unwrap();
        let lines = (0..120).map(|at| format!("{},{}", 20 + at % 50, 1000 + (at * 37) % 700));
        let csv = std::iter::once("age,pay".to_owned()).chain(lines).collect::<Vec<_>>().join("\n");
        let data = Source::Memory { name: "pay.csv".to_owned(), bytes: csv.into_bytes().into() };
        let request = AdviseRequest { data, policy: &policy, progress: &|_, _| {} };
        advise_with_price(&request, Pricing::default()).unwrap().price.unwrap()
    }

    #[test]
    fn every_m_is_a_line_and_what_is_asked_is_ringed() {
        let price = price();
        let svg = frontier_svg(&price, "register").unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!(svg.matches("#1b7f3b").count(), 1);
        let known = price.grid.iter().filter(|cell| cell.view == "register" && cell.count_query.is_some()).count();
        assert_eq!(svg.matches("<circle").count(), known);
        assert!(svg.contains("1 in 5") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        assert_eq!(frontier_svg(&price, "nobody"), None);
    }
}
