//! A bucket: rows in sensitive order with their coordinates, and how to cut it in two without sorting again.

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

    /// Back to sensitive order, after the bucket was parted.
    pub fn restore(&mut self) {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by_key(|&at| (self.codes[at as usize], self.rows[at as usize]));
        for column in &mut self.columns {
            let sorted: Vec<f32> = order.iter().map(|&at| column[at as usize]).collect();
            column.copy_from_slice(&sorted);
        }
        for column in [&mut *self.codes, &mut *self.rows] {
            let sorted: Vec<u32> = order.iter().map(|&at| column[at as usize]).collect();
            column.copy_from_slice(&sorted);
        }
    }
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
