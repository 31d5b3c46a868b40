//! Texts in any encoding, with numbers and dates in any notation: a table or an error, never a panic.
#![no_main]

use aloof_io::{Ask, Encoding, Input, ReadOptions, Source};
use libfuzzer_sys::fuzz_target;

const ENCODINGS: [&str; 6] = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "shift_jis", "gb18030"];

// The first byte chooses the encoding, which may be left to be found.
fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let source = Source::Memory { name: "fuzz".to_owned(), bytes: bytes.to_vec().into() };
    let encoding = ENCODINGS.get(usize::from(choice)).and_then(|name| Encoding::named(name));
    let options = ReadOptions { encoding, threads: Some(1), ..ReadOptions::default() };
    let Ok(input) = Input::open(source, options) else { return };
    let ask = vec![Ask::Auto; input.names().len()];
    if let Ok(reading) = input.read_noted(&ask, &|_, _| {}) {
        assert!(reading.table.columns().iter().all(|column| column.len() == reading.table.rows()));
    }
});
