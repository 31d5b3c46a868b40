//! How tightly additive noise of a known width bounds what it was added to.
//!
//! # Definition
//! Noise adds at most `width`, and what leaves the domain is put back to its end. So the original lies within `width` of the
//! published value and inside the domain, for certain; the measure is the mean length of that interval, as a share of the
//! domain. It stands beside what linear programming says of a walk.

/// The mean share of the domain that is left for the original of each published value.
pub fn left_by_noise(published: &[i64], width: i64, low: i64, high: i64) -> f64 {
    let left =
        |&value: &i64| high.min(value.saturating_add(width)).abs_diff(low.max(value.saturating_sub(width))) as f64;
    let mean = published.iter().map(left).sum::<f64>() / published.len().max(1) as f64;
    mean / high.abs_diff(low).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_cut_off() {
        // [3, 7], [0, 2] and [8, 10] of [0, 10].
        assert!((left_by_noise(&[5, 0, 10], 2, 0, 10) - 8.0 / 30.0).abs() < 1e-12);
        assert!((left_by_noise(&[5], 99, 0, 10) - 1.0).abs() < 1e-12);
    }
}
