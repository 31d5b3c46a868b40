//! A file looked through from front to back: numbers in the file's own byte order, nothing longer than the file.

use std::io::{BufReader, Read, Seek, SeekFrom};

use crate::source::Reader;
use crate::{ReadError, Source};

/// In which order the bytes of a number stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    #[default]
    Little,
    Big,
}

impl Order {
    pub(crate) fn half(self, bytes: [u8; 2]) -> u16 {
        if self == Self::Little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) }
    }

    pub(crate) fn word(self, bytes: [u8; 4]) -> u32 {
        if self == Self::Little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }
    }

    pub(crate) fn long(self, bytes: [u8; 8]) -> u64 {
        if self == Self::Little { u64::from_le_bytes(bytes) } else { u64::from_be_bytes(bytes) }
    }

    /// The number in the first bytes; 0 where there are not so many.
    pub(crate) fn word_of(self, bytes: &[u8]) -> u32 {
        bytes.first_chunk().map_or(0, |bytes| self.word(*bytes))
    }

    /// The number in the first bytes; 0 where there are not so many.
    pub(crate) fn long_of(self, bytes: &[u8]) -> u64 {
        bytes.first_chunk().map_or(0, |bytes| self.long(*bytes))
    }
}

/// What is wrong, in words.
pub(crate) type Broken = String;

/// A file while it is looked through.
pub(crate) struct Scan {
    reader: BufReader<Reader>,
    len: u64,
    pub(crate) at: u64,
    pub(crate) order: Order,
}

impl Scan {
    pub(crate) fn new(source: &Source) -> Result<Self, ReadError> {
        let reader = BufReader::with_capacity(1 << 16, source.reader()?);
        Ok(Self { reader, len: source.len().unwrap_or(0), at: 0, order: Order::Little })
    }

    /// Bytes of the whole file.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes from here to the end.
    pub(crate) fn left(&self) -> u64 {
        self.len.saturating_sub(self.at)
    }

    pub(crate) fn seek(&mut self, at: u64) -> Result<(), Broken> {
        if at > self.len {
            return Err("a part of it lies beyond its end".to_owned());
        }
        self.reader.seek(SeekFrom::Start(at)).map_err(|error| error.to_string())?;
        self.at = at;
        Ok(())
    }

    pub(crate) fn skip(&mut self, count: u64) -> Result<(), Broken> {
        self.seek(self.at.saturating_add(count))
    }

    pub(crate) fn bytes(&mut self, count: u64) -> Result<Vec<u8>, Broken> {
        if count > self.left() {
            return Err("it breaks off".to_owned());
        }
        let mut bytes = vec![0; count as usize];
        self.reader.read_exact(&mut bytes).map_err(|error| error.to_string())?;
        self.at += count;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Broken> {
        let mut bytes = [0; N];
        if N as u64 > self.left() {
            return Err("it breaks off".to_owned());
        }
        self.reader.read_exact(&mut bytes).map_err(|error| error.to_string())?;
        self.at += N as u64;
        Ok(bytes)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Broken> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(crate) fn half(&mut self) -> Result<u16, Broken> {
        let bytes = self.array()?;
        Ok(self.order.half(bytes))
    }

    pub(crate) fn word(&mut self) -> Result<u32, Broken> {
        let bytes = self.array()?;
        Ok(self.order.word(bytes))
    }

    pub(crate) fn integer(&mut self) -> Result<i32, Broken> {
        self.word().map(u32::cast_signed)
    }

    pub(crate) fn long(&mut self) -> Result<u64, Broken> {
        let bytes = self.array()?;
        Ok(self.order.long(bytes))
    }

    pub(crate) fn float(&mut self) -> Result<f64, Broken> {
        self.long().map(f64::from_bits)
    }

    /// Goes past these bytes, which must stand here.
    pub(crate) fn expect(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        if self.bytes(bytes.len() as u64)? == bytes {
            Ok(())
        } else {
            Err("a part of it is not where it should be".to_owned())
        }
    }

    /// What is left of the file, as a reader.
    pub(crate) fn into_rest(self) -> BufReader<Reader> {
        self.reader
    }
}
