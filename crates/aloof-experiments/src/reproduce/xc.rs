//! The paper of (ε, δ)^k-dissimilarity and XColor, Section VI.
//!
//! | figure | shows | fixed |
//! |---|---|---|
//! | 4 | groups of a 20-diverse Mondrian release in which proximity is breached, over ε, for several δ | |
//! | 5 | error of count queries over ε, δ, k and s | ε = 0.03, δ = 0.8, k = 10, s = 0.1 |
//! | 6 | time over the number of rows | the same |
//!
//! The paper's own default, ε = 0.1, is more than these tables allow: too many people are alike.

use aloof::Error;
use aloof::audit::{AuditRequest, audit};
use aloof::evaluate::Workloads;
use aloof::policy::Policy;
use aloof_io::Source;
use aloof_table::Decimal;

use super::workbench::{Run, Subject, Workbench, census, numbered};
use super::{Claim, Curve, Figure, Found, ReproduceRequest, real};

const TITLE: &str = "(ε, δ)^k-dissimilarity: the experiments of its paper";
const EPSILONS: [&str; 6] = ["0.005", "0.01", "0.02", "0.03", "0.05", "0.1"];
const DELTAS: [&str; 5] = ["0.5", "0.6", "0.7", "0.8", "0.9"];
const KS: [u32; 4] = [5, 10, 15, 20];
const VOLUMES: [&str; 5] = ["0.05", "0.1", "0.15", "0.2", "0.25"];

/// What is asked of a release.
#[derive(Clone, Copy)]
struct Asked<'a> {
    epsilon: &'a str,
    delta: &'a str,
    k: u32,
}

const USUAL: Asked<'_> = Asked { epsilon: "0.03", delta: "0.8", k: 10 };

struct Experiment<'a> {
    bench: Workbench,
    request: &'a ReproduceRequest<'a>,
}

pub(super) fn run(request: &ReproduceRequest<'_>) -> Result<Found, Error> {
    let bench = Workbench::new(&request.out, |room| subject(request, room))?;
    let data = bench.subject.name.clone();
    let experiment = Experiment { bench, request };
    let figures = vec![
        experiment.vulnerability("l1")?,
        experiment.vulnerability("l2")?,
        experiment.over("5a", "ε", &EPSILONS, |epsilon| Asked { epsilon, ..USUAL })?,
        experiment.over("5b", "δ", &DELTAS, |delta| Asked { delta, ..USUAL })?,
        experiment
            .over("5c", "k", &KS.map(|k| k.to_string()), |k| Asked { k: k.parse().expect("a number"), ..USUAL })?,
        experiment.over_volume()?,
        time_over_rows(request)?,
    ];
    let claims = claims(&figures);
    Ok(Found { title: TITLE, data, figures, claims })
}

fn subject(request: &ReproduceRequest<'_>, room: &std::path::Path) -> Result<Subject, Error> {
    if let Some(file) = real(request, "acs2016_fulltime.csv.gz") {
        return Ok(Subject {
            file,
            name: "people in full-time work, ACS 2016 (AGEP, SEX, MAR, RAC1P; SCHL, COW, PINCP)".to_owned(),
            quasi: vec!["AGEP", "SEX", "MAR", "RAC1P"],
            sensitive: vec!["SCHL", "COW", "PINCP"],
        });
    }
    of_census(room, request.rows.min(50_000))
}

fn of_census(room: &std::path::Path, rows: u64) -> Result<Subject, Error> {
    Ok(Subject {
        file: numbered(&census(room, rows)?, &["education", "work_class"])?,
        name: format!(
            "the generated census, {rows} people (age, sex, marital status, race; education, work class, income)"
        ),
        quasi: vec!["age", "sex", "marital_status", "race"],
        sensitive: vec!["education", "work_class", "income"],
    })
}

/// `[[protect]]` for all sensitive columns together.
fn protect(bench: &Workbench, asked: Asked<'_>, norm: &str) -> String {
    let columns: Vec<String> = bench.subject.sensitive.iter().map(|name| format!("\"{name}\"")).collect();
    let Asked { epsilon, delta, k } = asked;
    format!(
        "{}[[protect]]\nprinciple = \"dissimilarity\"\nsensitive = [{}]\nview = \"group\"\nepsilon = \"{epsilon}\"\n\
         delta = \"{delta}\"\nk = {k}\ndistance = {{ kind = \"{norm}\", scale = \"range\" }}\n",
        bench.columns(),
        columns.join(", ")
    )
}

impl Experiment<'_> {
    /// Figure 4: in how many groups of a 20-diverse release somebody's value is given away up to ε.
    fn vulnerability(&self, norm: &str) -> Result<Figure, Error> {
        (self.request.progress)(&format!("a 20-diverse release, judged by {norm}"));
        let bench = &self.bench;
        let sensitive = bench.subject.sensitive.last().expect("there are some");
        let diverse = |kind: &str| {
            format!(
                "{}[[protect]]\nprinciple = \"l-diversity\"\nkind = \"{kind}\"\nsensitive = \"{sensitive}\"\nl = 20\nview = \"group\"\n[method]\nalgorithm = \"mondrian\"\n",
                bench.columns()
            )
        };
        // Where a value is too frequent for the paper's reading of 20-diverse, 20 different ones must do.
        let mut curves = Vec::new();
        if bench.make(&diverse("frequency"), "diverse")?.is_some()
            || bench.make(&diverse("distinct"), "diverse")?.is_some()
        {
            for delta in DELTAS {
                let share =
                    |epsilon: &&str| Ok((number(epsilon), Some(self.breached(Asked { epsilon, delta, k: 2 }, norm)?)));
                let points = EPSILONS.iter().map(share).collect::<Result<_, Error>>()?;
                curves.push(Curve { name: format!("δ = {delta}"), points });
            }
        }
        Ok(Figure {
            file: format!("figure-4-{norm}"),
            title: format!("Groups of a 20-diverse release with a proximity breach ({norm})"),
            x: "ε".to_owned(),
            y: "share of groups".to_owned(),
            curves,
        })
    }

    fn breached(&self, asked: Asked<'_>, norm: &str) -> Result<f64, Error> {
        let policy = Policy::from_toml(&protect(&self.bench, asked, norm), "aloof.toml")?;
        let found = audit(&AuditRequest {
            data: Source::File(self.bench.release("diverse")),
            original: None,
            policy: &policy,
            population: None,
            epsilons: Vec::new(),
            show_values: false,
            list_violations: false,
            progress: &|_, _| {},
        })?;
        let check = &found.checks[0];
        Ok(check.violating_groups as f64 / check.groups.max(1) as f64)
    }

    fn run(&self, asked: Asked<'_>, volumes: &[&str]) -> Result<Option<Run>, Error> {
        (self.request.progress)(&format!("({}, {})^{}-dissimilarity", asked.epsilon, asked.delta, asked.k));
        let volumes = volumes.iter().map(|volume| volume.parse::<Decimal>().expect("written above")).collect();
        let dimensions = vec![2, 3, 4];
        let workloads = Workloads { dimensions, volumes, queries: self.request.queries, ..Workloads::default() };
        self.bench.run(&protect(&self.bench, asked, "l1"), &workloads)
    }

    /// Figure 5, one parameter: the mean over all sensitive columns, for two, three and four columns asked about.
    fn over<'v, T: AsRef<str> + 'v>(
        &self,
        figure: &str,
        parameter: &str,
        values: &'v [T],
        asked: impl Fn(&'v str) -> Asked<'v>,
    ) -> Result<Figure, Error> {
        let mut runs = Vec::new();
        for value in values {
            runs.push((number(value.as_ref()), self.run(asked(value.as_ref()), &["0.1"])?));
        }
        let curve = |dimensions: usize| Curve {
            name: format!("{dimensions} columns"),
            points: runs
                .iter()
                .map(|(x, run)| (*x, run.as_ref().and_then(|run| error(run, dimensions, "0.1"))))
                .collect(),
        };
        Ok(Figure {
            file: format!("figure-{figure}"),
            title: format!("Error over {parameter}, s = 0.1"),
            x: parameter.to_owned(),
            y: "mean relative error".to_owned(),
            curves: [2, 3, 4].map(curve).into(),
        })
    }

    fn over_volume(&self) -> Result<Figure, Error> {
        let run = self.run(USUAL, &VOLUMES)?;
        let curve = |dimensions: usize| Curve {
            name: format!("{dimensions} columns"),
            points: VOLUMES
                .iter()
                .map(|volume| (number(volume), run.as_ref().and_then(|run| error(run, dimensions, volume))))
                .collect(),
        };
        Ok(Figure {
            file: "figure-5d".to_owned(),
            title: "Error over the volume s".to_owned(),
            x: "s".to_owned(),
            y: "mean relative error".to_owned(),
            curves: [2, 3, 4].map(curve).into(),
        })
    }
}

/// Figure 6, on generated people, of whom there are as many as one likes.
fn time_over_rows(request: &ReproduceRequest<'_>) -> Result<Figure, Error> {
    let mut points = Vec::new();
    for fifth in 3..=5 {
        let rows = request.rows.min(50_000) * fifth / 5;
        (request.progress)(&format!("{rows} generated people"));
        let bench = Workbench::new(&request.out.join(format!(".{rows}")), |room| of_census(room, rows))?;
        let made = bench.make(&protect(&bench, USUAL, "l1"), "release")?;
        points.push((rows as f64, made.map(|made| made.seconds.solve)));
        drop(bench);
        let _ = std::fs::remove_dir(request.out.join(format!(".{rows}")));
    }
    Ok(Figure {
        file: "figure-6".to_owned(),
        title: "Time over the number of rows".to_owned(),
        x: "rows".to_owned(),
        y: "seconds of solving".to_owned(),
        curves: vec![Curve { name: "aloof".to_owned(), points }],
    })
}

fn number(text: &str) -> f64 {
    text.parse().expect("written above")
}

/// The mean over all sensitive columns.
fn error(run: &Run, dimensions: usize, volume: &str) -> Option<f64> {
    let workloads =
        run.found.count_query.iter().filter(|one| one.dimensions == dimensions && one.selectivity == volume);
    let errors: Vec<f64> = workloads.filter_map(|one| one.mean_relative_error).collect();
    (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let figure = |name: &str| figures.iter().find(|figure| figure.file == name).expect("a figure that was drawn");
    let percent = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{:.1}%", share * 100.0));
    let worst = |figure: &Figure| figure.curves.iter().filter_map(Curve::most).reduce(f64::max);
    let (l1, l2) = (figure("figure-4-l1"), figure("figure-4-l2"));
    let rising = |figure: &Figure| !figure.curves.is_empty() && figure.curves.iter().all(|curve| curve.gain() >= 0.0);
    let by_delta: Vec<f64> = l1.curves.iter().filter_map(Curve::most).collect();
    let strict = l1.curves.iter().filter(|curve| number(&curve.name[5..]) >= 0.85);
    let half = strict.flat_map(Curve::found).filter(|(epsilon, _)| *epsilon >= 0.1).all(|(_, share)| share > 0.5);
    let all_below = [figure("figure-5a"), figure("figure-5b")].map(worst).into_iter().flatten().reduce(f64::max);
    let by_k = &figure("figure-5c").curves[1];
    let least_k = by_k.found().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |at| at.0);
    let volume = figure("figure-5d");
    let times: Vec<(f64, f64)> = figure("figure-6").curves[0].found().collect();
    let per_row: Vec<f64> = times.iter().map(|(rows, seconds)| seconds / rows).collect();
    let spread = per_row.iter().copied().fold(0.0, f64::max) / per_row.iter().copied().fold(f64::INFINITY, f64::min);
    vec![
        Claim::new(
            "4",
            "A 20-diverse release is open to proximity breach, and more so as ε or δ grows, by either norm.",
            format!("at the largest ε and δ {} of the groups by L1, {} by L2", percent(worst(l1)), percent(worst(l2))),
            rising(l1) && rising(l2) && by_delta.is_sorted(),
            "",
        ),
        Claim::new(
            "4",
            "For larger ε and δ ≥ 0.85 over half of the groups are breached.",
            format!(
                "at ε = 0.1 and δ = 0.9 {} of them",
                percent(l1.curves.last().and_then(|curve| curve.found().last()).map(|at| at.1))
            ),
            half && !l1.curves.is_empty(),
            "Here a group of 20 and more rarely has so many alike.",
        ),
        Claim::new(
            "5",
            "The error grows with ε and with δ.",
            format!(
                "{:+.3} over ε, {:+.3} over δ, for three columns",
                figure("figure-5a").curves[1].gain(),
                figure("figure-5b").curves[1].gain()
            ),
            figure("figure-5a").curves[1].gain() > 0.0 && figure("figure-5b").curves[1].gain() > 0.0,
            "",
        ),
        Claim::new(
            "5",
            "It is always below 15%.",
            format!("worst {}", percent(all_below)),
            all_below.is_some_and(|most| most < 0.15),
            "Queries about four columns have few people in them here.",
        ),
        Claim::new(
            "5",
            "Over k it is least at k = 15.",
            format!("least at k = {least_k}"),
            (least_k - 15.0).abs() < 0.5,
            "Splitting comes first here, so a small k costs nothing: boxes grow with k.",
        ),
        Claim::new(
            "5",
            "It falls as queries cover more, and is below 5% even for s = 0.05.",
            format!(
                "{} at s = 0.05, {} at 0.25, worst of all",
                percent(volume.curves.iter().filter_map(|curve| curve.found().next()).map(|at| at.1).reduce(f64::max)),
                percent(volume.curves.iter().filter_map(|curve| curve.found().last()).map(|at| at.1).reduce(f64::max))
            ),
            volume.curves.iter().all(|curve| curve.gain() < 0.0 && curve.found().next().is_some_and(|at| at.1 < 0.05)),
            "Queries about four columns have few people in them here.",
        ),
        Claim::new(
            "6",
            "Time grows about linearly with the rows, and all ends within minutes.",
            format!(
                "seconds per row differ by a factor of {spread:.2}; the slowest took {:.2} s",
                times.iter().map(|at| at.1).fold(0.0, f64::max)
            ),
            spread < 1.6 && !times.is_empty(),
            "",
        ),
    ]
}
