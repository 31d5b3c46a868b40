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

use std::io::Read;

use self::blocks::{Block, Blocks};
use self::parse::{Dialect, parse};
use crate::assembly::{Assembly, Names};
use crate::draft::Draft;
use crate::formulas::unescaped;
use crate::in_order::in_order;
use crate::input::Setting;
use crate::stream::{Packed, Stream};
use crate::{Ask, ReadError};

pub(crate) use self::delimiter::{OF_HIERARCHIES, OF_TABLES};
pub(crate) use self::small::{Record, small_table};

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
}

/// What a worker holds: a block, and where in it the first record starts.
#[derive(Default)]
struct Task {
    block: Block,
    from: usize,
}

impl CsvInput {
    /// Finds the delimiter and reads the header.
    pub(crate) fn open(packed: Packed, given: Option<u8>, escaped: bool) -> Result<(Self, Vec<String>), ReadError> {
        if given.is_some_and(|byte| !delimiter::is_possible(byte)) {
            return Err(ReadError::Delimiter);
        }
        let mut sample = Vec::new();
        let limit = delimiter::SAMPLE_BYTES;
        packed.open()?.take(limit as u64).read_to_end(&mut sample).map_err(|cause| packed.failure(cause))?;
        let text = small::text_start(&sample, &packed.source.name())?;
        let delimiter = given.unwrap_or_else(|| delimiter::find(text, sample.len() < limit, &OF_TABLES));
        let mut input = Self { packed, delimiter, found: given.is_none(), body: 0, block_bytes: BLOCK_BYTES, escaped };
        let names = input.read_header()?;
        Ok((input, names))
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
        Ok(Blocks::new(self.packed.open()?, self.delimiter, size))
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

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
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

    /// No more workers than there are blocks.
    fn workers(&self, threads: usize) -> usize {
        match (self.packed.compression, self.packed.source.len()) {
            (None, Some(len)) => threads.min(len as usize / self.block_bytes + 1),
            _ => threads,
        }
    }
}
