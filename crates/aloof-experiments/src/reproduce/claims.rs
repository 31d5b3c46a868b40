//! What a paper's experiments claim, and what was measured here.

use std::fmt::Write as _;

use serde::Serialize;

/// One sentence of a paper, answered.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// The figure it belongs to.
    pub figure: &'static str,
    /// What the paper says, in our words.
    pub says: &'static str,
    /// What was measured.
    pub measured: String,
    /// Whether that bears it out.
    pub confirmed: bool,
    /// Where not: why, as far as it is known.
    pub why: Option<&'static str>,
}

impl Claim {
    /// A claim with what was measured; `otherwise` says why it may fail to be borne out.
    pub fn new(
        figure: &'static str,
        says: &'static str,
        measured: String,
        confirmed: bool,
        otherwise: &'static str,
    ) -> Self {
        Self { figure, says, measured, confirmed, why: (!confirmed && !otherwise.is_empty()).then_some(otherwise) }
    }
}

/// As a page to read.
pub(super) fn page(title: &str, data: &str, figures: &[super::Figure], claims: &[Claim]) -> String {
    let confirmed = claims.iter().filter(|claim| claim.confirmed).count();
    let mut text = format!(
        "# {title}\n\nMeasured on {data}. {confirmed} of {} claims are borne out.\n\n| figure | the paper says | measured | |\n|---|---|---|---|\n",
        claims.len()
    );
    for claim in claims {
        let word = if claim.confirmed { "confirmed" } else { "**not confirmed**" };
        let why = claim.why.map_or_else(String::new, |why| format!(". {why}"));
        let _ = writeln!(text, "| {} | {} | {}{why} | {word} |", claim.figure, claim.says, claim.measured);
    }
    text.push('\n');
    for figure in figures {
        let _ = writeln!(text, "![{}]({}.svg)\n", figure.title, figure.file);
    }
    text
}
