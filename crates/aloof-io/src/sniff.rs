//! What bytes are, by their first few. A name never decides: `data.csv` may well be Parquet.

use std::fmt;

use crate::known::{Known, known};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// Excel since 2007.
    Xlsx,
    /// Excel from 97 to 2003.
    Xls,
    /// An OpenDocument spreadsheet.
    Ods,
    /// Stata's data sets.
    Stata,
    /// System files of SPSS.
    Spss,
    /// Data sets of SAS.
    Sas,
    /// A table in PostgreSQL.
    Postgres,
    /// A table in SQLite.
    Sqlite,
    /// A table in DuckDB.
    DuckDb,
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
    /// An archive: what is in it decides.
    Zip,
    /// No table that is read here.
    Known(Known),
    /// No more than the first bytes of this format.
    Cut(&'static str),
}

/// The first bytes of every data set of SAS.
pub(crate) const SAS: &[u8] = &[
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xc2, 0xea, 0x81, 0x60, 0xb3, 0x14, 0x11, 0xcf, 0xbd, 0x92, 8, 0, 9, 0xc7,
    0x31, 0x8c, 0x18, 0x1f, 0x10, 0x11,
];

/// Stata's old formats, written on either kind of machine.
const OLD_STATA: [[u8; 4]; 6] =
    [[113, 1, 1, 0], [113, 2, 1, 0], [114, 1, 1, 0], [114, 2, 1, 0], [115, 1, 1, 0], [115, 2, 1, 0]];

/// What files of a format that is read begin with.
const BEGINNINGS: &[(&[u8], &str)] = &[
    (b"PAR1", "Parquet"),
    (b"PK\x03\x04", "a zip archive, as .xlsx and .ods files are"),
    (b"ARROW1", "Arrow IPC"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Excel 97 (.xls)"),
    (b"$FL2@(#)", "SPSS (.sav)"),
    (b"$FL3@(#)", "SPSS (.sav)"),
    (b"<stata_dta>", "Stata (.dta)"),
    (&OLD_STATA[0], "Stata (.dta)"),
    (&OLD_STATA[1], "Stata (.dta)"),
    (&OLD_STATA[2], "Stata (.dta)"),
    (&OLD_STATA[3], "Stata (.dta)"),
    (&OLD_STATA[4], "Stata (.dta)"),
    (&OLD_STATA[5], "Stata (.dta)"),
    (SAS, "SAS (.sas7bdat)"),
];

/// As many bytes as [`sniff`] looks at.
pub(crate) const HEAD: usize = 512;

pub(crate) fn sniff(head: &[u8]) -> Found {
    match head {
        [0x1f, 0x8b, ..] => Found::Packed(Compression::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Found::Packed(Compression::Zstd),
        [b'P', b'A', b'R', b'1', ..] => Found::Table(Format::Parquet),
        [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Found::Table(Format::ArrowFile),
        [0xff, 0xff, 0xff, 0xff, a, b, c, d, ..] if plausible(u32::from_le_bytes([*a, *b, *c, *d])) => {
            Found::Table(Format::ArrowStream)
        }
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Found::Zip,
        [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => Found::Table(Format::Xls),
        [b'$', b'F', b'L', b'2' | b'3', ..] if head.get(4..8) == Some(b"@(#)") => Found::Table(Format::Spss),
        [113..=115, 1 | 2, 1, 0, ..] => Found::Table(Format::Stata),
        _ if head.starts_with(b"<stata_dta>") => Found::Table(Format::Stata),
        _ if head.starts_with(SAS) => Found::Table(Format::Sas),
        _ => known(head).map(Found::Known).or_else(|| cut(head)).unwrap_or(Found::Table(Format::Csv)),
    }
}

/// A file that ends within what others of a format begin with. As a text it would be a part of a header, and no row.
fn cut(head: &[u8]) -> Option<Found> {
    let within = |start: &[u8]| !head.is_empty() && start.len() > head.len() && start.starts_with(head);
    BEGINNINGS.iter().find(|(start, _)| within(start)).map(|(_, format)| Found::Cut(format))
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
            Self::Xlsx => "Excel (.xlsx)",
            Self::Xls => "Excel 97 (.xls)",
            Self::Ods => "OpenDocument (.ods)",
            Self::Stata => "Stata (.dta)",
            Self::Spss => "SPSS (.sav)",
            Self::Sas => "SAS (.sas7bdat)",
            Self::Postgres => "PostgreSQL",
            Self::Sqlite => "SQLite",
            Self::DuckDb => "DuckDB",
        }
    }

    /// Whether a file of this format may hold several tables, on sheets.
    pub(crate) fn has_sheets(self) -> bool {
        matches!(self, Self::Xlsx | Self::Xls | Self::Ods)
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
            (b"PAT", Found::Table(Format::Csv)),
            (b"s\n", Found::Table(Format::Csv)),
            (b"", Found::Table(Format::Csv)),
        ] {
            assert_eq!(sniff(head), found, "{head:?}");
        }
    }

    #[test]
    fn a_beginning_alone_is_no_text() {
        for (start, format) in BEGINNINGS {
            for len in 1..start.len() {
                assert!(matches!(sniff(&start[..len]), Found::Cut(_) | Found::Known(_)), "{format} {len}");
            }
            assert!(!matches!(sniff(start), Found::Cut(_)), "{format}");
        }
    }
}
