//! What is promised to whom, in sentences: the audit's own where it has one, else one made of what was judged.

use aloof::audit::{Audit, BOUNDS_NO_GUESS, CheckReport, MeasureReport, Verdict};
pub(crate) use aloof::compare::is_belief;
use aloof::words::{capital, list, several};

use crate::case::Case;
use crate::commands::{reason, without_commands};
use crate::figures::{certainty, number, percent, rounded};

/// Who looks, by the view.
pub(crate) fn whoever(view: &str, quasi: &str) -> String {
    match view {
        "register" => format!("someone who knows everybody's {quasi}"),
        "candidates" => {
            format!(
                "someone who knows one person's {quasi}, and guesses around values that occur among those who may be that person"
            )
        }
        "alike" => "someone who sees which rows look alike, and guesses around one of their values".to_owned(),
        "perturbation" => {
            "someone who knows whose row is whose and how values were drawn, but not what goes with which of the other columns".to_owned()
        }
        "population" => format!("someone who knows the {quasi} of everybody in the population"),
        _ => "someone who knows which group a person is in, and guesses around one of its values".to_owned(),
    }
}

/// `(1000, 5)-anonymity of income`.
pub(crate) fn title(check: &CheckReport) -> String {
    let of = if check.sensitive.is_empty() { String::new() } else { format!(" of {}", check.sensitive.join(", ")) };
    format!("{}{of}", check.title)
}

/// A measure that is no share of anything: `0.1`, `≈ 0.333`.
pub(crate) fn plain(exact: &str) -> String {
    let Some(value) = number(exact) else { return exact.to_owned() };
    let near = rounded(value);
    if (near - value).abs() <= 1e-12 * value.abs() { near.to_string() } else { format!("≈ {near}") }
}

/// Whether the rule counts the different values of a group: its measure is one divided by them.
pub(crate) fn counts_values(check: &CheckReport) -> bool {
    check.principle == "l-diversity" && check.title.starts_with("distinct")
}

/// So many, where one divided by them is the measure.
pub(crate) fn least(share: &str) -> String {
    share.strip_prefix("1/").unwrap_or(share).to_owned()
}

/// What a rule that bounds no guess measured.
fn measured(check: &CheckReport) -> String {
    let (worst, bound) = (plain(&check.worst_risk), plain(&check.bound));
    match check.principle {
        "l-diversity" if counts_values(check) => {
            format!(
                "every group has at least {} different values, where {} are asked for",
                least(&check.worst_risk),
                least(&check.bound)
            )
        }
        "t-closeness" => format!(
            "the farthest distribution of a group is {worst} from the table's; {} {bound} is allowed",
            check.bound_is
        ),
        "dissimilarity" => format!(
            "at most {} of the others of a group are similar to anyone in it, where {} is allowed",
            percent(&check.worst_risk),
            percent(&check.bound)
        ),
        "c-k-safety" | "skyline" => {
            format!("in the worst group the confidence is {worst}; {} {bound} is asked", check.bound_is)
        }
        "presence" => format!(
            "somebody of the population is in the table with a belief of {worst}, and nobody with more; {} {bound} is allowed",
            check.bound_is
        ),
        _ => format!("its measure is {worst} in the worst group; {} {bound} is allowed", check.bound_is),
    }
}

/// What the measure of a rule that is no belief says of guesses.
pub(crate) fn of_guesses(check: &CheckReport) -> &'static str {
    match check.principle {
        "dissimilarity" => {
            "That is a share of the others: counted with the person, a guess can be surer than it, and the surer the smaller the group."
        }
        "c-k-safety" => {
            "Whoever knows k facts of the form \"if this one has that, so has that one\" names nobody's value with its confidence or more."
        }
        "skyline" => {
            "Whoever knows as much beside the table as one of its points says names nobody's value with the confidence of that point or more."
        }
        _ => BOUNDS_NO_GUESS,
    }
}

/// What holds, as one sentence for people.
pub(crate) fn promise(check: &CheckReport, case: &Case<'_>) -> String {
    if let Some(promise) = &check.promise {
        return promise.clone();
    }
    let who = whoever(check.view, &case.quasi_words());
    let bound = certainty(&check.bound);
    match check.principle {
        "k-anonymity" => format!(
            "Nobody who knows everybody's {} can tell which row is anyone's with more than {bound} certainty. Of what stands in the \
             row this says nothing: where all rows of a group say the same, it is known.",
            case.quasi_words()
        ),
        _ if !is_belief(check) => {
            format!("{} holds against {who}: {}. {}", capital(&title(check)), measured(check), of_guesses(check))
        }
        _ if check.bound_is == "at most" && is_share(&check.bound) => {
            let worst = percent(&check.worst_risk);
            format!(
                "Against {who}, {} holds: a guess is right with at most {worst}, where {bound} is allowed.",
                title(check)
            )
        }
        _ => format!(
            "{} holds against {who}: the worst is {}, and {} {} is asked.",
            title(check),
            check.worst(),
            check.bound_is,
            check.bound
        ),
    }
}

/// What does not hold, as one sentence for people.
pub(crate) fn broken(check: &CheckReport, case: &Case<'_>) -> String {
    let who = whoever(check.view, &case.quasi_words());
    if let Some(can) = check.can.as_ref().filter(|_| is_belief(check)) {
        return format!(
            "{} can {can} with more than {} certainty: the surest guess is right with {}.",
            capital(&who),
            certainty(&check.bound),
            percent(&check.worst_risk)
        );
    }
    let sure = is_belief(check) || check.principle == "k-anonymity";
    let worst = if sure && is_share(&check.worst_risk) && check.bound_is == "at most" {
        format!("up to {} sure, where {} is allowed", percent(&check.worst_risk), certainty(&check.bound))
    } else {
        format!("{} at worst, where {} {} is asked", check.worst(), check.bound_is, check.bound)
    };
    format!("{} is not kept for {} against {who}: {worst}.", capital(&title(check)), check.violating())
}

fn is_share(exact: &str) -> bool {
    crate::figures::number(exact).is_some_and(|share| (0.0..=1.0).contains(&share))
}

/// What the first screen says below the verdict.
pub(crate) fn sentences(case: &Case<'_>) -> Vec<String> {
    let mut said = of_the_files(case);
    said.extend(of_the_rules(case));
    said.extend(of_columns(case));
    let nothing_asked = case.asked().next().is_none();
    if let Some(guarantee) = case.no_guarantee() {
        said.push(format!("Formal guarantee: {guarantee}."));
    } else if case.made.is_some() && nothing_asked {
        said.push("Formal guarantee: none: nothing was asked that could hold.".to_owned());
    }
    if said.is_empty() && nothing_asked {
        said.push("No rule was named, so there is no verdict; what the table gives away was measured.".to_owned());
        said.extend(case.measures.iter().map(given_away));
    }
    said.extend(case.conditions.told().filter_map(without_commands));
    said
}

/// What is wrong with the release before any rule is asked, and what was not judged.
fn of_the_files(case: &Case<'_>) -> Vec<String> {
    let mut said = Vec::new();
    if case.extras.subject.trial {
        said.push(
            "It was drawn from a seed that anybody can guess. Make it again without one, and publish that. What follows is true of it \
             otherwise."
                .to_owned(),
        );
    } else if case.is_trial() {
        said.push(
            "By its manifest it was drawn from a seed that anybody can guess: it is a trial, and whoever publishes it tells which row is \
             whose."
                .to_owned(),
        );
    }
    said.extend(case.audit.into_iter().flat_map(of_the_manifest));
    if let Some(truth) = case.truth.filter(|truth| truth.untrue > 0) {
        said.push(format!(
            "{} for no original one: the table is not true.",
            several(truth.untrue, "row stands", "rows stand")
        ));
    }
    said.extend(case.unsafe_absent().map(|absent| absent.told.join(" ")));
    said
}

/// Where the manifest and the files do not agree; what is open; what releases tell together.
fn of_the_manifest(audit: &Audit) -> Vec<String> {
    let mut said = Vec::new();
    let other = audit.files.iter().flat_map(|files| &files.other);
    said.extend(other.map(|name| format!("{name} is not the file that the manifest beside it was written for.")));
    let refuted = audit.claim.iter().filter(|claim| claim.standing == "refuted");
    said.extend(refuted.map(|claim| format!("It was not made as the manifest beside it says: {}.", claim.reason)));
    let none = audit.pseudonyms.iter().filter(|one| one.standing == "refuted");
    said.extend(none.map(|one| format!("{}. So it is none.", one.reason)));
    said.extend(audit.open.iter().map(|open| format!("Not judged: {}.", why_open(open))));
    said.extend(audit.together.iter().filter_map(aloof::audit::TogetherReport::first));
    said
}

/// What is open, without what its auditor may type.
fn why_open(open: &str) -> String {
    reason(open).unwrap_or_else(|| "something that was asked, as the audit says".to_owned())
}

/// What is not kept; of a release that keeps everything, what is.
fn of_the_rules(case: &Case<'_>) -> Vec<String> {
    let with = |verdict: Verdict| case.asked().filter(move |check| check.verdict == verdict);
    let mut said: Vec<String> = with(Verdict::Fail).map(|check| broken(check, case)).collect();
    if case.verdict != Verdict::Fail {
        let far = if case.is_conditional() { "As far as could be seen: " } else { "" };
        said.extend(with(Verdict::Pass).map(|check| format!("{far}{}", promise(check, case))));
    }
    said
}

/// What goes out as it is, whatever the rules say.
fn of_columns(case: &Case<'_>) -> Vec<String> {
    let (mut said, unprotected, open) = (Vec::new(), case.unprotected(), case.in_the_open());
    if !unprotected.is_empty() {
        said.push(format!("Nothing protects {}: it goes out as it is.", list(&unprotected)));
    }
    if !open.is_empty() {
        said.push(format!(
            "Whose row is whose can be seen: {} as {} in the original.",
            stand(&open),
            if open.len() == 1 { "it was" } else { "they were" }
        ));
    }
    said
}

/// What a column gives away, where nothing was asked.
fn given_away(found: &MeasureReport) -> String {
    format!(
        "{}: the smallest group has {}, and in the worst group one value has a share of {}.",
        found.sensitive,
        several(found.k, "row", "rows"),
        percent(&found.alpha)
    )
}

fn stand(names: &[&str]) -> String {
    format!("{} {}", list(names), if names.len() == 1 { "stands" } else { "stand" })
}
