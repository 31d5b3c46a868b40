//! What is asked of a release: of which table, by which policy, put where; and what is told on the way.

use std::path::PathBuf;
use std::time::Duration;

use aloof_io::publish::Existing;
use aloof_io::{Source, TableTarget};
use aloof_table::Decimal;

use super::chance::Secret;
use super::report::ReleaseReport;
use crate::policy::Policy;

/// A release to be made: of which table, by which policy, with which secret.
#[derive(Clone)]
pub struct Request<'a> {
    pub(super) data: Source,
    pub(super) policy: &'a Policy,
    pub(super) secret: Option<Secret>,
    pub(super) private: Option<PathBuf>,
    pub(super) hold_out: Option<Decimal>,
    pub(super) previous: Option<PathBuf>,
    pub(super) progress: &'a (dyn Fn(Step) + Sync),
    /// The data are a part of a table: of it alone a column says little.
    pub(super) part: bool,
}

impl<'a> Request<'a> {
    /// A release of `data`, as `policy` says.
    pub fn new(data: Source, policy: &'a Policy) -> Self {
        Self {
            data,
            policy,
            secret: None,
            private: None,
            hold_out: None,
            previous: None,
            progress: &|_| {},
            part: false,
        }
    }

    /// With a secret of the caller's; else it is the private directory's, or one from the operating system.
    pub fn secret(mut self, secret: impl Into<Option<Secret>>) -> Self {
        self.secret = secret.into();
        self
    }

    /// In memory, with what a private directory holds: its secret, unless one is given, and the work that it records. Whoever
    /// publishes says where that is with the [`Target`].
    pub fn private(mut self, path: impl Into<Option<PathBuf>>) -> Self {
        self.private = path.into();
        self
    }

    /// Without a share of all people, whom chance draws first: attacks on the release are compared with attacks on them. They are
    /// written into the private directory.
    pub fn hold_out(mut self, share: impl Into<Option<Decimal>>) -> Self {
        self.hold_out = share.into();
        self
    }

    /// The next release of a series: after the one that this private directory was made with.
    pub fn previous(mut self, private: impl Into<Option<PathBuf>>) -> Self {
        self.previous = private.into();
        self
    }

    /// With a function that is called at every step, with how far it is.
    pub fn progress(mut self, progress: &'a (dyn Fn(Step) + Sync)) -> Self {
        self.progress = progress;
        self
    }
}

/// Where a release is put.
#[derive(Clone)]
pub struct Target<'a> {
    pub(super) out: PathBuf,
    pub(super) private: Option<PathBuf>,
    pub(super) report: Option<(PathBuf, &'a Page<'a>)>,
    pub(super) evidence: Option<(PathBuf, &'a Page<'a>)>,
    pub(super) existing: Existing,
    pub(super) table: Option<TableTarget>,
}

/// Writes a page about a release that is made and not yet in place.
pub type Page<'a> = dyn Fn(&ReleaseReport, &Staged) -> String + Sync + 'a;

/// Where a release lies while it is not in place.
pub struct Staged {
    /// Its directory.
    pub release: PathBuf,
    /// What must never be published.
    pub private: Option<PathBuf>,
}

impl<'a> Target<'a> {
    /// A directory that is to be made.
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self { out: out.into(), private: None, report: None, evidence: None, existing: Existing::Refuse, table: None }
    }

    /// With a directory for what must never be published.
    pub fn private(mut self, path: impl Into<Option<PathBuf>>) -> Self {
        self.private = path.into();
        self
    }

    /// With a page for people to read.
    pub fn report(mut self, path: impl Into<PathBuf>, page: &'a Page<'a>) -> Self {
        self.report = Some((path.into(), page));
        self
    }

    /// With what the page says, for programs: written after the page, put in place with it.
    pub fn evidence(mut self, path: impl Into<PathBuf>, text: &'a Page<'a>) -> Self {
        self.evidence = Some((path.into(), text));
        self
    }

    /// With a table in a database that holds the same: it is made in the moment in which the directory is put in place.
    pub fn table(mut self, table: impl Into<Option<TableTarget>>) -> Self {
        self.table = table.into();
        self
    }

    /// With what becomes of a release that stands there.
    pub fn existing(mut self, existing: Existing) -> Self {
        self.existing = existing;
        self
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Reading: bytes done and, if known, of how many.
    Reading(u64, Option<u64>),
    /// From now on it will take about so long: told once all is read, and again as steps of the search are over.
    Expecting(Duration),
    /// Dealing rows into groups: steps done, and of how many that are planned.
    Solving(usize, usize),
    /// Walking: segments done, of how many.
    Walking(usize, usize),
    /// Writing the staged files.
    Writing,
    /// Reading them back and judging them.
    Judging,
}
