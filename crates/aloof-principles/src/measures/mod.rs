//! What a table *has*: the strongest parameters of every principle that all of its groups keep.
//!
//! Nothing is asked for, so nothing fails; each measure names the group that is worst. [`Measures`] takes groups one by
//! one, in any order and on any number of threads: give every thread a clone of one empty [`Measures`] (clones share what
//! was worked out about the column) and [`Measures::merge`] the parts. Of several worst groups the one with the lowest
//! number is named, so the outcome does not depend on the order.
//!
//! # Cost
//! `O(|G|)` for a group of up to 128 tuples, `O(|G| log D)` for a larger one; whole numbers of 64 and 128 bits unless the
//! column's numbers are too wide for them.

mod least;
mod least_entropy;

use std::cmp::Reverse;
use std::num::NonZeroU32;
use std::sync::Arc;

use aloof_table::{Attribute, Domain, Ratio};
use num_bigint::BigInt;

use self::least::Least;
use self::least_entropy::LeastEntropy;
use crate::arithmetic::Fraction;
use crate::closeness::{Equal, Gains, Ladder, Line, Stretch};
use crate::diversity::top_and_tail;
use crate::spread::{Moments, span};
use crate::values::runs;

/// A measure of a whole table, and the group that makes it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst<T> {
    /// The measure.
    pub value: T,
    /// The number of the worst group; of several, the lowest.
    pub group: usize,
}

impl<T> Worst<T> {
    fn map<U>(self, f: impl FnOnce(T) -> U) -> Worst<U> {
        Worst { value: f(self.value), group: self.group }
    }
}

/// Everything that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Number of groups.
    pub groups: usize,
    /// Tuples in them.
    pub tuples: usize,
    /// k-anonymity: the smallest group's size.
    pub k: Worst<u64>,
    /// Distinct l-diversity: the fewest different values of a group.
    pub distinct_l: Worst<u64>,
    /// The m for which all groups are m-unique (m-invariance): the smallest group's size, 0 where one has a value twice.
    pub unique: Worst<u64>,
    /// The α of (α, k)-anonymity: the largest share of a value in a group.
    pub alpha: Worst<Ratio>,
    /// l-diversity by frequency: one over α.
    pub frequency_l: Worst<Ratio>,
    /// Entropy l-diversity: the smallest `exp(H)` of a group, rounded down to nine places. For showing; which group is worst
    /// is decided exactly.
    pub entropy_l: Worst<f64>,
    /// The l for which [`Measured::recursive_c`] was measured.
    pub recursive_l: u32,
    /// Recursive (c, l)-diversity holds for every c *above* this, the largest `r1 / (r_l + … + r_m)`; `None`: for no c,
    /// because a group has fewer than l different values.
    pub recursive_c: Worst<Option<Ratio>>,
    /// t-closeness, all values equally far apart.
    pub t_equal: Worst<Ratio>,
    /// Basic β-likeness: the largest relative gain.
    pub beta: Worst<Ratio>,
    /// Enhanced β-likeness: the smallest β that holds, which is the basic one as long as every gain is at most `−ln p`;
    /// `None`: no β holds, because the gain of a value in the group named exceeds `−ln p`.
    pub enhanced_beta: Worst<Option<Ratio>>,
    /// What only numbers and dates have.
    pub spread: Option<MeasuredSpread>,
}

/// What was measured of numbers, or of dates in days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredSpread {
    /// The e of (k, e)-anonymity: the smallest range of a group.
    pub range: Worst<Ratio>,
    /// Variance control: the smallest population variance of a group.
    pub variance: Worst<Ratio>,
    /// t-closeness, by rank.
    pub t_ordered: Worst<Ratio>,
    /// t-closeness, by value.
    pub t_value: Worst<Ratio>,
}

/// Collects measures, group after group.
#[derive(Clone, Debug)]
pub struct Measures<'a> {
    column: Arc<Column<'a>>,
    tally: Tally,
    scratch: Scratch,
}

/// What is worked out once about a column.
#[derive(Debug)]
struct Column<'a> {
    l: u32,
    equal: Equal<'a>,
    gains: Gains<'a>,
    totals: &'a [u32],
    numbers: Option<Numbers<'a>>,
}

#[derive(Debug)]
struct Numbers<'a> {
    values: &'a [i128],
    unit: BigInt,
    moments: Moments,
    ladder: Ladder,
    ranks: Line,
    places: Line,
}

/// Room that is used again for every group.
#[derive(Clone, Debug, Default)]
struct Scratch {
    runs: Vec<(u32, usize)>,
    counts: Vec<u32>,
    stretches: Vec<Stretch>,
}

/// The worst so far. What is worst when largest is held reversed.
#[derive(Clone, Debug, Default)]
struct Tally {
    groups: usize,
    tuples: usize,
    size: Least<usize>,
    distinct: Least<usize>,
    unique: Least<usize>,
    share: Least<Reverse<Fraction>>,
    entropy: LeastEntropy,
    /// Infinite, or this much.
    recursive: Least<Reverse<(bool, Fraction)>>,
    equal: Least<Reverse<Fraction>>,
    gain: Least<Reverse<Fraction>>,
    /// The lowest group in which a gain exceeds its value's limit.
    beyond_limit: Least<()>,
    range: Least<u128>,
    variance: Least<Fraction>,
    ordered: Least<Reverse<Fraction>>,
    value: Least<Reverse<Fraction>>,
}

impl<'a> Measures<'a> {
    /// For the sensitive values `attribute`, with recursive diversity for l = 2.
    pub fn new(attribute: &'a Attribute) -> Self {
        Self::with_l(attribute, NonZeroU32::MIN.saturating_add(1))
    }

    /// As [`Measures::new`], with recursive diversity for this `l`.
    pub fn with_l(attribute: &'a Attribute, l: NonZeroU32) -> Self {
        let numbers = match attribute.domain() {
            Domain::Numbers { values, scale, .. } => Some(Numbers::new(attribute, values, *scale)),
            _ => None,
        };
        let column = Column {
            l: l.get(),
            equal: Equal::new(attribute),
            gains: Gains::new(attribute),
            totals: attribute.totals(),
            numbers,
        };
        Self { column: Arc::new(column), tally: Tally::default(), scratch: Scratch::default() }
    }

    /// Measures one group: its number and its sorted codes. A group without tuples counts for nothing.
    pub fn add(&mut self, group: usize, codes: &[u32]) {
        if codes.is_empty() {
            return;
        }
        let Self { column, tally, scratch } = self;
        scratch.runs.clear();
        scratch.runs.extend(runs(codes));
        scratch.counts.clear();
        scratch.counts.extend(scratch.runs.iter().map(|&(_, count)| count as u32));
        tally.groups += 1;
        tally.tuples += codes.len();
        tally.size.offer(codes.len(), group);
        tally.distinct.offer(scratch.runs.len(), group);
        tally.unique.offer(if scratch.runs.len() == codes.len() { codes.len() } else { 0 }, group);
        tally.add_diversity(group, codes.len(), column.l, &mut scratch.counts);
        tally.add_closeness(group, codes.len(), column, &scratch.runs);
        if let Some(numbers) = &column.numbers {
            tally.add_spread(group, codes, numbers, scratch);
        }
    }

    /// Adds what another collected of the same column.
    pub fn merge(&mut self, other: Self) {
        self.tally.merge(other.tally);
    }

    /// What was measured; `None` when there was no group.
    pub fn finish(self) -> Option<Measured> {
        let Self { column, tally, .. } = self;
        let alpha = tally.share.worst()?.map(|Reverse(share)| share.to_ratio());
        let beta = tally.gain.worst()?.map(|Reverse(gain)| gain.to_ratio());
        let enhanced_beta = match tally.beyond_limit.worst() {
            Some(beyond) => beyond.map(|()| None),
            None => beta.clone().map(Some),
        };
        Some(Measured {
            groups: tally.groups,
            tuples: tally.tuples,
            k: tally.size.worst()?.map(|size| size as u64),
            distinct_l: tally.distinct.worst()?.map(|distinct| distinct as u64),
            unique: tally.unique.worst()?.map(|unique| unique as u64),
            frequency_l: alpha.clone().map(|alpha| alpha.inverse()),
            alpha,
            entropy_l: tally.entropy.worst()?,
            recursive_l: column.l,
            recursive_c: tally.recursive.worst()?.map(|Reverse((endless, c))| (!endless).then(|| c.to_ratio())),
            t_equal: tally.equal.worst()?.map(|Reverse(distance)| distance.to_ratio()),
            beta,
            enhanced_beta,
            spread: match &column.numbers {
                Some(numbers) => Some(MeasuredSpread {
                    range: tally.range.worst()?.map(|range| Ratio::big(BigInt::from(range), numbers.unit.clone())),
                    variance: tally.variance.worst()?.map(|variance| numbers.moments.to_ratio(&variance)),
                    t_ordered: tally.ordered.worst()?.map(|Reverse(distance)| distance.to_ratio()),
                    t_value: tally.value.worst()?.map(|Reverse(distance)| distance.to_ratio()),
                }),
                None => None,
            },
        })
    }
}

impl<'a> Numbers<'a> {
    fn new(attribute: &'a Attribute, values: &'a [i128], scale: u8) -> Self {
        let ladder = Ladder::new(attribute);
        Self {
            values,
            unit: BigInt::from(10).pow(u32::from(scale)),
            moments: Moments::new(values, scale, attribute.rows()),
            ranks: Line::of_ranks(&ladder),
            places: Line::of_numbers(values, &ladder),
            ladder,
        }
    }
}

impl Tally {
    fn add_diversity(&mut self, group: usize, size: usize, l: u32, counts: &mut [u32]) {
        self.entropy.offer(counts, size, group);
        let (top, tail) = top_and_tail(counts, l);
        self.share.offer(Reverse(Fraction::Small(u128::from(top), size as u128)), group);
        let ratio = if tail == 0 {
            (true, Fraction::Small(0, 1))
        } else {
            (false, Fraction::Small(u128::from(top), u128::from(tail)))
        };
        self.recursive.offer(Reverse(ratio), group);
    }

    fn add_closeness(&mut self, group: usize, size: usize, column: &Column<'_>, runs: &[(u32, usize)]) {
        self.equal.offer(Reverse(column.equal.distance(runs.iter().copied(), size)), group);
        // Within a group the largest gain is the largest count against the table's.
        let (mut code, mut most) = (0, (0, 1));
        for &(other, count) in runs {
            let (count, total) = (count as u64, u64::from(column.totals[other as usize]));
            if count * most.1 > most.0 * total {
                (code, most) = (other, (count, total));
            }
        }
        let (gained, expected) = column.gains.gain(code, most.0 as usize, size);
        self.gain.offer(Reverse(Fraction::Small(u128::from(gained), u128::from(expected))), group);
        if self.beyond_limit.would_take(&(), group) {
            let beyond =
                |&(code, count): &(u32, usize)| !column.gains.within_limit(code, column.gains.gain(code, count, size));
            if runs.iter().any(beyond) {
                self.beyond_limit.offer((), group);
            }
        }
    }

    fn add_spread(&mut self, group: usize, codes: &[u32], numbers: &Numbers<'_>, scratch: &mut Scratch) {
        let Scratch { runs, stretches, .. } = scratch;
        let [low, high] = [codes[0], codes[codes.len() - 1]].map(|code| numbers.values[code as usize]);
        self.range.offer(span(low, high), group);
        self.variance.offer(numbers.moments.variance(runs.iter().copied()), group);
        numbers.ladder.stretches(runs.iter().copied(), codes.len(), stretches);
        let distance = |line: &Line| Reverse(line.distance(stretches, codes.len(), &numbers.ladder));
        self.ordered.offer(distance(&numbers.ranks), group);
        self.value.offer(distance(&numbers.places), group);
    }

    fn merge(&mut self, other: Self) {
        self.groups += other.groups;
        self.tuples += other.tuples;
        self.size.merge(other.size);
        self.distinct.merge(other.distinct);
        self.unique.merge(other.unique);
        self.share.merge(other.share);
        self.entropy.merge(other.entropy);
        self.recursive.merge(other.recursive);
        self.equal.merge(other.equal);
        self.gain.merge(other.gain);
        self.beyond_limit.merge(other.beyond_limit);
        self.range.merge(other.range);
        self.variance.merge(other.variance);
        self.ordered.merge(other.ordered);
        self.value.merge(other.value);
    }
}
