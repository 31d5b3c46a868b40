//! How crowded a column is, for one neighbourhood and one adversary: what can be promised of it.

use aloof_principles::proximity::{Apart, Form};
use aloof_principles::{Neighbourhood, Unfit};
use aloof_table::{Attribute, Ratio};

use super::Crowding;
use crate::split::Near;

/// Sensitive values by size, and which are near each other.
pub struct Crowd<'a> {
    crowding: Crowding<'a>,
    epsilon: Ratio,
}

/// What can be promised.
#[derive(Clone, Debug)]
pub struct Limits {
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
    /// Of a column of numbers or dates.
    pub fn new(attribute: &'a Attribute, neighbourhood: Neighbourhood, apart: Apart) -> Result<Self, Unfit> {
        let (form, epsilon) = Form::of(neighbourhood, apart);
        Ok(Self { crowding: Crowding::new(attribute, form)?, epsilon })
    }

    /// For the maker.
    pub fn near(&self) -> Near {
        Near::new(self.crowding.last(&self.epsilon))
    }

    /// What can be promised, `m` being asked for.
    pub fn limits(&self, m: u32) -> Limits {
        let (rows, window) = (self.crowding.tuples(), self.crowding.window(&self.epsilon));
        Limits {
            window: window as usize,
            rows: rows as usize,
            largest_m: (rows / window.max(1)) as usize,
            epsilon_below: self.crowding.epsilon_below(u64::from(m)),
        }
    }

    /// The most rows of each value that can stay so that `m` can be promised.
    pub fn keep_most(&self, m: u32) -> Vec<u32> {
        self.crowding.keep_most(&self.epsilon, m)
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
