//! Li, Tao and Xiao, *Preservation of proximity privacy in publishing numerical sensitive data*, SIGMOD 2008, Section 6.
//!
//! | figure | over | fixed |
//! |---|---|---|
//! | 4a, 4b | ε, absolute and relative | m = 5, s = 0.1 |
//! | 5a, 5b | m | ε = 4500, or 0.125; s = 0.1 |
//! | 6a, 6b | s | ε = 4500, or 0.125; m = 5 |
//! | 7a, 7b | time over m and ε | |
//!
//! Beside the algorithm as printed stands ours, in the group view as in the paper.

mod claims;

use aloof::Error;
use aloof::evaluate::Workloads;
use aloof_table::Decimal;

use super::workbench::{Run, Subject, Workbench, census};
use super::{Curve, Figure, Found, ReproduceRequest, real};

const TITLE: &str = "(ε, m)-anonymity: the experiments of its paper";
const ABSOLUTE: [&str; 6] = ["1000", "2000", "3000", "4500", "6000", "8000"];
const RELATIVE: [&str; 6] = ["0.025", "0.05", "0.075", "0.1", "0.125", "0.15"];
const VOLUMES: [&str; 5] = ["0.01", "0.05", "0.1", "0.15", "0.2"];

/// How groups are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Maker {
    Printed,
    Ours,
    Perturb,
}

impl Maker {
    fn name(self) -> &'static str {
        match self {
            Self::Printed => "as printed",
            Self::Ours => "aloof",
            Self::Perturb => "perturbation",
        }
    }

    fn method(self) -> &'static str {
        match self {
            Self::Printed => "[method]\nvariant = \"printed\"\n",
            Self::Ours => "[method]\neffort = \"good\"\n",
            Self::Perturb => "[method]\nalgorithm = \"perturb\"\n",
        }
    }
}

struct Experiment<'a> {
    bench: Workbench,
    request: &'a ReproduceRequest<'a>,
}

pub(super) fn run(request: &ReproduceRequest<'_>) -> Result<Found, Error> {
    let bench = Workbench::new(&request.out, |room| subject(request, room))?;
    let data = bench.subject.name.clone();
    let experiment = Experiment { bench, request };
    let [errors_a, errors_b] =
        [experiment.over_epsilon("4a", "absolute", &ABSOLUTE)?, experiment.over_epsilon("4b", "relative", &RELATIVE)?];
    let (by_m_a, time_m) = experiment.over_m("5a", "absolute", "4500")?;
    let (by_m_b, _) = experiment.over_m("5b", "relative", "0.125")?;
    let by_volume =
        [experiment.over_volume("6a", "absolute", "4500")?, experiment.over_volume("6b", "relative", "0.125")?];
    let time_epsilon = experiment.time_over_epsilon()?;
    let [volume_a, volume_b] = by_volume;
    let figures = vec![errors_a, errors_b, by_m_a, by_m_b, volume_a, volume_b, time_m, time_epsilon];
    let claims = claims::answer(&figures);
    Ok(Found { title: TITLE, data, figures, claims })
}

fn subject(request: &ReproduceRequest<'_>, room: &std::path::Path) -> Result<Subject, Error> {
    if let Some(file) = real(request, "acs2016_fulltime.csv.gz") {
        return Ok(Subject {
            file,
            name: "people in full-time work, ACS 2016 (AGEP, POBP, OCCP; PINCP)".to_owned(),
            quasi: vec!["AGEP", "POBP", "OCCP"],
            sensitive: vec!["PINCP"],
        });
    }
    Ok(Subject {
        file: census(room, request.rows)?,
        name: format!("the generated census, {} people (age, birthplace, occupation; income)", request.rows),
        quasi: vec!["age", "birthplace", "occupation"],
        sensitive: vec!["income"],
    })
}

impl Experiment<'_> {
    fn run(&self, form: &str, epsilon: &str, m: u32, maker: Maker, volumes: &[&str]) -> Result<Option<Run>, Error> {
        (self.request.progress)(&format!("{}, {form} ({epsilon}, {m})", maker.name()));
        let sensitive = self.bench.subject.sensitive[0];
        let policy = format!(
            "{}[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"{sensitive}\"\n{form} = \"{epsilon}\"\nm = {m}\nview = \"group\"\n{}",
            self.bench.columns(),
            maker.method()
        );
        let volumes = volumes.iter().map(|volume| volume.parse::<Decimal>().expect("written above")).collect();
        let dimensions = vec![2, 3, 4];
        let workloads = Workloads { dimensions, volumes, queries: self.request.queries, ..Workloads::default() };
        self.bench.run(&policy, &workloads)
    }

    /// Figure 4: the mean over two, three and four columns, of each maker.
    fn over_epsilon(&self, figure: &str, form: &str, epsilons: &[&str]) -> Result<Figure, Error> {
        let mut curves = Vec::new();
        for maker in [Maker::Printed, Maker::Ours, Maker::Perturb] {
            let mut points = Vec::new();
            for epsilon in epsilons {
                let run = self.run(form, epsilon, 5, maker, &["0.1"])?;
                points.push((number(epsilon), run.and_then(|run| mean_error(&run, "0.1"))));
            }
            curves.push(Curve { name: maker.name().to_owned(), points });
        }
        Ok(Figure {
            file: format!("figure-{figure}"),
            title: format!("Error over ε, {form}, m = 5, s = 0.1"),
            x: "ε".to_owned(),
            y: "mean relative error".to_owned(),
            curves,
        })
    }

    /// Figure 5: each number of columns, of both makers; and how long solving took.
    fn over_m(&self, figure: &str, form: &str, epsilon: &str) -> Result<(Figure, Figure), Error> {
        let (mut curves, mut times) = (Vec::new(), Vec::new());
        for maker in [Maker::Printed, Maker::Ours] {
            let runs = (2..=7).map(|m| Ok((f64::from(m), self.run(form, epsilon, m, maker, &["0.1"])?)));
            let runs = runs.collect::<Result<Vec<(f64, Option<Run>)>, Error>>()?;
            for dimensions in [2, 3, 4] {
                let point =
                    |(m, run): &(f64, Option<Run>)| (*m, run.as_ref().and_then(|run| run.error(dimensions, "0.1")));
                let name = format!("{}, {dimensions} columns", maker.name());
                curves.push(Curve { name, points: runs.iter().map(point).collect() });
            }
            let time = |(m, run): &(f64, Option<Run>)| (*m, run.as_ref().map(|run| run.made.seconds.solve));
            times.push(Curve { name: maker.name().to_owned(), points: runs.iter().map(time).collect() });
        }
        let errors = Figure {
            file: format!("figure-{figure}"),
            title: format!("Error over m, {form} ε = {epsilon}, s = 0.1"),
            x: "m".to_owned(),
            y: "mean relative error".to_owned(),
            curves,
        };
        let times = Figure {
            file: "figure-7a".to_owned(),
            title: format!("Time over m, {form} ε = {epsilon}"),
            x: "m".to_owned(),
            y: "seconds of solving".to_owned(),
            curves: times,
        };
        Ok((errors, times))
    }

    /// Figure 6.
    fn over_volume(&self, figure: &str, form: &str, epsilon: &str) -> Result<Figure, Error> {
        let mut curves = Vec::new();
        for maker in [Maker::Printed, Maker::Ours] {
            let run = self.run(form, epsilon, 5, maker, &VOLUMES)?;
            for dimensions in [2, 3, 4] {
                let point =
                    |volume: &&str| (number(volume), run.as_ref().and_then(|run| run.error(dimensions, volume)));
                let name = format!("{}, {dimensions} columns", maker.name());
                curves.push(Curve { name, points: VOLUMES.iter().map(point).collect() });
            }
        }
        Ok(Figure {
            file: format!("figure-{figure}"),
            title: format!("Error over the volume s, {form} ε = {epsilon}, m = 5"),
            x: "s".to_owned(),
            y: "mean relative error".to_owned(),
            curves,
        })
    }

    /// Figure 7b.
    fn time_over_epsilon(&self) -> Result<Figure, Error> {
        let mut curves = Vec::new();
        for maker in [Maker::Printed, Maker::Ours] {
            let mut points = Vec::new();
            for epsilon in RELATIVE {
                let run = self.run("relative", epsilon, 5, maker, &["0.1"])?;
                points.push((number(epsilon), run.map(|run| run.made.seconds.solve)));
            }
            curves.push(Curve { name: maker.name().to_owned(), points });
        }
        Ok(Figure {
            file: "figure-7b".to_owned(),
            title: "Time over ε, relative, m = 5".to_owned(),
            x: "ε".to_owned(),
            y: "seconds of solving".to_owned(),
            curves,
        })
    }
}

fn number(text: &str) -> f64 {
    text.parse().expect("written above")
}

fn mean_error(run: &Run, volume: &str) -> Option<f64> {
    let errors: Vec<f64> = [2, 3, 4].into_iter().filter_map(|dimensions| run.error(dimensions, volume)).collect();
    (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
}
