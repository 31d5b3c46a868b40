//! Risk beyond ε, literally: for every group and every figure, the tuples within `times` ε of it.
//!
//! Of all figures those suffice whose interval starts at a value of the group: see `register.rs`.

use aloof_principles::Neighbourhood;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Value;

/// The largest share of a group, and the mean over people of the largest share of their group; `None` where there is nobody.
pub fn shares(neighbourhood: Neighbourhood, times: u32, groups: &[Vec<Value>]) -> Option<(BigRational, BigRational)> {
    let whole = |count: usize| BigRational::from(BigInt::from(count));
    let mut of_people = Vec::new();
    for group in groups {
        let held = |start: &Value| group.iter().filter(|y| within(neighbourhood, times, start, y)).count();
        let most = group.iter().map(held).max().unwrap_or(0);
        of_people.extend(group.iter().map(|_| whole(most) / whole(group.len())));
    }
    let worst = of_people.iter().max()?.clone();
    let mean = of_people.iter().fold(BigRational::zero(), |sum, share| sum + share) / whole(of_people.len());
    Some((worst, mean))
}

/// Whether `y` lies in the interval, as wide as `times` ε below and above some figure, that starts at `start`.
fn within(neighbourhood: Neighbourhood, times: u32, start: &Value, y: &Value) -> bool {
    let (start, y) = (start.number(), y.number());
    let times = BigRational::from(BigInt::from(times));
    let end = match (neighbourhood.share(), neighbourhood.lengths()) {
        (Some(epsilon), _) => {
            let epsilon = epsilon.to_ratio().to_big() * times;
            // From nothing, or below: no value is too large.
            if epsilon >= BigRational::one() {
                return y >= start;
            }
            start / (BigRational::one() - &epsilon) * (BigRational::one() + epsilon)
        }
        (None, lengths) => {
            let (below, above) = lengths.expect("not relative");
            start + times * (below.to_ratio().to_big() + above.to_ratio().to_big())
        }
    };
    y >= start && *y <= end
}
