//! What the targets of single formats share: bytes are read as whatever they are, and archives are put together around parts, so
//! that check sums do not stand between the fuzzer and what reads them.
#![allow(dead_code, reason = "no target needs all of it")]

use aloof_io::{Ask, Input, ReadOptions, Source};

/// Reads bytes as a table, all columns as `choice` says. Bytes of another format than this target's are another target's.
pub fn read(bytes: Vec<u8>, choice: u8) {
    let source = Source::Memory { name: "fuzz".to_owned(), bytes: bytes.into() };
    let options =
        ReadOptions { nulls: vec!["NA".to_owned(), "-9".to_owned()], threads: Some(1), ..ReadOptions::default() };
    let Ok(input) = Input::open(source, options) else { return };
    let asks = [Ask::Auto, Ask::Auto, Ask::Text, Ask::Number, Ask::Date, Ask::Skip];
    let ask: Vec<Ask> = (0..input.names().len()).map(|at| asks[(usize::from(choice) + at) % asks.len()]).collect();
    // Columns of a table have as many rows as the table.
    if let Ok(table) = input.read(&ask) {
        assert!(table.columns().iter().all(|column| column.len() == table.rows()));
    }
}

/// The first byte chooses how columns are asked for; the rest is the file, behind `magic`.
pub fn read_behind(magic: &[u8], data: &[u8]) {
    if let Some((&choice, rest)) = data.split_first() {
        read([magic, rest].concat(), choice);
    }
}

/// What all data sets of SAS begin with, which no fuzzer would guess.
pub const SAS: &[u8] = &[
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xc2, 0xea, 0x81, 0x60, 0xb3, 0x14, 0x11, 0xcf, 0xbd, 0x92, 8, 0, 9, 0xc7,
    0x31, 0x8c, 0x18, 0x1f, 0x10, 0x11,
];

const RELATIONS: &[u8] = br#"<Relationships>
<Relationship Id="a" Type="x/worksheet" Target="s.xml"/>
<Relationship Id="b" Type="x/sharedStrings" Target="t.xml"/>
<Relationship Id="c" Type="x/styles" Target="y.xml"/></Relationships>"#;
const WORKBOOK: &[u8] = br#"<workbook><sheets><sheet name="one" r:id="a"/></sheets></workbook>"#;

/// A workbook of Excel. Its parts stand between bytes that no text has: sheet, texts, styles, and perhaps the list of sheets.
pub fn xlsx(bytes: &[u8]) -> Vec<u8> {
    let mut parts = bytes.splitn(4, |&byte| byte == 0xff);
    let [sheet, texts, styles] = [(); 3].map(|()| parts.next().unwrap_or_default());
    zip(&[
        ("[Content_Types].xml", b""),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/workbook.xml", parts.next().unwrap_or(WORKBOOK)),
        ("xl/s.xml", sheet),
        ("xl/t.xml", texts),
        ("xl/y.xml", styles),
    ])
}

/// A spreadsheet of OpenDocument with this content.
pub fn ods(content: &[u8]) -> Vec<u8> {
    zip(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", content)])
}

/// A workbook of Excel 97: a whole file, or where `choice` says so the records in one.
pub fn xls(choice: u8, bytes: &[u8]) -> Vec<u8> {
    if choice < 64 { bytes.to_vec() } else { compound(bytes) }
}

/// An archive of members that are not packed.
fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut listed) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let (at, len) = (out.len() as u32, (bytes.len() as u32).to_le_bytes());
        let facts = [
            &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
            &crc.sum().to_le_bytes(),
            &len,
            &len,
            &(name.len() as u16).to_le_bytes(),
            &[0, 0],
        ]
        .concat();
        out.extend([b"PK\x03\x04", &facts[..], name.as_bytes(), bytes].concat());
        listed.extend([b"PK\x01\x02\x14\0", &facts[..], &[0; 10], &at.to_le_bytes(), name.as_bytes()].concat());
    }
    let (count, at) = ((members.len() as u16).to_le_bytes(), (out.len() as u32).to_le_bytes());
    out.extend(&listed);
    out.extend(
        [b"PK\x05\x06\0\0\0\0", &count[..], &count, &(listed.len() as u32).to_le_bytes(), &at, &[0, 0]].concat(),
    );
    out
}

/// A compound file with one stream `Workbook`.
fn compound(stream: &[u8]) -> Vec<u8> {
    const SECTOR: usize = 512;
    // Short streams lie elsewhere: this one is filled up.
    let len = stream.len().max(4096).next_multiple_of(SECTOR);
    let data = len / SECTOR;
    let tables = (data + 2).div_ceil(127);
    let mut header = vec![0; SECTOR];
    header[..8].copy_from_slice(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    header[24..34].copy_from_slice(&[0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0]);
    let mut put = |at: usize, value: u32| header[at..at + 4].copy_from_slice(&value.to_le_bytes());
    // Tables first, then the directory, then the stream.
    put(44, tables as u32);
    put(48, tables as u32);
    put(56, 4096);
    put(60, u32::MAX - 1);
    put(68, u32::MAX - 1);
    (0..109).for_each(|at| put(76 + at * 4, if at < tables { at as u32 } else { u32::MAX }));
    let first = tables + 1;
    let next = (0..tables * 128).map(|sector| match sector {
        _ if sector < tables => u32::MAX - 2,
        _ if sector == tables || sector + 1 == first + data => u32::MAX - 1,
        _ if sector < first + data => sector as u32 + 1,
        _ => u32::MAX,
    });
    let entry = |name: &str, kind: u8, start: u32, size: u32| {
        let mut entry = vec![0; 128];
        name.encode_utf16()
            .enumerate()
            .for_each(|(at, unit)| entry[at * 2..at * 2 + 2].copy_from_slice(&unit.to_le_bytes()));
        entry[64] = name.len() as u8 * 2 + 2;
        entry[66] = kind;
        entry[116..120].copy_from_slice(&start.to_le_bytes());
        entry[120..124].copy_from_slice(&size.to_le_bytes());
        entry
    };
    let directory =
        [entry("Root Entry", 5, u32::MAX - 1, 0), entry("Workbook", 2, first as u32, len as u32), vec![0; 256]]
            .concat();
    let mut body = stream.to_vec();
    body.resize(len, 0);
    [header, next.flat_map(u32::to_le_bytes).collect(), directory, body].concat()
}
