//! Where tables are put so that they can be read back: files that are staged beside their target, or columns in memory.

use std::io::Write;
use std::path::PathBuf;

use aloof_io::publish::{Placement, StagedFile, Targets};
use aloof_io::{
    DtaColumn, RecordBatch, Source, to_batch, write_csv, write_dta, write_escaped_csv, write_parquet, write_xlsx,
};
use aloof_table::Table;

use super::chance::Secret;
use super::maker::Places;
use super::private;
use super::report::ReleaseReport;
use super::run::{Page, Staged, Target};
use crate::Error;
use crate::manifest::Manifest;
use crate::policy::{OutputFormat, Policy};

/// A place for tables.
pub(super) trait Desk {
    /// What was put down.
    type Put;

    /// Puts the tables down, each with what is said of its columns; `came` tells which row of the input each row of the original was. Also returns who stands where,
    /// if that is to be kept for later.
    fn put(
        &self,
        policy: &Policy,
        tables: Vec<Outgoing>,
        places: &Places,
        came: &[u32],
    ) -> Result<(Self::Put, Option<Places>), Error>;

    /// To read the tables back from.
    fn sources(&self, put: &Self::Put) -> Vec<Source>;
}

/// A table that goes out: its name, and what is written of its columns besides their values.
pub(super) struct Outgoing {
    pub name: &'static str,
    pub table: Table,
    pub said: Vec<DtaColumn>,
}

/// Columns in memory.
pub(super) struct Memory;

/// A table that is handed over.
pub(super) struct Handed {
    pub out: Outgoing,
    pub batch: RecordBatch,
}

impl Desk for Memory {
    type Put = Vec<Handed>;

    fn put(
        &self,
        _: &Policy,
        tables: Vec<Outgoing>,
        places: &Places,
        came: &[u32],
    ) -> Result<(Vec<Handed>, Option<Places>), Error> {
        let hand = |out: Outgoing| {
            let batch = to_batch(&out.table).map_err(|error| Error::Data(format!("the release: {error}")))?;
            Ok(Handed { out, batch })
        };
        let handed = tables.into_iter().map(hand).collect::<Result<_, Error>>()?;
        Ok((handed, Some(places.of_input(came))))
    }

    fn sources(&self, put: &Vec<Handed>) -> Vec<Source> {
        let one = |handed: &Handed| Source::Arrow {
            name: "the release".to_owned(),
            schema: handed.batch.schema(),
            batches: [handed.batch.clone()].into(),
        };
        put.iter().map(one).collect()
    }
}

/// Files that are staged beside their target.
pub(super) struct Staging<'a> {
    placement: Placement,
    page: Option<&'a Page<'a>>,
}

impl<'a> Staging<'a> {
    /// For a release that is made of `data`, where that is known: what is read is never replaced.
    pub fn new(target: &Target<'a>, policy: &Policy, data: Option<&Source>) -> Result<Self, Error> {
        let data = data.and_then(Source::path).map(PathBuf::from);
        let inputs: Vec<PathBuf> = data.into_iter().chain(policy.files()).collect();
        let placement = Placement::new(&Targets {
            release: &target.out,
            private: target.private.as_deref(),
            report: target.report.as_ref().map(|(path, _)| path.as_path()),
            existing: target.existing,
            inputs: &inputs,
        })?;
        Ok(Self { placement, page: target.report.as_ref().map(|(_, page)| *page) })
    }

    /// What is said of a staged file, said of the place that it is to have: nobody knows the other.
    pub fn in_place(&self, error: Error) -> Error {
        let stage = self.placement.release();
        let staged = stage.path().display().to_string();
        let told = |text: &str| text.replace(&staged, &stage.given().display().to_string());
        match error {
            Error::Data(text) => Error::Data(told(&text)),
            Error::Policy(wrong) => Error::Policy(wrong.with_message(told)),
            Error::Read(wrong) if wrong.to_string().contains(&staged) => Error::Data(told(&wrong.to_string())),
            other => other,
        }
    }

    /// Writes a table under its name.
    pub fn write(&self, policy: &Policy, out: &Outgoing) -> Result<StagedFile, Error> {
        let file = file_name(policy, out.name);
        Ok(self.placement.release().write(&file, |file| write_table(policy, out, file))?)
    }

    /// Writes who stands where.
    pub fn write_places(&self, places: &Places, rows: usize) -> Result<(), Error> {
        match self.placement.private() {
            Some(stage) => Ok(private::write_places(stage, places, rows)?),
            None => Ok(()),
        }
    }

    /// Writes the manifest and the secret.
    pub fn seal(&self, manifest: &Manifest, secret: Secret) -> Result<(), Error> {
        let text = manifest.to_json() + "\n";
        self.placement.release().write("manifest.json", |file| file.write_all(text.as_bytes()))?;
        match self.placement.private() {
            Some(stage) => Ok(private::write_secret(stage, secret)?),
            None => Ok(()),
        }
    }

    /// Writes the page and puts all in place; after that nothing can fail.
    pub fn place(self, made: &ReleaseReport) -> Result<(), Error> {
        if let (Some(page), Some(file)) = (self.page, self.placement.report()) {
            let staged = Staged {
                release: self.placement.release().path().clone(),
                private: self.placement.private().map(|stage| stage.path().clone()),
            };
            let text = page(made, &staged);
            file.write(|out| out.write_all(text.as_bytes()))?;
        }
        Ok(self.placement.place()?)
    }
}

impl Desk for Staging<'_> {
    type Put = Vec<StagedFile>;

    fn put(
        &self,
        policy: &Policy,
        tables: Vec<Outgoing>,
        places: &Places,
        came: &[u32],
    ) -> Result<(Vec<StagedFile>, Option<Places>), Error> {
        let files = tables.iter().map(|out| self.write(policy, out)).collect::<Result<_, _>>()?;
        drop(tables);
        if self.placement.private().is_some() {
            self.write_places(&places.of_input(came), came.len())?;
        }
        Ok((files, None))
    }

    fn sources(&self, put: &Vec<StagedFile>) -> Vec<Source> {
        put.iter().map(|file| Source::File(file.path.clone())).collect()
    }
}

/// A table's file: its name, with the ending of the policy's format.
pub(super) fn file_name(policy: &Policy, name: &str) -> String {
    format!("{name}.{}", policy.output().format.name())
}

/// In the policy's format.
pub(super) fn write_table(policy: &Policy, out: &Outgoing, file: impl Write + Send) -> std::io::Result<()> {
    let Outgoing { table, said, .. } = out;
    match policy.output().format {
        OutputFormat::Csv => write_text(policy, table, file),
        OutputFormat::Parquet => write_parquet(table, file),
        OutputFormat::Xlsx => write_xlsx(table, file),
        OutputFormat::Dta => write_dta(table, said, file),
    }
}

/// As CSV, its formulas escaped if the policy says so.
pub(super) fn write_text(policy: &Policy, table: &Table, file: impl Write) -> std::io::Result<()> {
    if policy.output().escapes() { write_escaped_csv(table, file) } else { write_csv(table, file) }
}
