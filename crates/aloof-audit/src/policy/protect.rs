//! `[[protect]]`: a principle, its parameters, and the columns it protects.

use std::path::PathBuf;

use aloof_principles::similarity::{Distance, Variational};
use aloof_principles::{
    AlphaK, BetaLikeness, CKSafety, DeltaL, Dissimilarity, Distinct, Entropy, EpsilonM, Frequency, Ground, KAnonymity,
    KE, MInvariance, MissingIs, Needs, Neighbourhood, ParamError, Point, Presence, Reading, Reads, Recursive, Rule,
    Shape, Skyline, TCloseness, Variance,
};
use aloof_table::{Coding, Decimal};

use super::columns::{ColumnRule, Role};
use super::distance::{DistanceWords, check_distance};
use super::error::suggest;
use super::fields::{Fields, wrong};
use super::keys::{POINT, PRINCIPLES, PROTECT};
use super::missing;
use super::{Item, Located, Place, PolicyError, Section};

/// What the adversary knows against whom a principle must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// Who holds a register of everybody's quasi values, believes whatever follows from it about who is in which group, and
    /// centres a guess anywhere.
    #[default]
    Register,
    /// Who knows the quasi values of the victim, takes all groups that cover them by their sizes, and guesses around values
    /// that occur.
    Candidates,
    /// Who knows the victim's group, and guesses around values that occur in it.
    Group,
}

impl View {
    /// All of them, the weakest first.
    pub const ALL: [Self; 3] = [Self::Group, Self::Candidates, Self::Register];

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::Candidates => "candidates",
            Self::Group => "group",
        }
    }

    /// Who looks, in a few words for pictures and tables.
    pub fn knowing(self) -> &'static str {
        match self {
            Self::Register => "knowing everybody's quasi values",
            Self::Candidates => "knowing one person's quasi values, guessing around values",
            Self::Group => "knowing the group, guessing around its values",
        }
    }
}

/// A principle as a policy asks for it.
#[derive(Clone, Debug)]
pub struct Protect {
    pub(crate) principle: &'static str,
    pub(crate) sensitive: Vec<String>,
    pub(crate) view: View,
    pub(crate) demand: Demand,
    pub(crate) place: Place,
    /// What published missing values of the column are similar to.
    pub(crate) similar: MissingIs,
    /// Whether values of a protected column are rounded before they are judged.
    pub(crate) rounded: bool,
    /// The file of a population, where the principle needs one.
    pub(crate) population: Option<PathBuf>,
    words: Section,
}

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

impl Protect {
    /// The principle's name.
    pub fn principle(&self) -> &'static str {
        self.principle
    }

    /// With its parameters, as a person would say it; `None` while something of it must still come from the data.
    pub fn title(&self) -> Option<String> {
        match &self.demand {
            Demand::Ready(rule) => Some(rule.principle().title()),
            Demand::HierarchicalCloseness(_) | Demand::Dissimilarity { .. } => None,
        }
    }

    /// Whether it is a promise about one group that mixtures of groups need not keep, made to those who know the group.
    pub(crate) fn is_about_known_groups(&self) -> bool {
        self.view == View::Group && !self.is_monotone()
    }

    /// Whether a union of groups that hold always holds, in the view that is asked for.
    #[doc(hidden)]
    pub fn is_monotone(&self) -> bool {
        if self.window_asked().is_some() {
            return true;
        }
        match &self.demand {
            Demand::Ready(rule) => rule.principle().monotone(),
            Demand::HierarchicalCloseness(_) => true,
            Demand::Dissimilarity { .. } => false,
        }
    }

    /// The (ε, m)-anonymity that says exactly the same, if there is one: of values, and where missing ones count for nothing.
    #[doc(hidden)]
    pub fn as_epsilon_m(&self) -> Option<EpsilonM> {
        self.near().filter(|_| self.similar == MissingIs::Nothing)
    }

    /// What it calls near, whatever missing values are.
    pub(crate) fn near(&self) -> Option<EpsilonM> {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().as_epsilon_m(),
            Demand::HierarchicalCloseness(_) | Demand::Dissimilarity { .. } => None,
        }
    }

    /// Whether it bounds how many values of a group lie near one of its members: kept by keeping rows apart.
    #[doc(hidden)]
    pub fn is_proximity(&self) -> bool {
        self.as_epsilon_m().is_some()
    }

    /// The (ε, m)-anonymity whose register view says exactly the same, if there is one: it bounds how many values of a group
    /// lie in one interval, whatever its centre.
    #[doc(hidden)]
    pub fn as_window(&self) -> Option<EpsilonM> {
        self.window_asked().filter(|_| self.similar == MissingIs::Nothing)
    }

    /// The same, whatever missing values are.
    pub fn window_asked(&self) -> Option<EpsilonM> {
        match &self.demand {
            Demand::Ready(Rule::DeltaL(rule)) if rule.reading() == Reading::AnyCentre => {
                EpsilonM::new(Neighbourhood::absolute(rule.delta()).ok()?, rule.l()).ok()
            }
            _ if self.view == View::Register => self.near(),
            _ => None,
        }
    }

    /// Whether the view changes what is asked: what is monotone by itself asks the same of every group in all views. Where missing
    /// values count there is but one.
    #[doc(hidden)]
    pub fn has_views(&self) -> bool {
        match &self.demand {
            _ if self.similar != MissingIs::Nothing || self.as_invariance().is_some() => false,
            Demand::Ready(rule) => !rule.principle().monotone(),
            Demand::HierarchicalCloseness(_) => false,
            Demand::Dissimilarity { .. } => true,
        }
    }

    /// Whether it is about distances, and so kept by colouring.
    pub(crate) fn is_dissimilarity(&self) -> bool {
        !self.is_monotone() && !self.is_proximity() && self.as_invariance().is_none()
    }

    /// m-invariance, if that is what it asks for.
    #[doc(hidden)]
    pub fn as_invariance(&self) -> Option<&MInvariance> {
        match &self.demand {
            Demand::Ready(Rule::MInvariance(rule)) => Some(rule),
            _ => None,
        }
    }

    /// What the groups of a series keep apart, and how many of them: the (ε, m)-anonymity whose register view they keep.
    #[doc(hidden)]
    pub fn kept_apart(&self) -> Option<EpsilonM> {
        self.as_invariance().map(MInvariance::near).or_else(|| self.as_window())
    }

    /// δ-presence, if that is what it asks for.
    #[doc(hidden)]
    pub fn as_presence(&self) -> Option<&Presence> {
        match &self.demand {
            Demand::Ready(Rule::Presence(rule)) => Some(rule),
            _ => None,
        }
    }

    /// The files it names.
    pub(crate) fn files(&self) -> Vec<&PathBuf> {
        match &self.demand {
            Demand::Dissimilarity { distance, .. } => distance.files(),
            _ => self.population.iter().collect(),
        }
    }

    /// What it calls near, if it is about neighbourhoods of numbers.
    pub(crate) fn neighbourhood(&self) -> Option<Neighbourhood> {
        match &self.demand {
            Demand::Ready(Rule::EpsilonM(rule)) => Some(rule.neighbourhood()),
            _ => None,
        }
    }

    /// What its parameter, ε or δ, calls near by itself, with the parameter's letter where it is one length or share.
    pub fn parameter(&self) -> Option<(Neighbourhood, Option<char>)> {
        match &self.demand {
            Demand::Ready(Rule::EpsilonM(rule)) => {
                let near = rule.neighbourhood();
                let one = near.lengths().is_none_or(|(below, above)| below == above);
                Some((near, one.then_some('ε')))
            }
            Demand::Ready(Rule::DeltaL(rule)) => Some((Neighbourhood::absolute(rule.delta()).ok()?, Some('δ'))),
            _ => None,
        }
    }

    /// As it was typed.
    pub(crate) fn words(&self) -> &Section {
        &self.words
    }

    /// The columns it protects, together.
    pub fn sensitive(&self) -> &[String] {
        &self.sensitive
    }

    /// Where it is asked for.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The view it must hold in.
    pub fn view(&self) -> View {
        self.view
    }

    /// What that view is called: of presence there is but one, that of whoever knows the population.
    #[doc(hidden)]
    pub fn view_name(&self) -> &'static str {
        if self.as_presence().is_some() { "population" } else { self.view.name() }
    }

    /// Whether the rule needs nothing more of the data than the policy says.
    pub(crate) fn is_ready(&self) -> bool {
        matches!(self.demand, Demand::Ready(_))
    }

    /// What it looks at in the sensitive columns.
    pub(crate) fn reads(&self) -> Reads {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().reads(),
            Demand::HierarchicalCloseness(_) => Reads::Values,
            Demand::Dissimilarity { distance, .. } => distance.reads(),
        }
    }

    /// Whether the sensitive column must hold numbers (or dates) for it.
    pub fn needs_numbers(&self) -> bool {
        self.reads() == Reads::Numbers
    }

    /// What must be known to judge a group.
    #[doc(hidden)]
    pub fn needs(&self) -> Needs {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().needs(),
            Demand::HierarchicalCloseness(_) => Needs::Totals,
            Demand::Dissimilarity { .. } => Needs::Range,
        }
    }

    /// No group of fewer rows can hold.
    pub(crate) fn least_rows(&self) -> u32 {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().least_rows(),
            Demand::HierarchicalCloseness(_) => 1,
            Demand::Dissimilarity { k, .. } => *k,
        }
    }

    /// Whether it asks that people look alike, so that publishing quasi values as they are breaks it.
    #[doc(hidden)]
    pub fn needs_look_alikes(&self) -> bool {
        matches!(self.principle, "k-anonymity" | "alpha-k")
    }
}

/// Reads all `[[protect]]` tables.
pub(super) fn check_all(item: Option<&Located<Item>>, columns: &[ColumnRule]) -> Result<Vec<Protect>, PolicyError> {
    let Some(item) = item else { return Ok(Vec::new()) };
    let Item::List(blocks) = &item.value else {
        return Err(wrong("protect", item, "written as [[protect]], with two brackets"));
    };
    let check = |block: &Located<Item>| match &block.value {
        Item::Section(section) => check_one(section, columns),
        _ => Err(wrong("protect", block, "a table")),
    };
    blocks.iter().map(check).collect()
}

fn check_one(section: &Section, columns: &[ColumnRule]) -> Result<Protect, PolicyError> {
    let name = principle_name(section)?;
    let known = PRINCIPLES.iter().find(|known| known.name == name).expect("checked to be known");
    let fields = Fields::new(section, format!("[[protect]] {name}"), &[PROTECT, known.keys])?;
    let view = fields.choice("view", &View::ALL.map(|view| (view.name(), view)))?.unwrap_or_default();
    // k-anonymity counts people, whatever their values.
    let counts_people = matches!(known.name, "k-anonymity" | "presence") && !fields.has("sensitive");
    let sensitive = if counts_people { Vec::new() } else { check_sensitive(&fields, columns)? };
    let demand = check_demand(known.name, &fields, &sensitive)?;
    Ok(Protect {
        principle: known.name,
        similar: missing::similar(&sensitive, columns),
        rounded: columns
            .iter()
            .any(|rule| sensitive.contains(&rule.name) && rule.coding().is_some_and(Coding::is_rounded)),
        sensitive,
        view,
        demand,
        population: if known.name == "presence" { Some(population(&fields)?) } else { None },
        place: section.place().clone(),
        words: section.clone(),
    })
}

fn principle_name(section: &Section) -> Result<&str, PolicyError> {
    let names = || PRINCIPLES.iter().map(|known| known.name);
    let (name, place) = match section.get("principle") {
        Some(Located { value: Item::Text(name), place }) => (name.as_str(), place),
        Some(other) => return Err(wrong("principle", other, "a text in quotes")),
        None => {
            let all: Vec<&str> = names().collect();
            let message = format!("[[protect]] needs `principle`, one of {}", all.join(", "));
            return Err(PolicyError::new(section.place().clone(), message));
        }
    };
    if names().any(|known| known == name) {
        return Ok(name);
    }
    let message = format!("unknown principle `{name}`{}", suggest(name, names()));
    Err(PolicyError::new(place.clone(), message))
}

fn check_sensitive(fields: &Fields<'_>, columns: &[ColumnRule]) -> Result<Vec<String>, PolicyError> {
    let known = || columns.iter().filter(|column| column.role == Role::Sensitive).map(|column| column.name.as_str());
    let Some(names) = fields.texts("sensitive")? else {
        let all: Vec<&str> = known().collect();
        return match all.as_slice() {
            [one] => Ok(vec![(*one).to_owned()]),
            [] => {
                let message = match fields.place("sensitive") {
                    Place::Flag(_) => "no column is declared sensitive; name the one that it is for with --sensitive",
                    _ => {
                        "no column is declared sensitive; give the one that it is for role = \"sensitive\" under [columns]"
                    }
                };
                Err(PolicyError::new(fields.place("sensitive"), message))
            }
            _ => {
                let message = format!("say which column is protected: sensitive = one of {}", all.join(", "));
                Err(PolicyError::new(fields.place("sensitive"), message))
            }
        };
    };
    for name in &names {
        if !known().any(|known| known == name) {
            // Which of the two is the file's nobody knows here.
            let hint = match suggest(name, known()) {
                near if near.starts_with("; did you mean") => {
                    format!("{near} [columns] says so; if `{name}` is the name in the data, the misspelling is there")
                }
                other => other,
            };
            let message = format!("`{name}` is not declared as a sensitive column{hint}");
            return Err(PolicyError::new(fields.place("sensitive"), message));
        }
    }
    if let Some(twice) = names.iter().enumerate().find_map(|(at, name)| names[..at].contains(name).then_some(name)) {
        return Err(PolicyError::new(fields.place("sensitive"), format!("`{twice}` is named twice")));
    }
    if names.is_empty() {
        return Err(PolicyError::new(fields.place("sensitive"), "`sensitive` names no column"));
    }
    Ok(names)
}

fn check_demand(name: &str, fields: &Fields<'_>, sensitive: &[String]) -> Result<Demand, PolicyError> {
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

fn population(fields: &Fields<'_>) -> Result<PathBuf, PolicyError> {
    Ok(PathBuf::from(fields.need("population", fields.text("population")?, "population = \"everybody.csv\"")?))
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
