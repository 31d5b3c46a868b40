//! What a walk keeps, as whoever knows true numbers finds it: which of two people is nearer to a third.
//!
//! # Cost
//! `O(n²)` localities of n numbers, each found by bisection.

/// What is said of three people, by their places; of two it is the last that stands twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Locality {
    pub people: [u32; 3],
    pub says: Says,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The first is at least as far from the second as the third is.
    Farther,
    /// At most as far.
    Nearer,
    /// The first has what the second has.
    Equal,
}

impl Locality {
    pub fn holds(&self, numbers: &[f64], record_of: &[u32]) -> bool {
        let [low, between, high] = self.people.map(|person| numbers[record_of[person as usize] as usize]);
        let (left, right) = (between - low, high - between);
        match self.says {
            Says::Farther => left >= 0.0 && right >= 0.0 && left >= right,
            Says::Nearer => left >= 0.0 && right >= 0.0 && left <= right,
            Says::Equal => low.total_cmp(&between).is_eq(),
        }
    }
}

/// All localities of numbers that do not follow from others: for every pair the last on the near side of the mirror image, and the
/// first on the far side. Where equal numbers are one, also who is equal.
pub(super) fn localities_of(numbers: &[f64], collapsed: bool) -> Vec<Locality> {
    let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
    order.sort_by(|&a, &b| numbers[a as usize].total_cmp(&numbers[b as usize]));
    let mut found = Vec::new();
    if collapsed {
        for pair in
            order.windows(2).filter(|pair| numbers[pair[0] as usize].total_cmp(&numbers[pair[1] as usize]).is_eq())
        {
            found.push(Locality { people: [pair[0], pair[1], pair[1]], says: Says::Equal });
        }
        order.dedup_by(|a, b| numbers[*a as usize].total_cmp(&numbers[*b as usize]).is_eq());
    }
    let value = |at: usize| numbers[order[at] as usize];
    for between in 0..order.len() {
        let above = order.partition_point(|&other| numbers[other as usize] <= value(between));
        for low in (0..between).filter(|&low| value(low) < value(between)) {
            let mirror = 2.0 * value(between) - value(low);
            let far = order.partition_point(|&other| numbers[other as usize] < mirror).max(above);
            let people = |high: usize| [order[low], order[between], order[high]];
            if far > above {
                found.push(Locality { people: people(far - 1), says: Says::Farther });
            }
            if far < order.len() {
                found.push(Locality { people: people(far), says: Says::Nearer });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::draw::Draw;
    use super::*;

    /// Every triple that the definition names follows from one that was found, and what was found is true.
    #[test]
    fn localities_are_those_of_the_definition() {
        for seed in 0..40 {
            let mut draw = Draw::new(seed, 82);
            let numbers: Vec<f64> = (0..9).map(|_| draw.below(20) as f64).collect();
            let found = localities_of(&numbers, seed % 2 == 0);
            let own: Vec<u32> = (0..9).collect();
            assert!(found.iter().all(|one| one.holds(&numbers, &own)), "{numbers:?}");
            for (i, j, k) in (0..9).flat_map(|i| (0..9).flat_map(move |j| (0..9).map(move |k| (i, j, k)))) {
                let [a, b, c] = [i, j, k].map(|at: usize| numbers[at]);
                if !(a < b && b < c) {
                    continue;
                }
                let follows = |one: &Locality| {
                    let [low, between, high] = one.people.map(|at| numbers[at as usize]);
                    let same = low.total_cmp(&a).is_eq() && between.total_cmp(&b).is_eq();
                    same && match one.says {
                        Says::Farther => b - a >= c - b && c <= high,
                        Says::Nearer => b - a <= c - b && c >= high,
                        Says::Equal => false,
                    }
                };
                assert!(found.iter().any(follows), "{numbers:?}: {a} {b} {c}");
            }
        }
    }
}
