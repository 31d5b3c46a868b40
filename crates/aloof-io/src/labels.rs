//! A label column while it is read, with a memory for the texts that keep coming back.
//!
//! Looking a text up in the dictionary costs a hash of it and a comparison. Generalized tables repeat a few hundred
//! short texts millions of times, so a small table in front of the dictionary answers most lookups with two integer
//! comparisons: a text of up to 16 bytes *is* its first eight bytes, its last eight and its length.

use aloof_table::{Decimal, LabelColumn};

use crate::nulls::Nulls;

/// A power of two; 24 KiB of memory per column, of which few lines are hot.
const SLOTS: usize = 1024;
/// The length that marks an empty slot.
const EMPTY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Slot {
    head: u64,
    tail: u64,
    len: u32,
    code: u32,
}

/// A column of labels that grows.
#[derive(Default)]
pub(crate) struct Labels {
    column: LabelColumn,
    texts: Vec<Slot>,
    numbers: Vec<Option<(Decimal, u32)>>,
}

impl Labels {
    pub(crate) fn push_missing(&mut self) {
        self.column.push(None);
    }

    /// Adds a code that [`Labels::code`] gave.
    pub(crate) fn push_code(&mut self, code: u32) {
        self.column.push_code(code);
    }

    /// Adds a text.
    pub(crate) fn push(&mut self, text: &str, nulls: &Nulls) {
        let code = self.code(text, nulls);
        self.column.push_code(code);
    }

    /// Adds a number as its text.
    pub(crate) fn push_decimal(&mut self, value: Decimal) {
        if self.numbers.is_empty() {
            self.numbers = vec![None; SLOTS];
        }
        let place = spread(value.mantissa() as u64 ^ u64::from(value.scale()) << 56);
        let code = match self.numbers[place] {
            Some((known, code)) if known == value => code,
            _ => self.column.intern(&value.to_string()),
        };
        self.numbers[place] = Some((value, code));
        self.column.push_code(code);
    }

    /// The code of a text, [`LabelColumn::MISSING`] when the text means that.
    pub(crate) fn code(&mut self, text: &str, nulls: &Nulls) -> u32 {
        if self.texts.is_empty() {
            self.texts = vec![Slot { head: 0, tail: 0, len: EMPTY, code: 0 }; SLOTS];
        }
        let (head, tail) = ends(text.as_bytes());
        let place = spread(head ^ tail.rotate_left(29) ^ text.len() as u64);
        let slot = self.texts[place];
        if slot.len as usize == text.len() && slot.head == head && slot.tail == tail && self.is_whole(slot, text) {
            return slot.code;
        }
        let code = if nulls.contains(text) { LabelColumn::MISSING } else { self.column.intern(text) };
        if text.len() < EMPTY as usize {
            self.texts[place] = Slot { head, tail, len: text.len() as u32, code };
        }
        code
    }

    /// Whether a slot that agrees with both ends of a text agrees with all of it.
    fn is_whole(&self, slot: Slot, text: &str) -> bool {
        text.len() <= 16 || (slot.code != LabelColumn::MISSING && self.column.labels().get(slot.code) == text)
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.column.append(&other.column);
    }

    pub(crate) fn finish(self) -> LabelColumn {
        self.column
    }
}

/// The first eight bytes and the last eight; shorter texts are spread over both so that they stay distinct.
fn ends(bytes: &[u8]) -> (u64, u64) {
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return (u64::from_le_bytes(*head), u64::from_le_bytes(*tail));
    }
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return (u64::from(u32::from_le_bytes(*head)), u64::from(u32::from_le_bytes(*tail)));
    }
    (bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0)
}

/// A slot number from the high bits of a product, which depend on all bits of the key.
fn spread(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever the memory in front does, the column is the one the dictionary alone would make.
        #[test]
        fn remembers_right(texts in prop::collection::vec("[ab]{0,3}|[a-c]{7,9}|x{15,18}|[ab]x{16}[ab]|é{0,9}", 0..200)) {
            let nulls = Nulls::new(&["a".to_owned(), "xxxxxxxxxxxxxxxxxx".to_owned()]);
            let mut labels = Labels::default();
            texts.iter().for_each(|text| labels.push(text, &nulls));
            let plain = LabelColumn::from_texts(texts.iter().map(|t| Some(t.as_str()).filter(|t| !nulls.contains(t))));
            let column = labels.finish();
            prop_assert_eq!(column.codes(), plain.codes());
            prop_assert!(column.labels().iter().eq(plain.labels().iter()));
        }
    }

    #[test]
    fn numbers_become_their_text() {
        let mut labels = Labels::default();
        let values = ["1.5", "1.50", "15", "-1"].map(|text| text.parse::<Decimal>().unwrap());
        values.iter().for_each(|&value| labels.push_decimal(value));
        let column = labels.finish();
        assert_eq!((0..4).map(|row| column.get(row).unwrap()).collect::<Vec<_>>(), ["1.5", "1.5", "15", "-1"]);
    }
}
