//! `[method]`: how a release is made, as one value.
//!
//! What is not said is decided here, once: left out, the algorithm is the one for the principles asked for. Keys that an
//! algorithm would not look at are refused.

use aloof_table::{Decimal, Ratio};

use super::fields::Fields;
use super::keys::{ALGORITHMS, METHOD};
use super::noise::{NoiseRule, check_noise};
use super::protect::Protect;
use super::time_limit::{TimeLimit, check_time_limit};
use super::walk::{WalkRules, check_walk};
use super::{PolicyError, Section};

/// How a release is made.
#[derive(Clone, Debug)]
pub struct Method {
    algorithm: Algorithm,
    effort: Option<Effort>,
    suppress: Decimal,
    absence: Option<Absence>,
    printed: bool,
    time_limit: Option<TimeLimit>,
    widen: Option<Decimal>,
}

/// Whether someone may know who is in the table, and so who is missing in a release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Absence {
    /// Someone may: then who is withheld must be as safe as who is published, and what the whole table cannot promise no part
    /// of it can.
    #[default]
    Known,
    /// It is assumed that nobody does.
    Unknown,
}

impl Absence {
    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Unknown => "unknown",
        }
    }
}

/// How long to look for a release that loses less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As short as it can be.
    Quick,
    /// As long as most of the gain takes.
    Good,
    /// Much longer, for the rest of it.
    Thorough,
}

impl Effort {
    /// From the least to the most.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Good, Self::Thorough];

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Good => "good",
            Self::Thorough => "thorough",
        }
    }
}

/// Where rows at a median go, when rows are cut there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Median {
    /// All to the left.
    #[default]
    Strict,
    /// To either side, so that halves are equal.
    Relaxed,
}

/// What is done to the rows, with what only that needs to know.
#[derive(Clone, Debug, PartialEq)]
pub enum Algorithm {
    /// Rows are dealt into groups by cutting and dealing.
    Split,
    /// Rows are dealt into groups by colouring.
    XColor,
    /// Rows are cut into groups at medians.
    Mondrian(Median),
    /// Quasi numbers are replaced by others with the same properties.
    Walk(WalkRules),
    /// Sensitive numbers are kept with some probability, else drawn.
    Perturb,
    /// Something is added to quasi numbers.
    Noise(NoiseRule),
    /// Quasi and sensitive values are published in two tables.
    Anatomy,
}

impl Algorithm {
    /// The policy's word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::XColor => "xcolor",
            Self::Mondrian(_) => "mondrian",
            Self::Walk(_) => "walk",
            Self::Perturb => "perturb",
            Self::Noise(_) => "noise",
            Self::Anatomy => "anatomy",
        }
    }

    /// What deals rows into groups that keep all of these.
    #[doc(hidden)]
    pub fn for_groups(protect: &[Protect]) -> Self {
        let proximity = protect.iter().filter(|protect| protect.is_proximity()).count();
        let monotone = protect.iter().all(Protect::is_monotone);
        let dissimilar = protect.iter().any(Protect::is_dissimilarity);
        // Of a population parts are cut, whatever else is asked.
        if protect.iter().any(|protect| protect.as_presence().is_some()) {
            return Self::Split;
        }
        if dissimilar || proximity > 1 && !monotone { Self::XColor } else { Self::Split }
    }

    /// Whether rows may be withheld so that others can be published.
    fn withholds(&self, protect: &[Protect]) -> bool {
        match self {
            Self::Split | Self::XColor | Self::Mondrian(_) => true,
            Self::Walk(_) => !protect.is_empty(),
            Self::Perturb | Self::Noise(_) | Self::Anatomy => false,
        }
    }
}

impl Method {
    /// What is done to the rows.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// Whether the algorithm is to run as its paper prints it, for comparison.
    pub fn is_printed(&self) -> bool {
        self.printed
    }

    /// The variant's word, where one was chosen.
    pub fn variant(&self) -> Option<&'static str> {
        match self.algorithm {
            Algorithm::Mondrian(Median::Relaxed) => Some("relaxed"),
            _ => self.printed.then_some("printed"),
        }
    }

    /// How long to look for a release that loses less; `None` lets the number of rows decide.
    pub fn effort(&self) -> Option<Effort> {
        self.effort
    }

    /// How long making a release may take.
    pub fn time_limit(&self) -> Option<TimeLimit> {
        self.time_limit
    }

    /// In a series: how far the cells of a group may widen for somebody new, as a share of the domains, if the policy says so.
    pub fn widen(&self) -> Option<Decimal> {
        self.widen
    }

    /// The largest share of tuples that may be withheld.
    pub fn suppress(&self) -> Decimal {
        self.suppress
    }

    /// Whether someone may know who is missing.
    pub fn absence(&self) -> Absence {
        self.absence.unwrap_or_default()
    }

    /// The same, where the policy says it in so many words.
    pub fn stated_absence(&self) -> Option<Absence> {
        self.absence
    }

    /// How many of so many rows may be withheld.
    pub fn may_withhold(&self, rows: usize) -> usize {
        let allowed = self.suppress.to_ratio().to_big() * Ratio::whole(rows as u64).to_big();
        allowed.to_integer().try_into().unwrap_or(0)
    }

    /// How many of them may be withheld so that what all rows cannot promise the others can: none, where someone may know who is
    /// missing.
    pub fn may_withhold_to_promise(&self, rows: usize) -> usize {
        match self.absence() {
            Absence::Known => 0,
            Absence::Unknown => self.may_withhold(rows),
        }
    }
}

/// Reads `[method]`, for a policy that protects these.
pub(super) fn check_method(section: &Section, protect: &[Protect]) -> Result<Method, PolicyError> {
    let fields = Fields::new(section, "[method]", &[METHOD])?;
    let efforts = Effort::ALL.map(|effort| (effort.name(), effort));
    let algorithm = check_algorithm(&fields, protect)?;
    let suppress = check_suppress(&fields, &algorithm, protect)?;
    let absence = check_absence(&fields, &algorithm, protect, suppress)?;
    let printed = check_printed(&fields, &algorithm, protect)?;
    let time_limit = check_time_limit(&fields)?;
    if time_limit.is_some() {
        refuse_limit(&fields, &algorithm, printed)?;
    }
    let widen = check_widen(&fields, &algorithm)?;
    Ok(Method { effort: fields.choice("effort", &efforts)?, algorithm, suppress, absence, printed, time_limit, widen })
}

fn check_widen(fields: &Fields<'_>, algorithm: &Algorithm) -> Result<Option<Decimal>, PolicyError> {
    let widen = fields.decimal("widen")?;
    let refuse = |message: String| Err(PolicyError::new(fields.place("widen"), message));
    if widen.is_some_and(Decimal::is_negative) {
        return refuse("`widen` must be a share of the domains that is not negative, such as \"0.1\"".to_owned());
    }
    if widen.is_some() && !matches!(algorithm, Algorithm::Split) {
        return refuse(format!(
            "algorithm = \"{}\" makes no series of releases, which `widen` is for; leave it out",
            algorithm.name()
        ));
    }
    Ok(widen)
}

/// Only a search can be ended sooner or later.
fn refuse_limit(fields: &Fields<'_>, algorithm: &Algorithm, printed: bool) -> Result<(), PolicyError> {
    let refuse = |message: String| Err(PolicyError::new(fields.place("time_limit"), message));
    match algorithm {
        _ if printed => {
            refuse("an algorithm as printed runs to its end; leave out `time_limit`, or variant".to_owned())
        }
        Algorithm::Walk(WalkRules { steps: Some(_), .. }) => {
            refuse("`steps` says how long to walk; leave out `time_limit`, or `steps`".to_owned())
        }
        Algorithm::Split | Algorithm::XColor | Algorithm::Walk(_) => Ok(()),
        other => refuse(format!(
            "algorithm = \"{}\" does not search, so that it cannot be ended sooner; leave out `time_limit`",
            other.name()
        )),
    }
}

fn check_algorithm(fields: &Fields<'_>, protect: &[Protect]) -> Result<Algorithm, PolicyError> {
    let names: Vec<(&str, &str)> = ALGORITHMS.iter().map(|&name| (name, name)).collect();
    let name = fields.choice("algorithm", &names)?;
    let noise = check_noise(fields, name)?;
    let (walk, median) = (check_walk(fields)?, check_median(fields, name)?);
    Ok(match (name, noise) {
        (None, _) => Algorithm::for_groups(protect),
        (Some("xcolor"), _) => Algorithm::XColor,
        (Some("mondrian"), _) => Algorithm::Mondrian(median),
        (Some("walk"), _) => Algorithm::Walk(walk),
        (Some("perturb"), _) => Algorithm::Perturb,
        (Some("anatomy"), _) => Algorithm::Anatomy,
        (Some("noise"), Some(rule)) => Algorithm::Noise(rule),
        (Some(_), _) => Algorithm::Split,
    })
}

fn check_median(fields: &Fields<'_>, name: Option<&str>) -> Result<Median, PolicyError> {
    let medians = [
        ("best", Median::Strict),
        ("printed", Median::Strict),
        ("strict", Median::Strict),
        ("relaxed", Median::Relaxed),
    ];
    let median = fields.choice("variant", &medians)?.unwrap_or(Median::Strict);
    if name != Some("mondrian") && matches!(fields.text("variant")?, Some("strict" | "relaxed")) {
        let message = "`variant` can be \"strict\" or \"relaxed\" only with algorithm = \"mondrian\"";
        return Err(PolicyError::new(fields.place("variant"), message));
    }
    Ok(median)
}

/// Only what has a paper that prints it can run as printed.
fn check_printed(fields: &Fields<'_>, algorithm: &Algorithm, protect: &[Protect]) -> Result<bool, PolicyError> {
    if fields.text("variant")? != Some("printed") {
        return Ok(false);
    }
    let refuse = |message: String| Err(PolicyError::new(fields.place("variant"), message));
    match algorithm {
        Algorithm::Walk(_) if !protect.is_empty() => {
            refuse("the walk as printed knows no groups: leave out [[protect]], or variant".to_owned())
        }
        Algorithm::Walk(_) if fields.has("ties") => {
            refuse("the walk as printed has its own ties: leave out `ties`, or variant".to_owned())
        }
        Algorithm::Split | Algorithm::XColor | Algorithm::Walk(_) => Ok(true),
        other => refuse(format!(
            "algorithm = \"{}\" has no variant = \"printed\"; it can be had with \"split\", \"xcolor\" and \"walk\"",
            other.name()
        )),
    }
}

fn check_suppress(fields: &Fields<'_>, algorithm: &Algorithm, protect: &[Protect]) -> Result<Decimal, PolicyError> {
    let share = fields.decimal("suppress")?.unwrap_or(Decimal::ZERO);
    let refuse = |message: String| Err(PolicyError::new(fields.place("suppress"), message));
    if share.is_negative() || share > Decimal::ONE {
        return refuse("`suppress` must be a share from 0 to 1, such as \"0.01\"".to_owned());
    }
    if share > Decimal::ZERO && !algorithm.withholds(protect) {
        return refuse(format!("algorithm = \"{}\" withholds no rows; leave out `suppress`", algorithm.name()));
    }
    Ok(share)
}

fn check_absence(
    fields: &Fields<'_>,
    algorithm: &Algorithm,
    protect: &[Protect],
    suppress: Decimal,
) -> Result<Option<Absence>, PolicyError> {
    let words = [Absence::Known, Absence::Unknown].map(|absence| (absence.name(), absence));
    let stated = fields.choice("absence", &words)?;
    let absence = stated.unwrap_or_default();
    if absence == Absence::Unknown && !algorithm.withholds(protect) {
        let message = format!("algorithm = \"{}\" withholds no rows; leave out `absence`", algorithm.name());
        return Err(PolicyError::new(fields.place("absence"), message));
    }
    if absence == Absence::Known && suppress > Decimal::ZERO && matches!(algorithm, Algorithm::Walk(_)) {
        let message = "a walk withholds rows only with absence = \"unknown\", the assumption that nobody knows who is in the \
                       table; write it, or leave out `suppress`";
        return Err(PolicyError::new(fields.place("suppress"), message));
    }
    Ok(stated)
}
