//! Chance: the order of rows and the numbers of groups.
//!
//! An order that follows the input, the sensitive value or the deal into groups would give the release away, so it is
//! drawn from the ChaCha cipher under a key from the operating system. The same key draws the same order.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The key of the generator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// What is no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is a whole number such as 7, or the 64 hexadecimal digits of a seed.txt")]
pub struct NoSeed;

impl Seed {
    /// From the operating system.
    pub fn from_system() -> std::io::Result<Self> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Self(key))
    }

    pub(super) fn generator(self) -> ChaCha20Rng {
        ChaCha20Rng::from_seed(self.0)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        Self(key)
    }
}

impl FromStr for Seed {
    type Err = NoSeed;
    fn from_str(text: &str) -> Result<Self, NoSeed> {
        if text.len() != 64 {
            return text.parse::<u64>().map(Self::from).map_err(|_| NoSeed);
        }
        let mut key = [0; 32];
        for (byte, digits) in key.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digit = |at: usize| char::from(digits[at]).to_digit(16).ok_or(NoSeed);
            *byte = (digit(0)? * 16 + digit(1)?) as u8;
        }
        Ok(Self(key))
    }
}

/// As `--seed` takes it: the number it was made from, or all digits.
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((number, rest)) = self.0.split_first_chunk()
            && rest == [0; 24]
        {
            return write!(f, "{}", u64::from_le_bytes(*number));
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Nothing of it: whoever has the seed can put the rows back into the order of the input.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// `0..len` in an order drawn evenly from all orders (Fisher and Yates).
pub(super) fn order(len: usize, generator: &mut ChaCha20Rng) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    for at in (1..len).rev() {
        order.swap(at, below(at as u64 + 1, generator) as usize);
    }
    order
}

/// Which kept row stands at each place of a release of groups, whose first draw from the seed this is.
pub(crate) fn order_of_rows(len: usize, seed: Seed) -> Vec<u32> {
    order(len, &mut seed.generator())
}

/// Evenly from `0..limit`: numbers beyond the last whole multiple of the limit are drawn again.
fn below(limit: u64, generator: &mut ChaCha20Rng) -> u64 {
    loop {
        let drawn = generator.next_u64();
        // There are fewer such numbers than the limit: it need not be divided by to know most as good.
        if drawn <= u64::MAX - limit || drawn <= u64::MAX - (u64::MAX % limit + 1) % limit {
            return drawn % limit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_read_back() {
        let seed = Seed::from_system().unwrap();
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("7".parse(), Ok(Seed::from(7)));
        assert_eq!(Seed::from(7).to_string(), "7");
        assert!(["", "-1", "x", &"g".repeat(64)].iter().all(|text| text.parse::<Seed>().is_err()));
        assert_eq!(format!("{seed:?}"), "Seed(…)");
    }

    #[test]
    fn all_orders_are_about_as_likely() {
        let mut generator = Seed::from(1).generator();
        let mut counts = std::collections::HashMap::new();
        (0..24_000).for_each(|_| *counts.entry(order(4, &mut generator)).or_insert(0) += 1);
        assert_eq!(counts.len(), 24);
        // Five standard deviations around 1000.
        assert!(counts.values().all(|count| (845..1155).contains(count)), "{counts:?}");
        assert_eq!(order(0, &mut generator), [0u32; 0]);
    }
}
