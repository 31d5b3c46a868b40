//! The columns of a release by whoever judges it: a manifest says what became of them, and the policy who is taken to know them, and what
//! protects them. Both may name other columns, and read the same ones otherwise.

use aloof_table::Kind;

use super::report::Audit;
use crate::manifest::{Column, ColumnRole, Manifest, ProtectedBy, published_columns};
use crate::policy::{Policy, Role};

/// As a manifest by this policy would state them.
pub(super) fn by(manifest: &Manifest, policy: &Policy, audit: &Audit) -> Vec<Column> {
    let kinds: Vec<(String, Kind)> =
        manifest.columns.iter().map(|column| (column.name.clone(), column.kind.into())).collect();
    published_columns(policy, &kinds, &manifest.made, audit, manifest.trial)
}

/// As they are judged: what was published is the manifest's word, and the rest the policy's.
pub(super) fn as_judged(manifest: &Manifest, policy: &Policy, audit: &Audit) -> Vec<Column> {
    let ours = by(manifest, policy, audit);
    let judged = |stated: &Column| match ours.iter().find(|one| one.name == stated.name) {
        Some(ours) => Column { role: ours.role, protected_by: ours.protected_by.clone(), ..stated.clone() },
        None => unasked(stated),
    };
    manifest.columns.iter().map(judged).collect()
}

/// Of whom the policy says nothing, nothing was judged: it is taken as known to nobody, and no rule is about it.
fn unasked(stated: &Column) -> Column {
    match stated.role {
        ColumnRole::Quasi | ColumnRole::Sensitive => {
            Column { role: ColumnRole::Keep, protected_by: ProtectedBy::Word("none".to_owned()), ..stated.clone() }
        }
        _ => stated.clone(),
    }
}

/// Whether the policy names the quasi columns that the manifest does, and no others: by others there are other groups.
pub(super) fn have_same_quasi(manifest: &Manifest, policy: &Policy) -> bool {
    let is_stated = |name: &str| quasi(manifest).any(|column| column.name == name);
    let is_named = |column: &Column| policy.named(Role::Quasi).any(|name| name == column.name);
    quasi(manifest).all(is_named) && policy.named(Role::Quasi).all(is_stated)
}

/// Whether the policy also reads them as the manifest does: numbers that are labels here lost something else.
pub(super) fn are_read_alike(manifest: &Manifest, policy: &Policy, audit: &Audit) -> bool {
    let ours = by(manifest, policy, audit);
    let same = |stated: &Column, one: &Column| {
        one.name == stated.name
            && one.coding == stated.coding
            && one.missing == stated.missing
            && one.missing_codes == stated.missing_codes
    };
    let is_alike = |stated: &Column| {
        Manifest::differences_of(stated, policy).is_empty() && ours.iter().any(|one| same(stated, one))
    };
    have_same_quasi(manifest, policy) && quasi(manifest).all(is_alike)
}

fn quasi(manifest: &Manifest) -> impl Iterator<Item = &Column> {
    manifest.columns.iter().filter(|column| column.role == ColumnRole::Quasi)
}
