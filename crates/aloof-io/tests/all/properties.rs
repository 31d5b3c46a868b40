//! Properties of reading text: what was written is read, whole or in blocks, on one thread or several.

use crate::common::{essence, memory, open, rows};
use aloof_io::{Ask, Input, ReadOptions};
use proptest::prelude::*;

/// A cell as a careless or careful writer puts it, and the label that it is.
fn cell() -> impl Strategy<Value = (String, Option<String>)> {
    let content = "[a-c ,;|\"\n\r\té0-2.-]{0,6}";
    (content, any::<bool>()).prop_map(|(text, quote)| {
        let plain = text.trim_matches([' ', '\t']) == text && !text.contains([',', ';', '|', '\t', '"', '\n', '\r']);
        let written = if quote || !plain { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() };
        (written, Some(text).filter(|text| !text.is_empty()))
    })
}

/// Two to four columns.
fn table() -> impl Strategy<Value = Vec<Vec<(String, Option<String>)>>> {
    (2usize..5).prop_flat_map(|width| prop::collection::vec(prop::collection::vec(cell(), width), 0..20))
}

fn written(width: usize, rows: &[Vec<(String, Option<String>)>], end: &str) -> String {
    let names = ["a", "b", "c", "d"][..width].join(",");
    let lines = rows.iter().map(|row| row.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>().join(","));
    [names].into_iter().chain(lines).map(|line| line + end).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read(cells in table(), end in prop::sample::select(vec!["\n", "\r\n", "\r"]), block in 1usize..64) {
        let width = cells.first().map_or(2, Vec::len);
        let input = open(written(width, &cells, end)).with_block_bytes(block);
        let table = input.read(&vec![Ask::Text; width]).unwrap();
        let expected: Vec<Vec<Option<String>>> =
            cells.into_iter().map(|row| row.into_iter().map(|(_, label)| label).collect()).collect();
        prop_assert_eq!(rows(&table), expected);
    }

    #[test]
    fn writing_and_reading_gives_the_same_table(cells in table()) {
        let width = cells.first().map_or(2, Vec::len);
        let table = open(written(width, &cells, "\n")).read(&vec![Ask::Text; width]).unwrap();
        let mut bytes = Vec::new();
        aloof_io::write_csv(&table, &mut bytes).unwrap();
        let again = open(bytes).read(&vec![Ask::Text; width]).unwrap();
        prop_assert_eq!(essence(&again), essence(&table));
    }

    /// Blocks and threads decide nothing: not the table, and of several faults not which is told.
    #[test]
    fn blocks_and_threads_do_not_matter(
        text in "(a,b|\"a\",b)\n([0-9]{1,3}|2020-01-3[01]|[xé\"\n\r, ]|,|\n){0,40}",
        block in 1usize..32,
        asks in prop::collection::vec(
            prop::sample::select(vec![Ask::Auto, Ask::Text, Ask::Number, Ask::Date, Ask::Skip]), 2),
    ) {
        let read = |threads: usize, block: usize| {
            let options = ReadOptions { threads: Some(threads), delimiter: Some(b','), ..ReadOptions::default() };
            let input = Input::open(memory(text.clone()), options).map_err(|error| error.to_string())?;
            let table = input.with_block_bytes(block).read(&asks).map_err(|error| error.to_string())?;
            Ok::<_, String>(essence(&table))
        };
        let whole = read(1, 1 << 20);
        prop_assert_eq!(&read(1, block), &whole);
        prop_assert_eq!(&read(4, block), &whole);
    }

    /// Anything at all ends in a table or an error.
    #[test]
    fn any_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), block in 1usize..32) {
        let _ = crate::common::read_all(bytes.clone(), Ask::Auto);
        if let Ok(input) = Input::open(memory(bytes), ReadOptions::default()) {
            let _ = input.with_block_bytes(block).read(&[Ask::Number]);
        }
    }

    /// The same, of bytes that look more like a table.
    #[test]
    fn nearly_tables_do_not_panic(bytes in "[a,;\"\n\r\\x00é0]{0,60}", bad in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = bytes.into_bytes();
        if !bytes.is_empty() {
            let at = bad.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = crate::common::read_all(bytes.clone(), Ask::Auto);
        let _ = aloof_io::read_hierarchy(&memory(bytes.clone()));
        let _ = aloof_io::read_matrix(&memory(bytes));
    }
}
