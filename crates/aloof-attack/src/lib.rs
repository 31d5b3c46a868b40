//! The red team: what attackers get out of a release, measured on the people it was made of.
//!
//! Works on any pair of original and release, from this or another program. What each attack is: `aloof-judge/src/attacks/`, one
//! file each. This module reads the tables, puts them in the terms of the judge and runs what can be run; what cannot is told with
//! the reason.

mod drawn;
mod linked;
mod names;
mod read;
mod report;
mod scene;
mod told;

use std::path::PathBuf;
use std::time::Instant;

use aloof_audit::Error;
use aloof_audit::policy::Policy;
use aloof_audit::words::{list, several};
use aloof_io::Source;
use aloof_judge::attacks::{
    Attacked, Scene, Taught, Whom, absent, all_other_columns, another_column, compose, in_candidates, in_groups,
    inference, insider, is_about, linkability, matching, minimality, model, more_than_a_neighbour, not_the_lowest,
    refine, register, replay, single_out,
};

use aloof_table::{Means, NO_CODE};

pub use names::{AttackName, GoesBy};
pub use report::{AttackReport, AttackResult, ClaimRate, Fact, NotRun, RateReport};

use drawn::Drawn;
use read::{Published, Tables};
use scene::Asked;

/// A release to be attacked, and what the attackers have.
pub struct AttackRequest<'a> {
    /// What was published.
    pub release: Source,
    /// The table it was made of: it says whether a guess is right.
    pub original: Source,
    /// People of the same kind of whom the release holds nothing.
    pub control: Option<Source>,
    /// Earlier releases of the same people.
    pub previous: Vec<Source>,
    /// What `--private` kept of this release: who stands where, and who was held out.
    pub private: Option<PathBuf>,
    /// What every column is, and what is promised.
    pub policy: &'a Policy,
    /// Which attacks; all if empty.
    pub only: Vec<AttackName>,
    /// The same seed draws the same.
    pub seed: u64,
    /// Called with what is being done.
    pub progress: &'a (dyn Fn(AttackStep) + Sync),
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackStep {
    /// Reading: bytes done and, if known, of how many.
    Reading(u64, Option<u64>),
    /// Running an attack: its name, its number from 1, and how many there are.
    Attacking(AttackName, usize, usize),
}

/// Attacks a release.
pub fn attack(request: &AttackRequest<'_>) -> Result<AttackReport, Error> {
    let tables = Tables::read(request)?;
    let mut report = AttackReport::new(&tables, request.seed);
    let chosen: Vec<AttackName> =
        AttackName::ALL.into_iter().filter(|name| request.only.is_empty() || request.only.contains(name)).collect();
    let asked = if tables.releases[0].is_moved {
        skip_values(request.policy, &tables, &chosen, &mut report);
        Vec::new()
    } else {
        Asked::all(request.policy, &tables)?
    };
    let total = chosen.len() * asked.len();
    let by_records = [AttackName::SingleOut, AttackName::Linkability, AttackName::Inference];
    let needs_drawn = chosen.iter().any(|name| by_records.contains(name));
    let drawn = needs_drawn.then(|| Drawn::of(request.policy, &tables, request.seed)).transpose()?;
    for (at, asked) in asked.iter().enumerate() {
        let scenes = asked.scenes(request.policy, &tables)?;
        let drawn = drawn.as_ref();
        let (tables, report, seed) = (&tables, &mut report, request.seed);
        let mut run = Run { asked, scenes: &scenes, tables, drawn, report, seed, is_first: at == 0 };
        for (number, &name) in chosen.iter().enumerate() {
            (request.progress)(AttackStep::Attacking(name, at * chosen.len() + number + 1, total));
            run.attack(name);
        }
    }
    if chosen.contains(&AttackName::Link) {
        (request.progress)(AttackStep::Attacking(AttackName::Link, total.max(1), total.max(1)));
        linked::link_records(request, &tables, &mut report);
    }
    if let Some(drawn) = &drawn {
        by_record(drawn, &tables, &chosen, &mut report, request);
    }
    report.finish(&tables);
    Ok(report)
}

/// Of a release whose quasi numbers are others: what is not tried on sensitive values, and why.
fn skip_values(policy: &Policy, tables: &Tables, chosen: &[AttackName], report: &mut AttackReport) {
    let reason = "quasi numbers were replaced by others, and it looks for the groups whose cells cover a person";
    let on_records = [AttackName::Link, AttackName::SingleOut, AttackName::Linkability];
    if tables.releases[0].released.sensitive.is_empty() {
        return;
    }
    for asked in Asked::all(policy, tables).unwrap_or_default() {
        for &name in chosen.iter().filter(|name| !on_records.contains(name)) {
            report.tell(&asked, (name, None), Err(reason.to_owned()), 0.0);
        }
    }
}

/// One protection, attacked.
struct Run<'a> {
    asked: &'a Asked,
    /// The release, then earlier ones.
    scenes: &'a [Scene],
    tables: &'a Tables,
    /// Cells as values, where an attack needs them.
    drawn: Option<&'a Drawn>,
    report: &'a mut AttackReport,
    seed: u64,
    /// It is the first of all protections.
    is_first: bool,
}

impl Run<'_> {
    fn attack(&mut self, name: AttackName) {
        let scene = &self.scenes[0];
        let seed = self.seed;
        let needs_truth = !scene.is_true;
        let changed = why_not_true(&self.tables.releases[0]);
        match name {
            AttackName::Register
            | AttackName::Minimality
            | AttackName::Absent
            | AttackName::Insider
            | AttackName::Background
            | AttackName::Replay
                if needs_truth =>
            {
                self.skip(name, None, &changed);
            }
            AttackName::Centre => {
                if needs_truth {
                    self.skip(name, Some("group"), &changed);
                } else {
                    self.tell(name, Some("group"), || Ok(in_groups(scene)));
                }
                self.tell(name, Some("candidates"), || Ok(in_candidates(scene)));
            }
            AttackName::Register => self.tell(name, Some("register"), || register(scene, seed)),
            AttackName::Minimality => {
                self.tell(name, None, || minimality(scene, seed, false));
                self.tell(name, Some(names::WITH_A_LEARNER), || minimality(scene, seed, true));
            }
            // Of quasi values, which are the same whatever is promised of which column.
            AttackName::Refine if !self.is_first => {}
            AttackName::Refine => self.tell_of(&Asked::quasi(), name, None, || refine(scene, seed)),
            AttackName::Model => {
                self.by_learners();
                if needs_truth {
                    self.skip(name, Some(names::GROUPS_KNOWN), &changed);
                } else {
                    self.tell(name, Some(names::GROUPS_KNOWN), || matching(scene, seed));
                }
            }
            AttackName::Compose => self.tell(name, None, || {
                compose(self.scenes)
                    .ok_or_else(|| format!("no earlier release is named; {} names one", Means::Previous))
            }),
            AttackName::Absent => self.absent(),
            AttackName::Insider => {
                for (insiders, words) in [(1, "one"), (2, "two")] {
                    self.tell(name, Some(words), || some(insider(scene, insiders, seed), "no group is large enough"));
                }
            }
            AttackName::Replay => {
                let rows = self.asked.rows(self.tables);
                self.tell(name, None, || replay(scene, &rows));
            }
            AttackName::Inference => self.infer(),
            AttackName::Link | AttackName::SingleOut | AttackName::Linkability => {}
            AttackName::Background => {
                self.by_sentences();
                self.by_other_columns();
            }
        }
    }

    /// Learners, of whatever they are taught by.
    fn by_learners(&mut self) {
        let (name, scene) = (AttackName::Model, &self.scenes[0]);
        self.tell(name, None, || model(scene, Taught::Release));
        self.tell(name, Some(names::TAUGHT_BY_CONTROL), || model(scene, Taught::Control));
        self.tell(name, Some(names::TAUGHT_BY_BOTH), || model(scene, Taught::Both));
    }

    /// People of whom there is no row.
    fn absent(&mut self) {
        let scene = &self.scenes[0];
        let none = match self.tables.absent() {
            0 if !self.tables.held_out.is_empty() => {
                "nobody is absent but those held out by chance, and they are whom people of the release are compared with"
            }
            0 => "nobody is absent from the release",
            _ => "those left out lack a value, for which the policy drops them, and are not attacked",
        };
        self.tell(AttackName::Absent, None, || absent(scene).ok_or_else(|| none.to_owned()));
    }

    /// Sentences that acquaintances know.
    fn by_sentences(&mut self) {
        let (name, scene, seed) = (AttackName::Background, &self.scenes[0], self.seed);
        if !self.asked.has_order(self.tables) {
            let none = "the values have no order, so that none is the lowest";
            return names::SENTENCES.into_iter().for_each(|one| self.skip(name, Some(one), none));
        }
        let none = "all values of every group are alike";
        self.tell(name, Some(names::SENTENCES[0]), || some(not_the_lowest(scene), none));
        self.tell(name, Some(names::SENTENCES[1]), || some(more_than_a_neighbour(scene, seed), none));
    }

    /// What else a row shows.
    fn by_other_columns(&mut self) {
        let (name, scene) = (AttackName::Background, &self.scenes[0]);
        let started = Instant::now();
        let (columns, rows) = self.asked.beside(self.tables);
        let Some((at, found)) = another_column(scene, &rows) else {
            let none = "no other column is published whose cells stand beside these values";
            return self.skip(name, Some(names::ANOTHER_COLUMN), none);
        };
        self.report.tell(self.asked, (name, Some(names::ANOTHER_COLUMN)), Ok(found), started.elapsed().as_secs_f64());
        self.report.notes.push(format!(
            "background, {}: of what stands beside {}, `{}` tells most to whoever knows it of a person.",
            names::ANOTHER_COLUMN,
            list(&self.asked.sensitive.iter().map(String::as_str).collect::<Vec<_>>()),
            columns[at]
        ));
        if columns.len() > 1 {
            let found = || all_other_columns(scene, &rows).ok_or_else(String::new);
            self.tell(name, Some(names::ALL_OTHER_COLUMNS), found);
        }
    }

    /// The value of the nearest record: as Anonymeter counts, and as the promise does.
    fn infer(&mut self) {
        let (Some(drawn), seed) = (self.drawn, self.seed) else { return };
        let (records, known) = (&drawn.records, (0..drawn.quasi).collect::<Vec<usize>>());
        for name in &self.asked.sensitive {
            let Some(at) = drawn.at(name) else { continue };
            let of = |whom: Whom| match whom {
                Whom::Person(person) => (&records.people[at], person),
                Whom::Control(person) => (&records.control[at], person),
            };
            let has_value = |whom: Whom| of(whom).0.has(of(whom).1);
            let is_right = |record: usize, whom: Whom| {
                let (values, person) = of(whom);
                is_about(&records.published[at], record, values, person, 0.05)
            };
            let variant = if records.published[at].are_labels() { names::SAME_LABEL } else { names::WITHIN_5_PERCENT };
            self.tell(AttackName::Inference, Some(variant), || inference(records, &known, has_value, is_right, seed));
        }
        let codes = self.asked.codes(self.tables, drawn);
        let near = &self.scenes[0].guesses.near;
        let own = |whom: Whom| match whom {
            Whom::Person(person) => codes.people[person],
            Whom::Control(person) => codes.control[person],
        };
        let has_value = |whom: Whom| own(whom) != NO_CODE;
        let is_right = |record: usize, whom: Whom| {
            let reach = near.get(codes.published[record] as usize);
            reach.is_some_and(|&(first, last)| (first..=last).contains(&own(whom)))
        };
        self.tell(AttackName::Inference, Some("near"), || inference(records, &known, has_value, is_right, seed));
    }

    fn tell(
        &mut self,
        name: AttackName,
        variant: Option<&'static str>,
        run: impl FnOnce() -> Result<Attacked, String>,
    ) {
        self.tell_of(self.asked, name, variant, run);
    }

    fn tell_of(
        &mut self,
        asked: &Asked,
        name: AttackName,
        variant: Option<&'static str>,
        run: impl FnOnce() -> Result<Attacked, String>,
    ) {
        let started = Instant::now();
        let found = run();
        self.report.tell(asked, (name, variant), found, started.elapsed().as_secs_f64());
    }

    fn skip(&mut self, attack: AttackName, variant: Option<&'static str>, reason: &str) {
        self.report.tell(self.asked, (attack, variant), Err(reason.to_owned()), 0.0);
    }
}

/// Why groups do not hold the values of those who stand in them.
fn why_not_true(release: &Published) -> String {
    match release.untrue {
        0 => "published values are not the true ones, so groups of them say nothing for certain".to_owned(),
        some if some <= release.counterfeits => format!(
            "{} nobody, as the manifest says, so groups hold more values than those of the people who stand in them",
            several(release.counterfeits, "counterfeit stands for", "counterfeits stand for")
        ),
        some => format!(
            "{} no row of the original, so groups do not hold the values of those who stand in them",
            several(some, "released row stands for", "released rows stand for")
        ),
    }
}

/// Records as a whole, whatever is promised of values.
fn by_record(
    drawn: &Drawn,
    tables: &Tables,
    chosen: &[AttackName],
    report: &mut AttackReport,
    request: &AttackRequest<'_>,
) {
    let (asked, columns) = (Asked::record(), drawn.records.published.len());
    let halves: (Vec<usize>, Vec<usize>) = (0..columns).partition(|&at| at < columns.div_ceil(2));
    for name in [AttackName::SingleOut, AttackName::Linkability].into_iter().filter(|name| chosen.contains(name)) {
        (request.progress)(AttackStep::Attacking(name, 1, 1));
        let started = Instant::now();
        let found = if name == AttackName::SingleOut {
            single_out(&drawn.records, request.seed)
        } else {
            let known = drawn.of_release(tables);
            report.notes.extend(known.is_none().then(|| nobody_knows_who(tables.absent())).flatten());
            linkability(known.as_ref().unwrap_or(&drawn.records), (&halves.0, &halves.1), request.seed)
        };
        report.tell(&asked, (name, None), found, started.elapsed().as_secs_f64());
    }
}

/// What is said where people are asked about through whom nothing can be joined, since the release does not hold them.
fn nobody_knows_who(absent: usize) -> Option<String> {
    (absent > 0).then(|| {
        format!(
            "{} of the original in no released row, and who that is only the private directory says: linkability asked about them, too.",
            several(absent, "person stands", "people stand")
        )
    })
}

fn some(found: Attacked, otherwise: &str) -> Result<Attacked, String> {
    if found.success.people == 0 { Err(otherwise.to_owned()) } else { Ok(found) }
}
