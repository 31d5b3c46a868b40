//! Whatever happens on the way: all of it or nothing, and what belongs together stays together.

use std::cell::Cell;
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;

/// A directory with a release, what is private of it, and a report, or some of them.
struct Room(TempDir);

/// What is asked for beside the release.
#[derive(Clone, Copy)]
struct Beside {
    private: bool,
    report: bool,
}

const ALL: Beside = Beside { private: true, report: true };

impl Room {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    fn open(&self, beside: Beside, existing: Existing) -> Result<Placement, PublishError> {
        let (private, report) = (self.path("private"), self.path("report.html"));
        Placement::new(&Targets {
            release: &self.path("release"),
            private: beside.private.then_some(&private),
            report: beside.report.then_some(&report),
            evidence: None,
            existing,
            inputs: &[],
        })
    }

    /// Staged: every file says which run it is of.
    fn staged(&self, beside: Beside, existing: Existing, run: &str) -> Placement {
        let placement = self.open(beside, existing).unwrap();
        fill(&placement, run);
        placement
    }

    fn place(&self, beside: Beside, existing: Existing, run: &str) {
        self.staged(beside, existing, run).place().unwrap();
    }

    /// Which run each of the three is of.
    fn runs(&self) -> [Option<String>; 3] {
        ["release/data.csv", "private/assignment.csv", "report.html"]
            .map(|name| self.read(name).map(|text| text.trim_start_matches(HEAD).to_owned()))
    }

    fn belongs(&self) -> Option<bool> {
        private::belongs_to(&self.path("private"), &self.path("release")).unwrap()
    }
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// What an assignment is known by.
const HEAD: &str = "row,group\n";

fn fill(placement: &Placement, run: &str) {
    let text = |file: &mut Hashed<fs::File>| file.write_all(run.as_bytes());
    let data = placement.release().write("data.csv", text).unwrap();
    let manifest = manifest(&data);
    placement.release().write("manifest.json", |file| file.write_all(manifest.as_bytes())).unwrap();
    placement
        .private()
        .map(|stage| stage.write("assignment.csv", |file| file.write_all(format!("{HEAD}{run}").as_bytes())).unwrap());
    placement.report().map(|file| file.write(text).unwrap());
}

fn manifest(data: &StagedFile) -> String {
    let sha256 = &data.digest.sha256;
    format!(r#"{{"program": {{"name": "aloof"}}, "files": {{"data.csv": {{"sha256": "{sha256}"}}}}}}"#)
}

fn all_of(run: &str) -> [Option<String>; 3] {
    [(); 3].map(|()| Some(run.to_owned()))
}

#[test]
fn nothing_until_it_is_placed() {
    let room = Room::new();
    let placement = room.staged(ALL, Existing::Refuse, "new");
    assert_eq!(room.runs(), [None, None, None]);
    placement.place().unwrap();
    assert_eq!(room.runs(), all_of("new"));
    assert_eq!(room.names(), ["private", "release", "report.html"]);
    assert_eq!(names(&room.path("private")), ["assignment.csv", "release.sha256"]);
    assert_eq!(room.belongs(), Some(true));
    fs::write(room.path("release/data.csv"), "changed").unwrap();
    assert_eq!(room.belongs(), Some(false));
}

#[test]
fn dropped_it_is_gone() {
    let room = Room::new();
    drop(room.staged(ALL, Existing::Refuse, "new"));
    assert!(room.names().is_empty());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _placement = room.staged(ALL, Existing::Refuse, "new");
        resume_unwind(Box::new(()));
    }));
    assert!(panicked.is_err());
    assert!(room.names().is_empty());
}

#[test]
fn what_stands_there_stays_unless_it_is_to_be_replaced() {
    let room = Room::new();
    room.place(ALL, Existing::Refuse, "old");
    for name in ["release", "private", "report.html"] {
        let refused = match name {
            "report.html" => FilePlacement::new(&room.path(name), Existing::Refuse, &[]).unwrap_err(),
            "release" => room.open(ALL, Existing::Refuse).unwrap_err(),
            _ => {
                let other = room.path("other");
                let private = room.path(name);
                let targets = Targets {
                    release: &other,
                    private: Some(&private),
                    report: None,
                    evidence: None,
                    existing: Existing::Refuse,
                    inputs: &[],
                };
                Placement::new(&targets).unwrap_err()
            }
        };
        assert!(matches!(&refused, PublishError::Exists(path) if *path == room.path(name)), "{refused}");
    }
    drop(room.staged(ALL, Existing::Replace, "dropped"));
    assert_eq!(room.runs(), all_of("old"));
    room.place(ALL, Existing::Replace, "new");
    assert_eq!(room.runs(), all_of("new"));
    assert_eq!(room.names(), ["private", "release", "report.html"]);
}

/// The hole: `--replace` removed whatever directory was named.
#[test]
fn only_what_is_ours_gives_way() {
    let room = Room::new();
    let refused = |role: Role, name: &str| {
        let (path, other) = (room.path(name), room.path("other"));
        let (release, private) = if role == Role::Release { (&path, None) } else { (&other, Some(path.as_path())) };
        let targets =
            Targets { release, private, report: None, evidence: None, existing: Existing::Replace, inputs: &[] };
        Placement::new(&targets).map(drop).unwrap_err().to_string()
    };
    // A directory with something of somebody's, without and with a manifest.
    fs::create_dir(room.path("work")).unwrap();
    fs::write(room.path("work/thesis.txt"), "years").unwrap();
    assert!(refused(Role::Release, "work").contains("no manifest.json"));
    assert!(refused(Role::Private, "work").contains("`thesis.txt`"));
    fs::write(room.path("work/manifest.json"), "{\"files\": {\"thesis.txt\": {}}}").unwrap();
    assert!(refused(Role::Release, "work").contains("no manifest.json"));
    room.place(ALL, Existing::Refuse, "old");
    fs::write(room.path("release/notes.txt"), "mine").unwrap();
    assert!(refused(Role::Release, "release").contains("`notes.txt`"));
    fs::remove_file(room.path("release/notes.txt")).unwrap();
    fs::create_dir(room.path("release/data.d")).unwrap();
    assert!(refused(Role::Release, "release").contains("`data.d`"));
    fs::remove_dir(room.path("release/data.d")).unwrap();
    fs::create_dir(room.path("private/key")).unwrap();
    assert!(refused(Role::Private, "private").contains("`key`"));
    fs::remove_dir(room.path("private/key")).unwrap();
    // A file, and an empty directory, which has nothing to lose.
    assert!(refused(Role::Release, "report.html").contains("not a directory"));
    fs::create_dir(room.path("empty")).unwrap();
    let (empty, none) = (room.path("empty"), None);
    let targets = Targets {
        release: &empty,
        private: none,
        report: none,
        evidence: none,
        existing: Existing::Replace,
        inputs: &[],
    };
    Placement::new(&targets).unwrap();
    assert_eq!(room.read("work/thesis.txt").unwrap(), "years");
}

#[cfg(unix)]
#[test]
fn links_are_neither_followed_nor_replaced() {
    use std::os::unix::fs::symlink;
    let room = Room::new();
    room.place(ALL, Existing::Refuse, "old");
    fs::write(room.path("diary"), "mine").unwrap();
    for (target, link) in [("release", "to-release"), ("diary", "to-diary"), ("nowhere", "dangling")] {
        symlink(room.path(target), room.path(link)).unwrap();
        let path = room.path(link);
        let targets = Targets {
            release: &path,
            private: None,
            report: None,
            evidence: None,
            existing: Existing::Replace,
            inputs: &[],
        };
        assert!(matches!(Placement::new(&targets), Err(PublishError::NotDirectory(_))), "{link}");
        let file = FilePlacement::new(&path, Existing::Replace, &[]);
        assert!(matches!(file, Err(PublishError::NotFile(_))), "{link}");
    }
    // A link in the release is somebody's, whatever its name.
    fs::remove_file(room.path("release/data.csv")).unwrap();
    symlink(room.path("diary"), room.path("release/data.csv")).unwrap();
    assert!(matches!(room.open(ALL, Existing::Replace), Err(PublishError::Foreign { .. })));
    // Links of the names that files were once staged under are not written through.
    for name in ["page.html.part", ".page.html.part"] {
        symlink(room.path("diary"), room.path(name)).unwrap();
    }
    let page = FilePlacement::new(&room.path("page.html"), Existing::Refuse, &[]).unwrap();
    page.file().write(|file| file.write_all(b"page")).unwrap();
    page.place().unwrap();
    assert_eq!((room.read("page.html").unwrap(), room.read("diary").unwrap()), ("page".into(), "mine".into()));
}

#[test]
fn what_is_read_is_never_replaced() {
    let room = Room::new();
    room.place(ALL, Existing::Refuse, "old");
    let inputs = [room.path("release/data.csv"), room.path("private/assignment.csv"), room.path("report.html")];
    let open = |release: &str, private: Option<&str>, report: Option<&str>| {
        let (release, private, report) =
            (room.path(release), private.map(|p| room.path(p)), report.map(|r| room.path(r)));
        let (private, report) = (private.as_deref(), report.as_deref());
        Placement::new(&Targets {
            release: &release,
            private,
            report,
            evidence: None,
            existing: Existing::Replace,
            inputs: &inputs,
        })
    };
    assert!(matches!(open("release", None, None), Err(PublishError::HoldsInput { .. })));
    assert!(matches!(open("other", Some("private"), None), Err(PublishError::HoldsInput { .. })));
    assert!(matches!(open("other", None, Some("report.html")), Err(PublishError::IsInput(_))));
    // A directory that is read, and a link to an input.
    let release = [room.path("release")];
    let inside = FilePlacement::new(&room.path("release/report.html"), Existing::Replace, &release);
    assert!(matches!(inside, Err(PublishError::IsInput(_))));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(room.path("release/data.csv"), room.path("link.csv")).unwrap();
        let release = room.path("release");
        let inputs = [room.path("link.csv")];
        let targets = Targets {
            release: &release,
            private: None,
            report: None,
            evidence: None,
            existing: Existing::Replace,
            inputs: &inputs,
        };
        assert!(matches!(Placement::new(&targets), Err(PublishError::HoldsInput { .. })));
    }
    // Among the files of a release or a private directory, also of one that is not read here.
    for name in ["release/manifest.json", "release/new.html", "private/assignment.csv", "private/new.html"] {
        let refused = FilePlacement::new(&room.path(name), Existing::Replace, &[]);
        assert!(matches!(refused, Err(PublishError::Inside { .. })), "{name}");
    }
    // Neither is a directory put there, nor anything below.
    fs::create_dir(room.path("release/shelf")).unwrap();
    for (release, private) in
        [("release/new", "safe"), ("release/shelf/new", "safe"), ("new", "release/new"), ("private/new", "safe")]
    {
        let refused = open(release, Some(private), None);
        assert!(matches!(refused, Err(PublishError::Inside { .. })), "{release} {private}");
    }
    fs::remove_dir(room.path("release/shelf")).unwrap();
    assert_eq!(room.runs(), all_of("old"));
}

#[test]
fn the_three_lie_apart() {
    let room = Room::new();
    let open = |release: &str, private: &str, report: &str| {
        let (release, private, report) = (room.path(release), room.path(private), room.path(report));
        let (private, report) = (Some(private.as_path()), Some(report.as_path()));
        Placement::new(&Targets {
            release: &release,
            private,
            report,
            evidence: None,
            existing: Existing::Replace,
            inputs: &[],
        })
    };
    fs::create_dir(room.path("shelf")).unwrap();
    for (release, private, report) in [
        ("shelf", "shelf/private", "report"),
        ("shelf/release", "shelf", "report"),
        ("release", "private", "release"),
        ("shelf", "private", "shelf/report"),
        ("release", "shelf", "shelf/report"),
        ("release", "shelf/../release", "report"),
    ] {
        let refused = open(release, private, report).unwrap_err();
        assert!(matches!(refused, PublishError::NotApart { .. }), "{refused}");
    }
    assert_eq!(room.names(), ["shelf"]);
}

#[test]
fn a_target_that_appears_meanwhile_is_left_alone() {
    for beside in [ALL, Beside { private: false, report: false }] {
        for existing in [Existing::Refuse, Existing::Replace] {
            let room = Room::new();
            let placement = room.staged(beside, existing, "new");
            fs::create_dir(room.path("release")).unwrap();
            fs::write(room.path("release/mine"), "").unwrap();
            let refused = placement.place().unwrap_err();
            assert!(matches!(refused, PublishError::Exists(_) | PublishError::NoManifest(_)), "{refused}");
            assert_eq!((room.names(), names(&room.path("release"))), (vec!["release".into()], vec!["mine".into()]));
        }
    }
}

#[test]
fn a_key_is_kept() {
    let room = Room::new();
    fs::create_dir(room.path("private")).unwrap();
    fs::write(room.path("private/key"), "secret\n").unwrap();
    // A directory with nothing but a key may be used as it is.
    let placement = room.staged(ALL, Existing::Refuse, "first");
    assert_eq!(placement.existing_key().unwrap().as_deref(), Some("secret"));
    placement.place().unwrap();
    assert_eq!(private::existing_key(&room.path("private")).unwrap().as_deref(), Some("secret"));
    // One that holds an assignment only if it is to be replaced; then the key stays, or gives way to another.
    assert!(matches!(room.open(ALL, Existing::Refuse), Err(PublishError::Exists(_))));
    room.place(ALL, Existing::Replace, "second");
    assert_eq!(room.read("private/key").as_deref(), Some("secret\n"));
    let placement = room.staged(ALL, Existing::Replace, "third");
    placement.private().unwrap().write("key", |file| file.write_all(b"other\n")).unwrap();
    placement.place().unwrap();
    assert_eq!(private::existing_key(&room.path("private")).unwrap().as_deref(), Some("other"));
    assert_eq!(private::existing_key(&room.path("nowhere")).unwrap(), None);
}

#[cfg(unix)]
#[test]
fn who_may_read_it_while_it_is_made_and_when_it_is_placed() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let ordinary = room.path("ordinary");
    fs::create_dir(&ordinary).unwrap();
    fs::write(ordinary.join("file"), "").unwrap();
    let placement = room.staged(ALL, Existing::Refuse, "new");
    for name in room.names().iter().filter(|name| name.contains(".aloof-")) {
        assert_eq!(mode(&room.path(name)), 0o700, "{name}");
    }
    placement.place().unwrap();
    assert_eq!(mode(&room.path("release")), mode(&ordinary));
    for name in ["release/data.csv", "release/manifest.json", "report.html"] {
        assert_eq!(mode(&room.path(name)), mode(&ordinary.join("file")), "{name}");
    }
    assert_eq!(mode(&room.path("private")), 0o700);
    for name in ["private/assignment.csv", "private/release.sha256"] {
        assert_eq!(mode(&room.path(name)), 0o600, "{name}");
    }
}

#[test]
fn what_a_killed_program_left_is_swept_and_what_a_living_one_holds_is_not() {
    let room = Room::new();
    for name in [".release.aloof-99999999-0", ".release.aloof-mine", ".other.aloof-1-0"] {
        fs::create_dir(room.path(name)).unwrap();
    }
    let only = Beside { private: false, report: false };
    let living = room.staged(only, Existing::Refuse, "first");
    let second = room.staged(only, Existing::Refuse, "second");
    assert!(living.release().path().exists() && second.release().path().exists());
    second.place().unwrap();
    assert!(matches!(living.place(), Err(PublishError::Exists(_))));
    assert_eq!(room.names(), [".other.aloof-1-0", ".release.aloof-mine", "release"]);
}

/// Which of what is asked for, over which of what stood there before.
fn scenes() -> Vec<(Beside, Option<Beside>)> {
    let beside = [(true, true), (true, false), (false, true), (false, false)]
        .map(|(private, report)| Beside { private, report });
    let before = |now: Beside| {
        let fewer = Beside { private: false, report: now.report };
        [None, Some(now), Some(fewer)]
    };
    beside.into_iter().flat_map(|now| before(now).map(|before| (now, before))).collect()
}

fn expected(beside: Beside, run: &str) -> [Option<String>; 3] {
    [true, beside.private, beside.report].map(|there| there.then(|| run.to_owned()))
}

/// Runs until step `at`, and there does what `stop` says. Whether it came so far, and how it ended.
fn run_until(
    placement: Placement,
    at: usize,
    stop: &dyn Fn() -> std::io::Result<()>,
) -> (bool, Option<Result<(), PublishError>>) {
    let step = Cell::new(0);
    let done = catch_unwind(AssertUnwindSafe(|| {
        placement.place_with(&|_| {
            step.set(step.get() + 1);
            if step.get() == at + 1 { stop() } else { Ok(()) }
        })
    }));
    (step.get() > at, done.ok())
}

/// Killed after any step, the next run finds all of the old or all of the new, and nothing was lost before it came.
#[test]
fn killed_after_any_step() {
    let mut seen = [0; 2];
    for (now, before) in scenes() {
        for at in 0.. {
            let room = Room::new();
            if let Some(before) = before {
                room.place(before, Existing::Refuse, "old");
            }
            let old = before.map_or([None, None, None], |before| expected(before, "old"));
            let staged = room.staged(now, Existing::Replace, "new");
            let (reached, _) = run_until(staged, at, &|| resume_unwind(Box::new("killed")));
            if !reached {
                assert!(at > 1 && room.runs() == expected(now, "new"));
                break;
            }
            // Whatever stands, all of it is there, and what does not belong together is known not to.
            let [release, private, _] = room.runs();
            if now.private && before.is_some_and(|before| before.private) {
                assert_eq!(room.belongs(), Some(release == private), "step {at}");
                let rooms = room.names().into_iter().filter(|name| name.starts_with(".private.aloof-"));
                let lies = |name: String| {
                    let text = room.read(&format!("{name}/private/assignment.csv"))?;
                    Some(text.trim_start_matches(HEAD).to_owned())
                };
                assert!(private == release || rooms.map(lies).any(|lies| lies == release), "step {at}");
            }
            // Each target leads to the others.
            let first = [now.private.then_some("private"), now.report.then_some("report.html"), Some("release")];
            let first = first.into_iter().flatten().nth(at % 2).unwrap_or("release");
            recover(&room.path(first)).unwrap();
            let runs = room.runs();
            assert!(runs == old || runs == expected(now, "new"), "step {at}: {runs:?}");
            seen[usize::from(runs == expected(now, "new"))] += 1;
            // A second look changes nothing, and the next run finds a free place.
            for name in ["private", "report.html", "release"] {
                recover(&room.path(name)).unwrap();
            }
            assert_eq!(room.runs(), runs);
            room.place(now, Existing::Replace, "next");
            assert_eq!(room.runs(), expected(now, "next"));
            assert!(room.names().iter().all(|name| !name.contains(".aloof-")), "step {at}: {:?}", room.names());
        }
    }
    assert!(seen.iter().all(|&times| times > 10), "{seen:?}");
}

/// A rename that fails leaves all as it was; after the last nothing fails.
#[test]
fn failing_at_any_step() {
    let mut failures = 0;
    for (now, before) in scenes() {
        for at in 0.. {
            let room = Room::new();
            if let Some(before) = before {
                room.place(before, Existing::Refuse, "old");
            }
            let old = before.map_or([None, None, None], |before| expected(before, "old"));
            let staged = room.staged(now, Existing::Replace, "new");
            let (reached, done) = run_until(staged, at, &|| Err(std::io::ErrorKind::StorageFull.into()));
            match done.expect("no panic") {
                Ok(()) => assert_eq!(room.runs(), expected(now, "new"), "step {at}"),
                Err(error) => {
                    assert!(matches!(error, PublishError::Io { .. }), "{error}");
                    assert_eq!(room.runs(), old, "step {at}");
                    failures += 1;
                }
            }
            assert!(room.names().iter().all(|name| !name.contains(".aloof-")), "step {at}: {:?}", room.names());
            if !reached {
                break;
            }
        }
    }
    assert!(failures > 10);
}

/// What was changed since is not touched: the message says what to look at.
#[test]
fn a_half_done_switch_that_was_changed_since() {
    let room = Room::new();
    room.place(ALL, Existing::Refuse, "old");
    // The journal, then one rename: what is private is new.
    let (reached, _) = run_until(room.staged(ALL, Existing::Replace, "new"), 2, &|| resume_unwind(Box::new("killed")));
    assert!(reached);
    assert_eq!(room.runs()[1].as_deref(), Some("new"));
    for name in room.names().iter().filter(|name| name.starts_with(".private.aloof-") && !name.ends_with("switch")) {
        fs::remove_dir_all(room.path(name)).unwrap();
    }
    let refused = room.open(ALL, Existing::Replace).unwrap_err();
    assert!(matches!(refused, PublishError::HalfDone { .. }), "{refused}");
    fs::remove_file(room.path(".release.aloof-switch")).unwrap();
    room.place(ALL, Existing::Replace, "next");
    assert_eq!(room.runs(), all_of("next"));
}

/// A journal that is torn, or somebody's text, moves nothing.
#[test]
fn only_whole_journals_are_believed() {
    let room = Room::new();
    room.place(ALL, Existing::Refuse, "old");
    for text in ["", "aloof: what is being put in place\0", "end\n", "\0\0\0\0\0end\n"] {
        fs::write(room.path(".release.aloof-switch"), text).unwrap();
        recover(&room.path("release")).unwrap();
        assert_eq!((room.runs(), room.names().len()), (all_of("old"), 3), "{text:?}");
    }
}

/// Known by what is in it, not by what it is called.
#[test]
fn what_only_has_our_names_is_left_alone() {
    let room = Room::new();
    fs::create_dir(room.path(".release.aloof-4242-0")).unwrap();
    fs::write(room.path(".release.aloof-4242-0/thesis.txt"), "precious").unwrap();
    fs::create_dir_all(room.path(".release.aloof-4242-1/release")).unwrap();
    fs::write(room.path(".release.aloof-4242-1/release/data.csv"), "left by a killed program").unwrap();
    room.place(Beside { private: false, report: false }, Existing::Refuse, "new");
    assert_eq!(room.names(), [".release.aloof-4242-0", "release"]);
    assert_eq!(room.read(".release.aloof-4242-0/thesis.txt").as_deref(), Some("precious"));
    fs::create_dir(room.path("private")).unwrap();
    for (name, text) in
        [("assignment.csv", "student,grade\nbob,5\n"), ("places.csv", "town\n"), ("seed.txt", "wheat\n")]
    {
        fs::write(room.path("private").join(name), text).unwrap();
        let refused = room.open(Beside { private: true, report: false }, Existing::Replace).unwrap_err().to_string();
        assert!(refused.contains(name) && room.path("private").join(name).exists(), "{refused}");
        fs::remove_file(room.path("private").join(name)).unwrap();
    }
}
