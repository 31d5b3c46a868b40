//! A project: what was chosen for one table and what was made of it, in a file beside the table. It is written after every change,
//! whole or not at all, so that a closed tab, a killed browser or a killed server lose nothing.
//!
//! | beside `people.csv` | holds |
//! |---|---|
//! | `people.csv.aloof.json` | the project: the policy's words and all before them, every run and what was found out of it |
//! | `people.csv.aloof/policy.toml` | the policy as it stands |
//! | `people.csv.aloof/policy-N.toml`, `release-N`, `private-N`, `report-N.html`, `evidence-N.json` | run N |
//!
//! Nobody but their owner can read these files: they say what the original is like.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the names of projects end in.
pub(crate) const ENDING: &str = ".aloof.json";
/// So many steps can be undone.
const MOST_STEPS: usize = 200;

/// Words of a policy, and what was done to get there.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Step {
    pub words: Value,
    pub what: String,
}

/// What was found out by a command, and of what.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Answer {
    /// The policy that it was asked with.
    pub policy: String,
    pub command: String,
    pub found: Value,
}

/// A release that was made.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Run {
    pub id: u32,
    pub words: Value,
    /// Its policy, as its file has it.
    pub policy: String,
    pub command: String,
    pub release: String,
    pub private: String,
    pub report: String,
    pub evidence: String,
    /// What `anonymize --json` says.
    pub made: Value,
    /// What was found out of it since, by the kind of question.
    #[serde(default)]
    pub answers: BTreeMap<String, Answer>,
}

impl Run {
    /// What a run of this number is called: its release, what is private, its page, its evidence.
    pub fn names_of(data: &str, id: u32) -> [String; 4] {
        let name = |what: &str, ending: &str| format!("{}/{what}-{id}{ending}", folder_of(data));
        [name("release", ""), name("private", ""), name("report", ".html"), name("evidence", ".json")]
    }

    fn names(&self) -> [String; 4] {
        [&self.release, &self.private, &self.report, &self.evidence].map(Clone::clone)
    }
}

/// All of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Project {
    /// The version of this format.
    #[serde(rename = "aloof_project")]
    pub version: u32,
    /// The table, by its path in the folder.
    pub data: String,
    /// Counts changes, so that two tabs do not undo each other unseen.
    pub revision: u64,
    #[serde(default)]
    pub words: Value,
    #[serde(default)]
    pub past: Vec<Step>,
    #[serde(default)]
    pub future: Vec<Step>,
    #[serde(default)]
    pub runs: Vec<Run>,
    #[serde(default)]
    pub next_run: u32,
    /// What was found out of the table under a policy, by the kind of question.
    #[serde(default)]
    pub answers: BTreeMap<String, Answer>,
}

impl Project {
    /// Nothing chosen yet.
    pub fn new(data: &str) -> Self {
        Self {
            version: 1,
            data: data.to_owned(),
            revision: 0,
            words: Value::Null,
            past: Vec::new(),
            future: Vec::new(),
            runs: Vec::new(),
            next_run: 1,
            answers: BTreeMap::new(),
        }
    }

    /// The project of a table, as it was kept. None where there is none, or one that this version cannot read.
    pub fn kept(root: &Path, data: &str) -> Option<Self> {
        let text = std::fs::read(root.join(file_of(data))).ok()?;
        let mut kept: Self = serde_json::from_slice(&text).ok()?;
        // A project may come from somebody else: it names no files but its own.
        kept.runs.retain(|run| run.names() == Run::names_of(data, run.id));
        (kept.version == 1 && kept.data == data).then_some(kept)
    }

    /// Writes it down.
    pub fn keep(&self, root: &Path) -> std::io::Result<()> {
        write_whole(&root.join(file_of(&self.data)), &serde_json::to_vec(self)?)
    }

    /// New words; what was undone can no longer be done again.
    pub fn change(&mut self, words: Value, what: &str) {
        if words == self.words {
            return;
        }
        let before = std::mem::replace(&mut self.words, words);
        if !before.is_null() {
            self.past.push(Step { words: before, what: what.to_owned() });
        }
        let many = self.past.len().saturating_sub(MOST_STEPS);
        self.past.drain(..many);
        self.future.clear();
        self.revision += 1;
    }

    /// Back by one change. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.past.pop() else { return false };
        let words = std::mem::replace(&mut self.words, step.words);
        self.future.push(Step { words, what: step.what });
        self.revision += 1;
        true
    }

    /// Forth again.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.future.pop() else { return false };
        let words = std::mem::replace(&mut self.words, step.words);
        self.past.push(Step { words, what: step.what });
        self.revision += 1;
        true
    }

    /// A run by its number.
    pub fn run(&self, id: u32) -> Option<&Run> {
        self.runs.iter().find(|run| run.id == id)
    }

    /// A run by its number, to be changed.
    pub fn run_mut(&mut self, id: u32) -> Option<&mut Run> {
        self.runs.iter_mut().find(|run| run.id == id)
    }
}

/// The project's file, by the table's path.
pub(crate) fn file_of(data: &str) -> PathBuf {
    PathBuf::from(format!("{data}{ENDING}"))
}

/// The folder of what is made of a table, by the table's path. Files that a policy names are looked for from there.
pub(crate) fn folder_of(data: &str) -> String {
    format!("{data}.aloof")
}

/// Writes a file so that there is always a whole one under its name, which only its owner can read.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut staged = path.as_os_str().to_owned();
    staged.push(format!(".{}.new", std::process::id()));
    let staged = PathBuf::from(staged);
    let mut file = options.open(&staged)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&staged, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_are_undone_and_done_again() {
        let mut project = Project::new("a.csv");
        for number in 1..=3 {
            project.change(json!(number), "counting");
        }
        assert!(project.undo() && project.undo() && !project.undo());
        assert_eq!((&project.words, project.revision), (&json!(1), 5));
        assert!(project.redo());
        assert_eq!(project.words, json!(2));
        project.change(json!(9), "another way");
        assert!(!project.redo());
        assert!(project.undo());
        assert_eq!(project.words, json!(2));
    }

    #[test]
    fn a_project_names_no_files_but_its_own() {
        let room = tempfile::tempdir().unwrap();
        let [release, private, report, evidence] = Run::names_of("a.csv", 1);
        let own = Run {
            id: 1,
            words: json!({}),
            policy: String::new(),
            command: String::new(),
            release,
            private,
            report,
            evidence,
            made: json!({}),
            answers: BTreeMap::new(),
        };
        let mut project = Project::new("a.csv");
        project.runs = vec![own.clone(), Run { id: 2, ..own.clone() }, Run { report: "/etc/passwd".to_owned(), ..own }];
        project.keep(room.path()).unwrap();
        assert_eq!(Project::kept(room.path(), "a.csv").unwrap().runs.len(), 1);
    }

    #[test]
    fn what_is_kept_is_found_again_and_others_cannot_read_it() {
        let room = tempfile::tempdir().unwrap();
        let mut project = Project::new("a.csv");
        project.change(json!({ "columns": {} }), "a start");
        project.keep(room.path()).unwrap();
        assert_eq!(Project::kept(room.path(), "a.csv").unwrap().words, project.words);
        assert!(Project::kept(room.path(), "b.csv").is_none());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let about = std::fs::metadata(room.path().join("a.csv.aloof.json")).unwrap();
            assert_eq!(about.permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(room.path().join("a.csv.aloof.json"), "{").unwrap();
        assert!(Project::kept(room.path(), "a.csv").is_none());
    }
}
