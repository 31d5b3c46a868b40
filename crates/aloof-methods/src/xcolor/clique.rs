//! Whether a few rows hold a clique of a given size: so many rows that are all similar to each other.
//!
//! # Idea
//! Rows with too few similar ones cannot be in it and go first; then rows are taken one by one, each leaving those similar
//! to it.
//!
//! # Cost
//! Exponential at worst, so the steps are limited. Beyond the limit the answer is yes, which is safe: groups are then kept
//! apart more than they need be.

/// Steps that are taken.
const STEPS: u32 = 2_000;

/// Whether `size` of `rows` are all `alike`; yes where that would take too long to find out.
pub(super) fn has_clique(rows: &[usize], size: usize, alike: &impl Fn(usize, usize) -> bool) -> bool {
    let mut rows = rows.to_vec();
    loop {
        let near = |row: usize| rows.iter().filter(|&&other| other != row && alike(row, other)).count();
        let kept: Vec<usize> = rows.iter().copied().filter(|&row| near(row) + 1 >= size).collect();
        if kept.len() < size {
            return false;
        }
        if kept.len() == rows.len() {
            break;
        }
        rows = kept;
    }
    take(&rows, size, alike, &mut STEPS.clone())
}

fn take(rows: &[usize], size: usize, alike: &impl Fn(usize, usize) -> bool, left: &mut u32) -> bool {
    if size == 0 {
        return true;
    }
    for (at, &row) in rows.iter().enumerate() {
        if rows.len() - at < size {
            break;
        }
        if *left == 0 {
            return true;
        }
        *left -= 1;
        let rest: Vec<usize> = rows[at + 1..].iter().copied().filter(|&other| alike(row, other)).collect();
        if take(&rest, size - 1, alike, left) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cliques_are_found() {
        let rows: Vec<usize> = (0..9).collect();
        // A chain: neighbours of neighbours are not alike.
        let chain = |a: usize, b: usize| a.abs_diff(b) <= 1;
        assert!(has_clique(&rows, 2, &chain));
        assert!(!has_clique(&rows, 3, &chain));
        let third = |a: usize, b: usize| a % 3 == b % 3;
        assert!(has_clique(&rows, 3, &third));
        assert!(!has_clique(&rows, 4, &third));
        assert!(has_clique(&rows, 0, &chain));
    }
}
