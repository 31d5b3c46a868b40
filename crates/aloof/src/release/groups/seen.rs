//! What someone sees who knows quasi values: groups found by search are judged before they are written.
//!
//! The maker counts on the places of values, the judge on the published text. Where a label cannot be read back from a
//! set, and for people whose rows are withheld, the text covers more or other people than the maker knows of. So groups
//! that are safe only as they lie are shown to the judge first; where it disagrees, other groups are taken.

use aloof_judge::views::{Candidates, Grouped, Values};
use aloof_principles::Principle;
use aloof_table::{Attribute, Column, NO_GROUP, Partition};

use super::dealt::Solved;
use super::kept::Kept;
use super::plan::Proximity;
use crate::Error;
use crate::data::Original;
use crate::policy::{Policy, Protect, bind};

/// Whether every person of the original is safe among their candidates, and all groups that look alike are together. Who is
/// dropped for a missing value is nobody to a release.
pub(in crate::release) fn holds(near: &Proximity<'_>, original: &Original, kept: &Kept<'_>, solved: &Solved) -> bool {
    let columns = columns(near.protect, original);
    let attribute = Attribute::new(&columns, |row| !original.is_published(row));
    judge(&near.rule(), &attribute, original, kept, solved)
}

/// The same of any protection.
pub(in crate::release) fn holds_for(
    protect: &Protect,
    policy: &Policy,
    original: &Original,
    kept: &Kept<'_>,
    solved: &Solved,
) -> Result<bool, Error> {
    let columns = columns(protect, original);
    let rule = bind::rule(protect, policy, &columns)?;
    let attribute = bind::attribute(protect, &columns, original.rows(), |row| !original.is_published(row));
    Ok(judge(rule.principle(), &attribute, original, kept, solved))
}

fn columns<'a>(protect: &'a Protect, original: &'a Original) -> Vec<(&'a str, &'a Column)> {
    protect.sensitive().iter().map(|name| (name.as_str(), original.column(name))).collect()
}

fn judge(rule: &dyn Principle, attribute: &Attribute, original: &Original, kept: &Kept<'_>, solved: &Solved) -> bool {
    let Ok(check) = rule.bind(attribute) else { return false };
    let looks = solved.look_alikes();
    let Some(pairs) = kept.pairs(original, &solved.texts) else { return false };
    let boxes = solved.partition.joined(&looks);
    let released = Grouped::new(&of_original(&boxes, original.rows(), kept), attribute);
    let values = Values { released: &released, everywhere: &[], original: attribute.codes() };
    let seen = Candidates::new(pairs, original.rows(), looks.iter().map(|groups| groups[0]));
    seen.judge(check.as_ref(), rule.direction(), values).holds()
        && released.judge(check.as_ref(), rule.direction()).holds()
}

/// The same groups, of the original's rows.
fn of_original(groups: &Partition, rows: usize, kept: &Kept<'_>) -> Partition {
    let mut group_of = vec![NO_GROUP; rows];
    for (group, members) in groups.iter().enumerate() {
        members.iter().for_each(|&at| group_of[kept.rows[at as usize] as usize] = group as u32);
    }
    Partition::from_group_of(&group_of, groups.len())
}
