//! Files that are small to write are not expensive to read or judge.

use crate::common::Workdir;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Names were compared each with each.
#[test]
fn many_columns_cost_what_they_are_long() {
    let columns = 400_000;
    let header: Vec<String> = (0..columns).map(|at| format!("c{at}")).collect();
    let row = vec!["1"; columns].join(",");
    let dir = Workdir::with("wide.csv", format!("{}\n{row}\n{row}\n", header.join(",")));
    let started = Instant::now();
    let run = dir.aloof("audit wide.csv --quasi c1 --sensitive c399999 --absolute 0 --m 1");
    assert_eq!((run.code, run.stdout.len() < 2000), (0, true), "{}", run.stdout.len());
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

/// Runs the program with so many seconds of processor time and so many kilobytes of memory, however busy the machine is.
#[cfg(unix)]
fn bounded(dir: &Workdir, seconds: u32, kilobytes: u32, line: &str) -> Output {
    let limits = format!("ulimit -t {seconds}; ulimit -v {kilobytes}; exec {} {line}", env!("CARGO_BIN_EXE_aloof"));
    Command::new("sh").arg("-c").arg(limits).current_dir(dir.path("")).output().unwrap()
}

/// Every row has a box of its own that a third of all people lie in: as many pairs as the square of the rows. Written down
/// they took 800 MB for 16,000 rows and 4 GB for 64,000.
#[cfg(unix)]
#[test]
fn overlapping_boxes_take_bounded_memory() {
    let rows = 32_000;
    let (mut original, mut release) = ("a,b,s\n".to_owned(), "a,b,s\n".to_owned());
    for at in 0..rows {
        let value = at * 7919 % 1000 * 100;
        writeln!(original, "{at},{},{value}", rows - at).unwrap();
        let (low, high) = ((at - rows / 4).max(0), (at + rows / 4).min(rows));
        writeln!(release, "{low}..{high},{}..{},{value}", rows - high, rows - low).unwrap();
    }
    let dir = Workdir::with("original.csv", original).and("release.csv", release);
    let line = "audit release.csv --original original.csv --quasi a,b --sensitive s --absolute 500 --m 2 --view candidates --json";
    let run = bounded(&dir, 60, 2_000_000, line);
    let said: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    assert_eq!(said["checks"][1]["view"], "candidates");
    assert_eq!(said["checks"][1]["verdict"], "pass");
    assert_eq!(said["truth"]["untrue"], 0);
    assert_eq!(said["truth"]["absent"], 0);
}

/// To make two groups anew in all ways took 34 s of processor time for 5,000 rows of 20 columns.
#[cfg(unix)]
#[test]
fn many_columns_take_no_search_without_bound() {
    let columns: Vec<String> = (0..20).map(|at| format!("q{at}")).collect();
    let mut table = format!("{},s\n", columns.join(","));
    let mut state = 1u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..3_000 {
        let common = draw(50);
        (0..20).for_each(|_| write!(table, "{},", common + draw(50)).unwrap());
        writeln!(table, "{}", 20_000 + draw(70_000)).unwrap();
    }
    let dir = Workdir::with("t.csv", table);
    let line =
        format!("anonymize t.csv --out o --quasi {} --sensitive s --absolute 1000 --m 4 --seed 7", columns.join(","));
    let run = bounded(&dir, 40, 4_000_000, &line);
    assert!(run.status.success(), "{run:?}");
}
