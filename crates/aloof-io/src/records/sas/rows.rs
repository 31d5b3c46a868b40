//! Rows: on pages of data one behind the other; packed, each a subheader of its own.

use super::pages::{Kind, Page, Pages};
use super::subheaders::{is_known, signature};
use super::unpack::{ross, runs};
use super::{Broken, Scan};
use crate::records::Records;

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

impl Body {
    pub(crate) fn records(&self, scan: Scan, width: usize) -> Result<Box<dyn Records>, Broken> {
        // Unpacked, so many rows cannot be there: no memory is asked for on their word.
        let most = self.pages.count.saturating_mul(1 << 26) / width.max(1) as u64;
        if self.packing == Packing::None && self.rows > most {
            return Err("it says that it has more rows than it can hold".to_owned());
        }
        let Self { pages, packing, rows, on_mixed_page } = self;
        Ok(Box::new(Rows {
            scan,
            pages: pages.clone(),
            packing: *packing,
            width,
            left: *rows,
            on_mixed_page: *on_mixed_page,
            page: 0,
            waiting: Vec::new(),
        }))
    }
}

/// Rows while they are read; those of a page wait, the last first.
struct Rows {
    scan: Scan,
    pages: Pages,
    packing: Packing,
    width: usize,
    left: u64,
    on_mixed_page: u64,
    page: u64,
    waiting: Vec<Vec<u8>>,
}

impl Records for Rows {
    fn next(&mut self, block: &mut Vec<u8>) -> Result<bool, String> {
        if self.left == 0 {
            return Ok(false);
        }
        while self.waiting.is_empty() {
            if self.page == self.pages.count {
                return Err("it breaks off before its last row".to_owned());
            }
            let page = self.pages.page(&mut self.scan, self.page)?;
            self.page += 1;
            self.waiting = self.rows_of(&page)?;
            self.waiting.reverse();
        }
        if let Some(row) = self.waiting.pop() {
            block.extend_from_slice(&row);
            self.left -= 1;
        }
        Ok(true)
    }
}

impl Rows {
    fn rows_of(&self, page: &Page) -> Result<Vec<Vec<u8>>, String> {
        match page.kind {
            Kind::Data => self.plain(page, page.blocks as u64),
            Kind::Mixed if self.packing == Packing::None => self.plain(page, self.on_mixed_page.min(self.left)),
            Kind::Meta | Kind::Mixed if self.packing != Packing::None => self.packed(page),
            _ => Ok(Vec::new()),
        }
    }

    fn plain(&self, page: &Page, count: u64) -> Result<Vec<Vec<u8>>, String> {
        let rows = page.bytes.get(self.pages.rows_at(page)..).unwrap_or_default();
        let count = count.min(self.left) as usize;
        if rows.len() / self.width < count {
            return Err("rows of it reach beyond their page".to_owned());
        }
        Ok(rows.chunks_exact(self.width).take(count).map(<[u8]>::to_vec).collect())
    }

    fn packed(&self, page: &Page) -> Result<Vec<Vec<u8>>, String> {
        let mut rows = Vec::new();
        for pointer in self.pages.pointers(page)? {
            let bytes = page.bytes.get(pointer.at..pointer.at.saturating_add(pointer.len)).unwrap_or_default();
            let is_row = pointer.len > 0 && pointer.kind == 1 && matches!(pointer.packing, 0 | 4);
            if !is_row || (pointer.packing == 0 && is_known(signature(bytes, &self.pages))) {
                continue;
            }
            rows.push(self.row(bytes)?);
        }
        Ok(rows)
    }

    fn row(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let row = match self.packing {
            _ if bytes.len() >= self.width => Some(bytes[..self.width].to_vec()),
            Packing::Ross => ross(bytes, self.width),
            _ => runs(bytes, self.width),
        };
        row.ok_or_else(|| "a packed row of it does not unpack".to_owned())
    }
}
