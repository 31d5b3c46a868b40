//! Rows dealt into groups.

use hashbrown::HashMap;

use crate::{Column, LabelColumn};

/// The group of a row that stands in no group (suppressed, or left out for a missing value).
pub const NO_GROUP: u32 = u32::MAX;

/// Groups of rows: group `g` holds `rows[offsets[g]..offsets[g + 1]]`, in ascending order. 4 bytes per row
/// and group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    offsets: Vec<u32>,
    rows: Vec<u32>,
}

impl Partition {
    /// From the group of each row, numbered `0..groups`; [`NO_GROUP`] leaves a row out. One counting sort.
    pub fn from_group_of(group_of: &[u32], groups: usize) -> Self {
        let mut offsets = vec![0u32; groups + 1];
        for &group in group_of.iter().filter(|&&g| g != NO_GROUP) {
            offsets[group as usize + 1] += 1;
        }
        for group in 0..groups {
            offsets[group + 1] += offsets[group];
        }
        let mut rows = vec![0u32; offsets[groups] as usize];
        for (row, &group) in group_of.iter().enumerate().filter(|&(_, &g)| g != NO_GROUP) {
            // Where a group begins moves to where it ends,
            let next = &mut offsets[group as usize];
            rows[*next as usize] = row as u32;
            *next += 1;
        }
        // which is where the one behind it begins.
        offsets.rotate_right(1);
        offsets[0] = 0;
        Self { offsets, rows }
    }

    /// From the size of every group and the rows of all of them, group after group.
    pub fn from_sizes(sizes: &[u32], mut rows: Vec<u32>) -> Self {
        let mut offsets = Vec::with_capacity(sizes.len() + 1);
        offsets.push(0u32);
        let mut end = 0;
        for &size in sizes {
            let start = end;
            end += size as usize;
            offsets.push(end as u32);
            rows[start..end].sort_unstable();
        }
        assert_eq!(end, rows.len(), "every row stands in a group");
        Self { offsets, rows }
    }

    /// Rows that hold the same label in every one of `columns` make a group; a missing value equals only a missing one.
    /// Groups are numbered by their first row. Rows for which `leave_out` holds stand in no group.
    pub fn by_equal_labels(columns: &[&LabelColumn], rows: usize, leave_out: impl Fn(usize) -> bool) -> Self {
        let codes: Vec<(&[u32], usize)> =
            columns.iter().map(|column| (column.codes(), column.labels().len())).collect();
        Self::by_equal_codes(&codes, rows, leave_out)
    }

    /// As [`Partition::by_equal_labels`], for columns of codes `0..size`; any larger code means missing.
    pub fn by_equal_codes(columns: &[(&[u32], usize)], rows: usize, leave_out: impl Fn(usize) -> bool) -> Self {
        let mut group_of: Vec<u32> = (0..rows).map(|row| if leave_out(row) { NO_GROUP } else { 0 }).collect();
        let mut groups = usize::from(group_of.contains(&0));
        for batch in packed(columns) {
            groups = refine(&mut group_of, groups, &batch);
        }
        Self::from_group_of(&group_of, groups)
    }

    /// Groups put together: `groups` deals the numbers of these groups. Groups left out of it are left out.
    pub fn joined(&self, groups: &Self) -> Self {
        let size = |some: &[u32]| some.iter().map(|&group| self.group(group as usize).len() as u32).sum();
        let sizes: Vec<u32> = groups.iter().map(size).collect();
        let rows = groups.row_order().iter().flat_map(|&group| self.group(group as usize)).copied();
        Self::from_sizes(&sizes, rows.collect())
    }

    /// The group of each of so many rows; [`NO_GROUP`] for those in none.
    pub fn group_of(&self, rows: usize) -> Vec<u32> {
        let mut group_of = vec![NO_GROUP; rows];
        for (group, members) in self.iter().enumerate() {
            members.iter().for_each(|&row| group_of[row as usize] = group as u32);
        }
        group_of
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// No groups.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows in all groups together.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The rows of group `group`.
    pub fn group(&self, group: usize) -> &[u32] {
        &self.rows[self.span(group)]
    }

    /// Where group `group` lies among [`Partition::row_order`].
    pub fn span(&self, group: usize) -> std::ops::Range<usize> {
        self.offsets[group] as usize..self.offsets[group + 1] as usize
    }

    /// All rows, group after group.
    pub fn row_order(&self) -> &[u32] {
        &self.rows
    }

    /// All groups in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> + Clone {
        (0..self.len()).map(|group| self.group(group))
    }
}

/// Codes and how many different ones there are, missing included.
type Keyed<'a> = (&'a [u32], u64);

/// Columns that share one 64-bit key: as many as their numbers of codes allow.
fn packed<'a>(columns: &[(&'a [u32], usize)]) -> Vec<Vec<Keyed<'a>>> {
    let mut batches: Vec<Vec<Keyed<'a>>> = Vec::new();
    let mut room = 0u64;
    for &(codes, size) in columns {
        let size = size as u64 + 1;
        if batches.is_empty() || room / size == 0 {
            batches.push(Vec::new());
            // The other 32 bits are for the group so far.
            room = 1 << 32;
        }
        room /= size;
        batches.last_mut().expect("just pushed").push((codes, size));
    }
    batches
}

/// Splits every group by the codes of `batch`; returns the new number of groups, numbered by first row.
fn refine(group_of: &mut [u32], groups: usize, batch: &[Keyed<'_>]) -> usize {
    let keys = batch.iter().map(|(_, size)| size).product::<u64>();
    let possible = keys.saturating_mul(groups as u64);
    if possible <= 2 * group_of.len() as u64 + FEW {
        // Few keys are found in a table, which is smaller than a map and nearer.
        let mut numbers = vec![NO_GROUP; possible as usize];
        return renumber(group_of, batch, |group, key, next| {
            let number = &mut numbers[(u64::from(group) * keys + key) as usize];
            *number = (*number).min(next);
            *number
        });
    }
    let mut numbers: HashMap<u64, u32> = HashMap::with_capacity(groups);
    renumber(group_of, batch, |group, key, next| *numbers.entry(u64::from(group) << 32 | key).or_insert(next))
}

/// A table of so many keys is always small enough.
const FEW: u64 = 1 << 16;

/// Gives every row the number that `number` has for its group and key, or the next one if it has none yet; returns how many
/// there are.
fn renumber(group_of: &mut [u32], batch: &[Keyed<'_>], mut number: impl FnMut(u32, u64, u32) -> u32) -> usize {
    let mut next = 0;
    for (row, group) in group_of.iter_mut().enumerate() {
        if *group == NO_GROUP {
            continue;
        }
        let mut key = 0u64;
        for (codes, size) in batch {
            // A missing value takes the number behind the last code.
            key = key * size + u64::from(codes[row]).min(size - 1);
        }
        *group = number(*group, key, next);
        next += u32::from(*group == next);
    }
    next as usize
}

/// The label column of a column that was read as text, or a text copy of it: grouping goes by text.
pub(crate) fn as_labels(column: &Column) -> std::borrow::Cow<'_, LabelColumn> {
    match column {
        Column::Label(labels) => std::borrow::Cow::Borrowed(labels),
        other => {
            let texts: Vec<Option<String>> = (0..other.len()).map(|row| other.text(row)).collect();
            std::borrow::Cow::Owned(LabelColumn::from_texts(texts.iter().map(Option::as_deref)))
        }
    }
}

impl Column {
    /// The column as labels: itself when it is one, else the text of its values.
    pub fn to_labels(&self) -> std::borrow::Cow<'_, LabelColumn> {
        as_labels(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The definition: two rows share a group exactly when all their labels are equal.
        #[test]
        fn equal_labels_share_a_group(
            rows in prop::collection::vec((prop::option::of(0u8..4), prop::option::of(0u8..3), any::<bool>()), 0..40)
        ) {
            let texts = |f: &dyn Fn(usize) -> Option<u8>| -> LabelColumn {
                let texts: Vec<_> = (0..rows.len()).map(|r| f(r).map(|v| v.to_string())).collect();
                LabelColumn::from_texts(texts.iter().map(Option::as_deref))
            };
            let (a, b) = (texts(&|r| rows[r].0), texts(&|r| rows[r].1));
            let partition = Partition::by_equal_labels(&[&a, &b], rows.len(), |row| rows[row].2);
            let mut group_of = vec![NO_GROUP; rows.len()];
            for (group, members) in partition.iter().enumerate() {
                members.iter().for_each(|&row| group_of[row as usize] = group as u32);
            }
            for i in 0..rows.len() {
                prop_assert_eq!(group_of[i] == NO_GROUP, rows[i].2);
                for j in 0..rows.len() {
                    if !rows[i].2 && !rows[j].2 {
                        prop_assert_eq!(group_of[i] == group_of[j], (rows[i].0, rows[i].1) == (rows[j].0, rows[j].1));
                    }
                }
            }
        }
    }

    #[test]
    fn many_wide_columns_do_not_overflow() {
        let texts: Vec<String> = (0..70_000).map(|i| i.to_string()).collect();
        let wide = LabelColumn::from_texts(texts.iter().map(|t| Some(t.as_str())));
        let partition = Partition::by_equal_labels(&[&wide, &wide, &wide], 70_000, |_| false);
        assert_eq!(partition.len(), 70_000);
    }

    #[test]
    fn no_columns_make_one_group() {
        assert_eq!(Partition::by_equal_labels(&[], 5, |_| false).len(), 1);
        assert_eq!(Partition::by_equal_labels(&[], 0, |_| false).len(), 0);
    }
}
