//! Whether one column follows from another: by more than two columns of the same people are alike.
//!
//! # Definition
//! A column is *told* by a given one when people who have the same given value differ in it hardly at all: at most a quarter as much as
//! any two people do. A copy of which one value in e is drawn anew lets them differ 1 − (1 − 1/e)² times as much, so that copies with one
//! error in eight are told. Two people differ by 1 where what is known of them cannot be the same, else by 0; in a column of numbers or dates
//! also by the number of other values that lie between. Somebody who has a given value alone says nothing, so that chance does not
//! make rare values telling: classes count by half their people, and all pairs inside are looked at. A value that many have, such as
//! *none*, may hide that all others tell; so the largest class is also left out. Of ordered given values those that are rare are also
//! taken together with the next.
//!
//! # Source
//! A class of n people is a U-statistic of order 2: a mean of means of ⌊n/2⌋ independent pairs, to which Chernoff's bound applies as to
//! these (Hoeffding: Probability inequalities for sums of bounded random variables, 1963, section 5). Columns that have nothing to do
//! with each other are called telling with a probability of at most what is asked for.
//!
//! # Cost
//! One sort per class; of many people in columns that plainly have nothing to do with each other, one pass (`glance.rs`). Probabilities are
//! floats, for a test of chance.

use aloof_table::NO_CODE;

use super::glance::plainly_differ;

/// At most so much of what any two people differ by.
const HARDLY: f64 = 0.25;

/// The people of whom something is told are at least one in so many.
pub(super) const ONE_IN: usize = 10;

/// Ordered values that fewer have are taken together.
const FEW: usize = 8;

/// Ways to look at two columns: all classes or not the largest, values or neighbours, differing or how far apart.
const WAYS: f64 = 8.0;

/// What is known of everybody's value in a column: from which to which code. `lo` is [`NO_CODE`] where nothing is.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// First and last code that it may be.
    pub cells: Vec<(u32, u32)>,
    /// Whether codes stand in the order of values.
    pub ordered: bool,
}

impl Known {
    /// The code of everybody whose value is known; [`NO_CODE`] of all others.
    pub fn exact(&self) -> Vec<u32> {
        self.cells.iter().map(|&(low, high)| if low == high { low } else { NO_CODE }).collect()
    }
}

/// How far people are apart in a column who are alike in another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// People who are alike in the other with somebody.
    pub people: usize,
    /// Of what any two people differ by, so much; 0 where they do not differ.
    pub apart: f64,
    /// Whether rare values of the other were taken together with the next.
    pub neighbours: bool,
}

/// Whether the `given` column tells the other, in a way that chance alone shows with a probability of at most `exp(ln_doubt)`.
pub fn tells(given: &Known, told: &Known, ln_doubt: f64) -> Option<Told> {
    let exact = given.exact();
    let mut ways = vec![(exact.clone(), false)];
    if given.ordered {
        ways.push((with_neighbours(&exact), true));
    }
    let needed = WAYS.ln() - ln_doubt;
    let all = told.cells.len();
    ways.into_iter().filter(|(codes, _)| !plainly_differ(codes, &told.cells, told.ordered)).find_map(
        |(codes, neighbours)| {
            let mut classes = classes(&codes, &told.cells);
            let told_by = |classes: &[Vec<(u32, u32)>]| told_by(classes, told.ordered, all, needed);
            let found = told_by(&classes).or_else(|| {
                let largest = (0..classes.len()).max_by_key(|&at| classes[at].len())?;
                classes.swap_remove(largest);
                told_by(&classes)
            });
            found.map(|(people, apart)| Told { people, apart, neighbours })
        },
    )
}

/// Values of which few people know one are joined with the next, until they are not few.
fn with_neighbours(codes: &[u32]) -> Vec<u32> {
    let known = codes.iter().copied().filter(|&code| code != NO_CODE);
    let mut counts = vec![0usize; known.clone().max().map_or(0, |most| most as usize + 1)];
    known.for_each(|code| counts[code as usize] += 1);
    let (mut block, mut inside) = (0u32, 0usize);
    let mut of = Vec::with_capacity(counts.len());
    for &count in &counts {
        if inside >= FEW || inside > 0 && count >= FEW {
            (block, inside) = (block + 1, 0);
        }
        inside += count;
        of.push(block);
    }
    codes.iter().map(|&code| if code == NO_CODE { NO_CODE } else { of[code as usize] }).collect()
}

/// What is known of people, by what they are alike in.
fn classes(given: &[u32], cells: &[(u32, u32)]) -> Vec<Vec<(u32, u32)>> {
    let known = |(&code, &cell): (&u32, &(u32, u32))| (code != NO_CODE && cell.0 != NO_CODE).then_some((code, cell));
    let mut all: Vec<(u32, (u32, u32))> = given.iter().zip(cells).filter_map(known).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a.0 == b.0).map(|class| class.iter().map(|&(_, cell)| cell).collect()).collect()
}

/// Pairs of people that differ, and by how much all differ together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Pairs that cannot be the same.
    pub pairs: u128,
    /// Codes between them, in all.
    pub codes: u128,
}

/// What all pairs of these people differ by; literally in [`verify::follows`](crate::verify::follows).
pub fn differences(cells: &[(u32, u32)]) -> Differences {
    let mut lows: Vec<u32> = cells.iter().map(|cell| cell.0).collect();
    let mut highs: Vec<u32> = cells.iter().map(|cell| cell.1).collect();
    lows.sort_unstable();
    highs.sort_unstable();
    let mut above: u128 = lows.iter().map(|&low| u128::from(low)).sum();
    let (mut at, mut found) = (0, Differences::default());
    for high in highs {
        while at < lows.len() && lows[at] <= high {
            above -= u128::from(lows[at]);
            at += 1;
        }
        let many = (lows.len() - at) as u128;
        found.pairs += many;
        found.codes += above - many * u128::from(high);
    }
    found
}

/// How many people are told by these classes, and how far they are apart, if that is hardly anything and no accident.
fn told_by(classes: &[Vec<(u32, u32)>], ordered: bool, all: usize, needed: f64) -> Option<(usize, f64)> {
    let people: usize = classes.iter().map(Vec::len).filter(|&people| people > 1).sum();
    let everybody: Vec<(u32, u32)> = classes.iter().flatten().copied().collect();
    if people == 0 || people * ONE_IN < all {
        return None;
    }
    let (whole, inside) = (differences(&everybody), classes.iter().map(|class| (class.len(), differences(class))));
    let inside: Vec<(usize, Differences)> = inside.filter(|(people, _)| *people > 1).collect();
    let reach = everybody.iter().map(|cell| cell.0).max()?.saturating_sub(everybody.iter().map(|cell| cell.1).min()?);
    let by_pairs = Means::of(&inside, (everybody.len(), whole), |found| found.pairs, 1.0);
    let by_codes = Means::of(&inside, (everybody.len(), whole), |found| found.codes, f64::from(reach));
    let means = std::iter::once(by_pairs).chain(ordered.then_some(by_codes)).flatten();
    means
        .filter(|means| means.is_no_accident(needed))
        .map(|means| (people, means.inside / means.whole))
        .reduce(|a, b| if a.1 <= b.1 { a } else { b })
}

/// Mean differences of two people who are alike, and of any two, each of the largest that is possible.
struct Means {
    /// Independent pairs inside classes.
    pairs: f64,
    inside: f64,
    whole: f64,
}

impl Means {
    fn of(
        inside: &[(usize, Differences)],
        (people, whole): (usize, Differences),
        by: impl Fn(&Differences) -> u128,
        most: f64,
    ) -> Option<Self> {
        let all_pairs = |people: usize| people as f64 * (people as f64 - 1.0) / 2.0;
        let mean = |(people, found): &(usize, Differences)| (people / 2) as f64 * by(found) as f64 / all_pairs(*people);
        // In one order, whatever the order of people: sums of floats depend on it.
        let mut sums: Vec<f64> = inside.iter().map(mean).collect();
        sums.sort_unstable_by(f64::total_cmp);
        let pairs = inside.iter().map(|(people, _)| (people / 2) as f64).sum::<f64>();
        let whole = by(&whole) as f64 / all_pairs(people) / most;
        (whole > 0.0).then(|| Self { pairs, inside: sums.iter().sum::<f64>() / pairs / most, whole })
    }

    fn is_no_accident(&self, needed: f64) -> bool {
        self.inside <= HARDLY * self.whole && self.pairs * divergence(self.inside, self.whole) >= needed
    }
}

/// Of two coins, the first rarer than the second: by how much a fall of the second as the first is unlikely, per throw.
fn divergence(rare: f64, often: f64) -> f64 {
    let part = |a: f64, b: f64| if a <= 0.0 { 0.0 } else { a * (a / b).ln() };
    if often >= 1.0 { f64::INFINITY } else { part(rare, often) + part(1.0 - rare, 1.0 - often) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn known(codes: impl IntoIterator<Item = u32>, ordered: bool) -> Known {
        Known { cells: codes.into_iter().map(|code| (code, code)).collect(), ordered }
    }

    const DOUBT: f64 = -13.8;

    #[test]
    fn a_year_of_birth_tells_the_age_and_a_city_follows_from_its_district() {
        let ages = || (0..200u32).map(|at| at * 37 % 60);
        let years = known((0..200u32).map(|at| 60 - at * 37 % 60 + at % 2), true);
        let found = tells(&years, &known(ages(), true), DOUBT).expect("one year apart");
        assert!(found.apart < 0.05, "{found:?}");
        let (districts, cities) =
            (known((0..60u32).map(|at| at % 20), false), known((0..60u32).map(|at| at % 20 / 5), false));
        assert!(tells(&districts, &cities, DOUBT).is_some_and(|found| found.apart == 0.0));
        assert_eq!(tells(&cities, &districts, DOUBT), None, "a city has several");
    }

    #[test]
    fn a_value_that_many_have_does_not_hide_the_others() {
        let ages = (0..400u32).map(|at| at * 37 % 60);
        let years = (0..400u32).map(|at| if at % 3 == 0 { 99 } else { 60 - at * 37 % 60 });
        assert!(tells(&known(years, true), &known(ages, true), DOUBT).is_some());
    }

    /// Numbers in no order; the same in every run.
    fn drawn(mut state: u64) -> impl FnMut(u32) -> u32 {
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % below
        }
    }

    #[test]
    fn a_copy_with_one_error_in_ten_tells() {
        for (seed, people, values) in [(1, 300, 40), (2, 2000, 45), (3, 1000, 5), (4, 400, 100)] {
            let mut draw = drawn(seed);
            let ages: Vec<u32> = (0..people).map(|_| draw(values)).collect();
            let copy: Vec<u32> =
                ages.iter().map(|&age| if draw(10) == 0 { draw(values) } else { values - age }).collect();
            for ordered in [true, false] {
                let (copy, ages) = (known(copy.iter().copied(), ordered), known(ages.iter().copied(), ordered));
                assert!(
                    tells(&copy, &ages, DOUBT).is_some() && tells(&ages, &copy, DOUBT).is_some(),
                    "{seed} {ordered}"
                );
            }
        }
    }

    /// Two numbers each of which is half of the other's make, as heights of siblings: a long way from telling.
    #[test]
    fn numbers_that_are_alike_do_not_tell() {
        let mut draw = drawn(9);
        let (one, other): (Vec<u32>, Vec<u32>) = (0..3000)
            .map(|_| {
                let shared = draw(40) + draw(40);
                (shared + draw(20), shared + draw(20))
            })
            .unzip();
        let (one, other) = (known(one, true), known(other, true));
        assert_eq!((tells(&one, &other, DOUBT), tells(&other, &one, DOUBT)), (None, None));
    }

    #[test]
    fn likeness_is_not_enough_nor_is_a_constant() {
        // Half of the people have the age that their ward suggests.
        let draw = |at: u32| (at.wrapping_mul(2_654_435_761) >> 16) % 60;
        let wards = known((0..400u32).map(|at| at % 6), false);
        let ages = known((0..400u32).map(|at| if at % 2 == 0 { at % 6 * 10 + draw(at) % 10 } else { draw(at) }), true);
        assert_eq!(tells(&wards, &ages, DOUBT), None);
        assert_eq!(tells(&known((0..400).map(|_| 1), false), &ages, DOUBT), None);
        assert_eq!(tells(&ages, &known((0..400).map(|at| u32::from(at == 7)), false), DOUBT), None);
    }

    proptest! {
        /// Columns that chance has put beside each other tell nothing, however rare their values are.
        #[test]
        fn chance_tells_nothing(rows in prop::collection::vec((0u32..12, 0u32..5), 0..120)) {
            let (one, other) = (known(rows.iter().map(|row| row.0), true), known(rows.iter().map(|row| row.1), true));
            let same = rows.iter().filter(|row| rows.iter().any(|other| other.0 == row.0 && other.1 != row.1)).count();
            prop_assume!(same * 2 > rows.len());
            prop_assert_eq!(tells(&one, &other, DOUBT), None);
        }

        /// Nor do columns of values as frequent as any, among hundreds of people, rare ones and one that most have.
        #[test]
        fn independent_columns_tell_nothing(
            seed in any::<u64>(), people in 2u32..600, values in (1u32..300, 1u32..60), most in (0u32..100, 0u32..100),
            ordered in (any::<bool>(), any::<bool>()),
        ) {
            let mut draw = drawn(seed);
            let mut column = |values: u32, most: u32, ordered: bool| {
                known((0..people).map(|_| if draw(100) < most { 0 } else { draw(values) }).collect::<Vec<_>>(), ordered)
            };
            let (one, other) = (column(values.0, most.0, ordered.0), column(values.1, most.1, ordered.1));
            prop_assert_eq!(tells(&one, &other, DOUBT), None);
            prop_assert_eq!(tells(&other, &one, DOUBT), None);
        }
    }
}
