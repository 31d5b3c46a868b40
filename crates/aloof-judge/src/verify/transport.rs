//! The earth mover's distance as it is defined: the least work among all ways to turn one distribution into the other.
//!
//! A transportation problem, solved by successive shortest paths in exact fractions. For small tables: it is here to
//! show that the formulas in use are what they claim to be.

use aloof_principles::Ground;
use aloof_table::Ratio;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::counts::{count, counts};
use super::t_closeness::leaf;
use super::{Value, share};

/// The least work that turns the distribution of `group` into that of `table`.
pub fn least_work(ground: &Ground, group: &[Value], table: &[Value]) -> Ratio {
    let values = counts(table);
    let supply = values.iter().map(|&(value, _)| share(count(value, group), group.len())).collect();
    let demand = values.iter().map(|&(_, total)| share(total, table.len())).collect();
    let costs = |from: usize| (0..values.len()).map(|to| ground_distance(ground, &values, from, to)).collect();
    let costs: Vec<Vec<BigRational>> = (0..values.len()).map(costs).collect();
    Ratio::from(Problem::new(supply, demand, costs).solve())
}

/// How far the `a`-th value is from the `b`-th.
fn ground_distance(ground: &Ground, values: &[(&Value, usize)], a: usize, b: usize) -> BigRational {
    if a == b {
        return BigRational::zero();
    }
    let number = |at: usize| values[at].0.number();
    match ground {
        Ground::Equal => share(1, 1),
        Ground::Ordered => share(a.abs_diff(b), values.len() - 1),
        Ground::Value => (number(a) - number(b)).abs() / (number(values.len() - 1) - number(0)),
        Ground::Hierarchical(tree) => {
            let common = tree.common(leaf(tree, values[a].0), leaf(tree, values[b].0));
            share(tree.level(common).into(), tree.height().into())
        }
    }
}

/// What is still to be moved, what was moved from where to where, and what moving costs.
struct Problem {
    supply: Vec<BigRational>,
    demand: Vec<BigRational>,
    flow: Vec<Vec<BigRational>>,
    costs: Vec<Vec<BigRational>>,
}

/// The cost of the cheapest known way to a node, and the node before it; `None` where none is known.
type Way = Option<(BigRational, Option<usize>)>;

/// Nodes are the sources, then the sinks. Goods move forwards over any pair, and back over pairs that carry flow.
impl Problem {
    fn new(supply: Vec<BigRational>, demand: Vec<BigRational>, costs: Vec<Vec<BigRational>>) -> Self {
        let flow = vec![vec![BigRational::zero(); demand.len()]; supply.len()];
        Self { supply, demand, flow, costs }
    }

    /// Sends as much as possible along a cheapest path, until nothing is left.
    fn solve(mut self) -> BigRational {
        while let Some(path) = self.cheapest_path() {
            self.send(&path);
        }
        self.pairs().map(|(from, to)| &self.flow[from][to] * &self.costs[from][to]).sum()
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (sources, sinks) = (self.supply.len(), self.demand.len());
        (0..sources).flat_map(move |from| (0..sinks).map(move |to| (from, to)))
    }

    /// Steps that can be taken now, with what they cost.
    fn steps(&self) -> Vec<(usize, usize, BigRational)> {
        let sink = |to: usize| self.supply.len() + to;
        let forwards = self.pairs().map(|(from, to)| (from, sink(to), self.costs[from][to].clone()));
        let loaded = self.pairs().filter(|&(from, to)| self.flow[from][to].is_positive());
        forwards.chain(loaded.map(|(from, to)| (sink(to), from, -self.costs[from][to].clone()))).collect()
    }

    /// Bellman and Ford: improve every node's cheapest known way until none improves.
    fn cheapest_ways(&self) -> Vec<Way> {
        let start = |supply: &BigRational| supply.is_positive().then(|| (BigRational::zero(), None));
        let mut ways: Vec<Way> = self.supply.iter().map(start).collect();
        ways.resize(self.supply.len() + self.demand.len(), None);
        let steps = self.steps();
        let mut improved = true;
        while improved {
            improved = false;
            for (from, to, cost) in &steps {
                let Some(cost) = ways[*from].as_ref().map(|(before, _)| before + cost) else { continue };
                if ways[*to].as_ref().is_none_or(|(known, _)| cost < *known) {
                    ways[*to] = Some((cost, Some(*from)));
                    improved = true;
                }
            }
        }
        ways
    }

    /// From a source with supply to a sink with demand.
    fn cheapest_path(&self) -> Option<Vec<usize>> {
        let ways = self.cheapest_ways();
        let sinks = self.demand.iter().enumerate().filter(|(_, demand)| demand.is_positive());
        let open = sinks.map(|(sink, _)| self.supply.len() + sink).filter(|&node| ways[node].is_some());
        let mut node = open.min_by(|&a, &b| ways[a].cmp(&ways[b]))?;
        let mut path = vec![node];
        while let Some((_, Some(before))) = ways[node] {
            path.push(before);
            node = before;
        }
        path.reverse();
        Some(path)
    }

    fn send(&mut self, path: &[usize]) {
        let sources = self.supply.len();
        let (first, last) = (path[0], path[path.len() - 1] - sources);
        let back = |step: &[usize]| (step[0] >= sources).then(|| (step[1], step[0] - sources));
        let limits = path.windows(2).filter_map(back).map(|(from, to)| &self.flow[from][to]);
        let limits = limits.chain([&self.supply[first], &self.demand[last]]);
        let amount = limits.min().expect("there are two at least").clone();
        for step in path.windows(2) {
            match back(step) {
                Some((from, to)) => self.flow[from][to] -= &amount,
                None => self.flow[step[0]][step[1] - sources] += &amount,
            }
        }
        self.supply[first] -= &amount;
        self.demand[last] -= &amount;
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;

    fn whole(numbers: &[i64]) -> Vec<BigRational> {
        numbers.iter().map(|&number| BigRational::from(BigInt::from(number))).collect()
    }

    #[test]
    fn a_textbook_problem() {
        // The greedy choice (cheapest pair first) costs 1·10 + 9·10 = 100; the best is 2·10 + 3·10 = 50.
        let costs = vec![whole(&[1, 2]), whole(&[3, 9])];
        let problem = Problem::new(whole(&[10, 10]), whole(&[10, 10]), costs);
        assert_eq!(problem.solve(), BigRational::from(BigInt::from(50)));
    }
}
