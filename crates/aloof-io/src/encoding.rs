//! How the characters of a text file are encoded.
//!
//! A byte order mark decides. Without one a text is UTF-8, unless it cannot be: then it is UTF-16 where every other byte is a
//! zero, and Windows-1252 (which holds Latin-1) where it looks as text of Western Europe does. All bytes of the file count, so
//! that the answer does not depend on where the first letter beyond ASCII stands. What is neither must be named by a person.
//!
//! # Cost
//!
//! Nothing for UTF-8. A file that is not UTF-8 is gone through once to tell what it is, and decoded as it is read.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use encoding_rs::{Decoder, DecoderResult};

/// A character encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// What this program writes, and what a text is unless something speaks against it.
    pub const UTF_8: Self = Self(encoding_rs::UTF_8);
    const UTF_16_LE: Self = Self(encoding_rs::UTF_16LE);
    const UTF_16_BE: Self = Self(encoding_rs::UTF_16BE);
    const WESTERN: Self = Self(encoding_rs::WINDOWS_1252);

    /// The encoding of this name, as the web names them: `utf-8`, `latin-1`, `windows-1250`, `utf-16le`, `gb18030`, `shift_jis`.
    pub fn named(name: &str) -> Option<Self> {
        let plain = name.trim().to_ascii_lowercase();
        let alias = match plain.as_str() {
            "latin-1" => "latin1",
            "latin-2" => "latin2",
            "cp-1252" => "cp1252",
            "utf16" | "utf_16" => "utf-16",
            other => other,
        };
        let found = encoding_rs::Encoding::for_label(alias.as_bytes())?;
        let text = found != encoding_rs::REPLACEMENT && found != encoding_rs::X_USER_DEFINED;
        text.then_some(Self(found))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        if self == Self::WESTERN { "Windows-1252" } else { self.0.name() }
    }

    /// Bytes in this encoding as UTF-8. UTF-8 passes as it is, faults included.
    pub(crate) fn decode(self, from: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        if self == Self::UTF_8 { from } else { Box::new(Decoded::new(self, from)) }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the first bytes of a file say.
pub(crate) fn of_start(start: &[u8]) -> Option<Encoding> {
    match start {
        [0xef, 0xbb, 0xbf, ..] => Some(Encoding::UTF_8),
        [0xff, 0xfe, 0, 0, ..] => None,
        [0xff, 0xfe, ..] => Some(Encoding::UTF_16_LE),
        [0xfe, 0xff, ..] => Some(Encoding::UTF_16_BE),
        _ => by_zeros(start),
    }
}

/// UTF-16 without a mark: of letters known to ASCII one byte is a zero, always the same, and the other never is.
fn by_zeros(start: &[u8]) -> Option<Encoding> {
    let zeros = |first: usize| start.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let most = |zeros: usize| start.len() >= 8 && zeros * 4 >= start.len();
    match (zeros(0), zeros(1)) {
        (0, odd) if most(odd) => Some(Encoding::UTF_16_LE),
        (even, 0) if most(even) => Some(Encoding::UTF_16_BE),
        _ => None,
    }
}

/// What bytes that are not UTF-8 are: text of Western Europe, or nothing that can be told.
pub(crate) fn of_bytes(from: impl Read) -> io::Result<Option<Encoding>> {
    let count = Count::of(from)?;
    Ok(count.is_western().then_some(Encoding::WESTERN))
}

/// What is in a file that is not UTF-8.
#[derive(Default)]
struct Count {
    /// Characters of more than one byte as UTF-8 has them.
    utf_8: u64,
    /// Bytes that UTF-8 cannot have where they stand.
    other: u64,
    /// Letters of ASCII.
    letters: u64,
    /// The longest run of bytes beyond ASCII, and the one at the end of what was counted.
    longest: u64,
    run: u64,
    /// Bytes that no text of Windows-1252 has.
    strange: u64,
}

impl Count {
    fn of(mut from: impl Read) -> io::Result<Self> {
        let (mut count, mut held) = (Self::default(), Vec::new());
        let mut buffer = vec![0; 1 << 16];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => held.extend_from_slice(&buffer[..read]),
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => continue,
                Err(cause) => return Err(cause),
            }
            let done = count.add(&held);
            held.drain(..done);
        }
        count.other += held.len() as u64;
        Ok(count)
    }

    /// Counts; how many bytes are done, the others may be the start of a character.
    fn add(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        loop {
            let (valid, invalid) = match std::str::from_utf8(&bytes[at..]) {
                Ok(_) => (bytes.len() - at, Some(0)),
                Err(error) => (error.valid_up_to(), error.error_len()),
            };
            self.add_valid(&bytes[at..at + valid]);
            at += valid;
            match invalid {
                None | Some(0) => return at,
                Some(length) => {
                    self.other += length as u64;
                    self.run += length as u64;
                    self.longest = self.longest.max(self.run);
                    self.strange += bytes[at..at + length].iter().filter(|&&byte| is_strange(byte)).count() as u64;
                    at += length;
                }
            }
        }
    }

    fn add_valid(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.run = 0;
            self.utf_8 += u64::from(byte >= 0xc0);
            self.letters += u64::from(byte.is_ascii_alphabetic());
            self.strange += u64::from(is_strange(byte) && byte < 0x80);
        }
    }

    /// Accents are rarer than plain letters there, and no word has many in a row; in Greek, Russian or Chinese words have.
    fn is_western(&self) -> bool {
        self.other > 0 && self.utf_8 == 0 && self.strange == 0 && self.other <= self.letters && self.longest <= 3
    }
}

/// Control characters other than blanks and line ends, and the five bytes that mean nothing in Windows-1252.
fn is_strange(byte: u8) -> bool {
    let control = byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    control || matches!(byte, 0x7f | 0x81 | 0x8d | 0x8f | 0x90 | 0x9d)
}

/// So many bytes are decoded at once; text of one byte per letter becomes at most three times as long.
const RAW_BYTES: usize = 1 << 16;

/// Bytes that do not decode, and the first of them.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) encoding: Encoding,
    pub(crate) at: u64,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not valid {} near byte {}", self.encoding, self.at)
    }
}

impl std::error::Error for Malformed {}

/// Decodes as it is read. Bytes that mean nothing are an error, never replaced.
struct Decoded {
    from: Box<dyn Read + Send>,
    encoding: Encoding,
    /// None once all is decoded.
    decoder: Option<Decoder>,
    raw: Vec<u8>,
    /// The part of `raw` that is still to be decoded.
    left: Range<usize>,
    /// How many bytes are decoded.
    passed: u64,
    text: Vec<u8>,
    /// The part of `text` that is still to be handed out.
    ready: Range<usize>,
}

impl Decoded {
    fn new(encoding: Encoding, from: Box<dyn Read + Send>) -> Self {
        let decoder = Some(encoding.0.new_decoder_with_bom_removal());
        let (raw, text) = (vec![0; RAW_BYTES], vec![0; 4 * RAW_BYTES]);
        Self { from, encoding, decoder, raw, left: 0..0, passed: 0, text, ready: 0..0 }
    }

    /// Decodes what was read, or reads first.
    fn advance(&mut self) -> io::Result<()> {
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        let mut ended = false;
        if self.left.is_empty() {
            self.left = 0..self.from.read(&mut self.raw)?;
            ended = self.left.is_empty();
        }
        let source = &self.raw[self.left.clone()];
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(source, &mut self.text, ended);
        self.left.start += read;
        self.passed += read as u64;
        self.ready = 0..written;
        match result {
            DecoderResult::Malformed(..) => {
                let malformed = Malformed { encoding: self.encoding, at: self.passed };
                return Err(io::Error::new(io::ErrorKind::InvalidData, malformed));
            }
            DecoderResult::InputEmpty if ended => self.decoder = None,
            DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
        }
        Ok(())
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() && self.decoder.is_some() {
            self.advance()?;
        }
        let count = self.ready.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.text[self.ready.start..self.ready.start + count]);
        self.ready.start += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decoded(encoding: &str, bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        let mut from = Encoding::named(encoding).unwrap().decode(Box::new(io::Cursor::new(bytes)));
        from.read_to_string(&mut text).map(|_| text)
    }

    fn utf_16(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    #[test]
    fn marks_and_zeros_decide() {
        assert_eq!(of_start(b"\xef\xbb\xbfa"), Some(Encoding::UTF_8));
        assert_eq!(of_start(b"\xff\xfea\0"), Some(Encoding::UTF_16_LE));
        assert_eq!(of_start(&utf_16("name;pay\n", true)), Some(Encoding::UTF_16_BE));
        assert_eq!(of_start(&utf_16("name;pay\n", false)), Some(Encoding::UTF_16_LE));
        assert_eq!(of_start(b"name;pay\n"), None);
        assert_eq!(of_start(b"a\0b"), None);
    }

    #[test]
    fn western_text_is_told_from_everything_else() {
        let western = |bytes: &[u8]| of_bytes(bytes).unwrap() == Some(Encoding::WESTERN);
        assert!(western(b"Name;Stra\xdfe\nM\xfcller;\x80 5\n"));
        // UTF-8 with one broken letter, Russian in one byte per letter, and what is no text at all.
        assert!(!western(b"Stra\xc3\x9fe, M\xfcller"));
        assert!(!western(b"\xcf\xf0\xe8\xe2\xe5\xf2;a"));
        assert!(!western(b"name\x01\xfc"));
        assert!(!western("Stra\u{df}e".as_bytes()));
    }

    #[test]
    fn names_as_people_write_them() {
        for (name, expected) in [
            ("latin-1", "Windows-1252"),
            ("ISO-8859-1", "Windows-1252"),
            ("cp1252", "Windows-1252"),
            ("UTF8", "UTF-8"),
            ("utf-16", "UTF-16LE"),
            ("gbk", "GBK"),
        ] {
            assert_eq!(Encoding::named(name).unwrap().name(), expected, "{name}");
        }
        assert!(["", "klingon", "replacement", "hz-gb-2312"].iter().all(|name| Encoding::named(name).is_none()));
    }

    #[test]
    fn broken_text_is_an_error() {
        let error = decoded("utf-16le", b"a\0\0\xd8b\0".to_vec()).unwrap_err().to_string();
        assert!(error.starts_with("not valid UTF-16LE near byte"), "{error}");
        assert!(decoded("utf-16le", b"a\0b".to_vec()).is_err());
    }

    proptest! {
        /// Whatever stands where in a file: it is decoded as it was encoded.
        #[test]
        fn decoding_undoes_encoding(text in "\\PC{0,80}", times in 1usize..3000, big in any::<bool>()) {
            let text = text.repeat(times.min(200_000 / text.len().max(1)));
            prop_assert_eq!(decoded(if big { "utf-16be" } else { "utf-16le" }, utf_16(&text, big)).unwrap(), text);
        }

        /// Where a file is cut into reads makes no difference.
        #[test]
        fn counting_does_not_depend_on_reads(bytes in prop::collection::vec(any::<u8>(), 0..40), cut in 0usize..40) {
            let cut = cut.min(bytes.len());
            let (one, two) = (Count::of(&bytes[..]).unwrap(), Count::of(bytes[..cut].chain(&bytes[cut..])).unwrap());
            prop_assert_eq!((one.utf_8, one.other, one.letters), (two.utf_8, two.other, two.letters));
        }
    }
}
