//! `aloof anonymize`: a release that may be published.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use aloof::attack::AttackReport;
use aloof::audit::Verdict;
use aloof::io::{Source, TableTarget};
use aloof::policy::{Item, Place, Policy, Section};
use aloof::release::{Beside, ReleaseReport, Request, Secret, Staged, Target, publish};
use aloof::table::Decimal;
use aloof::words::NOT_ASKED_FOR;
use aloof_report::{Extras, ReleaseOf, release_evidence, release_extras, release_page};
use serde::Serialize;

use crate::options::{Asking, Common};
use crate::policy::PolicyArgs;
use crate::progress::Steps;
use crate::show::{names, on_line, several, table, wrap};
use crate::{Failure, Outcome, report, show, signals};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A table: CSV (also .gz and .zst), Parquet, Arrow IPC, Excel (`FILE#SHEET` chooses a sheet), Stata, SPSS or SAS; a database (postgres://HOST/DB?table=NAME, sqlite:FILE?table=NAME, duckdb:FILE?table=NAME); `-` is standard input
    data: String,
    /// The directory of the release, which must not exist yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A directory for what must never be published: which row went into which group, and the secret key that all chance comes from
    #[arg(long, value_name = "DIR")]
    private: Option<PathBuf>,
    /// For the next release about the same people: the private directory of the release before, which says who stood in which group
    #[arg(long, value_name = "PRIVATE", requires = "private")]
    previous: Option<PathBuf>,
    /// Write a report for people to read: one HTML file, with pictures
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write all that the report says as one JSON document; goes with --report
    #[arg(long, value_name = "FILE", requires = "report")]
    evidence: Option<PathBuf>,
    /// Also attack the release, and say here, on the page and in the evidence how often guesses were right; goes with --report
    #[arg(long, requires = "report")]
    attack: bool,
    /// Also write the release into a database, as a table: postgres://HOST/DB?table=NAME, sqlite:FILE?table=NAME, duckdb:FILE?table=NAME
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// Leave out a share of all people, such as 0.1, drawn by chance before anything is done, so that `aloof attack` can compare with people
    /// who are not in it: their rows go into --private
    #[arg(long, value_name = "SHARE", requires = "private")]
    hold_out: Option<String>,
    /// For trials only: a number in the place of the secret key. Anybody can guess it, so such a release is not to be published
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Put release, private directory and report in the place of those that stand there
    #[arg(long)]
    replace: bool,
    /// The largest share of people who may be withheld, so that others are shown in more detail
    #[arg(long, value_name = "SHARE", help_heading = "Release", allow_negative_numbers = true)]
    suppress: Option<String>,
    /// `unknown` assumes that nobody knows who is in the table; else who is withheld must be as safe as who is published
    #[arg(long, value_name = "ABSENCE", help_heading = "Release", value_parser = ["known", "unknown"])]
    absence: Option<String>,
    /// For comparisons: `best` is what is used if left out, `printed` the algorithm as its paper prints it; `strict` and `relaxed` are the two
    /// ways in which algorithm = "mondrian" cuts
    #[arg(long, value_name = "VARIANT", value_parser = ["best", "printed", "strict", "relaxed"])]
    variant: Option<String>,
    /// How hard to look for a release that loses less; chosen by the size of the table if left out
    #[arg(long, value_name = "EFFORT", help_heading = "Release", value_parser = ["quick", "good", "thorough"])]
    effort: Option<String>,
    /// How long making the release may take, such as 60s, 2m or 1h: released is the best that was found within it. What --report and
    /// --attack take comes on top. With --private it is recorded what was done, so that the same release can be made again
    #[arg(long, value_name = "TIME", help_heading = "Release", allow_hyphen_values = true)]
    time_limit: Option<String>,
    /// The format of the release
    #[arg(long, help_heading = "Release", value_parser = ["csv", "parquet", "xlsx", "dta"])]
    format: Option<String>,
    /// Publish a column `group` that numbers the groups
    #[arg(long, help_heading = "Release")]
    group_ids: bool,
    /// How ranges are written: `text` is 20..29 in one column, `bounds` two columns that end in _lo and _hi
    #[arg(long, help_heading = "Release", value_parser = ["text", "bounds"])]
    intervals: Option<String>,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    args.asking.check([&args.data])?;
    check_places(args)?;
    let policy = args.policy.load_with(&args.data, |spec| args.add_release(spec))?;
    signals::leave_nothing_behind()?;
    let steps = Steps::new(args.common.quiet);
    let tell = |step| steps.tell(step);
    let data = args.asking.table(&args.data)?;
    let request = Request::new(data.clone(), &policy)
        .secret(args.seed.map(Secret::Seed))
        .hold_out(args.hold_out.as_deref().map(share).transpose()?)
        .previous(args.previous.clone())
        .progress(&tell);
    let (told, took, attacks) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    let page = |made: &ReleaseReport, staged: &Staged| {
        let started = Instant::now();
        let extras = extras(args, made, &data, &policy, staged);
        if let Some(found) = &extras.attacks {
            attacks.get_or_init(|| found.clone());
        }
        if args.evidence.is_some() {
            told.get_or_init(|| release_evidence(made, &extras));
        }
        let page = release_page(made, &extras);
        took.get_or_init(|| started.elapsed().as_secs_f64());
        page
    };
    let existing = report::existing(args.replace);
    let to = args.to.as_deref().map(|to| TableTarget::new(to, existing)).transpose().map_err(aloof::Error::from)?;
    let mut target = Target::new(&args.out).private(args.private.clone()).existing(existing).table(to);
    if let Some(path) = &args.report {
        target = target.report(path, &page);
    }
    // The page is written first.
    let evidence = |_: &ReleaseReport, _: &Staged| told.get().cloned().unwrap_or_default();
    if let Some(path) = &args.evidence {
        target = target.evidence(path, &evidence);
    }
    let mut made = publish(&request, &target)?;
    made.seconds.page = took.get().copied();
    drop(steps);
    // All is in place: nothing turns the exit code any more.
    let attacks = attacks.get();
    show::told(|| match (args.common.json, args.common.quiet) {
        (true, _) => show::json(&Told { made: &made, attacks }),
        // What changes the meaning of the promise is said to whoever wants to hear nothing else, too.
        (false, true) => {
            show::print(&made.conditions.told().map(|told| wrap(&on_line(told), "", 100)).collect::<String>())
        }
        (false, false) => show::print(&text(args, &made, attacks)),
    });
    Ok(Outcome::Done)
}

/// Files and directories that are to be written do not stand in each other's way.
fn check_places(args: &Args) -> Result<(), Failure> {
    if args.out.as_os_str() == "-" {
        return Err(Failure::wrong(
            "--out names a directory: a release is several files, so it does not go to standard output",
        ));
    }
    if args.evidence.is_some() && args.evidence == args.report {
        return Err(Failure::wrong("--report and --evidence name one file; name two"));
    }
    if args.evidence.as_deref().is_some_and(|file| lies_in(file, &args.out)) {
        return Err(Failure::wrong(
            "--evidence must lie outside of --out: a release contains nothing but its own files",
        ));
    }
    Ok(())
}

/// What is told as JSON: the release, and what attackers get out of it where that was asked.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    made: &'a ReleaseReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacks: Option<&'a AttackReport>,
}

impl Args {
    /// Flags about the release win over the policy's words.
    fn add_release(&self, spec: &mut Section) {
        let text = |value: &Option<String>| value.clone().map(Item::Text);
        let group_ids = self.group_ids.then_some(Item::Truth(true));
        let flags = [
            ("method", "suppress", "--suppress", text(&self.suppress)),
            ("method", "absence", "--absence", text(&self.absence)),
            ("method", "variant", "--variant", text(&self.variant)),
            ("method", "effort", "--effort", text(&self.effort)),
            ("method", "time_limit", "--time-limit", text(&self.time_limit)),
            ("output", "format", "--format", text(&self.format)),
            ("output", "group_ids", "--group-ids", group_ids),
            ("output", "intervals", "--intervals", text(&self.intervals)),
        ];
        for (table, key, flag, item) in flags {
            let Some(item) = item else { continue };
            let Some(mut section) = crate::policy::section(spec, table, flag) else { continue };
            section.set(key, Place::Flag(flag), item);
            spec.set(table, Place::Flag(flag), Item::Section(section));
        }
    }
}

/// The share of people to hold out.
fn share(text: &str) -> Result<Decimal, Failure> {
    text.parse()
        .map_err(|_| Failure::wrong(format!("--hold-out {text}: must be a share above 0, at most 0.5, such as 0.1")))
}

/// Whether a file would lie in a directory, by their names and, where they are there, by where they are.
fn lies_in(file: &Path, directory: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let inside =
        parent.and_then(real).zip(real(directory)).is_some_and(|(parent, directory)| parent.starts_with(directory));
    inside || file.starts_with(directory)
}

/// What a report shows beside the release itself.
fn extras(args: &Args, made: &ReleaseReport, data: &Source, policy: &Policy, staged: &Staged) -> Extras {
    let about = ReleaseOf {
        data: args.data.clone(),
        out: args.out.display().to_string(),
        policy_file: args.policy.file(&args.data),
        trial: args.seed.is_some(),
        attack: args.attack,
    };
    release_extras(&about, made, data, policy, staged)
}

fn text(args: &Args, made: &ReleaseReport, attacks: Option<&AttackReport>) -> String {
    let mut out = match (made.walk(), made.noise()) {
        (Some(walk), _) => crate::walk::text(&args.out, made, walk),
        (_, Some(noise)) => crate::noise::text(&args.out, made, noise),
        _ => String::new(),
    };
    if made.walk().is_some() && made.groups > 0 {
        out.push_str("\nAnd the groups, of which each sets the bounds of its values:\n");
    }
    if made.groups > 0 || made.perturbation().is_some() {
        counts(args, made, &mut out);
        judged(made, &mut out);
    }
    if let Some(withheld) = &made.withheld {
        out.push('\n');
        out.push_str(&wrap(&on_line(&withheld.told.join(" ")), "", 100));
    }
    published(made, &mut out);
    for said in attacks.iter().flat_map(|found| &found.told) {
        out.push('\n');
        out.push_str(&wrap(&on_line(said), "", 100));
    }
    for note in &made.notes {
        out.push('\n');
        out.push_str(&wrap(note, "", 100));
    }
    if let Some(to) = &args.to {
        let _ = writeln!(out, "\nAlso written into {}, and read back before it was committed.", on_line(to));
    }
    if let Some(private) = &args.private {
        let private = on_line(&private.display().to_string());
        let _ = writeln!(out, "\nNever publish {private}: it says which row went where.");
    }
    let seconds = made.seconds;
    let page = match seconds.page {
        Some(took) if args.attack => format!(", page and attacks {took:.2}"),
        Some(took) => format!(", page {took:.2}"),
        None => String::new(),
    };
    let _ = writeln!(
        out,
        "\n{:.2} seconds: read {:.2}, solve {:.2}, write {:.2}, audit {:.2}{page}",
        seconds.total(),
        seconds.read,
        seconds.solve,
        seconds.write,
        seconds.audit
    );
    out
}

/// Rows, groups, loss.
fn counts(args: &Args, made: &ReleaseReport, out: &mut String) {
    let (name, rows) = (on_line(&args.out.display().to_string()), several(made.tuples, "row", "rows"));
    let _ = match made.perturbation() {
        None => writeln!(out, "{name}: {rows} in {}", several(made.groups, "group", "groups")),
        Some(done) => writeln!(
            out,
            "{name}: {rows}; {} kept with probability {}, which is about {}, else drawn from {} to {}",
            on_line(&done.column),
            done.retention,
            several(done.kept_of(made.tuples), "value", "values"),
            done.low,
            done.high
        ),
    };
    if let Some(tables) = made.anatomy() {
        let _ = writeln!(
            out,
            "  in two tables: quasi values as they are, and {} by group in {}; groups have {} or more different values",
            on_line(&tables.sensitive),
            tables.file,
            tables.l
        );
    }
    let held_out = made.held_out.unwrap_or(0);
    for (number, why) in
        [(held_out, "held out before"), (made.suppressed, "withheld"), (made.dropped, "left out for a missing value")]
    {
        if number > 0 {
            let _ = writeln!(out, "  {} {why}", several(number, "row", "rows"));
        }
    }
    if made.perturbation().is_none() && made.anatomy().is_none() {
        let _ = writeln!(
            out,
            "  loss {:.4} (the share of its column that a cell covers, summed over quasi columns, mean over rows)",
            made.loss
        );
    }
    if let Some(weighted) = made.weighted_loss {
        let _ = writeln!(out, "  weighted loss {weighted:.4} (each column times its weight)");
    }
}

/// What the judge found.
fn judged(made: &ReleaseReport, out: &mut String) {
    out.push_str("\nJudged as written, against the original:\n");
    for check in &made.checks {
        let of = if check.sensitive.is_empty() { String::new() } else { format!(" of {}", names(&check.sensitive)) };
        let word = match (check.verdict == Verdict::Pass, check.required) {
            (true, true) => "holds".to_owned(),
            (true, false) => format!("holds ({NOT_ASKED_FOR})"),
            (false, false) => format!("does not hold for {} ({NOT_ASKED_FOR})", check.violating()),
            (false, true) => "FAILS".to_owned(),
        };
        let line = format!(
            "{}{of}, {} view: {word}; the worst is {}, allowed is {} {}",
            check.title,
            check.view,
            check.worst(),
            check.bound_is,
            check.bound
        );
        out.push_str(&wrap(&line, "  ", 100));
        if let Some(promise) = &check.promise {
            out.push_str(&wrap(&on_line(promise), "  ", 100));
        }
        check.of_guesses().iter().for_each(|said| out.push_str(&wrap(said, "    ", 100)));
        if let Some(beyond) = check.beyond_sentence() {
            out.push_str(&wrap(&beyond, "    ", 100));
        }
    }
    out.push_str(match made.beside {
        None if made.counterfeits.is_some_and(|rows| rows > 0) => {
            "  but for counterfeits, every released row stands for an original one\n"
        }
        None => "  every released row stands for an original one\n",
        Some(Beside::Anatomy(_)) => {
            "  both tables hold what the original holds: whose row is whose can be seen, whose value is whose cannot\n"
        }
        Some(Beside::Perturbation(_)) => "  all other columns stand as they were: whose row is whose can be seen\n",
        _ => "",
    });
}

/// Every published column, and what protects it.
fn published(made: &ReleaseReport, out: &mut String) {
    let mut shown = table(&["  column", "is", "published", "protected by"]);
    for column in &made.columns {
        shown.add_row([
            format!("  {}", on_line(&column.name)),
            column.role.word().to_owned(),
            column.published_as.word().to_owned(),
            on_line(&column.protected_by.words()),
        ]);
    }
    let _ = writeln!(out, "\nPublished, and what protects it:\n{shown}");
}
