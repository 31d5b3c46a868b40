//! A policy with every default applied: what other doors plan by, so that none of them reads a policy in its own way.
//!
//! [`Policy::resolved`] says of every column what it is, of every protection what it asks and which values must not stand
//! together, of the method and the output what they will be. Numbers are texts, exact: decimals (`"0.125"`) where a person
//! typed them, fractions (`"9/7"`) where they were computed.

use aloof_io::Encoding;
use aloof_principles::proximity::{Apart, Form, Join};
use aloof_principles::{Needs, Point, Rule};
use aloof_table::{Coding, Decimal, Kind, Ratio, Steps};
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use super::columns::{ColumnRule, HierarchyFrom, Undeclared};
use super::missing::Missing;
use super::protect::{Demand, Protect, View};
use super::{Algorithm, Effort, Median, Method, NoiseRule, Output, Policy, WalkRules};

/// A policy with every default applied.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Resolved {
    /// In the order of the policy.
    pub columns: Vec<ResolvedColumn>,
    /// What happens to columns that are not named: `error` or `drop`.
    pub undeclared: &'static str,
    /// In the order of the policy.
    pub protect: Vec<ResolvedProtect>,
    /// How a release is made.
    pub method: ResolvedMethod,
    /// What it looks like.
    pub output: ResolvedOutput,
    /// How the data are read.
    pub input: ResolvedInput,
}

/// What a column is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedColumn {
    /// Its name in the data.
    pub name: String,
    /// The policy's word for what it is.
    pub role: &'static str,
    /// `number`, `date` or `label`; `None`: the data say it.
    #[serde(rename = "type")]
    pub kind: Option<&'static str>,
    /// Where its hierarchy comes from.
    pub hierarchy: Option<ResolvedHierarchy>,
    /// Its labels from one end to the other, if they lie on a line.
    pub order: Option<Vec<String>>,
    /// How its values are coded: ends, width and classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coding: Option<ResolvedCoding>,
    /// The share of its cells that may be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppress_cells: Option<String>,
    /// Lowest and highest value, declared; dates as day numbers.
    pub domain: Option<[String; 2]>,
    /// Its decimal sign in the data, if it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// How its dates are written in the data, if it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Whether a column about the sample is published.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub publish: bool,
    /// How much its loss counts.
    pub weight: String,
    /// What a missing value means: `value`, `error`, `drop` or `publish`.
    pub missing: &'static str,
    /// What a published missing value is similar to, where that is not nothing: `itself` or `everything`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similar: Option<&'static str>,
    /// Texts that mean a missing value in it, beside those of all columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_codes: Vec<String>,
}

/// How the values of a column are coded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ResolvedCoding {
    /// From here on values are not told apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<String>,
    /// Up to here values are not told apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bottom: Option<String>,
    /// The width of classes, or what is rounded to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// Where classes begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
}

impl From<&Coding> for ResolvedCoding {
    fn from(coding: &Coding) -> Self {
        let text = |value: &Decimal| coding.end_text(*value);
        let (round, classes) = match &coding.steps {
            Steps::Each if coding.days && coding.is_none() => (Some("day".to_owned()), Vec::new()),
            Steps::Each => (None, Vec::new()),
            Steps::Width(width) => (Some(text(width)), Vec::new()),
            Steps::Calendar(level) => (Some(level.name().to_owned()), Vec::new()),
            Steps::Bounds(bounds) => (None, bounds.iter().map(text).collect()),
        };
        Self { top: coding.top.as_ref().map(text), bottom: coding.bottom.as_ref().map(text), round, classes }
    }
}

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ResolvedHierarchy {
    /// A file, named relative to the policy.
    File {
        /// Its name.
        file: String,
    },
    /// Characters are hidden from the right.
    Prefix,
    /// A value or `*`.
    Suppress,
    /// Nested intervals.
    Intervals {
        /// Of each level.
        widths: Vec<String>,
        /// Where counting starts.
        origin: String,
    },
    /// Parts of the calendar.
    Calendar {
        /// From the smallest to the largest.
        levels: Vec<&'static str>,
    },
}

/// What a protection asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedProtect {
    /// The principle's name.
    pub principle: &'static str,
    /// The columns that it protects, together; none where people are counted.
    pub sensitive: Vec<String>,
    /// The view it must hold in: what the adversary knows.
    pub view: &'static str,
    /// Its parameters by the policy's words, defaults included.
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// What must be known to judge a group: `group-only`, `range` or `totals`.
    pub needs: &'static str,
    /// Whether a union of groups that hold always holds.
    pub monotone: bool,
    /// No group of fewer rows can hold.
    pub least_rows: u32,
    /// Whether the sensitive column must hold numbers or dates.
    pub needs_numbers: bool,
    /// The share of a group that near values may have: one in so many. Only where windows say what can be had.
    pub one_in: Option<u32>,
    /// Which values are near, by view. Only where windows say what can be had.
    pub windows: Vec<ResolvedWindow>,
}

/// Which two values are near enough that a group holds at most one in m of such.
///
/// A table can be grouped for the group view exactly when no window of that view holds more than one row in m; where none of
/// the window of another view does, the promise holds in that view too, however groups lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedWindow {
    /// The view it is for.
    pub view: &'static str,
    /// Near are values at most so far apart.
    pub length: Option<String>,
    /// Near are positive values of which the larger is at most so many times the smaller.
    pub ratio: Option<String>,
}

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

/// What a release looks like.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedOutput {
    /// `csv` or `parquet`.
    pub format: &'static str,
    /// Whether group numbers are published.
    pub group_ids: bool,
    /// `text` or `bounds`.
    pub intervals: &'static str,
    /// `escape`, or `keep`, which goes without saying.
    #[serde(skip_serializing_if = "is_keep")]
    pub formulas: &'static str,
}

fn is_keep(formulas: &&'static str) -> bool {
    *formulas == "keep"
}

/// How the data are read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedInput {
    /// Of CSV files; `None`: found by looking.
    pub delimiter: Option<String>,
    /// Texts that mean a missing value, beside the empty one.
    pub missing: Vec<String>,
    /// `people` or `records`; `None`: not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<&'static str>,
    /// The column that says who a row is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Of text files; `None`: found by looking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// The decimal sign where a column can be read in two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// How dates are written where a column can be read in two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

impl Policy {
    /// The same policy with every default applied.
    pub fn resolved(&self) -> Resolved {
        Resolved {
            columns: self.columns.iter().map(|rule| column(rule, self.missing_in(rule))).collect(),
            undeclared: match self.undeclared {
                Undeclared::Error => "error",
                Undeclared::Drop => "drop",
            },
            protect: self.protect.iter().map(Protect::resolved).collect(),
            method: method(&self.method, &self.protect),
            output: output(self.output),
            input: ResolvedInput {
                delimiter: self.input.delimiter.map(|byte| char::from(byte).to_string()),
                missing: self.input.missing.clone(),
                rows: self.input.rows.map(super::RowsAre::name),
                person: self.input.person.clone(),
                encoding: self.input.encoding.map(Encoding::name),
                decimal: self.input.writing.decimal.map(|sign| sign.character().to_string()),
                date: self.input.writing.date.map(|pattern| pattern.to_string()),
            },
        }
    }
}

fn column(rule: &ColumnRule, missing: Missing) -> ResolvedColumn {
    ResolvedColumn {
        name: rule.name.clone(),
        role: rule.role.name(),
        kind: rule.kind.map(|kind| match kind {
            Kind::Number => "number",
            Kind::Date => "date",
            Kind::Label => "label",
        }),
        hierarchy: rule.hierarchy.as_ref().map(|from| hierarchy(&from.value)),
        order: rule.order().map(<[String]>::to_vec),
        coding: rule.coding().map(ResolvedCoding::from),
        suppress_cells: rule.suppress_cells().map(|share| share.to_string()),
        domain: rule.domain.map(|(low, high)| [low.to_string(), high.to_string()]),
        decimal: rule.writing.decimal.map(|sign| sign.character().to_string()),
        date: rule.writing.date.map(|pattern| pattern.to_string()),
        publish: rule.publish,
        weight: rule.weight.unwrap_or(Decimal::ONE).to_string(),
        missing: missing.name(),
        similar: missing.similar_to(),
        missing_codes: rule.missing_codes().to_vec(),
    }
}

fn hierarchy(from: &HierarchyFrom) -> ResolvedHierarchy {
    match from {
        HierarchyFrom::File(path) => ResolvedHierarchy::File { file: path.display().to_string() },
        HierarchyFrom::Prefix => ResolvedHierarchy::Prefix,
        HierarchyFrom::Calendar { levels } => {
            ResolvedHierarchy::Calendar { levels: levels.iter().map(|level| level.name()).collect() }
        }
        HierarchyFrom::Suppress => ResolvedHierarchy::Suppress,
        HierarchyFrom::Intervals { widths, origin } => ResolvedHierarchy::Intervals {
            widths: widths.iter().map(Decimal::to_string).collect(),
            origin: origin.to_string(),
        },
    }
}

fn method(method: &Method, protect: &[Protect]) -> ResolvedMethod {
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

fn output(output: Output) -> ResolvedOutput {
    ResolvedOutput {
        format: output.format.name(),
        group_ids: output.group_ids,
        intervals: if output.bounds { "bounds" } else { "text" },
        formulas: if output.escapes() { "escape" } else { "keep" },
    }
}

impl Protect {
    /// Which values are near in this view, and the number that the promise is about; `None` where windows do not say what
    /// can be had.
    #[doc(hidden)]
    pub fn window(&self, view: View) -> Option<(Form, Ratio, u32)> {
        if let Some(same) = self.as_epsilon_m() {
            let apart = match view {
                View::Group => Apart::InGroup,
                View::Candidates | View::Register => Apart::InMixture,
            };
            let (form, epsilon) = Form::of(same.neighbourhood(), apart);
            return Some((form, epsilon, same.m()));
        }
        match &self.demand {
            // Any centre: whatever holds for every group holds for their mixtures.
            Demand::Ready(Rule::DeltaL(rule)) => Some((Form::Apart { times: 1 }, rule.length().to_ratio(), rule.l())),
            _ => None,
        }
    }

    fn resolved(&self) -> ResolvedProtect {
        let windows = View::ALL.into_iter().filter_map(|view| {
            let (form, epsilon, _) = self.window(view)?;
            let (length, ratio) = lengths(form, &epsilon);
            Some(ResolvedWindow { view: view.name(), length, ratio })
        });
        ResolvedProtect {
            principle: self.principle,
            sensitive: self.sensitive.clone(),
            view: self.view.name(),
            parameters: parameters(&self.demand),
            needs: match self.needs() {
                Needs::GroupOnly => "group-only",
                Needs::Range => "range",
                Needs::Totals => "totals",
                Needs::Groups => "groups",
                Needs::Population => "population",
                Needs::History => "history",
            },
            monotone: self.is_monotone(),
            least_rows: self.least_rows(),
            needs_numbers: self.needs_numbers(),
            one_in: self.window(self.view).map(|(_, _, one_in)| one_in),
            windows: windows.collect(),
        }
    }
}

/// A window's length, or its ratio.
fn lengths(form: Form, epsilon: &Ratio) -> (Option<String>, Option<String>) {
    if let Form::Apart { times } = form {
        let epsilon = epsilon.to_big();
        let length = Ratio::big(epsilon.numer() * BigInt::from(times), epsilon.denom().clone());
        return (Some(length.to_string()), None);
    }
    match form.join(epsilon, 0) {
        Join::Ratio { most, least, .. } => (None, Some(Ratio::big(most, least).to_string())),
        Join::Within(_) => (None, None),
    }
}

/// Parameters by the policy's words: whole numbers as numbers, decimals as texts.
fn parameters(demand: &Demand) -> serde_json::Map<String, serde_json::Value> {
    let text = |value: Decimal| serde_json::Value::from(value.to_string());
    let mut found = serde_json::Map::new();
    let mut say = |key: &str, value: serde_json::Value| {
        found.insert(key.to_owned(), value);
    };
    match demand {
        Demand::HierarchicalCloseness(t) => {
            say("t", text(*t));
            say("ground", "hierarchical".into());
        }
        Demand::Dissimilarity { distance, epsilon, delta, k, shape } => {
            say("distance", distance.kind.into());
            say("epsilon", text(*epsilon));
            say("delta", text(*delta));
            say("k", (*k).into());
            say("shape", shape.name().into());
        }
        Demand::Ready(rule) => match rule {
            Rule::EpsilonM(rule) => {
                let near = rule.neighbourhood();
                if let Some(share) = near.share() {
                    say("relative", text(share));
                } else if let Some((below, above)) = near.lengths() {
                    say("below", text(below));
                    say("above", text(above));
                }
                say("m", rule.m().into());
            }
            Rule::DeltaL(rule) => {
                say("delta", text(rule.delta()));
                say("l", rule.l().into());
                say("reading", rule.reading().name().into());
            }
            // A view is not a parameter: policies hold the rule that it is a view of. Nor is what columns say of missing values.
            Rule::CountingMissing(_) => {}
            Rule::Register(rule) => say("m", rule.m().into()),
            Rule::Dissimilarity(rule) => say("k", rule.k().into()),
            Rule::KAnonymity(rule) => say("k", rule.k().into()),
            Rule::Distinct(rule) => {
                say("kind", "distinct".into());
                say("l", rule.l().into());
            }
            Rule::Frequency(rule) => {
                say("kind", "frequency".into());
                say("l", text(rule.l()));
            }
            Rule::Entropy(rule) => {
                say("kind", "entropy".into());
                say("l", text(rule.l()));
            }
            Rule::Recursive(rule) => {
                say("kind", "recursive".into());
                say("c", text(rule.c()));
                say("l", rule.l().into());
            }
            Rule::AlphaK(rule) => {
                say("alpha", text(rule.alpha()));
                say("k", rule.k().into());
            }
            Rule::KE(rule) => {
                say("k", rule.k().into());
                say("e", text(rule.e()));
            }
            Rule::Variance(rule) => say("v", text(rule.v())),
            Rule::TCloseness(rule) => {
                say("t", text(rule.t()));
                say("ground", rule.ground().name().into());
            }
            Rule::BetaLikeness(rule) => {
                say("beta", text(rule.beta()));
                say("kind", if rule.is_enhanced() { "enhanced" } else { "basic" }.into());
            }
            Rule::CKSafety(rule) => {
                say("c", text(rule.c()));
                say("k", rule.k().into());
                if let Some(epsilon) = rule.epsilon() {
                    say("epsilon", text(epsilon));
                }
            }
            Rule::Presence(rule) => {
                say("low", text(rule.low()));
                say("high", text(rule.high()));
            }
            Rule::MInvariance(rule) => {
                say("m", rule.m().into());
                if let Some(epsilon) = rule.epsilon() {
                    say("absolute", text(epsilon));
                }
            }
            Rule::Skyline(rule) => {
                let point = |point: &Point| serde_json::json!({ "l": point.l(), "k": point.k(), "m": point.m(), "c": point.c().to_string() });
                say("points", rule.points().iter().map(point).collect());
            }
        },
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str) -> Resolved {
        let columns = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n";
        Policy::from_toml(&format!("{columns}{text}"), "aloof.toml").expect("a policy").resolved()
    }

    fn protect(words: &str) -> ResolvedProtect {
        resolved(&format!("[[protect]]\n{words}\n")).protect.remove(0)
    }

    fn windows(words: &str) -> Vec<(&'static str, String)> {
        let text = |window: ResolvedWindow| (window.view, window.length.or(window.ratio).expect("one of them"));
        protect(words).windows.into_iter().map(text).collect()
    }

    #[test]
    fn windows_are_exact_in_every_view() {
        // What is certain in the candidates view is what the register view asks.
        let all = |group: &str, mixed: &str| {
            [("group", group), ("candidates", mixed), ("register", mixed)]
                .map(|(view, length)| (view, length.to_owned()))
                .to_vec()
        };
        assert_eq!(windows("principle = \"epsilon-m\"\nabsolute = \"0.1\"\nm = 2"), all("1/10", "1/5"));
        assert_eq!(
            windows("principle = \"epsilon-m\"\nbelow = \"20\"\nabove = \"10000\"\nm = 2"),
            all("10000", "10020")
        );
        assert_eq!(windows("principle = \"epsilon-m\"\nrelative = \"0.125\"\nm = 2"), all("8/7", "9/7"));
        assert_eq!(windows("principle = \"delta-l\"\ndelta = \"7.5\"\nl = 2"), all("15", "30"));
        let any = "principle = \"delta-l\"\ndelta = \"7.5\"\nl = 2\nreading = \"any-centre\"";
        assert_eq!(windows(any), all("15", "15"));
        assert!(windows("principle = \"k-anonymity\"\nk = 2").is_empty());
    }

    #[test]
    fn defaults_are_applied() {
        let all = resolved("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\n");
        assert_eq!((all.protect[0].view, all.protect[0].sensitive[0].as_str()), ("register", "pay"));
        assert!(all.protect[0].monotone);
        assert_eq!((all.columns[0].missing, all.columns[1].missing), ("value", "error"));
        assert_eq!((all.columns[0].weight.as_str(), all.undeclared), ("1", "error"));
        assert_eq!((all.method.algorithm.as_deref(), all.method.suppress.as_str()), (Some("split"), "0"));
        assert_eq!((all.output.format, all.output.group_ids, all.output.intervals), ("csv", false, "text"));
        // A promise about groups that are known: they are told apart.
        let known = resolved("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\nview = \"group\"\n");
        assert!(known.output.group_ids);
        let counted = resolved("[[protect]]\nprinciple = \"k-anonymity\"\nk = 3\nview = \"group\"\n");
        assert!(!counted.output.group_ids);
    }

    #[test]
    fn several_proximity_principles_are_coloured() {
        let near = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\n";
        let weaker = format!("{near}view = \"candidates\"\n");
        assert_eq!(resolved(&format!("{weaker}{weaker}")).method.algorithm.as_deref(), Some("xcolor"));
        // In the register view they are monotone: one is dealt by, the other asked of every group.
        assert_eq!(resolved(&format!("{near}{near}")).method.algorithm.as_deref(), Some("split"));
        let far = "[[protect]]\nprinciple = \"dissimilarity\"\ndistance = { kind = \"l1\" }\nepsilon = \"1\"\ndelta = \"0.5\"\nk = 4\n";
        assert_eq!(resolved(far).method.algorithm.as_deref(), Some("xcolor"));
        let any = "[[protect]]\nprinciple = \"delta-l\"\ndelta = \"5\"\nl = 3\nreading = \"any-centre\"\n";
        assert_eq!(resolved(any).method.algorithm.as_deref(), Some("split"));
        assert_eq!(resolved("").method.algorithm, None);
    }

    #[test]
    fn groups_have_a_least_size() {
        let least = |words: &str| protect(words).least_rows;
        assert_eq!(least("principle = \"l-diversity\"\nkind = \"entropy\"\nl = \"2.5\""), 3);
        assert_eq!(least("principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 7"), 7);
        assert_eq!(least("principle = \"t-closeness\"\nt = \"0.2\""), 1);
    }

    #[test]
    fn what_is_compared_with_the_whole_table_says_so() {
        let needs = |words: &str| protect(words).needs;
        assert_eq!(needs("principle = \"t-closeness\"\nt = \"0.2\""), "totals");
        assert_eq!(needs("principle = \"beta-likeness\"\nbeta = \"2\""), "totals");
        assert_eq!(needs("principle = \"k-anonymity\"\nk = 2"), "group-only");
        assert_eq!(needs("principle = \"c-k-safety\"\nc = \"0.5\"\nk = 1"), "groups");
        assert_eq!(needs("principle = \"skyline\"\npoints = [{ k = 2, c = \"0.5\" }]"), "groups");
    }
}
