//! `aloof generate census`: a census-like table of our own making.

use std::fs::File;
use std::path::{Path, PathBuf};

use aloof::io::publish::Hashed;
use aloof_census::{Census, LabelColumn};

use crate::options::{Common, NoPolicy};
use crate::{Failure, Outcome, report, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// People with age, birthplace, occupation, sex, marital status, race, education, work class and income
    Census(CensusArgs),
}

#[derive(clap::Args)]
struct CensusArgs {
    /// How many people
    #[arg(long, default_value_t = 10_000)]
    rows: u64,
    /// The same seed makes the same table
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The CSV file to write; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Also write a hierarchy per label column into this directory
    #[arg(long, value_name = "DIR")]
    hierarchies: Option<PathBuf>,
    /// Write over files that stand there
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    let What::Census(args) = &args.what;
    args.common.set_threads()?;
    let census = Census::new(args.rows, args.seed);
    let threads = rayon::current_num_threads();
    if let Some(directory) = &args.hierarchies {
        write_hierarchies(directory, args.replace)?;
    }
    if args.out == Path::new("-") {
        match census.write_csv(std::io::stdout().lock(), threads) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                return Err(failed("standard output", &error));
            }
            _ => return Ok(Outcome::Done),
        }
    }
    write(&args.out, args.replace, |file| census.write_csv(file, threads))?;
    tell(args)?;
    Ok(Outcome::Done)
}

fn write_hierarchies(directory: &Path, replace: bool) -> Result<(), Failure> {
    std::fs::create_dir_all(directory).map_err(|error| failed(&directory.display().to_string(), &error))?;
    for column in LabelColumn::ALL {
        let path = directory.join(format!("{}.csv", column.name()));
        write(&path, replace, |file| column.hierarchy().write_arx(file))?;
    }
    Ok(())
}

/// A file, whole or not at all.
fn write(
    path: &Path,
    replace: bool,
    content: impl FnOnce(&mut Hashed<File>) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let Some(file) = report::open(Some(path), replace, &[])? else { return Ok(()) };
    let placed = file.file().write(content).and_then(|_| file.place());
    Ok(placed.map_err(aloof::Error::from)?)
}

fn tell(args: &CensusArgs) -> Result<(), Failure> {
    let out = args.out.display().to_string();
    if args.common.json {
        return show::json(&serde_json::json!({ "rows": args.rows, "seed": args.seed, "out": out }));
    }
    if args.common.quiet {
        return Ok(());
    }
    let (people, out) = (show::count(args.rows as usize), show::on_line(&out));
    show::print(&format!("{people} people, seed {}, in {out}\n", args.seed))
}

fn failed(name: &str, error: &std::io::Error) -> Failure {
    Failure::wrong(format!("{name} cannot be written: {error}"))
}
