//! What would go out with nothing to protect it, and nobody may have noticed.
//!
//! A kept column is published as it is; one that looks as if it named people undoes every group, and one that tells a quasi column gives
//! back what its cells hide. A sensitive column that no rule names is published as it is, too. All are refused unless the policy says
//! that they are meant.

use aloof_inspect::{Options, identifying, missing_codes, telling};
use aloof_table::{ColumnInfo, Table};

use crate::Error;
use crate::audit::{Following, following_in};
use crate::data::Original;
use crate::policy::{Algorithm, ColumnRule, Place, Policy, PolicyError, Role};

/// A rule that names no column is about everybody: it counts people, whatever their values.
pub(super) fn refuse_unnamed(policy: &Policy) -> Result<(), Error> {
    let named = |name: &str| {
        policy.protect().iter().any(|rule| rule.sensitive().is_empty() || rule.sensitive().iter().any(|of| of == name))
    };
    let lacking = |name: &&str| !named(name) && !policy.column(name).is_some_and(ColumnRule::goes_out_as_it_is);
    let Some(name) = policy.named(Role::Sensitive).find(lacking) else { return Ok(()) };
    let place = policy.column(name).map_or_else(|| policy.place().clone(), |rule| rule.place().clone());
    let message = match place {
        Place::Flag(_) => format!(
            "`{name}` is sensitive and nothing protects it, so it would go out as it is; say what must hold for it, such as \
             --sensitive {name}:l=3, or name it with --keep if that is meant"
        ),
        _ => format!(
            "`{name}` is sensitive and nothing in [[protect]] names it, so it would go out as it is; say what must hold for it, or \
             write protect = \"none\" there if that is meant"
        ),
    };
    Err(PolicyError::new(place, message).into())
}

/// Whoever knows two of a household knows two groups that one household's number stands in, and often no other does.
fn refuse_households(policy: &Policy, kept: &[&String]) -> Result<(), Error> {
    let of = |name: &&&String| policy.column(name).filter(|rule| rule.role() == Role::Household);
    let Some(rule) = kept.iter().find_map(|name| of(&name)) else { return Ok(()) };
    let message = format!(
        "`{}` would be published and ties the rows of a household together: whoever knows two of its people finds both, since no \
         promise is about several rows of one; leave publish out, or write confirmed = true there if it is meant",
        rule.name()
    );
    Err(PolicyError::new(rule.place().clone(), message).into())
}

/// What is said of kept columns by which people could be looked up: an audit that has nothing but the manifest leaves them open.
pub(super) fn doubted(policy: &Policy, table: &Table) -> Vec<String> {
    let kept = |name: &&String| policy.column(name).is_some_and(|rule| rule.is_kept() && rule.role() == Role::Keep);
    let kept: Vec<&String> = table.names().iter().filter(kept).collect();
    let looks = telling(&table.only(&kept), &Options::default());
    let said = |(name, (role, reason)): (&&String, (aloof_inspect::Role, String))| {
        let what = if role == aloof_inspect::Role::Identifier { "an identifier" } else { "a quasi column" };
        format!(
            "`{name}` goes out as it is and looks like {what} ({reason}): whoever knows it of people tells rows of a group apart by it. \
             An audit that has no policy but the manifest leaves it open."
        )
    };
    kept.iter().zip(looks).filter_map(|(name, looks)| looks.map(|looks| said((name, looks)))).collect()
}

/// What is said of numbers that seem to be codes for a missing value and are read as values: what is promised counts them as such, and
/// whoever reads them as what they mean finds fewer values in a group.
pub(super) fn coded(policy: &Policy, table: &Table, infos: &[(&str, &ColumnInfo)]) -> Vec<String> {
    let of_file = |name: &str| {
        infos.iter().find(|(other, _)| *other == name).map_or_else(Default::default, |(_, info)| (*info).clone())
    };
    let one = |name: &str| {
        let codes = missing_codes(table.column(name)?, &of_file(name));
        let first = codes.first()?;
        let rows: usize = codes.iter().map(|code| code.rows).sum();
        let texts: Vec<&str> = codes.iter().map(|code| code.text.as_str()).collect();
        let (words, means) = (texts.join(", "), if rows == 1 { "row has it" } else { "rows have it" });
        Some(format!(
            "`{name}` holds {words} ({rows} {means}; {}), which stands for a missing value, it seems, and is counted as a number: if it is \
             none, what is promised is not so for those beside it. Then say so with --missing-text={}, or in the policy with \
             [input] missing.",
            first.why, first.text
        ))
    };
    policy.named(Role::Sensitive).filter_map(one).collect()
}

/// Rows stand in the order of the input, which tells running numbers.
pub(super) fn refuse_keys(policy: &Policy, table: &Table) -> Result<(), Error> {
    let open = |name: &&String| policy.column(name).is_some_and(|rule| rule.is_kept() && !rule.goes_out_as_it_is());
    let kept: Vec<&String> = table.names().iter().filter(open).collect();
    refuse_households(policy, &kept)?;
    let looks = identifying(&table.only(&kept), &Options::default());
    let Some((name, reason)) = kept.iter().zip(looks).find_map(|(name, reason)| Some((name, reason?))) else {
        return Ok(());
    };
    let place = policy.column(name).map_or_else(|| policy.place().clone(), |rule| rule.place().clone());
    let message = format!(
        "`{name}` would be published as it is, and it looks as if people could be told by it: {reason}; give it role = \"quasi\", \
         \"identifier\" or \"drop\", or write confirmed = true there if it is meant"
    );
    Err(PolicyError::new(place, message).into())
}

/// Refuses kept columns that tell a quasi column or follow from one, since groups by what is published are then finer than those that are
/// judged; of those that are confirmed it says so.
pub(super) fn refuse_following(policy: &Policy, original: &Original) -> Result<Vec<String>, Error> {
    // Quasi values that stand as they are tell all that could be told of them.
    if matches!(policy.method().algorithm(), Algorithm::Perturb | Algorithm::Anatomy) {
        return Ok(Vec::new());
    }
    let is_kept = |name: &&str| policy.column(name).is_some_and(ColumnRule::is_kept);
    let found = following_in(original, original.table.names().iter().map(String::as_str).filter(is_kept));
    let open = |found: &&Following| !policy.column(&found.column).is_some_and(ColumnRule::goes_out_as_it_is);
    if let Some(one) = found.iter().find(open) {
        let place = policy.column(&one.column).map_or_else(|| policy.place().clone(), |rule| rule.place().clone());
        let message = format!(
            "{}, and would be published as it is: {}; give it role = \"quasi\" or \"drop\", or write confirmed = true there if it is meant",
            one.words(),
            one.consequence()
        );
        return Err(PolicyError::new(place, message).into());
    }
    let said = |one: &Following| {
        format!(
            "{}, and it goes out as it is: {}. Groups are judged without that; an audit that has no policy but the manifest judges them \
             with it, too, and leaves open what breaks.",
            one.words(),
            one.consequence()
        )
    };
    Ok(found.iter().map(said).collect())
}
