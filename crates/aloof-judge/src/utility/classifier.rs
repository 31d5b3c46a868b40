//! Whether what is learned from a release predicts people as well as what is learned from the original.
//!
//! # Definition
//! Three in ten of the original's rows, drawn by the seed, are held out. Naive Bayes learns the class of the target (a sensitive label,
//! or *at least the median* of a number) from the classes of the other columns, once from the rest of the original and once from the
//! release, where a row counts in classes by the shares of its cells (`spread.rs`); every count has 1 added. Both then name the
//! likeliest class of everyone held out, by their original values. *Guess* always names the class that is most frequent in the rest of
//! the original. What is told is the share of people named rightly.
//!
//! The release was made of the held-out people, too. Where it is known which rows are theirs, it learns without these; else with
//! them, of which a learner of so few numbers remembers little.
//!
//! # Source
//! Naive Bayes as in Maron, JACM 1961; learning from one table and testing on the other as in LeFevre, DeWitt and Ramakrishnan, KDD 2006.
//!
//! # Cost
//! One pass over both tables, times the classes that cells touch.

use super::classes::Classes;
use super::query::Draw;

/// What was found: shares of people named rightly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassifierError {
    /// People held out.
    pub tested: usize,
    /// By whoever learned nothing.
    pub guess: f64,
    /// By whoever learned from the rest of the original.
    pub original: f64,
    /// By whoever learned from the release.
    pub release: f64,
}

/// Whether a row of the original is held out.
pub fn is_held_out(row: usize, seed: u64) -> bool {
    Draw::new([seed, 0x6865_6c64, row as u64, 0]).below(10) < 3
}

/// `target` from `features`; `left_out` marks released rows of people held out, where that is known. `None` where there is nothing to
/// tell apart, or nobody to learn from or to test on.
pub fn classifier(
    features: &[&Classes],
    target: &Classes,
    left_out: Option<&[bool]>,
    seed: u64,
) -> Option<ClassifierError> {
    let rows = target.before.len();
    let has = |row: &usize| (target.before[*row] as usize) < target.many;
    let (held, rest): (Vec<usize>, Vec<usize>) = (0..rows).filter(has).partition(|&row| is_held_out(row, seed));
    if target.many < 2 || held.is_empty() || rest.is_empty() {
        return None;
    }
    let mut original = Learner::new(features, target.many);
    for &row in &rest {
        let classes = features.iter().map(|feature| [(feature.before[row], 1.0)]);
        original.see(&[(target.before[row], 1.0)], classes.collect::<Vec<_>>().iter().map(|one| &one[..]));
    }
    let mut release = Learner::new(features, target.many);
    for row in (0..target.released()).filter(|&row| !left_out.is_some_and(|left_out| left_out[row])) {
        release.see(target.of_released(row), features.iter().map(|feature| feature.of_released(row)));
    }
    let most = original.likeliest(&[]);
    let right = |name: &dyn Fn(&[u32]) -> u32| {
        let hit = |&&row: &&usize| {
            let classes: Vec<u32> = features.iter().map(|feature| feature.before[row]).collect();
            name(&classes) == target.before[row]
        };
        held.iter().filter(hit).count() as f64 / held.len() as f64
    };
    Some(ClassifierError {
        tested: held.len(),
        guess: right(&|_| most),
        original: right(&|classes| original.likeliest(classes)),
        release: right(&|classes| release.likeliest(classes)),
    })
}

/// How often classes of the target were seen, and with them those of each feature.
struct Learner {
    targets: Vec<f64>,
    /// Per feature, per class of the target, per class of the feature.
    features: Vec<Vec<Vec<f64>>>,
}

impl Learner {
    fn new(features: &[&Classes], many: usize) -> Self {
        let counts = features.iter().map(|feature| vec![vec![1.0; feature.many]; many]).collect();
        Self { targets: vec![1.0; many], features: counts }
    }

    /// Counts a row by its shares; a class beyond all means that the value is missing.
    fn see<'a>(&mut self, target: &[(u32, f64)], features: impl Iterator<Item = &'a [(u32, f64)]>) {
        target.iter().for_each(|&(class, share)| self.targets[class as usize] += share);
        for (counts, classes) in self.features.iter_mut().zip(features) {
            for &(class, share) in target {
                for &(other, part) in classes {
                    if let Some(count) = counts[class as usize].get_mut(other as usize) {
                        *count += share * part;
                    }
                }
            }
        }
    }

    /// The likeliest class of someone with these classes; the first of equals.
    fn likeliest(&self, classes: &[u32]) -> u32 {
        let score = |target: usize| {
            let share = |(counts, &class): (&Vec<Vec<f64>>, &u32)| {
                let counts = &counts[target];
                counts.get(class as usize).map_or(0.0, |count| (count / counts.iter().sum::<f64>()).ln())
            };
            self.targets[target].ln() + self.features.iter().zip(classes).map(share).sum::<f64>()
        };
        let mut best = (0, f64::NEG_INFINITY);
        for target in 0..self.targets.len() {
            let found = score(target);
            if found > best.1 {
                best = (target, found);
            }
        }
        best.0 as u32
    }
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::{exact, numbers};
    use super::*;

    /// Who is at least 50 has 1. The original and what hides nothing tell everyone's; one group of all tells nothing but the majority.
    #[test]
    fn by_hand() {
        let ages: Vec<i64> = (0..100).collect();
        let rich: Vec<i64> = ages.iter().map(|age| i64::from(*age >= 40)).collect();
        let target = Classes::of(&exact(&rich, &rich), 2);
        let open = classifier(&[&Classes::of(&exact(&ages, &ages), 10)], &target, None, 1).unwrap();
        assert!(
            (open.original - 1.0).abs() < 1e-12 && (open.release - 1.0).abs() < 1e-12 && open.tested > 15,
            "{open:?}"
        );
        let grouped = classifier(&[&Classes::of(&numbers(&ages, &["0..99"; 100]), 10)], &target, None, 1).unwrap();
        assert!((grouped.release - grouped.guess).abs() < 1e-12 && grouped.guess < 0.8, "{grouped:?}");
        assert!(classifier(&[], &Classes::of(&exact(&[1; 9], &[1; 9]), 2), None, 1).is_none());
    }

    /// Counts by hand: 2 + 1 and 1 + 1 of the target; of the feature's two classes 2 + 1 and 0 + 1 with the first.
    #[test]
    fn likelihoods_by_hand() {
        let feature = Classes::of(&exact(&[0, 1], &[0, 1]), 2);
        let mut learner = Learner::new(&[&feature], 2);
        for (target, class) in [(0, 0), (0, 0), (1, 1)] {
            learner.see(&[(target, 1.0)], [&[(class, 1.0)][..]].into_iter());
        }
        assert_eq!(
            (learner.targets.as_slice(), &learner.features[0]),
            (&[3.0, 2.0][..], &vec![vec![3.0, 1.0], vec![1.0, 2.0]])
        );
        // 3/5 · 1/4 is less than 2/5 · 2/3; a missing value leaves 3/5 against 2/5.
        assert_eq!((learner.likeliest(&[0]), learner.likeliest(&[1]), learner.likeliest(&[2])), (0, 1, 0));
    }
}
