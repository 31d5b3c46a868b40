//! `aloof man`: the manual pages, one per command.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::options::{Common, NoPolicy};
use crate::show::on_line;
use crate::{Cli, Failure, Outcome, report, show};

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
    let pages = pages().map_err(wrong)?;
    std::fs::create_dir_all(&args.out).map_err(wrong)?;
    // All places are looked at before anything is put into one of them.
    let places = pages.iter().map(|(page, _)| report::open(Some(&args.out.join(page)), true, &[]));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    for (place, (_, text)) in places.into_iter().flatten().zip(&pages) {
        report::write(place, text)?;
    }
    match (args.common.json, args.common.quiet) {
        (true, _) => {
            let names: Vec<&String> = pages.iter().map(|(page, _)| page).collect();
            show::json(&serde_json::json!({ "pages": names }))?;
        }
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

/// Names of pages, and what they say.
fn pages() -> std::io::Result<Vec<(String, String)>> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let others: Vec<clap::Command> =
        command.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let page = |command: clap::Command| {
        let (man, mut text) = (Man::new(command), Vec::new());
        man.render(&mut text)?;
        Ok((man.get_filename(), String::from_utf8_lossy(&text).into_owned()))
    };
    std::iter::once(command).chain(others).map(page).collect()
}
