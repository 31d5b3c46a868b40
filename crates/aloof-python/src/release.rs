//! A release that was made and judged, and may be taken over or written.

use std::path::PathBuf;

use aloof::Error;
use aloof::advise::{AdviseRequest, advise};
use aloof::io::publish::Existing;
use aloof::io::{Source, TableTarget};
use aloof::policy::Policy;
use aloof::release::{Release, Request, Secret, Target, anonymize};
use aloof::table::Decimal;
use aloof_report::{Extras, release_page};
use pyo3::prelude::*;

use crate::errors::{CallError, to_py};
use crate::frame::{Frame, source};
use crate::policy::PyPolicy;
use crate::work::{Running, Teller, run};

/// A release.
#[pyclass(frozen, module = "aloof._native", name = "Release")]
pub(crate) struct PyRelease {
    release: Release,
    policy: Policy,
    /// The file it was made of, if it was one.
    data: Option<PathBuf>,
}

impl PyRelease {
    /// Makes one.
    pub(crate) fn make(
        policy: Policy,
        data: Source,
        (secret, hold_out): (Option<Secret>, Option<Decimal>),
        private: Option<PathBuf>,
        teller: &Teller,
    ) -> Result<Self, Error> {
        let tell = |step| teller.step(step);
        let file = data.path().map(PathBuf::from);
        let request = Request::new(data, &policy).secret(secret).private(private).hold_out(hold_out).progress(&tell);
        let release = anonymize(&request)?;
        Ok(Self { release, policy, data: file })
    }
}

#[pymethods]
impl PyRelease {
    /// The released columns.
    fn table(&self) -> Frame {
        let (_, batch) = self.release.batches().next().expect("a release has a table");
        Frame::new(batch.clone())
    }

    /// Every table by its name: of a release in two, both.
    fn tables(&self) -> Vec<(&'static str, Frame)> {
        self.release.batches().map(|(name, batch)| (name, Frame::new(batch.clone()))).collect()
    }

    /// Counts, loss and times, as JSON.
    fn summary(&self) -> String {
        json(self.release.report())
    }

    /// What its audit found, as JSON.
    fn audit(&self) -> String {
        json(self.release.audit())
    }

    /// What `manifest.json` says.
    fn manifest(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.release.manifest()).map_err(|error| to_py(&error))
    }

    /// The report; with the original data it also says what could have been promised.
    #[pyo3(signature = (data=None))]
    fn report(&self, py: Python<'_>, data: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let Some(data) = data else { return Ok(release_page(self.release.report(), &Extras::default())) };
        let (data, policy) = (source(data, "data")?, self.policy.clone());
        let advice = run(py, Running { progress: None, threads: None }, move |teller| {
            advise(&AdviseRequest { data, policy: &policy, progress: &|done, total| teller.reading(done, total) })
        })?;
        Ok(release_page(self.release.report(), &Extras { advice: Some(advice), ..Extras::default() }))
    }

    /// The files it was made of.
    fn inputs(&self) -> Vec<PathBuf> {
        self.data.iter().cloned().chain(self.policy.files()).collect()
    }

    /// Puts it in place as a directory, and as a table of a database.
    #[pyo3(signature = (out, private=None, replace=false, to=None))]
    fn save(
        &self,
        py: Python<'_>,
        out: PathBuf,
        private: Option<PathBuf>,
        replace: bool,
        to: Option<&str>,
    ) -> PyResult<()> {
        let existing = if replace { Existing::Replace } else { Existing::Refuse };
        let to = to.map(|to| TableTarget::new(to, existing)).transpose();
        let to = to.map_err(|error| to_py(&error.into()))?;
        let target = Target::new(out).private(private).existing(existing).table(to);
        py.detach(|| self.release.save(&target)).map_err(|error| to_py(&error))
    }
}

/// A seed for trials, or the digits of a key.
pub(crate) fn secret_of(text: &str) -> PyResult<Secret> {
    let seed = text.parse::<u64>().map(Secret::Seed).ok();
    seed.or_else(|| text.parse::<Secret>().ok()).ok_or_else(|| {
        CallError::new_err("a seed is a whole number such as 7, for trials, or the 64 hexadecimal digits of a key")
    })
}

pub(crate) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// The policy of a call.
pub(crate) fn policy_of(policy: &Bound<'_, PyPolicy>) -> Policy {
    policy.get().0.clone()
}
