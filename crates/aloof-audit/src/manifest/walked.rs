//! How a release says that its numbers were walked: whoever attacks it knows the rules that it was made by, whatever policy is at hand.
//!
//! What cannot be read is taken as it is usual.

use aloof_table::Decimal;
use serde_json::Value;

use super::{HowMade, Manifest};
use crate::policy::said::BY_COLUMN;

/// How columns were walked.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedWalk {
    /// Rows, or with `sorted` distinct values, that were walked together.
    pub segment: usize,
    /// Segments were runs of neighbouring values.
    pub sorted: bool,
    /// The share of localities that was kept.
    pub properties: Decimal,
    /// Of each walked column whether equal values stayed equal.
    pub collapsed: Vec<bool>,
}

impl Manifest {
    /// How its columns were walked, if they were.
    pub fn walk(&self) -> Option<StatedWalk> {
        let HowMade::Walk { columns } = &self.made else { return None };
        let setting = |name: &str| self.method.settings.get(name);
        let text = |name: &str| setting(name).and_then(Value::as_str);
        let usual = || "0.05".parse().expect("a decimal");
        Some(StatedWalk {
            segment: setting("segment").and_then(Value::as_u64).map_or(100, |rows| rows as usize),
            sorted: text("segments") == Some("sorted"),
            properties: text("properties").and_then(|share| share.parse().ok()).unwrap_or_else(usual),
            collapsed: columns.iter().map(|column| self.ties_of(column).unwrap_or("collapse") == "collapse").collect(),
        })
    }

    /// What became of equal values of a column: as it was measured, and where that is not told as it was asked for.
    fn ties_of(&self, column: &str) -> Option<&str> {
        let measured = self.measured.as_ref().and_then(|all| all.get("columns")).and_then(Value::as_array);
        let own = measured.into_iter().flatten().find(|one| one["column"].as_str() == Some(column));
        let asked = || self.method.settings.get("ties").and_then(Value::as_str).filter(|ties| *ties != BY_COLUMN);
        own.and_then(|one| one["ties"].as_str()).or_else(asked)
    }
}
