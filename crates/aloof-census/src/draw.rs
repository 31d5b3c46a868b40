//! The random source of one block.
//!
//! The `ChaCha` cipher is defined by its specification, not by a library
//! version, and has 2^64 independent streams under one key: the seed is the
//! key, the number of the block is the stream. Floating-point draws use `libm` and exactly rounded
//! operations only, since the mathematical functions of the standard library
//! may differ in the last bit between platforms, and a last bit can move a
//! reported income to the next round figure.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::alias::Alias;

/// Fills the part of the key that the seed leaves open; a new text means a new
/// table for every seed, so it changes only with the model.
const KEY_TAIL: &[u8; 24] = b"aloof census, edition 1.";

/// Turns a block's random stream into the kinds of draws the model needs.
pub(crate) struct Draw {
    stream: ChaCha8Rng,
}

impl Draw {
    /// The source for one block of the table with this seed.
    pub(crate) fn new(seed: u64, block: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..].copy_from_slice(KEY_TAIL);
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(block);
        Self { stream }
    }

    /// A code from a distribution.
    #[inline]
    pub(crate) fn code(&mut self, table: &Alias) -> u8 {
        table.pick(self.stream.next_u64())
    }

    /// True in `share` of a thousand draws.
    #[inline]
    pub(crate) fn per_mille(&mut self, share: u32) -> bool {
        (u64::from(self.stream.next_u32()) * 1000) >> 32 < u64::from(share)
    }

    /// Uniform in (0, 1]; zero is left out because its logarithm is asked for.
    #[inline]
    fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        ((self.stream.next_u64() >> 11) + 1) as f64 * STEP
    }

    /// Standard normal, by Box and Muller: a fixed number of words per draw.
    #[inline]
    pub(crate) fn normal(&mut self) -> f64 {
        // The square root is exactly rounded everywhere, so std's will do.
        let radius = (-2.0 * libm::log(self.unit())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.unit())
    }

    /// Standard exponential: the logarithm of a Pareto variable of exponent 1.
    #[inline]
    pub(crate) fn exponential(&mut self) -> f64 {
        -libm::log(self.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_blocks_give_different_streams() {
        let word = |seed, block| Draw::new(seed, block).stream.next_u64();
        assert_eq!(word(1, 0), word(1, 0));
        assert_ne!(word(1, 0), word(1, 1));
        assert_ne!(word(1, 0), word(2, 0));
    }

    #[test]
    fn normal_has_mean_zero_and_variance_one() {
        let mut draw = Draw::new(3, 0);
        let sample: Vec<f64> = (0..20_000).map(|_| draw.normal()).collect();
        let mean = sample.iter().sum::<f64>() / 20_000.0;
        let square = sample.iter().map(|z| z * z).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03, "{mean}");
        assert!((square - 1.0).abs() < 0.05, "{square}");
    }

    #[test]
    fn per_mille_bounds() {
        let mut draw = Draw::new(3, 0);
        assert!((0..1000).all(|_| draw.per_mille(1000)));
        assert!((0..1000).all(|_| !draw.per_mille(0)));
    }
}
