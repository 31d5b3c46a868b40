//! What can be wrong with a text, where in a block it stands, and on which line of the file that is.

use memchr::{memchr_iter, memchr2_iter};

use super::blocks::LONGEST_RECORD;
use super::fields::Unclosed;
use crate::assembly::Names;
use crate::{CellFault, ReadError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Ragged { found: usize },
    Unclosed,
    Endless,
    Nul,
    NotUtf8 { field: usize },
    Cell { field: usize, fault: CellFault },
}

/// A fault at byte `at` of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: What,
}

impl From<Unclosed> for Fault {
    fn from(Unclosed(at): Unclosed) -> Self {
        Self { at, what: What::Unclosed }
    }
}

impl Fault {
    /// In words. `delimiter` is given when it was found, so that it may be doubted.
    pub(crate) fn into_error(self, line: u64, names: &Names<'_>, delimiter: Option<u8>) -> ReadError {
        let (file, expected) = (names.file.to_owned(), names.columns.len());
        match self.what {
            What::Ragged { found } => {
                ReadError::Ragged { file, line, expected, found, delimiter: delimiter.map(char::from) }
            }
            What::Unclosed => ReadError::UnclosedQuote { file, line },
            What::Endless => ReadError::LongRecord { file, line, megabytes: LONGEST_RECORD >> 20 },
            What::Nul => ReadError::Nul { file, line },
            What::NotUtf8 { field } => {
                ReadError::NotUtf8 { file, line, position: field + 1, name: names.columns.get(field).cloned() }
            }
            What::Cell { field, fault: CellFault::TooWide(cause) } => {
                ReadError::TooWide { file, column: names.columns[field].clone(), cause }
            }
            What::Cell { field, fault } => ReadError::Cell { file, line, column: names.columns[field].clone(), fault },
        }
    }
}

/// How many lines end in `bytes`: at LF, CR LF or CR, as editors count.
pub(crate) fn lines(bytes: &[u8]) -> u64 {
    if memchr::memchr(b'\r', bytes).is_none() {
        return memchr_iter(b'\n', bytes).count() as u64;
    }
    let ends = memchr2_iter(b'\n', b'\r', bytes);
    ends.filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n')).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        for (text, count) in
            [("", 0), ("a\nb", 1), ("a\r\nb\r\n", 2), ("a\rb\r", 2), ("\n\r\n\r\r", 4), ("a\n\"b\nc\"", 2)]
        {
            assert_eq!(lines(text.as_bytes()), count, "{text:?}");
        }
    }
}
