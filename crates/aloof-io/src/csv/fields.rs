//! The grammar: records of fields.
//!
//! A record ends at a line end (LF, CR LF or CR), a field at the delimiter. A quote as the first byte of a field opens
//! it: until the closing quote everything belongs to the field, and two quotes stand for one. A quote elsewhere is a
//! byte like any other. Lines with nothing on them are no records. This is the grammar of the `csv` crates, except
//! that a quote left open is a fault and that it is known whether a field was quoted.
//!
//! # Cost
//!
//! One table lookup per byte; fields are slices of the text unless quotes have to be taken out of them.

use memchr::memchr;

/// A quote that is never closed; where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unclosed(pub(crate) usize);

/// One field, without its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field<'a> {
    pub(crate) text: &'a str,
    pub(crate) quoted: bool,
    /// Whether the record ends here.
    pub(crate) last: bool,
    /// Where in the text it starts.
    pub(crate) start: usize,
}

/// Goes through the fields of a text, record by record.
pub(crate) struct Fields<'a> {
    text: &'a str,
    at: usize,
    delimiter: u8,
    /// Which bytes end a field that is not quoted.
    ends: [bool; 256],
    /// A field that had to be put together.
    joined: String,
}

impl<'a> Fields<'a> {
    /// Starts at byte `at`, where a record starts. The delimiter is an ASCII byte.
    pub(crate) fn new(text: &'a str, at: usize, delimiter: u8) -> Self {
        let mut ends = [false; 256];
        [delimiter, b'\n', b'\r'].iter().for_each(|&byte| ends[usize::from(byte)] = true);
        Self { text, at: text.floor_char_boundary(at), delimiter, ends, joined: String::new() }
    }

    /// Where it stands.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Goes to the next record and says where it starts. To be called at the start and behind a record's last field.
    pub(crate) fn next_record(&mut self) -> Option<usize> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&byte| byte != b'\n' && byte != b'\r').unwrap_or(rest.len());
        (self.at < self.text.len()).then_some(self.at)
    }

    /// The next field of the record.
    #[inline]
    pub(crate) fn next_field(&mut self) -> Result<Field<'_>, Unclosed> {
        let start = self.at;
        if self.text.as_bytes().get(start) == Some(&b'"') {
            return self.quoted_field();
        }
        let end = self.plain_end(start);
        let last = self.pass(end);
        Ok(Field { text: &self.text[start..end], quoted: false, last, start })
    }

    /// Goes over the rest of the record; how many fields that were.
    pub(crate) fn skip_record(&mut self) -> Result<usize, Unclosed> {
        let mut count = 1;
        while !self.next_field()?.last {
            count += 1;
        }
        Ok(count)
    }

    /// The first byte at or behind `from` that ends a field.
    #[inline]
    fn plain_end(&self, from: usize) -> usize {
        let rest = &self.text.as_bytes()[from..];
        from + rest.iter().position(|&byte| self.ends[usize::from(byte)]).unwrap_or(rest.len())
    }

    /// Goes behind the byte at `end` that ended a field; says whether it ended the record too.
    #[inline]
    fn pass(&mut self, end: usize) -> bool {
        let byte = self.text.as_bytes().get(end);
        self.at = end + usize::from(byte.is_some());
        byte != Some(&self.delimiter)
    }

    fn quoted_field(&mut self) -> Result<Field<'_>, Unclosed> {
        let start = self.at;
        let close = self.closing_quote(start + 1).ok_or(Unclosed(start))?;
        let end = self.plain_end(close + 1);
        let inside = &self.text[start + 1..close];
        // What follows the closing quote belongs to the field, blanks at its end do not.
        let behind = self.text[close + 1..end].trim_ascii_end();
        let last = self.pass(end);
        if behind.is_empty() && memchr(b'"', inside.as_bytes()).is_none() {
            return Ok(Field { text: inside, quoted: true, last, start });
        }
        self.joined.clear();
        let mut parts = inside.split("\"\"");
        self.joined.push_str(parts.next().unwrap_or_default());
        parts.for_each(|part| {
            self.joined.push('"');
            self.joined.push_str(part);
        });
        self.joined.push_str(behind);
        Ok(Field { text: &self.joined, quoted: true, last, start })
    }

    fn closing_quote(&self, mut from: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        loop {
            let quote = from + memchr(b'"', &bytes[from..])?;
            if bytes.get(quote + 1) != Some(&b'"') {
                return Some(quote);
            }
            from = quote + 2;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All records, or where a quote stays open.
    pub(crate) fn split(text: &str, delimiter: u8) -> Result<Vec<Vec<(String, bool)>>, Unclosed> {
        let mut fields = Fields::new(text, 0, delimiter);
        let mut records = Vec::new();
        while fields.next_record().is_some() {
            let mut record = Vec::new();
            loop {
                let field = fields.next_field()?;
                record.push((field.text.to_owned(), field.quoted));
                if field.last {
                    break;
                }
            }
            records.push(record);
        }
        Ok(records)
    }

    /// The same by the `csv-core` crate, the definition; no record is longer than the buffers.
    fn reference(text: &str, delimiter: u8) -> Vec<Vec<String>> {
        let mut reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        let (mut input, mut records) = (text.as_bytes(), Vec::new());
        let (mut output, mut ends) = (vec![0; 4096], vec![0; 512]);
        let (mut written, mut ended) = (0, 0);
        loop {
            let (result, read, wrote, more) = reader.read_record(input, &mut output[written..], &mut ends[ended..]);
            input = &input[read..];
            (written, ended) = (written + wrote, ended + more);
            match result {
                csv_core::ReadRecordResult::Record => {
                    let starts = [0].into_iter().chain(ends[..ended].iter().copied());
                    let field =
                        |(start, &end): (usize, &usize)| String::from_utf8(output[start..end].to_vec()).unwrap();
                    records.push(starts.zip(&ends[..ended]).map(field).collect());
                    (written, ended) = (0, 0);
                }
                csv_core::ReadRecordResult::End => return records,
                csv_core::ReadRecordResult::InputEmpty => {}
                other => panic!("{other:?}"),
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_reference(text in "[a,;\"\r\né]{0,40}", semicolon in any::<bool>()) {
            let delimiter = if semicolon { b';' } else { b',' };
            // The deliberate differences: a quote left open, and blanks behind a closing quote, of which there are none.
            if let Ok(records) = split(&text, delimiter) {
                let texts: Vec<Vec<String>> =
                    records.into_iter().map(|record| record.into_iter().map(|(text, _)| text).collect()).collect();
                prop_assert_eq!(texts, reference(&text, delimiter));
            }
        }
    }

    #[test]
    fn quotes() {
        let field = |text: &str| split(text, b',').unwrap()[0][0].clone();
        assert_eq!(field("\"a\"\"b\""), ("a\"b".to_owned(), true));
        assert_eq!(field("\" a \"  "), (" a ".to_owned(), true));
        assert_eq!(field("a\"b\"c"), ("a\"b\"c".to_owned(), false));
        assert_eq!(field("\"a\"b"), ("ab".to_owned(), true));
        assert_eq!(split("a,\"b\nc", b','), Err(Unclosed(2)));
        assert_eq!(split("\"\"\"", b','), Err(Unclosed(0)));
    }

    #[test]
    fn line_ends() {
        let expected = vec![vec![("a".to_owned(), false)], vec![("b".to_owned(), false)]];
        for text in ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "a\r\n\r\n\nb", "\na\n\r\rb\r\r"] {
            assert_eq!(split(text, b',').unwrap(), expected, "{text:?}");
        }
        assert_eq!(split("a,\n", b',').unwrap()[0].len(), 2);
        assert_eq!(split("a,", b',').unwrap()[0].len(), 2);
        assert!(split("\r\n\n", b',').unwrap().is_empty());
    }
}
