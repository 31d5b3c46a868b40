//! United States social-security numbers: `ddd-dd-dddd`, within the ranges that were ever given out.

/// Whether `text` is a social-security number with its dashes (nine plain digits are just a number).
pub(super) fn matches(text: &str) -> bool {
    let mut parts = text.split('-').map(|part| (part.len(), part));
    let (Some((3, area)), Some((2, group)), Some((4, serial)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let digits = [area, group, serial].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()));
    digits && area != "000" && area != "666" && !area.starts_with('9') && group != "00" && serial != "0000"
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_numbers_in_range() {
        for text in ["123-45-6789", "001-01-0001", "899-99-9999"] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_what_was_never_given_out_or_is_something_else() {
        for text in [
            "000-12-3456",
            "666-12-3456",
            "900-12-3456",
            "123-00-4567",
            "123-45-0000",
            "123456789",
            "2020-01-02",
            "123-45-678a",
            "123-456-7890",
            "1234-5-6789",
            "123-45-6789-",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
