//! Digests of all numbers that do not depend on time: the same on every machine.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::figure::Figure;

/// One line per figure that shows no times: the digest of its CSV file, and its name.
pub(super) fn of(figures: &[Figure]) -> String {
    let mut text = String::new();
    for figure in figures.iter().filter(|figure| !figure.timed) {
        for byte in Sha256::digest(figure.csv().as_bytes()) {
            let _ = write!(text, "{byte:02x}");
        }
        let _ = writeln!(text, "  {}.csv", figure.file);
    }
    text
}
