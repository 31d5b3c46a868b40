//! `aloof demo`: a release that looks safe, and the audit that shows it is not.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use aloof::audit::{Audit, AuditRequest, CheckReport, audit};
use aloof::demo::{Files, QUASI, SENSITIVE, stage};
use aloof::io::Source;
use aloof::policy::Policy;

use crate::options::{Common, NoPolicy};
use crate::show::{count, several, wrap};
use crate::{Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to put the demonstration's files
    #[arg(long, value_name = "DIR", default_value = "aloof-demo")]
    out: PathBuf,
    /// How many people
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    rows: u64,
    /// The same seed tells the same story
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    let files = stage(&args.out, args.rows, args.seed)?;
    let text = std::fs::read_to_string(&files.policy)
        .map_err(|error| Failure::wrong(format!("{}: {error}", files.policy.display())))?;
    let policy = Policy::from_toml(&text, &files.policy.display().to_string()).map_err(aloof::Error::from)?;
    let found = audit(&AuditRequest {
        data: Source::File(files.release.clone()),
        original: Some(Source::File(files.original.clone())),
        policy: &policy,
        epsilons: Vec::new(),
        show_values: true,
        list_violations: false,
        progress: &|_, _| {},
    })?;
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&story(args, &files, &found))?;
    }
    Ok(Outcome::Done)
}

fn story(args: &Args, files: &Files, found: &Audit) -> String {
    let mut out = String::new();
    let people = count(args.rows as usize);
    let mut say = |text: &str| out.push_str(&wrap(text, "", 100));
    say(&format!(
        "1. Here are {people} people, made up for this demonstration: {} can be looked up elsewhere, {SENSITIVE} is \
         nobody's business.",
        QUASI.join(", ")
    ));
    say(&format!(
        "2. Today's tools publish them like this: people are put into {} groups that look alike, each with at least 3 \
         different incomes (3-diversity).",
        count(found.checks.first().map_or(files.groups, |check| check.groups))
    ));
    out.push_str(&head(&files.release, 4));
    let find = |principle: &str| found.checks.iter().find(|c| c.principle == principle && c.view == "group");
    if let (Some(diverse), Some(near)) = (find("l-diversity"), find("epsilon-m")) {
        verdicts(&mut out, diverse, near);
        breach(&mut out, near);
    }
    out.push_str(&next(args, files));
    out
}

fn head(file: &Path, rows: usize) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().take(rows + 1).fold(String::new(), |all, line| all + "     " + line + "\n") + "     …\n"
}

fn verdicts(out: &mut String, diverse: &CheckReport, near: &CheckReport) {
    let word = |check: &CheckReport| if check.violating_groups == 0 { "holds" } else { "FAILS" };
    out.push_str("3. The audit:\n");
    let _ = writeln!(out, "     {}: {}", diverse.title, word(diverse));
    let _ = writeln!(
        out,
        "     {}: {}; {} of {} groups and {} break it, the worst risk is {} where {} is allowed",
        near.title,
        word(near),
        count(near.violating_groups),
        count(near.groups),
        several(near.violating_tuples, "person", "people"),
        near.worst_risk,
        near.bound
    );
}

fn breach(out: &mut String, near: &CheckReport) {
    let Some(worst) = near.worst_groups.first().filter(|group| !group.holds) else { return };
    let quasi: Vec<String> = worst.quasi.iter().map(|(name, value)| format!("{name} {value}")).collect();
    out.push_str(&wrap(&format!("4. Look at one group: {}.", quasi.join(", ")), "", 100));
    if let Some(values) = &worst.values {
        out.push_str(&wrap(&format!("Its incomes are {}.", values.join(", ")), "     ", 100));
    }
    out.push_str(&wrap(&worst.conclusion, "     ", 100));
    out.push_str(&wrap(
        "There are three different ones, so today's tools call it safe. This is proximity breach.",
        "     ",
        100,
    ));
}

fn next(args: &Args, files: &Files) -> String {
    let directory = args.out.display();
    format!(
        "\nThe files are in {directory}. Try:\n     aloof audit {release}                        the whole audit, by {policy}\n     \
         aloof audit {release} --original {original}\n     aloof audit {release} --quasi {} --sensitive {SENSITIVE}   all that can be measured\n     \
         aloof inspect {original}\n",
        QUASI.join(","),
        release = files.release.display(),
        original = files.original.display(),
        policy = files.policy.display(),
    )
}
