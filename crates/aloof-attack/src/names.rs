//! The attacks by their names, and what each adversary is.

use std::str::FromStr;

use serde::Serialize;

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AttackName {
    /// The best interval, whatever its centre.
    Centre,
    /// Everybody's quasi values at once.
    Register,
    /// Exchanges that the maker left undone.
    Minimality,
    /// Quasi values inside tight cells.
    Refine,
    /// A learner as a prior.
    Model,
    /// Several releases at once.
    Compose,
    /// People who are not in the release.
    Absent,
    /// Members who know their own rows.
    Insider,
    /// What acquaintances know.
    Background,
    /// Whose record is whose, of numbers that were replaced.
    Link,
    /// An order of rows that is no secret.
    Replay,
    /// Sentences that hold of one record.
    SingleOut,
    /// Two tables joined through the release.
    Linkability,
    /// The value of the most similar record.
    Inference,
}

/// What those who attack go by beside quasi values and groups: what is found by some says nothing of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoesBy {
    /// Nothing else that is known of the victim.
    Release,
    /// Something of the victim's values, or whose they are not.
    Acquaintance,
    /// Other releases of the same people.
    Releases,
}

impl GoesBy {
    /// As *by those who …*.
    pub fn words(self) -> &'static str {
        match self {
            Self::Release => "know nothing of the person but quasi values and the group",
            Self::Acquaintance => "know the person",
            Self::Releases => "lay releases of the same people one on the other",
        }
    }
}

/// The variant of `model` that knows groups, and that of `link` that knows what a walk keeps.
pub(super) const GROUPS_KNOWN: &str = "groups known";
pub(super) const TAUGHT_BY_CONTROL: &str = "taught by control people";
pub(super) const TAUGHT_BY_BOTH: &str = "taught by both";
/// What acquaintances know of somebody.
pub(super) const SENTENCES: [&str; 2] = ["not the lowest", "more than a neighbour"];
pub(super) const ANOTHER_COLUMN: &str = "another column";
pub(super) const ALL_OTHER_COLUMNS: &str = "all other columns";
pub(super) const WITH_A_LEARNER: &str = "with a learner";
pub(super) const LOCALITIES: &str = "localities";
/// What is right in `inference`, as Anonymeter counts: of numbers and days, and of labels.
pub(super) const WITHIN_5_PERCENT: &str = "within 5%";
pub(super) const SAME_LABEL: &str = "the same label";

impl AttackName {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Centre,
        Self::Register,
        Self::Minimality,
        Self::Refine,
        Self::Model,
        Self::Compose,
        Self::Absent,
        Self::Insider,
        Self::Background,
        Self::Link,
        Self::Replay,
        Self::SingleOut,
        Self::Linkability,
        Self::Inference,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Centre => "centre",
            Self::Register => "register",
            Self::Minimality => "minimality",
            Self::Refine => "refine",
            Self::Model => "model",
            Self::Compose => "compose",
            Self::Absent => "absent",
            Self::Insider => "insider",
            Self::Background => "background",
            Self::Link => "link",
            Self::Replay => "replay",
            Self::SingleOut => "single-out",
            Self::Linkability => "linkability",
            Self::Inference => "inference",
        }
    }

    /// Who attacks, in one sentence; `near`: whether a guess names an interval, and else one value.
    pub fn adversary(self, variant: Option<&str>, near: bool) -> &'static str {
        match self {
            Self::Centre => of_centre(variant, near),
            Self::Model if variant == Some(GROUPS_KNOWN) => {
                "knows who is in which group, and learns from all groups at once which of their values goes with which member"
            }
            Self::Model if variant == Some(TAUGHT_BY_CONTROL) => {
                "learns from control people how values go with quasi values, and weighs the values of groups by it"
            }
            Self::Model if variant == Some(TAUGHT_BY_BOTH) => {
                "learns from the release and from control people how values go with quasi values, and weighs the values of groups by it"
            }
            Self::Link if variant == Some(LOCALITIES) => {
                "knows everybody's true numbers, who were walked together and how many localities were kept, and looks for the records that keep them"
            }
            Self::Background if variant == Some(ANOTHER_COLUMN) => {
                "knows the victim's group, and what the victim has in another published column, the one that tells most"
            }
            Self::Background if variant == Some(ALL_OTHER_COLUMNS) => {
                "knows the victim's group, and what the victim has in all other published columns"
            }
            Self::Minimality if variant == Some(WITH_A_LEARNER) => {
                "knows who is in which group, that the maker left no exchange undone that would lose less, and learns from all groups which \
                 value goes with which member"
            }
            Self::Register => {
                "knows everybody's quasi values and takes all ways to place people in groups as equally likely"
            }
            Self::Minimality => {
                "knows who is in which group and that the maker left no exchange undone that would lose less"
            }
            Self::Refine => {
                "knows that cells are as small as they can be, and claims that exactly one member is at a face"
            }
            Self::Model => {
                "learns from the release how values go with quasi values, and weighs the values of groups by it"
            }
            Self::Compose => "lays releases of the same people one on the other",
            Self::Absent => "knows who is missing, and the values of all who are",
            Self::Insider => "is a member of the victim's group, and knows which value of it is not the victim's",
            Self::Background => "knows the victim's group, and a sentence about the victim's value",
            Self::Link => "knows the true numbers that were replaced, and looks for the record they became",
            Self::Replay => {
                "knows in which order people stood in the original, and tries out small seeds that rows may have been shuffled by"
            }
            Self::SingleOut => {
                "finds sentences that hold of one published record, and claims that they hold of one person"
            }
            Self::Linkability => {
                "knows half of the victim's columns from one table and half from another, and joins both by the nearest record"
            }
            Self::Inference => "knows the victim's quasi values, and guesses the value of the nearest published record",
        }
    }

    /// Why control people cannot be attacked in this way, or this variant of it; `None` where they can.
    pub fn without_control(self, variant: Option<&str>) -> Option<&'static str> {
        match self {
            Self::Minimality | Self::Insider | Self::Background | Self::Refine => {
                Some("control people stand in no group")
            }
            Self::Centre if variant == Some("group") => Some("control people stand in no group"),
            Self::Model if variant == Some(GROUPS_KNOWN) => Some("control people stand in no group"),
            Self::Link => Some("control people have no record"),
            Self::Replay => Some("control people stand in no row"),
            _ => None,
        }
    }

    /// Whether the register view is a promise about this adversary; against `compose` it is one of each release by itself, and all of them
    /// together are held against it.
    pub fn is_promised(self) -> bool {
        matches!(self, Self::Centre | Self::Register | Self::Compose)
    }

    /// What the adversary goes by.
    pub fn goes_by(self) -> GoesBy {
        match self {
            Self::Insider | Self::Background => GoesBy::Acquaintance,
            Self::Compose => GoesBy::Releases,
            _ => GoesBy::Release,
        }
    }

    /// What the blind guess is.
    pub fn blind(self, variant: Option<&str>, near: bool) -> &'static str {
        match self {
            Self::Model if variant == Some(GROUPS_KNOWN) => "the same attack on values shuffled inside groups",
            Self::Link if variant == Some(LOCALITIES) => "any record of those walked together",
            Self::Centre | Self::Register if near => "the same interval for everybody",
            Self::Centre | Self::Register => "the same value for everybody",
            Self::Absent if near => "the same interval of people in general",
            Self::Absent => "the same value of people in general",
            Self::Minimality => "the same attack on values shuffled inside groups",
            Self::Refine => "a place of the cell drawn by its frequency",
            Self::Model if near => "the better of the learner without the groups and the same interval for everybody",
            Self::Model => "the better of the learner without the groups and the same value for everybody",
            Self::Compose => "the newest release alone",
            Self::Insider | Self::Background => "knowing the group and nothing else",
            Self::Link => "any record",
            Self::Replay => "knowing quasi values and no order",
            Self::SingleOut => "a sentence drawn at random",
            Self::Linkability => "two records drawn at random",
            Self::Inference => "the value of a record drawn at random",
        }
    }
}

/// Who guesses what is most common.
fn of_centre(variant: Option<&str>, near: bool) -> &'static str {
    match (variant == Some("candidates"), near) {
        (false, true) => "knows the victim's group, and guesses the interval that holds most of its values",
        (false, false) => "knows the victim's group, and guesses its most common value",
        (true, true) => {
            "knows the victim's quasi values, and guesses the interval that holds most values of the groups that may be the victim's"
        }
        (true, false) => {
            "knows the victim's quasi values, and guesses the most common value of the groups that may be the victim's"
        }
    }
}

impl FromStr for AttackName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|known| known.name() == text);
        found.ok_or_else(|| format!("there is no attack `{text}`; there are {names}"))
    }
}
