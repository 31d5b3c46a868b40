//! `aloof schema`: the JSON Schema of a policy.

use crate::{Failure, Outcome, show};

pub(crate) fn run() -> Result<Outcome, Failure> {
    show::json(&aloof::policy::schema())?;
    Ok(Outcome::Done)
}
