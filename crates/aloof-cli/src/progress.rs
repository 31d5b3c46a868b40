//! Progress on standard error, only to a terminal, only for work that takes a while.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

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
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        if let Some(total) = total {
            bar.set_length(total);
        }
        bar.set_position(done);
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
