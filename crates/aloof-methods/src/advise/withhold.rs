//! The least number of tuples to withhold so that the rest can be grouped.
//!
//! Wanted is the largest part `T'` of the table with `window(T') · m ≤ |T'|`. Let `kept(w)` be the size of the largest
//! part in which no window holds more than `w` tuples.
//!
//! - *The answer is `kept(w)` for the largest w with `kept(w) ≥ m · w`.* Such a part is allowed, since its windows hold at
//!   most `w`. And the largest allowed part, with fullest window `v`, has at most `kept(v)` and at least `m · v` tuples, so
//!   `v` is among the w looked at; `kept` never falls as w grows, so the largest w wins.
//! - *`kept(w)` comes from one pass.* Go up the values and keep a tuple unless the window that ends at it is full. Of the
//!   tuples of an overfull window one must go, and the highest is the best to lose: of later windows it is in all that
//!   the others are in.
//! - *Those w form a run from 0 on, so halving finds the largest.* A part whose windows hold at most `w` is a union of
//!   `w` chains, each of values no two of which are near (nearness of numbers on a line makes an interval graph, which is
//!   perfect). The largest union of `w` chains is a flow of `w` units at greatest profit, through a network of tuples that
//!   each pass one unit; greatest profit is concave in the amount that flows. So `kept(w) − m · w` is concave and zero at
//!   0: once negative it stays so.
//!
//! # Cost
//! `O(D log n)` for `D` distinct values of `n` tuples.

use aloof_table::Ratio;

use super::Crowding;

impl Crowding<'_> {
    /// The fewest tuples without which a grouping exists. All of them when no part can be grouped.
    pub fn withhold(&self, epsilon: &Ratio, m: u32) -> u64 {
        self.tuples() - self.keep_most(epsilon, m).iter().map(|&kept| u64::from(kept)).sum::<u64>()
    }

    /// How many tuples of each value stay when as many as possible do.
    pub fn keep_most(&self, epsilon: &Ratio, m: u32) -> Vec<u32> {
        let join = self.form.join(epsilon, self.scale);
        let last = join.last(self.values);
        let full = self.window_of(&join);
        let allowed = |w: u64| {
            let kept: u64 = self.keep(&last, w).iter().map(|&kept| u64::from(kept)).sum();
            u128::from(kept) >= u128::from(w) * u128::from(m)
        };
        if allowed(full) {
            return self.counts.to_vec();
        }
        // `yes` is allowed, `no` is not.
        let (mut yes, mut no) = (0, full);
        while no - yes > 1 {
            let middle = yes + (no - yes) / 2;
            if allowed(middle) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        self.keep(&last, yes)
    }

    /// Of each value as many tuples as still have room when no window holds more than `most`.
    fn keep(&self, last: &[u32], most: u64) -> Vec<u32> {
        let mut kept: Vec<u32> = Vec::with_capacity(last.len());
        let (mut start, mut held) = (0, 0);
        for at in 0..last.len() {
            while (last[start] as usize) < at {
                held -= u64::from(kept[start]);
                start += 1;
            }
            let more = self.count(at).min(most - held);
            kept.push(more as u32);
            held += more;
        }
        kept
    }
}
