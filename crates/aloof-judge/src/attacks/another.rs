//! `background`, by another column: what a row shows beside the value that is protected.
//!
//! # Source
//! Our own (docs/attack.md): groups hold several values, but every value stands in a row with other cells that are published as they are,
//! of other sensitive columns or of kept ones. Whoever knows one of these of the victim looks at fewer rows.
//!
//! # The adversary knows
//! The group of the victim, and what the victim has in another published column (in *another column*: the one that tells most), or in all
//! of them. No promise is made to this adversary: a promise about one column takes what stands in the others for unknown.
//!
//! # Success
//! The value lies in the fullest interval of those rows of the group that show the same there. Every published row is a victim once. Blind:
//! the guess of somebody who knows the group and nothing else (`centre`, group view).
//!
//! # Cost
//! One sort; exact, in integers.

use super::outcome::Attacked;
use super::scene::Scene;

/// A published row: its group, its value, and what stands in other columns.
pub type Beside = (u32, u32, Vec<u32>);

/// With the column of all that tells most; its number, too. `None` where nothing stands beside values.
pub fn another_column(scene: &Scene, rows: &[Beside]) -> Option<(usize, Attacked)> {
    let columns = rows.first()?.2.len();
    let known = (0..columns).map(|at| (at, knowing(scene, rows, &[at])));
    known.max_by_key(|(at, found)| (found.success.right, std::cmp::Reverse(*at)))
}

/// With all other columns, where there are several.
pub fn all_other_columns(scene: &Scene, rows: &[Beside]) -> Option<Attacked> {
    let columns: Vec<usize> = (0..rows.first()?.2.len()).collect();
    (columns.len() > 1).then(|| knowing(scene, rows, &columns))
}

/// With what stands in some columns.
fn knowing(scene: &Scene, rows: &[Beside], columns: &[usize]) -> Attacked {
    let key = |row: &Beside| -> (u32, Vec<u32>) { (row.0, columns.iter().map(|&at| row.2[at]).collect()) };
    let mut sorted: Vec<((u32, Vec<u32>), u32)> = rows.iter().map(|row| (key(row), row.1)).collect();
    sorted.sort_unstable();
    let (mut found, mut worst, mut alone) = (Attacked::default(), 0.0f64, 0);
    for group in sorted.chunk_by(|a, b| a.0.0 == b.0.0) {
        let mut all: Vec<u32> = group.iter().map(|row| row.1).collect();
        all.sort_unstable();
        found.blind.add_many(all.len(), scene.guesses.fullest(&all).1);
        for alike in group.chunk_by(|a, b| a.0 == b.0) {
            let values: Vec<u32> = alike.iter().map(|row| row.1).collect();
            let held = scene.guesses.fullest(&values).1;
            let belief = held as f64 / values.len() as f64;
            found.claim(belief, values.len(), held);
            worst = worst.max(belief);
            alone += usize::from(values.len() == 1);
        }
    }
    found.fact("people whose row alone shows this in their group", alone as f64);
    found.fact("largest belief", worst);
    found
}
