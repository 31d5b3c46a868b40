//! Numbers that this program reads with a decimal point and others may mean as whole numbers: is `1.234` one thousand?
//!
//! One cell that can only be read with a decimal point refutes it: `0.5`, `12.34`, `1234`. What is left over the whole column are
//! digits before a point and exactly three more, and beside them, perhaps, whole numbers below a thousand.

/// What the cells so far say. Pieces of a column are joined, so it does not depend on where they end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doubt {
    /// Some cell can be read in one way only.
    refuted: bool,
    /// Some cell is `1.234`.
    grouped: bool,
    /// Some cell is `234`.
    bare: bool,
}

impl Doubt {
    /// Takes note of a cell that was read as a number.
    #[inline]
    pub(crate) fn see(&mut self, text: &[u8]) {
        if !self.refuted {
            self.look(text);
        }
    }

    fn look(&mut self, text: &[u8]) {
        let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
        match digits {
            [whole @ .., b'.', _, _, _] if is_group(whole) && are_digits(&digits[whole.len() + 1..]) => {
                self.grouped = true;
            }
            short if short.len() <= 3 && are_digits(short) => self.bare = true,
            _ => self.refuted = true,
        }
    }

    pub(crate) fn join(&mut self, next: Self) {
        self.refuted |= next.refuted;
        self.grouped |= next.grouped;
        self.bare |= next.bare;
    }

    /// Nothing refutes that points separate thousands.
    pub(crate) fn is_open(self) -> bool {
        self.grouped && !self.refuted
    }

    /// Whole numbers stand beside: who rounds to three digits writes `5.000`, who separates thousands writes `5`.
    pub(crate) fn is_likely(self) -> bool {
        self.is_open() && self.bare
    }
}

/// One to three digits, the first of which counts.
fn is_group(text: &[u8]) -> bool {
    (1..=3).contains(&text.len()) && are_digits(text) && text[0] != b'0'
}

fn are_digits(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use aloof_table::notation::{Ambiguity, Guide, Verdict, find};
    use proptest::prelude::*;

    use super::*;

    fn of(cells: &[String]) -> Doubt {
        let mut doubt = Doubt::default();
        cells.iter().for_each(|cell| doubt.see(cell.as_bytes()));
        doubt
    }

    proptest! {
        /// The definition: both decimal signs read all cells, and not to the same numbers.
        #[test]
        fn agrees_with_the_notations(cells in prop::collection::vec("[-+]?[0-9]{1,4}(\\.[0-9]{1,4})?|[1-9][0-9]{0,2}\\.[0-9]{3}", 1..5)) {
            let padded = |cell: &String| cell.trim_start_matches(['-', '+']).starts_with('0');
            prop_assume!(!cells.iter().any(padded));
            let verdict = find(&cells.iter().map(String::as_str), &Guide::OPEN);
            prop_assert_eq!(of(&cells).is_open(), verdict == Verdict::Ambiguous(Ambiguity::Decimal));
        }

        #[test]
        fn pieces_do_not_matter(cells in prop::collection::vec("[0-9]{1,4}|[1-9]\\.[0-9]{3}", 0..6), cut in 0usize..6) {
            let cut = cut.min(cells.len());
            let mut joined = of(&cells[..cut]);
            joined.join(of(&cells[cut..]));
            let whole = of(&cells);
            prop_assert_eq!((joined.is_open(), joined.is_likely()), (whole.is_open(), whole.is_likely()));
        }
    }

    #[test]
    fn whole_numbers_beside_make_it_likely() {
        let cells = |texts: &[&str]| of(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert!(cells(&["1.234", "950"]).is_likely());
        assert!(cells(&["1.234", "-5.000"]).is_open() && !cells(&["1.234"]).is_likely());
        assert!(!cells(&["0.123", "1.234"]).is_open() && !cells(&["950"]).is_open() && !cells(&["1e5"]).is_open());
    }
}
