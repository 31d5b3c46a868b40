//! `aloof man`: the manual pages, one per command.

use std::path::PathBuf;

use clap::CommandFactory;

use crate::options::{Common, NoPolicy};
use crate::show::on_line;
use crate::{Cli, Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory to write them into; it is made if it is not there, and pages of the same name are written over
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    let name = args.out.display().to_string();
    let wrong = |error: std::io::Error| Failure::wrong(format!("{name} cannot be written: {error}"));
    std::fs::create_dir_all(&args.out).map_err(wrong)?;
    let command = Cli::command().disable_help_subcommand(true);
    let pages: Vec<String> = std::iter::once("aloof.1".to_owned())
        .chain(command.get_subcommands().map(|command| format!("aloof-{}.1", command.get_name())))
        .collect();
    clap_mangen::generate_to(command, &args.out).map_err(wrong)?;
    match (args.common.json, args.common.quiet) {
        (true, _) => show::json(&serde_json::json!({ "pages": pages }))?,
        (false, true) => {}
        (false, false) => show::print(&format!(
            "{} pages in {}; read one with: man -l {}/aloof.1\n",
            pages.len(),
            on_line(&name),
            on_line(&name)
        ))?,
    }
    Ok(Outcome::Done)
}
