//! A bucket: rows in sensitive order with their coordinates, and how to cut it in two without sorting again.

use rayon::prelude::*;

use super::Search;

/// Rows in sensitive order. All slices have the same length.
pub(super) struct Bucket<'a> {
    /// Where the bucket begins among all rows.
    pub offset: usize,
    /// Coordinates, axis by axis.
    pub columns: Vec<&'a mut [f32]>,
    /// Sensitive codes, ascending.
    pub codes: &'a mut [u32],
    /// Row numbers; of equal codes the smaller first.
    pub rows: &'a mut [u32],
    /// The group of each row, once dealt; different in every bucket.
    pub groups: &'a mut [u32],
    /// Room to move things.
    pub scratch: &'a mut [u32],
}

impl Bucket<'_> {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Moves the rows for which `groups` holds 1 behind those for which it holds 0, both in their order; returns how
    /// many stay in front.
    pub fn part(&mut self) -> usize {
        for column in &mut self.columns {
            part_by(column, self.groups, self.scratch, f32::to_bits, f32::from_bits);
        }
        part_by(self.codes, self.groups, self.scratch, |code| code, |code| code);
        part_by(self.rows, self.groups, self.scratch, |row| row, |row| row)
    }

    /// The first `at` rows and the others.
    pub fn split_at(self, at: usize) -> (Self, Self) {
        let (left, right): (Vec<_>, Vec<_>) = self.columns.into_iter().map(|column| column.split_at_mut(at)).unzip();
        let (codes, rows) = (self.codes.split_at_mut(at), self.rows.split_at_mut(at));
        let (groups, scratch) = (self.groups.split_at_mut(at), self.scratch.split_at_mut(at));
        (
            Self {
                offset: self.offset,
                columns: left,
                codes: codes.0,
                rows: rows.0,
                groups: groups.0,
                scratch: scratch.0,
            },
            Self {
                offset: self.offset + at,
                columns: right,
                codes: codes.1,
                rows: rows.1,
                groups: groups.1,
                scratch: scratch.1,
            },
        )
    }

    /// The same bucket, lent out.
    pub fn lend(&mut self) -> Bucket<'_> {
        Bucket {
            offset: self.offset,
            columns: self.columns.iter_mut().map(|column| &mut **column).collect(),
            codes: self.codes,
            rows: self.rows,
            groups: self.groups,
            scratch: self.scratch,
        }
    }

    /// Numbers groups that were counted from 0 so that those of every bucket differ.
    pub fn number_from_offset(&mut self) {
        let offset = self.offset as u32;
        self.groups.iter_mut().for_each(|group| *group += offset);
    }

    /// Whether every group of those dealt may stand by the further principles.
    pub fn stands(&self, search: &Search<'_>, groups: usize) -> bool {
        let Some(may_stand) = search.may_stand else { return true };
        let mut members = vec![Vec::new(); groups];
        self.groups.iter().zip(&*self.rows).for_each(|(&group, &row)| members[group as usize].push(row));
        members.iter().all(|rows| may_stand(rows))
    }

    /// The sizes of the groups, in the order in which they come; their members, group after group, go to `scratch`, each
    /// by its place among all rows.
    pub fn gather(&mut self) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let mut number = vec![NONE; self.len()];
        let mut sizes: Vec<u32> = Vec::with_capacity(self.len() / 4);
        for group in self.groups.iter_mut() {
            let number = &mut number[*group as usize - self.offset];
            if *number == NONE {
                *number = sizes.len() as u32;
                sizes.push(0);
            }
            *group = *number;
            sizes[*number as usize] += 1;
        }
        // Of the numbers nothing is needed any more: they become where the next member goes.
        let mut start = 0;
        for (next, &size) in number.iter_mut().zip(&sizes) {
            *next = start;
            start += size;
        }
        for (at, &group) in self.groups.iter().enumerate() {
            let next = &mut number[group as usize];
            self.scratch[*next as usize] = (self.offset + at) as u32;
            *next += 1;
        }
        sizes
    }

    /// Into sensitive order; of equal codes the smaller row first.
    pub fn sort(&mut self) {
        let key = |(at, &code): (usize, &u32)| u64::from(code) << 32 | at as u64;
        let mut keys: Vec<u64> = self.codes.iter().enumerate().map(key).collect();
        if keys.is_sorted() {
            return;
        }
        keys.sort_unstable();
        let from = |key: u64| key as u32 as usize;
        for column in &mut self.columns {
            let sorted: Vec<f32> = keys.iter().map(|&key| column[from(key)]).collect();
            column.copy_from_slice(&sorted);
        }
        let rows: Vec<u32> = keys.iter().map(|&key| self.rows[from(key)]).collect();
        self.rows.copy_from_slice(&rows);
        self.codes.iter_mut().zip(&keys).for_each(|(code, &key)| *code = (key >> 32) as u32);
    }

    /// Puts the rows of each leaf side by side, in the order they have; returns where the leaves end.
    pub fn scatter(&mut self, leaves: &[u16], count: usize) -> Vec<usize> {
        let mut next = vec![0u32; count + 1];
        leaves.iter().for_each(|&leaf| next[usize::from(leaf) + 1] += 1);
        for leaf in 0..count {
            next[leaf + 1] += next[leaf];
        }
        let ends = next[1..].iter().map(|&end| end as usize).collect();
        let to = |&leaf: &u16| {
            let next = &mut next[usize::from(leaf)];
            *next += 1;
            *next - 1
        };
        let targets: Vec<u32> = leaves.iter().map(to).collect();
        let (columns, codes, rows) = (&mut self.columns, &mut *self.codes, &mut *self.rows);
        rayon::join(
            || columns.par_iter_mut().for_each(|column| send(column, &targets)),
            || rayon::join(|| send(codes, &targets), || send(rows, &targets)),
        );
        ends
    }
}

/// Every value to its target.
fn send<T: Copy + Default>(values: &mut [T], targets: &[u32]) {
    let mut sent = vec![T::default(); values.len()];
    values.iter().zip(targets).for_each(|(&value, &target)| sent[target as usize] = value);
    values.copy_from_slice(&sent);
}

fn part_by<T: Copy>(
    values: &mut [T],
    right: &[u32],
    scratch: &mut [u32],
    to: impl Fn(T) -> u32,
    from: impl Fn(u32) -> T,
) -> usize {
    let (mut left, mut behind) = (0, 0);
    for at in 0..values.len() {
        let value = values[at];
        // Both are written, one is kept: cheaper than to guess which.
        values[left] = value;
        scratch[behind] = to(value);
        let goes = right[at] as usize;
        left += 1 - goes;
        behind += goes;
    }
    for (value, &moved) in values[left..].iter_mut().zip(&*scratch) {
        *value = from(moved);
    }
    left
}
