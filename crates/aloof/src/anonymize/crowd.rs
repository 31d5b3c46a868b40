//! How crowded a column is: what can be promised of it, and what withholding some rows would allow.

use aloof_methods::split::Near;
use aloof_principles::{Apart, Neighbourhood};
use aloof_table::{Attribute, Domain, Ratio};

/// Sensitive values by size: how many rows have each, and which are near each other.
pub(super) struct Crowd<'a> {
    values: &'a [i128],
    scale: u8,
    totals: &'a [u32],
    rows: usize,
    neighbourhood: Neighbourhood,
    apart: Apart,
    last: Vec<u32>,
}

/// What can be promised.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// Rows in the fullest window.
    pub window: usize,
    /// All rows.
    pub rows: usize,
    /// The largest m for this ε.
    pub largest_m: usize,
    /// What ε must stay below for this m; `None`: any ε will do.
    pub epsilon_below: Option<Ratio>,
}

impl<'a> Crowd<'a> {
    /// `None` if the values are no numbers.
    pub fn new(attribute: &'a Attribute, neighbourhood: Neighbourhood, apart: Apart) -> Result<Self, String> {
        let Domain::Numbers { values, scale, .. } = attribute.domain() else {
            return Err("a proximity principle needs one column of numbers or dates".to_owned());
        };
        let last = neighbourhood.last_near(values, *scale, apart).map_err(|unfit| unfit.to_string())?;
        let (totals, rows) = (attribute.totals(), attribute.rows());
        Ok(Self { values, scale: *scale, totals, rows, neighbourhood, apart, last })
    }

    /// For the maker.
    pub fn near(&self) -> Near {
        Near::new(self.last.clone())
    }

    /// What can be promised, `m` being asked for.
    pub fn limits(&self, m: u32) -> Limits {
        let window = self.window();
        Limits {
            window,
            rows: self.rows,
            largest_m: self.rows / window.max(1),
            epsilon_below: self.epsilon_below(m as usize),
        }
    }

    /// Rows before each code, and all.
    fn before(&self) -> Vec<usize> {
        let mut sum = 0;
        let mut before = vec![0];
        before.extend(self.totals.iter().map(|&total| {
            sum += total as usize;
            sum
        }));
        before
    }

    /// The most rows in any window of near values.
    fn window(&self) -> usize {
        let before = self.before();
        let rows = |(code, &last): (usize, &u32)| before[last as usize + 1] - before[code];
        self.last.iter().enumerate().map(rows).max().unwrap_or(0)
    }

    /// One row more than a window may hold must never be near each other: the least ε at which somewhere they are.
    fn epsilon_below(&self, m: usize) -> Option<Ratio> {
        let crowd = self.rows / m + 1;
        let before = self.before();
        let mut end = 0;
        let mut least: Option<Ratio> = None;
        for start in 0..self.values.len() {
            while end < self.values.len() && before[end + 1] - before[start] < crowd {
                end += 1;
            }
            if end == self.values.len() {
                break;
            }
            let bound = self.neighbourhood.bound_between(self.values[start], self.values[end], self.scale, self.apart);
            least = Some(least.map_or_else(|| bound.clone(), |least| least.min(bound.clone())));
        }
        least
    }

    /// The most rows of each value that can stay so that `m` can be promised: as many in all as possible.
    ///
    /// # Method
    /// With room for w rows per window, going up and keeping what still has room keeps the most: K(w). Windows are
    /// intervals, so K grows ever more slowly, and K(w) ≥ m·w holds up to some w and not beyond: found by halving. There
    /// K(w) rows can stay, and no larger set could, since it would need a larger w.
    ///
    /// # Cost
    /// `O(D log n)` for `D` distinct values.
    pub fn keep_most(&self, m: u32) -> Vec<u32> {
        let (mut enough, mut too_much) = (0usize, self.rows / m as usize + 1);
        while too_much - enough > 1 {
            let middle = enough.midpoint(too_much);
            let kept: usize = self.keep(middle).iter().map(|&kept| kept as usize).sum();
            if kept >= middle * m as usize { enough = middle } else { too_much = middle }
        }
        self.keep(enough)
    }

    /// Going up, what still has room for `room` rows per window.
    fn keep(&self, room: usize) -> Vec<u32> {
        let mut kept = vec![0u32; self.totals.len()];
        let (mut first, mut inside) = (0, 0usize);
        for code in 0..self.totals.len() {
            while (self.last[first] as usize) < code {
                inside -= kept[first] as usize;
                first += 1;
            }
            kept[code] = self.totals[code].min((room - inside) as u32);
            inside += kept[code] as usize;
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Column, NumberColumn};
    use proptest::prelude::*;

    fn feasible(values: &[i64], epsilon: i64, m: usize) -> bool {
        let window = values.iter().map(|&start| values.iter().filter(|&&v| v >= start && v - start <= epsilon).count());
        window.max().unwrap_or(0) * m <= values.len()
    }

    proptest! {
        /// No larger subset is feasible, and what stays is.
        #[test]
        fn keeps_the_most(values in prop::collection::vec(0i64..12, 1..11), epsilon in 0i64..4, m in 1usize..5) {
            let column = Column::Number(NumberColumn::from_integers(values.clone()));
            let attribute = Attribute::new(&[("x", &column)], |_| false);
            let near = Neighbourhood::absolute(epsilon.into()).unwrap();
            let crowd = Crowd::new(&attribute, near, Apart::InGroup).unwrap();
            let kept = crowd.keep_most(m as u32);
            let stay: usize = kept.iter().map(|&kept| kept as usize).sum();
            let mut left = kept.clone();
            let staying: Vec<i64> = values.iter().zip(attribute.codes()).filter(|(_, code)| {
                let left = &mut left[**code as usize];
                let stays = *left > 0;
                *left -= u32::from(stays);
                stays
            }).map(|(value, _)| *value).collect();
            prop_assert_eq!(staying.len(), stay);
            prop_assert!(feasible(&staying, epsilon, m));
            let best = (0u32..1 << values.len()).filter(|set| {
                let chosen: Vec<i64> = (0..values.len()).filter(|at| set >> at & 1 == 1).map(|at| values[at]).collect();
                feasible(&chosen, epsilon, m)
            }).map(u32::count_ones).max().unwrap();
            prop_assert_eq!(stay, best as usize);
        }

        /// The limits are Theorem 1's.
        #[test]
        fn limits_are_tight(values in prop::collection::vec(0i64..20, 1..12), epsilon in 0i64..6, m in 1u32..6) {
            let column = Column::Number(NumberColumn::from_integers(values.clone()));
            let attribute = Attribute::new(&[("x", &column)], |_| false);
            let near = Neighbourhood::absolute(epsilon.into()).unwrap();
            let limits = Crowd::new(&attribute, near, Apart::InGroup).unwrap().limits(m);
            prop_assert!(feasible(&values, epsilon, limits.largest_m));
            prop_assert!(!feasible(&values, epsilon, limits.largest_m + 1));
            for tried in 0..25 {
                let below = limits.epsilon_below.as_ref().is_none_or(|bound| Ratio::whole(tried as u64) < *bound);
                prop_assert_eq!(feasible(&values, tried, m as usize), below);
            }
        }
    }

    /// The running example of Li, Tao and Xiao: (20, 10000), largest m 2, bound 20 for m = 3.
    #[test]
    fn the_papers_running_example() {
        let values = vec![1000, 1010, 1020, 16000, 24000, 31000, 33000, 50000];
        let column = Column::Number(NumberColumn::from_integers(values));
        let attribute = Attribute::new(&[("salary", &column)], |_| false);
        let near = Neighbourhood::between(20.into(), 10_000.into()).unwrap();
        let limits = Crowd::new(&attribute, near, Apart::InGroup).unwrap().limits(3);
        assert_eq!((limits.window, limits.largest_m), (3, 2));
        assert_eq!(limits.epsilon_below.unwrap().to_string(), "20");
    }
}
