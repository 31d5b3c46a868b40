//! What every command understands.

use std::path::Path;

use aloof::data::table_at;
use aloof::io::{Encoding, Source, Writing};
use aloof::policy::{date_pattern, decimal_sign, encoding};

use crate::Failure;

/// Options of every command.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Common {
    /// One JSON document on standard output, nothing else there
    #[arg(long)]
    pub json: bool,
    /// No progress and no remarks
    #[arg(long)]
    pub quiet: bool,
    /// Threads to use; all cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

/// What is asked of a database. Every command that reads tables takes it.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Asking {
    /// A SELECT to read, of the database whose address names no table
    #[arg(long, value_name = "SELECT")]
    query: Option<String>,
}

impl Asking {
    /// Of the tables of a call one must be a database that is to be asked.
    pub fn check<'a>(&self, words: impl IntoIterator<Item = &'a String>) -> Result<(), Failure> {
        let many = words.into_iter().filter(|word| is_open(word)).count();
        match (&self.query, many) {
            (Some(_), 0) => Err(Failure::wrong(
                "--query asks a database: give its address without a table, such as postgres://host/db, sqlite:FILE or duckdb:FILE",
            )),
            (Some(_), 2..) => {
                Err(Failure::wrong("--query asks one database, and the addresses of several name no table"))
            }
            _ => Ok(()),
        }
    }

    /// The same, and files that are named must be there: before anything else is asked of them.
    pub fn check_there<'a>(&self, words: impl IntoIterator<Item = &'a String> + Clone) -> Result<(), Failure> {
        self.check(words.clone())?;
        for word in words.into_iter().filter(|word| *word != "-") {
            let source = Source::at(word);
            if source.path().is_some_and(|path| !path.exists()) {
                return Err(Failure::wrong(format!("{word}: no such file or directory")));
            }
        }
        Ok(())
    }

    /// A table, or the data file in the directory of a release.
    pub fn source(&self, data: &str) -> Result<Source, Failure> {
        if Path::new(data).is_dir() { released(data) } else { self.table(data) }
    }

    /// A table.
    pub fn table(&self, data: &str) -> Result<Source, Failure> {
        let query = self.query.as_deref().filter(|_| is_open(data));
        Ok(Source::asked(data, query).map_err(aloof::Error::from)?)
    }
}

/// A table, or the data file in the directory of a release.
pub(crate) fn released(data: &str) -> Result<Source, Failure> {
    match data {
        "-" => Ok(Source::from_arg(data).map_err(aloof::Error::from)?),
        _ => Ok(table_at(data)?),
    }
}

/// Whether a word addresses a database and does not say what to read there.
fn is_open(word: &str) -> bool {
    matches!(Source::at(word), Source::Database(database) if !database.is_asked())
}

/// How a text file is written.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct WritingArgs {
    /// The encoding of text files, such as windows-1252; found from the data if left out
    #[arg(long, value_name = "NAME", help_heading = "Columns")]
    pub encoding: Option<String>,
    /// The decimal sign, `,` or `.`, where numbers can be read in two ways
    #[arg(long, value_name = "SIGN", help_heading = "Columns")]
    pub decimal: Option<String>,
    /// How dates are written, such as d/m/y, where they can be read in two ways
    #[arg(long, value_name = "ORDER", help_heading = "Columns")]
    pub date: Option<String>,
}

impl WritingArgs {
    /// What was said, checked.
    pub fn read(&self) -> Result<(Option<Encoding>, Writing), Failure> {
        let wrong = |flag: &'static str| move |problem: String| Failure::wrong(format!("{flag}: {problem}"));
        let named = self.encoding.as_deref().map(encoding).transpose().map_err(wrong("--encoding"))?;
        let decimal = self.decimal.as_deref().map(decimal_sign).transpose().map_err(wrong("--decimal"))?;
        let date = self.date.as_deref().map(date_pattern).transpose().map_err(wrong("--date"))?;
        Ok((named, Writing { decimal, date }))
    }
}

/// `--policy` where there is nothing for it to say; every command takes it, so that a script can give it to all.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct NoPolicy {
    #[arg(long, value_name = "FILE", hide = true)]
    policy: Option<std::path::PathBuf>,
}

impl Common {
    /// Gives the thread pool its size; to be called once, before any work.
    pub fn set_threads(&self) -> Result<(), Failure> {
        let Some(threads) = self.threads else { return Ok(()) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
        pool.build_global().map_err(|error| Failure::wrong(format!("--threads {threads}: {error}")))
    }
}
