//! Theorem 1 from counts: what can be promised of a column that was counted in bins, or value by value.
//!
//! For callers that cannot look at rows, such as a driver of many machines: they count rows between given ends, and ask here
//! how many of them a window of near values can hold at most.
//!
//! # Definition
//! Ends `e_0 ≤ e_1 ≤ …` make bins: bin 0 holds what is at most `e_0`, bin i what lies above `e_{i−1}` and is at most `e_i`, the
//! last what lies above all ends. A window that begins in bin i reaches no farther than one that begins at `e_i`, so the bins
//! that it can touch end at a known one. Their sum is never less than what a window holds, and equal to it where every bin
//! holds one value.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Theorem 1: a grouping exists exactly when no window holds more than one tuple in m.
//!
//! # Cost
//! `O(B)` for `B` bins; how many rows must go, `O(B log n)`.

use aloof_principles::Unfit;
use aloof_principles::proximity::Window;
use aloof_table::{Attribute, Column, Decimal};

use super::Crowding;

/// The bins of a protected column.
#[derive(Clone, Debug)]
pub struct Bins {
    /// Of each bin the last one that a window which begins in it can touch.
    last: Vec<usize>,
    one_in: u64,
}

impl Bins {
    /// Bins for windows. `digits` is how many digits behind the point values have at most, if that is known: none then lies between
    /// two neighbouring units. `None` where ends descend, or are none that values of these windows could have.
    pub fn new(window: &Window, ends: &[Decimal], digits: Option<u8>) -> Option<Self> {
        let Window { form, epsilon, one_in } = window;
        let scale = ends.iter().map(|end| end.scale()).chain(digits).max().unwrap_or(0);
        let units = ends.iter().map(|end| end.at_scale(scale)).collect::<Option<Vec<i128>>>()?;
        let is_low = |&unit: &i128| form.is_relative() && unit <= 0;
        if units.windows(2).any(|pair| pair[0] > pair[1]) || units.first().is_some_and(is_low) {
            return None;
        }
        let join = form.join(epsilon, scale);
        let near = join.last(&units);
        let touched = |(at, &last): (usize, &u32)| {
            let last = last as usize;
            // Beyond the last near end the next bin is touched, unless already its first unit is too far away.
            let is_touched =
                digits.is_none() || units[last].checked_add(1).is_some_and(|next| join.near(units[at], next));
            last + usize::from(is_touched)
        };
        let mut last: Vec<usize> = near.iter().enumerate().map(touched).collect();
        last.push(ends.len());
        Some(Self { last, one_in: u64::from(*one_in) })
    }

    /// At most so many rows lie in one window. `counts` are rows by bin, one more than there are ends.
    pub fn fullest(&self, counts: &[u64]) -> u64 {
        let (mut end, mut held, mut most) = (0, 0, 0);
        for (start, &last) in self.last.iter().enumerate() {
            while end <= last && end < counts.len() {
                held += counts[end];
                end += 1;
            }
            most = most.max(held);
            held -= counts.get(start).copied().unwrap_or(0);
        }
        most
    }

    /// Whether it is certain that a grouping exists.
    pub fn hold(&self, counts: &[u64]) -> bool {
        self.is_allowed(self.fullest(counts), counts.iter().sum())
    }

    /// Without so many rows, at most, a grouping certainly exists: as many stay as can when windows count by bins.
    pub fn withhold(&self, counts: &[u64]) -> u64 {
        let rows: u64 = counts.iter().sum();
        let full = self.fullest(counts);
        if self.is_allowed(full, rows) {
            return 0;
        }
        // What stays less m times what a window may hold is concave, and zero at zero: halving finds the largest that will do.
        let (mut yes, mut no) = (0, full);
        while no - yes > 1 {
            let middle = yes + (no - yes) / 2;
            if self.is_allowed(middle, self.staying(counts, middle)) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        rows - self.staying(counts, yes)
    }

    /// The bins of all windows that may hold too many rows.
    pub fn crowded(&self, counts: &[u64]) -> Vec<usize> {
        let rows: u64 = counts.iter().sum();
        let (mut end, mut held, mut found) = (0, 0, Vec::new());
        for (start, &last) in self.last.iter().enumerate() {
            while end <= last && end < counts.len() {
                held += counts[end];
                end += 1;
            }
            if !self.is_allowed(held, rows) {
                let first = found.last().map_or(start, |&seen: &usize| start.max(seen + 1));
                found.extend(first..end);
            }
            held -= counts.get(start).copied().unwrap_or(0);
        }
        found
    }

    fn is_allowed(&self, window: u64, rows: u64) -> bool {
        u128::from(window) * u128::from(self.one_in) <= u128::from(rows)
    }

    /// Rows that stay when a window may hold only so many: the lowest ones do, which leaves most room.
    fn staying(&self, counts: &[u64], most: u64) -> u64 {
        let mut kept = Vec::with_capacity(counts.len());
        let (mut start, mut held, mut stay) = (0, 0, 0);
        for (at, &count) in counts.iter().enumerate() {
            while self.last.get(start).is_some_and(|&last| last < at) {
                held -= kept[start];
                start += 1;
            }
            let more = count.min(most - held);
            kept.push(more);
            held += more;
            stay += more;
        }
        stay
    }
}

/// Rows in the fullest window, exactly, from distinct values and how often each occurs.
pub fn fullest_window(window: &Window, values: &Column, counts: &[u32]) -> Result<u64, Unfit> {
    let attribute = Attribute::counted("values", values, counts);
    Ok(Crowding::new(&attribute, window.form)?.window(&window.epsilon))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_principles::Neighbourhood;
    use aloof_principles::proximity::{Apart, Form};
    use aloof_table::NumberColumn;
    use proptest::prelude::*;

    /// Every kind of window over whole numbers.
    fn windows() -> impl Strategy<Value = Window> {
        let neighbourhood = prop_oneof![
            (0i64..9).prop_map(|length| Neighbourhood::absolute(length.into())),
            (0i64..9, 0i64..9).prop_map(|(below, above)| Neighbourhood::between(below.into(), above.into())),
            (0i128..9).prop_map(|tenths| Neighbourhood::relative(Decimal::new(tenths, 1))),
        ];
        let apart = prop_oneof![Just(Apart::InGroup), Just(Apart::InMixture)];
        let of_neighbourhood = (neighbourhood, apart).prop_map(|(near, apart)| Form::of(near.unwrap(), apart));
        let of_halves = (0i128..9, prop_oneof![Just(1), Just(2), Just(4)])
            .prop_map(|(halves, times)| (Form::Apart { times }, Decimal::new(5 * halves, 1).to_ratio()));
        (prop_oneof![3 => of_neighbourhood, 1 => of_halves], 1u32..5).prop_map(|((form, epsilon), one_in)| Window {
            form,
            epsilon,
            one_in,
        })
    }

    fn counts(values: &[i64], ends: &[i64]) -> Vec<u64> {
        let mut counts = vec![0; ends.len() + 1];
        for value in values {
            counts[ends.iter().filter(|end| value > end).count()] += 1;
        }
        counts
    }

    fn exactly(window: &Window, values: &[i64]) -> u64 {
        let column = Column::Number(NumberColumn::from_integers(values.to_vec()));
        fullest_window(window, &column, &vec![1; values.len()]).unwrap()
    }

    proptest! {
        /// Bins never count less than a window holds; where every bin holds one value, they count just that.
        #[test]
        fn bins_overcount_and_fine_ones_do_not(
            window in windows(),
            values in prop::collection::vec(1i64..40, 1..30),
            mut ends in prop::collection::vec(1i64..40, 1..12),
        ) {
            let (exact, m) = (exactly(&window, &values), u64::from(window.one_in));
            ends.sort_unstable();
            for (ends, is_fine) in [(ends, false), ((1..40).collect(), true)] {
                let decimals: Vec<Decimal> = ends.iter().map(|&end| Decimal::from(end)).collect();
                for digits in [Some(0), Some(1), None] {
                    let bins = Bins::new(&window, &decimals, digits).unwrap();
                    let found = bins.fullest(&counts(&values, &ends));
                    prop_assert!(found >= exact);
                    let crowded = bins.crowded(&counts(&values, &ends));
                    prop_assert!(crowded.is_sorted_by(|a, b| a < b));
                    prop_assert_eq!(crowded.is_empty(), found * m <= values.len() as u64);
                    let inside = |value: &&i64| crowded.contains(&ends.iter().filter(|end| value > end).count());
                    let some: Vec<i64> = values.iter().filter(inside).copied().collect();
                    prop_assert!(crowded.is_empty() || exact * m <= values.len() as u64
                        || exactly(&window, &some) == exact);
                    prop_assert!(!(is_fine && digits == Some(0)) || found == exact);
                }
            }
        }

        /// What stays when so many rows go can be grouped, and with fine bins no larger part can.
        #[test]
        fn as_many_stay_as_can(window in windows(), values in prop::collection::vec(1i64..12, 1..10)) {
            let ends: Vec<i64> = (1..12).collect();
            let decimals: Vec<Decimal> = ends.iter().map(|&end| Decimal::from(end)).collect();
            let gone = Bins::new(&window, &decimals, Some(0)).unwrap().withhold(&counts(&values, &ends));
            let most = (0u32..1 << values.len()).filter(|set| {
                let chosen: Vec<i64> = (0..values.len()).filter(|at| set >> at & 1 == 1).map(|at| values[at]).collect();
                chosen.is_empty() || exactly(&window, &chosen) as usize * window.one_in as usize <= chosen.len()
            }).map(u32::count_ones).max().unwrap();
            prop_assert_eq!(values.len() as u64 - gone, u64::from(most));
        }
    }

    #[test]
    fn ends_that_descend_make_no_bins() {
        let bins = |ends: &[i64]| {
            let ends: Vec<Decimal> = ends.iter().map(|&end| Decimal::from(end)).collect();
            let window = Window { form: Form::Share, epsilon: Decimal::new(1, 1).to_ratio(), one_in: 2 };
            Bins::new(&window, &ends, Some(0))
        };
        assert!(bins(&[3, 2]).is_none() && bins(&[0, 2]).is_none());
        assert!(bins(&[1, 2, 2]).is_some());
    }
}
