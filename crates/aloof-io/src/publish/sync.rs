//! Directories to disk: a file's name is safe only when its directory is.

use std::fs::File;
use std::io;
use std::path::Path;

/// Syncs a directory. Systems that cannot sync one keep their own order.
pub(super) fn directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}
