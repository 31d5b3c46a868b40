//! Universally unique identifiers: 8-4-4-4-12 hexadecimal digits, braces allowed.

/// Whether `text` is a UUID.
pub(super) fn matches(text: &str) -> bool {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text);
    let hexadecimal = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    inner.len() == 36 && hexadecimal(&inner.replace('-', "")) && inner.split('-').map(str::len).eq([8, 4, 4, 4, 12])
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_both_cases_and_braces() {
        for text in ["123e4567-e89b-12d3-a456-426614174000", "{123E4567-E89B-12D3-A456-426614174000}"] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_others() {
        for text in [
            "123e4567e89b12d3a456426614174000",
            "123e4567-e89b-12d3-a456-42661417400g",
            "123e4567-e89b-12d3-a456-42661417400",
            "1-2-3-4-5",
            "ü23e4567-e89b-12d3-a456-42661417400",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
