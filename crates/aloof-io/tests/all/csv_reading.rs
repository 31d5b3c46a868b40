//! What a CSV file may look like, and what its cells mean.

use crate::common::{essence, memory, open, read_all, rows};
use aloof_io::{Ask, Format, Input, ReadOptions};
use aloof_table::{Kind, Table};

fn texts(table: &Table) -> Vec<Vec<String>> {
    rows(table).into_iter().map(|row| row.into_iter().map(|cell| cell.unwrap_or("∅".to_owned())).collect()).collect()
}

#[test]
fn line_ends_blank_lines_and_the_mark_do_not_matter() {
    let expected = texts(&read_all("a,b\n1,x\n2,y\n", Ask::Text).unwrap());
    for text in ["a,b\r\n1,x\r\n2,y\r\n", "a,b\r1,x\r2,y\r", "\u{feff}a,b\n\n1,x\n\r\n2,y", "\n\na,b\n1,x\n2,y\n\n"] {
        assert_eq!(texts(&read_all(text, Ask::Text).unwrap()), expected, "{text:?}");
    }
}

#[test]
fn delimiters_are_found() {
    for (text, delimiter) in [("a;b\n1,5;2\n", b';'), ("a\tb\n1\t2\n", b'\t'), ("a|b\n1|2\n", b'|'), ("a\n1\n", b',')] {
        assert_eq!(open(text).delimiter(), Some(delimiter), "{text:?}");
    }
    let given = ReadOptions { delimiter: Some(b':'), ..ReadOptions::default() };
    assert_eq!(Input::open(memory("a:b,c\n"), given).unwrap().names(), ["a", "b,c"]);
}

#[test]
fn names_are_bare() {
    let input = open("age , \"work class\",\" x \", \"y\"\n");
    assert_eq!(input.names(), ["age", "work class", "x", "y"]);
    assert_eq!((input.format(), input.name(), input.compression()), (Format::Csv, "pay.csv", None));
    assert_eq!(input.read(&[Ask::Auto; 4]).unwrap().rows(), 0);
}

#[test]
fn blanks_around_labels_count_only_inside_quotes() {
    let table = read_all("a,b\n 39 , Private \n\" x \",\"\"\n  ,\"a\"\"b\nc\" \n", Ask::Text).unwrap();
    assert_eq!(texts(&table), [["39", "Private"], [" x ", "∅"], ["∅", "a\"b\nc"]]);
}

#[test]
fn told_texts_mean_missing() {
    let options = ReadOptions { nulls: vec!["?".to_owned(), "-9".to_owned()], ..ReadOptions::default() };
    let input = Input::open(memory("a,b\n ?,-9\n\"?\",-8\n??, -9 \n"), options).unwrap();
    let table = input.read(&[Ask::Text, Ask::Number]).unwrap();
    assert_eq!(texts(&table), [["∅", "∅"], ["∅", "-8"], ["??", "∅"]]);
}

/// Of one column, beside those of all; a number means itself however it is written, among labels only the text counts.
#[test]
fn a_column_has_texts_of_its_own_that_mean_missing() {
    let own = |name: &str, texts: &[&str]| (name.to_owned(), texts.iter().map(|text| (*text).to_owned()).collect());
    let options = ReadOptions {
        nulls: vec!["NA".to_owned()],
        nulls_of: vec![own("pay", &["-9", "."]), own("ward", &["9"]), own("no such column", &["x"])],
        ..ReadOptions::default()
    };
    let text = "age,pay,ward\n-9,-9,9\nNA,.,9.0\n5,-9.0,NA\n6,-8,8\n";
    let input = Input::open(memory(text), options).unwrap().with_block_bytes(16);
    let table = input.read(&[Ask::Auto, Ask::Auto, Ask::Text]).unwrap();
    assert_eq!(texts(&table), [["-9", "∅", "∅"], ["∅", "∅", "9.0"], ["5", "∅", "∅"], ["6", "-8", "8"]]);
}

#[test]
fn columns_not_asked_for_are_absent() {
    let input = open("a,b,c\n1,x,2020-01-31\n");
    let table = input.read(&[Ask::Skip, Ask::Text, Ask::Date]).unwrap();
    assert_eq!(table.names(), ["b", "c"]);
    assert_eq!(texts(&table), [["x", "2020-01-31"]]);
    let nothing = input.read(&[Ask::Skip; 3]).unwrap();
    assert_eq!((nothing.rows(), nothing.names().len()), (1, 0));
}

#[test]
fn numbers_are_exact() {
    let table = read_all("a\n0.10\n1e2\n\" -3 \"\n12345678901234567890123.5\n", Ask::Number).unwrap();
    assert_eq!(texts(&table), [["0.1"], ["100"], ["-3"], ["12345678901234567890123.5"]]);
}

#[test]
fn content_decides_when_nothing_is_asked() {
    let text = "n,d,code,t,none,late,wide\n\
                1,2020-01-31,007,a,,,1e37\n\
                2.5,,8,1,,5,0.5\n\
                ,2020-02-29,9,,,x,1\n";
    let table = read_all(text, Ask::Auto).unwrap();
    let kinds: Vec<Kind> = table.columns().iter().map(|column| column.kind()).collect();
    assert_eq!(kinds, [Kind::Number, Kind::Date, Kind::Label, Kind::Label, Kind::Label, Kind::Label, Kind::Number]);
    assert_eq!(table.column("late").unwrap().text(1).unwrap(), "5");
    assert_eq!(table.column("none").unwrap().count_missing(), 3);
}

#[test]
fn a_late_contradiction_is_read_again() {
    // Far beyond what is looked at for a guess, and in another block.
    let rows: Vec<String> = (0..60_000).map(|row| format!("{row}.50,2020-01-31,,{row},x\n")).collect();
    let rows = rows.concat();
    let last = "k.A.,2020-01-31,,007,y\n1,soon,7,1,z\n";
    let input = open(format!("n,d,blank,code,same\n{rows}{last}")).with_block_bytes(1 << 14);
    let table = input.read(&[Ask::Auto; 5]).unwrap();
    let kinds: Vec<Kind> = table.columns().iter().map(|column| column.kind()).collect();
    assert_eq!(kinds, [Kind::Label, Kind::Label, Kind::Number, Kind::Label, Kind::Label]);
    assert_eq!(table.rows(), 60_002);
    // As it was written, not as a number would be.
    assert_eq!(table.column("n").unwrap().text(0).unwrap(), "0.50");
    assert_eq!(table.column("n").unwrap().text(60_000).unwrap(), "k.A.");
    assert_eq!(table.column("blank").unwrap().text(60_001).unwrap(), "7");
}

#[test]
fn progress_goes_up_to_the_end() {
    let text = "a,b\n".to_owned() + &"1,x\n".repeat(10_000);
    let length = text.len() as u64;
    let seen = std::sync::Mutex::new(Vec::new());
    let input = open(text).with_block_bytes(1000);
    let progress = |done: u64, total: Option<u64>| seen.lock().unwrap().push((done, total));
    input.read_with(&[Ask::Number, Ask::Text], &progress).unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(seen.is_sorted() && seen.len() > 10, "{}", seen.len());
    assert_eq!(seen.last(), Some(&(length, Some(length))));
}

#[test]
fn files_are_read_again_and_again() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("again.csv");
    std::fs::write(&path, "a,b\n1,x\n").unwrap();
    let source = aloof_io::Source::from_arg(path.to_str().unwrap()).unwrap();
    let input = Input::open(source, ReadOptions::default()).unwrap();
    let (first, second) = (input.read(&[Ask::Auto; 2]).unwrap(), input.read(&[Ask::Auto; 2]).unwrap());
    assert_eq!(essence(&first), essence(&second));
}
