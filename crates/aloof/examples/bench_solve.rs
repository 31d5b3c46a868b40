//! What solving costs, in sorts: the yardstick of `make bench`.
//!
//! `cargo run --release -p aloof --example bench_solve -- table.csv age,birthplace,occupation income 4500 5 [runs [variant]]`
//!
//! Times one `sort_unstable` of the sensitive column on one core, then, on the same rows, the work from columns in memory
//! to groups: the printed algorithm, the default in the group view, and the default in the candidates view, or only those
//! whose name holds `variant`. Prints one JSON document; times are the best of the runs.

use std::time::Instant;

use aloof::Error;
use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_methods::advise::Crowding;
use aloof_methods::split::{Infeasible, Near, Problem, printed, split};
use aloof_methods::{Axis, loss};
use aloof_principles::Neighbourhood;
use aloof_principles::proximity::{Apart, Form};
use aloof_table::{Attribute, Column, Decimal, Domain, Partition, Table};
use rayon::prelude::*;
use serde_json::{Value, json};

/// What to solve.
struct Task<'a> {
    quasi: Vec<&'a Column>,
    sensitive: &'a Column,
    neighbourhood: Neighbourhood,
    m: u32,
    runs: usize,
    only: &'a str,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, quasi, sensitive, epsilon, m, runs @ ..] = arguments.as_slice() else {
        eprintln!("usage: bench_solve TABLE QUASI,QUASI,… SENSITIVE EPSILON M [RUNS [VARIANT]]");
        std::process::exit(2);
    };
    let quasi: Vec<&str> = quasi.split(',').collect();
    let names: Vec<&str> = quasi.iter().copied().chain([sensitive.as_str()]).collect();
    let table = read(path, &names).expect("a readable table");
    let column = |name: &str| table.column(name).expect("a column of that name");
    let epsilon: Decimal = epsilon.parse().expect("a decimal");
    let task = Task {
        quasi: quasi.iter().map(|name| column(name)).collect(),
        sensitive: column(sensitive),
        neighbourhood: Neighbourhood::absolute(epsilon).expect("not negative"),
        m: m.parse().expect("a whole number"),
        runs: runs.first().map_or(3, |runs| runs.parse().expect("a whole number")),
        only: runs.get(1).map_or("", String::as_str),
    };
    println!("{}", task.measure());
}

fn read(path: &str, names: &[&str]) -> Result<Table, Error> {
    let input = Input::open(Source::from_arg(path)?, ReadOptions::default())?;
    let wanted = |name: &String| if names.contains(&name.as_str()) { Ask::Auto } else { Ask::Skip };
    Ok(input.read(&input.names().iter().map(wanted).collect::<Vec<_>>())?)
}

impl Task<'_> {
    fn measure(&self) -> Value {
        let sort = self.best(|| self.sort());
        let (sort, ()) = sort;
        let variants = [
            ("printed", None),
            ("default, group view", Some(Apart::InGroup)),
            ("default, candidates view", Some(Apart::InMixture)),
        ];
        let told: Vec<Value> = variants
            .iter()
            .filter(|(name, _)| name.contains(self.only))
            .map(|(name, apart)| self.variant(name, *apart, sort))
            .collect();
        json!({ "rows": self.sensitive.len(), "sort_seconds": sort, "variants": told })
    }

    /// The best of the runs: what it says of its own time, and what it made.
    fn best<T>(&self, run: impl Fn() -> (f64, T)) -> (f64, T) {
        (0..self.runs).map(|_| run()).min_by(|a, b| a.0.total_cmp(&b.0)).expect("at least one run")
    }

    /// One sort of the sensitive column, as 64-bit numbers; copying it does not count.
    fn sort(&self) -> (f64, ()) {
        let Column::Number(numbers) = self.sensitive else { panic!("the sensitive column holds no numbers") };
        let mut values: Vec<i64> = numbers.narrow().expect("numbers of at most 64 bits").iter().collect();
        let start = Instant::now();
        values.sort_unstable();
        let seconds = start.elapsed().as_secs_f64();
        assert!(values.is_sorted());
        (seconds, ())
    }

    fn variant(&self, name: &str, apart: Option<Apart>, sort: f64) -> Value {
        let (seconds, solved) = self.best(|| {
            let start = Instant::now();
            let solved = self.solve(apart);
            (start.elapsed().as_secs_f64(), solved)
        });
        match solved {
            Err(problem) => json!({ "name": name, "infeasible": problem.to_string() }),
            Ok((axes, partition)) => json!({
                "name": name,
                "seconds": seconds,
                "sorts": seconds / sort,
                "loss": loss(&axes, &partition),
                "groups": partition.len(),
            }),
        }
    }

    fn solve(&self, apart: Option<Apart>) -> Result<(Vec<Axis>, Partition), Infeasible> {
        let attribute = Attribute::new(&[("", self.sensitive)], |_| false);
        let axes: Vec<Axis> = self.quasi.par_iter().map(|column| Axis::new(column, None)).collect();
        let (form, epsilon) = Form::of(self.neighbourhood, apart.unwrap_or(Apart::InGroup));
        let near = Near::new(Crowding::new(&attribute, form).expect("numbers").last(&epsilon));
        let problem = Problem {
            axes: &axes,
            codes: attribute.codes(),
            near: Some(&near),
            m: self.m,
            least: 1,
            monotone: false,
            may_stand: None,
        };
        let partition = match apart {
            Some(_) => split(&problem)?,
            None => printed(&problem, &self.reaches(&attribute))?,
        };
        Ok((axes, partition))
    }

    fn reaches(&self, attribute: &Attribute) -> Vec<(u32, u32)> {
        let Domain::Numbers { values, scale, .. } = attribute.domain() else { panic!("numbers") };
        self.neighbourhood.reaches(values, *scale).expect("numbers")
    }
}
