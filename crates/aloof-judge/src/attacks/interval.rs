//! Interval disclosure: how many published values lie near the true one.
//!
//! # Definition
//! The share of rows whose published value differs from the original by at most a share `p` of the domain's length.

/// The share of rows within `share` of the domain's length, both columns in the same unit and order.
pub fn within(original: &[i64], published: &[i64], length: u64, share: f64) -> f64 {
    let near = |(a, b): &(&i64, &i64)| a.abs_diff(**b) as f64 <= share * length as f64;
    original.iter().zip(published).filter(near).count() as f64 / original.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_counts() {
        assert!((within(&[0, 0, 0, 0], &[0, 1, 2, 9], 10, 0.1) - 0.5).abs() < 1e-12);
    }
}
