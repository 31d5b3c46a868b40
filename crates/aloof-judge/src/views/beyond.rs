//! Risk beyond ε: how much of a group lies in one interval that is a multiple of ε wide, whatever its centre.
//!
//! A maker that keeps values just further apart than ε packs them just past it: what is bounded within ε may be much more
//! within 2ε. Nothing is decided on these figures; they are told beside what is.
//!
//! # Measure
//! For a group the most tuples in an interval of `times` the length of a neighbourhood, over its size; of all groups the
//! largest, and the mean over people.
//!
//! # Cost
//! One pass over the sorted codes of all groups per multiple.

use aloof_principles::{Neighbourhood, Unfit};
use aloof_table::{Domain, Ratio};
use rayon::prelude::*;

use super::groups::{Grouped, pieces_of};

/// The shares of groups within a multiple of ε of some figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The largest share of a group.
    pub worst: Ratio,
    /// The mean over people of the largest share of their group.
    pub mean: Ratio,
}

/// What pieces of groups add up to.
#[derive(Default)]
struct Sum {
    /// Tuples in the fullest interval of the worst group, and its size.
    worst: (usize, usize),
    /// Tuples in the fullest interval of each group, together.
    held: u64,
    people: u64,
}

impl Sum {
    fn add(&mut self, held: usize, size: usize) {
        if held as u128 * self.worst.1 as u128 > self.worst.0 as u128 * size as u128 || self.worst.1 == 0 {
            self.worst = (held, size);
        }
        self.held += held as u64;
        self.people += size as u64;
    }

    fn merge(mut self, other: &Self) -> Self {
        if other.people > 0 {
            self.add(other.worst.0, other.worst.1);
            self.held += other.held - other.worst.0 as u64;
            self.people += other.people - other.worst.1 as u64;
        }
        self
    }
}

impl Grouped {
    /// How much of the groups lies within `times` the neighbourhood of some figure; `None` where nobody has a value. Fails
    /// where the neighbourhood cannot be asked of these values.
    pub fn beyond(&self, neighbourhood: Neighbourhood, times: u32, domain: &Domain) -> Result<Option<Beyond>, Unfit> {
        let Domain::Numbers { values, scale, .. } = domain else {
            return Err(Unfit("a proximity principle needs one column of numbers or dates".to_owned()));
        };
        let reaches = neighbourhood.wider_windows(times, values, *scale)?;
        let one = |piece: std::ops::Range<usize>| {
            let mut sum = Sum::default();
            // Behind all values may stand those that are missing, which lie nowhere.
            let with_value = |group| {
                let codes = self.group(group);
                &codes[..codes.partition_point(|&code| (code as usize) < values.len())]
            };
            for codes in piece.map(with_value).filter(|codes| !codes.is_empty()) {
                sum.add(fullest(codes, &reaches), codes.len());
            }
            sum
        };
        let pieces: Vec<Sum> = pieces_of(self.len()).into_par_iter().map(one).collect();
        let sum = pieces.iter().fold(Sum::default(), Sum::merge);
        Ok((sum.people > 0).then(|| Beyond {
            worst: Ratio::of(sum.worst.0 as u64, sum.worst.1 as u64),
            mean: Ratio::of(sum.held, sum.people),
        }))
    }
}

/// The most tuples in an interval that starts at one of them: any other holds no more.
fn fullest(codes: &[u32], reaches: &[(u32, u32)]) -> usize {
    let (mut past, mut most) = (0, 0);
    for start in 0..codes.len() {
        let (_, last) = reaches[codes[start] as usize];
        while past < codes.len() && codes[past] <= last {
            past += 1;
        }
        most = most.max(past - start);
    }
    most
}
