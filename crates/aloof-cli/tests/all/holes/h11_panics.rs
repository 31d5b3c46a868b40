//! Whatever is in a file ends in a value or an error.

use crate::common::Workdir;
use std::fmt::Write as _;
use std::path::Path;

/// One changed byte in what the file says of a column's type made texts that are bytes, and their reader panic. Every byte of this file and of others is changed in the tests of `aloof-io`.
#[test]
fn a_changed_byte_in_parquet_is_an_error() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../aloof-io/tests/files/pyarrow.parquet");
    let sound = std::fs::read(file).unwrap();
    let dir = Workdir::with("sound.parquet", &sound);
    assert_eq!(dir.aloof("inspect sound.parquet").code, 0);
    for mask in [0x10, 0x80, 0xff] {
        let mut damaged = sound.clone();
        let at = damaged.len() - 327;
        damaged[at] ^= mask;
        let dir = Workdir::with("damaged.parquet", &damaged);
        let message = dir.refused("inspect damaged.parquet");
        assert!(message.contains("cannot be read as Parquet: its parts contradict each other"), "{message}");
    }
}

/// Where every row would have to be withheld there is no release, and that is said; it was a panic with a further rule, and
/// the name of a staged file without.
#[test]
fn withholding_everyone_is_refused() {
    let mut table = "age,zip,s,r\n".to_owned();
    (0..40).for_each(|at| writeln!(table, "{},{},{},{}", 20 + at * 7 % 40, at % 10, 10 + at % 3, at % 3).unwrap());
    let policy = |further: &str, absence: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\nzip = {{ role = \"quasi\" }}\ns = {{ role = \"sensitive\" }}\n\
             r = {{ role = \"sensitive\", protect = \"none\" }}\n[method]\nsuppress = \"1\"\nabsence = \"{absence}\"\n[[protect]]\nprinciple = \"dissimilarity\"\n\
             sensitive = [\"s\"]\ndistance = {{ kind = \"l1\" }}\nepsilon = \"5\"\ndelta = \"0.9\"\nk = 3\n{further}"
        )
    };
    let rules = [
        "[[protect]]\nprinciple = \"k-anonymity\"\nk = 3\n",
        "[[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"r\"\nl = 2\n",
        "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"s\"\nabsolute = \"5\"\nm = 2\n",
    ];
    for (further, absence) in rules.into_iter().flat_map(|rule| [(rule, "known"), (rule, "unknown")]) {
        let dir = Workdir::with("t.csv", &table).and("p.toml", policy(further, absence));
        let run = dir.aloof("anonymize t.csv --policy p.toml --out o");
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(!run.stderr.contains("mistake") && !run.stderr.contains(".aloof-"), "{}", run.stderr);
        assert!(!dir.path("o").exists());
    }
}

/// In floats all numbers near 10¹⁷ that differ by less than 16 are the same.
#[test]
fn large_numbers_lose_what_small_ones_lose() {
    let loss = |base: i64| {
        let mut table = "a,s\n".to_owned();
        (0..60).for_each(|at| writeln!(table, "{},{}", base + at % 12, at * 1000).unwrap());
        let dir = Workdir::with("t.csv", table);
        let said =
            dir.json("anonymize t.csv --out o --quasi a --sensitive s --absolute 500 --m 3 --effort quick --seed 7");
        said["loss"].clone()
    };
    let (small, large) = (loss(0), loss(100_000_000_000_000_000));
    assert!(small.as_f64().is_some_and(|small| small > 0.0));
    assert_eq!(small, large);
}
