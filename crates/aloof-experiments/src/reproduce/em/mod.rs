//! Li, Tao and Xiao, *Preservation of proximity privacy in publishing numerical sensitive data*, SIGMOD 2008, Section 6.
//!
//! | figure | over | fixed |
//! |---|---|---|
//! | 4a, 4b | ε, absolute and relative | m = 5, s = 0.1 |
//! | 5a, 5b | m | ε = 4500, or 0.125; s = 0.1 |
//! | 6a, 6b | s | ε = 4500, or 0.125; m = 5 |
//! | 7a, 7b | time over m and over ε | ε = 4500; m = 5 |
//!
//! Beside split-and-partition and perturbation as printed stand ours: groups in the group view, as in the paper, and perturbation with
//! the probability that keeps the promise whatever value is seen. A further figure tests the reason that is given for larger errors of
//! small tables.

mod claims;
pub(super) mod run;

use aloof::Error;
use aloof_table::{Column, NumberColumn};

use super::data::{real, real_numbers, salaries, thousands};
use super::figure::{Curve, Drawing, Faithful, Figure};
use super::lab::{Lab, Quasi};
use super::sample::Sample;
use super::{Found, ReproduceRequest};
use run::{Bench, Form, Maker};

const TITLE: &str = "(ε, m)-anonymity";
const QUESTION: &str = "Does split-and-partition leave data that answer count queries far better than perturbation that promises the same, and does it take little time?";
const ABSOLUTE: [i64; 6] = [1000, 2000, 3000, 4000, 4500, 5000];
const RELATIVE: [i64; 6] = [25, 50, 75, 100, 125, 150];
const VOLUMES: [&str; 5] = ["0.01", "0.05", "0.1", "0.15", "0.2"];
const DIMENSIONS: [usize; 3] = [2, 3, 4];
const EPSILON: Form = Form::Absolute(4500);
const PART: Form = Form::Relative(125);
/// Times that solving is timed.
const TIMES: usize = 3;

struct Experiment<'a> {
    bench: Bench,
    request: &'a ReproduceRequest<'a>,
    /// What differs from the paper's data.
    differs: String,
    /// Added to the names of files.
    suffix: &'static str,
}

pub(super) fn run(request: &ReproduceRequest<'_>) -> Result<Found, Error> {
    (request.progress)("making people");
    let lab = salaries(request.rows);
    let data = lab.name.clone();
    let differs = format!(
        "SAL may not be shipped: {} invented people stand in for its 500,000, with 60 birthplaces and 52 occupations as integers where SAL has 710 and 983; ε and m as in the paper",
        thousands(lab.rows())
    );
    let bench = Bench::new(lab, &DIMENSIONS, &VOLUMES, request.queries);
    let mut experiment = Experiment { bench, request, differs, suffix: "" };
    let mut figures = vec![
        experiment.over_epsilon("4a", "absolute", ABSOLUTE.map(Form::Absolute))?,
        experiment.over_epsilon("4b", "relative", RELATIVE.map(Form::Relative))?,
        experiment.over_m("5a", "absolute ε = 4500", EPSILON)?,
        experiment.over_m("5b", "relative ε = 0.125", PART)?,
        experiment.over_volume("6a", "absolute ε = 4500", EPSILON)?,
        experiment.over_volume("6b", "relative ε = 0.125", PART)?,
        experiment.time_over_m(),
        experiment.time_over_epsilon(),
        over_rows(request)?,
    ];
    beside(request)?.into_iter().for_each(|figure| figures.insert(2, figure));
    let claims = claims::answer(&figures);
    Ok(Found { name: "em", title: TITLE, question: QUESTION, data, figures, claims })
}

/// Figure 4a on real people, where they are.
fn beside(request: &ReproduceRequest<'_>) -> Result<Vec<Figure>, Error> {
    let Some(file) = real(request.data.as_ref(), "acs2016_fulltime.csv.gz") else { return Ok(Vec::new()) };
    let mut columns = real_numbers(&file, &["AGEP", "POBP", "OCCP", "PINCP"], usize::MAX)?.into_iter();
    let mut next = || columns.next().unwrap_or_default();
    let quasi = vec![Quasi::number("AGEP", next()), Quasi::number("POBP", next()), Quasi::number("OCCP", next())];
    let income = Column::Number(NumberColumn::from_integers(next()));
    let lab = Lab::new(String::new(), quasi, vec![("PINCP", income)]);
    let differs = format!(
        "{} people in full-time work of ACS 2016 in place of the 500,000 of SAL; incomes are not cut off",
        thousands(lab.rows())
    );
    let bench = Bench::new(lab, &DIMENSIONS, &VOLUMES, request.queries);
    let mut experiment = Experiment { bench, request, differs, suffix: "-acs" };
    Ok(vec![experiment.over_epsilon("4a", "absolute", ABSOLUTE.map(Form::Absolute))?])
}

impl Experiment<'_> {
    fn errors(&mut self, form: Form, m: u32, maker: Maker, dimensions: usize, volume: &str) -> Result<Sample, Error> {
        (self.request.progress)(&format!("{}, {form:?}, m = {m}, s = {volume}", maker.name()));
        let groups = maker == Maker::Printed || maker == Maker::Ours;
        let fixed = groups && self.suffix.is_empty() && (form == EPSILON || form == PART);
        // Figure 4 asks about four columns, figure 5 about two to four, figure 6 in every volume.
        let needed =
            |dimensions: usize, volume: &str| (volume == "0.1" && (fixed || dimensions == 4)) || (fixed && m == 5);
        self.bench.errors((form, m), maker, (dimensions, volume), &needed)
    }

    fn figure(&self, number: &'static str, title: String, setup: String, x: &str, curves: Vec<Curve>) -> Figure {
        Figure {
            file: format!("figure-{number}{}", self.suffix),
            number,
            title,
            setup,
            faithful: if self.suffix.is_empty() { Faithful::But } else { Faithful::Ours },
            differs: self.differs.clone(),
            x: x.to_owned(),
            y: "mean relative error of 1,000 count queries".replace("1,000", &thousands(self.request.queries)),
            timed: false,
            drawing: Drawing::Curves(curves),
        }
    }

    /// Figure 4: queries about all four columns, of each maker.
    fn over_epsilon(&mut self, number: &'static str, form: &str, forms: [Form; 6]) -> Result<Figure, Error> {
        let mut curves = Vec::new();
        for maker in [Maker::Printed, Maker::Ours, Maker::Perturbed, Maker::Sound] {
            let points = forms.iter().map(|&one| Ok((one.number(), self.errors(one, 5, maker, 4, "0.1")?)));
            curves.push(Curve::new(maker.name(), points.collect::<Result<_, Error>>()?));
        }
        let most = |at: usize| percent(curves[at].most());
        let title = format!(
            "Groups err by at most {} as printed, {} by ours; perturbation by up to {}",
            most(0),
            most(1),
            percent(curves[2].most().into_iter().chain(curves[3].most()).reduce(f64::max))
        );
        let setup = format!(
            "{form} (ε, 5)-anonymity; queries about four columns that cover s = 0.1 of all positions; bars: 95% intervals of the mean over queries"
        );
        Ok(self.figure(number, title, setup, "ε", curves))
    }

    /// Figure 5.
    fn over_m(&mut self, number: &'static str, form: &str, asked: Form) -> Result<Figure, Error> {
        let mut curves = Vec::new();
        for maker in [Maker::Printed, Maker::Ours] {
            for dimensions in DIMENSIONS {
                let points = (2..=7).map(|m| Ok((f64::from(m), self.errors(asked, m, maker, dimensions, "0.1")?)));
                let name = format!("{}, {dimensions}D", maker.name());
                curves.push(Curve::new(name, points.collect::<Result<_, Error>>()?));
            }
        }
        let worst = |some: &[Curve]| percent(some.iter().filter_map(Curve::most).reduce(f64::max));
        let title = format!(
            "A larger m costs accuracy: at most {} as printed, {} by ours",
            worst(&curves[..3]),
            worst(&curves[3..])
        );
        Ok(self.figure(
            number,
            title,
            format!("{form}; s = 0.1; queries about two, three and four columns"),
            "m",
            curves,
        ))
    }

    /// Figure 6.
    fn over_volume(&mut self, number: &'static str, form: &str, asked: Form) -> Result<Figure, Error> {
        let mut curves = Vec::new();
        for maker in [Maker::Printed, Maker::Ours] {
            for dimensions in DIMENSIONS {
                let points = VOLUMES.iter().map(|volume| {
                    let error = self.errors(asked, 5, maker, dimensions, volume)?;
                    Ok((volume.parse().expect("a number"), error))
                });
                let points: Vec<(f64, Sample)> = points.collect::<Result<_, Error>>()?;
                curves.push(Curve::new(format!("{}, {dimensions}D", maker.name()), points));
            }
        }
        let of = |curve: &Curve, x: f64| percent(curve.at(x));
        let title = format!(
            "Wider queries are answered better: 3D from {} at 1% to {} at 20% as printed, {} to {} by ours",
            of(&curves[1], 0.01),
            of(&curves[1], 0.2),
            of(&curves[4], 0.01),
            of(&curves[4], 0.2)
        );
        Ok(self.figure(number, title, format!("{form}, m = 5; queries about two, three and four columns"), "s", curves))
    }

    fn times(&self, number: &'static str, setup: &str, x: &str, points: &[(f64, Form, u32)]) -> Figure {
        let curve = |maker: Maker| {
            let one = |&(x, form, m): &(f64, Form, u32)| {
                (self.request.progress)(&format!("time of {}, {form:?}, m = {m}", maker.name()));
                (x, self.bench.seconds(form, m, maker, TIMES))
            };
            Curve::new(maker.name(), points.iter().map(one).collect())
        };
        let curves = vec![curve(Maker::Printed), curve(Maker::Ours)];
        let most = |curve: &Curve| curve.most().map_or("–".to_owned(), |most| format!("{most:.1} s"));
        let title = format!("Everything ends within {} as printed, {} by ours", most(&curves[0]), most(&curves[1]));
        Figure {
            y: format!("seconds of solving on one core, mean of {TIMES}"),
            timed: true,
            ..self.figure(number, title, format!("{setup}; the table is in memory; seconds of the thread on a core, so that others on the machine do not count; bars: 95% intervals"), x, curves)
        }
    }

    fn time_over_m(&self) -> Figure {
        let points: Vec<(f64, Form, u32)> = (2..=7).map(|m| (f64::from(m), EPSILON, m)).collect();
        self.times("7a", "absolute ε = 4500", "m", &points)
    }

    fn time_over_epsilon(&self) -> Figure {
        let points = RELATIVE.map(|part| (part as f64 / 1000.0, Form::Relative(part), 5));
        self.times("7b", "relative, m = 5", "ε", &points)
    }
}

/// Ours: how the error depends on how many people there are.
fn over_rows(request: &ReproduceRequest<'_>) -> Result<Figure, Error> {
    let mut curves = [Maker::Printed, Maker::Ours].map(|maker| Curve::new(maker.name(), Vec::new()));
    for parts in [100, 25, 5, 1] {
        let rows = (request.rows / parts).max(200);
        (request.progress)(&format!("{rows} people"));
        let mut bench = Bench::new(salaries(rows), &[4], &["0.1"], request.queries);
        for (curve, maker) in curves.iter_mut().zip([Maker::Printed, Maker::Ours]) {
            curve.points.push((rows as f64, bench.errors((EPSILON, 5), maker, (4, "0.1"), &|_, _| true)?));
        }
    }
    let title = format!(
        "More people, smaller errors: from {} to {} as printed, {} to {} by ours",
        first(&curves[0]),
        percent(curves[0].last().map(|at| at.1)),
        first(&curves[1]),
        percent(curves[1].last().map(|at| at.1))
    );
    Ok(Figure {
        file: "figure-rows".to_owned(),
        number: "rows",
        title,
        setup: "absolute (4500, 5)-anonymity, four columns, s = 0.1, over the number of people".to_owned(),
        faithful: Faithful::Ours,
        differs: "not in the paper: tests whether small tables are why errors were larger there".to_owned(),
        x: "people".to_owned(),
        y: "mean relative error of count queries".to_owned(),
        timed: false,
        drawing: Drawing::Curves(curves.into()),
    })
}

fn first(curve: &Curve) -> String {
    percent(curve.found().next().map(|at| at.1))
}

pub(super) fn percent(share: Option<f64>) -> String {
    match share {
        None => "–".to_owned(),
        Some(share) if share > 10.0 => format!("{} times the truth", thousands(share.round() as usize)),
        Some(share) => format!("{:.1}%", share * 100.0),
    }
}
