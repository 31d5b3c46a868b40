//! `suppress` with `absence = "unknown"`: rows that are not published, so that the others can be. Which of them go is drawn, see
//! `aloof_methods::staying`.

use std::borrow::Cow;

use aloof_methods::split::Near;
use aloof_methods::staying::{self, drawn};
use aloof_table::{Attribute, LabelColumn, Partition};

use super::kept::Kept;
use crate::release::chance::{Chance, below};

/// The rows that stay, ascending, when no window may hold more than one in `m` of them: as many as in `most`, which are so many
/// of each code.
pub(in crate::release) fn staying(
    attribute: &Attribute,
    most: Vec<u32>,
    near: &Near,
    m: u32,
    chance: &Chance,
) -> Vec<u32> {
    let mut draws = chance.stream("values that may be withheld");
    let order = order(attribute.codes().len(), chance);
    staying::staying(attribute, most, near, m, order, &mut |limit| below(limit, &mut draws))
}

/// As many rows as in `chosen`, with the same sensitive values in every column, drawn among all that have them. Ascending.
pub(in crate::release) fn alike(kept: &Kept<'_>, chosen: &[u32], chance: &Chance) -> Vec<u32> {
    let labels: Vec<Cow<'_, LabelColumn>> = kept.sensitive.iter().map(|(_, column)| column.to_labels()).collect();
    let labels: Vec<&LabelColumn> = labels.iter().map(|labels| &**labels).collect();
    let alike = Partition::by_equal_labels(&labels, kept.rows.len(), |_| false);
    let codes = alike.group_of(kept.rows.len());
    let mut go = vec![0; alike.len()];
    chosen.iter().for_each(|&row| go[codes[row as usize] as usize] += 1);
    drawn(&codes, &go, order(kept.rows.len(), chance))
}

fn order(rows: usize, chance: &Chance) -> Vec<u32> {
    chance.order("rows that may be withheld", rows)
}
