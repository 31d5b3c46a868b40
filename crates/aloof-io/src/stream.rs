//! The bytes of a source one after the other, unpacked, and how many of the source have gone by.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use flate2::bufread::MultiGzDecoder;

use crate::encoding::Malformed;
use crate::known::zipped;
use crate::sheet::Archive;
use crate::sniff::{Found, HEAD, sniff};
use crate::source::Counted;
use crate::{Compression, Encoding, Format, ReadError, Source};

/// What is unpacked into memory may be this many times as large as it was when packed, and [`GRANTED`] larger. Tables and
/// hierarchies stay far below; what does not is made to fill memory.
const MOST_UNPACKED: u64 = 100;
/// Granted to small files, which may be packed better: 64 MiB.
const GRANTED: u64 = 64 << 20;

/// How many bytes may come of a packed file of this length.
pub(crate) fn most_unpacked(len: u64) -> u64 {
    len.saturating_mul(MOST_UNPACKED).saturating_add(GRANTED)
}

/// What is said of the first bytes of a format without the rest.
fn cut(file: String, format: &'static str) -> ReadError {
    let cause = "it ends within the bytes that such files begin with, and has no line as a text has".to_owned();
    ReadError::Corrupt { file, format, cause }
}

/// What is said of an archive that cannot be opened: who gave it may not know that it is one.
const ZIP: &str = "a zip archive, as .xlsx and .ods files are";

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
        let mut found = packed.sniff()?;
        if let Found::Packed(compression) = found {
            packed.compression = Some(compression);
            found = packed.sniff()?;
        }
        packed.format = match found {
            Found::Table(format) => format,
            Found::Packed(_) => return Err(ReadError::CompressedTwice { file: packed.source.name() }),
            Found::Zip => packed.zipped()?,
            Found::Known(known) => return Err(known.error(packed.source.name())),
            Found::Cut(format) => return Err(cut(packed.source.name(), format)),
        };
        if packed.source.sheet().is_some() && !packed.format.has_sheets() {
            return Err(ReadError::NotSheets { file: packed.source.name(), format: packed.format });
        }
        Ok(packed)
    }

    /// What a zip archive holds.
    fn zipped(&self) -> Result<Format, ReadError> {
        let file = || self.source.name();
        let archive = Archive::open(self.unpacked()?)?;
        let archive = archive.map_err(|cause| ReadError::Corrupt { file: file(), format: ZIP, cause })?;
        zipped(&archive)?.map_err(|known| known.error(file()))
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

    /// Everything, unpacked, in memory; more than a packed file can reasonably hold is refused.
    pub(crate) fn bytes(&self) -> Result<Bytes, ReadError> {
        if let (None, Source::Memory { bytes, .. }) = (self.compression, &self.source) {
            return Ok(bytes.clone());
        }
        let limit = self.limit();
        let mut bytes = Vec::new();
        self.open()?.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|cause| self.failure(cause))?;
        if bytes.len() as u64 > limit {
            return Err(ReadError::Unpacked { file: self.source.name(), megabytes: limit >> 20 });
        }
        Ok(bytes.into())
    }

    /// How many bytes may come of it.
    fn limit(&self) -> u64 {
        match (self.compression, self.source.len()) {
            (Some(_), Some(len)) => most_unpacked(len),
            _ => u64::MAX,
        }
    }

    /// A failed read in words: unpacking fails on damage, anything else is the system's.
    pub(crate) fn failure(&self, cause: io::Error) -> ReadError {
        let file = self.source.name();
        if let Some(malformed) = cause.get_ref().and_then(|inner| inner.downcast_ref::<Malformed>()) {
            return ReadError::Encoding { file, encoding: malformed.encoding.name(), byte: malformed.at };
        }
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
    /// The same text as UTF-8.
    pub(crate) fn decoded(self, encoding: Encoding) -> Self {
        Self { bytes: encoding.decode(self.bytes), passed: self.passed }
    }

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
