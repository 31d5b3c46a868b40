//! `aloof inspect`: what is in the file, and what its columns look like.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use aloof::inspect::{Inspection, policy_text};
use aloof::io::publish::FilePlacement;
use aloof::io::{ReadOptions, Source};
use aloof::look::{as_json, look};
use aloof::policy::delimiter;

use crate::options::{Common, WritingArgs};
use crate::progress::Reading;
use crate::show::{count, names, on_line, several, table, wrap};
use crate::{Failure, Outcome, policy, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A table: CSV (also .gz and .zst), Parquet or Arrow IPC; `-` is standard input
    data: String,
    /// Write a first policy to this file; an existing one is not touched
    #[arg(long, value_name = "FILE")]
    write_policy: Option<PathBuf>,
    /// Policy file, for what it says about reading
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// The delimiter of a CSV file; found from the data if left out
    #[arg(long, value_name = "CHAR")]
    delimiter: Option<String>,
    /// A text that means a missing value; may be given several times
    #[arg(long = "missing-text", value_name = "TEXT")]
    missing_text: Vec<String>,
    #[command(flatten)]
    writing: WritingArgs,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    let delimiter = args.delimiter.as_deref().map(delimiter).transpose();
    let delimiter = delimiter.map_err(|problem| Failure::wrong(format!("--delimiter: {problem}")))?;
    let options = read_options(args, delimiter)?;
    let source = Source::from_arg(&args.data).map_err(aloof::Error::from)?;
    let first = args.write_policy.as_deref().map(|path| open_policy(path, args)).transpose()?.flatten();
    let reading = Reading::new(args.common.quiet);
    let found = look(source, options, &|done, total| reading.tell(done, total))?;
    drop(reading);
    if let Some(file) = first {
        report::write(file, &policy_text(&found))?;
    }
    if args.common.json {
        show::json(&as_json(&found))?;
    } else {
        show::print(&text(args, &found))?;
    }
    Ok(Outcome::Done)
}

/// What the flags say, else what the policy says.
fn read_options(args: &Args, delimiter: Option<u8>) -> Result<ReadOptions, Failure> {
    let (encoding, writing) = args.writing.read()?;
    let nulls = args.missing_text.clone();
    let mut options = ReadOptions { delimiter, nulls, encoding, writing, ..ReadOptions::default() };
    if let Some(path) = &args.policy {
        let policy = policy::read(path)?;
        let input = policy.input();
        options.delimiter = options.delimiter.or(input.delimiter);
        options.nulls.extend(input.missing.iter().cloned());
        options.encoding = options.encoding.or(input.encoding);
        options.writing.decimal = options.writing.decimal.or(input.writing.decimal);
        options.writing.date = options.writing.date.or(input.writing.date);
        options.writing_of = policy.writings();
        options.nulls_of = policy.missing_codes();
    }
    Ok(options)
}

/// What stands there already is somebody's work.
fn open_policy(path: &Path, args: &Args) -> Result<Option<FilePlacement>, Failure> {
    if path.symlink_metadata().is_ok() {
        let message = format!("{} exists already; name another file, or remove it first", path.display());
        return Err(Failure::wrong(message));
    }
    report::open(Some(path), false, &[PathBuf::from(&args.data)])
}

fn text(args: &Args, found: &Inspection) -> String {
    let columns = several(found.columns.len(), "column", "columns");
    let mut out = format!("{}: {}, {columns}\n\n", on_line(&args.data), several(found.rows, "row", "rows"));
    let mut rows = table(&["column", "type", "distinct", "missing", "from", "to", "looks", "why"]);
    for column in &found.columns {
        let (from, to) = column.range.as_ref().map_or_else(Default::default, |range| (range.lowest(), range.highest()));
        rows.add_row(vec![
            on_line(&column.name),
            column.kind.plural().to_owned(),
            count(column.distinct),
            count(column.missing),
            on_line(&from),
            on_line(&to),
            column.guess.role.to_string(),
            on_line(&column.guess.reason),
        ]);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    show_reading(&mut out, found);
    if !found.combinations.is_empty() {
        show_combinations(&mut out, found);
    }
    match &args.write_policy {
        Some(path) => {
            let _ = writeln!(
                out,
                "\nA first policy is in {}: read it before you rely on it.",
                on_line(&path.display().to_string())
            );
        }
        None => out.push_str("\nThese are guesses. --write-policy aloof.toml writes them down for you to correct.\n"),
    }
    out
}

/// How the file was read, where that is not plain, and what seems to be meant by it.
fn show_reading(out: &mut String, found: &Inspection) {
    let mut lines: Vec<String> = found.notes.clone();
    for column in &found.columns {
        let name = on_line(&column.name);
        lines.extend(column.notes.iter().map(|note| format!("{name}: {note}")));
        lines.extend(column.codes.iter().map(|code| {
            let rows = several(code.rows, "row", "rows");
            format!("{name}: {} in {rows} seems to mean a missing value: {}", on_line(&code.text), code.why)
        }));
        lines.extend(column.coded.map(|why| format!("{name}: to be read as labels: {why}")));
    }
    if !lines.is_empty() {
        out.push_str("\nWhat was seen\n");
        lines.iter().for_each(|line| out.push_str(&wrap(line, " ", 100)));
    }
    let open: Vec<String> = found
        .columns
        .iter()
        .filter_map(|column| Some(format!("{}: {}", on_line(&column.name), column.open.as_ref()?)))
        .collect();
    if !open.is_empty() {
        out.push_str("\nWhat you must say before it can be read with certainty\n");
        open.iter().for_each(|line| out.push_str(&wrap(line, " ", 100)));
    }
}

fn show_combinations(out: &mut String, found: &Inspection) {
    out.push_str("\nWho is alone: rows that nobody else equals in these columns\n");
    let mut rows = table(&["columns", "rows alone", "share", "groups"]);
    for combination in &found.combinations {
        let columns = match combination.columns.len() {
            many if combination.all && many > 3 => format!("all {many} quasi columns together"),
            _ => names(&combination.columns),
        };
        rows.add_row(vec![
            columns,
            count(combination.unique),
            combination.share().percent(),
            count(combination.groups),
        ]);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
    if let Some(searched) = found.searched_rows {
        let note = format!("Combinations were chosen by a sample of {} rows and then counted on all.", count(searched));
        out.push_str(&wrap(&note, "", 100));
    }
    if !found.left_out.is_empty() {
        out.push_str(&wrap(&format!("Combined only with all others: {}.", found.left_out.join(", ")), "", 100));
    }
}
