//! A text cut into blocks of whole records, so that many can be parsed at once.
//!
//! Blocks depend on the bytes and the block size only, never on threads or on how much a read happened to give. A
//! record that does not fit a block makes that block longer, up to [`LONGEST_RECORD`].
//!
//! # Cost
//!
//! A block without quotes: one search for a quote and one, from its end, for a line end. With quotes: one search per
//! quote, since a line end inside quotes ends no record.

use std::io::{self, Read};
use std::ops::Range;

use memchr::{memchr, memrchr};

/// What is longer than this is no record but a quote left open, or no table.
pub(crate) const LONGEST_RECORD: usize = 256 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whole records, in a buffer that is used again and again.
#[derive(Default)]
pub(crate) struct Block {
    buffer: Vec<u8>,
    len: usize,
    /// Whether this is the start of something too long to be a record.
    pub(crate) endless: bool,
}

impl Block {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Fills up to `goal` bytes; whether there were so many.
    fn fill_to(&mut self, goal: usize, from: &mut impl Read) -> io::Result<bool> {
        if self.buffer.len() < goal {
            self.buffer.resize(goal, 0);
        }
        while self.len < goal {
            match from.read(&mut self.buffer[self.len..goal]) {
                Ok(0) => return Ok(false),
                Ok(read) => self.len += read,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => return Err(cause),
            }
        }
        Ok(true)
    }

    fn start_with(&mut self, bytes: &[u8]) {
        self.buffer.resize(self.buffer.len().max(bytes.len()), 0);
        self.buffer[..bytes.len()].copy_from_slice(bytes);
        self.len = bytes.len();
        self.endless = false;
    }
}

/// Cuts a stream into blocks.
pub(crate) struct Blocks<R> {
    pub(crate) stream: R,
    delimiter: u8,
    size: usize,
    longest: usize,
    /// The start of a record whose end is still to come.
    carry: Vec<u8>,
    started: bool,
    ended: bool,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(stream: R, delimiter: u8, size: usize) -> Self {
        let size = size.max(1);
        Self { stream, delimiter, size, longest: LONGEST_RECORD, carry: Vec::new(), started: false, ended: false }
    }

    /// Puts the next block into `block`; whether there was one.
    pub(crate) fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        block.start_with(&self.carry);
        self.carry.clear();
        if !self.started {
            self.started = true;
            self.drop_mark(block)?;
        }
        let mut goal = self.size;
        while !self.ended {
            if !block.fill_to(goal, &mut self.stream)? {
                self.ended = true;
            } else if let Some(end) = last_record_end(block.bytes(), self.delimiter) {
                self.carry.extend_from_slice(&block.bytes()[end..]);
                block.len = end;
                return Ok(true);
            } else if goal >= self.longest {
                block.endless = true;
                self.ended = true;
            } else {
                goal *= 2;
            }
        }
        Ok(block.len > 0)
    }

    /// Some programs put a byte order mark before the first name.
    fn drop_mark(&mut self, block: &mut Block) -> io::Result<()> {
        block.fill_to(BYTE_ORDER_MARK.len(), &mut self.stream)?;
        if block.bytes() == BYTE_ORDER_MARK {
            block.len = 0;
        }
        Ok(())
    }
}

/// Behind the last line end of `bytes` that ends a record; `bytes` start with a record and may end anywhere.
fn last_record_end(bytes: &[u8], delimiter: u8) -> Option<usize> {
    unquoted(bytes, delimiter).into_iter().rev().find_map(|gap| last_line_end(bytes, gap))
}

/// The stretches of `bytes` that lie outside quotes.
fn unquoted(bytes: &[u8], delimiter: u8) -> Vec<Range<usize>> {
    let (mut from, mut gaps) = (0, Vec::new());
    loop {
        let quote = next_open_quote(bytes, from, delimiter);
        gaps.push(from..quote.unwrap_or(bytes.len()));
        match quote.and_then(|quote| closing_quote(bytes, quote + 1)) {
            Some(close) => from = close + 1,
            None => return gaps,
        }
    }
}

/// The next quote that is the first byte of a field.
fn next_open_quote(bytes: &[u8], mut from: usize, delimiter: u8) -> Option<usize> {
    loop {
        let quote = from + memchr(b'"', &bytes[from..])?;
        match quote.checked_sub(1).map(|before| bytes[before]) {
            None | Some(b'\n' | b'\r') => return Some(quote),
            Some(byte) if byte == delimiter => return Some(quote),
            Some(_) => from = quote + 1,
        }
    }
}

fn closing_quote(bytes: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let quote = from + memchr(b'"', &bytes[from..])?;
        if bytes.get(quote + 1) != Some(&b'"') {
            return Some(quote);
        }
        from = quote + 2;
    }
}

/// Behind the last LF in `gap`; without any, behind the last CR. A CR at the very end of what is known may be half of
/// a CR LF, which must not be cut: the second half would count as a line of its own.
fn last_line_end(bytes: &[u8], gap: Range<usize>) -> Option<usize> {
    let start = gap.start;
    let lone = || memrchr(b'\r', &bytes[start..gap.end.min(bytes.len() - 1).max(start)]);
    memrchr(b'\n', &bytes[gap.clone()]).or_else(lone).map(|at| start + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csv::fields::tests::split;
    use proptest::prelude::*;

    fn cut(text: &str, size: usize) -> Vec<String> {
        let (mut blocks, mut block, mut all) = (Blocks::new(text.as_bytes(), b',', size), Block::default(), Vec::new());
        while blocks.fill(&mut block).unwrap() {
            all.push(String::from_utf8(block.bytes().to_vec()).unwrap());
        }
        all
    }

    proptest! {
        /// The definition: the records of the blocks, one block after the other, are the records of the whole.
        #[test]
        fn blocks_hold_whole_records(text in "[a,\"\r\n]{0,60}", size in 1usize..20) {
            let blocks = cut(&text, size);
            prop_assert_eq!(blocks.concat(), text.clone());
            if let Ok(whole) = split(&text, b',') {
                let parts: Vec<_> = blocks.iter().flat_map(|block| split(block, b',').unwrap()).collect();
                prop_assert_eq!(parts, whole);
            }
            for pair in blocks.windows(2) {
                prop_assert!(!(pair[0].ends_with('\r') && pair[1].starts_with('\n')));
            }
        }
    }

    #[test]
    fn a_mark_is_dropped_once() {
        assert_eq!(cut("\u{feff}a\nb\n", 2).concat(), "a\nb\n");
        assert_eq!(cut("a\n\u{feff}b\n", 2).concat(), "a\n\u{feff}b\n");
        assert_eq!(cut("\u{feff}", 2), Vec::<String>::new());
    }

    #[test]
    fn what_never_ends_is_noticed() {
        let text = format!("a\n\"{}", "x\n".repeat(100));
        let mut blocks = Blocks::new(text.as_bytes(), b',', 4);
        blocks.longest = 64;
        let mut block = Block::default();
        assert!(blocks.fill(&mut block).unwrap() && !block.endless);
        assert!(blocks.fill(&mut block).unwrap() && block.endless);
        assert!(!blocks.fill(&mut block).unwrap());
    }
}
