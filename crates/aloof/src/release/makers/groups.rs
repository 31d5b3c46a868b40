//! Releases of groups: `split`, `xcolor` and `mondrian` deal the rows, and every group shows one cell in each quasi column.
//!
//! Judged as any table is: the published rows are read, those that look alike (or state one number) are a group, and every
//! protection is judged in every view, against the original.

use aloof_io::Source;
use aloof_principles::Needs;
use aloof_table::Means;

use crate::Error;
use crate::audit::{self, AuditRequest};
use crate::data::{Original, Released, Stars};
use crate::policy::{Policy, PolicyError, Role};
use crate::release::groups::dealt::Dealt;
use crate::release::groups::detail;
use crate::release::groups::plan::Plan;
use crate::release::groups::table;
use crate::release::maker::{Case, Draft, Judged, Loss, Maker, Places};

/// Makes groups.
pub(in crate::release) struct Groups;

impl Maker for Groups {
    type Promise = ();

    fn check(&self, policy: &Policy) -> Result<(), Error> {
        refuse_group_column(policy)?;
        refuse_alone(policy)?;
        Plan::new(policy).map(|_| ())
    }

    fn make(&self, case: &Case<'_>) -> Result<(Draft, ()), Error> {
        let Case { policy, original, .. } = case;
        let mut dealt = Dealt::new(case, true)?;
        let chance = &case.chance_after_search();
        // Who is withheld of a part is judged by nobody who sees the whole.
        if case.whole {
            dealt = detail::withhold(dealt, original, policy, chance)?;
        }
        let counts = dealt.counts(original);
        let order = chance.order("order of rows", dealt.kept.rows.len());
        let numbers = chance.order("numbers of groups", dealt.solved.partition.len());
        let rows: Vec<u32> = order.iter().map(|&at| dealt.kept.rows[at as usize]).collect();
        let data = table::table(original, policy, &dealt, &rows, &order, &numbers)?;
        let groups = Some(table::numbers_in_order(&dealt.solved, &numbers, &order));
        Ok((Draft { tables: vec![("data", data)], places: Places { rows, groups }, counts }, ()))
    }

    fn judge(
        &self,
        policy: &Policy,
        original: Original,
        places: Places,
        (): (),
        written: &[Source],
    ) -> Result<Judged, Error> {
        judge(policy, original, places.rows, written[0].clone())
    }
}

/// A column that states groups is one of a published table. This release has one only where group numbers go out, named `group`.
fn refuse_group_column(policy: &Policy) -> Result<(), Error> {
    let declared = policy.columns().iter().find(|column| column.role() == Role::Group);
    match declared {
        Some(column) if !(policy.output().group_ids && column.name() == "group") => {
            let message = format!(
                "column `{}` is declared to state the groups of a published table, and a release has no such column unless {} \
                 asks for one, which is named `group`; leave it out, or ask for group numbers",
                column.name(),
                Means::GroupIds
            );
            Err(PolicyError::new(column.place().clone(), message).into())
        }
        _ => Ok(()),
    }
}

/// What is promised of a series is made as one.
fn refuse_alone(policy: &Policy) -> Result<(), PolicyError> {
    let Some(protect) = policy.protect().iter().find(|protect| protect.needs() == Needs::History) else {
        return Ok(());
    };
    let message = format!(
        "`{}` is a promise about all releases of a series, and this one would be in none: that takes [input] person, who is who, and {}, \
         which keeps the ledger",
        protect.principle(),
        Means::Private
    );
    Err(PolicyError::new(protect.place().clone(), message))
}

/// Reads a release of groups back and judges it. `rows` is what every written row stands for.
pub(in crate::release) fn judge(
    policy: &Policy,
    original: Original,
    rows: Vec<u32>,
    written: Source,
) -> Result<Judged, Error> {
    let request = to_judge(policy, written);
    let mut released = audit::read_released(&request, Stars::Box)?;
    let loss = loss_of(&original, &released)?;
    let notes = audit::cells_left_out(policy, &released);
    released.fold();
    let groups = Some(released.told_apart().len());
    let audit = audit::judge(&request, &released, Some(original), Some(rows))?;
    Ok(Judged { audit, groups, loss, beside: None, notes })
}

/// The release as its audit reads it.
pub(in crate::release) fn read_back(policy: &Policy, written: Source) -> Result<Released, Error> {
    audit::read_released(&to_judge(policy, written), Stars::Box)
}

pub(super) fn to_judge(policy: &Policy, data: Source) -> AuditRequest<'_> {
    AuditRequest {
        data,
        original: None,
        policy,
        population: None,
        epsilons: Vec::new(),
        show_values: false,
        list_violations: false,
        progress: &|_, _| {},
    }
}

/// Over all quasi columns, as released.
pub(in crate::release) fn loss_of(original: &Original, released: &Released) -> Result<Loss, Error> {
    let lost = audit::losses(original, released, None)?;
    let plain = lost.iter().fold(0.0, |sum, lost| sum + lost);
    let weighed = lost.iter().zip(&original.quasi).map(|(lost, quasi)| lost * quasi.weight.unwrap_or(1.0));
    let weighted = weighed.fold(0.0, |sum, lost| sum + lost);
    let weighted = original.quasi.iter().any(|quasi| quasi.weight.is_some()).then_some(weighted);
    Ok(Loss { plain, weighted })
}
