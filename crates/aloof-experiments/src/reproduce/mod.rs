//! The experiments of the papers, run again: figures, numbers, and each claim beside what was measured.
//!
//! | name | paper | figures |
//! |---|---|---|
//! | `em` | Li, Tao and Xiao, SIGMOD 2008, Section 6 | 4 to 7 |
//! | `xc` | Wang and Liu, *`XColor`*, ICDE 2010, Section VI | 4 to 6 |
//! | `rw` | pattern-preserving anonymization by a random walk, Section 5 | 3 to 5 |
//!
//! Each writes a CSV and an SVG file per figure and `claims.md`. Tables are the real ones where they are given, else the
//! generated census; seeds are fixed, so that only times differ between two runs.

mod claims;
mod em;
mod figure;
mod rw;
mod workbench;
mod xc;

use std::fs;
use std::path::{Path, PathBuf};

use aloof::Error;
use serde::Serialize;

pub use claims::Claim;
pub use figure::{Curve, Figure};

use workbench::failed;

/// Whose experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// (ε, m)-anonymity.
    Em,
    /// (ε, δ)^k-dissimilarity.
    Xc,
    /// Pattern-preserving anonymization.
    Rw,
}

/// What is asked.
pub struct ReproduceRequest<'a> {
    /// Whose experiments.
    pub paper: Paper,
    /// The directory to be made.
    pub out: PathBuf,
    /// A directory of real tables; a table that is not there is replaced by the generated census.
    pub data: Option<PathBuf>,
    /// People of the generated census.
    pub rows: u64,
    /// Count queries of each workload.
    pub queries: usize,
    /// Told what is being done.
    pub progress: &'a (dyn Fn(&str) + Sync),
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Reproduction {
    /// What it ran on, in words.
    pub data: String,
    /// The files of the figures, without their endings.
    pub figures: Vec<String>,
    /// Every claim, answered.
    pub claims: Vec<Claim>,
}

/// What an experiment found, before it is written.
struct Found {
    title: &'static str,
    data: String,
    figures: Vec<Figure>,
    claims: Vec<Claim>,
}

/// Runs the experiments and writes what they found.
pub fn reproduce(request: &ReproduceRequest<'_>) -> Result<Reproduction, Error> {
    let out = &request.out;
    if fs::read_dir(out).is_ok_and(|mut inside| inside.next().is_some()) {
        return Err(Error::Data(format!("{} exists and is not empty; name a new directory", out.display())));
    }
    fs::create_dir_all(out).map_err(|cause| failed(out, cause))?;
    let found = match request.paper {
        Paper::Em => em::run(request)?,
        Paper::Xc => xc::run(request)?,
        Paper::Rw => rw::run(request)?,
    };
    for figure in &found.figures {
        write(out, &format!("{}.csv", figure.file), &figure.csv())?;
        write(out, &format!("{}.svg", figure.file), &figure.svg())?;
    }
    write(out, "claims.md", &claims::page(found.title, &found.data, &found.figures, &found.claims))?;
    let figures = found.figures.into_iter().map(|figure| figure.file).collect();
    Ok(Reproduction { data: found.data, figures, claims: found.claims })
}

fn write(out: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = out.join(name);
    fs::write(&path, text).map_err(|cause| failed(&path, cause))
}

/// A real table in the directory that was given.
fn real(request: &ReproduceRequest<'_>, name: &str) -> Option<PathBuf> {
    let data = request.data.as_ref()?;
    [data.join(name), data.join("census").join(name), data.join("adult").join(name)]
        .into_iter()
        .find(|path| path.is_file())
}
