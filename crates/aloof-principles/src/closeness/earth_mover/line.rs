//! Values on a line: between two neighbouring values everything that one side has too much must cross, so the work is
//! `Σ over gaps of |Q − P| · gap`, for the cumulative shares `Q` of the group and `P` of the table, over the line's length.
//!
//! Between two neighbouring values of the group `Q` stands still while `P` climbs. Up to where `P` overtakes `Q` the
//! differences have one sign, from there on the other, so each such stretch is a matter of four prefix sums:
//! `O(|G| log D)` for a group, whatever the number `D` of values in the table. Where `P` overtakes depends on `Q` alone;
//! for small groups, whose `Q` takes few values, it is looked up.

use std::sync::OnceLock;

use aloof_table::Attribute;
use num_bigint::BigInt;
use num_traits::NumAssignRef;

use crate::arithmetic::Fraction;

/// Groups of up to this many tuples look up where the table's share overtakes theirs.
const SMALL: usize = 128;

/// The cumulative distribution of the whole table.
#[derive(Debug)]
pub(crate) struct Ladder {
    /// Rows with a value up to this one.
    up_to: Vec<u64>,
    rows: u64,
    /// For groups of `n` tuples and each `held` up to `n`: the first value at which the table's share reaches `held/n`.
    quantiles: Vec<OnceLock<Box<[u32]>>>,
}

/// Values from `from` to before `to`, on which the group's cumulative count is `held`; from `overtaken` on the table's
/// cumulative share is at least as large.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    from: u32,
    overtaken: u32,
    to: u32,
    held: u64,
}

impl Ladder {
    /// For the values of `attribute`, in order of their codes.
    pub(crate) fn new(attribute: &Attribute) -> Self {
        let climb = |sum: &mut u64, &total: &u32| {
            *sum += u64::from(total);
            Some(*sum)
        };
        let up_to = attribute.totals().iter().scan(0, climb).collect();
        Self { up_to, rows: attribute.rows() as u64, quantiles: (0..=SMALL).map(|_| OnceLock::new()).collect() }
    }

    /// Splits the line at the group's values.
    pub(crate) fn stretches(
        &self,
        runs: impl Iterator<Item = (u32, usize)>,
        size: usize,
        stretches: &mut Vec<Stretch>,
    ) {
        stretches.clear();
        let last = (self.up_to.len() - 1) as u32;
        let lookup = self.quantiles.get(size).map(|known| known.get_or_init(|| self.quantiles_of(size)));
        let overtaken = |from: u32, to: u32, held: u64| match lookup {
            Some(known) => known[held as usize].clamp(from, to),
            None => self.overtaken(from, to, held, size),
        };
        let (mut from, mut held) = (0, 0);
        for (code, count) in runs {
            stretches.push(Stretch { from, overtaken: overtaken(from, code, held), to: code, held });
            from = code;
            held += count as u64;
        }
        stretches.push(Stretch { from, overtaken: last, to: last, held });
    }

    /// The first value from `from` to before `to` at which the table's share reaches `held / size`, else `to`.
    fn overtaken(&self, from: u32, to: u32, held: u64, size: usize) -> u32 {
        let rungs = &self.up_to[from as usize..to as usize];
        from + rungs.partition_point(|&rung| rung * (size as u64) < held * self.rows) as u32
    }

    fn quantiles_of(&self, size: usize) -> Box<[u32]> {
        (0..=size as u64).map(|held| self.overtaken(0, self.up_to.len() as u32, held, size)).collect()
    }
}

/// Where the values lie on the line.
#[derive(Debug)]
pub(crate) enum Line {
    /// `N² · length` stays below 2^125.
    Narrow(Steps<i128>),
    /// Anything else.
    Wide(Steps<BigInt>),
}

/// Each value's place and the area under the table's cumulative count before it.
#[derive(Debug)]
pub(crate) struct Steps<T>(Vec<(T, T)>);

impl Line {
    /// Values at equal distances: their ranks.
    pub(crate) fn of_ranks(ladder: &Ladder) -> Self {
        Self::Narrow(Steps::new(0..ladder.up_to.len() as i128, ladder))
    }

    /// Numbers where they are; `values` ascend.
    pub(crate) fn of_numbers(values: &[i128], ladder: &Ladder) -> Self {
        let rows = u128::from(ladder.rows).max(1);
        let offsets = || values.iter().map(|&value| crate::spread::span(values[0], value));
        let widest = offsets().next_back().unwrap_or(0);
        // Squares of counts stay below 2^64.
        if widest.checked_mul(rows * rows).is_some_and(|product| product < 1 << 125) {
            Self::Narrow(Steps::new(offsets().map(|offset| offset as i128), ladder))
        } else {
            Self::Wide(Steps::new(offsets().map(BigInt::from), ladder))
        }
    }

    /// The distance of a group of `size` tuples with these stretches.
    pub(crate) fn distance(&self, stretches: &[Stretch], size: usize, ladder: &Ladder) -> Fraction {
        let (size, rows) = (size as u64, ladder.rows);
        match self {
            Self::Narrow(steps) => match steps.length() {
                0 => Fraction::Small(0, 1),
                length => {
                    let moved = steps.moved(stretches, &i128::from(size), &i128::from(rows));
                    Fraction::Small(moved as u128, length as u128 * u128::from(size * rows))
                }
            },
            Self::Wide(steps) => {
                let moved = steps.moved(stretches, &BigInt::from(size), &BigInt::from(rows));
                Fraction::of_big(moved, steps.length() * size * rows)
            }
        }
    }
}

impl<T: Clone + NumAssignRef + From<u64>> Steps<T> {
    fn new(places: impl Iterator<Item = T>, ladder: &Ladder) -> Self {
        let (mut area, mut before): (T, Option<(T, u64)>) = (T::zero(), None);
        let step = |(place, &rung): (T, &u64)| {
            if let Some((start, below)) = before.replace((place.clone(), rung)) {
                let mut gap = place.clone();
                gap -= &start;
                gap *= &T::from(below);
                area += &gap;
            }
            (place, area.clone())
        };
        Self(places.zip(&ladder.up_to).map(step).collect())
    }

    fn length(&self) -> T {
        let mut length = self.0[self.0.len() - 1].0.clone();
        length -= &self.0[0].0;
        length
    }

    /// `Σ |rows · held − size · up_to| · gap`: on a stretch from `a`, overtaken at `x`, to `b` that is
    /// `rows · held · (2 place(x) − place(a) − place(b)) + size · (area(a) + area(b) − 2 area(x))`.
    fn moved(&self, stretches: &[Stretch], size: &T, rows: &T) -> T {
        let (mut ahead, mut behind) = (T::zero(), T::zero());
        for stretch in stretches {
            let [a, x, b] = [stretch.from, stretch.overtaken, stretch.to].map(|code| &self.0[code as usize]);
            let mut place = x.0.clone();
            place += &x.0;
            place -= &a.0;
            place -= &b.0;
            place *= &T::from(stretch.held);
            ahead += &place;
            behind += &a.1;
            behind += &b.1;
            behind -= &x.1;
            behind -= &x.1;
        }
        ahead *= rows;
        behind *= size;
        ahead += &behind;
        ahead
    }
}
