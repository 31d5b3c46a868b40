//! Names and texts inside statements.

/// A name as the server reads it, whatever is in it: capitals count, and no part of it ends it.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text as the server reads it where `standard_conforming_strings` is on, as every session of ours has it.
pub fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_quotes() {
        assert_eq!(quoted("t\"; drop table x; --"), "\"t\"\"; drop table x; --\"");
        assert_eq!(literal("it's \\"), "'it''s \\'");
    }
}
