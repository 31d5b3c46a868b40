//! What stands in the way: a witness that anyone can check, or where a search ended.

use serde::Serialize;

use super::Promise;

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
