//! What a server holds: the folder, the tables that were opened, the work under way.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use aloof::audit::would_promise;
use aloof::evaluate::Questions;
use aloof::io::Source;
use aloof::look::Wanted;
use aloof::policy::{Policy, Section};
use aloof::table::{Kind, Table};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::folder::Folder;
use crate::jobs::{Jobs, lock};
use crate::named::Named;
use crate::project::{self, Answer, Project, Run};
use crate::release::Held;
use crate::stamp::{self, Glance, Outside, Stamp};
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
    /// How it was to be read.
    pub wanted: Wanted,
    /// Why it was read by its content all the same; null where it was not.
    pub problem: Value,
    /// Its file, as it was read.
    pub stamp: Option<Stamp>,
    /// Whether values are missing, column by column.
    missing: Vec<bool>,
    /// Values of columns and how many rows have them, as far as they were asked for.
    pub counts: Mutex<BTreeMap<String, Arc<Counts>>>,
}

impl Desk {
    pub fn new(look: Value, table: Table, wanted: Wanted, stamp: Option<Stamp>) -> Self {
        let missing = table.columns().iter().map(|column| column.count_missing() > 0).collect();
        Self { look, table, wanted, problem: Value::Null, stamp, missing, counts: Mutex::default() }
    }

    /// Names, kinds and whether values are missing, in the order of the table.
    fn columns(&self) -> Vec<(&str, Kind, bool)> {
        let columns = self.table.names().iter().zip(self.table.columns()).zip(&self.missing);
        columns.map(|((name, column), missing)| (name.as_str(), column.kind(), *missing)).collect()
    }
}

/// A release that was read, with its original, to be shown and asked.
pub(crate) struct Shown {
    pub held: Held,
    pub questions: Questions,
}

/// How a table was to be read, and what its file was like.
type Try = (Wanted, Option<Outside>);

/// So many releases are held at once: of large tables each is large.
const MOST_SHOWN: usize = 2;

/// A table that was opened: its project, and what was read of it.
pub(crate) struct Opened {
    pub data: String,
    /// What the files of its project begin with.
    pub stem: String,
    /// The file that it lies in, where it has one.
    file: Option<PathBuf>,
    root: PathBuf,
    pub project: Mutex<Project>,
    desk: Mutex<Option<Arc<Desk>>>,
    /// How it was read last, or was to be, and what its file was like then.
    tried: Mutex<Option<Try>>,
    /// How often it was read.
    reading: AtomicU64,
    /// Releases that were read, by their runs, the last one last.
    shown: Mutex<Vec<(u32, Arc<Shown>)>>,
    /// Directories of releases as they were seen, and whether they were still what was made.
    seen: Mutex<BTreeMap<u32, (Glance, bool)>>,
}

impl Studio {
    pub fn new(folder: Folder, first: Option<String>) -> Self {
        Self { folder, jobs: Jobs::default(), first, open: Mutex::default(), tickets: Mutex::default() }
    }

    /// The table of this name, opened now or before.
    pub fn open(&self, data: &str) -> Result<Arc<Opened>, Failure> {
        let named = Named::of(&self.folder, data, self.first.as_deref())?;
        let mut open = lock(&self.open);
        if let Some(opened) = open.get(&named.data) {
            return Ok(Arc::clone(opened));
        }
        let opened = Arc::new(Opened::new(self.folder.root(), named)?);
        open.insert(opened.data.clone(), Arc::clone(&opened));
        Ok(opened)
    }

    /// A policy of these words, checked; it names no file outside of the folder.
    pub fn check(&self, opened: &Opened, text: &str) -> Result<Policy, Failure> {
        let base = project::folder_of(&opened.stem);
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
    fn new(root: &Path, Named { data, stem, file }: Named) -> Result<Self, Failure> {
        let project = Project::kept(root, &stem, &data)?.unwrap_or_else(|| Project::new(&data));
        Ok(Self {
            file: file.map(|file| root.join(file)),
            root: root.to_owned(),
            project: Mutex::new(project),
            desk: Mutex::default(),
            tried: Mutex::default(),
            reading: AtomicU64::default(),
            shown: Mutex::default(),
            seen: Mutex::default(),
            data,
            stem,
        })
    }

    /// The table, as the command line would be given it.
    pub fn source(&self) -> Source {
        Source::at(&self.data)
    }

    /// Its file as it is now, read to its end.
    pub fn stamp(&self) -> Result<Option<Stamp>, Failure> {
        let failed = |error| Failure::wrong(format!("{} cannot be read: {error}", self.data));
        self.file.as_deref().map(Stamp::of).transpose().map_err(failed)
    }

    /// What was read of it, if that has been done.
    pub fn desk(&self) -> Option<Arc<Desk>> {
        lock(&self.desk).clone()
    }

    /// Puts what was read there. Releases were held beside what was read before.
    pub fn put(&self, desk: Desk) {
        *lock(&self.desk) = Some(Arc::new(desk));
        self.reading.fetch_add(1, Ordering::Relaxed);
        lock(&self.shown).clear();
    }

    /// Whether the file is another than the one that was read.
    pub fn is_other_than(&self, desk: &Desk) -> bool {
        let looks_same = |(stamp, file): (&Stamp, &PathBuf)| stamp.looks_same(file);
        !desk.stamp.as_ref().zip(self.file.as_ref()).is_none_or(looks_same)
    }

    fn this_try(&self, wanted: &Wanted) -> Try {
        (wanted.clone(), self.file.as_deref().and_then(|file| Outside::of(file).ok()))
    }

    /// Remembers that it is tried to read it so.
    pub fn try_reading(&self, wanted: &Wanted) {
        *lock(&self.tried) = Some(self.this_try(wanted));
    }

    /// Whether it was not tried to read this file so.
    pub fn is_untried(&self, wanted: &Wanted) -> bool {
        lock(&self.tried).as_ref() != Some(&self.this_try(wanted))
    }

    /// The digest of the table as it was read.
    pub fn digest(&self) -> Option<String> {
        Some(self.desk()?.stamp.as_ref()?.sha256.clone())
    }

    /// The release of a run, where it was read.
    pub fn shown(&self, run: u32) -> Option<Arc<Shown>> {
        lock(&self.shown).iter().find(|(id, _)| *id == run).map(|(_, shown)| Arc::clone(shown))
    }

    /// Holds the release of a run, and lets go of the one that was read longest ago.
    pub fn show(&self, run: u32, release: Shown) {
        let mut shown = lock(&self.shown);
        shown.retain(|(id, _)| *id != run);
        shown.push((run, Arc::new(release)));
        let over = shown.len().saturating_sub(MOST_SHOWN);
        shown.drain(..over);
    }

    fn order(&self) -> Vec<String> {
        self.desk().map(|desk| desk.table.names().to_vec()).unwrap_or_default()
    }

    /// One sentence for each protection: what a release of this policy would promise; none where no sentence says it.
    pub fn sentences(&self, policy: &Policy) -> Vec<Option<String>> {
        let desk = self.desk();
        let columns = desk.as_ref().map(|desk| desk.columns()).unwrap_or_default();
        (0..policy.protect().len()).map(|at| would_promise(policy, at, &columns)).collect()
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
            let folder = self.root.join(project::folder_of(&self.stem));
            make_private(&folder).map_err(failed)?;
            // Somebody who sent the table may have sent a link with it.
            if !folder.canonicalize().map_err(failed)?.starts_with(&self.root) {
                return Err(Failure::wrong(format!("{} leads out of the folder", project::folder_of(&self.stem))));
            }
            project::write_whole(&folder.join("policy.toml"), self.written(&project.words).as_bytes())
                .map_err(failed)?;
        }
        project.keep(&self.root, &self.stem).map_err(failed)
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

    /// The number of the next run.
    pub fn next_run(&self) -> u32 {
        lock(&self.project).next_run(&self.root, &self.stem)
    }

    /// A run by its number.
    pub fn run(&self, id: u32) -> Result<Run, Failure> {
        let project = lock(&self.project);
        project.run(id).cloned().ok_or_else(|| Failure::wrong(format!("there is no run {id} in this project")))
    }

    /// A run whose release is there, as it was made: of another one nothing that is known of the run is true.
    pub fn there(&self, id: u32) -> Result<Run, Failure> {
        let run = self.run(id)?;
        match self.standing(&run) {
            Standing::There => Ok(run),
            Standing::Gone => Err(Failure::changed(format!("{} is not there any more", run.release))),
            Standing::Other => Err(Failure::changed(format!("{} is not what this run made", run.release))),
        }
    }

    /// What became of the release of a run.
    pub fn standing(&self, run: &Run) -> Standing {
        let directory = self.root.join(&run.release);
        let Ok(now) = stamp::glance(&directory) else { return Standing::Gone };
        if run.files.is_empty() {
            return Standing::There;
        }
        let mut seen = lock(&self.seen);
        let is_still = match seen.get(&run.id) {
            Some((then, is_still)) if *then == now => *is_still,
            _ => stamp::are_still(&run.files, &directory),
        };
        seen.insert(run.id, (now, is_still));
        if is_still { Standing::There } else { Standing::Other }
    }

    /// All that a page needs to know of it.
    pub fn state(&self, studio: &Studio) -> Value {
        let toml = self.toml();
        let checked = if toml.trim().is_empty() { Ok(None) } else { studio.check(self, &toml).map(Some) };
        let (project, desk) = (lock(&self.project).clone(), self.desk());
        let (promises, problem) = match &checked {
            Ok(policy) => (policy.as_ref().map(|policy| self.sentences(policy)), Value::Null),
            Err(failure) => (None, failure.document.clone()),
        };
        let now = Now { toml: &toml, digest: self.digest() };
        let answers: BTreeMap<&String, Value> =
            project.answers.iter().map(|(kind, one)| (kind, now.answer(one))).collect();
        json!({
            "data": self.data,
            "folder": project::folder_of(&self.stem),
            "revision": project.revision,
            "words": project.words,
            "toml": toml,
            "promises": promises,
            "problem": problem,
            "look": desk.as_ref().map(|desk| shown(&desk.look, &project.words)),
            "reading": self.reading.load(Ordering::Relaxed),
            "unread": desk.as_ref().map(|desk| &desk.problem),
            "undo": project.past.last().map(|step| &step.what),
            "redo": project.future.last().map(|step| &step.what),
            "answers": answers,
            "runs": project.runs.iter().map(|run| now.run(run, self.standing(run))).collect::<Vec<_>>(),
            "jobs": studio.jobs.about(&self.data),
        })
    }
}

/// What became of the release of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Standing {
    There,
    Gone,
    /// Something else lies in its place.
    Other,
}

/// What holds now: what was found out under another policy, or of another table, is told apart.
struct Now<'a> {
    toml: &'a str,
    /// Of the table; none where it lies in no file.
    digest: Option<String>,
}

impl Now<'_> {
    /// Whether something was found out of the table as it is now.
    fn is_of_this(&self, of: Option<&String>) -> bool {
        of.zip(self.digest.as_ref()).is_none_or(|(then, now)| then == now)
    }

    fn answer(&self, answer: &Answer) -> Value {
        let current = answer.policy == self.toml && self.is_of_this(answer.of.as_ref());
        json!({ "command": answer.command, "found": answer.found, "current": current })
    }

    fn run(&self, run: &Run, standing: Standing) -> Value {
        let mut said = serde_json::to_value(run).unwrap_or_default();
        let is_of_this = self.is_of_this(run.of.as_ref());
        said["standing"] = serde_json::to_value(standing).unwrap_or_default();
        said["outdated"] = (!is_of_this).into();
        said["current"] = (run.policy == self.toml && is_of_this && standing == Standing::There).into();
        // What was found out of it is asked for by itself.
        said["answers"] = run.answers.keys().cloned().collect();
        said["files"] = Value::Null;
        said
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

/// A directory that only its owner can read.
pub(crate) fn make_private(path: &std::path::Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
