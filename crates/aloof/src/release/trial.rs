//! Trials: releases that are made as [`anonymize`](super::anonymize) makes them, of all rows or of some, and thrown away.
//!
//! # Idea
//! Advice tells by them what a promise costs. What is read, the maker, its effort and the way back are those of a release: with all
//! rows and the same secret a trial is that release, before it is judged. A part of the rows is searched as hard as the whole table
//! will be, or, to compare promises with each other, as hard as a table of many rows: that does for how they compare, and more rows are
//! tried in the same time. The loss of a part is the share of the whole table's domains that is covered.
//!
//! # Samples
//! Rows stand in the order of the value that is protected; of every so many neighbours one is drawn. What is crowded in the table is then
//! as crowded in a sample, to within a row, and windows hold the same shares. Halves of a sample are drawn likewise: of two neighbours each goes to
//! one of them.

use aloof_evaluate::evaluate::Remembered;
use aloof_io::{Input, Progress};
use aloof_methods::pace::Pace;
use aloof_methods::split::Tuning;
use aloof_table::{Attribute, Column};

use super::chance::{Chance, Secret, below, digest_of};
use super::desk::{Desk, Memory};
use super::groups::Every;
use super::groups::kept::Kept;
use super::maker::{Case, Draft, Maker};
use super::makers::split::tuned;
use super::makers::{Groups, groups};
use super::original::read_from;
use super::unprotected;
use crate::Error;
use crate::advise::{Facts, facts};
use crate::audit::{losses, losses_within};
use crate::data::{Original, Released};
use crate::policy::{Algorithm, Policy, View};

/// A table of which trials are made.
pub(crate) struct Stage {
    original: Original,
    /// A few of its rows that have the domains of all: what a sample covers is a share of these.
    domains: Original,
    digest: [u8; 32],
    secret: Secret,
}

/// Rows of the table, of which releases are made and measured.
pub(crate) struct Part {
    /// They alone.
    pub original: Original,
    /// What they answer to queries.
    pub remembered: Remembered,
}

/// How hard groups are sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// As hard as in the whole table.
    AsTheTable,
    /// No harder than in a table of many rows.
    AsManyRows,
}

/// To search for the candidates view takes some times as long.
const SEARCHED: usize = 6;

/// Whether a policy asks for the candidates view, which is searched for.
pub(crate) fn is_searched(policy: &Policy) -> bool {
    policy.protect().iter().any(|protect| protect.view() == View::Candidates)
}

/// In so many rows each is looked at some twenty times.
const MANY_ROWS: usize = 200_000;

impl Search {
    fn least_rows(self) -> usize {
        match self {
            Self::AsTheTable => 0,
            Self::AsManyRows => MANY_ROWS,
        }
    }
}

/// A release that was made and not judged.
pub(crate) struct Trial {
    /// What would be published.
    pub released: Released,
    /// The loss that a release says of itself.
    pub loss: f64,
}

impl Stage {
    /// Reads what a release by `policy` would be made of; refuses what it would refuse.
    pub fn read(input: &Input, policy: &Policy, secret: Secret, progress: Progress<'_>) -> Result<Self, Error> {
        Groups.check(policy)?;
        unprotected::refuse_unnamed(policy)?;
        let original = read_from(input, policy, secret, progress)?;
        Ok(Self { digest: digest_of(&original.table), domains: original.only(&ends(&original)), original, secret })
    }

    /// Whether a policy's releases are of the kind that is tried here: groups of rows.
    pub fn is_for(policy: &Policy) -> bool {
        matches!(policy.method().algorithm(), Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_))
    }

    /// Rows of the table.
    pub fn rows(&self) -> usize {
        self.original.rows()
    }

    /// How often a row is looked at while groups are sought: what a trial takes, for each of its rows.
    pub fn looks(&self, policy: &Policy, search: Search) -> usize {
        let by_table = || Tuning::for_table(self.rows().max(search.least_rows()), self.original.quasi.len());
        let tuning = policy.method().effort().map_or_else(by_table, tuned);
        let searched = if is_searched(policy) { SEARCHED } else { 1 };
        tuning.rounds * tuning.sweeps * searched
    }

    /// What is known of the table, by the function that refuses releases.
    pub fn facts(&self, policy: &Policy) -> Result<Facts, Error> {
        let everyone = Kept::all(&self.original);
        let every = Every::of(&self.original, policy);
        facts(policy, everyone.rows.len(), |protect| everyone.pick(protect.sensitive()), every.as_ref())
    }

    /// All rows.
    pub fn all(&self) -> Part {
        Part { original: self.original.clone(), remembered: Remembered::default() }
    }

    /// Some rows, which stand for all.
    pub fn some(&self, rows: &[u32]) -> Part {
        let mut rows = rows.to_vec();
        rows.sort_unstable();
        Part { original: self.original.only(&rows), remembered: Remembered::default() }
    }

    /// A release of a part. Of all rows the first draw is the release that the secret makes; every other is one that another secret might make.
    pub fn release(&self, policy: &Policy, part: &Part, draw: usize, search: Search) -> Result<Trial, Error> {
        let chance = self.chance(policy)?;
        let chance = match (part.original.rows(), draw) {
            (rows, 0) if rows == self.rows() && search == Search::AsTheTable => chance,
            (rows, _) if rows == self.rows() => chance.for_other(&format!("trial {draw}")),
            (rows, _) => chance.for_other(&format!("trial of {rows} rows, {draw}")),
        };
        self.made(policy, &part.original, &chance, search)
    }

    fn chance(&self, policy: &Policy) -> Result<Chance, Error> {
        Ok(Chance::of_digest(self.secret, &self.digest, &policy.digest()?))
    }

    fn made(&self, policy: &Policy, original: &Original, chance: &Chance, search: Search) -> Result<Trial, Error> {
        let stands_for = (self.rows().max(search.least_rows()) / original.rows().max(1)).max(1);
        let pace = Pace::tuned();
        let case = Case {
            policy,
            original,
            chance,
            whole: true,
            tell: &|_| {},
            pace: &pace,
            stands_for,
            in_pieces: stands_for > 1,
        };
        let (Draft { tables, .. }, ()) = Groups.make(&case)?;
        let source = Memory.in_memory(policy, tables)?.remove(0);
        let released = groups::read_back(&policy.of_own_release(), source)?;
        // Of a sample, too, the share of what the whole table covers; of all rows, of what is published, as a release says it.
        let all = original.rows() == self.rows();
        let lost = if all { losses(original, &released, None)? } else { losses_within(&self.domains, &released)? };
        let loss = lost.iter().sum();
        Ok(Trial { released, loss })
    }

    /// So many rows, in the order of the values of a column.
    pub fn sample(&self, column: &str, size: usize) -> Vec<u32> {
        let all = self.rows();
        let chance = Chance::of_digest(self.secret, &self.digest, &[0; 32]);
        let mut order = chance.order("order of equal values", all);
        let values = Attribute::new(&[(column, self.original.column(column))], |_| false);
        order.sort_by_key(|&row| values.codes()[row as usize]);
        let mut draws = chance.stream("rows of samples");
        let drawn = |at: usize| {
            let (start, end) = (at * all / size, (at + 1) * all / size);
            order[start + below((end - start) as u64, &mut draws) as usize]
        };
        (0..size).map(drawn).collect()
    }

    /// A sample as two of half its size, each in the order of values.
    pub fn halves(&self, sample: &[u32]) -> [Vec<u32>; 2] {
        let chance = Chance::of_digest(self.secret, &self.digest, &[1; 32]);
        let mut draws = chance.stream(&format!("halves of {} rows", sample.len()));
        let (mut one, mut other) = (Vec::new(), Vec::new());
        for pair in sample.chunks_exact(2) {
            let first = below(2, &mut draws) as usize;
            one.push(pair[first]);
            other.push(pair[1 - first]);
        }
        [one, other]
    }
}

/// Rows with the least and the greatest value of every quasi column, and with each of its labels.
fn ends(original: &Original) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for quasi in &original.quasi {
        let values = Attribute::new(&[(quasi.name.as_str(), original.column(&quasi.name))], |_| false);
        let mut first: Vec<Option<u32>> = vec![None; values.domain().len()];
        for (row, &code) in values.codes().iter().enumerate() {
            if let Some(first) = first.get_mut(code as usize) {
                first.get_or_insert(row as u32);
            }
        }
        // Codes of numbers and dates ascend.
        let all = matches!(original.column(&quasi.name), Column::Label(_));
        let ends =
            if all { first.clone() } else { [first.first(), first.last()].into_iter().flatten().copied().collect() };
        found.extend(ends.into_iter().flatten());
    }
    found.sort_unstable();
    found.dedup();
    found
}
