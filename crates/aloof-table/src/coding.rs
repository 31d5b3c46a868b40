//! Plain recoding of numbers and days, as statistical offices do it: ends cut off, rounding, fixed classes.
//!
//! | coding | a value x of a quasi column lies in the class | coded by itself, x becomes |
//! |---|---|---|
//! | `top` t | from t on, where x ≥ t | t, where x > t |
//! | `bottom` b | up to b, where x ≤ b | b, where x < b |
//! | `round` w | from ⌊x/w⌋·w to below the next multiple of w, between the ends | the nearest multiple of w, halves upwards |
//! | `round` to a part of the calendar | the month, quarter, year or decade of the day | (dates are coded in quasi columns only) |
//! | `classes` b1 < b2 < … | below b1, from b1 to below b2, …, from the last on | the text of its class |
//!
//! Classes divide the line: every value lies in just one. A *quasi* column shows of every group the classes from that of its least value
//! to that of its greatest: a cell covers at least what it would cover without coding, so it stays true, and shows no end but those of
//! classes. A *sensitive* column is coded value by value, before anything is judged.
//!
//! # Cost
//! A few operations on whole numbers per row; a sort of the distinct values for the search of groups.

use std::fmt::Display;

use rayon::prelude::*;

use crate::{
    CalendarLevel, Column, Date, DateColumn, Decimal, Generalized, Interval, Kind, LabelColumn, NumberColumn,
    Partition, TooWide,
};

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
    /// Of days: parts of the calendar.
    Calendar(CalendarLevel),
}

/// How values are coded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coding {
    /// From here on values are not told apart.
    pub top: Option<Decimal>,
    /// Up to here values are not told apart.
    pub bottom: Option<Decimal>,
    /// Between the ends.
    pub steps: Steps,
    /// What is said above are days, by their numbers.
    pub days: bool,
}

impl Coding {
    /// What a quasi column of dates shows unless something else is said: whole months. The ends of an interval are days on which
    /// members of the group were born, or came; ends of months are nobody's.
    pub fn months() -> Self {
        Self { steps: Steps::Calendar(CalendarLevel::Month), days: true, ..Self::default() }
    }

    /// Whether it tells all values apart, as no coding does.
    pub fn is_none(&self) -> bool {
        self.top.is_none() && self.bottom.is_none() && self.steps == Steps::Each
    }

    /// Whether every class is a part of the calendar, with a first and a last day.
    pub fn is_calendar(&self) -> bool {
        self.top.is_none() && self.bottom.is_none() && matches!(self.steps, Steps::Calendar(_))
    }

    /// Whether two values lie in one class.
    pub fn is_one_class(&self, value: Decimal, other: Decimal) -> bool {
        self.class(value) == self.class(other)
    }

    /// Whether it leaves classes and no values.
    pub fn is_of_classes(&self) -> bool {
        matches!(self.steps, Steps::Bounds(_))
    }

    /// What its values are.
    pub fn kind(&self) -> Kind {
        if self.days { Kind::Date } else { Kind::Number }
    }

    /// An end as people write it.
    pub fn end_text(&self, end: Decimal) -> String {
        if self.days { Shown::Days.end(end) } else { Shown::Whole.end(end) }
    }

    /// Whether values become multiples of something.
    pub fn is_rounded(&self) -> bool {
        matches!(self.steps, Steps::Width(_))
    }

    /// The class of a value.
    fn class(&self, value: Decimal) -> Interval {
        match (self.bottom, self.top) {
            (Some(bottom), _) if value <= bottom => Interval::new(None, Some((bottom, true))),
            (_, Some(top)) if value >= top => Interval::new(Some((top, true)), None),
            (bottom, top) => {
                let (low, high) = self.step(value);
                Interval::new(above(low, bottom), below(high, top))
            }
        }
    }

    /// The class that steps alone make.
    fn step(&self, value: Decimal) -> (End, End) {
        match &self.steps {
            Steps::Each => (Some((value, true)), Some((value, true))),
            // What has too many digits to be rounded shows nothing.
            Steps::Width(width) => {
                floor(value, *width).map_or((None, None), |(low, high)| (Some((low, true)), Some((high, false))))
            }
            Steps::Bounds(bounds) => {
                let at = bounds.partition_point(|bound| *bound <= value);
                let low = at.checked_sub(1).map(|before| (bounds[before], true));
                (low, bounds.get(at).map(|&bound| (bound, false)))
            }
            Steps::Calendar(level) => {
                let [first, last] = around(value, *level);
                (Some((first, true)), Some((last, true)))
            }
        }
    }

    /// A quasi column with one value for each class, the least that is there, so that classes lie on a line as their values do.
    pub fn snapped(&self, column: &Column) -> Column {
        let values = || (0..column.len()).map(|row| value(column, row));
        let mut distinct: Vec<Decimal> = values().flatten().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let mut first = distinct.clone();
        for at in 1..first.len() {
            if self.class(distinct[at]) == self.class(distinct[at - 1]) {
                first[at] = first[at - 1];
            }
        }
        let least = |value: Decimal| distinct.binary_search(&value).map_or(value, |at| first[at]);
        column_of(values().map(|value| value.map(least)), column).unwrap_or_else(|| column.clone())
    }

    /// What every group of a quasi column shows; a missing value where all are missing, `*` where some are.
    pub fn group_texts(&self, column: &Column, partition: &Partition) -> LabelColumn {
        let text = |group: usize| {
            let rows = partition.group(group);
            let values: Vec<Decimal> = rows.iter().filter_map(|&row| value(column, row as usize)).collect();
            match (values.iter().min(), values.iter().max()) {
                (Some(&least), Some(&most)) if values.len() == rows.len() => {
                    let (low, high) = (self.class(least).low(), self.class(most).high());
                    Some(text(Interval::new(low, high), Shown::of(column)))
                }
                (None, _) => None,
                _ => Some("*".to_owned()),
            }
        };
        let texts: Vec<Option<String>> = (0..partition.len()).into_par_iter().with_min_len(256).map(text).collect();
        LabelColumn::from_texts(texts.iter().map(Option::as_deref))
    }

    /// Whether a cell of a quasi column shows whole classes, one or several side by side.
    pub fn shows_classes(&self, cell: &str, kind: Kind) -> bool {
        match Generalized::parse(cell, kind, None) {
            Ok(Generalized::Any) => true,
            Ok(Generalized::Numbers(intervals)) => intervals.iter().all(|interval| self.is_whole(interval)),
            _ => false,
        }
    }

    /// Whether both ends are ends of classes; of whole numbers the last of a class stands for where the next begins.
    fn is_whole(&self, interval: &Interval) -> bool {
        let from = |(end, included): (Decimal, bool)| {
            let class = self.class(end);
            if included {
                class.low() == Some((end, true)) || class.low().map(first_whole) == Some((end, true))
            } else {
                class.high() == Some((end, true))
            }
        };
        let to = |(end, included): (Decimal, bool)| {
            let class = self.class(end);
            if included {
                class.high() == Some((end, true)) || class.high().map(last_whole) == Some((end, true))
            } else {
                class.low() == Some((end, true))
            }
        };
        interval.low().is_none_or(from) && interval.high().is_none_or(to)
    }

    /// The least and the greatest end that the cells of a quasi column show: how far its values reach beyond is not published.
    pub fn shown_range(like: &Column, cells: &LabelColumn) -> Column {
        let ends = |text: &str| match Generalized::parse(text, like.kind(), None) {
            Ok(Generalized::Numbers(intervals)) => {
                intervals.iter().flat_map(|interval| [interval.low(), interval.high()]).flatten().collect()
            }
            _ => Vec::new(),
        };
        let all: Vec<Decimal> = cells.labels().iter().flat_map(ends).map(|(end, _)| end).collect();
        let range = [all.iter().min(), all.iter().max()].map(Option::<&Decimal>::copied);
        column_of(range.into_iter(), like).unwrap_or_else(|| like.clone())
    }

    /// A column of its own, value by value. What is coded stays as it is when it is coded again.
    pub fn coded(&self, numbers: &NumberColumn) -> Result<Column, TooWide> {
        let values = (0..numbers.len()).map(|row| numbers.get(row));
        if self.is_of_classes() {
            let shown = if numbers.scale() == 0 { Shown::Whole } else { Shown::Fractions };
            let texts: Vec<Option<String>> =
                values.map(|value| value.map(|value| text(self.class(value), shown))).collect();
            return Ok(Column::Label(LabelColumn::from_texts(texts.iter().map(Option::as_deref))));
        }
        let coded = values.map(|value| value.map(|value| self.number(value).ok_or(TooWide)).transpose());
        NumberColumn::from_decimals(coded.collect::<Result<Vec<_>, TooWide>>()?).map(Column::Number)
    }

    /// How many values of a published column are not coded so.
    pub fn uncoded(&self, column: &Column) -> usize {
        let differs = |row: usize| match column {
            Column::Number(numbers) => {
                numbers.get(row).is_some_and(|value| self.is_of_classes() || self.number(value) != Some(value))
            }
            Column::Label(labels) => labels.get(row).is_some_and(|label| !self.writes(label)),
            Column::Date(dates) => dates.get(row).is_some(),
        };
        (0..column.len()).filter(|&row| differs(row)).count()
    }

    /// Whether it is the text of a class, as [`Coding::coded`] writes it.
    pub fn writes(&self, label: &str) -> bool {
        let Steps::Bounds(bounds) = &self.steps else { return false };
        let lows = std::iter::once(None).chain(bounds.iter().map(|&bound| Some((bound, true))));
        let highs = bounds.iter().map(|&bound| Some((bound, false))).chain([None]);
        let mut classes = lows.zip(highs).map(|(low, high)| Interval::new(low, high));
        classes.any(|class| [Shown::Whole, Shown::Fractions].iter().any(|&shown| text(class, shown) == label))
    }

    /// Cut off, and rounded between the ends; nothing where there are too many digits.
    fn number(&self, value: Decimal) -> Option<Decimal> {
        match (&self.steps, self.bottom, self.top) {
            (_, Some(bottom), _) if value <= bottom => Some(bottom),
            (_, _, Some(top)) if value >= top => Some(top),
            (Steps::Width(width), bottom, top) => {
                let near = nearest(value, *width)?;
                let near = bottom.map_or(near, |bottom| near.max(bottom));
                Some(top.map_or(near, |top| near.min(top)))
            }
            _ => Some(value),
        }
    }
}

/// An end of an interval, and whether it belongs to it.
type End = Option<(Decimal, bool)>;

/// The lower end of what is left above a bottom, which is a class of its own.
fn above(low: End, bottom: Option<Decimal>) -> End {
    match (low, bottom) {
        (Some((low, included)), Some(bottom)) if low > bottom => Some((low, included)),
        (_, Some(bottom)) => Some((bottom, false)),
        (low, None) => low,
    }
}

/// The upper end of what is left below a top.
fn below(high: End, top: Option<Decimal>) -> End {
    match (high, top) {
        (Some((high, included)), Some(top)) if high < top => Some((high, included)),
        (_, Some(top)) => Some((top, false)),
        (high, None) => high,
    }
}

/// How the ends of classes are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Both ends belong to a class of whole numbers.
    Whole,
    /// The upper one mostly does not.
    Fractions,
    /// Days are whole numbers.
    Days,
}

impl Shown {
    fn of(column: &Column) -> Self {
        match column {
            Column::Number(numbers) if numbers.scale() > 0 => Self::Fractions,
            Column::Date(_) => Self::Days,
            _ => Self::Whole,
        }
    }

    fn end(self, value: Decimal) -> String {
        match self {
            Self::Days => day(value).map_or_else(|| value.to_string(), |date| date.to_string()),
            _ => value.to_string(),
        }
    }
}

/// `0..17`, `>=65`, `<=17`, `*`; of fractions `[0, 18[`.
fn text(class: Interval, shown: Shown) -> String {
    let (low, high) = match shown {
        Shown::Fractions => (class.low(), class.high()),
        _ => (class.low().map(first_whole), class.high().map(last_whole)),
    };
    let end = |value: Decimal| shown.end(value);
    match (low, high) {
        (None, None) => "*".to_owned(),
        (Some((low, included)), None) => format!(">{}{}", equal(included), end(low)),
        (None, Some((high, included))) => format!("<{}{}", equal(included), end(high)),
        (Some((low, true)), Some((high, true))) if low == high => end(low),
        (Some((low, true)), Some((high, true))) => format!("{}..{}", end(low), end(high)),
        (Some((low, from)), Some((high, to))) => {
            format!("{}{}, {}{}", if from { "[" } else { "]" }, end(low), end(high), if to { "]" } else { "[" })
        }
    }
}

fn equal(included: bool) -> impl Display {
    if included { "=" } else { "" }
}

/// The first whole number from an end on.
fn first_whole((end, included): (Decimal, bool)) -> (Decimal, bool) {
    match floor(end, Decimal::ONE) {
        Some((whole, next)) => (if whole == end && included { whole } else { next }, true),
        None => (end, included),
    }
}

/// The last whole number up to an end.
fn last_whole((end, included): (Decimal, bool)) -> (Decimal, bool) {
    let before = |whole: Decimal| Some(Decimal::new(whole.at_scale(0)?.checked_sub(1)?, 0));
    let whole = floor(end, Decimal::ONE).map(|(whole, _)| whole);
    let last = whole.and_then(|whole| if whole == end && !included { before(whole) } else { Some(whole) });
    last.map_or((end, included), |last| (last, true))
}

fn value(column: &Column, row: usize) -> Option<Decimal> {
    match column {
        Column::Number(numbers) => numbers.get(row),
        Column::Date(dates) => dates.get(row).map(|date| Decimal::from(i64::from(date.days()))),
        Column::Label(_) => None,
    }
}

/// Numbers, or days where `like` holds days.
fn column_of(values: impl Iterator<Item = Option<Decimal>>, like: &Column) -> Option<Column> {
    let day = |value: Decimal| value.at_scale(0).and_then(|day| i32::try_from(day).ok());
    match like.kind() {
        Kind::Number => NumberColumn::from_decimals(values).ok().map(Column::Number),
        Kind::Date => {
            let days = values.map(|value| value.and_then(day).unwrap_or(DateColumn::MISSING));
            Some(Column::Date(DateColumn::new(days.collect())))
        }
        Kind::Label => None,
    }
}

/// The day of this number.
fn day(value: Decimal) -> Option<Date> {
    value.at_scale(0).and_then(|day| i32::try_from(day).ok()).map(Date::from_days)
}

/// The first and the last day of the part of the calendar that a day lies in, by their numbers.
fn around(value: Decimal, level: CalendarLevel) -> [Decimal; 2] {
    let Some(day) = day(value) else { return [value, value] };
    let (first, last) = level.around(day);
    [first, last].map(|day| Decimal::from(i64::from(day.days())))
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

    fn shown(coding: &Coding, column: &Column, groups: &[u32]) -> Vec<String> {
        let count = groups.iter().max().map_or(0, |&last| last as usize + 1);
        let texts = coding.group_texts(column, &Partition::from_group_of(groups, count));
        (0..texts.len()).map(|group| texts.get(group).unwrap_or("(missing)").to_owned()).collect()
    }

    #[test]
    fn bands_of_ages() {
        let ages = classes(&["0", "18", "30", "45", "65"]);
        let column = numbers(&["17", "18", "29", "30", "64", "65", "99", "-1", "?"]);
        let each: Vec<u32> = (0..9).collect();
        let all = ["0..17", "18..29", "18..29", "30..44", "45..64", ">=65", ">=65", "<=-1", "(missing)"];
        assert_eq!(shown(&ages, &column, &each), all);
        assert_eq!(shown(&ages, &column, &[0, 1, 1, 1, 0, 2, 3, 3, 2]), ["0..64", "18..44", "*", "*"]);
        assert_eq!(
            shown(&ages, &numbers(&["17.5", "20", "-3", "70"]), &each[..4]),
            ["[0, 18[", "[18, 30[", "<0", ">=65"]
        );
        assert!(["0..17", "<=-1", ">=65", "[0, 18[", "<0"].iter().all(|text| ages.writes(text)));
        assert!(["0..18", "0..29", "17", "*", "young"].iter().all(|text| !ages.writes(text)));
        let whole = |text: &&str| ages.shows_classes(text, Kind::Number);
        assert!(["0..17", "18..44", ">=18", "<=17", "<18", "[0, 45[", "*", "{0..17|>=65}"].iter().all(whole));
        assert!(["0..18", "1..17", "17", ">=66", "[0, 45]", "young"].iter().all(|text| !whole(text)));
    }

    /// Classes do not overlap, also where an end lies inside of a step.
    #[test]
    fn ends_and_steps() {
        let coding = Coding {
            top: Some(decimal("92")),
            bottom: Some(decimal("18")),
            steps: Steps::Width(decimal("5")),
            days: false,
        };
        let column = numbers(&["3", "18", "19", "43", "91", "92", "104"]);
        let texts = ["<=18", "<=18", "19", "40..44", "90..91", ">=92", ">=92"];
        assert_eq!(shown(&coding, &column, &[0, 1, 2, 3, 4, 5, 6]), texts);
        let fractions = numbers(&["18.5", "43.5", "90.2"]);
        assert_eq!(shown(&coding, &fractions, &[0, 1, 2]), ["]18, 20[", "[40, 45[", "[90, 92["]);
        let Column::Number(column) = &column else { unreachable!() };
        let coded = coding.coded(column).unwrap();
        let coded: Vec<_> = (0..7).map(|row| coded.text(row).unwrap()).collect();
        assert_eq!(coded, ["18", "18", "20", "45", "90", "92", "92"]);
    }

    #[test]
    fn days() {
        let start = "2020-01-01".parse::<Date>().unwrap().days();
        let coding = Coding { bottom: Some(Decimal::from(i64::from(start))), days: true, ..Coding::default() };
        let column = Column::Date(DateColumn::new(vec![start - 400, start + 9, start + 20, start + 1]));
        let texts = shown(&coding, &column, &[0, 1, 1, 2]);
        assert_eq!(texts, ["<=2020-01-01", "2020-01-10..2020-01-21", "2020-01-02"]);
    }

    #[test]
    fn parts_of_the_calendar() {
        let day = |text: &str| text.parse::<Date>().unwrap().days();
        let column =
            Column::Date(DateColumn::new(["2020-02-29", "2020-03-01", "2019-12-31", "2020-02-03"].map(day).to_vec()));
        let texts = shown(&Coding::months(), &column, &[0, 1, 2, 0]);
        assert_eq!(texts, ["2020-02-01..2020-02-29", "2020-03-01..2020-03-31", "2019-12-01..2019-12-31"]);
        assert_eq!(
            shown(&Coding::months(), &column, &[0, 0, 0, 1]),
            ["2019-12-01..2020-03-31", "2020-02-01..2020-02-29"]
        );
        let years = Coding { steps: Steps::Calendar(CalendarLevel::Year), ..Coding::months() };
        assert_eq!(shown(&years, &column, &[0, 0, 0, 0]), ["2019-01-01..2020-12-31"]);
        let whole = |text: &&str| Coding::months().shows_classes(text, Kind::Date);
        assert!(["2020-02-01..2020-02-29", "2019-12-01..2020-03-31", "*"].iter().all(whole));
        assert!(["2020-02-01..2020-02-28", "2020-02-29", "2020-02-02..2020-02-29"].iter().all(|text| !whole(text)));
        // The search takes the days of one month as one.
        let snapped = Coding::months().snapped(&column);
        assert_eq!((snapped.text(0), snapped.text(3)), (Some("2020-02-03".to_owned()), Some("2020-02-03".to_owned())));
        let number = |text: &str| Decimal::from(i64::from(day(text)));
        assert!(Coding::months().is_one_class(number("2020-02-29"), number("2020-02-01")));
        assert!(!Coding::months().is_one_class(number("2020-02-29"), number("2020-03-01")));
    }

    /// The ends that are shown are no one's value where they are those of classes.
    #[test]
    fn what_lies_beyond_is_not_told() {
        let column = numbers(&["3", "97"]);
        let range = |cells: &[&str]| {
            let cells = LabelColumn::from_texts(cells.iter().map(|cell| Some(*cell)));
            let column = Coding::shown_range(&column, &cells);
            [0, 1].map(|row| column.text(row))
        };
        assert_eq!(range(&["0..17", ">=65", "18..44"]), [Some("0".to_owned()), Some("65".to_owned())]);
        assert_eq!(range(&["*"]), [None, None]);
    }

    #[test]
    fn too_many_digits_show_nothing() {
        let huge = "99999999999999999999999999999999999999";
        let coding = Coding { steps: Steps::Width(decimal("0.05")), ..Coding::default() };
        assert_eq!(shown(&coding, &numbers(&[huge]), &[0]), ["*"]);
        let Column::Number(column) = numbers(&[huge]) else { unreachable!() };
        assert!(coding.coded(&column).is_err());
    }

    fn codings() -> impl Strategy<Value = Coding> {
        let ends = (prop::option::of(-50i64..0), prop::option::of(1i64..50));
        let tenths = |value: i64| Decimal::new(value.into(), 1);
        let steps = prop_oneof![
            Just(Steps::Each),
            (1i64..40).prop_map(move |width| Steps::Width(tenths(width))),
            prop::collection::btree_set(-50i64..50, 1..5)
                .prop_map(move |set| Steps::Bounds(set.into_iter().map(tenths).collect())),
        ];
        (ends, steps).prop_map(move |((bottom, top), steps)| Coding {
            bottom: bottom.map(tenths),
            top: top.map(tenths),
            steps,
            days: false,
        })
    }

    fn column(values: &[Decimal]) -> Column {
        Column::Number(NumberColumn::from_decimals(values.iter().copied().map(Some)).unwrap())
    }

    fn covers(text: &str, value: Decimal) -> bool {
        Generalized::parse(text, Kind::Number, None).unwrap().covers_number(value)
    }

    proptest! {
        /// A cell covers every value of its group, as a reader understands it, and shows whole classes.
        #[test]
        fn cells_are_true(
            coding in codings(), values in prop::collection::vec((-600i64..600, 0u8..3), 1..12), cut in 1u32..4,
        ) {
            let values: Vec<Decimal> = values.iter().map(|&(value, scale)| Decimal::new(value.into(), scale)).collect();
            let group_of: Vec<u32> = (0..values.len() as u32).map(|row| row % cut).collect();
            let texts = shown(&coding, &column(&values), &group_of);
            prop_assert!(texts.iter().all(|text| coding.shows_classes(text, Kind::Number)), "{texts:?}");
            for (row, value) in values.iter().enumerate() {
                prop_assert!(covers(&texts[group_of[row] as usize], *value), "{} and {value}", texts[group_of[row] as usize]);
            }
        }

        /// Classes divide the line: two values show the same or what has nothing in common, and the search takes just those as one.
        #[test]
        fn classes_do_not_overlap(coding in codings(), one in -600i64..600, other in -600i64..600, scale in 0u8..3) {
            let values = [one, other].map(|value| Decimal::new(value.into(), scale));
            let column = column(&values);
            let texts = shown(&coding, &column, &[0, 1]);
            let same = texts[0] == texts[1];
            prop_assert!(same || !covers(&texts[0], values[1]) && !covers(&texts[1], values[0]), "{texts:?}");
            let snapped = coding.snapped(&column);
            prop_assert_eq!(same, snapped.text(0) == snapped.text(1));
        }

        /// What is coded stays as it is; what is cut off alone brings no two values farther apart; and no value passes another.
        #[test]
        fn coding_twice_is_coding_once(coding in codings(), value in -600i64..600, other in -600i64..600) {
            prop_assume!(!coding.is_of_classes());
            let [value, other] = [value, other].map(|value| Decimal::new(value.into(), 1));
            let (once, second) = (coding.number(value).unwrap(), coding.number(other).unwrap());
            prop_assert_eq!(coding.number(once), Some(once));
            prop_assert!(value > other || once <= second);
            prop_assert!(coding.top.is_none_or(|top| once <= top) && coding.bottom.is_none_or(|bottom| once >= bottom));
            if coding.steps == Steps::Each {
                let far = |a: Decimal, b: Decimal| a.max(b).at_scale(1).unwrap() - a.min(b).at_scale(1).unwrap();
                prop_assert!(far(once, second) <= far(value, other));
            }
        }
    }
}
