//! What Section VI of the paper says of its figures, held against ours.

use super::super::claims::{Claim, Verdict};
use super::super::contour::Map;
use super::super::figure::{Curve, Drawing, Figure};
use super::super::fits::{Line, Trend, below, said};
use super::Maker;

const TREND: &str = "Kendall's τ over the parameter, queries drawn again; the interval must lie on one side of 0";
const BOUND: &str = "the 95% interval of the mean error at the worst point must lie below the bound";

/// Every claim, from the figures by their names; `none` are releases that could not be had.
pub(super) fn answer(figures: &[Figure], none: &[String]) -> Vec<Claim> {
    let figure = |name: &str| figures.iter().find(|figure| figure.file == name).expect("a figure that was drawn");
    let maps = ["figure-4-l1", "figure-4-l2"].map(|name| match &figure(name).drawing {
        Drawing::Map(map) => map,
        Drawing::Curves(_) => unreachable!("figure 4 is a map"),
    });
    let near = [figure("figure-5a"), figure("figure-5b-near"), figure("figure-5c-near"), figure("figure-5d")];
    let usual = [figure("figure-5b"), figure("figure-5c")];
    let mut claims = vulnerable(maps);
    claims.extend(grows(near, usual));
    claims.push(bounded(near, usual, none));
    claims.push(over_k(near[2], usual[1]));
    claims.push(over_volume(near[3]));
    claims.extend(times(["figure-6a", "figure-6b", "figure-6c"].map(figure)));
    claims
}

fn vulnerable(maps: [&Map; 2]) -> Vec<Claim> {
    let rises = |map: &Map| {
        let along = map.shares.iter().all(|row| row.windows(2).all(|pair| pair[0] <= pair[1]));
        along && map.shares.windows(2).all(|rows| rows[0].iter().zip(&rows[1]).all(|(a, b)| a <= b))
    };
    let spread = |map: &Map| {
        let all = || map.shares.iter().flatten().copied();
        (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max))
    };
    let half = maps[0].at(0.18, 0.85);
    let from = maps[0].xs.iter().find(|&&epsilon| maps[0].at(epsilon, 0.85).is_some_and(|share| share > 0.5));
    let told = maps.map(|map| {
        let (low, high) = spread(map);
        format!("{:.0}% to {:.0}%", low * 100.0, high * 100.0)
    });
    let held = |map: &Map| {
        let (low, high) = spread(map);
        rises(map) && low < high
    };
    vec![
        Claim::new(
            "4",
            "A 20-diverse release is open to proximity breach, more so as ε or δ grows, by either norm.",
            "the share of breached groups must fall nowhere on the grid along ε or δ, and rise somewhere",
            format!("by L1 {}, by L2 {}", told[0], told[1]),
            Verdict::of(maps.iter().all(|map| held(map))),
        ),
        Claim::new(
            "4",
            "By L1, for ε ≥ 0.18 and δ ≥ 0.85 over half of the groups are breached.",
            "the share at ε = 0.18 and δ = 0.85, the least of these",
            format!(
                "{:.1}%; over half from ε = {} on",
                half.unwrap_or(0.0) * 100.0,
                from.map_or("–".to_owned(), f64::to_string)
            ),
            Verdict::of(half.is_some_and(|half| half > 0.5)),
        ),
    ]
}

fn of(figure: &Figure, maker: Maker) -> Vec<&Curve> {
    figure.curves().iter().filter(|curve| curve.name.starts_with(maker.name())).collect()
}

fn trends(curves: &[&Curve]) -> Vec<Option<Trend>> {
    curves.iter().map(|curve| Trend::of(curve)).collect()
}

fn grows(near: [&Figure; 4], usual: [&Figure; 2]) -> Vec<Claim> {
    let one = |figure: &'static str, says: &'static str, printed: &Figure, ours: &Figure| {
        let (first, second) = (trends(&of(printed, Maker::Printed)), trends(&of(ours, Maker::Ours)));
        let verdict = Trend::goes(&second, 1.0);
        let measured = format!(
            "τ for one to three quasi columns, ours {}; as printed, where it finds groups, {}",
            said(&second),
            said(&first)
        );
        Claim::new(figure, says, TREND, measured, verdict)
    };
    vec![
        one("5a", "The error grows with ε.", near[0], near[0]),
        one("5b", "The error grows with δ.", near[1], usual[0]),
    ]
}

fn bounded(near: [&Figure; 4], usual: [&Figure; 2], none: &[String]) -> Claim {
    let ours: Vec<&Curve> = of(near[0], Maker::Ours).into_iter().chain(of(usual[0], Maker::Ours)).collect();
    let printed: Vec<&Curve> = of(near[0], Maker::Printed).into_iter().chain(of(near[1], Maker::Printed)).collect();
    let (verdict, most) = below(ours, 0.15);
    let (of_printed, worst) = below(printed, 0.15);
    let said = |found: Option<(f64, f64, f64)>| {
        found.map_or("–".to_owned(), |(mean, low, high)| {
            format!("{:.1}% [{:.1}, {:.1}]", mean * 100.0, low * 100.0, high * 100.0)
        })
    };
    let absent = if none.is_empty() { String::new() } else { format!("; not to be had: {}", none.join("; ")) };
    let measured = format!("worst by ours {}, as printed {} ({}){absent}", said(most), said(worst), of_printed.word());
    // How much of the table a release still tells apart: without any, queries are answered from the marginals alone.
    Claim::new("5a, 5b", "It is always below 15%, even for three quasi columns.", BOUND, measured, verdict)
}

fn over_k(near: &Figure, usual: &Figure) -> Claim {
    let least = |curve: &Curve| curve.found().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(f64::NAN, |at| at.0);
    let (printed, ours) = (of(near, Maker::Printed), of(usual, Maker::Ours));
    let told = |curves: &[&Curve]| curves.iter().map(|curve| least(curve).to_string()).collect::<Vec<_>>().join(", ");
    let holds = printed.iter().chain(&ours).all(|curve| (least(curve) - 15.0).abs() < 0.5);
    let rise = trends(&ours);
    Claim::new(
        "5c",
        "Over k it is least at k = 15.",
        "where the mean error is least, for one to three quasi columns",
        format!("as printed (ε = 0.05) at k = {}; ours (ε = 0.1) at k = {}", told(&printed), told(&ours)),
        Verdict::of(holds),
    )
    .because(
        "boxes grow with k, and ours, which splits first, has no violations of a random start to mend",
        format!("τ of our error over k: {}", said(&rise)),
        Trend::goes(&rise, 1.0) == Verdict::Confirmed,
    )
}

fn over_volume(figure: &Figure) -> Claim {
    let curves: Vec<&Curve> = figure.curves().iter().collect();
    let found = trends(&curves);
    let usual = curves.last().copied();
    let (small, most) = usual.map_or((Verdict::Undecided, None), |curve| {
        let first = Curve::new(curve.name.clone(), curve.points[..1].to_vec());
        let (verdict, worst) = below([&first], 0.05);
        (verdict, worst)
    });
    let at = |curve: &Curve| curve.found().next().map_or("–".to_owned(), |at| format!("{:.1}%", at.1 * 100.0));
    let measured = format!(
        "τ {}; at s = 0.05: {}",
        said(&found),
        curves.iter().map(|curve| format!("{} {}", curve.name, at(curve))).collect::<Vec<_>>().join(", ")
    );
    let widths = most.map_or("–".to_owned(), |(mean, _, _)| format!("{:.1}%", mean * 100.0));
    let near = curves.get(1).and_then(|curve| curve.found().next()).map(|at| at.1);
    Claim::new(
        "5d",
        "It falls as queries cover more, and is below 5% even for s = 0.05.",
        "Kendall's τ over s must lie below 0; the interval of the mean error at s = 0.05 below 5%",
        measured,
        Verdict::all([Trend::goes(&found, -1.0), small]),
    )
    .because(
        "at ε = 0.1 nearly all that groups can take is taken, so boxes are wide",
        format!(
            "{widths} at ε = 0.1, {} at ε = 0.05 with the same queries",
            near.map_or("–".to_owned(), |near| format!("{:.1}%", near * 100.0))
        ),
        near.is_some_and(|near| near < 0.05),
    )
}

fn times(figures: [&Figure; 3]) -> Vec<Claim> {
    let lines = |maker: Maker| -> Vec<Line> {
        let curves = figures.iter().flat_map(|figure| of(figure, maker));
        curves.filter_map(|curve| Line::power(&curve.found().collect::<Vec<_>>())).collect()
    };
    let (printed, ours) = (lines(Maker::Printed), lines(Maker::Ours));
    let ends = |lines: &[Line]| {
        lines
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), line| (low.min(line.slope), high.max(line.slope)))
    };
    let slowest = figures.iter().flat_map(|figure| figure.curves()).filter_map(Curve::most).fold(0.0, f64::max);
    let told = |lines: &[Line]| {
        if lines.is_empty() { "–".to_owned() } else { format!("{:.2} to {:.2}", ends(lines).0, ends(lines).1) }
    };
    let about = |lines: &[Line]| !lines.is_empty() && ends(lines).0 > 0.7 && ends(lines).1 < 1.3;
    let last = |curve: &Curve| curve.last().map(|at| at.1);
    let along = |figure: &Figure, maker: Maker| {
        Curve::exact("", of(figure, maker).iter().enumerate().map(|(at, curve)| (at as f64, last(curve))))
    };
    let of_all = |at: usize| [Maker::Printed, Maker::Ours].map(|maker| Trend::of(&along(figures[at], maker)));
    let (epsilon, delta, k) = (of_all(0), of_all(1), of_all(2));
    vec![
        Claim::new(
            "6",
            "Time grows about linearly with the rows, and all ends within minutes.",
            "the power of the number of rows that time grows by, from a line through logarithms, must lie between 0.7 and 1.3",
            format!("as printed {}, ours {}; the slowest took {slowest:.1} s", told(&printed), told(&ours)),
            Verdict::all([Verdict::of(about(&printed)), Verdict::of(about(&ours)), Verdict::of(slowest < 300.0)]),
        ),
        Claim::new(
            "6",
            "It grows with ε and with δ.",
            "Kendall's τ over three values, at the most rows",
            format!("as printed and ours: over ε {}; over δ {}", said(&epsilon), said(&delta)),
            Verdict::all([Trend::goes(&epsilon, 1.0), Trend::goes(&delta, 1.0)]),
        ),
        Claim::new(
            "6",
            "It falls as k grows.",
            "Kendall's τ over three values, at the most rows",
            format!("as printed and ours: {}", said(&k)),
            Trend::goes(&k, -1.0),
        ),
    ]
}
