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

/// Two values, the first not above the second, in units of the column.
pub(super) type Pair = (i128, i128);

impl Form {
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
    pub(super) fn least_epsilon(self, (low, high): Pair, scale: u8) -> Ratio {
        let (low, high) = (BigInt::from(low), BigInt::from(high));
        let gap = &high - &low;
        match self {
            Self::Apart { times } => Ratio::big(gap, BigInt::from(times) * BigInt::from(10).pow(u32::from(scale))),
            Self::Share => Ratio::big(gap, high),
            Self::EitherShare => Ratio::big(gap, high + low),
        }
    }

    /// Which values are near at the least ε at which these two are.
    pub(super) fn join_at(self, (low, high): Pair) -> Join {
        match self {
            Self::Apart { .. } => Join::Within(high.abs_diff(low)),
            Self::Share | Self::EitherShare => Join::ratio(BigInt::from(high), BigInt::from(low)),
        }
    }

    /// Whether `a` is near for a smaller ε than `b`.
    pub(super) fn is_tighter(self, a: Pair, b: Pair) -> bool {
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
