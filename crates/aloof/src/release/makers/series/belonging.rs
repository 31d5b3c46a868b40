//! Which series a release belongs to, if it belongs to one.

use std::path::Path;

use aloof_io::publish::private::LEDGER;
use aloof_io::publish::recover;
use aloof_principles::Needs;
use aloof_table::Means;

use super::Series;
use super::fit::{check, is_near, person_line, unfit};
use crate::Error;
use crate::audit::person_column;
use crate::policy::{Policy, Role};
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
        let begins = private.is_some() && request.hold_out.is_none() && unfit(policy).is_empty();
        if !begins && policy.protect().iter().any(|protect| protect.needs() == Needs::History) {
            check(policy)?;
        }
        let person = policy.input().person.as_deref().filter(|_| begins);
        let series = person.map(|_| person_column(policy, None)).transpose()?;
        let series = series.map(|person| Series::new(request.data.clone(), person, known.secret, Ledger::default()));
        return Ok((known, series));
    };
    if previous.is_dir() {
        recover(previous)?;
    }
    let secret = secret_of_series(previous, private, request.secret)?;
    let lacking = lacking(request, private, previous);
    if !lacking.is_empty() {
        return refused(&lacking.join("; "));
    }
    let person = person_column(policy, None)?;
    let ledger = Ledger::read(previous, secret, &series_of(policy, person))?;
    let series = Series::new(request.data.clone(), person, secret, ledger);
    Ok((Known { secret, work: None }, Some(series)))
}

/// All that keeps a release from going on with the series of the one before.
fn lacking(request: &Request<'_>, private: Option<&Path>, previous: &Path) -> Vec<String> {
    let keeps = format!("its ledger is written into the private directory, and none is named: {}", Means::Private);
    let mut lacking: Vec<String> = private.is_none().then_some(keeps).into_iter().collect();
    lacking.extend(request.hold_out.map(|_| "nobody is held out of a series".to_owned()));
    lacking.extend(unfit(request.policy).into_iter().map(str::to_owned));
    // Who is who is asked of the policy as it is; where nothing has begun yet, it has to say so itself.
    if !previous.join(LEDGER).exists() {
        lacking.extend(person_line(request.policy));
        lacking.push(format!(
            "{}: there is no ledger, so that release began no series. If it is not published yet, make it anew by a policy that begins one; \
             else begin with this month (leave out {}), and have an audit say what the two tell together",
            previous.join(LEDGER).display(),
            Means::Previous
        ));
    }
    lacking
}

/// What is said where no series begins, of policies that name who is who, or that lack only some lines of beginning one.
pub(in crate::release) fn none_begins(policy: &Policy, private: Option<&Path>, begins: bool) -> Option<String> {
    let named = policy.input().person.is_some();
    let identified = private.is_some() && is_near(policy) && policy.named(Role::Identifier).next().is_some();
    if begins || !(named || identified) {
        return None;
    }
    let mut why: Vec<String> = unfit(policy).into_iter().map(str::to_owned).collect();
    why.extend(person_line(policy));
    if private.is_none() {
        why.push("no private directory is named, which would keep it".to_owned());
    }
    if why.is_empty() {
        why.push("people are held out".to_owned());
    }
    Some(format!("No series begins with this release, so that no later one can continue it: {}.", why.join("; ")))
}
