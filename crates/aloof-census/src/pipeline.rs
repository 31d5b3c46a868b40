//! Making items on several threads and taking them in order.
//!
//! Item `i` is made by worker `i mod threads`, each of which waits once it is
//! two items ahead: memory stays bounded however slow the taker is, and the
//! order needs no sorting, since the taker asks the workers in turn.

use std::io;
use std::sync::mpsc::sync_channel;
use std::thread;

/// Calls `take` with `make(0)`, `make(1)`, … up to `count`, making them on so
/// many threads. Stops at the first error of `take`.
pub(crate) fn in_order<T: Send>(
    count: u64,
    threads: usize,
    make: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let threads = (threads as u64).min(count);
    if threads <= 1 {
        return (0..count).try_for_each(|index| take(make(index)));
    }
    thread::scope(|scope| {
        let make = &make;
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let (sender, receiver) = sync_channel(1);
                scope.spawn(move || {
                    // A closed channel means the taker has given up.
                    (worker..count).step_by(threads as usize).all(|index| sender.send(make(index)).is_ok())
                });
                receiver
            })
            .collect();
        for index in 0..count {
            let Ok(item) = workers[(index % threads) as usize].recv() else {
                // The worker panicked; the scope passes the panic on.
                break;
            };
            take(item)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_arrive_in_order_at_any_number_of_threads() {
        for threads in [0, 1, 2, 3, 7, 200] {
            let mut taken = Vec::new();
            in_order(
                100,
                threads,
                |index| index * index,
                |item| {
                    taken.push(item);
                    Ok(())
                },
            )
            .unwrap();
            assert!(taken.iter().copied().eq((0..100).map(|index| index * index)));
        }
    }

    #[test]
    fn an_error_of_the_taker_ends_it() {
        for threads in [1, 4] {
            let mut taken = 0;
            let outcome = in_order(
                1_000,
                threads,
                |index| index,
                |_| {
                    taken += 1;
                    if taken == 5 {
                        return Err(io::Error::other("full"));
                    }
                    Ok(())
                },
            );
            assert!(outcome.is_err());
            assert_eq!(taken, 5);
        }
    }

    #[test]
    fn a_panic_of_a_worker_is_passed_on() {
        let outcome = std::panic::catch_unwind(|| in_order(10, 2, |index| assert!(index != 3), |()| Ok(())));
        assert!(outcome.is_err());
    }
}
