//! The records of a workbook: a number, a length, bytes.

/// A record.
pub(super) struct Record<'a> {
    pub(super) id: u16,
    pub(super) bytes: &'a [u8],
}

impl<'a> Record<'a> {
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub(super) fn half(&self, at: usize) -> Option<u16> {
        self.chunk(at).map(u16::from_le_bytes)
    }

    pub(super) fn word(&self, at: usize) -> Option<u32> {
        self.chunk(at).map(u32::from_le_bytes)
    }

    pub(super) fn float(&self, at: usize) -> Option<f64> {
        self.chunk(at).map(f64::from_le_bytes)
    }

    pub(super) fn rest(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    fn chunk<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.bytes.get(at..)?.first_chunk().copied()
    }
}

/// Records one behind the other.
pub(super) struct Records<'a> {
    stream: &'a [u8],
    at: usize,
}

impl<'a> Records<'a> {
    pub(super) fn new(stream: &'a [u8], at: usize) -> Self {
        Self { stream, at }
    }

    /// The next record; `None` at the end of the stream.
    pub(super) fn next(&mut self) -> Result<Option<Record<'a>>, &'static str> {
        let rest = self.stream.get(self.at..).ok_or("a sheet of it is not there")?;
        let [a, b, c, d, rest @ ..] = rest else { return Ok(None) };
        let (id, len) = (u16::from_le_bytes([*a, *b]), usize::from(u16::from_le_bytes([*c, *d])));
        let bytes = rest.get(..len).ok_or("a record of it breaks off")?;
        self.at += 4 + len;
        Ok(Some(Record { id, bytes }))
    }

    /// The next record, if it has this number.
    pub(super) fn next_if(&mut self, id: u16) -> Result<Option<Record<'a>>, &'static str> {
        let before = self.at;
        let next = self.next()?.filter(|record| record.id == id);
        if next.is_none() {
            self.at = before;
        }
        Ok(next)
    }
}
