//! Claims of our own, in the same form: what the group view leaves open, what the register view costs, what is gained over the algorithm
//! as printed, what tempering does, and what two releases tell together.

mod together;

use aloof::Error;
use aloof_table::Partition;

use super::claims::{Claim, Verdict};
use super::data::{salaries, thousands};
use super::em::run::{Bench, Form, Maker};
use super::figure::{Curve, Drawing, Faithful, Figure};
use super::fits::{Trend, said};
use super::sample::{Draw, Sample, of_all};
use super::{Found, ReproduceRequest};

const TITLE: &str = "Our own claims";
const QUESTION: &str =
    "Is what people read into a release true of it in the view that is the default, and what does that cost?";
const EPSILONS: [i64; 5] = [500, 1000, 2000, 3000, 4000];
const M: u32 = 5;
/// People of the smaller tables.
const FEW: u64 = 20_000;

/// Who makes groups, and what is promised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Printed,
    Group,
    Register,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Printed => "group view, as printed",
            Self::Group => "group view, aloof",
            Self::Register => "register view, aloof (default)",
        }
    }

    fn groups(self, bench: &Bench, epsilon: i64) -> Result<Option<Partition>, Error> {
        let form = Form::Absolute(epsilon);
        match self {
            Self::Printed => bench.groups(form, M, Maker::Printed),
            Self::Group => bench.groups(form, M, Maker::Ours),
            Self::Register => Ok(bench.solve(form, M, Maker::Ours, &bench.twice(epsilon))),
        }
    }
}

const KINDS: [Kind; 3] = [Kind::Printed, Kind::Group, Kind::Register];

pub(super) fn run(request: &ReproduceRequest<'_>) -> Result<Found, Error> {
    let lab = salaries(request.rows);
    let data =
        format!("{}; tempering and composition: {} of them", lab.name, thousands(FEW.min(request.rows) as usize));
    let bench = Bench::new(lab, &[4], &["0.1"], request.queries);
    let (mut figures, mut claims) = (Vec::new(), Vec::new());
    views(request, &bench, &mut figures, &mut claims)?;
    let few = Bench::new(salaries(request.rows.min(FEW)), &[4], &["0.1"], request.queries);
    temper(request, &few, &mut figures, &mut claims);
    together::compose(request, &mut figures, &mut claims);
    Ok(Found { name: "ours", title: TITLE, question: QUESTION, data, figures, claims })
}

fn figure(number: &'static str, title: String, setup: &str, axes: (&str, &str), curves: Vec<Curve>) -> Figure {
    Figure {
        file: format!("figure-{number}"),
        number,
        title,
        setup: setup.to_owned(),
        faithful: Faithful::Ours,
        differs: "no paper has it".to_owned(),
        x: axes.0.to_owned(),
        y: axes.1.to_owned(),
        timed: false,
        drawing: Drawing::Curves(curves),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

/// C13 and C14: who is exposed to a guess with any centre, what is lost, and how queries are answered.
fn views(
    request: &ReproduceRequest<'_>,
    bench: &Bench,
    figures: &mut Vec<Figure>,
    claims: &mut Vec<Claim>,
) -> Result<(), Error> {
    let curves = || KINDS.map(|kind| Curve::new(kind.name(), Vec::new()));
    let (mut exposed, mut lost, mut errors) = (curves(), curves(), curves());
    let mut counted = Vec::new();
    for epsilon in EPSILONS {
        for (at, kind) in KINDS.into_iter().enumerate() {
            (request.progress)(&format!("{}, ε = {epsilon}", kind.name()));
            let groups = kind.groups(bench, epsilon)?;
            let x = epsilon as f64;
            let sample = |number: Option<f64>| number.map_or_else(Sample::default, Sample::exact);
            exposed[at]
                .points
                .push((x, sample(groups.as_ref().map(|groups| bench.exposed(groups, epsilon, M as usize)))));
            let losses = groups.as_ref().map(|groups| bench.lab.losses(groups)).transpose()?;
            lost[at].points.push((x, sample(losses.map(|both| both.0))));
            counted
                .extend(losses.map(|both| format!("{} {:.3}", kind.name(), both.1)).filter(|_| epsilon == EPSILONS[1]));
            let asked = groups.as_ref().map(|groups| bench.asked(groups)).transpose()?;
            errors[at].points.push((x, asked.unwrap_or_default()));
        }
    }
    claims.push(Claim::new("register", "In the register view no interval of length 2ε, wherever its centre, holds more than 1 in m of a group; in the group view some do.", "every group is searched; the register view must have none, the group view some, at every ε", format!("people in such groups: as printed {} to {}, group view {} to {}, register view {} at most", percent(least(&exposed[0])), percent(exposed[0].most()), percent(least(&exposed[1])), percent(exposed[1].most()), percent(exposed[2].most())), Verdict::all([Verdict::of(exposed[2].most().is_some_and(|most| most <= 0.0)), Verdict::of(least(&exposed[1]).is_some_and(|least| least > 0.0))])));
    let ratio = |from: &Curve, to: &Curve| {
        let pairs = from.found().filter_map(|(x, a)| Some(to.at(x)? / a));
        pairs.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), one| (low.min(one), high.max(one)))
    };
    let (printed, group) = (ratio(&lost[0], &lost[2]), ratio(&lost[0], &lost[1]));
    claims.push(Claim::new("loss", "The default loses less than the algorithm as printed, which promises less.", "the ratio of losses at every ε at which both can be had must be below 1", format!("register view / as printed {:.2} to {:.2}; group view / as printed {:.2} to {:.2}; counting values instead of lengths, at ε = 1000: {}", printed.0, printed.1, group.0, group.1, counted.join(", ")), Verdict::of(printed.1 < 1.0)));
    let mut parts = Vec::new();
    for ((x, one), (_, other)) in errors[0].points.iter().zip(&errors[2].points) {
        if !one.0.is_empty() && !other.0.is_empty() {
            let (ratio, (low, high)) = of_all(&[one, other], |means| means[1] / means[0]);
            let verdict = if high < 1.0 {
                Verdict::Confirmed
            } else if low > 1.0 {
                Verdict::NotConfirmed
            } else {
                Verdict::Undecided
            };
            parts.push((format!("{ratio:.2} [{low:.2}, {high:.2}] at {x}"), verdict));
        }
    }
    let told = parts.iter().map(|part| part.0.clone()).collect::<Vec<_>>().join(", ");
    claims.push(Claim::new(
        "queries",
        "The default answers count queries better than the algorithm as printed.",
        "the ratio of mean errors at every ε, queries drawn again, must lie below 1",
        told,
        Verdict::all(parts.into_iter().map(|part| part.1)),
    ));
    let setup = "m = 5; ε as absolute ε of (ε, m)-anonymity; a curve ends where the promise is impossible";
    figures.push(figure(
        "register",
        format!(
            "A guess with any centre: {} of people are exposed in the group view, nobody in the register view",
            percent(exposed[1].most())
        ),
        setup,
        ("ε", "people in whose group an interval of length 2ε holds more than 1 in 5"),
        exposed.into(),
    ));
    figures.push(figure(
        "loss",
        format!(
            "The register view loses {:.2} to {:.2} times what the printed algorithm loses for less",
            printed.0, printed.1
        ),
        setup,
        ("ε", "loss: share of the domain covered, sum over three columns"),
        lost.into(),
    ));
    figures.push(figure(
        "queries",
        "Count queries: the default beside the algorithm as printed".to_owned(),
        setup,
        ("ε", "mean relative error, four columns, s = 0.1"),
        errors.into(),
    ));
    Ok(())
}

fn least(curve: &Curve) -> Option<f64> {
    curve.found().map(|at| at.1).reduce(f64::min)
}

/// C17 and B7: of the exchanges between neighbours that quasi values favour, how many values allow: at the truth, and shuffled.
fn temper(request: &ReproduceRequest<'_>, bench: &Bench, figures: &mut Vec<Figure>, claims: &mut Vec<Claim>) {
    let names = ["annealed, at the truth", "annealed, shuffled", "tempered, at the truth", "tempered, shuffled"];
    let mut curves = names.map(|name| Curve::new(name, Vec::new()));
    let mut lost = Vec::new();
    for epsilon in EPSILONS {
        for (at, tempered) in [false, true].into_iter().enumerate() {
            (request.progress)(&format!("exchanges at ε = {epsilon}, tempered: {tempered}"));
            let Some(groups) = bench.register(epsilon, M, tempered) else { continue };
            let (truth, shuffled) =
                bench.open_exchanges(&groups, 2 * epsilon, M as usize, &mut Draw::new(epsilon as u64));
            curves[2 * at].points.push((epsilon as f64, truth));
            curves[2 * at + 1].points.push((epsilon as f64, shuffled));
            lost.extend(bench.lab.losses(&groups).ok().map(|both| both.0));
        }
    }
    let gap = |at: usize| {
        curves[at]
            .found()
            .zip(curves[at + 1].found())
            .map(|(truth, shuffled)| shuffled.1 - truth.1)
            .collect::<Vec<f64>>()
    };
    let (before, after) = (gap(0), gap(2));
    let smaller = before.iter().zip(&after).filter(|(before, after)| after < before).count();
    let cost = lost.chunks(2).filter(|pair| pair.len() == 2).map(|pair| pair[1] / pair[0]).fold(0.0, f64::max);
    let mean = |gaps: &[f64]| gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
    let trend = [Trend::of(&curves[0]), Trend::of(&curves[2])];
    claims.push(Claim::new("temper", "Tempering makes what is forbidden tell less of who has what, for little loss.", "the gap between exchanges that are open when values are shuffled and at the truth must be smaller at every ε, and loss at most a tenth larger", format!("the mean gap goes from {:.1} to {:.1} points, at {smaller} of {} ε; loss grows by a factor of at most {cost:.3}; τ of open exchanges over ε {}", 100.0 * mean(&before), 100.0 * mean(&after), before.len(), said(&trend)), if before.is_empty() { Verdict::Undecided } else { Verdict::of(smaller == before.len() && cost < 1.1) }));
    figures.push(figure("temper", format!("Exchanges that values forbid: the gap to luck goes from {:.1} to {:.1} points", 100.0 * mean(&before), 100.0 * mean(&after)), "register view, m = 5; of the exchanges between neighbouring groups that would make boxes smaller, the share that the rule allows: at the truth, and with the values of each group shuffled", ("ε", "share of favoured exchanges that are open"), curves.into()));
}
