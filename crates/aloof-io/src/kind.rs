//! What a declared type means: numbers, dates or text, and what else it can be read as; of Arrow's types, and of those of
//! statistical programs.

use arrow_schema::{DataType, Field};

use crate::draft::Draft;
use crate::{Ask, ReadError};

/// How a column is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) kind: Ask,
    /// Whether the kind was left to the file, so that a value that does not fit makes the column text.
    auto: bool,
}

impl Reading {
    pub(crate) fn draft(self) -> Draft {
        Draft::declared(self.kind, self.auto)
    }
}

/// What the values of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Number,
    Date,
    /// Points in time; dates when all are midnights.
    Moment,
    /// Times of day, and stretches of time.
    Clock,
    Boolean,
    Text,
    /// Nothing but missing values.
    Nothing,
}

/// How to read a column of Arrow's type when asked so; `None` when it is not asked for.
pub(crate) fn of_field(field: &Field, ask: Ask, file: &str) -> Result<Option<Reading>, ReadError> {
    let (file, column) = (|| file.to_owned(), || field.name().clone());
    if ask == Ask::Skip {
        return Ok(None);
    }
    if let Some(zone) = foreign_zone(field.data_type()) {
        return Err(ReadError::Zone { file: file(), column: column(), zone: zone.to_owned() });
    }
    let Some(nature) = opaque(field).or_else(|| nature(field.data_type())) else {
        return Err(ReadError::Type { file: file(), column: column(), found: field.data_type().to_string() });
    };
    reading(nature, ask, field.name(), &file()).map(Some)
}

/// How to read a column of values that are this, when asked so.
pub(crate) fn reading(nature: Nature, ask: Ask, column: &str, file: &str) -> Result<Reading, ReadError> {
    let auto = ask == Ask::Auto;
    let kind = if auto { natural(nature) } else { ask };
    match mismatch(nature, kind) {
        Some((found, asked)) => Err(ReadError::Kind { file: file.to_owned(), column: column.to_owned(), found, asked }),
        None => Ok(Reading { kind, auto }),
    }
}

fn natural(nature: Nature) -> Ask {
    match nature {
        Nature::Number => Ask::Number,
        Nature::Date | Nature::Moment => Ask::Date,
        Nature::Clock | Nature::Boolean | Nature::Text | Nature::Nothing => Ask::Text,
    }
}

/// What is there and what was asked, when the one can never be the other.
fn mismatch(nature: Nature, kind: Ask) -> Option<(&'static str, &'static str)> {
    match (nature, kind) {
        (Nature::Number, Ask::Date) => Some(("numbers", "dates")),
        (Nature::Date, Ask::Number) => Some(("dates", "numbers")),
        (Nature::Moment, Ask::Number) => Some(("points in time", "numbers")),
        (Nature::Clock, Ask::Number) => Some(("times", "numbers")),
        (Nature::Clock, Ask::Date) => Some(("times", "dates")),
        (Nature::Boolean, Ask::Number) => Some(("booleans", "numbers")),
        (Nature::Boolean, Ask::Date) => Some(("booleans", "dates")),
        _ => None,
    }
}

/// Decimals of PostgreSQL, which have no type in Arrow: its driver hands them over as texts that say so.
fn opaque(field: &Field) -> Option<Nature> {
    let said = |key: &str| field.metadata().get(key).map(String::as_str);
    let is_opaque = said("ARROW:extension:name") == Some("arrow.opaque") && is_text(field.data_type());
    let what: serde_json::Value = serde_json::from_str(said("ARROW:extension:metadata").filter(|_| is_opaque)?).ok()?;
    (what.get("type_name")?.as_str() == Some("numeric")).then_some(Nature::Number)
}

fn nature(of: &DataType) -> Option<Nature> {
    use DataType as T;
    if of.is_numeric() {
        return Some(Nature::Number);
    }
    match of {
        T::Date32 => Some(Nature::Date),
        T::Date64 | T::Timestamp(..) => Some(Nature::Moment),
        T::Time32(_) | T::Time64(_) | T::Duration(_) => Some(Nature::Clock),
        T::Boolean => Some(Nature::Boolean),
        T::Null => Some(Nature::Nothing),
        T::Dictionary(_, values) if !matches!(**values, T::Dictionary(..)) => nature(values),
        _ => is_text(of).then_some(Nature::Text),
    }
}

/// The zone of points in time, unless that is UTC: elsewhere a day starts at another moment, so that a midnight would
/// silently become the day before or after.
fn foreign_zone(of: &DataType) -> Option<&str> {
    match of {
        DataType::Timestamp(_, Some(zone)) => Some(&**zone).filter(|zone| !UTC.contains(zone)),
        DataType::Dictionary(_, values) => foreign_zone(values),
        _ => None,
    }
}

/// What the zone without an offset is called.
const UTC: &[&str] = &["UTC", "utc", "Z", "Etc/UTC", "GMT", "+00:00", "+0000", "+00", "-00:00"];

/// Whether values of this type are texts, each by itself.
pub(crate) fn is_text(of: &DataType) -> bool {
    matches!(of, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

#[cfg(test)]
mod tests {
    use arrow_schema::TimeUnit;

    use super::*;

    #[test]
    fn types_say_what_they_are() {
        let read = |of: DataType, ask| of_field(&Field::new("x", of, true), ask, "f");
        let kind = |of: DataType, ask| read(of, ask).unwrap().unwrap().kind;
        assert_eq!(kind(DataType::UInt8, Ask::Auto), Ask::Number);
        assert_eq!(kind(DataType::Decimal256(40, 2), Ask::Text), Ask::Text);
        assert_eq!(kind(DataType::Date64, Ask::Auto), Ask::Date);
        assert_eq!(kind(DataType::Utf8View, Ask::Number), Ask::Number);
        let dictionary = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Float64));
        assert_eq!(kind(dictionary, Ask::Auto), Ask::Number);
        let list = DataType::new_list(DataType::Int8, true);
        assert_eq!(read(list.clone(), Ask::Skip).unwrap(), None);
        let message = read(list, Ask::Auto).unwrap_err().to_string();
        assert_eq!(message, "f, column `x`: values of type List(Int8) cannot be read; leave the column out");
        let moments = |zone: &str| DataType::Timestamp(TimeUnit::Microsecond, Some(zone.into()));
        assert_eq!(kind(moments("UTC"), Ask::Auto), Ask::Date);
        let message = read(moments("Europe/Paris"), Ask::Auto).unwrap_err().to_string();
        assert!(message.starts_with("f, column `x`: holds points in time of the zone Europe/Paris"), "{message}");
        let message = read(DataType::Boolean, Ask::Number).unwrap_err().to_string();
        assert_eq!(message, "f, column `x`: holds booleans, numbers were asked for; it can be read as text");
    }
}
