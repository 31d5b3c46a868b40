//! A generalized value: a cell that stands for several values, in the notations people really write.
//!
//! | text | meaning |
//! |---|---|
//! | `17..24`, `17-24`, `17 - 24`, `[17, 24]` | both ends included |
//! | `[17, 24[`, `[17, 24)`, `]17, 24]`, `(17, 24]` | an end turned outward or round is excluded |
//! | `<30`, `<=30`, `>=50`, `>50`, `50+`, `[50, ∞[` | one end open |
//! | `130**` | every code of this length with this beginning |
//! | `{a, b}`, `{a\|b}` | any of these |
//! | `*`, `*****` | anything |
//! | a node of the column's hierarchy | the labels below it |
//! | anything else | itself |

use crate::hierarchy::is_star;
use crate::{Date, Decimal, Hierarchy, Kind, Node};

/// An interval of numbers (or of days); an end may be missing or excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    low: Option<(Decimal, bool)>,
    high: Option<(Decimal, bool)>,
}

impl Interval {
    /// Ends, and whether each is included; one that is not given is open.
    pub(crate) fn new(low: Option<(Decimal, bool)>, high: Option<(Decimal, bool)>) -> Self {
        Self { low, high }
    }

    /// Both ends included.
    pub fn closed(low: Decimal, high: Decimal) -> Self {
        Self { low: Some((low, true)), high: Some((high, true)) }
    }

    /// The lower end, and whether it is included.
    pub fn low(&self) -> Option<(Decimal, bool)> {
        self.low
    }

    /// The upper end, and whether it is included.
    pub fn high(&self) -> Option<(Decimal, bool)> {
        self.high
    }

    /// Whether `value` lies in it.
    pub fn contains(&self, value: Decimal) -> bool {
        let above = self.low.is_none_or(|(low, included)| value > low || (included && value == low));
        let below = self.high.is_none_or(|(high, included)| value < high || (included && value == high));
        above && below
    }

    fn is_ordered(&self) -> bool {
        match (self.low, self.high) {
            (Some((low, a)), Some((high, b))) => low < high || (low == high && a && b),
            _ => true,
        }
    }
}

/// What a generalized cell covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Generalized {
    /// Everything, missing values too.
    Any,
    /// Numbers or days in one of these intervals.
    Numbers(Vec<Interval>),
    /// Labels below one of these hierarchy nodes.
    Nodes(Vec<Node>),
    /// One of these labels, in byte order.
    Labels(Vec<String>),
    /// Labels of `length` characters that begin with `head`.
    Prefix {
        /// The characters shown.
        head: String,
        /// Characters in all.
        length: usize,
    },
}

/// Why a cell could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneralizedError {
    /// In a column of numbers or dates: neither a value nor a set of values.
    #[error(
        "`{text}` is neither one of the {kind} nor a set of {kind}; understood are 17..24, [17, 24], [17, 24[, 17-24, <30, >=50, 130**, {{1, 2}}, *"
    )]
    NotUnderstood {
        /// The cell.
        text: String,
        /// `numbers` or `dates`.
        kind: &'static str,
    },
    /// An interval whose ends are the wrong way round, or are one value that does not belong to it.
    #[error("the interval `{0}` is empty: no value lies between its ends")]
    Empty(String),
    /// Neither a leaf nor a node of the hierarchy.
    #[error("`{0}` is no node of the column's hierarchy")]
    NoNode(String),
}

impl Generalized {
    /// Reads a cell of a column whose original values are of `kind`.
    pub fn parse(text: &str, kind: Kind, hierarchy: Option<&Hierarchy>) -> Result<Self, GeneralizedError> {
        if is_star(text) {
            return Ok(Self::Any);
        }
        // A label may begin or end with a blank that belongs to it.
        if let Some(node) = hierarchy.and_then(|tree| tree.node(text)) {
            return Ok(Self::Nodes(vec![node]));
        }
        let text = text.trim();
        match (kind, hierarchy) {
            (_, Some(hierarchy)) => parse_nodes(text, kind, hierarchy),
            (Kind::Label, None) => Ok(parse_label(text)),
            (Kind::Number | Kind::Date, None) => parse_numbers(text, kind),
        }
    }

    /// Whether it covers the number, or the day given as its day number.
    pub fn covers_number(&self, value: Decimal) -> bool {
        match self {
            Self::Any => true,
            Self::Numbers(intervals) => intervals.iter().any(|interval| interval.contains(value)),
            _ => false,
        }
    }

    /// Whether it covers the label; `hierarchy` is the one it was parsed with.
    pub fn covers_label(&self, label: &str, hierarchy: Option<&Hierarchy>) -> bool {
        match self {
            Self::Any => true,
            Self::Numbers(_) => {
                let number = parse_value(label, Kind::Date).or_else(|| parse_value(label, Kind::Number));
                number.is_some_and(|value| self.covers_number(value))
            }
            Self::Nodes(nodes) => hierarchy.is_some_and(|tree| {
                tree.leaf(label).is_some_and(|leaf| nodes.iter().any(|&node| tree.covers(node, leaf)))
            }),
            Self::Labels(labels) => labels.iter().any(|own| own == label),
            Self::Prefix { head, length } => label.starts_with(head.as_str()) && label.chars().count() == *length,
        }
    }
}

/// The members of `{a|b}` or `{a, b}`.
fn members(text: &str) -> Option<Vec<&str>> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let separator = if inside.contains('|') { '|' } else { ',' };
    Some(inside.split(separator).map(str::trim).collect())
}

fn parse_nodes(text: &str, kind: Kind, hierarchy: &Hierarchy) -> Result<Generalized, GeneralizedError> {
    if let Some(node) = hierarchy.node(text) {
        return Ok(Generalized::Nodes(vec![node]));
    }
    if let Some(members) = members(text) {
        let nodes: Option<Vec<Node>> = members.iter().map(|label| hierarchy.node(label)).collect();
        if let Some(nodes) = nodes {
            return Ok(Generalized::Nodes(nodes));
        }
    }
    // A number column may have a hierarchy and still be released as intervals.
    match kind {
        Kind::Number | Kind::Date => parse_numbers(text, kind),
        Kind::Label => Err(GeneralizedError::NoNode(text.to_owned())),
    }
}

fn parse_label(text: &str) -> Generalized {
    if let Some(members) = members(text) {
        let mut labels: Vec<String> = members.into_iter().map(str::to_owned).collect();
        labels.sort_unstable();
        labels.dedup();
        return Generalized::Labels(labels);
    }
    let head = text.trim_end_matches('*');
    if head.len() < text.len() && !head.is_empty() {
        return Generalized::Prefix { head: head.to_owned(), length: text.chars().count() };
    }
    Generalized::Labels(vec![text.to_owned()])
}

fn parse_numbers(text: &str, kind: Kind) -> Result<Generalized, GeneralizedError> {
    let parts = members(text).unwrap_or_else(|| vec![text]);
    let intervals: Option<Vec<Interval>> = parts.into_iter().map(|part| parse_interval(part, kind)).collect();
    let not_understood = || GeneralizedError::NotUnderstood { text: text.to_owned(), kind: kind.plural() };
    let intervals = intervals.ok_or_else(not_understood)?;
    if intervals.iter().all(Interval::is_ordered) {
        Ok(Generalized::Numbers(intervals))
    } else {
        Err(GeneralizedError::Empty(text.to_owned()))
    }
}

fn parse_value(text: &str, kind: Kind) -> Option<Decimal> {
    match kind {
        Kind::Date => Date::parse(text.as_bytes()).map(|date| Decimal::from(i64::from(date.days()))),
        _ => Decimal::parse(text.as_bytes()).ok(),
    }
}

fn parse_interval(text: &str, kind: Kind) -> Option<Interval> {
    let text = text.trim();
    if let Some(value) = parse_value(text, kind) {
        return Some(Interval::closed(value, value));
    }
    bracketed(text, kind)
        .or_else(|| one_sided(text, kind))
        .or_else(|| dashed(text, kind))
        .or_else(|| masked(text, kind))
}

/// `[17, 24]` and its relatives. Between the ends stands a comma, a semicolon or `..`.
fn bracketed(text: &str, kind: Kind) -> Option<Interval> {
    let low_included = match text.chars().next()? {
        '[' => true,
        ']' | '(' => false,
        _ => return None,
    };
    let high_included = match text.chars().next_back()? {
        ']' => true,
        '[' | ')' => false,
        _ => return None,
    };
    let inside = text.get(1..text.len() - 1)?;
    let (low, high) = [",", ";", ".."].iter().find_map(|separator| inside.split_once(separator))?;
    let end = |text: &str, included: bool| -> Option<Option<(Decimal, bool)>> {
        let text = text.trim();
        if matches!(text, "" | "*" | "∞" | "-∞" | "+∞") || text.to_ascii_lowercase().ends_with("inf") {
            return Some(None);
        }
        parse_value(text, kind).map(|value| Some((value, included)))
    };
    Some(Interval { low: end(low, low_included)?, high: end(high, high_included)? })
}

/// `<30`, `>=50`, `50+`.
fn one_sided(text: &str, kind: Kind) -> Option<Interval> {
    let (mut low, mut high) = (None, None);
    let value = |rest: &str| parse_value(rest.trim(), kind);
    if let Some(rest) = text.strip_prefix("<=").or_else(|| text.strip_prefix('≤')) {
        high = Some((value(rest)?, true));
    } else if let Some(rest) = text.strip_prefix(">=").or_else(|| text.strip_prefix('≥')) {
        low = Some((value(rest)?, true));
    } else if let Some(rest) = text.strip_prefix('<') {
        high = Some((value(rest)?, false));
    } else if let Some(rest) = text.strip_prefix('>') {
        low = Some((value(rest)?, false));
    } else {
        low = Some((value(text.strip_suffix('+')?)?, true));
    }
    Some(Interval { low, high })
}

/// `17..24`, `17-24`, `17 – 24`, also with negative ends and dates: the first separator with a value on both sides.
fn dashed(text: &str, kind: Kind) -> Option<Interval> {
    ["..", "–", "-"].iter().find_map(|separator| {
        text.match_indices(separator).find_map(|(at, _)| {
            let low = parse_value(text[..at].trim(), kind)?;
            let high = parse_value(text[at + separator.len()..].trim(), kind)?;
            Some(Interval::closed(low, high))
        })
    })
}

/// `130**` among numbers: 13000 to 13099 and what lies between.
fn masked(text: &str, kind: Kind) -> Option<Interval> {
    let head = text.trim_end_matches('*');
    let hidden = u8::try_from(text.len() - head.len()).ok().filter(|&hidden| hidden > 0)?;
    if kind != Kind::Number || head.is_empty() || !head.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let head = Decimal::parse(head.as_bytes()).ok()?.at_scale(0)?;
    let power = crate::decimal::power_of_ten(hidden)?;
    let (low, high) = (head.checked_mul(power)?, head.checked_add(1)?.checked_mul(power)?);
    Some(Interval { low: Some((Decimal::new(low, 0), true)), high: Some((Decimal::new(high, 0), false)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(text: &str) -> Generalized {
        Generalized::parse(text, Kind::Number, None).unwrap()
    }

    fn covers(text: &str, value: &str) -> bool {
        number(text).covers_number(value.parse().unwrap())
    }

    #[test]
    fn closed_intervals_in_many_notations() {
        for text in ["17..24", "17-24", "17 - 24", "[17, 24]", "[17,24]", "[17;24]", "17 – 24", "[17..24]"] {
            assert!(covers(text, "17") && covers(text, "24") && covers(text, "20.5"), "{text}");
            assert!(!covers(text, "16.99") && !covers(text, "24.01"), "{text}");
        }
        assert!(covers("-5--3", "-4") && covers("-5..3", "0") && covers("-5-3", "0"));
        assert!(covers("42", "42.0") && !covers("42", "43"));
    }

    #[test]
    fn half_open_and_one_sided() {
        for text in ["[17, 24[", "[17, 24)"] {
            assert!(covers(text, "17") && !covers(text, "24"), "{text}");
        }
        for text in ["]17, 24]", "(17, 24]"] {
            assert!(!covers(text, "17") && covers(text, "24"), "{text}");
        }
        assert!(covers("<30", "29.9") && !covers("<30", "30") && covers("<=30", "30"));
        assert!(covers(">=50", "50") && !covers(">50", "50") && covers("50+", "50") && covers("[50, ∞[", "1e9"));
    }

    #[test]
    fn masks_sets_and_stars() {
        assert!(covers("130**", "13000") && covers("130**", "13099") && !covers("130**", "13100"));
        assert!(covers("{1, 2, 5..7}", "6") && !covers("{1, 2}", "3"));
        assert!(covers("*", "3") && covers("***", "3"));
        let zip = Generalized::parse("130**", Kind::Label, None).unwrap();
        assert!(zip.covers_label("13053", None) && !zip.covers_label("1305", None) && !zip.covers_label("14053", None));
        let set = Generalized::parse("{a|b, c}", Kind::Label, None).unwrap();
        assert!(set.covers_label("b, c", None) && !set.covers_label("b", None));
        assert!(Generalized::parse("{a, b}", Kind::Label, None).unwrap().covers_label("b", None));
    }

    #[test]
    fn dates_are_days() {
        let day = |text: &str| Decimal::from(i64::from(text.parse::<Date>().unwrap().days()));
        for text in ["2020-01-01..2020-03-31", "[2020-01-01, 2020-03-31]", "2020-01-01 - 2020-03-31"] {
            let quarter = Generalized::parse(text, Kind::Date, None).unwrap();
            assert!(quarter.covers_number(day("2020-03-31")) && !quarter.covers_number(day("2020-04-01")), "{text}");
        }
    }

    #[test]
    fn nodes_cover_their_leaves() {
        let tree = Hierarchy::from_paths([vec!["Rome", "Italy", "*"], vec!["Lyon", "France", "*"]]).unwrap();
        let italy = Generalized::parse("Italy", Kind::Label, Some(&tree)).unwrap();
        assert!(italy.covers_label("Rome", Some(&tree)) && !italy.covers_label("Lyon", Some(&tree)));
        let both = Generalized::parse("{Rome|France}", Kind::Label, Some(&tree)).unwrap();
        assert!(both.covers_label("Rome", Some(&tree)) && both.covers_label("Lyon", Some(&tree)));
        assert!(Generalized::parse("Spain", Kind::Label, Some(&tree)).is_err());
    }

    #[test]
    fn says_what_it_does_not_understand() {
        assert!(matches!(Generalized::parse("young", Kind::Number, None), Err(GeneralizedError::NotUnderstood { .. })));
        assert!(matches!(Generalized::parse("[24, 17]", Kind::Number, None), Err(GeneralizedError::Empty(_))));
        assert!(matches!(Generalized::parse("]17, 17]", Kind::Number, None), Err(GeneralizedError::Empty(_))));
    }

    proptest! {
        #[test]
        fn never_panics(text in "\\PC{0,30}") {
            for kind in [Kind::Number, Kind::Date, Kind::Label] {
                let _ = Generalized::parse(&text, kind, None);
            }
        }

        #[test]
        fn brackets_of_any_kind_never_panic(text in "[\\[\\](){},;.*<>=+∞–0-9-]{0,12}") {
            for kind in [Kind::Number, Kind::Date, Kind::Label] {
                let _ = Generalized::parse(&text, kind, None);
            }
        }
    }
}
