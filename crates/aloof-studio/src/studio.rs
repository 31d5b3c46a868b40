//! What a server holds: the folder, the tables that were opened, the work under way.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use aloof::evaluate::Questions;
use aloof::io::Source;
use aloof::policy::{Policy, Section};
use aloof::table::{Kind, Table};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::folder::Folder;
use crate::jobs::{Jobs, lock};
use crate::project::{self, Answer, Project, Run};
use crate::words;

/// How long a ticket for a page can be used.
const TICKET: Duration = Duration::from_mins(1);

/// All of it.
pub(crate) struct Studio {
    pub folder: Folder,
    pub jobs: Jobs,
    /// The table that was named when it was started.
    pub first: Option<String>,
    open: Mutex<BTreeMap<String, Arc<Opened>>>,
    /// Pages that may be shown once, by tickets that cannot be guessed.
    tickets: Mutex<HashMap<String, (PathBuf, Instant)>>,
}

/// Values, and how many rows have them.
pub(crate) type Counts = Vec<(String, usize)>;

/// A table that was looked at.
pub(crate) struct Desk {
    /// As `inspect --json` says it.
    pub look: Value,
    pub table: Table,
    /// Whether values are missing, column by column.
    missing: Vec<bool>,
    /// Values of columns and how many rows have them, as far as they were asked for.
    pub counts: Mutex<BTreeMap<String, Arc<Counts>>>,
}

impl Desk {
    pub fn new(look: Value, table: Table) -> Self {
        let missing = table.columns().iter().map(|column| column.count_missing() > 0).collect();
        Self { look, table, missing, counts: Mutex::default() }
    }
}

/// A table that was opened: its project, and what was read of it.
pub(crate) struct Opened {
    pub data: String,
    root: PathBuf,
    pub project: Mutex<Project>,
    pub desk: OnceLock<Desk>,
    /// Releases that were read, by their runs.
    pub releases: Mutex<BTreeMap<u32, Arc<crate::release::Held>>>,
    /// The same with their originals, to be asked.
    pub questions: Mutex<BTreeMap<u32, Arc<Questions>>>,
}

impl Studio {
    pub fn new(folder: Folder, first: Option<String>) -> Self {
        Self { folder, jobs: Jobs::default(), first, open: Mutex::default(), tickets: Mutex::default() }
    }

    /// The table at a path, opened now or before.
    pub fn open(&self, data: &str) -> Result<Arc<Opened>, Failure> {
        let clean = self.folder.existing(data)?.to_string_lossy().into_owned();
        let source = Source::at(&clean);
        if source.path().is_none_or(|path| !path.is_file()) {
            return Err(Failure::wrong(format!("{clean} is no file; open a table")));
        }
        let mut open = lock(&self.open);
        if let Some(opened) = open.get(&clean) {
            return Ok(Arc::clone(opened));
        }
        let root = self.folder.root().to_owned();
        let project = Project::kept(&root, &clean).unwrap_or_else(|| Project::new(&clean));
        let opened = Arc::new(Opened {
            data: clean.clone(),
            root,
            project: Mutex::new(project),
            desk: OnceLock::new(),
            releases: Mutex::default(),
            questions: Mutex::default(),
        });
        open.insert(clean, Arc::clone(&opened));
        Ok(opened)
    }

    /// A policy of these words, checked; it names no file outside of the folder.
    pub fn check(&self, opened: &Opened, text: &str) -> Result<Policy, Failure> {
        let base = project::folder_of(&opened.data);
        self.inside(Policy::check(&Section::from_toml(text, "policy.toml")?, PathBuf::from(&base))?)
    }

    /// A policy that names no file outside of the folder.
    pub fn inside(&self, policy: Policy) -> Result<Policy, Failure> {
        let said = "the policy names a file outside of the folder that the studio was started in";
        let leads_out = policy.files().iter().any(|file| !self.folder.holds(file));
        if leads_out { Err(Failure::wrong(said)) } else { Ok(policy) }
    }

    /// The policy as it stands, and its text.
    pub fn policy(&self, opened: &Opened) -> Result<(Policy, String), Failure> {
        let text = opened.toml();
        Ok((self.check(opened, &text)?, text))
    }

    /// The policy of a run.
    pub fn policy_of(&self, opened: &Opened, run: &Run) -> Result<Policy, Failure> {
        self.check(opened, &run.policy)
    }

    /// A ticket that shows a page once, soon.
    pub fn ticket(&self, page: PathBuf) -> Result<String, Failure> {
        let ticket = crate::guard::secret().map_err(|error| Failure::mistake(error.to_string()))?;
        let mut tickets = lock(&self.tickets);
        tickets.retain(|_, (_, since)| since.elapsed() < TICKET);
        tickets.insert(ticket.clone(), (page, Instant::now()));
        Ok(ticket)
    }

    /// The page of a ticket, which is then used.
    pub fn use_ticket(&self, ticket: &str) -> Option<PathBuf> {
        let (page, since) = lock(&self.tickets).remove(ticket)?;
        (since.elapsed() < TICKET).then_some(page)
    }
}

impl Opened {
    /// The table, as the command line would be given it.
    pub fn source(&self) -> Source {
        Source::at(&self.data)
    }

    /// Names, kinds and whether values are missing, in the order of the table.
    pub fn columns(&self) -> Vec<(&str, Kind, bool)> {
        let Some(desk) = self.desk.get() else { return Vec::new() };
        let columns = desk.table.names().iter().zip(desk.table.columns()).zip(&desk.missing);
        columns.map(|((name, column), missing)| (name.as_str(), column.kind(), *missing)).collect()
    }

    fn order(&self) -> Vec<String> {
        self.desk.get().map(|desk| desk.table.names().to_vec()).unwrap_or_default()
    }

    /// Words as a policy file, columns in the order of the table.
    pub fn written(&self, words: &Value) -> String {
        words::to_toml(words, &self.order())
    }

    /// The policy as it stands, as a file.
    pub fn toml(&self) -> String {
        let words = lock(&self.project).words.clone();
        self.written(&words)
    }

    /// Changes the project and writes it down, with the policy beside it.
    pub fn change<T>(&self, change: impl FnOnce(&mut Project) -> T) -> Result<T, Failure> {
        let mut project = lock(&self.project);
        let changed = change(&mut project);
        self.keep(&project)?;
        Ok(changed)
    }

    fn keep(&self, project: &Project) -> Result<(), Failure> {
        let failed =
            |error: std::io::Error| Failure::wrong(format!("the project cannot be saved beside the data: {error}"));
        if !project.words.is_null() {
            let folder = self.root.join(project::folder_of(&self.data));
            make_private(&folder).map_err(failed)?;
            project::write_whole(&folder.join("policy.toml"), self.written(&project.words).as_bytes())
                .map_err(failed)?;
        }
        project.keep(&self.root).map_err(failed)
    }

    /// Writes down what was found out under a policy.
    pub fn answered(&self, kind: &str, answer: Answer) -> Result<(), Failure> {
        self.change(|project| drop(project.answers.insert(kind.to_owned(), answer)))
    }

    /// Writes down what was found out of a run.
    pub fn answered_of(&self, run: u32, kind: &str, answer: Answer) -> Result<(), Failure> {
        self.change(|project| {
            if let Some(run) = project.run_mut(run) {
                run.answers.insert(kind.to_owned(), answer);
            }
        })
    }

    /// A run by its number.
    pub fn run(&self, id: u32) -> Result<Run, Failure> {
        let project = lock(&self.project);
        project.run(id).cloned().ok_or_else(|| Failure::wrong(format!("there is no run {id} in this project")))
    }

    /// All that a page needs to know of it.
    pub fn state(&self, studio: &Studio) -> Value {
        let toml = self.toml();
        let checked = if toml.trim().is_empty() { Ok(None) } else { studio.check(self, &toml).map(Some) };
        let project = lock(&self.project).clone();
        let (promises, problem) = match &checked {
            Ok(policy) => (policy.as_ref().map(|policy| crate::api::promise::sentences(self, policy)), Value::Null),
            Err(failure) => (None, failure.document.clone()),
        };
        let answer = |answer: &Answer| json!({ "command": answer.command, "found": answer.found, "current": answer.policy == toml });
        let answers: BTreeMap<&String, Value> = project.answers.iter().map(|(kind, one)| (kind, answer(one))).collect();
        json!({
            "data": self.data,
            "folder": project::folder_of(&self.data),
            "revision": project.revision,
            "words": project.words,
            "toml": toml,
            "promises": promises,
            "problem": problem,
            "look": self.desk.get().map(|desk| shown(&desk.look, &project.words)),
            "undo": project.past.last().map(|step| &step.what),
            "redo": project.future.last().map(|step| &step.what),
            "answers": answers,
            "runs": project.runs.iter().map(|run| of_run(run, &toml)).collect::<Vec<_>>(),
            "jobs": studio.jobs.about(&self.data),
        })
    }
}

/// What was found in the table, without the ends of columns whose values are kept back.
fn shown(look: &Value, words: &Value) -> Value {
    let mut look = look.clone();
    for column in look["columns"].as_array_mut().into_iter().flatten() {
        let name = column["name"].as_str().unwrap_or_default();
        if is_hidden(words, name) {
            column["range"] = Value::Null;
        }
    }
    look
}

/// Whether cells of a column are kept back until they are asked for: all but those that the policy calls harmless or known.
pub(crate) fn is_hidden(words: &Value, column: &str) -> bool {
    let said = words["columns"][column]["role"].as_str();
    !matches!(said, Some("quasi" | "keep" | "drop" | "group" | "weight" | "household" | "stratum"))
}

fn of_run(run: &Run, toml: &str) -> Value {
    let mut said = serde_json::to_value(run).unwrap_or_default();
    said["current"] = (run.policy == toml).into();
    // What was found out of it is asked for by itself.
    said["answers"] = run.answers.keys().cloned().collect();
    said
}

/// A directory that only its owner can read.
pub(crate) fn make_private(path: &std::path::Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
