//! The parts of a workbook of Excel, any bytes each: a table or an error, never a panic.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;

// The first byte chooses how columns are asked for.
fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    shared::read(shared::xlsx(rest), choice);
});
