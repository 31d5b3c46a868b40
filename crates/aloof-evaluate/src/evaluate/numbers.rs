//! Columns of numbers before and after, as approximate numbers: cells that cover several are ranges.
//!
//! Measures that average over rows need no exact arithmetic; nothing is judged by them.

use aloof_audit::Error;
use aloof_audit::data::{Ladder, Original, Released};
use aloof_judge::utility::Ranges;
use aloof_table::{Column, Decimal, Generalized, GeneralizedError, Interval, Kind, LabelColumn};

use super::cell;

/// A column of numbers; what is missing is not a number.
pub(super) struct Numbers {
    pub name: String,
    pub before: Vec<f64>,
    pub after: Ranges,
}

impl Numbers {
    /// Whether every row of both tables has a value.
    pub fn complete(&self) -> bool {
        !self.before.iter().chain(&self.after.low).any(|value| value.is_nan())
    }

    /// The middle of what each released cell covers.
    pub fn middles(&self) -> Vec<f64> {
        self.after.low.iter().zip(&self.after.high).map(|(low, high)| f64::midpoint(*low, *high)).collect()
    }
}

/// All quasi columns of plain numbers.
pub(super) fn quasi(original: &Original, released: &Released) -> Result<Vec<Numbers>, Error> {
    let mut found = Vec::new();
    for (quasi, (_, cells)) in original.quasi.iter().zip(&released.quasi) {
        let (column @ Column::Number(_), Ladder::Line | Ladder::Classes(_)) =
            (original.column(&quasi.name), &quasi.ladder)
        else {
            continue;
        };
        let before = exact(column);
        let present = before.iter().filter(|value| !value.is_nan());
        let range = present.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &v| (low.min(v), high.max(v)));
        let after = ranges(cells, range).map_err(|error| cell(released, &quasi.name, &error))?;
        found.push(Numbers { name: quasi.name.clone(), before, after });
    }
    Ok(found)
}

/// All sensitive columns that are numbers in both tables.
pub(super) fn sensitive(original: &Original, released: &Released) -> Vec<Numbers> {
    let pairs = original.sensitive.iter().zip(&released.sensitive);
    let numbers = |column: &Column| matches!(column, Column::Number(_));
    let both = pairs.filter(|((_, before), (_, after))| numbers(before) && numbers(after));
    let one = |((name, before), (_, after)): (&(String, _), &(String, std::sync::Arc<Column>))| {
        let before: &std::sync::Arc<Column> = before;
        Numbers { name: name.clone(), before: exact(before), after: Ranges::exact(exact(after)) }
    };
    both.map(one).collect()
}

fn exact(column: &Column) -> Vec<f64> {
    let Column::Number(numbers) = column else { return Vec::new() };
    (0..numbers.len()).map(|row| numbers.get(row).map_or(f64::NAN, approximate)).collect()
}

fn approximate(value: Decimal) -> f64 {
    value.to_ratio().approximate()
}

/// What each cell covers; `*` covers the whole range.
fn ranges(cells: &LabelColumn, (low, high): (f64, f64)) -> Result<Ranges, GeneralizedError> {
    let ends = |interval: &Interval| {
        let end = |end: Option<(Decimal, bool)>, open: f64| end.map_or(open, |(value, _)| approximate(value));
        (end(interval.low(), low), end(interval.high(), high))
    };
    let one = |text: &str| {
        Ok(match Generalized::parse(text, Kind::Number, None)? {
            Generalized::Numbers(intervals) => {
                let hull = |(a, b): (f64, f64), (c, d): (f64, f64)| (a.min(c), b.max(d));
                intervals.iter().map(ends).reduce(hull).unwrap_or((low, high))
            }
            _ => (low, high),
        })
    };
    let known: Vec<(f64, f64)> = cells.labels().iter().map(one).collect::<Result<_, GeneralizedError>>()?;
    let of_row = |&code: &u32| known.get(code as usize).copied().unwrap_or((f64::NAN, f64::NAN));
    let (low, high) = cells.codes().iter().map(of_row).unzip();
    Ok(Ranges { low, high })
}
