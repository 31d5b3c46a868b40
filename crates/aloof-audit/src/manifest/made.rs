//! How a table was made: a claim, which an audit holds against the data.

use serde::{Deserialize, Serialize};

/// How a table was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum HowMade {
    /// Rows were dealt into groups, and quasi values of a group became one.
    Groups,
    /// Quasi numbers were replaced by others that keep chosen properties.
    Walk {
        /// The columns that were walked.
        columns: Vec<String>,
    },
    /// A sensitive column was kept with some probability, else drawn.
    Perturbed(Perturbation),
    /// Something was added to quasi numbers.
    Noise {
        /// To these.
        columns: Vec<NoiseWidth>,
    },
    /// Quasi values stand as they are, sensitive ones in a table of their own.
    Anatomy(TwoTables),
}

impl HowMade {
    /// A word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Groups => "groups",
            Self::Walk { .. } => "walk",
            Self::Perturbed(_) => "perturbed",
            Self::Noise { .. } => "noise",
            Self::Anatomy(_) => "anatomy",
        }
    }
}

/// How a column was perturbed: all that is needed to judge it, and to estimate counts from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Perturbation {
    /// The column.
    pub column: String,
    /// The probability that a value was kept.
    pub retention: String,
    /// The smallest value that others were drawn from.
    pub low: String,
    /// The largest.
    pub high: String,
    /// How far apart these are.
    pub unit: String,
}

impl Perturbation {
    /// About how many of so many values are kept, for people to read.
    pub fn kept_of(&self, rows: usize) -> usize {
        (self.retention.parse::<f64>().unwrap_or(0.0) * rows as f64).round() as usize
    }
}

/// A column that noise was added to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoiseWidth {
    /// Its name.
    pub column: String,
    /// The most that was added or taken away.
    pub width: String,
}

/// How a release in two tables is put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TwoTables {
    /// The column of both tables that joins them.
    pub group: String,
    /// The sensitive column.
    pub sensitive: String,
    /// The column that says how often a value occurs in a group.
    pub count: String,
    /// The file of groups, values and counts, beside the data.
    pub file: String,
    /// The least number of different values in a group.
    pub l: u32,
}
