//! The chance that attacks draw from: ChaCha, keyed by a seed, with a stream of its own for each purpose. So an attack comes out
//! the same whenever it is made again, at any number of threads.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// One stream of draws.
pub struct Draw(ChaCha8Rng);

impl Draw {
    /// The stream of one purpose.
    pub fn new(seed: u64, purpose: u64) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        chance.set_stream(purpose);
        Self(chance)
    }

    /// One of `limit` numbers from 0; 0 if there are none.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }

    /// Between 0 and 1, neither of them.
    pub fn unit(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// Puts items into an order drawn at random.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_last(items, items.len());
    }

    /// The same, as far as it decides on the last of them.
    pub fn shuffle_last<T>(&mut self, items: &mut [T], last: usize) {
        for at in (1..items.len()).rev().take(last) {
            items.swap(at, self.below(at + 1));
        }
    }
}
