//! Alias tables: drawing a label by weight in constant time.
//!
//! Most columns depend on others, which takes hundreds of small distributions;
//! Walker's alias method (built as Vose does) makes each draw one
//! multiplication and one comparison. Weights and thresholds are integers, so
//! the tables come out bit for bit the same on every machine.

/// One slot: the slot's own code below the threshold, the other code from it on.
#[derive(Clone, Copy)]
struct Slot {
    threshold: u32,
    other: u8,
}

/// A distribution over the codes `0..n`, ready to be drawn from.
pub(crate) struct Alias {
    slots: Box<[Slot]>,
}

impl Alias {
    /// Builds the table for weights of which at least one is positive.
    ///
    /// Works on `weight * n` against the total, which keeps the arithmetic
    /// exact: what is left over at the end is full slots only.
    pub(crate) fn new(weights: &[u32]) -> Self {
        let n = weights.len() as u64;
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        assert!(total > 0, "a distribution needs a positive weight");
        assert!(total >> 32 == 0, "thresholds would overflow");

        let mut mass: Vec<u64> = weights.iter().map(|&w| u64::from(w) * n).collect();
        let mut slots: Vec<Slot> =
            (0..weights.len()).map(|code| Slot { threshold: u32::MAX, other: code as u8 }).collect();
        let (mut poor, mut rich): (Vec<usize>, Vec<usize>) = (0..weights.len()).partition(|&code| mass[code] < total);

        while let (Some(small), Some(&large)) = (poor.pop(), rich.last()) {
            slots[small] = Slot { threshold: ((mass[small] << 32) / total) as u32, other: large as u8 };
            mass[large] -= total - mass[small];
            if mass[large] < total {
                rich.pop();
                poor.push(large);
            }
        }
        Self { slots: slots.into_boxed_slice() }
    }

    /// The code that a uniform word picks: its upper half chooses the slot, its
    /// lower half the side.
    #[inline]
    pub(crate) fn pick(&self, word: u64) -> u8 {
        let index = ((word >> 32) * self.slots.len() as u64) >> 32;
        let slot = self.slots[index as usize];
        if (word as u32) < slot.threshold { index as u8 } else { slot.other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability of each code, read back from the slots in 2^-32 units.
    fn shares(table: &Alias) -> Vec<f64> {
        let n = table.slots.len();
        let mut shares = vec![0.0; n];
        for (code, slot) in table.slots.iter().enumerate() {
            let own = f64::from(slot.threshold) / 4_294_967_296.0;
            shares[code] += own / n as f64;
            shares[usize::from(slot.other)] += (1.0 - own) / n as f64;
        }
        shares
    }

    #[test]
    fn slots_carry_the_weights() {
        let weights = [5, 0, 1, 17, 3, 3, 0, 80];
        let total: u32 = weights.iter().sum();
        for (share, weight) in shares(&Alias::new(&weights)).iter().zip(weights) {
            let expected = f64::from(weight) / f64::from(total);
            assert!((share - expected).abs() < 1e-8, "{share} for {expected}");
        }
    }

    #[test]
    fn a_zero_weight_is_never_picked() {
        let table = Alias::new(&[0, 7, 0, 2]);
        for upper in 0..4u64 {
            for lower in [0, 1, u64::from(u32::MAX)] {
                let code = table.pick((upper << 62) | lower);
                assert!(code == 1 || code == 3);
            }
        }
    }
}
