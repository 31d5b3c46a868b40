//! Presence: what is said of crowds is what listing all ways to be there says, exactly where it claims to be exact.

use aloof_judge::verify;
use aloof_judge::views::{Crowd, presence};
use aloof_table::Ratio;
use proptest::prelude::*;

/// How many cases are tried in a run: as many as `PROPTEST_CASES` says, or ten thousand.
fn cases() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(10_000)
    }
}

/// People of the same cells are a crowd.
fn crowds(covers: &[Vec<usize>]) -> (Vec<Crowd>, Vec<usize>) {
    let (mut all, mut crowd_of): (Vec<Crowd>, Vec<usize>) = (Vec::new(), Vec::new());
    for cells in covers {
        let cells: Vec<u32> = cells.iter().map(|&cell| cell as u32).collect();
        let at = all.iter().position(|crowd| crowd.cells == cells).unwrap_or_else(|| {
            all.push(Crowd { cells, people: 0 });
            all.len() - 1
        });
        all[at].people += 1;
        crowd_of.push(at);
    }
    (all, crowd_of)
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn presence_is_what_all_ways_say(
        masks in prop::collection::vec(0usize..8, 1..9), rows in prop::collection::vec(0usize..4, 3), is_disjoint in any::<bool>(),
    ) {
        let covers: Vec<Vec<usize>> = masks
            .iter()
            .map(|mask| (0..3).filter(|cell| if is_disjoint { cell + 1 == *mask } else { mask >> cell & 1 == 1 }).collect())
            .collect();
        let (crowds, crowd_of) = crowds(&covers);
        let fast = presence(&crowds, &rows);
        let Some(literal) = verify::presence::presence(&covers, &rows) else {
            // Where there is no way a cell may still have room by itself; a stranger is never missed otherwise.
            prop_assert!(!is_disjoint || fast.is_err());
            return Ok(());
        };
        let fast = fast.expect("there is a way");
        for (person, likely) in literal.into_iter().enumerate() {
            let (found, likely) = (&fast[crowd_of[person]], Ratio::from(likely));
            prop_assert!(found.low <= likely && likely <= found.high, "{found:?} {likely}");
            prop_assert!(!is_disjoint || found.is_exact());
        }
    }

    /// Of disjoint cells two that are joined, and cover anybody besides, have no larger share than the larger one had.
    #[test]
    fn the_largest_belief_is_monotone(
        a in 1usize..20, more_a in 0usize..20, b in 1usize..20, more_b in 0usize..20, besides in 0usize..10,
    ) {
        let crowd = |people: usize, cell: u32| Crowd { cells: vec![cell], people };
        let apart = presence(&[crowd(a + more_a, 0), crowd(b + more_b, 1)], &[a, b]).unwrap();
        let joined = presence(&[crowd(a + more_a + b + more_b + besides, 0)], &[a + b]).unwrap();
        let largest = apart.iter().map(|one| one.high.clone()).max().unwrap();
        prop_assert!(joined[0].high <= largest);
    }
}
