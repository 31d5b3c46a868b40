//! The largest clique: of values that have weights, the heaviest set in which every two are similar.
//!
//! # Idea
//! Candidates are dealt into classes of mutually dissimilar ones; a clique has at most one of each class, so the heaviest of
//! every class together bound what can still be reached. The search takes candidates of the last class first and leaves a
//! branch when the bound is no better than what was found.
//!
//! # Cost
//! Exponential at worst, so the branches of a search are limited, and so is the work of all searches in a group, which counts
//! values and not seconds. Where a limit is met the answer is the bound, which is never
//! too small: a risk may look larger than it is, never smaller, and [`Most::exact`] says so.

/// Branches that a search looks at.
const BRANCHES: u32 = 20_000;

/// What is left to be done for a group: words of bits to be looked at.
pub(super) struct Work(u64);

impl Work {
    /// For one group: some tenths of a second at most.
    pub fn of_a_group() -> Self {
        Self(50_000_000)
    }

    /// Whether there is none left.
    pub fn is_done(&self) -> bool {
        self.0 == 0
    }
}

/// Values with weights, and which of them are similar: a bit per pair.
pub(super) struct Graph {
    weights: Vec<u64>,
    near: Vec<u64>,
    words: usize,
}

/// The weight of the heaviest clique, or a bound on it.
#[derive(Clone, Debug)]
pub(super) struct Most {
    /// At least the weight of the heaviest clique.
    pub weight: u64,
    /// Whether it is that weight.
    pub exact: bool,
    /// The heaviest clique that was found.
    pub members: Vec<u32>,
}

impl Graph {
    /// Similarity is symmetric, and asked about different values only.
    pub fn new(weights: Vec<u64>, similar: impl Fn(usize, usize) -> bool) -> Self {
        let words = weights.len().div_ceil(64).max(1);
        let mut near = vec![0u64; words * weights.len()];
        for a in 0..weights.len() {
            for b in (a + 1..weights.len()).filter(|&b| similar(a, b)) {
                near[a * words + b / 64] |= 1 << (b % 64);
                near[b * words + a / 64] |= 1 << (a % 64);
            }
        }
        Self { weights, near, words }
    }

    /// Among all values.
    pub fn largest(&self, work: &mut Work) -> Most {
        let mut all = vec![0u64; self.words];
        (0..self.weights.len()).for_each(|at| all[at / 64] |= 1 << (at % 64));
        self.search(&all, Vec::new(), work)
    }

    /// Among those that hold the value at `centre`.
    pub fn around(&self, centre: usize, work: &mut Work) -> Most {
        self.search(self.row(centre), vec![centre as u32], work)
    }

    fn row(&self, at: usize) -> &[u64] {
        &self.near[at * self.words..][..self.words]
    }

    fn search(&self, candidates: &[u64], members: Vec<u32>, work: &mut Work) -> Most {
        let weight = members.iter().map(|&at| self.weights[at as usize]).sum();
        let bound = weight + self.classes(candidates).last().map_or(0, |&(_, bound)| bound);
        let mut search = Search { graph: self, best: weight, found: members.clone(), members, left: BRANCHES, work };
        search.extend(candidates, weight);
        let exact = !search.is_over();
        Most { weight: if exact { search.best } else { bound }, exact, members: search.found }
    }

    /// The candidates, class after class, each with the bound on a clique of those up to it.
    fn classes(&self, candidates: &[u64]) -> Vec<(usize, u64)> {
        let mut rest = candidates.to_vec();
        let mut order = Vec::new();
        let mut bound = 0;
        while rest.iter().any(|&word| word != 0) {
            let mut class = rest.clone();
            let start = order.len();
            while let Some(at) = first(&class) {
                order.push((at, 0));
                class[at / 64] &= !(1 << (at % 64));
                rest[at / 64] &= !(1 << (at % 64));
                class.iter_mut().zip(self.row(at)).for_each(|(class, near)| *class &= !near);
            }
            bound += order[start..].iter().map(|&(at, _)| self.weights[at]).max().unwrap_or(0);
            order[start..].iter_mut().for_each(|entry| entry.1 = bound);
        }
        order
    }
}

fn first(bits: &[u64]) -> Option<usize> {
    let word = bits.iter().position(|&word| word != 0)?;
    Some(word * 64 + bits[word].trailing_zeros() as usize)
}

struct Search<'a> {
    graph: &'a Graph,
    members: Vec<u32>,
    best: u64,
    found: Vec<u32>,
    left: u32,
    work: &'a mut Work,
}

impl Search<'_> {
    /// Whether a limit was met.
    fn is_over(&self) -> bool {
        self.left == 0 || self.work.is_done()
    }

    /// Adds candidates, all similar to all members, whose weight is `weight`.
    fn extend(&mut self, candidates: &[u64], weight: u64) {
        if weight > self.best {
            self.best = weight;
            self.found.clone_from(&self.members);
        }
        let mut rest = candidates.to_vec();
        let classes = self.graph.classes(candidates);
        // Each candidate is taken out of the rest once, word by word.
        self.work.0 = self.work.0.saturating_sub((classes.len() * self.graph.words) as u64);
        for (at, bound) in classes.into_iter().rev() {
            if self.is_over() || weight + bound <= self.best {
                return;
            }
            self.left -= 1;
            let next: Vec<u64> = rest.iter().zip(self.graph.row(at)).map(|(rest, near)| rest & near).collect();
            self.members.push(at as u32);
            self.extend(&next, weight + self.graph.weights[at]);
            self.members.pop();
            rest[at / 64] &= !(1 << (at % 64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of seven, each similar to the two next to it on both sides: cliques of three.
    fn ring() -> Graph {
        Graph::new(vec![1; 7], |a, b| matches!((b + 7 - a) % 7, 1 | 2 | 5 | 6))
    }

    #[test]
    fn finds_the_largest() {
        let most = ring().largest(&mut Work::of_a_group());
        assert_eq!((most.weight, most.exact, most.members.len()), (3, true, 3));
        let most = Graph::new(vec![5, 1, 1, 9], |a, b| a.max(b) < 3).around(1, &mut Work::of_a_group());
        assert_eq!((most.weight, most.exact), (7, true));
        assert_eq!(Graph::new(vec![4], |_, _| false).around(0, &mut Work::of_a_group()).weight, 4);
    }

    #[test]
    fn a_limit_makes_it_a_bound() {
        let mut work = Work(1);
        let most = ring().largest(&mut work);
        assert!(!most.exact && most.weight >= 3 && work.is_done(), "{most:?}");
    }
}
