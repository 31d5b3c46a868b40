//! `--report FILE`: a page is written beside its place and renamed into it, so that no half of one is ever read.

use std::path::Path;

use crate::Failure;

/// A report must not lie in the release, which is published as it is.
pub(crate) fn check_apart(report: Option<&Path>, out: &Path) -> Result<(), Failure> {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match report {
        Some(report) if whole(report).starts_with(whole(out)) => {
            let message = "--report must lie outside of --out: a release contains nothing but its own files".to_owned();
            Err(aloof::Error::Data(message).into())
        }
        _ => Ok(()),
    }
}

/// Names and hashes of the files of a release, by its manifest.
pub(crate) fn files(release: &Path) -> Vec<(String, String)> {
    let manifest = std::fs::read_to_string(release.join("manifest.json")).unwrap_or_default();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap_or_default();
    let files = manifest["files"].as_object().into_iter().flatten();
    files.filter_map(|(name, file)| Some((name.clone(), file["sha256"].as_str()?.to_owned()))).collect()
}

pub(crate) fn write(path: &Path, page: &str) -> Result<(), Failure> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let written = std::fs::write(part, page).and_then(|()| std::fs::rename(part, path));
    written.map_err(|cause| {
        let _ = std::fs::remove_file(part);
        aloof::Error::File { what: format!("the report {} cannot be written", path.display()), cause }.into()
    })
}
