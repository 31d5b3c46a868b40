//! Ranks: where every row stands along each axis.
//!
//! # Idea
//! Along an axis rows are ordered by its coordinate; ties by the axes after it, in a circle, then by row. Coordinates of an
//! axis are numbered once, in as few bits as there are different ones, so that the numbers of all axes and the row fit one
//! integer and the order is a plain sort of integers. Where they do not fit, coordinates are compared one by one.
//!
//! # Cost
//! Two sorts of n integers for each axis.

use rayon::prelude::*;

/// Numbers of coordinates, ascending, and how many bits they take.
struct Numbered {
    codes: Vec<u32>,
    bits: u32,
}

/// For every axis the rank of each row along it.
pub(super) fn ranks(columns: &[Vec<f32>], rows: usize) -> Vec<Vec<u32>> {
    let numbered: Vec<Numbered> = columns.par_iter().map(|column| Numbered::new(column)).collect();
    let bits: u32 = numbered.iter().map(|axis| axis.bits).sum();
    (0..columns.len())
        .into_par_iter()
        .map(|axis| {
            let circle = || numbered[axis..].iter().chain(&numbered[..axis]);
            match bits {
                ..=32 => by_key(
                    rows,
                    |row| circle().fold(0u64, |key, next| key << next.bits | u64::from(next.codes[row])),
                    |key, row| key << 32 | row as u64,
                    |key| key as u32,
                ),
                33..=96 => by_key(
                    rows,
                    |row| circle().fold(0u128, |key, next| key << next.bits | u128::from(next.codes[row])),
                    |key, row| key << 32 | row as u128,
                    |key| key as u32,
                ),
                _ => one_by_one(rows, &circle().collect::<Vec<_>>()),
            }
        })
        .collect()
}

impl Numbered {
    fn new(column: &[f32]) -> Self {
        // The bits of a float, turned so that they ascend with it.
        let ascending = |value: f32| {
            let bits = value.to_bits();
            if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
        };
        let mut keys: Vec<u64> =
            column.iter().enumerate().map(|(row, &value)| u64::from(ascending(value)) << 32 | row as u64).collect();
        keys.sort_unstable();
        let mut codes = vec![0u32; column.len()];
        let (mut code, mut last) = (0, keys.first().map_or(0, |key| key >> 32));
        for key in keys {
            code += u32::from(key >> 32 != last);
            last = key >> 32;
            codes[key as u32 as usize] = code;
        }
        Self { codes, bits: u32::BITS - code.leading_zeros() }
    }
}

fn by_key<K: Ord + Copy>(
    rows: usize,
    key: impl Fn(usize) -> K,
    with_row: impl Fn(K, usize) -> K,
    row: impl Fn(K) -> u32,
) -> Vec<u32> {
    let mut keys: Vec<K> = (0..rows).map(|at| with_row(key(at), at)).collect();
    keys.sort_unstable();
    places(rows, keys.into_iter().map(row))
}

fn one_by_one(rows: usize, circle: &[&Numbered]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.sort_unstable_by(|&a, &b| {
        let mut differ = circle.iter().map(|axis| axis.codes[a as usize].cmp(&axis.codes[b as usize]));
        differ.find(|order| order.is_ne()).unwrap_or(a.cmp(&b))
    });
    places(rows, order.into_iter())
}

/// The place of each row in `order`.
fn places(rows: usize, order: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut places = vec![0u32; rows];
    order.enumerate().for_each(|(place, row)| places[row as usize] = place as u32);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Compared coordinate by coordinate.
    fn literal(columns: &[Vec<f32>], axis: usize, rows: usize) -> Vec<u32> {
        let key = |row: u32| -> Vec<f32> {
            (0..columns.len()).map(|step| columns[(axis + step) % columns.len()][row as usize]).collect()
        };
        let mut order: Vec<u32> = (0..rows as u32).collect();
        order.sort_by(|&a, &b| key(a).partial_cmp(&key(b)).unwrap());
        places(rows, order.into_iter())
    }

    proptest! {
        #[test]
        fn ranks_are_those_of_the_definition(
            rows in proptest::collection::vec(proptest::collection::vec(-3i32..4, 5), 1..40),
            axes in 1usize..6,
            wide in proptest::bool::ANY,
        ) {
            let value = |row: usize, axis: usize| rows[row][axis] as f32 * 0.5 + if wide { row as f32 / 64.0 } else { 0.0 };
            let columns: Vec<Vec<f32>> =
                (0..axes).map(|axis| (0..rows.len()).map(|row| value(row, axis)).collect()).collect();
            let found = ranks(&columns, rows.len());
            for (axis, found) in found.iter().enumerate() {
                prop_assert_eq!(found, &literal(&columns, axis, rows.len()));
            }
            let numbered: Vec<Numbered> = columns.iter().map(|column| Numbered::new(column)).collect();
            let circle: Vec<&Numbered> = numbered.iter().collect();
            prop_assert_eq!(one_by_one(rows.len(), &circle), literal(&columns, 0, rows.len()));
        }
    }
}
