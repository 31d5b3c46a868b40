//! `aloof inspect`: what is in the file, and what its columns look like.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use aloof::inspect::{Coarser, Inspection, Role, policy_text};
use aloof::io::publish::FilePlacement;
use aloof::io::{ColumnInfo, DeclaredMissing, ReadOptions};
use aloof::look::{Look, as_json, look};
use aloof::policy::delimiter;
use aloof::words::in_percent;

use crate::options::{Asking, Common, WritingArgs};
use crate::progress::Reading;
use crate::show::{count, names, on_line, several, table, wrap};
use crate::{Failure, Outcome, policy, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A table: CSV (also .gz and .zst), Parquet, Arrow IPC, Excel (`FILE#SHEET` chooses a sheet), Stata, SPSS or SAS; a database (postgres://HOST/DB?table=NAME, sqlite:FILE?table=NAME, duckdb:FILE?table=NAME); `-` is standard input
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
    #[arg(long = "missing-text", value_name = "TEXT", allow_hyphen_values = true)]
    missing_text: Vec<String>,
    #[command(flatten)]
    writing: WritingArgs,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    args.asking.check([&args.data])?;
    let delimiter = args.delimiter.as_deref().map(delimiter).transpose();
    let delimiter = delimiter.map_err(|problem| Failure::wrong(format!("--delimiter: {problem}")))?;
    let options = read_options(args, delimiter)?;
    let source = args.asking.table(&args.data)?;
    let first = args.write_policy.as_deref().map(|path| open_policy(path, args)).transpose()?.flatten();
    let reading = Reading::new(args.common.quiet);
    let look = look(source, options, &|done, total| reading.tell(done, total))?;
    drop(reading);
    if let Some(file) = first {
        if look.found.rows == 0 {
            return Err(Failure::wrong(format!(
                "{} has no rows, so nothing can be told of its columns, and no policy was written",
                args.data
            )));
        }
        report::write(file, &policy_text(&look.found))?;
    }
    if args.common.json {
        show::json(&as_json(&look))?;
    } else {
        show::print(&text(args, &look))?;
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
    report::open(Some(path), false, &Vec::from_iter(report::file(&args.data)))
}

fn text(args: &Args, look: &Look) -> String {
    let found = &look.found;
    let columns = several(found.columns.len(), "column", "columns");
    let mut out = format!("{}: {}, {columns}\n\n", on_line(&args.data), several(found.rows, "row", "rows"));
    show_sheet(&mut out, look);
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
    show_codebook(&mut out, found);
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
        lines.extend(column.codes.iter().map(|code| format!("{name}: {}", code.told(&on_line(&code.text)))));
        let labels = column.coded.map(|why| format!("to be read as labels: {why}"));
        let sensitive = Some(column).filter(|column| column.guess.role == Role::Sensitive);
        let dominant = sensitive.and_then(|column| column.told_of_dominant(found.rows));
        lines.extend(dominant.map(|told| format!("{name}: {told}")));
        // Of sets there is nothing to tell but that they are sets.
        let coarser = column.coarser.as_ref().filter(|&coarser| *coarser != Coarser::Sets).map(Coarser::reason);
        let seen: Vec<String> = labels.into_iter().chain(coarser.map(str::to_owned)).collect();
        lines.extend((!seen.is_empty()).then(|| format!("{name}: {}", seen.join("; "))));
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
    let rows: Vec<String> = found.of_rows.iter().map(|question| on_line(&question.told())).collect();
    for (heading, lines) in [
        ("What you must say before it can be read with certainty", open),
        ("What you must say before anything can be promised", rows),
    ] {
        if !lines.is_empty() {
            let _ = writeln!(out, "\n{heading}");
            lines.iter().for_each(|line| out.push_str(&wrap(line, " ", 100)));
        }
    }
}

/// So many of the other sheets are named.
const NAMED: usize = 10;

/// Which sheet it is, of a file that has several.
fn show_sheet(out: &mut String, look: &Look) {
    let (Some(sheet), [_, ..]) = (&look.sheet, look.other_sheets.as_slice()) else { return };
    let mut others: Vec<String> = look.other_sheets.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = look.other_sheets.len().saturating_sub(NAMED);
    others.extend((more > 0).then(|| format!("{} more", count(more))));
    let others = others.join(", ");
    let note =
        format!("The sheet `{sheet}` was read, and not {others}: write `#` and the name of a sheet behind the file.");
    out.push_str(&wrap(&on_line(&note), "", 100));
    out.push('\n');
}

/// What the file says of its columns besides their values.
fn show_codebook(out: &mut String, found: &Inspection) {
    if found.columns.iter().all(|column| column.info.is_empty()) {
        return;
    }
    out.push_str("\nWhat the file says of its columns\n");
    let mut rows = table(&["column", "label", "value labels", "read as missing", "format"]);
    for column in found.columns.iter().filter(|column| !column.info.is_empty()) {
        let info = &column.info;
        let codes = if column.coded.is_some() { ": codes" } else { "" };
        let labels = match info.value_labels.len() {
            0 => String::new(),
            number => format!("{}{codes}", count(number)),
        };
        let missing: Vec<String> = info.missing.iter().map(|one| read_as_missing(info, one)).collect();
        rows.add_row(vec![
            on_line(&column.name),
            on_line(info.label.as_deref().unwrap_or_default()),
            labels,
            on_line(&missing.join(", ")),
            on_line(info.format.as_deref().unwrap_or_default()),
        ]);
    }
    let _ = writeln!(out, "{}", rows.trim_fmt());
}

/// A value that the file declares to mean missing, with its label: `-9 (refused)`.
fn read_as_missing(info: &ColumnInfo, declared: &DeclaredMissing) -> String {
    let value = declared.to_string();
    match info.label_of(&value) {
        Some(label) => format!("{value} ({label})"),
        None => value,
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
            in_percent(&combination.share()),
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
