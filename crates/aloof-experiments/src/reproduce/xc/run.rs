//! Releases of (ε, δ)^k-dissimilarity by every maker, from one table in memory; each is judged before anything is measured of it.

use std::sync::Arc;

use aloof::Error;
use aloof_census::LabelColumn as CensusColumn;
use aloof_judge::utility::query::Workload;
use aloof_methods::baselines::{Median, mondrian};
use aloof_methods::xcolor::{Problem, Room, Star, Stuck, Tuning, printed, xcolor_with};
use aloof_principles::{Dissimilarity, DistanceSpec, Principle, Shape};
use aloof_table::{Attribute, Column, Decimal, Partition};

use super::super::clock;
use super::super::data::tree;
use super::super::lab::Lab;
use super::super::sample::Sample;

/// What is asked of a release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    pub epsilon: f64,
    pub delta: f64,
    pub k: u32,
}

/// Who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maker {
    Printed,
    Ours,
}

impl Maker {
    pub fn name(self) -> &'static str {
        match self {
            Self::Printed => "XColor, as printed",
            Self::Ours => "aloof",
        }
    }
}

/// Why there is no release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Absent {
    /// No groups can keep it: so many rows are similar to each other.
    Impossible(u64),
    /// None were found.
    NotFound,
}

/// A table of people with a composite sensitive value.
pub(super) struct Bench {
    pub lab: Lab,
    attribute: Attribute,
}

impl Bench {
    pub fn new(lab: Lab) -> Self {
        let columns: Vec<(&str, &Column)> = lab.sensitive.iter().map(|(name, column)| (*name, column)).collect();
        let attribute = Attribute::new(&columns, |_| false);
        Self { lab, attribute }
    }

    /// The distance: every column by its range or its taxonomy, all counting alike.
    fn rule(&self, asked: Asked, norm: &str) -> Result<Dissimilarity, Error> {
        let hierarchies = self.lab.sensitive.iter().map(|(_, column)| match column {
            Column::Label(_) => tree(CensusColumn::WorkClass).map(Arc::new),
            _ => None,
        });
        let hierarchies = hierarchies.collect();
        let spec = DistanceSpec { scale: Some("range".to_owned()), hierarchies, ..DistanceSpec::kind(norm) };
        let bug = |error: &dyn std::fmt::Display| Error::Bug(error.to_string());
        let distance = spec.check().map_err(|error| bug(&error))?;
        Dissimilarity::new(distance, decimal(asked.epsilon), decimal(asked.delta), asked.k).map_err(|error| bug(&error))
    }

    /// Groups that keep what is asked, or why there are none; by L1.
    pub fn groups(&self, asked: Asked, maker: Maker) -> Result<Result<Partition, Absent>, Error> {
        let rule = self.rule(asked, "l1")?;
        let found = self.solve(&rule, maker)?;
        if let Ok(groups) = &found
            && self.breached(groups, &rule)? > 0.0
        {
            return Err(Error::Bug(format!("{} does not keep {asked:?}", maker.name())));
        }
        Ok(found)
    }

    fn solve(&self, rule: &Dissimilarity, maker: Maker) -> Result<Result<Partition, Absent>, Error> {
        let similar = rule.similar(self.attribute.domain()).map_err(|error| Error::Bug(error.to_string()))?;
        let star = Star { codes: self.attribute.codes(), similar: &*similar, room: Room::of(rule), shape: Shape::Star };
        let stars = [star];
        let (axes, rows) = (self.lab.axes.as_slice(), self.lab.rows());
        let problem = Problem { axes, rows, stars: &stars, least: rule.k(), may_stand: None };
        let found = match maker {
            Maker::Printed => printed(&problem),
            Maker::Ours => xcolor_with(&problem, &Tuning::for_rows(rows)),
        };
        Ok(found.map_err(|stuck| match stuck {
            Stuck::Crowded { crowd, .. } => Absent::Impossible(crowd),
            _ => Absent::NotFound,
        }))
    }

    /// Seconds of solving, so many times; none where nothing is found.
    pub fn seconds(&self, asked: Asked, maker: Maker, times: usize) -> Result<Sample, Error> {
        let rule = self.rule(asked, "l1")?;
        let mut found = Vec::new();
        for _ in 0..times {
            let (seconds, solved) = clock::seconds(|| self.solve(&rule, maker));
            match solved? {
                Ok(_) => found.push(seconds),
                Err(_) => return Ok(Sample::default()),
            }
        }
        Ok(Sample(found))
    }

    /// The share of groups that do not keep it.
    fn breached(&self, groups: &Partition, rule: &Dissimilarity) -> Result<f64, Error> {
        let check = rule.bind(&self.attribute).map_err(|error| Error::Bug(error.to_string()))?;
        let bad = groups.iter().filter(|rows| !check.judge(&self.attribute.group(rows)).holds).count();
        Ok(bad as f64 / groups.len().max(1) as f64)
    }

    /// The share of groups with a proximity breach, whatever their size.
    pub fn vulnerable(&self, groups: &Partition, epsilon: f64, delta: f64, norm: &str) -> Result<f64, Error> {
        self.breached(groups, &self.rule(Asked { epsilon, delta, k: 2 }, norm)?)
    }

    /// Groups by median cuts in each of which no composite value has more than one in l of the rows; none where even the whole
    /// table has one.
    pub fn diverse(&self, l: usize) -> Option<Partition> {
        let codes = self.attribute.codes();
        let stands = |rows: &[u32]| {
            let mut held: Vec<u32> = rows.iter().map(|&row| codes[row as usize]).collect();
            held.sort_unstable();
            !rows.is_empty() && held.chunk_by(|a, b| a == b).all(|same| same.len() * l <= rows.len())
        };
        let all: Vec<u32> = (0..codes.len() as u32).collect();
        stands(&all).then(|| mondrian(&self.lab.axes, codes.len(), Median::Strict, &stands))
    }

    /// Errors of queries about `quasi` quasi columns and two sensitive ones.
    pub fn errors(
        &self,
        groups: &Partition,
        quasi: usize,
        volumes: &[f64],
        queries: usize,
    ) -> Result<Vec<Sample>, Error> {
        let one = |&volume: &f64| Workload { dimensions: quasi + 2, sensitive: 2, volume, queries, seed: 1 };
        self.lab.errors(groups, &volumes.iter().map(one).collect::<Vec<_>>())
    }
}

fn decimal(number: f64) -> Decimal {
    Decimal::new((number * 1000.0).round() as i128, 3)
}
