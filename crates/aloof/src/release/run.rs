//! The one way from a table and a policy to a release.
//!
//! ```text
//! read     the original, once, its rows put into canonical order
//! rehearse the rest of the way with a few of its rows, to know how long it will take
//! make     the tables that would be published, by the policy's method
//! put      the files staged beside their target and synced, or columns in memory
//! judge    what was put, read back, with the judge's code, against the original
//! place    release, private directory and report together
//! ```
//!
//! A release that its own audit does not pass is never put in place and never handed over.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use aloof_io::publish::Existing;
use aloof_io::{Input, ReadOptions, RecordBatch, Source, TableTarget};
use aloof_table::{Date, Decimal, Hierarchy, HierarchyError, Kind};

use super::chance::{Chance, Secret};
use super::codebook::{Codebook, Told};
use super::desk::{Desk, Memory, Outgoing, Staging};
use super::fits::refuse_unfit;
use super::formulas::FormulaReport;
use super::held::Release;
use super::hold_out::HeldOut;
use super::maker::{Draft, Judged, Maker, Places, refused};
use super::makers::{Anatomy, Groups, Noise, Perturb, Walk, groups};
use super::manifest::manifest;
use super::private::Known;
use super::pseudonyms;
use super::rehearsal::Rehearsing;
use super::report::{ReleaseReport, Seconds};
use super::seek::{Seek, Sought};
use super::unprotected;
use super::work::{self, Work};
use crate::Error;
use crate::audit::{Audit, Verdict};
use crate::data::{Ladder, Original, Quasi, Repeats, read_options};
use crate::manifest::{Counts, kinds};
use crate::policy::{Algorithm, ColumnRule, HierarchyFrom, Place, Policy, PolicyError, Role, bind};

/// A release to be made: of which table, by which policy, with which secret.
#[derive(Clone)]
pub struct Request<'a> {
    data: Source,
    policy: &'a Policy,
    secret: Option<Secret>,
    private: Option<PathBuf>,
    hold_out: Option<Decimal>,
    progress: &'a (dyn Fn(Step) + Sync),
    /// The data are a part of a table: of it alone a column says little.
    part: bool,
}

impl<'a> Request<'a> {
    /// A release of `data`, as `policy` says.
    pub fn new(data: Source, policy: &'a Policy) -> Self {
        Self { data, policy, secret: None, private: None, hold_out: None, progress: &|_| {}, part: false }
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
        Self { out: out.into(), private: None, report: None, existing: Existing::Refuse, table: None }
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
    /// All is read, and the rest will take about so long.
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

/// Makes a release, judges it as written, and puts it in place.
pub fn publish(request: &Request<'_>, target: &Target<'_>) -> Result<ReleaseReport, Error> {
    if request.hold_out.is_some() && target.private.is_none() {
        let message =
            "people who are held out are written into the private directory, and none is named: --private DIR";
        return Err(Error::Data(message.to_owned()));
    }
    let known = Known::new(target.private.as_deref(), request.secret)?;
    let desk = Staging::new(target, request.policy, Some(&request.data))?;
    let mut made = make(request, &known, &desk).map_err(|error| desk.in_place(error))?;
    if target.private.is_none() {
        made.report.notes.extend(made.work.is_some().then(work::not_recorded));
        made.report.notes.extend(pseudonyms::not_kept(request.policy, known.secret));
    }
    let started = Instant::now();
    let Made { columns, judged, counts, report, put, .. } = &made;
    let manifest = manifest(request.policy, columns, judged, *counts, &report.columns, known.secret, put);
    let manifest = manifest.with_held_out(made.held_out.as_ref().map(HeldOut::len));
    desk.seal(&manifest, known.secret, made.work.as_ref(), made.held_out.as_ref())?;
    made.report.seconds.write += started.elapsed().as_secs_f64();
    desk.place(&made.report)?;
    Ok(made.report)
}

/// Makes a release, judges it, and hands it over.
pub fn anonymize(request: &Request<'_>) -> Result<Release, Error> {
    let known = Known::new(request.private.as_deref(), request.secret)?;
    let made = make(request, &known, &Memory)?;
    Ok(Release::new(request.policy, made, known.secret))
}

/// Makes a part of a larger release of groups, for those who judge all parts before any is used: the same rows that
/// [`anonymize`] would make.
pub fn part(request: &Request<'_>) -> Result<UnjudgedPart, Error> {
    if request.policy.method().time_limit().is_some() {
        let message = "a part of a table must come out the same whenever it is made again; leave out `time_limit`";
        return Err(PolicyError::new(request.policy.place().clone(), message).into());
    }
    let known = Known::new(None, request.secret)?;
    let request = &Request { part: true, ..request.clone() };
    let mut drafted = Drafted::new(&Groups, request, &known, &Memory)?;
    let released = groups::read_back(request.policy, Memory.sources(&drafted.put).remove(0))?;
    let loss = groups::loss_of(&drafted.original, &drafted.places.rows, &released)?;
    let audit = Audit { tuples: released.rows, ..Audit::default() };
    let judged = Judged { audit, groups: Some(released.told_apart().len()), loss, beside: None };
    let columns = kinds(&drafted.original.table);
    let report = ReleaseReport::new(request.policy, &columns, &judged, &drafted.counts, known.secret, drafted.seconds);
    Ok(UnjudgedPart { batch: drafted.put.remove(0).batch, report })
}

/// The groups of a part of a table, before they are judged together with those of all other parts.
pub struct UnjudgedPart {
    /// The released columns; see [`crate::arrow`] for what is promised of these.
    #[doc(hidden)]
    pub batch: RecordBatch,
    /// Counts, loss and times; the verdict is open.
    pub report: ReleaseReport,
}

/// A release that was judged, and where it was put.
pub(super) struct Made<P> {
    pub put: P,
    pub report: ReleaseReport,
    pub judged: Judged,
    pub counts: Counts,
    /// Who stands where, in rows of the input; only where it is kept for later.
    pub places: Option<Places>,
    /// Rows of the input.
    pub came: usize,
    /// The original's columns.
    pub columns: Vec<(String, Kind)>,
    /// What was done within a time limit.
    pub work: Option<Work>,
    /// Who was held out before.
    pub held_out: Option<HeldOut>,
}

/// One value of the policy, one maker.
fn make<D: Desk>(request: &Request<'_>, known: &Known, desk: &D) -> Result<Made<D::Put>, Error> {
    match request.policy.method().algorithm() {
        Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_) => run(&Groups, request, known, desk),
        Algorithm::Walk(rules) => run(&Walk(rules), request, known, desk),
        Algorithm::Perturb => run(&Perturb, request, known, desk),
        Algorithm::Noise(rule) => run(&Noise(*rule), request, known, desk),
        Algorithm::Anatomy => run(&Anatomy, request, known, desk),
    }
}

fn run<M: Maker, D: Desk>(maker: &M, request: &Request<'_>, known: &Known, desk: &D) -> Result<Made<D::Put>, Error> {
    let drafted = Drafted::new(maker, request, known, desk)?;
    let Drafted { original, held_out, places, promise, counts, put, later, formulas, told, mut seconds, sought } =
        drafted;
    let held = held_out.as_ref().map_or(0, HeldOut::len);
    let (came, columns) = (original.rows() + held, kinds(&original.table));
    (request.progress)(Step::Judging);
    let sources = desk.sources(&put);
    let (own, notes) = (request.policy.of_own_release(), original.notes.clone());
    pseudonyms::check(&sources[0], &own, &original, &places.rows)?;
    let judged = timed(&mut seconds.audit, || maker.judge(&own, original, places, promise, &sources))?;
    refuse(&judged, &counts)?;
    let report = ReleaseReport::new(request.policy, &columns, &judged, &counts, known.secret, seconds)
        .with_formulas(formulas)
        .with_labels(told, request.policy.output().format)
        .with_notes(notes)
        .with_held_out(held_out.as_ref())
        .with_work(sought.report, sought.notes);
    Ok(Made { put, report, judged, counts, places: later, came, columns, work: sought.work, held_out })
}

/// Tables that were put down and not judged yet.
struct Drafted<M: Maker, D: Desk> {
    original: Original,
    held_out: Option<HeldOut>,
    places: Places,
    promise: M::Promise,
    counts: Counts,
    put: D::Put,
    later: Option<Places>,
    formulas: Option<FormulaReport>,
    told: Told,
    seconds: Seconds,
    sought: Sought,
}

impl<M: Maker, D: Desk> Drafted<M, D> {
    fn new(maker: &M, request: &Request<'_>, known: &Known, desk: &D) -> Result<Self, Error> {
        let (policy, tell, started) = (request.policy, request.progress, Instant::now());
        maker.check(policy)?;
        if !request.part {
            unprotected::refuse_unnamed(policy)?;
        }
        let mut seconds = Seconds::default();
        let (original, held_out, codebook) = timed(&mut seconds.read, || read(request, known.secret))?;
        let came = Arc::clone(&original.came);
        let rows = original.rows() + held_out.as_ref().map_or(0, HeldOut::len);
        let mut estimated = None;
        let ((Draft { tables, places, counts }, promise), sought) = timed(&mut seconds.solve, || {
            let chance = Chance::new(known.secret, &original.table, &policy.digest()?);
            let rehearsing = Rehearsing { maker, policy, original: &original, chance: &chance, desk };
            let rehearsal = if request.part { None } else { rehearsing.all() };
            if let Some(rehearsal) = rehearsal {
                estimated = Some(started.elapsed().as_secs_f64() + rehearsal.total());
                tell(Step::Expecting(Duration::from_secs_f64(rehearsal.total())));
            }
            // What is left to do after the search, of which reading gives an idea where nothing could be rehearsed.
            let rest = rehearsal.map_or(2.0 * started.elapsed().as_secs_f64(), |rehearsal| rehearsal.rest());
            let seek = Seek { policy, original: &original, chance: &chance, whole: !request.part, tell };
            seek.make(maker, known.work.as_ref(), started, rest)
        })?;
        seconds.estimated = estimated;
        let formulas = FormulaReport::of(policy, tables.iter().map(|(_, table)| table));
        let written = codebook.written(policy, &original, &tables);
        let tables = tables.into_iter().zip(written.columns);
        let tables = tables.map(|((name, table), said)| Outgoing { name, table, said }).collect();
        tell(Step::Writing);
        let (put, later) = timed(&mut seconds.write, || desk.put(policy, tables, &places, (&came, rows)))?;
        Ok(Self {
            original,
            held_out,
            places,
            promise,
            counts,
            put,
            later,
            formulas,
            told: written.told,
            seconds,
            sought,
        })
    }
}

/// The original in canonical order, who was held out of it, and what its file says of its columns.
fn read(request: &Request<'_>, secret: Secret) -> Result<(Original, Option<HeldOut>, Codebook), Error> {
    // A part shows less than the whole: what its texts look like must not decide how they are read.
    let options = ReadOptions { canonical: request.part, ..read_options(request.policy) };
    let input = Input::open(request.data.clone(), options)?;
    let tell = |done, total| (request.progress)(Step::Reading(done, total));
    let original = Original::read(&input, request.policy, true, &tell)?;
    if !request.part {
        unprotected::refuse_keys(request.policy, &original.table)?;
        Repeats::refuse(original.repeats.as_ref())?;
    }
    refuse_double_bounds(request.policy, &original)?;
    refuse_unfit(request.policy, &original)?;
    let (original, held_out) = match request.hold_out {
        Some(share) => HeldOut::draw(request.policy, secret, original, share).map(|(rest, held)| (rest, Some(held)))?,
        None => (original, None),
    };
    let original = pseudonyms::put(request.policy, secret, original)?;
    Ok((original.canonical(), held_out, Codebook::of(&input)))
}

/// Ends of intervals are columns of their own, whose names nobody else may have.
fn refuse_double_bounds(policy: &Policy, original: &Original) -> Result<(), Error> {
    let is_line = |quasi: &&Quasi| matches!(quasi.ladder, Ladder::Line);
    for quasi in original.quasi.iter().filter(|_| policy.output().bounds).filter(is_line) {
        let ends = [format!("{}_lo", quasi.name), format!("{}_hi", quasi.name)];
        if let Some(end) = ends.iter().find(|end| original.table.column(end).is_some()) {
            return Err(Error::Data(format!(
                "the release cannot be written: intervals = \"bounds\" makes `{end}` of `{}`, and two columns would be named so; \
                 rename the column, or write other [output]",
                quasi.name
            )));
        }
    }
    Ok(())
}

/// Refuses what no release could be made by, before anything is read: a method that cannot keep what is asked, hierarchies that
/// cannot be read. For those who only ask what could be promised.
pub(crate) fn refuse_policy(policy: &Policy) -> Result<(), Error> {
    if !policy.protect().is_empty() {
        match policy.method().algorithm() {
            Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_) => Groups.check(policy)?,
            Algorithm::Walk(rules) => Walk(rules).check(policy)?,
            Algorithm::Perturb => Perturb.check(policy)?,
            Algorithm::Noise(rule) => Noise(*rule).check(policy)?,
            Algorithm::Anatomy => Anatomy.check(policy)?,
        }
    }
    // Those of sensitive columns are read where a protection needs them, and by makers no sooner.
    for rule in policy.columns().iter().filter(|rule| rule.role() == Role::Quasi) {
        match rule.hierarchy.as_ref().map(|from| (&from.value, &from.place)) {
            Some((HierarchyFrom::File(file), place)) => drop(bind::read_file(rule, policy, file, place)?),
            // Of any one value: a hierarchy of none is empty, and the data are not known yet.
            Some((HierarchyFrom::Intervals { widths, origin }, place)) => {
                refuse_hierarchy(rule, place, Hierarchy::intervals(std::iter::once(*origin), widths, *origin))?;
            }
            Some((HierarchyFrom::Calendar { levels }, place)) => {
                refuse_hierarchy(rule, place, Hierarchy::calendar(std::iter::once(Date::from_days(0)), levels))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn refuse_hierarchy(
    rule: &ColumnRule,
    place: &Place,
    made: Result<Hierarchy, HierarchyError>,
) -> Result<(), PolicyError> {
    let wrong = |error| PolicyError::new(place.clone(), format!("column `{}`: {error}", rule.name()));
    made.map(drop).map_err(wrong)
}

/// What failed, or was not read back whole, goes nowhere.
fn refuse(judged: &Judged, counts: &Counts) -> Result<(), Error> {
    let audit = &judged.audit;
    if let Some(check) = audit.checks.iter().find(|check| check.required && check.verdict == Verdict::Fail) {
        return Err(refused(&format!(
            "{} of {} fails in the {} view for {}",
            check.title,
            check.sensitive.join(", "),
            check.view,
            check.violating()
        )));
    }
    if audit.has_unsafe_withheld() {
        return Err(refused("the withheld, as a group of their own, do not keep what is asked"));
    }
    let whole = audit.truth.as_ref().is_none_or(|truth| {
        truth.untrue == 0 && truth.absent == counts.suppressed && truth.released == counts.published
    });
    if !whole || audit.tuples != counts.published {
        return Err(refused("rows were not read back, or stand for no original row"));
    }
    if audit.verdict == Verdict::Fail { Err(refused("it fails")) } else { Ok(()) }
}

fn timed<T>(seconds: &mut f64, act: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let started = Instant::now();
    let done = act();
    *seconds += started.elapsed().as_secs_f64();
    done
}
