//! Cells that are left out, `suppress_cells`: which policies can ask for it.
//!
//! Rows are parted by what a cell would show, and every part is grouped by itself. That finds groups wherever a part as one group keeps
//! what is asked and unions of groups keep it, too, and where nothing but a group's own rows decides about it.

use aloof_principles::Needs;
use aloof_table::Decimal;

use super::method::{Algorithm, Method};
use super::{ColumnRule, PolicyError, Protect};

/// Refuses `suppress_cells` beside what it does not go with.
pub(super) fn check(columns: &[ColumnRule], protect: &[Protect], method: &Method) -> Result<(), PolicyError> {
    let Some((rule, share)) = columns.iter().find_map(|rule| Some((rule, rule.suppress_cells.as_ref()?))) else {
        return Ok(());
    };
    let no = |why: String| Err(PolicyError::new(share.place.clone(), format!("column `{}`: {why}", rule.name())));
    if !matches!(method.algorithm(), Algorithm::Split) || method.is_printed() {
        let name = if method.is_printed() { "the algorithm as printed" } else { method.algorithm().name() };
        return no(format!(
            "`suppress_cells` goes with [method] algorithm = \"split\" and not with {name}; leave one out"
        ));
    }
    if method.suppress() > Decimal::ZERO {
        return no("`suppress_cells` and [method] suppress, which withholds rows, do not go together; leave one out"
            .to_owned());
    }
    let fits = |one: &Protect| one.is_monotone() && one.needs() == Needs::GroupOnly;
    match protect.iter().find(|one| !fits(one)) {
        None => Ok(()),
        Some(one) => no(format!(
            "`suppress_cells` goes with what each group keeps by itself and groups keep together (k-anonymity, l-diversity, k-e, variance, \
             epsilon-m in the register view), and {} as it is asked here is not of that kind; leave one out",
            one.title().unwrap_or_else(|| one.principle().to_owned())
        )),
    }
}
