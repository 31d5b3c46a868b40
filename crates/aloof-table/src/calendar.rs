//! Hierarchies of days: months, quarters, years and decades, or spans of so many days.
//!
//! A node is written as a release writes dates, its first day and its last: `2020-01-01..2020-03-31`. So a published cell reads
//! the same with and without the hierarchy.
//!
//! # Cost
//! `O(days · levels)`, one label each.

use crate::{Date, Decimal, Hierarchy, HierarchyError};

/// A part of the calendar; each lies within one of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CalendarLevel {
    /// A month.
    Month,
    /// Three months, from January, April, July or October on.
    Quarter,
    /// A year.
    Year,
    /// Ten years, from one that ends in 0 on.
    Decade,
}

impl CalendarLevel {
    /// By the policy's words.
    pub const NAMES: [(&'static str, Self); 4] =
        [("month", Self::Month), ("quarter", Self::Quarter), ("year", Self::Year), ("decade", Self::Decade)];

    /// Those that a calendar has unless others are named.
    pub const USUAL: [Self; 3] = [Self::Month, Self::Quarter, Self::Year];

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, level)| *level == self).map_or("", |(name, _)| name)
    }

    /// The first and the last day of the part that a day lies in.
    pub(crate) fn around(self, day: Date) -> (Date, Date) {
        let (year, month, _) = day.civil();
        // Nobody lives there; Parquet can hold such days, and their decades could not be counted.
        if year.unsigned_abs() > 1_000_000 {
            return (day, day);
        }
        let (first, months) = match self {
            Self::Month => ((year, month), 1),
            Self::Quarter => ((year, month - (month - 1) % 3), 3),
            Self::Year => ((year, 1), 12),
            Self::Decade => ((year - year.rem_euclid(10), 1), 120),
        };
        let start = Date::first_of(first.0, first.1);
        let behind = first.1 - 1 + months;
        let end = Date::first_of(first.0 + (behind / 12) as i32, behind % 12 + 1);
        (start, Date::from_days(end.days() - 1))
    }
}

impl Hierarchy {
    /// For dates: parts of the calendar, each level above the one before.
    pub fn calendar(days: impl IntoIterator<Item = Date>, levels: &[CalendarLevel]) -> Result<Self, HierarchyError> {
        if let Some(pair) = levels.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(HierarchyError::Levels(pair[1].name().to_owned()));
        }
        Self::of_days(days, levels.len(), |day, level| levels[level].around(day))
    }

    /// For dates: spans of so many days, each width a multiple of the one before, counted from `origin`.
    pub fn day_intervals(
        days: impl IntoIterator<Item = Date>,
        widths: &[Decimal],
        origin: Decimal,
    ) -> Result<Self, HierarchyError> {
        crate::hierarchy::check_widths(widths)?;
        let whole = |value: &Decimal| {
            let days = value.at_scale(0).and_then(|days| i32::try_from(days).ok());
            days.filter(|days| days.unsigned_abs() < 1 << 24).ok_or_else(|| HierarchyError::Days(value.to_string()))
        };
        let lengths: Vec<i32> = widths.iter().map(whole).collect::<Result<_, _>>()?;
        let origin = whole(&origin)?;
        Self::of_days(days, lengths.len(), |day, level| {
            let start = day.days() - (day.days() - origin).rem_euclid(lengths[level]);
            (Date::from_days(start), Date::from_days(start + lengths[level] - 1))
        })
    }

    fn of_days(
        days: impl IntoIterator<Item = Date>,
        levels: usize,
        around: impl Fn(Date, usize) -> (Date, Date),
    ) -> Result<Self, HierarchyError> {
        let mut days: Vec<Date> = days.into_iter().collect();
        days.sort_unstable();
        days.dedup();
        let path = |&day: &Date| {
            let mut path = vec![day.to_string()];
            path.extend((0..levels).map(|level| span(around(day, level))));
            path.push("*".to_owned());
            path
        };
        Self::from_paths(days.iter().map(path))
    }
}

/// As a release writes it; a span of one day is that day.
fn span((first, last): (Date, Date)) -> String {
    if first == last { first.to_string() } else { format!("{first}..{last}") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Generalized, Kind};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn above(tree: &Hierarchy, leaf: &str) -> Vec<String> {
        let nodes = std::iter::successors(tree.leaf(leaf), |&node| tree.parent(node));
        nodes.map(|node| tree.label(node).to_owned()).collect()
    }

    #[test]
    fn months_quarters_years() {
        let days = ["2020-02-29", "2020-01-31", "2020-12-31", "1999-05-01"].map(day);
        let tree = Hierarchy::calendar(days, &CalendarLevel::USUAL).unwrap();
        assert_eq!(
            above(&tree, "2020-02-29"),
            ["2020-02-29", "2020-02-01..2020-02-29", "2020-01-01..2020-03-31", "2020-01-01..2020-12-31", "*"]
        );
        let both = tree.common(tree.leaf("2020-02-29").unwrap(), tree.leaf("2020-01-31").unwrap());
        assert_eq!(tree.label(both), "2020-01-01..2020-03-31");
        let decades = Hierarchy::calendar(days, &[CalendarLevel::Year, CalendarLevel::Decade]).unwrap();
        assert_eq!(above(&decades, "1999-05-01")[2], "1990-01-01..1999-12-31");
        let wrong = Hierarchy::calendar(days, &[CalendarLevel::Year, CalendarLevel::Month]);
        assert!(matches!(wrong, Err(HierarchyError::Levels(_))));
    }

    #[test]
    fn spans_of_days() {
        let widths = ["7", "28"].map(|width| width.parse().unwrap());
        let monday = Decimal::from(i64::from(day("2020-01-06").days()));
        let tree = Hierarchy::day_intervals(["2020-01-05", "2020-01-06"].map(day), &widths, monday).unwrap();
        assert_eq!(above(&tree, "2020-01-05")[1], "2019-12-30..2020-01-05");
        assert_eq!(above(&tree, "2020-01-06")[1..3], ["2020-01-06..2020-01-12", "2020-01-06..2020-02-02"]);
        let half = ["0.5".parse().unwrap()];
        assert!(matches!(Hierarchy::day_intervals([day("2020-01-05")], &half, monday), Err(HierarchyError::Days(_))));
    }

    proptest! {
        /// A node is what its text says: the days from its first to its last.
        #[test]
        fn nodes_cover_what_they_say(days in prop::collection::btree_set(-200_000i32..200_000, 1..12)) {
            let days: Vec<Date> = days.into_iter().map(Date::from_days).collect();
            let levels = CalendarLevel::NAMES.map(|(_, level)| level);
            let tree = Hierarchy::calendar(days.clone(), &levels).unwrap();
            for &leaf in &days {
                let mut node = tree.leaf(&leaf.to_string()).unwrap();
                while let Some(parent) = tree.parent(node) {
                    let cell = Generalized::parse(tree.label(node), Kind::Date, None).unwrap();
                    for &other in &days {
                        let covered = tree.covers(node, tree.leaf(&other.to_string()).unwrap());
                        prop_assert_eq!(covered, cell.covers_number(Decimal::from(i64::from(other.days()))));
                    }
                    node = parent;
                }
            }
        }
    }
}
