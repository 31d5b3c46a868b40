//! For whom a release is safe, and what is assumed: the second question of whoever signs it.

use aloof::audit::{CheckReport, Verdict};
use aloof::release::Beside;
use aloof::words::{capital, list, several};

use crate::case::Case;
use crate::figures::about;
use crate::promise::{is_belief, of_guesses, title, whoever};
use crate::way::Way;

/// For whom it is safe, and what is assumed.
pub(crate) fn against_whom(case: &Case<'_>) -> Vec<String> {
    let mut said: Vec<String> = absent(case).into_iter().collect();
    for line in case.checks.iter().filter_map(|check| judged(check, case)) {
        if !said.contains(&line) {
            said.push(line);
        }
    }
    if case.checks.is_empty() {
        said.push("Against nobody: no rule was judged.".to_owned());
        said.extend(found_by_looking(case));
    } else {
        said.extend(by_one_of_several(case));
        said.extend(by_true_values(case));
        said.extend(assumed(case));
    }
    said.extend(case.extras.attacks.iter().flat_map(|found| found.told.clone()));
    said
}

/// Whoever is missing and not safe.
fn absent(case: &Case<'_>) -> Option<String> {
    case.unsafe_absent().map(|absent| {
        format!(
            "No, not for {} not in it, against someone who knows that: {} what is asked.",
            several(absent.tuples, "person of the original who is", "people of the original who are"),
            if absent.tuples == 1 { "alone this one does not keep" } else { "together they do not keep" }
        )
    })
}

/// One rule against one adversary; nothing where it has no verdict.
fn judged(check: &CheckReport, case: &Case<'_>) -> Option<String> {
    let who = whoever(check.view, &case.quasi_words());
    Some(match (check.verdict, check.required) {
        (Verdict::Pass, true) => kept(check, case, &who),
        (Verdict::Pass, false) if !is_belief(check) => {
            format!("{} holds against {who}, too, which was not asked for.", capital(&title(check)))
        }
        (Verdict::Pass, false) => format!("{}, against {who}, which was not asked for.", yes(case)),
        (Verdict::Fail, true) => format!("No, not against {who}: {}.", check.violating()),
        (Verdict::Fail, false) => {
            format!("Not against {who}, which was not asked for: {} beyond what is allowed.", check.violating())
        }
        _ => return None,
    })
}

/// What was asked for and holds.
fn kept(check: &CheckReport, case: &Case<'_>, who: &str) -> String {
    let yes = yes(case);
    if check.principle == "k-anonymity" {
        let rest = of_the_rest(case);
        return format!("That nobody's row can be picked out: {}, against {who}.{rest}", yes.to_lowercase());
    }
    if is_belief(check) {
        let only = case.asked().all(|other| is_belief(other) || other.principle == "k-anonymity");
        return if only {
            format!("{yes}, against {who}.")
        } else {
            format!("{}: {}, against {who}.", by_rule(check), yes.to_lowercase())
        };
    }
    let says = match check.principle {
        "dissimilarity" | "c-k-safety" | "skyline" => of_guesses(check),
        _ => "How sure a guess about a person's value can be, it does not say.",
    };
    format!("{} holds, against {who}. {says}", capital(&title(check)))
}

/// Of what, and by which rule: beside rules that bound no guess a bare word would be taken for one about everything.
fn by_rule(check: &CheckReport) -> String {
    let of = if check.sensitive.is_empty() { String::new() } else { format!("of {}, ", list(&check.sensitive)) };
    capital(&format!("{of}by {}", check.title))
}

/// Each of several sensitive columns finds a row, and with it the others.
fn by_one_of_several(case: &Case<'_>) -> Option<String> {
    let sensitive = case.sensitive();
    let together = !matches!(case.beside(), Some(Beside::Anatomy(_)));
    let holds = sensitive.len() > 1 && together && case.asked().any(|check| check.verdict == Verdict::Pass);
    holds.then(|| {
        format!(
            "By {} alone: whoever knows one of {} of a person can find the row by it, and read the others.",
            case.quasi_words(),
            list(&sensitive)
        )
    })
}

fn by_true_values(case: &Case<'_>) -> Option<String> {
    let moved = case.moved();
    (!moved.is_empty() && moved.len() < case.quasi().len())
        .then(|| format!("Someone who also knows anybody's true {} is not judged by these rules.", list(&moved)))
}

/// What everything above takes for granted.
fn assumed(case: &Case<'_>) -> Vec<String> {
    let absence = if case.assumes_absence() { "that nobody knows who is in the table, " } else { "" };
    let row = if case.counterfeits() > 0 { "every row that is no counterfeit" } else { "one row" };
    let rows = if case.counts_records() { String::new() } else { format!("that {row} is one person, ") };
    let nothing = if case.goes_on() {
        "that nothing of these people is published but the releases of this series"
    } else {
        "that nothing else of these people is published"
    };
    let likely = Way::of(case).assumed().map_or_else(String::new, |likely| format!("{likely}, "));
    let mut said = vec![format!("Assumed is {absence}{likely}{rows}and {nothing}.")];
    if case.counts_records() {
        said.push("Several rows may be of one person: all of this is about rows.".to_owned());
    }
    said
}

/// What holds is said of what was judged, and of those who were.
fn yes(case: &Case<'_>) -> &'static str {
    match case.unsafe_absent() {
        Some(_) => "For those in it yes",
        None if case.is_conditional() => "As far as could be seen yes",
        None => "Yes",
    }
}

/// How often a person's record was found by their true values, where values were moved and nothing is promised.
fn found_by_looking(case: &Case<'_>) -> Option<String> {
    let (found, more) = match case.beside()? {
        // Who knows more has an attack of its own, which is not run for every page.
        Beside::Walk(walk) if case.extras.attacks.is_none() => (&walk.disclosure.walk, KNOWS_EVERYBODY),
        Beside::Walk(walk) => (&walk.disclosure.walk, ""),
        Beside::Noise(noise) => (&noise.disclosure, ""),
        _ => return None,
    };
    Some(format!(
        "Measured: whoever looks for the record nearest to a person's true values has the right one for {} of people, by chance for {}.{more}",
        about(found.linked),
        about(found.by_chance)
    ))
}

/// What was not measured of a walk.
const KNOWS_EVERYBODY: &str =
    " Whoever knows everybody's true values, and who were walked together, can find far more; that was not tried here.";

/// Sensitive columns of which no rule that holds says anything.
fn of_the_rest(case: &Case<'_>) -> String {
    let held: Vec<&CheckReport> = case.asked().filter(|check| check.verdict == Verdict::Pass).collect();
    let mut rest = case.sensitive();
    rest.retain(|name| !held.iter().any(|check| check.principle != "k-anonymity" && check.sensitive.contains(name)));
    if rest.is_empty() { String::new() } else { format!(" Of {}: nothing is promised.", list(&rest)) }
}
