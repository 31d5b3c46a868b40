//! A release in memory: for programs that hand a table over and want one back.
//!
//! The same steps as for a directory, with the same seed to the same rows. What is judged is what is handed over: the
//! released columns, read again by the judge's code. [`Held::save`] writes them as `aloof anonymize` would, byte for
//! byte; then the file is read back and compared with what was judged before it is put in place.

use std::path::Path;

use aloof_io::publish::{Existing, Hashed, StagedFile};
use aloof_io::{Ask, Input, ReadOptions, RecordBatch, Source, to_batch, write_csv, write_parquet};
use aloof_table::{Column, Table};
use rayon::prelude::*;

use super::{
    Anonymized, Dealt, Drawn, Plan, Seconds, Seed, Stages, Step, judge, private, read_back, read_original, release,
    timed, total_loss,
};
use crate::Error;
use crate::audit::{Audit, Original};
use crate::manifest::{Counts, Manifest, kinds};
use crate::policy::{Policy, PolicyError};

/// What is asked.
pub struct HoldRequest<'a> {
    /// The table.
    pub data: Source,
    /// What every column is, what must hold, and how the release looks. Only groups are made in memory: columns
    /// are neither walked nor perturbed.
    pub policy: &'a Policy,
    /// The same seed makes the same rows; `None`: one from the operating system.
    pub seed: Option<Seed>,
    /// Told what is being done, and of reading how far it is.
    pub progress: &'a (dyn Fn(Step) + Sync),
}

/// A release that passed its audit and was not written yet.
pub struct Held {
    made: Anonymized,
    audit: Audit,
    batch: RecordBatch,
    table: Table,
    policy: Policy,
    manifest: Manifest,
    secret: Secret,
}

/// What must never be published.
struct Secret {
    originals: usize,
    kept: Vec<u32>,
    number_of: Vec<u32>,
    seed: Seed,
}

/// Makes a release, judges it, and hands it over.
pub fn hold(request: &HoldRequest<'_>) -> Result<Held, Error> {
    let policy = request.policy;
    let Made { original, drawn, batch, counts, kept, number_of, mut seconds } = make(request)?;
    (request.progress)(Step::Judging);
    let columns = kinds(&original.table);
    let secret = Secret { originals: original.rows(), number_of, kept, seed: drawn.seed };
    let (audit, loss) = timed(&mut seconds.audit, || judge(policy, in_memory(&batch), original, drawn.rows, &counts))?;
    let made = Anonymized::new(&audit, &counts, loss, seconds);
    let manifest = super::of_groups(policy, &columns, &audit, counts, made.loss);
    Ok(Held { made, audit, batch, table: drawn.table, policy: policy.clone(), manifest, secret })
}

/// A part of a release, which nobody has judged yet.
pub struct Part {
    /// The released columns.
    pub batch: RecordBatch,
    /// Counts, loss and times; the verdict is open.
    pub made: Anonymized,
}

/// Makes a part of a larger release, for those who judge all parts before any is used. The same rows as [`hold`] would make.
pub fn part(request: &HoldRequest<'_>) -> Result<Part, Error> {
    let Made { original, batch, counts, seconds, .. } = make(request)?;
    let released = read_back(request.policy, in_memory(&batch))?;
    let loss = total_loss(&original, &released)?;
    let made = Anonymized::new(&Audit { tuples: released.rows, ..Audit::default() }, &counts, loss, seconds);
    Ok(Part { batch, made })
}

/// What was made, and of what.
struct Made {
    original: Original,
    drawn: Drawn,
    batch: RecordBatch,
    counts: Counts,
    kept: Vec<u32>,
    number_of: Vec<u32>,
    seconds: Seconds,
}

fn make(request: &HoldRequest<'_>) -> Result<Made, Error> {
    let policy = request.policy;
    if !policy.method().only_groups() {
        let message = "only groups are made in memory; columns are walked and perturbed on the way to a directory";
        return Err(PolicyError::new(policy.place().clone(), message).into());
    }
    let plan = Plan::new(policy)?;
    let mut seconds = Seconds::default();
    let original = timed(&mut seconds.read, || read_original(&request.data, policy, request.progress))?;
    (request.progress)(Step::Solving);
    let dealt = timed(&mut seconds.solve, || Dealt::new(&original, &plan, policy))?;
    (request.progress)(Step::Writing);
    let (drawn, batch) = timed(&mut seconds.write, || {
        let drawn = Drawn::new(policy, request.seed, &original, &dealt)?;
        let batch = to_batch(&drawn.table).map_err(|error| Error::Data(format!("the release: {error}")))?;
        Ok((drawn, batch))
    })?;
    let counts = dealt.counts(&original, plan.algorithm(policy));
    let number_of = release::group_numbers(&dealt.solved, &drawn.numbers);
    let kept = dealt.kept.rows;
    Ok(Made { original, drawn, batch, counts, kept, number_of, seconds })
}

fn in_memory(batch: &RecordBatch) -> Source {
    Source::Arrow { name: "the release".to_owned(), schema: batch.schema(), batches: [batch.clone()].into() }
}

impl Held {
    /// Counts, loss, times, and what it was found to keep.
    pub fn made(&self) -> &Anonymized {
        &self.made
    }

    /// What its audit found.
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// The released columns.
    pub fn batch(&self) -> &RecordBatch {
        &self.batch
    }

    /// What `manifest.json` will say.
    pub fn manifest(&self) -> Result<String, Error> {
        let parquet = self.policy.output().parquet;
        let mut sink = Hashed::new(std::io::sink());
        let written = if parquet { write_parquet(&self.table, &mut sink) } else { write_csv(&self.table, &mut sink) };
        written.map_err(|cause| Error::File { what: "the release".to_owned(), cause })?;
        let name = if parquet { "data.parquet" } else { "data.csv" };
        let file = StagedFile { name: name.to_owned(), path: name.into(), digest: sink.finish().1 };
        Ok(self.manifest.clone().with_file(&file).to_json())
    }

    /// Puts the release in place as a directory, and with `private` what must never be published in another.
    pub fn save(&self, out: &Path, private: Option<&Path>, existing: Existing) -> Result<(), Error> {
        let stages = Stages::at(out, private, existing)?;
        if let Some(stage) = &stages.private {
            let Secret { originals, kept, number_of, seed } = &self.secret;
            private::write(stage, *originals, kept, number_of, *seed)?;
        }
        let file = stages.write_data(&self.policy, &self.table)?;
        self.compare(&file)?;
        stages.place(&self.manifest.clone().with_file(&file))
    }

    /// What was written must read back as what was judged.
    fn compare(&self, file: &StagedFile) -> Result<(), Error> {
        let ask = |column: &Column| match column {
            Column::Number(_) => Ask::Number,
            Column::Date(_) => Ask::Date,
            Column::Label(_) => Ask::Text,
        };
        let asks: Vec<Ask> = self.table.columns().iter().map(|column| ask(column)).collect();
        let read = Input::open(Source::File(file.path.clone()), ReadOptions::default())?.read(&asks)?;
        let pairs = self.table.columns().par_iter().zip(read.columns());
        let same = |(ours, theirs): (&std::sync::Arc<Column>, &std::sync::Arc<Column>)| {
            (0..self.table.rows()).into_par_iter().all(|row| ours.text(row) == theirs.text(row))
        };
        if read.names() == self.table.names() && read.rows() == self.table.rows() && pairs.into_par_iter().all(same) {
            return Ok(());
        }
        Err(Error::Unsafe(
            "the file that was written does not read back as what was judged; it was not put in place".to_owned(),
        ))
    }
}
