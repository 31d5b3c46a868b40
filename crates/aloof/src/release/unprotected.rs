//! What would go out with nothing to protect it, and nobody may have noticed.
//!
//! A kept column is published as it is; one that looks as if it named people undoes every group, and one that tells a quasi column gives
//! back what its cells hide. A sensitive column is published as it is, too, whether a rule names it or none: names beside protected values
//! say whose these are. All are refused unless the policy says that they are meant.

use aloof_inspect::{Options, identifying, naming, telling};
use aloof_table::{Means, Table};

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
             {}, or name it with {} if that is meant",
            Means::DiversityOf(name),
            Means::Keep
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

/// What is said of columns by which people could be looked up: an audit that has nothing but the manifest leaves them open.
pub(super) fn doubted(policy: &Policy, table: &Table) -> Vec<String> {
    let is_kept = |rule: &ColumnRule| rule.is_kept() && rule.role() == Role::Keep;
    let said = |name: &str, what: &str, reason: &str| {
        format!(
            "`{name}` goes out as it is and looks like {what} ({reason}): whoever knows it of people tells rows of a group apart by it. \
             An audit that has no policy but the manifest leaves it open."
        )
    };
    let kept = looking(policy, table, is_kept, telling).into_iter().map(|(name, (role, reason))| {
        let what = if role == aloof_inspect::Role::Identifier { "an identifier" } else { "a quasi column" };
        said(name, what, &reason)
    });
    let named = looking(policy, table, shows_values, naming);
    kept.chain(named.into_iter().map(|(name, reason)| said(name, "an identifier", &reason))).collect()
}

/// Sensitive columns whose values stand in the release, and not only the classes that they lie in.
fn shows_values(rule: &ColumnRule) -> bool {
    rule.role() == Role::Sensitive && !rule.is_published_in_classes()
}

/// The columns that a policy says this of and that look so, and what is found of each.
fn looking<'t, T>(
    policy: &Policy,
    table: &'t Table,
    is_asked: impl Fn(&ColumnRule) -> bool,
    look: impl Fn(&Table, &Options) -> Vec<Option<T>>,
) -> Vec<(&'t String, T)> {
    let asked = |name: &&String| policy.column(name).is_some_and(&is_asked);
    let names: Vec<&String> = table.names().iter().filter(asked).collect();
    let looks = look(&table.only(&names), &Options::default());
    names.into_iter().zip(looks).filter_map(|(name, found)| Some((name, found?))).collect()
}

/// Rows stand in the order of the input, which tells running numbers.
pub(super) fn refuse_keys(policy: &Policy, table: &Table) -> Result<(), Error> {
    let open = |name: &&String| policy.column(name).is_some_and(|rule| rule.is_kept() && !rule.goes_out_as_it_is());
    let kept: Vec<&String> = table.names().iter().filter(open).collect();
    refuse_households(policy, &kept)?;
    let is_open = |rule: &ColumnRule| rule.is_kept() && !rule.goes_out_as_it_is();
    let kept = looking(policy, table, is_open, identifying);
    let named = looking(policy, table, |rule| shows_values(rule) && !rule.is_confirmed(), naming);
    let Some((name, reason)) = kept.into_iter().chain(named).next() else { return Ok(()) };
    let rule = policy.column(name);
    let place = rule.map_or_else(|| policy.place().clone(), |rule| rule.place().clone());
    let is_sensitive = rule.is_some_and(|rule| rule.role() == Role::Sensitive);
    let roles = if is_sensitive { "" } else { "\"quasi\", " };
    let message = format!(
        "`{name}` would be published as it is, and it looks as if people could be told by it: {reason}; give it role = {roles}\
         \"identifier\" or \"drop\", or write confirmed = true there if it is meant"
    );
    Err(PolicyError::new(place, message).into())
}

/// Refuses kept columns that tell a quasi column or follow from one, since groups by what is published are then finer than those that are
/// judged; of those that are confirmed, and of sensitive ones, it says so.
pub(super) fn refuse_following(policy: &Policy, original: &Original) -> Result<Vec<String>, Error> {
    // Quasi values that stand as they are tell all that could be told of them.
    if matches!(policy.method().algorithm(), Algorithm::Perturb | Algorithm::Anatomy) {
        return Ok(Vec::new());
    }
    let is_sensitive = |rule: &ColumnRule| rule.role() == Role::Sensitive;
    let goes_out = |rule: &ColumnRule| rule.is_kept() || is_sensitive(rule);
    let published = original.table.names().iter().filter(|name| policy.column(name).is_some_and(goes_out));
    let columns = published.filter_map(|name| Some((name.as_str(), original.table.column(name)?)));
    let found = following_in(original, columns);
    let is_meant = |rule: &ColumnRule| rule.goes_out_as_it_is() || is_sensitive(rule);
    let open = |found: &&Following| !policy.column(&found.column).is_some_and(is_meant);
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
        let audit = if policy.column(&one.column).is_some_and(is_sensitive) {
            "an audit judges them with it, too, and says what breaks"
        } else {
            "an audit that has no policy but the manifest judges them with it, too, and leaves open what breaks"
        };
        format!(
            "{}, and it goes out as it is: {}. Groups are judged without that; {audit}.",
            one.words(),
            one.consequence()
        )
    };
    Ok(found.iter().map(said).collect())
}
