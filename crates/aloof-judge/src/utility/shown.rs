//! What a release shows of a column's domain: of this, and of nothing beyond it, loss is a share.
//!
//! # Definition
//! Of numbers and dates: from the least to the greatest end of all cells, within what the original has; a cell that is open to one side
//! shows all of the original there. Of labels: those of the original that some cell covers. `*` shows nothing. Labels in a tree or an
//! order have the tree's or the order's domain, whatever is shown.
//!
//! # Why
//! A release of everybody shows all that the original has, and the domain is the original's. Of one that somebody was withheld from
//! or held out of, a domain that reaches as far as the values of the absent would make its loss tell them; and whoever measures it
//! later, without knowing who is absent, must find the figure that the release states.
//!
//! # Cost
//! One look at every distinct cell, and one at every value.

use aloof_table::{Column, DateColumn, Decimal, Generalized, Interval, Kind, LabelColumn, NumberColumn};

use super::Generalization;

/// The values of a column as far as its release shows them; `None` where that is all of them, or nothing is.
pub fn shown(column: &Generalization<'_>) -> Option<Column> {
    match column.original {
        _ if column.hierarchy.is_some() || column.order.is_some() => None,
        Column::Label(labels) => shown_labels(labels, column.released),
        numbers => shown_range(numbers, column.released),
    }
}

fn shown_labels(original: &LabelColumn, cells: &LabelColumn) -> Option<Column> {
    let labels = original.labels();
    let mut shown = vec![false; labels.len()];
    let mut show =
        |label: &str| labels.code(label).is_some_and(|code| std::mem::replace(&mut shown[code as usize], true));
    for text in cells.labels().iter() {
        if text.chars().all(|c| c == '*') {
            continue;
        }
        if labels.code(text).is_some() {
            show(text);
            continue;
        }
        match Generalized::parse(text, Kind::Label, None) {
            Ok(Generalized::Any) | Err(_) => {}
            Ok(Generalized::Labels(members)) => members.iter().for_each(|member| _ = show(member)),
            Ok(other) => {
                labels.iter().filter(|label| other.covers_label(label, None)).for_each(|label| _ = show(label));
            }
        }
    }
    let some = shown.contains(&true) && shown.contains(&false);
    let texts = labels.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(label, _)| Some(label));
    some.then(|| Column::Label(LabelColumn::from_texts(texts)))
}

fn shown_range(original: &Column, cells: &LabelColumn) -> Option<Column> {
    let (least, greatest) = ends(original)?;
    let read = |text: &str| match Generalized::parse(text, original.kind(), None) {
        Ok(Generalized::Numbers(intervals)) => intervals,
        _ => Vec::new(),
    };
    let intervals: Vec<Interval> = cells.labels().iter().flat_map(read).collect();
    let end = |end: Option<(Decimal, bool)>, open: Decimal| end.map_or(open, |(end, _)| end);
    let low = intervals.iter().map(|interval| end(interval.low(), least)).min()?.max(least);
    let high = intervals.iter().map(|interval| end(interval.high(), greatest)).max()?.min(greatest);
    if (low, high) == (least, greatest) || low > high {
        return None;
    }
    column_of(original.kind(), [low, high])
}

/// The least and the greatest value.
fn ends(column: &Column) -> Option<(Decimal, Decimal)> {
    match column {
        Column::Number(numbers) => {
            let scaled = || (0..numbers.len()).filter_map(|row| numbers.scaled(row));
            let number = |scaled: i128| Decimal::new(scaled, numbers.scale());
            Some((number(scaled().min()?), number(scaled().max()?)))
        }
        Column::Date(dates) => {
            let days =
                || (0..dates.len()).filter_map(|row| dates.get(row)).map(|date| Decimal::from(i64::from(date.days())));
            Some((days().min()?, days().max()?))
        }
        Column::Label(_) => None,
    }
}

fn column_of(kind: Kind, ends: [Decimal; 2]) -> Option<Column> {
    let day = |value: Decimal| value.at_scale(0).and_then(|day| i32::try_from(day).ok());
    match kind {
        Kind::Number => NumberColumn::from_decimals(ends.map(Some)).ok().map(Column::Number),
        Kind::Date => Some(Column::Date(DateColumn::new(ends.map(day).into_iter().collect::<Option<Vec<i32>>>()?))),
        Kind::Label => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(original: &Column, cells: &[&str]) -> Option<Vec<String>> {
        let released = LabelColumn::from_texts(cells.iter().map(|cell| Some(*cell)));
        let found = shown(&Generalization { original, released: &released, hierarchy: None, order: None })?;
        Some((0..found.len()).filter_map(|row| found.text(row)).collect())
    }

    #[test]
    fn numbers_reach_as_far_as_cells() {
        let ages = Column::Number(NumberColumn::from_integers(vec![17, 30, 90]));
        assert_eq!(told(&ages, &["20..30", "40", "*"]), Some(vec!["20".into(), "40".into()]));
        // Wider than the original, or open: the original's end.
        assert_eq!(told(&ages, &["0..19", "20..99"]), None);
        assert_eq!(told(&ages, &["20..30", ">=50"]), Some(vec!["20".into(), "90".into()]));
        assert_eq!(told(&ages, &["*"]), None);
    }

    #[test]
    fn labels_are_those_that_cells_cover() {
        let towns = Column::Label(LabelColumn::from_texts(["Rome", "Milan", "Lyon"].map(Some)));
        assert_eq!(told(&towns, &["{Lyon|Milan}", "Lyon", "*"]), Some(vec!["Milan".into(), "Lyon".into()]));
        assert_eq!(told(&towns, &["{Lyon|Milan}", "Rome"]), None);
        assert_eq!(told(&towns, &["*"]), None);
        let days = Column::Date(DateColumn::new(vec![0, 10, 400]));
        assert_eq!(told(&days, &["1970-01-01..1970-01-11"]), Some(vec!["1970-01-01".into(), "1970-01-11".into()]));
    }
}
