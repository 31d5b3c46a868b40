//! The clock of a release: makers have none.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use aloof_methods::stop::{Listening, TimeUp};

use crate::Error;

/// Says when time is up, unless it is dropped before.
pub(super) struct Alarm {
    _kept: Option<Sender<()>>,
}

impl Alarm {
    /// At this moment; at once, if that is past.
    pub fn at(moment: Instant, time: &TimeUp) -> Self {
        let left = moment.saturating_duration_since(Instant::now());
        if left == Duration::ZERO {
            time.now();
            return Self { _kept: None };
        }
        let (kept, dropped) = channel::<()>();
        let time = time.clone();
        std::thread::spawn(move || {
            if dropped.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                time.now();
            }
        });
        Self { _kept: Some(kept) }
    }
}

/// Does it on so many threads, which hear when time is up.
pub(super) fn hearing<T: Send>(time: &TimeUp, threads: usize, act: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let listening = Listening::here().and(time);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).start_handler(move |_| listening.listen()).build();
    let failed = |error: rayon::ThreadPoolBuildError| Error::File {
        what: "threads cannot be started".to_owned(),
        cause: std::io::Error::other(error.to_string()),
    };
    Ok(pool.map_err(failed)?.install(act))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_once_it_is_time() {
        let (now, never) = (TimeUp::default(), TimeUp::default());
        let _at_once = Alarm::at(Instant::now(), &now);
        drop(Alarm::at(Instant::now() + Duration::from_millis(20), &never));
        let soon = TimeUp::default();
        let _alarm = Alarm::at(Instant::now() + Duration::from_millis(1), &soon);
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!((now.is_up(), soon.is_up(), never.is_up()), (true, true, false));
    }
}
