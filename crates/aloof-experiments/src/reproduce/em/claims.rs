//! What Section 6 of the paper says of its figures, held against ours.

use super::super::{Claim, Curve, Figure};

const DIFFERS: &str = "The table differs: fewer people per combination of quasi values make wider boxes.";

/// Every claim, from the figures by their names.
pub(super) fn answer(figures: &[Figure]) -> Vec<Claim> {
    let figure = |name: &str| figures.iter().find(|figure| figure.file == name).expect("a figure that was drawn");
    let over_epsilon = [figure("figure-4a"), figure("figure-4b")];
    let mut claims = against_perturbation(over_epsilon);
    claims.extend(of_groups(over_epsilon, [figure("figure-5a"), figure("figure-5b")]));
    claims.push(over_volume([figure("figure-6a"), figure("figure-6b")]));
    claims.extend(of_time(figure("figure-7a"), figure("figure-7b")));
    claims
}

fn worst<'a>(curves: impl IntoIterator<Item = &'a Curve>) -> Option<f64> {
    curves.into_iter().filter_map(Curve::most).reduce(f64::max)
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

/// Where a curve ends.
fn last(curve: &Curve) -> Option<(f64, f64)> {
    curve.found().last()
}

fn against_perturbation(figures: [&Figure; 2]) -> Vec<Claim> {
    let [a, b] = figures.map(|figure| figure.curve("perturbation"));
    let of = |name: &str| worst(figures.map(|figure| figure.curve(name)));
    let better = figures.iter().all(|figure| {
        let groups = figure.curve("as printed");
        let beaten = |(x, error): (f64, f64)| groups.found().any(|(at, own)| at.total_cmp(&x).is_eq() && own < error);
        figure.curve("perturbation").found().all(beaten)
    });
    let ends = |curve: &Curve| last(curve).map_or("none".to_owned(), |(x, _)| x.to_string());
    let groups = figures.map(|figure| figure.curve("as printed"));
    let further = |(one, other): (&Curve, &Curve)| last(one).map(|end| end.0) < last(other).map(|end| end.0);
    vec![
        Claim::new(
            "4",
            "Groups answer count queries far better than perturbation that promises the same.",
            format!(
                "worst error {} in groups as printed, {} in ours, {} perturbed",
                percent(of("as printed")),
                percent(of("aloof")),
                percent(of("perturbation"))
            ),
            better && of("perturbation").is_some(),
            "Where perturbation cannot be had at all there is nothing to compare.",
        ),
        Claim::new(
            "4",
            "Beyond some ε perturbation cannot promise m = 5, while groups still can.",
            format!(
                "the last ε: perturbed {} and {}, in groups {} and {}",
                ends(a),
                ends(b),
                ends(groups[0]),
                ends(groups[1])
            ),
            further((a, groups[0])) && further((b, groups[1])),
            "",
        ),
        Claim::new(
            "4",
            "Near that ε the error of perturbation grows drastically.",
            format!(
                "{} at the first ε, {} at the last",
                percent(a.found().next().map(|at| at.1)),
                percent(last(a).map(|at| at.1))
            ),
            a.gain() > 0.0,
            "Perturbation ends before two ε could be compared.",
        ),
    ]
}

fn of_groups(over_epsilon: [&Figure; 2], over_m: [&Figure; 2]) -> Vec<Claim> {
    let printed = over_epsilon.map(|figure| figure.curve("as printed"));
    let most = worst(printed);
    let by_m = |figure: &Figure| worst(figure.curves.iter().filter(|curve| curve.name.starts_with("as printed")));
    let rising = over_m.iter().flat_map(|figure| &figure.curves).filter(|curve| curve.gain() > 0.0).count();
    let all = over_m.iter().map(|figure| figure.curves.len()).sum::<usize>();
    vec![
        Claim::new(
            "4",
            "The error grows with ε.",
            format!("as printed {:+.3} and {:+.3} from the first to the last ε", printed[0].gain(), printed[1].gain()),
            printed.iter().all(|curve| curve.gain() > 0.0),
            "",
        ),
        Claim::new(
            "4",
            "In groups it always stays below 15%.",
            format!("worst {} as printed", percent(most)),
            most.is_some_and(|most| most < 0.15),
            DIFFERS,
        ),
        Claim::new("5", "The error grows with m.", format!("{rising} of {all} curves rise"), rising == all, ""),
        Claim::new(
            "5",
            "For the greatest m it is at most 20% (absolute) and 8% (relative).",
            format!("worst {} and {} as printed", percent(by_m(over_m[0])), percent(by_m(over_m[1]))),
            by_m(over_m[0]).is_some_and(|most| most <= 0.2) && by_m(over_m[1]).is_some_and(|most| most <= 0.08),
            DIFFERS,
        ),
    ]
}

fn over_volume(figures: [&Figure; 2]) -> Claim {
    let curves: Vec<&Curve> = figures.into_iter().flat_map(|figure| &figure.curves).collect();
    let falling = curves.iter().filter(|curve| curve.gain() < 0.0).count();
    Claim::new(
        "6",
        "The error falls as queries cover more.",
        format!("{falling} of {} curves fall from s = 1% to 20%", curves.len()),
        falling == curves.len(),
        "",
    )
}

fn of_time(over_m: &Figure, over_epsilon: &Figure) -> Vec<Claim> {
    let (printed, ours) = (over_m.curve("as printed"), over_m.curve("aloof"));
    let time = over_epsilon.curve("as printed");
    let peak = time.found().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |at| at.0);
    let (first, end) = (time.found().next().map_or(0.0, |at| at.0), last(time).map_or(0.0, |at| at.0));
    let slowest = worst(over_m.curves.iter().chain(&over_epsilon.curves)).unwrap_or(0.0);
    vec![
        Claim::new(
            "7a",
            "The cost drops as m grows.",
            format!("from m = 2 to the last as printed {:+.4} s, ours {:+.4} s", printed.gain(), ours.gain()),
            printed.gain() < 0.0,
            "Cuts are cheap; what takes time is dealing buckets, and larger m leaves larger buckets.",
        ),
        Claim::new(
            "7b",
            "With ε the cost first rises and then falls.",
            format!("as printed it is largest at ε = {peak}"),
            first < peak && peak < end,
            "Times of a few hundredths of a second vary more between two runs than over ε.",
        ),
        Claim::new(
            "7",
            "Everything ends within a minute.",
            format!("the slowest took {slowest:.2} s"),
            slowest < 60.0,
            "",
        ),
    ]
}
