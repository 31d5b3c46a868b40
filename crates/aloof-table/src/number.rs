//! A column of exact decimals: scaled integers with one scale for the whole column.
//!
//! 32 bits per value while they suffice, 64 or 128 when one value needs them. A builder widens and rescales as it goes, so a
//! column can be read once, in pieces, without knowing its scale beforehand.

use crate::decimal::power_of_ten;
use crate::{Bitmap, Decimal};

/// Scaled integers, as narrow as they can be.
#[derive(Clone, Debug)]
enum Values {
    Short(Vec<i32>),
    Long(Vec<i64>),
    Wide(Vec<i128>),
}

/// The scaled integers of a column that fit 64 bits; a missing one holds zero.
#[derive(Clone, Copy, Debug)]
pub enum Narrow<'a> {
    /// They fit 32 bits.
    Short(&'a [i32]),
    /// They do not.
    Long(&'a [i64]),
}

impl<'a> Narrow<'a> {
    /// The scaled integer in `row`.
    #[inline]
    pub fn get(self, row: usize) -> i64 {
        match self {
            Self::Short(values) => i64::from(values[row]),
            Self::Long(values) => values[row],
        }
    }

    /// All of them.
    pub fn iter(self) -> impl ExactSizeIterator<Item = i64> + Clone + 'a {
        (0..self.len()).map(move |row| self.get(row))
    }

    /// Number of rows.
    pub fn len(self) -> usize {
        match self {
            Self::Short(values) => values.len(),
            Self::Long(values) => values.len(),
        }
    }

    /// No rows.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Short(values) => values.len(),
            Self::Long(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    fn get(&self, row: usize) -> i128 {
        match self {
            Self::Short(values) => i128::from(values[row]),
            Self::Long(values) => i128::from(values[row]),
            Self::Wide(values) => values[row],
        }
    }

    fn push(&mut self, value: i128) {
        match self {
            Self::Short(values) => match i32::try_from(value) {
                Ok(value) => values.push(value),
                Err(_) => self.lengthen(value),
            },
            Self::Long(values) => match i64::try_from(value) {
                Ok(value) => values.push(value),
                Err(_) => self.lengthen(value),
            },
            Self::Wide(values) => values.push(value),
        }
    }

    /// Adds a value that needs more bits than the values have.
    #[cold]
    fn lengthen(&mut self, value: i128) {
        *self = match self {
            Self::Short(values) if i64::try_from(value).is_ok() => {
                Self::Long(values.iter().map(|&value| i64::from(value)).collect())
            }
            _ => Self::Wide((0..self.len()).map(|row| self.get(row)).collect()),
        };
        self.push(value);
    }

    fn append(&mut self, other: &Self) {
        match (self, other) {
            (Self::Short(mine), Self::Short(theirs)) => mine.extend_from_slice(theirs),
            (Self::Long(mine), Self::Long(theirs)) => mine.extend_from_slice(theirs),
            (mine, theirs) => (0..theirs.len()).for_each(|row| mine.push(theirs.get(row))),
        }
    }

    fn take(&self, rows: &[u32]) -> Self {
        match self {
            Self::Short(values) => Self::Short(rows.iter().map(|&row| values[row as usize]).collect()),
            Self::Long(values) => Self::Long(rows.iter().map(|&row| values[row as usize]).collect()),
            Self::Wide(values) => Self::Wide(rows.iter().map(|&row| values[row as usize]).collect()),
        }
    }
}

/// A column of decimals; missing values are marked, not encoded.
#[derive(Clone, Debug)]
pub struct NumberColumn {
    values: Values,
    scale: u8,
    missing: Option<Bitmap>,
}

/// A column whose values cannot share one scale within 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its values need more than 38 digits when written with the same number of places behind the point")]
pub struct TooWide;

impl NumberColumn {
    /// From whole numbers, none missing.
    pub fn from_integers(values: Vec<i64>) -> Self {
        let short: Result<Vec<i32>, _> = values.iter().map(|&value| i32::try_from(value)).collect();
        Self { values: short.map_or_else(|_| Values::Long(values), Values::Short), scale: 0, missing: None }
    }

    /// From whole numbers one after the other, none missing.
    pub fn from_counts(counts: impl Iterator<Item = u32>) -> Self {
        let mut values = Values::Short(Vec::with_capacity(counts.size_hint().0));
        counts.for_each(|count| values.push(i128::from(count)));
        Self { values, scale: 0, missing: None }
    }

    /// From decimals, `None` for missing.
    pub fn from_decimals(values: impl IntoIterator<Item = Option<Decimal>>) -> Result<Self, TooWide> {
        let mut builder = NumberBuilder::default();
        for value in values {
            match value {
                Some(value) => builder.push(value)?,
                None => builder.push_missing(),
            }
        }
        Ok(builder.finish())
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// No rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values of `rows` with these marked as missing.
    pub(crate) fn with_rows(&self, rows: &[u32], missing: Option<Bitmap>) -> Self {
        Self { values: self.values.take(rows), scale: self.scale, missing }
    }

    /// Digits behind the point, for every value of the column.
    pub fn scale(&self) -> u8 {
        self.scale
    }

    /// The scaled integer in `row`, `None` when missing.
    pub fn scaled(&self, row: usize) -> Option<i128> {
        (!self.is_missing(row)).then(|| self.values.get(row))
    }

    /// The decimal in `row`, `None` when missing.
    pub fn get(&self, row: usize) -> Option<Decimal> {
        self.scaled(row).map(|mantissa| Decimal::new(mantissa, self.scale))
    }

    /// All scaled integers, when they fit 64 bits; a missing one holds zero, see [`NumberColumn::missing`].
    pub fn narrow(&self) -> Option<Narrow<'_>> {
        match &self.values {
            Values::Short(values) => Some(Narrow::Short(values)),
            Values::Long(values) => Some(Narrow::Long(values)),
            Values::Wide(_) => None,
        }
    }

    /// Which rows are missing, if any.
    pub fn missing(&self) -> Option<&Bitmap> {
        self.missing.as_ref()
    }

    /// Whether `row` is missing.
    pub fn is_missing(&self, row: usize) -> bool {
        self.missing.as_ref().is_some_and(|missing| missing.get(row))
    }

    /// How many rows are missing.
    pub fn count_missing(&self) -> usize {
        self.missing.as_ref().map_or(0, Bitmap::count)
    }
}

/// Equal values, however many bits they are held in.
impl PartialEq for NumberColumn {
    fn eq(&self, other: &Self) -> bool {
        let same = self.len() == other.len() && self.scale == other.scale;
        same && (0..self.len()).all(|row| self.scaled(row) == other.scaled(row))
    }
}

impl Eq for NumberColumn {}

/// Builds a [`NumberColumn`] value by value or from parts.
#[derive(Clone, Debug)]
pub struct NumberBuilder {
    values: Values,
    scale: u8,
    missing: Option<Bitmap>,
}

impl Default for NumberBuilder {
    fn default() -> Self {
        Self { values: Values::Short(Vec::new()), scale: 0, missing: None }
    }
}

impl From<NumberColumn> for NumberBuilder {
    fn from(column: NumberColumn) -> Self {
        Self { values: column.values, scale: column.scale, missing: column.missing }
    }
}

impl NumberBuilder {
    /// Number of rows so far.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// No rows so far.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a value, rescaling what is there if it has more places behind the point.
    pub fn push(&mut self, value: Decimal) -> Result<(), TooWide> {
        if value.scale() > self.scale {
            self.rescale(value.scale())?;
        }
        // Nearly all values have the column's own scale, and multiplying 128 bits by one takes its time.
        let same = value.scale() == self.scale;
        let scaled = if same { value.mantissa() } else { value.at_scale(self.scale).ok_or(TooWide)? };
        self.push_scaled(scaled);
        Ok(())
    }

    /// Adds a missing value.
    pub fn push_missing(&mut self) {
        let row = self.len();
        self.values.push(0);
        let missing = self.missing.get_or_insert_with(|| Bitmap::off(row));
        missing.grow(row + 1);
        missing.set(row);
    }

    /// Adds all of `other` behind what is there.
    pub fn append(&mut self, mut other: Self) -> Result<(), TooWide> {
        let scale = self.scale.max(other.scale);
        self.rescale(scale)?;
        other.rescale(scale)?;
        self.append_values(&other.values, other.missing.as_ref());
        Ok(())
    }

    /// As [`NumberBuilder::append`]; of a column with the same scale nothing is copied twice.
    pub fn append_column(&mut self, other: &NumberColumn) -> Result<(), TooWide> {
        if other.scale == self.scale {
            self.append_values(&other.values, other.missing.as_ref());
            return Ok(());
        }
        self.append(Self::from(other.clone()))
    }

    fn append_values(&mut self, values: &Values, missing: Option<&Bitmap>) {
        let before = self.len();
        self.values.append(values);
        let len = self.len();
        if let Some(theirs) = missing {
            let missing = self.missing.get_or_insert_with(|| Bitmap::off(before));
            missing.grow(len);
            (0..theirs.len()).filter(|&row| theirs.get(row)).for_each(|row| missing.set(before + row));
        } else if let Some(missing) = &mut self.missing {
            missing.grow(len);
        }
    }

    /// The column.
    pub fn finish(self) -> NumberColumn {
        NumberColumn { values: self.values, scale: self.scale, missing: self.missing }
    }

    fn push_scaled(&mut self, scaled: i128) {
        self.values.push(scaled);
        let len = self.len();
        if let Some(missing) = &mut self.missing {
            missing.grow(len);
        }
    }

    fn rescale(&mut self, scale: u8) -> Result<(), TooWide> {
        if scale == self.scale {
            return Ok(());
        }
        let power = power_of_ten(scale - self.scale).ok_or(TooWide)?;
        let mut rescaled = Values::Short(Vec::with_capacity(self.len()));
        for row in 0..self.len() {
            rescaled.push(self.values.get(row).checked_mul(power).ok_or(TooWide)?);
        }
        self.values = rescaled;
        self.scale = scale;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values() -> impl Strategy<Value = Vec<Option<Decimal>>> {
        let decimal = (any::<i64>(), 0u8..12).prop_map(|(m, s)| Decimal::new(i128::from(m), s));
        prop::collection::vec(prop::option::weighted(0.8, decimal), 0..30)
    }

    proptest! {
        #[test]
        fn holds_what_was_pushed(values in values()) {
            let column = NumberColumn::from_decimals(values.clone()).unwrap();
            let back: Vec<_> = (0..column.len()).map(|row| column.get(row)).collect();
            prop_assert_eq!(back, values);
        }

        #[test]
        fn parts_make_the_whole(a in values(), b in values()) {
            let build = |values: &[Option<Decimal>]| {
                let mut builder = NumberBuilder::default();
                for value in values {
                    match value { Some(v) => builder.push(*v).unwrap(), None => builder.push_missing() }
                }
                builder
            };
            let mut joined = build(&a);
            joined.append(build(&b)).unwrap();
            let joined = joined.finish();
            let all: Vec<_> = a.iter().chain(&b).copied().collect();
            let back: Vec<_> = (0..joined.len()).map(|row| joined.get(row)).collect();
            prop_assert_eq!(back, all);
        }
    }
}
