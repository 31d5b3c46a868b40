//! Alike: which rows of a pool are similar, as bits.
//!
//! # Idea
//! Where all rows are looked at, all pairs are asked about once. Where only a few groups are, the rows of those become known
//! one by one; similarity is symmetric, so a known row answers for its pairs with all others. Pairs of two unknown rows are
//! asked about when needed.
//!
//! # Cost
//! `O(n)` questions and n bits for a known row; a step for a question about it.

use aloof_principles::Similar;

use super::Star;

/// Pools of more rows ask about pairs when they need to know.
const MOST_BITS: usize = 1024;

/// Which rows of a pool are similar.
pub(super) enum Alike<'a> {
    /// A bit per pair, so many words a row.
    Bits(Vec<u64>, usize),
    /// To be asked about codes, but for rows that became known.
    Codes(Codes<'a>),
}

/// Codes of rows, and bits of those rows that are known.
pub(super) struct Codes<'a> {
    values: Vec<u32>,
    similar: &'a dyn Similar,
    /// Where the bits of a row begin; `u32::MAX` for rows that are not known.
    starts: Vec<u32>,
    bits: Vec<u64>,
}

impl<'a> Codes<'a> {
    fn new(codes: Vec<u32>, similar: &'a dyn Similar) -> Self {
        Self { starts: vec![u32::MAX; codes.len()], values: codes, similar, bits: Vec::new() }
    }

    fn known(&self, row: usize) -> Option<&[u64]> {
        let start = self.starts[row];
        (start != u32::MAX).then(|| &self.bits[start as usize..][..self.values.len().div_ceil(64)])
    }

    fn of(&self, a: usize, b: usize) -> u32 {
        match (self.known(a), self.known(b)) {
            (Some(bits), _) => bit(bits, b),
            (None, Some(bits)) => bit(bits, a),
            _ => u32::from(
                a != b && (self.values[a] == self.values[b] || self.similar.similar(self.values[a], self.values[b])),
            ),
        }
    }

    /// Asks who is similar to `row`.
    fn ask(&self, row: usize) -> Vec<u64> {
        let mut bits = vec![0; self.values.len().div_ceil(64)];
        mark(self.similar, &self.values, row, &mut bits);
        bits
    }

    /// Asks who is similar to `row`, once.
    fn know(&mut self, row: usize) {
        if self.starts[row] != u32::MAX {
            return;
        }
        self.starts[row] = self.bits.len() as u32;
        self.bits.extend(self.ask(row));
    }
}

/// The bits of those similar to `row`, itself left out.
fn mark(similar: &dyn Similar, codes: &[u32], row: usize, bits: &mut [u64]) {
    crate::stop::check();
    similar.mark(codes[row], codes, bits);
    bits[row / 64] &= !(1 << (row % 64));
}

#[inline]
fn bit(bits: &[u64], at: usize) -> u32 {
    (bits[at / 64] >> (at % 64) & 1) as u32
}

impl<'a> Alike<'a> {
    /// All bits at once, if `all`, and rows are not too many for that.
    pub fn new(star: &Star<'a>, rows: &[u32], all: bool) -> Self {
        let codes: Vec<u32> = rows.iter().map(|&row| star.codes[row as usize]).collect();
        if !all || codes.len() > MOST_BITS {
            return Self::Codes(Codes::new(codes, star.similar));
        }
        let words = rows.len().div_ceil(64);
        let mut bits = vec![0u64; words * rows.len()];
        bits.chunks_mut(words.max(1)).enumerate().for_each(|(row, bits)| mark(star.similar, &codes, row, bits));
        Self::Bits(bits, words)
    }

    /// 1 for two different rows that are similar, else 0.
    pub fn of(&self, a: usize, b: usize) -> u32 {
        match self {
            Self::Bits(bits, words) => bit(&bits[a * words..], b),
            Self::Codes(codes) => codes.of(a, b),
        }
    }
}

/// The rows similar to one row, or to none.
pub(super) enum Row<'a> {
    None,
    Bits(&'a [u64]),
    Ask(&'a Alike<'a>, usize),
}

impl Row<'_> {
    /// 1 when it is similar to `at`, else 0.
    #[inline]
    pub fn with(&self, at: usize) -> u32 {
        match self {
            Self::None => 0,
            Self::Bits(bits) => bit(bits, at),
            Self::Ask(alike, row) => alike.of(*row, at),
        }
    }
}

impl Alike<'_> {
    /// Asks who is similar to `row`, where that was left for later.
    pub fn know(&mut self, row: usize) {
        if let Self::Codes(codes) = self {
            codes.know(row);
        }
    }

    /// Calls with every other row that is similar to `row`.
    pub fn each_similar(&self, row: usize, mut call: impl FnMut(usize)) {
        let asked;
        let bits = match (self.row(Some(row)), self) {
            (Row::Bits(bits), _) => bits,
            (_, Self::Codes(codes)) => {
                asked = codes.ask(row);
                &asked
            }
            _ => &[],
        };
        for (word, &bits) in bits.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                call(word * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// Those similar to `row`.
    pub fn row(&self, row: Option<usize>) -> Row<'_> {
        match (self, row) {
            (_, None) => Row::None,
            (Self::Bits(bits, words), Some(row)) => Row::Bits(&bits[row * words..][..*words]),
            (Self::Codes(codes), Some(row)) => codes.known(row).map_or(Row::Ask(self, row), Row::Bits),
        }
    }
}
