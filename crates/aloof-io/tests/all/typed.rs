//! What declared types mean.

use std::sync::Arc;

use crate::common::{open, rows};
use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_table::{Column, Kind, Table};
use arrow_array::types::{Int8Type, UInt16Type};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Date64Array, Decimal128Array, Decimal256Array, DictionaryArray, Float32Array,
    Float64Array, Int8Array, Int64Array, LargeStringArray, ListArray, NullArray, RecordBatch, StringArray,
    StringViewArray, TimestampMicrosecondArray, TimestampSecondArray, UInt16Array, UInt64Array,
};
use arrow_ipc::writer::StreamWriter;
use parquet::arrow::ArrowWriter;

const DAY: i64 = 86_400;

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true))).unwrap()
}

fn stream(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

fn parquet(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

/// The same columns handed over in memory, in several batches.
fn in_memory(batch: &RecordBatch) -> Input {
    let cut = batch.num_rows() / 2;
    let batches = [batch.slice(0, cut), batch.slice(cut, batch.num_rows() - cut)].into();
    let source = Source::Arrow { name: "memory".to_owned(), schema: batch.schema(), batches };
    Input::open(source, ReadOptions::default()).unwrap()
}

/// The array as a column, which Parquet and Arrow must agree on.
fn read(array: ArrayRef, ask: Ask) -> Result<Table, String> {
    let batch = batch(vec![("x", array)]);
    let one = |bytes: Vec<u8>| open(bytes).read(&[ask]).map_err(|error| error.to_string());
    let (from_stream, from_parquet) = (one(stream(&batch)), one(parquet(&batch)));
    match (&from_stream, &from_parquet) {
        (Ok(a), Ok(b)) => {
            assert_eq!(crate::common::essence(a), crate::common::essence(b));
            let c = in_memory(&batch).read(&[ask]).unwrap();
            assert_eq!(crate::common::essence(a), crate::common::essence(&c));
        }
        (a, b) => assert_eq!(a.as_ref().err(), b.as_ref().err()),
    }
    from_parquet
}

fn texts(array: ArrayRef, ask: Ask) -> (Kind, Vec<String>) {
    let table = read(array, ask).unwrap();
    let texts = rows(&table).into_iter().map(|row| row[0].clone().unwrap_or_else(|| "∅".to_owned()));
    (table.columns()[0].kind(), texts.collect())
}

/// Read as the file says, and as text: the same texts.
#[track_caller]
fn check(array: impl arrow_array::Array + 'static, kind: Kind, expected: &[&str]) {
    let array: ArrayRef = Arc::new(array);
    let (found, values) = texts(Arc::clone(&array), Ask::Auto);
    assert_eq!((found, values), (kind, expected.iter().map(|text| (*text).to_owned()).collect()));
    let (found, values) = texts(array, Ask::Text);
    assert_eq!((found, values), (Kind::Label, expected.iter().map(|text| (*text).to_owned()).collect()));
}

#[test]
fn numbers() {
    check(Int8Array::from(vec![Some(-128), None, Some(7)]), Kind::Number, &["-128", "∅", "7"]);
    check(UInt64Array::from(vec![u64::MAX, 0]), Kind::Number, &["18446744073709551615", "0"]);
    let floats = Float64Array::from(vec![0.1, 1e22, -0.0, 1.5e-7]);
    check(floats, Kind::Number, &["0.1", "10000000000000000000000", "0", "0.00000015"]);
    check(Float32Array::from(vec![0.1, 16_777_216.0]), Kind::Number, &["0.1", "16777216"]);
    let decimals = Decimal128Array::from(vec![Some(150), None, Some(-5)]).with_precision_and_scale(10, 2).unwrap();
    check(decimals, Kind::Number, &["1.5", "∅", "-0.05"]);
    let wide = Decimal256Array::from_iter_values([12.into(), (-7).into()]).with_precision_and_scale(60, 1).unwrap();
    check(wide, Kind::Number, &["1.2", "-0.7"]);
}

#[test]
fn numbers_that_are_none() {
    for (value, fault) in [(f64::NAN, "NaN and infinities are not values"), (1e300, "more digits than can be held")] {
        for ask in [Ask::Auto, Ask::Number, Ask::Text] {
            let error = read(Arc::new(Float64Array::from(vec![1.0, 2.0, value])), ask).unwrap_err();
            assert!(error.starts_with(&format!("pay.csv, row 3, column `x`: {fault}")), "{error}");
        }
    }
    let error = read(Arc::new(StringArray::from(vec!["1", "one"])), Ask::Number).unwrap_err();
    assert_eq!(error, "pay.csv, row 2, column `x`: not a number");
}

#[test]
fn texts_are_as_they_are() {
    let expected = ["a", "∅", " b ", "∅", "a"];
    let values = vec![Some("a"), None, Some(" b "), Some(""), Some("a")];
    check(StringArray::from(values.clone()), Kind::Label, &expected);
    check(LargeStringArray::from(values.clone()), Kind::Label, &expected);
    check(StringViewArray::from(values.clone()), Kind::Label, &expected);
    check(values.iter().copied().collect::<DictionaryArray<Int8Type>>(), Kind::Label, &expected);
    // Digits in a text column are a text someone meant to be one.
    check(StringArray::from(vec!["12", "7"]), Kind::Label, &["12", "7"]);
    let (kind, values) = texts(Arc::new(StringArray::from(vec!["12.50", " 7"])), Ask::Number);
    assert_eq!((kind, values), (Kind::Number, vec!["12.5".to_owned(), "7".to_owned()]));
    let (kind, values) = texts(Arc::new(StringViewArray::from(vec!["2020-01-31"])), Ask::Date);
    assert_eq!((kind, values), (Kind::Date, vec!["2020-01-31".to_owned()]));
}

#[test]
fn dictionaries_of_numbers() {
    let keys = UInt16Array::from(vec![Some(1), None, Some(0), Some(1)]);
    let values = Arc::new(Int64Array::from(vec![Some(40), Some(-3)]));
    let bytes = stream(&batch(vec![("x", Arc::new(DictionaryArray::<UInt16Type>::new(keys, values)))]));
    for (ask, kind) in [(Ask::Auto, Kind::Number), (Ask::Text, Kind::Label)] {
        let table = open(bytes.clone()).read(&[ask]).unwrap();
        assert_eq!(table.columns()[0].kind(), kind);
        let texts: Vec<_> = rows(&table).into_iter().map(|mut row| row.remove(0)).collect();
        assert_eq!(texts, ["-3", "∅", "40", "-3"].map(|text| Some(text.to_owned()).filter(|text| text != "∅")));
    }
}

#[test]
fn days_and_moments() {
    check(Date32Array::from(vec![Some(0), None, Some(-1)]), Kind::Date, &["1970-01-01", "∅", "1969-12-31"]);
    check(Date64Array::from(vec![DAY * 1000]), Kind::Date, &["1970-01-02"]);
    check(TimestampSecondArray::from(vec![Some(DAY), None]), Kind::Date, &["1970-01-02", "∅"]);
    let moments = TimestampMicrosecondArray::from(vec![0, DAY * 1_000_000 + 500_000]);
    check(moments.clone(), Kind::Label, &["1970-01-01", "1970-01-02T00:00:00.5"]);
    let zoned = moments.clone().with_timezone("+00:00");
    check(zoned, Kind::Label, &["1970-01-01", "1970-01-02T00:00:00.5Z"]);
    // Asked for as dates, they lose their time of day, and that is noted.
    let input = open(stream(&batch(vec![("x", Arc::new(moments))])));
    let reading = input.read_certain(&[Ask::Date], &|_, _| {}).unwrap();
    assert_eq!(rows(&reading.table).concat(), ["1970-01-01", "1970-01-02"].map(|text| Some(text.to_owned())));
    assert!(
        reading.notes[0].to_string().contains("the time of day was dropped in 1 row, as asked"),
        "{}",
        reading.notes[0]
    );
}

#[test]
fn booleans_and_nothing() {
    check(BooleanArray::from(vec![Some(true), None, Some(false)]), Kind::Label, &["true", "∅", "false"]);
    check(NullArray::new(2), Kind::Label, &["∅", "∅"]);
    assert_eq!(texts(Arc::new(NullArray::new(2)), Ask::Number).0, Kind::Number);
}

#[test]
fn lists_can_only_be_left_out() {
    let lists = ListArray::from_iter_primitive::<Int8Type, _, _>([Some([Some(1)])]);
    let batch = batch(vec![("list", Arc::new(lists)), ("x", Arc::new(Int8Array::from(vec![1])))]);
    for bytes in [stream(&batch), parquet(&batch)] {
        let input = open(bytes);
        let table = input.read(&[Ask::Skip, Ask::Auto]).unwrap();
        assert_eq!(table.names(), ["x"]);
        assert!(matches!(*table.columns()[0], Column::Number(_)));
        let error = input.read(&[Ask::Auto, Ask::Auto]).unwrap_err().to_string();
        assert!(
            error.starts_with("pay.csv, column `list`: values of type List(")
                && error.ends_with("leave the column out")
        );
    }
}

/// A column chunk that starts with a dictionary and goes on without one.
#[test]
fn texts_too_many_for_a_dictionary() {
    let texts: Vec<String> = (0..200_000).map(|row| format!("{:06}", row * 7 % 150_001)).collect();
    let array: ArrayRef = Arc::new(StringArray::from_iter_values(&texts));
    let table = open(parquet(&batch(vec![("x", array)]))).read(&[Ask::Auto]).unwrap();
    let column = &table.columns()[0];
    assert!(texts.iter().enumerate().all(|(row, text)| column.text(row).as_ref() == Some(text)));
}
