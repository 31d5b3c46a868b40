//! A release with noise, as its manifest tells it: its numbers are not the true ones, so nobody asks whether they are.

use std::path::Path;

use aloof_io::Source;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::report::Audit;

/// Columns that noise was added to.
#[derive(Deserialize)]
pub(super) struct Noisy {
    columns: Vec<Column>,
}

#[derive(Deserialize)]
struct Column {
    column: String,
    width: String,
}

#[derive(Deserialize)]
struct Said {
    noise: Option<Noisy>,
}

/// What the manifest beside a released file says, if there is one that says such things.
pub(super) fn manifest_beside<T: DeserializeOwned>(source: &Source) -> Option<T> {
    let Source::File(path) = source else { return None };
    let manifest = path.parent().unwrap_or(Path::new("")).join("manifest.json");
    serde_json::from_str(&std::fs::read_to_string(manifest).ok()?).ok()
}

impl Noisy {
    pub fn beside(source: &Source) -> Option<Self> {
        manifest_beside::<Said>(source)?.noise
    }

    /// Says so, and takes back that rows stand for no original one: they are not meant to.
    pub fn tell(&self, audit: &mut Audit) {
        let each = self.columns.iter().map(|one| format!("`{}` by up to {}", one.column, one.width));
        audit.truth = None;
        audit.notes.push(format!(
            "Noise was added, to {}: these numbers are not the true ones. Every row is published by itself; nothing is \
             promised by noise.",
            each.collect::<Vec<_>>().join(", ")
        ));
    }
}
