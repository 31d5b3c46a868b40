//! What values look like. One detector per file, written by hand: each says of one text whether it has the form.
//!
//! A column has a pattern when at least four fifths of its distinct values do; the rest are the `n/a`, the typing
//! errors and the entries of the one colleague who writes it differently. Cost: linear in the text of the sample.

mod card;
mod email;
mod iban;
mod ip;
mod person;
mod phone;
mod prose;
mod ssn;
mod url;
mod uuid;

pub(crate) use prose::is_prose;

/// A form that identifies a person, a device or an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// `someone@example.org`.
    Email,
    /// International, North American or European writing.
    Phone,
    /// 13 to 19 digits with a valid check digit.
    PaymentCard,
    /// A United States social-security number.
    SocialSecurity,
    /// An international bank account number with valid check digits.
    Iban,
    /// An IPv4 or IPv6 address.
    IpAddress,
    /// A web address.
    Url,
    /// A universally unique identifier.
    Uuid,
    /// Two to four capitalized words.
    PersonName,
}

/// Says of one text whether it has the form.
type Detector = fn(&str) -> bool;

impl Pattern {
    /// In a sentence: `they look like …`.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Email => "e-mail addresses",
            Self::Phone => "telephone numbers",
            Self::PaymentCard => "payment card numbers",
            Self::SocialSecurity => "social-security numbers",
            Self::Iban => "bank account numbers",
            Self::IpAddress => "network addresses",
            Self::Url => "web addresses",
            Self::Uuid => "unique identifiers made by a machine",
            Self::PersonName => "names of people",
        }
    }

    /// Narrow forms first: what is a card number is never meant as a telephone number.
    const ALL: [(Self, Detector); 9] = [
        (Self::Email, email::matches),
        (Self::Uuid, uuid::matches),
        (Self::Iban, iban::matches),
        (Self::SocialSecurity, ssn::matches),
        (Self::PaymentCard, card::matches),
        (Self::IpAddress, ip::matches),
        (Self::Url, url::matches),
        (Self::Phone, phone::matches),
        (Self::PersonName, person::matches),
    ];
}

/// The pattern that at least four fifths of `texts`, the distinct values of a column, follow.
pub(crate) fn recognize(texts: &[&str]) -> Option<Pattern> {
    Pattern::ALL.into_iter().find(|(_, matches)| most(texts, |text| matches(text))).map(|(pattern, _)| pattern)
}

/// [`recognize`] for whole numbers written out.
pub(crate) fn recognize_card(texts: &[String]) -> Option<Pattern> {
    most(texts, |text| card::matches(text)).then_some(Pattern::PaymentCard)
}

fn most<T>(texts: &[T], matches: impl Fn(&T) -> bool) -> bool {
    let found = texts.iter().filter(|text| matches(text)).count();
    found > 0 && found * 5 >= texts.len() * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_fifths_suffice() {
        let mut texts = vec!["a@example.org", "b@example.org", "c@example.org", "d@example.org", "unknown"];
        assert_eq!(recognize(&texts), Some(Pattern::Email));
        texts.push("none");
        assert_eq!(recognize(&texts), None);
    }

    #[test]
    fn nothing_looks_like_nothing() {
        assert_eq!(recognize(&[]), None);
        assert_eq!(recognize(&["Private", "State-gov", "?"]), None);
    }

    #[test]
    fn whole_numbers_are_cards_only_with_check_digits() {
        let cards = ["4111111111111111", "5500005555555559"].map(String::from);
        assert_eq!(recognize_card(&cards), Some(Pattern::PaymentCard));
        let stamps: Vec<String> = (0..100u64).map(|i| (1_700_000_000_000 + 977 * i).to_string()).collect();
        assert_eq!(recognize_card(&stamps), None);
    }
}
