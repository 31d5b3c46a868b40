//! Pace: a search goes in steps, and somebody says how many.
//!
//! # Definition
//! A *step* is the least that is done or not done: the first groups, a round of exchanges, a sweep. What a release was made with is
//! therefore a list of whole numbers, the steps of each search in turn, and whoever takes as many steps again gets the same groups,
//! however fast the machine is.
//!
//! | pace | steps of a search |
//! |---|---|
//! | [`Pace::tuned`] | as many as its tuning plans |
//! | [`Pace::within`] | as many as there is time for, beyond the plan as long as they gain something; the step at which time is up is broken off and counts for nothing |
//! | [`Pace::again`] | as many as were counted |
//!
//! No clock is read here: whoever holds one says when [time is up](TimeUp).
//!
//! # Cost
//! Within a time, a copy of the groups for every step: they are what is left when it is broken off.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::stop::{BrokenOff, TimeUp};

/// How far the searches are: steps taken, and planned so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Far {
    /// Steps taken.
    pub done: usize,
    /// Steps planned by all searches that have begun.
    pub planned: usize,
    /// Only what must be done in the end is left.
    pub ending: bool,
}

/// Who says how many steps are taken.
pub struct Pace<'a> {
    way: Way,
    tell: &'a (dyn Fn(Far) + Sync),
    counted: Mutex<Vec<u32>>,
    done: AtomicUsize,
    planned: AtomicUsize,
    short: AtomicBool,
}

enum Way {
    Tuned,
    Within { time: TimeUp, beyond: bool },
    Again(Vec<u32>),
}

impl Pace<'_> {
    /// As many steps as tunings plan.
    pub fn tuned() -> Self {
        Self::new(Way::Tuned)
    }

    /// As many as there is time for, and as planned at most.
    pub fn planned_within(time: TimeUp) -> Self {
        Self::new(Way::Within { time, beyond: false })
    }

    /// As many as there is time for.
    pub fn within(time: TimeUp) -> Self {
        Self::new(Way::Within { time, beyond: true })
    }

    /// As many as were [counted](Pace::counted) before.
    pub fn again(counted: Vec<u32>) -> Self {
        Self::new(Way::Again(counted))
    }

    fn new(way: Way) -> Self {
        Pace {
            way,
            tell: &|_| {},
            counted: Mutex::default(),
            done: AtomicUsize::new(0),
            planned: AtomicUsize::new(0),
            short: AtomicBool::new(false),
        }
    }

    /// With a function that is told after every step.
    pub fn telling(self, tell: &(dyn Fn(Far) + Sync)) -> Pace<'_> {
        Pace { tell, way: self.way, counted: self.counted, done: self.done, planned: self.planned, short: self.short }
    }

    /// A search that others follow: it takes no more steps than it plans.
    pub fn before_others(&self) -> Turn<'_> {
        Turn { pace: self, last: false }
    }

    /// The last search: it may go on beyond its plan.
    pub fn last(&self) -> Turn<'_> {
        Turn { pace: self, last: true }
    }

    /// The steps of each search in turn.
    pub fn counted(&self) -> Vec<u32> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether a step was broken off, or not begun, because time was up.
    pub fn is_cut_short(&self) -> bool {
        self.short.load(Ordering::Relaxed)
    }

    fn tell(&self, ending: bool) {
        let (done, planned) = (self.done.load(Ordering::Relaxed), self.planned.load(Ordering::Relaxed));
        (self.tell)(Far { done, planned: planned.max(done), ending });
    }
}

/// The turn of one search.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    pace: &'a Pace<'a>,
    last: bool,
}

impl<'a> Turn<'a> {
    /// The search begins; it plans so many steps.
    pub fn begin(self, planned: usize) -> Steps<'a> {
        self.pace.planned.fetch_add(planned, Ordering::Relaxed);
        let mut counted = self.pace.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.push(0);
        Steps { turn: self, at: counted.len() - 1, done: Cell::new(0) }
    }
}

/// The steps of one search.
pub struct Steps<'a> {
    turn: Turn<'a>,
    at: usize,
    done: Cell<u32>,
}

impl Steps<'_> {
    /// Takes a step. `None`: there is to be none, or it was broken off; then what it changed must be thrown away.
    pub fn take<T>(&self, act: impl FnOnce() -> T) -> Option<T> {
        let done = match &self.turn.pace.way {
            Way::Tuned => act(),
            Way::Again(counted) if counted.get(self.at).is_some_and(|&steps| self.done.get() < steps) => act(),
            Way::Again(_) => return None,
            Way::Within { time, .. } => self.timed(time, act)?,
        };
        self.count();
        Some(done)
    }

    fn timed<T>(&self, time: &TimeUp, act: impl FnOnce() -> T) -> Option<T> {
        let done = if time.is_up() {
            None
        } else {
            time.in_step(true);
            // What a broken step leaves behind is thrown away by whoever took it.
            let done = catch_unwind(AssertUnwindSafe(act));
            time.in_step(false);
            match done {
                Ok(done) => Some(done),
                Err(cause) if cause.is::<BrokenOff>() => None,
                Err(cause) => resume_unwind(cause),
            }
        };
        if done.is_none() {
            self.turn.pace.short.store(true, Ordering::Relaxed);
        }
        done
    }

    /// As [`Steps::take`], on a state that stays as it is where the step is broken off.
    pub fn change<S: Clone, T>(&self, state: &mut S, act: impl FnOnce(&mut S) -> T) -> Option<T> {
        if !matches!(self.turn.pace.way, Way::Within { .. }) {
            return self.take(|| act(state));
        }
        let mut changed = state.clone();
        let done = self.take(|| act(&mut changed))?;
        *state = changed;
        Some(done)
    }

    /// So many of the steps that were planned are not worth it, as was found on the way.
    pub fn plan_fewer(&self, fewer: usize) {
        if fewer > 0 {
            self.turn.pace.planned.fetch_sub(fewer, Ordering::Relaxed);
            self.turn.pace.tell(false);
        }
    }

    fn count(&self) {
        self.done.set(self.done.get() + 1);
        let mut counted = self.turn.pace.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted[self.at] = self.done.get();
        drop(counted);
        self.turn.pace.done.fetch_add(1, Ordering::Relaxed);
        self.turn.pace.tell(false);
    }

    /// Only what must be done in the end is left.
    pub fn end(&self) {
        self.turn.pace.tell(true);
    }

    /// Whether there may be fewer steps than planned.
    pub fn may_be_short(&self) -> bool {
        !matches!(self.turn.pace.way, Way::Tuned)
    }

    /// Whether steps may be taken beyond the plan.
    pub fn may_go_on(&self) -> bool {
        match &self.turn.pace.way {
            Way::Tuned => false,
            Way::Again(_) => self.turn.last,
            Way::Within { beyond, .. } => self.turn.last && *beyond,
        }
    }
}
