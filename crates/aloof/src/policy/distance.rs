//! `distance = { kind = "l1", … }`: how far two sensitive values are apart.

use std::path::PathBuf;

use aloof_table::Decimal;

use super::fields::Fields;
use super::keys::{DISTANCE, DISTANCES};
use super::{Located, PolicyError, Section};

/// A distance as the policy says it; what the data must add is not there yet.
#[derive(Clone, Debug)]
pub(crate) struct DistanceWords {
    pub kind: &'static str,
    pub weights: Vec<Decimal>,
    pub scale: Option<&'static str>,
    pub matrix: Option<Located<PathBuf>>,
}

impl DistanceWords {
    /// Whether the distance is only defined between numbers.
    pub fn needs_numbers(&self) -> bool {
        matches!(self.kind, "variational" | "great-circle")
    }
}

/// Reads a distance over `parts` columns.
pub(super) fn check_distance(section: &Section, parts: usize) -> Result<DistanceWords, PolicyError> {
    let fields = Fields::new(section, "distance", &[DISTANCE])?;
    let kinds: Vec<(&'static str, &'static str)> = DISTANCES.iter().map(|kind| (*kind, *kind)).collect();
    let kind = fields.need("kind", fields.choice("kind", &kinds)?, "kind = \"l1\"")?;
    let scale = fields.choice("scale", &[("none", None), ("domain", Some("domain")), ("range", Some("range"))])?;
    let weights = fields.decimals("weights")?.unwrap_or_default();
    if !weights.is_empty() && weights.len() != parts {
        let message = format!("`weights` has {} entries for {parts} sensitive columns", weights.len());
        return Err(PolicyError::new(fields.place("weights"), message));
    }
    let place = fields.place("matrix");
    let matrix = fields.text("matrix")?.map(|file| Located { value: PathBuf::from(file), place });
    if (kind == "matrix") != matrix.is_some() {
        let message = "kind = \"matrix\" goes together with matrix = \"file.csv\", a table of labels and distances";
        return Err(PolicyError::new(fields.place("kind"), message));
    }
    let words = DistanceWords { kind, weights, scale: scale.flatten(), matrix };
    check_words(&fields, &words)?;
    Ok(words)
}

/// Weights and the like are checked where distances are made; a matrix is only there with the data.
fn check_words(fields: &Fields<'_>, words: &DistanceWords) -> Result<(), PolicyError> {
    let mut spec = aloof_principles::similarity::DistanceSpec::kind(words.kind);
    if words.kind == "matrix" {
        return Ok(());
    }
    spec.weights.clone_from(&words.weights);
    spec.scale = words.scale.map(str::to_owned);
    let made = spec.check();
    made.map(|_| ()).map_err(|error| PolicyError::new(fields.place(error.parameter), error.to_string()))
}
