//! `aloof studio`: all of it in a browser on this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use aloof::io::{ReadError, Source, has_password};
use aloof_studio::{Options, Ready, is_built};

use crate::options::{Common, NoPolicy};
use crate::show::on_line;
use crate::{Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A table to open, or a folder of tables; the folder it is started in if left out
    data: Option<PathBuf>,
    /// Print the address, and open no browser
    #[arg(long)]
    no_open: bool,
    /// The port to listen on, on this machine alone; any that is free if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    if !is_built() {
        return Err(Failure::wrong(
            "this aloof was built without its page: run make studio, then build the program again",
        ));
    }
    args.data.as_deref().map_or(Ok(()), check)?;
    let options = Options { data: args.data.clone(), port: args.port };
    let ready =
        Ready::new(&options).map_err(|error| Failure::wrong(format!("the studio cannot be started: {error}")))?;
    if args.common.json {
        show::json(&serde_json::json!({ "address": ready.address(), "folder": ready.folder() }))?;
    } else {
        let folder = on_line(&ready.folder().display().to_string());
        show::print(&format!("Aloof Studio, for the files of {folder}\n\n  {}\n\nCtrl-C ends it.\n", ready.address()))?;
    }
    if !args.no_open {
        open(ready.address());
    }
    ready.run().map_err(|error| Failure::wrong(format!("the studio ended: {error}")))?;
    Ok(Outcome::Done)
}

/// Refuses what is no table and no folder, before a page is opened for it.
fn check(data: &Path) -> Result<(), Failure> {
    let source = Source::at(data);
    if let Some(missing) = source.path().filter(|path| !path.exists()) {
        return Err(Failure::wrong(format!("{}: no such file or folder", missing.display())));
    }
    match source {
        Source::Database(_) if has_password(&data.to_string_lossy()) => {
            Err(aloof::Error::from(ReadError::PasswordInAddress).into())
        }
        Source::Database(database) if !database.is_asked() => {
            Err(Failure::wrong("say which table of the database, as ?table=NAME behind its address"))
        }
        _ => Ok(()),
    }
}

/// Opens the address in a browser; where that does not go it was printed.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut call = Command::new(program);
    call.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = call.spawn() {
        std::thread::spawn(move || drop(child.wait()));
    }
}
