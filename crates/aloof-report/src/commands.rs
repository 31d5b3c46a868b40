//! What a page repeats of what a program says: whoever reads a page types nothing, so that no command stands on it.

use aloof::words::capital;

/// A note without what it says of commands: sentences about them, and parts of a sentence behind a semicolon.
pub(crate) fn without_commands(note: &str) -> Option<String> {
    let sentences: Vec<String> = without_place(note).split(". ").filter_map(sentence).collect();
    (!sentences.is_empty()).then(|| format!("{}.", sentences.join(". ")))
}

/// The same of what stands behind other words: without the dot.
pub(crate) fn reason(why: &str) -> Option<String> {
    without_commands(why).map(|kept| kept.trim_end_matches('.').to_owned())
}

/// What a message is about may be a flag: `--quasi: there is no such column`.
fn without_place(note: &str) -> &str {
    match note.split_once(": ") {
        Some((place, rest)) if place.starts_with("--") && !place.contains(' ') => rest,
        _ => note,
    }
}

fn sentence(said: &str) -> Option<String> {
    let all: Vec<&str> = said.trim().trim_end_matches('.').split("; ").collect();
    let kept: Vec<&str> = all.iter().copied().filter(|part| !names_a_command(part)).collect();
    let is_begun = kept.first() == all.first();
    let text = kept.join("; ");
    (!text.is_empty()).then(|| if is_begun { text } else { capital(&text) })
}

fn names_a_command(text: &str) -> bool {
    let is_flag = |word: &str| word.trim_start_matches(['(', '`', '[', '"']).starts_with("--");
    text.split_whitespace().any(is_flag) || text.contains("`aloof ") || text.contains("exit code")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_reads_as_before() {
        let said = |note: &str| without_commands(note).unwrap_or_default();
        assert_eq!(said("One. Name --this. Two"), "One. Two.");
        assert_eq!(said("Nobody is known; --private DIR says it"), "Nobody is known.");
        assert_eq!(said("--quasi: no column is called `a`"), "No column is called `a`.".replace("No", "no"));
        assert_eq!(said("see `aloof evaluate`; it is so"), "It is so.");
        assert_eq!(said("Who is it? (--who)"), "");
        assert_eq!(reason("there is none; --previous DIR names one").unwrap(), "there is none");
    }
}
