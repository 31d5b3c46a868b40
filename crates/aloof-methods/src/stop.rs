//! Stopping: a maker at work can be told that nobody waits for it any more.
//!
//! Whoever starts the work gives the threads of its pool a [`Stop`]; makers call [`check`] for every cut, every row that looks
//! for a better place, every sweep of a walk: at most some milliseconds apart. Where it was asked to stop, `check` unwinds, so that no maker needs a way back through all its calls.
//! Threads without a `Stop` never stop.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared between who waits and who works.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// What unwinds when work is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

thread_local! {
    static LISTENING: RefCell<Option<Stop>> = const { RefCell::new(None) };
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
        LISTENING.set(Some(self.clone()));
    }

    /// Ends the work if that was asked.
    pub fn check(&self) {
        if self.is_asked() {
            std::panic::resume_unwind(Box::new(Stopped));
        }
    }
}

/// Ends the work of this thread if that was asked.
pub fn check() {
    LISTENING.with_borrow(|stop| stop.iter().for_each(Stop::check));
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
}
