//! `manifest.json`: what a release says of itself. One set of types for whoever writes it and whoever reads it.
//!
//! It names every published column with its role, its type, how it is published and what protects it; the policy's
//! protection in the policy's own words, so that the same check can be made again without the policy; how the table was
//! made; what its audit found; and a digest of each file. It holds no raw value, no seed, no order of rows, and no figure of
//! more than three digits that depends on what is not published.
//!
//! To an audit all of this is a claim: see `audit/evidence.rs`. Fields that a later version adds are passed over, and named: see
//! `beyond.rs`.

mod audit_summary;
mod beyond;
mod by_itself;
mod columns;
mod figures;
mod made;
mod policy;
mod read;
mod vocabulary;
mod walked;
mod withheld;
mod words;

use std::collections::BTreeMap;

use aloof_io::publish::StagedFile;
use aloof_table::{Kind, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use audit_summary::{AuditSummary, Checked};
pub use columns::{Column, ColumnRole, ColumnType, ProtectedBy, PublishedAs, StatedLadder};
pub use made::{HowMade, NoiseWidth, Perturbation, TwoTables};
pub use read::Beside;
#[doc(hidden)]
pub use vocabulary::{NOISY, WALKED_FREELY, WALKED_IN_GROUPS};
pub use walked::StatedWalk;
pub use withheld::Withheld;
pub use words::Words;

pub use columns::columns as published_columns;
pub(crate) use figures::{is_rounded, three_digits, three_digits_of};
pub(crate) use read::digest_of;

use crate::audit::Audit;
use crate::policy::{Policy, RowsAre};

/// The manifest, in the order in which it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// What made it.
    pub program: Program,
    /// Whether all of its draws come from a seed that anybody can guess; which one is not said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trial: bool,
    /// Rows published.
    pub tuples: usize,
    /// Rows withheld, to three digits.
    pub suppressed: usize,
    /// What is to be known of them, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<Withheld>,
    /// People whom chance held out before the release was made, and whom it holds nothing of; to three digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_out: Option<usize>,
    /// Rows among those published that stand for nobody, of a release that continues a series; a table beside says in which groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterfeits: Option<usize>,
    /// Rows left out for a missing value, to three digits.
    pub dropped: usize,
    /// Groups that can be told apart in the files.
    pub groups: usize,
    /// Mean over rows of the sum, over quasi columns, of the share of the domain that is covered; to three digits.
    pub loss: f64,
    /// `records` where several rows may be of one person, so that what is promised is about rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<String>,
    /// Every published column.
    pub columns: Vec<Column>,
    /// What must hold, in the policy's words.
    pub protect: Vec<Words>,
    /// The algorithm and its settings.
    pub method: Method,
    /// What the files look like.
    pub output: Output,
    /// How the original was read.
    #[serde(default, skip_serializing_if = "InputWords::is_empty")]
    pub input: InputWords,
    /// How the table was made.
    pub made: HowMade,
    /// What the method measured of its own release, to three digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Value>,
    /// What the release's own audit found.
    pub audit: AuditSummary,
    /// The files beside the manifest.
    pub files: BTreeMap<String, File>,
}

/// What made a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// `aloof`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The algorithm and its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// Its name in a policy.
    pub algorithm: String,
    /// What else the policy said of it.
    #[serde(flatten)]
    pub settings: BTreeMap<String, Value>,
}

/// How the original was read: the policy's words, which are nobody's values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputWords {
    /// Texts that mean a missing value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

impl InputWords {
    fn is_empty(&self) -> bool {
        self.missing.is_empty()
    }
}

/// What the files look like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// `csv`, `parquet`, `xlsx` or `dta`.
    pub format: String,
    /// Whether group numbers are published.
    pub group_ids: bool,
    /// `text` or `bounds`.
    pub intervals: String,
    /// `keep` or `escape`: then every cell and name that begins with an apostrophe has one too many.
    #[serde(default = "kept", skip_serializing_if = "is_kept")]
    pub formulas: String,
}

fn kept() -> String {
    "keep".to_owned()
}

fn is_kept(formulas: &str) -> bool {
    formulas == "keep"
}

impl Output {
    /// Whether the texts of its files stand behind an apostrophe where a spreadsheet might run them.
    pub fn is_escaped(&self) -> bool {
        self.formulas == "escape"
    }
}

/// A file of the release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its length.
    pub bytes: u64,
    /// Its digest, in hexadecimal.
    pub sha256: String,
}

/// Rows and groups of a release.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Rows published.
    pub published: usize,
    /// Rows withheld.
    pub suppressed: usize,
    /// Rows left out for a missing value.
    pub dropped: usize,
    /// Groups that can be told apart.
    pub groups: usize,
    /// What every row withheld for detail saves the others.
    pub saved_per_row: Option<f64>,
    /// The name of what made it.
    pub algorithm: &'static str,
}

impl Counts {
    /// Of a release without groups that withholds nobody.
    pub fn of_all(published: usize, dropped: usize, algorithm: &'static str) -> Self {
        Self { published, suppressed: 0, dropped, groups: 0, saved_per_row: None, algorithm }
    }
}

/// All that a maker tells.
pub struct Told<'a> {
    /// What was asked.
    pub policy: &'a Policy,
    /// The original's columns that are published, in their order.
    pub columns: &'a [(String, Kind)],
    /// What its own audit found.
    pub audit: &'a Audit,
    /// Rows and groups.
    pub counts: Counts,
    /// Mean over rows of the sum, over quasi columns, of the share of the domain that is covered.
    pub loss: f64,
    /// What must be known of its making to judge it.
    pub made: HowMade,
    /// Beyond the algorithm's name.
    pub settings: BTreeMap<String, Value>,
    /// What the maker measured beside.
    pub measured: Option<Value>,
    /// Whether anybody can guess what its draws, and pseudonyms, were made with.
    pub guessable: bool,
}

/// The columns of a table, with what their values are.
pub fn kinds(table: &Table) -> Vec<(String, Kind)> {
    table.names().iter().cloned().zip(table.columns().iter().map(|column| column.kind())).collect()
}

impl Manifest {
    /// What a maker tells, without the files: see [`Manifest::with_file`].
    #[doc(hidden)]
    pub fn new(told: Told<'_>) -> Self {
        let Told { policy, columns, audit, counts, loss, made, settings, measured, guessable } = told;
        let output = policy.output();
        Self {
            program: Program { name: "aloof".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            trial: guessable,
            tuples: counts.published,
            suppressed: figures::three_digits_of(counts.suppressed),
            withheld: Withheld::of(audit, counts.saved_per_row),
            held_out: None,
            counterfeits: None,
            dropped: figures::three_digits_of(counts.dropped),
            groups: counts.groups,
            loss: three_digits(loss),
            rows: policy.says_records().then(|| RowsAre::Records.name().to_owned()),
            columns: columns::columns(policy, columns, &made, audit, guessable),
            protect: policy.protect().iter().map(words::of_protect).collect(),
            method: Method { algorithm: counts.algorithm.to_owned(), settings },
            output: Output {
                format: output.format.name().to_owned(),
                group_ids: output.group_ids,
                intervals: if output.bounds { "bounds" } else { "text" }.to_owned(),
                formulas: if output.escapes() { "escape" } else { "keep" }.to_owned(),
            },
            input: InputWords { missing: policy.input().missing.clone() },
            made,
            measured: measured.map(figures::all_to_three_digits),
            audit: AuditSummary::of(audit),
            files: BTreeMap::new(),
        }
    }

    /// Whether it says that several rows may be of one person.
    pub(crate) fn says_records(&self) -> bool {
        self.rows.as_deref() == Some(RowsAre::Records.name())
    }

    /// With how many people were held out by chance before it was made, to three digits.
    pub fn with_held_out(mut self, people: Option<usize>) -> Self {
        self.held_out = people.map(figures::three_digits_of);
        self
    }

    /// With how many rows stand for nobody.
    pub fn with_counterfeits(mut self, rows: Option<usize>) -> Self {
        self.counterfeits = rows;
        self
    }

    /// With a file that was written.
    #[doc(hidden)]
    pub fn with_file(mut self, file: &StagedFile) -> Self {
        let said = File { bytes: file.digest.bytes, sha256: file.digest.sha256.clone() };
        self.files.insert(file.name.clone(), said);
        self
    }

    /// As it is written.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data")
    }
}
