//! What the tests share.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use aloof_io::{Ask, Bytes, Input, ReadError, ReadOptions, Source};
use aloof_table::Table;

/// Every row as texts, `None` for missing.
pub type Rows = Vec<Vec<Option<String>>>;

pub fn memory(bytes: impl Into<Bytes>) -> Source {
    Source::Memory { name: "pay.csv".to_owned(), bytes: bytes.into() }
}

pub fn open(bytes: impl Into<Bytes>) -> Input {
    Input::open(memory(bytes), ReadOptions::default()).unwrap()
}

/// Reads all columns as `ask`.
pub fn read_all(bytes: impl Into<Bytes>, ask: Ask) -> Result<Table, ReadError> {
    let input = Input::open(memory(bytes), ReadOptions::default())?;
    input.read(&vec![ask; input.names().len()])
}

/// The message with which reading all columns as `ask` fails.
pub fn failure(bytes: impl Into<Bytes>, ask: Ask) -> String {
    read_all(bytes, ask).expect_err("this cannot be read").to_string()
}

pub fn rows(table: &Table) -> Rows {
    (0..table.rows()).map(|row| table.columns().iter().map(|column| column.text(row)).collect()).collect()
}

/// Names, kinds, scales and all texts: what makes two tables the same.
pub fn essence(table: &Table) -> (Vec<String>, Vec<String>, Rows) {
    let kinds = table.columns().iter().map(|column| format!("{:?}", column.kind())).collect();
    (table.names().to_vec(), kinds, rows(table))
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Panics that are caught are not shown, so that the others are found. The one hook of these tests: each that sets its own, or takes it
/// away, lets thousands of others be printed.
pub fn quietly<T>(call: impl FnOnce() -> T) -> std::thread::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    QUIET.set(false);
    result
}
