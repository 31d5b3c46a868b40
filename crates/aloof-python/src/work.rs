//! Running with the interpreter's lock released, telling how far it is, and stopping on Ctrl-C.
//!
//! The work runs on a thread of its own, in a pool of its own; the thread that called waits, hands progress on and asks
//! Python every so often whether a signal came. Then the pool's work is stopped. What cannot be stopped soon is left
//! alone: it ends by itself, and nobody sees what it made.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use aloof::Error;
use aloof::attack::AttackStep;
use aloof::release::Step;
use aloof::stop::{Stop, Stopped};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{AloofError, to_py};

/// How often Python is asked for signals.
const LOOK: Duration = Duration::from_millis(50);
/// How long stopped work may take to end before it is left alone.
const PATIENCE: Duration = Duration::from_secs(3);

/// What was told: a word, and how far of how much, where that is known.
type Told = (&'static str, Option<(u64, u64)>);

/// What the worker hands over.
enum News<T> {
    Told(Told),
    Done(Result<T, Error>),
    Stopped,
    Panicked,
}

/// How a call is to be run.
pub(crate) struct Running {
    pub(crate) progress: Option<Py<PyAny>>,
    pub(crate) threads: Option<usize>,
}

/// Tells how far the work is, and ends it when it is stopped.
pub(crate) struct Teller {
    tell: Box<dyn Fn(Told) + Send + Sync>,
    stop: Stop,
}

impl Teller {
    /// A step of making a release.
    pub(crate) fn step(&self, step: Step) {
        let told = match step {
            Step::Reading(done, total) => ("reading", total.map(|total| (done, total))),
            // A function is told of steps alone; the report has the estimate.
            Step::Expecting(_) => return self.stop.check(),
            Step::Solving(_, 0) => ("solving", None),
            Step::Solving(done, total) => ("solving", Some((done as u64, total as u64))),
            Step::Walking(done, total) => ("walking", Some((done as u64, total as u64))),
            Step::Writing => ("writing", None),
            Step::Judging => ("judging", None),
        };
        self.tell(told);
    }

    /// A step of attacking one.
    pub(crate) fn attack(&self, step: AttackStep) {
        self.tell(match step {
            AttackStep::Reading(done, total) => ("reading", total.map(|total| (done, total))),
            AttackStep::Attacking(name, at, of) => (name.name(), Some((at as u64, of as u64))),
        });
    }

    /// How far reading is.
    pub(crate) fn reading(&self, done: u64, total: Option<u64>) {
        self.tell(("reading", total.map(|total| (done, total))));
    }

    fn tell(&self, told: Told) {
        self.stop.check();
        (self.tell)(told);
    }
}

/// Runs `work` and waits for it.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    running: Running,
    work: impl FnOnce(&Teller) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::default();
    let pool = pool(running.threads, &stop)?;
    let (sender, receiver) = channel();
    let teller = Teller { tell: teller_of(sender.clone()), stop: stop.clone() };
    std::thread::spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| pool.install(|| work(&teller))));
        // Whoever waited may have gone.
        let _ = sender.send(match done {
            Ok(done) => News::Done(done),
            Err(cause) if cause.is::<Stopped>() => News::Stopped,
            Err(_) => News::Panicked,
        });
    });
    wait(py, &Mutex::new(receiver), running.progress.as_ref(), &stop)
}

fn pool(threads: Option<usize>, stop: &Stop) -> PyResult<ThreadPool> {
    let stop = stop.clone();
    let built =
        ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).start_handler(move |_| stop.listen()).build();
    built.map_err(|error| AloofError::new_err(format!("no threads: {error}")))
}

fn teller_of<T: Send + 'static>(sender: Sender<News<T>>) -> Box<dyn Fn(Told) + Send + Sync> {
    let sender = Mutex::new(sender);
    Box::new(move |told| {
        if let Ok(sender) = sender.lock() {
            let _ = sender.send(News::Told(told));
        }
    })
}

fn wait<T: Send>(
    py: Python<'_>,
    news: &Mutex<Receiver<News<T>>>,
    progress: Option<&Py<PyAny>>,
    stop: &Stop,
) -> PyResult<T> {
    let next = || match news.lock() {
        Ok(news) => news.recv_timeout(LOOK),
        Err(_) => Err(RecvTimeoutError::Disconnected),
    };
    loop {
        let received = py.detach(next);
        let waited = py.check_signals().and_then(|()| match (&received, progress) {
            (Ok(News::Told((what, far))), Some(progress)) => {
                let (done, total) = far.unzip();
                progress.call1(py, (*what, done, total)).map(|_| ())
            }
            _ => Ok(()),
        });
        if let Err(error) = waited {
            stop.stop();
            py.detach(|| until_ended(next));
            return Err(error);
        }
        match received {
            Ok(News::Told(_)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(News::Done(done)) => return done.map_err(|error| to_py(&error)),
            Ok(News::Stopped) => return Err(PyKeyboardInterrupt::new_err(())),
            Ok(News::Panicked) | Err(RecvTimeoutError::Disconnected) => return Err(AloofError::new_err(mistake())),
        }
    }
}

/// Waits for stopped work to end, with patience.
fn until_ended<T>(next: impl Fn() -> Result<News<T>, RecvTimeoutError>) {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if matches!(next(), Ok(News::Done(_) | News::Stopped | News::Panicked) | Err(RecvTimeoutError::Disconnected)) {
            return;
        }
    }
}

static PLACE: OnceLock<Arc<Mutex<String>>> = OnceLock::new();

/// Keeps panics off standard error: what they say could quote a cell. Where the last one came from is kept.
pub(crate) fn silence_panics() {
    let place = Arc::clone(PLACE.get_or_init(Arc::default));
    std::panic::set_hook(Box::new(move |info| {
        if let (Some(at), Ok(mut place)) = (info.location(), place.lock()) {
            *place = format!("{}:{}", at.file(), at.line());
        }
    }));
}

fn mistake() -> String {
    let place = PLACE.get().and_then(|place| place.lock().ok().map(|place| place.clone())).unwrap_or_default();
    format!("this is a mistake in aloof, please report it: a panic at {place}")
}
