//! Which series a release belongs to, if it belongs to one.

use std::path::Path;

use aloof_io::publish::recover;
use aloof_principles::Needs;
use aloof_table::Means;

use super::{Series, check, unfit};
use crate::Error;
use crate::audit::person_column;
use crate::policy::Policy;
use crate::release::ledger::{Ledger, series_of};
use crate::release::private::{Known, secret_of_series};
use crate::release::request::Request;

/// What is known before, and the series that the release belongs to: one begins where the policy says who is who and can be kept by
/// one, and goes on where the release before is named.
pub(in crate::release) fn belonging(
    request: &Request<'_>,
    private: Option<&Path>,
) -> Result<(Known, Option<Series>), Error> {
    let policy = request.policy;
    let refused = |what: &str| Err(Error::Data(format!("the next release of a series: {what}")));
    let Some(previous) = &request.previous else {
        let known = Known::new(private, request.secret)?;
        let begins = private.is_some() && request.hold_out.is_none() && unfit(policy).is_none();
        if !begins && policy.protect().iter().any(|protect| protect.needs() == Needs::History) {
            check(policy)?;
        }
        let person = policy.input().person.as_deref().filter(|_| begins);
        let series = person.map(|_| person_column(policy, None)).transpose()?;
        let series = series.map(|person| Series::new(request.data.clone(), person, known.secret, Ledger::default()));
        return Ok((known, series));
    };
    if private.is_none() {
        return refused(&format!(
            "its ledger is written into the private directory, and none is named: {}",
            Means::Private
        ));
    }
    if request.hold_out.is_some() {
        return refused("nobody is held out of a series");
    }
    if previous.is_dir() {
        recover(previous)?;
    }
    Ledger::refuse_none(previous)?;
    if let Some(why) = unfit(policy) {
        return refused(why);
    }
    let person = person_column(policy, None)?;
    let secret = secret_of_series(previous, private, request.secret)?;
    let ledger = Ledger::read(previous, secret, &series_of(policy, person))?;
    let series = Series::new(request.data.clone(), person, secret, ledger);
    Ok((Known { secret, work: None }, Some(series)))
}

/// What is said where the policy names who is who, and no series begins.
pub(in crate::release) fn none_begins(policy: &Policy, private: Option<&Path>, begins: bool) -> Option<String> {
    policy.input().person.as_ref().filter(|_| !begins)?;
    let why = match private {
        None => "no private directory is named, which would keep it",
        Some(_) => unfit(policy).unwrap_or("people are held out"),
    };
    Some(format!("No series begins with this release, so that no later one can continue it: {why}."))
}
