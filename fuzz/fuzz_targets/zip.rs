//! Archives, whatever is in them: a table or an error, never a panic.
#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| shared::read_behind(b"PK", data));
