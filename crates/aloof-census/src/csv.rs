//! The table as CSV, formatted by hand.
//!
//! Labels need no quoting and all else is whole numbers, so a row is nine copies
//! into a byte buffer; a general CSV writer would only look for what is not
//! there.

use crate::block::Block;
use crate::columns::{COLUMNS, LabelColumn};

/// More than a usual row takes, so that a buffer seldom grows.
const ROW_BYTES: usize = 128;

/// The header line.
pub(crate) fn header() -> Vec<u8> {
    let mut line = COLUMNS.join(",").into_bytes();
    line.push(b'\n');
    line
}

/// The lines of a block.
pub(crate) fn rows(block: &Block) -> Vec<u8> {
    let columns = LabelColumn::ALL.map(|column| (column.labels(), block.codes(column)));
    let mut digits = itoa::Buffer::new();
    let mut bytes = Vec::with_capacity(block.len() * ROW_BYTES);
    for (row, (&age, &income)) in block.age.iter().zip(&block.income).enumerate() {
        bytes.extend_from_slice(digits.format(age).as_bytes());
        for (labels, codes) in columns {
            bytes.push(b',');
            bytes.extend_from_slice(labels[usize::from(codes[row])].as_bytes());
        }
        bytes.push(b',');
        bytes.extend_from_slice(digits.format(income).as_bytes());
        bytes.push(b'\n');
    }
    bytes
}
