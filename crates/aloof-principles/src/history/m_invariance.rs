//! m-invariance: releases of the same people, month after month, in all of which a person hides among the same m values.
//!
//! # Definition
//! A group is *m-unique* when it has at least `m` rows, and all of them different values; its *signature* is the set of these. Releases
//! are m-invariant when every group of each is m-unique, and every person stands among the same signature in all releases that
//! they are in. With `absolute` ε, for numbers, any two values of a group must lie more than 2ε apart: no interval of that length holds two.
//!
//! Here one group is judged: whether it is m-unique. Whether signatures persist is judged where several releases are:
//! `aloof-judge/src/views/histories.rs`.
//!
//! # Source
//! Xiao and Tao, *m-invariance: towards privacy preserving re-publication of dynamic datasets*, SIGMOD 2007.
//!
//! # Measure
//! The largest m that the group is m-unique for: its rows if no two have the same (or near) values, and else 0. It must be at least `m`.
//!
//! # Cost
//! `O(|G|)` after sorting.
//!
//! # Caution
//! Not monotone: {flu} ∪ {flu}. What it promises takes that nobody's value changes, and that whoever looks knows no more of values than
//! the releases tell.

use aloof_table::{Attribute, Decimal, Domain, Ratio};

use crate::finding::among;
use crate::proximity::{Apart, Form, Join};
use crate::{Check, Direction, EpsilonM, Finding, Needs, Neighbourhood, ParamError, Principle, Reads, Unfit};

/// m-invariance with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MInvariance {
    m: u32,
    epsilon: Option<Decimal>,
}

impl MInvariance {
    /// Every person hides among at least `m` different values, the same ones in every release.
    pub fn new(m: u32) -> Result<Self, ParamError> {
        if m == 0 {
            return Err(ParamError::new("m", "must be at least 1"));
        }
        Ok(Self { m, epsilon: None })
    }

    /// Of numbers: values of a group are more than twice `epsilon` apart.
    pub fn within(m: u32, epsilon: Decimal) -> Result<Self, ParamError> {
        Neighbourhood::absolute(epsilon)?;
        Ok(Self { epsilon: Some(epsilon), ..Self::new(m)? })
    }

    /// The fewest values of a group.
    pub fn m(&self) -> u32 {
        self.m
    }

    /// Half of what values of a group must lie farther apart than, where that is asked.
    pub fn epsilon(&self) -> Option<Decimal> {
        self.epsilon
    }

    /// The (ε, m)-anonymity whose register view groups keep that are m-unique; ε is 0 where values need only differ.
    pub fn near(&self) -> EpsilonM {
        let near = Neighbourhood::absolute(self.epsilon.unwrap_or(Decimal::ZERO)).expect("was checked");
        EpsilonM::new(near, self.m).expect("was checked")
    }
}

impl Principle for MInvariance {
    fn name(&self) -> &'static str {
        "m-invariance"
    }

    fn title(&self) -> String {
        match self.epsilon {
            Some(epsilon) => format!("{}-invariance within {epsilon}", self.m),
            None => format!("{}-invariance", self.m),
        }
    }

    fn needs(&self) -> Needs {
        Needs::History
    }

    fn reads(&self) -> Reads {
        if self.epsilon.is_some() { Reads::Numbers } else { Reads::Values }
    }

    fn least_rows(&self) -> u32 {
        self.m
    }

    fn least_values(&self) -> u32 {
        self.m
    }

    fn bound(&self) -> Ratio {
        Ratio::whole(u64::from(self.m))
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let (at, near) = match (self.epsilon, attribute.domain()) {
            (None, _) => (None, Join::Within(0)),
            (Some(_), Domain::Numbers { values, scale, .. }) => {
                let (form, epsilon) = Form::of(self.near().neighbourhood(), Apart::InMixture);
                (Some(values.as_slice()), form.join(&epsilon, *scale))
            }
            (Some(_), _) => return Err(Unfit("m-invariance with `absolute` takes numbers or dates".to_owned())),
        };
        Ok(Box::new(Unique { m: self.m, at, near }))
    }

    fn remedy(&self, _days: bool) -> String {
        let far = self.epsilon.map_or_else(String::new, |epsilon| format!(", more than twice {epsilon} apart"));
        format!("put people with at least {} different values{far} into each group, each value once", self.m)
    }
}

/// Codes ascend as values do.
struct Unique<'a> {
    m: u32,
    at: Option<&'a [i128]>,
    near: Join,
}

impl Unique<'_> {
    fn is_near(&self, low: u32, high: u32) -> bool {
        match self.at {
            Some(at) => self.near.near(at[low as usize], at[high as usize]),
            None => low == high,
        }
    }

    /// The largest m that it is unique for.
    fn unique(&self, group: &[u32]) -> usize {
        if group.windows(2).any(|pair| self.is_near(pair[0], pair[1])) { 0 } else { group.len() }
    }
}

impl Check for Unique<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let unique = self.unique(group);
        Finding::of_group(Ratio::whole(unique as u64), unique >= self.m as usize, group.len())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let (among, values) = (among(group.len()), if self.at.is_some() { "near" } else { "equal" });
        if self.unique(group) == 0 {
            return format!(
                "Whoever knows a person to be {among} sees {values} values, of which only one could persist."
            );
        }
        format!("Whoever knows a person to be {among} knows the value to be one of {}.", group.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, judge, numbers};

    #[test]
    fn parameters() {
        assert_eq!(MInvariance::new(0).unwrap_err().parameter, "m");
        assert_eq!(MInvariance::within(2, decimal("-1")).unwrap_err().parameter, "absolute");
        assert_eq!(MInvariance::new(3).unwrap().title(), "3-invariance");
        assert_eq!(MInvariance::within(3, decimal("1.5")).unwrap().title(), "3-invariance within 1.5");
    }

    #[test]
    fn every_value_once_and_m_of_them() {
        let two = MInvariance::new(2).unwrap();
        let measure = |values: &[i64]| judge(&two, &numbers(values));
        assert!(measure(&[1, 2]).holds && measure(&[1, 2, 3]).holds);
        assert_eq!(measure(&[1, 2, 3]).measure, Ratio::whole(3));
        assert!(!measure(&[1]).holds, "a group of one");
        let twice = measure(&[1, 2, 2]);
        assert!(!twice.holds && twice.measure == Ratio::whole(0) && twice.violating == 3);
    }

    /// More than 2ε apart, and not only 2ε.
    #[test]
    fn numbers_stay_apart() {
        let rule = MInvariance::within(2, decimal("1.5")).unwrap();
        assert!(judge(&rule, &numbers(&[10, 14, 18])).holds);
        assert!(!judge(&rule, &numbers(&[10, 13, 18])).holds);
    }

    #[test]
    fn is_not_monotone() {
        let two = MInvariance::new(2).unwrap();
        assert!(!two.monotone());
        assert!(judge(&two, &numbers(&[1, 2])).holds && judge(&two, &numbers(&[2, 3])).holds);
        assert!(!judge(&two, &numbers(&[1, 2, 2, 3])).holds);
    }
}
