//! `algorithm = "walk"`: quasi numbers are replaced by others that keep chosen properties.
//!
//! ```text
//! deal      only with [[protect]]: rows into groups, whose boxes then bound the walk
//! columns   which are walked, in what unit, within which bounds
//! solve     every segment of every column; a column that did not move as asked ends here
//! verify    every kept property, by the judge's code, on the table read back
//! disclose  what linking and guessing gain, beside noise of equal distortion
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

use aloof_io::Source;
use aloof_methods::walk::Walked;
use aloof_table::Partition;

pub use report::{ColumnReport, Disclosure, Measured, WalkReport};

use super::groups;
use crate::audit::{self, Audit, Verdict, Withheld};
use crate::data::{Original, Stars};
use crate::manifest::Counts;
use crate::policy::{Policy, PolicyError, WalkRules};
use crate::release::desk::write_text;
use crate::release::groups::dealt::Dealt;
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::Plan;
use crate::release::groups::table as group_table;
use crate::release::maker::{Beside, Case, Draft, Judged, Loss, Maker, Places, nobody_left};
use crate::{Error, Refusal, Why};
use columns::{Bounds, Movable, movable, order_of_segments};
use table::Shown;

/// Walks columns.
pub(in crate::release) struct Walk<'a>(pub &'a WalkRules);

/// What the walk says of the tables.
pub(in crate::release) struct Promise {
    bounds: Vec<Bounds>,
    walked: Vec<Walked>,
    shown: Shown,
    groups: Option<InGroups>,
    /// For noise of equal distortion, to compare with.
    key: [u8; 32],
}

/// What protects beside the walk: groups, which passed an audit of their own.
struct InGroups {
    partition: Partition,
}

impl Maker for Walk<'_> {
    type Promise = Promise;

    fn check(&self, policy: &Policy) -> Result<(), Error> {
        if policy.protect().is_empty() {
            return Ok(());
        }
        check_group_ids(policy)?;
        Plan::new(policy).map(|_| ())
    }

    fn make(&self, case: &Case<'_>) -> Result<(Draft, Promise), Error> {
        let Case { policy, original, chance, .. } = case;
        let dealt = if policy.protect().is_empty() { None } else { Some(Dealt::new(case, false)?) };
        let groups = dealt.as_ref().map(|dealt| judge_groups(policy, original, dealt)).transpose()?;
        let everyone = dealt.is_none().then(|| Kept::all(original));
        let kept = everyone.as_ref().or(dealt.as_ref().map(|dealt| &dealt.kept)).expect("one of them");
        if kept.rows.is_empty() {
            return Err(nobody_left());
        }
        let columns = movable(policy, kept)?;
        columns::check(policy, kept, &columns, groups.is_some())?;
        let order = order_of_segments(policy, kept, &original.came, chance);
        let partition = groups.as_ref().map(|groups| &groups.partition);
        let bound = |column: &Movable<'_>| Bounds::new(policy, self.0, kept, column, partition, &order, &original.came);
        let bounds = columns.iter().map(bound).collect::<Result<Vec<_>, _>>()?;
        let walked = solve::solve(case, self.0, &columns, &bounds, groups.is_some())?;
        let chance = &case.chance_after_search();
        let shown = Shown::draw(kept.rows.len(), partition, chance);
        let solved = dealt.as_ref().map(|dealt| &dealt.solved);
        let data = table::table(original, policy, kept, solved, &columns, &walked, &shown)?;
        let rows: Vec<u32> = shown.order.iter().map(|&row| kept.rows[row as usize]).collect();
        let numbers = solved
            .map(|solved| group_table::numbers_in_order(solved, &shown.numbers, &shown.order))
            .or_else(|| columns::segments_in_order(&bounds, &shown.order));
        let dropped = original.rows() - kept.rows.len();
        let counts = dealt.as_ref().map_or(Counts::of_all(rows.len(), dropped, "walk"), |dealt| Counts {
            algorithm: "walk",
            ..dealt.counts(original)
        });
        let promise = Promise { bounds, walked, shown, groups, key: chance.key("noise") };
        Ok((Draft { tables: vec![("data", data)], places: Places { rows, groups: numbers }, counts }, promise))
    }

    fn judge(
        &self,
        policy: &Policy,
        original: Original,
        places: Places,
        promise: Promise,
        written: &[Source],
    ) -> Result<Judged, Error> {
        let mut kept_rows = places.rows;
        kept_rows.sort_unstable();
        let kept = Kept::new(&original, kept_rows);
        let columns = movable(policy, &kept)?;
        let published = verify::verify(&written[0], &original, policy, &kept, &columns, &promise)?;
        let disclosed = disclose::disclose(&columns, &published, promise.key);
        let report = Box::new(report::report(policy, &columns, &promise.walked, disclosed));
        let names: Vec<String> = columns.iter().map(|column| column.name.to_owned()).collect();
        let (mut audit, loss) = judge(policy, written[0].clone(), &original, &names)?;
        if let Some(withheld) = Withheld::judge(policy, &original, &kept.rows)? {
            withheld.tell(None, &mut audit);
        }
        Ok(Judged { audit, groups: None, loss, beside: Some(Beside::Walk(report)), notes: Vec::new() })
    }
}

/// Judges the table as any audit of it will; what would be left open is not released. Also what cells lose as they are published, which
/// is what an evaluation finds: numbers that were walked in a box cover nothing of it.
fn judge(policy: &Policy, source: Source, original: &Original, columns: &[String]) -> Result<(Audit, Loss), Error> {
    let request = groups::to_judge(policy, source);
    let released = audit::read_released(&request, Stars::Box)?;
    let loss = groups::loss_of(original, &released)?;
    let claim = audit::WalkClaim { columns, most_unchanged: None, by_maker: true };
    let audit = audit::judge_walked(&request, &claim, released, Some(original.clone()))?;
    // By chance, of few rows, walked numbers may stand where an audit would take them for the true ones.
    if let Some(claim) = audit.claim.as_ref().filter(|claim| claim.standing == "refuted") {
        let hint = "another draw, or larger groups, may do".to_owned();
        let (column, what) = (columns.join(", "), claim.reason.clone());
        return Err(Refusal::new(Why::Unmoved { column, what, hint }).into());
    }
    if audit.verdict == Verdict::Fail || audit.open.is_empty() {
        return Ok((audit, loss));
    }
    Err(Refusal::new(Why::Unchecked { open: audit.open }).into())
}

/// Nobody could check what groups keep if rows did not say which is theirs.
fn check_group_ids(policy: &Policy) -> Result<(), Error> {
    if policy.output().group_ids {
        return Ok(());
    }
    let message = "[method] algorithm = \"walk\" with [[protect]] publishes the numbers of groups, since walked values do not show \
                   them and nobody could check what they keep: write group_ids = true under [output], or leave it out";
    Err(PolicyError::new(policy.place().clone(), message).into())
}

/// Groups as any release has them, judged as such a release before anything is walked.
fn judge_groups(policy: &Policy, original: &Original, dealt: &Dealt<'_>) -> Result<InGroups, Error> {
    let order: Vec<u32> = (0..dealt.kept.rows.len() as u32).collect();
    let numbers: Vec<u32> = (0..dealt.solved.partition.len() as u32).collect();
    let table = group_table::table(original, policy, dealt, &dealt.kept.rows, &order, &numbers)?;
    let mut bytes = Vec::new();
    write_text(policy, &table, &mut bytes).expect("memory takes all");
    let source = Source::Memory { name: "groups".to_owned(), bytes: bytes.into() };
    groups::judge(policy, original.clone(), dealt.kept.rows.clone(), source)?;
    Ok(InGroups { partition: dealt.solved.partition.clone() })
}
