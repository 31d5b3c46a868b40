//! What a rule does not say: that a group has several values, is spread, or is distributed as the table is, bounds no guess about
//! which of them is a person's.

/// What is said of such a rule.
pub const BOUNDS_NO_GUESS: &str = "This bounds no guess about a person's value.";

/// In a sentence that a rule bounds no guess, where its measure is about something else. Of a rule about who stands where
/// (k-anonymity, presence), and of one about what further knowledge leads to, other sentences say what it says.
pub fn bounds_no_guess(principle: &str, title: &str) -> Option<&'static str> {
    let about_other = match principle {
        "l-diversity" => !title.ends_with("by frequency"),
        "t-closeness" | "beta-likeness" | "k-e" | "variance" => true,
        _ => false,
    };
    about_other.then_some(BOUNDS_NO_GUESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_group_bound_guesses_and_numbers_of_values_do_not() {
        let bounds = |principle, title| bounds_no_guess(principle, title).is_none();
        assert!(bounds("l-diversity", "3-diversity by frequency") && bounds("epsilon-m", "(1000, 5)-anonymity"));
        assert!(!bounds("l-diversity", "distinct 3-diversity") && !bounds("t-closeness", "0.2-closeness"));
    }
}
