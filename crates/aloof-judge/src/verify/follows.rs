//! What people differ by in a column, pair by pair: the twin of [`claims::differences`](crate::claims::differences).

/// Every two people in turn: two who cannot be the same differ by 1, and by the codes from the end of one to the beginning of the other.
/// How many do, and by how many codes in all.
pub fn differences(cells: &[(u32, u32)]) -> (u128, u128) {
    let (mut pairs, mut codes) = (0, 0);
    for (at, one) in cells.iter().enumerate() {
        for other in &cells[..at] {
            let between = if one.0 > other.1 {
                one.0 - other.1
            } else if other.0 > one.1 {
                other.0 - one.1
            } else {
                continue;
            };
            pairs += 1;
            codes += u128::from(between);
        }
    }
    (pairs, codes)
}
