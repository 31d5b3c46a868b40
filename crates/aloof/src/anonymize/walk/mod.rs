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
mod report;
mod solve;
mod table;
mod verify;

use std::collections::BTreeMap;

use aloof_io::Source;
use rand_chacha::rand_core::Rng;
use serde_json::Value;

pub use report::{ColumnReport, Disclosure, Measured, WalkReport};

use super::plan::Plan;
use super::{AnonymizeRequest, Anonymized, Dealt, Seconds, Seed, Stages, Step, draw, private, read, release, timed};
use crate::Error;
use crate::audit::{self, Audit, Original, Stars, Verdict};
use crate::manifest::{Counts, HowMade, Manifest, Told, kinds};
use crate::policy::{Policy, PolicyError};
use columns::Walkable;
use table::Shown;

/// What protects beside the walk: groups, which passed an audit of their own.
struct Groups<'a> {
    dealt: Dealt<'a>,
    counts: Counts,
    loss: f64,
}

/// Makes a release of walked columns, checks it as written, and puts it in place.
pub(super) fn anonymize(request: &AnonymizeRequest<'_>) -> Result<Anonymized, Error> {
    let policy = request.policy;
    check_group_ids(policy)?;
    let stages = Stages::new(request)?;
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
    if let Some(private) = &stages.private {
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
    let names: Vec<String> = columns.iter().map(|column| column.name.to_owned()).collect();
    let audit = timed(&mut seconds.audit, || judge(policy, Source::File(data.path.clone()), &original, &names))?;
    let counts = Counts {
        published: kept.rows.len(),
        suppressed: groups.as_ref().map_or(0, |groups| groups.counts.suppressed),
        dropped,
        groups: groups.as_ref().map_or(0, |groups| groups.counts.groups),
        algorithm: "walk",
    };
    let loss = groups.as_ref().map_or(0.0, |groups| groups.loss);
    timed(&mut seconds.write, || {
        let (columns, made) = (kinds(&original.table), HowMade::Walk { columns: names });
        let (columns, settings, measured) = (columns.as_slice(), settings(policy), serde_json::to_value(&report).ok());
        let told = Told { policy, columns, audit: &audit, counts, loss, made, settings, measured };
        stages.place(&Manifest::new(told).with_file(&data))
    })?;
    Ok(Anonymized { walk: Some(report), ..Anonymized::new(&audit, &counts, (loss, None), seconds) })
}

/// Judges the staged file as any audit of it will; what would fail, or be left open, is not put in place.
fn judge(policy: &Policy, source: Source, original: &Original, columns: &[String]) -> Result<Audit, Error> {
    let request = super::to_judge(policy, source);
    let released = audit::read_released(&request, Stars::Box)?;
    let audit = audit::judge_walked(&request, columns, released, Some(original.clone()))?;
    match audit.verdict {
        Verdict::Fail => Err(Error::Unsafe(
            "the release does not pass its own audit and was not put in place: a group does not keep what was asked, or a row \
             is not the original's in the columns that were not walked"
                .to_owned(),
        )),
        _ if audit.open.is_empty() => Ok(audit),
        _ => Err(Error::Impossible(format!(
            "what is asked cannot be promised of walked columns, since nobody could check it: {}; view = \"group\" can be \
             promised",
            audit.open.join("; ")
        ))),
    }
}

/// Nobody could check what groups keep if rows did not say which is theirs.
fn check_group_ids(policy: &Policy) -> Result<(), Error> {
    if policy.protect().is_empty() || policy.output().group_ids {
        return Ok(());
    }
    let message = "[method] algorithm = \"walk\" with [[protect]] publishes the numbers of groups, since walked values do not show \
                   them and nobody could check what they keep: write group_ids = true under [output], or leave it out";
    Err(PolicyError::new(policy.place().clone(), message).into())
}

/// What the policy says of the walk.
fn settings(policy: &Policy) -> BTreeMap<String, Value> {
    let rules = policy.method().walk();
    let preserve =
        policy.preserve().iter().map(|rule| format!("{:?}", rule.property).to_lowercase()).collect::<Vec<_>>();
    let ties = rules.relax.map_or("collapse, else relax", |relax| if relax { "relax" } else { "collapse" });
    let all: [(&str, Value); 8] = [
        ("segment", rules.segment.into()),
        ("segments", if rules.sorted { "sorted" } else { "rows" }.into()),
        ("properties", rules.properties.to_string().into()),
        ("ties", ties.into()),
        ("min_shift", rules.min_shift.to_string().into()),
        ("max_unchanged", rules.max_unchanged.to_string().into()),
        ("steps", rules.steps.map_or_else(|| "auto".to_owned(), |steps| steps.to_string()).into()),
        ("preserve", preserve.into()),
    ];
    all.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
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
    let (_, (loss, _)) = super::judge(policy, source, original.clone(), dealt.kept.rows.clone(), &counts)?;
    Ok(Some(Groups { dealt, counts, loss }))
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
