//! Without anything to check: how much would someone have to know besides the table to name a value?
//!
//! Two answers, both of the worst case over everybody: what k facts of the form *if this one has that, so has that one* can lead to
//! ((c, k)-safety), and how much of each kind of knowledge by itself (skyline privacy) is enough for a confidence of one half.

use aloof_judge::views::Grouped;
use aloof_principles::{CKSafety, ParamError, Point, Principle, Skyline};
use aloof_table::{Attribute, Decimal, Ratio};

use super::report::{ImplicationReport, KnowledgeReport};
use crate::Error;

/// So many facts are looked at.
const FACTS: u32 = 3;

/// Of a kind of knowledge so much is looked at; who needs more is told so.
const MOST: u32 = 10;

pub(super) fn knowledge(attribute: &Attribute, grouped: &Grouped) -> Result<KnowledgeReport, Error> {
    let mut implications: Vec<ImplicationReport> = Vec::new();
    for k in 0..=FACTS {
        let belief = worst(&CKSafety::new(Decimal::ONE, k).map_err(|error| bug(&error))?, attribute, grouped)?;
        let certain = belief == Ratio::one();
        implications.push(ImplicationReport { k, belief: belief.to_string() });
        if certain {
            break;
        }
    }
    let enough = |l: u32, k: u32, m: u32| -> Result<bool, Error> {
        let point = Point::new(l, k, m, Decimal::ONE).map_err(|error| bug(&error))?;
        let rule = Skyline::new(vec![point]).map_err(|error| bug(&error))?;
        Ok(worst(&rule, attribute, grouped)? >= Ratio::of(1, 2))
    };
    if enough(0, 0, 0)? {
        return Ok(KnowledgeReport { implications, ruled_out: Some(0), others: Some(0), kin: Some(0) });
    }
    Ok(KnowledgeReport {
        implications,
        ruled_out: least(|l| enough(l, 0, 0))?,
        others: least(|k| enough(0, k, 0))?,
        kin: least(|m| enough(0, 0, m))?,
    })
}

/// The worst belief over all groups.
fn worst(rule: &dyn Principle, attribute: &Attribute, grouped: &Grouped) -> Result<Ratio, Error> {
    let check = rule.bind_among(attribute, &mut grouped.iter()).map_err(|why| Error::Data(why.to_string()))?;
    Ok(grouped.judge(check.as_ref(), rule.direction()).worst_measure.unwrap_or_else(Ratio::zero))
}

/// The least from 1 to [`MOST`] that is enough: more knowledge is never worth less.
fn least(enough: impl Fn(u32) -> Result<bool, Error>) -> Result<Option<u32>, Error> {
    if !enough(MOST)? {
        return Ok(None);
    }
    let (mut low, mut high) = (1, MOST);
    while low < high {
        let middle = u32::midpoint(low, high);
        if enough(middle)? { high = middle } else { low = middle + 1 }
    }
    Ok(Some(low))
}

fn bug(error: &ParamError) -> Error {
    Error::Bug(error.to_string())
}
