//! Files that are small to write are not expensive to read or judge.

use std::io::Write as _;
use std::time::{Duration, Instant};

use crate::common::Workdir;

/// Names were compared each with each.
#[test]
fn many_columns_cost_what_they_are_long() {
    let columns = 400_000;
    let header: Vec<String> = (0..columns).map(|at| format!("c{at}")).collect();
    let row = vec!["1"; columns].join(",");
    let dir = Workdir::with("wide.csv", format!("{}\n{row}\n{row}\n", header.join(",")));
    let started = Instant::now();
    let run = dir.aloof("audit wide.csv --quasi c1 --sensitive c399999 --absolute 0 --m 1");
    assert_eq!(run.code, 0, "{run}");
    // Seconds, on a busy machine; comparing each with each takes minutes.
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
}

/// A small file that unpacks to gigabytes of Parquet is refused before it fills the memory.
#[test]
fn packed_files_unpack_to_a_bounded_size() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(b"PAR1").unwrap();
    let zeros = vec![0u8; 1 << 20];
    (0..200).for_each(|_| packed.write_all(&zeros).unwrap());
    let packed = packed.finish().unwrap();
    assert!(packed.len() < 2 << 20);
    let dir = Workdir::with("bomb.parquet.gz", &packed);
    let message = dir.refused("inspect bomb.parquet.gz");
    assert!(message.contains("unpacks to more than") && message.contains("give the unpacked file"), "{message}");
    let policy = "[columns]\nq = { role = \"quasi\", hierarchy = \"bomb.parquet.gz\" }\n";
    let dir = dir.and("pay.csv", "q\na\n").and("aloof.toml", policy);
    assert!(dir.refused("audit pay.csv").contains("unpacks to more than"));
}
