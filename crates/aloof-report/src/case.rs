//! What a page and its evidence are about: a release that was made, or a table that was audited, with everything that was found
//! out of it. Page and evidence are both written from this, so that they cannot differ.

use aloof::advise::Advice;
use aloof::attack::AttackReport;
use aloof::audit::{Audit, CheckReport, MeasureReport, RiskPicture, TruthReport, Verdict, WithheldReport};
use aloof::data::Conditions;
use aloof::evaluate::Evaluation;
use aloof::manifest::{Column, ColumnRole, Manifest, ProtectedBy, PublishedAs};
use aloof::release::{Beside, ReleaseReport};
use aloof::words::{list, part};

use crate::page::Sign;

/// What a page shows beside what was found out.
#[derive(Debug, Default)]
pub struct Extras {
    /// What the papers on the desk are called.
    pub subject: Subject,
    /// What else could have been promised.
    pub advice: Option<Advice>,
    /// Everybody's risk, before and after.
    pub risks: Vec<RiskPicture>,
    /// What the release is still good for.
    pub evaluation: Option<Evaluation>,
    /// What attackers get out of it.
    pub attacks: Option<AttackReport>,
    /// Names and hashes of the files, by the manifest, and of the manifest.
    pub files: Vec<(String, String)>,
    /// What the release says of itself.
    pub manifest: Option<Manifest>,
    /// Parts that could not be made, and why.
    pub problems: Vec<String>,
}

/// Names, for whoever signs.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// The table that was read.
    pub data: String,
    /// The directory of the release, or the table that was audited.
    pub table: String,
    /// The day on which it was made, as `2026-11-18`.
    pub date: Option<String>,
    /// The policy's file, and its hash.
    pub policy: Option<(String, String)>,
    /// Columns of the original that are not published.
    pub left_out: Vec<String>,
    /// What columns are that are left out for what they are: `names a person`.
    pub is: Vec<(String, &'static str)>,
    /// Several rows may be of one person, by the policy's word.
    pub records: bool,
    /// Draws were made from a seed that anybody can guess.
    pub trial: bool,
}

/// One release or one table, as it is told.
pub(crate) struct Case<'a> {
    /// A release of ours, made just now; else a table that was audited.
    pub made: Option<&'a ReleaseReport>,
    pub audit: Option<&'a Audit>,
    pub verdict: Verdict,
    pub checks: &'a [CheckReport],
    pub tuples: usize,
    pub suppressed: usize,
    pub dropped: usize,
    pub columns: Vec<Column>,
    pub withheld: Option<&'a WithheldReport>,
    pub truth: Option<&'a TruthReport>,
    pub measures: &'a [MeasureReport],
    pub conditions: &'a Conditions,
    pub notes: Vec<String>,
    pub extras: &'a Extras,
}

impl<'a> Case<'a> {
    pub fn release(made: &'a ReleaseReport, extras: &'a Extras) -> Self {
        Self {
            made: Some(made),
            audit: None,
            verdict: made.verdict,
            checks: &made.checks,
            tuples: made.tuples,
            suppressed: made.suppressed,
            dropped: made.dropped,
            columns: made.columns.clone(),
            withheld: made.withheld.as_ref(),
            truth: None,
            measures: &[],
            conditions: &made.conditions,
            notes: others(&made.notes, &made.conditions),
            extras,
        }
    }

    pub fn audit(found: &'a Audit, extras: &'a Extras) -> Self {
        Self {
            made: None,
            audit: Some(found),
            verdict: found.verdict,
            checks: &found.checks,
            tuples: found.tuples,
            suppressed: found.suppressed,
            dropped: found.dropped,
            columns: found.columns.clone(),
            withheld: found.withheld.as_ref(),
            truth: found.truth.as_ref(),
            measures: &found.measures,
            conditions: &found.conditions,
            notes: others(&found.notes, &found.conditions),
            extras,
        }
    }

    /// What kind of paper this is.
    pub fn kind(&self) -> &'static str {
        if self.made.is_some() { "release" } else { "audit" }
    }

    /// Rows that stand for nobody; of a table that was audited, by its manifest.
    pub fn counterfeits(&self) -> usize {
        self.continued().unwrap_or_default()
    }

    /// The same, where the release goes on with a series; `None` where it does not.
    fn continued(&self) -> Option<usize> {
        match self.made {
            Some(made) => made.counterfeits,
            None => self.extras.manifest.as_ref().and_then(|manifest| manifest.counterfeits),
        }
    }

    /// It is not the first release of a series: others of the same people were published before.
    pub fn goes_on(&self) -> bool {
        self.continued().is_some()
    }

    /// People whom a row stands for.
    pub fn people(&self) -> usize {
        self.tuples.saturating_sub(self.counterfeits())
    }

    /// What is to be known of rows that stand for nobody, where there are any.
    pub fn nobody(&self) -> Option<String> {
        let rows = Some(self.counterfeits()).filter(|&rows| rows > 0)?;
        let file =
            self.extras.files.iter().map(|(name, _)| name.as_str()).find(|name| name.starts_with("counterfeits."));
        Some(format!(
            "{} {}, so that groups keep the values that earlier releases of the series showed. {} says how many there are in which group; \
             nothing tells which rows they are.",
            part(rows, self.tuples, "row", "rows"),
            if rows == 1 {
                "is a counterfeit, which stands for nobody"
            } else {
                "are counterfeits, which stand for nobody"
            },
            file.unwrap_or("A table beside it"),
        ))
    }

    /// The groups that anybody sees in the table; none where there are no groups.
    pub fn groups(&self) -> Option<usize> {
        match self.made {
            Some(made) => Some(made.groups).filter(|&groups| groups > 0),
            None => {
                self.checks.iter().find(|check| matches!(check.view, "register" | "group")).map(|check| check.groups)
            }
        }
    }

    /// Columns that people can be looked up by: of a table that was audited, those that its auditor named, whatever others its manifest
    /// names.
    pub fn quasi(&self) -> Vec<String> {
        if let Some(audit) = self.audit {
            return audit.quasi.clone();
        }
        let named = self.columns.iter().filter(|column| column.role == ColumnRole::Quasi);
        named.map(|column| column.name.clone()).collect()
    }

    /// `age, birthplace and occupation`, or what they are together.
    pub fn quasi_words(&self) -> String {
        let moved = self.moved();
        let mut known = self.quasi();
        // Where rules are judged, whoever looks is who the promise names: what was moved is known to nobody.
        if !self.checks.is_empty() && moved.len() < known.len() {
            known.retain(|name| !moved.contains(&name.as_str()));
        }
        match known.as_slice() {
            [] => "quasi values".to_owned(),
            many if many.len() > 12 => format!("{} and {} other columns", many[..10].join(", "), many.len() - 10),
            some => list(some),
        }
    }

    /// Columns that people can be looked up by, of which other values are published.
    pub fn moved(&self) -> Vec<&str> {
        let moved = |column: &&Column| {
            column.role == ColumnRole::Quasi && matches!(column.published_as, PublishedAs::Walked | PublishedAs::Noisy)
        };
        self.columns.iter().filter(moved).map(|column| column.name.as_str()).collect()
    }

    /// Sensitive columns that stand in one row.
    pub fn sensitive(&self) -> Vec<String> {
        let named = self.columns.iter().filter(|column| column.role == ColumnRole::Sensitive);
        let mut names: Vec<String> = named.map(|column| column.name.clone()).collect();
        if names.is_empty() {
            names = self.checks.iter().flat_map(|check| check.sensitive.iter().cloned()).collect();
            names.sort_unstable();
            names.dedup();
        }
        names
    }

    /// What holds, holds only where nobody knows who is in the table.
    pub fn assumes_absence(&self) -> bool {
        self.withheld.is_some_and(|withheld| withheld.absence.name() == "unknown")
    }

    /// Sensitive columns that nothing protects.
    pub fn unprotected(&self) -> Vec<&str> {
        let bare = |column: &&Column| {
            column.role == ColumnRole::Sensitive
                && matches!(&column.protected_by, ProtectedBy::Word(word) if word == "none")
        };
        self.columns.iter().filter(bare).map(|column| column.name.as_str()).collect()
    }

    /// Columns that people can be looked up by and that stand as they were, with no groups to hide in.
    pub fn in_the_open(&self) -> Vec<&str> {
        let open = |column: &&Column| {
            let bare = column.protected_by == ProtectedBy::Word("none".to_owned());
            bare && column.role == ColumnRole::Quasi && column.published_as == PublishedAs::AsItIs
        };
        self.columns.iter().filter(open).map(|column| column.name.as_str()).collect()
    }

    /// Columns of which every cell says where a value lies.
    pub fn generalized(&self) -> bool {
        let coarse = |column: &Column| matches!(column.published_as, PublishedAs::Generalized | PublishedAs::Bounds);
        self.columns.iter().any(coarse)
    }

    pub fn beside(&self) -> Option<&Beside> {
        self.made.and_then(|made| made.beside.as_ref())
    }

    /// What a method that promises nothing by itself says of that.
    pub fn no_guarantee(&self) -> Option<&'static str> {
        match self.beside() {
            Some(Beside::Walk(walk)) => Some(walk.guarantee),
            Some(Beside::Noise(noise)) => Some(noise.guarantee),
            _ => None,
        }
    }

    /// People of the original whom the table holds nothing of, where they do not keep what is asked as a group of their own.
    pub fn unsafe_absent(&self) -> Option<&'a WithheldReport> {
        self.audit.filter(|audit| audit.has_unsafe_withheld()).and(self.withheld)
    }

    /// Something that was asked could not be judged, so that nothing is said to hold without more.
    pub fn is_conditional(&self) -> bool {
        self.audit.is_some_and(Audit::is_conditional)
    }

    /// Whether draws were made from a seed that anybody can guess, as whoever made it knows or its manifest says.
    pub fn is_trial(&self) -> bool {
        self.extras.subject.trial || self.audit.is_some_and(|audit| audit.trial)
    }

    /// Several rows may be of one person, by the policy's word or that of the release.
    pub fn counts_records(&self) -> bool {
        self.extras.subject.records || self.audit.is_some_and(|audit| audit.rows.is_some())
    }

    /// Checks that count.
    pub fn asked(&self) -> impl Iterator<Item = &'a CheckReport> + use<'a> {
        self.checks.iter().filter(|check| check.required)
    }

    /// Risk pictures are of groups; where values were drawn there are none to speak of.
    pub fn risks(&self) -> &'a [RiskPicture] {
        let drawn = self.checks.iter().any(|check| check.view == "perturbation");
        if drawn || matches!(self.beside(), Some(Beside::Perturbation(_))) { &[] } else { &self.extras.risks }
    }

    /// The sign, and the words beside it.
    pub fn headline(&self) -> (Sign, String) {
        let thing = if self.made.is_some() { "release" } else { "table" };
        let unprotected = self.unprotected();
        let kept = if self.made.is_some() { "was promised" } else { "is asked" };
        match self.verdict {
            _ if self.extras.subject.trial => (Sign::Warn, "A trial, not for publication".to_owned()),
            Verdict::Pass if self.is_trial() => {
                (Sign::Warn, format!("This {thing} keeps what is asked, and is a trial, not for publication"))
            }
            Verdict::Pass if !unprotected.is_empty() => {
                (Sign::Warn, format!("It keeps what was promised, and nothing was promised of {}", list(&unprotected)))
            }
            Verdict::Pass if !self.conditions.is_empty() => {
                let ifs = self.conditions.said().unwrap_or_default();
                (Sign::Warn, format!("This {thing} keeps what {kept} only if {ifs}"))
            }
            Verdict::Pass if self.assumes_absence() => {
                (Sign::Warn, format!("This {thing} keeps what {kept} only if nobody knows who is in the table"))
            }
            Verdict::Pass if self.made.is_some() => (Sign::Good, "This release keeps what was promised".to_owned()),
            Verdict::Pass => (Sign::Good, "This table keeps what is asked".to_owned()),
            Verdict::Fail => (Sign::Bad, format!("This {thing} does not keep what is asked")),
            Verdict::Measured if self.audit.is_some_and(|audit| !audit.open.is_empty()) => {
                (Sign::Warn, "What was asked could not be judged".to_owned())
            }
            Verdict::Measured if self.no_guarantee().is_some() || self.made.is_some() => {
                (Sign::Warn, "This release has no formal guarantee".to_owned())
            }
            Verdict::Measured => (Sign::Warn, "Nothing was asked of this table; it was measured".to_owned()),
        }
    }
}

/// Notes but for those about what must be so: these stand beside the verdict.
fn others(notes: &[String], conditions: &Conditions) -> Vec<String> {
    notes.iter().filter(|note| conditions.told().all(|told| told != **note)).cloned().collect()
}
