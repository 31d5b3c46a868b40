//! `aloof`: publish tables about people, and check those that others publish.
//!
//! One file per command; each reads its arguments, calls one function of the `aloof` library and shows the answer.

mod advise;
mod anonymize;
mod attack;
mod audit;
mod compare;
mod completions;
mod demo;
mod evaluate;
mod examples;
mod failure;
mod generate;
mod inspect;
mod man;
mod means;
mod naming;
mod noise;
mod options;
mod plot;
mod policy;
mod price;
mod progress;
mod protection;
mod report;
mod reproduce;
mod risk;
mod schema;
mod show;
mod signals;
#[cfg(feature = "studio")]
mod studio;
mod walk;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use clap::{CommandFactory, Parser, Subcommand};
use mimalloc::MiMalloc;

use failure::Failure;

/// A search makes and drops many short lists on all threads: with the system's allocator a release takes a twentieth longer.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Publishes tables about people, and checks those that others publish.
#[derive(Parser)]
#[command(name = "aloof", version, about = ABOUT, long_about = None, after_help = examples::PROGRAM)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const ABOUT: &str = "\
Publishes tables about people so that nobody can tell a person's value more closely, with more certainty, than you allow; and checks tables that others publish";

#[derive(Subcommand)]
enum Command {
    /// The story in one minute, on a data set inside the program: a release that looks safe, and the audit that shows
    /// it is not
    Demo(demo::Args),
    /// What is in a table: types, ranges, which columns look identifying or sensitive; and a first policy
    #[command(after_help = examples::INSPECT)]
    Inspect(inspect::Args),
    /// What can be promised, before anything is changed: how near a guess must not come, and how sure it may be; what that costs, and
    /// what is nearest when it is too much
    #[command(after_help = examples::ADVISE)]
    Advise(Box<advise::Args>),
    /// Make a release that may be published: people are put into groups that keep what is promised, the files are judged as they were
    /// written, and only then put in place
    #[command(after_help = examples::ANONYMIZE)]
    Anonymize(Box<anonymize::Args>),
    /// Check a table, from this program or another: does it keep what is asked, for whom not, and why? With nothing asked, measure all
    /// that can be measured
    #[command(after_help = examples::AUDIT)]
    Audit(Box<audit::Args>),
    /// Attack a release as somebody would who knows more than it allows for: how often guesses are right, beside blind guesses and
    /// guesses about people who are not in it
    #[command(after_help = examples::ATTACK)]
    Attack(Box<attack::Args>),
    /// What a release is still good for: how far counts, means, tables and regressions made with it are off
    #[command(after_help = examples::EVALUATE)]
    Evaluate(Box<evaluate::Args>),
    /// Several releases of one table side by side: what each keeps against whom, and which of those that keep the same is of most use
    #[command(after_help = examples::COMPARE)]
    Compare(Box<compare::Args>),
    /// How easily people are found by what others may know of them: in the table, in the population, by household
    #[command(after_help = examples::RISK)]
    Risk(Box<risk::Args>),
    /// All of it in a browser on this machine: open a table, choose what to promise, make a release, look at it, attack it, sign it.
    /// Nothing leaves the machine, and whatever is done is a policy file and a command
    #[cfg(feature = "studio")]
    #[command(after_help = examples::STUDIO)]
    Studio(studio::Args),
    /// The experiments of a paper, run again: figures, numbers, each claim beside what was measured
    Reproduce(reproduce::Args),
    /// Make a table of people who do not exist, for trying things out
    #[command(after_help = examples::GENERATE)]
    Generate(generate::Args),
    /// Print the JSON Schema of a policy, or of evidence, for programs that write or read them
    Schema(schema::Args),
    /// Write the manual pages, one per command
    Man(man::Args),
    /// Print what a shell needs to complete commands and flags
    Completions(completions::Args),
}

impl Command {
    fn is_studio(&self) -> bool {
        #[cfg(feature = "studio")]
        return matches!(self, Self::Studio(_));
        #[cfg(not(feature = "studio"))]
        false
    }
}

/// What a command ends with.
enum Outcome {
    Done,
    Violation,
    Impossible,
    /// What was asked could not be judged from what was given.
    Open,
}

fn main() -> ExitCode {
    let as_json = std::env::args_os().any(|argument| argument == "--json");
    // Before anything could repeat it.
    if std::env::args_os().any(|argument| aloof::io::has_password(&argument.to_string_lossy())) {
        let failure = Failure::from(aloof::Error::from(aloof::io::ReadError::PasswordInAddress));
        failure.tell(as_json);
        return ExitCode::from(failure.code);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(wrong) if as_json && wrong.use_stderr() => {
            Failure::wrong(in_one_line(&wrong.render().to_string())).tell(true);
            return ExitCode::from(2);
        }
        Err(answer) => return not_run(&answer),
    };
    // Whoever looks at the studio's page types no flags.
    if !cli.command.is_studio() {
        aloof::table::means::speak(means::flag);
    }
    let place = silence_panics();
    let done = std::panic::catch_unwind(|| run(cli)).unwrap_or_else(|_| Err(Failure::mistake(mistake(&place))));
    match done {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Violation) => ExitCode::from(1),
        Ok(Outcome::Open) => ExitCode::from(2),
        Ok(Outcome::Impossible) => ExitCode::from(3),
        Err(failure) => {
            failure.tell(as_json);
            ExitCode::from(failure.code)
        }
    }
}

/// What clap says of a call, as a message: without its own `error:`, and on one line.
fn in_one_line(said: &str) -> String {
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let said = lines.collect::<Vec<_>>().join("; ").replace(":; ", ": ");
    said.strip_prefix("error: ").map_or_else(|| said.clone(), str::to_owned)
}

/// Help and version, or what is wrong with the call: that may quote arguments, which a shell may have made of file names.
fn not_run(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() {
        show::complain(&format!("{}{}", answer.render(), after(answer)));
    } else {
        let _ = answer.print();
    }
    ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2))
}

/// What clap does not know of a word too many: a table is named alone, and lists have commas.
fn after(answer: &clap::Error) -> &'static str {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    match (answer.kind(), answer.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word)))
            if std::path::Path::new(word).exists() && takes("original") =>
        {
            "The table that a release was made from goes with --original DATA.\n"
        }
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) if !word.starts_with('-') && takes("quasi") => {
            "Several columns are one word: --quasi age,zip; a name with blanks in it stands in quotes.\n"
        }
        _ => "",
    }
}

/// Whether the command that was called knows a flag.
fn takes(flag: &str) -> bool {
    let called = std::env::args_os().nth(1).unwrap_or_default();
    let commands = Cli::command();
    let command = commands.get_subcommands().find(|command| called == command.get_name());
    command.is_some_and(|command| command.get_arguments().any(|argument| argument.get_long() == Some(flag)))
}

/// Keeps panics off the terminal: readers catch those of foreign file formats, and what a panic says could quote a cell.
/// Where the last one came from is kept.
fn silence_panics() -> Arc<Mutex<String>> {
    let place = Arc::new(Mutex::new(String::new()));
    let kept = Arc::clone(&place);
    std::panic::set_hook(Box::new(move |info| {
        if let (Some(at), Ok(mut kept)) = (info.location(), kept.lock()) {
            *kept = format!("{}:{}", at.file(), at.line());
        }
    }));
    place
}

fn mistake(place: &Mutex<String>) -> String {
    let place = place.lock().map(|place| place.clone()).unwrap_or_default();
    format!("this is a mistake in aloof, please report it: a panic at {place}")
}

fn run(cli: Cli) -> Result<Outcome, Failure> {
    match cli.command {
        Command::Demo(args) => demo::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Advise(args) => advise::run(&args),
        Command::Anonymize(args) => anonymize::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Attack(args) => attack::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Risk(args) => risk::run(&args),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
