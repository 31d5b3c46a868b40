//! `aloof audit`: is this table safe, which records are not, and why? What is found is shown by `text.rs` and `measures.rs`.

mod measures;
mod text;

use std::path::{Path, PathBuf};

use aloof::audit::{AuditRequest, TogetherReport, Verdict, audit_in_series, risks};
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::table::Decimal;
use aloof::together::{ReleaseOf, TogetherRequest, together};
use aloof_report::{Extras, Subject, audit_evidence, audit_page};

use crate::options::{Asking, Common, released};
use crate::policy::PolicyArgs;
use crate::progress::Reading;
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
    let mut found =
        audit_in_series(&request, together).map_err(|error| args.policy.explained(error, &args.data, &args.data))?;
    drop(reading);
    found.notes.extend(args.policy.taken_for(&args.data).filter(|_| found.is_by_another_policy()));
    if let Some(file) = violations {
        report::write(file, &found.list_of_violations())?;
    }
    if page.is_some() || evidence.is_some() {
        let extras = extras(args, &data, original.as_ref(), &policy);
        page.map(|page| report::write(page, &audit_page(&found, &extras))).transpose()?;
        evidence.map(|file| report::write(file, &audit_evidence(&found, &extras))).transpose()?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text::text(&args.data, &found, args.common.quiet))?;
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
            records: policy.counts_records(),
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
