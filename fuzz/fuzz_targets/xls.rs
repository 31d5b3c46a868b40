//! Workbooks of Excel 97 to 2003: compound files, and the records in one. A table or an error, never a panic.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;

// The first byte chooses how columns are asked for, and whether the rest is a whole file or the records in one.
fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    shared::read(shared::xls(choice, rest), choice);
});
