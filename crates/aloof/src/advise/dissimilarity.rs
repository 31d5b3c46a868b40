//! Advice about (ε, δ)^k-dissimilarity: what is guaranteed, what is worth trying, what is certainly impossible.

use aloof_methods::advise::{Colouring, Dissimilar, colouring, colouring_at, dissimilar, whole};
use aloof_principles::{Dissimilarity, Rule, Unfit};
use aloof_table::{Attribute, Decimal, Ratio};
use serde::Serialize;

use super::ProtectionAdvice;
use super::report::Details;

/// Distinct values up to which all rows are judged as one group; the time is quadratic in it.
const MOST_VALUES: usize = 4000;

/// Group sizes for which δ is told.
const SIZES: [u32; 8] = [2, 3, 5, 10, 15, 20, 50, 100];

/// Advice about (ε, δ)^k-dissimilarity.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DissimilarityAdvice {
    /// In words.
    pub reason: String,
    /// Tuples that have a value.
    pub tuples_with_value: u64,
    /// The most others within ε of a tuple; `None`: there are too many values to count.
    pub theta: Option<u64>,
    /// Tuples that are all within ε of each other; there may be more.
    pub crowd: Option<u64>,
    /// Up to this δ groups are guaranteed, for the k asked; `None`: for none.
    pub delta_guaranteed: Option<String>,
    /// Beyond this δ there are none, for the k asked.
    pub delta_at_most: Option<String>,
    /// The same for other k.
    pub curve_k: Vec<DeltaPoint>,
    /// The same for other ε.
    pub curve_epsilon: Vec<DeltaPoint>,
    /// Whether fewer rows could never do either.
    #[serde(skip)]
    pub(super) needs_more_rows: bool,
}

/// How far δ can go for one k and ε.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DeltaPoint {
    /// The least size of a group.
    pub k: u32,
    /// The distance.
    pub epsilon: String,
    /// The most others within it.
    pub theta: u64,
    /// Guaranteed up to this.
    pub delta_guaranteed: Option<String>,
    /// Impossible beyond this.
    pub delta_at_most: String,
}

impl DeltaPoint {
    fn new(counted: &Colouring, k: u32, epsilon: Decimal) -> Self {
        Self {
            k,
            epsilon: epsilon.to_string(),
            theta: counted.theta,
            delta_guaranteed: counted.guaranteed_delta(k).map(|delta| floor(&delta)),
            delta_at_most: counted.most_delta(k).ceil_decimal(4),
        }
    }
}

/// δ is typed as a decimal: rounded down, what is guaranteed stays so.
fn floor(delta: &Ratio) -> String {
    delta.floor_decimal(4)
}

/// What can be said.
///
/// `told_apart`: a reader can tell every group from the others. Else groups that look alike are one, and that some groups exist
/// says nothing of them; all rows as one group hold however they look.
pub(super) fn dissimilarity(
    asked: &Dissimilarity,
    told_apart: bool,
    attribute: &Attribute,
) -> Result<ProtectionAdvice, Unfit> {
    let said = dissimilar(asked, attribute)?;
    let one_group = one_group(asked, said, attribute)?;
    let counted = if attribute.rows() == 0 { None } else { colouring(asked, attribute)? };
    let feasible = match said {
        Dissimilar::Possible => Some(true),
        Dissimilar::Guaranteed | Dissimilar::Found => (told_apart || one_group == Some(true)).then_some(true),
        Dissimilar::TooFew | Dissimilar::TooManyEqual(_) | Dissimilar::TooManySimilar(_) | Dissimilar::None => {
            Some(false)
        }
        Dissimilar::Undecided => None,
    };
    let mut reason = reason(said, asked, attribute.rows(), counted.as_ref());
    if feasible.is_none() && said != Dissimilar::Undecided {
        reason += "; that is for groups that are told apart, and whether groups that look alike or are mixed keep it is not known";
    }
    let rows = attribute.rows() as u64;
    let advice = DissimilarityAdvice {
        reason: reason.clone(),
        tuples_with_value: rows,
        theta: counted.map(|counted| counted.theta),
        crowd: counted.map(|counted| counted.crowd),
        delta_guaranteed: counted.and_then(|counted| counted.guaranteed_delta(asked.k())).map(|delta| floor(&delta)),
        delta_at_most: counted.map(|counted| counted.most_delta(asked.k()).ceil_decimal(4)),
        curve_k: counted.map_or_else(Vec::new, |counted| by_k(&counted, asked)),
        needs_more_rows: said == Dissimilar::TooFew,
        curve_epsilon: if counted.is_some() { by_epsilon(asked, attribute)? } else { Vec::new() },
    };
    Ok(ProtectionAdvice {
        feasible,
        one_group,
        used: None,
        nearest: Some(reason),
        details: Details::Dissimilarity(Box::new(advice)),
    })
}

/// Whether all rows as one group keep it; not known where there are very many values, or where similar ones are too many to be
/// counted in time.
fn one_group(asked: &Dissimilarity, said: Dissimilar, attribute: &Attribute) -> Result<Option<bool>, Unfit> {
    if said == Dissimilar::Possible || attribute.domain().len() > MOST_VALUES {
        return Ok((said == Dissimilar::Possible).then_some(true));
    }
    let all = whole(&Rule::Dissimilarity(asked.clone()), attribute)?;
    Ok(all.map_or(Some(true), |all| all.exact.then_some(all.finding.holds)))
}

fn by_k(counted: &Colouring, asked: &Dissimilarity) -> Vec<DeltaPoint> {
    let sizes = SIZES.into_iter().filter(|&k| u64::from(k) <= counted.rows);
    sizes.map(|k| DeltaPoint::new(counted, k, asked.radius().unwrap_or(asked.epsilon()))).collect()
}

/// For a quarter, half, once, twice and four times the ε asked.
fn by_epsilon(asked: &Dissimilarity, attribute: &Attribute) -> Result<Vec<DeltaPoint>, Unfit> {
    let quarters = |epsilon: Decimal, count: i128| {
        Some(Decimal::new(epsilon.mantissa().checked_mul(25 * count)?, epsilon.scale().checked_add(2)?))
    };
    let mut points = Vec::new();
    for count in [1, 2, 4, 8, 16] {
        let Some(epsilon) = quarters(asked.epsilon(), count).filter(|epsilon| epsilon.scale() <= 20) else { continue };
        let Some(counted) = colouring_at(asked, attribute, epsilon)? else { continue };
        // Around any centre, what is similar lies within twice the ε asked.
        let shown = asked.radius().and_then(|radius| quarters(radius, count)).unwrap_or(epsilon);
        points.push(DeltaPoint::new(&counted, asked.k(), shown));
    }
    points.dedup_by(|a, b| a.epsilon == b.epsilon);
    Ok(points)
}

fn reason(said: Dissimilar, asked: &Dissimilarity, rows: usize, counted: Option<&Colouring>) -> String {
    let limits = counted.map_or_else(String::new, |counted| {
        let most = counted.most_delta(asked.k()).ceil_decimal(4);
        let sure = match counted.guaranteed_delta(asked.k()) {
            Some(delta) => format!("delta is guaranteed up to {}", floor(&delta)),
            None => "no delta is guaranteed".to_owned(),
        };
        format!("; with k = {} {sure}, and none beyond {most} is possible", asked.k())
    });
    let within = if asked.radius().is_some() { "twice epsilon" } else { "epsilon" };
    match said {
        Dissimilar::Possible => format!("all rows as one group keep it{limits}"),
        Dissimilar::Guaranteed => format!(
            "guaranteed: no row has more than {} others within {within}, few enough to deal them out{limits}",
            counted.map_or(0, |counted| counted.theta)
        ),
        Dissimilar::Found => "a grouping was found by trying all".to_owned(),
        Dissimilar::None => "all groupings were tried, and none keeps it".to_owned(),
        Dissimilar::TooFew => format!("k can be at most {rows}, the number of rows"),
        Dissimilar::TooManyEqual(equal) => {
            format!("{equal} of {rows} rows hold the same values, and no groups can spread them thinly enough{limits}")
        }
        Dissimilar::TooManySimilar(crowd) => format!(
            "{crowd} of {rows} rows are all within {within} of each other, and no groups can spread them thinly enough{limits}"
        ),
        Dissimilar::Undecided => format!("worth trying: neither guaranteed nor ruled out{limits}"),
    }
}
