//! How well a release answers count queries.
//!
//! # Definition
//! `select count(*) where A1 ∈ b1 and … and Aw ∈ bw`: w − 1 different quasi columns, drawn at random, and the sensitive
//! one; or q_d quasi and q_s sensitive ones, all drawn at random, w being q_d + q_s. Of a column with |A| positions, b is a run of ⌊|A| · s^(1/w)⌋ of them (at least one) at a random place; s is the
//! *volume*. Positions are the multiples of the column's unit from its smallest to its largest value, days, leaves of a
//! hierarchy, or labels in their order. Labels without any order have no runs: b is a random set of as many.
//!
//! The answer on the release is an estimate: each row spreads evenly over the positions that its box covers, and its
//! sensitive value is known. The relative error is |estimate − truth| / truth. Queries whose true answer is 0 have none;
//! they are left out and counted.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 6, for one sensitive column; the paper on XColor, Section VI, for several, all of
//! whose values are known of each row. The estimate is that of LeFevre, DeWitt and Ramakrishnan, ICDE 2006.
//!
//! # Cost
//! Per query one scan over the columns asked about, and, unless nobody is there, one look at every distinct cell and every distinct
//! box. Queries are answered on all cores. Several releases of one original share the scans.

mod answer;
mod draw;
mod position;

pub use answer::{Answer, Drawn, Published, Queried, QueryTable};
pub(crate) use draw::Draw;
pub use draw::{Predicate, Query, Workload};
pub(super) use position::Positions;

use rayon::prelude::*;

/// How a workload was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryError {
    /// Queries asked.
    pub queries: usize,
    /// Of these, how many have 0 as their true answer; they count in no error.
    pub empty: usize,
    /// The mean over the others; `None` if there are none.
    pub mean: Option<f64>,
    /// The one in the middle, or between the two that are, likewise.
    pub median: Option<f64>,
}

/// The queries of a workload whose true answer is not 0, each with that answer: the same for every release of one original.
#[derive(Clone, Debug, PartialEq)]
pub struct Truths {
    queries: usize,
    answered: Vec<(Query, f64)>,
}

impl QueryTable {
    /// The relative error of every query of `workload`, in their order; none where the true answer is 0. Of two releases of one
    /// table, errors in the same place are those of the same query.
    pub fn errors(&self, workload: &Workload) -> Vec<Option<f64>> {
        let one = |number: usize| self.answer(&workload.query(number, self)).relative_error();
        (0..workload.queries).into_par_iter().map(one).collect()
    }

    /// Asks every query of `workload`. The same workload is the same queries, on any number of threads.
    pub fn run(&self, workload: &Workload) -> QueryError {
        self.run_again(&self.truths(workload))
    }

    /// What the original answers. Whoever asks several releases of it needs to find it once.
    pub fn truths(&self, workload: &Workload) -> Truths {
        let one = |number: usize| {
            let query = workload.query(number, self);
            let truth = self.truth(&query);
            (truth > 0.0).then_some((query, truth))
        };
        let answered = (0..workload.queries).into_par_iter().filter_map(one).collect();
        Truths { queries: workload.queries, answered }
    }

    /// Asks queries again that were asked of another release of the same original, and of the same columns.
    pub fn run_again(&self, truths: &Truths) -> QueryError {
        let error = |(query, truth): &(Query, f64)| self.estimated(query, *truth).relative_error();
        let mut errors: Vec<f64> = truths.answered.par_iter().filter_map(error).collect();
        errors.sort_unstable_by(f64::total_cmp);
        let some = !errors.is_empty();
        QueryError {
            queries: truths.queries,
            empty: truths.queries - errors.len(),
            mean: some.then(|| errors.iter().sum::<f64>() / errors.len() as f64),
            median: some.then(|| f64::midpoint(errors[(errors.len() - 1) / 2], errors[errors.len() / 2])),
        }
    }
}
