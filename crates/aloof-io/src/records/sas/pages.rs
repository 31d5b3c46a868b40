//! The header of a file, and its pages.

use super::{Broken, Order, Scan};

/// Where pages are and how they are written.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    pub(super) order: Order,
    /// Bytes of a number: 8 in files of 64-bit systems, else 4.
    pub(super) wide: usize,
    pub(super) encoding: u8,
    first: u64,
    len: u64,
    pub(super) count: u64,
}

/// A page and what it says of itself.
pub(super) struct Page {
    pub(super) bytes: Vec<u8>,
    pub(super) kind: Kind,
    /// Rows and subheaders.
    pub(super) blocks: usize,
    pub(super) subheaders: usize,
}

/// What is on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Subheaders only; of packed files rows are among them.
    Meta,
    Data,
    Mixed,
    /// Nothing that is needed.
    Other,
}

/// Where in a page a subheader is.
pub(super) struct Pointer {
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) packing: u8,
    pub(super) kind: u8,
}

/// No page is larger.
const LARGEST: u64 = 1 << 26;

impl Pages {
    pub(super) fn header(scan: &mut Scan) -> Result<Self, Broken> {
        scan.seek(32)?;
        let flags = scan.bytes(8)?;
        let wide = if flags[0] == b'3' { 8 } else { 4 };
        let shift = if flags[3] == b'3' { 4 } else { 0 };
        scan.order = if flags[5] == 1 { Order::Little } else { Order::Big };
        scan.seek(70)?;
        let encoding = scan.byte()?;
        scan.seek(196 + shift)?;
        let (first, len) = (u64::from(scan.word()?), u64::from(scan.word()?));
        let count = if wide == 8 { scan.long()? } else { scan.word()?.into() };
        if !(64..=LARGEST).contains(&len) {
            return Err("its pages are of no sensible length".to_owned());
        }
        scan.seek(first)?;
        if count.saturating_mul(len) > scan.left() {
            return Err("it breaks off before its last page".to_owned());
        }
        Ok(Self { order: scan.order, wide, encoding, first, len, count })
    }

    /// Bytes before the numbers at the start of a page.
    fn offset(&self) -> usize {
        if self.wide == 8 { 32 } else { 16 }
    }

    pub(super) fn page(&self, scan: &mut Scan, number: u64) -> Result<Page, Broken> {
        scan.seek(self.first + number * self.len)?;
        let bytes = scan.bytes(self.len)?;
        let half = |at: usize| bytes[self.offset() + at..].first_chunk().map_or(0, |bytes| self.order.half(*bytes));
        let (kind, blocks, subheaders) = (half(0), usize::from(half(2)), usize::from(half(4)));
        if kind & 0x8f80 == 0x0180 || kind & 0x8f80 == 0x0280 {
            return Err(
                "it holds rows that were deleted and are still there; copy the data set in SAS first".to_owned()
            );
        }
        let kind = match kind & 0x8f00 {
            0x0000 | 0x0400 => Kind::Meta,
            0x0100 => Kind::Data,
            0x0200 => Kind::Mixed,
            _ => Kind::Other,
        };
        Ok(Page { bytes, kind, blocks, subheaders })
    }

    /// Where the subheaders of a page are.
    pub(super) fn pointers(&self, page: &Page) -> Result<Vec<Pointer>, Broken> {
        let size = if self.wide == 8 { 24 } else { 12 };
        let start = self.offset() + 8;
        let listed = page.bytes.get(start..start + page.subheaders * size);
        let listed = listed.ok_or("a list in it reaches beyond its page")?;
        let pointer = |bytes: &[u8]| Pointer {
            at: self.number(bytes, 0),
            len: self.number(bytes, self.wide),
            packing: bytes[2 * self.wide],
            kind: bytes[2 * self.wide + 1],
        };
        Ok(listed.chunks_exact(size).map(pointer).collect())
    }

    /// Where the rows of a page of data begin; on a mixed one they stand behind the list, eight bytes in line.
    pub(super) fn rows_at(&self, page: &Page) -> usize {
        let start = self.offset() + 8;
        match page.kind {
            Kind::Mixed => {
                let end = start + page.subheaders * if self.wide == 8 { 24 } else { 12 };
                end + end % 8
            }
            _ => start,
        }
    }

    /// A number in so many bytes as the file has for one; what does not fit is out of all bounds.
    pub(super) fn number(&self, bytes: &[u8], at: usize) -> usize {
        let bytes = bytes.get(at..).unwrap_or_default();
        let number = if self.wide == 8 { self.order.long_of(bytes) } else { self.order.word_of(bytes).into() };
        usize::try_from(number).unwrap_or(usize::MAX)
    }
}
