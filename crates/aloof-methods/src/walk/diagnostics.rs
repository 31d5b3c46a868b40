//! Whether chains have forgotten where they began: split R-hat and the effective number of draws.
//!
//! # Definition
//! Split R-hat compares the spread between halves of chains with the spread within them; 1 when they agree. The
//! effective size is the number of independent draws that would estimate a mean as well.
//!
//! # Source
//! Gelman et al., *Bayesian Data Analysis*, 3rd edition, 11.4 and 11.5; Geyer 1992 for where the sum of
//! autocorrelations ends (sums of neighbouring pairs while positive, made monotone).
//!
//! # Cost
//! `O(draws · lag)` per variable and chain, `lag` being where the correlation dies out.

/// Draws of several chains: per chain the draws, one after the other, each of all variables.
#[derive(Clone, Debug, Default)]
pub struct Draws {
    dimensions: usize,
    chains: Vec<Vec<f64>>,
}

/// What was found for all variables together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixing {
    /// The largest split R-hat of a variable that moves.
    pub r_hat: f64,
    /// The smallest effective size of a variable that moves.
    pub effective: f64,
    /// Variables that had the same value in every draw of every chain.
    pub still: usize,
}

impl Draws {
    /// No draws yet.
    pub fn new(dimensions: usize, chains: usize) -> Self {
        Self { dimensions, chains: vec![Vec::new(); chains] }
    }

    /// Adds a draw to a chain.
    pub fn push(&mut self, chain: usize, point: &[f64]) {
        self.chains[chain].extend_from_slice(&point[..self.dimensions]);
    }

    /// Draws of each chain.
    pub fn len(&self) -> usize {
        self.chains.first().map_or(0, |chain| chain.len() / self.dimensions.max(1))
    }

    /// None yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The draws of every chain without the first `part` of them.
    pub fn later(&self, part: f64) -> Self {
        let gone = (self.len() as f64 * part) as usize * self.dimensions;
        Self { dimensions: self.dimensions, chains: self.chains.iter().map(|chain| chain[gone..].to_vec()).collect() }
    }

    /// Of each chain every other draw.
    pub fn thin(&mut self) {
        let n = self.dimensions.max(1);
        for chain in &mut self.chains {
            *chain = chain.chunks(n).skip(1).step_by(2).flatten().copied().collect();
        }
    }

    /// All draws of one variable, chain by chain.
    pub fn variable(&self, variable: usize) -> Vec<Vec<f64>> {
        let of = |chain: &Vec<f64>| chain.iter().skip(variable).step_by(self.dimensions).copied().collect();
        self.chains.iter().map(of).collect()
    }

    /// The worst over all variables.
    pub fn mixing(&self) -> Mixing {
        let mut found = Mixing { r_hat: 1.0, effective: f64::INFINITY, still: 0 };
        for variable in 0..self.dimensions {
            let whole = self.variable(variable);
            let chains = split(&whole);
            match r_hat(&chains) {
                None => found.still += 1,
                Some(r_hat) => {
                    found.r_hat = found.r_hat.max(r_hat);
                    found.effective = found.effective.min(effective(&chains));
                }
            }
        }
        found
    }
}

/// Each chain as two of half the length.
fn split(chains: &[Vec<f64>]) -> Vec<&[f64]> {
    let halves = |chain: &'_ Vec<f64>| chain.len() / 2;
    chains.iter().flat_map(|chain| [&chain[..halves(chain)], &chain[chain.len() - halves(chain)..]]).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Mean of the variances within, and variance of the means.
fn spreads(chains: &[&[f64]]) -> (f64, f64) {
    let length = chains[0].len() as f64;
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let within =
        |(chain, mean): (&&[f64], &f64)| chain.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (length - 1.0);
    let within = chains.iter().zip(&means).map(within).sum::<f64>() / chains.len() as f64;
    let middle = mean(&means);
    let between = means.iter().map(|mean| (mean - middle) * (mean - middle)).sum::<f64>();
    (within, between / (chains.len() as f64 - 1.0))
}

/// Split R-hat of chains that are halves already; `None` when nothing ever moved.
fn r_hat(chains: &[&[f64]]) -> Option<f64> {
    let length = chains.first()?.len() as f64;
    if length < 2.0 {
        return Some(f64::INFINITY);
    }
    let (within, between) = spreads(chains);
    if within + between <= 0.0 {
        return None;
    }
    Some((((length - 1.0) / length * within + between) / within).sqrt())
}

/// The effective size of chains of equal length.
fn effective(chains: &[&[f64]]) -> f64 {
    let (count, length) = (chains.len() as f64, chains[0].len());
    let (within, between) = spreads(chains);
    let total = (length as f64 - 1.0) / length as f64 * within + between;
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let correlation = |lag: usize| {
        let one = |(chain, mean): (&&[f64], &f64)| {
            let pairs = chain.iter().zip(&chain[lag..]);
            pairs.map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>() / length as f64
        };
        let covariance = chains.iter().zip(&means).map(one).sum::<f64>() / count;
        1.0 - (within - covariance) / total
    };
    let mut sum = -1.0;
    let mut before = f64::INFINITY;
    for pair in 0..length / 2 {
        let two = if pair == 0 { 1.0 + correlation(1) } else { correlation(2 * pair) + correlation(2 * pair + 1) };
        if two <= 0.0 || 2 * pair + 1 >= length {
            break;
        }
        before = before.min(two);
        sum += 2.0 * before;
    }
    let size = count * length as f64;
    (size / sum.max(1.0 / size.log10())).min(size * size.log10())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{normals, stream};

    /// An autoregression with coefficient `rho`: its effective size is known.
    fn autoregression(rho: f64, length: usize, chains: usize) -> Draws {
        let mut draws = Draws::new(1, chains);
        let mut chance = stream([4; 32], 0);
        for chain in 0..chains {
            let mut noise = vec![0.0; length];
            normals(&mut noise, &mut chance);
            let mut x = noise[0] / (1.0 - rho * rho).sqrt();
            for noise in noise {
                x = rho * x + noise;
                draws.push(chain, &[x]);
            }
        }
        draws
    }

    #[test]
    fn effective_size_of_an_autoregression() {
        for rho in [0.0, 0.5, 0.9] {
            let found = autoregression(rho, 20_000, 4).mixing();
            let expected = 80_000.0 * (1.0 - rho) / (1.0 + rho);
            assert!((found.effective / expected - 1.0).abs() < 0.12, "{rho}: {} for {expected}", found.effective);
            assert!(found.r_hat < 1.01);
        }
    }

    #[test]
    fn chains_apart_are_seen() {
        let mut draws = autoregression(0.3, 500, 4);
        draws.chains[0].iter_mut().for_each(|x| *x += 3.0);
        assert!(draws.mixing().r_hat > 1.2);
    }

    #[test]
    fn what_never_moves_is_counted() {
        let mut draws = Draws::new(2, 2);
        for at in 0..10 {
            draws.push(0, &[1.0, f64::from(at % 3)]);
            draws.push(1, &[1.0, f64::from(at % 4)]);
        }
        assert_eq!(draws.mixing().still, 1);
        draws.thin();
        assert_eq!((draws.len(), draws.chains[1][1]), (5, 1.0));
        assert_eq!(draws.later(0.5).len(), 3);
    }
}
