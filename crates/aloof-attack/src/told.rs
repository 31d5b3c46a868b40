//! What attacks found, in plain sentences: the same on pages, terminals and in evidence.

use aloof_audit::words::list;

use super::report::{AttackReport, AttackResult};

/// The figure that says of how many people more can be believed than is promised.
const ABOVE: &str = "people above 1/m";

/// What is guessed: columns, or where there are none what it is; and whether by someone who knows the victim.
type Kind<'a> = (&'a [String], &'a str, bool);

impl AttackResult {
    /// Who attacks, how often they are right, and what it would be blindly and of people who are not in the release.
    pub fn sentence(&self) -> String {
        let control = match (self.control, self.without_control) {
            (Some(control), _) => format!("; of control people {}", control.words()),
            (None, Some(_)) => String::new(),
            (None, None) => "; there were no control people".to_owned(),
        };
        format!(
            "whoever {} is right in {}; blindly ({}) it would be {}{control}. {}",
            self.adversary,
            self.success.words(),
            self.blind_is,
            self.blind.words(),
            self.promise()
        )
    }

    /// What is promised about this adversary, and of how many people it does not hold.
    fn promise(&self) -> String {
        let Some((most, above)) = self.promised.zip(self.fact(ABOVE)) else {
            return "Nothing is promised about that.".to_owned();
        };
        let whom = match above {
            ..0.5 => "nobody's can".to_owned(),
            0.5..1.5 => "1 person's can".to_owned(),
            _ => format!("{above:.0} people's can"),
        };
        format!("Promised is that nobody's value can be told with more than {:.0}% certainty: {whom}.", 100.0 * most)
    }

    /// By how much it is right more often than blind guesses, and than about control people.
    fn gain(&self) -> f64 {
        self.excess_over_control.map_or(self.excess, |over| over.min(self.excess))
    }

    /// Whether it finds more than blind guesses, and more than is promised.
    fn finds_more(&self) -> bool {
        let is_kept = self.promised.is_some() && self.fact(ABOVE).is_some_and(|above| above < 0.5);
        self.beyond_blind && self.gain() > 0.0 && !is_kept
    }

    fn kind(&self) -> Kind<'_> {
        let about = if self.sensitive.is_empty() { self.asked.as_str() } else { "" };
        (&self.sensitive, about, self.attack.knows_the_victim())
    }
}

impl AttackReport {
    /// The strongest attacks, in words for whoever decides: about each column by those who know no more of people than quasi values and
    /// groups, and by those who know the victim better; about quasi values; and about whose record is whose.
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
        let (columns, thing, knows_the_victim) = kind;
        let about = if columns.is_empty() { thing.to_owned() } else { list(columns) };
        let these = self.attacks.iter().filter(|one| one.kind() == kind && one.finds_more());
        // What is gained over blind guesses of different kinds cannot be compared; how often somebody is right can.
        match these.max_by(|one, other| one.success.share.total_cmp(&other.success.share)) {
            Some(most) => format!("Attacked, about {about}: {}", most.sentence()),
            None if knows_the_victim => {
                format!(
                    "Attacked, about {about}, by those who know the person: nothing was found beyond blind guesses."
                )
            }
            None => format!("Attacked, about {about}: nothing was found beyond blind guesses and what is promised."),
        }
    }
}
