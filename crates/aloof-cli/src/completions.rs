//! `aloof completions`: what a shell needs to complete commands and flags.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::options::{Common, NoPolicy};
use crate::{Cli, Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell to complete for
    #[arg(value_enum)]
    shell: Shell,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "aloof", &mut script);
    let script = String::from_utf8_lossy(&script);
    if args.common.json {
        show::json(&serde_json::json!({ "shell": args.shell.to_string(), "script": script }))?;
    } else {
        show::ours(&script)?;
    }
    Ok(Outcome::Done)
}
