//! The least ε at which (ε, m) fails in a group: of all distances between two tuples, the smallest that fails.

use aloof_principles::{EpsilonM, Neighbourhood};
use aloof_table::Decimal;

use super::{Value, epsilon_m};

/// Tries every distance that occurs, and zero.
pub fn fails_at(values: &[i64], m: u32) -> Option<i64> {
    let group: Vec<Value> = values.iter().map(|&v| Value::Number(Decimal::from(v).to_ratio().to_big())).collect();
    let mut distances: Vec<i64> = values.iter().flat_map(|a| values.iter().map(move |b| (a - b).abs())).collect();
    distances.push(0);
    distances.sort_unstable();
    distances.into_iter().find(|&epsilon| {
        let neighbourhood = Neighbourhood::absolute(epsilon.into()).expect("not negative");
        !epsilon_m::judge(&EpsilonM::new(neighbourhood, m).expect("m is positive"), &group).holds
    })
}
