//! Files as other programs write them, made here part by part.

mod beside;

use std::io::Write;

use crate::write::zip::Zip;
use crate::{Ask, Bytes, Format, Input, ReadOptions, Source};

/// A zip archive of these members.
fn archive(members: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut zip = Zip::new(&mut bytes);
    for (name, text) in members {
        zip.add(name, |member| member.write_all(text.as_bytes())).unwrap();
    }
    zip.finish().unwrap();
    bytes
}

fn open(bytes: impl Into<Bytes>) -> Result<Input, String> {
    let source = Source::Memory { name: "pay".to_owned(), bytes: bytes.into() };
    Input::open(source, ReadOptions::default()).map_err(|error| error.to_string())
}

/// The kinds of all columns and their texts, row by row; missing is `-`.
fn read(bytes: impl Into<Bytes>, ask: Ask) -> Result<Vec<String>, String> {
    let input = open(bytes)?;
    let table = input.read(&vec![ask; input.names().len()]).map_err(|error| error.to_string())?;
    let kinds = table.columns().iter().map(|column| format!("{:?}", column.kind())).collect::<Vec<_>>().join(" ");
    let text = |row: usize| {
        let cells = table.columns().iter().map(|column| column.text(row).unwrap_or_else(|| "-".to_owned()));
        cells.collect::<Vec<_>>().join(" ")
    };
    Ok([table.names().join(" "), kinds].into_iter().chain((0..table.rows()).map(text)).collect())
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().concat()
}

/// A workbook with this sheet, these shared texts and these styles beside the plain one.
fn xlsx(cells: &str, texts: &[&str], codes: &[&str], book: &str) -> Vec<u8> {
    let texts = joined(texts.iter().map(|text| format!("<si><t>{text}</t></si>")));
    let format = |(at, code): (usize, &&str)| format!("<numFmt numFmtId=\"{}\" formatCode=\"{code}\"/>", 164 + at);
    let formats = joined(codes.iter().enumerate().map(format));
    let styles = joined((0..codes.len()).map(|at| format!("<xf numFmtId=\"{}\"/>", 164 + at)));
    archive(&[
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", "<R><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"xl/workbook.xml\"/></R>"),
        (
            "xl/workbook.xml",
            &format!(
                "<workbook>{book}<sheets><sheet name=\"Hidden\" state=\"hidden\" r:id=\"h\"/><sheet name=\"Pay &amp; more\" \
                 r:id=\"one\"/><sheet name=\"Chart\" r:id=\"c\"/><sheet name=\"Other\" r:id=\"h\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<R><Relationship Id=\"one\" Type=\"x/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"h\" \
             Type=\"x/worksheet\" Target=\"/xl/worksheets/other.xml\"/><Relationship Id=\"c\" Type=\"x/chartsheet\" \
             Target=\"chart.xml\"/><Relationship Id=\"s\" Type=\"x/sharedStrings\" Target=\"sharedStrings.xml\"/><Relationship \
             Id=\"t\" Type=\"x/styles\" Target=\"styles.xml\"/></R>",
        ),
        ("xl/sharedStrings.xml", &format!("<sst>{texts}</sst>")),
        (
            "xl/styles.xml",
            &format!(
                "<s><numFmts>{formats}</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf \
                 numFmtId=\"0\"/>{styles}</cellXfs></s>"
            ),
        ),
        ("xl/worksheets/sheet1.xml", &format!("<worksheet><sheetData>{cells}</sheetData></worksheet>")),
        (
            "xl/worksheets/other.xml",
            "<worksheet><sheetData><row><c t=\"inlineStr\"><is><t>x</t></is></c></row></sheetData></worksheet>",
        ),
    ])
}

/// A header of these names.
fn header(names: &[&str]) -> String {
    let cells = joined(names.iter().map(|name| format!("<c t=\"inlineStr\"><is><t>{name}</t></is></c>")));
    format!("<row r=\"1\">{cells}</row>")
}

#[test]
fn cells_of_every_kind() {
    let cells = header(&["day", "pay", "place", "fired"])
        + "<row r=\"3\"><c r=\"A3\" s=\"1\"><v>43861</v></c><c r=\"B3\"><v>1.1000000000000001</v></c><c r=\"C3\" t=\"s\"><v>0</v></c>\
           <c r=\"D3\" t=\"b\"><v>1</v></c></row>\
           <row r=\"4\"><c r=\"A4\" s=\"1\"/><c r=\"C4\" t=\"str\"><f>A1</f><v>a_x000D_b</v></c><c r=\"D4\" t=\"e\"><v>#N/A</v></c></row>\
           <row r=\"5\"><c r=\"B5\" s=\"0\"/></row>\
           <row r=\"6\"><c r=\"B6\"><f>1+1</f><v>2</v></c><c r=\"D6\" t=\"inlineStr\"><is><r><t>so </t></r><r><t>so</t></r>\
           <rPh><t>spoken</t></rPh></is></c></row>";
    let bytes = xlsx(&cells, &["R&amp;D"], &["dd.mm.yyyy"], "");
    let input = open(bytes.clone()).unwrap();
    assert_eq!((input.format(), input.sheet()), (Format::Xlsx, Some(("Pay & more", vec!["Other"]))));
    assert_eq!(
        read(bytes, Ask::Auto).unwrap(),
        ["day pay place fired", "Date Number Label Label", "2020-01-31 1.1 R&D true", "- - a\rb #N/A", "- 2 - so so"]
    );
}

#[test]
fn row_numbers_of_pandas_go_without_a_name() {
    let names = "<row r=\"1\"><c r=\"B1\" t=\"inlineStr\"><is><t>pay</t></is></c></row>";
    let row = |first: &str| format!("{names}<row r=\"2\">{first}<c r=\"B2\"><v>7</v></c></row>");
    let numbered = xlsx(&row("<c r=\"A2\"><v>0</v></c>"), &[], &[], "");
    assert!(open(numbered.clone()).unwrap().is_first_unnamed());
    assert_eq!(read(numbered, Ask::Auto).unwrap(), ["row pay", "Number Number", "0 7"]);
    assert!(!open(xlsx(&row(""), &[], &[], "")).unwrap().is_first_unnamed());
    let remark = xlsx(&row("<c r=\"A2\" t=\"inlineStr\"><is><t>see below</t></is></c>"), &[], &[], "");
    assert!(read(remark, Ask::Auto).unwrap_err().contains("cell A2"));
}

#[test]
fn days_of_1904_and_times() {
    let cells = header(&["a", "b", "c"])
        + "<row r=\"2\"><c s=\"1\"><v>42399</v></c><c s=\"2\"><v>1.5625</v></c><c s=\"1\"><v>0.5</v></c></row>\
           <row r=\"3\"><c s=\"1\"><v>42399.25</v></c><c s=\"2\"><v>0.25</v></c><c s=\"1\"><v>1</v></c></row>";
    let bytes = xlsx(&cells, &[], &["yyyy-mm-dd", "[h]:mm"], "<workbookPr date1904=\"1\"/>");
    assert_eq!(
        read(bytes, Ask::Auto).unwrap(),
        ["a b c", "Label Label Label", "2020-01-31 37:30:00 12:00:00", "2020-01-31T06:00:00 06:00:00 1904-01-02"]
    );
}

#[test]
fn texts_among_numbers_are_told_as_in_a_text_file() {
    let cell = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let cells = header(&["n", "code", "mixed"])
        + &format!("<row r=\"2\"><c><v>5</v></c>{}<c><v>5</v></c></row>", cell("007"))
        + &format!("<row r=\"3\">{}<c><v>8</v></c>{}</row>", cell(" 6.50 "), cell("much"));
    assert_eq!(
        read(xlsx(&cells, &[], &[], ""), Ask::Auto).unwrap(),
        ["n code mixed", "Number Label Label", "5 007 5", "6.5 8 much"]
    );
    let error = read(xlsx(&cells, &[], &[], ""), Ask::Number).unwrap_err();
    assert!(error.starts_with("pay, sheet `Pay & more`, cell C3, column `mixed`: "), "{error}");
    assert!(!error.contains("much"), "{error}");
}

#[test]
fn what_is_no_table_is_said() {
    let error = |cells: &str| read(xlsx(cells, &["t"], &[], ""), Ask::Auto).unwrap_err();
    assert_eq!(error(""), "pay: the sheet `Pay & more` is empty; a table needs at least a row of names");
    assert_eq!(
        error(&(header(&["a"]) + "<row r=\"7\"><c r=\"C7\"><v>1</v></c></row>")),
        "pay, sheet `Pay & more`, cell C7: holds a value, and row 1, which was taken for the names of the columns, names none there; \
         name it, delete what is no part of the table, or say which part of the sheet the table is: `#Pay & more!A4:F200` behind \
         the file, its first row the one with the names"
    );
    assert_eq!(
        error(&(header(&["a"]) + "<row r=\"2\"><c><f>B1</f></c></row>")),
        "pay, sheet `Pay & more`, cell A2, column `a`: a formula that was never computed; open the file in a spreadsheet program \
         and save it there"
    );
    for broken in [
        "<row r=\"2\"><c t=\"s\"><v>1</v></c></row>",
        "<row r=\"2\"><c><v>1x</v></c></row>",
        "<row r=\"2000000\"><c><v>1</v></c></row>",
        "<row r=\"1\"><c><v>1</v></c></row>",
        "<row r=\"2\"><c r=\"B2\"/><c r=\"A2\"><v>1</v></c></row>",
        "<row r=\"2\"><c r=\"A3\"><v>1</v></c></row>",
        "<row r=\"2\"><c><v>&unknown;</v></c></row>",
        "<row r=\"2\"><c><v>1</w></c></row>",
    ] {
        let error = error(&(header(&["a"]) + broken));
        assert!(error.starts_with("pay: cannot be read as Excel (.xlsx): "), "{broken}: {error}");
    }
}

#[test]
fn a_sheet_is_chosen_by_its_name() {
    let room = tempfile::tempdir().unwrap();
    let file = room.path().join("pay#1.xlsx");
    std::fs::write(&file, xlsx(&header(&["a"]), &[], &[], "")).unwrap();
    let names = |arg: &str| {
        let input = Input::open(Source::at(format!("{}{arg}", file.display())), ReadOptions::default());
        input.map(|input| input.names().to_vec()).map_err(|error| error.to_string())
    };
    assert_eq!(names(""), Ok(vec!["a".to_owned()]));
    assert_eq!(names("#Other"), Ok(vec!["x".to_owned()]));
    let input = Input::open(Source::at(file.display().to_string()), ReadOptions::default()).unwrap();
    assert_eq!(input.unread_sheets(), ["Other", "Hidden"], "also what is not shown");
    let error = names("#None").unwrap_err();
    assert!(error.ends_with("pay#1.xlsx#None: has no sheet `None`; it has `Pay & more`, `Other`"), "{error}");
    let text = room.path().join("pay.csv");
    std::fs::write(&text, "a,b\n").unwrap();
    let source = Source::at(format!("{}#Other", text.display()));
    let error = Input::open(source, ReadOptions::default()).unwrap_err().to_string();
    assert!(error.ends_with("is CSV, which has no sheets; leave `#` and what follows it out"), "{error}");
}

/// A title, a header, two people, a gap and a remark; and a part of that.
#[test]
fn a_table_lies_anywhere_on_a_sheet() {
    let text = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let number = |at: &str, value: u32| format!("<c r=\"{at}\"><v>{value}</v></c>");
    let row = |at: u32, cells: String| format!("<row r=\"{at}\">{cells}</row>");
    let person = |at: u32, town: &str| {
        let place = |column: char| format!("{column}{at}");
        row(at, number(&place('B'), 30 + at) + &text(&place('C'), town) + &number(&place('D'), 100 * at))
    };
    let names = [("B3", "age"), ("C3", "to\nwn"), ("D3", "pay")].map(|(at, name)| text(at, name)).concat();
    let sheet = row(1, text("A1", "Staff"))
        + &row(3, names)
        + &person(4, "Rome")
        + &person(6, "Lyon")
        + &row(8, text("B8", "Source: HR"))
        + &row(9, text("B9", "preliminary"));
    let bytes = xlsx(&sheet, &[], &[], "");
    let expected = ["age to wn pay", "Number Label Number", "34 Rome 400", "36 Lyon 600"];
    assert_eq!(read(bytes.clone(), Ask::Auto).unwrap(), expected);
    let room = tempfile::tempdir().unwrap();
    let file = room.path().join("pay.xlsx");
    std::fs::write(&file, bytes).unwrap();
    let input = |part: &str| {
        Input::open(Source::at(format!("{}{part}", file.display())), ReadOptions::default())
            .map_err(|error| error.to_string())
    };
    let rows = |part: &str| {
        let input = input(part).unwrap();
        let rows = input.read(&vec![Ask::Auto; input.names().len()]).unwrap().rows();
        (rows, input.layout())
    };
    let (two, told) = rows("");
    assert_eq!(two, 2);
    assert_eq!(
        told[0],
        "on the sheet `Pay & more` its columns are named by row 3; what stands above, from row 1 on, was taken for titles"
    );
    assert!(told[1].contains("was taken for remarks and not read: row 8, 9, with one text each"), "{told:?}");
    assert!(told[1].contains("`#Pay & more!B3:D6` behind the file means what was read"), "{told:?}");
    let part = input("").unwrap().part_before(1).unwrap().unwrap();
    let part = part.strip_prefix(&file.display().to_string()).unwrap();
    assert_eq!((part, rows(part).0), ("#Pay & more!B3:D4", 1));
    assert_eq!(input("").unwrap().part_before(0).unwrap(), None);
    let whole = input("#B3:D6").unwrap().part_before(1).unwrap();
    assert!(whole.is_some_and(|whole| whole.ends_with(".xlsx#Pay & more!B3:D4")));
    for part in ["#Pay & more!B3:D6", "#B3:D6", "#!$B$3:D6", "#'Pay & more'!B3:D6"] {
        assert_eq!(rows(part), (2, Vec::new()), "{part}");
    }
    assert_eq!(rows("#B3:D4").0, 1);
    assert!(
        input("#Pay & more!B")
            .unwrap_err()
            .ends_with("`B` is no part of a sheet; write it as A4:F200, or A4:F to go on to the last row")
    );
    assert!(input("#None!B3:D6").unwrap_err().contains("has no sheet `None`"));
}

/// Titles above and rows without anything move a table down: whoever opens the file finds a cell by its own name.
#[test]
fn places_are_those_of_the_sheet() {
    let text = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |at: u32, cells: String| format!("<row r=\"{at}\">{cells}</row>");
    let names = [("B3", "id"), ("C3", "town"), ("D3", "pay")].map(|(at, name)| text(at, name)).concat();
    let person = |at: u32, pay: &str| {
        let number = format!("<c r=\"B{at}\"><v>{at}</v></c>");
        row(at, number + &text(&format!("C{at}"), "Rome") + &text(&format!("D{at}"), pay))
    };
    let pays = ["1.234,50", "2.345,75", "n. k.", "3.456,25", "4.567,50"];
    // Row 6 is empty.
    let people = joined(pays.iter().zip([4, 5, 7, 8, 9]).map(|(pay, at)| person(at, pay)));
    let sheet = row(1, text("A1", "Staff")) + &row(3, names) + &people;
    let input = open(xlsx(&sheet, &[], &[], "")).unwrap();
    let error = input.read(&[Ask::Skip, Ask::Skip, Ask::Number]).unwrap_err().to_string();
    assert!(error.starts_with("pay, sheet `Pay & more`, cell D7, column `pay`: "), "{error}");
    assert_eq!(input.place_of(0).unwrap(), "row 4 of the sheet");
    assert_eq!(input.place_of(4).unwrap(), "row 9 of the sheet");
}

/// An archive that unpacks to far more than it is long.
#[test]
fn what_would_fill_memory_is_refused() {
    let many = "<si><t>".to_owned() + &"x".repeat(80 << 20) + "</t></si>";
    let bytes = xlsx(&header(&["a"]), &[&many], &[], "");
    assert!(bytes.len() < 1 << 20);
    let error = open(bytes).unwrap_err();
    assert!(error.contains("a part of it unpacks to more than"), "{error}");
}

fn ods(table: &str) -> Vec<u8> {
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        (
            "content.xml",
            &format!(
                "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"Pay\">{table}</table:table>\
                 <table:table table:name=\"Other\"/></office:spreadsheet></office:body></office:document-content>"
            ),
        ),
    ])
}

#[test]
fn open_documents() {
    let text = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let names: String = ["day", "pay", "place", "late"].map(text).concat();
    let table = format!(
        "<table:table-column table:number-columns-repeated=\"4\"/><table:table-row>{names}<table:table-cell \
         table:number-columns-repeated=\"16380\"/></table:table-row>\
         <table:table-row table:number-rows-repeated=\"2\"><table:table-cell office:value-type=\"date\" \
         office:date-value=\"2020-01-31\"><text:p>31.01.20</text:p></table:table-cell><table:table-cell \
         office:value-type=\"currency\" office:value=\"12.5\"><text:p>12,50 €</text:p></table:table-cell><table:table-cell \
         office:value-type=\"string\"><office:annotation><text:p>remark</text:p></office:annotation><text:p>R&amp;D<text:s \
         text:c=\"2\"/>x</text:p><text:p>two</text:p></table:table-cell><table:table-cell office:value-type=\"time\" \
         office:time-value=\"PT08H30M00S\"><text:p>08:30</text:p></table:table-cell></table:table-row>\
         <table:table-row table:number-rows-repeated=\"1048570\"><table:table-cell table:number-columns-repeated=\"16384\"/>\
         </table:table-row>"
    );
    let bytes = ods(&table);
    let input = open(bytes.clone()).unwrap();
    assert_eq!((input.format(), input.sheet()), (Format::Ods, Some(("Pay", vec!["Other"]))));
    let row = "2020-01-31 12.5 R&D  x\ntwo 08:30:00";
    assert_eq!(read(bytes, Ask::Auto).unwrap(), ["day pay place late", "Date Number Label Label", row, row]);
    // A row that holds something and repeats beyond every sheet.
    let endless = "<table:table-row table:number-rows-repeated=\"4000000000\"><table:table-cell office:value-type=\"float\" \
                   office:value=\"1\"/></table:table-row>";
    let error = read(ods(&format!("<table:table-row>{names}</table:table-row>{endless}")), Ask::Auto).unwrap_err();
    assert_eq!(error, "pay: cannot be read as OpenDocument (.ods): it has more rows than a sheet");
}

#[test]
fn encrypted_documents_are_named() {
    let bytes = archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", "\u{1}nonsense"),
        ("META-INF/manifest.xml", "<m><file-entry><encryption-data/></file-entry></m>"),
    ]);
    assert_eq!(open(bytes).unwrap_err(), "pay: is encrypted; open it with its password and save it without one");
    let error = open(compound(&[("EncryptedPackage", &[1; 9])])).unwrap_err();
    assert_eq!(error, "pay: is encrypted; open it with its password and save it without one");
    let error = open(compound(&[("Book", &[1; 9])])).unwrap_err();
    assert!(error.starts_with("pay: is a workbook of Excel 5 or 95, which is not read; "), "{error}");
    let protected = [record(0x0809, &[0, 6, 5, 0]), record(0x002f, &[0; 6])].concat();
    assert!(open(compound(&[("Workbook", &protected)])).unwrap_err().contains("is encrypted"));
}

#[test]
fn archives_of_other_things_are_named() {
    let error = |members: &[(&str, &str)]| open(archive(members)).unwrap_err();
    assert_eq!(
        error(&[("data.csv", "a,b\n1,2\n")]),
        "pay: is a zip archive, which is not read; unpack it and give the table inside"
    );
    assert!(error(&[("xl/workbook.bin", "")]).contains("a binary workbook of Excel (.xlsb)"));
    assert!(error(&[("[Content_Types].xml", ""), ("word/document.xml", "")]).contains("that is no spreadsheet"));
    let whole = xlsx(&header(&["a"]), &[], &[], "");
    let error = open(whole[..whole.len() - 30].to_vec()).unwrap_err();
    assert_eq!(
        error,
        "pay: cannot be read as a zip archive, as .xlsx and .ods files are: its end, which lists what is in it, is not there: the file is \
         cut off or was damaged; copy or save it again"
    );
}

fn record(id: u16, bytes: &[u8]) -> Vec<u8> {
    [&id.to_le_bytes(), &(bytes.len() as u16).to_le_bytes(), bytes].concat()
}

/// A compound file with these streams, all of them long enough to lie in sectors of 512 bytes.
fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let sectors = |len: usize| len.max(4096).div_ceil(512);
    let mut next: Vec<u32> = vec![0xffff_fffd, 0xffff_fffe];
    let (mut directory, mut body) = (entry("Root Entry", 5, 0xffff_fffe, 0), Vec::new());
    for (name, bytes) in streams {
        let (start, count) = (next.len() as u32, sectors(bytes.len()));
        next.extend((1..count as u32).map(|step| start + step));
        next.push(0xffff_fffe);
        directory.extend(entry(name, 2, start, bytes.len().max(4096) as u32));
        body.extend_from_slice(bytes);
        body.resize(body.len().next_multiple_of(512).max((start as usize - 2 + count) * 512), 0);
    }
    next.resize(128, 0xffff_ffff);
    directory.resize(512, 0);
    let mut header = super::compound::MAGIC.to_vec();
    header.resize(512, 0);
    header[24..34].copy_from_slice(&[0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0]);
    header[44..52].copy_from_slice(&[1, 0, 0, 0, 1, 0, 0, 0]);
    header[60..72].copy_from_slice(&[0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]);
    header[76..].fill(0xff);
    header[76..80].copy_from_slice(&0u32.to_le_bytes());
    let table: Vec<u8> = next.iter().flat_map(|number| number.to_le_bytes()).collect();
    [header, table, directory, body].concat()
}

fn entry(name: &str, kind: u8, start: u32, size: u32) -> Vec<u8> {
    let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let len = entry.len() as u16 + 2;
    entry.resize(128, 0);
    entry[64..66].copy_from_slice(&len.to_le_bytes());
    entry[66] = kind;
    entry[116..120].copy_from_slice(&start.to_le_bytes());
    entry[120..124].copy_from_slice(&size.to_le_bytes());
    entry
}

/// A workbook of Excel 97 with one sheet of these records; style 1 shows days.
fn xls(cells: &[Vec<u8>]) -> Vec<u8> {
    let texts = ["day", "pay", "place", "R&D", "Zürich"];
    let text = |text: &&str| {
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        [&(text.encode_utf16().count() as u16).to_le_bytes()[..], &[1], &units].concat()
    };
    let shared = [vec![5, 0, 0, 0, 5, 0, 0, 0], texts.iter().flat_map(text).collect()].concat();
    let globals = |at: u32| {
        [
            record(0x0809, &[0, 6, 5, 0]),
            record(0x00e0, &[0; 20]),
            record(0x00e0, &[&[0, 0, 14, 0][..], &[0; 16]].concat()),
            record(0x0085, &[&at.to_le_bytes()[..], &[0, 0, 3, 0], b"Pay"].concat()),
            record(0x00fc, &shared),
            record(0x000a, &[]),
        ]
        .concat()
    };
    let start = globals(0).len() as u32;
    let sheet = [record(0x0809, &[0, 6, 0x10, 0]), cells.concat(), record(0x000a, &[])].concat();
    compound(&[("Workbook", &[globals(start), sheet].concat())])
}

fn at(row: u16, column: u16, style: u16, rest: &[u8]) -> Vec<u8> {
    [&row.to_le_bytes(), &column.to_le_bytes(), &style.to_le_bytes(), rest].concat()
}

#[test]
fn workbooks_of_excel_97() {
    let shared = |row, column, text: u32| record(0x00fd, &at(row, column, 0, &text.to_le_bytes()));
    let number = |row, column, style, value: f64| record(0x0203, &at(row, column, style, &value.to_le_bytes()));
    let several = [
        at(2, 0, 1, &(43861u32 << 2 | 2).to_le_bytes()),
        [&0u16.to_le_bytes()[..], &(12345u32 << 2 | 3).to_le_bytes(), &1u16.to_le_bytes()].concat(),
    ]
    .concat();
    let formula = record(0x0006, &at(2, 2, 0, &[0, 0, 0, 0, 0, 0, 0xff, 0xff]));
    let cells = [
        shared(0, 0, 0),
        shared(0, 1, 1),
        shared(0, 2, 2),
        number(1, 1, 0, 0.1),
        number(1, 0, 1, 43860.0),
        shared(1, 2, 3),
        record(0x00bd, &several),
        formula,
        record(0x0207, &[2, 0, 0, b'o', b'k']),
    ];
    let bytes = xls(&cells);
    assert_eq!(open(bytes.clone()).unwrap().format(), Format::Xls);
    assert_eq!(
        read(bytes, Ask::Auto).unwrap(),
        ["day pay place", "Date Number Label", "2020-01-30 0.1 R&D", "2020-01-31 123.45 ok"]
    );
    let beyond = [shared(0, 0, 0), number(1, 40_000, 0, 1.0)];
    assert_eq!(
        read(xls(&beyond), Ask::Auto).unwrap_err(),
        "pay: cannot be read as Excel 97 (.xls): a cell of it has no place"
    );
    let dangling = [shared(0, 0, 9)];
    assert!(open(xls(&dangling)).unwrap_err().contains("a cell shares a text that is not there"));
}

/// Cut or changed anywhere, a file gives a table or an error, and never a panic that is not caught.
#[test]
fn damaged_sheets_are_errors() {
    let cells = header(&["day", "pay"]) + "<row r=\"2\"><c s=\"1\"><v>43861</v></c><c t=\"s\"><v>0</v></c></row>";
    let text = "<table:table-row><table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row>";
    let number = record(0x0203, &at(1, 0, 1, &43860.0f64.to_le_bytes()));
    let old = xls(&[record(0x00fd, &at(0, 0, 0, &[0; 4])), number]);
    for bytes in [xlsx(&cells, &["x"], &["d.m.y"], ""), ods(text), old] {
        assert!(read(bytes.clone(), Ask::Auto).is_ok());
        for cut in (0..bytes.len()).step_by(7) {
            let _ = read(bytes[..cut].to_vec(), Ask::Auto);
        }
        for at in 0..bytes.len() {
            for byte in [0xff, bytes[at] ^ 1, bytes[at] ^ 0x80] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                let _ = read(changed, Ask::Auto);
            }
        }
    }
}
