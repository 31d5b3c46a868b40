//! Rows: on pages of data one behind the other; packed, each a subheader of its own.

use std::ops::Range;

use super::pages::{Kind, Page, Pages};
use super::subheaders::{is_known, signature};
use super::unpack::{ross, runs};
use super::{Broken, Scan};
use crate::records::Records;
use crate::stream::most_unpacked;

/// Where and how the rows are.
#[derive(Debug)]
pub(crate) struct Body {
    pub(super) pages: Pages,
    pub(super) packing: Packing,
    pub(super) rows: u64,
    pub(super) on_mixed_page: u64,
}

/// How a row is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    /// Runs of equal bytes.
    Runs,
    /// Ross data compression: runs and patterns.
    Ross,
}

/// No row is longer.
const LONGEST: usize = 1 << 26;

impl Body {
    pub(crate) fn records(&self, scan: Scan, width: usize) -> Result<Box<dyn Records>, Broken> {
        if width > LONGEST {
            return Err("its rows are of no sensible length".to_owned());
        }
        // Unpacked, so many rows cannot be there: no memory is asked for on their word.
        let most = self.pages.count.saturating_mul(1 << 26) / width.max(1) as u64;
        if self.packing == Packing::None && self.rows > most {
            return Err("it says that it has more rows than it can hold".to_owned());
        }
        let Self { pages, packing, rows, on_mixed_page } = self;
        Ok(Box::new(Rows {
            unpacked_left: most_unpacked(scan.len()),
            scan,
            pages: pages.clone(),
            packing: *packing,
            width,
            left: *rows,
            on_mixed_page: *on_mixed_page,
            page: 0,
            open: Vec::new(),
            waiting: Vec::new().into_iter(),
        }))
    }
}

/// Rows while they are read; of those of a page it is known where they are.
struct Rows {
    scan: Scan,
    pages: Pages,
    packing: Packing,
    width: usize,
    left: u64,
    on_mixed_page: u64,
    page: u64,
    /// The bytes of the page.
    open: Vec<u8>,
    waiting: std::vec::IntoIter<Range<usize>>,
    /// So many more bytes may come of packed rows: what unpacks to more is made to fill memory.
    unpacked_left: u64,
}

impl Records for Rows {
    fn next(&mut self, block: &mut Vec<u8>) -> Result<bool, String> {
        if self.left == 0 {
            return Ok(false);
        }
        loop {
            if let Some(place) = self.waiting.next() {
                self.row(place, block)?;
                self.left -= 1;
                return Ok(true);
            }
            if self.page == self.pages.count {
                return Err("it breaks off before its last row".to_owned());
            }
            let page = self.pages.page(&mut self.scan, self.page)?;
            self.page += 1;
            self.waiting = self.rows_of(&page)?.into_iter();
            self.open = page.bytes;
        }
    }
}

impl Rows {
    /// Where in a page rows are.
    fn rows_of(&self, page: &Page) -> Result<Vec<Range<usize>>, String> {
        match page.kind {
            Kind::Data => self.plain(page, page.blocks as u64),
            Kind::Mixed if self.packing == Packing::None => self.plain(page, self.on_mixed_page.min(self.left)),
            Kind::Meta | Kind::Mixed if self.packing != Packing::None => self.packed(page),
            _ => Ok(Vec::new()),
        }
    }

    fn plain(&self, page: &Page, count: u64) -> Result<Vec<Range<usize>>, String> {
        let start = self.pages.rows_at(page);
        let count = count.min(self.left) as usize;
        if page.bytes.len().saturating_sub(start) / self.width < count {
            return Err("rows of it reach beyond their page".to_owned());
        }
        Ok((0..count).map(|at| start + at * self.width..start + (at + 1) * self.width).collect())
    }

    fn packed(&self, page: &Page) -> Result<Vec<Range<usize>>, String> {
        let mut rows = Vec::new();
        for pointer in self.pages.pointers(page)? {
            let place = pointer.at..pointer.at.saturating_add(pointer.len);
            let bytes = page.bytes.get(place.clone()).unwrap_or_default();
            let is_row = pointer.len > 0 && pointer.kind == 1 && matches!(pointer.packing, 0 | 4);
            if !is_row || (pointer.packing == 0 && is_known(signature(bytes, &self.pages))) {
                continue;
            }
            rows.push(place);
        }
        Ok(rows)
    }

    /// Adds a row of the page that is open.
    fn row(&mut self, place: Range<usize>, block: &mut Vec<u8>) -> Result<(), String> {
        let bytes = self.open.get(place).unwrap_or_default();
        if bytes.len() >= self.width {
            block.extend_from_slice(&bytes[..self.width]);
            return Ok(());
        }
        let left = self.unpacked_left.checked_sub(self.width as u64);
        self.unpacked_left = left.ok_or("it unpacks to more than it can hold")?;
        let row = if self.packing == Packing::Ross { ross(bytes, self.width) } else { runs(bytes, self.width) };
        block.extend(row.ok_or("a packed row of it does not unpack")?);
        Ok(())
    }
}
