//! Seconds of work: those of one thread on a core, so that others on the machine do not count.

use std::time::Instant;

/// Seconds of one thread that `work` takes, and what it gives; of the wall where the system does not say.
pub(super) fn seconds<T: Send>(work: impl FnOnce() -> T + Send) -> (f64, T) {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(|| timed(work)),
        Err(_) => timed(work),
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let (started, before) = (Instant::now(), on_core());
    let found = work();
    let seconds = match (before, on_core()) {
        (Some(before), Some(after)) => after - before,
        _ => started.elapsed().as_secs_f64(),
    };
    (seconds, found)
}

/// Seconds of this thread on a core so far.
fn on_core() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds * 1e-9)
}
