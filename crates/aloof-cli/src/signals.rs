//! Ctrl-C and a request to end leave nothing behind.

use crate::Failure;

/// The exit code of a program that a signal ended.
#[cfg(unix)]
const INTERRUPTED: i32 = 130;

/// From now on a signal removes what is staged and ends the program.
#[cfg(unix)]
pub(crate) fn leave_nothing_behind() -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let failed = |error: std::io::Error| Failure::wrong(format!("signals cannot be handled: {error}"));
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(failed)?;
    let wait = move || {
        if signals.forever().next().is_some() {
            aloof::io::publish::abandon();
            std::process::exit(INTERRUPTED);
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
