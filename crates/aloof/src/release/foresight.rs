//! Foresight: how much longer a release will take, by its rehearsal, and better once some of it is done.
//!
//! # Idea
//! A few rows cannot tell all: groups of all rows may be far larger than theirs, and a machine may be busier now than it was then. So what
//! the steps of the search itself took corrects what was rehearsed. After the first, which makes the first groups, the others are
//! taken to be as much slower or faster than rehearsed as that one was; after more of them, each that is left takes as long as those after
//! the first did.
//!
//! # What is told
//! What was foreseen last within the first second of the command is the estimate of the release. Later corrections move what a terminal
//! shows, and are no estimate: they would be ever nearer to the truth until there is nothing left to foresee.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use aloof_methods::pace::Far;

use super::rehearsal::Rehearsal;

/// Until then what is foreseen is an estimate.
const ESTIMATED_WITHIN: Duration = Duration::from_secs(1);

/// The first step makes the others slower or faster by no more than this.
const MOST_TIMES: f64 = 4.0;

/// What is foreseen of one search.
pub(super) struct Foresight {
    rehearsal: Rehearsal,
    /// When the command began, and when the search did.
    started: Instant,
    begun: Instant,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// Seconds of the first step.
    first: f64,
    /// What the whole was last expected to take, within the first second.
    estimate: f64,
}

impl Foresight {
    /// The search begins now.
    pub fn new(rehearsal: Rehearsal, started: Instant) -> Self {
        let estimate = started.elapsed().as_secs_f64() + rehearsal.total();
        Self { rehearsal, started, begun: Instant::now(), seen: Mutex::new(Seen { first: 0.0, estimate }) }
    }

    /// How much longer all of it takes, now that a step is over.
    pub fn left_after(&self, far: Far) -> Duration {
        let (searched, all) = (self.begun.elapsed().as_secs_f64(), self.started.elapsed());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if far.done <= 1 {
            seen.first = searched;
        }
        let left = self.rehearsal.rest() + search_left(&self.rehearsal, far, seen.first, searched);
        if all <= ESTIMATED_WITHIN {
            seen.estimate = all.as_secs_f64() + left;
        }
        Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX)
    }

    /// Seconds that the whole command was expected to take, within its first.
    pub fn estimate(&self) -> f64 {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).estimate
    }
}

/// Seconds that the search still takes, after so many of it, of which the first step took `first`.
fn search_left(rehearsed: &Rehearsal, far: Far, first: f64, searched: f64) -> f64 {
    let steps = far.planned.saturating_sub(far.done) as f64;
    if far.ending || steps == 0.0 {
        return 0.0;
    }
    if far.done > 1 {
        return steps * (searched - first).max(0.0) / (far.done - 1) as f64;
    }
    let times = if rehearsed.first > 0.0 { first / rehearsed.first } else { 1.0 };
    (rehearsed.search - rehearsed.first).max(0.0) * times.clamp(1.0 / MOST_TIMES, MOST_TIMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(done: usize, planned: usize, first: f64, searched: f64) -> f64 {
        let rehearsed = Rehearsal { search: 10.0, first: 2.0, ..Rehearsal::default() };
        search_left(&rehearsed, Far { done, planned, ending: false }, first, searched)
    }

    #[test]
    fn the_first_step_corrects_what_was_rehearsed() {
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        near(left(1, 5, 2.0, 2.0), 8.0);
        near(left(1, 5, 3.0, 3.0), 12.0);
        // Whatever it took, the others are not taken to be more than four times slower or faster.
        near(left(1, 5, 100.0, 100.0), 32.0);
        near(left(1, 5, 0.0, 0.0), 2.0);
    }

    #[test]
    fn steps_that_were_taken_tell_what_the_others_take() {
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        near(left(3, 5, 2.0, 8.0), 6.0);
        near(left(5, 5, 2.0, 8.0), 0.0);
        let ending = Far { done: 1, planned: 5, ending: true };
        near(search_left(&Rehearsal::default(), ending, 1.0, 1.0), 0.0);
    }

    #[test]
    fn an_estimate_is_what_was_foreseen_within_the_first_second() {
        let rehearsal = Rehearsal { search: 10.0, first: 2.0, write: 1.0, ..Rehearsal::default() };
        let late = Foresight::new(rehearsal, Instant::now().checked_sub(Duration::from_secs(5)).unwrap());
        let before = late.estimate();
        late.left_after(Far { done: 1, planned: 2, ending: false });
        assert!(before >= 16.0 && late.estimate().to_bits() == before.to_bits());
        let early = Foresight::new(rehearsal, Instant::now());
        early.left_after(Far { done: 2, planned: 2, ending: false });
        assert!(early.estimate() < before);
    }
}
