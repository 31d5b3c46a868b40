//! `aloof demo`: a release that looks safe, the audit that shows it is not, and one that is.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use aloof::advise::Bound;
use aloof::audit::CheckReport;
use aloof_experiments::demo::{Files, QUASI, SENSITIVE, Story, tell};

use crate::options::{Common, NoPolicy};
use crate::show::{count, fraction, several, wrap};
use crate::{Failure, Outcome, report, show, signals};

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
    /// Let files of the demonstration's names give way, also in a directory of your own
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    signals::leave_nothing_behind()?;
    let story = tell(&args.out, args.rows, args.seed, report::existing(args.replace))?;
    if args.common.json {
        show::json(&story)?;
    } else {
        show::print(&text(args, &story))?;
    }
    Ok(Outcome::Done)
}

fn text(args: &Args, story: &Story) -> String {
    let mut out = String::new();
    let (files, found) = (&story.files, &story.breach);
    let find = |principle: &str| found.checks.iter().find(|check| check.principle == principle && check.required);
    let groups = find("l-diversity").map_or(0, |check| check.groups);
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
        count(groups)
    ));
    out.push_str(&head(&files.diverse, 3));
    if let (Some(diverse), Some(near)) = (find("l-diversity"), find("epsilon-m")) {
        verdicts(&mut out, diverse, near);
        breach(&mut out, near);
    }
    promise(&mut out, story);
    safe(&mut out, story);
    out.push_str(&next(args, files));
    out
}

/// What could be promised for these people.
fn promise(out: &mut String, story: &Story) {
    let Some(check) = story.advice.checks.first() else { return };
    let Some(advice) = check.proximity() else { return };
    let below = advice.asked().below.as_ref().map_or("any".to_owned(), Bound::words);
    out.push_str(&wrap(
        &format!(
            "5. What can be promised instead? {}: to within 2000 at most 1 in {} could be; with 1 in 3, any length below \
             {below}.",
            check.title, advice.asked().max_m.unwrap_or(1)
        ),
        "",
        100,
    ));
}

/// The safe release, judged as written, beside the algorithm of the paper.
fn safe(out: &mut String, story: &Story) {
    let line = format!("6. Aloof makes that release: {} groups, judged as written:", count(story.safe.groups));
    out.push_str(&wrap(&line, "", 100));
    out.push_str(&head(&story.files.release.join("data.csv"), 3));
    for check in &story.safe.checks {
        let broken = several(check.violating_tuples, "person breaks it", "people break it");
        let _ =
            writeln!(out, "     {}, {} view: {broken}; the worst risk is {}", check.title, check.view, check.worst());
        check.promise.iter().for_each(|promise| out.push_str(&wrap(promise, "     ", 100)));
    }
    let exposed = |view: &str| {
        let check = story.printed.checks.iter().find(|check| check.view == view);
        several(check.map_or(0, |check| check.violating_tuples), "person", "people")
    };
    out.push_str(&wrap(
        &format!(
            "7. It loses {:.3} of the quasi columns per person. The algorithm as its paper prints it loses {:.3}. Every group of \
             that release keeps the rule as the paper defines it, around values that occur; yet it exposes {} to someone who \
             names any figure, and {} to someone who knows only one person's quasi values.",
            story.safe.loss,
            story.printed.loss,
            exposed("register"),
            exposed("candidates")
        ),
        "",
        100,
    ));
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
        near.worst(),
        fraction(&near.bound)
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
    let different = worst.values.iter().flatten().collect::<BTreeSet<_>>().len();
    let line =
        format!("There are {different} different ones, so today's tools call it safe. This is proximity breach.");
    out.push_str(&wrap(&line, "     ", 100));
}

fn next(args: &Args, files: &Files) -> String {
    let calls = [
        format!("aloof advise {}", files.original.display()),
        format!("aloof audit {} --original {}", files.release.display(), files.original.display()),
        format!("aloof audit {} --quasi {} --sensitive {SENSITIVE}", files.diverse.display(), QUASI.join(",")),
        format!("aloof inspect {}", files.original.display()),
    ];
    let calls = calls.iter().fold(String::new(), |all, call| all + "     " + call + "\n");
    format!("\nEverything is in {}; the policy is {}. Try:\n{calls}", args.out.display(), files.policy.display())
}
