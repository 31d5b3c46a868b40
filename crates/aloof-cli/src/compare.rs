//! `aloof compare`: several releases side by side.

use std::fmt::Write as _;
use std::path::PathBuf;

use aloof::audit::Verdict;
use aloof::compare::{CompareRequest, Compared, Comparison, Risk, compare};
use aloof::evaluate::Workloads;
use aloof::words::NOT_ASKED_FOR;
use aloof_report::comparison_page;
use comfy_table::CellAlignment;

use crate::options::{Asking, Common};
use crate::policy::PolicyArgs;
use crate::progress::Reading;
use crate::show::{count, on_line, table};
use crate::{Failure, Outcome, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The table before anything was changed
    original: String,
    /// What was published of it: directories of releases, or tables, from this program or others
    #[arg(required = true, value_name = "RELEASE")]
    releases: Vec<String>,
    /// Write a report for people to read: one HTML file, with a picture of risk against loss
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Queries of each workload
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Queries")]
    queries: usize,
    /// The same seed asks the same queries
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
    args.asking.check(std::iter::once(&args.original).chain(&args.releases))?;
    let policy = args.policy.load_for(&args.original, &args.releases[0], true)?;
    if policy.protect().is_empty() {
        return Err(Failure::wrong(
            "nothing is said to be protected, so there is no risk to compare: name a policy with [[protect]], or flags such \
             as --absolute 4500 --m 5",
        ));
    }
    let named = |name: &String| Ok((name.clone(), args.asking.source(name)?));
    let releases = args.releases.iter().map(named).collect::<Result<Vec<_>, Failure>>()?;
    let page = report::open(
        args.report.as_deref(),
        args.replace,
        &report::inputs(std::iter::once(&args.original).chain(&args.releases), &policy),
    )?;
    let reading = Reading::new(args.common.quiet);
    let found = compare(&CompareRequest {
        original: args.asking.source(&args.original)?,
        releases,
        policy: &policy,
        workloads: Workloads { queries: args.queries, seed: args.seed, ..Workloads::default() },
        progress: &|done, total| reading.tell(done, total),
    })?;
    drop(reading);
    if let Some(page) = page {
        report::write(page, &comparison_page(&args.original, &found))?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(&found))?;
    }
    Ok(Outcome::Done)
}

fn text(found: &Comparison) -> String {
    let mut out = String::new();
    let mut rows = table(&["release", "rows", "groups", "loss", "query error", "worst risk", "people beyond", ""]);
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
    let asked = found.releases.iter().flat_map(|release| &release.risks).filter(|risk| risk.required);
    // In the order of the lines above.
    let mut titles: Vec<String> = Vec::new();
    for title in asked.map(|risk| format!("{} ({} view)", risk.title, risk.view)) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    let _ = writeln!(
        out,
        "\n  Asked for: {}. Loss is the share of each domain that cells cover, summed over",
        titles.join(", ")
    );
    out.push_str("  quasi columns; the query error is the mean over all workloads of `aloof evaluate`.\n");
    for (release, weighted) in found.releases.iter().filter_map(|one| Some((one, one.evaluation.weighted.as_ref()?))) {
        let error = release.weighted_query_error().map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0));
        let _ = writeln!(
            out,
            "  {}: weighted by {}, loss {:.4}, query error {error}.",
            on_line(&release.name),
            on_line(&weighted.column),
            weighted.loss
        );
    }
    for release in found.releases.iter().filter(|release| release.untrue > 0) {
        let _ =
            writeln!(out, "  {}: {} rows stand for no original one.", on_line(&release.name), count(release.untrue));
    }
    for (release, withheld) in found.releases.iter().filter_map(|one| Some((one, one.withheld.as_ref()?))) {
        out.push_str(&show::wrap(
            &format!("{}: {}", on_line(&release.name), on_line(&withheld.told.join(" "))),
            "  ",
            100,
        ));
    }
    for release in &found.releases {
        release
            .notes
            .iter()
            .for_each(|note| out.push_str(&show::wrap(&format!("{}: {note}", release.name), "  ", 100)));
    }
    out
}

fn line(release: &Compared, risk: &Risk, first: bool) -> Vec<String> {
    let once = |text: String| if first { text } else { String::new() };
    let error = release.query_error().map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0));
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
        once(error),
        format!("{} ({} {})", risk.worst(), risk.bound_is, risk.bound),
        count(risk.violating_tuples),
        format!("{} view: {asked}", risk.view),
    ]
}
