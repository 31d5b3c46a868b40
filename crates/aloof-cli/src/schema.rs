//! `aloof schema`: the JSON Schema of a policy, or of the evidence that a release and an audit write.

use crate::options::{Common, NoPolicy};
use crate::{Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Of what
    #[arg(value_enum, default_value = "policy")]
    of: Document,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Document {
    /// What every column is and what must hold: `aloof.toml`
    Policy,
    /// What a release or an audit found: `--evidence FILE`
    Evidence,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    let schema = match args.of {
        Document::Policy => aloof::policy::schema(),
        Document::Evidence => aloof_report::evidence_schema(),
    };
    show::json(&schema)?;
    Ok(Outcome::Done)
}
