//! A column of exact decimals: scaled integers with one scale for the whole column.
//!
//! 64 bits per value while they suffice, 128 when one value needs it. A builder widens and rescales as it goes, so a
//! column can be read once, in pieces, without knowing its scale beforehand.

use crate::decimal::power_of_ten;
use crate::{Bitmap, Decimal};

/// Scaled integers, narrow or wide.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Narrow(Vec<i64>),
    Wide(Vec<i128>),
}

/// A column of decimals; missing values are marked, not encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        Self { values: Values::Narrow(values), scale: 0, missing: None }
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
        match &self.values {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// No rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values of `rows` with these marked as missing.
    pub(crate) fn with_rows(&self, rows: &[u32], missing: Option<Bitmap>) -> Self {
        let values = match &self.values {
            Values::Narrow(values) => Values::Narrow(rows.iter().map(|&row| values[row as usize]).collect()),
            Values::Wide(values) => Values::Wide(rows.iter().map(|&row| values[row as usize]).collect()),
        };
        Self { values, scale: self.scale, missing }
    }

    /// Digits behind the point, for every value of the column.
    pub fn scale(&self) -> u8 {
        self.scale
    }

    /// The scaled integer in `row`, `None` when missing.
    pub fn scaled(&self, row: usize) -> Option<i128> {
        if self.is_missing(row) {
            return None;
        }
        Some(match &self.values {
            Values::Narrow(values) => i128::from(values[row]),
            Values::Wide(values) => values[row],
        })
    }

    /// The decimal in `row`, `None` when missing.
    pub fn get(&self, row: usize) -> Option<Decimal> {
        self.scaled(row).map(|mantissa| Decimal::new(mantissa, self.scale))
    }

    /// All scaled integers, when they fit 64 bits; a missing one holds zero, see [`NumberColumn::missing`].
    pub fn narrow(&self) -> Option<&[i64]> {
        match &self.values {
            Values::Narrow(values) => Some(values),
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

/// Builds a [`NumberColumn`] value by value or from parts.
#[derive(Clone, Debug)]
pub struct NumberBuilder {
    values: Values,
    scale: u8,
    missing: Option<Bitmap>,
}

impl Default for NumberBuilder {
    fn default() -> Self {
        Self { values: Values::Narrow(Vec::new()), scale: 0, missing: None }
    }
}

impl NumberBuilder {
    /// Number of rows so far.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
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
        self.push_raw(0);
        let missing = self.missing.get_or_insert_with(|| Bitmap::off(row));
        missing.grow(row + 1);
        missing.set(row);
    }

    /// Adds all of `other` behind what is there.
    pub fn append(&mut self, mut other: Self) -> Result<(), TooWide> {
        let scale = self.scale.max(other.scale);
        self.rescale(scale)?;
        other.rescale(scale)?;
        let before = self.len();
        match (&mut self.values, other.values) {
            (Values::Narrow(mine), Values::Narrow(theirs)) => mine.extend_from_slice(&theirs),
            (Values::Wide(mine), Values::Wide(theirs)) => mine.extend_from_slice(&theirs),
            (Values::Wide(mine), Values::Narrow(theirs)) => mine.extend(theirs.into_iter().map(i128::from)),
            (Values::Narrow(_), Values::Wide(theirs)) => self.widen().extend_from_slice(&theirs),
        }
        let len = self.len();
        if let Some(theirs) = other.missing {
            let missing = self.missing.get_or_insert_with(|| Bitmap::off(before));
            missing.grow(len);
            (0..theirs.len()).filter(|&row| theirs.get(row)).for_each(|row| missing.set(before + row));
        } else if let Some(missing) = &mut self.missing {
            missing.grow(len);
        }
        Ok(())
    }

    /// The column.
    pub fn finish(self) -> NumberColumn {
        NumberColumn { values: self.values, scale: self.scale, missing: self.missing }
    }

    fn push_scaled(&mut self, scaled: i128) {
        self.push_raw(scaled);
        let len = self.len();
        if let Some(missing) = &mut self.missing {
            missing.grow(len);
        }
    }

    fn push_raw(&mut self, scaled: i128) {
        match (&mut self.values, i64::try_from(scaled)) {
            (Values::Narrow(values), Ok(small)) => values.push(small),
            (Values::Wide(values), _) => values.push(scaled),
            (Values::Narrow(_), Err(_)) => self.widen().push(scaled),
        }
    }

    fn widen(&mut self) -> &mut Vec<i128> {
        if let Values::Narrow(values) = &self.values {
            self.values = Values::Wide(values.iter().map(|&v| i128::from(v)).collect());
        }
        match &mut self.values {
            Values::Wide(values) => values,
            Values::Narrow(_) => unreachable!("just widened"),
        }
    }

    fn rescale(&mut self, scale: u8) -> Result<(), TooWide> {
        if scale == self.scale {
            return Ok(());
        }
        let power = power_of_ten(scale - self.scale).ok_or(TooWide)?;
        if let (Values::Narrow(values), Ok(small)) = (&mut self.values, i64::try_from(power))
            && values.iter().all(|v| v.checked_mul(small).is_some())
        {
            values.iter_mut().for_each(|v| *v *= small);
            self.scale = scale;
            return Ok(());
        }
        for value in self.widen() {
            *value = value.checked_mul(power).ok_or(TooWide)?;
        }
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
