//! What bytes are, by their first few. A name never decides: `data.csv` may well be Parquet.

use std::fmt;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Records of text.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// Arrow IPC with a footer (`.arrow`, Feather 2).
    ArrowFile,
    /// Arrow IPC as a stream of messages.
    ArrowStream,
    /// Arrow columns in memory.
    ArrowMemory,
}

/// How bytes are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// gzip, also several members one behind the other.
    Gzip,
    /// Zstandard.
    Zstd,
}

/// What stands at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Table(Format),
    Packed(Compression),
}

/// As many bytes as [`sniff`] looks at.
pub(crate) const HEAD: usize = 8;

pub(crate) fn sniff(head: &[u8]) -> Found {
    match head {
        [0x1f, 0x8b, ..] => Found::Packed(Compression::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Found::Packed(Compression::Zstd),
        [b'P', b'A', b'R', b'1', ..] => Found::Table(Format::Parquet),
        [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Found::Table(Format::ArrowFile),
        [0xff, 0xff, 0xff, 0xff, a, b, c, d, ..] if plausible(u32::from_le_bytes([*a, *b, *c, *d])) => {
            Found::Table(Format::ArrowStream)
        }
        _ => Found::Table(Format::Csv),
    }
}

/// The length of a schema message: not nothing, and no schema is 256 MiB long.
fn plausible(length: u32) -> bool {
    (1..1 << 28).contains(&length)
}

impl Compression {
    /// For messages.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Self::Gzip => "gzip data",
            Self::Zstd => "Zstandard data",
        }
    }
}

impl Format {
    /// For messages.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Parquet => "Parquet",
            Self::ArrowFile => "Arrow IPC",
            Self::ArrowStream => "Arrow IPC stream",
            Self::ArrowMemory => "Arrow in memory",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides() {
        for (head, found) in [
            (&b"PAR1\x15\x04"[..], Found::Table(Format::Parquet)),
            (b"ARROW1\0\0", Found::Table(Format::ArrowFile)),
            (b"\xff\xff\xff\xff\x80\x01\0\0", Found::Table(Format::ArrowStream)),
            (b"\xff\xff\xff\xff\0\0\0\0", Found::Table(Format::Csv)),
            (b"\x1f\x8b\x08", Found::Packed(Compression::Gzip)),
            (b"\x28\xb5\x2f\xfd", Found::Packed(Compression::Zstd)),
            (b"PA", Found::Table(Format::Csv)),
            (b"", Found::Table(Format::Csv)),
        ] {
            assert_eq!(sniff(head), found, "{head:?}");
        }
    }
}
