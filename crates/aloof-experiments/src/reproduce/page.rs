//! What was found as pages to read: a question, and for each figure its circumstances, the picture and the answers.

use std::fmt::Write as _;

use super::Found;
use super::claims::{Claim, Verdict};
use super::figure::{Faithful, Figure};

/// One paper's experiments; `folder` stands before the names of pictures.
pub(super) fn page(found: &Found, folder: &str) -> String {
    let many = |verdict: Verdict| found.claims.iter().filter(|claim| claim.verdict == verdict).count();
    let mut text = format!(
        "## {}\n\n**Question.** {}\n\n**People.** {}.\n\n**Answer.** Of {} claims {} are confirmed, {} are not, {} are undecided.\n\n",
        found.title,
        found.question,
        capital(&found.data),
        found.claims.len(),
        many(Verdict::Confirmed),
        many(Verdict::NotConfirmed),
        many(Verdict::Undecided)
    );
    for figure in &found.figures {
        let _ = writeln!(
            text,
            "### Figure {}: {}\n\n*Set-up.* {}.\n\n![{}]({folder}{}.svg)\n",
            figure.number,
            figure.title,
            capital(&figure.setup),
            figure.title,
            figure.file
        );
        if !figure.differs.is_empty() {
            let _ = writeln!(text, "*What differs from the paper.* {}.\n", capital(&figure.differs));
        }
        let last = found.figures.iter().rfind(|other| belongs(figure, other));
        if last.is_some_and(|last| std::ptr::eq(last, figure)) {
            answers(&mut text, found.claims.iter().filter(|claim| of_figure(claim, figure)));
        }
    }
    text
}

/// Whether two figures are parts of one.
fn belongs(figure: &Figure, other: &Figure) -> bool {
    root(figure.number) == root(other.number)
}

fn root(number: &str) -> &str {
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    if digits == 0 { number } else { &number[..digits] }
}

fn of_figure(claim: &Claim, figure: &Figure) -> bool {
    root(claim.figure) == root(figure.number)
}

fn answers<'a>(text: &mut String, claims: impl Iterator<Item = &'a Claim>) {
    text.push_str("| claim | test | measured | answer |\n|---|---|---|---|\n");
    for claim in claims {
        let why = claim.reason.as_ref().map_or_else(String::new, |reason| {
            let holds = if reason.holds { "so it is" } else { "so it is not" };
            format!(". Is it that {}? {}: {holds}", reason.says, capital(&reason.measured))
        });
        let word = if claim.verdict == Verdict::Confirmed {
            "confirmed".to_owned()
        } else {
            format!("**{}**", claim.verdict.word())
        };
        let _ =
            writeln!(text, "| {}: {} | {} | {}{why} | {word} |", claim.figure, claim.says, claim.test, claim.measured);
    }
    text.push('\n');
}

/// Which figures were run as printed, what differs, and what was confirmed; no cell is empty.
pub(super) fn table(all: &[Found]) -> String {
    let mut text =
        "| experiments | figure | as printed? | what differs | confirmed? |\n|---|---|---|---|---|\n".to_owned();
    for found in all {
        for figure in &found.figures {
            let faithful = match figure.faithful {
                Faithful::But => "but for what differs",
                Faithful::Ours => "not in the paper",
            };
            let differs = if figure.differs.is_empty() { "nothing" } else { figure.differs.as_str() };
            let claims: Vec<&Claim> = found.claims.iter().filter(|claim| of_figure(claim, figure)).collect();
            let count = |verdict: Verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
            let confirmed = format!("{} of {}", count(Verdict::Confirmed), claims.len());
            let _ = writeln!(
                text,
                "| {} | {} | {faithful} | {differs} | {confirmed} |",
                found.title,
                figure.file.trim_start_matches("figure-")
            );
        }
    }
    text
}

/// With a large first letter; a symbol such as ε stays as it is.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_ascii_lowercase() => first.to_ascii_uppercase().to_string() + letters.as_str(),
        _ => text.to_owned(),
    }
}
