//! `aloof attack`: the red team.

use std::fmt::Write as _;
use std::path::PathBuf;

use aloof::attack::{AttackName, AttackReport, AttackRequest, AttackResult, AttackStep, attack};
use aloof::io::publish::recover;
use aloof_report::{attack_evidence, attack_page};
use comfy_table::CellAlignment;

use crate::options::{Asking, Common, released};
use crate::policy::PolicyArgs;
use crate::progress::Attacking;
use crate::show::{count, on_line, several, table, wrap};
use crate::{Failure, Outcome, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What was published: the directory of a release, or a table, from this program or another
    release: String,
    /// The table it was made of: it says whether a guess is right
    #[arg(long, value_name = "DATA")]
    original: String,
    /// People of the same kind of whom the release holds nothing; those that `anonymize --hold-out` held out if left out
    #[arg(long, value_name = "DATA")]
    control: Option<String>,
    /// An earlier release of the same people; may be given several times
    #[arg(long, value_name = "DIR")]
    previous: Vec<String>,
    /// What `aloof anonymize --private` kept of this release: it says who stands where
    #[arg(long, value_name = "DIR")]
    private: Option<PathBuf>,
    /// Only these attacks: centre, register, minimality, refine, model, compose, absent, insider, background, link, replay, single-out, linkability, inference
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Which people and guesses are drawn: the same seed draws the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write a report for people to read: one HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write what was found as one JSON document, to be kept with the release's evidence
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
    /// Write over a report or evidence that stands there
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
    args.asking.check_there([&args.original, &args.release])?;
    let only: Vec<AttackName> = args
        .only
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()
        .map_err(|problem: String| Failure::wrong(format!("--only: {problem}")))?;
    let policy = args.policy.load_for(&args.original, &args.release, true)?;
    let typed = [&args.original, &args.release].into_iter().chain(&args.control).chain(&args.previous);
    let mut inputs = report::inputs(typed, &policy);
    inputs.extend(args.private.clone());
    if args.evidence.is_some() && args.evidence == args.report {
        return Err(Failure::wrong("--report and --evidence name one file; name two"));
    }
    let page = report::open(args.report.as_deref(), args.replace, &inputs)?;
    let evidence = report::open(args.evidence.as_deref(), args.replace, &inputs)?;
    if let Some(private) = args.private.as_ref().filter(|private| private.is_dir()) {
        // A run that was killed half-way is put right before what it left is read.
        recover(private).map_err(aloof::Error::from)?;
    }
    let shown = Attacking::new(args.common.quiet);
    let found = attack(&AttackRequest {
        release: args.asking.source(&args.release)?,
        original: args.asking.source(&args.original)?,
        control: args.control.as_deref().map(|control| args.asking.source(control)).transpose()?,
        previous: args.previous.iter().map(|previous| released(previous)).collect::<Result<_, _>>()?,
        private: args.private.clone(),
        policy: &policy,
        only,
        seed: args.seed,
        progress: &|step: AttackStep| shown.tell(step),
    })?;
    drop(shown);
    if let Some(page) = page {
        report::write(page, &attack_page(&args.release, &found))?;
    }
    if let Some(evidence) = evidence {
        report::write(evidence, &attack_evidence(&args.release, report::today().as_deref(), &found))?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(args, &found))?;
    }
    Ok(Outcome::Done)
}

fn text(args: &Args, found: &AttackReport) -> String {
    let mut out = format!(
        "{}: {} about {}, attacked{}; {}\n",
        on_line(&args.release),
        several(found.tuples, "row", "rows"),
        several(found.people - found.absent, "person", "people"),
        not_in_it(found),
        match found.control {
            0 => "no control people".to_owned(),
            some => several(some, "control person", "control people"),
        }
    );
    let mut titles: Vec<(&str, &[String])> = Vec::new();
    for one in &found.attacks {
        if !titles.contains(&(one.asked.as_str(), one.sensitive.as_slice())) {
            titles.push((&one.asked, &one.sensitive));
        }
    }
    for (title, sensitive) in titles {
        let _ = writeln!(
            out,
            "\n{}{}: right guesses, with Wilson's interval at 95%\n",
            if sensitive.is_empty() { String::new() } else { format!("{}, ", show::names(sensitive)) },
            on_line(title)
        );
        let these: Vec<&AttackResult> =
            found.attacks.iter().filter(|one| one.asked == title && one.sensitive == sensitive).collect();
        let _ = writeln!(out, "{}", rates(&these));
        for one in these {
            facts(one, &mut out);
        }
    }
    for said in &found.told {
        out.push('\n');
        out.push_str(&wrap(&on_line(said), "", 100));
    }
    out.push('\n');
    for (title, reason) in found.reasons() {
        out.push_str(&wrap(&format!("Not run: {} ({}).", on_line(&title), on_line(reason)), "", 100));
    }
    for note in &found.notes {
        out.push('\n');
        out.push_str(&wrap(&on_line(note), "", 100));
    }
    out
}

/// How many people do not stand in it; attacked are they only by whoever knows who is absent.
fn not_in_it(found: &AttackReport) -> String {
    match found.absent {
        0 => String::new(),
        absent => format!("; {} not in it", several(absent, "person of the original is", "people of the original are")),
    }
}

/// Every attack on a line.
fn rates(attacks: &[&AttackResult]) -> String {
    let mut rows = table(&["attack", "guesses", "right", "blind", "control", "excess", "of claims of 50, 70, 90%"]);
    for one in attacks {
        let claim = |at: usize| match one.claims[at].rate.people {
            0 => "–".to_owned(),
            some => format!("{} of {}", one.claims[at].rate.percent(0), count(some)),
        };
        let none = if one.without_control.is_some() { "none" } else { "–" };
        rows.add_row([
            one.title(),
            count(one.success.people),
            one.success.words(),
            one.blind.words(),
            one.control.map_or_else(|| none.to_owned(), |control| control.words()),
            format!("{:+.1}", one.excess * 100.0),
            format!("{}, {}, {}", claim(0), claim(1), claim(2)),
        ]);
    }
    for at in [1, 5] {
        if let Some(column) = rows.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    rows.to_string()
}

fn facts(one: &AttackResult, out: &mut String) {
    if one.facts.is_empty() {
        return;
    }
    let said: Vec<String> = one.facts.iter().map(|fact| format!("{} {}", fact.name, figure(fact.value))).collect();
    out.push_str(&wrap(&format!("{}: {}", one.title(), said.join("; ")), "  ", 100));
}

/// A count as one, a share with its digits.
fn figure(value: f64) -> String {
    if value.fract() == 0.0 && value >= 0.0 { count(value as usize) } else { format!("{value:.4}") }
}
