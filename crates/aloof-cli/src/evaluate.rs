//! `aloof evaluate`: what a release still tells.

use std::fmt::Write as _;
use std::path::Path;

use aloof::evaluate::{
    Both, CountQueryReport, EvaluateRequest, Evaluation, OwnAnswer, Questions, Reference, Rows, SpreadModel, Workloads,
    evaluate, evaluate_beside, typed_question,
};
use aloof::io::publish::recover;
use aloof::policy::Policy;
use aloof::table::Decimal;
use comfy_table::CellAlignment;

use crate::options::{Asking, Common};
use crate::policy::PolicyArgs;
use crate::progress::Reading;
use crate::show::{count, on_line, several, table};
use crate::{Failure, Outcome, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What was published: the directory of a release, or a table, from this program or another
    #[arg(value_name = "RELEASE", required_unless_present = "release")]
    published: Option<String>,
    /// The table before anything was changed
    #[arg(long, value_name = "DATA")]
    original: String,
    /// The same as RELEASE
    #[arg(long, value_name = "DIR", conflicts_with = "published")]
    release: Option<String>,
    /// Show every figure
    #[arg(long)]
    all: bool,
    /// What a range such as 20..29 is taken for in means, regressions and the like: `even`, every value in it as likely as every other; `fitted`, as likely as the ranges of all rows make it
    #[arg(long, value_name = "MODEL", default_value = "even", value_parser = ["even", "fitted"])]
    spread: String,
    /// Set others beside it that keep the same: a release by the algorithm as its paper prints it, one by Mondrian's cuts, or one that shows `nothing` of the quasi columns
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = ["printed", "mondrian", "nothing"])]
    beside: Vec<String>,
    /// A question of your own: how many people are so and so? Conditions have the form COLUMN=CELL, with `;` between them, and cells are
    /// written as in a release: 'age=30..39;job={Nurse|Teacher}'. May be given several times
    #[arg(long, value_name = "CONDITIONS", help_heading = "Queries")]
    count: Vec<String>,
    /// How many columns a count query asks about, the sensitive one among them; 2 to 4 if left out
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', help_heading = "Queries")]
    dimensions: Vec<usize>,
    /// How many quasi columns a count query asks about that is about several sensitive columns at once
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', help_heading = "Queries")]
    quasi_dimensions: Vec<usize>,
    /// How many sensitive columns such a query asks about; 2 if left out, or as many as there are
    #[arg(long, value_name = "N", requires = "quasi_dimensions", help_heading = "Queries")]
    sensitive_dimensions: Option<usize>,
    /// How much of all that people could be a count query asks for, such as 0.01,0.1; 0.01, 0.05, 0.1 and 0.2 if left out
    #[arg(long, value_name = "SHARES", value_delimiter = ',', help_heading = "Queries")]
    selectivity: Vec<String>,
    /// How many count queries of each kind
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Queries")]
    queries: usize,
    /// Which queries are drawn: the same seed asks the same
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Queries")]
    seed: u64,
    /// What `aloof anonymize --private` kept of this release: it says which row is whose
    #[arg(long, value_name = "DIR", help_heading = "Person by person")]
    private: Option<std::path::PathBuf>,
    /// A column that stands in both tables and is different for everybody
    #[arg(long, value_name = "COLUMN", conflicts_with = "private", help_heading = "Person by person")]
    key: Option<String>,
    /// Both tables hold the same people in the same order
    #[arg(long, conflicts_with_all = ["private", "key"], help_heading = "Person by person")]
    same_order: bool,
    /// Into how many clusters of similar people both tables are put, to see who lands elsewhere; from 2 to 12
    #[arg(long, value_name = "N", default_value_t = 5, help_heading = "Person by person")]
    clusters: usize,
    /// Write a report for people to read: one HTML file, with pictures
    #[arg(long, value_name = "FILE")]
    report: Option<std::path::PathBuf>,
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
    let release = args.release();
    args.asking.check_there([&args.original, release])?;
    if args.original == "-" && release == "-" {
        return Err(Failure::wrong("standard input can be the original or the release, not both"));
    }
    let policy = args.policy.load_for(&args.original, release, true)?;
    let references = args.references(&policy)?;
    let mut inputs = report::inputs([&args.original, release], &policy);
    inputs.extend(args.private.clone());
    let page = report::open(args.report.as_deref(), args.replace, &inputs)?;
    args.recover_private()?;
    let reading = Reading::new(args.common.quiet);
    let request = EvaluateRequest {
        original: args.asking.source(&args.original)?,
        release: args.asking.source(release)?,
        policy: &policy,
        workloads: args.workloads(policy.named(aloof::policy::Role::Sensitive).count())?,
        rows: args.rows(),
        progress: &|done, total| reading.tell(done, total),
    };
    let mut found = evaluate(&request).map_err(|error| args.policy.explained(error, &args.original, release))?;
    found.own = args.own(&request)?;
    if !references.is_empty() {
        found.beside = evaluate_beside(&request, &references)?;
    }
    drop(reading);
    if let Some(page) = page {
        report::write(page, &aloof_report::evaluation_page(&args.original, release, &found))?;
    }
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(args, &found))?;
    }
    Ok(Outcome::Done)
}

impl Args {
    fn release(&self) -> &String {
        self.release.as_ref().or(self.published.as_ref()).expect("one of the two is required")
    }

    /// Who is to stand beside the release.
    fn references(&self, policy: &Policy) -> Result<Vec<(String, Reference)>, Failure> {
        let made = self.beside.iter().any(|name| name != "nothing");
        if made && policy.protect().is_empty() {
            return Err(Failure::wrong(
                "--beside makes other releases that keep the same, and nothing is said to be kept: name a policy with [[protect]], or \
                 flags such as --absolute 4500 --m 5",
            ));
        }
        let one = |name: &String| {
            let method: &[(&str, &str)] = match name.as_str() {
                "printed" => &[("variant", "printed")],
                "mondrian" => &[("algorithm", "mondrian")],
                _ => return Ok((name.clone(), Reference::Nothing)),
            };
            let policy = self.policy.load_made_by(&self.original, self.release(), method)?;
            let name = if name == "printed" { "printed (group view)" } else { name };
            Ok((name.to_owned(), Reference::Made(Box::new(policy))))
        };
        self.beside.iter().map(one).collect()
    }

    /// The reader's own questions, answered by both tables.
    fn own(&self, request: &EvaluateRequest<'_>) -> Result<Vec<OwnAnswer>, Failure> {
        if self.count.is_empty() {
            return Ok(Vec::new());
        }
        let asked = self.count.iter().map(|text| typed_question(text)).collect::<Result<Vec<_>, _>>()?;
        let questions = Questions::read(request.original.clone(), &request.release, request.policy, request.progress)?;
        Ok(asked.iter().map(|conditions| questions.count(conditions)).collect::<Result<_, _>>()?)
    }

    /// A run that was killed half-way is put right before what it left is read.
    fn recover_private(&self) -> Result<(), Failure> {
        let Some(private) = &self.private else { return Ok(()) };
        let release = Path::new(self.release());
        for directory in [private.as_path(), release] {
            if directory.is_dir() {
                recover(directory).map_err(aloof::Error::from)?;
            }
        }
        Ok(())
    }

    fn rows(&self) -> Rows {
        match (&self.private, &self.key) {
            (Some(directory), _) => Rows::Private(directory.clone()),
            (None, Some(column)) => Rows::Key(column.clone()),
            (None, None) if self.same_order => Rows::SameOrder,
            (None, None) => Rows::Unknown,
        }
    }

    fn workloads(&self, sensitive: usize) -> Result<Workloads, Failure> {
        let usual = Workloads::default();
        check_range("--queries", self.queries, 1, MOST_QUERIES)?;
        check_range("--clusters", self.clusters, 2, 12)?;
        let together = self.sensitive_dimensions.unwrap_or(sensitive.min(2));
        let volumes = self.selectivity.iter().map(|text| volume(text)).collect::<Result<Vec<_>, _>>()?;
        Ok(Workloads {
            dimensions: self.dimensions.clone(),
            combined: self.quasi_dimensions.iter().map(|&quasi| (quasi, together)).collect(),
            volumes: if volumes.is_empty() { usual.volumes } else { volumes },
            queries: self.queries,
            seed: self.seed,
            clusters: self.clusters,
            spread: if self.spread == "fitted" { SpreadModel::Fitted } else { SpreadModel::Even },
            analyses: true,
        })
    }
}

/// More of them take longer than anybody waits, and say no more.
pub(crate) const MOST_QUERIES: usize = 1_000_000;

/// Refuses what lies outside of what can be asked for.
pub(crate) fn check_range(flag: &str, asked: usize, least: usize, most: usize) -> Result<(), Failure> {
    if (least..=most).contains(&asked) {
        return Ok(());
    }
    Err(Failure::wrong(format!("{flag} {asked}: must be a number from {least} to {}", count(most))))
}

fn volume(text: &str) -> Result<Decimal, Failure> {
    match text.parse::<Decimal>() {
        Ok(volume) if volume > Decimal::ZERO && volume <= Decimal::ONE => Ok(volume),
        _ => Err(Failure::wrong(format!("--selectivity {text}: must be a share above 0, at most 1, such as 0.1"))),
    }
}

/// What matters; with `--all` every figure.
fn text(args: &Args, found: &Evaluation) -> String {
    // A release of a series has rows that stand for nobody, and so may have more than the original.
    let rows = if found.tuples > found.original_tuples {
        format!("{} rows, where the original has {},", count(found.tuples), count(found.original_tuples))
    } else {
        format!("{} of {}", count(found.tuples), several(found.original_tuples, "row", "rows"))
    };
    let mut out = format!(
        "{}: {rows} in {}, {:.1} each\n\n",
        on_line(args.release()),
        several(found.groups, "group", "groups"),
        found.average_group_size
    );
    found.sentences().iter().for_each(|sentence| out.push_str(&show::wrap(&on_line(sentence), "  ", 100)));
    let _ = writeln!(
        out,
        "\n  loss {:.4}: the share of its column that a cell covers, summed over {}, mean over rows",
        found.loss,
        several(found.columns.len(), "quasi column", "quasi columns")
    );
    if let Some(weighted) = &found.weighted {
        let _ = writeln!(
            out,
            "  weighted by {}, for a population of {}: loss {:.4}, NCP {:.4}, GCP {:.4}",
            on_line(&weighted.column),
            count(weighted.population.round() as usize),
            weighted.loss,
            weighted.ncp,
            weighted.gcp
        );
    }
    for one in &found.own {
        let asked: Vec<String> = one.asked.iter().map(|(name, cell)| format!("{name} = {cell}")).collect();
        let line =
            format!("{}: {} in the original, about {:.1} by the release", asked.join(", "), one.original, one.release);
        out.push_str(&show::wrap(&on_line(&line), "  ", 100));
    }
    if !found.beside.is_empty() {
        out.push_str(&beside(found));
    }
    if args.all {
        out.push('\n');
        out.push_str(&every_figure(found));
        out.push_str(&analyses(found));
    } else {
        out.push_str("\n  Every figure: --all, or --json.\n");
    }
    out.push_str("  Not to be published: figures of the original, for whoever holds it.\n");
    for note in &found.notes {
        let _ = write!(out, "\n{}", show::wrap(note, "  ", 80));
    }
    out
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

/// The release beside others.
fn beside(found: &Evaluation) -> String {
    let mut rows = table(&["beside it", "count queries", "means", "loss"]);
    let row = |name: &str, one: &Evaluation| {
        [on_line(name), percent(one.query_error()), percent(one.mean_error()), format!("{:.4}", one.loss)]
    };
    rows.add_row(row("this release", found));
    let mut reasons = String::new();
    for one in &found.beside {
        match (&one.evaluation, &one.reason) {
            (Some(evaluation), _) => {
                rows.add_row(row(&one.name, evaluation));
            }
            (None, reason) => {
                let reason = format!("{} could not be made: {}", one.name, reason.as_deref().unwrap_or_default());
                reasons.push_str(&show::wrap(&on_line(&reason), "  ", 100));
            }
        }
    }
    format!("\n{rows}\n{reasons}")
}

/// Figures of analyses.
fn analyses(found: &Evaluation) -> String {
    let Some(found) = &found.analyses else { return String::new() };
    let mut out = String::new();
    if !found.means.is_empty() {
        let mut rows = table(&["mean of", "by", "classes", "mean error", "median", "largest", "in deviations"]);
        for one in &found.means {
            rows.add_row([
                on_line(&one.column),
                one.by.as_deref().map_or_else(String::new, on_line),
                one.classes.to_string(),
                percent(one.mean_relative_error),
                percent(one.median_relative_error),
                percent(one.largest_relative_error),
                one.mean_error_in_deviations.map_or("–".to_owned(), |error| format!("{error:.4}")),
            ]);
        }
        let _ = writeln!(out, "\nMeans, by how much they are off:\n\n{rows}");
    }
    for regression in &found.regressions {
        let mut rows = table(&["for one more", "original", "± error", "release", "± error", "overlap"]);
        let shown = |number: Option<f64>| number.map_or("–".to_owned(), aloof_report::coefficient);
        for one in &regression.coefficients {
            let name = one.label.as_ref().map_or(one.column.clone(), |label| format!("{}: {label}", one.column));
            rows.add_row([
                on_line(&name),
                shown(Some(one.original)),
                shown(Some(one.original_error)),
                shown(one.release),
                shown(one.release_error),
                percent(Some(one.overlap)),
            ]);
        }
        let _ = writeln!(out, "\nRegression of {} on the quasi columns:\n\n{rows}", on_line(&regression.target));
    }
    if !found.cross_tabulations.is_empty() {
        let mut rows = table(&["columns", "in another cell", "Cramér's V", "Spearman's ρ", "Kendall's τ"]);
        for one in &found.cross_tabulations {
            let ranks = found.rank_correlations.iter().find(|other| other.columns == one.columns);
            let both = |both: Both| format!("{:.3} → {:.3}", both.original, both.release);
            rows.add_row([
                on_line(&one.columns.join(" with ")),
                percent(Some(one.misplaced)),
                both(one.association),
                ranks.map_or("–".to_owned(), |ranks| both(ranks.spearman)),
                ranks.map_or("–".to_owned(), |ranks| both(ranks.kendall)),
            ]);
        }
        let _ = writeln!(out, "\nPairs of columns, original → release:\n\n{rows}");
    }
    out
}

/// Loss, queries, averages, distributions.
fn every_figure(found: &Evaluation) -> String {
    let mut out = String::new();
    let mut columns = table(&["column", "share of its domain covered, mean over rows"]);
    for column in &found.columns {
        columns.add_row([on_line(&column.column), format!("{:.4}", column.ncp)]);
    }
    let _ = writeln!(out, "{columns}\n");
    let _ = writeln!(
        out,
        "  loss {:.4} (the sum), NCP {:.4} (the mean), GCP {:.4} (the mean with rows",
        found.loss, found.ncp, found.gcp
    );
    out.push_str("  withheld, or left out for a missing value, lost as a whole),");
    let _ = writeln!(out, " discernibility {}", found.discernibility);
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
            rows.add_row([on_line(&one.column), error, count(one.queries - one.empty)]);
        }
        let _ = writeln!(out, "{rows}");
    }
    out.push_str(&distances(found));
    out
}

/// Distributions and correlations; and what compares people with themselves, where that is known.
fn distances(found: &Evaluation) -> String {
    let mut out = "\nHow far distributions lie from the original, from 0 to 1:\n\n".to_owned();
    let mut rows = table(&["column", "distance", "measured as", "largest difference below a value"]);
    for one in &found.marginals {
        let measure = if one.measure == "earth-mover" { "earth mover" } else { "total variation" };
        let largest = one.kolmogorov_smirnov.map_or("–".to_owned(), |largest| format!("{largest:.4}"));
        rows.add_row([on_line(&one.column), format!("{:.4}", one.distance), measure.to_owned(), largest]);
    }
    let _ = writeln!(out, "{rows}");
    if let Some(one) = &found.correlation {
        let _ = writeln!(
            out,
            "\n  Correlations differ by {:.4} on average over {}, most ({:.4}) between {} and {}.",
            one.mean_difference,
            several(one.pairs, "pair", "pairs"),
            one.largest_difference,
            on_line(&one.columns[0]),
            on_line(&one.columns[1])
        );
    }
    if let Some(one) = &found.distortion {
        let _ = writeln!(out, "\n  Distortion: numbers lie {:.1}% from the true ones on average.", one.mean * 100.0);
    }
    if let Some(one) = &found.clustering {
        let _ = writeln!(
            out,
            "  Clusters: {:.1}% of {} fall into another of {} clusters than before.",
            one.error * 100.0,
            several(one.tuples, "person", "people"),
            one.clusters
        );
    }
    for one in &found.rankings {
        let _ = writeln!(
            out,
            "  Order by {}: Kendall's tau {:.3}; of the top {} people {:.1}% are still there.",
            on_line(&one.column),
            one.kendall,
            one.top,
            one.top_overlap * 100.0
        );
    }
    if let Some(one) = &found.skyline {
        let _ = writeln!(
            out,
            "  Skyline: of {} whom nobody dominates {:.1}% still are; of {} in the release {:.1}% were.",
            several(one.original, "person", "people"),
            one.recall * 100.0,
            several(one.release, "person", "people"),
            one.precision * 100.0
        );
    }
    out
}

fn queries(workloads: &[CountQueryReport]) -> String {
    let weighted = workloads.iter().any(|workload| workload.weighted_mean_relative_error.is_some());
    let headings = [
        "columns asked",
        "sensitive",
        "selectivity",
        "mean",
        "median",
        "queries",
        "mean, weighted",
        "median, weighted",
    ];
    let columns = if weighted { 8 } else { 6 };
    let mut rows = table(&headings[..columns]);
    for workload in workloads {
        let row = [
            workload.dimensions.to_string(),
            match (&workload.sensitive, workload.sensitive_columns) {
                (Some(name), _) => on_line(name),
                (None, 0) => String::new(),
                (None, some) => format!("any {some}"),
            },
            workload.selectivity.clone(),
            percent(workload.mean_relative_error),
            percent(workload.median_relative_error),
            count(workload.queries - workload.empty),
            percent(workload.weighted_mean_relative_error),
            percent(workload.weighted_median_relative_error),
        ];
        rows.add_row(&row[..columns]);
    }
    for at in [0, 2, 3, 4, 5, 6, 7] {
        if let Some(column) = rows.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    rows.to_string()
}
