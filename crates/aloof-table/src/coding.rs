//! Plain recoding of numbers and days, as statistical offices do it: ends cut off, rounding, fixed classes.
//!
//! | coding | a value x belongs to | coded by itself, x becomes |
//! |---|---|---|
//! | `top` t | from t on, where x ≥ t | t |
//! | `bottom` b | up to b, where x ≤ b | b |
//! | `round` w | from ⌊x/w⌋·w to below the next multiple of w | the nearest multiple of w, halves upwards |
//! | `classes` b1 < b2 < … | below b1, from b1 to below b2, …, from the last on | the text of its class |
//!
//! A *quasi* column shows of every group the classes of its least and its greatest value and all between: a cell covers at least what it
//! would cover without coding, so it stays true. A *sensitive* column is coded value by value, before anything is judged.
//!
//! # Cost
//! A few operations on whole numbers per row.

use crate::{Column, Date, DateColumn, Decimal, LabelColumn, NumberColumn, Partition, TooWide};

/// Which values are told apart between the ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// All.
    #[default]
    Each,
    /// Multiples of this, which is positive.
    Width(Decimal),
    /// Classes between these, which ascend.
    Bounds(Vec<Decimal>),
}

/// How values are coded. Days are numbers of days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coding {
    /// From here on values are not told apart.
    pub top: Option<Decimal>,
    /// Up to here values are not told apart.
    pub bottom: Option<Decimal>,
    /// Between the ends.
    pub steps: Steps,
}

/// The values of a class: from `low` on, up to `high`, which belongs to it or does not. Open ends reach as far as values go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    low: Option<Decimal>,
    high: Option<(Decimal, bool)>,
}

impl Coding {
    fn class(&self, value: Decimal) -> Class {
        if let Some(bottom) = self.bottom.filter(|bottom| value <= *bottom) {
            return Class { low: None, high: Some((bottom, true)) };
        }
        if let Some(top) = self.top.filter(|top| value >= *top) {
            return Class { low: Some(top), high: None };
        }
        match &self.steps {
            Steps::Each => Class { low: Some(value), high: Some((value, true)) },
            Steps::Width(width) => match floor(value, *width) {
                Some((low, high)) => Class { low: Some(low), high: Some((high, false)) },
                // Beyond 38 digits nothing is rounded.
                None => Class { low: Some(value), high: Some((value, true)) },
            },
            Steps::Bounds(bounds) => {
                let at = bounds.partition_point(|bound| *bound <= value);
                let low = at.checked_sub(1).map(|before| bounds[before]);
                Class { low, high: bounds.get(at).map(|&bound| (bound, false)) }
            }
        }
    }

    /// A quasi column with one number for each class, so that classes lie on a line as their values do.
    pub fn snapped(&self, column: &Column) -> Column {
        let values = || (0..column.len()).map(|row| value(column, row));
        let least = values().flatten().min().unwrap_or(Decimal::ZERO);
        let low = |value: Decimal| self.class(value).low.unwrap_or(least).max(least);
        match column {
            Column::Number(_) => {
                let snapped = NumberColumn::from_decimals(values().map(|value| value.map(low)));
                snapped.map_or_else(|_| column.clone(), Column::Number)
            }
            Column::Date(_) => {
                let day = |value: Decimal| value.at_scale(0).and_then(|day| i32::try_from(day).ok());
                let days = values().map(|value| value.map(low).and_then(day).unwrap_or(DateColumn::MISSING));
                Column::Date(DateColumn::new(days.collect()))
            }
            Column::Label(_) => column.clone(),
        }
    }

    /// What every group of a quasi column shows; a missing value where all are missing, `*` where some are.
    pub fn group_texts(&self, column: &Column, partition: &Partition) -> LabelColumn {
        let text = |rows: &[u32]| {
            let values: Vec<Decimal> = rows.iter().filter_map(|&row| value(column, row as usize)).collect();
            match (values.iter().min(), values.iter().max()) {
                (Some(&least), Some(&most)) if values.len() == rows.len() => {
                    let (low, high) = (self.class(least).low, self.class(most).high);
                    Some(Class { low, high }.text(column))
                }
                (None, _) => None,
                _ => Some("*".to_owned()),
            }
        };
        let texts: Vec<Option<String>> = partition.iter().map(text).collect();
        LabelColumn::from_texts(texts.iter().map(Option::as_deref))
    }

    /// A sensitive column, value by value. What is coded stays as it is when it is coded again.
    pub fn coded(&self, numbers: &NumberColumn) -> Result<Column, TooWide> {
        let values = (0..numbers.len()).map(|row| numbers.get(row));
        if let Steps::Bounds(_) = &self.steps {
            let column = Column::Number(numbers.clone());
            let texts: Vec<Option<String>> =
                values.map(|value| value.map(|value| self.class(value).text(&column))).collect();
            return Ok(Column::Label(LabelColumn::from_texts(texts.iter().map(Option::as_deref))));
        }
        Ok(Column::Number(NumberColumn::from_decimals(values.map(|value| value.map(|value| self.number(value))))?))
    }

    /// Cut off, then rounded.
    fn number(&self, value: Decimal) -> Decimal {
        let value = self.top.map_or(value, |top| value.min(top));
        let value = self.bottom.map_or(value, |bottom| value.max(bottom));
        match &self.steps {
            Steps::Width(width) => nearest(value, *width).unwrap_or(value),
            Steps::Each | Steps::Bounds(_) => value,
        }
    }
}

impl Class {
    /// Of whole numbers and days both ends are shown and belong to it.
    fn text(self, like: &Column) -> String {
        let shown = |value: Decimal| match like {
            Column::Date(_) => day(value).map_or_else(|| value.to_string(), |date| date.to_string()),
            _ => value.to_string(),
        };
        let whole = match like {
            Column::Number(numbers) => numbers.scale() == 0,
            _ => true,
        };
        let last = |(high, belongs): (Decimal, bool)| match (belongs, high.at_scale(0)) {
            (true, _) => Some(high),
            (false, Some(units)) if whole => Some(Decimal::new(units - 1, 0)),
            _ => None,
        };
        match (self.low, self.high) {
            (None, None) => "*".to_owned(),
            (Some(low), None) => format!(">={}", shown(low)),
            (None, Some(end)) => {
                last(end).map_or_else(|| format!("<{}", shown(end.0)), |last| format!("<={}", shown(last)))
            }
            (Some(low), Some(end)) => match last(end) {
                Some(last) if last == low => shown(low),
                Some(last) => format!("{}..{}", shown(low), shown(last)),
                None => format!("[{}, {}[", shown(low), shown(end.0)),
            },
        }
    }
}

fn value(column: &Column, row: usize) -> Option<Decimal> {
    match column {
        Column::Number(numbers) => numbers.get(row),
        Column::Date(dates) => dates.get(row).map(|date| Decimal::from(i64::from(date.days()))),
        Column::Label(_) => None,
    }
}

fn day(value: Decimal) -> Option<Date> {
    value.at_scale(0).and_then(|day| i32::try_from(day).ok()).map(Date::from_days)
}

/// Both as whole numbers of one unit, and the places of that.
fn units(value: Decimal, width: Decimal) -> Option<(i128, i128, u8)> {
    let scale = value.scale().max(width.scale());
    Some((value.at_scale(scale)?, width.at_scale(scale)?, scale))
}

/// The multiple of `width` at or below the value, and the next.
fn floor(value: Decimal, width: Decimal) -> Option<(Decimal, Decimal)> {
    let (value, width, scale) = units(value, width)?;
    let low = value.div_euclid(width).checked_mul(width)?;
    Some((Decimal::new(low, scale), Decimal::new(low.checked_add(width)?, scale)))
}

fn nearest(value: Decimal, width: Decimal) -> Option<Decimal> {
    let (low, high) = floor(value, width)?;
    let (at, width, scale) = units(value, width)?;
    let above = at - low.at_scale(scale)?;
    Some(if above >= width - above { high } else { low })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Generalized, Kind};
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn numbers(texts: &[&str]) -> Column {
        Column::Number(NumberColumn::from_decimals(texts.iter().map(|text| text.parse().ok())).unwrap())
    }

    fn classes(bounds: &[&str]) -> Coding {
        Coding { steps: Steps::Bounds(bounds.iter().map(|bound| decimal(bound)).collect()), ..Coding::default() }
    }

    fn shown(coding: &Coding, column: &Column, groups: &[u32]) -> Vec<Option<String>> {
        let count = groups.iter().max().map_or(0, |&last| last as usize + 1);
        let texts = coding.group_texts(column, &Partition::from_group_of(groups, count));
        (0..texts.len()).map(|group| texts.get(group).map(str::to_owned)).collect()
    }

    #[test]
    fn bands_of_ages() {
        let ages = classes(&["0", "18", "30", "45", "65"]);
        let column = numbers(&["17", "18", "29", "30", "64", "65", "99", "-1", "?"]);
        let each: Vec<u32> = (0..9).collect();
        let all = ["0..17", "18..29", "18..29", "30..44", "45..64", ">=65", ">=65", "<=-1"].map(|text| Some(text.to_owned()));
        assert_eq!(shown(&ages, &column, &each)[..8], all);
        assert_eq!(shown(&ages, &column, &each)[8], None);
        let joined = shown(&ages, &column, &[0, 1, 1, 1, 0, 2, 3, 3, 2]);
        assert_eq!(joined, ["0..64", "18..44", "*", "*"].map(|text| Some(text.to_owned())));
        assert_eq!(shown(&ages, &numbers(&["17.5", "20"]), &[0, 1]), ["[0, 18[", "[18, 30["].map(|t| Some(t.to_owned())));
    }

    #[test]
    fn ends_and_steps() {
        let coding = Coding { top: Some(decimal("90")), bottom: Some(decimal("18")), steps: Steps::Width(decimal("5")) };
        let column = numbers(&["3", "18", "19", "43", "90", "104"]);
        let texts = shown(&coding, &column, &[0, 1, 2, 3, 4, 5]);
        assert_eq!(texts, ["<=18", "<=18", "15..19", "40..44", ">=90", ">=90"].map(|text| Some(text.to_owned())));
        let Column::Number(column) = &column else { unreachable!() };
        let coded = coding.coded(column).unwrap();
        assert_eq!((0..6).map(|row| coded.text(row).unwrap()).collect::<Vec<_>>(), ["20", "20", "20", "45", "90", "90"]);
    }

    #[test]
    fn days() {
        let start = "2020-01-01".parse::<Date>().unwrap().days();
        let coding = Coding { bottom: Some(Decimal::from(i64::from(start))), ..Coding::default() };
        let column = Column::Date(DateColumn::new(vec![start - 400, start + 9, start + 20]));
        let texts = shown(&coding, &column, &[0, 1, 1]);
        assert_eq!(texts, ["<=2020-01-01", "2020-01-10..2020-01-21"].map(|text| Some(text.to_owned())));
    }

    fn codings() -> impl Strategy<Value = Coding> {
        let end = || prop::option::of((-50i64..50).prop_map(|tenths| Decimal::new(tenths.into(), 1)));
        let steps = prop_oneof![
            Just(Steps::Each),
            (1i64..40).prop_map(|tenths| Steps::Width(Decimal::new(tenths.into(), 1))),
            prop::collection::btree_set(-50i64..50, 1..5)
                .prop_map(|set| Steps::Bounds(set.into_iter().map(|tenths| Decimal::new(tenths.into(), 1)).collect())),
        ];
        (end(), end(), steps).prop_map(|(top, bottom, steps)| Coding { top, bottom, steps })
    }

    proptest! {
        /// A cell covers every value of its group, as a reader understands it; and what is coded alike has one place.
        #[test]
        fn cells_are_true(
            coding in codings(), values in prop::collection::vec((-600i64..600, 0u8..3), 1..12), cut in 1u32..4,
        ) {
            let values: Vec<Decimal> = values.iter().map(|&(value, scale)| Decimal::new(value.into(), scale)).collect();
            let column = Column::Number(NumberColumn::from_decimals(values.iter().copied().map(Some)).unwrap());
            let group_of: Vec<u32> = (0..values.len() as u32).map(|row| row % cut).collect();
            let texts = shown(&coding, &column, &group_of);
            for (row, value) in values.iter().enumerate() {
                let text = texts[group_of[row] as usize].clone().unwrap();
                let cell = Generalized::parse(&text, Kind::Number, None).unwrap();
                let covers = match &cell {
                    Generalized::Any => true,
                    Generalized::Numbers(intervals) => intervals.iter().any(|interval| interval.contains(*value)),
                    _ => false,
                };
                prop_assert!(covers, "{text} and {value}");
            }
        }

        /// What is coded stays as it is, and cutting off brings no two values farther apart.
        #[test]
        fn coding_twice_is_coding_once(coding in codings(), value in -600i64..600, other in -600i64..600) {
            prop_assume!(!matches!(coding.steps, Steps::Bounds(_)));
            let [value, other] = [value, other].map(|value| Decimal::new(value.into(), 1));
            let once = coding.number(value);
            prop_assert_eq!(coding.number(once), once);
            if coding.steps == Steps::Each {
                let far = |a: Decimal, b: Decimal| (a.max(b).at_scale(1).unwrap() - a.min(b).at_scale(1).unwrap());
                prop_assert!(far(once, coding.number(other)) <= far(value, other));
            }
        }
    }
}
