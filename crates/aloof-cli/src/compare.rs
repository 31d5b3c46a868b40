//! `aloof compare`: several releases side by side.

use std::fmt::Write as _;
use std::path::PathBuf;

use aloof::audit::Verdict;
use aloof::compare::{CompareRequest, Compared, Comparison, Ranking, Risk, Unjudged, compare};
use aloof::evaluate::Workloads;
use aloof::policy::Policy;
use aloof::words::NOT_ASKED_FOR;
use aloof_report::comparison_page;
use comfy_table::CellAlignment;

use crate::evaluate::{MOST_QUERIES, check_range};
use crate::options::{Asking, Common};
use crate::policy::PolicyArgs;
use crate::progress::Reading;
use crate::show::{count, on_line, table};
use crate::{Failure, Outcome, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What was published: directories of releases, or tables, from this program or others. Without --original the table they were
    /// made from comes first: compare ORIGINAL RELEASE...
    #[arg(required = true, value_name = "RELEASE")]
    tables: Vec<String>,
    /// The table before anything was changed
    #[arg(long, value_name = "DATA")]
    original: Option<String>,
    /// Write a report for people to read: one HTML file, with a picture of risk against use
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// How many count queries of each kind
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Queries")]
    queries: usize,
    /// Which queries are drawn: the same seed asks the same
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Queries")]
    seed: u64,
    /// Write over a report that stands there
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
    args.asking.check(args.original.iter().chain(&args.tables))?;
    check_range("--queries", args.queries, 1, MOST_QUERIES)?;
    let (original, names) = args.parts()?;
    let is_nowhere = |name: &&String| *name != "-" && report::file(name).is_some_and(|path| !path.exists());
    // One of several that is not there stops no other.
    if let (true, Some(name)) = (names.iter().all(|name| is_nowhere(&name)), names.first()) {
        return Err(Failure::wrong(format!("{} cannot be read: there is no such file or directory", on_line(name))));
    }
    let policy = args.load(original, names)?;
    if policy.protect().is_empty() {
        return Err(Failure::wrong(
            "nothing is said to be protected, so there is no risk to compare: name a policy with [[protect]], or flags such \
             as --absolute 4500 --m 5",
        ));
    }
    let (mut releases, mut closed, mut first) = (Vec::new(), Vec::new(), None);
    for name in names {
        match args.asking.source(name) {
            Ok(source) => releases.push((name.clone(), source)),
            Err(failure) => {
                closed.push(Unjudged::new(name, failure.message.clone()));
                first = first.or(Some(failure));
            }
        }
    }
    if let (true, Some(failure)) = (releases.is_empty(), first) {
        return Err(failure);
    }
    let page = report::open(
        args.report.as_deref(),
        args.replace,
        &report::inputs(std::iter::once(original).chain(names), &policy),
    )?;
    let reading = Reading::new(args.common.quiet);
    let mut found = compare(&CompareRequest {
        original: args.asking.source(original)?,
        releases,
        policy: &policy,
        workloads: Workloads { queries: args.queries, seed: args.seed, ..Workloads::default() },
        progress: &|done, total| reading.tell(done, total),
    })?;
    drop(reading);
    found.unjudged.extend(closed);
    if let Some(page) = page {
        report::write(page, &comparison_page(original, &found))?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(&found))?;
    }
    Ok(Outcome::Done)
}

impl Args {
    /// The original, and the releases.
    fn parts(&self) -> Result<(&String, &[String]), Failure> {
        match (&self.original, self.tables.as_slice()) {
            (Some(original), releases) => Ok((original, releases)),
            (None, [original, releases @ ..]) if !releases.is_empty() => Ok((original, releases)),
            _ => Err(Failure::wrong(
                "compare needs the table before anything was changed and what was published of it: compare RELEASE... --original DATA",
            )),
        }
    }

    /// The policy that is given, or what the first release says of itself that says something.
    fn load(&self, original: &str, releases: &[String]) -> Result<Policy, Failure> {
        let mut loaded = releases.iter().map(|release| self.policy.load_for(original, release, true));
        let first = loaded.next().expect("there is a release");
        match first {
            Ok(policy) => Ok(policy),
            Err(failure) => loaded.find_map(Result::ok).ok_or(failure),
        }
    }
}

/// Who is of most use among those that keep the same; then every figure.
fn text(found: &Comparison) -> String {
    let mut out = String::new();
    found.ranking.iter().for_each(|ranking| show_ranking(&mut out, found, ranking));
    if found.ranking.len() > 1 {
        out.push_str("These promises are not the same: releases of one are not comparable with those of another.\n\n");
    }
    show_left_out(&mut out, found);
    if !found.ranking.is_empty() {
        out.push_str(
            "How far answers are off: count queries, means within classes of quasi columns, and both together.\n\n",
        );
    }
    show_figures(&mut out, found);
    let _ = writeln!(
        out,
        "\n  Asked for: {}. Loss is the share of its column that a cell covers, summed over",
        asked_for(found).join(", ")
    );
    out.push_str("  quasi columns; the query error is how far random counts are off, on average (`aloof evaluate`).\n");
    show_notes(&mut out, found);
    out
}

/// Releases that keep one promise, the one of most use first.
fn show_ranking(out: &mut String, found: &Comparison, ranking: &Ranking) {
    let title = format!("Keep {}, against {}:", ranking.promise, ranking.against);
    out.push_str(&show::wrap(&on_line(&title), "", 100));
    let mut rows = table(&["", "release", "count queries", "means", "both", ""]);
    for (at, release) in ranking.releases.iter().filter_map(|name| found.release(name)).enumerate() {
        let exact = match release.exact_quasi.as_slice() {
            [] => String::new(),
            columns => format!("publishes {} exactly", on_line(&columns.join(", "))),
        };
        rows.add_row([
            format!("{}.", found.place(ranking, at)),
            on_line(&release.name),
            percent(release.errors.count_query),
            percent(release.errors.means),
            percent(release.errors.both),
            exact,
        ]);
    }
    let _ = writeln!(out, "{}\n", rows.trim_fmt());
}

/// Releases that stand in no ranking, and why.
fn show_left_out(out: &mut String, found: &Comparison) {
    let broken = found.releases.iter().filter(|release| !release.keeps());
    let broken: Vec<String> = broken.map(|release| on_line(&release.name)).collect();
    if !broken.is_empty() {
        let words = "Not comparable, since what is asked is not kept or not judged";
        let _ = writeln!(out, "{}", show::wrap(&format!("{words}: {}.", broken.join(", ")), "", 100));
    }
    if !found.unjudged.is_empty() {
        out.push_str("Could not be judged:\n");
        for one in &found.unjudged {
            out.push_str(&show::wrap(&on_line(&format!("{}: {}", one.name, one.reason)), "  ", 100));
        }
        out.push('\n');
    }
}

/// A line for every release and view.
fn show_figures(out: &mut String, found: &Comparison) {
    let mut rows = table(&["release", "rows", "groups", "loss", "query error", worst(found), "people beyond", ""]);
    for release in &found.releases {
        for (at, risk) in release.risks.iter().enumerate() {
            rows.add_row(line(release, risk, at == 0));
        }
    }
    for at in 1..7 {
        if let Some(column) = rows.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let _ = writeln!(out, "{rows}");
}

/// What is asked for, once each, in the order of the lines.
fn asked_for(found: &Comparison) -> Vec<String> {
    let asked = found.releases.iter().flat_map(|release| &release.risks).filter(|risk| risk.required);
    let mut titles: Vec<String> = Vec::new();
    for title in asked.map(|risk| format!("{} ({} view)", risk.title, risk.view)) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles
}

/// What else is said of releases: weights, rows that are not true, who is withheld.
fn show_notes(out: &mut String, found: &Comparison) {
    for (release, weighted) in found.releases.iter().filter_map(|one| Some((one, one.evaluation.weighted.as_ref()?))) {
        let _ = writeln!(
            out,
            "  {}: weighted by {}, loss {:.4}, query error {}.",
            on_line(&release.name),
            on_line(&weighted.column),
            weighted.loss,
            percent(release.weighted_query_error())
        );
    }
    for release in found.releases.iter().filter(|release| release.untrue > 0) {
        let _ =
            writeln!(out, "  {}: {} rows stand for no original one.", on_line(&release.name), count(release.untrue));
    }
    for (release, withheld) in found.releases.iter().filter_map(|one| Some((one, one.withheld.as_ref()?))) {
        let told = format!("{}: {}", on_line(&release.name), on_line(&withheld.told.join(" ")));
        out.push_str(&show::wrap(&told, "  ", 100));
    }
    for release in &found.releases {
        let said = |note| show::wrap(&format!("{}: {note}", release.name), "  ", 100);
        out.extend(release.notes.iter().map(said));
    }
}

/// An error in a hundred.
fn percent(error: Option<f64>) -> String {
    error.map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0))
}

/// A measure is called a risk where all are beliefs.
fn worst(found: &Comparison) -> &'static str {
    let beliefs = found.releases.iter().flat_map(|release| &release.risks).all(|risk| risk.belief);
    if beliefs { "worst risk" } else { "worst measure" }
}

fn line(release: &Compared, risk: &Risk, first: bool) -> Vec<String> {
    let once = |text: String| if first { text } else { String::new() };
    let verdict = match release.verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "FAIL",
        Verdict::Measured => "not judged",
    };
    let asked = if risk.required { verdict } else { NOT_ASKED_FOR };
    vec![
        once(on_line(&release.name)),
        once(count(release.tuples)),
        once(count(release.evaluation.groups)),
        once(format!("{:.4}", release.evaluation.loss)),
        once(percent(release.query_error())),
        format!("{} ({} {})", risk.worst(), risk.bound_is, risk.bound),
        count(risk.violating_tuples),
        format!("{} view: {asked}", risk.view),
    ]
}
