//! How long measuring a large table takes: `cargo run --release -p aloof-principles --example time_measures`.

use std::time::Instant;

use aloof_principles::Measures;
use aloof_table::{Attribute, Column, NumberColumn};

/// Steele's `splitmix64`: plain, and the same everywhere.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Incomes with a long tail, most of them round.
fn incomes(rows: usize, distinct: u64) -> Vec<i64> {
    let mut state = 7;
    let income = || {
        let (a, b) = (next(&mut state) % distinct, next(&mut state) % distinct);
        (a * b / distinct * 100) as i64
    };
    std::iter::repeat_with(income).take(rows).collect()
}

fn main() {
    for (rows, distinct, size) in [(5_000_000, 20_000, 10), (5_000_000, 1_000_000, 10), (5_000_000, 20_000, 1000)] {
        let column = Column::Number(NumberColumn::from_integers(incomes(rows, distinct)));
        let attribute = Attribute::new(&[("income", &column)], |_| false);
        let mut codes = attribute.codes().to_vec();
        codes.chunks_mut(size).for_each(<[u32]>::sort_unstable);
        let start = Instant::now();
        let mut measures = Measures::new(&attribute);
        let bound = start.elapsed();
        codes.chunks(size).enumerate().for_each(|(group, codes)| measures.add(group, codes));
        let measured = measures.finish().unwrap();
        println!(
            "{rows} rows, {} distinct values, groups of {size}: {:.2} s, of which {:.2} s to prepare",
            attribute.domain().len(),
            start.elapsed().as_secs_f64(),
            bound.as_secs_f64()
        );
        assert_eq!(measured.tuples, rows);
    }
}
