//! Chance: ChaCha with eight rounds, and the laws that makers draw from.
//!
//! Every piece of work has a generator of its own, told apart by ChaCha's stream number, so that what is drawn does not
//! depend on which thread draws it.

use rand_chacha::rand_core::{Rng, SeedableRng};

/// The generator of all walks.
pub type Chance = rand_chacha::ChaCha8Rng;

/// The generator of one stream under a key.
pub fn stream(key: [u8; 32], stream: u64) -> Chance {
    let mut chance = Chance::from_seed(key);
    chance.set_stream(stream);
    chance
}

/// Evenly from the open interval between 0 and 1.
pub fn unit(chance: &mut Chance) -> f64 {
    ((chance.next_u64() >> 11) as f64 + 0.5) * (1.0 / (1u64 << 53) as f64)
}

/// Evenly from `0..128`, and evenly from the open interval between 0 and 1, of one draw: no bit of it counts for both.
pub fn kind_and_unit(chance: &mut Chance) -> (u8, f64) {
    let drawn = chance.next_u64();
    ((drawn & 127) as u8, ((drawn >> 11) as f64 + 0.5) * (1.0 / (1u64 << 53) as f64))
}

/// Whoever draws evenly from `0..limit`, for makers whose caller says from what.
pub type Below<'a> = dyn FnMut(u64) -> u64 + 'a;

/// Evenly from `0..limit` (Lemire's multiplication, with rejection); `limit` is not 0.
pub fn below(limit: u64, chance: &mut Chance) -> u64 {
    let mut wide = u128::from(chance.next_u64()) * u128::from(limit);
    if (wide as u64) < limit {
        let unfair = limit.wrapping_neg() % limit;
        while (wide as u64) < unfair {
            wide = u128::from(chance.next_u64()) * u128::from(limit);
        }
    }
    (wide >> 64) as u64
}

/// Evenly from the whole numbers `low..=high`.
pub fn between(low: i64, high: i64, chance: &mut Chance) -> i64 {
    let width = high.wrapping_sub(low) as u64;
    if width == u64::MAX {
        return chance.next_u64() as i64;
    }
    low.wrapping_add(below(width + 1, chance) as i64)
}

/// Independent normal numbers (Marsaglia's polar method).
pub fn normals(into: &mut [f64], chance: &mut Chance) {
    for pair in into.chunks_mut(2) {
        let (x, y) = loop {
            let (x, y) = (2.0 * unit(chance) - 1.0, 2.0 * unit(chance) - 1.0);
            let square = x * x + y * y;
            if square < 1.0 && square > 0.0 {
                let factor = (-2.0 * square.ln() / square).sqrt();
                break (x * factor, y * factor);
            }
        };
        pair[0] = x;
        if let Some(second) = pair.get_mut(1) {
            *second = y;
        }
    }
}

/// A direction drawn evenly from the sphere.
pub fn direction(into: &mut [f64], chance: &mut Chance) {
    normals(into, chance);
    let length = into.iter().map(|x| x * x).sum::<f64>().sqrt();
    into.iter_mut().for_each(|x| *x /= length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_even() {
        let mut chance = stream([1; 32], 0);
        let mut counts = [0u32; 7];
        (0..70_000).for_each(|_| counts[(between(-3, 3, &mut chance) + 3) as usize] += 1);
        // Five standard deviations around 10,000.
        assert!(counts.iter().all(|count| (9_540..10_460).contains(count)), "{counts:?}");
        assert_eq!(between(5, 5, &mut chance), 5);
        let _any = between(i64::MIN, i64::MAX, &mut chance);
    }

    #[test]
    fn normal_numbers_have_their_moments() {
        let mut drawn = vec![0.0; 100_001];
        normals(&mut drawn, &mut stream([2; 32], 0));
        let mean = drawn.iter().sum::<f64>() / 1e5;
        let square = drawn.iter().map(|x| x * x).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.016 && (square - 1.0).abs() < 0.03, "{mean} {square}");
    }

    #[test]
    fn streams_differ_and_repeat() {
        let draw = |at| unit(&mut stream([3; 32], at));
        assert!(draw(0).to_bits() == draw(0).to_bits() && draw(0).to_bits() != draw(1).to_bits());
    }
}
