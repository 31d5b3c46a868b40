//! Payment cards: 13 to 19 digits that end in the check digit of ISO/IEC 7812 (Luhn), first digit 2 to 6.
//!
//! One number in ten has a valid check digit by chance, so only a column of them says something.

/// Whether `text` is a card number, with or without single spaces or dashes between digits.
pub(super) fn matches(text: &str) -> bool {
    let Some(digits) = digits(text) else {
        return false;
    };
    (13..=19).contains(&digits.len())
        && (2..=6).contains(&digits[0])
        && digits.iter().any(|&digit| digit != digits[0])
        && luhn(&digits)
}

fn digits(text: &str) -> Option<Vec<u8>> {
    let mut digits = Vec::with_capacity(19);
    let mut after_digit = false;
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => digits.push(byte - b'0'),
            b' ' | b'-' if after_digit => {}
            _ => return None,
        }
        after_digit = byte.is_ascii_digit();
    }
    after_digit.then_some(digits)
}

/// Every second digit from the right counts double, its digits added up; the sum must be a multiple of ten.
fn luhn(digits: &[u8]) -> bool {
    let weigh = |(place, &digit): (usize, &u8)| match (place % 2, digit) {
        (0, digit) => u32::from(digit),
        (_, digit) => u32::from(digit * 2 / 10 + digit * 2 % 10),
    };
    digits.iter().rev().enumerate().map(weigh).sum::<u32>().is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_test_numbers_of_the_card_brands() {
        for text in [
            "4111111111111111",
            "4111 1111 1111 1111",
            "5500-0055-5555-5559",
            "378282246310005",
            "6011000990139424",
            "4222222222222",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_others() {
        for text in [
            "4111111111111112",
            "411111111111",
            "41111111111111111111",
            "4111  1111 1111 1111",
            "4111111111111111-",
            "-4111111111111111",
            "0000000000000000",
            "9111111111111111",
            "4111.1111.1111.1111",
            "",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
