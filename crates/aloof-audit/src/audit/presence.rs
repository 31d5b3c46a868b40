//! δ-presence: of everybody in a population, how likely they are to be in the release.
//!
//! The population's quasi values are read as the policy reads those of the original, and matched with the released cells. Rows whose quasi
//! cells are all `*` may be anybody's: they are one more cell, which covers everybody.

use aloof_io::Input;
use aloof_judge::views::{Candidates, Crowd, Present, QuasiPair, Stranger, presence};
use aloof_principles::Presence;
use aloof_table::Ratio;

use super::AuditRequest;
use super::report::{Audit, CheckReport, Verdict};
use crate::Error;
use crate::data::{Original, Quasi, Released, read_options};
use crate::policy::Protect;
use crate::words;

/// The view of someone who knows the population.
const POPULATION: &str = "population";

pub(super) fn run(
    request: &AuditRequest<'_>,
    protect: &Protect,
    rule: &Presence,
    released: &Released,
    audit: &mut Audit,
) -> Result<(), Error> {
    let wrong = |what: String| Error::Data(format!("{}: presence: {what}", protect.place()));
    if released.in_two_tables {
        return Err(wrong("a release in two tables says of everybody in it that they are there".to_owned()));
    }
    let people = Population::read(request, protect, released)?;
    let mut rows: Vec<usize> = released.boxes().iter().map(<[u32]>::len).collect();
    let mut crowds = people.crowds;
    if released.suppressed_count > 0 {
        let starred = rows.len() as u32;
        crowds.iter_mut().for_each(|crowd| crowd.cells.push(starred));
        rows.push(released.suppressed_count);
    }
    let found = presence(&crowds, &rows).map_err(|Stranger { cell, covers }| {
        let shown = if (cell as usize) < released.boxes().len() { cells(released, cell as usize) } else { "`*`".to_owned() };
        wrong(format!(
            "{} of the release show {shown}, and that covers {} of {}: whoever is in the release must be in the population",
            words::several(rows[cell as usize], "row", "rows"),
            words::several(covers, "person", "people"),
            people.name,
        ))
    })?;
    audit.checks.push(report(protect, rule, &crowds, &found));
    audit.notes.extend(people.notes);
    audit.notes.push(told(rule, &people.name, &crowds, &found));
    Ok(())
}

/// Everybody, by the cells that cover them.
struct Population {
    name: String,
    crowds: Vec<Crowd>,
    notes: Vec<String>,
}

impl Population {
    fn read(request: &AuditRequest<'_>, protect: &Protect, released: &Released) -> Result<Self, Error> {
        let policy = request.policy.with_quasi_alone()?;
        let file = protect.population.as_ref().expect("presence names a population");
        let input = Input::open(request.policy.file(file), read_options(&policy))?;
        let name = input.name().to_owned();
        let mut everybody = Original::read(&input, &policy, false, request.progress)?;
        let rows = everybody.rows();
        let mut columns = Vec::new();
        for (Quasi { name: column, ladder, .. }, (_, labels)) in everybody.quasi.iter().zip(&released.quasi) {
            let values = everybody.table.remove(column).expect("was read");
            let pair = QuasiPair::new(&values, labels, ladder.tree())
                .map_err(|error| Error::Data(format!("{}, column `{column}`: {error}", released.name)))?;
            columns.push(pair);
        }
        let cells = (0..released.boxes().len()).map(|boxed| released.cell_of(boxed));
        let left_out = everybody.left_out;
        let crowds = Candidates::new(columns, rows, cells).crowds(|row| !left_out.get(row as usize));
        let crowds = crowds.ok_or_else(|| {
            Error::Data(format!(
                "{}: presence: the release's cells overlap so much that it is not known which cover whom of {name}",
                protect.place()
            ))
        })?;
        Ok(Self { name, crowds, notes: everybody.notes })
    }
}

/// What a box shows, column by column; it is published.
fn cells(released: &Released, boxed: usize) -> String {
    let row = released.cell_of(boxed) as usize;
    let shown =
        released.quasi.iter().map(|(name, labels)| format!("{name} {}", labels.get(row).unwrap_or("(missing)")));
    shown.collect::<Vec<_>>().join(", ")
}

fn holds(rule: &Presence, one: &Present) -> bool {
    rule.low().to_ratio() <= one.low && one.high <= rule.high().to_ratio()
}

fn report(protect: &Protect, rule: &Presence, crowds: &[Crowd], found: &[Present]) -> CheckReport {
    let broken = || crowds.iter().zip(found).filter(|(_, one)| !holds(rule, one)).map(|(crowd, _)| crowd.people);
    let mut report = CheckReport::new(protect, rule, POPULATION, true);
    report.groups = crowds.len();
    report.people = Some(crowds.iter().map(|crowd| crowd.people).sum());
    report.violating_groups = broken().count();
    report.violating_tuples = broken().sum();
    report.worst_risk = found.iter().map(|one| one.high.clone()).max().unwrap_or_else(Ratio::zero).to_string();
    report.verdict = Verdict::of(report.violating_groups == 0);
    if report.violating_groups == 0 {
        report.remedy = None;
    }
    report
}

/// The least and the largest belief, whether they are bounds, and who may believe more.
fn told(rule: &Presence, population: &str, crowds: &[Crowd], found: &[Present]) -> String {
    let least = found.iter().map(|one| one.low.clone()).min().unwrap_or_else(Ratio::zero);
    let most = found.iter().map(|one| one.high.clone()).max().unwrap_or_else(Ratio::zero);
    let bounded: usize =
        crowds.iter().zip(found).filter(|(_, one)| !one.is_exact()).map(|(crowd, _)| crowd.people).sum();
    let people: usize = crowds.iter().map(|crowd| crowd.people).sum();
    let overlap = if bounded == 0 {
        "No two cells cover the same person.".to_owned()
    } else {
        format!(
            "Cells overlap: of {} these are bounds, and what passes by bounds passes.",
            words::part(bounded, people, "person", "people")
        )
    };
    format!(
        "{}: whoever knows everybody in {population} believes of each of them with {least} to {most} that they are in the table. {overlap} \
         That is so if nothing but the cells is used: where their ends are somebody's values, as in a release that this program makes, \
         whoever of the population is alone at an end of a cell is certainly in the table, and that was not regarded.",
        aloof_principles::Principle::title(rule)
    )
}
