//! What was measured at one point: a number for each query or each repetition, and how sure their mean is.

/// How often a sample is drawn again.
const AGAIN: usize = 500;

/// Numbers that were measured under the same circumstances; none where nothing could be had.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample(pub Vec<f64>);

impl Sample {
    /// A number that follows from the table, and would be the same in every repetition.
    pub fn exact(number: f64) -> Self {
        Self(vec![number])
    }

    /// Their mean.
    pub fn mean(&self) -> Option<f64> {
        (!self.0.is_empty()).then(|| self.0.iter().sum::<f64>() / self.0.len() as f64)
    }

    /// Where the mean of such a sample lies 95 times in 100, by drawing from this one again.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let mean = self.mean()?;
        if self.0.len() < 2 {
            return Some((mean, mean));
        }
        let mut draw = Draw::new(self.0.len() as u64);
        let means = (0..AGAIN).map(|_| draw.places(self.0.len()).map(|at| self.0[at]).sum::<f64>());
        Some(middle(means.map(|sum| sum / self.0.len() as f64).collect()))
    }
}

/// The middle 95 of 100 numbers.
fn middle(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| numbers[((numbers.len() - 1) as f64 * share).round() as usize];
    (at(0.025), at(0.975))
}

/// Some statistic of several samples, with where it lies 95 times in 100. Samples of one length are of the same queries, and
/// queries are drawn again for all of them at once.
pub(super) fn of_all(samples: &[&Sample], statistic: impl Fn(&[f64]) -> f64) -> (f64, (f64, f64)) {
    let means: Vec<f64> = samples.iter().filter_map(|sample| sample.mean()).collect();
    let found = statistic(&means);
    let lengths: Vec<usize> = samples.iter().map(|sample| sample.0.len()).collect();
    if lengths.iter().all(|&length| length < 2) {
        return (found, (found, found));
    }
    let together = lengths.windows(2).all(|pair| pair[0] == pair[1]) && lengths.first().is_some_and(|&many| many > 20);
    let mut draw = Draw::new(lengths.len() as u64);
    let mut again = || {
        let places: Vec<usize> = if together { draw.places(lengths[0]).collect() } else { Vec::new() };
        let one = |sample: &&Sample| {
            let many = sample.0.len().max(1) as f64;
            if together {
                places.iter().map(|&at| sample.0[at]).sum::<f64>() / many
            } else {
                draw.places(sample.0.len()).map(|at| sample.0[at]).sum::<f64>() / many
            }
        };
        let means: Vec<f64> = samples.iter().map(one).collect();
        statistic(&means)
    };
    (found, middle((0..AGAIN).map(|_| again()).collect()))
}

/// `SplitMix64`: the same everywhere.
pub(super) struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x5851_f42d_4c95_7f2d)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A whole number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// Between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn places(&mut self, many: usize) -> impl Iterator<Item = usize> + '_ {
        (0..many).map(move |_| self.below(many))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_mean() {
        let sample = Sample((0..400).map(|at| f64::from(at % 20)).collect());
        let (low, high) = sample.interval().unwrap();
        assert!(low < 9.5 && 9.5 < high && high - low < 1.5);
        assert_eq!(Sample::exact(3.0).interval(), Some((3.0, 3.0)));
        assert_eq!(Sample::default().interval(), None);
    }

    /// Of pairs that differ by exactly one, the difference of means has no room.
    #[test]
    fn the_same_queries_are_drawn_again() {
        let one = Sample((0..100).map(f64::from).collect());
        let other = Sample((1..101).map(f64::from).collect());
        let (found, (low, high)) = of_all(&[&one, &other], |means| means[1] - means[0]);
        assert!((found - 1.0).abs() < 1e-9 && (low - 1.0).abs() < 1e-9 && (high - 1.0).abs() < 1e-9);
    }
}
