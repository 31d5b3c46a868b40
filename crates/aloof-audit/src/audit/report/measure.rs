//! What a sensitive column has, measured, where nothing is to be protected.

use serde::Serialize;

/// What a sensitive column has, measured.
#[derive(Clone, Debug, Serialize)]
pub struct MeasureReport {
    /// The column.
    pub sensitive: String,
    /// Size of the smallest group.
    pub k: usize,
    /// Fewest distinct values in a group.
    pub distinct_l: usize,
    /// The largest m for which every group is m-unique (m-invariance); 0 where a group has a value twice.
    pub m_unique: usize,
    /// The largest l for which no value has a share above 1/l.
    pub frequency_l: String,
    /// The exponential of the smallest entropy, rounded down.
    pub entropy_l: f64,
    /// The largest r1 / (r2 + …): recursive (c, 2)-diversity holds for c above it. `None`: for no c.
    pub recursive_c_2: Option<String>,
    /// The largest share of one value.
    pub alpha: String,
    /// Earth mover's distance, all values equally far apart.
    pub t_equal: String,
    /// By rank; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t_ordered: Option<String>,
    /// By difference; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t_value: Option<String>,
    /// The largest relative gain of a value.
    pub beta: String,
    /// The smallest β for which enhanced β-likeness holds; `None`: for no β.
    pub enhanced_beta: Option<String>,
    /// The smallest range of a group; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// The smallest variance of a group; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance: Option<String>,
    /// The values are dates: ranges and ε are days.
    #[serde(skip)]
    pub dates: bool,
    /// How much someone would have to know besides.
    pub knowledge: KnowledgeReport,
    /// The largest m for a set of ε; numbers only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proximity: Vec<ProximityReport>,
    /// For each m, the bound that ε must stay below; numbers only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staircase: Vec<StairReport>,
}

/// How much someone would have to know besides the table to name a value of somebody, in the worst case.
#[derive(Clone, Debug, Default, Serialize)]
pub struct KnowledgeReport {
    /// What so many facts of the form *if this one has that, so has that one* can lead to, until a value is certain.
    pub implications: Vec<ImplicationReport>,
    /// Enough for a confidence of one half: so many values that a person does not have. `None`: more than ten.
    pub ruled_out: Option<u32>,
    /// So many other people's values. `None`: more than ten.
    pub others: Option<u32>,
    /// So many others who have the value only if this one has. `None`: more than ten.
    pub kin: Option<u32>,
}

/// For so many facts.
#[derive(Clone, Debug, Serialize)]
pub struct ImplicationReport {
    /// How many.
    pub k: u32,
    /// The largest belief: (c, k)-safety holds for every c above it.
    pub belief: String,
}

/// For one ε.
#[derive(Clone, Debug, Serialize)]
pub struct ProximityReport {
    /// Absolute neighbourhood.
    pub epsilon: String,
    /// The largest m for which (ε, m)-anonymity holds in every group, in the group view.
    pub max_m: u64,
    /// The worst share of a group near one of its values.
    pub worst_risk: String,
    /// The largest m in the register view.
    pub max_m_register: u64,
    /// The worst share of a group near any figure.
    pub worst_risk_register: String,
}

/// One step of the ε–m staircase.
#[derive(Clone, Debug, Serialize)]
pub struct StairReport {
    /// One in how many.
    pub m: u32,
    /// (ε, m)-anonymity holds in every group, in the group view, for every ε below this, and not at it.
    pub epsilon_below: String,
}
