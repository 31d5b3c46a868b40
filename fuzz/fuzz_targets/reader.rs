//! Any bytes at all are a table or an error, never a panic.
#![no_main]

use aloof_io::{Ask, Input, ReadOptions, Source, read_hierarchy, read_matrix};
use libfuzzer_sys::fuzz_target;

// The reader catches panics of foreign file formats and makes errors of them; the fuzzer's own hook would abort before it
// could. A panic that nobody catches still ends the run.
fuzz_target!(init: std::panic::set_hook(Box::new(|_| {})), |data: &[u8]| {
    // The first byte chooses how columns are asked for.
    let Some((&choice, bytes)) = data.split_first() else { return };
    let source = Source::Memory { name: "fuzz".to_owned(), bytes: bytes.to_vec().into() };
    let escaped = choice >= 128;
    let options = ReadOptions { nulls: vec!["NA".to_owned()], threads: Some(1), escaped, ..ReadOptions::default() };
    if let Ok(input) = Input::open(source.clone(), options) {
        let asks = [Ask::Auto, Ask::Text, Ask::Number, Ask::Date, Ask::Skip];
        let ask: Vec<Ask> = (0..input.names().len()).map(|at| asks[(usize::from(choice) + at) % asks.len()]).collect();
        let _ = input.read(&ask);
    }
    let _ = read_hierarchy(&source);
    let _ = read_matrix(&source);
});
