//! Groups that further rules do not let stand are joined until they may.
//!
//! Joining is sound where members of a group stand apart in any mixture of groups: then every union of groups keeps the
//! proximity principle. Elsewhere the result is judged again.

use aloof_table::{NO_GROUP, Partition};

use crate::split::MayStand;

/// Joins each group that may not stand with those behind it, the last with those before it. `None` if not even all rows
/// together may stand.
pub fn mend(partition: Partition, may_stand: Option<MayStand<'_>>) -> Option<Partition> {
    let Some(may_stand) = may_stand else { return Some(partition) };
    if partition.iter().all(may_stand) {
        return Some(partition);
    }
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for rows in partition.iter() {
        open.extend(rows);
        if may_stand(&open) {
            groups.push(std::mem::take(&mut open));
        }
    }
    while !open.is_empty() {
        open.extend(groups.pop()?);
        if may_stand(&open) {
            groups.push(std::mem::take(&mut open));
        }
    }
    let mut group_of = vec![NO_GROUP; partition.rows()];
    for (group, rows) in groups.iter().enumerate() {
        rows.iter().for_each(|&row| group_of[row as usize] = group as u32);
    }
    Some(Partition::from_group_of(&group_of, groups.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_groups_join() {
        let partition = || Partition::from_group_of(&[0, 1, 1, 2, 3, 3, 4], 5);
        let sizes = |least: usize| {
            let mended = mend(partition(), Some(&move |rows: &[u32]| rows.len() >= least))?;
            Some(mended.iter().map(<[u32]>::len).collect::<Vec<_>>())
        };
        assert_eq!(sizes(1), Some(vec![1, 2, 1, 2, 1]));
        assert_eq!(sizes(2), Some(vec![3, 4]));
        assert_eq!(sizes(7), Some(vec![7]));
        assert_eq!(sizes(8), None);
    }
}
