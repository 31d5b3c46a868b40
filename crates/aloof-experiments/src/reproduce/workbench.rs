//! The table that an experiment runs on, and releases of it that are made, measured and thrown away.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use aloof::Error;
use aloof::evaluate::{EvaluateRequest, Evaluation, Rows, Workloads, evaluate};
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use aloof_io::publish::Existing;
use aloof_io::{Ask, Input, ReadOptions, Source, write_csv};
use aloof_table::{Column, LabelColumn, NumberColumn, Table};

/// A table and what its columns are to the experiment.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    pub file: PathBuf,
    /// In words.
    pub name: String,
    pub quasi: Vec<&'static str>,
    pub sensitive: Vec<&'static str>,
}

/// A room for releases; gone when it is dropped.
pub(super) struct Workbench {
    pub subject: Subject,
    room: PathBuf,
}

/// A release that was made and measured.
pub(super) struct Run {
    pub made: ReleaseReport,
    pub found: Evaluation,
}

impl Run {
    /// The mean relative error of the workload with so many columns and this volume.
    pub fn error(&self, dimensions: usize, volume: &str) -> Option<f64> {
        let mut workloads = self.found.count_query.iter();
        let workload = workloads.find(|one| one.dimensions == dimensions && one.selectivity == volume);
        workload.and_then(|one| one.mean_relative_error)
    }
}

impl Workbench {
    /// In a room inside `out`. `real` is the directory of real tables, if there is one.
    pub fn new(out: &Path, subject: impl FnOnce(&Path) -> Result<Subject, Error>) -> Result<Self, Error> {
        let room = out.join(".room");
        fs::create_dir_all(&room).map_err(|cause| failed(&room, cause))?;
        let subject = subject(&room)?;
        Ok(Self { subject, room })
    }

    /// `[columns]` for this table.
    pub fn columns(&self) -> String {
        // An experiment may protect some of the sensitive columns and look at the others, too.
        let line = |role: &'static str| {
            let more = if role == "sensitive" { ", protect = \"none\"" } else { "" };
            move |name: &&str| format!("{name} = {{ role = \"{role}\"{more} }}\n")
        };
        let quasi: String = self.subject.quasi.iter().map(line("quasi")).collect();
        let sensitive: String = self.subject.sensitive.iter().map(line("sensitive")).collect();
        format!("[columns]\nundeclared = \"drop\"\n{quasi}{sensitive}")
    }

    /// Makes a release by this policy and asks it queries; `None` when what is asked is impossible.
    pub fn run(&self, policy: &str, workloads: &Workloads) -> Result<Option<Run>, Error> {
        let Some(made) = self.make(policy, "release")? else { return Ok(None) };
        let policy = Policy::from_toml(policy, "aloof.toml")?;
        let found = evaluate(&EvaluateRequest {
            original: Source::File(self.subject.file.clone()),
            release: Source::File(self.release("release")),
            policy: &policy,
            workloads: Workloads { analyses: false, ..workloads.clone() },
            rows: Rows::Unknown,
            progress: &|_, _| {},
        })?;
        Ok(Some(Run { made, found }))
    }

    /// Makes a release under this name; `None` when what is asked is impossible.
    pub fn make(&self, policy: &str, name: &str) -> Result<Option<ReleaseReport>, Error> {
        let policy = Policy::from_toml(policy, "aloof.toml")?;
        let request = Request::new(Source::File(self.subject.file.clone()), &policy).secret(Secret::Seed(1));
        let target = Target::new(self.room.join(name)).private(self.private(name)).existing(Existing::Replace);
        let made = publish(&request, &target);
        match made {
            Ok(made) => Ok(Some(made)),
            Err(Error::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is private of a release that was made.
    pub fn private(&self, name: &str) -> PathBuf {
        self.room.join(format!("{name}-private"))
    }

    /// The data of a release that was made.
    pub fn release(&self, name: &str) -> PathBuf {
        self.room.join(name).join("data.csv")
    }
}

impl Drop for Workbench {
    fn drop(&mut self) {
        // What cannot be removed is only scratch.
        let _ = fs::remove_dir_all(&self.room);
    }
}

/// Makes a census of so many people in the room.
pub(super) fn census(room: &Path, rows: u64) -> Result<PathBuf, Error> {
    let file = room.join("census.csv");
    let written = File::create(&file)
        .and_then(|file| aloof_census::Census::new(rows, 1).write_csv(file, rayon::current_num_threads()));
    written.map_err(|cause| failed(&file, cause))?;
    Ok(file)
}

/// The same table with the labels of some columns replaced by their places in the order of their bytes.
pub(super) fn numbered(file: &Path, columns: &[&str]) -> Result<PathBuf, Error> {
    let input = Input::open(Source::File(file.to_owned()), ReadOptions::default())?;
    let mut table = input.read(&vec![Ask::Auto; input.names().len()])?;
    let (names, rows) = (table.names().to_vec(), table.rows());
    let one = |name: String| {
        let column = table.remove(&name).expect("its own name");
        let column = match column {
            Column::Label(labels) if columns.contains(&name.as_str()) => Column::Number(places(&labels)),
            other => other,
        };
        (name, column)
    };
    let columns = names.into_iter().map(one).collect();
    let table = Table::new(columns, rows).map_err(|error| Error::Bug(error.to_string()))?;
    let out = file.with_extension("numbered.csv");
    let written = File::create(&out).and_then(|mut file| write_csv(&table, &mut file));
    written.map_err(|cause| failed(&out, cause))?;
    Ok(out)
}

fn places(labels: &LabelColumn) -> NumberColumn {
    let mut sorted: Vec<&str> = labels.labels().iter().collect();
    sorted.sort_unstable();
    let place = |row: usize| labels.get(row).and_then(|label| sorted.binary_search(&label).ok()).unwrap_or(0) as u32;
    NumberColumn::from_counts((0..labels.len()).map(place))
}

pub(super) fn failed(path: &Path, cause: std::io::Error) -> Error {
    Error::File { what: format!("{} cannot be written", path.display()), cause }
}
