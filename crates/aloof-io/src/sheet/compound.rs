//! Compound files: several streams in one file, as programs of Microsoft write them (`.xls`, and whatever is encrypted).
//!
//! # Source
//!
//! Microsoft, [MS-CFB], versions 3 and 4.
//!
//! # Cost
//!
//! The file is in memory. A chain of sectors is followed no longer than the file has sectors, so that none goes round.

use bytes::Bytes;

/// The first bytes of every such file.
pub(crate) const MAGIC: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/// Numbers from here on are marks, no sectors.
const MARKS: u32 = 0xffff_fffa;
/// Streams shorter than this lie in small sectors.
const SMALL: u64 = 4096;
const SMALL_SECTOR: usize = 64;

/// An opened file.
pub(crate) struct Compound {
    bytes: Bytes,
    sector: usize,
    next: Vec<u32>,
    small_next: Vec<u32>,
    small: Vec<u8>,
    streams: Vec<Stream>,
}

struct Stream {
    name: String,
    start: u32,
    size: u64,
}

type Broken = &'static str;

impl Compound {
    pub(crate) fn open(bytes: Bytes) -> Result<Self, Broken> {
        if bytes.len() < 512 || !bytes.starts_with(&MAGIC) {
            return Err("its header breaks off");
        }
        let sector = match half(&bytes, 30) {
            9 => 512,
            12 => 4096,
            _ => return Err("its sectors are of a size that is not known"),
        };
        let mut file =
            Self { bytes, sector, next: Vec::new(), small_next: Vec::new(), small: Vec::new(), streams: Vec::new() };
        file.next = words(&file.joined(&file.table_sectors()?)?);
        let (directory, small) = (word(&file.bytes, 48), word(&file.bytes, 60));
        file.small_next = words(&file.chain(small)?);
        file.streams = streams(&file.chain(directory)?, file.sector > 512);
        let root = file.streams.first().map(|root| root.start).ok_or("its directory is empty")?;
        file.small = file.chain(root)?;
        Ok(file)
    }

    /// Whether it has a stream of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.streams.iter().any(|stream| stream.name == name)
    }

    /// A whole stream; `None` when there is none of that name.
    pub(crate) fn stream(&self, name: &str) -> Result<Option<Vec<u8>>, Broken> {
        let Some(stream) = self.streams.iter().find(|stream| stream.name == name) else { return Ok(None) };
        let mut bytes = if stream.size < SMALL { self.small_chain(stream.start)? } else { self.chain(stream.start)? };
        if (bytes.len() as u64) < stream.size {
            return Err("a stream of it breaks off");
        }
        bytes.truncate(stream.size as usize);
        Ok(Some(bytes))
    }

    /// The sectors that say which sector follows which: 109 in the header, others in a chain of their own.
    fn table_sectors(&self) -> Result<Vec<u32>, Broken> {
        let mut all: Vec<u32> = (0..109).map(|at| word(&self.bytes, 76 + at * 4)).collect();
        let mut next = word(&self.bytes, 68);
        let (most, per_sector) = (self.sectors(), self.sector / 4 - 1);
        let mut steps = 0;
        while next < MARKS {
            let numbers = words(self.one(next)?);
            next = *numbers.get(per_sector).ok_or("a sector of it breaks off")?;
            all.extend(&numbers[..per_sector]);
            steps += 1;
            if steps > most {
                return Err("its sectors go round in a circle");
            }
        }
        all.retain(|&number| number < MARKS);
        Ok(all)
    }

    fn sectors(&self) -> usize {
        self.bytes.len() / self.sector
    }

    fn one(&self, number: u32) -> Result<&[u8], Broken> {
        let start = (number as usize + 1).checked_mul(self.sector).ok_or("a sector lies outside of it")?;
        let end = start.saturating_add(self.sector);
        // The last sector may be cut off where nothing more is in it.
        self.bytes
            .get(start..end.min(self.bytes.len()))
            .filter(|part| !part.is_empty())
            .ok_or("a sector lies outside of it")
    }

    fn joined(&self, numbers: &[u32]) -> Result<Vec<u8>, Broken> {
        if numbers.len() > self.sectors() {
            return Err("its sectors go round in a circle");
        }
        let mut bytes = Vec::with_capacity(numbers.len() * self.sector);
        numbers.iter().try_for_each(|&number| self.one(number).map(|part| bytes.extend_from_slice(part)))?;
        Ok(bytes)
    }

    fn chain(&self, start: u32) -> Result<Vec<u8>, Broken> {
        self.joined(&follow(start, &self.next, self.sectors())?)
    }

    fn small_chain(&self, start: u32) -> Result<Vec<u8>, Broken> {
        let numbers = follow(start, &self.small_next, self.small.len() / SMALL_SECTOR + 1)?;
        let mut bytes = Vec::with_capacity(numbers.len() * SMALL_SECTOR);
        for number in numbers {
            let start = number as usize * SMALL_SECTOR;
            bytes.extend_from_slice(self.small.get(start..start + SMALL_SECTOR).ok_or("a sector lies outside of it")?);
        }
        Ok(bytes)
    }
}

/// The numbers from `start` on, as the table says which follows which.
fn follow(start: u32, next: &[u32], most: usize) -> Result<Vec<u32>, Broken> {
    let (mut numbers, mut number) = (Vec::new(), start);
    while number < MARKS {
        numbers.push(number);
        number = *next.get(number as usize).ok_or("a sector lies outside of it")?;
        if numbers.len() > most {
            return Err("its sectors go round in a circle");
        }
    }
    Ok(numbers)
}

/// The entries of the directory: its root, then streams and folders in no order that matters here.
fn streams(directory: &[u8], wide: bool) -> Vec<Stream> {
    let entry = |bytes: &[u8]| {
        let letters = usize::from(half(bytes, 64)).saturating_sub(2).min(62) / 2;
        let name: Vec<u16> = (0..letters).map(|at| half(bytes, at * 2)).collect();
        // In files of small sectors the upper half of the size may be anything.
        let size = u64::from(word(bytes, 120)) | if wide { u64::from(word(bytes, 124)) << 32 } else { 0 };
        Stream { name: String::from_utf16_lossy(&name), start: word(bytes, 116), size }
    };
    directory.chunks_exact(128).map(entry).collect()
}

fn half(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(|bytes| bytes.first_chunk()).map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|bytes| bytes.first_chunk()).map_or(u32::MAX, |bytes| u32::from_le_bytes(*bytes))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|bytes| word(bytes, 0)).collect()
}
