//! Stata (`.dta`), versions 8 to 19: formats 113, 114, 115, 117, 118 and 119.
//!
//! # Source
//!
//! Stata's manual, *File formats .dta*. Up to 115 one fixed header follows the other; since 117 parts stand between tags, and a
//! map says where. Numbers have one of five types, of which the largest values mean missing: `.` and `.a` to `.z`. Texts are
//! Windows-1252 up to 117, UTF-8 since 118; long ones lie in a part of their own. A format that begins with `%t` makes dates.

mod labels;
mod meaning;
mod old;
mod tagged;

use std::io::Read;

use aloof_table::ColumnInfo;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use self::labels::LabelSets;
use super::field::{Encoded, Field, Meaning, Raw};
use super::missing::{MissingRule, System};
use super::scan::{Broken, Order, Scan};
use super::{Codebook, Records};

/// Where the records are.
#[derive(Debug)]
pub(super) struct Body {
    at: u64,
    rows: u64,
}

/// A column while the codebook is read.
struct Variable {
    name: String,
    kind: u16,
    format: String,
    labels: String,
    label: String,
}

/// How large the parts of a codebook are, by version.
#[derive(Clone, Copy)]
struct Sizes {
    name: u64,
    format: u64,
    label: u64,
    encoding: &'static Encoding,
}

impl Sizes {
    fn of(release: u8) -> Self {
        match release {
            113 => Self { name: 33, format: 12, label: 81, encoding: WINDOWS_1252 },
            ..=117 => Self { name: 33, format: 49, label: 81, encoding: WINDOWS_1252 },
            _ => Self { name: 129, format: 57, label: 321, encoding: UTF_8 },
        }
    }

    fn encoded(self) -> Encoded {
        Encoded { encoding: self.encoding, zero: true }
    }
}

/// Types of columns, as the newer formats number them.
mod types {
    pub(super) const LONG_TEXT: u16 = 32_768;
    pub(super) const DOUBLE: u16 = 65_526;
    pub(super) const SINGLE: u16 = 65_527;
    pub(super) const WORD: u16 = 65_528;
    pub(super) const HALF: u16 = 65_529;
    pub(super) const BYTE: u16 = 65_530;
    /// Of short texts, the most bytes.
    pub(super) const LONGEST: u16 = 2045;
}

/// The codebook of a file.
pub(super) fn read(scan: &mut Scan) -> Result<Codebook, Broken> {
    if scan.bytes(1)? == b"<" { tagged::read(scan) } else { old::read(scan) }
}

/// The codebook of these columns. `texts` are those that lie elsewhere.
fn codebook(
    variables: Vec<Variable>,
    sets: &LabelSets,
    (order, sizes): (Order, Sizes),
    texts: &tagged::LongTexts,
    body: Body,
) -> Result<Codebook, Broken> {
    let (mut fields, mut width) = (Vec::with_capacity(variables.len()), 0);
    for variable in &variables {
        let (raw, len, system) = raw(variable.kind, order, sizes, texts)?;
        let meaning = meaning::of(&variable.format);
        let place = width..width + len;
        let pieces = vec![place];
        fields.push(Field { pieces, raw, meaning, missing: MissingRule::of(system) });
        width += len;
    }
    let info = |variable: &Variable| {
        let value_labels = sets.get(&variable.labels).cloned().unwrap_or_default();
        ColumnInfo {
            label: Some(variable.label.clone()).filter(|label| !label.is_empty()),
            missing: labels::named_missing(&value_labels),
            value_labels,
            format: Some(variable.format.clone()).filter(|format| !format.is_empty()),
            scale: None,
        }
    };
    let infos = variables.iter().map(info).collect();
    let names = variables.into_iter().map(|variable| variable.name).collect();
    Ok(Codebook { names, infos, fields, width, body: super::Body::Stata(body) })
}

/// What the bytes of a type are, how many, and what means missing.
fn raw(kind: u16, order: Order, sizes: Sizes, texts: &tagged::LongTexts) -> Result<(Raw, usize, System), Broken> {
    Ok(match kind {
        1..=types::LONGEST => (Raw::Text(sizes.encoded()), usize::from(kind), System::None),
        types::LONG_TEXT => (Raw::Elsewhere(texts.clone(), order), 8, System::None),
        types::DOUBLE => (Raw::Double(order), 8, System::Huge),
        types::SINGLE => (Raw::Single(order), 4, System::Huge),
        types::WORD => (Raw::Word(order), 4, System::Above(2_147_483_620)),
        types::HALF => (Raw::Half(order), 2, System::Above(32_740)),
        types::BYTE => (Raw::Byte, 1, System::Above(100)),
        _ => return Err("a column of it is of a type that is not known".to_owned()),
    })
}

impl Body {
    pub(super) fn records(&self, mut scan: Scan, width: usize) -> Result<Box<dyn Records>, Broken> {
        scan.seek(self.at)?;
        if self.rows.saturating_mul(width as u64) > scan.left() {
            return Err("it breaks off before its last row".to_owned());
        }
        Ok(Box::new(Plain { reader: scan.into_rest(), left: self.rows, width }))
    }
}

/// Records that are not packed.
pub(super) struct Plain<R: Read> {
    pub(super) reader: R,
    pub(super) left: u64,
    pub(super) width: usize,
}

impl<R: Read + Send> Records for Plain<R> {
    fn next(&mut self, block: &mut Vec<u8>) -> Result<bool, String> {
        if self.left == 0 {
            return Ok(false);
        }
        let start = block.len();
        block.resize(start + self.width, 0);
        self.reader.read_exact(&mut block[start..]).map_err(|error| error.to_string())?;
        self.left -= 1;
        Ok(true)
    }
}
