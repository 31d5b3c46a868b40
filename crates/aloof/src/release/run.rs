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

use std::time::{Duration, Instant};

use aloof_io::RecordBatch;
use aloof_table::{Kind, Means};

use super::beforehand::{refuse_part, refuse_unmade};
use super::chance::Chance;
use super::codebook::{Told, Written};
use super::desk::{Desk, Memory, Outgoing, Staging};
use super::foresight::Foresight;
use super::formulas::FormulaReport;
use super::held::Release;
use super::hold_out::HeldOut;
use super::maker::{Draft, Judged, Maker, Places, refused};
use super::makers::series::{Series, belonging, none_begins};
use super::makers::{Groups, groups, with_maker};
use super::manifest::manifest;
use super::original::read;
use super::private::{Known, told_of_others};
use super::pseudonyms;
use super::rehearsal::Rehearsing;
use super::report::{ReleaseReport, Seconds};
use super::request::{Request, Step, Target};
use super::seek::{Seek, Sought};
use super::unprotected;
use super::work::{self, Work};
use crate::Error;
use crate::audit::{Audit, Verdict};
use crate::data::Original;
use crate::manifest::{Counts, kinds};
use crate::policy::{PolicyError, TimeLimit};

/// Makes a release, judges it as written, and puts it in place.
pub fn publish(request: &Request<'_>, target: &Target<'_>) -> Result<ReleaseReport, Error> {
    let private = target.private.as_deref();
    if request.hold_out.is_some() && private.is_none() {
        return Err(Error::Data(format!(
            "people who are held out are written into the private directory, and none is named: {}",
            Means::Private
        )));
    }
    let (known, series) = belonging(request, private)?;
    let open_to_others = told_of_others(private);
    let desk = Staging::new(target, request.policy, Some(&request.data))?;
    let made = match &series {
        Some(series) => run(series, request, &known, &desk),
        None => make(request, &known, &desk),
    };
    let mut made = made.map_err(|error| desk.in_place(error))?;
    let next = series.as_ref().and_then(Series::next);
    made.report.counterfeits = next.as_ref().and_then(|next| next.counterfeits);
    made.report.notes.extend(next.iter().flat_map(|next| next.notes.clone()));
    made.report.notes.extend(none_begins(request.policy, private, series.is_some()));
    made.report.notes.extend(open_to_others);
    if private.is_none() {
        made.report.notes.extend(made.work.is_some().then(work::not_recorded));
        made.report.notes.extend(pseudonyms::not_kept(request.policy, known.secret));
    }
    let started = Instant::now();
    let Made { columns, judged, counts, report, put, .. } = &made;
    let manifest = manifest(request.policy, columns, judged, *counts, report, known.secret, put);
    desk.seal(&manifest, known.secret, made.work.as_ref(), made.held_out.as_ref(), next.as_ref())?;
    made.report.seconds.write += started.elapsed().as_secs_f64();
    desk.place(&made.report)?;
    Ok(made.report)
}

/// Makes a release, judges it, and hands it over.
pub fn anonymize(request: &Request<'_>) -> Result<Release, Error> {
    if request.previous.is_some() {
        let message = "the next release of a series is made by publishing it: its ledger goes into a private directory";
        return Err(Error::Data(message.to_owned()));
    }
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
    refuse_part(request.policy)?;
    let known = Known::new(None, request.secret)?;
    let request = &Request { part: true, ..request.clone() };
    let mut drafted = draft(&Groups, request, &known, &Memory)?;
    let released = groups::read_back(request.policy, Memory.sources(&drafted.put).remove(0))?;
    let loss = groups::loss_of(&drafted.original, &released)?;
    let audit = Audit { tuples: released.rows, ..Audit::default() };
    let judged = Judged { audit, groups: Some(released.told_apart().len()), loss, beside: None, notes: Vec::new() };
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

/// By the maker that the policy's method names.
fn make<D: Desk>(request: &Request<'_>, known: &Known, desk: &D) -> Result<Made<D::Put>, Error> {
    with_maker!(request.policy, maker => run(maker, request, known, desk))
}

/// The way, from a request to what may be put in place: what was drafted is read back, judged, and refused if it fails.
fn run<M: Maker, D: Desk>(maker: &M, request: &Request<'_>, known: &Known, desk: &D) -> Result<Made<D::Put>, Error> {
    let drafted = draft(maker, request, known, desk)?;
    let Drafted { original, held_out, places, promise, counts, put, later, formulas, told, mut seconds, sought } =
        drafted;
    let held = held_out.as_ref().map_or(0, HeldOut::len);
    let (came, columns) = (original.rows() + held, kinds(&original.table));
    (request.progress)(Step::Judging);
    let sources = desk.sources(&put);
    let (own, notes) = (request.policy.of_own_release(), original.notes.clone());
    let conditions = original.conditions.clone();
    pseudonyms::check(&sources[0], &own, &original, &places.rows)?;
    let mut judged = timed(&mut seconds.audit, || maker.judge(&own, original, places, promise, &sources))?;
    judged.audit = judged.audit.with_conditions(conditions);
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

/// The first half of the way, which parts of a table go, too: the policy is checked, the original read, and tables made of it and
/// put down.
fn draft<M: Maker, D: Desk>(maker: &M, request: &Request<'_>, known: &Known, desk: &D) -> Result<Drafted<M, D>, Error> {
    let (policy, started, mut seconds) = (request.policy, Instant::now(), Seconds::default());
    refuse_unmade(policy)?;
    maker.check(policy)?;
    if !request.part {
        unprotected::refuse_unnamed(policy)?;
    }
    let (original, held_out, codebook) = timed(&mut seconds.read, || read(request, known.secret))?;
    let rows = original.rows() + held_out.as_ref().map_or(0, HeldOut::len);
    let (made, sought) = timed(&mut seconds.solve, || seek(maker, request, known, desk, &original, started))?;
    let (Draft { tables, places, counts }, promise) = made;
    seconds.estimated = sought.estimated;
    let formulas = FormulaReport::of(policy, tables.iter().map(|(_, table)| table));
    let Written { columns, told } = codebook.written(policy, &original, &tables);
    let tables = tables.into_iter().zip(columns).map(|((name, table), said)| Outgoing { name, table, said }).collect();
    (request.progress)(Step::Writing);
    let (put, later) = timed(&mut seconds.write, || desk.put(policy, tables, &places, (&original.came, rows)))?;
    Ok(Drafted { original, held_out, places, promise, counts, put, later, formulas, told, seconds, sought })
}

/// Makes the tables, once a rehearsal has said how long that and the rest will take.
fn seek<M: Maker, D: Desk>(
    maker: &M,
    request: &Request<'_>,
    known: &Known,
    desk: &D,
    original: &Original,
    started: Instant,
) -> Result<((Draft, M::Promise), Sought), Error> {
    let (policy, tell) = (request.policy, request.progress);
    let chance = &Chance::new(known.secret, &original.table, &policy.digest()?);
    let rehearsing = Rehearsing { maker, policy, original, chance, desk };
    // A few people of a series are none of its own, and a few of a table another share of the population.
    let rehearses = maker.rehearses() && policy.presence().is_none() && !request.part;
    let rehearsal = if rehearses { rehearsing.all() } else { None };
    let foresight = rehearsal.map(|rehearsal| Foresight::new(rehearsal, started));
    // Whatever was rehearsed, a limit is kept.
    let most = policy.method().time_limit().map_or(Duration::MAX, TimeLimit::duration);
    if let Some(rehearsal) = rehearsal {
        let left = most.saturating_sub(started.elapsed());
        tell(Step::Expecting(Duration::from_secs_f64(rehearsal.total()).min(left)));
    }
    // What is left to do after the search, of which reading gives an idea where nothing could be rehearsed.
    let rest = rehearsal.map_or(2.0 * started.elapsed().as_secs_f64(), |rehearsal| rehearsal.rest());
    let seek = Seek { policy, original, chance, whole: !request.part, tell, foresight: foresight.as_ref() };
    let (made, sought) = seek.make(maker, known.work.as_ref(), started, rest)?;
    let estimated = foresight.map(|foresight| foresight.estimate().min(most.as_secs_f64()));
    Ok((made, Sought { estimated, ..sought }))
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
