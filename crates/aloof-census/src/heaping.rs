//! Heaping: people report their income as a round figure.
//!
//! Asked for their income, most answer to the nearest thousand, five thousand
//! or ten thousand, some multiply a monthly or hourly wage, and few give the
//! exact figure. Many people therefore share one income, which is what makes
//! groups whose incomes are nearly or exactly equal so easy to come by.

use crate::alias::Alias;
use crate::draw::Draw;

/// A wage of fifty more a month, by the year.
const MONTHLY: u32 = 50 * 12;
/// A wage of a quarter more an hour, by the year of 2080 hours.
const HOURLY: u32 = 2080 / 4;

/// Incomes below a bound, and the steps people round them to with their weights.
struct Band {
    below: u32,
    steps: &'static [(u32, u32)],
}

/// The larger the income, the larger the step.
const BANDS: [Band; 5] = [
    Band { below: 1_000, steps: &[(500, 16), (100, 52), (50, 20), (10, 8), (1, 4)] },
    Band { below: 10_000, steps: &[(1_000, 42), (500, 26), (MONTHLY, 8), (HOURLY, 6), (100, 14), (10, 1), (1, 3)] },
    Band {
        below: 100_000,
        steps: &[
            (10_000, 15),
            (5_000, 27),
            (1_000, 34),
            (500, 7),
            (MONTHLY, 5),
            (HOURLY, 4),
            (100, 4),
            (10, 1),
            (1, 3),
        ],
    },
    Band { below: 1_000_000, steps: &[(50_000, 12), (10_000, 35), (5_000, 30), (1_000, 16), (100, 4), (1, 3)] },
    Band { below: u32::MAX, steps: &[(1_000_000, 12), (100_000, 45), (50_000, 26), (10_000, 14), (1, 3)] },
];

/// Draws how an income is reported.
pub(crate) struct Heaping {
    steps: Vec<Alias>,
}

impl Heaping {
    /// Builds the table of each band.
    pub(crate) fn new() -> Self {
        let table = |band: &Band| {
            let weights: Vec<u32> = band.steps.iter().map(|step| step.1).collect();
            Alias::new(&weights)
        };
        Self { steps: BANDS.iter().map(table).collect() }
    }

    /// The figure reported for a positive income.
    #[inline]
    pub(crate) fn report(&self, earned: u32, draw: &mut Draw) -> u32 {
        let band = band(earned);
        let step = draw.code(&self.steps[band]);
        round(earned, BANDS[band].steps[usize::from(step)].0)
    }
}

/// The band of an income.
fn band(earned: u32) -> usize {
    BANDS.iter().filter(|band| band.below <= earned).count()
}

/// The nearest multiple of a step, but never zero: nobody here earns nothing.
fn round(earned: u32, step: u32) -> u32 {
    ((earned + step / 2) / step * step).max(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_meet_without_gaps() {
        assert_eq!(band(1), 0);
        assert_eq!(band(999), 0);
        assert_eq!(band(1_000), 1);
        assert_eq!(band(99_999), 2);
        assert_eq!(band(100_000), 3);
        assert_eq!(band(1_000_000), 4);
        assert_eq!(band(crate::INCOME_MAX), 4);
    }

    #[test]
    fn rounding_goes_to_the_nearest_and_never_to_zero() {
        assert_eq!(round(32_499, 1_000), 32_000);
        assert_eq!(round(32_500, 1_000), 33_000);
        assert_eq!(round(32_501, 1), 32_501);
        assert_eq!(round(120, 500), 500);
    }
}
