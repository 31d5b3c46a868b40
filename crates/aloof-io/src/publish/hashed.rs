//! A writer that takes the SHA-256 of what passes.

use std::fmt::Write as _;
use std::io::{self, Write};

use sha2::{Digest as _, Sha256};

/// What was written: how much, and its SHA-256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Number of bytes.
    pub bytes: u64,
    /// 64 hexadecimal digits.
    pub sha256: String,
}

/// Writes through and counts.
pub struct Hashed<W> {
    inner: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Hashed<W> {
    /// Before anything was written.
    pub fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    /// The writer, and what passed.
    pub fn finish(self) -> (W, Digest) {
        let sha256 = self.hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        (self.inner, Digest { bytes: self.bytes, sha256 })
    }
}

/// The SHA-256 of all that can be read, as 64 hexadecimal digits.
pub(super) fn sha256(mut from: impl io::Read) -> io::Result<String> {
    let mut hashed = Hashed::new(io::sink());
    io::copy(&mut from, &mut hashed)?;
    Ok(hashed.finish().1.sha256)
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.hash.update(&buffer[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_abc() {
        let mut hashed = Hashed::new(Vec::new());
        hashed.write_all(b"a").and_then(|()| hashed.write_all(b"bc")).unwrap();
        let (bytes, digest) = hashed.finish();
        assert_eq!((bytes.as_slice(), digest.bytes), (&b"abc"[..], 3));
        assert_eq!(digest.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
