//! Zip archives written: deflated members one behind the other, and the directory of them. The same members give the same
//! bytes: no time of day is written.
//!
//! # Cost
//!
//! A member is held packed until it is whole, since its length stands before it.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// 1980-01-01, the first day that a zip archive knows.
const DAY: u16 = 1 << 5 | 1;
/// Version 2.0 unpacks it.
const NEEDS: u16 = 20;

/// An archive while it is written.
pub(crate) struct Zip<W: Write> {
    to: W,
    written: u64,
    directory: Vec<u8>,
    count: u16,
}

/// A member while it is packed.
pub(crate) struct Member {
    packed: DeflateEncoder<Vec<u8>>,
    crc: Crc,
    len: u64,
}

impl Write for Member {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.packed.write_all(bytes)?;
        self.crc.update(bytes);
        self.len += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<W: Write> Zip<W> {
    pub(crate) fn new(to: W) -> Self {
        Self { to, written: 0, directory: Vec::new(), count: 0 }
    }

    /// Adds a member that `fill` writes. Fails beyond 4 GiB, which a zip archive without extensions cannot hold.
    pub(crate) fn add(&mut self, name: &str, fill: impl FnOnce(&mut Member) -> io::Result<()>) -> io::Result<()> {
        let mut member =
            Member { packed: DeflateEncoder::new(Vec::new(), Compression::new(6)), crc: Crc::new(), len: 0 };
        fill(&mut member)?;
        let (crc, len, packed) = (member.crc.sum(), member.len, member.packed.finish()?);
        let sizes = [u64::from(crc), packed.len() as u64, len].map(|number| u32::try_from(number).map_err(too_large));
        let at = u32::try_from(self.written).map_err(too_large)?;
        // What a member says of itself, and the directory of it: version, flags, method, time, day, check sum and sizes.
        let mut said = Vec::new();
        for half in [NEEDS, 0, 8, 0, DAY] {
            said.extend_from_slice(&half.to_le_bytes());
        }
        for size in sizes {
            said.extend_from_slice(&size?.to_le_bytes());
        }
        said.extend_from_slice(&u16::try_from(name.len()).map_err(too_large)?.to_le_bytes());
        said.extend_from_slice(&[0; 2]);
        self.put(&[b"PK\x03\x04", said.as_slice(), name.as_bytes(), &packed])?;
        let [at, none] = [at.to_le_bytes(), [0; 4]];
        let listed: [&[u8]; 8] =
            [b"PK\x01\x02", &NEEDS.to_le_bytes(), &said, &none, &none[..2], &none, &at, name.as_bytes()];
        self.directory.extend(listed.concat());
        self.count += 1;
        Ok(())
    }

    /// Writes the directory.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let (len, at) = (self.directory.len(), u32::try_from(self.written).map_err(too_large)?);
        let count = self.count.to_le_bytes();
        let len = u32::try_from(len).map_err(too_large)?.to_le_bytes();
        let directory = std::mem::take(&mut self.directory);
        self.put(&[&directory, b"PK\x05\x06", &[0; 4], &count, &count, &len, &at.to_le_bytes(), &[0; 2]])?;
        self.to.flush()
    }

    fn put(&mut self, parts: &[&[u8]]) -> io::Result<()> {
        for part in parts {
            self.to.write_all(part)?;
            self.written += part.len() as u64;
        }
        Ok(())
    }
}

fn too_large(_: impl std::fmt::Debug) -> io::Error {
    io::Error::other("more than the 4 GiB that an .xlsx file can hold; write CSV or Parquet")
}
