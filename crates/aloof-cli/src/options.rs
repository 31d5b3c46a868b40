//! What every command understands.

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
