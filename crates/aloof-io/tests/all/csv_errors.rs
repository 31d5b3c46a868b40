//! What is wrong with a CSV file is said with its place, and never with the content of a cell.

use crate::common::{failure, memory, open};
use aloof_io::{Ask, Input, ReadOptions, Source};

#[test]
fn ragged_records() {
    let text = "a,b,c\n1,2,3\n\"x\ny\",2,3\n\n1,2\n";
    assert_eq!(
        failure(text, Ask::Text),
        "pay.csv, line 6: expected 3 fields as in the header, found 2; if `,` is not the delimiter, give [input] delimiter"
    );
    // Its values stand in the wrong columns; that they are no numbers is not the point.
    assert!(failure("a,b\n1,2\nx\n", Ask::Number).starts_with("pay.csv, line 3: expected 2 fields"));
    assert_eq!(
        failure("a\n1\n2;3,4\n", Ask::Text),
        "pay.csv, line 3: expected 1 field as in the header, found 2; if `,` is not the delimiter, give [input] delimiter"
    );
    let given = ReadOptions { delimiter: Some(b','), ..ReadOptions::default() };
    let error = Input::open(memory("a,b\n1\n"), given).unwrap().read(&[Ask::Text; 2]).unwrap_err();
    assert_eq!(error.to_string(), "pay.csv, line 2: expected 2 fields as in the header, found 1");
}

#[test]
fn cells_of_another_kind() {
    assert_eq!(
        failure("age,salary\r\n1,2\r\n\r\n3,x\r\n", Ask::Number),
        "pay.csv, line 4, column `salary`: not a number"
    );
    assert_eq!(
        failure("age\n\"a\nb\"\n", Ask::Date),
        "pay.csv, line 2, column `age`: not a date (a date is written 2020-01-31)"
    );
    assert_eq!(failure("age\ninf\n", Ask::Number), "pay.csv, line 2, column `age`: NaN and infinities are not values");
    // The line of the cell, not of its record.
    let input = open("a,b\n\"x\ny\",z\n");
    let error = input.read(&[Ask::Text, Ask::Number]).unwrap_err();
    assert_eq!(error.to_string(), "pay.csv, line 3, column `b`: not a number");
    assert_eq!(
        failure("a\n1e37\n0.00001\n", Ask::Number),
        "pay.csv, column `a`: its values need more than 38 digits when written with the same number of places behind \
         the point"
    );
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(
        failure(&b"a,b\n1,2\n\"x\ny\",\x81t\xe9\n"[..], Ask::Text),
        "pay.csv, line 4, column 2 `b`: not UTF-8; save the file as UTF-8, or name its encoding with [input] encoding"
    );
    assert_eq!(
        failure(&b"a,\x81\n1,2\n"[..], Ask::Text),
        "pay.csv, line 1, column 2: not UTF-8; save the file as UTF-8, or name its encoding with [input] encoding"
    );
    assert_eq!(
        failure(&b"a,b\n1,\"2\n\x81"[..], Ask::Text),
        "pay.csv, line 3, column 2 `b`: not UTF-8; save the file as UTF-8, or name its encoding with [input] encoding"
    );
    assert_eq!(
        failure(&b"a,b\n1,2\0\n"[..], Ask::Text),
        "pay.csv, line 2: holds a zero byte, which no text does; save the file as UTF-8, or name its encoding with [input] encoding"
    );
    assert_eq!(
        failure(&b"\xff\xfea\0\n\0\0\xd8\n\0"[..], Ask::Text),
        "pay.csv: is not valid UTF-16LE near byte 8; name its encoding with [input] encoding, or save the file as UTF-8"
    );
    // What is wrong with the text comes before what is wrong with a cell: only the whole column shows how it is written.
    assert!(failure(&b"a\nx\n\x81\n"[..], Ask::Number).starts_with("pay.csv, line 3, column 1 `a`: not UTF-8"));
    assert!(failure(&b"a\n1\n\x81\nx\n"[..], Ask::Number).starts_with("pay.csv, line 3, column 1 `a`: not UTF-8"));
}

#[test]
fn quotes_left_open() {
    assert_eq!(
        failure("a,b\n1,2\n3,\"4\n5,6\n", Ask::Text),
        "pay.csv, line 3: a quote is opened here and never closed"
    );
    assert_eq!(failure("\"a,b\n1,2\n", Ask::Text), "pay.csv, line 1: a quote is opened here and never closed");
}

#[test]
fn headers() {
    assert_eq!(failure("", Ask::Text), "pay.csv: is empty; a table needs at least a header line");
    assert_eq!(failure("\r\n\n", Ask::Text), "pay.csv: is empty; a table needs at least a header line");
    assert_eq!(failure("\u{feff}", Ask::Text), "pay.csv: is empty; a table needs at least a header line");
    assert_eq!(failure("a,b, ,c\n", Ask::Text), "pay.csv: column 3 has no name in the header");
    assert_eq!(failure("a,b,c, \"b\"\n", Ask::Text), "pay.csv: columns 2 and 4 are both named `b`; rename one");
}

#[test]
fn questions_that_do_not_fit() {
    let error = open("a,b\n").read(&[Ask::Text]).unwrap_err();
    assert_eq!(error.to_string(), "pay.csv: has 2 columns, kinds were given for 1");
    for delimiter in [b'"', b'\n', 0, 0xe9] {
        let options = ReadOptions { delimiter: Some(delimiter), ..ReadOptions::default() };
        let error = Input::open(memory("a\n"), options).unwrap_err().to_string();
        assert!(error.starts_with("the delimiter must be one ASCII character"), "{error}");
    }
}

#[test]
fn files_that_cannot_be_opened() {
    let open = |path: &str| {
        let source = Source::from_arg(path).unwrap();
        Input::open(source, ReadOptions::default()).unwrap_err().to_string()
    };
    assert_eq!(open("no/such/pay.csv"), "no/such/pay.csv: no such file");
    let directory = env!("CARGO_TARGET_TMPDIR");
    assert_eq!(open(directory), format!("{directory}: is a directory; give a file"));
}

#[test]
fn packed_files_that_are_damaged() {
    let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    gzip.extend_from_slice(b"not deflated at all");
    assert!(failure(gzip, Ask::Text).starts_with("pay.csv: damaged gzip data: "));
    let twice = zstd::encode_all(&zstd::encode_all(&b"a\n1\n"[..], 1).unwrap()[..], 1).unwrap();
    assert_eq!(failure(twice, Ask::Text), "pay.csv: compressed twice; unpack it once");
    let cut = zstd::encode_all(&b"a\n1\n".repeat(1000)[..], 1).unwrap();
    assert!(failure(cut[..cut.len() - 4].to_vec(), Ask::Text).starts_with("pay.csv: damaged Zstandard data: "));
}

/// No message of any kind may show what stands in a cell.
#[test]
fn cells_are_never_quoted() {
    let secret = "4711secret";
    for text in [
        format!("a,b\n1,{secret}\n"),
        format!("a,b\n{secret}\n"),
        format!("a,b\n1,\"{secret}\n"),
        format!("a,b\n{secret},2\0\n"),
    ] {
        let message = failure(text.clone(), Ask::Number);
        assert!(!message.contains(secret), "{message}");
        assert!(!format!("{:?}", open(text)).contains(secret));
    }
}
