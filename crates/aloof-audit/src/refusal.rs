//! What was asked and cannot be had, or was not found: which promise, why, and what is nearest.
//!
//! *Impossible* is said only with a witness that anyone can check: so many rows in one window, all rows together, a crowd of
//! similar values. Where there is none, what is asked was *not found*, which says nothing of whether it exists.

use std::fmt;

use aloof_table::Ratio;
use serde::Serialize;

use crate::policy::{Absence, Method};
use crate::words;

/// Why there is no release.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Refusal {
    /// What stands in the way.
    pub why: Why,
    /// What could be had instead.
    pub nearest: Nearest,
}

/// A protection of the policy, as a refusal names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Promise {
    /// The columns it is about.
    pub sensitive: Vec<String>,
    /// The principle with its parameters.
    pub title: String,
    /// The view it should hold in.
    pub view: &'static str,
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in the {} view", self.without_view(), self.view)
    }
}

impl Promise {
    /// Where the view changes nothing.
    fn without_view(&self) -> String {
        let of = if self.sensitive.is_empty() { String::new() } else { format!("{}: ", self.sensitive.join(", ")) };
        of + &self.title
    }
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "reason")]
#[non_exhaustive]
pub enum Why {
    /// Witness: so many rows lie in one window that no grouping can part them.
    Crowded {
        /// What was asked.
        promise: Promise,
        /// Rows in the fullest window.
        window: usize,
        /// All rows.
        rows: usize,
        /// What the window is.
        span: String,
        /// At most 1 in so many can be promised.
        largest_m: usize,
    },
    /// Witness: not even all rows together keep it, and a part of them would have to.
    WholeTable {
        /// What was asked.
        promise: Promise,
        /// All rows.
        rows: usize,
        /// What they have.
        measure: String,
        /// How the measure must lie to the bound: `at most`, `at least`.
        bound_is: &'static str,
        /// The bound.
        bound: String,
        /// Whether a larger measure is better.
        at_least: bool,
    },
    /// Witness: a group needs more rows than there are.
    TooFewRows {
        /// What was asked.
        promises: Vec<Promise>,
        /// What a group needs.
        least: usize,
        /// All rows.
        rows: usize,
    },
    /// Witness: a crowd of similar values that no groups can take in.
    Similar {
        /// What was asked.
        promise: Promise,
        /// Rows in the crowd.
        crowd: u64,
        /// The most that groups can take.
        room: u64,
        /// All rows.
        rows: usize,
    },
    /// Witness: somebody's own kind is too frequent, whatever is drawn for the others.
    OwnKind {
        /// What was asked.
        promise: Promise,
        /// What makes a kind.
        phrase: String,
        /// 1 in so many was asked.
        m: u32,
    },
    /// Witness: to keep the promise, values would be kept so seldom that none would be.
    NothingKept {
        /// What was asked.
        promise: Promise,
        /// Rows.
        rows: usize,
        /// The largest probability with which a value could be kept.
        most: String,
    },
    /// Witness: every way to group these few rows was tried.
    Tried {
        /// What was asked, all of it together.
        promises: Vec<Promise>,
        /// So many ways.
        ways: u64,
        /// All rows.
        rows: usize,
        /// With up to so many of them withheld.
        allowed: usize,
        /// Whether it can be had where numbers tell groups apart that look alike.
        numbers_help: bool,
    },
    /// Witness: what is known of the table rules it out, in the words of advice.
    RuledOut {
        /// What was asked.
        promise: Promise,
        /// Why, and what is nearest.
        because: String,
    },
    /// Witness: even noise as wide as the domains does not reach what is asked, or units are coarser.
    Noise {
        /// In words.
        what: String,
    },
    /// No groups were found that hold in every mixture; in the best ones some rows are not safe.
    InMixture {
        /// What was asked.
        promise: Promise,
        /// Rows that are not safe in the best groups found.
        unsafe_rows: usize,
        /// Rows in the fullest window of mixtures.
        window: usize,
        /// All rows.
        rows: usize,
        /// What the window is.
        span: String,
        /// 1 in so many was asked.
        m: u32,
    },
    /// No groups were found.
    NoGroups {
        /// What was asked, all of it together.
        promises: Vec<Promise>,
        /// Whether a weaker view may do.
        weaker_view: bool,
        /// Whether telling groups apart by numbers may help.
        numbers_help: bool,
    },
    /// Each could be had, no groups were found that keep all.
    Together {
        /// What was asked, among others.
        promise: Promise,
        /// Whether telling groups apart by numbers may help.
        numbers_help: bool,
    },
    /// It cannot be had of all rows, and no rows were found without which it can.
    Withholding {
        /// What was asked.
        promises: Vec<Promise>,
        /// All rows.
        rows: usize,
        /// So many may be withheld.
        allowed: usize,
    },
    /// Groups were found, with more cells left out in a column than the policy lets be.
    CellsLeftOut {
        /// The column.
        column: String,
        /// Cells left out.
        needed: usize,
        /// So many may be.
        allowed: usize,
        /// All cells.
        cells: usize,
    },
    /// Rows were parted by what their cells show, and parts that are large enough do not keep what is asked.
    PartsTooAlike {
        /// Parts that do not.
        parts: usize,
        /// All parts.
        all: usize,
        /// Rows that a part has at least.
        least: usize,
    },
    /// Too few who are new in a series have values that nobody else has: beside counterfeits these would be known to be theirs.
    Alone {
        /// The column.
        column: String,
        /// So many have such a value and found no place.
        newcomers: usize,
        /// 1 in so many was asked.
        m: usize,
    },
    /// Of walked columns nobody could check it, so it is not promised.
    Unchecked {
        /// What is open, and why.
        open: Vec<String>,
    },
    /// A column did not move as far as asked.
    Unmoved {
        /// The column.
        column: String,
        /// How far it went, in words.
        what: String,
        /// What may help, in words.
        hint: String,
    },
}

impl Why {
    /// Whether it is proven that what was asked does not exist.
    pub fn is_proven(&self) -> bool {
        !matches!(
            self,
            Self::InMixture { .. }
                | Self::NoGroups { .. }
                | Self::Together { .. }
                | Self::Withholding { .. }
                | Self::CellsLeftOut { .. }
                | Self::PartsTooAlike { .. }
                | Self::Alone { .. }
                | Self::Unchecked { .. }
                | Self::Unmoved { .. }
        )
    }
}

impl Why {
    /// Whether it is proven, and if of one promise by itself, of this one.
    #[doc(hidden)]
    pub fn is_proof_about(&self, asked: &Promise) -> bool {
        match self {
            // Makers count such rows for all that is asked together.
            Self::Similar { promise, .. } => promise == asked,
            _ => self.is_proven(),
        }
    }
}

/// What could be had instead; what is not known is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Nearest {
    /// The largest m for the policy's ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_m: Option<usize>,
    /// ε must stay below this for the policy's m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon_below: Option<String>,
    /// The largest δ for the policy's ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_at_most: Option<String>,
    /// Rows that would have to be withheld.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withhold: Option<Withhold>,
    /// What ended the search, where time did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<OutOfTime>,
    /// In words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// A search that time ended: with more of it, more may be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutOfTime {
    /// The limit.
    pub limit: String,
    /// Steps that there was time for.
    pub steps: u32,
}

impl fmt::Display for OutOfTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, steps } = self;
        write!(f, "The time limit of {limit} ended the search after {steps} steps: with more time it may be found")
    }
}

/// Rows that would have to be withheld so that the others can be published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Withhold {
    /// So many.
    pub needed: usize,
    /// Whether a release is then made, whatever is drawn; else so many are the least, and whether they do was not tried.
    pub certain: bool,
    /// Of all.
    pub rows: usize,
    /// The policy allows so many, for this.
    pub allowed: usize,
    /// Whether someone may know who is missing: then withholding is no way.
    pub absence: Absence,
}

impl Withhold {
    /// So many of the rows, which certainly do.
    #[doc(hidden)]
    pub fn new(needed: usize, rows: usize, method: &Method) -> Self {
        let allowed = method.may_withhold_to_promise(rows);
        Self { needed, certain: true, rows, allowed, absence: method.absence() }
    }

    /// The same where so many are the least, and may not do.
    #[doc(hidden)]
    pub fn at_least(needed: usize, rows: usize, method: &Method) -> Self {
        Self { certain: false, ..Self::new(needed, rows, method) }
    }

    /// Why rows are not withheld, where someone may know who is missing; `proven`: what is asked cannot be had of all rows.
    pub fn why_not(&self, proven: bool) -> Option<&'static str> {
        match (self.absence, proven) {
            (Absence::Unknown, _) => None,
            (Absence::Known, true) => Some(
                "Withholding rows cannot help: if the withheld kept it as a group of their own, all rows could keep it, so \
                 someone who misses a person in the release would learn more about them than is asked",
            ),
            (Absence::Known, false) => Some(
                "Rows are not withheld for it: someone who misses a person in the release would learn that theirs is one of \
                 the values that stand in the way",
            ),
        }
    }
}

impl fmt::Display for Withhold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = words::part(self.needed, self.rows, "row", "rows");
        let share = share_above(self.needed, self.rows);
        let does =
            if self.certain { format!("{of} would do") } else { format!("at least {of} may do, which was not tried") };
        match self.absence {
            Absence::Known => write!(
                f,
                "absence = \"unknown\" states the assumption under which it could: that nobody knows who is in the table. Then \
                 withholding {does} (suppress = \"{share}\")"
            ),
            Absence::Unknown if self.allowed > 0 => {
                write!(f, "Withholding {does}, where suppress allows {}", words::count(self.allowed))
            }
            Absence::Unknown => write!(f, "Withholding {does} (suppress = \"{share}\")"),
        }
    }
}

impl Refusal {
    /// Nothing is known of what is nearest.
    #[doc(hidden)]
    pub fn new(why: Why) -> Self {
        Self { why, nearest: Nearest::default() }
    }

    /// The same, with what is nearest.
    #[doc(hidden)]
    pub fn with(self, nearest: Nearest) -> Self {
        Self { nearest, ..self }
    }

    /// The same, where time ended the search. What is proven does not change with time.
    #[doc(hidden)]
    pub fn out_of_time(mut self, limit: String, steps: u32) -> Self {
        if !self.why.is_proven() {
            self.nearest.time_limit = Some(OutOfTime { limit, steps });
        }
        self
    }

    /// `impossible`, with a witness, or `not-found`.
    pub fn kind(&self) -> &'static str {
        if self.why.is_proven() { "impossible" } else { "not-found" }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let withhold = self.nearest.withhold.filter(|withhold| withhold.needed < withhold.rows);
        let why_not = withhold.and_then(|withhold| withhold.why_not(self.why.is_proven())).map(str::to_owned);
        let withhold = why_not.into_iter().chain(withhold.map(|withhold| withhold.to_string()));
        let time = self.nearest.time_limit.iter().map(OutOfTime::to_string);
        let more = time.chain(self.nearest.words.iter().cloned()).chain(withhold);
        write!(f, "{}", self.why)?;
        more.into_iter().try_for_each(|sentence| write!(f, ". {sentence}"))
    }
}

fn parts_too_alike(parts: usize, all: usize, least: usize) -> String {
    format!(
        "rows were parted by what their cells show (suppress_cells), and what is asked does not hold of {} of at least {least} rows. \
         Which cells are left out follows from counts alone, so that a `*` tells nothing of values; no part grows because its values \
         lie near each other. Whether other parts would do is not known. A [[protect]] with principle = \"k-anonymity\" and k above \
         {least} makes all parts larger; coarser classes, a hierarchy, or no suppress_cells may do, too",
        words::part(parts, all, "part", "parts")
    )
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crowded { promise, window, rows, span, largest_m } => write!(
                f,
                "{promise}{} is impossible for these data: {} {} {span}, so {} can be promised",
                // A table may pass in that view alone in which single rows are plainly somebody's.
                if promise.view == "candidates" { ", with every group keeping it," } else { "" },
                words::part(*window, *rows, "row", "rows"),
                if *window == 1 { "lies" } else { "lie" },
                // 1 in 1 is certainty.
                if *largest_m > 1 { format!("at most 1 in {largest_m}") } else { "nothing".to_owned() }
            ),
            Self::WholeTable { promise, rows, measure, bound_is, bound, at_least } => {
                let side = if *at_least { "most" } else { "least" };
                write!(
                    f,
                    "{} is impossible for these data: not even all {rows} rows together keep it. Their measure is {measure}, \
                     which is the {side} that can be promised, and {bound_is} {bound} is asked",
                    promise.without_view()
                )
            }
            Self::TooFewRows { promises, least, rows } => write!(
                f,
                "{} is impossible for these data: a group needs {least} rows, and there are {rows}",
                list(promises)
            ),
            Self::Similar { promise, crowd, room, rows } => write!(
                f,
                "{promise} is impossible for these data: {crowd} of {rows} rows hold values similar to each other, and no groups \
                 can take more than {room} of such"
            ),
            Self::OwnKind { promise: Promise { sensitive, title, .. }, phrase, m } => write!(
                f,
                "{}: no perturbation keeps {title}: {phrase} of some figure lies more than 1 in {m} of all rows, whatever is drawn",
                sensitive.join(", ")
            ),
            Self::NothingKept { promise: Promise { sensitive, title, .. }, rows, most } => write!(
                f,
                "{}: no perturbation keeps {title} and anything of the column: a value could be kept with a probability of at most \
                 {most}, which is less than one of {rows}; a value that people have is so seldom drawn that whoever sees it believes it",
                sensitive.join(", ")
            ),
            Self::Tried { promises, ways, rows, allowed, numbers_help } => {
                f.write_str(&tried(promises, *ways, (*rows, *allowed), *numbers_help))
            }
            Self::RuledOut { promise, because } => {
                write!(f, "{promise} is impossible for these data: {because}")
            }
            Self::Noise { what } => f.write_str(what),
            Self::InMixture { promise: Promise { sensitive, title, view }, unsafe_rows, window, rows, span, m } => {
                write!(
                    f,
                    "{}: no groups were found that keep {title} in the {view} view; in the best ones {unsafe_rows} of {rows} \
                 rows are not safe. Whether others exist is not known: {window} rows lie {span}, which is more than 1 in {m}",
                    sensitive.join(", ")
                )
            }
            Self::NoGroups { promises, weaker_view, numbers_help } => {
                let together = if promises.len() > 1 { " together" } else { "" };
                let weaker = if *weaker_view { ", or view = \"group\"," } else { "" };
                write!(
                    f,
                    "{}: no groups were found that keep it{together}; whether there are any is not known. A \
                     smaller epsilon, delta or m{weaker} may do{}",
                    list(promises),
                    told_apart(*numbers_help)
                )
            }
            Self::Together { promise: Promise { sensitive, title, view }, numbers_help } => {
                let hint = told_apart(*numbers_help);
                write!(
                    f,
                    "{}: no groups were found that keep {title} in the {view} view together with all else that is asked; \
                     whether there are any is not known. A smaller ε or m, or weaker further rules, may do{hint}",
                    sensitive.join(", ")
                )
            }
            Self::Withholding { promises, rows, allowed } => write!(
                f,
                "{}: it cannot be had of all {rows} rows, and no {allowed} or fewer were found without which it can; whether \
                 there are any is not known",
                list(promises)
            ),
            Self::CellsLeftOut { column, needed, allowed, cells } => write!(
                f,
                "column `{column}`: no groups were found that show one value each and leave out at most {} (suppress_cells); \
                 those that were found leave out {needed}. Whether others exist is not known. suppress_cells = \"{}\" would do, and so \
                 may coarser classes or a hierarchy",
                words::part(*allowed, *cells, "cell", "cells"),
                share_above(*needed, *cells)
            ),
            Self::PartsTooAlike { parts, all, least } => f.write_str(&parts_too_alike(*parts, *all, *least)),
            Self::Alone { column, newcomers, m } => f.write_str(&nobody_elses(column, *newcomers, *m)),
            Self::Unchecked { open } => write!(
                f,
                "what is asked cannot be promised of walked columns, since nobody could check it: {}; view = \"group\" can be \
                 promised",
                open.join("; ")
            ),
            Self::Unmoved { column, what, hint } => {
                write!(f, "column `{column}` cannot be released by a walk: {what}; {hint}")
            }
        }
    }
}

/// Some who are new in a series have values that no counterfeit could have.
fn nobody_elses(column: &str, newcomers: usize, m: usize) -> String {
    format!(
        "column `{column}`: {} that nobody else has (or only others who are new), no place was found for them among {m} people who are new, \
         and beside counterfeits, which have values of others, it would be known to be real. Left out of this month's table until {m} who are \
         new stand together they can be published with those; in a series that rounds the column (`round`) more people have the same value",
        words::several(newcomers, "person who is new has a value", "people who are new have values")
    )
}

/// No way to group a few rows keeps it.
fn tried(promises: &[Promise], ways: u64, (rows, allowed): (usize, usize), numbers_help: bool) -> String {
    let withheld = if allowed > 0 { format!(", with up to {allowed} of them withheld,") } else { String::new() };
    let together = if promises.len() > 1 { " together" } else { "" };
    let numbers = if numbers_help {
        ". With [output] group_ids = true, which tells groups apart that look alike, it can be had"
    } else {
        ""
    };
    format!(
        "{} is impossible for these data: all {ways} ways to group the {rows} rows{withheld} were tried, and none keeps \
         it{together}{numbers}",
        list(promises)
    )
}

/// A share that so many of all do not exceed, in four places.
fn share_above(some: usize, all: usize) -> String {
    let share = Ratio::of(some as u64, all as u64).ceil_decimal(4);
    share.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn told_apart(numbers_help: bool) -> &'static str {
    if numbers_help { "; [output] group_ids = true would tell groups apart that look alike" } else { "" }
}

fn list(promises: &[Promise]) -> String {
    promises.iter().map(Promise::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_and_not_found_are_two_kinds() {
        let promise =
            Promise { sensitive: vec!["pay".to_owned()], title: "(5, 2)-anonymity".to_owned(), view: "group" };
        let crowded = Why::Crowded {
            promise: promise.clone(),
            window: 3,
            rows: 4,
            span: "in an interval of length 5".to_owned(),
            largest_m: 1,
        };
        let refusal = Refusal::new(crowded);
        assert_eq!(refusal.kind(), "impossible");
        assert_eq!(
            refusal.to_string(),
            "pay: (5, 2)-anonymity in the group view is impossible for these data: 3 of 4 rows lie in an interval of length \
             5, so nothing can be promised"
        );
        let together = Refusal::new(Why::Together { promise, numbers_help: false });
        assert_eq!(together.kind(), "not-found");
        assert!(!together.to_string().contains("impossible"));
    }

    #[test]
    fn withholding_is_said_as_the_policy_would_write_it() {
        let withhold = Withhold { needed: 2, certain: true, rows: 3, allowed: 0, absence: Absence::Unknown };
        assert_eq!(withhold.to_string(), "Withholding 2 of 3 rows would do (suppress = \"0.6667\")");
        let allowed = Withhold { allowed: 1, ..withhold };
        assert_eq!(allowed.to_string(), "Withholding 2 of 3 rows would do, where suppress allows 1");
        let least = Withhold { certain: false, ..withhold };
        assert_eq!(
            least.to_string(),
            "Withholding at least 2 of 3 rows may do, which was not tried (suppress = \"0.6667\")"
        );
        assert_eq!(allowed.why_not(true), None);
        let known = Withhold { absence: Absence::Known, ..withhold };
        assert!(known.to_string().starts_with("absence = \"unknown\" states the assumption under which it could"));
        assert!(known.why_not(true).unwrap().contains("someone who misses a person in the release"));
    }
}
