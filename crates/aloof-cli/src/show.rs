//! Words and tables for a terminal.

use std::io::{ErrorKind, Write};

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

use crate::Failure;

/// Prints text to standard output. A reader that went away (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::wrong(format!("standard output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Tells what is done and stays done: that it cannot be told is worth a remark and turns no exit code.
pub(crate) fn told(tell: impl FnOnce() -> Result<(), Failure>) {
    let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(tell));
    let why = match told {
        Ok(Ok(())) => return,
        Ok(Err(failure)) => failure.message,
        Err(_) => "a mistake in aloof, please report it".to_owned(),
    };
    let _ = writeln!(std::io::stderr(), "warning: all is in place, but it could not be told: {why}");
}

/// Prints one JSON document.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).expect("plain data");
    print(&(text + "\n"))
}

/// A table without frames, as wide as the terminal at most.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.to_vec());
    table
}

/// 48842 as 48,842.
pub(crate) fn count(number: usize) -> String {
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

/// A fraction with, where it is long, about what it is: `4670713/8655000 ≈ 0.5397`.
pub(crate) fn fraction(exact: &str) -> String {
    let parts = exact.split_once('/').and_then(|(n, d)| Some((n.parse::<f64>().ok()?, d.parse::<f64>().ok()?)));
    match parts {
        Some((numerator, denominator)) if exact.len() > 7 => format!("{exact} ≈ {:.4}", numerator / denominator),
        _ => exact.to_owned(),
    }
}

/// `1 group`, `3 groups`.
pub(crate) fn several(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// Fills text into lines of at most `width` characters, each after `indent`.
pub(crate) fn wrap(text: &str, indent: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent.chars().count() + line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.iter().filter(|line| !line.is_empty()).fold(String::new(), |all, line| all + indent + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(48_842), "48,842");
        assert_eq!(count(1_000_000), "1,000,000");
        assert_eq!(several(1, "group", "groups"), "1 group");
    }

    #[test]
    fn long_fractions_are_told_in_decimals_too() {
        assert_eq!(fraction("3/4"), "3/4");
        assert_eq!(fraction("4670713/8655000"), "4670713/8655000 ≈ 0.5397");
    }

    #[test]
    fn lines_keep_their_width() {
        assert_eq!(wrap("one two three", "  ", 9), "  one two\n  three\n");
    }
}
