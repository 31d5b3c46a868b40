//! What Section 5 of the paper says of its figures, held against ours.

use super::super::claims::{Claim, Verdict};
use super::super::figure::Figure;
use super::super::fits::Line;
use super::super::sample::of_all;

/// Every claim, from the figures by their names.
pub(super) fn answer(figures: &[Figure]) -> Vec<Claim> {
    let figure = |name: &str| figures.iter().find(|figure| figure.file == name).expect("a figure that was drawn");
    let mut claims = vec![extraction(figure("figure-3a")), walking(figure("figure-3b"))];
    let some = |start: &str| figures.iter().filter(|figure| figure.file.starts_with(start)).collect::<Vec<&Figure>>();
    claims.extend(clusters(&some("figure-4-census"), &some("figure-4-synthetic")));
    claims.extend(averages(&some("figure-5-")));
    claims.push(better(
        "rankings",
        "(Ours) Rankings are kept better than by noise of equal distortion.",
        &some("figure-rankings"),
    ));
    claims.push(better(
        "skylines",
        "(Ours) Skylines are kept better than by noise of equal distortion.",
        &some("figure-skylines"),
    ));
    claims
}

fn extraction(figure: &Figure) -> Claim {
    let powers: Vec<(String, Option<Line>)> = figure
        .curves()
        .iter()
        .map(|curve| (curve.name.clone(), Line::power(&curve.found().collect::<Vec<_>>())))
        .collect();
    let told = powers.iter().map(|(name, line)| {
        line.map_or(format!("{name}: too few points"), |line| {
            format!("{name}: {:.2} (R² {:.3})", line.slope, line.explained)
        })
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let near =
        |line: &Option<Line>| line.map_or(Verdict::Undecided, |line| Verdict::of((1.7..=2.3).contains(&line.slope)));
    let of = |name: &str| powers.iter().find(|one| one.0 == name).and_then(|one| one.1);
    let slope = |name: &str| of(name).map_or(f64::NAN, |line| line.slope);
    let distinct = (1.7..=2.3).contains(&slope("synthetic")) && slope("census") < 1.7;
    Claim::new(
        "3a",
        "The time to find localities grows quadratically with the segment.",
        "the power of the size that time grows by, from a line through logarithms, must lie between 1.7 and 2.3",
        told,
        Verdict::all(powers.iter().map(|one| near(&one.1))),
    )
    .because(
        "equal values form no localities, and a longer segment of ages or codes has hardly more distinct values",
        format!("of values that all differ (synthetic) the power is {:.2}", slope("synthetic")),
        distinct,
    )
}

fn walking(figure: &Figure) -> Claim {
    let lines: Vec<(&str, Option<Line>)> = figure
        .curves()
        .iter()
        .map(|curve| (curve.name.as_str(), Line::through(&curve.found().collect::<Vec<_>>())))
        .collect();
    let told = lines.iter().map(|(name, line)| {
        line.map_or(format!("{name}: too few points"), |line| {
            format!(
                "{name}: R² {:.3}, {:+.0}% from σ = 0.05 to 0.25",
                line.explained,
                100.0 * 0.2 * line.slope / (line.start + 0.05 * line.slope).abs().max(1e-12)
            )
        })
    });
    let told = told.collect::<Vec<_>>().join("; ");
    let straight = |line: &Option<Line>| {
        line.map_or(Verdict::Undecided, |line| Verdict::of(line.explained >= 0.95 && line.slope > 0.0))
    };
    let printed = lines.iter().filter(|one| one.0.contains("printed")).map(|one| straight(&one.1));
    let synthetic = lines.iter().find(|one| one.0 == "walk, as printed, synthetic").and_then(|one| one.1);
    Claim::new("3b", "The time to walk grows linearly with the number of properties kept.", "a line through the points of the walk as printed must rise and leave at most 5% of their variance", told, Verdict::all(printed))
        .because("on integers nothing moves, since the start sits on tight constraints, and a step that cannot go anywhere is soon over", format!("on continuous data R² is {:.3}", synthetic.map_or(f64::NAN, |line| line.explained)), synthetic.is_some_and(|line| line.explained >= 0.95 && line.slope > 0.0))
}

/// Of pairs of points, how many are better than noise, and how many there are.
fn pairs(figures: &[&Figure], own: usize, noise: usize, larger: bool) -> (usize, usize, usize) {
    let (mut better, mut same, mut all) = (0, 0, 0);
    for figure in figures {
        for (own, noise) in figure.curves()[own].found().zip(figure.curves()[noise].found()) {
            let gain = if larger { own.1 - noise.1 } else { noise.1 - own.1 };
            better += usize::from(gain > 1e-12);
            same += usize::from(gain.abs() <= 1e-12);
            all += 1;
        }
    }
    (better, same, all)
}

const AGAINST: &str =
    "at every σ and in every table; every one must be better, as good or better is not enough where nothing moved";

fn clusters(census: &[&Figure], synthetic: &[&Figure]) -> Vec<Claim> {
    let both: Vec<&Figure> = census.iter().chain(synthetic).copied().collect();
    let (printed, normal, ours) = (pairs(&both, 0, 1, false), pairs(&both, 0, 2, false), pairs(&both, 3, 4, false));
    let still = census.iter().map(|figure| figure.curves()[0].most().unwrap_or(0.0)).fold(0.0, f64::max);
    let verdict = |(better, same, all): (usize, usize, usize)| {
        if all == 0 { Verdict::Undecided } else { Verdict::of(better + same == all && better > 0) }
    };
    let told = |(better, same, all): (usize, usize, usize)| format!("better in {better}, as good in {same} of {all}");
    vec![
        Claim::new(
            "4",
            "Clusters are kept better than by noise of equal distortion, for every k (the walk as printed).",
            "at every σ, in both tables and for every k never worse than even noise, and somewhere better",
            format!("{}; against normal noise {}", told(printed), told(normal)),
            verdict(printed),
        )
        .because(
            "on integers the walk as printed hardly leaves the original, so there is nothing to compare",
            format!("its largest clustering error on the census is {still:.4}"),
            still < 0.01,
        ),
        Claim::new("4", "The same of our walk.", "likewise", told(ours), verdict(ours)).because(
            "a walk that mixes forgets within each segment all that it does not keep",
            format!(
                "better in {} on the census, in {} on independent columns",
                pairs(census, 3, 4, false).0,
                pairs(synthetic, 3, 4, false).0
            ),
            pairs(census, 3, 4, false).0 + pairs(synthetic, 3, 4, false).0 < ours.2,
        ),
    ]
}

fn averages(figures: &[&Figure]) -> Vec<Claim> {
    let one = |own: usize, says: &'static str| {
        let (mut parts, mut better, mut absent) = (Vec::new(), 0, 0);
        for figure in figures {
            let (groups, walk) = (&figure.curves()[0], &figure.curves()[own]);
            for ((_, group), (_, walk)) in groups.points.iter().zip(&walk.points) {
                if group.0.is_empty() || walk.0.is_empty() {
                    absent += 1;
                    continue;
                }
                let (_, (low, high)) = of_all(&[group, walk], |means| means[0] - means[1]);
                better += usize::from(low > 0.0);
                parts.push(if low > 0.0 {
                    Verdict::Confirmed
                } else if high < 0.0 {
                    Verdict::NotConfirmed
                } else {
                    Verdict::Undecided
                });
            }
        }
        let measured = format!(
            "better in {better} of {} settings; in {absent} no walk is as far from the original as the groups",
            parts.len()
        );
        let all = parts.len() + absent;
        let verdict = if absent == all { Verdict::Undecided } else { Verdict::all(parts) };
        let claim = Claim::new(
            "5",
            says,
            "for every query and every l the difference of mean errors, at equal distortion or a bit more, must lie above 0",
            measured,
            verdict,
        );
        (claim, absent, all)
    };
    let (printed, absent, all) =
        one(1, "Averages are answered better than from l-diverse groups of equal distortion (the walk as printed).");
    let measured = format!("{absent} of {all} settings have no such walk");
    let reason = "the walk as printed does not get as far from the original as groups do";
    vec![printed.because(reason, measured, absent > 0), one(2, "The same of our walk.").0]
}

fn better(figure: &'static str, says: &'static str, figures: &[&Figure]) -> Claim {
    let (printed, ours) = (pairs(figures, 0, 1, true), pairs(figures, 3, 4, true));
    let normal = pairs(figures, 3, 5, true);
    let last = |at: usize| {
        figures
            .iter()
            .filter_map(|figure| figure.curves()[at].last())
            .map(|at| format!("{:.2}", at.1))
            .collect::<Vec<_>>()
            .join(" and ")
    };
    Claim::new(figure, says, AGAINST, format!("ours better than even noise in {} of {}, than normal noise in {}; as printed in {} of {}; at σ = 0.25 ours {}, noise {}", ours.0, ours.2, normal.0, printed.0, printed.2, last(3), last(4)), if ours.2 == 0 { Verdict::Undecided } else { Verdict::of(ours.0 == ours.2) })
        .because("localities are kept within segments of rows only, and order between segments is not", format!("in {} of {} settings noise keeps more", ours.2 - ours.0 - ours.1, ours.2), ours.0 < ours.2)
}
