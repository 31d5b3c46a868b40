//! `local@domain.tld`, quoted local parts left aside: nobody has one.

/// Whether `text` is an e-mail address.
pub(super) fn matches(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    is_local(local) && is_domain(domain)
}

fn is_local(local: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    (1..=64).contains(&local.len())
        && local.chars().all(allowed)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
}

/// Two or more labels of letters, digits and inner hyphens; the last holds no digits. Also used for web addresses.
pub(super) fn is_domain(domain: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let Some((rest, last)) = domain.rsplit_once('.') else {
        return false;
    };
    let top = last.chars().count() >= 2 && (last.starts_with("xn--") || last.chars().all(char::is_alphabetic));
    domain.len() <= 253 && top && label(last) && rest.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_addresses() {
        for text in [
            "a@b.de",
            "first.last+tag@mail.example.co.uk",
            "o'neil@example.org",
            "jürgen@müller.de",
            "x@xn--mller-kva.xn--p1ai",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_what_only_has_an_at_sign() {
        for text in [
            "", "@", "a@", "@b.de", "a@b", "a b@c.de", "a@b..de", ".a@b.de", "a@-b.de", "a@b.1", "@handle", "5 @ 3.50",
            "a@b@c.de",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
