//! What people see on a sheet and a table does not have: merged cells, rows and sheets that are not shown, drawings, errors.

use super::*;

/// The rows that are read, and what is said of the sheet.
fn told(bytes: Vec<u8>) -> (Vec<String>, Vec<String>) {
    let input = open(bytes.clone()).unwrap();
    input.read(&vec![Ask::Auto; input.names().len()]).unwrap();
    (read(bytes, Ask::Auto).unwrap(), input.layout())
}

/// Rows 2 and 3 of the first column are merged, row 3 is not shown; what is merged in the header, or below the table, is no matter.
const SEEN: [&str; 2] = [
    "cells of the table are merged in 1 place (A2:A3): the first of merged cells has the value, and the others are read as empty; unmerge and \
     fill them if all were meant",
    "1 row of the table is not shown in the file (from row 3 on), and read like all others",
];

fn is_seen(bytes: Vec<u8>, sheet: &str) {
    let (rows, told) = told(bytes);
    assert_eq!(rows, ["ward pay", "Label Number", "x 7", "- 8"]);
    assert_eq!(told, SEEN.map(|sentence| format!("on the sheet `{sheet}` {sentence}")));
}

#[test]
fn what_excel_merges_and_hides_is_told() {
    let text = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let rows = header(&["ward", "pay"])
        + &format!("<row r=\"2\">{}<c r=\"B2\"><v>7</v></c></row>", text("x"))
        + "<row r=\"3\" hidden=\"1\"><c r=\"A3\"/><c r=\"B3\"><v>8</v></c></row><row r=\"4\" hidden=\"1\"/>";
    let end = "</sheetData><mergeCells count=\"4\"><mergeCell ref=\"A1:B1\"/><mergeCell ref=\"A2:A3\"/><mergeCell ref=\"A9:B9\"/>\
               <mergeCell ref=\"nowhere\"/></mergeCells><sheetData>";
    is_seen(xlsx(&(rows + end), &[], &[], ""), "Pay & more");
}

#[test]
fn what_excel_97_merges_and_hides_is_told() {
    let shared = |row, column, text: u32| record(0x00fd, &at(row, column, 0, &text.to_le_bytes()));
    let number = |row, value: f64| record(0x0203, &at(row, 1, 0, &value.to_le_bytes()));
    let row = |row: u16, flags: u8| record(0x0208, &[&row.to_le_bytes()[..], &[0; 10], &[flags, 1, 0, 0]].concat());
    let merged = |ends: [u16; 4]| ends.map(u16::to_le_bytes).concat();
    let all = [merged([0, 0, 0, 1]), merged([1, 2, 0, 0])].concat();
    let rows = [
        [row(1, 0), row(2, 0x20), row(3, 0x20)].concat(),
        [shared(0, 0, 2), shared(0, 1, 1), shared(1, 0, 3)].concat(),
        [number(1, 7.0), number(2, 8.0), record(0x00e5, &[&[2, 0][..], &all].concat())].concat(),
    ];
    let (rows, told) = told(xls(&rows));
    assert_eq!(rows, ["place pay", "Label Number", "R&D 7", "- 8"]);
    assert_eq!(told, SEEN.map(|sentence| format!("on the sheet `Pay` {sentence}")));
}

fn cell(attributes: &str, inside: &str) -> String {
    format!("<table:table-cell {attributes}>{inside}</table:table-cell>")
}

fn text_of(text: &str) -> String {
    cell("office:value-type=\"string\"", &format!("<text:p>{text}</text:p>"))
}

fn number_of(value: u32) -> String {
    cell(&format!("office:value-type=\"float\" office:value=\"{value}\""), "")
}

fn row_of(attributes: &str, cells: &[String]) -> String {
    format!("<table:table-row {attributes}>{}</table:table-row>", cells.concat())
}

#[test]
fn what_libreoffice_merges_and_hides_is_told() {
    let spans = "table:number-columns-spanned=\"1\" table:number-rows-spanned=\"2\"";
    let first = cell(&format!("{spans} office:value-type=\"string\""), "<text:p>x</text:p>");
    for hidden in ["collapse", "filter"] {
        let rows = row_of("", &[text_of("ward"), text_of("pay")])
            + &row_of("", &[first.clone(), number_of(7)])
            + &row_of(&format!("table:visibility=\"{hidden}\""), &["<table:covered-table-cell/>".into(), number_of(8)])
            + &row_of("table:visibility=\"collapse\"", &[]);
        is_seen(ods(&rows), "Pay");
    }
}

/// The first sheet of a document that is shown is read, as in a workbook.
#[test]
fn a_hidden_sheet_of_libreoffice_is_not_the_first() {
    let style = |name: &str, shown: &str| {
        format!("<style:style style:name=\"{name}\"><style:table-properties table:display=\"{shown}\"/></style:style>")
    };
    let sheet = |name: &str, style: &str| {
        let rows = row_of("", &[text_of(name)]) + &row_of("", &[number_of(7)]);
        format!("<table:table table:name=\"{name}\" table:style-name=\"{style}\">{rows}</table:table>")
    };
    let sheets = |first: &str, second: &str| {
        let content = format!(
            "<office:document-content><office:automatic-styles>{}{}</office:automatic-styles><office:body><office:spreadsheet>{}{}\
             </office:spreadsheet></office:body></office:document-content>",
            style("on", "true"),
            style("off", "false"),
            sheet("lists", first),
            sheet("people", second)
        );
        archive(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)])
    };
    let seen = |bytes: Vec<u8>| {
        let input = open(bytes.clone()).unwrap();
        let unread = input.unread_sheets().join(",");
        (read(bytes, Ask::Auto).unwrap()[0].clone(), unread)
    };
    assert_eq!(seen(sheets("off", "on")), ("people".to_owned(), "lists".to_owned()));
    assert_eq!(seen(sheets("on", "off")), ("lists".to_owned(), "people".to_owned()));
    assert_eq!(seen(sheets("off", "off")).0, "lists");
}

/// Drawn figures have paragraphs, too, and so have remarks; the error of a formula is its name, as in Excel.
#[test]
fn only_its_own_paragraphs_are_a_cell() {
    let drawn = "<draw:line><text:p/></draw:line><draw:g><draw:rect><text:p>drawn</text:p></draw:rect></draw:g>";
    let anchored = "<text:p>a<draw:frame><draw:text-box><text:p>in a box</text:p></draw:text-box></draw:frame><text:span>b</text:span></text:p>";
    let string = "office:value-type=\"string\"";
    let error = format!("table:formula=\"of:=1/0\" {string} office:string-value=\"\" calcext:value-type=\"error\"");
    let empty = format!("table:formula=\"of:=&quot;&quot;\" {string} office:string-value=\"\"");
    let rows = row_of("", &[text_of("town"), text_of("pay")])
        + &row_of("", &[cell(string, &format!("{drawn}<text:p>Rome</text:p>")), number_of(1)])
        + &row_of("", &[cell(string, anchored), cell(&error, "<text:p>#DIV/0!</text:p>")])
        + &row_of("", &[text_of("Lyon"), cell(&empty, "<text:p/>")]);
    assert_eq!(read(ods(&rows), Ask::Auto).unwrap()[2..], ["Rome 1", "ab #DIV/0!", "Lyon -"]);
}
