//! How certain somebody is of a claim who could check some others: certainty by experience.
//!
//! # Why
//! Attacks that look for the nearest record say *this one*, and nothing tells how certain that is. An adversary finds out: of people
//! whose records are known (the own one, those of friends) it is known whether the claim was right.
//!
//! # Definition
//! Claims have a score, lower for surer ones. One half of all claims, drawn, is checked: sorted by score they form blocks of an eighth of them,
//! but of [`BLOCKS`] claims (of few the surest would be sure by luck), equal scores together, and blocks are joined until shares of right
//! claims fall as scores rise (pool adjacent violators; Ayer and others 1955). A claim of the other half is as certain as the block is often
//! right that its score falls into, with one right and one wrong claim added. Then the halves change places.
//!
//! # Cost
//! One sort of each half.

use super::link::mixed;

/// The least number of checked claims that certainty is learnt from, and the most that are asked for.
pub const BLOCKS: (usize, usize) = (30, 100);

/// How certain each claim is, by those of the other half; in the order of the claims.
pub(super) fn certainties(scores: &[f64], right: &[bool]) -> Vec<f64> {
    let mut found = vec![0.0; scores.len()];
    // Not every second one: claims come in the order of values, and equal ones would fall to one half first.
    let is_in = |half: u64| move |at: &usize| mixed(*at, 4) & 1 == half;
    for half in 0..2 {
        let checked = (0..scores.len()).filter(is_in(1 - half)).map(|at| (scores[at], right[at])).collect();
        let blocks = blocks(checked);
        for at in (0..scores.len()).filter(is_in(half)) {
            let after = blocks.partition_point(|block| block.from <= scores[at]);
            found[at] = blocks.get(after.saturating_sub(1)).map_or(0.0, Block::share);
        }
    }
    found
}

/// Claims that were checked, from one score to another.
struct Block {
    from: f64,
    to: f64,
    claims: usize,
    right: usize,
}

impl Block {
    /// Takes in the claims that follow.
    fn join(&mut self, next: &Self) {
        (self.to, self.claims, self.right) = (next.to, self.claims + next.claims, self.right + next.right);
    }

    fn share(&self) -> f64 {
        (self.right + 1) as f64 / (self.claims + 2) as f64
    }
}

fn blocks(mut checked: Vec<(f64, bool)>) -> Vec<Block> {
    checked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let least = (checked.len() / 8).clamp(BLOCKS.0, BLOCKS.1);
    let mut blocks: Vec<Block> = Vec::new();
    for (score, right) in checked {
        let one = Block { from: score, to: score, claims: 1, right: usize::from(right) };
        match blocks.last_mut().filter(|last| last.claims < least || last.to.total_cmp(&score).is_eq()) {
            Some(last) => last.join(&one),
            None => blocks.push(one),
        }
    }
    let mut falling: Vec<Block> = Vec::new();
    for mut block in blocks {
        // What is right as often as what was surer belongs to it; so does a rest that is too small to learn from.
        while let Some(mut last) = falling.pop_if(|last| last.share() <= block.share() || block.claims < least) {
            last.join(&block);
            block = last;
        }
        falling.push(block);
    }
    falling
}

#[cfg(test)]
mod tests {
    use super::super::draw::Draw;
    use super::*;

    /// Claims that are right as often as their score says are as certain as that; those of which scores say nothing, alike.
    #[test]
    fn certainty_is_what_experience_says() {
        for seed in 0..5 {
            let mut draw = Draw::new(seed, 85);
            let truth: Vec<f64> = (0..4_000).map(|_| draw.unit()).collect();
            let right: Vec<bool> = truth.iter().map(|&chance| draw.unit() < chance).collect();
            let scores: Vec<f64> = truth.iter().map(|chance| -chance).collect();
            let learnt = certainties(&scores, &right);
            let off = learnt.iter().zip(&truth).map(|(a, b)| (a - b).abs()).sum::<f64>() / 4_000.0;
            assert!(off < 0.06, "{off}");
            let blind = certainties(&vec![1.0; 4_000], &right);
            assert!(blind.iter().all(|belief| (belief - 0.5).abs() < 0.05));
        }
        assert_eq!(certainties(&[], &[]), Vec::<f64>::new());
        assert_eq!(certainties(&[1.0], &[true]), [0.0]);
    }
}
