//! What a page about a release shows beside it: measured once the release is made and before it is in place, the same for every
//! door that makes one.

use std::path::{Path, PathBuf};

use aloof::Error;
use aloof::advise::{AdviseRequest, advise};
use aloof::attack::{AttackReport, AttackRequest, attack};
use aloof::audit::risks;
use aloof::data::table_at;
use aloof::evaluate::{EvaluateRequest, Evaluation, Rows, Workloads, evaluate};
use aloof::io::publish::Hashed;
use aloof::io::{Input, ReadOptions, Source};
use aloof::manifest::{Column, ColumnRole, Manifest, PublishedAs};
use aloof::policy::{Policy, Role};
use aloof::release::{ReleaseReport, Staged};
use aloof::table::Date;

use crate::case::{Extras, Subject};

/// A release that a page is to be written about, as it is called by whoever makes it.
#[derive(Clone, Debug, Default)]
pub struct ReleaseOf {
    /// The table, as it was named.
    pub data: String,
    /// The directory of the release, as it was named.
    pub out: String,
    /// The policy's file; none where flags are the policy.
    pub policy_file: Option<PathBuf>,
    /// Draws are made from a seed that anybody can guess.
    pub trial: bool,
    /// The release is to be attacked, too.
    pub attack: bool,
}

/// What a report shows beside the release itself, where the data can be read a second time. What cannot be made is named.
pub fn release_extras(
    about: &ReleaseOf,
    made: &ReleaseReport,
    data: &Source,
    policy: &Policy,
    staged: &Staged,
) -> Extras {
    let mut extras = Extras {
        subject: Subject {
            data: about.data.clone(),
            table: about.out.clone(),
            date: today(),
            policy: policy_file(about.policy_file.as_deref()),
            left_out: left_out(data, made),
            is: unpublished(policy),
            records: policy.counts_records(),
            trial: about.trial,
        },
        files: files(&staged.release),
        manifest: manifest(&staged.release),
        ..Extras::default()
    };
    // A pipe was read to its end.
    if !data.path().is_none_or(Path::is_file) {
        extras.problems.push(
            "The data came through a pipe and cannot be read a second time: nothing was measured for this page."
                .to_owned(),
        );
        return extras;
    }
    let mut missing = Missing::default();
    // Where nothing is asked there is nothing to advise on. What values allow tells how far apart they lie: it is told only of
    // values that are all published.
    if !policy.protect().is_empty() && all_published(made) {
        let asked = AdviseRequest { data: data.clone(), policy, progress: &|_, _| {} };
        extras.advice = missing.unless("What could be promised", advise(&asked));
    }
    if let Some(released) = missing.unless("What was measured", table_at(&staged.release)) {
        let risks = risks(&released, data, policy);
        extras.risks = missing.unless("Risk before and after", risks).unwrap_or_default();
        if about.attack {
            extras.attacks = missing.unless("What attackers get", attacked(&released, data, policy, staged));
        }
        extras.evaluation = missing.unless("What it is good for", evaluated(released, data, policy, staged));
    }
    // A stage's name means nothing to whoever reads the page.
    let staged = staged.release.display().to_string();
    extras.problems = missing.0.into_iter().map(|said| said.replace(&staged, &about.out)).collect();
    extras
}

/// Parts of a page that could not be made, each with a reason.
#[derive(Default)]
struct Missing(Vec<String>);

impl Missing {
    /// The part, unless it could not be made.
    fn unless<T>(&mut self, name: &str, part: Result<T, Error>) -> Option<T> {
        part.map_err(|why| self.0.push(format!("{name} is missing: {why}."))).ok()
    }
}

/// What attackers get.
fn attacked(released: &Source, data: &Source, policy: &Policy, staged: &Staged) -> Result<AttackReport, Error> {
    attack(&AttackRequest {
        release: released.clone(),
        original: data.clone(),
        control: None,
        previous: Vec::new(),
        private: staged.private.clone(),
        policy,
        only: Vec::new(),
        seed: 1,
        progress: &|_| {},
    })
}

/// What it is good for. Analyses of the original are keys to it; `aloof evaluate` makes them, for whoever holds it.
fn evaluated(release: Source, data: &Source, policy: &Policy, staged: &Staged) -> Result<Evaluation, Error> {
    evaluate(&EvaluateRequest {
        original: data.clone(),
        release,
        policy,
        workloads: Workloads { analyses: false, ..Workloads::default() },
        // What is private was just written: it says which row is whose.
        rows: staged.private.clone().map_or(Rows::Unknown, Rows::Private),
        progress: &|_, _| {},
    })
}

/// Whether everybody's sensitive values stand in the release.
fn all_published(made: &ReleaseReport) -> bool {
    let moved = |column: &Column| {
        column.role == ColumnRole::Sensitive
            && matches!(column.published_as, PublishedAs::Perturbed | PublishedAs::Noisy | PublishedAs::Walked)
    };
    made.held_out.is_none() && made.suppressed == 0 && made.dropped == 0 && !made.columns.iter().any(moved)
}

/// Columns that are not published for what they are.
fn unpublished(policy: &Policy) -> Vec<(String, &'static str)> {
    let roles = [
        (Role::Identifier, "names a person"),
        (Role::Weight, "how many people a row stands for"),
        (Role::Household, "which rows are one household"),
        (Role::Stratum, "how the sample was drawn"),
        (Role::Drop, "to be left out, by the policy"),
    ];
    roles.iter().flat_map(|&(role, is)| policy.named(role).map(move |name| (name.to_owned(), is))).collect()
}

/// Columns of the data that the release does not hold; none where the names read here are not those that were published.
fn left_out(data: &Source, made: &ReleaseReport) -> Vec<String> {
    let Ok(input) = Input::open(data.clone(), ReadOptions::default()) else { return Vec::new() };
    let of_data = |column: &&Column| !matches!(column.role, ColumnRole::Group | ColumnRole::Count);
    let published: Vec<&String> = made.columns.iter().filter(of_data).map(|column| &column.name).collect();
    if published.iter().any(|name| !input.names().contains(name)) {
        return Vec::new();
    }
    input.names().iter().filter(|name| !published.contains(name)).cloned().collect()
}

/// What the release at `directory` says of itself; nothing where no manifest of ours lies there.
pub fn manifest(directory: &Path) -> Option<Manifest> {
    serde_json::from_slice(&std::fs::read(directory.join("manifest.json")).ok()?).ok()
}

/// Names and hashes of the files of a release, by its manifest, and of the manifest itself.
pub fn files(release: &Path) -> Vec<(String, String)> {
    let stated = manifest(release).map(|manifest| manifest.files).unwrap_or_default();
    let stated = stated.into_iter().map(|(name, file)| (name, file.sha256));
    let own = sha256(&release.join("manifest.json")).map(|hash| ("manifest.json".to_owned(), hash));
    stated.chain(own).collect()
}

/// The SHA-256 of a file, in hexadecimal.
pub fn sha256(path: &Path) -> Option<String> {
    let mut hashed = Hashed::new(std::io::sink());
    std::io::copy(&mut std::fs::File::open(path).ok()?, &mut hashed).ok()?;
    Some(hashed.finish().1.sha256)
}

/// The policy's file, as it was typed, with its hash; nothing where flags are the policy.
pub fn policy_file(path: Option<&Path>) -> Option<(String, String)> {
    let path = path?;
    Some((path.display().to_string(), sha256(path)?))
}

/// Today's date in UTC, as `2026-11-18`; `SOURCE_DATE_EPOCH` stands in for the clock where pages are to be made again byte by byte.
pub fn today() -> Option<String> {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = match told {
        Some(seconds) => seconds,
        None => std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?.as_secs(),
    };
    Some(Date::from_days(i32::try_from(seconds / 86_400).ok()?).to_string())
}
