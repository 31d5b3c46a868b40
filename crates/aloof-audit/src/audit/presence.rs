//! δ-presence: of everybody in a population, how likely they are to be in the release.
//!
//! The population's quasi values are read as the policy reads those of the original, and matched with the released cells. Rows whose quasi
//! cells are all `*` may be anybody's: they are one more cell, which covers everybody.
//!
//! How cells came to end where they end is not seen in them, so that two readings stand side by side: what whom cells cover tells,
//! which decides, and who would be certain if every end were somebody's value in the table ([`Everybody::alone_at_ends`]).

use aloof_judge::views::{Candidates, Crowd, Present, QuasiPair, Room, Stranger, presence};
use aloof_principles::{Presence, Principle};
use aloof_table::{Bitmap, Column, Ratio};
use hashbrown::HashMap;

use super::AuditRequest;
use super::report::{Audit, CheckReport, PresenceReport, Verdict};
use crate::Error;
use crate::data::{Ladder, Population, Quasi, Released};
use crate::policy::Protect;
use crate::words;

/// Boxes that are looked at for a person, on average, before it is given up to know which cover whom: parts of a large population are
/// many, and there is no other way to judge them.
const LOOKS: usize = 4096;

/// The view of someone who knows the population.
const POPULATION: &str = "population";

/// Judges what is asked.
pub(super) fn run(
    request: &AuditRequest<'_>,
    protect: &Protect,
    rule: &Presence,
    released: &Released,
    audit: &mut Audit,
) -> Result<(), Error> {
    let found = Everybody::new(Population::of(request.policy, protect)?, released)?;
    audit.checks.push(found.check(protect, rule));
    found.tell(Some(rule), audit);
    Ok(())
}

/// Measures what a release has, where a population is given and nothing is asked of it.
pub(super) fn measure(request: &AuditRequest<'_>, released: &Released, audit: &mut Audit) -> Result<(), Error> {
    let Some(source) = &request.population else { return Ok(()) };
    let population = Population::read(request.policy, source.clone(), request.progress)?;
    Everybody::new(population, released)?.tell(None, audit);
    Ok(())
}

/// Everybody, by the cells that cover them, and what is believed of them.
struct Everybody {
    name: String,
    crowds: Vec<Crowd>,
    found: Vec<Present>,
    alone_at_ends: usize,
    notes: Vec<String>,
}

impl Everybody {
    fn new(population: Population, released: &Released) -> Result<Self, Error> {
        let Population { name, .. } = &population;
        let wrong = |what: String| Error::Data(format!("{name}: presence: {what}"));
        if released.in_two_tables {
            return Err(wrong("a release in two tables says of everybody in it that they are there".to_owned()));
        }
        let covered = covered(&population, released)?.ok_or_else(|| {
            wrong("the release's cells overlap so much that it is not known which cover whom".to_owned())
        })?;
        let alone_at_ends = alone_at_ends(&population, released, &covered);
        let mut rows: Vec<usize> = released.boxes().iter().map(<[u32]>::len).collect();
        let mut crowds: Vec<Crowd> = covered.into_iter().map(|(crowd, _)| crowd).collect();
        if released.suppressed_count > 0 {
            let starred = rows.len() as u32;
            crowds.iter_mut().for_each(|crowd| crowd.cells.push(starred));
            rows.push(released.suppressed_count);
        }
        let found = presence(&crowds, &rows).map_err(|Stranger { cell, covers }| {
            wrong(format!(
                "{} of the release show {}, and that covers {} of the population: whoever is in the release must be in the population",
                words::several(rows[cell as usize], "row", "rows"),
                shown(released, cell as usize),
                words::several(covers, "person", "people"),
            ))
        })?;
        let notes = population.left_out().into_iter().chain(population.everybody.notes).collect();
        Ok(Self { name: population.name, crowds, found, alone_at_ends, notes })
    }

    /// People of the crowds of which something is found.
    fn people(&self, which: impl Fn(&Present) -> bool) -> usize {
        self.crowds.iter().zip(&self.found).filter(|(_, one)| which(one)).map(|(crowd, _)| crowd.people).sum()
    }

    fn report(&self) -> PresenceReport {
        let low = self.found.iter().map(|one| one.low.clone()).min().unwrap_or_else(Ratio::zero);
        let high = self.found.iter().map(|one| one.high.clone()).max().unwrap_or_else(Ratio::zero);
        PresenceReport {
            population: self.name.clone(),
            people: self.people(|_| true),
            low: low.to_string(),
            high: high.to_string(),
            bounded: self.people(|one| !one.is_exact()),
            alone_at_ends: self.alone_at_ends,
        }
    }

    fn check(&self, protect: &Protect, rule: &Presence) -> CheckReport {
        let (low, high) = (rule.low().to_ratio(), rule.high().to_ratio());
        let is_broken = |one: &Present| one.low < low || one.high > high;
        let mut report = CheckReport::new(protect, rule, POPULATION, true);
        let PresenceReport { people, high: worst, .. } = self.report();
        report.groups = self.crowds.len();
        report.people = Some(people);
        report.violating_groups = self.found.iter().filter(|one| is_broken(one)).count();
        report.violating_tuples = self.people(is_broken);
        report.worst_risk = worst;
        report.verdict = Verdict::of(report.violating_groups == 0);
        if report.violating_groups == 0 {
            report.remedy = None;
        }
        report
    }

    fn tell(self, rule: Option<&Presence>, audit: &mut Audit) {
        let report = self.report();
        audit.notes.push(report.sentence(rule.map(Principle::title)));
        audit.notes.extend(self.notes);
        audit.presence.push(report);
    }
}

/// People whom the same cells cover, and their rows.
type Crowds = Vec<(Crowd, Vec<u32>)>;

/// Whom the same cells cover, and the rows of those people; `None` where that is not written down.
fn covered(population: &Population, released: &Released) -> Result<Option<Crowds>, Error> {
    let everybody = &population.everybody;
    let mut columns = Vec::new();
    for (Quasi { name: column, ladder, .. }, (_, labels)) in everybody.quasi.iter().zip(&released.quasi) {
        let values = everybody.column(column);
        let in_words = matches!((values, ladder), (Column::Label(_), Ladder::Set));
        if in_words && labels.labels().iter().any(|label| label.contains("..")) {
            return Err(Error::Data(format!(
                "{}, column `{column}`: these are labels, and the release shows intervals; declare its `type` in the policy, and what \
                 does not fit is named",
                population.name
            )));
        }
        let pair = QuasiPair::new(values, labels, ladder.tree())
            .map_err(|error| Error::Data(format!("{}, column `{column}`: {error}", released.name)))?;
        columns.push(pair);
    }
    let cells = (0..released.boxes().len()).map(|boxed| released.cell_of(boxed));
    let left_out: &Bitmap = &everybody.left_out;
    let room = Room { looks: (1 << 30) + LOOKS * everybody.rows(), ..Room::for_points(everybody.rows()) };
    let found = Candidates::within(columns, everybody.rows(), cells, Some(room));
    Ok(found.crowds(|row| !left_out.get(row as usize)))
}

/// What a box shows, column by column; it is published.
fn shown(released: &Released, boxed: usize) -> String {
    if boxed >= released.boxes().len() {
        return "`*`".to_owned();
    }
    let row = released.cell_of(boxed) as usize;
    let shown =
        released.quasi.iter().map(|(name, labels)| format!("{name} {}", labels.get(row).unwrap_or("(missing)")));
    shown.collect::<Vec<_>>().join(", ")
}

/// People who are alone at an end of an interval, or with a label of a set, of the one cell that covers them and nobody whom another
/// does: if every end were the value of somebody in the table, it would be theirs.
fn alone_at_ends(population: &Population, released: &Released, covered: &[(Crowd, Vec<u32>)]) -> usize {
    let mut crowds_of: HashMap<u32, usize> = HashMap::new();
    covered.iter().flat_map(|(crowd, _)| &crowd.cells).for_each(|&cell| *crowds_of.entry(cell).or_default() += 1);
    let only = |crowd: &Crowd| matches!(crowd.cells.as_slice(), [cell] if crowds_of[cell] == 1);
    let alone = |(crowd, rows): &(Crowd, Vec<u32>)| {
        let cell = released.cell_of(crowd.cells[0] as usize) as usize;
        let mut alone: Vec<u32> = Vec::new();
        for (quasi, (_, labels)) in population.everybody.quasi.iter().zip(&released.quasi) {
            let column = population.everybody.column(&quasi.name);
            for end in labels.get(cell).map(|text| ends(&quasi.ladder, text)).unwrap_or_default() {
                let mut there = rows.iter().filter(|&&row| column.text(row as usize).as_deref() == Some(end));
                alone.extend(there.next().filter(|_| there.next().is_none()));
            }
        }
        alone.sort_unstable();
        alone.dedup();
        alone.len()
    };
    covered.iter().filter(|(crowd, _)| only(crowd)).map(alone).sum()
}

/// The values that a cell names: the ends of an interval, the labels of a set. Nodes of a hierarchy name none.
fn ends<'a>(ladder: &Ladder, text: &'a str) -> Vec<&'a str> {
    match ladder {
        Ladder::Line => text.split_once("..").map_or_else(Vec::new, |(low, high)| vec![low, high]),
        Ladder::Set | Ladder::Order(_) => {
            let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            let labels: Vec<&str> = inner.map(|inner| inner.split('|').collect()).unwrap_or_default();
            match (ladder, labels.as_slice()) {
                (Ladder::Order(_), [first, .., last]) => vec![*first, *last],
                _ => labels,
            }
        }
        Ladder::Classes(_) | Ladder::Tree(_) => Vec::new(),
    }
}
