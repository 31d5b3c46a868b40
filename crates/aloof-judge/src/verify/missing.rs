//! Missing values that count, literally: the rule is asked of those who have a value, if anybody has; and of a missing value that is
//! similar to itself, how many there are, of one that is similar to everything, the group with all missing values filled in.
//!
//! Filled in with one and the same value, every value of the group in turn: whatever guess is right for most of those who have a
//! value is right for the most then, and mixed fillings are right for fewer.

use aloof_principles::{CountingMissing, MissingIs};
use num_rational::BigRational;
use num_traits::One;

use super::{Literal, Value, literal, share};

pub(super) fn judge(rule: &CountingMissing, group: &[Value], table: &[Value]) -> Literal {
    let with: Vec<Value> = group.iter().filter(|value| **value != Value::Missing).cloned().collect();
    let answered = (!with.is_empty()).then(|| literal(rule.rule(), &with, table));
    match rule.similar() {
        MissingIs::Nothing => answered.unwrap_or_else(|| Literal::of_group(BigRational::one(), true, group)),
        MissingIs::Itself => itself(rule, answered, with.len(), group),
        MissingIs::Everything => {
            let one = [Value::Number(BigRational::one())];
            let values = if with.is_empty() { &one[..] } else { &with[..] };
            let filled: Vec<Literal> =
                values.iter().map(|value| literal(rule.rule(), &filled(group, value), table)).collect();
            let holds = filled.iter().all(|one| one.holds) && answered.is_none_or(|answered| answered.holds);
            let worst = filled.iter().flat_map(|one| &one.measures).max().expect("a group has members").clone();
            Literal::of_group(worst, holds, group)
        }
    }
}

/// With this value for every missing one.
fn filled(group: &[Value], with: &Value) -> Vec<Value> {
    group.iter().map(|value| if *value == Value::Missing { with } else { value }).cloned().collect()
}

/// Beside those who have a value: the share of those who have none, which is a share like that of any value.
fn itself(rule: &CountingMissing, answered: Option<Literal>, with: usize, group: &[Value]) -> Literal {
    let missing = share(group.len() - with, group.len());
    let few = missing <= rule.rule().principle().bound().to_big();
    let Some(mut all) = answered else {
        let large = group.len() >= rule.rule().principle().least_rows() as usize;
        return Literal::of_group(missing, few && large, group);
    };
    all.holds &= few;
    all.measures.push(missing);
    all.tuple_holds.extend(std::iter::repeat_n(few, group.len() - with));
    all
}
