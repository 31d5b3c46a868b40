//! What people do with a table, done with the release and with the original: means, quantiles, cross-tabulations, regressions,
//! classifiers, rank correlations; and whether anybody could tell the two apart.
//!
//! Released cells are spread by one model for all of them (`aloof-judge/src/utility/spread.rs`). Sensitive values count as they are
//! published, so that what was perturbed, walked or parted from its person shows. Where the manifest says how values were drawn anew,
//! means and regressions take off what is expected of drawn values and make up for the rest, as count queries do. Rows count once,
//! whatever their weight.

use aloof_audit::Error;
use aloof_audit::data::{Original, Released};
use aloof_audit::manifest::Perturbation;
use aloof_judge::utility::{
    Classes, Regressor, Spread, classifier, is_held_out, least_squares, means, overall_mean, overlap, propensity,
    quantiles, ranks, regressors, tabulation,
};
use aloof_table::Kind;
use rayon::prelude::*;

use super::analyses_report::{
    AnalysesReport, Both, ClassifierReport, CoefficientReport, MeansReport, PropensityReport, QuantileReport,
    RankReport, RegressionReport, TabulationReport,
};
use super::weighted::Weighed;
use super::{Known, Workloads, cell, generalization};

/// Classes of a column in means and cross-tabulations.
const CLASSES: usize = 5;
/// Labels that are a class each in means and cross-tabulations.
const LABELS: usize = 12;
/// Classes of a column that a classifier learns from.
const FEATURES: usize = 10;

/// How cells are spread over what they cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpreadModel {
    /// Every position of a cell is as likely as every other.
    #[default]
    Even,
    /// Positions are as likely as the cells of all rows together make them.
    Fitted,
}

impl SpreadModel {
    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Fitted => "fitted",
        }
    }
}

/// A column of both tables.
struct Analysed {
    name: String,
    /// Its numbers are days, whose size means nothing.
    dates: bool,
    spread: Spread,
    /// What a value that was drawn anew is taken for.
    drawn: Option<Redrawn>,
}

/// Values kept with a probability, else drawn from a domain with this middle.
#[derive(Clone, Copy)]
struct Redrawn {
    kept: f64,
    middle: f64,
}

impl Analysed {
    /// What is expected of the released rows' true numbers.
    fn expected(&self) -> Vec<f64> {
        self.corrected(self.spread.expected())
    }

    fn corrected(&self, values: Vec<f64>) -> Vec<f64> {
        match self.drawn {
            Some(Redrawn { kept, middle }) if kept > 0.0 => {
                values.into_iter().map(|value| (value - (1.0 - kept) * middle) / kept).collect()
            }
            _ => values,
        }
    }

    fn classes(&self, most: usize) -> Classes {
        Classes::of(&self.spread, if self.spread.is_line() { most } else { LABELS })
    }
}

/// Both tables, ready to be analysed.
pub(super) struct Analyses<'a> {
    quasi: Vec<Analysed>,
    sensitive: Vec<Analysed>,
    in_two_tables: bool,
    known: &'a Known<'a>,
    workloads: &'a Workloads,
}

impl<'a> Analyses<'a> {
    pub fn new(
        (original, released): (&Original, &Released),
        perturbation: Option<&Perturbation>,
        known: &'a Known<'a>,
        workloads: &'a Workloads,
    ) -> Result<Self, Error> {
        let pairs: Vec<_> = original.quasi.iter().zip(&released.quasi).collect();
        let one = |(quasi, (_, cells)): &(&aloof_audit::data::Quasi, &(String, aloof_table::LabelColumn))| {
            let spread = Spread::of(&generalization(original, quasi, cells));
            let spread = spread.map_err(|error| cell(released, &quasi.name, &error))?;
            let spread = if workloads.spread == SpreadModel::Fitted { spread.fitted() } else { spread };
            let dates = original.column(&quasi.name).kind() == Kind::Date;
            Ok(Analysed { name: quasi.name.clone(), dates, spread, drawn: None })
        };
        let quasi = pairs.par_iter().map(one).collect::<Result<_, Error>>()?;
        let mut sensitive = Vec::new();
        for ((name, before), (_, after)) in original.sensitive.iter().zip(&released.sensitive) {
            let spread = Spread::exact(before, after);
            let spread = if released.in_two_tables { spread.pooled(&released.groups) } else { spread };
            let drawn = perturbation.filter(|one| one.column == *name).map(redrawn).transpose()?;
            sensitive.push(Analysed { name: name.clone(), dates: before.kind() == Kind::Date, spread, drawn });
        }
        Ok(Self { quasi, sensitive, in_two_tables: released.in_two_tables, known, workloads })
    }

    pub fn report(&self) -> AnalysesReport {
        AnalysesReport {
            spread: self.workloads.spread.name(),
            means: self.means(),
            quantiles: self.quantiles(),
            cross_tabulations: self.tabulations(),
            regressions: self.regressions(),
            classifiers: self.classifiers(),
            rank_correlations: self.ranks(),
            propensity: self.propensity(),
        }
    }

    /// Of every sensitive number, else of every quasi one: of everyone, and by the classes of each other quasi column.
    pub fn means(&self) -> Vec<MeansReport> {
        let numbers = |columns: &'_ [Analysed]| columns.iter().any(|column| column.spread.is_number());
        let targets = if numbers(&self.sensitive) { &self.sensitive } else { &self.quasi };
        let targets: Vec<&Analysed> = targets.iter().filter(|column| column.spread.is_number()).collect();
        let of = |target: &&Analysed| {
            let (before, after) = (target.spread.values(), target.expected());
            let weights = self.known.weighed.map(Weighed::weights);
            let weighted = weights.map(|_| overall_mean(&before, &after, weights));
            let of = (target.name.as_str(), target.dates);
            let everyone = MeansReport::new(of, None, &overall_mean(&before, &after, None), weighted);
            let others = self.quasi.iter().filter(|column| column.name != target.name);
            let by = others.map(|column| {
                let classes = column.classes(CLASSES);
                let weighted = weights.map(|_| means(&before, &after, &classes, weights));
                MeansReport::new(of, Some(&column.name), &means(&before, &after, &classes, None), weighted)
            });
            std::iter::once(everyone).chain(by).collect::<Vec<_>>()
        };
        targets.par_iter().flat_map_iter(of).collect()
    }

    /// Quasi columns first.
    fn columns(&self) -> Vec<&Analysed> {
        self.quasi.iter().chain(&self.sensitive).collect()
    }

    fn quantiles(&self) -> Vec<QuantileReport> {
        let one = |column: &&Analysed| {
            let found = quantiles(&column.spread)?;
            Some(QuantileReport { column: column.name.clone(), mean_error: found.mean?, largest_error: found.largest? })
        };
        self.columns().par_iter().filter_map(one).collect()
    }

    /// Pairs of columns, by their numbers.
    fn pairs(columns: &[&Analysed]) -> Vec<(usize, usize)> {
        (0..columns.len()).flat_map(|one| (one + 1..columns.len()).map(move |other| (one, other))).collect()
    }

    fn tabulations(&self) -> Vec<TabulationReport> {
        let columns = self.columns();
        let classes: Vec<Classes> = columns.par_iter().map(|column| column.classes(CLASSES)).collect();
        let one = |&(one, other): &(usize, usize)| {
            let found = tabulation(&classes[one], &classes[other])?;
            Some(TabulationReport {
                columns: [one, other].map(|at| columns[at].name.clone()),
                cells: found.cells,
                misplaced: found.misplaced,
                association: Both { original: found.association.0, release: found.association.1 },
            })
        };
        Self::pairs(&columns).par_iter().filter_map(one).collect()
    }

    /// Every sensitive number on all quasi columns.
    fn regressions(&self) -> Vec<RegressionReport> {
        let by: Vec<(&Analysed, Regressor)> = self
            .quasi
            .iter()
            .flat_map(|column| regressors(&column.spread).into_iter().map(move |regressor| (column, regressor)))
            .collect();
        let targets: Vec<(usize, &Analysed)> =
            self.sensitive.iter().enumerate().filter(|(_, column)| column.spread.is_number()).collect();
        targets.par_iter().filter_map(|&(at, target)| self.regression(at, target, &by)).collect()
    }

    fn regression(&self, at: usize, target: &Analysed, by: &[(&Analysed, Regressor)]) -> Option<RegressionReport> {
        // Means of groups would hide how far people lie from them, and so how unsure a coefficient is.
        let after = if self.in_two_tables {
            target.spread.drawn(self.workloads.seed, self.quasi.len() + at, 0)
        } else {
            target.expected()
        };
        let columns: Vec<&[f64]> = by.iter().map(|(_, regressor)| regressor.before.as_slice()).collect();
        let original = least_squares(&columns, &target.spread.values())?;
        let columns: Vec<&[f64]> = by.iter().map(|(_, regressor)| regressor.after.as_slice()).collect();
        let release = least_squares(&columns, &after);
        let estimate = |at: usize| release.as_ref().and_then(|fit| fit.estimates[at]);
        let coefficient = |(number, (column, regressor)): (usize, &(&Analysed, Regressor))| {
            let (before, after) = (original.estimates[number]?, estimate(number));
            Some(CoefficientReport {
                column: column.name.clone(),
                label: regressor.label.clone(),
                original: before.coefficient,
                original_error: before.error,
                release: after.map(|estimate| estimate.coefficient),
                release_error: after.map(|estimate| estimate.error),
                overlap: after.map_or(0.0, |after| overlap(before, after)),
            })
        };
        let coefficients: Vec<CoefficientReport> = by.iter().enumerate().filter_map(coefficient).collect();
        if coefficients.is_empty() {
            return None;
        }
        Some(RegressionReport {
            target: target.name.clone(),
            overlap: coefficients.iter().map(|one| one.overlap).sum::<f64>() / coefficients.len() as f64,
            explained: Both {
                original: original.explained,
                release: release.as_ref().map_or(0.0, |fit| fit.explained),
            },
            coefficients,
        })
    }

    /// Every sensitive column from all quasi columns.
    fn classifiers(&self) -> Vec<ClassifierReport> {
        let features: Vec<Classes> = self.quasi.par_iter().map(|column| column.classes(FEATURES)).collect();
        let features: Vec<&Classes> = features.iter().collect();
        let seed = self.workloads.seed;
        let held: Option<Vec<bool>> = self.known.people.map(|people| {
            let mut held = vec![false; self.quasi.first().map_or(0, |column| column.spread.released())];
            people.iter().for_each(|&(person, row)| held[row as usize] = is_held_out(person as usize, seed));
            held
        });
        let one = |column: &Analysed| {
            let found = classifier(&features, &column.classes(2), held.as_deref(), seed)?;
            Some(ClassifierReport {
                target: column.name.clone(),
                asks: if column.spread.is_line() { "at-least-the-median" } else { "label" },
                tested: found.tested,
                unseen: held.is_some(),
                guess: found.guess,
                original: found.original,
                release: found.release,
            })
        };
        self.sensitive.par_iter().filter_map(one).collect()
    }

    fn ranks(&self) -> Vec<RankReport> {
        // Of a column that does not vary there is no correlation.
        let varies = |column: &&Analysed| column.spread.is_line() && column.spread.varies();
        let columns: Vec<&Analysed> = self.columns().into_iter().filter(varies).collect();
        let one = |&(one, other): &(usize, usize)| {
            let at = |at: usize| (at, &columns[at].spread);
            let (before, after) = ranks(at(one), at(other), self.workloads.seed);
            RankReport {
                columns: [one, other].map(|at| columns[at].name.clone()),
                spearman: Both { original: before.spearman, release: after.spearman },
                kendall: Both { original: before.kendall, release: after.kendall },
            }
        };
        Self::pairs(&columns).par_iter().map(one).collect()
    }

    fn propensity(&self) -> Option<PropensityReport> {
        let columns: Vec<&Spread> = self.columns().into_iter().map(|column| &column.spread).collect();
        let found = propensity(&columns, self.workloads.seed)?;
        Some(PropensityReport { pmse: found.pmse, ratio: found.ratio, rows: found.rows, regressors: found.regressors })
    }
}

fn redrawn(perturbation: &Perturbation) -> Result<Redrawn, Error> {
    let (kept, _) = perturbation.numbers()?;
    let end = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
    Ok(Redrawn { kept: kept.approximate(), middle: f64::midpoint(end(&perturbation.low), end(&perturbation.high)) })
}
