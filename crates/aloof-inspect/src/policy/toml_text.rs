//! Names as TOML writes them.

/// A key: bare when TOML allows it, else quoted.
pub fn key(name: &str) -> String {
    let bare =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if bare { name.to_owned() } else { quoted(name) }
}

/// A basic string on one line. Control characters are escaped, so that it may also stand in a comment.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            // A mark that turns the reading direction could make a line read as another.
            hidden if hidden.is_control() || is_direction_mark(hidden) => {
                quoted.extend(format!("\\u{:04X}", u32::from(hidden)).chars());
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_stay_bare() {
        assert_eq!(key("marital-status"), "marital-status");
        assert_eq!(key("FIXED.ASSETS"), "\"FIXED.ASSETS\"");
        assert_eq!(key(""), "\"\"");
        assert_eq!(key("Straße"), "\"Straße\"");
    }

    #[test]
    fn the_rest_is_escaped() {
        assert_eq!(quoted("a\"b\\c\nd\u{1}\u{7f}\u{202e}"), r#""a\"b\\c\nd\u0001\u007F\u202E""#);
    }
}
