//! Words that all doors and pages share: the same thing is called the same everywhere.
//!
//! Shares are told by [`Ratio::percent`].

use aloof_table::Ratio;
use num_bigint::BigInt;

/// 48842 as `48,842`.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 group`, `3 groups`.
pub fn several(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// `2 of 3 groups`, `0 of 1 group`.
pub fn part(number: usize, of: usize, one: &str, many: &str) -> String {
    format!("{} of {}", count(number), several(of, one, many))
}

/// What is said of a rule that holds where something else that was asked could not be judged.
pub const HOLDS_SO_FAR: &str = "holds as far as could be seen";

/// `all 3 groups`, `both groups`, `the one group`.
pub fn all(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("the one {one}"),
        2 => format!("both {many}"),
        _ => format!("all {} {many}", count(number)),
    }
}

/// `age`, `age and zip`, `age, zip and city`.
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// A length as it is, between dates in days: `1 day`, `0.5 days`.
pub fn length(text: &str, days: bool) -> String {
    match (days, text) {
        (false, _) => text.to_owned(),
        (true, "1") => "1 day".to_owned(),
        (true, _) => format!("{text} days"),
    }
}

/// A share in percent, also where its parts are small: beside other shares, `5/13` would have to be worked out.
pub fn in_percent(share: &Ratio) -> String {
    let said = share.percent();
    if said.ends_with('%') { said } else { format!("about {:.1}%", share.approximate() * 100.0) }
}

/// Two shares of one sentence: both as percentages, or both by their parts.
pub fn shares(one: &Ratio, other: &Ratio) -> (String, String) {
    let (first, second) = (one.percent(), other.percent());
    if first.ends_with('%') == second.ends_with('%') { (first, second) } else { (in_percent(one), in_percent(other)) }
}

/// A fraction with, where its parts are not small, what it is as a decimal: `1/20`, `412/615 ≈ 0.6699`, `1921041/4 = 480260.25`.
pub fn fraction(exact: &str) -> String {
    let parts = exact.split_once('/').and_then(|(n, d)| Some((n.parse::<BigInt>().ok()?, d.parse::<BigInt>().ok()?)));
    match parts {
        Some((above, below)) if below > BigInt::from(SMALL_PART) || (exact.len() > 7 && below > BigInt::from(0)) => {
            let value = Ratio::big(above, below);
            let (low, high) = (value.floor_decimal(4), value.ceil_decimal(4));
            let same = if low == high { "=" } else { "≈" };
            let shown =
                if low == high { low.trim_end_matches('0').trim_end_matches('.').to_owned() } else { rounded(&value) };
            format!("{exact} {same} {shown}")
        }
        _ => exact.to_owned(),
    }
}

/// Up to here a fraction is read at a glance.
const SMALL_PART: u32 = 20;

/// A measure that was rounded, which no fraction says exactly: `about 0.1487`; of small parts, as it is.
pub fn about(fraction: &str) -> String {
    let (above, below) = fraction.split_once('/').unwrap_or((fraction, "1"));
    match (above.parse::<BigInt>(), below.parse::<BigInt>()) {
        (Ok(above), Ok(below)) if below > BigInt::from(SMALL_PART) => {
            format!("about {}", rounded(&Ratio::big(above, below)))
        }
        _ => fraction.to_owned(),
    }
}

/// The nearest decimal of four places.
pub fn rounded(value: &Ratio) -> String {
    (value + &Ratio::of(1, 20_000)).floor_decimal(4)
}

/// With a capital letter in front.
pub fn capital(text: &str) -> String {
    // A parameter's name is one small letter: `m can be up to 2`.
    if text.split_once(' ').is_some_and(|(word, _)| word.chars().count() == 1 && word != "a") {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Behind a view that the policy does not ask for.
pub const NOT_ASKED_FOR: &str = "not asked for";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([count(0), count(999), count(48_842), count(1_000_000)], ["0", "999", "48,842", "1,000,000"]);
        assert_eq!([several(1, "group", "groups"), several(2, "group", "groups")], ["1 group", "2 groups"]);
        assert_eq!([part(0, 1, "group", "groups"), part(1, 3, "group", "groups")], ["0 of 1 group", "1 of 3 groups"]);
        assert_eq!([all(1, "group", "groups"), all(1000, "group", "groups")], ["the one group", "all 1,000 groups"]);
        assert_eq!(all(2, "group", "groups"), "both groups");
    }

    #[test]
    fn long_fractions_are_told_in_decimals_too() {
        assert_eq!(fraction("3/4"), "3/4");
        assert_eq!(fraction("4670713/8655000"), "4670713/8655000 ≈ 0.5397");
        assert_eq!(fraction("1921041/4"), "1921041/4 = 480260.25");
        assert_eq!(fraction("infinite"), "infinite");
        assert_eq!([about("393/400"), about("1/3")], ["about 0.9825", "1/3"]);
    }

    #[test]
    fn names_one_after_the_other() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(
            [list(&["age"]), list(&["age", "zip"]), list(&["age", "zip", "city"])].join("; "),
            "age; age and zip; age, zip and city"
        );
        assert_eq!((capital("ε must"), capital("a row")), ("ε must".to_owned(), "A row".to_owned()));
    }

    #[test]
    fn shares_beside_each_other_are_percentages() {
        let said = [(4, 9), (5, 8), (1, 3), (1, 4)].map(|(n, d)| in_percent(&Ratio::of(n, d)));
        assert_eq!(said, ["about 44.4%", "62.5%", "about 33.3%", "25%"]);
    }
}
