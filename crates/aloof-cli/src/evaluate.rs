//! `aloof evaluate`: what a release still tells.

use std::fmt::Write as _;

use aloof::evaluate::{CountQueryReport, EvaluateRequest, Evaluation, Workloads, evaluate};
use aloof::table::Decimal;
use comfy_table::CellAlignment;

use crate::audit::source;
use crate::options::Common;
use crate::policy::PolicyArgs;
use crate::progress::Reading;
use crate::show::{count, several, table};
use crate::{Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The table before anything was changed
    #[arg(long, value_name = "DATA")]
    original: String,
    /// What was published of it: the directory of a release, or a table, from this program or another
    #[arg(long, value_name = "DIR")]
    release: String,
    /// Columns per count query, the sensitive one among them; from 2 to 4 if left out
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', help_heading = "Queries")]
    dimensions: Vec<usize>,
    /// The share of the space that a query covers: one workload each
    #[arg(long, value_name = "SHARES", value_delimiter = ',', help_heading = "Queries")]
    selectivity: Vec<String>,
    /// Queries of each workload
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Queries")]
    queries: usize,
    /// The same seed asks the same queries
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Queries")]
    seed: u64,
    /// Write a report for people to read: one HTML file, with pictures
    #[arg(long, value_name = "FILE")]
    report: Option<std::path::PathBuf>,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    if args.original == "-" && args.release == "-" {
        return Err(Failure::wrong("standard input can be the original or the release, not both"));
    }
    let policy = args.policy.load(&args.original)?;
    let reading = Reading::new(args.common.quiet);
    let found = evaluate(&EvaluateRequest {
        original: source(&args.original)?,
        release: source(&args.release)?,
        policy: &policy,
        workloads: args.workloads()?,
        progress: &|done, total| reading.tell(done, total),
    })?;
    drop(reading);
    if let Some(path) = &args.report {
        crate::report::write(path, &aloof::report::evaluation_page(&args.original, &args.release, &found))?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(args, &found))?;
    }
    Ok(Outcome::Done)
}

impl Args {
    fn workloads(&self) -> Result<Workloads, Failure> {
        let usual = Workloads::default();
        let volumes = self.selectivity.iter().map(|text| volume(text)).collect::<Result<Vec<_>, _>>()?;
        Ok(Workloads {
            dimensions: self.dimensions.clone(),
            volumes: if volumes.is_empty() { usual.volumes } else { volumes },
            queries: self.queries,
            seed: self.seed,
        })
    }
}

fn volume(text: &str) -> Result<Decimal, Failure> {
    match text.parse::<Decimal>() {
        Ok(volume) if volume > Decimal::ZERO && volume <= Decimal::ONE => Ok(volume),
        _ => Err(Failure::wrong(format!("--selectivity {text}: must be a share above 0, at most 1, such as 0.1"))),
    }
}

fn text(args: &Args, found: &Evaluation) -> String {
    let mut out = format!(
        "{}: {} of {} in {}, {:.1} each\n\n",
        args.release,
        count(found.tuples),
        several(found.original_tuples, "row", "rows"),
        several(found.groups, "group", "groups"),
        found.average_group_size
    );
    let mut columns = table(&["column", "share of its domain covered, mean over rows"]);
    for column in &found.columns {
        columns.add_row([column.column.clone(), format!("{:.4}", column.ncp)]);
    }
    let _ = writeln!(out, "{columns}\n");
    let _ = writeln!(
        out,
        "  loss {:.4} (the sum), NCP {:.4} (the mean), GCP {:.4} (the mean with",
        found.loss, found.ncp, found.gcp
    );
    let _ = writeln!(out, "  withheld rows lost as a whole), discernibility {}", found.discernibility);
    out.push_str("\nCount queries, by how much the answer is wrong:\n\n");
    let _ = writeln!(out, "{}", queries(&found.count_query));
    let empty: usize = found.count_query.iter().map(|workload| workload.empty).sum();
    if empty > 0 {
        let _ = writeln!(out, "\n  {} whose true answer is 0 count nowhere.", several(empty, "query", "queries"));
    }
    if !found.average_query.is_empty() {
        out.push_str("\nAverages of a column where others lie above a threshold, by how much the answer is wrong:\n\n");
        let mut rows = table(&["average of", "mean error", "queries"]);
        for one in &found.average_query {
            let error = one.mean_relative_error.map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0));
            rows.add_row([one.column.clone(), error, count(one.queries - one.empty)]);
        }
        let _ = writeln!(out, "{rows}");
    }
    out
}

fn queries(workloads: &[CountQueryReport]) -> String {
    let mut rows = table(&["columns asked", "sensitive", "selectivity", "mean", "median", "queries"]);
    let percent = |error: Option<f64>| error.map_or("–".to_owned(), |error| format!("{:.1}%", error * 100.0));
    for workload in workloads {
        rows.add_row([
            workload.dimensions.to_string(),
            workload.sensitive.clone().unwrap_or_default(),
            workload.selectivity.clone(),
            percent(workload.mean_relative_error),
            percent(workload.median_relative_error),
            count(workload.queries - workload.empty),
        ]);
    }
    for at in [0, 2, 3, 4, 5] {
        if let Some(column) = rows.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    rows.to_string()
}
