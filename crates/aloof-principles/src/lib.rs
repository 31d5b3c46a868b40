//! The rules of Aloof: one file per principle, grouped by what it protects against.
//!
//! A [`Principle`] is a rule with its parameters, checked when it is made. *Bound* to an [`Attribute`] (the sensitive
//! values of a table) it becomes a [`Check`], which judges groups: sorted lists of value codes. Everything about values
//! is decided when binding, once per distinct value and exactly; judging a group only counts.
//!
//! | folder | principles | threat |
//! |---|---|---|
//! | `identity` | [`KAnonymity`], [`Presence`] | this row is theirs; they are in the table |
//! | `diversity` | [`Distinct`], [`Frequency`], [`Entropy`], [`Recursive`], [`AlphaK`] | the value *is* so and so |
//! | `spread` | [`KE`], [`Variance`] | the values all lie close together |
//! | `closeness` | [`TCloseness`], [`BetaLikeness`] | the value is likelier than one would have thought |
//! | `history` | [`MInvariance`] | the value is so and so, for someone who has several releases |
//! | `knowledge` | [`CKSafety`], [`Skyline`] | the value is so and so, for someone who knows more than the release |
//! | `proximity` | [`EpsilonM`], [`DeltaL`], [`Dissimilarity`], and [`Register`] for all of them | the value is *about* so and so |
//!
//! `similarity` holds the distances that [`Dissimilarity`] can ask with, one per file.
//!
//! [`Measures`] asks for nothing and collects what a table has: the strongest parameters that all of its groups keep.
//!
//! For each of these fast routines `aloof-judge` holds the definition written literally, and property tests hold the
//! two equal.

mod arithmetic;
pub mod closeness;
pub mod diversity;
mod error;
mod finding;
pub mod history;
pub mod identity;
pub mod knowledge;
pub mod measures;
mod missing;
pub mod proximity;
mod rule;
pub mod similarity;
pub mod spread;
mod values;

pub use aloof_table::Attribute;
pub use closeness::{BetaLikeness, Ground, TCloseness};
pub use diversity::{AlphaK, Distinct, Entropy, Frequency, Recursive};
pub use error::{ParamError, Unfit};
pub use finding::{Direction, Finding};
pub use history::MInvariance;
pub use identity::{KAnonymity, Presence};
pub use knowledge::{CKSafety, Point, Skyline};
pub use measures::{Measured, MeasuredSpread, Measures, Worst};
pub use missing::{CountingMissing, MissingIs};
pub use proximity::{DeltaL, Dissimilarity, EpsilonM, Neighbourhood, Reading, Register, Shape, Staircase};
pub use rule::Rule;
pub use similarity::{Count, Distance, DistanceSpec, Matrix, Metric, Similar, bind_to_count};
pub use spread::{KE, Variance};

use aloof_table::Ratio;

/// What must be known to judge a group. There is no default: a wrong guess would be unsafe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Only the group's own sensitive values.
    GroupOnly,
    /// Also the range of the table's values, by which distances are scaled.
    Range,
    /// Also how often each value occurs in the whole table.
    Totals,
    /// Also all other groups of the release: whoever knows something of people in one of them may conclude something of people in
    /// another.
    Groups,
    /// Also the quasi values of a population of which the table is a part.
    Population,
    /// Also all earlier releases of the same people. One release by itself can break it, and cannot keep it alone.
    History,
}

impl Needs {
    /// Whether groups are judged by more than their own values, so that a mixture of groups cannot be judged as a group of its own.
    pub fn is_about_the_release(self) -> bool {
        match self {
            Self::GroupOnly | Self::Range => false,
            Self::Totals | Self::Groups | Self::Population | Self::History => true,
        }
    }
}

/// What a principle looks at in the sensitive columns. There is no default: whoever is asked for values has none of a person
/// whose value is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Nothing: it counts people, also those whose value is missing.
    Nothing,
    /// Values of any kind.
    Values,
    /// Numbers or dates only.
    Numbers,
}

/// A rule that every group of a release must keep.
pub trait Principle: std::fmt::Debug + Send + Sync {
    /// The word for it in a policy.
    fn name(&self) -> &'static str;

    /// With its parameters, as a person would say it: `(4500, 5)-anonymity`.
    fn title(&self) -> String;

    /// Whether a union of groups that hold always holds. `false` is the cautious answer.
    fn monotone(&self) -> bool {
        false
    }

    /// What must be known to judge a group.
    fn needs(&self) -> Needs;

    /// What it looks at in the sensitive columns.
    fn reads(&self) -> Reads;

    /// No group of fewer rows can hold: by counting alone, one of them would have more than its share, or values would be too
    /// few. There is no default: too large a number would hide groups that hold.
    fn least_rows(&self) -> u32;

    /// No group of fewer different values can hold. 1 is the cautious answer.
    fn least_values(&self) -> u32 {
        1
    }

    /// The (ε, m)-anonymity that says exactly the same, if there is one: such a rule is kept by keeping near values apart.
    fn as_epsilon_m(&self) -> Option<EpsilonM> {
        None
    }

    /// The measure that a group may have.
    fn bound(&self) -> Ratio;

    /// Whether every table of at least one row keeps it, so that it promises nothing.
    fn asks_nothing(&self) -> bool {
        false
    }

    /// Whether the measure must stay below the bound (a risk) or above it (a spread).
    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    /// How the measure must lie to the bound, for sentences: `at most`, `at least`, `below`.
    fn bound_is(&self) -> &'static str {
        match self.direction() {
            Direction::AtMost => "at most",
            Direction::AtLeast => "at least",
        }
    }

    /// What a group needs besides keeping the bound, for sentences: `groups of at least 3 rows`.
    fn condition(&self) -> Option<String> {
        None
    }

    /// Whether measures that are no fractions are rounded, as `exp(−H)` is, so that the risk looks no smaller. Nothing is decided by them then.
    fn rounds(&self) -> bool {
        false
    }

    /// Decides everything about the attribute's values that groups will need.
    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit>;

    /// As [`Principle::bind`], for groups of a release that is there: those of `groups`, which may be empty and stand for all of it. A
    /// principle that needs no other groups binds as ever. One that does is bound by [`Principle::bind`] to what makers ask of a group
    /// by itself: groups that all keep that are safe together.
    fn bind_among<'a>(
        &'a self,
        attribute: &'a Attribute,
        _groups: &mut dyn Iterator<Item = &[u32]>,
    ) -> Result<Box<dyn Check + 'a>, Unfit> {
        self.bind(attribute)
    }

    /// What would mend a group that fails, in one sentence; `days` where values are dates.
    fn remedy(&self, days: bool) -> String;
}

/// A group known by its counts. Where very many groups mix, to count on is cheaper than to list members again and again.
pub trait Counted {
    /// How many members there are; never 0.
    fn size(&self) -> usize;

    /// How many of them have a code from `low` to `high`.
    fn within(&self, low: u32, high: u32) -> usize;

    /// The sorted codes of all of them; to be asked for only where counts are not enough.
    fn members(&self) -> &[u32];
}

/// A principle that knows the values it judges. Groups are sorted lists of codes, never empty.
pub trait Check: Send + Sync {
    /// Judges a group.
    fn judge(&self, group: &[u32]) -> Finding;

    /// Whether the group holds, as [`Check::judge`] finds. Makers ask it of every group that they try: a check that can tell without the
    /// measure in lowest terms says so here.
    fn holds(&self, group: &[u32]) -> bool {
        self.judge(group).holds
    }

    /// Judges a group from the standpoint of a member with value `code`. The measure of a group is the worst of its
    /// members'; a principle about whole groups finds the same for all, which is the default.
    fn judge_member(&self, _code: u32, group: &[u32]) -> Finding {
        self.judge(group)
    }

    /// As [`Check::judge_member`], of a group known by its counts.
    fn judge_counted(&self, code: u32, group: &dyn Counted) -> Finding {
        self.judge_member(code, group.members())
    }

    /// Whether members of one group can differ, so that [`Check::judge_member`] says more than [`Check::judge`].
    fn by_member(&self) -> bool {
        false
    }

    /// Whether the measure of a group is what it is said to be, and not a bound on the safe side because to find it would take
    /// too long. A group that holds by a bound holds.
    fn is_exact(&self, _group: &[u32]) -> bool {
        true
    }

    /// What someone who knows that a person is in this group can conclude, in one sentence without a sensitive value.
    fn conclusion(&self, group: &[u32]) -> String;
}
