//! What a policy may say of a quasi column alone: `weight`, how much its loss counts, `order`, its labels as a line, and
//! `suppress_cells`, how many of its cells may be left out.

use aloof_table::{Decimal, Kind};

use super::fields::{Fields, wrong};
use super::{Item, Located, PolicyError, Role};

/// Beyond this, the other columns would not count at all.
const HEAVIEST: i64 = 1_000_000;

/// Reads `weight = "2"`.
pub(super) fn check_weight(fields: &Fields<'_>, role: Role) -> Result<Option<Decimal>, PolicyError> {
    let Some(weight) = fields.decimal("weight")? else { return Ok(None) };
    only_quasi(fields, "weight", role)?;
    if weight <= Decimal::ZERO || weight > Decimal::from(HEAVIEST) {
        let message = format!("`weight` must be above 0 and at most {HEAVIEST}, such as \"2\"");
        return Err(PolicyError::new(fields.place("weight"), message));
    }
    Ok(Some(weight))
}

/// Reads `order = ["none", "primary", "secondary"]`.
pub(super) fn check_order(
    fields: &Fields<'_>,
    role: Role,
    kind: Option<Kind>,
) -> Result<Option<Located<Vec<String>>>, PolicyError> {
    let Some(item) = fields.item("order") else { return Ok(None) };
    let refuse = |message: String| Err(PolicyError::new(item.place.clone(), message));
    if !matches!(item.value, Item::List(_)) {
        return Err(wrong("order", item, "a list of labels such as [\"low\", \"middle\", \"high\"]"));
    }
    let labels = fields.texts("order")?.unwrap_or_default();
    only_quasi(fields, "order", role)?;
    if fields.has("hierarchy") {
        return refuse("`order` and `hierarchy` do not go together: labels lie on a line or in a tree".to_owned());
    }
    if kind.is_some_and(|kind| kind != Kind::Label) {
        return refuse("`order` is for labels; numbers and dates have their own order, so leave it out".to_owned());
    }
    if labels.is_empty() {
        return refuse("`order` names no label".to_owned());
    }
    if let Some(twice) = labels.iter().enumerate().find_map(|(at, label)| labels[..at].contains(label).then_some(label))
    {
        return refuse(format!("`order` names `{twice}` twice"));
    }
    if let Some(label) = labels.iter().find(|label| cannot_be_told(label)) {
        return refuse(format!(
            "`order` names `{label}`, which could not be read back from a set such as {{low|middle}}: a label there has no \
             bar, no blank at either end, and does not end in a star"
        ));
    }
    Ok(Some(Located { value: labels, place: item.place.clone() }))
}

/// Reads `suppress_cells = "0.02"`.
pub(super) fn check_suppress_cells(fields: &Fields<'_>, role: Role) -> Result<Option<Located<Decimal>>, PolicyError> {
    let Some(share) = fields.decimal("suppress_cells")? else { return Ok(None) };
    only_quasi(fields, "suppress_cells", role)?;
    let place = fields.place("suppress_cells");
    if share < Decimal::ZERO || share > Decimal::ONE {
        let message = "`suppress_cells` must be a share of the column's cells from 0 to 1, such as \"0.02\"";
        return Err(PolicyError::new(place, message));
    }
    Ok(Some(Located { value: share, place }))
}

fn only_quasi(fields: &Fields<'_>, key: &str, role: Role) -> Result<(), PolicyError> {
    if role == Role::Quasi {
        return Ok(());
    }
    let message = format!("`{key}` is for quasi columns, and this one has the role `{}`", role.name());
    Err(PolicyError::new(fields.place(key), message))
}

fn cannot_be_told(label: &str) -> bool {
    label.is_empty() || label.contains('|') || label.trim() != label || label.ends_with('*')
}
