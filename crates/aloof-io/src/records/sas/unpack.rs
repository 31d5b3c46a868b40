//! Packed rows: runs of equal bytes, and Ross data compression.
//!
//! Both give exactly as many bytes as a row has; anything else is `None`.

/// Bytes that are read, and those that come of them.
struct Unpack<'a> {
    from: std::slice::Iter<'a, u8>,
    to: Vec<u8>,
    width: usize,
}

impl<'a> Unpack<'a> {
    fn new(from: &'a [u8], width: usize) -> Self {
        Self { from: from.iter(), to: Vec::with_capacity(width), width }
    }

    fn byte(&mut self) -> Option<usize> {
        self.from.next().map(|&byte| byte.into())
    }

    fn copy(&mut self, count: usize) -> Option<()> {
        let (taken, rest) = self.from.as_slice().split_at_checked(count)?;
        self.from = rest.iter();
        self.room(count)?;
        self.to.extend_from_slice(taken);
        Some(())
    }

    fn fill(&mut self, byte: usize, count: usize) -> Option<()> {
        self.room(count)?;
        self.to.resize(self.to.len() + count, byte as u8);
        Some(())
    }

    /// Bytes again that stand so far back.
    fn again(&mut self, back: usize, count: usize) -> Option<()> {
        self.room(count)?;
        for _ in 0..count {
            let byte = *self.to.get(self.to.len().checked_sub(back)?)?;
            self.to.push(byte);
        }
        Some(())
    }

    fn room(&self, count: usize) -> Option<()> {
        (self.to.len() + count <= self.width).then_some(())
    }

    fn finish(self) -> Option<Vec<u8>> {
        (self.to.len() == self.width).then_some(self.to)
    }
}

/// Half a byte says what to do, the other half how often.
pub(super) fn runs(from: &[u8], width: usize) -> Option<Vec<u8>> {
    const AT: usize = b'@' as usize;
    const BLANK: usize = b' ' as usize;
    let mut unpack = Unpack::new(from, width);
    while let Some(command) = unpack.byte() {
        let (what, count) = (command >> 4, command & 15);
        match what {
            0 | 1 => {
                let more = unpack.byte()? + 64 + count * 256 + what * 4096;
                unpack.copy(more)?;
            }
            2 => unpack.copy(count + 96)?,
            4 => {
                let (more, byte) = (unpack.byte()? + 18 + count * 256, unpack.byte()?);
                unpack.fill(byte, more)?;
            }
            5..=7 => {
                let more = unpack.byte()? + 17 + count * 256;
                unpack.fill([AT, BLANK, 0][what - 5], more)?;
            }
            8..=11 => unpack.copy(count + 1 + 16 * (what - 8))?,
            12 => {
                let byte = unpack.byte()?;
                unpack.fill(byte, count + 3)?;
            }
            13..=15 => unpack.fill([AT, BLANK, 0][what - 13], count + 2)?,
            _ => return None,
        }
    }
    unpack.finish()
}

/// Sixteen bits say which of the next are bytes as they are, and which are commands.
pub(super) fn ross(from: &[u8], width: usize) -> Option<Vec<u8>> {
    let mut unpack = Unpack::new(from, width);
    let (mut bits, mut mask) = (0, 0u32);
    while !unpack.from.as_slice().is_empty() {
        mask >>= 1;
        if mask == 0 {
            bits = (unpack.byte()? << 8 | unpack.byte()?) as u32;
            mask = 0x8000;
            // The last bits may stand alone.
            if unpack.from.as_slice().is_empty() {
                break;
            }
        }
        if bits & mask == 0 {
            unpack.copy(1)?;
            continue;
        }
        let command = unpack.byte()?;
        let (what, count) = (command >> 4, command & 15);
        match what {
            0 => {
                let byte = unpack.byte()?;
                unpack.fill(byte, count + 3)?;
            }
            1 => {
                let count = count + (unpack.byte()? << 4) + 19;
                let byte = unpack.byte()?;
                unpack.fill(byte, count)?;
            }
            2 => {
                let back = count + 3 + (unpack.byte()? << 4);
                let count = unpack.byte()? + 16;
                unpack.again(back, count)?;
            }
            length => {
                let back = count + 3 + (unpack.byte()? << 4);
                unpack.again(back, length)?;
            }
        }
    }
    unpack.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_bytes() {
        // Two bytes as they are, five blanks, four zeros, three times `x`.
        let packed = [0x81, b'a', b'b', 0xe3, 0xf2, 0xc0, b'x'];
        assert_eq!(runs(&packed, 14).as_deref(), Some(&b"ab     \0\0\0\0xxx"[..]));
        assert_eq!(runs(&packed, 13), None);
        assert_eq!(runs(&packed[..6], 14), None);
        let long = runs(&[0x60, 3], 20).unwrap();
        assert_eq!(long, [b' '; 20]);
    }

    #[test]
    fn runs_and_patterns() {
        // `abc`, then four bytes from three back, then `z` five times.
        let packed = [0b0001_1000, 0, b'a', b'b', b'c', 0x40, 0, 0x02, b'z'];
        assert_eq!(ross(&packed, 12).as_deref(), Some(&b"abcabcazzzzz"[..]));
        assert_eq!(ross(&packed, 11), None);
        // A pattern from before the beginning.
        assert_eq!(ross(&[0x80, 0, 0x30, 9], 3), None);
    }
}
