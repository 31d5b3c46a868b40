//! Words and tables for a terminal.
//!
//! Labels, headers and file names may hold anything, also what a terminal takes for a command: to clear the screen, to write
//! from right to left, to begin a new line that looks like ours. So nothing goes out but through [`print`] and [`complain`],
//! which write every such character as `\u{1b}`. Lines that we break ourselves stay broken; where text of a file stands in
//! a line of its own or begins one, [`on_line`] keeps it on that line.
//!
//! Lines have at most a hundred characters; on a narrower terminal they have as many as fit. What goes into a file or another program is the
//! same on every terminal.

use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal as _, Write};

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use terminal_size::{Height, Width};

use crate::Failure;

pub(crate) use aloof::words::{capital, count, fraction, part, several};

/// Prints text to standard output. A reader that went away (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let text = folded(&escaped(text, lines_stay), columns());
    write_out(&painted(&text, std::io::stdout().is_terminal()))
}

/// How many characters a line of standard output has, where that is a terminal; else no bound.
fn columns() -> usize {
    bounded(terminal_size::terminal_size_of(std::io::stdout()))
}

/// The same of standard error.
pub(crate) fn columns_of_errors() -> usize {
    bounded(terminal_size::terminal_size_of(std::io::stderr()))
}

fn bounded(terminal: Option<(Width, Height)>) -> usize {
    terminal.map_or(usize::MAX, |(width, _)| usize::from(width.0).max(NARROWEST))
}

/// Below this nothing is broken into lines any more.
const NARROWEST: usize = 40;

/// The text with every line of words that is longer than a terminal is wide broken between words. Lines whose parts stand below those of
/// others are left.
fn folded(text: &str, columns: usize) -> String {
    let fold = |line: &str| {
        let words = line.trim_start_matches(' ');
        let indent = &line[..line.len() - words.len()];
        let is_broken = line.chars().count() > columns && !words.trim_end().contains("  ");
        if is_broken { fill(words, indent, columns) } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(fold).collect()
}

/// Prints text that holds nothing of a file, as it is.
pub(crate) fn ours(text: &str) -> Result<(), Failure> {
    write_out(text)
}

/// The verdict where what was asked about holds, and a file publishes more than that.
pub(crate) const AS_ASKED: &str = "PASS AS ASKED";

/// The verdict where what was asked about holds if what looks like a code for a missing value is a value.
pub(crate) const IF_VALUES: &str = "PASS IF THESE ARE VALUES";

/// The same, if what looks like a total is a person.
pub(crate) const IF_PEOPLE: &str = "PASS IF ALL ROWS ARE PEOPLE";

/// Both of it.
pub(crate) const IF_BOTH: &str = "PASS IF THESE ARE VALUES AND PEOPLE";

/// Verdicts, errors and warnings in colour, where a terminal has it and nobody said `NO_COLOR`. It comes after escaping, so that no
/// file's text brings its own.
fn painted(text: &str, terminal: bool) -> String {
    let told_not_to = std::env::var_os("NO_COLOR").is_some_and(|word| !word.is_empty());
    if !terminal || told_not_to || std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return text.to_owned();
    }
    coloured(text)
}

fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end_matches('\n');
        let word = ["error:", "warning:"].into_iter().find(|word| shown.starts_with(word)).unwrap_or(shown);
        let colour = match word {
            "PASS" => 32,
            "FAIL" | "error:" => 31,
            "NOT JUDGED" | AS_ASKED | IF_VALUES | IF_PEOPLE | IF_BOTH | "warning:" => 33,
            _ => {
                out.push_str(line);
                continue;
            }
        };
        let _ = write!(out, "\u{1b}[1;{colour}m{word}\u{1b}[0m{}", &line[word.len()..]);
    }
    out
}

fn write_out(text: &str) -> Result<(), Failure> {
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
    complain(&format!("warning: all is in place, but it could not be told: {why}\n"));
}

/// Prints text to standard error. It may be closed; there is nobody left to tell then.
pub(crate) fn complain(text: &str) {
    let text = painted(&escaped(text, lines_stay), std::io::stderr().is_terminal());
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Text of a file as a part of one line.
pub(crate) fn on_line(text: &str) -> String {
    escaped(text, |c| c.escape_unicode().to_string())
}

/// Several of them, one after the other.
pub(crate) fn names(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(|text| on_line(text.as_ref())).collect::<Vec<_>>().join(", ")
}

/// The text with every character that commands a terminal written as `escape` says.
fn escaped(text: &str, escape: impl Fn(char) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if commands(c) {
            out.push_str(&escape(c));
        } else {
            out.push(c);
        }
    }
    out
}

fn lines_stay(c: char) -> String {
    if c == '\n' { c.to_string() } else { c.escape_unicode().to_string() }
}

/// Control characters (C0, DEL, C1), what ends a line or a paragraph, and what turns the direction of writing.
fn commands(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Prints one JSON document; what JSON itself would let through is escaped in its own way.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).expect("plain data");
    write_out(&escaped(&(text + "\n"), |c| if c == '\n' { c.to_string() } else { format!("\\u{:04x}", u32::from(c)) }))
}

/// A table without frames, as wide as the terminal at most.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.to_vec());
    if let Ok(width) = u16::try_from(columns()) {
        table.set_width(width);
    }
    table
}

/// Fills text into lines of at most `width` characters, and no more than the terminal has, each after `indent`.
pub(crate) fn wrap(text: &str, indent: &str, width: usize) -> String {
    fill(text, indent, width.min(columns()))
}

/// Fills text into lines of at most `width` characters, each after `indent`.
pub(crate) fn fill(text: &str, indent: &str, width: usize) -> String {
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
    fn no_character_commands_the_terminal() {
        let bad =
            (0..0x20).chain(0x7f..0xa0).chain(0x2028..0x202f).chain(0x2066..0x206a).chain([0x61c, 0x200e, 0xfeff]);
        for c in bad.filter_map(char::from_u32) {
            let shown = on_line(&format!("a{c}b"));
            assert_eq!(shown, format!("a{}b", c.escape_unicode()));
            assert_eq!(on_line(&shown), shown);
        }
        assert_eq!(escaped("a\nb\r\n", lines_stay), "a\nb\\u{d}\n");
        assert_eq!(on_line("Zoë, 北京, ε ≤ 1/5, 👩‍⚕️ and \u{a0}"), "Zoë, 北京, ε ≤ 1/5, 👩‍⚕️ and \u{a0}");
    }

    #[test]
    fn verdicts_are_coloured_and_nothing_else_is() {
        assert_eq!(coloured("t.csv\n\nPASS\n"), "t.csv\n\n\u{1b}[1;32mPASS\u{1b}[0m\n");
        assert_eq!(coloured("error: PASS\n"), "\u{1b}[1;31merror:\u{1b}[0m PASS\n");
        assert_eq!(coloured("PASSWORD FAIL\n"), "PASSWORD FAIL\n");
        assert_eq!(painted("PASS\n", false), "PASS\n");
    }

    #[test]
    fn lines_keep_their_width() {
        assert_eq!(fill("one two three", "  ", 9), "  one two\n  three\n");
    }

    #[test]
    fn lines_of_words_fit_the_terminal_and_tables_stay() {
        let text = "  one two three\none  two  three\nshort\n";
        assert_eq!(folded(text, 9), "  one two\n  three\none  two  three\nshort\n");
        assert_eq!(folded(text, usize::MAX), text);
    }
}
