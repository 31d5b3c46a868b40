//! `aloof reproduce`: the experiments of the papers, run again.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::PathBuf;

use aloof_experiments::reproduce::{Paper, ReproduceRequest, Reproduction, Verdict, reproduce};

use crate::options::{Common, NoPolicy};
use crate::show::wrap;
use crate::{Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Whose experiments: em, (ε, m)-anonymity; xc, (ε, δ)^k-dissimilarity; rw, the random walk; ours; or all, with a page about them beside DIR
    #[arg(value_parser = ["em", "xc", "rw", "ours", "all"])]
    name: String,
    /// The directory for figures, numbers and claims.md; must be new or empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A directory of real tables, which stand beside the generated census
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// People of the generated census
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    rows: u64,
    /// Count queries of each workload
    #[arg(long, value_name = "N", default_value_t = 1000)]
    queries: usize,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    // People who watch are told; files and pipes are not.
    let quiet = args.common.quiet || !std::io::stderr().is_terminal();
    let found = reproduce(&ReproduceRequest {
        paper: match args.name.as_str() {
            "xc" => Paper::Xc,
            "rw" => Paper::Rw,
            "ours" => Paper::Ours,
            "all" => Paper::All,
            _ => Paper::Em,
        },
        out: args.out.clone(),
        data: args.data.clone(),
        rows: args.rows,
        queries: args.queries,
        progress: &|step| {
            if !quiet {
                show::complain(&format!("{step}\n"));
            }
        },
    })?;
    if args.common.json {
        show::json(&found)?;
    } else {
        show::print(&text(args, &found))?;
    }
    Ok(Outcome::Done)
}

fn text(args: &Args, found: &Reproduction) -> String {
    let mut out = format!("On {}:\n\n", found.data);
    for claim in &found.claims {
        let word = match claim.verdict {
            Verdict::Confirmed => "confirmed".to_owned(),
            other => other.word().to_uppercase(),
        };
        out.push_str(&wrap(&format!("Figure {}: {} {word}: {}", claim.figure, claim.says, claim.measured), "  ", 100));
    }
    let _ =
        writeln!(out, "\n{} figures, claims.md and digests.txt are in {}.", found.figures.len(), args.out.display());
    out
}
