//! Long work: one piece at a time, and reading beside it, in the background, on threads of its own. It tells how far it is, can be stopped, and goes on when
//! the tab that asked for it is closed.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use aloof::attack::AttackStep;
use aloof::release::Step;
use aloof::stop::{Stop, Stopped};
use rayon::ThreadPoolBuilder;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;

use crate::failure::Failure;

/// So many that have ended are remembered.
const REMEMBERED: usize = 100;
/// Work that waits for no other.
const BESIDE: [&str; 3] = ["look", "hold", "cross"];
/// How often work that waits looks whether it is its turn.
const TURN: Duration = Duration::from_millis(15);

/// Locks, whatever became of others who held it: what it guards is changed in one step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far work is.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Progress {
    pub id: u64,
    pub kind: String,
    /// The table that it is about.
    pub about: String,
    /// `waiting`, `running`, `done`, `failed` or `stopped`.
    pub phase: &'static str,
    /// What is being done: `reading`, `solving`, …
    pub step: String,
    pub done: u64,
    pub total: Option<u64>,
    /// Seconds since it began.
    pub seconds: f64,
    /// Seconds that all of it will take, as the maker expects.
    pub expected: Option<f64>,
    /// Each step, and the second in which it began.
    pub log: Vec<(f64, String)>,
    pub found: Value,
    pub error: Value,
}

/// One piece of work.
pub(crate) struct Job {
    progress: Mutex<Progress>,
    started: Instant,
    stop: Stop,
    changed: watch::Sender<u64>,
}

impl Job {
    /// How far it is now.
    pub fn progress(&self) -> Progress {
        let mut now = lock(&self.progress).clone();
        if matches!(now.phase, "waiting" | "running") {
            now.seconds = self.started.elapsed().as_secs_f64();
        }
        now
    }

    /// Is told of every change.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Asks it to end.
    pub fn stop(&self) {
        self.stop.stop();
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        {
            let mut progress = lock(&self.progress);
            progress.seconds = self.started.elapsed().as_secs_f64();
            change(&mut progress);
        }
        self.changed.send_modify(|count| *count += 1);
    }

    /// A step begins, or goes on.
    pub fn tell(&self, step: &str, done: u64, total: Option<u64>) {
        self.stop.check();
        self.change(|progress| {
            if progress.step != step {
                step.clone_into(&mut progress.step);
                let at = progress.seconds;
                progress.log.push((at, step.to_owned()));
            }
            (progress.done, progress.total) = (done, total);
        });
    }

    /// A step of making a release.
    pub fn step(&self, step: Step) {
        match step {
            Step::Reading(done, total) => self.tell("reading", done, total),
            Step::Expecting(time) => {
                self.change(|progress| progress.expected = Some(progress.seconds + time.as_secs_f64()));
            }
            Step::Solving(done, total) => {
                self.tell("grouping", done as u64, Some(total as u64).filter(|total| *total > 0));
            }
            Step::Walking(done, total) => self.tell("walking", done as u64, Some(total as u64)),
            Step::Writing => self.tell("writing", 0, None),
            Step::Judging => self.tell("judging", 0, None),
        }
    }

    /// A step of attacking one.
    pub fn attack(&self, step: AttackStep) {
        match step {
            AttackStep::Reading(done, total) => self.tell("reading", done, total),
            AttackStep::Attacking(name, at, of) => {
                self.tell(&format!("attack: {}", name.name()), at as u64, Some(of as u64));
            }
        }
    }

    /// How far reading is.
    pub fn reading(&self, done: u64, total: Option<u64>) {
        self.tell("reading", done, total);
    }
}

/// All work of a server.
#[derive(Default)]
pub(crate) struct Jobs {
    next: AtomicU64,
    all: Mutex<BTreeMap<u64, Arc<Job>>>,
    /// Whose turn it is.
    turn: Arc<Mutex<()>>,
}

impl Jobs {
    /// A piece of work by its number.
    pub fn get(&self, id: u64) -> Option<Arc<Job>> {
        lock(&self.all).get(&id).cloned()
    }

    /// Work about a table that has not ended, and what ended last.
    pub fn about(&self, about: &str) -> Vec<Progress> {
        let all = lock(&self.all);
        all.values().map(|job| job.progress()).filter(|one| one.about == about && one.phase != "done").collect()
    }

    /// Asks all to end, and waits a while for it.
    pub fn stop_all(&self, patience: Duration) {
        let all: Vec<Arc<Job>> = lock(&self.all).values().cloned().collect();
        all.iter().for_each(|job| job.stop());
        let started = Instant::now();
        let works = |job: &Arc<Job>| matches!(lock(&job.progress).phase, "waiting" | "running");
        while all.iter().any(works) && started.elapsed() < patience {
            std::thread::sleep(TURN);
        }
    }

    /// Begins, and does not wait for it.
    pub fn start(
        &self,
        kind: &str,
        about: &str,
        work: impl FnOnce(&Job) -> Result<Value, Failure> + Send + 'static,
    ) -> Result<Arc<Job>, Failure> {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let progress = Progress {
            id,
            kind: kind.to_owned(),
            about: about.to_owned(),
            phase: "waiting",
            step: String::new(),
            done: 0,
            total: None,
            seconds: 0.0,
            expected: None,
            log: Vec::new(),
            found: Value::Null,
            error: Value::Null,
        };
        let job = Arc::new(Job {
            progress: Mutex::new(progress),
            started: Instant::now(),
            stop: Stop::default(),
            changed: watch::channel(0).0,
        });
        self.remember(id, &job);
        // Whoever wants to look at something does not wait until something else is made.
        let turn = if BESIDE.contains(&kind) { Arc::default() } else { Arc::clone(&self.turn) };
        let own = Arc::clone(&job);
        let thread = std::thread::Builder::new().name(format!("{kind} {id}"));
        let started = thread.spawn(move || end(&own, in_turn(&own, &turn, work)));
        started.map_err(|error| Failure::mistake(format!("no thread for it: {error}")))?;
        Ok(job)
    }

    fn remember(&self, id: u64, job: &Arc<Job>) {
        let mut all = lock(&self.all);
        all.insert(id, Arc::clone(job));
        let ended: Vec<u64> = all
            .iter()
            .filter(|(_, job)| !matches!(lock(&job.progress).phase, "waiting" | "running"))
            .map(|(id, _)| *id)
            .collect();
        for id in ended.iter().take(all.len().saturating_sub(REMEMBERED)) {
            all.remove(id);
        }
    }
}

/// How work ended.
enum Ended {
    Done(Value),
    Failed(Failure),
    Stopped,
}

fn in_turn(job: &Job, turn: &Mutex<()>, work: impl FnOnce(&Job) -> Result<Value, Failure> + Send) -> Ended {
    let _mine = loop {
        if job.stop.is_asked() {
            return Ended::Stopped;
        }
        match turn.try_lock() {
            Ok(mine) => break mine,
            Err(TryLockError::Poisoned(mine)) => break mine.into_inner(),
            Err(TryLockError::WouldBlock) => std::thread::sleep(TURN),
        }
    };
    job.change(|progress| progress.phase = "running");
    let stop = job.stop.clone();
    let pool = match ThreadPoolBuilder::new().start_handler(move |_| stop.listen()).build() {
        Ok(pool) => pool,
        Err(error) => return Ended::Failed(Failure::mistake(format!("no threads: {error}"))),
    };
    match catch_unwind(AssertUnwindSafe(|| pool.install(|| work(job)))) {
        Ok(Ok(found)) => Ended::Done(found),
        Ok(Err(failure)) => Ended::Failed(failure),
        Err(cause) if cause.is::<Stopped>() => Ended::Stopped,
        // What a panic says could quote a cell.
        Err(_) => {
            Ended::Failed(Failure::mistake("this is a mistake in aloof, please report it: a panic while this was done"))
        }
    }
}

fn end(job: &Job, ended: Ended) {
    job.change(|progress| match ended {
        Ended::Done(found) => (progress.phase, progress.found) = ("done", found),
        Ended::Failed(failure) => (progress.phase, progress.error) = ("failed", failure.document),
        Ended::Stopped => progress.phase = "stopped",
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(job: &Job) -> Progress {
        while matches!(job.progress().phase, "waiting" | "running") {
            std::thread::sleep(TURN);
        }
        job.progress()
    }

    #[test]
    fn work_ends_in_one_of_three_ways() {
        let jobs = Jobs::default();
        let done = jobs.start("a", "t", |_| Ok(Value::from(7))).unwrap();
        assert_eq!((wait(&done).phase, wait(&done).found), ("done", Value::from(7)));
        let failed = jobs.start("b", "t", |_| Err(Failure::wrong("no"))).unwrap();
        assert_eq!(wait(&failed).error["message"], "no");
        let broken = jobs.start("c", "t", |_| panic!("a secret cell")).unwrap();
        assert!(!wait(&broken).error.to_string().contains("secret"));
        let endless = jobs
            .start("d", "t", |job| {
                loop {
                    job.tell("turning", 1, None);
                }
            })
            .unwrap();
        // Whose turn it is first is nobody's promise.
        while endless.progress().phase == "waiting" {
            std::thread::sleep(TURN);
        }
        let waiting = jobs.start("e", "t", |_| Ok(Value::Null)).unwrap();
        waiting.stop();
        assert_eq!(wait(&waiting).phase, "stopped");
        assert_eq!(jobs.about("t").iter().filter(|one| one.phase == "running").count(), 1);
        jobs.stop_all(Duration::from_mins(1));
        assert_eq!(wait(&endless).phase, "stopped");
    }
}
