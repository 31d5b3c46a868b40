//! The experiments of the papers, run again, and ours beside them: figures, numbers, and each claim beside what was measured.
//!
//! | name | experiments | figures |
//! |---|---|---|
//! | `em` | Li, Tao and Xiao, SIGMOD 2008, Section 6 | 4 to 7 |
//! | `xc` | Wang and Liu, *`XColor`*, ICDE 2010, Section VI | 4 to 6 |
//! | `rw` | pattern-preserving anonymization by a random walk, Section 5 | 3 to 5 |
//! | `ours` | the register view, the default against the algorithm as printed, tempering, composition | |
//!
//! Each writes a CSV and an SVG file per figure, `claims.md`, and `digests.txt`: the digests of all numbers that do not depend on time.
//! People are of the generated census, real tables stand beside it where they are given; seeds are fixed, so that only times differ
//! between two runs. Tables are held in memory, and every release is judged before anything is measured of it.

mod claims;
mod clock;
mod contour;
mod data;
mod digest;
mod em;
mod figure;
mod fits;
mod lab;
mod ours;
mod page;
mod picture;
mod rw;
mod sample;
mod xc;

use std::fs;
use std::path::{Path, PathBuf};

use aloof::Error;
use serde::Serialize;

pub use claims::{Claim, Reason, Verdict};

use figure::Figure;

/// Whose experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// (ε, m)-anonymity.
    Em,
    /// (ε, δ)^k-dissimilarity.
    Xc,
    /// Pattern-preserving anonymization.
    Rw,
    /// Our own.
    Ours,
    /// All of them, and a page about them beside the directory.
    All,
}

/// What is asked.
pub struct ReproduceRequest<'a> {
    /// Whose experiments.
    pub paper: Paper,
    /// The directory to be made.
    pub out: PathBuf,
    /// A directory of real tables, which stand beside the generated census.
    pub data: Option<PathBuf>,
    /// People of the generated census; experiments on smaller tables take fewer.
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
    name: &'static str,
    title: &'static str,
    question: &'static str,
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
    let page = out.with_added_extension("md");
    if request.paper == Paper::All && page.exists() {
        return Err(Error::Data(format!(
            "{} exists, where the page about all experiments would stand",
            page.display()
        )));
    }
    fs::create_dir_all(out).map_err(|cause| failed(out, cause))?;
    let all = run(request)?;
    if request.paper == Paper::All {
        all.iter().try_for_each(|found| put(found, &out.join(found.name)))?;
        let folder = out.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        write(&page, &whole(&all, &folder))?;
    } else {
        all.iter().try_for_each(|found| put(found, out))?;
    }
    let inside = |found: &Found, figure: &Figure| match request.paper {
        Paper::All => format!("{}/{}", found.name, figure.file),
        _ => figure.file.clone(),
    };
    Ok(Reproduction {
        data: all.iter().map(|found| found.data.as_str()).collect::<Vec<_>>().join("; "),
        figures: all.iter().flat_map(|found| found.figures.iter().map(|figure| inside(found, figure))).collect(),
        claims: all.into_iter().flat_map(|found| found.claims).collect(),
    })
}

fn run(request: &ReproduceRequest<'_>) -> Result<Vec<Found>, Error> {
    match request.paper {
        Paper::Em => Ok(vec![em::run(request)?]),
        Paper::Xc => Ok(vec![xc::run(request)?]),
        Paper::Rw => Ok(vec![rw::run(request)?]),
        Paper::Ours => Ok(vec![ours::run(request)?]),
        Paper::All => Ok(vec![em::run(request)?, xc::run(request)?, rw::run(request)?, ours::run(request)?]),
    }
}

/// All files of one experiment.
fn put(found: &Found, out: &Path) -> Result<(), Error> {
    fs::create_dir_all(out).map_err(|cause| failed(out, cause))?;
    for figure in &found.figures {
        write(&out.join(format!("{}.csv", figure.file)), &figure.csv())?;
        write(&out.join(format!("{}.svg", figure.file)), &figure.svg())?;
    }
    write(&out.join("digests.txt"), &digest::of(&found.figures))?;
    write(&out.join("claims.md"), &page::page(found, ""))
}

/// The page about all experiments.
fn whole(all: &[Found], folder: &str) -> String {
    let mut text = include_str!("head.md").to_owned();
    text.push_str(&page::table(all));
    text.push('\n');
    all.iter().for_each(|found| text.push_str(&page::page(found, &format!("{folder}/{}/", found.name))));
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|cause| failed(path, cause))
}

fn failed(path: &Path, cause: std::io::Error) -> Error {
    Error::File { what: format!("{} cannot be written", path.display()), cause }
}
