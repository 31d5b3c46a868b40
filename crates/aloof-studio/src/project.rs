//! A project: what was chosen for one table and what was made of it, in a file beside the table. It is written after every change,
//! whole or not at all, so that a closed tab, a killed browser or a killed server lose nothing.
//!
//! | beside `people.csv` | holds |
//! |---|---|
//! | `people.csv.aloof.json` | the project: the policy's words and all before them, every run and what was found out of it |
//! | `people.csv.aloof/policy.toml` | the policy as it stands |
//! | `people.csv.aloof/policy-N.toml`, `release-N`, `private-N`, `report-N.html`, `evidence-N.json` | run N |
//!
//! Nobody but their owner can read these files: they say what the original is like. Of a sheet and of a table in a database they are
//! called by its file, with its own name behind `#`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;
use crate::stamp::Stamps;

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
    /// The digest of the table that it was asked of.
    #[serde(default)]
    pub of: Option<String>,
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
    /// The digest of the table that it was made of.
    #[serde(default)]
    pub of: Option<String>,
    /// The files of its release, as they were made.
    #[serde(default)]
    pub files: Stamps,
    /// What was found out of it since, by the kind of question.
    #[serde(default)]
    pub answers: BTreeMap<String, Answer>,
}

impl Run {
    /// What a run of this number is called: its release, what is private, its page, its evidence.
    pub fn names_of(stem: &str, id: u32) -> [String; 4] {
        let name = |what: &str, ending: &str| format!("{}/{what}-{id}{ending}", folder_of(stem));
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
            answers: BTreeMap::new(),
        }
    }

    /// The project of a table, as it was kept; none where there is none yet. One that this version cannot read is no reason to begin
    /// anew: it would be lost.
    pub fn kept(root: &Path, stem: &str, data: &str) -> Result<Option<Self>, Failure> {
        let file = file_of(stem);
        let text = match std::fs::read(root.join(&file)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::wrong(format!("{} cannot be read: {error}", file.display()))),
        };
        let kept = serde_json::from_slice(&text).ok().filter(|kept: &Self| kept.version == 1 && kept.data == data);
        let said = format!(
            "{} is no project of {data} that this version can read; move it away to begin a new one",
            file.display()
        );
        let mut kept: Self = kept.ok_or_else(|| Failure::wrong(said))?;
        // A project may come from somebody else: it names no files but its own.
        kept.runs.retain(|run| run.names() == Run::names_of(stem, run.id));
        Ok(Some(kept))
    }

    /// Writes it down.
    pub fn keep(&self, root: &Path, stem: &str) -> std::io::Result<()> {
        write_whole(&root.join(file_of(stem)), &serde_json::to_vec(self)?)
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

    /// The number of the next run: behind all others, and where nothing lies yet. A run that was stopped or killed leaves its number to
    /// the next, which then sweeps up what it had staged.
    pub fn next_run(&self, root: &Path, stem: &str) -> u32 {
        let last = self.runs.iter().map(|run| run.id).max().unwrap_or(0);
        let is_free = |id: &u32| Run::names_of(stem, *id).iter().all(|name| !root.join(name).exists());
        (last + 1..u32::MAX).find(is_free).unwrap_or(u32::MAX)
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

/// The project's file, by what its name begins with.
pub(crate) fn file_of(stem: &str) -> PathBuf {
    PathBuf::from(format!("{stem}{ENDING}"))
}

/// The table of a project's file.
pub(crate) fn data_of(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Data {
        data: String,
    }
    serde_json::from_slice(text).ok().map(|Data { data }| data)
}

/// The folder of what is made of a table, by what its name begins with. Files that a policy names are looked for from there.
pub(crate) fn folder_of(stem: &str) -> String {
    format!("{stem}.aloof")
}

/// Writes a file so that there is always a whole one under its name, which only its owner can read.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    // Never what somebody else has put there, such as a link that leads elsewhere.
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut staged = path.as_os_str().to_owned();
    staged.push(format!(".{}.new", std::process::id()));
    let staged = PathBuf::from(staged);
    match std::fs::remove_file(&staged) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
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
    fn a_run_has_the_first_number_where_nothing_lies() {
        let room = tempfile::tempdir().unwrap();
        let project = Project::new("a.csv");
        assert_eq!(project.next_run(room.path(), "a.csv"), 1);
        std::fs::create_dir_all(room.path().join("a.csv.aloof/private-1")).unwrap();
        assert_eq!(project.next_run(room.path(), "a.csv"), 2);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_written_goes_through_no_link() {
        let room = tempfile::tempdir().unwrap();
        let (elsewhere, file) = (room.path().join("elsewhere"), room.path().join("a.json"));
        std::fs::write(&elsewhere, "theirs").unwrap();
        let staged = room.path().join(format!("a.json.{}.new", std::process::id()));
        for link in [&file, &staged] {
            std::os::unix::fs::symlink(&elsewhere, link).unwrap();
        }
        write_whole(&file, b"ours").unwrap();
        assert_eq!(std::fs::read(&elsewhere).unwrap(), b"theirs");
        assert!(!file.is_symlink() && std::fs::read(&file).unwrap() == b"ours");
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
            of: None,
            files: Stamps::new(),
            answers: BTreeMap::new(),
        };
        let mut project = Project::new("a.csv");
        project.runs = vec![own.clone(), Run { id: 2, ..own.clone() }, Run { report: "/etc/passwd".to_owned(), ..own }];
        project.keep(room.path(), "a.csv").unwrap();
        assert_eq!(Project::kept(room.path(), "a.csv", "a.csv").unwrap().unwrap().runs.len(), 1);
    }

    #[test]
    fn what_is_kept_is_found_again_and_others_cannot_read_it() {
        let room = tempfile::tempdir().unwrap();
        let mut project = Project::new("a.csv");
        project.change(json!({ "columns": {} }), "a start");
        project.keep(room.path(), "a.csv").unwrap();
        let kept = |stem: &str, data: &str| Project::kept(room.path(), stem, data);
        assert_eq!(kept("a.csv", "a.csv").unwrap().unwrap().words, project.words);
        assert!(kept("b.csv", "b.csv").unwrap().is_none());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let about = std::fs::metadata(room.path().join("a.csv.aloof.json")).unwrap();
            assert_eq!(about.permissions().mode() & 0o777, 0o600);
        }
        // What cannot be read, or is of another table, is not written over.
        assert!(kept("a.csv", "other.csv").is_err());
        std::fs::write(room.path().join("a.csv.aloof.json"), "{").unwrap();
        assert!(kept("a.csv", "a.csv").is_err());
    }
}
