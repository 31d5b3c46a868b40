//! A release with all that belongs to it, put in place as one.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::{PublishError, Role, failed};
use super::private::{self, BELONGS, KEY};
use super::stage::{FileStage, Stage};
use super::standing::{self, Existing};
use super::switch::Reached;
use super::target::Target;
use super::{registry, switch};

/// Where a release goes, and what belongs to it.
#[derive(Clone, Copy, Debug)]
pub struct Targets<'a> {
    /// The directory that is published.
    pub release: &'a Path,
    /// The directory that must never be.
    pub private: Option<&'a Path>,
    /// The report about the release.
    pub report: Option<&'a Path>,
    /// What the report says, for programs.
    pub evidence: Option<&'a Path>,
    /// What becomes of what stands there.
    pub existing: Existing,
    /// All that is read: files, or directories with all that is in them. None of it is ever replaced.
    pub inputs: &'a [PathBuf],
}

/// A release, what is private of it, and its report, while they are made. Dropped, they are gone.
#[derive(Debug)]
pub struct Placement {
    private: Option<Stage>,
    report: Option<FileStage>,
    evidence: Option<FileStage>,
    release: Stage,
    existing: Existing,
}

impl Placement {
    /// Puts right what a killed run left at these targets, refuses what must not be replaced, and opens the stages.
    pub fn new(targets: &Targets<'_>) -> Result<Self, PublishError> {
        let roles = [
            (Role::Release, Some(targets.release)),
            (Role::Private, targets.private),
            (Role::File, targets.report),
            (Role::File, targets.evidence),
        ];
        let roles: Vec<(Role, &Path)> =
            roles.into_iter().filter_map(|(role, path)| path.map(|path| (role, path))).collect();
        // As they are written first: a directory that is still to be made leads nowhere.
        check_apart(&roles, |path| std::path::absolute(path).map_err(failed(path, "written")))?;
        check_apart(&roles, |path| Target::new(path).map(|target| target.path()))?;
        let found: Vec<(Role, Target)> =
            roles.iter().map(|&(role, path)| Ok((role, Target::new(path)?))).collect::<Result<_, _>>()?;
        for (role, target) in &found {
            check(target, *role, targets.existing, targets.inputs)?;
        }
        let mut stages = found.into_iter().map(|(role, target)| Stage::new(target, role));
        let release = stages.next().expect("a release is always asked for")?;
        let private = targets.private.and_then(|_| stages.next()).transpose()?;
        let report = targets.report.and_then(|_| stages.next()).transpose()?.map(FileStage);
        let evidence = targets.evidence.and_then(|_| stages.next()).transpose()?.map(FileStage);
        Ok(Self { private, report, evidence, release, existing: targets.existing })
    }

    /// The directory that is published.
    pub fn release(&self) -> &Stage {
        &self.release
    }

    /// The directory that must never be.
    pub fn private(&self) -> Option<&Stage> {
        self.private.as_ref()
    }

    /// The report, if one is asked for: it must be written before all is put in place.
    pub fn report(&self) -> Option<&FileStage> {
        self.report.as_ref()
    }

    /// The evidence, if it is asked for: it must be written before all is put in place.
    pub fn evidence(&self) -> Option<&FileStage> {
        self.evidence.as_ref()
    }

    /// The key of the private directory that stands there.
    pub fn existing_key(&self) -> Result<Option<String>, PublishError> {
        let Some(stage) = &self.private else { return Ok(None) };
        private::existing_key(&stage.target().path()).map_err(failed(&stage.target().given.join(KEY), "read"))
    }

    /// Puts all of it in place, or nothing. After it returned `Ok`, nothing is left that could fail.
    pub fn place(self) -> Result<(), PublishError> {
        self.place_with(&|_| Ok(()))
    }

    /// The same, and `settle` as the last step that can fail: if it does, everything is as it was.
    pub fn place_then(self, settle: impl FnOnce() -> io::Result<()>) -> Result<(), PublishError> {
        let settle = Cell::new(Some(settle));
        self.place_with(&|step| match step {
            "settle" => settle.take().map_or(Ok(()), |settle| settle()),
            _ => Ok(()),
        })
    }

    pub(super) fn place_with(self, reached: Reached<'_>) -> Result<(), PublishError> {
        self.seal()?;
        // What is private comes first and the release last: it decides.
        let files = self.report.iter().chain(&self.evidence).map(|file| &file.0);
        let stages: Vec<&Stage> = self.private.iter().chain(files).chain([&self.release]).collect();
        stages.iter().try_for_each(|stage| stage.sync())?;
        let rooms: Vec<&Path> = stages.iter().map(|stage| stage.room()).collect();
        registry::placing(&rooms, true, || switch::place(&stages, self.existing, reached))
    }

    /// What is private says to which release it belongs, and keeps the key of the directory that it replaces.
    fn seal(&self) -> Result<(), PublishError> {
        let Some(private) = &self.private else { return Ok(()) };
        let has_key = private.files().iter().any(|file| file.name == KEY);
        if let (false, Some(key)) = (has_key, self.existing_key()?) {
            private.write(KEY, |file| writeln!(file, "{key}"))?;
        }
        private.write(BELONGS, |file| {
            self.release
                .files()
                .iter()
                .try_for_each(|staged| writeln!(file, "{}  {}", staged.digest.sha256, staged.name))
        })?;
        Ok(())
    }
}

/// One file, put in place with the same care.
#[derive(Debug)]
pub struct FilePlacement {
    file: FileStage,
    existing: Existing,
}

impl FilePlacement {
    /// Refuses what must not be replaced, and opens the stage.
    pub fn new(path: &Path, existing: Existing, inputs: &[PathBuf]) -> Result<Self, PublishError> {
        let target = Target::new(path)?;
        check(&target, Role::File, existing, inputs)?;
        Ok(Self { file: FileStage(Stage::new(target, Role::File)?), existing })
    }

    /// The file while it is made.
    pub fn file(&self) -> &FileStage {
        &self.file
    }

    /// Puts it in place in one step.
    pub fn place(self) -> Result<(), PublishError> {
        let stage = &self.file.0;
        stage.sync()?;
        registry::placing(&[stage.room()], false, || switch::place(&[stage], self.existing, &|_| Ok(())))
    }
}

/// Refuses a place for a file that some other program makes there: among the files of a release, in a private directory, or behind
/// a link that leads nowhere.
pub fn refuse_place(path: &Path) -> Result<(), PublishError> {
    let whole = path.canonicalize();
    if whole.is_err() && path.is_symlink() {
        return Err(PublishError::NotFile(path.to_owned()));
    }
    let target = Target::new(whole.as_deref().unwrap_or(path))?;
    standing::check_surroundings(&Target { given: path.to_owned(), ..target })
}

/// Puts right what a killed run left half-done at this place, and at those that belong to it.
pub fn recover(path: &Path) -> Result<(), PublishError> {
    switch::recover(&Target::new(path)?)
}

/// No target may be another, or lie in it.
fn check_apart(
    roles: &[(Role, &Path)],
    whole: impl Fn(&Path) -> Result<PathBuf, PublishError>,
) -> Result<(), PublishError> {
    let paths = roles.iter().map(|&(role, path)| Ok((role, whole(path)?))).collect::<Result<Vec<_>, _>>()?;
    for (at, (outer, path)) in paths.iter().enumerate() {
        for (other, (inner, below)) in paths.iter().enumerate() {
            if at != other && below.starts_with(path) {
                return Err(PublishError::NotApart { inner: *inner, outer: *outer });
            }
        }
    }
    Ok(())
}

fn check(target: &Target, role: Role, existing: Existing, inputs: &[PathBuf]) -> Result<(), PublishError> {
    switch::recover(target)?;
    let path = target.path();
    for given in inputs {
        let Ok(input) = given.canonicalize() else { continue };
        if input == path || (role == Role::File && path.starts_with(&input)) {
            return Err(PublishError::IsInput(target.given.clone()));
        }
        if input.starts_with(&path) {
            return Err(PublishError::HoldsInput { target: target.given.clone(), input: given.clone() });
        }
    }
    standing::check_surroundings(target)?;
    standing::check(target, role, existing).map(|_| ())
}
