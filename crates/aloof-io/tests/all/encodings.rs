//! Texts in other encodings than UTF-8: found where there is no doubt, else named by whoever knows.

use aloof_io::{Ask, Encoding, Input, ReadOptions};
use proptest::prelude::*;

use crate::common::{failure, memory, open, rows};

fn utf_16(text: &str, mark: bool, big: bool) -> Vec<u8> {
    let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
    units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect()
}

fn encoding(input: &Input) -> &'static str {
    input.encoding().unwrap().name()
}

#[test]
fn the_same_table_in_every_encoding() {
    let text = "Straße;Größe\nMühlweg;1,75\nAm Hügel;1,80\n";
    let expected = rows(&open(text).read(&[Ask::Auto; 2]).unwrap());
    assert_eq!(expected[0], [Some("Mühlweg".to_owned()), Some("1.75".to_owned())]);
    for (bytes, name) in [
        (utf_16(text, true, false), "UTF-16LE"),
        (utf_16(text, true, true), "UTF-16BE"),
        (utf_16(text, false, false), "UTF-16LE"),
        (latin(text), "Windows-1252"),
        (format!("\u{feff}{text}").into_bytes(), "UTF-8"),
    ] {
        let input = open(bytes);
        assert_eq!(input.names(), ["Straße", "Größe"], "{name}");
        assert_eq!((rows(&input.read(&[Ask::Auto; 2]).unwrap()), encoding(&input)), (expected.clone(), name));
    }
}

/// The first letter beyond ASCII stands far behind everything that is looked at first.
#[test]
fn the_whole_file_decides() {
    let rows: Vec<String> = (0..60_000).map(|row| format!("person {row};{row}\n")).collect();
    let text = format!("name;pay\n{}Müller;5\n", rows.concat());
    let input = open(latin(&text));
    assert_eq!(encoding(&input), "UTF-8");
    for threads in [1, 4] {
        let options = ReadOptions { threads: Some(threads), ..ReadOptions::default() };
        let input = Input::open(memory(latin(&text)), options).unwrap().with_block_bytes(10_000);
        let table = input.read(&[Ask::Auto; 2]).unwrap();
        assert_eq!((table.rows(), table.column("name").unwrap().text(60_000).unwrap().as_str()), (60_001, "Müller"));
        assert_eq!(encoding(&input), "Windows-1252");
    }
}

#[test]
fn what_cannot_be_told_is_asked_for() {
    // Russian in Windows-1251: no text of Western Europe has so many accents in a row.
    let russian = b"name,city\n\xc8\xe2\xe0\xed,\xcc\xee\xf1\xea\xe2\xe0\n".to_vec();
    assert_eq!(
        failure(russian.clone(), Ask::Text),
        "pay.csv, line 2, column 1 `name`: not UTF-8; save the file as UTF-8, or name its encoding with [input] encoding"
    );
    let options = ReadOptions { encoding: Encoding::named("windows-1251"), ..ReadOptions::default() };
    let table = Input::open(memory(russian), options).unwrap().read(&[Ask::Text; 2]).unwrap();
    assert_eq!(rows(&table)[0][1].as_deref(), Some("Москва"));
    // UTF-8 with a broken letter is not Latin-1, or every other accent would be read wrong.
    assert!(failure(&b"a,b\nStra\xc3\x9fe,M\xfcller\n"[..], Ask::Text).contains("not UTF-8"));
}

proptest! {
    /// Blocks and threads decide nothing, in any encoding.
    #[test]
    fn blocks_do_not_matter(text in "a;b\n([a-zäöüß0-9]{0,5};[a-zéè0-9]{0,5}\n){0,12}", block in 1usize..40, wide in any::<bool>()) {
        let bytes = if wide { utf_16(&text, true, false) } else { latin(&text) };
        let whole = open(bytes.clone()).read(&[Ask::Text; 2]).map(|table| rows(&table)).map_err(|error| error.to_string());
        let cut = open(bytes).with_block_bytes(block).read(&[Ask::Text; 2]).map(|table| rows(&table)).map_err(|error| error.to_string());
        prop_assert_eq!(whole, cut);
    }

    /// Whatever the bytes are, they are read or refused.
    #[test]
    fn never_panics(bytes in prop::collection::vec(any::<u8>(), 0..60), mark in prop::sample::select(vec![&b""[..], b"\xff\xfe", b"\xfe\xff"])) {
        let bytes: Vec<u8> = mark.iter().copied().chain(bytes).collect();
        if let Ok(input) = Input::open(memory(bytes), ReadOptions::default()) {
            let _ = input.read(&vec![Ask::Auto; input.names().len()]);
        }
    }
}
