//! Exact: all ways to group a few rows, tried one after the other.
//!
//! # Idea
//! The first row opens a group; every further one joins any group there is or opens another. Branches with more groups
//! than rows can fill are left, and so are those in which too few rows are left to fill the small ones.
//!
//! # Cost
//! As many steps as there are ways to part the rows, which is why [`MOST`] is small.

use super::Search;

/// More rows than this are never tried.
const MOST: usize = 11;

/// Groups of all rows that stand, of the least loss; `None` when there are none.
pub(super) fn exact(search: &Search<'_>) -> Option<Vec<Vec<u32>>> {
    if search.rows > MOST.min(search.tuning.small) || search.rows == 0 {
        return None;
    }
    let mut tree = Tree { search, groups: Vec::new(), best: None };
    tree.place(0);
    tree.best.map(|(_, groups)| groups)
}

struct Tree<'a> {
    search: &'a Search<'a>,
    groups: Vec<Vec<u32>>,
    best: Option<(f32, Vec<Vec<u32>>)>,
}

impl Tree<'_> {
    fn place(&mut self, row: u32) {
        crate::stop::check();
        let left = self.search.rows - row as usize;
        let missing: usize = self.groups.iter().map(|group| self.search.least.saturating_sub(group.len())).sum();
        if missing > left {
            return;
        }
        if left == 0 {
            return self.keep();
        }
        for group in 0..=self.groups.len() {
            if group == self.groups.len() {
                self.groups.push(Vec::new());
            }
            self.groups[group].push(row);
            self.place(row + 1);
            self.groups[group].pop();
            if self.groups[group].is_empty() {
                self.groups.pop();
            }
        }
    }

    fn keep(&mut self) {
        let loss: f32 = self.groups.iter().map(|rows| rows.len() as f32 * self.search.loss(rows)).sum();
        let better = self.best.as_ref().is_none_or(|(least, _)| loss < *least);
        if better && self.groups.iter().all(|rows| self.search.stands(rows)) {
            self.best = Some((loss, self.groups.clone()));
        }
    }
}
