//! Tables of which nothing has a price: no ε and m can be promised, so that nobody is told to ask for them.

use std::sync::Arc;

use aloof_methods::advise::Crowding;
use aloof_principles::proximity::Form;
use aloof_table::{Attribute, Column, Kind, Ratio};

use crate::policy::Policy;
use crate::words::list;

/// Why nothing has a price, where nothing that is asked has an ε and nothing could be asked for that has one.
pub(in crate::advise) fn unpriced(policy: &Policy, sensitive: &[(String, Arc<Column>)]) -> Option<String> {
    let told = |why: String| Some(format!("There is no price: only what has an ε and an m has one, and {why}."));
    if policy.protect().iter().any(|protect| protect.is_proximity() || protect.window_asked().is_some()) {
        return None;
    }
    let numbers: Vec<&(String, Arc<Column>)> =
        sensitive.iter().filter(|(_, column)| column.kind() != Kind::Label).collect();
    if numbers.is_empty() {
        return told("no sensitive column holds numbers or dates".to_owned());
    }
    if numbers.iter().any(|(name, column)| has_room(name, column)) {
        return None;
    }
    let names: Vec<&str> = numbers.iter().map(|(name, _)| name.as_str()).collect();
    told(format!("no m above 1 can be promised of {} for any ε, since most rows have the same value", list(&names)))
}

/// Whether equal values alone leave room for 1 in 2.
fn has_room(name: &str, column: &Column) -> bool {
    let attribute = Attribute::new(&[(name, column)], |_| false);
    let crowding = Crowding::new(&attribute, Form::Apart { times: 2 });
    crowding.is_ok_and(|crowding| crowding.largest_m(&Ratio::zero()).is_none_or(|most| most > 1))
}
