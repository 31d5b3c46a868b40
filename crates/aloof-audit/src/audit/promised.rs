//! What a window promises, in one sentence for people: of a release that keeps it, and, before there is one, of what a policy asks.

use aloof_principles::MissingIs;
use aloof_table::Kind;

use super::asked::asked;
use crate::policy::{Policy, Protect, Role, View};
use crate::words;

/// The columns that a promise speaks of, in the order of the table, so that whoever says it uses the same words.
pub(super) struct Spoken<'a> {
    pub quasi: Vec<&'a str>,
    /// Published beside them as they are: what nothing protects, and what other rules are about.
    pub others: Vec<&'a str>,
    /// Some have no value.
    pub has_missing: bool,
    /// The values are dates.
    pub dates: bool,
}

/// What a window that holds promises. It speaks of those in the table alone: of somebody who was withheld the table says nothing.
pub(super) fn promise(protect: &Protect, policy: &Policy, of: &Spoken<'_>) -> Option<String> {
    let asked = protect.window_asked()?;
    if asked.m() == 1 {
        return Some("Nothing is promised: with 1 in 1 a guess may be certain.".to_owned());
    }
    let secret = protect.sensitive().join(", ");
    let quasi = in_words(&of.quasi).map(|names| format!("everybody's {names}"));
    let similar = of.has_missing.then_some(protect.similar);
    let missing = (similar == Some(MissingIs::Nothing)).then(|| format!("which people's {secret} is missing"));
    let knows: Vec<String> = quasi.into_iter().chain(missing).collect();
    let likely = "takes the rows of a group as equally likely";
    let nobody = match (knows.is_empty(), in_words(&of.others)) {
        (true, None) => format!("Nobody who {likely}"),
        (false, None) => format!("Nobody who knows {}, and {likely},", knows.join(", and ")),
        (true, Some(others)) => format!("Nobody who knows nothing of {others}, and {likely},"),
        (false, Some(others)) => {
            format!("Nobody who knows {}, but nothing of their {others}, and {likely},", knows.join(", and "))
        }
    };
    // Cutting ends off brings no values farther apart, so that what holds of those published holds of the true ones; rounding does.
    let shown = if protect.rounded { format!("{secret}, as it is published,") } else { secret.clone() };
    let telling = asked.neighbourhood().telling(&format!("the {shown} of {}", anyone(policy)), of.dates);
    let telling = match similar {
        Some(MissingIs::Itself) => format!("{telling}, or that it is missing,"),
        Some(MissingIs::Everything) => format!("{telling}, whatever the missing ones are,"),
        _ => telling,
    };
    Some(format!("{nobody} can {telling} with more than 1 in {} certainty.", asked.m()))
}

/// Whom a promise is about.
pub(super) fn anyone(policy: &Policy) -> &'static str {
    if policy.counts_records() { "any one row of this table" } else { "anyone in this table" }
}

/// What a release that keeps the protection at `at` would promise, of a table with these columns in this order, each with whether values
/// are missing in it; of rules and views that bound less than everybody's guesses, what would hold of its groups; nothing where no
/// sentence says it. For whoever chooses what to ask: what a release keeps is said by its audit.
pub fn would_promise(policy: &Policy, at: usize, columns: &[(&str, Kind, bool)]) -> Option<String> {
    let protect = policy.protect().get(at)?;
    let is = |name: &str, role: Role| policy.named(role).any(|named| named == name);
    let own = |name: &str| protect.sensitive().iter().any(|asked| asked == name);
    let named = |keep: &dyn Fn(&str) -> bool| -> Vec<&str> {
        columns.iter().map(|(name, ..)| *name).filter(|name| keep(name)).collect()
    };
    let kept = named(&|name| is(name, Role::Keep));
    let sensitive = named(&|name| is(name, Role::Sensitive) && !own(name));
    // Nobody without a value is published where the policy drops them, or takes them for a value.
    let publishes = |name: &str| policy.column(name).is_some_and(|rule| policy.missing_in(rule).is_published());
    let of = Spoken {
        quasi: named(&|name| is(name, Role::Quasi)),
        others: kept.into_iter().chain(sensitive).collect(),
        has_missing: columns.iter().any(|(name, _, missing)| *missing && own(name) && publishes(name)),
        dates: columns.iter().any(|(name, kind, _)| *kind == Kind::Date && own(name)),
    };
    let to_everybody = (protect.view() == View::Register).then(|| promise(protect, policy, &of)).flatten();
    to_everybody.or_else(|| asked(protect, &of))
}

/// `a, b and c`; of very many, the first.
pub(super) fn in_words(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        many if many.len() > 24 => Some(format!("{} and {} other columns", many[..20].join(", "), many.len() - 20)),
        some => Some(words::list(some)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_promised_is_said_in_the_order_of_the_table() {
        let text = "[columns]\nzip={role=\"quasi\"}\nage={role=\"quasi\"}\npay={role=\"sensitive\"}\nward={role=\"keep\"}\n\
                    [[protect]]\nprinciple=\"epsilon-m\"\nsensitive=\"pay\"\nabsolute=\"100\"\nm=5\n";
        let columns = [
            ("age", Kind::Number, false),
            ("zip", Kind::Label, false),
            ("pay", Kind::Number, false),
            ("ward", Kind::Label, false),
        ];
        let policy = Policy::from_toml(text, "aloof.toml").unwrap();
        assert_eq!(
            would_promise(&policy, 0, &columns).unwrap(),
            "Nobody who knows everybody's age and zip, but nothing of their ward, and takes the rows of a group as equally likely, can tell \
             the pay of anyone in this table to within 100 with more than 1 in 5 certainty."
        );
        let weaker = Policy::from_toml(&text.replace("m=5", "m=5\nview=\"group\""), "aloof.toml").unwrap();
        assert!(would_promise(&weaker, 0, &columns).unwrap().starts_with("In every group at most 1 in 5"));
        assert_eq!(would_promise(&policy, 1, &columns), None);
    }

    #[test]
    fn missing_values_are_spoken_of_only_where_they_are_published() {
        let said = |missing: &str| {
            let text = format!(
                "[columns]\nage={{role=\"quasi\"}}\npay={{role=\"sensitive\",missing=\"{missing}\"}}\n[[protect]]\nprinciple=\"epsilon-m\"\n\
                 sensitive=\"pay\"\nabsolute=\"100\"\nm=5\n"
            );
            let policy = Policy::from_toml(&text, "aloof.toml").unwrap();
            would_promise(&policy, 0, &[("age", Kind::Number, false), ("pay", Kind::Number, true)]).unwrap()
        };
        assert!(said("publish").contains("everybody's age, and which people's pay is missing"));
        assert!(said("drop").starts_with("Nobody who knows everybody's age, and takes"));
    }
}
