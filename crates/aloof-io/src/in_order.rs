//! Work on many tasks at once, results in the order of the tasks.
//!
//! A worker takes the next task under a lock, works without one, and hands its result over under another: whoever
//! completes the sequence keeps what has gathered. Only the results that came early wait, so at most one task per
//! worker is in flight. The first failure in the order of the tasks is the one reported, at any number of workers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where tasks come from; `count` numbers them.
struct Queue<T> {
    take: T,
    count: usize,
}

/// Where results go to; `next` is the number of the one to be kept next.
struct Shelf<K, P, E> {
    keep: K,
    early: BTreeMap<usize, Result<P, E>>,
    next: usize,
    failure: Option<E>,
}

/// Runs `work` on every task. `take` puts the next one into a worker's own state (made by `state`) and says whether
/// there was one; `keep` gets the results in order.
pub(crate) fn in_order<S, P: Send, E: Send>(
    workers: usize,
    state: impl Fn() -> S + Sync,
    take: impl FnMut(&mut S) -> Result<bool, E> + Send,
    work: impl Fn(&mut S) -> P + Sync,
    keep: impl FnMut(P) -> Result<(), E> + Send,
) -> Result<(), E> {
    let queue = Mutex::new(Queue { take, count: 0 });
    let shelf = Mutex::new(Shelf { keep, early: BTreeMap::new(), next: 0, failure: None });
    let done = AtomicBool::new(false);
    let worker = || {
        let mut state = state();
        while let Some((number, taken)) = next_task(&queue, &done, &mut state) {
            let result = taken.map(|()| work(&mut state));
            deliver(&shelf, &done, number, result);
        }
    };
    std::thread::scope(|scope| {
        (1..workers).for_each(|_| {
            scope.spawn(worker);
        });
        worker();
    });
    let failure = lock(&shelf).failure.take();
    failure.map_or(Ok(()), Err)
}

/// The next task, or the failure to get it, which takes the task's place in the order.
fn next_task<S, E>(
    queue: &Mutex<Queue<impl FnMut(&mut S) -> Result<bool, E>>>,
    done: &AtomicBool,
    state: &mut S,
) -> Option<(usize, Result<(), E>)> {
    let mut queue = lock(queue);
    if done.load(Ordering::Acquire) {
        return None;
    }
    let taken = (queue.take)(state);
    if !matches!(taken, Ok(true)) {
        done.store(true, Ordering::Release);
    }
    let number = queue.count;
    queue.count += 1;
    match taken {
        Ok(false) => None,
        Ok(true) => Some((number, Ok(()))),
        Err(failure) => Some((number, Err(failure))),
    }
}

fn deliver<P, E>(
    shelf: &Mutex<Shelf<impl FnMut(P) -> Result<(), E>, P, E>>,
    done: &AtomicBool,
    number: usize,
    result: Result<P, E>,
) {
    let mut shelf = lock(shelf);
    let shelf = &mut *shelf;
    shelf.early.insert(number, result);
    while shelf.failure.is_none()
        && let Some(result) = shelf.early.remove(&shelf.next)
    {
        shelf.next += 1;
        if let Err(failure) = result.and_then(&mut shelf.keep) {
            shelf.failure = Some(failure);
            done.store(true, Ordering::Release);
        }
    }
}

/// A worker that panicked ends the scope with its panic; until then the others may go on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(workers: usize, fail_take: u32, fail_keep: u32) -> (Vec<u32>, Result<(), String>) {
        let (mut next, mut kept) = (0u32, Vec::new());
        let take = |task: &mut u32| {
            (*task, next) = (next, next + 1);
            if *task == fail_take { Err(format!("take {task}")) } else { Ok(*task < 100) }
        };
        let keep = |result: u32| {
            if result == fail_keep * 2 {
                return Err(format!("keep {result}"));
            }
            kept.push(result);
            Ok(())
        };
        let result = in_order(workers, || 0, take, |task| *task * 2, keep);
        (kept, result)
    }

    #[test]
    fn order_does_not_depend_on_workers() {
        for workers in [1, 2, 7] {
            let (kept, result) = run(workers, 1000, 1000);
            assert_eq!((kept, result), ((0..100).map(|n| n * 2).collect(), Ok(())));
            assert_eq!(run(workers, 60, 40), ((0..40).map(|n| n * 2).collect(), Err("keep 80".to_owned())));
            assert_eq!(run(workers, 30, 40), ((0..30).map(|n| n * 2).collect(), Err("take 30".to_owned())));
        }
    }
}
