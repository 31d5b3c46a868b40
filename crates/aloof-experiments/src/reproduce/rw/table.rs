//! The people of the experiment, before and after: numbers row by row, and who stands where in a release.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use aloof::Error;
use aloof_io::{Ask, Input, ReadOptions, Source, write_csv};
use aloof_judge::utility::{Averaged, Ranges};
use aloof_table::{Column, NumberColumn, Table};
use hashbrown::HashMap;

use super::super::workbench::{Subject, Workbench, census, failed};
use super::super::{ReproduceRequest, real};

/// Columns of numbers, row by row.
pub(super) type Columns = Vec<Vec<f64>>;

/// More people are cut off.
const MOST_PEOPLE: u64 = 3000;

/// Adult where it is there, else the generated census.
pub(super) fn subject(request: &ReproduceRequest<'_>, room: &Path) -> Result<Subject, Error> {
    let people = request.rows.min(MOST_PEOPLE);
    if let Some(file) = real(request, "adult_full.csv.gz") {
        let quasi = vec!["age", "fnlwgt", "education-num"];
        let file = first(&file, room, &["age", "fnlwgt", "education-num", "occupation"], people)?;
        let name = format!("the first {people} people of Adult (age, final weight, years of education; occupation)");
        return Ok(Subject { file, name, quasi, sensitive: vec!["occupation"] });
    }
    let file = first(&census(room, people)?, room, &["age", "income", "occupation"], people)?;
    let name = format!("the generated census, {people} people (age, income; occupation)");
    Ok(Subject { file, name, quasi: vec!["age", "income"], sensitive: vec!["occupation"] })
}

/// The first rows of some columns, as a file of their own.
fn first(file: &Path, room: &Path, names: &[&str], rows: u64) -> Result<PathBuf, Error> {
    let input = Input::open(Source::File(file.to_owned()), ReadOptions::default())?;
    let ask = |name: &String| if names.contains(&name.as_str()) { Ask::Auto } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    let rows: Vec<u32> = (0..table.rows().min(rows as usize) as u32).collect();
    let columns = names.iter().map(|name| ((*name).to_owned(), table.column(name).expect("was asked for").take(&rows)));
    let table = Table::new(columns.collect(), rows.len()).map_err(|error| Error::Bug(error.to_string()))?;
    let out = room.join("people.csv");
    let written = File::create(&out).and_then(|mut file| write_csv(&table, &mut file));
    written.map_err(|cause| failed(&out, cause))?;
    Ok(out)
}

/// `[columns]`, the label in this role.
pub(super) fn columns(bench: &Workbench, label: &str) -> String {
    let quasi: Vec<String> =
        bench.subject.quasi.iter().map(|name| format!("{name} = {{ role = \"quasi\" }}")).collect();
    let quasi = quasi.join("\n");
    let missing = if label == "sensitive" { ", missing = \"value\"" } else { "" };
    format!(
        "[columns]\nundeclared = \"drop\"\n{quasi}\n{} = {{ role = \"{label}\"{missing} }}\n",
        bench.subject.sensitive[0]
    )
}

/// The people as they are.
pub(super) struct People {
    pub numbers: Columns,
    /// All labels, by code.
    pub labels: Vec<String>,
    label_of: Vec<u32>,
}

impl People {
    pub fn read(bench: &Workbench) -> Result<Self, Error> {
        let table = read(&bench.subject.file)?;
        let numbers = bench.subject.quasi.iter().map(|name| numbers(&table, name)).collect();
        let mut people = Self { numbers, labels: Vec::new(), label_of: Vec::new() };
        let label = table.column(bench.subject.sensitive[0]).expect("was written");
        let mut code_of: HashMap<String, u32> = HashMap::new();
        for row in 0..table.rows() {
            let text = label.text(row).unwrap_or_default();
            let code = *code_of.entry(text.clone()).or_insert_with(|| {
                people.labels.push(text);
                people.labels.len() as u32 - 1
            });
            people.label_of.push(code);
        }
        Ok(people)
    }

    pub fn rows(&self) -> usize {
        self.label_of.len()
    }

    /// Exact numbers beside the labels.
    pub fn averaged(&self, values: &Columns) -> Averaged {
        Averaged { numbers: values.iter().cloned().map(Ranges::exact).collect(), labels: self.label_of.clone() }
    }

    /// For every person the means of their group.
    pub fn means(&self, bench: &Workbench) -> Result<Columns, Error> {
        let group_of = assigned(bench, "diverse", "assignment.csv")?;
        let groups = group_of.iter().max().map_or(0, |&most| most + 1);
        let one = |column: &Vec<f64>| {
            let (mut sums, mut counts) = (vec![0.0; groups], vec![0.0; groups]);
            for (&group, &value) in group_of.iter().zip(column) {
                sums[group] += value;
                counts[group] += 1.0;
            }
            group_of.iter().map(|&group| sums[group] / counts[group]).collect()
        };
        Ok(self.numbers.iter().map(one).collect())
    }

    /// The groups as they are published: ranges, and the labels as they are.
    pub fn ranges(&self, bench: &Workbench) -> Result<Averaged, Error> {
        let table = read(&bench.release("diverse"))?;
        let label = table.column(bench.subject.sensitive[0]).expect("was written");
        let code = |text: String| self.labels.iter().position(|other| *other == text);
        // A missing label was taken as a value of its own.
        let of_row = |row: usize| label.text(row).map(|text| if text == "(missing)" { String::new() } else { text });
        let labels =
            (0..table.rows()).map(|row| code(of_row(row).unwrap_or_default()).map_or(u32::MAX, |code| code as u32));
        let numbers = bench.subject.quasi.iter().map(|name| {
            let column = table.column(name).expect("was written");
            let mut ranges = Ranges::default();
            for row in 0..table.rows() {
                let text = column.text(row).unwrap_or_default();
                let (low, high) = text.split_once("..").unwrap_or((&text, &text));
                ranges.low.push(low.parse().unwrap_or(0.0));
                ranges.high.push(high.parse().unwrap_or(0.0));
            }
            ranges
        });
        Ok(Averaged { numbers: numbers.collect(), labels: labels.collect() })
    }
}

/// The walked release, in the order of the original.
pub(super) fn walked(bench: &Workbench) -> Result<Columns, Error> {
    let table = read(&bench.release("walked"))?;
    let places = assigned(bench, "walked", "places.csv")?;
    let one = |name: &&str| {
        let published = numbers(&table, name);
        places.iter().map(|&place| published[place]).collect()
    };
    Ok(bench.subject.quasi.iter().map(one).collect())
}

fn read(file: &Path) -> Result<Table, Error> {
    let input = Input::open(Source::File(file.to_owned()), ReadOptions::default())?;
    Ok(input.read(&vec![Ask::Auto; input.names().len()])?)
}

fn numbers(table: &Table, name: &str) -> Vec<f64> {
    let number = |column: &NumberColumn, row| column.get(row).map_or(0.0, |value| value.to_ratio().approximate());
    match table.column(name) {
        Some(Column::Number(column)) => (0..column.len()).map(|row| number(column, row)).collect(),
        _ => Vec::new(),
    }
}

/// What is private of a release: for each person the group, or the place.
fn assigned(bench: &Workbench, name: &str, file: &str) -> Result<Vec<usize>, Error> {
    let file = bench.private(name).join(file);
    let text = fs::read_to_string(&file)
        .map_err(|cause| Error::File { what: format!("{} cannot be read", file.display()), cause })?;
    let one = |line: &str| line.split(',').nth(1).and_then(|cell| cell.parse().ok());
    let all = text.lines().skip(1).map(one).collect::<Option<Vec<usize>>>();
    all.ok_or_else(|| Error::Bug("somebody is nowhere in a release of everybody".to_owned()))
}
