//! Damaged files end in a table or an error, wherever the damage lies: every byte of small files is changed, one at a time.
//! (Columns in memory that are not what their types say cannot be made here without `unsafe`: the Python tests make them.)

use std::sync::Arc;

use aloof_io::{Ask, Input, ReadOptions};
use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int64Array, RecordBatch, StringArray,
    StringViewArray, TimestampSecondArray,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};

use crate::common::{memory, quietly};

fn people() -> RecordBatch {
    let mut kinds = StringDictionaryBuilder::<Int8Type>::new();
    ["a", "b", "a", "c", "b", "a"].iter().for_each(|kind| kinds.append_value(kind));
    let names = ["Rome", "Milan", "Rome", "Lyon", "Oslo", "Rome"];
    let pay = Decimal128Array::from(vec![Some(150), None, Some(-5), Some(7), Some(7), Some(1)]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("name", Arc::new(StringArray::from(names.to_vec()))),
        ("view", Arc::new(StringViewArray::from(vec!["a text that is longer than twelve bytes"; 6]))),
        ("kind", Arc::new(kinds.finish())),
        ("age", Arc::new(Int64Array::from(vec![Some(30), None, Some(41), Some(-7), Some(30), Some(1 << 40)]))),
        ("rate", Arc::new(Float64Array::from(vec![0.5, 1.25, 3.0, 0.5, 0.5, 7.0]))),
        ("pay", Arc::new(pay.with_precision_and_scale(10, 2).unwrap())),
        ("born", Arc::new(Date32Array::from(vec![0, 1, 2, 3, 4, 5]))),
        ("seen", Arc::new(TimestampSecondArray::from(vec![0, 86_400, 1, 2, 3, 4]))),
        ("in", Arc::new(BooleanArray::from(vec![true, false, true, true, false, false]))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true))).unwrap()
}

fn parquet(properties: WriterProperties) -> Vec<u8> {
    let batch = people();
    // Without a second schema in Arrow's own form, which would hide damage to the first.
    let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
    let mut writer = ArrowWriter::try_new_with_options(Vec::new(), batch.schema(), options).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

fn arrow(compression: Option<CompressionType>, stream: bool) -> Vec<u8> {
    let (batch, options) = (people(), IpcWriteOptions::default().try_with_compression(compression).unwrap());
    if stream {
        let mut writer = StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
        writer.write(&batch).unwrap();
        return writer.into_inner().unwrap();
    }
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

/// Opens and reads, as the types say and as text.
fn read(bytes: Vec<u8>) {
    let options = ReadOptions { threads: Some(1), ..ReadOptions::default() };
    let Ok(input) = Input::open(memory(bytes), options) else { return };
    for ask in [Ask::Auto, Ask::Text] {
        let _ = input.read(&vec![ask; input.names().len()]);
    }
}

#[track_caller]
fn survives(what: &str, file: &[u8]) {
    quietly(|| read(file.to_vec())).expect("undamaged");
    for at in 0..file.len() {
        for mask in [0x10, 0x80, 0xff] {
            let mut damaged = file.to_vec();
            damaged[at] ^= mask;
            let survived = quietly(|| read(damaged));
            assert!(survived.is_ok(), "{what}: byte {at} of {} changed by {mask:#x}", file.len());
        }
    }
}

/// Written by another program, which declares types in its own way.
#[test]
fn every_byte_of_a_foreign_parquet() {
    survives("pyarrow", include_bytes!("../files/pyarrow.parquet"));
}

#[test]
fn every_byte_of_parquet() {
    let plain = || WriterProperties::builder().set_dictionary_enabled(false);
    survives("dictionaries", &parquet(WriterProperties::default()));
    survives("plain", &parquet(plain().build()));
    let packed =
        [Compression::SNAPPY, Compression::ZSTD(ZstdLevel::default()), Compression::GZIP(GzipLevel::default())];
    for compression in packed {
        survives("packed", &parquet(plain().set_compression(compression).build()));
    }
    let second = || plain().set_writer_version(WriterVersion::PARQUET_2_0).set_compression(Compression::LZ4_RAW);
    survives("second version", &parquet(second().build()));
    for encoding in [Encoding::DELTA_BYTE_ARRAY, Encoding::DELTA_LENGTH_BYTE_ARRAY] {
        let texts = plain().set_column_encoding("name".into(), encoding).set_column_encoding("view".into(), encoding);
        survives("delta", &parquet(texts.set_column_encoding("age".into(), Encoding::DELTA_BINARY_PACKED).build()));
    }
    let split = plain().set_column_encoding("rate".into(), Encoding::BYTE_STREAM_SPLIT);
    survives("split", &parquet(split.build()));
}

#[test]
fn every_byte_of_arrow() {
    for compression in [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)] {
        for stream in [false, true] {
            survives(&format!("{compression:?}, stream: {stream}"), &arrow(compression, stream));
        }
    }
}
