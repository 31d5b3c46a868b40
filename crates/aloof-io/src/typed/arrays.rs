//! Arrays into columns.
//!
//! # Cost
//!
//! One step per row. Of a dictionary array the texts are looked up once per dictionary, not per row, and not again
//! while the batches that follow share it.

use aloof_table::{Decimal, DecimalError, LabelColumn};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType, Float16Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType, Time32SecondType,
    Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

use super::numbers::{from_half, scaled};
use crate::CellFault;
use crate::draft::Draft;
use crate::kind::is_text;
use crate::moment::{Moment, date, stretch};
use crate::nulls::Nulls;

/// A fault and the row of the array in which it is.
type RowFault = (usize, CellFault);

/// The code of a dictionary entry not looked up yet.
const UNKNOWN: u32 = LabelColumn::MISSING - 1;

/// A dictionary and the codes of its entries in our column.
struct Known {
    values: ArrayRef,
    codes: Vec<u32>,
}

/// Fills a draft from arrays.
pub(crate) struct Pusher<'a> {
    pub(crate) draft: Draft,
    nulls: &'a Nulls,
    known: Option<Known>,
}

impl<'a> Pusher<'a> {
    pub(crate) fn new(draft: Draft, nulls: &'a Nulls) -> Self {
        Self { draft, nulls, known: None }
    }

    /// Adds all values of `array`, which has one of the types that [`crate::kind`] lets through.
    pub(crate) fn push(&mut self, array: &ArrayRef) -> Result<(), RowFault> {
        use DataType as T;
        match array.data_type() {
            T::Int8 => self.integers::<Int8Type>(array),
            T::Int16 => self.integers::<Int16Type>(array),
            T::Int32 => self.integers::<Int32Type>(array),
            T::Int64 => self.integers::<Int64Type>(array),
            T::UInt8 => self.integers::<UInt8Type>(array),
            T::UInt16 => self.integers::<UInt16Type>(array),
            T::UInt32 => self.integers::<UInt32Type>(array),
            T::UInt64 => self.integers::<UInt64Type>(array),
            T::Float16 => self.numbers::<Float16Type>(array, from_half),
            T::Float32 => self.numbers::<Float32Type>(array, Decimal::from_f32),
            T::Float64 => self.numbers::<Float64Type>(array, Decimal::from_f64),
            T::Decimal32(_, scale) => self.numbers::<Decimal32Type>(array, |value| scaled(value.into(), *scale)),
            T::Decimal64(_, scale) => self.numbers::<Decimal64Type>(array, |value| scaled(value.into(), *scale)),
            T::Decimal128(_, scale) => self.numbers::<Decimal128Type>(array, |value| scaled(value, *scale)),
            T::Decimal256(_, scale) => self.numbers::<Decimal256Type>(array, |value| {
                value.to_i128().ok_or(DecimalError::TooLong).and_then(|value| scaled(value, *scale))
            }),
            T::Date32 => self.each::<Date32Type>(array, |pusher, days| {
                pusher.draft.push_date(date(days).ok_or(CellFault::Date)?, pusher.nulls)
            }),
            T::Date64 => self.moments::<Date64Type>(array, TimeUnit::Millisecond, false),
            T::Timestamp(unit, zone) => self.timestamps(array, *unit, zone.is_some()),
            T::Time32(unit) | T::Time64(unit) | T::Duration(unit) => self.stretches(array, *unit),
            T::Boolean => self.booleans(array),
            T::Utf8 => self.texts(array.as_string::<i32>().iter()),
            T::LargeUtf8 => self.texts(array.as_string::<i64>().iter()),
            T::Utf8View => self.texts(array.as_string_view().iter()),
            T::Dictionary(_, values) if is_text(values) && self.draft.labels().is_some() => self.labels(array),
            T::Dictionary(..) => self.entries(array),
            T::Null => {
                (0..array.len()).for_each(|_| self.draft.push_missing());
                Ok(())
            }
            // `kind` lets nothing else through, but a damaged file may give what it does not declare.
            _ if array.is_empty() => Ok(()),
            _ => Err((0, CellFault::OtherType)),
        }
    }

    fn each<T: ArrowPrimitiveType>(
        &mut self,
        array: &ArrayRef,
        push: impl Fn(&mut Self, T::Native) -> Result<(), CellFault>,
    ) -> Result<(), RowFault> {
        for (row, value) in array.as_primitive::<T>().iter().enumerate() {
            match value {
                Some(value) => push(self, value).map_err(|fault| (row, fault))?,
                None => self.draft.push_missing(),
            }
        }
        Ok(())
    }

    fn numbers<T: ArrowPrimitiveType>(
        &mut self,
        array: &ArrayRef,
        decimal: impl Fn(T::Native) -> Result<Decimal, DecimalError>,
    ) -> Result<(), RowFault> {
        self.each::<T>(array, |pusher, value| pusher.draft.push_decimal(decimal(value)?, pusher.nulls))
    }

    fn integers<T: ArrowPrimitiveType<Native: Into<i128>>>(&mut self, array: &ArrayRef) -> Result<(), RowFault> {
        self.numbers::<T>(array, |value| Ok(Decimal::new(value.into(), 0)))
    }

    fn timestamps(&mut self, array: &ArrayRef, unit: TimeUnit, utc: bool) -> Result<(), RowFault> {
        match unit {
            TimeUnit::Second => self.moments::<TimestampSecondType>(array, unit, utc),
            TimeUnit::Millisecond => self.moments::<TimestampMillisecondType>(array, unit, utc),
            TimeUnit::Microsecond => self.moments::<TimestampMicrosecondType>(array, unit, utc),
            TimeUnit::Nanosecond => self.moments::<TimestampNanosecondType>(array, unit, utc),
        }
    }

    /// A midnight is its day; any other moment is a text.
    fn moments<T: ArrowPrimitiveType<Native = i64>>(
        &mut self,
        array: &ArrayRef,
        unit: TimeUnit,
        utc: bool,
    ) -> Result<(), RowFault> {
        self.each::<T>(array, |pusher, value| {
            let moment = Moment::new(value, unit).ok_or(CellFault::Date)?;
            pusher.draft.push_moment(moment, utc, pusher.nulls)
        })
    }

    /// Times of day and stretches of time are texts.
    fn stretches(&mut self, array: &ArrayRef, unit: TimeUnit) -> Result<(), RowFault> {
        use TimeUnit as U;
        let push = |pusher: &mut Self, value: i64| pusher.draft.push_time(&stretch(value, unit), pusher.nulls);
        match (array.data_type(), unit) {
            (DataType::Time32(_), U::Second) => {
                self.each::<Time32SecondType>(array, |to, value| push(to, value.into()))
            }
            (DataType::Time32(_), _) => self.each::<Time32MillisecondType>(array, |to, value| push(to, value.into())),
            (DataType::Time64(_), U::Microsecond) => self.each::<Time64MicrosecondType>(array, push),
            (DataType::Time64(_), _) => self.each::<Time64NanosecondType>(array, push),
            (_, U::Second) => self.each::<DurationSecondType>(array, push),
            (_, U::Millisecond) => self.each::<DurationMillisecondType>(array, push),
            (_, U::Microsecond) => self.each::<DurationMicrosecondType>(array, push),
            (_, U::Nanosecond) => self.each::<DurationNanosecondType>(array, push),
        }
    }

    fn booleans(&mut self, array: &ArrayRef) -> Result<(), RowFault> {
        let text = |value: bool| if value { "true" } else { "false" };
        self.texts(array.as_boolean().iter().map(|value| value.map(text)))
    }

    fn texts<'t>(&mut self, texts: impl Iterator<Item = Option<&'t str>>) -> Result<(), RowFault> {
        for (row, text) in texts.enumerate() {
            match text {
                // A text in such a file is as exact as a quoted one.
                Some(text) => self.draft.push(text, true, self.nulls).map_err(|fault| (row, fault))?,
                None => self.draft.push_missing(),
            }
        }
        Ok(())
    }

    /// A dictionary of texts into a label column: entries are looked up as rows need them, so that labels are numbered
    /// by their first row, as everywhere.
    fn labels(&mut self, array: &ArrayRef) -> Result<(), RowFault> {
        let (keys, values) = keys_and_values(array)?;
        let mut known = self.known.take().filter(|known| known.values.to_data().ptr_eq(&values.to_data()));
        let codes = &mut known
            .get_or_insert_with(|| Known { values: values.clone(), codes: vec![UNKNOWN; values.len()] })
            .codes;
        let labels = self.draft.labels().expect("asked before");
        for (row, key) in keys.into_iter().enumerate() {
            if array.is_null(row) {
                labels.push_missing();
                continue;
            }
            if codes[key] == UNKNOWN {
                codes[key] = text_at(&values, key).map_or(LabelColumn::MISSING, |text| labels.code(text, self.nulls));
            }
            labels.push_code(codes[key]);
        }
        self.known = known;
        Ok(())
    }

    /// Any other dictionary, entry by entry: rare, so simple.
    fn entries(&mut self, array: &ArrayRef) -> Result<(), RowFault> {
        let (keys, values) = keys_and_values(array)?;
        for (row, key) in keys.into_iter().enumerate() {
            if array.is_null(row) {
                self.draft.push_missing();
            } else {
                self.push(&values.slice(key, 1)).map_err(|(_, fault)| (row, fault))?;
            }
        }
        Ok(())
    }
}

/// The keys of a dictionary array as indices, and what they stand for.
fn keys_and_values(array: &ArrayRef) -> Result<(Vec<usize>, ArrayRef), RowFault> {
    use DataType as T;
    let dictionary = array.as_any_dictionary();
    let (keys, values) = (dictionary.keys(), dictionary.values());
    if !matches!(array.data_type(), T::Dictionary(_, declared) if **declared == *values.data_type()) {
        return Err((0, CellFault::OtherType));
    }
    let keys = match keys.data_type() {
        T::Int8 => indices::<Int8Type>(keys, values.len()),
        T::Int16 => indices::<Int16Type>(keys, values.len()),
        T::Int32 => indices::<Int32Type>(keys, values.len()),
        T::Int64 => indices::<Int64Type>(keys, values.len()),
        T::UInt8 => indices::<UInt8Type>(keys, values.len()),
        T::UInt16 => indices::<UInt16Type>(keys, values.len()),
        T::UInt32 => indices::<UInt32Type>(keys, values.len()),
        _ => indices::<UInt64Type>(keys, values.len()),
    };
    Ok((keys?, values.clone()))
}

/// Keys as indices below `count`; of missing ones, 0.
fn indices<K: ArrowPrimitiveType<Native: Into<i128>>>(keys: &dyn Array, count: usize) -> Result<Vec<usize>, RowFault> {
    let index = |(row, key): (usize, Option<K::Native>)| match key {
        Some(key) => usize::try_from(key.into()).ok().filter(|&key| key < count).ok_or((row, CellFault::Dangling)),
        None => Ok(0),
    };
    keys.as_primitive::<K>().iter().enumerate().map(index).collect()
}

fn text_at(array: &ArrayRef, at: usize) -> Option<&str> {
    if array.is_null(at) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(at)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(at)),
        _ => Some(array.as_string_view().value(at)),
    }
}
