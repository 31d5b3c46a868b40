//! Which localities are kept: a share σ of all, drawn without looking at them.
//!
//! # Cost
//! Linear in the number of localities (Fisher and Yates, as far as needed).

use crate::chance::{Chance, below};

/// `count` of `all`, every choice as likely, in the order they had.
pub fn select<T: Copy>(all: &[T], count: usize, chance: &mut Chance) -> Vec<T> {
    let mut order: Vec<u32> = (0..all.len() as u32).collect();
    let count = count.min(all.len());
    for at in 0..count {
        let other = at + below((all.len() - at) as u64, chance) as usize;
        order.swap(at, other);
    }
    order.truncate(count);
    order.sort_unstable();
    order.into_iter().map(|at| all[at as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::stream;

    #[test]
    fn each_is_as_likely() {
        let mut chance = stream([6; 32], 0);
        let mut counts = [0; 5];
        for _ in 0..10_000 {
            let chosen = select(&[0, 1, 2, 3, 4], 2, &mut chance);
            assert!(chosen[0] < chosen[1]);
            chosen.iter().for_each(|&at: &usize| counts[at] += 1);
        }
        // Five standard deviations around 4,000.
        assert!(counts.iter().all(|count| (3_755..4_245).contains(count)), "{counts:?}");
        assert_eq!(select(&[1, 2], 9, &mut chance), [1, 2]);
    }
}
