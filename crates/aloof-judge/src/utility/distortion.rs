//! How far published numbers lie from the original ones.
//!
//! # Definition
//! The mean over rows and columns of |t − t'| / |t|. Values of zero have no relative distance; they are left out and
//! counted.
//!
//! # Source
//! The random-walk paper, Equation 6.

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distortion {
    /// The mean; 0 if all were left out.
    pub mean: f64,
    /// Values of zero.
    pub zeros: usize,
}

/// Of columns of one length in both tables, row by row.
pub fn distortion(original: &[Vec<f64>], released: &[Vec<f64>]) -> Distortion {
    let pairs = original.iter().zip(released).flat_map(|(before, after)| before.iter().zip(after));
    let (mut sum, mut counted, mut zeros) = (0.0, 0usize, 0usize);
    for (before, after) in pairs {
        if before.abs() > 0.0 {
            sum += (before - after).abs() / before.abs();
            counted += 1;
        } else {
            zeros += 1;
        }
    }
    Distortion { mean: sum / counted.max(1) as f64, zeros }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let found = distortion(&[vec![10.0, 0.0], vec![4.0, 5.0]], &[vec![11.0, 3.0], vec![2.0, 5.0]]);
        assert_eq!(found.zeros, 1);
        assert!((found.mean - (0.1 + 0.5 + 0.0) / 3.0).abs() < 1e-12);
    }
}
