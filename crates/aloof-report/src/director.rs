//! The first part of a page, for whoever signs: the verdict, what was promised to whom, every column and what became of it, and
//! what exactly is signed.

use aloof::audit::CheckReport;
use aloof::manifest::{Column, ColumnRole, PublishedAs};
use aloof::words::count;

use crate::case::Case;
use crate::figures::percent;
use crate::page::Page;
use crate::{against, good_for, promise};

/// Begins the page.
pub(crate) fn begin(case: &Case<'_>) -> Page {
    let (sign, title) = case.headline();
    let kicker = match (case.made.is_some(), &case.extras.subject.date) {
        (true, Some(date)) => format!("Release report, {date}"),
        (true, None) => "Release report".to_owned(),
        (false, Some(date)) => format!("Audit report, {date}"),
        (false, None) => "Audit report".to_owned(),
    };
    let mut page = Page::with_verdict(&kicker, sign, &title, &promise::sentences(case));
    page.facts(&facts(case));
    page.answers(&[
        ("Is it safe, and against whom?", against::against_whom(case)),
        ("What may it be used for?", good_for::good_for(case)),
    ]);
    page.contents(&[("decide", "To decide and sign"), ("use", "To use the data"), ("check", "To check it")]);
    if !case.extras.problems.is_empty() {
        page.heading("What is missing on this page");
        page.list(&case.extras.problems);
    }
    page.chapter("decide", "To decide and sign", "For whoever is responsible for it going out.");
    columns(&mut page, case);
    absentees(&mut page, case);
    if let Some(together) = case.audit.and_then(|audit| audit.together.as_ref()) {
        page.heading("Together with earlier releases");
        page.list(&together.told);
    }
    if let Some(nobody) = case.nobody() {
        page.heading("Rows that stand for nobody");
        page.text(&nobody);
    }
    papers(&mut page, case);
    page.signatures("Name and office");
    page
}

fn facts(case: &Case<'_>) -> Vec<(&'static str, String, String)> {
    let mut facts: Vec<(&'static str, String, String)> = Vec::new();
    let mut fact = |key, name: &str, value: String| facts.push((key, name.to_owned(), value));
    fact("rows", if case.made.is_some() { "rows published" } else { "rows" }, count(case.tuples));
    if case.counterfeits() > 0 {
        fact("people", "people whom a row stands for", count(case.people()));
        fact("counterfeits", "rows that stand for nobody", count(case.counterfeits()));
    }
    if let Some(groups) = case.groups() {
        fact("groups", "groups that look different", count(groups));
    }
    if case.suppressed > 0 {
        fact("withheld", suppressed_are(case), count(case.suppressed));
    }
    if let Some(held_out) = case.made.and_then(|made| made.held_out) {
        fact("held out", "people held out by chance before, for attacks", count(held_out));
    }
    if case.dropped > 0 {
        fact("left out", "rows left out for a missing value", count(case.dropped));
    }
    if let Some(absent) = absent(case) {
        fact("absent", "people of the original in no row", count(absent));
    }
    facts.extend(of_the_rule(case));
    facts
}

/// Rows of an audited table are not withheld: they stand there, and show nothing.
pub(crate) fn suppressed_are(case: &Case<'_>) -> &'static str {
    if case.made.is_some() { "rows withheld" } else { "rows of nothing but *" }
}

/// People of the original of an audit who are in no row.
pub(crate) fn absent(case: &Case<'_>) -> Option<usize> {
    let absent = case.truth.map(|truth| truth.absent).filter(|&absent| absent > 0);
    case.withheld.filter(|withheld| case.made.is_none() && withheld.tuples > 0).map(|one| one.tuples).or(absent)
}

/// What the one rule measures. Of several rules each has its own measure; these stand in the table below.
fn of_the_rule(case: &Case<'_>) -> Vec<(&'static str, String, String)> {
    let mut facts = Vec::new();
    // Against someone who knows everybody nothing need be added; what holds in a weaker view is said of it alone.
    let by = |check: &CheckReport| match check.view {
        "group" | "candidates" | "alike" => format!(", in the {} view", check.view),
        _ => String::new(),
    };
    let asked: Vec<_> = case.asked().filter(|check| check.bound_is == "at most").collect();
    if let [check] = asked.as_slice() {
        let share = |exact: &str| percent(exact).replace("about ", "≈ ");
        let (name, say): (_, &dyn Fn(&str) -> String) = match check.principle {
            "l-diversity" if promise::counts_values(check) => {
                ("different values in the group that has fewest", &promise::least)
            }
            _ if promise::is_belief(check) && absent(case).is_some() => {
                ("the surest guess about anyone in the table", &share)
            }
            _ if promise::is_belief(check) => ("the surest guess about anyone", &share),
            "k-anonymity" => ("the surest guess which row is anyone's", &share),
            "dissimilarity" => ("the most of the others of a group who are similar to anyone", &share),
            _ => ("the rule's measure at worst, which bounds no guess", &promise::plain),
        };
        facts.push(("worst", format!("{name}{}", by(check)), say(&check.worst_risk)));
        let asked = if promise::counts_values(check) { "asked for" } else { "allowed" };
        facts.push(("allowed", asked.to_owned(), say(&check.bound)));
    }
    if let [check] = case.asked().collect::<Vec<_>>().as_slice() {
        let who = if check.people.is_some() { "people" } else { "rows" };
        let name = format!("{who} beyond what is allowed{}", by(check));
        facts.push(("beyond", name, count(check.violating_tuples)));
        if let Some(absent) = check.withheld.as_ref().filter(|_| case.unsafe_absent().is_some()) {
            let name = "the surest guess about anyone who is in no row".to_owned();
            let worst = absent.certainty.as_ref().filter(|_| promise::is_belief(check));
            facts.extend(worst.map(|worst| ("absent worst", name, percent(worst).replace("about ", "≈ "))));
        }
    }
    facts
}

fn columns(page: &mut Page, case: &Case<'_>) {
    let mut rows: Vec<Vec<String>> = case
        .columns
        .iter()
        .map(|column| {
            vec![
                column.name.clone(),
                role(column.role).to_owned(),
                became(column).to_owned(),
                column.protected_by.words(),
            ]
        })
        .collect();
    rows.extend(
        case.extras
            .subject
            .left_out
            .iter()
            .map(|name| vec![name.clone(), unpublished(case, name), "left out".to_owned(), "not published".to_owned()]),
    );
    if rows.is_empty() {
        return;
    }
    page.heading("Every column, and what became of it");
    let keyed: Vec<(String, &Vec<String>)> = rows.iter().map(|row| (row[0].clone(), row)).collect();
    page.table_of("columns", "", &["column", "is", "published", "protected by"], &keyed);
    if let Some(formulas) = case.made.and_then(|made| made.formulas.as_ref()) {
        page.text(&formulas.sentence());
    }
}

/// Who is not in the table, and what can be told of them.
fn absentees(page: &mut Page, case: &Case<'_>) {
    if let Some(withheld) = case.withheld {
        page.heading(if withheld.by_values { "Who is not in the table" } else { "Who was withheld" });
        page.list(&withheld.told);
    }
}

/// What a column is that is left out.
fn unpublished(case: &Case<'_>, name: &str) -> String {
    let is = case.extras.subject.is.iter().find(|(other, _)| other == name);
    is.map_or("not needed", |(_, is)| is).to_owned()
}

fn role(role: ColumnRole) -> &'static str {
    match role {
        ColumnRole::Quasi => "quasi: others may know it",
        ColumnRole::Sensitive => "sensitive",
        ColumnRole::Group => "the group's number",
        ColumnRole::Count => "how often a value occurs",
        ColumnRole::Keep => "kept, and taken as known to nobody",
        ColumnRole::Pseudonym => "a pseudonym",
    }
}

fn became(column: &Column) -> &'static str {
    match column.published_as {
        PublishedAs::Generalized => "generalized: one value, range or set for each group",
        PublishedAs::Bounds => "generalized: a lower and an upper end for each group",
        PublishedAs::AsItIs if column.role == ColumnRole::Quasi => "as it is in every group",
        PublishedAs::AsItIs => "as it is",
        PublishedAs::Coded => "coded: ends cut off, rounded or in classes",
        PublishedAs::Pseudonym => "another name, made with a key",
        PublishedAs::Perturbed => "perturbed: some values are drawn by chance",
        PublishedAs::Noisy => "noisy: something was added to each value",
        PublishedAs::Walked => "walked: other values that keep chosen properties",
        PublishedAs::Group => "a number drawn by chance",
        PublishedAs::Count => "a count",
    }
}

fn papers(page: &mut Page, case: &Case<'_>) {
    let subject = &case.extras.subject;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |what: &str, is: &str| {
        if !is.is_empty() {
            rows.push(vec![what.to_owned(), is.to_owned()]);
        }
    };
    row(if case.made.is_some() { "made of" } else { "held against" }, &subject.data);
    row(if case.made.is_some() { "release" } else { "table" }, &subject.table);
    row("date", subject.date.as_deref().unwrap_or_default());
    if let Some((name, _)) = &subject.policy {
        row("policy", name);
    }
    row("program", &format!("aloof {}", env!("CARGO_PKG_VERSION")));
    page.heading("What is signed");
    let keyed: Vec<(String, &Vec<String>)> = rows.iter().map(|row| (row[0].clone(), row)).collect();
    page.table_of("papers", "", &["paper", "name"], &keyed);
    let mut files: Vec<Vec<String>> =
        case.extras.files.iter().map(|(name, hash)| vec![name.clone(), hash.clone()]).collect();
    files.extend(subject.policy.iter().map(|(name, hash)| vec![name.clone(), hash.clone()]));
    if !files.is_empty() {
        let keyed: Vec<(String, &Vec<String>)> = files.iter().map(|row| (row[0].clone(), row)).collect();
        page.table_of(
            "files",
            "SHA-256 of what lies on the desk: other bytes are another release",
            &["file", "SHA-256"],
            &keyed,
        );
    }
}
