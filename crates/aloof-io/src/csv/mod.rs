//! Tables as text: one record a line, fields between delimiters, quotes where needed.
//!
//! The stream is cut into blocks of whole records (`blocks`), which are parsed at once (`parse`) and put together in
//! order. Faults know their byte; which line that is, is counted only when there is one to tell.

mod blocks;
mod delimiter;
mod fault;
mod fields;
mod parse;
mod small;
mod unnamed;

use std::io::Read;
use std::sync::OnceLock;

use aloof_table::Column;
use aloof_table::notation::{DecimalSign, Guide, Verdict, find};

use self::fault::lines;
use self::parse::{Dialect, parse};
use crate::assembly::{Assembly, Names};
use crate::draft::Draft;
use crate::encoding::{of_bytes, of_start};
use crate::formulas::unescaped;
use crate::in_order::in_order;
use crate::input::{ReadOptions, Setting};
use crate::stream::{Packed, Stream};
use crate::{Ask, Encoding, ReadError};

pub(crate) use self::blocks::{Block, Blocks};
pub(crate) use self::delimiter::{OF_HIERARCHIES, OF_TABLES};
pub(crate) use self::fields::Fields;
pub(crate) use self::small::{Record, small_table};
pub(crate) use self::unnamed::name_beside;

/// Large enough that handing a block over costs nothing, small enough for the second-level cache.
const BLOCK_BYTES: usize = 1 << 20;
/// So much is read to guess kinds. A wrong guess costs a second look at the column, no more.
const GUESS_BYTES: usize = 256 << 10;

/// An opened CSV file.
#[derive(Debug)]
pub(crate) struct CsvInput {
    packed: Packed,
    delimiter: u8,
    /// Whether the delimiter was found, not given.
    found: bool,
    /// Where the records behind the header start.
    body: usize,
    block_bytes: usize,
    /// Whether cells and names may stand behind an apostrophe.
    escaped: bool,
    /// Which characters its bytes mean; empty while nothing speaks against UTF-8.
    encoding: OnceLock<Encoding>,
    /// Whether its first column has no name in the file.
    unnamed: bool,
}

/// What a worker holds: a block, and where in it the first record starts.
#[derive(Default)]
struct Task {
    block: Block,
    from: usize,
}

impl CsvInput {
    /// Finds encoding and delimiter, and reads the header.
    pub(crate) fn open(packed: Packed, options: &ReadOptions) -> Result<(Self, Vec<String>), ReadError> {
        let given = options.delimiter;
        if given.is_some_and(|byte| !delimiter::is_possible(byte)) {
            return Err(ReadError::Delimiter);
        }
        let encoding = options.encoding.map(OnceLock::from).unwrap_or_default();
        let (escaped, found) = (options.escaped, given.is_none());
        let mut input =
            Self { packed, delimiter: 0, found, body: 0, block_bytes: BLOCK_BYTES, escaped, encoding, unnamed: false };
        let sample = input.sample()?;
        let (text, whole) = (small::text_start(&sample), sample.len() < delimiter::SAMPLE_BYTES);
        input.delimiter = given.unwrap_or_else(|| delimiter::find(text, whole, &OF_TABLES));
        let mut names = input.read_header()?;
        // What has no name at the end of the header has no values either, or the first record with one is an error.
        let written = names.len();
        while names.len() > 1 && names.last().is_some_and(String::is_empty) {
            names.pop();
        }
        let first = |names: &mut Vec<String>| {
            unnamed::name_first(names, &String::from_utf8_lossy(text), whole, input.delimiter)
        };
        input.unnamed = names.len() == written && first(&mut names);
        Ok((input, names))
    }

    /// The first bytes, as UTF-8 unless that cannot be told.
    fn sample(&self) -> Result<Vec<u8>, ReadError> {
        let sample = self.start()?;
        if self.encoding.get().is_some() {
            return Ok(sample);
        }
        let found = match of_start(&sample) {
            Some(found) => Some(*self.encoding.get_or_init(|| found)),
            None if is_utf_8(&sample) => None,
            None => self.find_encoding()?,
        };
        if found.is_some_and(|found| found != Encoding::UTF_8) { self.start() } else { Ok(sample) }
    }

    fn start(&self) -> Result<Vec<u8>, ReadError> {
        let mut start = Vec::new();
        let limit = delimiter::SAMPLE_BYTES as u64;
        self.stream()?.take(limit).read_to_end(&mut start).map_err(|cause| self.packed.failure(cause))?;
        Ok(start)
    }

    /// The text from its start.
    fn stream(&self) -> Result<Stream, ReadError> {
        let bytes = self.packed.open()?;
        Ok(match self.encoding.get() {
            Some(&encoding) => bytes.decoded(encoding),
            None => bytes,
        })
    }

    /// What a text is that turned out not to be UTF-8, if that can be told.
    fn find_encoding(&self) -> Result<Option<Encoding>, ReadError> {
        let found = of_bytes(self.packed.open()?).map_err(|cause| self.packed.failure(cause))?;
        Ok(found.map(|found| *self.encoding.get_or_init(|| found)))
    }

    /// Which characters its bytes mean, as far as it has been read.
    pub(crate) fn encoding(&self) -> Encoding {
        self.encoding.get().copied().unwrap_or(Encoding::UTF_8)
    }

    /// Whether its first column has no name in the file.
    pub(crate) fn is_unnamed(&self) -> bool {
        self.unnamed
    }

    pub(crate) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    pub(crate) fn set_block_bytes(&mut self, bytes: usize) {
        self.block_bytes = bytes;
    }

    /// The names in the first record.
    fn read_header(&mut self) -> Result<Vec<String>, ReadError> {
        let mut block = Block::default();
        self.blocks(self.block_bytes)?.fill(&mut block).map_err(|cause| self.packed.failure(cause))?;
        let file = self.packed.source.name();
        let (names, body) = small::header(&block, self.delimiter, &file)?;
        self.body = body;
        Ok(if self.escaped { names.iter().map(|name| unescaped(name).to_owned()).collect() } else { names })
    }

    fn dialect(&self) -> Dialect {
        Dialect { delimiter: self.delimiter, escaped: self.escaped }
    }

    fn blocks(&self, size: usize) -> Result<Blocks<Stream>, ReadError> {
        Ok(Blocks::new(self.stream()?, self.delimiter, size))
    }

    /// Which columns of open kind are text, as far as the first rows tell; the others stay open.
    pub(crate) fn guess(&self, ask: &[Ask], setting: &Setting<'_>) -> Result<Vec<Ask>, ReadError> {
        if !ask.contains(&Ask::Auto) {
            return Ok(ask.to_vec());
        }
        let open: Vec<Ask> = ask.iter().map(|&ask| if ask == Ask::Auto { ask } else { Ask::Skip }).collect();
        let mut block = Block::default();
        self.blocks(GUESS_BYTES)?.fill(&mut block).map_err(|cause| self.packed.failure(cause))?;
        let pieces = parse(&block, self.body, self.dialect(), &open, &setting.nulls).pieces;
        let decide = |(&ask, piece): (&Ask, &Draft)| if piece.is_text() { Ask::Text } else { ask };
        Ok(ask.iter().zip(&pieces).map(decide).collect())
    }

    /// Reads the columns asked for. A text that shows only on the way that it is not UTF-8 is read again as what it is.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        match self.pass_once(ask, names, setting) {
            Err(ReadError::NotUtf8 { .. }) if self.encoding.get().is_none() && self.find_encoding()?.is_some() => {
                self.pass_once(ask, names, setting)
            }
            result => result,
        }
    }

    fn pass_once(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let mut blocks = self.blocks(self.block_bytes)?;
        let total = self.packed.source.len();
        let mut body = self.body;
        let take = |task: &mut Task| {
            let any = blocks.fill(&mut task.block).map_err(|cause| self.packed.failure(cause))?;
            task.from = std::mem::take(&mut body);
            (setting.progress)(blocks.stream.passed(), total);
            Ok(any)
        };
        let work = |task: &mut Task| parse(&task.block, task.from, self.dialect(), ask, &setting.nulls);
        let mut assembly = Assembly::new(ask.iter().map(|&ask| Draft::new(ask)).collect());
        let mut line = 0;
        let keep = |parsed: parse::Parsed| {
            if let Some((fault, below)) = parsed.fault {
                return Err(fault.into_error(line + below, names, self.found.then_some(self.delimiter)));
            }
            line += parsed.lines;
            assembly.rows += parsed.rows;
            let mut pieces = parsed.pieces.into_iter().enumerate();
            pieces.try_for_each(|(at, piece)| assembly.append(at, piece, names))
        };
        in_order(self.workers(setting.threads), Task::default, take, work, keep)?;
        Ok(assembly)
    }

    /// On which line of the file data row `row` begins, counted from 0. One pass over the file.
    pub(crate) fn line_of(&self, row: usize) -> Result<Option<u64>, ReadError> {
        let mut blocks = self.blocks(self.block_bytes)?;
        let (mut block, mut from, mut rows, mut line) = (Block::default(), self.body, 0, 1);
        while blocks.fill(&mut block).map_err(|cause| self.packed.failure(cause))? {
            let text = String::from_utf8_lossy(block.bytes());
            let mut fields = Fields::new(&text, std::mem::take(&mut from), self.delimiter);
            while let Some(start) = fields.next_record() {
                if rows == row {
                    return Ok(Some(line + lines(&text.as_bytes()[..start])));
                }
                rows += 1;
                if fields.skip_record().is_err() {
                    return Ok(None);
                }
            }
            line += lines(text.as_bytes());
        }
        Ok(None)
    }

    /// Whether some column of the first rows can only have a decimal comma.
    pub(crate) fn shows_commas(&self, setting: &Setting<'_>, columns: usize) -> Result<bool, ReadError> {
        let mut block = Block::default();
        self.blocks(GUESS_BYTES)?.fill(&mut block).map_err(|cause| self.packed.failure(cause))?;
        let pieces = parse(&block, self.body, self.dialect(), &vec![Ask::Text; columns], &setting.nulls).pieces;
        Ok(pieces.into_iter().filter_map(Draft::finish).any(|column| has_commas(&column)))
    }

    /// No more workers than there are blocks.
    fn workers(&self, threads: usize) -> usize {
        match (self.packed.compression, self.packed.source.len()) {
            (None, Some(len)) => threads.min(len as usize / self.block_bytes + 1),
            _ => threads,
        }
    }
}

/// Whether the start of a file is UTF-8, but perhaps for a last character that is not whole.
fn is_utf_8(sample: &[u8]) -> bool {
    std::str::from_utf8(sample).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Whether all values are numbers with a decimal comma, and not all are with a decimal point.
fn has_commas(column: &Column) -> bool {
    let Column::Label(labels) = column else { return false };
    let found = |decimals: &[DecimalSign]| {
        let guide = Guide { decimals, patterns: &[], ..Guide::OPEN };
        matches!(find(&labels.labels().iter(), &guide), Verdict::Numbers(_))
    };
    found(&[DecimalSign::Comma]) && !found(&[DecimalSign::Point])
}
