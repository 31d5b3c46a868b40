//! Presence, literally: all ways to put different people of a population behind the rows of cells that cover them are listed. A person
//! is there as often as they stand behind a row.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// By person how often they are there, over all ways; `covers` says for every person which cells do, `rows` how many rows each cell
/// has. `None` where there is no way.
pub fn presence(covers: &[Vec<usize>], rows: &[usize]) -> Option<Vec<BigRational>> {
    let mut found = Found { there: vec![0; covers.len()], ways: 0 };
    let mut stands = vec![false; covers.len()];
    put(covers, &mut rows.to_vec(), 0, &mut stands, &mut found);
    (found.ways > 0).then(|| {
        found
            .there
            .iter()
            .map(|&there| {
                if there == 0 {
                    BigRational::zero()
                } else {
                    BigRational::new(BigInt::from(there), BigInt::from(found.ways))
                }
            })
            .collect()
    })
}

struct Found {
    there: Vec<u64>,
    ways: u64,
}

/// Everybody from `person` on stands behind a row of one of their cells, or behind none.
fn put(covers: &[Vec<usize>], left: &mut Vec<usize>, person: usize, stands: &mut Vec<bool>, found: &mut Found) {
    if person == covers.len() {
        if left.iter().all(|&rows| rows == 0) {
            found.ways += 1;
            stands.iter().zip(&mut found.there).for_each(|(&stands, there)| *there += u64::from(stands));
        }
        return;
    }
    put(covers, left, person + 1, stands, found);
    for &cell in &covers[person] {
        if left[cell] > 0 {
            left[cell] -= 1;
            stands[person] = true;
            put(covers, left, person + 1, stands, found);
            stands[person] = false;
            left[cell] += 1;
        }
    }
}
