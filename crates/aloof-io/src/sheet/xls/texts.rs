//! Texts of a workbook: one byte per character or two, over as many records as they need.

use super::CONTINUE;
use super::records::{Record, Records};

/// Bytes in pieces, each from another record.
pub(super) struct Texts<'a> {
    pieces: Vec<&'a [u8]>,
    piece: usize,
    at: usize,
}

const BREAKS_OFF: &str = "a text of it breaks off";

/// The texts that cells share: a record and those that continue it.
pub(super) fn shared(first: &Record<'_>, records: &mut Records<'_>) -> Result<Vec<String>, &'static str> {
    let count = first.word(4).ok_or(BREAKS_OFF)?;
    let mut pieces = vec![first.rest(8)];
    while let Some(more) = records.next_if(CONTINUE)? {
        pieces.push(more.bytes);
    }
    let mut texts = Texts::new(pieces);
    // As many as there are, whatever their number says: no memory is asked for on its word.
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(texts.long()?);
    }
    Ok(all)
}

/// The text behind a formula whose value is one; records that describe the formula may stand between.
pub(super) fn of_formula(records: &mut Records<'_>) -> Result<Option<String>, &'static str> {
    const SHARED_FORMULA: u16 = 0x04bc;
    const FORMULA_OF_SEVERAL: u16 = 0x0221;
    const TABLE: u16 = 0x0236;
    const TEXT: u16 = 0x0207;
    for id in [SHARED_FORMULA, FORMULA_OF_SEVERAL, TABLE] {
        records.next_if(id)?;
    }
    let Some(record) = records.next_if(TEXT)? else { return Ok(None) };
    let mut pieces = vec![record.bytes];
    while let Some(more) = records.next_if(CONTINUE)? {
        pieces.push(more.bytes);
    }
    Texts::new(pieces).long().map(Some)
}

impl<'a> Texts<'a> {
    pub(super) fn new(pieces: Vec<&'a [u8]>) -> Self {
        Self { pieces, piece: 0, at: 0 }
    }

    /// A text whose length is one byte.
    pub(super) fn short(&mut self) -> Result<String, &'static str> {
        let len = self.number(1)?;
        self.text(len)
    }

    /// A text whose length is two bytes.
    pub(super) fn long(&mut self) -> Result<String, &'static str> {
        let len = self.number(2)?;
        self.text(len)
    }

    /// Its flags say whether characters have two bytes, and how much stands behind them about fonts and pronunciation.
    fn text(&mut self, len: usize) -> Result<String, &'static str> {
        let flags = self.number(1)?;
        let fonts = if flags & 8 == 0 { 0 } else { self.number(2)? * 4 };
        let spoken = if flags & 4 == 0 { 0 } else { self.number(4)? };
        let text = self.characters(len, flags & 1 == 1)?;
        self.skip(fonts.saturating_add(spoken))?;
        Ok(text)
    }

    /// Characters go on in the next record behind a byte that says anew how wide they are.
    fn characters(&mut self, len: usize, mut wide: bool) -> Result<String, &'static str> {
        let mut units: Vec<u16> = Vec::new();
        while units.len() < len {
            if self.left() == 0 {
                self.turn()?;
                wide = self.number(1)? & 1 == 1;
            }
            units.push(self.number(if wide { 2 } else { 1 })? as u16);
        }
        Ok(String::from_utf16_lossy(&units))
    }

    fn left(&self) -> usize {
        self.pieces.get(self.piece).map_or(0, |piece| piece.len() - self.at)
    }

    /// Goes on to the next piece.
    fn turn(&mut self) -> Result<(), &'static str> {
        (self.piece, self.at) = (self.piece + 1, 0);
        if self.piece < self.pieces.len() { Ok(()) } else { Err(BREAKS_OFF) }
    }

    /// A number of so many bytes, which lies in one piece.
    fn number(&mut self, bytes: usize) -> Result<usize, &'static str> {
        while self.left() == 0 {
            self.turn()?;
        }
        let piece = self.pieces[self.piece].get(self.at..self.at + bytes).ok_or(BREAKS_OFF)?;
        self.at += bytes;
        Ok(piece.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
    }

    fn skip(&mut self, mut bytes: usize) -> Result<(), &'static str> {
        while bytes > 0 {
            if self.left() == 0 {
                self.turn()?;
            }
            let step = bytes.min(self.left());
            self.at += step;
            bytes -= step;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_go_on_in_the_next_record() {
        // `abcd`: two narrow characters, then two wide ones behind a new flag.
        let mut texts = Texts::new(vec![&[4, 0, 0, b'a', b'b'], &[1, b'c', 0, b'd', 0, 1, 0, 0, b'x']]);
        assert_eq!(texts.long().as_deref(), Ok("abcd"));
        assert_eq!(texts.long().as_deref(), Ok("x"));
        assert!(texts.long().is_err());
        // Two runs of fonts behind the text.
        let mut texts = Texts::new(vec![&[1, 0, 8, 2, 0, b'y', 1, 2, 3, 4], &[5, 6, 7, 8, 1, b'z', 0]]);
        assert_eq!(texts.long().as_deref(), Ok("y"));
    }
}
