//! Where tables are put so that they can be read back: files that are staged beside their target, or columns in memory.

use std::io::Write;
use std::path::Path;

use aloof_io::publish::{Secrecy, Stage, StagedFile};
use aloof_io::{RecordBatch, Source, to_batch, write_csv, write_parquet};
use aloof_table::Table;

use super::chance::Secret;
use super::maker::Places;
use super::manifest::Manifest;
use super::private;
use super::run::Target;
use crate::Error;
use crate::policy::Policy;

/// A place for tables.
pub(super) trait Desk {
    /// What was put down.
    type Put;

    /// Puts the tables down; `came` tells which row of the input each row of the original was. Also returns who stands where,
    /// if that is to be kept for later.
    fn put(
        &self,
        policy: &Policy,
        tables: Vec<(&'static str, Table)>,
        places: &Places,
        came: &[u32],
    ) -> Result<(Self::Put, Option<Places>), Error>;

    /// To read the tables back from.
    fn sources(&self, put: &Self::Put) -> Vec<Source>;
}

/// Columns in memory.
pub(super) struct Memory;

/// A table that is handed over.
pub(super) struct Handed {
    pub name: &'static str,
    pub table: Table,
    pub batch: RecordBatch,
}

impl Desk for Memory {
    type Put = Vec<Handed>;

    fn put(
        &self,
        _: &Policy,
        tables: Vec<(&'static str, Table)>,
        places: &Places,
        came: &[u32],
    ) -> Result<(Vec<Handed>, Option<Places>), Error> {
        let hand = |(name, table): (&'static str, Table)| {
            let batch = to_batch(&table).map_err(|error| Error::Data(format!("the release: {error}")))?;
            Ok(Handed { name, table, batch })
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
pub(super) struct Staging {
    release: Stage,
    private: Option<Stage>,
    /// The secret that stood in the private directory.
    stood: Option<Secret>,
}

impl Staging {
    pub fn new(target: &Target) -> Result<Self, Error> {
        check_apart(&target.out, target.private.as_deref())?;
        let release = Stage::new(&target.out, target.existing, Secrecy::Public)?;
        let private = target.private.as_deref().map(|path| Stage::new(path, target.existing, Secrecy::Private));
        let stood = target.private.as_deref().map(private::found_in).transpose()?.flatten();
        Ok(Self { release, private: private.transpose()?, stood })
    }

    /// Writes a table under its name.
    pub fn write(&self, policy: &Policy, name: &str, table: &Table) -> Result<StagedFile, Error> {
        Ok(self.release.write(&file_name(policy, name), |file| write_table(policy, table, file))?)
    }

    /// Writes who stands where.
    pub fn write_places(&self, places: &Places, rows: usize) -> Result<(), Error> {
        match &self.private {
            Some(stage) => Ok(private::write_places(stage, places, rows)?),
            None => Ok(()),
        }
    }

    /// Writes the manifest and the secret, and puts all in place.
    pub fn place(self, manifest: &Manifest<'_>, secret: Secret) -> Result<(), Error> {
        let text = manifest.text();
        self.release.write("manifest.json", |file| file.write_all(text.as_bytes()))?;
        if let Some(stage) = &self.private {
            private::write_secret(stage, secret, self.stood)?;
        }
        self.private.map(Stage::place).transpose()?;
        Ok(self.release.place()?)
    }
}

impl Desk for Staging {
    type Put = Vec<StagedFile>;

    fn put(
        &self,
        policy: &Policy,
        tables: Vec<(&'static str, Table)>,
        places: &Places,
        came: &[u32],
    ) -> Result<(Vec<StagedFile>, Option<Places>), Error> {
        let files = tables.iter().map(|(name, table)| self.write(policy, name, table)).collect::<Result<_, _>>()?;
        drop(tables);
        if self.private.is_some() {
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
    format!("{name}.{}", if policy.output().parquet { "parquet" } else { "csv" })
}

/// In the policy's format.
pub(super) fn write_table(policy: &Policy, table: &Table, file: impl Write + Send) -> std::io::Result<()> {
    if policy.output().parquet { write_parquet(table, file) } else { write_csv(table, file) }
}

/// What is private must not lie in what is published, nor the other way round.
fn check_apart(out: &Path, private: Option<&Path>) -> Result<(), Error> {
    let Some(private) = private else { return Ok(()) };
    let whole = |path: &Path| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let parent = absolute.parent().and_then(|parent| parent.canonicalize().ok());
        match (parent, absolute.file_name()) {
            (Some(parent), Some(name)) => parent.join(name),
            _ => absolute,
        }
    };
    let (out, private) = (whole(out), whole(private));
    if out.starts_with(&private) || private.starts_with(&out) {
        return Err(Error::Data(
            "the private directory must lie outside of the release: it must never be published".to_owned(),
        ));
    }
    Ok(())
}
