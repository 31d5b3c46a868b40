//! What lies beside a table: a manifest that speaks of it, and the policy that it is judged by where nobody names one.

use std::path::{Path, PathBuf};

use aloof_io::Source;

use crate::manifest::{Beside, Manifest};

/// Whether a file is one of a release of this program: what lies beside it is then the release's, too.
pub fn is_of_release(data: &Path) -> bool {
    let source = Source::File(data.to_owned());
    match Manifest::beside(&source) {
        Ok(Beside::Ours(manifest)) => manifest.speaks_of(&source),
        Ok(_) => false,
        // A manifest that cannot be understood is told of where the table is read.
        Err(_) => true,
    }
}

/// The policy beside a table, or beside the directory of a release, under the name that policies have: `aloof.toml`. What lies in a release was written by
/// whoever published it, and is no word of whoever audits it.
pub fn policy_beside(data: &Path) -> Option<PathBuf> {
    let here = data.parent().unwrap_or(Path::new(""));
    let place = match data.is_dir() {
        true => around(data),
        false if is_of_release(data) => around(here),
        false => here.to_owned(),
    };
    Some(place.join("aloof.toml")).filter(|file| file.is_file())
}

/// Where a directory lies.
fn around(directory: &Path) -> PathBuf {
    match (directory.file_name(), directory.parent()) {
        (Some(_), Some(parent)) => parent.to_owned(),
        // Such as `.`, whose name does not tell.
        _ => directory.join(".."),
    }
}
