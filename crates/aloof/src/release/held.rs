//! A release in memory: for programs that hand a table over and want one back.
//!
//! What was judged is what is handed over. [`Release::save`] writes it as [`publish`](super::publish) would, byte for byte;
//! then the files are read back and compared with what was judged before they are put in place.

use std::sync::Arc;

use aloof_io::publish::{Hashed, StagedFile};
use aloof_io::{Input, ReadOptions, RecordBatch, Source};
use aloof_table::{Column, Kind, Table};
use rayon::prelude::*;

use super::chance::Secret;
use super::desk::{Handed, Staging, file_name, write_table};
use super::hold_out::HeldOut;
use super::maker::{Judged, Places, kinds_of};
use super::manifest::manifest;
use super::report::ReleaseReport;
use super::request::Target;
use super::run::Made;
use super::work::Work;
use crate::Error;
use crate::audit::Audit;
use crate::manifest::{Counts, Manifest};
use crate::policy::Policy;

/// A release that passed its audit and was not written yet.
pub struct Release {
    report: ReleaseReport,
    judged: Judged,
    handed: Vec<Handed>,
    policy: Policy,
    counts: Counts,
    places: Places,
    /// Rows of the input.
    came: usize,
    columns: Vec<(String, Kind)>,
    secret: Secret,
    work: Option<Work>,
    held_out: Option<HeldOut>,
}

impl Release {
    pub(super) fn new(policy: &Policy, made: Made<Vec<Handed>>, secret: Secret) -> Self {
        let Made { put, report, judged, counts, places, came, columns, work, held_out } = made;
        let places = places.expect("in memory they are kept");
        let policy = policy.clone();
        Self { report, judged, handed: put, policy, counts, places, came, columns, secret, work, held_out }
    }

    /// Counts, loss, times, and what it was found to keep.
    pub fn report(&self) -> &ReleaseReport {
        &self.report
    }

    /// What its audit found.
    pub fn audit(&self) -> &Audit {
        &self.judged.audit
    }

    /// The released tables by name: the rows first.
    pub fn tables(&self) -> impl Iterator<Item = (&'static str, &Table)> {
        self.handed.iter().map(|handed| (handed.out.name, &handed.out.table))
    }

    /// The same as Arrow has them; see [`crate::arrow`] for what is promised of that.
    #[doc(hidden)]
    pub fn batches(&self) -> impl Iterator<Item = (&'static str, &RecordBatch)> {
        self.handed.iter().map(|handed| (handed.out.name, &handed.batch))
    }

    /// What `manifest.json` will say.
    pub fn manifest(&self) -> Result<String, Error> {
        let hash = |handed: &Handed| {
            let mut sink = Hashed::new(std::io::sink());
            write_table(&self.policy, &handed.out, &mut sink)
                .map_err(|cause| Error::File { what: "the release".to_owned(), cause })?;
            let name = file_name(&self.policy, handed.out.name);
            Ok(StagedFile { path: name.clone().into(), name, digest: sink.finish().1 })
        };
        let files = self.handed.iter().map(hash).collect::<Result<Vec<_>, Error>>()?;
        Ok(self.manifest_of(&files).to_json())
    }

    fn manifest_of(&self, files: &[StagedFile]) -> Manifest {
        let Self { policy, columns, judged, .. } = self;
        manifest(policy, columns, judged, self.counts, &self.report, self.secret, files)
    }

    /// Puts the release in place as a directory, with what is private and the page in theirs.
    pub fn save(&self, target: &Target<'_>) -> Result<(), Error> {
        let staging = Staging::new(target, &self.policy, None)?;
        let write = |handed: &Handed| {
            let file = staging.write(&self.policy, &handed.out)?;
            compare(&self.policy, &handed.out.table, &file).map(|()| file)
        };
        let files = self.handed.iter().map(write).collect::<Result<Vec<_>, Error>>()?;
        staging.write_places(&self.places, self.came)?;
        staging.seal(&self.manifest_of(&files), self.secret, self.work.as_ref(), self.held_out.as_ref(), None)?;
        staging.place(&self.report)
    }
}

/// What was written must read back as what was judged.
fn compare(policy: &Policy, table: &Table, file: &StagedFile) -> Result<(), Error> {
    let options = ReadOptions { escaped: policy.output().escapes(), ..ReadOptions::canonical() };
    let read = Input::open(Source::File(file.path.clone()), options)?.read(&kinds_of(table))?;
    let pairs = table.columns().par_iter().zip(read.columns());
    let same = |(ours, theirs): (&Arc<Column>, &Arc<Column>)| {
        (0..table.rows()).into_par_iter().all(|row| ours.text(row) == theirs.text(row))
    };
    if read.names() == table.names() && read.rows() == table.rows() && pairs.into_par_iter().all(same) {
        return Ok(());
    }
    Err(Error::Unsafe(
        "the file that was written does not read back as what was judged; it was not put in place".to_owned(),
    ))
}
