//! The original of a release: read, put into canonical order, and refused where no release is made of it.

use aloof_io::{Input, Progress, ReadOptions};

use super::chance::Secret;
use super::codebook::Codebook;
use super::fits::{refuse_double_bounds, refuse_unfit};
use super::hold_out::HeldOut;
use super::request::{Request, Step};
use super::{pseudonyms, unprotected};
use crate::Error;
use crate::audit::refuse_spelled;
use crate::data::{Original, Repeats, check_hierarchies, read_options};
use crate::policy::Policy;

/// The original in canonical order, who was held out of it, and what its file says of its columns.
pub(super) fn read(request: &Request<'_>, secret: Secret) -> Result<(Original, Option<HeldOut>, Codebook), Error> {
    // A part shows less than the whole: what its texts look like must not decide how they are read.
    let options = ReadOptions { canonical: request.part, ..read_options(request.policy) };
    let input = Input::open(request.data.clone(), options)?;
    let tell = |done, total| (request.progress)(Step::Reading(done, total));
    let original = checked(&input, request.policy, request.part, &tell)?;
    let (original, held_out) = match request.hold_out {
        Some(share) => HeldOut::draw(request.policy, secret, original, share).map(|(rest, held)| (rest, Some(held)))?,
        None => (original, None),
    };
    let original = pseudonyms::put(request.policy, secret, original)?;
    Ok((original.canonical(), held_out, Codebook::of(&input)))
}

/// What a release of a whole table is made of, in canonical order, or why none is made of it.
pub(super) fn read_from(input: &Input, policy: &Policy, secret: Secret, tell: Progress<'_>) -> Result<Original, Error> {
    Ok(pseudonyms::put(policy, secret, checked(input, policy, false, tell)?)?.canonical())
}

/// The table as it is, or why no release is made of it.
fn checked(input: &Input, policy: &Policy, part: bool, tell: Progress<'_>) -> Result<Original, Error> {
    let mut original = Original::read(input, policy, true, tell)?;
    check_hierarchies(policy, &original)?;
    if !part {
        unprotected::refuse_keys(policy, &original.table)?;
        original.notes.extend(unprotected::doubted(policy, &original.table));
        original.notes.extend(unprotected::refuse_following(policy, &original)?);
        Repeats::refuse(original.repeats.as_ref())?;
        refuse_spelled(policy, &original.sensitive)?;
    }
    refuse_double_bounds(policy, &original)?;
    refuse_unfit(policy, &original)?;
    Ok(original)
}
