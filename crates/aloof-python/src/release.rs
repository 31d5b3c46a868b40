//! A release that was made and judged, and may be taken over or written.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use aloof::Error;
use aloof::advise::{AdviseRequest, advise};
use aloof::anonymize::{AnonymizeRequest, Anonymized, Held, HoldRequest, Seed, anonymize, hold};
use aloof::io::publish::{Existing, Secrecy, Stage};
use aloof::io::{Ask, Input, ReadOptions, RecordBatch, Source, to_batch};
use aloof::policy::Policy;
use aloof::report::{Extras, release_page};
use aloof::table::Kind;
use pyo3::prelude::*;
use tempfile::TempDir;

use crate::errors::{DataError, to_py};
use crate::frame::{Frame, source};
use crate::policy::PyPolicy;
use crate::work::{Running, Teller, run};

/// A release.
#[pyclass(frozen, module = "aloof._native", name = "Release")]
pub(crate) struct PyRelease {
    body: Body,
    policy: Policy,
}

enum Body {
    Held(Box<Held>),
    /// Walked and perturbed columns are made on disk: a directory that goes with this object.
    Placed(Box<Placed>),
}

struct Placed {
    made: Anonymized,
    batch: RecordBatch,
    manifest: String,
    directory: TempDir,
}

impl PyRelease {
    /// Makes one.
    pub(crate) fn make(policy: Policy, data: Source, seed: Option<Seed>, teller: &Teller) -> Result<Self, Error> {
        let body = if policy.method().only_groups() {
            let request = HoldRequest { data, policy: &policy, seed, progress: &|step| teller.step(step) };
            Body::Held(Box::new(hold(&request)?))
        } else {
            Body::Placed(Box::new(Placed::make(&policy, data, seed, teller)?))
        };
        Ok(Self { body, policy })
    }

    fn made(&self) -> &Anonymized {
        match &self.body {
            Body::Held(held) => held.made(),
            Body::Placed(placed) => &placed.made,
        }
    }
}

#[pymethods]
impl PyRelease {
    /// The released columns.
    fn table(&self) -> Frame {
        Frame::new(match &self.body {
            Body::Held(held) => held.batch().clone(),
            Body::Placed(placed) => placed.batch.clone(),
        })
    }

    /// Counts, loss and times, as JSON.
    fn summary(&self) -> String {
        json(self.made())
    }

    /// What its audit found, as JSON.
    fn audit(&self) -> String {
        match &self.body {
            Body::Held(held) => json(held.audit()),
            Body::Placed(placed) => {
                let Anonymized { verdict, tuples, suppressed, dropped, checks, .. } = &placed.made;
                json(&serde_json::json!({
                    "verdict": verdict, "tuples": tuples, "suppressed": suppressed, "dropped": dropped, "checks": checks,
                }))
            }
        }
    }

    /// What `manifest.json` says.
    fn manifest(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| match &self.body {
            Body::Held(held) => held.manifest(),
            Body::Placed(placed) => Ok(placed.manifest.clone()),
        })
        .map_err(|error| to_py(&error))
    }

    /// The report; with the original data it also says what could have been promised.
    #[pyo3(signature = (data=None))]
    fn report(&self, py: Python<'_>, data: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let Some(data) = data else { return Ok(release_page(self.made(), &Extras::default())) };
        let (data, policy) = (source(data, "data")?, self.policy.clone());
        let advice = run(py, Running { progress: None, threads: None }, move |teller| {
            advise(&AdviseRequest { data, policy: &policy, progress: &|done, total| teller.reading(done, total) })
        })?;
        Ok(release_page(self.made(), &Extras { advice: Some(advice), ..Extras::default() }))
    }

    /// Puts it in place as a directory.
    #[pyo3(signature = (out, private=None, replace=false))]
    fn save(&self, py: Python<'_>, out: PathBuf, private: Option<PathBuf>, replace: bool) -> PyResult<()> {
        let existing = if replace { Existing::Replace } else { Existing::Refuse };
        py.detach(|| match &self.body {
            Body::Held(held) => held.save(&out, private.as_deref(), existing).map_err(|error| to_py(&error)),
            Body::Placed(placed) => placed.save(&out, private.as_deref(), existing),
        })
    }
}

impl Placed {
    fn make(policy: &Policy, data: Source, seed: Option<Seed>, teller: &Teller) -> Result<Self, Error> {
        let failed = |cause| Error::File { what: "a directory for the release".to_owned(), cause };
        let directory = TempDir::new().map_err(failed)?;
        let (out, private) = (directory.path().join("release"), directory.path().join("private"));
        let labels = labels(policy, data.clone())?;
        let made = anonymize(&AnonymizeRequest {
            data,
            policy,
            out: out.clone(),
            private: Some(private),
            seed,
            existing: Existing::Refuse,
            progress: &|step| teller.step(step),
        })?;
        let file = if policy.output().parquet { "data.parquet" } else { "data.csv" };
        let input = Input::open(Source::File(out.join(file)), ReadOptions::default())?;
        let ask = |name: &String| if labels.contains(name) { Ask::Text } else { Ask::Auto };
        let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
        let batch = to_batch(&table).map_err(failed)?;
        let manifest = std::fs::read_to_string(out.join("manifest.json")).map_err(failed)?;
        Ok(Self { made, batch, manifest, directory })
    }

    /// Copies what was put in place, all or nothing, what is private first.
    fn save(&self, out: &Path, private: Option<&Path>, existing: Existing) -> PyResult<()> {
        if let Some(private) = private {
            copy(&self.directory.path().join("private"), private, existing, Secrecy::Private)?;
        }
        copy(&self.directory.path().join("release"), out, existing, Secrecy::Public)
    }
}

/// The columns of the original that hold labels: a file of texts cannot tell them from numbers and dates.
fn labels(policy: &Policy, data: Source) -> Result<HashSet<String>, Error> {
    let rules = policy.input();
    let input =
        Input::open(data, ReadOptions { delimiter: rules.delimiter, nulls: rules.missing.clone(), threads: None })?;
    let resolved = policy.resolved();
    let declared = |name: &String| resolved.columns.iter().find(|column| column.name == *name);
    let ask = |name: &String| match declared(name).map(|column| (column.role, column.kind)) {
        None | Some(("identifier" | "drop", _)) => Ask::Skip,
        Some((_, Some("label"))) => Ask::Text,
        Some((_, Some("number"))) => Ask::Number,
        Some((_, Some("date"))) => Ask::Date,
        Some(_) => Ask::Auto,
    };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    let named = table.names().iter().zip(table.columns());
    Ok(named.filter(|(_, column)| column.kind() == Kind::Label).map(|(name, _)| name.clone()).collect())
}

fn copy(from: &Path, to: &Path, existing: Existing, secrecy: Secrecy) -> PyResult<()> {
    let unread = |error: std::io::Error| DataError::new_err(format!("the release cannot be copied: {error}"));
    let failed = |error| to_py(&Error::Publish(error));
    let stage = Stage::new(to, existing, secrecy).map_err(failed)?;
    for entry in std::fs::read_dir(from).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("data");
        let mut file = std::fs::File::open(&path).map_err(unread)?;
        stage.write(name, |staged| std::io::copy(&mut file, staged).map(|_| ())).map_err(failed)?;
    }
    stage.place().map_err(failed)
}

pub(crate) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// The policy of a call.
pub(crate) fn policy_of(policy: &Bound<'_, PyPolicy>) -> Policy {
    policy.get().0.clone()
}
