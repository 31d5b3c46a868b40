//! What an audit found, as the terminal shows it.

use std::fmt::Write as _;

use aloof::audit::{Audit, CheckReport, TruthReport, Verdict, WorstGroup};
use aloof::data::Conditions;
use aloof::words::{HOLDS_SO_FAR, NOT_ASKED_FOR};

use super::measures::show_measures;
use crate::show::{
    AS_ASKED, IF_BOTH, IF_PEOPLE, IF_VALUES, count, fraction, names, on_line, part, several, table, wrap,
};

/// All of it; `quiet`: without notes.
pub(super) fn text(name: &str, found: &Audit, quiet: bool) -> String {
    let mut out = format!("{}: {}\n", on_line(name), several(found.tuples, "row", "rows"));
    show_standing(&mut out, found);
    for check in &found.checks {
        out.push('\n');
        show_check(&mut out, check, found.is_conditional());
    }
    for measures in &found.measures {
        out.push('\n');
        show_measures(&mut out, measures);
    }
    found.truth.iter().for_each(|truth| show_truth(&mut out, truth, walked(found)));
    if let Some(withheld) = &found.withheld {
        out.push('\n');
        out.push_str(&wrap(&on_line(&withheld.told.join(" ")), "", 100));
    }
    if let Some(together) = &found.together {
        out.push('\n');
        together.told.iter().for_each(|told| out.push_str(&wrap(&on_line(told), "", 100)));
    }
    show_dropped(&mut out, "\n", found.dropped, ("released row", "was", "were"), "not judged");
    // What changes the meaning of a promise is said to whoever wants no notes, too.
    let conditions = found.conditions.told();
    let notes: Vec<&str> = if quiet { conditions.collect() } else { found.notes.iter().map(String::as_str).collect() };
    if !notes.is_empty() {
        out.push('\n');
        notes.iter().for_each(|note| out.push_str(&wrap(&on_line(note), "", 100)));
    }
    show_verdict(&mut out, found);
    out
}

/// The last word.
fn show_verdict(out: &mut String, found: &Audit) {
    let unnamed = found.others.as_ref().map_or(&[][..], |others| &others.unnamed);
    let word = match found.verdict {
        Verdict::Pass if !unnamed.is_empty() => AS_ASKED,
        Verdict::Pass => passed(&found.conditions),
        Verdict::Fail => "FAIL",
        Verdict::Measured if found.open.is_empty() => return,
        Verdict::Measured => "NOT JUDGED",
    };
    let _ = writeln!(out, "\n{word}");
    if word == AS_ASKED {
        out.push_str(&wrap(&on_line(&not_the_file(unnamed)), "", 100));
    }
    if let Some(ifs) = found.conditions.said().filter(|_| found.verdict == Verdict::Pass) {
        out.push_str(&wrap(&on_line(&format!("It holds only if {ifs}.")), "", 100));
    }
}

/// The word for what is asked and holds, under which conditions.
fn passed(conditions: &Conditions) -> &'static str {
    match (conditions.perhaps_missing.is_empty(), conditions.perhaps_total.is_none()) {
        (true, true) => "PASS",
        (false, true) => IF_VALUES,
        (true, false) => IF_PEOPLE,
        (false, false) => IF_BOTH,
    }
}

/// Whether every row is true, and who is missing; `walked`: what was not held against the original.
fn show_truth(out: &mut String, truth: &TruthReport, walked: Option<&str>) {
    let _ = writeln!(out, "\nAgainst the original of {}:", several(truth.original, "row", "rows"));
    let but_for = match truth.counterfeits.filter(|&rows| rows > 0) {
        Some(rows) => Some(several(rows, "counterfeit", "counterfeits")),
        None => walked.map(str::to_owned),
    };
    let untrue = match truth.untrue {
        0 => {
            let but_for = but_for.map_or_else(String::new, |rows| format!("but for {rows}, "));
            format!("{but_for}every released row stands for an original one")
        }
        1 => "1 row stands for no original one: the release is not true".to_owned(),
        many => format!("{} rows stand for no original one: the release is not true", count(many)),
    };
    let _ = writeln!(out, "  {untrue}");
    show_dropped(out, "  ", truth.dropped, ("original row", "is", "are"), "in no release");
    let other = if truth.dropped > 0 { "other " } else { "" };
    let absent = match truth.absent {
        0 => format!("no {other}original row is missing"),
        many => format!(
            "{} in no released row",
            several(many, &format!("{other}original row is"), &format!("{other}original rows are"))
        ),
    };
    let _ = writeln!(out, "  {absent}");
}

/// Rows that lack a value, if there are any, and what became of them: one `is` there, several `are`.
fn show_dropped(out: &mut String, lead: &str, dropped: usize, (row, is, are): (&str, &str, &str), there: &str) {
    if dropped > 0 {
        let lack = several(dropped, &format!("{row} lacks"), &format!("{row}s lack"));
        let are = if dropped == 1 { is } else { are };
        let _ = writeln!(out, "{lead}{lack} a value and {are} {there}: the policy drops such rows");
    }
}

/// That what was asked holds is no word on a file that publishes more than was asked about.
fn not_the_file(unnamed: &[String]) -> String {
    let shown = unnamed.iter().take(12).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let (them, it) = if unnamed.len() == 1 { ("it", "it is") } else { ("them", "they are") };
    format!(
        "This is no word on the file: it publishes {shown}{}, too, and nothing was judged of {them}. Leave {them} out, or say what \
         {it} with --quasi, --sensitive or --keep.",
        if unnamed.len() > 12 { ", …" } else { "" }
    )
}

/// What was walked, and so not held against the original row by row.
fn walked(found: &Audit) -> Option<&'static str> {
    let claim = found.claim.as_ref().filter(|claim| claim.how == "walk" && claim.standing != "refuted");
    claim.map(|_| "walked columns")
}

/// Whether the files and the making are what the manifest says, and what could not be judged.
fn show_standing(out: &mut String, found: &Audit) {
    let other = found.files.iter().flat_map(|files| &files.other);
    let files = other.map(|name| format!("NOT THE FILE OF THE MANIFEST: {name} has another SHA-256."));
    let refuted = found.claim.iter().filter(|claim| claim.standing == "refuted");
    let refuted = refuted.map(|claim| format!("NOT MADE AS THE MANIFEST SAYS ({}): {}.", claim.how, claim.reason));
    let holds = found.claim.iter().filter(|claim| claim.standing == "holds");
    let holds = holds.map(|claim| {
        format!("The manifest says how it was made ({}); held against the original: {}.", claim.how, claim.reason)
    });
    let unseen = found.claim.iter().filter_map(|claim| claim.unseen(&found.open));
    let open = found.open.iter().map(|open| format!("Not judged: {open}."));
    for line in files.chain(refuted).chain(holds).chain(unseen).chain(open) {
        out.push('\n');
        out.push_str(&wrap(&line, "", 100));
    }
}

/// `conditional`: something that was asked could not be judged, so that nothing is said to hold without more.
fn show_check(out: &mut String, check: &CheckReport, conditional: bool) {
    let word = match check.verdict {
        Verdict::Pass if conditional && check.required => HOLDS_SO_FAR,
        Verdict::Pass => "holds",
        Verdict::Measured => "not judged",
        Verdict::Fail => "FAILS",
    };
    let optional = if check.required { String::new() } else { format!(" ({NOT_ASKED_FOR})") };
    let of = if check.sensitive.is_empty() { String::new() } else { format!(" of {}", names(&check.sensitive)) };
    let _ = writeln!(out, "{}{of}, {} view: {word}{optional}", check.title, check.view);
    show_breaking(out, check);
    if let Some(beyond) = check.beyond_sentence() {
        out.push_str(&wrap(&beyond, "  ", 100));
    }
    if !check.implied.is_empty() {
        let _ = writeln!(
            out,
            "  So it does in the {} view{}.",
            check.implied.join(" and the "),
            if check.implied.len() > 1 { "s" } else { "" }
        );
    }
    if let Some(promise) = &check.promise {
        out.push_str(&wrap(&on_line(promise), "  ", 100));
    }
    check.of_guesses().iter().for_each(|said| out.push_str(&wrap(said, "  ", 100)));
    let failing: Vec<&WorstGroup> = check.worst_groups.iter().filter(|group| !group.holds).collect();
    if !failing.is_empty() {
        show_worst(out, check, &failing);
    }
    if let Some(remedy) = &check.remedy {
        let what = if failing.is_empty() { "it" } else { "a group" };
        out.push_str(&wrap(&format!("To mend {what}: {remedy}."), "  ", 100));
    }
}

/// How many groups and people break it, and how far the worst goes.
fn show_breaking(out: &mut String, check: &CheckReport) {
    let groups = match check.view {
        "perturbation" => String::new(),
        view => {
            let (one, many) = match view {
                "group" | "register" => ("group", "groups"),
                "alike" => ("set of rows that look alike", "sets of rows that look alike"),
                "population" => ("set of people whom the same cells cover", "sets of people whom the same cells cover"),
                _ => ("set of candidate groups", "sets of candidate groups"),
            };
            format!("{} and ", part(check.violating_groups, check.groups, one, many))
        }
    };
    let _ = writeln!(
        out,
        "  {groups}{} break it; the worst is {}, allowed is {} {}{}",
        check.violating(),
        check.worst(),
        check.bound_is,
        fraction(&check.bound),
        check.condition.as_ref().map_or_else(String::new, |condition| format!(" in {condition}"))
    );
}

/// The groups that are worst off.
fn show_worst(out: &mut String, check: &CheckReport, failing: &[&WorstGroup]) {
    let quasi: Vec<String> = failing[0].quasi.iter().map(|(name, _)| on_line(name)).collect();
    let quasi: Vec<&str> = quasi.iter().map(String::as_str).collect();
    let mut rows = table(&[&["  worst groups:"], quasi.as_slice(), &["rows", "measure"]].concat());
    for group in failing {
        let mut cells = vec![String::new()];
        cells.extend(group.quasi.iter().map(|(_, value)| on_line(value)));
        let valued = group.with_value.map_or_else(String::new, |some| format!(", {} with a value", count(some)));
        cells.extend([format!("{}{valued}", count(group.tuples)), check.told(&group.risk)]);
        rows.add_row(cells);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    out.push_str(&wrap(&format!("In the worst: {}", failing[0].conclusion), "  ", 100));
    if let Some(values) = failing[0].values.as_ref().filter(|values| values.iter().any(|value| !value.is_empty())) {
        out.push_str(&wrap(&format!("Its values: {}", values.join(", ")), "  ", 100));
    }
}
