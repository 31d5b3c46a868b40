//! What attacks found, in plain sentences: the same on pages, terminals and in evidence.

use aloof_audit::words::{list, several};

use super::names::{AttackName, GoesBy};
use super::report::{AttackReport, AttackResult};

/// The figures that say of how many people more can be believed than is promised, and of how many one value is left: by all releases,
/// truly, and by the newest alone.
const ABOVE: &str = "people above 1/m";
const ABOVE_BY_LEFT: &str = "people above 1/m by the values that are left";
const ONE_LEFT: &str = "people with one value left";
const ONE_LEFT_TRULY: &str = "people with one value left, and it is theirs";
const ONE_LEFT_ALONE: &str = "people with one value left by the newest alone";

/// What is guessed: columns, or where there are none what it is; and by whom.
type Kind<'a> = (&'a [String], &'a str, GoesBy);

impl AttackResult {
    /// Who attacks, how often they are right, and what it would be blindly and of people who are not in the release.
    pub fn sentence(&self) -> String {
        let control = match (self.control, self.without_control) {
            (Some(control), _) => format!("; of control people {}", control.words()),
            (None, Some(_)) => String::new(),
            (None, None) => "; there were no control people".to_owned(),
        };
        format!(
            "whoever {} is right in {}; blindly ({}) it would be {}{control}. {}{}",
            self.adversary,
            self.success.words(),
            self.blind_is,
            self.blind.words(),
            self.promise(),
            self.left().map_or_else(String::new, |left| format!(" {left}"))
        )
    }

    /// What is promised about this adversary, and of how many people it does not hold.
    fn promise(&self) -> String {
        let Some((most, above)) = self.promised.zip(self.above()) else {
            return "Nothing is promised about that.".to_owned();
        };
        let certainty = format!("nobody's value can be told with more than {:.0}% certainty", 100.0 * most);
        if self.attack == AttackName::Compose {
            return format!(
                "Of one release it is promised that {certainty}; by what all of them leave {}.",
                surer(above)
            );
        }
        let whom = match above {
            ..0.5 => "nobody's can".to_owned(),
            0.5..1.5 => "1 person's can".to_owned(),
            _ => format!("{above:.0} people's can"),
        };
        format!("Promised is that {certainty}: {whom}.")
    }

    /// Of how many people guesses are surer than is promised.
    fn above(&self) -> Option<f64> {
        self.fact(ABOVE).map(|above| self.fact(ABOVE_BY_LEFT).unwrap_or(above))
    }

    /// Of how many people one value is left.
    fn left(&self) -> Option<String> {
        let one = self.fact(ONE_LEFT).filter(|one| *one > 0.5)?;
        Some(format!(
            "Of {} one value is left, which is truly theirs of {:.0}; by the newest release alone it would be left of {:.0}.",
            several(one as usize, "person", "people"),
            self.fact(ONE_LEFT_TRULY)?,
            self.fact(ONE_LEFT_ALONE)?
        ))
    }

    /// Whether guesses about somebody are surer than is promised, or several releases leave one value of more people than one does.
    pub(super) fn breaks_a_promise(&self) -> bool {
        let is_surer = self.promised.is_some() && self.above().is_some_and(|above| above > 0.5);
        let leaves_less = self.fact(ONE_LEFT).zip(self.fact(ONE_LEFT_ALONE)).is_some_and(|(all, alone)| all > alone);
        is_surer || leaves_less || self.is_right_too_often()
    }

    /// Whether several releases together make guesses right more often than one promises, beyond what chance explains.
    fn is_right_too_often(&self) -> bool {
        self.attack == AttackName::Compose && self.promised.is_some_and(|most| self.success.interval[0] > most)
    }

    /// By how much it is right more often than blind guesses, and than about control people.
    fn gain(&self) -> f64 {
        self.excess_over_control.map_or(self.excess, |over| over.min(self.excess))
    }

    /// Whether it finds more than blind guesses, and more than is promised.
    fn finds_more(&self) -> bool {
        let is_kept = self.promised.is_some() && self.above().is_some_and(|above| above < 0.5);
        self.beyond_promise || self.beyond_blind && self.gain() > 0.0 && !is_kept
    }

    fn kind(&self) -> Kind<'_> {
        let about = if self.sensitive.is_empty() { self.asked.as_str() } else { "" };
        (&self.sensitive, about, self.attack.goes_by())
    }
}

/// How many guesses are surer than is promised.
fn surer(above: f64) -> String {
    match above {
        ..0.5 => "no guess is surer".to_owned(),
        _ => format!("guesses about {} are surer", several(above as usize, "person", "people")),
    }
}

impl AttackReport {
    /// The strongest attacks, in words for whoever decides: about each column by those who know no more of people than quasi values and
    /// groups, by those who know the victim better, and by those who have other releases; about quasi values; and about whose record is
    /// whose.
    pub(super) fn strongest(&self) -> Vec<String> {
        let mut kinds: Vec<Kind<'_>> = Vec::new();
        for one in &self.attacks {
            if !kinds.contains(&one.kind()) {
                kinds.push(one.kind());
            }
        }
        kinds.into_iter().map(|kind| self.strongest_of(kind)).collect()
    }

    fn strongest_of(&self, kind: Kind<'_>) -> String {
        let (columns, thing, goes_by) = kind;
        let about = if columns.is_empty() { thing.to_owned() } else { list(columns) };
        let these = || self.attacks.iter().filter(|one| one.kind() == kind);
        // What is gained over blind guesses of different kinds cannot be compared; how often somebody is right can.
        let right = |one: &AttackResult| one.success.share;
        let most = these().filter(|one| one.finds_more()).max_by(|one, other| right(one).total_cmp(&right(other)));
        if let Some(most) = most {
            return format!("Attacked, about {about}: {}", most.sentence());
        }
        // Of quasi values and of records every attack knows something else.
        let by = if columns.is_empty() { String::new() } else { format!(", by those who {}", goes_by.words()) };
        let promised = if these().any(|one| one.promised.is_some()) { " and what is promised" } else { "" };
        format!("Attacked, about {about}{by}: nothing was found beyond blind guesses{promised}.")
    }
}
