//! What Section 6 of the paper says of its figures, held against ours.

use super::super::claims::{Claim, Verdict};
use super::super::figure::{Curve, Figure};
use super::super::fits::{Trend, below, said};
use super::super::sample::of_all;
use super::{Maker, percent};

const TREND: &str = "Kendall's τ over the parameter, queries drawn again; the interval must lie on one side of 0";
/// People of ACS.
const ACS: f64 = 22_241.0;
const BOUND: &str = "the 95% interval of the mean error at the worst point must lie below the bound";

/// Every claim, from the figures by their names.
pub(super) fn answer(figures: &[Figure]) -> Vec<Claim> {
    let figure = |name: &str| figures.iter().find(|figure| figure.file == name).expect("a figure that was drawn");
    let over_epsilon = [figure("figure-4a"), figure("figure-4b")];
    let rows = figure("figure-rows");
    let mut claims = against_perturbation(over_epsilon);
    claims.extend(of_groups(over_epsilon, rows));
    claims.extend(over_m([figure("figure-5a"), figure("figure-5b")], rows));
    claims.push(over_volume([figure("figure-6a"), figure("figure-6b")]));
    claims.extend(of_time(figure("figure-7a"), figure("figure-7b")));
    claims.push(of_rows(rows));
    claims.extend(figures.iter().find(|figure| figure.file == "figure-4a-acs").map(|acs| of_acs(acs, rows)));
    claims
}

fn printed<'a>(figures: &[&'a Figure]) -> Vec<&'a Curve> {
    let of = |figure: &&'a Figure| figure.curves().iter().filter(|curve| curve.name.starts_with(Maker::Printed.name()));
    figures.iter().flat_map(of).collect()
}

fn trends<'a>(curves: impl IntoIterator<Item = &'a Curve>) -> Vec<Option<Trend>> {
    curves.into_iter().map(Trend::of).collect()
}

fn worst(found: Option<(f64, f64, f64)>) -> String {
    found.map_or("–".to_owned(), |(mean, low, high)| {
        format!("{:.1}% [{:.1}, {:.1}]", mean * 100.0, low * 100.0, high * 100.0)
    })
}

fn against_perturbation(figures: [&Figure; 2]) -> Vec<Claim> {
    let (mut least, mut better) = (f64::INFINITY, Vec::new());
    for figure in figures {
        let groups = figure.curve(Maker::Printed.name());
        for (x, sample) in &figure.curve(Maker::Perturbed.name()).points {
            let own = groups.points.iter().find(|point| (point.0 - x).abs() < 1e-9).map(|point| &point.1);
            if let Some(own) = own.filter(|own| !own.0.is_empty() && !sample.0.is_empty()) {
                let (ratio, (low, _)) = of_all(&[own, sample], |means| means[1] / means[0]);
                least = least.min(ratio);
                better.push(Verdict::of(low > 1.0));
            }
        }
    }
    let ends = |curve: &Curve| curve.last().map_or("none".to_owned(), |(x, _)| x.to_string());
    let last = |name: &str| figures.map(|figure| ends(figure.curve(name))).join(" and ");
    let further = figures.iter().all(|figure| {
        let end = |name: &str| figure.curve(name).last().map_or(0.0, |at| at.0);
        end(Maker::Perturbed.name()) < end(Maker::Printed.name())
    });
    let climbs = figures.map(|figure| {
        let points: Vec<f64> = figure.curve(Maker::Perturbed.name()).found().map(|at| at.1).collect();
        match points.as_slice() {
            [first, .., before, last] => Some((last / before, (before / first).powf(1.0 / (points.len() - 2) as f64))),
            _ => None,
        }
    });
    let drastic = climbs.map(|climb| climb.map_or(Verdict::Undecided, |(last, usual)| Verdict::of(last > usual)));
    let told = climbs.map(|climb| {
        climb.map_or("too few points".to_owned(), |(last, usual)| {
            format!("×{last:.1} (×{usual:.1} in the steps before)")
        })
    });
    vec![
        Claim::new(
            "4",
            "Groups answer count queries far better than perturbation that promises the same.",
            "at every ε the ratio of mean errors, queries drawn again, must lie above 1",
            format!("perturbation errs at least {least:.1} times as much at each of {} points", better.len()),
            Verdict::all(better),
        ),
        Claim::new(
            "4",
            "Beyond some ε perturbation cannot promise m = 5, while groups still can.",
            "the last ε that each can promise",
            format!(
                "perturbed by Equation 3 up to {}; so that every value that is seen keeps it up to {}; in groups up to {}",
                last(Maker::Perturbed.name()),
                last(Maker::Sound.name()),
                last(Maker::Printed.name())
            ),
            Verdict::of(further),
        ),
        Claim::new(
            "4",
            "Near that ε the error of perturbation grows drastically.",
            "the last step must multiply the error by more than the steps before",
            format!("the last step: {}", told.join(", ")),
            Verdict::all(drastic),
        ),
    ]
}

fn of_groups(figures: [&Figure; 2], rows: &Figure) -> Vec<Claim> {
    let curves = printed(&figures);
    let found = trends(curves.iter().copied());
    let (verdict, most) = below(curves, 0.15);
    let ours = below(figures.map(|figure| figure.curve(Maker::Ours.name())), 0.15).1;
    vec![
        Claim::new(
            "4",
            "The error grows with ε.",
            TREND,
            format!("τ as printed, absolute and relative: {}", said(&found)),
            Trend::goes(&found, 1.0),
        ),
        fewer(
            Claim::new(
                "4",
                "In groups it always stays below 15%.",
                BOUND,
                format!("worst as printed {}, ours {}", worst(most), worst(ours)),
                verdict,
            ),
            rows,
        ),
    ]
}

/// The reason that is given where errors are larger than printed.
fn fewer(claim: Claim, rows: &Figure) -> Claim {
    let curve = rows.curve(Maker::Printed.name());
    let trend = Trend::of(curve);
    let people = curve.last().map_or(0.0, |at| at.0);
    let measured = format!("τ of the error over the number of people {}, up to {people}", said(&[trend]));
    let reason = "errors fall as there are more people, and there are fewer here than the paper's 500,000";
    claim.because(reason, measured, Trend::goes(&[trend], -1.0) == Verdict::Confirmed && people < 499_999.0)
}

fn over_m(figures: [&Figure; 2], rows: &Figure) -> Vec<Claim> {
    let found = trends(printed(&figures));
    let (absolute, relative) = (below(printed(&figures[..1]), 0.2), below(printed(&figures[1..]), 0.08));
    let measured = format!("worst as printed {} and {}", worst(absolute.1), worst(relative.1));
    vec![
        Claim::new(
            "5",
            "The error grows with m.",
            TREND,
            format!("τ as printed, two to four columns, absolute then relative: {}", said(&found)),
            Trend::goes(&found, 1.0),
        ),
        fewer(
            Claim::new(
                "5",
                "For the greatest m it is at most 20% (absolute) and 8% (relative).",
                BOUND,
                measured,
                Verdict::all([absolute.0, relative.0]),
            ),
            rows,
        ),
    ]
}

fn over_volume(figures: [&Figure; 2]) -> Claim {
    let found = trends(printed(&figures));
    Claim::new(
        "6",
        "The error falls as queries cover more.",
        "Kendall's τ over s, queries drawn again; the interval must lie below 0",
        format!("τ as printed, two to four columns, absolute then relative: {}", said(&found)),
        Trend::goes(&found, -1.0),
    )
}

fn of_time(over_m: &Figure, over_epsilon: &Figure) -> Vec<Claim> {
    let (printed, ours) = (over_m.curve(Maker::Printed.name()), over_m.curve(Maker::Ours.name()));
    let found = trends([printed]);
    let time = over_epsilon.curve(Maker::Printed.name());
    let points: Vec<(f64, f64)> = time.found().collect();
    let peak = points.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |at| at.0);
    let inside = points.first().is_some_and(|at| at.0 < peak) && points.last().is_some_and(|at| peak < at.0);
    let slowest =
        over_m.curves().iter().chain(over_epsilon.curves()).filter_map(Curve::most).reduce(f64::max).unwrap_or(0.0);
    let spread =
        points.iter().map(|at| at.1).fold(0.0, f64::max) / points.iter().map(|at| at.1).fold(f64::INFINITY, f64::min);
    vec![
        Claim::new(
            "7a",
            "The cost drops as m grows.",
            "Kendall's τ of seconds over m, repetitions drawn again; the interval must lie below 0",
            format!("τ as printed {}, ours {}", said(&found), said(&trends([ours]))),
            Trend::goes(&found, -1.0),
        ),
        Claim::new(
            "7b",
            "With ε the cost first rises and then falls.",
            "the largest time must lie inside of the range of ε",
            format!("as printed it is largest at ε = {peak}"),
            Verdict::of(inside),
        )
        .because(
            "time hardly depends on ε here",
            format!("the largest time is {spread:.2} times the smallest"),
            spread < 1.3,
        ),
        Claim::new(
            "7",
            "Everything ends within a minute.",
            "the slowest of all",
            format!("{slowest:.2} s"),
            Verdict::of(slowest < 60.0),
        ),
    ]
}

fn of_rows(rows: &Figure) -> Claim {
    let found = trends(rows.curves());
    Claim::new(
        "rows",
        "(Ours) With fewer people errors are larger, at the same promise.",
        "Kendall's τ over the number of people; queries are drawn again",
        format!("τ as printed and ours: {}", said(&found)),
        Trend::goes(&found, -1.0),
    )
}

/// Whether ACS is like the census cut to about as many people.
fn of_acs(acs: &Figure, rows: &Figure) -> Claim {
    let (verdict, most) = below([acs.curve(Maker::Printed.name())], 0.15);
    let ours = below([acs.curve(Maker::Ours.name())], 0.15).1;
    let near = |at: &(f64, f64)| (at.0 - ACS).abs();
    let census = rows.curve(Maker::Printed.name()).found().min_by(|a, b| near(a).total_cmp(&near(b)));
    let measured = census.map_or("–".to_owned(), |(people, error)| {
        format!("the census cut to {people} people errs by {} at ε = 4500", percent(Some(error)))
    });
    Claim::new(
        "4a",
        "On ACS, too, the error stays below 15%.",
        BOUND,
        format!("worst as printed {}, ours {}", worst(most), worst(ours)),
        verdict,
    )
    .because("there are only 22,241 people", measured, census.is_some_and(|at| at.1 >= 0.15))
}
