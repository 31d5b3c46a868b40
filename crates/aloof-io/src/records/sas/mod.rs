//! SAS (`.sas7bdat`): pages of equal length, some of a codebook, some of rows.
//!
//! # Source
//!
//! The format is not published. It was found out by others: Shotwell, *SAS7BDAT Database Binary Format*, and the readers of Parso
//! and of pandas. Numbers are floats of which up to five bytes are left out; what is no number is missing. Value labels lie in a
//! catalogue of its own (`.sas7bcat`), which is not read.

mod meaning;
mod pages;
mod rows;
mod subheaders;
mod unpack;

use aloof_table::ColumnInfo;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use self::pages::Pages;
pub(super) use self::rows::Body;
use self::subheaders::{Column, Subheaders};
use super::Codebook;
use super::field::{Encoded, Field, Meaning, Raw};
use super::missing::{MissingRule, System};
use super::scan::{Broken, Order, Scan};

/// The codebook of a file.
pub(super) fn read(scan: &mut Scan) -> Result<Codebook, Broken> {
    let pages = Pages::header(scan)?;
    let found = Subheaders::read(scan, &pages)?;
    let encoded = Encoded { encoding: encoding(pages.encoding)?, zero: false };
    let columns = found.columns()?;
    let (mut names, mut infos, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    for column in &columns {
        names.push(encoded.label(&column.name));
        let format = encoded.label(&column.format).to_ascii_uppercase();
        infos.push(info(column, &format, encoded));
        fields.push(field(column, &format, encoded, pages.order, found.row_length)?);
    }
    let body = Body { packing: found.packing()?, rows: found.rows, on_mixed_page: found.on_mixed_page, pages };
    Ok(Codebook { names, infos, fields, width: found.row_length, body: super::Body::Sas(body) })
}

fn info(column: &Column, format: &str, encoded: Encoded) -> ColumnInfo {
    ColumnInfo {
        label: Some(encoded.label(&column.label)).filter(|label| !label.is_empty()),
        format: Some(format.to_owned()).filter(|format| !format.is_empty()),
        ..ColumnInfo::default()
    }
}

fn field(column: &Column, format: &str, encoded: Encoded, order: Order, row: usize) -> Result<Field, Broken> {
    let place = column.at..column.at.saturating_add(column.len);
    if place.end > row || (column.is_number && !(3..=8).contains(&column.len)) {
        return Err("a column of it does not lie in a row".to_owned());
    }
    let pieces = vec![place];
    Ok(if column.is_number {
        let missing = MissingRule::of(System::NotANumber);
        Field { pieces, raw: Raw::Cut(order), meaning: meaning::of(format), missing }
    } else {
        Field { pieces, raw: Raw::Text(encoded), meaning: Meaning::Text, missing: MissingRule::default() }
    })
}

/// Encodings by the number that files have for them.
fn encoding(number: u8) -> Result<&'static Encoding, Broken> {
    let label = match number {
        20 => return Ok(UTF_8),
        // Not said, ASCII, Latin-1 and its like on Windows.
        0 | 28 | 29 | 62 => return Ok(WINDOWS_1252),
        30 => "iso-8859-2",
        31 => "iso-8859-3",
        32 => "iso-8859-4",
        33 => "iso-8859-5",
        34 => "iso-8859-6",
        35 => "iso-8859-7",
        36 => "iso-8859-8",
        39 => "windows-874",
        40 => "iso-8859-15",
        60 => "windows-1250",
        61 => "windows-1251",
        63 => "windows-1253",
        37 | 64 => "windows-1254",
        65 => "windows-1255",
        66 => "windows-1256",
        67 => "windows-1257",
        68 => "windows-1258",
        118 => "big5",
        125 => "gbk",
        134 => "euc-jp",
        138 => "shift_jis",
        140 => "euc-kr",
        205 => "gb18030",
        _ => return Err("its texts are in an encoding that is not known".to_owned()),
    };
    Encoding::for_label(label.as_bytes()).ok_or_else(|| "its texts are in an encoding that is not known".to_owned())
}
