//! Samples drawn by position: the same input always gives the same sample.

/// At most `wanted` positions out of `0..len`, ascending, one out of each of `wanted` equal stretches.
///
/// Where in its stretch a position lies follows from a fixed mixing function, so that a table whose rows repeat with
/// some period (twelve months, two sexes) is not met at the same phase every time.
pub(crate) fn positions(len: usize, wanted: usize) -> Vec<usize> {
    if len <= wanted {
        return (0..len).collect();
    }
    let edge = |stretch: usize| (stretch as u128 * len as u128 / wanted as u128) as usize;
    (0..wanted).map(|i| edge(i) + (mix(i as u64) % (edge(i + 1) - edge(i)) as u64) as usize).collect()
}

/// The finalizer of `SplitMix64`: every bit of the result depends on every bit of the argument.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_all_of_few() {
        assert_eq!(positions(3, 5), [0, 1, 2]);
        assert_eq!(positions(0, 5), [0usize; 0]);
    }

    #[test]
    fn takes_one_of_each_stretch() {
        let picked = positions(1003, 100);
        assert_eq!(picked.len(), 100);
        assert!(picked.is_sorted_by(|a, b| a < b));
        assert!(picked.iter().all(|&p| p < 1003));
        assert_eq!(picked, positions(1003, 100));
    }

    #[test]
    fn does_not_follow_a_period() {
        let odd = positions(100_000, 1000).iter().filter(|&&p| p % 2 == 1).count();
        assert!((400..600).contains(&odd), "{odd}");
    }
}
