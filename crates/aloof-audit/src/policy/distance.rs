//! `distance = { kind = "l1", … }`: how far two sensitive values are apart.

use std::path::PathBuf;

use aloof_principles::Reads;
use aloof_principles::similarity::{DistanceSpec, ShareSpec};
use aloof_table::Decimal;

use super::error::suggest;
use super::fields::{Fields, wrong};
use super::keys::{DISTANCE, DISTANCES, PART};
use super::{Demand, Item, Located, Policy, PolicyError, Section};

/// A distance as the policy says it; what the data must add is not there yet.
#[derive(Clone, Debug)]
pub(crate) struct DistanceWords {
    pub kind: &'static str,
    pub weights: Vec<Decimal>,
    pub scale: Option<&'static str>,
    pub matrix: Option<Located<PathBuf>>,
    pub parts: Vec<PartWords>,
}

/// One of the distances that `sum` and `max` put together.
#[derive(Clone, Debug)]
pub(crate) struct PartWords {
    /// Places among the sensitive columns.
    pub columns: Vec<usize>,
    pub weight: Decimal,
    pub words: DistanceWords,
}

impl DistanceWords {
    /// Whether it is put together from others.
    pub fn is_composite(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The first of the `columns` columns it is over whose differences are divided by a range that is `open`, told the column and
    /// the scale.
    fn scaled_by(&self, columns: usize, open: &dyn Fn(usize, &str) -> bool) -> Option<usize> {
        if self.is_composite() {
            return self.parts.iter().find_map(|part| {
                let in_part = |at: usize, scale: &str| open(part.columns[at], scale);
                part.words.scaled_by(part.columns.len(), &in_part).map(|at| part.columns[at])
            });
        }
        let scale = self.scale?;
        (0..columns).find(|&at| open(at, scale))
    }

    /// The files it names, in its parts too.
    pub fn files(&self) -> Vec<&PathBuf> {
        let parts = self.parts.iter().flat_map(|part| part.words.files());
        self.matrix.iter().map(|file| &file.value).chain(parts).collect()
    }

    /// What it looks at in the sensitive columns. A matrix, which comes with the data, is one of labels.
    pub fn reads(&self) -> Reads {
        self.spec().check().map_or(Reads::Values, |distance| distance.reads())
    }
}

/// Reads a distance over these columns.
pub(super) fn check_distance(section: &Section, columns: &[String]) -> Result<DistanceWords, PolicyError> {
    let fields = Fields::new(section, "distance", &[DISTANCE])?;
    let parts = check_parts(&fields, columns)?;
    check_one(&fields, columns.len(), parts)
}

/// Reads the parts of `sum` and `max`.
fn check_parts(fields: &Fields<'_>, columns: &[String]) -> Result<Vec<PartWords>, PolicyError> {
    let Some(item) = fields.item("parts") else { return Ok(Vec::new()) };
    let wanted = "a list of tables such as [{ kind = \"l1\", columns = [\"income\"] }]";
    let Item::List(items) = &item.value else { return Err(wrong("parts", item, wanted)) };
    let part = |(at, item): (usize, &Located<Item>)| {
        let Item::Section(section) = &item.value else { return Err(wrong("parts", item, wanted)) };
        let fields = Fields::new(section, "part of distance", &[PART])?;
        let columns = check_columns(&fields, at, columns)?;
        let words = check_one(&fields, columns.len(), Vec::new())?;
        Ok(PartWords { columns, weight: fields.decimal("weight")?.unwrap_or(Decimal::ONE), words })
    };
    items.iter().enumerate().map(part).collect()
}

/// The places of a part's columns among the sensitive ones.
fn check_columns(fields: &Fields<'_>, at: usize, columns: &[String]) -> Result<Vec<usize>, PolicyError> {
    let Some(names) = fields.texts("columns")? else {
        let missing =
            || PolicyError::new(fields.place("kind"), "say which columns this part is about: columns = [\"…\"]");
        return if at < columns.len() { Ok(vec![at]) } else { Err(missing()) };
    };
    let place = |name: &String| {
        columns.iter().position(|other| other == name).ok_or_else(|| {
            let hint = suggest(name, columns.iter().map(String::as_str));
            PolicyError::new(fields.place("columns"), format!("`{name}` is not among the protected columns{hint}"))
        })
    };
    names.iter().map(place).collect()
}

fn check_one(fields: &Fields<'_>, parts: usize, shares: Vec<PartWords>) -> Result<DistanceWords, PolicyError> {
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
    if matches!(kind, "sum" | "max") == shares.is_empty() {
        let message =
            "kind = \"sum\" and kind = \"max\" go together with parts = [{ kind = \"l1\", … }, …], and only they";
        return Err(PolicyError::new(fields.place("kind"), message));
    }
    let words = DistanceWords { kind, weights, scale: scale.flatten(), matrix, parts: shares };
    check_words(fields, &words)?;
    Ok(words)
}

/// Weights and the like are checked where distances are made; a matrix is only there with the data.
fn check_words(fields: &Fields<'_>, words: &DistanceWords) -> Result<(), PolicyError> {
    let has_matrix = |words: &DistanceWords| words.kind == "matrix";
    if has_matrix(words) || words.parts.iter().any(|part| has_matrix(&part.words)) {
        return Ok(());
    }
    let made = words.spec().check();
    made.map(|_| ()).map_err(|error| PolicyError::new(fields.place(error.parameter), error.to_string()))
}

impl DistanceWords {
    /// What is said of the distance itself; what the data must add is not there yet.
    pub fn spec(&self) -> DistanceSpec {
        let part = |part: &PartWords| ShareSpec {
            columns: part.columns.clone(),
            weight: part.weight,
            distance: part.words.spec(),
        };
        DistanceSpec {
            weights: self.weights.clone(),
            scale: self.scale.map(str::to_owned),
            parts: self.parts.iter().map(part).collect(),
            ..DistanceSpec::kind(self.kind)
        }
    }
}

impl Policy {
    /// A protected column whose differences are divided by its range in the data: its distance is scaled by that, or by a domain
    /// that is not declared. Of two tables that hold other people its values may then lie at other distances.
    #[doc(hidden)]
    pub fn scaled_by_data(&self, is_number: impl Fn(&str) -> bool) -> Option<&str> {
        self.protect.iter().find_map(|protect| {
            let Demand::Dissimilarity { distance, .. } = &protect.demand else { return None };
            let name = |at: usize| protect.sensitive[at].as_str();
            let has_domain = |at: usize| self.column(name(at)).is_some_and(|column| column.domain.is_some());
            let open = |at: usize, scale: &str| is_number(name(at)) && (scale == "range" || !has_domain(at));
            distance.scaled_by(protect.sensitive.len(), &open).map(name)
        })
    }
}
