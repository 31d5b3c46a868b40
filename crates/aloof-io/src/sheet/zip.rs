//! Zip archives, as far as spreadsheets are written in them: stored and deflated members, found by the directory at the end.
//!
//! # Source
//!
//! PKWARE, APPNOTE.TXT 6.3, with the 64-bit extension.
//!
//! # Cost
//!
//! The directory is held; members are unpacked as they are read. None may unpack to more than [`most_unpacked`] allows an archive of
//! its size: deflate packs a thousand equal bytes into one, and what unpacks so is made to fill memory. The
//! check sum at the end of a member is compared.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Take};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::source::Reader;
use crate::stream::most_unpacked;
use crate::{ReadError, Source};

/// An opened archive.
#[derive(Debug)]
pub(crate) struct Archive {
    source: Source,
    members: BTreeMap<String, Entry>,
    limit: u64,
}

/// Where a member lies.
#[derive(Clone, Copy, Debug)]
struct Entry {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    unpacked: u64,
    at: u64,
}

/// The signatures of the parts.
const MEMBER: u32 = 0x0403_4b50;
const LISTED: u32 = 0x0201_4b50;
const DIRECTORY: u32 = 0x0605_4b50;
const DIRECTORY_64: u32 = 0x0606_4b50;
const LOCATOR_64: u32 = 0x0706_4b50;
/// A directory ends at most a comment before the end of the file.
const TAIL: u64 = 22 + 65_535;
/// No spreadsheet lists so much.
const LARGEST_DIRECTORY: u64 = 64 << 20;

impl Archive {
    /// Reads the directory; the error is what is wrong with it.
    pub(crate) fn open(source: Source) -> Result<Result<Self, String>, ReadError> {
        let mut reader = source.reader()?;
        let len = source.len().unwrap_or(0);
        let members = match directory(&mut reader, len) {
            Ok(members) => members,
            Err(problem) => return Ok(Err(problem)),
        };
        Ok(Ok(Self { source, members, limit: most_unpacked(len) }))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// A member from its first byte; `None` when the archive has none of that name.
    pub(crate) fn member(&self, name: &str) -> Result<Option<Member>, ReadError> {
        let Some(&entry) = self.members.get(name) else { return Ok(None) };
        let reader = self.source.reader()?;
        Ok(Some(Member { state: State::Closed(Some(reader)), entry, limit: self.limit, given: 0, crc: Crc::new() }))
    }

    /// The first bytes of a member.
    pub(crate) fn head(&self, name: &str, len: u64) -> Result<Vec<u8>, ReadError> {
        let mut head = Vec::new();
        if let Some(member) = self.member(name)? {
            // What does not unpack has no first bytes; whoever reads it on will hear why.
            let _ = member.take(len).read_to_end(&mut head);
        }
        Ok(head)
    }
}

/// A member while it is unpacked.
pub(crate) struct Member {
    state: State,
    entry: Entry,
    limit: u64,
    given: u64,
    crc: Crc,
}

enum State {
    Closed(Option<Reader>),
    Stored(Take<Reader>),
    Deflated(DeflateDecoder<Take<Reader>>),
}

impl Member {
    /// Finds where the bytes start: behind a header whose length only it tells.
    fn start(&mut self) -> io::Result<()> {
        let State::Closed(reader) = &mut self.state else { return Ok(()) };
        let Some(mut reader) = reader.take() else { return Err(damaged("it was given up before")) };
        if self.entry.flags & 1 == 1 {
            return Err(damaged("it is encrypted"));
        }
        let mut header = [0; 30];
        reader.seek(SeekFrom::Start(self.entry.at))?;
        reader.read_exact(&mut header)?;
        if word(&header) != MEMBER {
            return Err(damaged("a member is not where the directory says"));
        }
        let behind = i64::from(half(&header[26..])) + i64::from(half(&header[28..]));
        reader.seek(SeekFrom::Current(behind))?;
        let packed = reader.take(self.entry.packed);
        self.state = match self.entry.method {
            0 => State::Stored(packed),
            8 => State::Deflated(DeflateDecoder::new(packed)),
            _ => return Err(damaged("it is packed in a way that is not known here")),
        };
        Ok(())
    }

    /// At the end: all must have come, and as it was when it was packed.
    fn check(&self) -> io::Result<()> {
        if self.given != self.entry.unpacked || self.crc.sum() != self.entry.crc {
            return Err(damaged("what was unpacked is not what was packed"));
        }
        Ok(())
    }
}

impl Read for Member {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.start()?;
        let read = match &mut self.state {
            State::Closed(_) => 0,
            State::Stored(bytes) => bytes.read(buffer)?,
            State::Deflated(bytes) => bytes.read(buffer)?,
        };
        self.given += read as u64;
        if self.given > self.limit {
            return Err(damaged(&format!("a part of it unpacks to more than {} MiB", self.limit >> 20)));
        }
        self.crc.update(&buffer[..read]);
        if read == 0 && !buffer.is_empty() {
            self.check()?;
        }
        Ok(read)
    }
}

fn damaged(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn half(bytes: &[u8]) -> u16 {
    bytes.first_chunk().map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

fn word(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn long(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// What stands at the end of every archive lists its members.
const CUT_OFF: &str =
    "its end, which lists what is in it, is not there: the file is cut off or was damaged; copy or save it again";

/// All members by name; of several of one name the last.
fn directory(reader: &mut Reader, len: u64) -> Result<BTreeMap<String, Entry>, String> {
    let start = len.saturating_sub(TAIL);
    let tail = bytes(reader, start, len - start)?;
    let end = tail.windows(22).rposition(|bytes| word(bytes) == DIRECTORY).ok_or(CUT_OFF)?;
    let (mut size, mut at) = (u64::from(word(&tail[end + 12..])), u64::from(word(&tail[end + 16..])));
    if let Some(locator) = end.checked_sub(20).map(|at| &tail[at..]).filter(|bytes| word(bytes) == LOCATOR_64) {
        let wide = bytes(reader, long(&locator[8..]), 56)?;
        if word(&wide) != DIRECTORY_64 {
            return Err("its directory is not where it says".to_owned());
        }
        (size, at) = (long(&wide[40..]), long(&wide[48..]));
    }
    if size > LARGEST_DIRECTORY || at.saturating_add(size) > len {
        return Err("its directory reaches beyond the end of the file".to_owned());
    }
    entries(&bytes(reader, at, size)?, len)
}

fn entries(mut listed: &[u8], len: u64) -> Result<BTreeMap<String, Entry>, String> {
    let mut all = BTreeMap::new();
    while listed.len() >= 46 && word(listed) == LISTED {
        let sizes = [28, 30, 32].map(|at| usize::from(half(&listed[at..])));
        let end = 46 + sizes.iter().sum::<usize>();
        let (Some(name), Some(extra)) = (listed.get(46..46 + sizes[0]), listed.get(46 + sizes[0]..end)) else {
            return Err("its directory breaks off".to_owned());
        };
        let entry = widened(
            Entry {
                flags: half(&listed[8..]),
                method: half(&listed[10..]),
                crc: word(&listed[16..]),
                packed: word(&listed[20..]).into(),
                unpacked: word(&listed[24..]).into(),
                at: word(&listed[42..]).into(),
            },
            &extra[..sizes[1]],
        );
        if entry.at.saturating_add(entry.packed) > len {
            return Err("a member reaches beyond the end of the file".to_owned());
        }
        all.insert(String::from_utf8_lossy(name).replace('\\', "/"), entry);
        listed = &listed[end..];
    }
    Ok(all)
}

/// With the sizes that do not fit 32 bits, which stand in an extra field in this order.
fn widened(mut entry: Entry, mut extra: &[u8]) -> Entry {
    while extra.len() >= 4 {
        let size = usize::from(half(&extra[2..])).min(extra.len() - 4);
        let (field, rest) = extra[4..].split_at(size);
        if half(extra) == 1 {
            let mut wide = field.chunks_exact(8).map(long);
            let too_large = |value: &&mut u64| **value == u64::from(u32::MAX);
            let values = [&mut entry.unpacked, &mut entry.packed, &mut entry.at];
            values.into_iter().filter(too_large).for_each(|value| *value = wide.next().unwrap_or(*value));
        }
        extra = rest;
    }
    entry
}

fn bytes(reader: &mut Reader, at: u64, count: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = reader.seek(SeekFrom::Start(at)).and_then(|_| reader.by_ref().take(count).read_to_end(&mut bytes));
    match read {
        Ok(read) if read as u64 == count => Ok(bytes),
        Ok(_) => Err("it breaks off".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
