//! Evidence: all that a page says, as one JSON document, written from the same [`Case`]. Fractions are exact text, as everywhere;
//! shares for people stand beside them. It holds no sensitive value.
//!
//! Figures of the original are keys to it: a regression with all its digits, or a mean over people of whom one is withheld, can be
//! solved for what was to be hidden. So analyses are left out, and every other measured number has three digits.

use serde_json::{Map, Value, json};

use aloof::audit::{Audit, RiskPicture};
use aloof::release::ReleaseReport;

use crate::attack::timeless;
use crate::case::Case;
use crate::{Extras, against, auditor, figures, good_for, limits, promise};

/// The evidence of a release.
pub fn release_evidence(made: &ReleaseReport, extras: &Extras) -> String {
    let found = serde_json::to_value(made).unwrap_or_default();
    document(&Case::release(made, extras), &found)
}

/// The evidence of an audit.
pub fn audit_evidence(found: &Audit, extras: &Extras) -> String {
    let value = serde_json::to_value(found).unwrap_or_default();
    document(&Case::audit(found, extras), &value)
}

fn document(case: &Case<'_>, found: &Value) -> String {
    let (sign, title) = case.headline();
    let subject = &case.extras.subject;
    let named = |(name, sha256): &(String, String)| json!({ "name": name, "sha256": sha256 });
    let mut document = json!({
        "evidence": 1,
        "kind": case.kind(),
        "program": { "name": "aloof", "version": env!("CARGO_PKG_VERSION") },
        "date": subject.date,
        "data": subject.data,
        "table": subject.table,
        "policy": subject.policy.as_ref().map(named),
        "files": case.extras.files.iter().map(named).collect::<Vec<_>>(),
        "trial": case.is_trial(),
        "sign": sign.name(),
        "title": title,
        "sentences": promise::sentences(case),
        "against_whom": against::against_whom(case),
        "good_for": good_for::good_for(case),
        "quasi": case.quasi(),
        "left_out": subject.left_out,
        "groups": case.groups(),
        "shares": shares(case),
        "risks": case.risks().iter().map(risk).collect::<Vec<_>>(),
        "evaluation": case.extras.evaluation,
        "advice": case.extras.advice,
        "attacks": case.extras.attacks.as_ref().map(timeless),
        "limits": limits::limits(case),
        "problems": case.extras.problems,
        "found": found,
    });
    strip(&mut document);
    coarsen(&mut document);
    // What is published beside it is repeated as it stands there.
    document["manifest"] = json!(case.extras.manifest);
    serde_json::to_string_pretty(&document).expect("plain data") + "\n"
}

/// The worst and the allowed share of every check, for people and as a decimal.
fn shares(case: &Case<'_>) -> Vec<Value> {
    let share =
        |exact: &str| json!({ "exact": exact, "decimal": figures::number(exact), "said": figures::percent(exact) });
    let one = |check: &aloof::audit::CheckReport| json!({ "check": auditor::key(check), "worst": share(&check.worst_risk), "bound": share(&check.bound) });
    case.checks.iter().map(one).collect()
}

fn risk(picture: &RiskPicture) -> Value {
    let after: Map<String, Value> = picture
        .after
        .iter()
        .map(|(view, people)| (view.name().to_owned(), json!({ "classes": people.classes, "beyond": people.beyond })))
        .collect();
    json!({
        "title": picture.title, "sensitive": picture.sensitive, "bound": picture.bound,
        "before": { "classes": picture.before.classes, "beyond": picture.before.beyond }, "after": after,
    })
}

/// Leaves out what was computed on the original to be set beside the release, and rounds what was measured.
fn coarsen(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("count_query") {
                fields.remove("analyses");
                fields.remove("beside");
            }
            fields.values_mut().for_each(coarsen);
        }
        Value::Array(all) => all.iter_mut().for_each(coarsen),
        Value::Number(number) if number.is_f64() => {
            *value = json!(number.as_f64().map(figures::rounded));
        }
        _ => {}
    }
}

/// Values of groups are shown to whoever asked for them on the terminal; they are no evidence.
fn strip(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("conclusion") {
                fields.remove("values");
            }
            fields.values_mut().for_each(strip);
        }
        Value::Array(all) => all.iter_mut().for_each(strip),
        _ => {}
    }
}
