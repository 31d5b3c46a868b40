//! Where tables are put so that they can be read back: files that are staged beside their target, or columns in memory.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use aloof_io::publish::{Placement, StagedFile, Targets, refuse_place};
use aloof_io::{
    Ask, Database, DtaColumn, Input, ReadOptions, RecordBatch, Source, TableStore, TableTarget, to_batch, write_csv,
    write_dta, write_escaped_csv, write_parquet, write_xlsx,
};
use aloof_table::Table;

use super::chance::Secret;
use super::hold_out::HeldOut;
use super::maker::{Places, kinds_of};
use super::makers::series::Next;
use super::private;
use super::report::ReleaseReport;
use super::request::{Page, Staged, Target};
use super::work::Work;
use crate::Error;
use crate::manifest::Manifest;
use crate::policy::{OutputFormat, Policy};

/// A place for tables.
pub(super) trait Desk: Sync {
    /// What was put down.
    type Put;

    /// Puts the tables down, each with what is said of its columns; `came` tells which row of the input each row of the original was,
    /// and how many the input has. Also returns who stands where, if that is to be kept for later.
    fn put(
        &self,
        policy: &Policy,
        tables: Vec<Outgoing>,
        places: &Places,
        came: (&[u32], usize),
    ) -> Result<(Self::Put, Option<Places>), Error>;

    /// To read the tables back from.
    fn sources(&self, put: &Self::Put) -> Vec<Source>;

    /// The tables in the form in which they would be put down, to be read back and forgotten.
    fn in_memory(&self, policy: &Policy, tables: Vec<(&'static str, Table)>) -> Result<Vec<Source>, Error>;
}

/// A table that goes out: its name, and what is written of its columns besides their values.
pub(super) struct Outgoing {
    pub name: &'static str,
    pub table: Table,
    pub said: Vec<DtaColumn>,
}

impl Outgoing {
    /// A table of which nothing is said.
    fn plain((name, table): (&'static str, Table)) -> Self {
        let said = vec![DtaColumn::default(); table.names().len()];
        Self { name, table, said }
    }
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
        (came, _): (&[u32], usize),
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

    fn in_memory(&self, policy: &Policy, tables: Vec<(&'static str, Table)>) -> Result<Vec<Source>, Error> {
        let nobody = Places { rows: Vec::new(), groups: None };
        let tables = tables.into_iter().map(Outgoing::plain).collect();
        Ok(self.sources(&self.put(policy, tables, &nobody, (&[], 0))?.0))
    }
}

/// Files that are staged beside their target.
pub(super) struct Staging<'a> {
    placement: Placement,
    /// A table in a database that is to hold the same.
    table: Option<TableTarget>,
    /// What the release is made of, if it is read from a database: that reading ends before another is written to.
    read: Option<Database>,
    /// What was written, and how its columns are read.
    written: Mutex<Vec<(String, PathBuf, Vec<Ask>)>>,
    escaped: bool,
    page: Option<&'a Page<'a>>,
    evidence: Option<&'a Page<'a>>,
}

impl<'a> Staging<'a> {
    /// For a release that is made of `data`, where that is known: what is read is never replaced.
    pub fn new(target: &Target<'a>, policy: &Policy, data: Option<&Source>) -> Result<Self, Error> {
        let file = data.and_then(Source::path).map(PathBuf::from);
        let written = target.table.as_ref().and_then(TableTarget::path);
        let inputs: Vec<PathBuf> = file.into_iter().chain(policy.files()).chain(written.map(PathBuf::from)).collect();
        let placement = Placement::new(&Targets {
            release: &target.out,
            private: target.private.as_deref(),
            report: target.report.as_ref().map(|(path, _)| path.as_path()),
            evidence: target.evidence.as_ref().map(|(path, _)| path.as_path()),
            existing: target.existing,
            inputs: &inputs,
        })?;
        if let Some(table) = &target.table {
            if data.is_some_and(|data| table.is_read(data)) {
                return Err(Error::Data("the table that the release was to be written into is read here and was left as it is; name another".to_owned()));
            }
            refuse_inside(table, target)?;
            table.check()?;
        }
        Ok(Self {
            placement,
            table: target.table.clone(),
            read: match data {
                Some(Source::Database(database)) => Some(database.clone()),
                _ => None,
            },
            written: Mutex::default(),
            escaped: policy.output().escapes(),
            page: target.report.as_ref().map(|(_, page)| *page),
            evidence: target.evidence.as_ref().map(|(_, text)| *text),
        })
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
        let staged = self.placement.release().write(&file, |file| write_table(policy, out, file))?;
        if self.table.is_some() {
            let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
            written.push((out.name.to_owned(), staged.path.clone(), kinds_of(&out.table)));
        }
        Ok(staged)
    }

    /// Writes who stands where.
    pub fn write_places(&self, places: &Places, rows: usize) -> Result<(), Error> {
        match self.placement.private() {
            Some(stage) => Ok(private::write_places(stage, places, rows)?),
            None => Ok(()),
        }
    }

    /// Writes the manifest, the secret, what was done within a time limit, who was held out, and the ledger of a series.
    pub fn seal(
        &self,
        manifest: &Manifest,
        secret: Secret,
        work: Option<&Work>,
        held_out: Option<&HeldOut>,
        series: Option<&Next>,
    ) -> Result<(), Error> {
        let text = manifest.to_json() + "\n";
        self.placement.release().write("manifest.json", |file| file.write_all(text.as_bytes()))?;
        match self.placement.private() {
            Some(stage) => {
                private::write_secret(stage, secret)?;
                if let Some(Next { ledger, people, .. }) = series {
                    private::write_series(stage, ledger, people)?;
                }
                if let Some(held_out) = held_out {
                    private::write_held_out(stage, &held_out.table()?)?;
                }
                Ok(work.map_or(Ok(()), |work| private::write_work(stage, work))?)
            }
            None => Ok(()),
        }
    }

    /// Writes the page and puts all in place; after that nothing can fail.
    pub fn place(self, made: &ReleaseReport) -> Result<(), Error> {
        let staged = Staged {
            release: self.placement.release().path().clone(),
            private: self.placement.private().map(|stage| stage.path().clone()),
        };
        for (told, file) in [(self.page, self.placement.report()), (self.evidence, self.placement.evidence())] {
            if let Some((told, file)) = told.zip(file) {
                let text = told(made, &staged);
                file.write(|out| out.write_all(text.as_bytes()))?;
            }
        }
        match self.stored()? {
            Some(store) => Ok(self.placement.place_then(|| store.commit().map_err(io::Error::other))?),
            None => Ok(self.placement.place()?),
        }
    }

    /// The staged files, which were judged, as tables of a database; they stand there when that is committed.
    fn stored(&self) -> Result<Option<TableStore>, Error> {
        let Some(target) = &self.table else { return Ok(None) };
        if let Some(read) = &self.read {
            read.end();
        }
        let mut store = target.begin()?;
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        for (at, (name, path, kinds)) in written.iter().enumerate() {
            let options = ReadOptions { escaped: self.escaped, ..ReadOptions::canonical() };
            let table = Input::open(Source::File(path.clone()), options)?.read(kinds)?;
            store.put((at > 0).then_some(name), &table)?;
        }
        Ok(Some(store))
    }
}

impl Desk for Staging<'_> {
    type Put = Vec<StagedFile>;

    fn put(
        &self,
        policy: &Policy,
        tables: Vec<Outgoing>,
        places: &Places,
        (came, rows): (&[u32], usize),
    ) -> Result<(Vec<StagedFile>, Option<Places>), Error> {
        let files = tables.iter().map(|out| self.write(policy, out)).collect::<Result<_, _>>()?;
        drop(tables);
        if self.placement.private().is_some() {
            self.write_places(&places.of_input(came), rows)?;
        }
        Ok((files, None))
    }

    fn sources(&self, put: &Vec<StagedFile>) -> Vec<Source> {
        put.iter().map(|file| Source::File(file.path.clone())).collect()
    }

    fn in_memory(&self, policy: &Policy, tables: Vec<(&'static str, Table)>) -> Result<Vec<Source>, Error> {
        let one = |out: Outgoing| {
            let mut bytes = Vec::new();
            let failed = |cause| Error::File { what: out.name.to_owned(), cause };
            write_table(policy, &out, &mut bytes).map_err(failed)?;
            Ok(Source::Memory { name: file_name(policy, out.name), bytes: bytes.into() })
        };
        tables.into_iter().map(Outgoing::plain).map(one).collect()
    }
}

/// A database that is a file must not go with what the release replaces.
fn refuse_inside(table: &TableTarget, target: &Target<'_>) -> Result<(), Error> {
    let Some(file) = table.path() else { return Ok(()) };
    let whole = |path: &Path| std::path::absolute(path).map(|path| path.canonicalize().unwrap_or(path));
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(parent), Some(name)) = (whole(parent), file.file_name()) else { return Ok(()) };
    let files = [&target.report, &target.evidence].into_iter().flatten().map(|(path, _)| path);
    let places = [Some(&target.out), target.private.as_ref()];
    if places
        .into_iter()
        .flatten()
        .chain(files)
        .filter_map(|place| whole(place).ok())
        .any(|place| parent.join(name).starts_with(place))
    {
        return Err(Error::Data(format!(
            "{}: the database would lie inside what is written here and replaced as a whole; put it elsewhere",
            file.display()
        )));
    }
    Ok(refuse_place(file)?)
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
