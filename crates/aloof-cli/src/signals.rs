//! Ctrl-C and a request to end leave nothing behind, and undo nothing that is done.

use crate::Failure;

/// The exit code of a program that a signal ended.
#[cfg(unix)]
const INTERRUPTED: i32 = 130;

/// From now on a signal removes what is staged and ends the program. Once a release is in place the program only has left to
/// say so; it gets a second for it, and ends with the exit code that belongs to what is there.
#[cfg(unix)]
pub(crate) fn leave_nothing_behind() -> Result<(), Failure> {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use aloof::io::publish::{Ending, abandon};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    static HANDLED: AtomicBool = AtomicBool::new(false);
    if HANDLED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let failed = |error: std::io::Error| Failure::wrong(format!("signals cannot be handled: {error}"));
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(failed)?;
    let wait = move || {
        if signals.forever().next().is_some() {
            match abandon() {
                Ending::Nothing => std::process::exit(INTERRUPTED),
                Ending::Placed => {
                    std::thread::sleep(Duration::from_secs(1));
                    std::process::exit(0);
                }
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map_err(failed)?;
    Ok(())
}

/// Elsewhere the next run sweeps up.
#[cfg(not(unix))]
pub(crate) fn leave_nothing_behind() -> Result<(), Failure> {
    Ok(())
}
