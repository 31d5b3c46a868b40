//! Where a released cell reaches: the one reading of cells, for callers that cut a table into parts.

use aloof_io::{Input, Source};
use aloof_table::{Decimal, Generalized, Kind};

use super::{Original, read_options};
use crate::Error;
use crate::policy::Policy;

/// The least and the greatest value that a cell may cover; a missing end reaches as far as values go. Dates are day numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Nothing below it is covered.
    pub low: Option<Decimal>,
    /// Nothing above it is covered.
    pub high: Option<Decimal>,
}

/// How far a cell of a column of numbers or dates reaches. One that is not understood may cover anything.
pub fn reach(cell: &str, kind: Kind) -> Reach {
    let Ok(Generalized::Numbers(intervals)) = Generalized::parse(cell, kind, None) else { return Reach::default() };
    let lows = intervals.iter().map(|interval| interval.low().map(|(low, _)| low));
    let highs = intervals.iter().map(|interval| interval.high().map(|(high, _)| high));
    Reach {
        low: lows.collect::<Option<Vec<_>>>().and_then(|lows| lows.into_iter().min()),
        high: highs.collect::<Option<Vec<_>>>().and_then(|highs| highs.into_iter().max()),
    }
}

/// Of every cell the first and the last of the labels in `data` that it covers, by their place there; `None` where it covers
/// none. `data` has the labels of the policy's first quasi column, each once. A cell that is not understood may cover all.
pub fn label_reaches(cells: &[String], data: Source, policy: &Policy) -> Result<Vec<Option<(usize, usize)>>, Error> {
    let input = Input::open(data, read_options(policy))?;
    let original = Original::read(&input, policy, false, &|_, _| {})?;
    let Some(quasi) = original.quasi.first() else { return Ok(vec![None; cells.len()]) };
    let labels = original.column(&quasi.name).to_labels();
    let (labels, tree) = (labels.labels(), quasi.ladder.tree());
    let all = labels.len().checked_sub(1).map(|last| (0, last));
    let reach = |cell: &String| {
        let Ok(cell) = Generalized::parse(cell, Kind::Label, tree) else { return all };
        let covers = |label: &str| cell.covers_label(label, tree);
        let mut covered = labels.iter().enumerate().filter(|(_, label)| covers(label)).map(|(at, _)| at);
        let first = covered.next()?;
        Some((first, covered.last().unwrap_or(first)))
    };
    Ok(cells.iter().map(reach).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(cell: &str, kind: Kind) -> (Option<String>, Option<String>) {
        let Reach { low, high } = reach(cell, kind);
        (low.map(|low| low.to_string()), high.map(|high| high.to_string()))
    }

    #[test]
    fn cells_reach_exactly_as_far_as_they_say() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(ends("17..24", Kind::Number), (some("17"), some("24")));
        assert_eq!(ends("0.1", Kind::Number), (some("0.1"), some("0.1")));
        // More digits than a float can tell apart.
        assert_eq!(ends("9007199254740993", Kind::Number), (some("9007199254740993"), some("9007199254740993")));
        assert_eq!(ends(">=50", Kind::Number), (some("50"), None));
        assert_eq!(ends("{3..5, 1}", Kind::Number), (some("1"), some("5")));
        assert_eq!(ends("1970-01-02..1970-01-04", Kind::Date), (some("1"), some("3")));
        assert_eq!(ends("*", Kind::Number), (None, None));
        assert_eq!(ends("about forty", Kind::Number), (None, None));
    }

    #[test]
    fn labels_reach_from_the_first_to_the_last_that_is_covered() {
        let policy = "[columns]\nzip = { role = \"quasi\", hierarchy = { kind = \"prefix\" } }\n";
        let policy = Policy::from_toml(policy, "aloof.toml").unwrap();
        let data = Source::Memory { name: "labels".to_owned(), bytes: "zip\na11\na12\nb11\nb22\n".into() };
        let cells = ["a1*", "a12", "*", "b**", "?"].map(str::to_owned);
        let found = label_reaches(&cells, data, &policy).unwrap();
        assert_eq!(found, [Some((0, 1)), Some((1, 1)), Some((0, 3)), Some((2, 3)), Some((0, 3))]);
    }
}
