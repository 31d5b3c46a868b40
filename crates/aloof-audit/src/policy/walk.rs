//! `[method] algorithm = "walk"` and `[[preserve]]`: what a walk keeps, how it is cut, when it is refused.

use aloof_table::Decimal;

use super::fields::{Fields, wrong};
use super::keys::PRESERVE;
use super::{Item, Located, Place, PolicyError, Section};

/// How columns are walked.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkRules {
    /// Rows, or with `sorted` distinct values, that are walked together.
    pub segment: u32,
    /// Segments are runs of neighbouring values; else of neighbouring rows.
    pub sorted: bool,
    /// The share of localities that is kept.
    pub properties: Decimal,
    /// Equal values may part, and localities with two equal sides are not kept. `None`: only where a column would else go
    /// up and down as one.
    pub relax: Option<bool>,
    /// The least mean distance from the original, as a share of the domain.
    pub min_shift: Decimal,
    /// The largest share of values that may be published as they were.
    pub max_unchanged: Decimal,
    /// So many steps; `None`: until chains agree.
    pub steps: Option<u32>,
    /// As the paper prints it.
    pub printed: bool,
}

/// What is kept beside localities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// The order of all values of a segment.
    Order,
    /// The sum of a segment.
    Sum,
    /// The mean of a segment.
    Mean,
    /// The ratio of neighbouring values.
    Ratio,
    /// Inequalities from a file.
    Linear,
}

/// One `[[preserve]]`.
#[derive(Clone, Debug)]
pub struct PreserveRule {
    pub(crate) property: Property,
    /// The columns it is about; all that are walked when empty.
    pub(crate) columns: Vec<String>,
    pub(crate) tolerance: Decimal,
    pub(crate) file: Option<String>,
    pub(crate) place: Place,
}

impl PreserveRule {
    /// What is kept.
    pub fn property(&self) -> Property {
        self.property
    }

    /// The columns it is about; all that are walked when empty.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// How far it may be off: of sums and means a number, of ratios a share.
    pub fn tolerance(&self) -> Decimal {
        self.tolerance
    }

    /// The file of inequalities, named relative to the policy.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Where it is asked for.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

/// Reads the keys of `[method]` that are about walks.
pub(super) fn check_walk(fields: &Fields<'_>) -> Result<WalkRules, PolicyError> {
    let share = |key: &str, otherwise: &str| -> Result<Decimal, PolicyError> {
        let share = fields.decimal(key)?.unwrap_or_else(|| otherwise.parse().expect("a decimal"));
        if share.is_negative() || share > Decimal::ONE {
            let message = format!("`{key}` must be a share from 0 to 1, such as \"{otherwise}\"");
            return Err(PolicyError::new(fields.place(key), message));
        }
        Ok(share)
    };
    let segment = fields.whole("segment")?.unwrap_or(100);
    if !(3..=1000).contains(&segment) {
        return Err(PolicyError::new(fields.place("segment"), "`segment` must be from 3 to 1000, such as 100"));
    }
    Ok(WalkRules {
        segment,
        sorted: fields.choice("segments", &[("rows", false), ("sorted", true)])?.unwrap_or(false),
        properties: share("properties", "0.05")?,
        relax: fields.choice("ties", &[("collapse", false), ("relax", true)])?,
        min_shift: share("min_shift", "0.01")?,
        max_unchanged: share("max_unchanged", "0.25")?,
        steps: check_steps(fields)?,
        printed: fields.text("variant")? == Some("printed"),
    })
}

fn check_steps(fields: &Fields<'_>) -> Result<Option<u32>, PolicyError> {
    match fields.item("steps") {
        None => Ok(None),
        Some(Located { value: Item::Text(text), .. }) if text == "auto" => Ok(None),
        Some(item) => match fields.whole("steps")? {
            Some(steps @ 1..=1_000_000) => Ok(Some(steps)),
            _ => Err(PolicyError::new(item.place.clone(), "`steps` must be \"auto\" or a number from 1 to 1000000")),
        },
    }
}

/// Reads all `[[preserve]]`.
pub(super) fn check_preserve(item: Option<&Located<Item>>) -> Result<Vec<PreserveRule>, PolicyError> {
    let Some(item) = item else { return Ok(Vec::new()) };
    let Item::List(items) = &item.value else { return Err(wrong("preserve", item, "a list of tables: [[preserve]]")) };
    let one = |item: &Located<Item>| match &item.value {
        Item::Section(section) => check_one(section),
        _ => Err(wrong("preserve", item, "a list of tables: [[preserve]]")),
    };
    items.iter().map(one).collect()
}

fn check_one(section: &Section) -> Result<PreserveRule, PolicyError> {
    let fields = Fields::new(section, "[[preserve]]", &[PRESERVE])?;
    let known = [
        ("order", Property::Order),
        ("sum", Property::Sum),
        ("mean", Property::Mean),
        ("ratio", Property::Ratio),
        ("linear", Property::Linear),
    ];
    let property = fields.need("property", fields.choice("property", &known)?, "property = \"mean\"")?;
    let tolerance = fields.decimal("tolerance")?;
    if tolerance.is_some_and(Decimal::is_negative) {
        return Err(PolicyError::new(fields.place("tolerance"), "`tolerance` must not be negative"));
    }
    if property == Property::Ratio && tolerance.is_some_and(|share| share >= Decimal::ONE) {
        return Err(PolicyError::new(fields.place("tolerance"), "`tolerance` of ratios must be a share below 1"));
    }
    let file = fields.text("file")?.map(str::to_owned);
    if property == Property::Linear {
        fields.need("file", file.as_ref(), "file = \"inequalities.csv\"")?;
    } else if file.is_some() {
        return Err(PolicyError::new(fields.place("file"), "`file` goes with property = \"linear\""));
    }
    Ok(PreserveRule {
        property,
        columns: fields.texts("columns")?.unwrap_or_default(),
        tolerance: tolerance.unwrap_or(Decimal::ZERO),
        file,
        place: section.place().clone(),
    })
}
