//! `algorithm = "walk"`: quasi numbers are replaced by others that keep chosen properties.
//!
//! ```text
//! read      the original, once
//! deal      only with [[protect]]: rows into groups, whose boxes then bound the walk
//! columns   which are walked, in what unit, within which bounds
//! solve     every segment of every column; a column that did not move as asked ends here, nothing is written
//! stage     the files, rows in an order drawn from ChaCha
//! verify    every kept property, by the judge's code, on the staged file read back
//! disclose  what linking and guessing gain, beside noise of equal distortion
//! place     one rename
//! ```
//!
//! With groups, the quasi values of each group are dealt anew among its rows. Whoever knows which walked values are a
//! person's still faces all sensitive values of the group alike, so what the groups promise stands.

pub(super) mod columns;
pub(super) mod disclose;
mod linear;
mod manifest;
mod report;
mod solve;
mod table;
mod verify;

use aloof_io::Source;
use rand_chacha::rand_core::Rng;

pub use report::{ColumnReport, Disclosure, Measured, WalkReport};

use super::manifest::Counts;
use super::plan::Plan;
use super::{AnonymizeRequest, Anonymized, Dealt, Seconds, Seed, Stages, Step, draw, private, read, release, timed};
use crate::Error;
use crate::audit::{Audit, Original, Verdict};
use columns::Walkable;
use table::Shown;

/// What protects beside the walk: groups and their audit.
struct Groups<'a> {
    dealt: Dealt<'a>,
    audit: Audit,
    counts: Counts,
    loss: f64,
}

/// Makes a release of walked columns, checks it as written, and puts it in place.
pub(super) fn anonymize(request: &AnonymizeRequest<'_>, stages: &Stages) -> Result<Anonymized, Error> {
    let policy = request.policy;
    let mut seconds = Seconds::default();
    let original = timed(&mut seconds.read, || read(request))?;
    let seed = request.seed.map_or_else(Seed::from_system, Ok).map_err(super::no_chance)?;
    let mut chance = seed.generator();
    let mut key = [0; 32];
    key.chunks_mut(8).for_each(|part| part.copy_from_slice(&chance.next_u64().to_le_bytes()));
    (request.progress)(Step::Solving);
    let groups = timed(&mut seconds.solve, || deal(request, &original))?;
    let kept = match &groups {
        Some(groups) => &groups.dealt.kept,
        None => &super::Kept::all(&original),
    };
    if kept.rows.is_empty() {
        return Err(Error::Data("the data have no rows that could be published".to_owned()));
    }
    let dropped = groups.as_ref().map_or(original.rows() - kept.rows.len(), |groups| groups.dealt.dropped);
    let partition = groups.as_ref().map(|groups| &groups.dealt.solved.partition);
    let columns = columns::walkable(policy, kept, partition)?;
    let walked =
        timed(&mut seconds.solve, || solve::solve(policy, kept, &columns, partition.is_some(), key, request.progress))?;
    (request.progress)(Step::Writing);
    let shown = Shown::draw(kept.rows.len(), partition, &mut chance);
    let data = timed(&mut seconds.write, || {
        let table =
            table::table(&original, policy, kept, groups.as_ref().map(|g| &g.dealt.solved), &columns, &walked, &shown)?;
        stages.write_data(policy, &table)
    })?;
    if let Some(private) = stages.private() {
        let solved = groups.as_ref().map(|groups| &groups.dealt.solved);
        let number_of = solved.map(|solved| release::group_numbers(solved, &shown.numbers));
        private::write_places(private, original.rows(), &kept.rows, &shown.order, number_of.as_deref(), seed)?;
    }
    (request.progress)(Step::Judging);
    let report = timed(&mut seconds.audit, || {
        let source = Source::File(data.path.clone());
        let published = verify::verify(source, &original, policy, kept, partition, &columns, &walked, &shown)?;
        Ok(report::report(policy, &columns, &walked, disclose::disclose(&columns, &published, key)))
    })?;
    let tuples = kept.rows.len();
    let manifest = manifest::Manifest::new(policy, tuples, dropped, groups.as_ref(), &report, &data);
    timed(&mut seconds.write, || stages.seal(&manifest))?;
    Ok(Anonymized {
        verdict: Verdict::Pass,
        groups: groups.as_ref().map_or(0, |groups| groups.counts.groups),
        tuples,
        suppressed: groups.as_ref().map_or(0, |groups| groups.counts.suppressed),
        dropped,
        loss: groups.as_ref().map_or(0.0, |groups| groups.loss),
        weighted_loss: None,
        seconds,
        checks: groups.map_or_else(Vec::new, |groups| groups.audit.checks),
        walk: Some(report),
        perturbation: None,
        noise: None,
        anatomy: None,
    })
}

/// With `[[protect]]`: groups as any release has them, judged as such a release before anything is walked.
fn deal<'a>(request: &AnonymizeRequest<'_>, original: &'a Original) -> Result<Option<Groups<'a>>, Error> {
    let policy = request.policy;
    if policy.protect().is_empty() {
        return Ok(None);
    }
    let plan = Plan::new(policy)?;
    let dealt = Dealt::new(original, &plan, policy)?;
    let counts = dealt.counts(original, plan.algorithm(policy));
    let order: Vec<u32> = (0..dealt.kept.rows.len() as u32).collect();
    let numbers: Vec<u32> = (0..dealt.solved.partition.len() as u32).collect();
    let table = super::release::table(original, policy, &dealt, &dealt.kept.rows, &order, &numbers)?;
    let mut bytes = Vec::new();
    aloof_io::write_csv(&table, &mut bytes).expect("memory takes all");
    let source = Source::Memory { name: "groups".to_owned(), bytes: bytes.into() };
    let (audit, (loss, _)) = super::judge(policy, source, original.clone(), dealt.kept.rows.clone(), &counts)?;
    Ok(Some(Groups { dealt, audit, counts, loss }))
}

/// Places of the rows of each group, dealt anew: for each row, whose quasi values it shows.
fn dealt_anew(
    rows: usize,
    partition: Option<&aloof_table::Partition>,
    chance: &mut rand_chacha::ChaCha20Rng,
) -> Vec<u32> {
    let mut shows: Vec<u32> = (0..rows as u32).collect();
    for group in partition.iter().flat_map(|partition| partition.iter()) {
        let order = draw::order(group.len(), chance);
        for (&row, &at) in group.iter().zip(&order) {
            shows[row as usize] = group[at as usize];
        }
    }
    shows
}

/// What a walked column is now, and what it promises.
type Walked = aloof_methods::walk::Walked;
type Columns<'a> = [Walkable<'a>];
