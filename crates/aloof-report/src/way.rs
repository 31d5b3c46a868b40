//! What is taken for granted of whoever looks: it depends on how the table was made.

use aloof::manifest::HowMade;
use aloof::release::Beside;

use crate::case::Case;

/// How a table was made, as far as that says what to take for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Rows stand in groups, as they do in any table that nothing is known of.
    Groups,
    /// Numbers were walked in groups that keep rules.
    WalkInGroups,
    /// Numbers were walked, and no rule is asked.
    Walk,
    /// Something was added to numbers.
    Noise,
    /// Sensitive values were drawn.
    Drawn,
}

impl Way {
    pub fn of(case: &Case<'_>) -> Self {
        let walk = if case.checks.is_empty() { Self::Walk } else { Self::WalkInGroups };
        match (case.made.is_some(), case.beside(), claimed(case)) {
            (true, Some(Beside::Walk(_)), _) | (false, _, Some(HowMade::Walk { .. })) => walk,
            (true, Some(Beside::Noise(_)), _) | (false, _, Some(HowMade::Noise { .. })) => Self::Noise,
            (true, Some(Beside::Perturbation(_)), _) | (false, _, Some(HowMade::Perturbed(_))) => Self::Drawn,
            _ => Self::Groups,
        }
    }

    /// What others are taken to do with what they know.
    pub fn they_do(self) -> &'static str {
        match self {
            Self::Groups => "believe every row of a group as likely as any other",
            Self::WalkInGroups => {
                "believe every row of a group as likely as any other; and, knowing true numbers, look for the record they became"
            }
            Self::Walk => {
                "look for the record nearest to a person's true numbers, or, knowing everybody's true numbers and who were walked together, \
                 for the records that keep what the walk keeps"
            }
            Self::Noise => {
                "look for the record nearest to a person's true numbers, and, knowing how much is added at most, narrow each number down to \
                 what lies so near"
            }
            Self::Drawn => {
                "know whose row is whose, how values were drawn and how often each occurs, and not what goes with which of the other columns"
            }
        }
    }

    /// What a verdict takes for granted, behind *assumed is*.
    pub fn assumed(self) -> Option<&'static str> {
        match self {
            Self::Groups | Self::WalkInGroups => Some("that rows of a group are taken as equally likely"),
            Self::Drawn => Some("that every value was drawn by itself, and is taken as unrelated to the other columns"),
            Self::Walk | Self::Noise => None,
        }
    }

    /// What it leaves open.
    pub fn limits(self) -> Vec<&'static str> {
        let group = "Every row of a group is taken as equally likely to be somebody's. Whoever knows a reason to think otherwise can know more.";
        let walk = "Nothing is promised of walked numbers. Whoever knows everybody's true numbers, and who were walked together, can find far \
                    more records than whoever knows one person's.";
        match self {
            Self::Groups => vec![group],
            Self::WalkInGroups => vec![group, walk],
            Self::Walk => vec![walk],
            Self::Noise => vec![
                "Nothing is promised by noise. Whoever knows how much is added at most can narrow each number down to what lies so near, and \
                 whoever knows several numbers of a person may find the row.",
            ],
            Self::Drawn => vec![
                "Every value is taken as drawn by itself, and as unrelated to the other columns. Whoever knows how values go with other \
                 columns can know more.",
            ],
        }
    }

    /// What follows for whoever knows the program.
    pub fn to_insiders(self) -> &'static str {
        match self {
            Self::Groups | Self::WalkInGroups | Self::Walk => {
                "Someone who knows the program can ask which tables lead to this release. Choices depend on quasi and sensitive values \
                 together, so no promise is made against that."
            }
            Self::Noise | Self::Drawn => {
                "Someone who knows the program can ask which tables lead to this release; no promise is made against that."
            }
        }
    }
}

/// How a table that was audited is said to be made, unless that is refuted or its files are others.
fn claimed<'a>(case: &Case<'a>) -> Option<&'a HowMade> {
    let audit = case.audit?;
    let refuted = audit.claim.as_ref().is_some_and(|claim| claim.standing == "refuted");
    let other = audit.files.as_ref().is_none_or(|files| !files.other.is_empty());
    case.extras.manifest.as_ref().filter(|_| !refuted && !other).map(|manifest| &manifest.made)
}
