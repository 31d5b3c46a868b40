//! What is known of a table beside its rows: the manifest that stands with it, which is a claim and no more.
//!
//! The files are held against the digests that the manifest states. If one is not as stated, the manifest belongs to other
//! files and counts for nothing, and the audit does not pass. What lies beside the tables that such a release consists of was not
//! judged, whether or not the manifest lists it, so nothing that holds it passes either. If they are as stated, that still is only what the manifest's
//! writer wants: how the table was made is then held against the data, by whoever judges such tables.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use aloof_io::Source;
use aloof_table::Decimal;
use serde_json::Value;

use super::report::{ANOTHER_POLICY, Audit, CheckReport, ClaimReport, FilesReport, Verdict};
use super::{AuditRequest, TogetherReport, cells, coded, columns, counts, second, written};
use crate::Error;
use crate::data::{Original, Released};
use crate::manifest::{
    Beside, Column, ColumnRole, HowMade, Manifest, Perturbation, PublishedAs, StatedWalk, TwoTables, digest_of,
    is_rounded,
};
use crate::policy::{Absence, Policy, Section, View};
use crate::words::several;

/// What is said of a release by whose manifest chance was none.
const TRIAL: &str = "The manifest says that this is a trial: its draws come from a seed, and whoever guesses that can tell which row is \
                     whose. It is not for publication.";

/// What is said of a release whose maker measured it.
const OWN_MEASURES: &str = "What the manifest says under `measured` its maker measured of its own release, in part by draws that nobody \
                            else has: no audit measures it again, and it is no part of any promise.";

/// What stands beside a table.
#[derive(Default)]
pub struct Evidence {
    manifest: Option<Manifest>,
    files: Option<FilesReport>,
    /// Files of the release that are links to others.
    links: Vec<String>,
    notes: Vec<String>,
    /// Rows that stand for nobody have values that people of its series have, as all of its releases together showed.
    of_series: bool,
}

/// In the candidates view everybody in the original is asked about, those held out among them, of whom the release holds nothing: where
/// no more people are above the bound than were held out, whether they are these cannot be seen.
fn leave_open_of_chance(held_out: usize, audit: &mut Audit) {
    let is_theirs = |check: &&mut CheckReport| {
        let fails = check.required && check.verdict == Verdict::Fail && check.view == View::Candidates.name();
        fails && check.violating_tuples <= held_out
    };
    for check in audit.checks.iter_mut().filter(is_theirs) {
        check.verdict = Verdict::Measured;
        audit.open.push(format!(
            "{}, candidates view: {} of the original above the bound, and as many may be among those whom chance held out, of whom the \
             release holds nothing; which these are cannot be seen. An audit against the original without them would say it",
            check.title,
            several(check.violating_tuples, "person is", "people are")
        ));
    }
}

impl Evidence {
    /// Reads the manifest beside a file and compares the digests it states.
    pub fn of(source: &Source) -> Result<Self, Error> {
        let Source::File(data) = source else { return Ok(Self::default()) };
        match Manifest::beside(source)? {
            Beside::Nothing => Ok(Self::default()),
            Beside::Foreign(path) => Ok(Self::noting(&format!("{} is no manifest of a release", path.display()))),
            Beside::Ours(manifest) => {
                if !manifest.speaks_of(source) {
                    return Ok(Self::noting(&format!("the manifest beside {} speaks of other files", data.display())));
                }
                let directory = data.parent().unwrap_or(Path::new(""));
                let mut files = compare(&manifest, directory)?;
                (files.unlisted, files.unjudged) = unjudged(&manifest, data, directory)?;
                let links = links(&manifest, directory);
                Ok(Self { manifest: Some(*manifest), files: Some(files), links, ..Self::default() })
            }
        }
    }

    fn noting(what: &str) -> Self {
        Self { notes: vec![format!("What stands beside the table was not regarded: {what}.")], ..Self::default() }
    }

    /// Whether a manifest speaks of the table, truly or not.
    pub fn is_of_release(&self) -> bool {
        self.manifest.is_some()
    }

    /// How the table is said to be made; nothing where the files are not those that were spoken of.
    pub fn claimed(&self) -> Option<&HowMade> {
        let same = self.files.as_ref().is_some_and(|files| files.other.is_empty());
        self.manifest.as_ref().filter(|_| same).map(|manifest| &manifest.made)
    }

    /// How columns are said to be walked.
    pub fn walk(&self) -> Option<StatedWalk> {
        self.claimed().and(self.manifest.as_ref()).and_then(Manifest::walk)
    }

    /// How a column is said to be perturbed.
    pub fn perturbation(&self) -> Option<&Perturbation> {
        match self.claimed() {
            Some(HowMade::Perturbed(perturbation)) => Some(perturbation),
            _ => None,
        }
    }

    /// Which second table there is. That is how to read what is there, whatever it holds, and no question of belief.
    pub fn tables(&self) -> Option<&TwoTables> {
        match self.manifest.as_ref().map(|manifest| &manifest.made) {
            Some(HowMade::Anatomy(tables)) => Some(tables),
            _ => None,
        }
    }

    /// How many people the release says that it withholds, assuming that nobody knows who is in the table; to three digits.
    pub fn assumed_unknown(&self) -> Option<usize> {
        let manifest = self.manifest.as_ref()?;
        let assumes = manifest.withheld.as_ref().is_some_and(|withheld| withheld.absence == Absence::Unknown.name());
        assumes.then_some(manifest.suppressed)
    }

    /// Whether the release says, of those it withholds or of how it was made, that nobody is assumed to know who is in the table.
    pub fn assumes_unknown(&self) -> bool {
        let setting = |manifest: &Manifest| {
            manifest.method.settings.get("absence").and_then(Value::as_str) == Some(Absence::Unknown.name())
        };
        self.assumed_unknown().is_some() || self.manifest.as_ref().is_some_and(setting)
    }

    /// What else the policy says of who may know who is in the table.
    fn other_absence(&self, policy: &Policy) -> Option<String> {
        let there = if self.assumes_unknown() { Absence::Unknown } else { Absence::Known };
        let here = policy.method().stated_absence().filter(|&here| here != there)?;
        Some(format!("absence = \"{}\" there and \"{}\" here", there.name(), here.name()))
    }

    /// The policy as this release can be judged by it: where it says that its rows are records, nothing is promised about people.
    pub(super) fn weakened<'a>(&self, policy: &'a Policy) -> Cow<'a, Policy> {
        let says = self.manifest.as_ref().is_some_and(Manifest::says_records) && self.claimed().is_some();
        if says { Cow::Owned(policy.with_records_by_release()) } else { Cow::Borrowed(policy) }
    }

    /// Whether cells are said to be those of groups of people of this original alone, so that what they lost can be counted: cells of a
    /// series reach people of earlier releases, too.
    pub fn says_all_cells(&self) -> bool {
        matches!(self.claimed(), Some(HowMade::Groups | HowMade::Walk { .. })) && self.counterfeits().is_none()
    }

    /// Holds the manifest's counts against the tables, and its loss against what was `lost`, where that can be seen. Whom chance took cannot be seen: where their number is as stated, and they do
    /// not keep what is asked as a group, that is left open.
    pub fn hold_counts(&self, policy: &Policy, lost: Option<f64>, audit: &mut Audit) {
        let (Some(_), Some(manifest)) = (self.claimed(), &self.manifest) else { return };
        let wrong = counts::contradicted(manifest, policy, audit);
        let held_out = manifest.held_out.is_some_and(|people| people > 0) && wrong.is_empty();
        audit.open.extend(wrong);
        let lost = lost.filter(|_| columns::are_read_alike(manifest, policy, audit));
        audit.open.extend(lost.and_then(|found| counts::other_loss(manifest, found)));
        if held_out {
            leave_open_of_chance(manifest.held_out.unwrap_or(0), audit);
        }
        let fails = audit.has_unsafe_withheld();
        if let Some(withheld) = audit.withheld.as_mut().filter(|_| held_out && fails) {
            withheld.by_chance = true;
            withheld.tell(&audit.checks);
            audit.open.push(format!(
                "the manifest says that chance held people out, and as many are absent; that chance alone chose them cannot be seen. \
                 {}",
                withheld.told.join(" ").trim_end_matches('.')
            ));
        }
    }

    /// How many rows are said to stand for nobody, and the name of the table that says in which groups they are.
    pub fn counterfeits(&self) -> Option<(usize, Option<&str>)> {
        let manifest = self.manifest.as_ref().filter(|_| self.claimed().is_some())?;
        Some((manifest.counterfeits?, counterfeit_file(manifest)))
    }

    /// With what the releases of its series showed together.
    pub(super) fn in_series(self, together: Option<&TogetherReport>) -> Self {
        Self { of_series: together.is_some_and(|found| found.counterfeits == Some(0)), ..self }
    }

    /// Whether rows that stand for nobody were seen to have values of people.
    pub(super) fn is_of_series(&self) -> bool {
        self.of_series
    }

    /// The largest share of its values that the walk's method is said to leave as they were.
    pub fn most_unchanged(&self) -> Option<Decimal> {
        self.manifest.as_ref()?.method.settings.get("max_unchanged")?.as_str()?.parse().ok()
    }

    /// About so many people were held out by chance before it was made, as the manifest says.
    pub fn held_out(&self) -> usize {
        self.manifest.as_ref().and_then(|manifest| manifest.held_out).unwrap_or(0)
    }

    /// What the reader of an audit or an evaluation must know of it.
    pub fn remarks(&self, policy: &Policy) -> Vec<String> {
        let mut remarks = self.notes.clone();
        let Some(files) = &self.files else { return remarks };
        remarks.extend(self.is_trial().then(|| TRIAL.to_owned()));
        if let Some(people) = self.manifest.as_ref().and_then(|manifest| manifest.held_out) {
            let (who, of) = if people == 1 { ("was", "this one") } else { ("were", "them") };
            remarks.push(format!(
                "The manifest says that {}{} {who} held out by chance before the release was made: it holds nothing of {of}, and no \
                 promise is about {of}. Against an original that holds {of} {} absent.",
                if is_rounded(people) { "about " } else { "" },
                several(people, "person", "people"),
                if people == 1 { "this one is" } else { "they are" },
            ));
        }
        if !files.unlisted.is_empty() {
            remarks.push(format!(
                "The release holds what its manifest does not list, and nothing was judged of it: {}.",
                shown(&files.unlisted)
            ));
        }
        if !files.unjudged.is_empty() {
            remarks.push(format!(
                "The release holds what no release of its kind consists of, and nothing was judged of it: {}.",
                shown(&files.unjudged)
            ));
        }
        if !files.other.is_empty() {
            remarks.push(format!(
                "{} not what the manifest was written for: the SHA-256 is another. What the manifest says counts for nothing.",
                listed(&files.other)
            ));
        } else if let Some(manifest) = &self.manifest {
            let mut differences = manifest.differences(policy);
            differences.extend(self.other_absence(policy));
            if !differences.is_empty() {
                remarks.push(format!("{ANOTHER_POLICY}: {}.", differences.join("; ")));
            }
        }
        remarks
    }

    /// Puts it into an audit.
    pub fn tell(&self, policy: &Policy, audit: &mut Audit) {
        audit.notes.splice(0..0, self.remarks(policy));
        audit.files.clone_from(&self.files);
        audit.trial = self.is_trial();
        let stated = self.manifest.iter();
        audit.columns = stated.flat_map(|manifest| columns::as_judged(manifest, policy, audit)).collect();
        let Some(files) = &self.files else { return };
        let unlisted =
            files.unlisted.iter().map(|name| format!("{name} lies in the release, and its manifest does not list it"));
        let unjudged = files
            .unjudged
            .iter()
            .map(|name| format!("{name} lies in the release, and is none of the tables that it consists of"));
        let links = self.links.iter().map(|name| {
            format!("{name} of the release is a link to another place, and what is published there may be another file tomorrow")
        });
        audit.open.extend(links.chain(unlisted).chain(unjudged));
    }

    /// Looks at how the files are written, where they are those of the manifest.
    pub fn look_at_writing(&self, request: &AuditRequest<'_>, audit: &mut Audit) -> Result<(), Error> {
        let (Some(_), Some(manifest), Source::File(data)) = (self.claimed(), &self.manifest, &request.data) else {
            return Ok(());
        };
        let (open, note) = written::look(manifest, data, request)?;
        audit.open.extend(open);
        if let HowMade::Anatomy(tables) = &manifest.made {
            audit.open.extend(second::told(tables, data, request)?);
        }
        audit.open.extend(manifest.beyond_itself(data)?);
        let own = !request.policy.is_stated_by_release();
        let known = if own { columns::by(manifest, request.policy, audit) } else { Vec::new() };
        audit.notes.extend(manifest.free_texts(&known, audit));
        audit.open.extend(manifest.contradicts_itself());
        audit.notes.extend(manifest.measured.as_ref().map(|_| OWN_MEASURES.to_owned()));
        audit.open.extend(counts::misjudged(manifest, request.policy, audit));
        audit.open.extend(counts::unfounded(manifest, request.policy, audit));
        audit.notes.extend(note);
        Ok(())
    }

    /// What is said of how cells of the release are written, of groups that were made, and of columns that are coded.
    pub(super) fn look_at_cells(
        &self,
        request: &AuditRequest<'_>,
        released: &Released,
        original: Option<&Original>,
    ) -> Result<Vec<String>, Error> {
        let Some(manifest) = self.manifest.as_ref().filter(|_| self.claimed().is_some()) else { return Ok(Vec::new()) };
        let of_population = manifest.protect.iter().any(|words| words.contains_key("population"));
        let ends = manifest.counterfeits.is_none() && !of_population;
        let mut told = cells::told((&manifest.columns, &manifest.made), released, original, ends);
        told.extend(coded::contradicted(manifest, request, released)?);
        Ok(told)
    }

    /// Whether the manifest says what a published column is, though not that it states groups.
    pub fn names(&self, column: &str) -> bool {
        let said = |one: &Column| {
            let end = |side: &str| one.published_as == PublishedAs::Bounds && format!("{}{side}", one.name) == column;
            one.role != ColumnRole::Group && (one.name == column || end("_lo") || end("_hi"))
        };
        self.claimed().is_some() && self.manifest.iter().flat_map(|manifest| &manifest.columns).any(said)
    }

    /// Whether the manifest says that all draws come from a seed, which can be guessed.
    pub(super) fn is_trial(&self) -> bool {
        self.manifest.as_ref().is_some_and(|manifest| manifest.trial)
    }
}

/// The table that says how many counterfeits there are in which group.
fn counterfeit_file(manifest: &Manifest) -> Option<&str> {
    manifest.files.keys().map(String::as_str).find(|name| name.starts_with("counterfeits."))
}

/// The first of them.
fn shown(names: &[String]) -> String {
    let more = if names.len() > 12 { ", …" } else { "" };
    format!("{}{more}", names.iter().take(12).cloned().collect::<Vec<_>>().join(", "))
}

/// What lies in the directory of a release beside the manifest and the tables that were read: what is not listed, and what is. A
/// release contains nothing else.
fn unjudged(manifest: &Manifest, data: &Path, directory: &Path) -> Result<(Vec<String>, Vec<String>), Error> {
    let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let unreadable = |cause| Error::File { what: format!("{} cannot be looked at", here.display()), cause };
    let second = if let HowMade::Anatomy(tables) = &manifest.made { Some(tables.file.as_str()) } else { None };
    let first = data.file_name().and_then(|name| name.to_str());
    let second = second.or(manifest.counterfeits.and_then(|_| counterfeit_file(manifest)));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(here).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        if ![Some("manifest.json"), first, second].contains(&Some(name.as_str())) {
            found.push(name);
        }
    }
    // A table that is judged and that no digest is stated of could be another tomorrow.
    found.extend(second.filter(|name| !manifest.files.contains_key(*name)).map(str::to_owned));
    found.sort_unstable();
    Ok(found.into_iter().partition(|name| !manifest.files.contains_key(name)))
}

/// What of the release is a link: a release is files, and what a link leads to is none of it.
fn links(manifest: &Manifest, directory: &Path) -> Vec<String> {
    let is_link = |name: &&str| directory.join(name).symlink_metadata().is_ok_and(|found| found.is_symlink());
    let files = manifest.files.keys().map(String::as_str).filter(|name| is_plain(name));
    std::iter::once("manifest.json").chain(files).filter(is_link).map(str::to_owned).collect()
}

/// Whether it is a name and no way: with a directory in it, it would lead out of the release.
fn is_plain(name: &str) -> bool {
    Path::new(name).file_name() == Some(name.as_ref())
}

fn listed(files: &[String]) -> String {
    let verb = if files.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", files.join(", "))
}

/// Holds every file that the manifest names against its digest.
fn compare(manifest: &Manifest, directory: &Path) -> Result<FilesReport, Error> {
    let mut found = FilesReport::default();
    for (name, said) in &manifest.files {
        if !is_plain(name) {
            return Err(Error::Data(format!(
                "{}: it lists `{}`, which is no file of its directory and was not opened: a release is the files of one directory, each \
                 listed by its name alone; mend the manifest, or take it away and give a policy",
                directory.join("manifest.json").display(),
                name.escape_debug()
            )));
        }
        let path: PathBuf = directory.join(name);
        let same = match digest_of(&path) {
            Ok(digest) => digest.bytes == said.bytes && digest.sha256 == said.sha256,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => false,
            Err(cause) => return Err(Error::File { what: format!("{} cannot be read", path.display()), cause }),
        };
        if same { found.same.push(name.clone()) } else { found.other.push(name.clone()) }
    }
    Ok(found)
}

/// One case in how many, of a probability.
pub(super) fn one_in(doubt: f64) -> String {
    let digits = format!("{:.0}", 1.0 / doubt);
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|chunk| std::str::from_utf8(chunk).unwrap_or_default()).collect();
    groups.join(",")
}

/// What became of a claim about how a table was made.
pub(super) enum Standing {
    /// The data are as they would be.
    Holds(String),
    /// They are not.
    Refuted(String),
    /// They cannot tell.
    Open(String),
}

impl Standing {
    pub fn report(self, how: &'static str) -> ClaimReport {
        let (standing, reason) = match self {
            Self::Holds(reason) => ("holds", reason),
            Self::Refuted(reason) => ("refuted", reason),
            Self::Open(reason) => ("open", reason),
        };
        ClaimReport { how, standing, reason }
    }
}

/// What a release says of its own columns and protection, to be checked as a policy: nothing where no manifest of this
/// program speaks of the file. Files that are not those of the manifest are refused, and so is a manifest whose checks need
/// what no release holds.
pub fn stated_policy(source: &Source, with_original: bool) -> Result<Option<Section>, Error> {
    let evidence = Evidence::of(source)?;
    let (Some(manifest), Some(files)) = (evidence.manifest, evidence.files) else { return Ok(None) };
    if !files.other.is_empty() {
        return Err(Error::Unsafe(format!(
            "{} not what the manifest beside it was written for: the SHA-256 is another. So nothing says what the columns are; \
             give a policy to have the table judged by",
            listed(&files.other)
        )));
    }
    let lacks = manifest.lacks(with_original);
    if !lacks.is_empty() {
        let against = if with_original { " against the original" } else { "" };
        return Err(Error::Data(format!(
            "{}: to judge it{against} takes {}, which no release holds; give the policy that names it",
            source.name(),
            lacks.join(" and ")
        )));
    }
    let beside = Path::new(&source.name()).parent().unwrap_or(Path::new("")).join("manifest.json");
    Ok(Some(manifest.section(&beside)?))
}
