//! International bank account numbers: country, two check digits, account; the whole is 1 modulo 97 (ISO 13616).

/// Whether `text` is an IBAN, with or without spaces.
pub(super) fn matches(text: &str) -> bool {
    let compact: Vec<u8> = text.bytes().filter(|&byte| byte != b' ').map(|b| b.to_ascii_uppercase()).collect();
    let form = (15..=34).contains(&compact.len())
        && compact[..2].iter().all(u8::is_ascii_uppercase)
        && compact[2..4].iter().all(u8::is_ascii_digit)
        && compact.iter().all(u8::is_ascii_alphanumeric);
    form && remainder(&compact) == 1
}

/// Modulo 97 with the first four characters moved to the end and letters read as 10 to 35.
fn remainder(compact: &[u8]) -> u32 {
    compact[4..].iter().chain(&compact[..4]).fold(0, |rest, &byte| match byte {
        b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
        letter => (rest * 100 + u32::from(letter - b'A') + 10) % 97,
    })
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_the_examples_of_the_registry() {
        for text in [
            "DE89 3704 0044 0532 0130 00",
            "GB29NWBK60161331926819",
            "FR1420041010050500013M02606",
            "ES9121000418450200051332",
            "NO9386011117947",
            "gb29nwbk60161331926819",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_wrong_check_digits_and_other_texts() {
        for text in [
            "DE88 3704 0044 0532 0130 00",
            "GB29NWBK60161331926818",
            "DE89",
            "1289370400440532013000",
            "DE89-3704-0044-0532-0130-00",
            "A03031",
            "",
            "MÜ89370400440532013000",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
