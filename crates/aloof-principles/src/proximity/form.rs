//! How ε makes a window: which two values may not stand in one group.
//!
//! | asked for | near are low ≤ high when | form, and its ε |
//! |---|---|---|
//! | absolute ε | high − low ≤ ε | [`Form::Apart`] once ε |
//! | absolute ε, candidates view | high − low ≤ 2ε | [`Form::Apart`] twice ε |
//! | e1 below, e2 above | high − low ≤ max(e1, e2) | [`Form::Apart`] once max(e1, e2) |
//! | e1 below, e2 above, candidates view | high − low ≤ e1 + e2 | [`Form::Apart`] once e1 + e2 |
//! | relative ε | high (1 − ε) ≤ low | [`Form::Share`] |
//! | relative ε, candidates view | high (1 − ε) ≤ low (1 + ε) | [`Form::EitherShare`] |
//! | δ | high − low ≤ 2δ | [`Form::Apart`] twice δ |
//! | δ by definition, candidates view | high − low ≤ 4δ | [`Form::Apart`] four times δ |
//!
//! In the candidates view the window is as long as a whole neighbourhood. Where all values of every group are farther
//! apart than that, no neighbourhood holds two tuples of one group, so every mixture of groups keeps 1/m.

use std::cmp::Ordering;

use aloof_table::Ratio;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::Neighbourhood;

/// How ε makes a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `high − low ≤ times · ε`.
    Apart {
        /// How many times ε the window is long.
        times: u8,
    },
    /// `high (1 − ε) ≤ low`, for positive values and ε < 1.
    Share,
    /// `high (1 − ε) ≤ low (1 + ε)`, for positive values and ε < 1.
    EitherShare,
}

/// Against whom the members of a group must stand apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// Who knows the group: no neighbourhood of a member holds another member.
    InGroup,
    /// Who faces any mixture of groups: no neighbourhood of any value holds two members of a group.
    InMixture,
}

/// What is asked of every window: that of the rows at most one in so many lies in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// How ε makes it.
    pub form: Form,
    /// ε.
    pub epsilon: Ratio,
    /// The m, or the l.
    pub one_in: u32,
}

/// Two values, the first not above the second, in units of the column.
pub type Pair = (i128, i128);

impl Form {
    /// The form, and the ε it takes, that keeps the values of a group out of each other's neighbourhoods.
    pub fn of(neighbourhood: Neighbourhood, apart: Apart) -> (Self, Ratio) {
        if let Some(share) = neighbourhood.share() {
            let form = if apart == Apart::InGroup { Self::Share } else { Self::EitherShare };
            return (form, share.to_ratio());
        }
        let (below, above) = neighbourhood.lengths().unwrap_or_default();
        match apart {
            Apart::InGroup => (Self::Apart { times: 1 }, below.max(above).to_ratio()),
            Apart::InMixture if below == above => (Self::Apart { times: 2 }, below.to_ratio()),
            Apart::InMixture => (Self::Apart { times: 1 }, &below.to_ratio() + &above.to_ratio()),
        }
    }

    /// Which values are near for this ε, in a column with `scale` digits behind the point.
    pub fn join(self, epsilon: &Ratio, scale: u8) -> Join {
        let epsilon = epsilon.to_big();
        let (n, d) = (epsilon.numer(), epsilon.denom());
        match self {
            Self::Apart { times } => {
                // Values are whole units, so a length may be rounded down to one.
                let units = n * BigInt::from(times) * BigInt::from(10).pow(u32::from(scale)) / d;
                Join::Within(units.to_u128().unwrap_or(u128::MAX))
            }
            Self::Share => Join::ratio(d.clone(), d - n),
            Self::EitherShare => Join::ratio(d + n, d - n),
        }
    }

    /// The least ε at which the two are near.
    pub fn least_epsilon(self, (low, high): Pair, scale: u8) -> Ratio {
        let (low, high) = (BigInt::from(low), BigInt::from(high));
        let gap = &high - &low;
        match self {
            Self::Apart { times } => Ratio::big(gap, BigInt::from(times) * BigInt::from(10).pow(u32::from(scale))),
            Self::Share => Ratio::big(gap, high),
            Self::EitherShare => Ratio::big(gap, high + low),
        }
    }

    /// Which values are near at the least ε at which these two are.
    pub fn join_at(self, (low, high): Pair) -> Join {
        match self {
            Self::Apart { .. } => Join::Within(high.abs_diff(low)),
            Self::Share | Self::EitherShare => Join::ratio(BigInt::from(high), BigInt::from(low)),
        }
    }

    /// Whether `a` is near for a smaller ε than `b`.
    pub fn is_tighter(self, a: Pair, b: Pair) -> bool {
        match self {
            Self::Apart { .. } => a.1.abs_diff(a.0) < b.1.abs_diff(b.0),
            // Both shares grow with high / low.
            Self::Share | Self::EitherShare => compare_products((a.1, b.0), (b.1, a.0)) == Ordering::Less,
        }
    }

    /// Whether it is about sizes, so that values must be positive.
    pub fn is_relative(self) -> bool {
        matches!(self, Self::Share | Self::EitherShare)
    }
}

/// Which values are near each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Join {
    /// At most this many units apart.
    Within(u128),
    /// `high / low` is at most this.
    Ratio {
        /// The numerator.
        most: BigInt,
        /// The denominator.
        least: BigInt,
        /// Both, when they fit.
        narrow: Option<(i128, i128)>,
    },
}

impl Join {
    fn ratio(most: BigInt, least: BigInt) -> Self {
        let narrow = most.to_i128().zip(least.to_i128());
        Self::Ratio { most, least, narrow }
    }

    /// Whether `low` and `high`, which is not smaller, are near.
    pub fn near(&self, low: i128, high: i128) -> bool {
        match self {
            Self::Within(units) => high.abs_diff(low) <= *units,
            Self::Ratio { narrow: Some((most, least)), .. } => {
                compare_products((high, *least), (low, *most)) != Ordering::Greater
            }
            Self::Ratio { most, least, .. } => BigInt::from(high) * least <= BigInt::from(low) * most,
        }
    }

    /// For each of `values`, which ascend, the place of the last one near it. One pass.
    pub fn last(&self, values: &[i128]) -> Vec<u32> {
        let mut last = 0;
        let reach = |(at, &value): (usize, &i128)| {
            last = last.max(at);
            while last + 1 < values.len() && self.near(value, values[last + 1]) {
                last += 1;
            }
            last as u32
        };
        values.iter().enumerate().map(reach).collect()
    }
}

/// `a.0 · a.1` against `b.0 · b.1`.
fn compare_products(a: (i128, i128), b: (i128, i128)) -> Ordering {
    // Products of 64 bits fit 128, and need no look at overflow: nearly all columns.
    if let [Ok(a0), Ok(a1), Ok(b0), Ok(b1)] = [a.0, a.1, b.0, b.1].map(i64::try_from) {
        return (i128::from(a0) * i128::from(a1)).cmp(&(i128::from(b0) * i128::from(b1)));
    }
    match (a.0.checked_mul(a.1), b.0.checked_mul(b.1)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => (BigInt::from(a.0) * a.1).cmp(&(BigInt::from(b.0) * b.1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::Decimal;
    use proptest::prelude::*;

    fn neighbourhoods() -> impl Strategy<Value = Neighbourhood> {
        let decimal = |tenths: i128| Decimal::new(tenths, 1);
        prop_oneof![
            (0i128..60).prop_map(move |e| Neighbourhood::absolute(decimal(e)).unwrap()),
            (0i128..60, 0i128..60).prop_map(move |(a, b)| Neighbourhood::between(decimal(a), decimal(b)).unwrap()),
            (0i128..10).prop_map(move |e| Neighbourhood::relative(decimal(e)).unwrap()),
        ]
    }

    fn tenths(value: Decimal) -> i128 {
        value.at_scale(1).unwrap()
    }

    fn last(near: Neighbourhood, apart: Apart, values: &[i128]) -> Vec<u32> {
        let (form, epsilon) = Form::of(near, apart);
        form.join(&epsilon, 0).last(values)
    }

    /// I(x) as numerators over 10, for x in whole units.
    fn interval(near: Neighbourhood, x: i128) -> (i128, i128) {
        match (near.lengths(), near.share()) {
            (Some((below, above)), _) => (10 * x - tenths(below), 10 * x + tenths(above)),
            (None, share) => (x * (10 - tenths(share.unwrap())), x * (10 + tenths(share.unwrap()))),
        }
    }

    proptest! {
        /// In a group: one is in the other's neighbourhood.
        #[test]
        fn near_in_a_group(near in neighbourhoods(), mut values in prop::collection::vec(1i128..60, 1..12)) {
            values.sort_unstable();
            values.dedup();
            let last = last(near, Apart::InGroup, &values);
            for (at, &a) in values.iter().enumerate() {
                for (other, &b) in values.iter().enumerate().skip(at) {
                    let literal = 10 * b <= interval(near, a).1 || 10 * a >= interval(near, b).0;
                    prop_assert_eq!(other <= last[at] as usize, literal, "{} and {}", a, b);
                }
            }
        }

        /// In a mixture: some value, of anyone, has both in its neighbourhood. Values of a fine grid stand for anyone's:
        /// if a pair is near, the grid's finest value that reaches down to `a` reaches up to `b`.
        #[test]
        fn near_in_a_mixture(near in neighbourhoods(), mut values in prop::collection::vec(1i128..25, 1..8)) {
            values.sort_unstable();
            values.dedup();
            let last = last(near, Apart::InMixture, &values);
            // x in units of 1/divisor, so that the value with its lower end at `a` is on the grid.
            let divisor = near.share().map_or(10, |share| 10 - tenths(share));
            let holds_both = |a: i128, b: i128| (1..=40 * 10 * divisor).any(|x| match (near.lengths(), near.share()) {
                (Some((below, above)), _) => x - tenths(below) <= 10 * a && 10 * b <= x + tenths(above),
                (None, share) => {
                    let e = tenths(share.unwrap());
                    x * (10 - e) <= 10 * divisor * a && 10 * divisor * b <= x * (10 + e)
                }
            });
            for (at, &a) in values.iter().enumerate() {
                for (other, &b) in values.iter().enumerate().skip(at) {
                    prop_assert_eq!(other <= last[at] as usize, holds_both(a, b), "{} and {}", a, b);
                }
            }
        }
    }
}
