//! Everything that can be wrong with a call or with the data: exit code 2, nothing on standard output, a message that says
//! where and what would do, and never a sensitive value.

use std::io::Write as _;

use crate::common::{Run, Workdir, lines};

const CALL: &str = "audit pay.csv --quasi age --sensitive salary --absolute 5 --m 2";

/// Every sensitive cell in this file holds this, so that no message may.
const SECRET: &str = "7770";

fn message(run: Run) -> String {
    run.hides(&[SECRET]);
    run.refused()
}

/// What [`CALL`] says of this content.
fn told(content: impl AsRef<[u8]>) -> String {
    message(Workdir::with("pay.csv", content).aloof(CALL))
}

/// What the call says of a table without fault.
fn refused(line: &str) -> String {
    message(Workdir::with("pay.csv", "age,salary\n20,77701\n20,77709\n").aloof(line))
}

// ---- Files.

#[test]
fn files_that_are_not_there() {
    insta::assert_snapshot!(
        refused("audit nothere.csv --quasi age --sensitive salary"),
        @"error: nothere.csv: no such file"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --original nothere.csv --quasi age --sensitive salary"),
        @"error: nothere.csv: no such file"
    );
    let dir = Workdir::with("folder/readme.txt", "nothing here");
    insta::assert_snapshot!(
        dir.refused("audit folder --quasi age --sensitive salary"),
        @"error: folder is a directory without data.csv, data.parquet, data.xlsx or data.dta: not a release"
    );
}

#[test]
fn empty_files() {
    insta::assert_snapshot!(told(""), @"error: pay.csv: is empty; a table needs at least a header line");
    insta::assert_snapshot!(told("\n\n"), @"error: pay.csv: is empty; a table needs at least a header line");
}

#[test]
fn rows_of_another_length() {
    insta::assert_snapshot!(
        told("age,salary\n20,77701\n20\n"),
        @"error: pay.csv, line 3: expected 2 fields as in the header, found 1; if `,` is not the delimiter, give --delimiter"
    );
    insta::assert_snapshot!(
        told("age,salary\n20,77701\n20,77702,77703\n"),
        @"error: pay.csv, line 3: expected 2 fields as in the header, found 3; if `,` is not the delimiter, give --delimiter"
    );
    insta::assert_snapshot!(
        told("age,salary\n20,1,77701\n"),
        @"error: pay.csv, line 2: expected 2 fields as in the header, found 3; if `,` is not the delimiter, give --delimiter"
    );
}

#[test]
fn texts_that_are_not_utf8() {
    insta::assert_snapshot!(
        told(b"age,salary\n20,77701\n20,7770\x81\n"),
        @"error: pay.csv, line 3, column 2 `salary`: not UTF-8; save the file as UTF-8, or name its encoding with --encoding"
    );
    insta::assert_snapshot!(
        told(b"age,sal\x81ry\n20,77701\n"),
        @"error: pay.csv, line 1, column 2: not UTF-8; save the file as UTF-8, or name its encoding with --encoding"
    );
    // UTF-16 is read, and half of a letter in it is an error.
    let utf16: Vec<u8> = "\u{feff}age,salary\n20,77701\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    insta::assert_snapshot!(
        told(&utf16[..utf16.len() - 1]),
        @"error: pay.csv: is not valid UTF-16LE near byte 41; name its encoding with --encoding, or save the file as UTF-8"
    );
    insta::assert_snapshot!(
        told(b"age,salary\n20,77701\n20,7770\0\n"),
        @"error: pay.csv, line 3: holds a zero byte, which no text does; save the file as UTF-8, or name its encoding with --encoding"
    );
}

#[test]
fn headers_that_name_no_columns() {
    insta::assert_snapshot!(
        told("age,salary,age\n20,77701,21\n"),
        @"error: pay.csv: columns 1 and 3 are both named `age`; rename one"
    );
    insta::assert_snapshot!(told("age,,salary\n20,x,77701\n"), @"error: pay.csv: column 2 has no name in the header");
}

#[test]
fn a_quote_that_is_never_closed() {
    insta::assert_snapshot!(
        told("age,salary\n20,77701\n20,\"77702\n20,77703\n"),
        @"error: pay.csv, line 3: a quote is opened here and never closed"
    );
}

#[test]
fn numbers_that_are_none() {
    insta::assert_snapshot!(
        told("age,salary\n20,77701\n20,7770 euros\n"),
        @"error: pay.csv, line 3, column `salary`: not a number"
    );
    insta::assert_snapshot!(
        told("age,salary\n20,77701\n20,\"7,770\"\n"),
        @r#"error: pay.csv, column `salary`: wherever a point or a comma stands in its values, exactly three digits follow, which may be a fraction or thousands (1.234 may be 1234): write decimal = "," or decimal = "." for this column, or give --decimal"#
    );
    insta::assert_snapshot!(
        told("age,salary\n20,77701\n20,NaN\n"),
        @r#"error: pay.csv, line 3, column `salary`: `NaN` is not a number; if it means that the value is missing, say missing = ["NaN"] for the column (or --missing-text "NaN")"#
    );
    insta::assert_snapshot!(
        told("age,salary\n20,77701\n20,-inf\n"),
        @"error: pay.csv, line 3, column `salary`: NaN and infinities are not values"
    );
    insta::assert_snapshot!(
        told(format!("age,salary\n20,0.{}7770\n", "0".repeat(40))),
        @"error: pay.csv, line 2, column `salary`: more digits than can be held exactly (38 in all, 37 behind the point)"
    );
    insta::assert_snapshot!(
        told("age,salary\n20,7770e30\n20,7770e-30\n"),
        @"error: pay.csv, column `salary`: its values need more than 38 digits when written with the same number of places behind the point"
    );
}

/// Labels have no ε.
#[test]
fn proximity_of_labels() {
    let dir = Workdir::with("ill.csv", "age,disease\n20,7770-flu\n20,7770-ulcer\n");
    for flags in ["--absolute 5 --m 2", "--relative 0.1 --m 2", "--delta 5 --l 2"] {
        let told = message(dir.aloof(&format!("audit ill.csv --quasi age --sensitive disease {flags}")));
        assert!(
            told.contains("needs numbers or dates, and none of the values of column `disease` is one"),
            "{flags}: {told}"
        );
    }
}

#[test]
fn relative_neighbourhoods_of_what_is_not_positive() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,0\n20,-77701\n20,77702\n20,-77701\n");
    let told = message(dir.aloof("audit pay.csv --quasi age --sensitive salary --relative 0.1 --m 2"));
    insta::assert_snapshot!(
        told,
        @"error: --relative: epsilon-m on salary: a relative neighbourhood needs positive values, and 3 of 4 values are zero or below: use an absolute one, or drop those rows"
    );
}

/// What a packed or typed file's own reader says comes after our words and may change with it.
#[test]
fn damaged_files() {
    let table = "age,salary\n20,77701\n20,77702\n";
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(table.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(table.as_bytes(), 0).unwrap();
    let begins = |content: &[u8], with: &str| {
        let told = told(content);
        assert!(told.starts_with(with), "{told}");
    };
    begins(&gzip[..gzip.len() - 12], "error: pay.csv: damaged gzip data: ");
    begins(&zstd[..zstd.len() - 4], "error: pay.csv: damaged Zstandard data: ");
    begins(b"PAR1 this is no Parquet file PAR1", "error: pay.csv: cannot be read as Parquet: ");
    begins(b"ARROW1\0\0 this is no Arrow file", "error: pay.csv: cannot be read as Arrow IPC: ");
    let mut twice = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    twice.write_all(&gzip).unwrap();
    insta::assert_snapshot!(told(twice.finish().unwrap()), @"error: pay.csv: compressed twice; unpack it once");
}

// ---- Columns.

#[test]
fn columns_that_are_not_there() {
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi aeg --sensitive salary"),
        @"error: --quasi: pay.csv has no column `aeg`; did you mean `age`?"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --sensitive Salary"),
        @"error: --sensitive: pay.csv has no column `Salary`; did you mean `salary`?"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --sensitive disease"),
        @"error: --sensitive: pay.csv has no column `disease`; known are age, salary"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --sensitive salary --group cell"),
        @"error: --group: pay.csv has no column `cell`; known are age, salary"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --sensitive salary --delimiter ;"),
        @"error: --quasi: pay.csv has no column `age`; it is read as one column, `age,salary`: say with --delimiter what stands between its fields"
    );
}

#[test]
fn nothing_said_of_the_columns() {
    insta::assert_snapshot!(
        refused("audit pay.csv"),
        @"error: nothing says what the columns of pay.csv are: name them with --quasi and --sensitive, or give --policy FILE (aloof inspect pay.csv --write-policy aloof.toml makes a first one)"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --absolute 5 --m 2"),
        @"error: nothing says what the columns of pay.csv are: name them with --quasi and --sensitive, or give --policy FILE (aloof inspect pay.csv --write-policy aloof.toml makes a first one)"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age"),
        @r#"error: nothing is declared sensitive, so there is nothing to measure; name a column with --sensitive, or give it role = "sensitive" in the policy"#
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --absolute 5 --m 2"),
        @"error: --absolute: no column is declared sensitive; name the one that it is for with --sensitive"
    );
}

#[test]
fn half_of_the_bounds() {
    let dir = Workdir::with("pay.csv", "age_lo,salary\n20,77701\n");
    let told = message(dir.aloof("audit pay.csv --quasi age --sensitive salary"));
    assert!(told.contains("no column `age`"), "{told}");
}

// ---- Flags.

#[test]
fn neighbourhoods_by_halves() {
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --sensitive salary --m 2"),
        @"error: --m needs what is close: --absolute, --relative, or --below with --above"
    );
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --sensitive salary --absolute 5"),
        @"error: --absolute, --relative or --below with --above need --m, the one in how many that may be close"
    );
}

#[test]
fn impossible_parameters() {
    let told = |flags: &str| refused(&format!("audit pay.csv --quasi age --sensitive salary {flags}"));
    insta::assert_snapshot!(told("--absolute 5 --m 0"), @"error: --m: `m` must be at least 1");
    insta::assert_snapshot!(told("--absolute=-5 --m 2"), @"error: --absolute: `absolute` must not be negative");
    insta::assert_snapshot!(
        told("--absolute five --m 2"),
        @r#"error: --absolute: `absolute` must be a decimal such as "4500" or "0.1", not `five`"#
    );
    insta::assert_snapshot!(
        told("--relative 1 --m 2"),
        @r#"error: --relative: `relative` must be at least 0 and less than 1, such as "0.125""#
    );
    insta::assert_snapshot!(
        told("--relative=-0.1 --m 2"),
        @r#"error: --relative: `relative` must be at least 0 and less than 1, such as "0.125""#
    );
    insta::assert_snapshot!(told("--below=-1 --above 2 --m 2"), @"error: --below: `below` must not be negative");
    insta::assert_snapshot!(told("--t 1.5"), @r#"error: --t: `t` must be at least 0 and at most 1, such as "0.2""#);
    insta::assert_snapshot!(told("--l 0"), @"error: --l: `l` must be at least 1");
    insta::assert_snapshot!(told("--k 0"), @"error: --k: `k` must be at least 1");
    insta::assert_snapshot!(told("--delta=-1 --l 2"), @"error: --delta: `delta` must not be negative");
    insta::assert_snapshot!(told("--epsilons 1,two"), @"error: --epsilons two: not a number");
    insta::assert_snapshot!(told("--epsilons=-1"), @"error: --epsilons -1: must not be negative");
    insta::assert_snapshot!(
        told("--delimiter ab"),
        @"error: --delimiter ab: a delimiter is one character such as `;`, or one of tab, comma, semicolon, bar"
    );
}

/// The words are clap's; that they are there, with exit code 2 and an empty standard output, is ours.
#[test]
fn calls_that_are_not_understood() {
    for (line, says) in [
        ("audit pay.csv --frobnicate", "'--frobnicate'"),
        ("frobnicate", "'frobnicate'"),
        ("audit", "<DATA>"),
        ("audit pay.csv --quasi age --sensitive salary --threads 0", "'--threads <N>'"),
        ("audit pay.csv --quasi age --sensitive salary --view all", "candidates, group"),
        ("audit pay.csv --quasi age --sensitive salary --m two --absolute 5", "'--m <M>'"),
        ("audit pay.csv pay.csv", "'pay.csv'"),
        ("audit pay.csv --quasi age --sensitive salary --below 5 --m 2", "--above <DECIMAL>"),
        ("audit pay.csv --quasi age --sensitive salary --delta 5", "--delta needs --l"),
        (
            "audit pay.csv --quasi age --sensitive salary --absolute 5 --relative 0.1 --m 2",
            "'--absolute <DECIMAL>' cannot be used with '--relative <SHARE>'",
        ),
    ] {
        let told = refused(line);
        assert!(told.starts_with("error: ") && told.contains(says), "{line}: {told}");
    }
}

#[test]
fn one_standard_input_for_two_tables() {
    insta::assert_snapshot!(
        refused("audit - --original - --quasi age --sensitive salary"),
        @"error: standard input can be the data or the original, not both"
    );
}

#[test]
fn places_that_cannot_be_written() {
    insta::assert_snapshot!(
        refused("audit pay.csv --quasi age --sensitive salary --k 2 --violations no/such/rows.csv"),
        @"error: no/such/rows.csv cannot be written: there is no directory no; make it, or name another place"
    );
}

// ---- Policies that cannot be read; what can be wrong inside them is in policy_errors.rs.

#[test]
fn policies_that_cannot_be_read() {
    insta::assert_snapshot!(
        refused("audit pay.csv --policy nothere.toml"),
        @"error: the policy nothere.toml: no such file (aloof inspect DATA --write-policy nothere.toml makes a first one)"
    );
    let dir = Workdir::with("pay.csv", "age,salary\n").and("latin.toml", b"# caf\xe9\n").and("folder/x", "");
    insta::assert_snapshot!(
        dir.refused("audit pay.csv --policy latin.toml"),
        @"error: the policy latin.toml cannot be read: stream did not contain valid UTF-8"
    );
    insta::assert_snapshot!(
        dir.refused("audit pay.csv --policy folder"),
        @"error: the policy folder is a directory; give a file"
    );
}

// ---- The original.

fn against(release: &str, original: &str) -> Workdir {
    Workdir::with("release.csv", release).and("original.csv", original)
}

const AGAINST: &str = "audit release.csv --quasi age --sensitive salary --absolute 5 --m 2 --original original.csv";

#[test]
fn released_cells_that_mean_nothing() {
    let numbers = "age,salary\n20,77701\n29,77709\n";
    let dir = against("age,salary\nyoung,77701\nyoung,77709\n", numbers);
    let told = message(dir.aloof(AGAINST));
    assert!(told.contains("column `age`: `young` is neither one of the numbers nor a set of numbers"), "{told}");
    let dir = against("age,salary\n29..20,77701\n29..20,77709\n", numbers);
    let told = message(dir.aloof(AGAINST));
    assert!(told.contains("column `age`: the interval `29..20` is empty"), "{told}");
}

#[test]
fn originals_that_do_not_fit() {
    let release = "age,salary\n20..29,77701\n20..29,77709\n";
    let dir = against(release, "salary\n77701\n77709\n");
    let told = message(dir.aloof(AGAINST));
    assert!(told.contains("no column `age`"), "{told}");
    let dir = against(release, "age,salary\n20,77701\n29,7770x\n");
    insta::assert_snapshot!(message(dir.aloof(AGAINST)), @"error: original.csv, line 3, column `salary`: not a number");
    let dir = against(release, "age,salary\n20,77701\n29,\n");
    let told = message(dir.aloof(AGAINST));
    assert!(told.contains("column `salary`: 1 of 2 sensitive values is missing"), "{told}");
}

// ---- Other commands.

#[test]
fn what_cannot_be_inspected() {
    insta::assert_snapshot!(refused("inspect nothere.csv"), @"error: nothere.csv: no such file");
    insta::assert_snapshot!(refused("inspect ."), @"error: .: is a directory; give a file");
    insta::assert_snapshot!(
        refused("inspect pay.csv --delimiter ab"),
        @"error: --delimiter: a delimiter is one character such as `;`, or one of tab, comma, semicolon, bar"
    );
    let dir = Workdir::with("pay.csv", lines(&["age,salary", "20,77701", "20"]));
    insta::assert_snapshot!(
        message(dir.aloof("inspect pay.csv")),
        @"error: pay.csv, line 3: expected 2 fields as in the header, found 1; if `,` is not the delimiter, give --delimiter"
    );
}

#[test]
fn what_cannot_be_generated() {
    insta::assert_snapshot!(
        refused("generate census --rows 5 --out no/such/people.csv"),
        @"error: no/such/people.csv cannot be written: there is no directory no; make it, or name another place"
    );
    for line in
        ["generate planets", "generate census --rows 5", "generate census --rows few --out x.csv", "demo --rows 5"]
    {
        assert!(refused(line).starts_with("error: "), "{line}");
    }
}
