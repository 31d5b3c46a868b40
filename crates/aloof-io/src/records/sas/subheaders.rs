//! Subheaders: the parts of a codebook, each told by a number at its start.

use super::pages::{Kind, Pages, Pointer};
use super::rows::Packing;
use super::{Broken, Scan};

/// What all subheaders together say.
#[derive(Default)]
pub(super) struct Subheaders {
    pub(super) row_length: usize,
    pub(super) rows: u64,
    pub(super) on_mixed_page: u64,
    count: usize,
    texts: Vec<Vec<u8>>,
    names: Vec<Text>,
    places: Vec<(usize, usize, bool)>,
    formats: Vec<(Text, Text)>,
}

/// A column.
pub(super) struct Column {
    pub(super) name: Vec<u8>,
    pub(super) label: Vec<u8>,
    pub(super) format: Vec<u8>,
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) is_number: bool,
}

/// Where a text is: which block of texts, where in it, how long.
#[derive(Clone, Copy, Default)]
struct Text {
    block: usize,
    at: usize,
    len: usize,
}

const ROW_SIZE: u32 = 0xf7f7_f7f7;
const COLUMN_COUNT: u32 = 0xf6f6_f6f6;
const TEXTS: u32 = 0xffff_fffd;
const NAMES: u32 = 0xffff_ffff;
const PLACES: u32 = 0xffff_fffc;
const FORMAT_AND_LABEL: u32 = 0xffff_fbfe;
/// No data set has more columns.
const MOST_COLUMNS: usize = 1 << 20;
/// Bytes of all names, labels and formats.
const MOST_TEXT: usize = 1 << 28;

/// The number at the start of a subheader; of the two halves of a wide one the first, where that alone tells.
pub(super) fn signature(bytes: &[u8], pages: &Pages) -> u32 {
    let first = pages.order.word_of(bytes);
    if pages.wide == 4 || matches!(first, ROW_SIZE | COLUMN_COUNT) {
        return first;
    }
    pages.order.long_of(bytes) as u32
}

/// Whether a subheader is a part of the codebook, not a row.
pub(super) fn is_known(signature: u32) -> bool {
    // 0xfffffc00 counts subheaders, 0xfffffffe lists columns; neither is needed.
    matches!(signature, ROW_SIZE | COLUMN_COUNT | TEXTS | NAMES | PLACES | FORMAT_AND_LABEL | 0xffff_fc00 | 0xffff_fffe)
}

impl Subheaders {
    /// Reads pages until one holds nothing but rows.
    pub(super) fn read(scan: &mut Scan, pages: &Pages) -> Result<Self, Broken> {
        let mut all = Self::default();
        for number in 0..pages.count {
            let page = pages.page(scan, number)?;
            if page.kind == Kind::Data {
                break;
            }
            if page.kind == Kind::Other {
                continue;
            }
            for pointer in pages.pointers(&page)? {
                all.take(&pointer, &page.bytes, pages)?;
            }
        }
        Ok(all)
    }

    fn take(&mut self, pointer: &Pointer, page: &[u8], pages: &Pages) -> Result<(), Broken> {
        if pointer.len == 0 || pointer.packing == 1 {
            return Ok(());
        }
        let bytes = page.get(pointer.at..pointer.at.saturating_add(pointer.len));
        let bytes = bytes.ok_or("a part of its codebook reaches beyond its page")?;
        let wide = pages.wide;
        let half = |at: usize| {
            bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |two| usize::from(pages.order.half(*two)))
        };
        let text = |at: usize| Text { block: half(at), at: half(at + 2), len: half(at + 4) };
        match signature(bytes, pages) {
            ROW_SIZE => {
                self.row_length = pages.number(bytes, 5 * wide);
                self.rows = pages.number(bytes, 6 * wide) as u64;
                self.on_mixed_page = pages.number(bytes, 15 * wide) as u64;
            }
            COLUMN_COUNT => self.count = pages.number(bytes, wide),
            TEXTS => self.texts.push(bytes[wide.min(bytes.len())..].to_vec()),
            NAMES => {
                let count = bytes.len().saturating_sub(2 * wide + 12) / 8;
                self.names.extend((0..count).map(|at| text(wide + 8 * (at + 1))));
            }
            PLACES => {
                let count = bytes.len().saturating_sub(2 * wide + 12) / (wide + 8);
                self.places.extend((0..count).map(|at| {
                    let start = wide + 8 + at * (wide + 8);
                    let len = pages.order.word_of(bytes.get(start + wide..).unwrap_or_default()) as usize;
                    (pages.number(bytes, start), len, bytes.get(start + wide + 6) == Some(&1))
                }));
            }
            FORMAT_AND_LABEL => self.formats.push((text(22 + 3 * wide), text(28 + 3 * wide))),
            _ => {}
        }
        if self.names.len() > MOST_COLUMNS || self.places.len() > MOST_COLUMNS {
            return Err("it has more columns than a data set".to_owned());
        }
        Ok(())
    }

    /// The columns, put together from what is said of them in several places.
    pub(super) fn columns(&self) -> Result<Vec<Column>, Broken> {
        if self.count == 0 || self.names.len() < self.count || self.places.len() < self.count {
            return Err("its codebook is not whole".to_owned());
        }
        self.refuse_shared_texts()?;
        let one = |at: usize| {
            let (start, len, is_number) = self.places[at];
            let (format, label) = self.formats.get(at).copied().unwrap_or_default();
            let text = |text: Text| self.text(text).to_vec();
            Column { name: text(self.names[at]), label: text(label), format: text(format), at: start, len, is_number }
        };
        Ok((0..self.count).map(one).collect())
    }

    /// Columns may share a text, such as the name of a format; not so that texts are far more than the file is long.
    fn refuse_shared_texts(&self) -> Result<(), Broken> {
        let names = self.names.iter().take(self.count).map(|text| text.len);
        let others = self.formats.iter().take(self.count).map(|(format, label)| format.len + label.len);
        let total: usize = names.chain(others).sum();
        if total > MOST_TEXT { Err("the texts of its codebook overlap".to_owned()) } else { Ok(()) }
    }

    fn text(&self, text: Text) -> &[u8] {
        let block = self.texts.get(text.block).or(self.texts.last());
        block.and_then(|block| block.get(text.at..text.at + text.len)).unwrap_or_default()
    }

    /// How rows are packed: the first block of texts says it in words.
    pub(super) fn packing(&self) -> Result<Packing, Broken> {
        let first = self.texts.first().ok_or("its codebook has no texts")?;
        let says = |word: &[u8]| first.windows(word.len()).any(|bytes| bytes == word);
        Ok(match () {
            () if says(b"SASYZCRL") => Packing::Runs,
            () if says(b"SASYZCR2") => Packing::Ross,
            () => Packing::None,
        })
    }
}
