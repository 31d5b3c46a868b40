//! A first look at the lengths in an Arrow file: none may reach beyond the file.
//!
//! The Arrow crate allocates what a length says before it reads that much. In a damaged file the length may be a
//! terabyte, and memory that is not there ends the program with no error to catch. So the lengths are looked at first.
//!
//! # Cost
//!
//! The metadata of each message, and eight bytes per compressed buffer; the data itself is passed over.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use arrow_ipc::{Block, Message, RecordBatch, root_as_footer, root_as_message};

use crate::guard::guard;
use crate::source::Reader;
use crate::{Format, ReadError, Source};

/// Zstandard packs a block of 2^17 equal bytes into four, LZ4 packs less: nothing unpacks to more than this times its
/// size, and a block.
const MOST_PACKED: u64 = 1 << 15;
const ONE_BLOCK: u64 = 1 << 17;

/// Fails when a length in the file cannot be right.
pub(crate) fn survey(source: &Source, format: Format) -> Result<(), ReadError> {
    let (reader, name) = (source.reader()?, source.name());
    let mut surveyor = Surveyor { reader, len: source.len().unwrap_or(u64::MAX) };
    guard(&name, format, || match format {
        Format::ArrowStream => surveyor.stream(),
        _ => surveyor.file(),
    })
}

struct Surveyor {
    reader: Reader,
    len: u64,
}

impl Surveyor {
    /// One message behind the other, until the mark of the end or the end.
    fn stream(&mut self) -> Result<(), String> {
        let mut at = 0;
        while at < self.len {
            match self.message(at)? {
                Some(body) => at = body.end,
                None => break,
            }
        }
        Ok(())
    }

    /// The messages that the footer lists.
    fn file(&mut self) -> Result<(), String> {
        let tail = self.bytes(self.len.saturating_sub(10), 10)?;
        let footer_len = u64::from(word(&tail));
        let start = self.len.checked_sub(10 + footer_len).ok_or("a footer longer than the file")?;
        let footer = self.bytes(start, footer_len)?;
        let footer = root_as_footer(&footer).map_err(|error| format!("no footer: {}", error.to_string().trim_end()))?;
        footer.schema().ok_or("a footer without a schema")?;
        let lists = [footer.dictionaries(), footer.recordBatches()];
        lists.into_iter().flatten().flatten().try_for_each(|block| self.block(*block))
    }

    /// A message must start and end where the footer says: the one is checked, the other is read by.
    fn block(&mut self, block: Block) -> Result<(), String> {
        let lengths = [block.offset(), block.metaDataLength().into(), block.bodyLength()];
        let [at, metadata, body] = lengths.map(|length| u64::try_from(length).unwrap_or(u64::MAX));
        self.check(at, metadata.saturating_add(body))?;
        let found = self.message(at)?.ok_or("a message without content")?;
        if found.start != at + metadata || found.end > at + metadata + body {
            return Err("a message other than the footer says".to_owned());
        }
        Ok(())
    }

    /// Looks at the message at `at`; where its body lies, or `None` when there is no message.
    fn message(&mut self, at: u64) -> Result<Option<Range<u64>>, String> {
        let mut start = at + 4;
        let mut size = word(&self.bytes(at, 4)?);
        if size == u32::MAX {
            size = word(&self.bytes(start, 4)?);
            start += 4;
        }
        if size == 0 {
            return Ok(None);
        }
        let metadata = self.bytes(start, size.into())?;
        let message = root_as_message(&metadata).map_err(|error| format!("no message: {error}"))?;
        let body_len = u64::try_from(message.bodyLength()).map_err(|_| "a length below zero")?;
        let body = start + u64::from(size);
        self.check(body, body_len)?;
        if let Some(batch) = record_batch(message) {
            self.buffers(batch, body, body_len)?;
        }
        Ok(Some(body..body + body_len))
    }

    /// Packed buffers say how long they are when unpacked.
    fn buffers(&mut self, batch: RecordBatch<'_>, body: u64, body_len: u64) -> Result<(), String> {
        let (Some(buffers), Some(_)) = (batch.buffers(), batch.compression()) else { return Ok(()) };
        for buffer in buffers {
            let (at, len) = (u64::try_from(buffer.offset()), u64::try_from(buffer.length()));
            let (Ok(at), Ok(len)) = (at, len) else { return Err("a length below zero".to_owned()) };
            if at.saturating_add(len) > body_len {
                return Err("a buffer reaches beyond its message".to_owned());
            }
            // Minus one stands for a buffer that is not packed after all.
            let unpacked = if len < 8 { 0 } else { i64::from_le_bytes(self.array(body + at)?) };
            if unpacked > 0 && unpacked.cast_unsigned() > len.saturating_mul(MOST_PACKED).saturating_add(ONE_BLOCK) {
                return Err("a buffer that unpacks to more than it can hold".to_owned());
            }
        }
        Ok(())
    }

    fn check(&self, at: u64, count: u64) -> Result<(), String> {
        if at.saturating_add(count) > self.len {
            return Err("a length reaches beyond the end of the file".to_owned());
        }
        Ok(())
    }

    fn bytes(&mut self, at: u64, count: u64) -> Result<Vec<u8>, String> {
        self.check(at, count)?;
        let mut bytes = vec![0; count as usize];
        let read = self.reader.seek(SeekFrom::Start(at)).and_then(|_| self.reader.read_exact(&mut bytes));
        read.map(|()| bytes).map_err(|error| error.to_string())
    }

    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], String> {
        let bytes = self.bytes(at, N as u64)?;
        bytes.first_chunk().copied().ok_or_else(|| "too short".to_owned())
    }
}

/// The record batch in a message, also the one in which a dictionary is written.
fn record_batch(message: Message<'_>) -> Option<RecordBatch<'_>> {
    let dictionary = message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data());
    message.header_as_record_batch().or(dictionary)
}

/// The first four bytes as a number.
fn word(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
