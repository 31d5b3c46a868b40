//! How many sentences would hold of exactly one person if there were more people, or fewer.
//!
//! # Definition
//! A sentence that holds of a share w of all people holds of exactly one of n with probability about n·w·exp(−n·w). What shares there
//! are is estimated from how many of the people at hand each sentence holds of: none, one, two, three, or more. Shares are taken as drawn
//! from a gamma distribution, so these counts are negative binomial: of `x` times as many people exactly one has the probability
//! p(x) = a·x·bᵃ/(b + x)ᵃ⁺¹, with the a and b that make what was counted likeliest. Sentences were chosen because they hold of one published
//! record, which has a probability of about n·w where w is small: so hardly any has a share near nothing, and a is at least 1.
//!
//! Shares are never quite gamma distributed, so p(1) is not quite what was counted. Told is what was counted, times p(x)/p(1), which is how
//! Anonymeter corrects for the size of the control table: as many people as were counted would have told what was counted.
//!
//! # Interval
//! The estimate is made again ten times, each time without a tenth of the sentences; how much it moves is its standard error (the
//! jackknife). The rate told is that of as many sentences as would have this error. That shares may not be gamma distributed is not in it:
//! whoever wants to be sure gives as many control people as the release has.
//!
//! # Cost
//! A grid of some thousand points, eleven times.

use super::outcome::Rate;

/// Parts of which one is left out in turn.
const FOLDS: usize = 10;

/// For `x` times as many people the share of sentences that hold of exactly one; `counts` says of how many each holds, up to 4.
pub(super) fn carried(counts: &[usize], x: f64) -> Rate {
    let without = |fold: Option<usize>| {
        let mut tally = [0.0; 5];
        let used = counts.iter().enumerate().filter(|(at, _)| fold != Some(at % FOLDS));
        used.for_each(|(_, &count)| tally[count.min(4)] += 1.0);
        expected(&tally, x)
    };
    let share = without(None);
    let folds: Vec<f64> = (0..FOLDS).map(|fold| without(Some(fold))).collect();
    let mean = folds.iter().sum::<f64>() / FOLDS as f64;
    let variance = folds.iter().map(|one| (one - mean).powi(2)).sum::<f64>() * (FOLDS - 1) as f64 / FOLDS as f64;
    // No less uncertain than if all were counted, and no rate at all of nobody.
    let least = share * (1.0 - share) / counts.len().max(1) as f64;
    let worth = (share * (1.0 - share) / variance.max(least).max(1e-12)).round().max(1.0);
    Rate { people: worth as usize, right: (share * worth).round() as usize }
}

/// The share that was counted as one, times how much likelier one is of `x` times as many people.
fn expected(tally: &[f64; 5], x: f64) -> f64 {
    let counted = tally[1] / tally.iter().sum::<f64>().max(1.0);
    if counted > 0.0 { (counted * likelier(tally, x)).min(1.0) } else { 0.0 }
}

/// How much likelier exactly one is of `x` times as many people, by the likeliest a and b.
fn likelier(tally: &[f64; 5], x: f64) -> f64 {
    let steps = |low: f64, high: f64, many: u32| {
        (0..=many).map(move |step| (low + (high - low) * f64::from(step) / f64::from(many)).exp())
    };
    let mut best = (f64::NEG_INFINITY, 0.0);
    for a in steps(0.0, 4.0, 32) {
        for b in steps(-7.0, 9.0, 96) {
            let likely = likelihood(tally, a, b);
            if likely > best.0 {
                best = (likely, (x.ln() - (a + 1.0) * ((b + x) / (b + 1.0)).ln()).exp());
            }
        }
    }
    best.1
}

/// The logarithm of how likely counts of 0, 1, 2, 3 and more are.
fn likelihood(tally: &[f64; 5], a: f64, b: f64) -> f64 {
    let mut chance = (a * (b / (b + 1.0)).ln()).exp();
    let (mut sum, mut left) = (0.0, 1.0);
    for (count, &many) in tally[..4].iter().enumerate() {
        sum += many * chance.max(1e-300).ln();
        left -= chance;
        chance *= (a + count as f64) / (count as f64 + 1.0) / (b + 1.0);
    }
    sum + tally[4] * left.max(1e-300).ln()
}

#[cfg(test)]
mod tests {
    use super::super::draw::Draw;
    use super::*;

    /// Shares that are all alike, or anything from none to some, carried from 100 people to 1,000: within the interval.
    #[test]
    fn what_is_carried_over_is_what_would_be_counted() {
        let mut out = 0;
        for seed in 0..30 {
            let mut draw = Draw::new(seed, 86);
            let top = [0.002, 0.01, 0.03][seed as usize % 3];
            let mut share = || if seed % 2 == 0 { top } else { top * -draw.unit().ln() / 2.0 };
            let shares: Vec<f64> = (0..600).map(|_| share()).collect();
            let mut count = |people: usize| -> Vec<usize> {
                shares.iter().map(|&share| (0..people).filter(|_| draw.unit() < share).take(4).count()).collect()
            };
            let (few, many) = (count(100), count(1_000));
            let truth = many.iter().filter(|&&count| count == 1).count() as f64 / 600.0;
            let (low, high) = carried(&few, 10.0).interval();
            out += usize::from(truth < low - 0.04 || truth > high + 0.04);
        }
        // Of thirty intervals at 95%, and the noise of what is counted: four outside have a chance below 2%.
        assert!(out <= 3, "{out}");
    }

    /// Shares that are of two kinds, as no gamma distribution has them: one person more or less changes next to nothing.
    #[test]
    fn nearly_as_many_tell_nearly_what_was_counted() {
        let counts: Vec<usize> = (0..2_000).map(|at| [0, 4, 0, 1][at / 850 + at / 1_700]).collect();
        for x in [1_999.0 / 2_000.0, 1.0, 2_001.0 / 2_000.0] {
            assert!((carried(&counts, x).share() - 0.15).abs() < 0.002, "{x}: {:?}", carried(&counts, x));
        }
    }

    #[test]
    fn nobody_at_all_stays_nobody() {
        assert_eq!(carried(&[0; 50], 10.0).right, 0);
        assert_eq!(carried(&[], 10.0).right, 0);
    }
}
