//! Limits as a policy can be given them: decimals, rounded so that what is said of them stays true.

use aloof_table::Ratio;

/// Further places are written only where a limit begins with zeros.
const PLACES: u8 = 4;
/// Up to so many places a decimal is written out.
const EXACT: u8 = 12;
/// No limit is told with more places.
const MOST: u8 = 30;

/// The limit, if it is a short decimal.
pub(super) fn exact(limit: &Ratio) -> Option<String> {
    let same =
        |digits| (limit.floor_decimal(digits) == limit.ceil_decimal(digits)).then(|| limit.floor_decimal(digits));
    (0..=EXACT).find_map(same)
}

/// The limit, or a decimal below it.
pub(super) fn at_most(limit: &Ratio) -> String {
    exact(limit).unwrap_or_else(|| short(limit.floor_decimal(places(limit))))
}

/// The limit, or a decimal above it.
pub(super) fn at_least(limit: &Ratio) -> String {
    exact(limit).unwrap_or_else(|| short(limit.ceil_decimal(places(limit))))
}

/// So many that the first digits are among them.
fn places(limit: &Ratio) -> u8 {
    let is_zero = |digits: &u8| limit.floor_decimal(*digits).trim_start_matches(['0', '.']).is_empty();
    (0..MOST - PLACES).take_while(is_zero).count() as u8 + PLACES
}

/// Without zeros at the end.
fn short(decimal: String) -> String {
    if decimal.contains('.') { decimal.trim_end_matches('0').trim_end_matches('.').to_owned() } else { decimal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_decimals_on_the_safe_side() {
        let both = |n, d| [at_most(&Ratio::of(n, d)), at_least(&Ratio::of(n, d))].join(" ");
        assert_eq!(both(1000, 697), "1.4347 1.4348");
        assert_eq!(both(5, 2), "2.5 2.5");
        assert_eq!(both(8, 1), "8 8");
        assert_eq!(both(1, 3), "0.33333 0.33334");
        assert_eq!(both(1, 30_000), "0.000033333 0.000033334");
        assert_eq!(both(0, 1), "0 0");
    }
}
