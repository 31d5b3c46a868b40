//! Make: a release, by the same call as `aloof anonymize`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Staged, Step, Target, publish};
use aloof_report::{ReleaseOf, release_evidence, release_extras, release_page};
use serde::Deserialize;
use serde_json::{Value, json};

use super::rows::desk;
use crate::failure::Failure;
use crate::jobs::{Job, lock};
use crate::project::{Run, folder_of, write_whole};
use crate::stamp::{Stamps, of_files};
use crate::studio::{Opened, Studio};

#[derive(Deserialize)]
pub(super) struct Make {
    data: String,
}

/// Begins to make a release by the policy as it stands.
pub(super) fn start(studio: &Arc<Studio>, asked: &Make) -> Result<Value, Failure> {
    let opened = studio.open(&asked.data)?;
    let of = desk(&opened)?.stamp.as_ref().map(|stamp| stamp.sha256.clone());
    let (policy, text) = studio.policy(&opened)?;
    let words = lock(&opened.project).words.clone();
    let about = opened.data.clone();
    let job = studio.jobs.start("make", &about, move |job| {
        let number = opened.next_run();
        let run = begin(&opened, number, words, text)?;
        let made = make(&opened, &run, &policy, job)?;
        let files = of_files(Path::new(&run.release)).map_err(|error| Failure::mistake(error.to_string()))?;
        let run = Run { made: serde_json::to_value(&made).unwrap_or_default(), of, files, ..run };
        opened.change(|project| project.runs.push(run))?;
        Ok(json!({ "run": number }))
    })?;
    Ok(json!({ "job": job.progress().id }))
}

/// Names for all that a run makes, and its policy's file.
fn begin(opened: &Opened, number: u32, words: Value, policy: String) -> Result<Run, Failure> {
    let file = format!("{}/policy-{number}.toml", folder_of(&opened.stem));
    let [release, private, report, evidence] = Run::names_of(&opened.stem, number);
    write_whole(&PathBuf::from(&file), policy.as_bytes())
        .map_err(|error| Failure::wrong(format!("{file} cannot be written: {error}")))?;
    let run = Run {
        id: number,
        words,
        policy,
        command: String::new(),
        release,
        private,
        report,
        evidence,
        made: Value::Null,
        of: None,
        files: Stamps::new(),
        answers: BTreeMap::new(),
    };
    let command = command(&[
        "aloof",
        "anonymize",
        &opened.data,
        "--policy",
        &file,
        "--out",
        &run.release,
        "--private",
        &run.private,
        "--report",
        &run.report,
        "--evidence",
        &run.evidence,
    ]);
    Ok(Run { command, ..run })
}

fn make(opened: &Opened, run: &Run, policy: &Policy, job: &Job) -> Result<ReleaseReport, Failure> {
    let data = opened.source();
    let tell = |step: Step| job.step(step);
    let request = Request::new(data.clone(), policy).progress(&tell);
    let about = ReleaseOf {
        data: opened.data.clone(),
        out: run.release.clone(),
        policy_file: Some(PathBuf::from(format!("{}/policy-{}.toml", folder_of(&opened.stem), run.id))),
        trial: false,
        attack: false,
    };
    let told = OnceLock::new();
    let page = |made: &ReleaseReport, staged: &Staged| {
        job.tell("measuring", 0, None);
        let extras = release_extras(&about, made, &data, policy, staged);
        told.get_or_init(|| release_evidence(made, &extras));
        release_page(made, &extras)
    };
    // The page is written first.
    let evidence = |_: &ReleaseReport, _: &Staged| told.get().cloned().unwrap_or_default();
    let target = Target::new(&run.release)
        .private(PathBuf::from(&run.private))
        .report(&run.report, &page)
        .evidence(&run.evidence, &evidence);
    Ok(publish(&request, &target)?)
}

/// A command as a shell takes it.
pub(super) fn command(words: &[&str]) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=,:+%".contains(letter);
    let one = |word: &&str| {
        let is_plain = !word.is_empty() && word.chars().all(plain);
        if is_plain { (*word).to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    words.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_typed() {
        assert_eq!(command(&["aloof", "audit", "a b's.csv", ""]), r"aloof audit 'a b'\''s.csv' ''");
    }
}
