//! `aloof audit`: is this table safe, which records are not, and why?

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use aloof::audit::{
    Audit, AuditRequest, CheckReport, KnowledgeReport, MeasureReport, TogetherReport, Verdict, audit_in_series, risks,
};
use aloof::io::Source;
use aloof::policy::{Policy, Role, RowsAre};
use aloof::table::Decimal;
use aloof::together::{ReleaseOf, TogetherRequest, together};
use aloof::words::{HOLDS_SO_FAR, NOT_ASKED_FOR};
use aloof_report::{Extras, Subject, audit_evidence, audit_page};

use crate::options::{Asking, Common, released};
use crate::policy::PolicyArgs;
use crate::progress::Reading;
use crate::show::{AS_ASKED, count, fraction, names, on_line, part, several, table, wrap};
use crate::{Failure, Outcome, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A table (CSV, also .gz and .zst, Parquet, Arrow IPC, Excel, Stata, SPSS, SAS, a database: postgres://HOST/DB?table=NAME; `-` is standard input) or the directory of a release
    data: String,
    /// The table it was made from: then it is also checked whether every published row is true, who is missing, and what someone learns who knows one person's quasi columns (the candidates view)
    #[arg(long, value_name = "DATA")]
    original: Option<String>,
    /// An earlier release about the same people: judges what this and all earlier ones tell together; may be given several times, the oldest first
    #[arg(long, value_name = "DIR")]
    previous: Vec<String>,
    /// The table that an earlier release was made from: one for each --previous, in the same order
    #[arg(long, value_name = "DATA", requires = "previous")]
    previous_original: Vec<String>,
    /// With --previous: what `anonymize --private` kept of this release; it says who stands where
    #[arg(long, value_name = "DIR", requires = "previous")]
    private: Option<PathBuf>,
    /// What it kept of an earlier release: one for each --previous, in the same order
    #[arg(long, value_name = "DIR", requires = "previous")]
    previous_private: Vec<PathBuf>,
    /// With --previous: the column of the originals that says who is who; the policy's [input] person, or its identifier, if left out
    #[arg(long, value_name = "COLUMN", requires = "previous")]
    person: Option<String>,
    /// A table of everybody who could be in this one: also measures how likely each of them is to be in it
    #[arg(long, value_name = "DATA")]
    population: Option<String>,
    /// With nothing to check: how near guesses are that are measured, such as 1000,5000 (ε)
    #[arg(long, value_name = "DECIMALS", value_delimiter = ',')]
    epsilons: Vec<String>,
    /// Show the sensitive values of the groups that are worst off; the output is then not to be published
    #[arg(long)]
    show_values: bool,
    /// Write the numbers of the rows for which it does not hold to this CSV file, counted from 0 below the header
    #[arg(long, value_name = "FILE")]
    violations: Option<PathBuf>,
    /// Write a report for people to read: one HTML file, with pictures where the original is given
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write all that the report says as one JSON document
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
    /// Write over a report or a list that stands there
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    args.asking.check(std::iter::once(&args.data).chain(&args.original).chain(&args.population))?;
    if args.data == "-" && args.original.as_deref() == Some("-") {
        return Err(Failure::wrong("standard input can be the data or the original, not both"));
    }
    let written: Vec<&PathBuf> = [&args.report, &args.violations, &args.evidence].into_iter().flatten().collect();
    if written.iter().enumerate().any(|(at, one)| written[..at].contains(one)) {
        return Err(Failure::wrong("two of --report, --evidence and --violations name one file; name two"));
    }
    let policy = args.policy.load_for(&args.data, &args.data, args.original.is_some())?;
    if !args.epsilons.is_empty() && !policy.protect().is_empty() {
        return Err(Failure::wrong("--epsilons says where to measure; it does not go with protection to check"));
    }
    check_previous(args)?;
    let earlier = args.previous.iter().chain(&args.previous_original).chain(&args.population);
    let mut inputs = report::inputs(std::iter::once(&args.data).chain(&args.original).chain(earlier), &policy);
    inputs.extend(args.private.iter().chain(&args.previous_private).cloned());
    let violations = report::open(args.violations.as_deref(), args.replace, &inputs)?;
    let page = report::open(args.report.as_deref(), args.replace, &inputs)?;
    let evidence = report::open(args.evidence.as_deref(), args.replace, &inputs)?;
    let data = args.asking.source(&args.data)?;
    let original = args.original.as_deref().map(|original| args.asking.source(original)).transpose()?;
    let population = args.population.as_deref().map(|people| args.asking.source(people)).transpose()?;
    let reading = Reading::new(args.common.quiet);
    let together = together_with(args, &data, original.as_ref(), &policy, &reading)?;
    let request = AuditRequest {
        data: data.clone(),
        original: original.clone(),
        policy: &policy,
        population,
        epsilons: epsilons(&args.epsilons)?,
        show_values: args.show_values,
        list_violations: violations.is_some(),
        progress: &|done, total| reading.tell(done, total),
    };
    let mut found = audit_in_series(&request, together)?;
    drop(reading);
    found.notes.extend(args.policy.taken_for(&args.data).filter(|_| found.is_by_another_policy()));
    if let Some(file) = violations {
        report::write(file, &list_of_violations(&found))?;
    }
    if page.is_some() || evidence.is_some() {
        let extras = extras(args, &data, original.as_ref(), &policy);
        page.map(|page| report::write(page, &audit_page(&found, &extras))).transpose()?;
        evidence.map(|file| report::write(file, &audit_evidence(&found, &extras))).transpose()?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(args, &found))?;
    }
    Ok(match found.verdict {
        Verdict::Fail => Outcome::Violation,
        Verdict::Measured if !found.open.is_empty() => Outcome::Open,
        _ => Outcome::Done,
    })
}

/// Whether people are known by the private directories of all releases alone.
fn is_by_private(args: &Args) -> bool {
    let private = args.previous_private.len() + usize::from(args.private.is_some());
    private == args.previous.len() + 1 && args.previous_original.is_empty()
}

/// Every earlier release has what is needed to know its people.
fn check_previous(args: &Args) -> Result<(), Failure> {
    let (releases, originals) = (args.previous.len(), args.previous_original.len());
    if let Some(twice) = named_twice(args) {
        return Err(Failure::wrong(format!(
            "{twice} is named twice: a release together with itself tells what it tells alone"
        )));
    }
    if releases != originals && !is_by_private(args) {
        return Err(Failure::wrong(format!(
            "--previous is given {releases} times and --previous-original {originals} times: each earlier release needs the table that it was \
             made from, in the same order, so that people are known again; or, in a series, name --private and a --previous-private for \
             each instead of all originals"
        )));
    }
    if releases > 0 && args.original.is_none() && !is_by_private(args) {
        return Err(Failure::wrong(
            "earlier releases are named, and not the table that this one was made from (--original), nor the private directories of all",
        ));
    }
    let private = args.previous_private.len() + usize::from(args.private.is_some());
    if private > 0 && private != releases + 1 {
        return Err(Failure::wrong(format!(
            "{private} private directories are named for {} releases: name --private for this one and --previous-private for each earlier one, \
             or none",
            releases + 1
        )));
    }
    Ok(())
}

/// A release that stands among the earlier ones and is named once more.
fn named_twice(args: &Args) -> Option<&String> {
    let place = |name: &String| std::fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
    let earlier: Vec<PathBuf> = args.previous.iter().map(place).collect();
    let newest = place(&args.data);
    let is_again = |at: &usize| earlier[*at] == newest || earlier[..*at].contains(&earlier[*at]);
    (0..earlier.len()).find(is_again).map(|at| &args.previous[at])
}

/// What this and earlier releases tell together, where earlier ones are named.
fn together_with(
    args: &Args,
    data: &Source,
    original: Option<&Source>,
    policy: &Policy,
    reading: &Reading,
) -> Result<Option<TogetherReport>, Failure> {
    if args.previous.is_empty() {
        return Ok(None);
    }
    let mut releases = Vec::new();
    for (at, previous) in args.previous.iter().enumerate() {
        let before = args.previous_original.get(at);
        releases.push(ReleaseOf {
            release: released(previous)?,
            original: before.map(|before| args.asking.source(before)).transpose()?,
            private: args.previous_private.get(at).cloned(),
        });
    }
    releases.push(ReleaseOf {
        release: data.clone(),
        original: original.filter(|_| !is_by_private(args)).cloned(),
        private: args.private.clone(),
    });
    let request = TogetherRequest {
        releases,
        policy,
        person: args.person.clone(),
        progress: &|done, total| reading.tell(done, total),
    };
    Ok(Some(together(&request)?))
}

/// What a page shows beside what was found. What cannot be made is named.
fn extras(args: &Args, data: &Source, original: Option<&Source>, policy: &Policy) -> Extras {
    let release = Some(Path::new(&args.data)).filter(|path| path.is_dir());
    let file = args.policy.file(&args.data);
    let alone = data.path().filter(|path| path.is_file()).and_then(|path| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, report::sha256(path)?))
    });
    let mut extras = Extras {
        subject: Subject {
            data: args.original.clone().unwrap_or_default(),
            table: args.data.clone(),
            date: report::today(),
            policy: report::policy_file(file.as_deref()),
            records: policy.input().rows == Some(RowsAre::Records),
            quasi: policy.named(Role::Quasi).map(str::to_owned).collect(),
            ..Subject::default()
        },
        files: release.map_or_else(|| alone.into_iter().collect(), report::files),
        manifest: release.and_then(report::manifest),
        ..Extras::default()
    };
    match original.map(|original| risks(data, original, policy)) {
        Some(Ok(risks)) => extras.risks = risks,
        Some(Err(error)) => extras.problems.push(format!("Risk before and after is missing: {error}.")),
        None => {}
    }
    extras
}

fn epsilons(texts: &[String]) -> Result<Vec<Decimal>, Failure> {
    let one = |text: &String| match text.parse::<Decimal>() {
        Ok(epsilon) if !epsilon.is_negative() => Ok(epsilon),
        Ok(_) => Err(Failure::wrong(format!("--epsilons {text}: must not be negative"))),
        Err(error) => Err(Failure::wrong(format!("--epsilons {text}: {error}"))),
    };
    texts.iter().map(one).collect()
}

fn list_of_violations(found: &Audit) -> String {
    let mut out = "row,table,principle,view\n".to_owned();
    for violation in &found.violations {
        let check = &found.checks[violation.check];
        let table = if matches!(check.view, "group" | "register" | "alike") { "data" } else { "original" };
        let _ = writeln!(out, "{},{table},{},{}", violation.row, check.principle, check.view);
    }
    out
}

fn text(args: &Args, found: &Audit) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", on_line(&args.data), several(found.tuples, "row", "rows"));
    show_standing(&mut out, found);
    for check in &found.checks {
        out.push('\n');
        show_check(&mut out, check, found.is_conditional());
    }
    for measures in &found.measures {
        out.push('\n');
        show_measures(&mut out, measures);
    }
    if let Some(truth) = &found.truth {
        let _ = writeln!(out, "\nAgainst the original of {}:", several(truth.original, "row", "rows"));
        let other = if truth.dropped > 0 { "other " } else { "" };
        let untrue = match truth.untrue {
            0 if truth.counterfeits.is_some_and(|rows| rows > 0) => format!(
                "but for {}, every released row stands for an original one",
                several(truth.counterfeits.unwrap_or_default(), "counterfeit", "counterfeits")
            ),
            0 => match walked(found) {
                Some(columns) => format!("but for {columns}, every released row stands for an original one"),
                None => "every released row stands for an original one".to_owned(),
            },
            1 => "1 row stands for no original one: the release is not true".to_owned(),
            many => format!("{} rows stand for no original one: the release is not true", count(many)),
        };
        let absent = match truth.absent {
            0 => format!("no {other}original row is missing"),
            many => format!(
                "{} in no released row",
                several(many, &format!("{other}original row is"), &format!("{other}original rows are"))
            ),
        };
        let _ = writeln!(out, "  {untrue}");
        if truth.dropped > 0 {
            let _ = writeln!(
                out,
                "  {} a value and {} in no release: the policy drops such rows",
                several(truth.dropped, "original row lacks", "original rows lack"),
                if truth.dropped == 1 { "is" } else { "are" }
            );
        }
        let _ = writeln!(out, "  {absent}");
    }
    if let Some(withheld) = &found.withheld {
        out.push('\n');
        out.push_str(&wrap(&on_line(&withheld.told.join(" ")), "", 100));
    }
    if let Some(together) = &found.together {
        out.push('\n');
        together.told.iter().for_each(|told| out.push_str(&wrap(&on_line(told), "", 100)));
    }
    if found.dropped > 0 {
        let _ = writeln!(
            out,
            "\n{} a value and {} not judged: the policy drops such rows",
            several(found.dropped, "released row lacks", "released rows lack"),
            if found.dropped == 1 { "was" } else { "were" }
        );
    }
    if !found.notes.is_empty() && !args.common.quiet {
        out.push('\n');
        found.notes.iter().for_each(|note| out.push_str(&wrap(note, "", 100)));
    }
    let unnamed = found.others.as_ref().map_or(&[][..], |others| &others.unnamed);
    let word = match found.verdict {
        Verdict::Pass if !unnamed.is_empty() => AS_ASKED,
        Verdict::Pass => "PASS",
        Verdict::Fail => "FAIL",
        Verdict::Measured if found.open.is_empty() => return out,
        Verdict::Measured => "NOT JUDGED",
    };
    let _ = writeln!(out, "\n{word}");
    if word == AS_ASKED {
        out.push_str(&wrap(&on_line(&not_the_file(unnamed)), "", 100));
    }
    out
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
        check.bound,
        check.condition.as_ref().map_or_else(String::new, |condition| format!(" in {condition}"))
    );
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
    let failing: Vec<_> = check.worst_groups.iter().filter(|group| !group.holds).collect();
    if failing.is_empty() {
        let remedy = check.remedy.iter().map(|remedy| wrap(&format!("To mend it: {remedy}."), "  ", 100));
        remedy.for_each(|remedy| out.push_str(&remedy));
        return;
    }
    let quasi: Vec<String> = failing[0].quasi.iter().map(|(name, _)| on_line(name)).collect();
    let quasi: Vec<&str> = quasi.iter().map(String::as_str).collect();
    let mut rows = table(&[&["  worst groups:"], quasi.as_slice(), &["rows", "measure"]].concat());
    for group in &failing {
        let mut cells = vec![String::new()];
        cells.extend(group.quasi.iter().map(|(_, value)| on_line(value)));
        let valued = group.with_value.map_or_else(String::new, |some| format!(", {} with a value", count(some)));
        cells.extend([format!("{}{valued}", count(group.tuples)), check.shown(&group.risk)]);
        rows.add_row(cells);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    out.push_str(&wrap(&format!("In the worst: {}", failing[0].conclusion), "  ", 100));
    if let Some(values) = failing[0].values.as_ref().filter(|values| values.iter().any(|value| !value.is_empty())) {
        out.push_str(&wrap(&format!("Its values: {}", values.join(", ")), "  ", 100));
    }
    if let Some(remedy) = &check.remedy {
        out.push_str(&wrap(&format!("To mend a group: {remedy}."), "  ", 100));
    }
}

fn show_measures(out: &mut String, measures: &MeasureReport) {
    let _ = writeln!(out, "What {} has:", on_line(&measures.sensitive));
    let none = || "none".to_owned();
    let mut rows = table(&["  measure", "value", "meaning"]);
    let mut add = |name: &str, value: String, meaning: &str| {
        rows.add_row(vec![format!("  {name}"), value, meaning.to_owned()]);
    };
    add("k", count(measures.k), "rows in the smallest group");
    add("distinct l", count(measures.distinct_l), "fewest distinct values in a group");
    add("frequency l", fraction(&measures.frequency_l), "no value has a share above 1/l");
    add("entropy l", format!("{:.4}", measures.entropy_l), "exponential of the smallest entropy");
    add(
        "recursive c (l=2)",
        measures.recursive_c_2.as_deref().map_or_else(none, fraction),
        "holds for every c above this",
    );
    add("alpha", fraction(&measures.alpha), "largest share of one value");
    add("t, equal", fraction(&measures.t_equal), "farthest distribution, all values equally far apart");
    if let Some(t) = &measures.t_ordered {
        add("t, ordered", fraction(t), "by rank");
    }
    if let Some(t) = &measures.t_value {
        add("t, by value", fraction(t), "by difference");
    }
    add("beta", fraction(&measures.beta), "largest relative gain of a value");
    if let Some(range) = &measures.range {
        add("range", fraction(range), "smallest range of a group");
    }
    if let Some(variance) = &measures.variance {
        add("variance", fraction(variance), "smallest variance of a group");
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    show_knowledge(out, &measures.knowledge);
    show_proximity(out, measures);
}

/// What someone can conclude who knows more than the table.
fn show_knowledge(out: &mut String, found: &KnowledgeReport) {
    out.push_str("  What somebody may know besides: facts such as `if this one has that value, so has that one`\n");
    let mut rows = table(&["  facts", "a value can be named with confidence"]);
    for step in &found.implications {
        rows.add_row(vec![format!("  {}", step.k), fraction(&step.belief)]);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    if found.ruled_out == Some(0) {
        out.push_str("  For a confidence of 1/2 nothing need be known besides the table.\n");
        return;
    }
    let many = |count: Option<u32>, one: &str, more: &str| match count {
        Some(1) => format!("1 {one}"),
        Some(count) => format!("{count} {more}"),
        None => format!("more than 10 {more}"),
    };
    let enough = [
        many(found.ruled_out, "value that a person does not have", "values that a person does not have"),
        many(found.others, "other person's value", "other people's values"),
        many(
            found.kin,
            "other who has the value only if this one has",
            "others who have the value only if this one has",
        ),
    ];
    out.push_str(&wrap(&format!("Enough for a confidence of 1/2: {}.", enough.join("; or ")), "  ", 100));
}

fn show_proximity(out: &mut String, measures: &MeasureReport) {
    if measures.proximity.is_empty() {
        return;
    }
    out.push_str("  How close an adversary comes: the largest m for which (ε, m)-anonymity holds\n");
    let mut rows = table(&[
        "  ε",
        "around any figure",
        "worst share of a group",
        "around one of its values",
        "worst share of a group",
    ]);
    for step in &measures.proximity {
        rows.add_row(vec![
            format!("  {}", step.epsilon),
            step.max_m_register.to_string(),
            step.worst_risk_register.clone(),
            step.max_m.to_string(),
            step.worst_risk.clone(),
        ]);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    if measures.staircase.is_empty() {
        out.push_str("  No m above 1 holds for any ε, not even for equal values only.\n");
        return;
    }
    let mut stairs = table(&["  m", "ε must stay below, around one of its values"]);
    for step in &measures.staircase {
        stairs.add_row(vec![format!("  {}", step.m), step.epsilon_below.clone()]);
    }
    let _ = writeln!(out, "{}", stairs.trim_fmt());
}
