//! People who were withheld from a release, judged by whoever made it, or has the original: what values they have is then known,
//! though not always who they are.
//!
//! Someone who misses a person in the release knows that the person is one of them. So they are judged as a group of their
//! own, by every protection as it is asked for; for proximity it is said, too, how certain a guess of any figure can be. Where
//! the policy assumes that nobody knows who is in the table (`absence = "unknown"`) that decides nothing, and every outcome
//! repeats the assumption beside what was found.

use aloof_judge::views::Grouped;
use aloof_principles::Rule;
use aloof_table::{Attribute, Bitmap, Column, NO_GROUP, Partition, Ratio};

use super::absent::{Shown, is_about_values};
use super::check::are_dates;
use super::confirm::confirm;
use super::report::{Audit, CheckReport, Verdict, WithheldCheck, WithheldReport};
use crate::Error;
use crate::data::{Original, pick};
use crate::policy::{Absence, Policy, Protect, bind};
use crate::words::{count, fraction, several};

/// Who was withheld, and what was found of them.
pub struct Withheld {
    /// How many are in no released row.
    tuples: usize,
    /// Rows of the original, ascending: they, or where only values tell who is missing, all of whom a release could be made.
    among: Vec<u32>,
    by_values: bool,
    absence: Absence,
    /// One per protection.
    found: Vec<Found>,
}

/// One protection: which check it belongs to, and what was found.
struct Found {
    title: String,
    sensitive: Vec<String>,
    view: &'static str,
    check: WithheldCheck,
}

impl Withheld {
    /// All of the original but those who are published and those whom the policy drops; `None` where that is nobody.
    pub fn judge(policy: &Policy, original: &Original, published: &[u32]) -> Result<Option<Self>, Error> {
        let everyone = Everyone::of(policy, original);
        let among = everyone.but(published);
        if among.is_empty() {
            return Ok(None);
        }
        let judged = policy.protect().iter().filter(|protect| is_about_values(protect));
        let found = judged.map(|protect| everyone.judge(protect, &among)).collect::<Result<_, _>>()?;
        let absence = policy.method().absence();
        Ok(Some(Self { tuples: among.len(), among, by_values: false, absence, found }))
    }

    /// The same where only the values of the published are known, and nothing but values is judged: those who stand behind rows that
    /// hide these are in the group of those who stand behind none.
    pub(super) fn judge_by_values(
        policy: &Policy,
        original: &Original,
        shown: &Shown,
        absence: Absence,
    ) -> Result<Option<Self>, Error> {
        let everyone = Everyone::of(policy, original);
        let mut found = Vec::new();
        for (protect, published) in policy.protect().iter().zip(&shown.rows) {
            let Some(published) = published else { continue };
            let among = everyone.but(published);
            if !among.is_empty() {
                let mut one = everyone.judge(protect, &among)?;
                one.check.hidden = among.len().saturating_sub(shown.missed);
                found.push(one);
            }
        }
        let is_nobody = shown.missed == 0 && found.is_empty();
        let all = Self { tuples: shown.missed, among: everyone.rows, by_values: true, absence, found };
        Ok((!is_nobody).then_some(all))
    }

    /// How many they are.
    pub(super) fn len(&self) -> usize {
        self.tuples
    }

    /// How many of them are among these rows of the original, which ascend and which no released row can stand for, but for so many
    /// rows of stars: as many of them may be the people of these.
    pub(super) fn uncovered(&self, rows: &[u32], starred: usize) -> usize {
        let all = self.among.iter().filter(|row| rows.binary_search(row).is_ok()).count();
        all.saturating_sub(starred)
    }

    /// Puts it beside what was found of those who are published; `uncovered`: how many of the withheld no box covers, where
    /// boxes are published.
    pub fn tell(self, uncovered: Option<usize>, audit: &mut Audit) {
        for Found { title, sensitive, view, check, .. } in self.found {
            let is_its = |other: &CheckReport| other.title == title && other.sensitive == sensitive;
            // A rule that a policy asks for twice has two checks, and one that it asks for in two views has some in both.
            let is_free = |other: &CheckReport| is_its(other) && other.required && other.withheld.is_none();
            let place = |is: &dyn Fn(&CheckReport) -> bool| audit.checks.iter().position(is);
            let asked = place(&|other| is_free(other) && other.view == view).or_else(|| place(&is_free));
            if let Some(at) = asked.or_else(|| place(&is_its)) {
                audit.checks[at].withheld = Some(check);
            }
        }
        let mut withheld = WithheldReport {
            tuples: self.tuples,
            absence: self.absence,
            uncovered,
            loss_saved_per_row: None,
            unchecked: false,
            by_values: self.by_values,
            by_chance: false,
            told: Vec::new(),
        };
        withheld.tell(&audit.checks);
        audit.withheld = Some(withheld);
    }
}

impl WithheldReport {
    /// What a release says of itself, which nothing was held against: so many were withheld, and nobody is assumed to know who is
    /// in the table.
    pub(super) fn stated(tuples: usize) -> Self {
        let people = match tuples {
            1 => "1 person was withheld".to_owned(),
            many => format!("{} people were withheld", count(many)),
        };
        let told = vec![
            format!("The manifest says that {people}."),
            "This release assumes that nobody knows who is in the table.".to_owned(),
            "What could be told of those who were withheld, by someone who does, was not judged: that takes the original.".to_owned(),
        ];
        Self {
            tuples,
            absence: Absence::Unknown,
            uncovered: None,
            loss_saved_per_row: None,
            unchecked: true,
            by_values: false,
            by_chance: false,
            told,
        }
    }
}

/// All of whom a release could be made.
struct Everyone<'a> {
    policy: &'a Policy,
    original: &'a Original,
    /// Rows of the original, ascending.
    rows: Vec<u32>,
}

impl<'a> Everyone<'a> {
    fn of(policy: &'a Policy, original: &'a Original) -> Self {
        let rows = (0..original.rows() as u32).filter(|&row| original.is_published(row as usize)).collect();
        Self { policy, original, rows }
    }

    /// All but these, ascending.
    fn but(&self, published: &[u32]) -> Vec<u32> {
        let mut out = Bitmap::off(self.original.rows());
        published.iter().for_each(|&row| out.set(row as usize));
        self.rows.iter().copied().filter(|&row| !out.get(row as usize)).collect()
    }

    /// Some of them as a group, by one protection; among all, since what is near may depend on the range of the table.
    fn judge(&self, protect: &Protect, some: &[u32]) -> Result<Found, Error> {
        let mut group_of = vec![NO_GROUP; self.rows.len()];
        let places = some.iter().filter_map(|row| self.rows.binary_search(row).ok());
        places.for_each(|place| group_of[place] = 0);
        let columns = pick(&self.original.sensitive, protect.sensitive());
        let taken: Vec<(&str, Column)> =
            columns.into_iter().map(|(name, column)| (name, column.take(&self.rows))).collect();
        let columns: Vec<(&str, &Column)> = taken.iter().map(|(name, column)| (*name, column)).collect();
        found(protect, self.policy, &columns, self.rows.len(), &Partition::from_group_of(&group_of, 1))
    }
}

/// The withheld as a group of so many rows, by one protection.
fn found(
    protect: &Protect,
    policy: &Policy,
    columns: &[(&str, &Column)],
    rows: usize,
    group: &Partition,
) -> Result<Found, Error> {
    let rule = bind::rule_in_view(protect, policy, columns)?;
    let attribute = bind::attribute(protect, columns, rows, |_| false);
    let attribute = policy.in_whole(attribute, rule.principle())?;
    let (holds, worst) = judge(protect, &rule, &attribute, group)?;
    let near = protect.as_window().or_else(|| protect.as_epsilon_m());
    let certainty = match near {
        Some(_) => Some(judge(protect, &bind::in_register(rule.clone(), protect)?, &attribute, group)?.1.to_string()),
        None => None,
    };
    let principle = rule.principle();
    Ok(Found {
        title: principle.title(),
        sensitive: protect.sensitive().to_vec(),
        view: protect.view().name(),
        check: WithheldCheck {
            tuples: group.rows(),
            hidden: 0,
            worst_risk: worst.to_string(),
            bound: principle.bound().to_string(),
            bound_is: principle.bound_is(),
            verdict: Verdict::of(holds),
            certainty,
            telling: near.map(|near| {
                let theirs = format!("their {}", protect.sensitive().join(", "));
                near.neighbourhood().telling(&theirs, are_dates(attribute.domain()))
            }),
        },
    })
}

/// The literal definition of a window looks at every three of them.
const JUDGED_TWICE: usize = 64;

/// Whether the group keeps the rule, and its measure; judged twice where that is not too much.
fn judge(protect: &Protect, rule: &Rule, attribute: &Attribute, group: &Partition) -> Result<(bool, Ratio), Error> {
    let check = rule.principle().bind(attribute).map_err(|why| bind::unfit(protect, &why))?;
    let grouped = Grouped::new(group, attribute);
    let outcome = grouped.judge(check.as_ref(), rule.principle().direction());
    if group.rows() <= JUDGED_TWICE {
        confirm(rule, check.as_ref(), attribute, &grouped, &outcome)?;
    }
    Ok((outcome.holds(), outcome.worst_measure.unwrap_or_else(Ratio::zero)))
}

impl WithheldReport {
    /// What is said of them, from the figures here and in `checks`.
    pub fn tell(&mut self, checks: &[CheckReport]) {
        self.told = if self.tuples > 0 { vec![self.how_many()] } else { Vec::new() };
        for (check, withheld) in checks.iter().filter_map(|check| Some((check, check.withheld.as_ref()?))) {
            let words = match self.absence {
                Absence::Known => withheld.as_a_group(check),
                Absence::Unknown => withheld.belief(check),
            };
            let new = withheld.behind_stars().into_iter().chain([words]).filter(|words| !self.told.contains(words));
            let new: Vec<String> = new.collect();
            self.told.extend(new);
        }
        let breaks = |check: &CheckReport| check.withheld.as_ref().is_some_and(|one| one.verdict == Verdict::Fail);
        if self.by_values && self.absence == Absence::Known && !self.by_chance && checks.iter().any(breaks) {
            self.told.push(
                "Whoever misses someone in the release knows as much of them; that nobody knows who is in the table would be for a \
                 policy to assume, with absence = \"unknown\"."
                    .to_owned(),
            );
        }
        if self.absence == Absence::Unknown {
            self.told.push("This release assumes that nobody knows who is in the table.".to_owned());
        }
        self.told.extend(self.uncovered.filter(|&uncovered| uncovered > 0).map(|uncovered| {
            // Why somebody is absent is known to whoever withheld them, or where a release says that it assumes it away.
            let is_seen = self.by_values && self.absence == Absence::Known;
            let (one, are) =
                if is_seen { ("This one", "are not in it") } else { ("The one withheld", "were withheld") };
            let of = if self.tuples == 1 { one.to_owned() } else { format!("{} of them", count(uncovered)) };
            let seen = "in no published box, so that whoever knows their quasi values sees that they";
            format!("{of} {} {seen} {are}.", if uncovered == 1 { "lies" } else { "lie" })
        }));
    }

    fn how_many(&self) -> String {
        let people = match self.tuples {
            1 => "1 person was withheld".to_owned(),
            many => format!("{} people were withheld", count(many)),
        };
        match (self.absence, self.loss_saved_per_row) {
            (Absence::Known, _) if self.by_values => match self.tuples {
                1 => "1 person of the original is in no released row.".to_owned(),
                many => format!("{} people of the original are in no released row.", count(many)),
            },
            (Absence::Unknown, _) => format!("{people}."),
            (Absence::Known, None) => format!("{people} so that others can be shown in more detail."),
            (Absence::Known, Some(saved)) => format!(
                "{people} so that others can be shown in more detail; each saves these a loss of {saved:.3}, summed over them."
            ),
        }
    }
}

impl WithheldCheck {
    /// Who is of the group though a row stands for them.
    fn behind_stars(&self) -> Option<String> {
        let rows = "behind rows of nothing but * that show no value of theirs";
        (self.hidden > 0).then(|| match self.tuples - self.hidden {
            0 => format!("{} {rows}.", several(self.hidden, "person stands", "people stand")),
            _ => format!(
                "{} {rows}, and nobody can say who: they are of this group.",
                several(self.hidden, "more stands", "more stand")
            ),
        })
    }

    /// Who knows that someone is among them knows no more than is asked.
    fn as_a_group(&self, check: &CheckReport) -> String {
        let word = match (self.tuples, self.verdict == Verdict::Pass) {
            (1, true) => "As a group of one this person keeps",
            (1, false) => "As a group of one this person does not keep",
            (_, true) => "As a group of their own they keep",
            (_, false) => "As a group of their own they do not keep",
        };
        format!(
            "{word} {}{}: the worst is {}, {} {} is asked.",
            check.title,
            of(check),
            check.told(&self.worst_risk),
            self.bound_is,
            fraction(&self.bound)
        )
    }

    /// How much more, where it is assumed that nobody knows it.
    fn belief(&self, check: &CheckReport) -> String {
        match (&self.telling, &self.certainty) {
            (Some(telling), Some(certainty)) => format!(
                "Whoever knows that someone is among them can {telling} with certainty {certainty} ({} was asked).",
                self.bound
            ),
            _ => format!(
                "Whoever knows that someone is among them finds {}{} with a worst of {}; {} {} was asked.",
                check.title,
                of(check),
                self.worst_risk,
                self.bound_is,
                self.bound
            ),
        }
    }
}

fn of(check: &CheckReport) -> String {
    if check.sensitive.is_empty() { String::new() } else { format!(" of {}", check.sensitive.join(", ")) }
}
