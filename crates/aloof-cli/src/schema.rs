//! `aloof schema`: the JSON Schema of a policy.

use crate::options::{Common, NoPolicy};
use crate::{Failure, Outcome, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    _policy: NoPolicy,
}

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    args.common.set_threads()?;
    show::json(&aloof::policy::schema())?;
    Ok(Outcome::Done)
}
