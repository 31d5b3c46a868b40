//! What is promised to whom, in sentences: the audit's own where it has one, else one made of what was judged.

use aloof::audit::{CheckReport, MeasureReport, Verdict};
pub(crate) use aloof::compare::is_belief;
use aloof::release::Beside;
use aloof::words::{capital, list, several};

use crate::case::Case;
use crate::figures::{about, certainty, number, percent, rounded};

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
fn of_guesses(check: &CheckReport) -> &'static str {
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
        _ => "This bounds no guess about a person's value.",
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
    let mut said = Vec::new();
    if case.extras.subject.trial {
        said.push(
            "It was drawn from a seed that anybody can guess. Make it again without one, and publish that. What follows is true of it \
             otherwise."
                .to_owned(),
        );
    }
    if let Some(audit) = case.audit {
        let other = audit.files.iter().flat_map(|files| &files.other);
        said.extend(other.map(|name| format!("{name} is not the file that the manifest beside it was written for.")));
        let refuted = audit.claim.iter().filter(|claim| claim.standing == "refuted");
        said.extend(refuted.map(|claim| format!("It was not made as the manifest beside it says: {}.", claim.reason)));
        said.extend(
            audit
                .pseudonyms
                .iter()
                .filter(|one| one.standing == "refuted")
                .map(|one| format!("{}. So it is none.", one.reason)),
        );
        said.extend(audit.open.iter().map(|open| format!("Not judged: {open}.")));
        said.extend(audit.together.iter().filter_map(aloof::audit::TogetherReport::first));
    }
    if let Some(truth) = case.truth.filter(|truth| truth.untrue > 0) {
        said.push(format!(
            "{} for no original one: the table is not true.",
            several(truth.untrue, "row stands", "rows stand")
        ));
    }
    said.extend(case.unsafe_absent().map(|absent| absent.told.join(" ")));
    let asked: Vec<&CheckReport> = case.asked().collect();
    said.extend(asked.iter().filter(|check| check.verdict == Verdict::Fail).map(|check| broken(check, case)));
    if case.verdict != Verdict::Fail {
        let far = if case.is_conditional() { "As far as could be seen: " } else { "" };
        let holds = asked.iter().filter(|check| check.verdict == Verdict::Pass);
        said.extend(holds.map(|check| format!("{far}{}", promise(check, case))));
    }
    let unprotected = case.unprotected();
    if !unprotected.is_empty() {
        said.push(format!("Nothing protects {}: it goes out as it is.", list(&unprotected)));
    }
    let open = case.in_the_open();
    if !open.is_empty() {
        said.push(format!(
            "Whose row is whose can be seen: {} as {} in the original.",
            stand(&open),
            if open.len() == 1 { "it was" } else { "they were" }
        ));
    }
    if let Some(guarantee) = case.no_guarantee() {
        said.push(format!("Formal guarantee: {guarantee}."));
    } else if case.made.is_some() && asked.is_empty() {
        said.push("Formal guarantee: none: nothing was asked that could hold.".to_owned());
    }
    if said.is_empty() && asked.is_empty() {
        said.push("No rule was named, so there is no verdict; what the table gives away was measured.".to_owned());
        said.extend(case.measures.iter().map(given_away));
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

/// For whom it is safe, and what is assumed.
pub(crate) fn against_whom(case: &Case<'_>) -> Vec<String> {
    let quasi = case.quasi_words();
    let mut said: Vec<String> = Vec::new();
    said.extend(case.unsafe_absent().map(|absent| {
        format!(
            "No, not for {} of the original who {} not in it, against someone who knows that: {}.",
            several(absent.tuples, "person", "people"),
            if absent.tuples == 1 { "is" } else { "are" },
            "together they do not keep what is asked"
        )
    }));
    let yes = yes(case);
    for check in case.checks {
        let who = whoever(check.view, &quasi);
        let line = match (check.verdict, check.required) {
            (Verdict::Pass, true) if check.principle == "k-anonymity" => {
                format!(
                    "That nobody's row can be picked out: {}, against {who}.{}",
                    yes.to_lowercase(),
                    of_the_rest(case)
                )
            }
            (Verdict::Pass, true) if !is_belief(check) => {
                let says = match check.principle {
                    "dissimilarity" | "c-k-safety" | "skyline" => of_guesses(check),
                    _ => "How sure a guess about a person's value can be, it does not say.",
                };
                format!("{} holds, against {who}. {says}", capital(&title(check)))
            }
            (Verdict::Pass, true) => format!("{yes}, against {who}."),
            (Verdict::Pass, false) if !is_belief(check) => {
                format!("{} holds against {who}, too, which was not asked for.", capital(&title(check)))
            }
            (Verdict::Pass, false) => format!("{yes}, against {who}, which was not asked for."),
            (Verdict::Fail, true) => format!("No, not against {who}: {}.", check.violating()),
            (Verdict::Fail, false) => {
                format!("Not against {who}, which was not asked for: {} beyond what is allowed.", check.violating())
            }
            _ => continue,
        };
        if !said.contains(&line) {
            said.push(line);
        }
    }
    if case.checks.is_empty() {
        said.push("Against nobody: no rule was judged.".to_owned());
        said.extend(found_by_looking(case));
    } else {
        let sensitive = case.sensitive();
        let together = !matches!(case.beside(), Some(Beside::Anatomy(_)));
        if sensitive.len() > 1 && together && case.asked().any(|check| check.verdict == Verdict::Pass) {
            said.push(format!(
                "By {} alone: whoever knows one of {} of a person can find the row by it, and read the others.",
                case.quasi_words(),
                list(&sensitive)
            ));
        }
        let moved = case.moved();
        if !moved.is_empty() && moved.len() < case.quasi().len() {
            said.push(format!("Someone who also knows anybody's true {} is not judged by these rules.", list(&moved)));
        }
        let absence = if case.assumes_absence() { "that nobody knows who is in the table, " } else { "" };
        let row = if case.counterfeits() > 0 { "every row that is no counterfeit" } else { "one row" };
        let rows = if case.counts_records() { String::new() } else { format!("that {row} is one person, ") };
        let nothing = if case.goes_on() {
            "that nothing of these people is published but the releases of this series"
        } else {
            "that nothing else of these people is published"
        };
        said.push(format!(
            "Assumed is {absence}that rows of a group are taken as equally likely, {rows}and {nothing}."
        ));
        if case.counts_records() {
            said.push("Several rows may be of one person, by the policy's word: all of this is about rows.".to_owned());
        }
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
    let found = match case.beside()? {
        Beside::Walk(walk) => &walk.disclosure.walk,
        Beside::Noise(noise) => &noise.disclosure,
        _ => return None,
    };
    Some(format!(
        "Measured: whoever looks for the record nearest to a person's true values has the right one for {} of people, by chance for {}.",
        about(found.linked),
        about(found.by_chance)
    ))
}

/// Sensitive columns of which no rule that holds says anything.
fn of_the_rest(case: &Case<'_>) -> String {
    let held: Vec<&CheckReport> = case.asked().filter(|check| check.verdict == Verdict::Pass).collect();
    let mut rest = case.sensitive();
    rest.retain(|name| !held.iter().any(|check| check.principle != "k-anonymity" && check.sensitive.contains(name)));
    if rest.is_empty() { String::new() } else { format!(" Of {}: nothing is promised.", list(&rest)) }
}

/// What it may be used for, by what was measured.
pub(crate) fn good_for(case: &Case<'_>) -> Vec<String> {
    let Some(found) = &case.extras.evaluation else {
        return vec![match (case.verdict, case.made) {
            (Verdict::Fail, _) => "Not for publication as it is.".to_owned(),
            (_, Some(_)) => "What it is still good for was not measured for this page.".to_owned(),
            (_, None) => {
                "What it is still good for is not the question of an audit; an evaluation answers it.".to_owned()
            }
        }];
    };
    let mut said = Vec::new();
    let errors = |wide: bool| {
        let some = found
            .count_query
            .iter()
            .filter_map(|one| Some((one.selectivity.parse::<f64>().ok()?, one.mean_relative_error?)));
        let all: Vec<(f64, f64)> = some.collect();
        let edge = all.iter().map(|one| one.0).reduce(if wide { f64::max } else { f64::min })?;
        let at: Vec<f64> = all.iter().filter(|one| (one.0 - edge).abs() < 1e-12).map(|one| one.1).collect();
        Some((edge, at.iter().sum::<f64>() / at.len() as f64))
    };
    if let (Some((narrow, worse)), Some((wide, better))) = (errors(false), errors(true)) {
        let useless = better > 1.0;
        said.extend(useless.then(|| "Not for counting: answers are off by more than what is counted.".to_owned()));
        said.extend((!useless).then(|| format!(
            "Counting: answers are off by {} on average where a question covers {} of all combinations of values, and by {} where it covers {}.",
            about(better),
            percent_of(wide),
            about(worse),
            percent_of(narrow)
        )));
    }
    if let Some(Beside::Walk(walk)) = case.beside() {
        let names: Vec<&str> = walk.columns.iter().map(|one| one.column.as_str()).collect();
        said.push(format!("What was kept of {}: see how to read it. Not for single values.", list(&names)));
    }
    let exact: Vec<&str> = case
        .columns
        .iter()
        .filter(|column| column.published_as == aloof::manifest::PublishedAs::AsItIs)
        .map(|column| column.name.as_str())
        .collect();
    if let Some(nobody) = case.nobody() {
        said.push(format!(
            "{nobody} So the table has more rows than people: what is counted or summed over all rows is of {} and of these.",
            several(case.people(), "person", "people")
        ));
    }
    let all = case.counterfeits() == 0
        && case.suppressed == 0
        && case.dropped == 0
        && case.made.is_none_or(|made| made.held_out.is_none());
    if !exact.is_empty() && all && case.beside().is_none() {
        said.push(if exact.len() == 1 {
            format!(
                "{} is exact: what is asked of it alone, over the whole table, has the original's answer.",
                exact[0]
            )
        } else {
            format!(
                "{} are exact: what is asked of one of them alone, over the whole table, has the original's answer.",
                list(&exact)
            )
        });
    }
    if case.generalized() {
        said.push(format!(
            "Other columns are coarse: a cell covers {} of its column's range on average. Not for looking up single people.",
            about(found.ncp)
        ));
    }
    said
}

fn percent_of(share: f64) -> String {
    format!("{}%", (share * 1000.0).round() / 10.0)
}
