//! Join: groups that further principles do not let stand are joined with the nearest until they may.
//!
//! Sound where all that is asked is monotone: what holds for two groups holds for both together, and all rows together hold.
//!
//! # Cost
//! `O(g)` per axis for each of at most g − 1 joins of g groups, and one question to the principles.

use super::Search;
use super::bucket::Bucket;
use crate::exchange::{Boxes, Sheet};

/// Joins groups of `bucket` that may not stand; leaves the new groups, counted from 0, in `bucket.groups`.
pub(super) fn join(search: &Search<'_>, bucket: &mut Bucket<'_>, groups: usize) {
    let Some(may_stand) = search.may_stand else { return };
    let mut members = vec![Vec::new(); groups];
    bucket.groups.iter().enumerate().for_each(|(at, &group)| members[group as usize].push(at as u32));
    let columns: Vec<Vec<f32>> = bucket.columns.iter().map(|column| column.to_vec()).collect();
    let sheet = Sheet { measures: &search.measures, columns: &columns };
    let mut boxes = Boxes::new(sheet, bucket.len(), &members);
    let stands = |members: &[u32]| {
        let rows: Vec<u32> = members.iter().map(|&at| bucket.rows[at as usize]).collect();
        may_stand(&rows)
    };
    for group in 0..groups {
        while !members[group].is_empty() && !stands(&members[group]) {
            crate::stop::check();
            let others = (0..groups).filter(|&other| other != group && !members[other].is_empty());
            let cost = |other: usize| boxes.cost_of_joining(sheet, group, other);
            let Some(nearest) = others.min_by(|&a, &b| cost(a).total_cmp(&cost(b))) else { break };
            let joined = std::mem::take(&mut members[nearest]);
            members[group].extend(joined);
            boxes.measure(sheet, nearest, &[]);
            boxes.measure(sheet, group, &members[group]);
        }
    }
    for (number, group) in members.iter().filter(|members| !members.is_empty()).enumerate() {
        group.iter().for_each(|&at| bucket.groups[at as usize] = number as u32);
    }
}
