//! What a rule that promises nothing of guesses to within something asks of every group, in one sentence for whoever chooses it.
//!
//! A sentence says what the rule's definition says and no more: most rules bound no guess, and the sentence says so.

use aloof_principles::Rule;

use super::guesses::BOUNDS_NO_GUESS;
use super::promised::{Spoken, in_words};
use crate::policy::{Demand, Protect, View};

/// What would hold of every group of a release that keeps the protection; nothing of rules that compare a release with another table,
/// or bound what somebody with further knowledge can tell: their descriptions say it better than a sentence.
pub(super) fn asked(protect: &Protect, of: &Spoken<'_>) -> Option<String> {
    let Demand::Ready(rule) = &protect.demand else { return None };
    if rule.principle().asks_nothing() {
        return Some(format!("Nothing is promised: every table keeps {}.", rule.principle().title()));
    }
    in_weaker_view(protect, of).or_else(|| of_groups(rule, &protect.sensitive().join(", "), of))
}

/// What bounds guesses, though not everybody's.
fn in_weaker_view(protect: &Protect, of: &Spoken<'_>) -> Option<String> {
    let rule = protect.near()?;
    let secret = protect.sensitive().join(", ");
    match protect.view() {
        View::Group => Some(format!(
            "In every group at most 1 in {} of the rows{} lie {}. Guesses at other figures are not bounded.",
            rule.m(),
            with_value(of),
            rule.neighbourhood().around(&format!("any one row's {secret}"), of.dates),
        )),
        View::Candidates => {
            let telling = rule.neighbourhood().telling(&format!("their {secret}"), of.dates);
            let known = in_words(&of.quasi).unwrap_or_else(|| "nothing".to_owned());
            Some(format!(
                "Nobody who knows one person's {known}, and guesses around values that occur among those who may be that person, can \
                 {telling} with more than 1 in {} certainty. Whoever knows more, or guesses at other figures, is not bounded.",
                rule.m()
            ))
        }
        View::Register => None,
    }
}

fn with_value(of: &Spoken<'_>) -> &'static str {
    if of.has_missing { " that have a value" } else { "" }
}

fn of_groups(rule: &Rule, secret: &str, of: &Spoken<'_>) -> Option<String> {
    let known = in_words(&of.quasi).map_or_else(String::new, |names| format!(" who knows everybody's {names}"));
    let rows = with_value(of);
    Some(match rule {
        Rule::KAnonymity(rule) => format!(
            "Nobody{known} can tell which row is anyone's with more than 1 in {} certainty. Of what stands in the row this says \
             nothing: where all rows of a group say the same, it is known.",
            rule.k()
        ),
        Rule::Distinct(rule) => format!(
            "In every group the rows{rows} have at least {} different values of {secret}: whoever finds somebody's group is left with as \
             many. How likely each of them is, this does not bound.",
            rule.l()
        ),
        Rule::Frequency(rule) => {
            format!("In no group do more than 1 in {} of the rows{rows} have the same {secret}.", rule.l())
        }
        Rule::AlphaK(rule) => format!(
            "Every group has at least {} rows, and in none do more than {} of the rows{rows} have the same {secret}.",
            rule.k(),
            rule.alpha().to_ratio().percent()
        ),
        Rule::Entropy(rule) => format!(
            "In every group {secret} is at least as uncertain as {} equally common values are. That is an average: one value may be \
             far more common than 1 in {}.",
            rule.l(),
            rule.l()
        ),
        Rule::Recursive(rule) => format!(
            "In every group the most common {secret} stands less than {} times as often as all of those together that are number {} or \
             later, counted from the most common. How likely any one of them is, this does not bound.",
            rule.c(),
            rule.l()
        ),
        Rule::KE(rule) => format!(
            "In every group the rows{rows} have at least {} different values of {secret}, the largest at least {} above the smallest. \
             All the others may be near one another: no guess is bounded.",
            rule.k(),
            length(&rule.e().to_string(), of.dates)
        ),
        Rule::Variance(rule) => format!(
            "In every group the variance of {secret} is at least {}. One value far away is enough for that: no guess is bounded.",
            rule.v()
        ),
        Rule::TCloseness(rule) => format!(
            "In every group {secret} is distributed as in the whole table, but for an earth mover's distance of at most {}. \
             {BOUNDS_NO_GUESS}",
            rule.t()
        ),
        Rule::BetaLikeness(rule) => format!(
            "In no group does the share of any {secret} exceed its share in the whole table by more than {} times that share.",
            rule.beta()
        ),
        _ => return None,
    })
}

fn length(of: &str, dates: bool) -> String {
    match (dates, of) {
        (true, "1") => "1 day".to_owned(),
        (true, _) => format!("{of} days"),
        _ => of.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use aloof_table::Kind;

    use crate::audit::would_promise;
    use crate::policy::Policy;

    /// Of pay beside age, some of whose values are missing or none.
    fn said(rule: &str, missing: bool) -> Option<String> {
        let text = format!(
            "[columns]\nage={{role=\"quasi\"}}\npay={{role=\"sensitive\",missing=\"publish\"}}\n[[protect]]\nsensitive=\"pay\"\n{rule}\n"
        );
        let policy = Policy::from_toml(&text, "aloof.toml").unwrap();
        would_promise(&policy, 0, &[("age", Kind::Number, false), ("pay", Kind::Number, missing)])
    }

    #[test]
    fn a_sentence_says_what_the_definition_does() {
        for (rule, sentence) in [
            (
                "principle=\"l-diversity\"\nkind=\"distinct\"\nl=3",
                "In every group the rows have at least 3 different values of pay: whoever finds somebody's group is left with as many. How \
                 likely each of them is, this does not bound.",
            ),
            (
                "principle=\"l-diversity\"\nkind=\"frequency\"\nl=\"2.5\"",
                "In no group do more than 1 in 2.5 of the rows have the same pay.",
            ),
            (
                "principle=\"alpha-k\"\nalpha=\"0.25\"\nk=4",
                "Every group has at least 4 rows, and in none do more than 25% of the rows have the same pay.",
            ),
            (
                "principle=\"epsilon-m\"\nabsolute=\"100\"\nm=5\nview=\"group\"",
                "In every group at most 1 in 5 of the rows lie within 100 of any one row's pay. Guesses at other figures are not bounded.",
            ),
        ] {
            assert_eq!(said(rule, false).as_deref(), Some(sentence));
        }
        assert_eq!(
            said("principle=\"l-diversity\"\nkind=\"distinct\"\nl=1", false).unwrap(),
            "Nothing is promised: every table keeps distinct 1-diversity."
        );
        assert_eq!(said("principle=\"c-k-safety\"\nc=\"0.5\"\nk=1", false), None);
    }

    #[test]
    fn of_people_without_a_value_nothing_is_said() {
        let rule = "principle=\"l-diversity\"\nkind=\"distinct\"\nl=3";
        assert!(said(rule, true).unwrap().starts_with("In every group the rows that have a value have at least 3"));
    }
}
