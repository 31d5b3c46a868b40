//! The parameters of a principle: one function per principle, from what was typed to a rule whose parameters are checked.

use aloof_principles::similarity::{Distance, Variational};
use aloof_principles::{
    AlphaK, BetaLikeness, CKSafety, DeltaL, Dissimilarity, Distinct, Entropy, EpsilonM, Frequency, Ground, KAnonymity,
    KE, MInvariance, Neighbourhood, ParamError, Point, Presence, Reading, Recursive, Rule, Shape, Skyline, TCloseness,
    Variance,
};
use aloof_table::Decimal;

use super::View;
use crate::policy::distance::{DistanceWords, check_distance};
use crate::policy::fields::{Fields, wrong};
use crate::policy::keys::POINT;
use crate::policy::{Item, Located, PolicyError};

/// The rule, or what it still needs from the data.
#[derive(Clone, Debug)]
pub(crate) enum Demand {
    /// Nothing more is needed.
    Ready(Rule),
    /// t-closeness over the sensitive column's hierarchy.
    HierarchicalCloseness(Decimal),
    /// (ε, δ)^k-dissimilarity: hierarchies, matrices and domains come with the data.
    Dissimilarity { distance: DistanceWords, epsilon: Decimal, delta: Decimal, k: u32, shape: Shape },
}

pub(super) fn check_demand(name: &str, fields: &Fields<'_>, sensitive: &[String]) -> Result<Demand, PolicyError> {
    let rule = match name {
        "epsilon-m" => Rule::EpsilonM(epsilon_m(fields)?),
        "delta-l" => Rule::DeltaL(delta_l(fields)?),
        "dissimilarity" => return dissimilarity(fields, sensitive),
        "k-anonymity" => Rule::KAnonymity(at(fields, KAnonymity::new(whole(fields, "k")?))?),
        "l-diversity" => l_diversity(fields)?,
        "alpha-k" => Rule::AlphaK(at(fields, AlphaK::new(decimal(fields, "alpha", "\"0.5\"")?, whole(fields, "k")?))?),
        "k-e" => Rule::KE(at(fields, KE::new(whole(fields, "k")?, decimal(fields, "e", "\"5000\"")?))?),
        "variance" => Rule::Variance(at(fields, Variance::new(decimal(fields, "v", "\"1000\"")?))?),
        "t-closeness" => return t_closeness(fields),
        "presence" => {
            let low = fields.decimal("low")?.unwrap_or(Decimal::ZERO);
            Rule::Presence(at(fields, Presence::new(low, decimal(fields, "high", "\"0.2\"")?))?)
        }
        "m-invariance" => Rule::MInvariance(m_invariance(fields)?),
        "c-k-safety" => Rule::CKSafety(c_k_safety(fields)?),
        "skyline" => Rule::Skyline(skyline(fields)?),
        _ => Rule::BetaLikeness(beta_likeness(fields)?),
    };
    Ok(Demand::Ready(rule))
}

fn epsilon_m(fields: &Fields<'_>) -> Result<EpsilonM, PolicyError> {
    let forms =
        (fields.decimal("absolute")?, fields.decimal("relative")?, fields.decimal("below")?, fields.decimal("above")?);
    let neighbourhood = match forms {
        (Some(epsilon), None, None, None) => at(fields, Neighbourhood::absolute(epsilon))?,
        (None, Some(epsilon), None, None) => at(fields, Neighbourhood::relative(epsilon))?,
        (None, None, Some(below), Some(above)) => at(fields, Neighbourhood::between(below, above))?,
        _ => {
            let message = "epsilon-m needs exactly one of absolute = \"4500\", relative = \"0.125\", or below = \"20\" \
                           together with above = \"10000\"";
            return Err(PolicyError::new(fields.place("principle"), message));
        }
    };
    at(fields, EpsilonM::new(neighbourhood, whole(fields, "m")?))
}

fn delta_l(fields: &Fields<'_>) -> Result<DeltaL, PolicyError> {
    let readings = [("definition", Reading::Definition), ("any-centre", Reading::AnyCentre)];
    let reading = fields.choice("reading", &readings)?.unwrap_or(Reading::Definition);
    at(fields, DeltaL::new(decimal(fields, "delta", "\"500\"")?, whole(fields, "l")?, reading))
}

fn dissimilarity(fields: &Fields<'_>, sensitive: &[String]) -> Result<Demand, PolicyError> {
    let section = fields.need("distance", fields.section("distance")?, "distance = { kind = \"l1\" }")?;
    let distance = check_distance(section, sensitive)?;
    let epsilon = decimal(fields, "epsilon", "\"0.1\"")?;
    let delta = decimal(fields, "delta", "\"0.8\"")?;
    let k = whole(fields, "k")?;
    // Only the numbers are checked here; the distance itself may need files and data.
    let any = Distance::Variational(Variational);
    at(fields, Dissimilarity::new(any, epsilon, delta, k))?;
    if let Some(other @ ("chain" | "cycle")) = fields.text("shape")? {
        let message = format!(
            "`shape` cannot be `{other}`: it bounds no guess that \"clique\" does not, since that a value lies somewhere along a {other} is not \
             about what it is; write \"star\" or \"clique\""
        );
        return Err(PolicyError::new(fields.place("shape"), message));
    }
    let shapes = [Shape::Star, Shape::Clique].map(|shape| (shape.name(), shape));
    let shape = fields.choice("shape", &shapes)?.unwrap_or_default();
    Ok(Demand::Dissimilarity { distance, epsilon, delta, k, shape })
}

fn l_diversity(fields: &Fields<'_>) -> Result<Rule, PolicyError> {
    let kinds = ["distinct", "frequency", "entropy", "recursive"].map(|kind| (kind, kind));
    let kind = fields.choice("kind", &kinds)?.unwrap_or("distinct");
    if fields.has("c") && kind != "recursive" {
        return Err(PolicyError::new(
            fields.place("c"),
            format!("`c` goes with kind = \"recursive\", not with {kind}"),
        ));
    }
    Ok(match kind {
        "distinct" => Rule::Distinct(at(fields, Distinct::new(whole(fields, "l")?))?),
        "frequency" => Rule::Frequency(at(fields, Frequency::new(decimal(fields, "l", "3")?))?),
        "entropy" => Rule::Entropy(at(fields, Entropy::new(decimal(fields, "l", "3")?))?),
        _ => Rule::Recursive(at(fields, Recursive::new(decimal(fields, "c", "\"4\"")?, whole(fields, "l")?))?),
    })
}

fn t_closeness(fields: &Fields<'_>) -> Result<Demand, PolicyError> {
    let t = decimal(fields, "t", "\"0.2\"")?;
    let grounds = ["equal", "ordered", "value", "hierarchical"].map(|ground| (ground, ground));
    let ground = match fields.choice("ground", &grounds)?.unwrap_or("equal") {
        "ordered" => Ground::Ordered,
        "value" => Ground::Value,
        "hierarchical" => {
            at(fields, TCloseness::new(t, Ground::Equal))?;
            return Ok(Demand::HierarchicalCloseness(t));
        }
        _ => Ground::Equal,
    };
    Ok(Demand::Ready(Rule::TCloseness(at(fields, TCloseness::new(t, ground))?)))
}

fn c_k_safety(fields: &Fields<'_>) -> Result<CKSafety, PolicyError> {
    let (c, k) = (decimal(fields, "c", "\"0.5\"")?, whole(fields, "k")?);
    let made = match fields.decimal("epsilon")? {
        Some(epsilon) => CKSafety::within(c, k, epsilon),
        None => CKSafety::new(c, k),
    };
    at(fields, made)
}

fn m_invariance(fields: &Fields<'_>) -> Result<MInvariance, PolicyError> {
    let m = whole(fields, "m")?;
    if fields.text("view")?.is_some_and(|view| view != View::Register.name()) {
        let message =
            "m-invariance is a promise to those who know everybody's groups, and has no weaker view; leave out `view`";
        return Err(PolicyError::new(fields.place("view"), message));
    }
    let made = match fields.decimal("absolute")? {
        Some(epsilon) => MInvariance::within(m, epsilon),
        None => MInvariance::new(m),
    };
    at(fields, made)
}

fn skyline(fields: &Fields<'_>) -> Result<Skyline, PolicyError> {
    const EXAMPLE: &str = "points = [{ l = 1, k = 3, m = 0, c = \"0.5\" }]";
    let item = fields.need("points", fields.item("points"), EXAMPLE)?;
    let wanted = format!("a list of tables, such as {EXAMPLE}");
    let Item::List(items) = &item.value else { return Err(wrong("points", item, &wanted)) };
    let point = |item: &Located<Item>| {
        let Item::Section(section) = &item.value else { return Err(wrong("points", item, &wanted)) };
        let fields = Fields::new(section, "a point of skyline", &[POINT])?;
        let known = |key: &str| Ok::<u32, PolicyError>(fields.whole(key)?.unwrap_or(0));
        at(&fields, Point::new(known("l")?, known("k")?, known("m")?, decimal(&fields, "c", "\"0.5\"")?))
    };
    at(fields, Skyline::new(items.iter().map(point).collect::<Result<_, _>>()?))
}

fn beta_likeness(fields: &Fields<'_>) -> Result<BetaLikeness, PolicyError> {
    let beta = decimal(fields, "beta", "\"2\"")?;
    let enhanced = fields.choice("kind", &[("basic", false), ("enhanced", true)])?.unwrap_or(false);
    at(fields, if enhanced { BetaLikeness::enhanced(beta) } else { BetaLikeness::basic(beta) })
}

/// Puts a parameter's mistake where the parameter stands.
fn at<T>(fields: &Fields<'_>, made: Result<T, ParamError>) -> Result<T, PolicyError> {
    made.map_err(|error| PolicyError::new(fields.place(error.parameter), error.to_string()))
}

fn decimal(fields: &Fields<'_>, key: &str, example: &str) -> Result<Decimal, PolicyError> {
    fields.need(key, fields.decimal(key)?, &format!("{key} = {example}"))
}

fn whole(fields: &Fields<'_>, key: &str) -> Result<u32, PolicyError> {
    fields.need(key, fields.whole(key)?, &format!("{key} = 5"))
}
