//! The report of an audit: is this table safe?

use crate::Extras;
use crate::case::Case;
use aloof::audit::Audit;

/// The page of an audit; pictures come with the original.
pub fn audit_page(found: &Audit, extras: &Extras) -> String {
    crate::release::write(&Case::audit(found, extras))
}
