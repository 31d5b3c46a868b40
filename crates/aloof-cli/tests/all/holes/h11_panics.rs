//! Whatever is in a file ends in a value or an error.

use std::path::Path;

use crate::common::Workdir;

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
