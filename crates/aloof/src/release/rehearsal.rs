//! Rehearsal: the whole way of a release with a few of its rows, to know how long all of them will take.
//!
//! # Idea
//! The same maker works on an even sample, as hard as it will on the whole table; what it makes is written to memory, read back and
//! judged, and thrown away. All of it is measured, here and now, so that it is known for these columns, these rules and this machine.
//! A second sample, four times as large, tells how time grows with the rows; and so on. Rows are even by the value that is
//! protected first: what is crowded in the table is as crowded in a sample.
//!
//! # Cost
//! A hundredth of the rows at most, or a second: none begins that would take longer, and none is searched longer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use aloof_methods::pace::Pace;
use aloof_methods::stop::TimeUp;
use aloof_table::Attribute;

use super::chance::Chance;
use super::clock::{Alarm, hearing};
use super::desk::Desk;
use super::maker::{Case, Draft, Maker};
use crate::data::Original;
use crate::policy::Policy;

/// Seconds that a release takes, about.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rehearsal {
    /// All steps that are planned.
    pub search: f64,
    /// What making ends with.
    pub after: f64,
    /// Writing.
    pub write: f64,
    /// Reading back and judging.
    pub audit: f64,
    /// Judging a second time, which takes no longer the more rows there are, once there are some.
    pub confirm: f64,
}

/// Rows of the first sample at least, and of the largest.
const FIRST: usize = 200;
const LARGEST: usize = 51_200;

/// Fewer rows tell nothing.
const FEWEST: usize = 16;

/// Samples but the first are at most this part of the rows, and so many times as large as the one before.
const PART: usize = 100;
const TIMES: usize = 4;

/// No sample is searched longer, nor than a tenth of a time limit; and in less time nothing is learnt.
const LONGEST: Duration = Duration::from_secs(1);
const SHORTEST: Duration = Duration::from_millis(10);

/// Of how many rows each row of a sample is picked, by its value.
const PICKED: usize = 16;

/// What is rehearsed.
pub(super) struct Rehearsing<'a, M, D> {
    pub maker: &'a M,
    pub policy: &'a Policy,
    pub original: &'a Original,
    pub chance: &'a Chance,
    pub desk: &'a D,
}

impl<M: Maker, D: Desk> Rehearsing<'_, M, D> {
    /// `None` where no sample of these rows can be released, or there is no time for it.
    pub fn all(&self) -> Option<Rehearsal> {
        let limit = self.policy.method().time_limit();
        let longest = limit.map_or(LONGEST, |limit| LONGEST.min(limit.duration() / 10));
        if longest < SHORTEST {
            return None;
        }
        let rows = self.original.rows();
        let mut size = first_of(rows);
        let mut found: Vec<(f64, Rehearsal)> = Vec::new();
        while size >= FEWEST {
            let Some((sample, short)) = self.with(size, longest) else { break };
            found.push((size as f64, sample));
            size *= TIMES;
            let next = TIMES as f64 * (sample.total() - sample.confirm);
            if short || size > LARGEST.min(rows / PART) || next > longest.as_secs_f64() {
                break;
            }
        }
        let of_all = |of: fn(&Rehearsal) -> f64| {
            let known: Vec<(f64, f64)> = found.iter().map(|(size, sample)| (*size, of(sample))).collect();
            at_their_power(&known, rows as f64)
        };
        (!found.is_empty()).then(|| Rehearsal {
            search: of_all(|sample| sample.search),
            after: of_all(|sample| sample.after),
            write: of_all(|sample| sample.write),
            audit: of_all(|sample| sample.audit),
            confirm: found.iter().map(|(_, sample)| sample.confirm).fold(0.0, f64::max),
        })
    }

    /// With so many rows; and whether that took too long.
    fn with(&self, size: usize, longest: Duration) -> Option<(Rehearsal, bool)> {
        let Self { maker, policy, original, chance, desk } = *self;
        let sample = original.only(&evenly(original, policy, size));
        let (time, begun, searched) = (TimeUp::default(), Instant::now(), AtomicU64::new(0));
        let _alarm = Alarm::at(begun + longest, &time);
        let tell = |_| searched.store(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        let pace = Pace::planned_within(time.clone()).telling(&tell);
        let stands_for = original.rows() / sample.rows().max(1);
        let case = Case { policy, original: &sample, chance, whole: true, tell: &|_| {}, pace: &pace, stands_for };
        let made = hearing(&time, || maker.make(&case)).ok()?;
        let (made_in, search) = (begun.elapsed().as_secs_f64(), searched.load(Ordering::Relaxed) as f64 * 1e-9);
        if pace.is_cut_short() {
            return Some((Rehearsal { search: made_in, ..Rehearsal::default() }, true));
        }
        let (Draft { tables, places, .. }, promise) = made.ok()?;
        let begun = Instant::now();
        let sources = desk.in_memory(policy, tables).ok()?;
        let write = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        // Whether a few rows pass says nothing of all.
        let judged = maker.judge(policy, sample, places, promise, &sources);
        let confirm: f64 =
            judged.iter().flat_map(|judged| &judged.audit.checks).map(|check| check.confirmed_in().as_secs_f64()).sum();
        let audit = begun.elapsed().as_secs_f64() - confirm;
        Some((Rehearsal { search, after: made_in - search, write, audit, confirm }, false))
    }
}

/// Rows of the first sample: so many that the third has as many as any may.
fn first_of(rows: usize) -> usize {
    FIRST.max(LARGEST.min(rows / PART) / (TIMES * TIMES)).min(rows / 4)
}

/// What so many rows take: by the power of their number at which time grew between the last two that are known. It is one where
/// one alone is known, and never more: of rows that lie farther apart more can be gained, so that samples take longer for each.
fn at_their_power(known: &[(f64, f64)], rows: f64) -> f64 {
    match *known {
        [.., (few, less), (some, more)] => {
            let power = ((more / less).ln() / (some / few).ln()).clamp(0.5, 1.0);
            more * (rows / some).powf(if power.is_nan() { 1.0 } else { power })
        }
        [(some, more)] => more * rows / some,
        [] => 0.0,
    }
}

impl Rehearsal {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.search + self.after + self.write + self.audit + self.confirm
    }

    /// What is left to do once the search is over.
    pub fn rest(&self) -> f64 {
        self.total() - self.search
    }
}

/// So many rows, ascending: evenly by place, and of these evenly by the value that is protected first.
fn evenly(original: &Original, policy: &Policy, size: usize) -> Vec<u32> {
    let all = original.rows();
    let some = all.min(PICKED * size);
    let rows: Vec<u32> = (0..some).map(|at| (at * all / some) as u32).collect();
    let name = policy.protect().iter().find_map(|protect| protect.sensitive().first());
    let mut order: Vec<usize> = (0..some).collect();
    if let Some(name) = name {
        let values = original.column(name).take(&rows);
        let attribute = Attribute::new(&[(name.as_str(), &values)], |_| false);
        order.sort_by_key(|&at| attribute.codes()[at]);
    }
    let mut picked: Vec<u32> = (0..size).map(|at| rows[order[(2 * at + 1) * some / (2 * size)]]).collect();
    picked.sort_unstable();
    picked.dedup();
    picked
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, PART, TIMES, at_their_power, first_of};

    #[test]
    fn a_large_table_has_three_samples_the_last_as_large_as_any_may_be() {
        for rows in [500_000, 4_000_000, 32_000_000] {
            let (third, most) = (first_of(rows) * TIMES * TIMES, LARGEST.min(rows / PART));
            assert!(third <= most && most - third < TIMES * TIMES, "{rows}: {third} of {most}");
        }
        assert_eq!([100, 400, 20_000].map(first_of), [25, 100, 200]);
    }

    #[test]
    fn time_grows_as_it_did_between_samples() {
        let near = |known: &[(f64, f64)], rows: f64, wanted: f64| {
            let found = at_their_power(known, rows);
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        };
        near(&[(200.0, 0.5)], 2_000.0, 5.0);
        near(&[(200.0, 1.0), (800.0, 4.0)], 8_000.0, 40.0);
        near(&[(200.0, 1.0), (800.0, 2.0)], 3_200.0, 4.0);
        // Neither faster than rows nor slower than their root, whatever a busy machine makes of it.
        near(&[(200.0, 1.0), (800.0, 90.0)], 8_000.0, 900.0);
        near(&[(200.0, 2.0), (800.0, 1.0)], 3_200.0, 2.0);
        near(&[(200.0, 0.0), (800.0, 0.0)], 8_000.0, 0.0);
    }
}
