//! What is told of a release that was made: to the terminal, as JSON, on its page.

use aloof_table::Kind;
use serde::Serialize;

use super::chance::Secret;
use super::codebook::{LabelReport, Told};
use super::formulas::FormulaReport;
use super::hold_out::HeldOut;
use super::maker::{Beside, Judged};
use super::makers::{NoiseReport, WalkReport};
use super::manifest::made;
use super::pseudonyms;
use super::work::WorkReport;
use crate::audit::{Audit, CheckReport, Verdict, WithheldReport, told_of_missing};
use crate::data::{Conditions, told_of_rows};
use crate::manifest::{Column, Counts, Perturbation, TwoTables, published_columns};
use crate::policy::{OutputFormat, Policy, View, coding};

/// A release that was made.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ReleaseReport {
    /// `pass`: everything that was asked holds. `measured`: nothing was asked that could hold.
    pub verdict: Verdict,
    /// Groups that can be told apart in what is published: rows that look alike are one, unless numbers of groups tell them apart.
    pub groups: usize,
    /// Rows published.
    pub tuples: usize,
    /// Rows withheld so that the others can be published.
    pub suppressed: usize,
    /// What is to be known of them, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<WithheldReport>,
    /// People whom chance held out before anything was done: the release was made without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<usize>,
    /// Rows that stand for nobody, of a release that continues a series.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterfeits: Option<usize>,
    /// Rows left out for a missing value, by the policy's word.
    pub dropped: usize,
    /// Mean over rows of the sum, over quasi columns, of the share of the published domain that is covered.
    pub loss: f64,
    /// The same with each column's share times its weight, where the policy gives weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted_loss: Option<f64>,
    /// How long it took.
    pub seconds: Seconds,
    /// Every published column, and what protects it.
    pub columns: Vec<Column>,
    /// What the release was found to keep.
    pub checks: Vec<CheckReport>,
    /// What a release that is not one of groups alone tells of itself.
    #[serde(flatten)]
    pub beside: Option<Beside>,
    /// Published texts that a spreadsheet may run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formulas: Option<FormulaReport>,
    /// What was done within a time limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<WorkReport>,
    /// What became of value labels, where the original's file has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_labels: Option<LabelReport>,
    /// What is promised is so only if this is.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// What else its maker must know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Seconds by step.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Seconds {
    /// Reading the original.
    pub read: f64,
    /// Making the tables.
    pub solve: f64,
    /// Reading the staged release back and judging it.
    pub audit: f64,
    /// Writing, syncing, putting in place.
    pub write: f64,
    /// Measuring and attacking the release for a page, and writing that; where there is one, and its door says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<f64>,
    /// What all of these together, but for the page, were expected to take: what was foreseen last within the first second, or else once
    /// the data were read. Without a time limit, and where it could be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated: Option<f64>,
}

impl Seconds {
    /// All of them together.
    pub fn total(&self) -> f64 {
        self.read + self.solve + self.audit + self.write + self.page.unwrap_or_default()
    }
}

impl ReleaseReport {
    /// How columns were walked, if they were.
    pub fn walk(&self) -> Option<&WalkReport> {
        if let Some(Beside::Walk(walk)) = &self.beside { Some(walk) } else { None }
    }

    /// How a column was perturbed, if one was.
    pub fn perturbation(&self) -> Option<&Perturbation> {
        if let Some(Beside::Perturbation(done)) = &self.beside { Some(done) } else { None }
    }

    /// How noise was added, if it was.
    pub fn noise(&self) -> Option<&NoiseReport> {
        if let Some(Beside::Noise(noise)) = &self.beside { Some(noise) } else { None }
    }

    /// How two tables are put together, if there are two.
    pub fn anatomy(&self) -> Option<&TwoTables> {
        if let Some(Beside::Anatomy(tables)) = &self.beside { Some(tables) } else { None }
    }

    pub(super) fn new(
        policy: &Policy,
        columns: &[(String, Kind)],
        judged: &Judged,
        counts: &Counts,
        secret: Secret,
        seconds: Seconds,
    ) -> Self {
        let Judged { audit, groups, loss, beside, notes: found } = judged;
        Self {
            verdict: audit.verdict,
            groups: groups.unwrap_or(counts.groups),
            tuples: audit.tuples,
            suppressed: counts.suppressed,
            withheld: withheld(audit, counts),
            held_out: None,
            counterfeits: None,
            dropped: counts.dropped,
            loss: loss.plain,
            weighted_loss: loss.weighted,
            seconds,
            columns: published_columns(policy, columns, &made(beside.as_ref()), audit, secret.is_guessable()),
            checks: audit.checks.clone(),
            beside: beside.clone(),
            formulas: None,
            work: None,
            value_labels: None,
            conditions: audit.conditions.clone(),
            notes: notes(secret)
                .into_iter()
                .chain(audit.conditions.told().map(str::to_owned))
                .chain(told_of_rows(policy))
                .chain(told_of_missing(audit))
                .chain(coding::told(policy))
                .chain(found.iter().cloned())
                .chain(pseudonyms::told(policy, secret))
                .chain(audit.claim.as_ref().and_then(|claim| claim.told_to_maker(policy)))
                .chain(in_every_mixture(policy, beside.as_ref()))
                .collect(),
        }
    }

    /// With what is to be said of how the original was read.
    pub(super) fn with_notes(mut self, notes: Vec<String>) -> Self {
        self.notes.extend(notes);
        self
    }

    /// With the texts that a spreadsheet may run, if there are any.
    pub(super) fn with_formulas(mut self, formulas: Option<FormulaReport>) -> Self {
        self.notes.extend(formulas.as_ref().map(FormulaReport::sentence));
        self.formulas = formulas;
        self
    }

    /// With those who were held out, if anybody was.
    pub(super) fn with_held_out(mut self, held_out: Option<&HeldOut>) -> Self {
        self.notes.extend(held_out.map(HeldOut::sentence));
        self.held_out = held_out.map(HeldOut::len);
        self
    }

    /// With what was done within a time limit, and what there is to say of records.
    pub(super) fn with_work(mut self, work: Option<WorkReport>, notes: Vec<String>) -> Self {
        self.notes.extend(work.as_ref().map(WorkReport::sentence));
        self.notes.extend(notes);
        self.work = work;
        self
    }

    /// With what columns are about, and what became of their value labels.
    pub(super) fn with_labels(mut self, told: Told, format: OutputFormat) -> Self {
        told.tell(&mut self.columns);
        self.notes.extend(told.sentences(format));
        self.value_labels = told.values;
        self
    }
}

/// Why a walk is judged in the group view alone, whatever view is asked for.
fn in_every_mixture(policy: &Policy, beside: Option<&Beside>) -> Option<String> {
    let asked = policy.protect().iter().any(|protect| protect.view() != View::Group);
    (asked && matches!(beside, Some(Beside::Walk(_)))).then(|| {
        "Walked numbers show no boxes, so groups were judged; every mixture of them keeps what is promised, and the candidates view \
         adds nothing."
            .to_owned()
    })
}

/// Who was withheld, with what that saves the others.
pub(super) fn withheld(audit: &Audit, counts: &Counts) -> Option<WithheldReport> {
    let mut withheld = audit.withheld.clone()?;
    withheld.loss_saved_per_row = counts.saved_per_row;
    withheld.tell(&audit.checks);
    Some(withheld)
}

fn notes(secret: Secret) -> Vec<String> {
    let trial = "This release was drawn from a seed, for a trial: whoever guesses the seed can tell which row is whose. \
                 Leave the seed out before anything is published.";
    if secret.is_guessable() { vec![trial.to_owned()] } else { Vec::new() }
}
