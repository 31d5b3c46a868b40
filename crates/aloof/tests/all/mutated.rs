//! Damaged files of every format that is read by our own code: a table or an error, never a panic, not even one that is caught.
//!
//! Seeds are those of the fuzzer, which is where this is asked for longer. Damage is drawn from a fixed seed: bits and bytes that
//! change, numbers that become extreme, pieces that are cut out, doubled or put elsewhere. `ALOOF_MUTATIONS=10000` asks for so many
//! of each seed.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Once;

#[path = "../../../../fuzz/fuzz_targets/shared/mod.rs"]
mod shared;

thread_local! {
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

fn count_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.set(PANICS.get() + 1);
            usual(info);
        }));
    });
}

/// A generator of its own: the same damage on every machine.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

const EXTREMES: [u64; 8] = [0, 1, 0x7f, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, u64::MAX];

fn damaged(seed: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=draw.below(4) {
        let (at, len) = (draw.below(bytes.len()), 1 + draw.below(64));
        let end = (at + len).min(bytes.len());
        match draw.below(7) {
            0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (len % 8)),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = len as u8),
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                let to = draw.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            5 => {
                let number = EXTREMES[draw.below(8)].to_le_bytes();
                let wide = [1, 2, 4, 8][draw.below(4)];
                bytes.iter_mut().skip(at).zip(&number[..wide]).for_each(|(byte, new)| *byte = *new);
            }
            _ => {
                let number = (EXTREMES[draw.below(8)] as u32).to_be_bytes();
                bytes.iter_mut().skip(at).zip(number).for_each(|(byte, new)| *byte = new);
            }
        }
    }
    bytes
}

/// Seeds of a target, without the byte that says how columns are asked for.
fn seeds(target: &str) -> Vec<(PathBuf, u8, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: PathBuf| {
        let bytes = std::fs::read(&file).unwrap();
        (file, bytes[0], bytes[1..].to_vec())
    };
    files.into_iter().map(read).collect()
}

fn check(target: &str, whole: impl Fn(u8, Vec<u8>) -> Vec<u8>) {
    count_panics();
    let many = std::env::var("ALOOF_MUTATIONS").ok().and_then(|many| many.parse().ok()).unwrap_or(150);
    let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
    for (file, choice, seed) in seeds(target) {
        shared::read(whole(choice, seed.clone()), choice);
        for case in 0..many {
            let before = PANICS.get();
            shared::read(whole(choice, damaged(&seed, &mut draw)), case as u8);
            assert_eq!(PANICS.get(), before, "{}: case {case}", file.display());
        }
    }
}

#[test]
fn stata() {
    check("dta", |_, bytes| bytes);
}

#[test]
fn spss() {
    check("sav", |_, bytes| [b"$FL", &bytes[..]].concat());
}

#[test]
fn sas() {
    check("sas7bdat", |_, bytes| [shared::SAS, &bytes[..]].concat());
}

#[test]
fn archives() {
    check("zip", |_, bytes| [b"PK", &bytes[..]].concat());
}

#[test]
fn open_document() {
    check("ods", |_, bytes| shared::ods(&bytes));
}

#[test]
fn old_excel() {
    check("xls", |choice, bytes| shared::xls(choice, &bytes));
}

#[test]
fn excel() {
    check("xlsx", |_, bytes| shared::xlsx(&bytes));
}

#[test]
fn texts() {
    check("text", |_, bytes| bytes);
}
