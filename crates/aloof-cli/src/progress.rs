//! Progress on standard error, only to a terminal, only for work that takes a while.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use aloof::attack::AttackStep;
use aloof::release::Step;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows how much of a file was read, once reading has taken half a second.
pub(crate) struct Reading {
    bar: Option<ProgressBar>,
    started: Instant,
    shown: AtomicU64,
}

impl Reading {
    /// `quiet` or no terminal: shows nothing.
    pub fn new(quiet: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::hidden();
            let style = ProgressStyle::with_template("reading {bar:30} {bytes}/{total_bytes}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Self { bar, started: Instant::now(), shown: AtomicU64::new(0) }
    }

    /// `done` of `total` bytes.
    pub fn tell(&self, done: u64, total: Option<u64>) {
        let Some(bar) = &self.bar else { return };
        if self.started.elapsed() < Duration::from_millis(500) {
            return;
        }
        if self.shown.swap(1, Ordering::Relaxed) == 0 {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if let Some(total) = total {
            bar.set_length(total);
        }
        bar.set_position(done);
    }
}

impl Reading {
    /// Takes it off the terminal.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Shows how many of several things are done, once the first of them is.
pub(crate) struct Counted {
    bar: Option<ProgressBar>,
}

impl Counted {
    /// Of things called `what`. `quiet` or no terminal: shows nothing.
    pub fn new(quiet: bool, what: &str) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template(&format!("{{pos}} of {{len}} {what} {{bar:30}} {{elapsed}}"));
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Self { bar }
    }

    /// `done` of `of`.
    pub fn tell(&self, done: usize, of: usize) {
        let Some(bar) = &self.bar else { return };
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_length(of as u64);
        bar.set_position(bar.position().max(done as u64));
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Says which attack is run.
pub(crate) struct Attacking {
    reading: Reading,
    bar: Option<ProgressBar>,
}

impl Attacking {
    /// `quiet` or no terminal: says nothing.
    pub fn new(quiet: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{msg}, {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self { reading: Reading::new(quiet), bar }
    }

    /// How far it is.
    pub fn tell(&self, step: AttackStep) {
        match (step, &self.bar) {
            (AttackStep::Reading(done, total), _) => self.reading.tell(done, total),
            (AttackStep::Attacking(name, at, of), Some(bar)) => {
                self.reading.clear();
                bar.set_message(format!("attack {at} of {of}: {}", name.name()));
                bar.enable_steady_tick(Duration::from_millis(500));
            }
            _ => {}
        }
    }
}

impl Drop for Attacking {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Says what is being done, once a step has taken a second.
pub(crate) struct Steps {
    reading: Reading,
    bar: Option<ProgressBar>,
    /// Which step it is, so that a late word about an earlier one is not said.
    step: Arc<AtomicU64>,
    /// How long all that follows reading will take, and since when that is known.
    expected: Mutex<Option<(Duration, Instant)>>,
}

impl Steps {
    /// `quiet` or no terminal: says nothing.
    pub fn new(quiet: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template("{msg}, {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self { reading: Reading::new(quiet), bar, step: Arc::default(), expected: Mutex::default() }
    }

    /// The step that begins, or how far it is.
    pub fn tell(&self, step: Step) {
        let Some(bar) = &self.bar else { return };
        let words = match step {
            Step::Reading(read, total) => return self.reading.tell(read, total),
            Step::Expecting(time) => return self.expect(time),
            Step::Walking(done, total) => {
                return bar.set_message(format!("walking, {done} of {total} segments{}", self.left()));
            }
            Step::Solving(0, _) => "dealing rows into groups",
            Step::Solving(done, total) => {
                return bar.set_message(format!("dealing rows into groups, step {done} of {total}{}", self.left()));
            }
            Step::Writing => "writing",
            Step::Judging => "judging what was written",
        };
        self.reading.clear();
        self.hide(bar);
        bar.set_message(words);
        bar.reset();
        let (bar, current) = (bar.clone(), Arc::clone(&self.step));
        let mine = current.load(Ordering::Relaxed);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(1));
            if current.load(Ordering::Relaxed) == mine {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(Duration::from_millis(500));
            }
        });
    }

    fn expect(&self, time: Duration) {
        *self.expected.lock().unwrap_or_else(PoisonError::into_inner) = Some((time, Instant::now()));
    }

    /// How much longer it will take, if that is known and more than a moment.
    fn left(&self) -> String {
        let expected = *self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        let left = expected.map_or(Duration::ZERO, |(time, since)| time.saturating_sub(since.elapsed()));
        if left < Duration::from_secs(1) { String::new() } else { format!(", about {} left", HumanDuration(left)) }
    }

    fn hide(&self, bar: &ProgressBar) {
        self.step.fetch_add(1, Ordering::Relaxed);
        bar.disable_steady_tick();
        bar.finish_and_clear();
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            self.hide(bar);
        }
    }
}
