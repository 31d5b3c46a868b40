//! What a file carries beside its cells: an audit writes the table anew, and what differs was not judged.

use std::fs;

use aloof::io::{Ask, DtaColumn, Input, ReadOptions, Source, write_dta};
use serde_json::{Value, json};

use super::h22_breaker::left_open;
use crate::common::{Workdir, as_written};

/// Amounts with places, days, a missing value, texts of digits.
fn released(format: &str, more: &str) -> Workdir {
    let line = |i: u32| {
        let pay = if i % 10 == 7 { String::new() } else { format!("{}.{}", 1000 + i * i * 37, i % 10) };
        format!("{},{:02},{}-0{}-11,{pay}\n", 20 + i % 7, i % 3, 1950 + i, 1 + i % 9)
    };
    let table = (0..40).map(line).fold("age,town,born,pay\n".to_owned(), |all, line| all + &line);
    let policy = format!(
        "[columns]\nage = {{ role = \"quasi\" }}\ntown = {{ role = \"quasi\", type = \"label\" }}\nborn = {{ role = \"quasi\" }}\n\
         pay = {{ role = \"sensitive\", missing = \"publish\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n\
         [output]\nformat = \"{format}\"\n{more}"
    );
    let dir = Workdir::with("t.csv", table).and("p.toml", policy);
    let made = dir.aloof("anonymize t.csv --policy p.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    dir
}

/// Puts other bytes into the release, and a manifest that states their digest.
fn forge(dir: &Workdir, name: &str, bytes: &[u8]) {
    let path = dir.path("release").join(name);
    fs::write(&path, bytes).unwrap();
    let output = std::process::Command::new("sha256sum").arg(path).output().unwrap();
    let digest = String::from_utf8(output.stdout).unwrap().split_whitespace().next().unwrap().to_owned();
    let mut manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    manifest["files"][name] = json!({ "bytes": bytes.len(), "sha256": digest });
    fs::write(dir.path("release/manifest.json"), as_written(&manifest)).unwrap();
}

/// Not passed for how the file is written, by what it says of itself and by a policy.
fn told(dir: &Workdir, name: &str) {
    let reason = format!("{name} is not written as this program writes such a table");
    for audit in ["audit release --json", "audit release --policy p.toml --original t.csv --json"] {
        left_open(&dir.aloof(audit), &reason);
    }
    // A table that no manifest speaks of is judged by its cells: nobody says how it should be written.
    fs::copy(dir.path("release").join(name), dir.path(name)).unwrap();
    assert_eq!(dir.aloof(&format!("audit {name} --policy p.toml")).code, 0);
}

/// The last place of some bytes.
fn last(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).rposition(|window| window == what).unwrap()
}

#[test]
fn our_own_pass_in_every_format() {
    for format in ["csv", "xlsx", "dta", "parquet"] {
        for more in ["", "intervals = \"bounds\"\n", "group_ids = true\n"] {
            let dir = released(format, more);
            for audit in ["audit release", "audit release --original t.csv"] {
                let run = dir.aloof(audit);
                assert_eq!(run.code, 0, "{format} {more}: {run}");
                assert!(!run.stdout.contains("was not judged"), "{run}");
            }
        }
    }
}

/// Parts of a workbook: comments, properties, another style, a row that is hidden.
#[test]
fn workbooks_carry_more_than_cells() {
    let rows = "<row r=\"1\"><c t=\"inlineStr\"><is><t>age</t></is></c><c t=\"inlineStr\"><is><t>pay</t></is></c></row>\
                <row r=\"2\"STYLE><c t=\"inlineStr\"><is><t>1..2</t></is></c><c><v>10</v></c></row>\
                <row r=\"3\"><c t=\"inlineStr\"><is><t>1..2</t></is></c><c><v>90</v></c></row>";
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let book = |style: &str, more: &[(&str, &str)]| {
        let sheet = rows.replace("STYLE", style);
        let relation = |kind: &str, part: &str| {
            format!(
                "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"rId1\" Type=\"{office}/{kind}\" Target=\"{part}\"/>\
                 </Relationships>"
            )
        };
        let mut parts = vec![
            ("[Content_Types].xml", format!("<Types xmlns=\"{package}/content-types\"/>")),
            ("_rels/.rels", relation("officeDocument", "xl/workbook.xml")),
            (
                "xl/workbook.xml",
                format!(
                    "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"data\" sheetId=\"1\" r:id=\"rId1\"/></sheets>\
                     </workbook>"
                ),
            ),
            ("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")),
            (
                "xl/worksheets/sheet1.xml",
                format!("<worksheet xmlns=\"{main}\"><sheetData>{sheet}</sheetData></worksheet>"),
            ),
        ];
        parts.extend(more.iter().map(|(name, text)| (*name, (*text).to_owned())));
        stored(&parts)
    };
    let books = [
        book("", &[("xl/comments1.xml", "<comments>A1 is Ada</comments>")]),
        book("", &[("docProps/custom.xml", "<Properties>Ada is first</Properties>")]),
        book("", &[("customXml/item1.xml", "<fact>Ada</fact>")]),
        book(" hidden=\"1\"", &[]),
        book(" s=\"1\" customFormat=\"1\"", &[]),
    ];
    for bytes in books {
        let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                      [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n[output]\nformat = \"xlsx\"\n";
        let dir = Workdir::with("t.csv", "age,pay\n1,10\n2,90\n").and("p.toml", policy);
        assert_eq!(dir.aloof("anonymize t.csv --policy p.toml --out release").code, 0);
        forge(&dir, "data.xlsx", &bytes);
        told(&dir, "data.xlsx");
    }
}

/// An archive of parts that are not packed.
fn stored(parts: &[(&str, String)]) -> Vec<u8> {
    let crc = |bytes: &[u8]| {
        let step = |crc: u32, byte: &u8| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
        };
        !bytes.iter().fold(!0u32, step)
    };
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in parts {
        let at = file.len() as u32;
        let size = (text.len() as u32).to_le_bytes();
        let mut head = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        head.extend(crc(text.as_bytes()).to_le_bytes());
        head.extend([size, size].concat());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        file.extend(b"PK\x03\x04");
        file.extend(&head);
        file.extend(name.bytes());
        file.extend(text.bytes());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.bytes());
    }
    let (count, at, size) = (parts.len() as u16, file.len() as u32, directory.len() as u32);
    file.extend(directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    file.extend([size.to_le_bytes(), at.to_le_bytes()].concat());
    file.extend([0, 0]);
    file
}

/// Labels, formats, and what stands behind the end of a name.
#[test]
fn data_sets_of_stata_carry_more_than_cells() {
    let read = |dir: &Workdir| {
        let input = Input::open(Source::File(dir.path("release/data.dta")), ReadOptions::canonical()).unwrap();
        input.read(&vec![Ask::Auto; input.names().len()]).unwrap()
    };
    let with = |label: Option<&str>, codes: &[(i32, &str)]| {
        let dir = released("dta", "group_ids = true\n");
        let table = read(&dir);
        let mut said = vec![DtaColumn::default(); table.names().len()];
        let codes = codes.iter().map(|(code, text)| (*code, (*text).to_owned())).collect();
        *said.last_mut().unwrap() = DtaColumn { label: label.map(str::to_owned), value_labels: codes };
        let mut bytes = Vec::new();
        write_dta(&table, &said, &mut bytes).unwrap();
        forge(&dir, "data.dta", &bytes);
        dir
    };
    assert_eq!(with(None, &[]).aloof("audit release").code, 0);
    told(&with(Some("Ada is in group 1"), &[]), "data.dta");
    told(&with(None, &[(1, "where Ada is"), (2, "where Ben is")]), "data.dta");
    for (what, with) in [(&b"%td"[..], &b"%tc"[..]), (b"town\0\0\0\0", b"town\0Ada"), (b"%-2s", b"%02s")] {
        let dir = released("dta", "intervals = \"bounds\"\n");
        let mut bytes = fs::read(dir.path("release/data.dta")).unwrap();
        let Some(at) = bytes.windows(what.len()).position(|window| window == what) else { continue };
        bytes.splice(at..at + what.len(), with.iter().copied());
        forge(&dir, "data.dta", &bytes);
        let run = dir.aloof("audit release --json");
        assert_ne!((run.code, run.stdout.contains("\"pass\"")), (0, true), "{run}");
    }
}

/// Labels that the original has go out with their codes, and are those of the original.
#[test]
fn value_labels_are_held_against_the_original() {
    let table = {
        let text = (0..20).fold("age,pay,health\n".to_owned(), |all, i| all + &format!("{i},{},{}\n", i * 100, i % 3));
        let source = Source::Memory { name: "t".to_owned(), bytes: text.into_bytes().into() };
        Input::open(source, ReadOptions::canonical()).unwrap().read(&[Ask::Auto; 3]).unwrap()
    };
    let labelled = |bad: &str| {
        let codes = vec![(0, bad.to_owned()), (1, "fair".to_owned()), (2, "good".to_owned())];
        let health = DtaColumn { label: Some("Health".to_owned()), value_labels: codes };
        let mut bytes = Vec::new();
        write_dta(&table, &[DtaColumn::default(), DtaColumn::default(), health], &mut bytes).unwrap();
        bytes
    };
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nhealth = { role = \"keep\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n[output]\nformat = \"dta\"\n";
    let dir = Workdir::with("t.dta", labelled("bad")).and("u.dta", labelled("Ada")).and("p.toml", policy);
    assert_eq!(dir.aloof("anonymize t.dta --policy p.toml --out release").code, 0);
    assert_eq!(dir.aloof("audit release --original t.dta").code, 0);
    let alone = dir.aloof("audit release");
    assert_eq!(alone.code, 0, "{alone}");
    assert!(alone.stdout.contains("Value labels of `health` stand in the file"), "{alone}");
    left_open(&dir.aloof("audit release --original u.dta --json"), "data.dta is not written as");
}

/// What made the file, and the least and the greatest that a column is said to have.
#[test]
fn parquet_carries_more_than_cells() {
    let footer = |what: &[u8], with: &[u8]| {
        let dir = released("parquet", "");
        let mut bytes = fs::read(dir.path("release/data.parquet")).unwrap();
        let at = last(&bytes, what);
        bytes.splice(at..at + what.len(), with.iter().copied());
        forge(&dir, "data.parquet", &bytes);
        told(&dir, "data.parquet");
    };
    footer(b"parquet-rs", b"Ada-is-1st");
    // The end of a text in the statistics of a column.
    let dir = released("parquet", "");
    let data = Input::open(Source::File(dir.path("release/data.parquet")), ReadOptions::canonical()).unwrap();
    let table = data.read(&[Ask::Text; 4]).unwrap();
    let greatest = (0..table.rows()).filter_map(|row| table.column("born").unwrap().text(row)).max().unwrap();
    footer(greatest.as_bytes(), "Z".repeat(greatest.len()).as_bytes());
}
