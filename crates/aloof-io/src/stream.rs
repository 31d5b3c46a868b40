//! The bytes of a source one after the other, unpacked, and how many of the source have gone by.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use flate2::bufread::MultiGzDecoder;

use crate::sniff::{Found, HEAD, sniff};
use crate::source::Counted;
use crate::{Compression, Format, ReadError, Source};

/// A source, how it is packed, and what is inside.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    pub(crate) source: Source,
    pub(crate) compression: Option<Compression>,
    pub(crate) format: Format,
}

impl Packed {
    /// Looks at the first bytes, and at the first bytes inside when they are packed.
    pub(crate) fn find(source: Source) -> Result<Self, ReadError> {
        let source = source.reopenable()?;
        let mut packed = Self { source, compression: None, format: Format::Csv };
        match packed.sniff()? {
            Found::Table(format) => packed.format = format,
            Found::Packed(compression) => {
                packed.compression = Some(compression);
                match packed.sniff()? {
                    Found::Table(format) => packed.format = format,
                    Found::Packed(_) => return Err(ReadError::CompressedTwice { file: packed.source.name() }),
                }
            }
        }
        Ok(packed)
    }

    fn sniff(&self) -> Result<Found, ReadError> {
        let mut head = Vec::with_capacity(HEAD);
        self.open()?.take(HEAD as u64).read_to_end(&mut head).map_err(|cause| self.failure(cause))?;
        Ok(sniff(&head))
    }

    /// A reader at the first byte, unpacking.
    pub(crate) fn open(&self) -> Result<Stream, ReadError> {
        let raw = Counted::new(self.source.reader()?);
        let passed = raw.passed();
        let bytes: Box<dyn Read + Send> = match self.compression {
            None => Box::new(raw),
            Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, raw))),
            Some(Compression::Zstd) => {
                let decoder = zstd::stream::read::Decoder::new(raw);
                Box::new(decoder.map_err(|cause| self.failure(cause))?)
            }
        };
        Ok(Stream { bytes, passed })
    }

    /// The source without its packing: itself, or what is inside, in memory. For formats that are read out of order.
    pub(crate) fn unpacked(&self) -> Result<Source, ReadError> {
        if self.compression.is_none() {
            return Ok(self.source.clone());
        }
        Ok(Source::Memory { name: self.source.name(), bytes: self.bytes()? })
    }

    /// Everything, unpacked, in memory.
    pub(crate) fn bytes(&self) -> Result<Bytes, ReadError> {
        if let (None, Source::Memory { bytes, .. }) = (self.compression, &self.source) {
            return Ok(bytes.clone());
        }
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes).map_err(|cause| self.failure(cause))?;
        Ok(bytes.into())
    }

    /// A failed read in words: unpacking fails on damage, anything else is the system's.
    pub(crate) fn failure(&self, cause: io::Error) -> ReadError {
        let file = self.source.name();
        let damage = cause.raw_os_error().is_none();
        match self.compression {
            Some(compression) if damage => {
                ReadError::Damaged { file, what: compression.what(), cause: cause.to_string() }
            }
            _ => ReadError::io(&file, cause),
        }
    }
}

/// Unpacked bytes, and a count of the packed ones that made them.
pub(crate) struct Stream {
    bytes: Box<dyn Read + Send>,
    passed: Arc<AtomicU64>,
}

impl Stream {
    /// How many bytes of the source have been read.
    pub(crate) fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}
