//! From what releases of samples are measured to have to what one of all rows would.
//!
//! # Model
//! Costs fall about by a power of the rows, and the power changes slowly: on a scale of logarithms they are a line whose slope takes a random walk,
//! by τ per root of a doubling. What is measured of one release lies off it by chance: less, the more rows there are, and by some share that no number of rows takes away.
//! Given slopes that are usual, the best guess for all rows and how far it may be off follow from what was measured, by Kalman's filter for a
//! local linear trend. What is told is between which two figures *one* release lies, nine times in ten: the chance of that release is part of it.
//!
//! Promises around the one that is tried with most rows are told by how they compare with it: of the same samples, what is luck for one is
//! luck for all, and ratios change more slowly than what they are made of.
//!
//! The constants were set on other tables than those by which the intervals are checked (`peers/price_check.py`): see `docs/advise.md`.
//!
//! # Source
//! Harvey, Forecasting, Structural Time Series Models and the Kalman Filter, 1989, chapters 2 and 4.

use serde::Serialize;

/// A number that is not known, and between which it lies nine times in ten.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The best guess.
    pub estimate: f64,
    /// Not below this.
    pub low: f64,
    /// Not above this.
    pub high: f64,
}

impl Estimate {
    /// In a hundred, with what it lies between: `4% (3% to 5.2%)`.
    pub fn words(&self) -> String {
        let text = percent(self.estimate);
        if self.is_exact() { text } else { format!("{text} ({} to {})", percent(self.low), percent(self.high)) }
    }

    /// Whether it was measured of just the release that is meant.
    pub fn is_exact(&self) -> bool {
        self.high - self.low <= 0.0
    }
}

/// A share in a hundred, with as many digits as tell something: `4%`, `0.38%`, `120%`.
pub fn percent(share: f64) -> String {
    let hundred = 100.0 * share;
    let digits = match hundred {
        _ if hundred >= 9.95 || hundred <= 0.0 => 0,
        _ if hundred >= 0.995 => 1,
        _ => 2,
    };
    let text = format!("{hundred:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}%")
}

/// Trials of one size: their rows, and what was measured of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// Rows of each.
    pub rows: usize,
    /// One measure of each.
    pub values: Vec<f64>,
}

/// What is usual of a measure, in natural logarithms per doubling of rows.
#[derive(Clone, Copy, Debug)]
pub struct Usual {
    /// The slope, and how far it is off.
    slope: (f64, f64),
    /// By how much it changes from one doubling to the next.
    change: f64,
    /// By how much one release is off by chance: this times one by the root of its rows, and this whatever its rows.
    chance: (f64, f64),
}

/// Of loss, errors of count queries, errors of means.
pub const LEVELS: [Usual; 3] = [
    Usual { slope: (-0.35, 0.2), change: 0.07, chance: (1.2, 0.02) },
    Usual { slope: (-0.17, 0.15), change: 0.08, chance: (2.0, 0.09) },
    Usual { slope: (-0.3, 0.25), change: 0.12, chance: (8.0, 0.4) },
];

/// Of how others compare with what is asked: on samples, and where nobody seeks so hard.
pub const RATIOS: [Usual; 3] = [
    Usual { slope: (0.0, 0.07), change: 0.03, chance: (1.2, 0.05) },
    Usual { slope: (0.0, 0.06), change: 0.03, chance: (3.0, 0.17) },
    Usual { slope: (0.0, 0.12), change: 0.06, chance: (7.0, 0.3) },
];

/// Nine times in ten a number of a normal distribution lies within so many standard deviations; some more for what the model leaves out.
const WIDTH: f64 = 1.8;

/// Of so many releases of all rows one more lies between the least and the most nine times in ten, whatever the law of chance is: each of
/// twenty is as likely to be the least as any other, and to be the most.
pub const MANY: usize = 19;

/// Less cannot be told from nothing.
const LEAST: f64 = 1e-6;

impl Usual {
    /// The variance of one release of so many rows.
    pub fn of_one(&self, rows: usize) -> f64 {
        self.variance(rows.max(1) as f64, 1.0)
    }

    /// The variance of the mean of so many releases of so many rows.
    fn variance(&self, rows: f64, draws: f64) -> f64 {
        (self.chance.0.powi(2) / rows + self.chance.1.powi(2)) / draws
    }
}

/// A logarithm that is not known: its mean and its variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The best guess.
    pub mean: f64,
    /// How far it may be off.
    pub variance: f64,
}

impl Guess {
    /// The sum of two.
    pub fn and(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, variance: self.variance + other.variance }
    }

    /// As it is told: what is less than can be told from nothing may be nothing.
    pub fn told(self) -> Estimate {
        let off = WIDTH * self.variance.sqrt();
        let told = |logarithm: f64| Some(logarithm.exp()).filter(|value| *value > LEAST).unwrap_or(0.0);
        let high = (self.mean + off).exp().max(LEAST);
        Estimate { estimate: told(self.mean), low: told(self.mean - off), high }
    }
}

/// What one release of all rows would have; `None` without trials.
pub fn carry(levels: &[Level], usual: &Usual, rows: usize) -> Option<Guess> {
    let seen: Vec<(f64, f64, f64)> = levels.iter().filter(|level| !level.values.is_empty()).map(logarithm).collect();
    let &(first, draws, value) = seen.first()?;
    let mut state = State {
        level: value,
        slope: usual.slope.0,
        variance: [usual.variance(first, draws), 0.0, usual.slope.1.powi(2)],
    };
    let mut at = first;
    for &(size, draws, value) in &seen[1..] {
        state = state.after((size / at).log2(), usual.change).seen(value, usual.variance(size, draws));
        at = size;
    }
    let all = rows.max(1) as f64;
    let state = state.after((all / at).log2().max(0.0), usual.change);
    Some(Guess { mean: state.level, variance: state.variance[0] + usual.variance(all, 1.0) })
}

/// How one compares with another, size by size; sizes that only one of them was tried with are left out.
pub fn ratios(of: &[Level], to: &[Level]) -> Vec<Level> {
    let with = |level: &Level| {
        let other = to.iter().find(|other| other.rows == level.rows && !other.values.is_empty())?;
        let ratio = (logarithm(level).2 - logarithm(other).2).exp();
        Some(Level { rows: level.rows, values: vec![ratio; level.values.len()] })
    };
    of.iter().filter(|level| !level.values.is_empty()).filter_map(with).collect()
}

/// Rows, releases, and the mean of the logarithms.
fn logarithm(level: &Level) -> (f64, f64, f64) {
    let many = level.values.len() as f64;
    let mean = level.values.iter().map(|value| value.max(LEAST).ln()).sum::<f64>() / many;
    (level.rows as f64, many, mean)
}

/// Where the line is and where it goes, with the variance of the first, of both together, of the second.
#[derive(Clone, Copy, Debug)]
struct State {
    level: f64,
    slope: f64,
    variance: [f64; 3],
}

impl State {
    /// After so many doublings.
    fn after(self, doublings: f64, change: f64) -> Self {
        let (d, walk, [level, both, slope]) = (doublings, change.powi(2), self.variance);
        let variance = [
            level + 2.0 * d * both + d * d * slope + walk * d.powi(3) / 3.0,
            both + d * slope + walk * d * d / 2.0,
            slope + walk * d,
        ];
        Self { level: self.level + d * self.slope, slope: self.slope, variance }
    }

    /// Once this was seen of it.
    fn seen(self, value: f64, variance: f64) -> Self {
        let [level, both, slope] = self.variance;
        let all = level + variance;
        let (gain, turn, off) = (level / all, both / all, value - self.level);
        Self {
            level: self.level + gain * off,
            slope: self.slope + turn * off,
            variance: [level * (1.0 - gain), both * (1.0 - gain), slope - turn * both],
        }
    }
}

/// What releases of all rows were measured to have. A release that a secret names is just that; of others it is told between which two
/// figures one more would lie. `chance`: the relative variance of one release, as far as others tell it.
pub fn whole(values: &[f64], chance: f64, named: bool) -> Option<Estimate> {
    if values.is_empty() {
        return None;
    }
    let (many, mean) = (values.len() as f64, average(values));
    if named {
        return Some(Estimate { estimate: mean, low: mean, high: mean });
    }
    if values.len() >= MANY {
        let (low, high) = values.iter().fold((mean, mean), |(low, high), &value| (low.min(value), high.max(value)));
        return Some(Estimate { estimate: mean, low, high });
    }
    // A few draws tell little of chance: what others tell of it counts as two more.
    let own = relative_variance(values) * (many - 1.0);
    let variance = if mean > 0.0 { (own + 2.0 * chance) / (many + 1.0) } else { 0.0 };
    let off = WIDTH * (variance * (1.0 + 1.0 / many)).sqrt();
    Some(Estimate { estimate: mean, low: mean * (-off).exp(), high: mean * off.exp() })
}

/// The variance of these as shares of their mean; 0 of one, and where they are nothing.
pub fn relative_variance(values: &[f64]) -> f64 {
    let mean = average(values);
    if values.len() < 2 || mean <= 0.0 {
        return 0.0;
    }
    values.iter().map(|value| (value / mean - 1.0).powi(2)).sum::<f64>() / (values.len() - 1) as f64
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rows: usize, values: &[f64]) -> Level {
        Level { rows, values: values.to_vec() }
    }

    const QUIET: Usual = Usual { slope: (0.0, 10.0), change: 1e-6, chance: (0.0, 1e-6) };

    /// With next to no chance and a slope of which nothing is known, a power of the rows is carried on exactly.
    #[test]
    fn a_power_of_the_rows_is_carried_on() {
        let law = |rows: usize| 3.0 * (rows as f64).powf(-0.7);
        let levels: Vec<Level> = [100, 200, 400].map(|rows| level(rows, &[law(rows)])).into();
        let found = carry(&levels, &QUIET, 10_000).unwrap().told();
        assert!((found.estimate / law(10_000) - 1.0).abs() < 1e-3, "{found:?}");
        assert!(found.low < found.estimate && found.estimate < found.high && found.high / found.low < 1.01);
        assert_eq!(carry(&[], &QUIET, 10), None);
        assert_eq!(carry(&[level(5, &[])], &QUIET, 10), None);
    }

    /// The farther, the less is known; the more was tried, the more is.
    #[test]
    fn intervals_are_as_wide_as_little_is_known() {
        let levels: Vec<Level> =
            [(128, 4), (256, 2), (512, 1)].map(|(rows, draws)| level(rows, &vec![0.2; draws])).into();
        let wide = |levels: &[Level], rows| carry(levels, &LEVELS[0], rows).unwrap().variance;
        assert!(wide(&levels, 1_000) < wide(&levels, 4_000) && wide(&levels, 4_000) < wide(&levels, 60_000));
        let more: Vec<Level> = levels.iter().cloned().chain([level(1024, &[0.2]), level(2048, &[0.2])]).collect();
        assert!(wide(&more, 60_000) < wide(&levels, 60_000));
        // Nothing but what is usual: one size alone.
        let found = carry(&levels[2..], &LEVELS[0], 1024).unwrap();
        assert!((found.mean - (0.2f64.ln() - 0.35)).abs() < 1e-12);
    }

    /// By the joint normal distribution of all that is seen and what is to come, instead of one after the other.
    #[test]
    fn the_filter_is_the_normal_distribution_of_what_is_not_seen() {
        let usual = Usual { slope: (-0.3, 0.2), change: 0.1, chance: (1.0, 0.05) };
        let levels = [level(100, &[0.5, 0.52]), level(250, &[0.4]), level(800, &[0.21])];
        let found = carry(&levels, &usual, 5_000).unwrap();
        // One level beyond the first, of which the first is the diffuse beginning: condition on two differences by hand.
        let doublings = |rows: f64| (rows / 100.0).log2();
        let [one, two, all] = [250.0, 800.0, 5_000.0].map(doublings);
        let walk = |one: f64, other: f64| {
            let (near, far) = (one.min(other), one.max(other));
            let walked = near * near * far / 2.0 - near.powi(3) / 6.0;
            usual.change.powi(2) * walked + one * other * usual.slope.1.powi(2)
        };
        let start = usual.variance(100.0, 2.0);
        let seen = |rows: f64| usual.variance(rows, 1.0);
        let own = [start + walk(one, one) + seen(250.0), start + walk(two, two) + seen(800.0)];
        let both = start + walk(one, two);
        let with = [start + walk(all, one), start + walk(all, two)];
        let first = f64::midpoint(0.5f64.ln(), 0.52f64.ln());
        let off = [0.4f64.ln() - first + 0.3 * one, 0.21f64.ln() - first + 0.3 * two];
        let determinant = own[0] * own[1] - both * both;
        let gains =
            [(own[1] * with[0] - both * with[1]) / determinant, (own[0] * with[1] - both * with[0]) / determinant];
        let mean = first - 0.3 * all + gains[0] * off[0] + gains[1] * off[1];
        let variance = start + walk(all, all) - gains[0] * with[0] - gains[1] * with[1] + seen(5_000.0);
        assert!((found.mean - mean).abs() < 1e-9, "{} {mean}", found.mean);
        assert!((found.variance - variance).abs() < 1e-9, "{} {variance}", found.variance);
    }

    /// Where samples lose nothing, nothing may be lost.
    #[test]
    fn nothing_is_told_as_nothing() {
        let levels: Vec<Level> = [128, 256, 512].map(|rows| level(rows, &[0.0])).into();
        let found = carry(&levels, &LEVELS[0], 4_000).unwrap().told();
        assert!(found.estimate.abs() < 1e-12 && found.low.abs() < 1e-12 && found.high >= LEAST);
    }

    #[test]
    fn ratios_are_of_the_same_sizes() {
        let (of, to) = ([level(4, &[2.0, 8.0]), level(8, &[3.0])], [level(4, &[2.0]), level(16, &[1.0])]);
        let found = ratios(&of, &to);
        assert_eq!((found.len(), found[0].rows, found[0].values.len()), (1, 4, 2));
        assert!((found[0].values[0] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn all_rows_are_told_as_they_were_measured() {
        let usual = LEVELS[0].of_one(600);
        let named = whole(&[0.25], usual, true).unwrap();
        assert!((named.low - 0.25).abs() < 1e-12 && (named.high - 0.25).abs() < 1e-12);
        let drawn = whole(&[0.2, 0.3], usual, false).unwrap();
        assert!((drawn.estimate - 0.25).abs() < 1e-12 && drawn.low < 0.2 && drawn.high > 0.3);
        assert!(whole(&[0.0], usual, false).unwrap().high < 1e-12);
        assert_eq!(whole(&[], usual, true), None);
    }

    /// By hand: as shares of their mean 4 these are 1/2, 1 and 3/2, with variance 1/4.
    #[test]
    fn chance_is_told_by_few_draws_and_by_others() {
        assert!((relative_variance(&[2.0, 4.0, 6.0]) - 0.25).abs() < 1e-12);
        assert!(relative_variance(&[7.0]).abs() < 1e-12 && relative_variance(&[0.0, 0.0]).abs() < 1e-12);
        let told = whole(&[2.0, 4.0, 6.0], 0.04, false).unwrap();
        let off = WIDTH * ((0.5 + 0.08) / 4.0 * (4.0 / 3.0f64)).sqrt();
        assert!((told.high / 4.0 - off.exp()).abs() < 1e-12 && (told.low / 4.0 - (-off).exp()).abs() < 1e-12);
    }

    /// Many draws speak for themselves: no law makes thousands of percent of what was never seen.
    #[test]
    fn many_draws_are_told_by_the_least_and_the_most() {
        let values: Vec<f64> = (0..MANY).map(|at| 5.0 + at as f64 / 10.0).collect();
        let told = whole(&values, LEVELS[2].of_one(8), false).unwrap();
        assert!(
            (told.low - 5.0).abs() < 1e-12 && (told.high - 6.8).abs() < 1e-12 && (told.estimate - 5.9).abs() < 1e-9
        );
    }

    #[test]
    fn percents_have_two_digits_that_tell_something() {
        let shown = [0.0, 0.00381, 0.01, 0.0433, 0.04, 0.0996, 0.127, 1.2, 0.00994, 0.000_02].map(percent);
        assert_eq!(shown, ["0%", "0.38%", "1%", "4.3%", "4%", "10%", "13%", "120%", "0.99%", "0%"]);
    }
}
