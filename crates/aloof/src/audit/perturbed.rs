//! A perturbed release: nobody stands in a group, so what is judged is the belief that Equation 3 allows about anyone.
//!
//! How a release was perturbed stands in its manifest; the belief depends on that and on the original, not on the values
//! that happened to be drawn.

use aloof_io::Source;
use aloof_judge::attacks::Perturbed;
use aloof_principles::{EpsilonM, Principle, Rule};
use aloof_table::{Attribute, Decimal, Domain, Ratio};
use serde::{Deserialize, Serialize};

use super::noisy::manifest_beside;
use super::report::{Audit, CheckReport, Verdict};
use super::{Original, pick, rules};
use crate::Error;
use crate::policy::{Policy, Protect};

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

#[derive(Deserialize)]
struct Said {
    perturbation: Option<Perturbation>,
}

impl Perturbation {
    /// What the manifest beside a released file says, if it says anything.
    pub(crate) fn beside(source: &Source) -> Option<Self> {
        manifest_beside::<Said>(source)?.perturbation
    }

    /// The probability that a value was kept, and how many positions others were drawn from.
    pub(crate) fn numbers(&self) -> Result<(Ratio, u64), Error> {
        let wrong = || Error::Data("manifest.json: what it says of the perturbation cannot be understood".to_owned());
        let number = |text: &str| text.parse::<Decimal>().map_err(|_| wrong());
        let (kept, unit) = (number(&self.retention)?, number(&self.unit)?);
        let length = number(&self.high)?.to_ratio().to_big() - number(&self.low)?.to_ratio().to_big();
        if kept <= Decimal::ZERO || kept > Decimal::ONE || unit <= Decimal::ZERO {
            return Err(wrong());
        }
        let steps = (length / unit.to_ratio().to_big()).to_integer();
        Ok((kept.to_ratio(), u64::try_from(steps).map_err(|_| wrong())? + 1))
    }

    /// The worst belief about anyone, by the judge's code. `attribute` is the original's column.
    pub(crate) fn check(
        &self,
        protect: &Protect,
        rule: &EpsilonM,
        attribute: &Attribute,
    ) -> Result<CheckReport, Error> {
        let wrong = |what: &str| Error::Data(format!("column `{}`: {what}", self.column));
        let Domain::Numbers { values, scale, .. } = attribute.domain() else {
            return Err(wrong("was perturbed, but holds no numbers"));
        };
        let (kept, _) = self.numbers()?;
        let end = |text: &str| text.parse::<Decimal>().ok().and_then(|end| end.at_scale(*scale));
        let (Some(low), Some(high)) = (end(&self.low), end(&self.high)) else {
            return Err(wrong("the domain of its perturbation does not fit it"));
        };
        if values.first().is_some_and(|&least| least < low) || values.last().is_some_and(|&most| most > high) {
            return Err(wrong("original values lie outside of the domain that others were drawn from"));
        }
        rule.neighbourhood().reaches(values, *scale).map_err(|unfit| super::check::unfit(protect, &unfit))?;
        let perturbed =
            Perturbed { values, counts: attribute.totals(), positions: (low, high), scale: *scale, kept: &kept };
        let (worst, beyond) = perturbed.worst(rule.neighbourhood(), rule.m());
        Ok(CheckReport {
            principle: rule.name(),
            title: rule.title(),
            sensitive: protect.sensitive().to_vec(),
            view: "perturbation",
            verdict: Verdict::of(beyond == 0),
            required: true,
            groups: 0,
            violating_groups: 0,
            violating_tuples: beyond,
            worst_risk: worst.to_string(),
            bound: rule.bound().to_string(),
            bound_is: rule.bound_is(),
            condition: None,
            confirmed_groups: None,
            worst_groups: Vec::new(),
            remedy: (beyond > 0).then(|| "keep values with a smaller probability".to_owned()),
        })
    }

    /// Judges a perturbed release of so many rows against the original.
    pub(crate) fn judge(&self, policy: &Policy, original: Option<&Original>, tuples: usize) -> Result<Audit, Error> {
        let Some(original) = original else {
            return Err(Error::Data(
                "this release was perturbed; what that lets anyone believe depends on the table it was made from: name it \
                 with --original"
                    .to_owned(),
            ));
        };
        let mut checks = Vec::new();
        for protect in policy.protect() {
            let columns = pick(&original.sensitive, protect.sensitive());
            let rule = rules::rule(protect, policy, &columns)?;
            let Rule::EpsilonM(rule) = &rule else {
                return Err(Error::Data(format!(
                    "{}: {} cannot be judged of a perturbed release; epsilon-m can",
                    protect.place,
                    protect.principle()
                )));
            };
            let attribute = Attribute::new(&columns, |row| original.left_out.get(row));
            checks.push(self.check(protect, rule, &attribute)?);
        }
        let verdict = match checks.iter().all(|check| check.verdict == Verdict::Pass) {
            _ if checks.is_empty() => Verdict::Measured,
            holds => Verdict::of(holds),
        };
        let note = format!(
            "Column `{}` was perturbed: each value was kept with probability {}, else drawn from {} to {}. Nobody is hidden in a \
             group; who a row belongs to can be seen.",
            self.column, self.retention, self.low, self.high
        );
        Ok(Audit { verdict, checks, notes: vec![note], ..Audit::of_nothing(tuples, 0) })
    }
}
