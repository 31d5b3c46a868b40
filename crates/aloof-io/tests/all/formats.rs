//! One table in every format is one table.

use std::io::Write;

use crate::common::{essence, failure, memory, open, quietly, read_all};
use aloof_io::{
    Ask, Compression, DtaColumn, Format, Input, ReadOptions, write_csv, write_dta, write_parquet, write_xlsx,
};
use aloof_table::{Column, Table};
use arrow_array::RecordBatch;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

fn example(rows: usize) -> Table {
    let line = |row: usize| {
        let place = ["Lyon", "Rome, Italy", "", "\"\"Ghent\"\"", " padded "][row % 5];
        let salary = if row.is_multiple_of(7) { String::new() } else { (row * 1000).to_string() };
        let (cents, year, day) = (row % 100, row % 90 + 10, row % 9);
        format!("\"{place}\",{salary},{row}.{cents:02},19{year}-02-2{day},\n")
    };
    let lines: String = (0..rows).map(line).collect();
    read_all("place,salary,rate,born,none\n".to_owned() + &lines, Ask::Auto).unwrap()
}

fn csv(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_csv(table, &mut bytes).unwrap();
    bytes
}

fn parquet(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_parquet(table, &mut bytes).unwrap();
    bytes
}

fn xlsx(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_xlsx(table, &mut bytes).unwrap();
    bytes
}

fn dta(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_dta(table, &vec![DtaColumn::default(); table.names().len()], &mut bytes).unwrap();
    bytes
}

fn batches(parquet: &[u8]) -> Vec<RecordBatch> {
    let bytes = aloof_io::Bytes::copy_from_slice(parquet);
    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap().with_batch_size(100).build().unwrap();
    reader.map(Result::unwrap).collect()
}

fn arrow_file(parquet: &[u8], compression: Option<CompressionType>) -> Vec<u8> {
    let batches = batches(parquet);
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batches[0].schema(), options).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
}

fn arrow_stream(parquet: &[u8]) -> Vec<u8> {
    let batches = batches(parquet);
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

#[test]
fn one_table_in_every_format() {
    let table = example(1000);
    let (csv, parquet) = (csv(&table), parquet(&table));
    let (file, stream) = (arrow_file(&parquet, None), arrow_stream(&parquet));
    let (first, second) = csv.split_at(csv.len() / 2);
    let members = [gzip(first), gzip(second)].concat();
    for (bytes, format, compression) in [
        (csv.clone(), Format::Csv, None),
        (gzip(&csv), Format::Csv, Some(Compression::Gzip)),
        (members, Format::Csv, Some(Compression::Gzip)),
        (zstandard(&csv), Format::Csv, Some(Compression::Zstd)),
        (parquet.clone(), Format::Parquet, None),
        (gzip(&parquet), Format::Parquet, Some(Compression::Gzip)),
        (file.clone(), Format::ArrowFile, None),
        (arrow_file(&parquet, Some(CompressionType::LZ4_FRAME)), Format::ArrowFile, None),
        (arrow_file(&parquet, Some(CompressionType::ZSTD)), Format::ArrowFile, None),
        (zstandard(&file), Format::ArrowFile, Some(Compression::Zstd)),
        (stream.clone(), Format::ArrowStream, None),
        (gzip(&stream), Format::ArrowStream, Some(Compression::Gzip)),
        (xlsx(&table), Format::Xlsx, None),
        (gzip(&xlsx(&table)), Format::Xlsx, Some(Compression::Gzip)),
        (dta(&table), Format::Stata, None),
        (zstandard(&dta(&table)), Format::Stata, Some(Compression::Zstd)),
    ] {
        for threads in [1, 4] {
            let options = ReadOptions { threads: Some(threads), ..ReadOptions::default() };
            let input = Input::open(memory(bytes.clone()), options).unwrap().with_block_bytes(1 << 10);
            assert_eq!((input.format(), input.compression()), (format, compression));
            let read = input.read(&[Ask::Auto; 5]).unwrap();
            assert_eq!(essence(&read), essence(&table), "{format} {compression:?}");
            assert_eq!(label_codes(&read), label_codes(&table), "{format} {compression:?}");
        }
    }
}

/// Labels are numbered by their first row, wherever they come from.
fn label_codes(table: &Table) -> Vec<Vec<u32>> {
    let labels = table.columns().iter().filter_map(|column| match &**column {
        Column::Label(labels) => Some(labels.codes().to_vec()),
        _ => None,
    });
    labels.collect()
}

#[test]
fn texts_of_typed_columns_are_canonical() {
    let table = example(50);
    let as_text = |bytes: Vec<u8>| read_all(bytes, Ask::Text).unwrap();
    let (from_parquet, from_stream) = (as_text(parquet(&table)), as_text(arrow_stream(&parquet(&table))));
    assert_eq!(essence(&from_parquet), essence(&from_stream));
    assert_eq!(crate::common::rows(&from_parquet), crate::common::rows(&table));
}

/// A code that is a number or a date means that value in columns of every kind.
#[test]
fn codes_of_a_column_mean_missing_in_every_format() {
    let table = read_all("pay,born\n-9,9999-12-31\n5,1970-01-01\n-9,9999-12-31\n", Ask::Auto).unwrap();
    let parquet = parquet(&table);
    for bytes in [csv(&table), parquet.clone(), arrow_file(&parquet, None), arrow_stream(&parquet)] {
        for ask in [Ask::Auto, Ask::Text] {
            let nulls_of = [("pay", "-9"), ("born", "9999-12-31")];
            let nulls_of = nulls_of.map(|(name, text)| (name.to_owned(), vec![text.to_owned()])).into();
            let options = ReadOptions { nulls_of, ..ReadOptions::default() };
            let read = Input::open(memory(bytes.clone()), options).unwrap().read(&[ask; 2]).unwrap();
            let (pay, born) = (read.column("pay").unwrap(), read.column("born").unwrap());
            let kept = (pay.text(1).unwrap(), born.text(1).unwrap());
            assert_eq!(kept, ("5".to_owned(), "1970-01-01".to_owned()), "{ask:?}");
            let missing = |row| (pay.is_missing(row), born.is_missing(row));
            assert_eq!([0, 1, 2].map(missing), [(true, true), (false, false), (true, true)], "{ask:?}");
        }
    }
}

#[test]
fn only_what_is_asked_for_is_read() {
    let bytes = parquet(&example(300));
    for bytes in [bytes.clone(), arrow_file(&bytes, None), arrow_stream(&bytes)] {
        let input = open(bytes);
        let table = input.read(&[Ask::Skip, Ask::Text, Ask::Skip, Ask::Date, Ask::Skip]).unwrap();
        assert_eq!(table.names(), ["salary", "born"]);
        assert_eq!((table.rows(), table.column("salary").unwrap().text(1).unwrap()), (300, "1000".to_owned()));
        let nothing = input.read(&[Ask::Skip; 5]).unwrap();
        assert_eq!((nothing.rows(), nothing.names().len()), (300, 0));
        let error = input.read(&[Ask::Skip, Ask::Date, Ask::Skip, Ask::Skip, Ask::Skip]).unwrap_err().to_string();
        assert_eq!(error, "pay.csv, column `salary`: holds numbers, dates were asked for; it can be read as text");
    }
}

#[test]
fn empty_tables_keep_their_names() {
    let table = read_all("a,b\n", Ask::Text).unwrap();
    for bytes in [csv(&table), parquet(&table), xlsx(&table), dta(&table)] {
        let input = open(bytes);
        assert_eq!(input.names(), ["a", "b"]);
        assert_eq!(input.read(&[Ask::Auto; 2]).unwrap().rows(), 0);
    }
}

#[test]
fn one_column_keeps_its_missing_values() {
    let table = read_all("a\nx\n\"\"\ny\n", Ask::Text).unwrap();
    assert_eq!(table.rows(), 3);
    assert_eq!(essence(&read_all(csv(&table), Ask::Text).unwrap()), essence(&table));
    assert_eq!(essence(&read_all(xlsx(&table), Ask::Text).unwrap()), essence(&table));
    assert_eq!(essence(&read_all(dta(&table), Ask::Text).unwrap()), essence(&table));
}

/// Whole numbers of every width, texts too long for a row, codes with labels; what Stata cannot hold is refused.
#[test]
fn data_sets_of_stata() {
    let long = "long ".repeat(600);
    let text = format!(
        "a,b,c,d,e,f,t\n1,101,32741,2147483621,0.5,1850-01-01,\"{long}\"\n,,,,,,\n-127,-128,-32768,-1,1e15,9999-12-31,x\n"
    );
    let table = read_all(text, Ask::Auto).unwrap();
    assert_eq!(essence(&read_all(dta(&table), Ask::Auto).unwrap()), essence(&table));
    assert_eq!(dta(&table), dta(&table));
    let codes = read_all("sex\n1\n2\n\"\"\n1\n", Ask::Text).unwrap();
    let said = DtaColumn {
        label: Some("Sex".to_owned()),
        value_labels: vec![(2, "female".to_owned()), (1, "male".to_owned())],
    };
    let mut bytes = Vec::new();
    write_dta(&codes, std::slice::from_ref(&said), &mut bytes).unwrap();
    let input = open(bytes.clone());
    let info = &input.infos()[0];
    assert_eq!(
        (info.label.as_deref(), info.label_of("1"), info.label_of("2")),
        (Some("Sex"), Some("male"), Some("female"))
    );
    assert_eq!(essence(&read_all(bytes, Ask::Text).unwrap()), essence(&codes));
    let refused = |text: &str, said: DtaColumn| {
        write_dta(&read_all(text.to_owned(), Ask::Auto).unwrap(), &[said], Vec::new()).unwrap_err().to_string()
    };
    assert!(refused("a b\n1\n", DtaColumn::default()).starts_with("Stata has no name such as `a b`"));
    assert_eq!(
        refused("a\n1.2345678901234567890123\n", DtaColumn::default()),
        "column `a` holds a number of more digits than Stata keeps, about 16"
    );
    assert_eq!(refused("a\nx\n", said), "column `a` has value labels, and a value of it is no whole number");
}

/// What a sheet cannot hold as a number or a day stands there as text, and reads back.
#[test]
fn sheets_keep_what_spreadsheets_cannot() {
    let text = "n,d,t\n0.12345678901234567890123,1850-01-01,=1+1\n7,1900-02-28,_x000D_\n-1,9999-12-31, \n";
    let table = read_all(text, Ask::Auto).unwrap();
    assert_eq!(essence(&read_all(xlsx(&table), Ask::Auto).unwrap()), essence(&table));
    let odd = ["a\r\nb", "_x0041_", "\u{1}", " x ", "<&>\"'", "😀", "\u{fffe}", "\t", "_x", "{a|b}", "'=x"];
    let labels = aloof_table::LabelColumn::from_texts(odd.iter().map(|text| Some(*text)));
    let table = Table::new(vec![("=name & more".to_owned(), Column::Label(labels))], odd.len()).unwrap();
    assert_eq!(essence(&read_all(xlsx(&table), Ask::Text).unwrap()), essence(&table));
}

/// The same table gives the same bytes, and texts and numbers beyond a sheet are refused.
#[test]
fn sheets_have_limits() {
    let table = example(20);
    assert_eq!(xlsx(&table), xlsx(&table));
    let long = read_all(format!("a\n{}\n", "x".repeat(32_768)), Ask::Text).unwrap();
    let error = write_xlsx(&long, Vec::new()).unwrap_err().to_string();
    assert_eq!(error, "column `a`: a text is longer than the 32,767 characters that a cell of an .xlsx file holds");
    let numbers = aloof_table::NumberColumn::from_integers(vec![0; 1 << 20]);
    let tall = Table::new(vec![("x".to_owned(), Column::Number(numbers))], 1 << 20).unwrap();
    assert!(write_xlsx(&tall, Vec::new()).is_err());
}

#[test]
fn several_row_groups_and_large_numbers() {
    let values = (0..70_000i64).map(|row| Some(aloof_table::Decimal::new(i128::from(row) << 70, 3)));
    let numbers = aloof_table::NumberColumn::from_decimals(values).unwrap();
    let table = Table::new(vec![("x".to_owned(), Column::Number(numbers))], 70_000).unwrap();
    let read = read_all(parquet(&table), Ask::Auto).unwrap();
    assert_eq!(essence(&read), essence(&table));
}

/// Cut or changed anywhere, a file gives a table or an error.
#[test]
fn damaged_files_are_errors() {
    let whole = parquet(&example(12));
    let packed = arrow_file(&whole, Some(CompressionType::ZSTD));
    for bytes in [whole.clone(), arrow_file(&whole, None), packed, arrow_stream(&whole)] {
        (0..bytes.len()).step_by(5).for_each(|cut| try_reading(bytes[..cut].to_vec(), Ask::Auto));
        for at in 0..bytes.len() {
            for (byte, ask) in [(0xff, Ask::Auto), (bytes[at] ^ 1, Ask::Text), (bytes[at] ^ 0x80, Ask::Auto)] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                try_reading(changed, ask);
            }
        }
    }
    let message = failure(whole[..whole.len() - 9].to_vec(), Ask::Auto);
    assert!(message.starts_with("pay.csv: cannot be read as Parquet: "), "{message}");
    assert!(failure(b"ARROW1\0\0nothing".to_vec(), Ask::Auto).starts_with("pay.csv: cannot be read as Arrow IPC: "));
}

fn try_reading(bytes: Vec<u8>, ask: Ask) {
    let options = ReadOptions { threads: Some(1), ..ReadOptions::default() };
    // What the guard turns into an error would still be printed, thousands of times.
    let survived = quietly(|| {
        if let Ok(input) = Input::open(memory(bytes), options) {
            let _ = input.read(&vec![ask; input.names().len()]);
        }
    });
    survived.expect("a table or an error");
}
