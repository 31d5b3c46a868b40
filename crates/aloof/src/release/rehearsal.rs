//! Rehearsal: the whole way of a release with a few of its rows, to know how long all of them will take.
//!
//! # Idea
//! The same maker works on some rows, as hard as it will on the whole table; what it makes is written to memory, read back and
//! judged, and thrown away. All of it is measured, here and now, so that it is known for these columns, these rules and this machine.
//! The rows lie together, as near to each other as in the table: rows that lie farther apart have more to gain, and take longer. Where
//! no release can be made of those, a sample is taken that is even by the value that is protected first: what is crowded in the
//! table is as crowded in it. One thread does it: to wake others takes as long as so few rows do, and longer on a busy machine; how
//! much several threads gain is reckoned. A second, larger piece tells what is taken once and what by each row.
//!
//! # Cost
//! One in 250 rows, or what takes two hundredths of a second; and no more than a second: none begins that would take longer, and none is
//! searched longer. What the first steps of the release itself take corrects it (`foresight.rs`).

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use aloof_methods::pace::{Far, Pace};
use aloof_methods::stop::TimeUp;
use aloof_table::{Attribute, Column};

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
    /// The first of them.
    pub first: f64,
    /// What making ends with.
    pub after: f64,
    /// Writing.
    pub write: f64,
    /// Reading back and judging.
    pub audit: f64,
    /// Judging a second time, which takes no longer the more rows there are, once there are some.
    pub confirm: f64,
}

/// Rows of the first piece at least, and of the largest.
const FIRST: usize = 200;
const LARGEST: usize = 51_200;

/// Fewer rows tell nothing.
const FEWEST: usize = 16;

/// Pieces but the first are at most this part of the rows, and so many times as large as the one before.
const PART: usize = 250;
const TIMES: usize = 8;

/// What takes fewer seconds is worth it, whatever part of the rows it is.
const CHEAP: f64 = 0.02;

/// None is searched longer, nor than a tenth of a time limit; and in less time nothing is learnt.
const LONGEST: Duration = Duration::from_secs(1);
const SHORTEST: Duration = Duration::from_millis(10);

/// Of how many rows each row of an even sample is picked, by its value.
const PICKED: usize = 16;

/// A thread searches among so many rows at a time.
const SEARCHED_AT_ONCE: usize = 2_000;

/// What several threads save of the search, and of the rest, of what they would if nothing had to wait: as was measured.
const SHARED_SEARCH: f64 = 0.9;
const SHARED_REST: f64 = 0.6;

/// What is rehearsed.
pub(super) struct Rehearsing<'a, M, D> {
    pub maker: &'a M,
    pub policy: &'a Policy,
    pub original: &'a Original,
    pub chance: &'a Chance,
    pub desk: &'a D,
}

impl<M: Maker, D: Desk> Rehearsing<'_, M, D> {
    /// `None` where no piece of these rows can be released, or there is no time for it.
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
            let Some((piece, short)) = self.with(size, longest) else { break };
            found.push((size as f64, piece));
            size *= TIMES;
            let next = TIMES as f64 * (piece.total() - piece.confirm);
            let most = if next <= CHEAP { rows / 4 } else { LARGEST.min(rows / PART) };
            if short || size > most || next > longest.as_secs_f64() {
                break;
            }
        }
        let of_all = |of: fn(&Rehearsal) -> f64| {
            let known: Vec<(f64, f64)> = found.iter().map(|(size, piece)| (*size, of(piece))).collect();
            on_a_line(&known, rows as f64)
        };
        let threads = rayon::current_num_threads();
        let (searching, resting) = (threads.min(rows.div_ceil(SEARCHED_AT_ONCE)), shared(threads, SHARED_REST));
        (!found.is_empty()).then(|| Rehearsal {
            search: of_all(|piece| piece.search) * shared(searching, SHARED_SEARCH),
            first: of_all(|piece| piece.first) * shared(searching, SHARED_SEARCH),
            after: of_all(|piece| piece.after) * resting,
            write: of_all(|piece| piece.write) * resting,
            audit: of_all(|piece| piece.audit) * resting,
            confirm: found.iter().map(|(_, piece)| piece.confirm).fold(0.0, f64::max) * shared(threads, SHARED_SEARCH),
        })
    }

    /// With so many rows, if possible such as lie together; and whether that took too long.
    fn with(&self, size: usize, longest: Duration) -> Option<(Rehearsal, bool)> {
        let Self { policy, original, .. } = *self;
        self.of(&together(original, size), longest).or_else(|| self.of(&evenly(original, policy, size), longest))
    }

    /// With these rows, on one thread.
    fn of(&self, rows: &[u32], longest: Duration) -> Option<(Rehearsal, bool)> {
        let time = TimeUp::default();
        hearing(&time, 1, || self.measure(rows, longest, &time)).ok().flatten()
    }

    fn measure(&self, rows: &[u32], longest: Duration, time: &TimeUp) -> Option<(Rehearsal, bool)> {
        let Self { maker, policy, original, chance, desk } = *self;
        let sample = original.only(rows);
        let (begun, first, searched) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
        let _alarm = Alarm::at(begun + longest, time);
        let tell = |far: Far| {
            let now = begun.elapsed().as_nanos() as u64;
            searched.store(now, Ordering::Relaxed);
            if far.done <= 1 {
                first.store(now, Ordering::Relaxed);
            }
        };
        let pace = Pace::planned_within(time.clone()).telling(&tell);
        let stands_for = original.rows() / sample.rows().max(1);
        let case = Case {
            policy,
            original: &sample,
            chance,
            whole: true,
            tell: &|_| {},
            pace: &pace,
            stands_for,
            in_pieces: false,
        };
        let made = maker.make(&case);
        let seconds = |nanoseconds: &AtomicU64| nanoseconds.load(Ordering::Relaxed) as f64 * 1e-9;
        let (made_in, first, search) = (begun.elapsed().as_secs_f64(), seconds(&first), seconds(&searched));
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
        Some((Rehearsal { search, first, after: made_in - search, write, audit, confirm }, false))
    }
}

/// Rows of the first piece: so many that the second has as many as any may.
fn first_of(rows: usize) -> usize {
    FIRST.max(LARGEST.min(rows / PART) / TIMES).min(rows / 4)
}

/// What of a time on one thread is left on several that save this share of what they could.
fn shared(threads: usize, saved: f64) -> f64 {
    1.0 - saved * (1.0 - 1.0 / threads.max(1) as f64)
}

/// What so many rows take: something once, and so much for each row, by the first and the last piece. Where one alone is known, or
/// the larger was faster for a busy moment, all is for rows.
fn on_a_line(known: &[(f64, f64)], rows: f64) -> f64 {
    let Some(&(most, last)) = known.last() else { return 0.0 };
    let (few, first) = known[0];
    let each = if most > few && last > first { (last - first) / (most - few) } else { last / most };
    // Nothing is taken back that was taken once.
    let each = each.min(last / most);
    last + each * (rows - most)
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

/// So many rows that lie together, ascending: the table is halved along the quasi column in which a few of those that are left have most
/// different values, and again, until so many are left. They lie as near to each other as in the whole table, so that they take as long.
fn together(original: &Original, size: usize) -> Vec<u32> {
    let columns: Vec<&Column> = original.quasi.iter().map(|quasi| original.column(&quasi.name)).collect();
    let mut rows: Vec<u32> = (0..original.rows() as u32).filter(|&row| original.is_published(row as usize)).collect();
    while rows.len() > size {
        let few = |column: &&Column| {
            let mut few: Vec<i128> = (0..FEW).map(|at| rank(column, rows[at * rows.len() / FEW])).collect();
            few.sort_unstable();
            few
        };
        let different = |few: &[i128]| few.chunk_by(|a, b| a == b).count();
        let all = columns.iter().map(|column| (few(column), *column));
        let widest = all.max_by_key(|(few, _)| different(few)).filter(|(few, _)| different(few) > 1);
        let Some((few, column)) = widest else { break };
        let (middle, least) = (few[FEW / 2], few[0]);
        let below = |row: &u32| if middle > least { rank(column, *row) < middle } else { rank(column, *row) <= middle };
        let (low, high): (Vec<u32>, Vec<u32>) = rows.iter().partition(|row| below(row));
        let next = if low.len() > high.len() { low } else { high };
        if next.len() < size {
            break;
        }
        rows = next;
    }
    rows.truncate(size);
    rows
}

/// So many rows are looked at to halve all.
const FEW: usize = 63;

/// Where a value stands among those of its column.
fn rank(column: &Column, row: u32) -> i128 {
    match column {
        Column::Number(numbers) => numbers.scaled(row as usize).unwrap_or(i128::MIN),
        Column::Date(dates) => dates.get(row as usize).map_or(i128::MIN, |date| date.days().into()),
        Column::Label(labels) => labels.codes()[row as usize].into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, PART, TIMES, first_of, on_a_line, shared};

    #[test]
    fn a_large_table_has_two_pieces_the_second_as_large_as_any_may_be() {
        for rows in [500_000, 4_000_000, 32_000_000] {
            let (second, most) = (first_of(rows) * TIMES, LARGEST.min(rows / PART));
            assert!(second <= most && most - second < TIMES, "{rows}: {second} of {most}");
        }
        assert_eq!([100, 400, 20_000].map(first_of), [25, 100, 200]);
    }

    #[test]
    fn what_is_taken_once_is_not_taken_again() {
        let near = |known: &[(f64, f64)], rows: f64, wanted: f64| {
            let found = on_a_line(known, rows);
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        };
        near(&[(200.0, 0.5)], 2_000.0, 5.0);
        near(&[(200.0, 1.0), (1_600.0, 8.0)], 16_000.0, 80.0);
        near(&[(200.0, 3.0), (1_600.0, 10.0)], 16_000.0, 82.0);
        // Whatever a busy machine makes of it, no row takes more than those that were seen, nor less than nothing.
        near(&[(200.0, 1.0), (1_600.0, 90.0)], 16_000.0, 900.0);
        near(&[(200.0, 4.0), (1_600.0, 1.6)], 16_000.0, 16.0);
        near(&[], 16_000.0, 0.0);
    }

    #[test]
    fn threads_save_what_they_can_share() {
        for (found, is) in
            [(shared(1, 0.9), 1.0), (shared(2, 1.0), 0.5), (shared(4, 1.0), 0.25), (shared(2, 0.5), 0.75)]
        {
            assert!((found - is).abs() < 1e-12, "{found} {is}");
        }
    }
}
