//! How a release is made.

use serde::Serialize;

use crate::policy::{Algorithm, Effort, Median, Method, NoiseRule, Protect, WalkRules};

/// How a release is made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedMethod {
    /// The algorithm that runs, asked for or chosen by what is to be kept; `None` where nothing is to be made.
    pub algorithm: Option<String>,
    /// Whether rows are dealt into groups, and nothing else is done to them.
    pub only_groups: bool,
    /// Which form of it.
    pub variant: &'static str,
    /// How long it looks for a release that loses less; `None`: the number of rows decides.
    pub effort: Option<&'static str>,
    /// How long it may take, in seconds: `"60s"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<String>,
    /// The largest share of rows that may be withheld.
    pub suppress: String,
    /// `known`: someone may know who is withheld; `unknown`: nobody is assumed to know who is in the table.
    pub absence: &'static str,
    /// Only of `noise`: how much is added, as a share of the domain.
    pub noise: Option<String>,
    /// Only of `noise`: how much is added, as the mean relative distance from the original.
    pub distortion: Option<String>,
    /// Only of `walk`.
    pub walk: Option<ResolvedWalk>,
}

pub(super) fn method(method: &Method, protect: &[Protect]) -> ResolvedMethod {
    let algorithm = method.algorithm();
    let (noise, distortion) = match algorithm {
        Algorithm::Noise(NoiseRule::Share(share)) => (Some(share.to_string()), None),
        Algorithm::Noise(NoiseRule::Distortion(asked)) => (None, Some(asked.to_string())),
        _ => (None, None),
    };
    let only_groups = matches!(algorithm, Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_));
    ResolvedMethod {
        algorithm: (!only_groups || !protect.is_empty()).then(|| algorithm.name().to_owned()),
        only_groups,
        variant: match algorithm {
            Algorithm::Mondrian(Median::Strict) => "strict",
            _ => method.variant().unwrap_or("best"),
        },
        effort: method.effort().map(Effort::name),
        time_limit: method.time_limit().map(|limit| limit.to_string()),
        suppress: method.suppress().to_string(),
        absence: method.absence().name(),
        noise,
        distortion,
        walk: if let Algorithm::Walk(rules) = algorithm { Some(walk(rules)) } else { None },
    }
}

/// How columns are walked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedWalk {
    /// Rows, or distinct values, that are walked together.
    pub segment: u32,
    /// `rows` or `sorted`.
    pub segments: &'static str,
    /// The share of localities that is kept.
    pub properties: String,
    /// `collapse` or `relax`; `None`: by column.
    pub ties: Option<&'static str>,
    /// The least mean distance from the original, as a share of the domain.
    pub min_shift: String,
    /// The largest share of values that may stay as they were.
    pub max_unchanged: String,
    /// So many steps; `None`: until chains agree.
    pub steps: Option<u32>,
}

fn walk(rules: &WalkRules) -> ResolvedWalk {
    ResolvedWalk {
        segment: rules.segment,
        segments: if rules.sorted { "sorted" } else { "rows" },
        properties: rules.properties.to_string(),
        ties: rules.relax.map(|relax| if relax { "relax" } else { "collapse" }),
        min_shift: rules.min_shift.to_string(),
        max_unchanged: rules.max_unchanged.to_string(),
        steps: rules.steps,
    }
}
