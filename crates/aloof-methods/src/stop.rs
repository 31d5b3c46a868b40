//! Stopping: a maker at work can be told that nobody waits for it any more, or that the step it is at takes too long.
//!
//! Whoever starts the work lets the threads of its pool listen; makers call [`check`] for every cut, every row that looks
//! for a better place, every sweep of a walk: at most some milliseconds apart. Where it was asked to stop, `check` unwinds, so that
//! no maker needs a way back through all its calls. Threads that listen to nobody never stop.
//!
//! | asked by | ends | caught by |
//! |---|---|---|
//! | [`Stop`] | all of the work | whoever started it |
//! | [`TimeUp`] | the step under way, and nothing between steps | [`Pace`](crate::pace::Pace), which goes by what was done before |

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared between who waits and who works.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// What unwinds when work is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Shared between who holds the clock and who works.
#[derive(Clone, Debug, Default)]
pub struct TimeUp(Arc<Time>);

#[derive(Debug, Default)]
struct Time {
    up: AtomicBool,
    /// A step is under way that may be broken off.
    in_step: AtomicBool,
}

/// What unwinds when a step is broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BrokenOff;

/// Whom a thread listens to.
#[derive(Clone, Debug, Default)]
pub struct Listening {
    stop: Option<Stop>,
    time: Option<TimeUp>,
}

thread_local! {
    static LISTENING: RefCell<Listening> = const { RefCell::new(Listening { stop: None, time: None }) };
}

impl Stop {
    /// Asks all work that listens to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes what runs on this thread listen.
    pub fn listen(&self) {
        LISTENING.with_borrow_mut(|listening| listening.stop = Some(self.clone()));
    }

    /// Ends the work if that was asked.
    pub fn check(&self) {
        if self.is_asked() {
            std::panic::resume_unwind(Box::new(Stopped));
        }
    }
}

impl TimeUp {
    /// No step begins any more, and the one under way is broken off.
    pub fn now(&self) {
        self.0.up.store(true, Ordering::Relaxed);
    }

    /// Whether it is.
    pub fn is_up(&self) -> bool {
        self.0.up.load(Ordering::Relaxed)
    }

    /// What is done from now on may be broken off, or may not.
    pub(crate) fn in_step(&self, is: bool) {
        self.0.in_step.store(is, Ordering::Relaxed);
    }

    fn check(&self) {
        if self.is_up() && self.0.in_step.load(Ordering::Relaxed) {
            std::panic::resume_unwind(Box::new(BrokenOff));
        }
    }
}

impl Listening {
    /// As this thread does: for those who start others to work for it.
    pub fn here() -> Self {
        LISTENING.with_borrow(Clone::clone)
    }

    /// And to this clock.
    pub fn and(self, time: &TimeUp) -> Self {
        Self { time: Some(time.clone()), ..self }
    }

    /// Makes what runs on this thread listen so.
    pub fn listen(&self) {
        LISTENING.set(self.clone());
    }
}

/// Ends the work of this thread, or its step, if that was asked.
pub fn check() {
    LISTENING.with_borrow(|listening| {
        listening.stop.iter().for_each(Stop::check);
        listening.time.iter().for_each(TimeUp::check);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_listens_stops() {
        let stop = Stop::default();
        let works = |listens: bool| {
            let stop = stop.clone();
            let thread = std::thread::spawn(move || {
                if listens {
                    stop.listen();
                }
                check();
            });
            thread.join().is_ok()
        };
        assert!(works(true));
        stop.stop();
        assert!(works(false));
        assert!(!works(true));
    }

    #[test]
    fn time_that_is_up_ends_steps_alone() {
        let (stop, time) = (Stop::default(), TimeUp::default());
        let works = || {
            let listening = Listening { stop: Some(stop.clone()), time: None }.and(&time);
            std::thread::spawn(move || {
                listening.listen();
                check();
            })
            .join()
            .is_ok()
        };
        time.in_step(true);
        assert!(works());
        time.now();
        assert!(!works());
        time.in_step(false);
        assert!(works());
        stop.stop();
        assert!(!works());
    }
}
