//! |G| ≥ k.

use aloof_principles::KAnonymity;

use super::{Literal, Value, share};

pub(super) fn judge(rule: KAnonymity, group: &[Value]) -> Literal {
    Literal::of_group(share(1, group.len()), group.len() >= rule.k() as usize, group)
}
