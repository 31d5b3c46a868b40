//! A policy with every default applied: what other doors plan by, so that none of them reads a policy in its own way.
//!
//! [`Policy::resolved`] says of every column what it is, of every protection what it asks and which values must not stand
//! together, of the method and the output what they will be. Numbers are texts, exact: decimals (`"0.125"`) where a person
//! typed them, fractions (`"9/7"`) where they were computed.

mod columns;
mod method;
mod protect;

use aloof_io::Encoding;
use serde::Serialize;

use super::columns::Undeclared;
use super::protect::Protect;
use super::{Output, Policy};

pub use columns::{ResolvedCoding, ResolvedColumn, ResolvedHierarchy};
pub use method::{ResolvedMethod, ResolvedWalk};
pub use protect::{ResolvedProtect, ResolvedWindow};

/// A policy with every default applied.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Resolved {
    /// In the order of the policy.
    pub columns: Vec<ResolvedColumn>,
    /// What happens to columns that are not named: `error` or `drop`.
    pub undeclared: &'static str,
    /// In the order of the policy.
    pub protect: Vec<ResolvedProtect>,
    /// How a release is made.
    pub method: ResolvedMethod,
    /// What it looks like.
    pub output: ResolvedOutput,
    /// How the data are read.
    pub input: ResolvedInput,
}

/// What a release looks like.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedOutput {
    /// `csv` or `parquet`.
    pub format: &'static str,
    /// Whether group numbers are published.
    pub group_ids: bool,
    /// `text` or `bounds`.
    pub intervals: &'static str,
    /// `escape`, or `keep`, which goes without saying.
    #[serde(skip_serializing_if = "is_keep")]
    pub formulas: &'static str,
}

fn is_keep(formulas: &&'static str) -> bool {
    *formulas == "keep"
}

/// How the data are read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedInput {
    /// Of CSV files; `None`: found by looking.
    pub delimiter: Option<String>,
    /// Texts that mean a missing value, beside the empty one.
    pub missing: Vec<String>,
    /// `people` or `records`; `None`: not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<&'static str>,
    /// The column that says who a row is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Of text files; `None`: found by looking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// The decimal sign where a column can be read in two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// How dates are written where a column can be read in two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

impl Policy {
    /// The same policy with every default applied.
    pub fn resolved(&self) -> Resolved {
        Resolved {
            columns: self.columns.iter().map(|rule| columns::column(rule, self.missing_in(rule))).collect(),
            undeclared: match self.undeclared {
                Undeclared::Error => "error",
                Undeclared::Drop => "drop",
            },
            protect: self.protect.iter().map(Protect::resolved).collect(),
            method: method::method(&self.method, &self.protect),
            output: output(self.output),
            input: ResolvedInput {
                delimiter: self.input.delimiter.map(|byte| char::from(byte).to_string()),
                missing: self.input.missing.clone(),
                rows: self.input.rows.map(super::RowsAre::name),
                person: self.input.person.clone(),
                encoding: self.input.encoding.map(Encoding::name),
                decimal: self.input.writing.decimal.map(|sign| sign.character().to_string()),
                date: self.input.writing.date.map(|pattern| pattern.to_string()),
            },
        }
    }
}

fn output(output: Output) -> ResolvedOutput {
    ResolvedOutput {
        format: output.format.name(),
        group_ids: output.group_ids,
        intervals: if output.bounds { "bounds" } else { "text" },
        formulas: if output.escapes() { "escape" } else { "keep" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str) -> Resolved {
        let columns = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n";
        Policy::from_toml(&format!("{columns}{text}"), "aloof.toml").expect("a policy").resolved()
    }

    fn protect(words: &str) -> ResolvedProtect {
        resolved(&format!("[[protect]]\n{words}\n")).protect.remove(0)
    }

    fn windows(words: &str) -> Vec<(&'static str, String)> {
        let text = |window: ResolvedWindow| (window.view, window.length.or(window.ratio).expect("one of them"));
        protect(words).windows.into_iter().map(text).collect()
    }

    #[test]
    fn windows_are_exact_in_every_view() {
        // What is certain in the candidates view is what the register view asks.
        let all = |group: &str, mixed: &str| {
            [("group", group), ("candidates", mixed), ("register", mixed)]
                .map(|(view, length)| (view, length.to_owned()))
                .to_vec()
        };
        assert_eq!(windows("principle = \"epsilon-m\"\nabsolute = \"0.1\"\nm = 2"), all("1/10", "1/5"));
        assert_eq!(
            windows("principle = \"epsilon-m\"\nbelow = \"20\"\nabove = \"10000\"\nm = 2"),
            all("10000", "10020")
        );
        assert_eq!(windows("principle = \"epsilon-m\"\nrelative = \"0.125\"\nm = 2"), all("8/7", "9/7"));
        assert_eq!(windows("principle = \"delta-l\"\ndelta = \"7.5\"\nl = 2"), all("15", "30"));
        let any = "principle = \"delta-l\"\ndelta = \"7.5\"\nl = 2\nreading = \"any-centre\"";
        assert_eq!(windows(any), all("15", "15"));
        assert!(windows("principle = \"k-anonymity\"\nk = 2").is_empty());
    }

    #[test]
    fn defaults_are_applied() {
        let all = resolved("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\n");
        assert_eq!((all.protect[0].view, all.protect[0].sensitive[0].as_str()), ("register", "pay"));
        assert!(all.protect[0].monotone);
        assert_eq!((all.columns[0].missing, all.columns[1].missing), ("value", "error"));
        assert_eq!((all.columns[0].weight.as_str(), all.undeclared), ("1", "error"));
        assert_eq!((all.method.algorithm.as_deref(), all.method.suppress.as_str()), (Some("split"), "0"));
        assert_eq!((all.output.format, all.output.group_ids, all.output.intervals), ("csv", false, "text"));
        // A promise about groups that are known: they are told apart.
        let known = resolved("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\nview = \"group\"\n");
        assert!(known.output.group_ids);
        let counted = resolved("[[protect]]\nprinciple = \"k-anonymity\"\nk = 3\nview = \"group\"\n");
        assert!(!counted.output.group_ids);
    }

    #[test]
    fn several_proximity_principles_are_coloured() {
        let near = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\n";
        let weaker = format!("{near}view = \"candidates\"\n");
        assert_eq!(resolved(&format!("{weaker}{weaker}")).method.algorithm.as_deref(), Some("xcolor"));
        // In the register view they are monotone: one is dealt by, the other asked of every group.
        assert_eq!(resolved(&format!("{near}{near}")).method.algorithm.as_deref(), Some("split"));
        let far = "[[protect]]\nprinciple = \"dissimilarity\"\ndistance = { kind = \"l1\" }\nepsilon = \"1\"\ndelta = \"0.5\"\nk = 4\n";
        assert_eq!(resolved(far).method.algorithm.as_deref(), Some("xcolor"));
        let any = "[[protect]]\nprinciple = \"delta-l\"\ndelta = \"5\"\nl = 3\nreading = \"any-centre\"\n";
        assert_eq!(resolved(any).method.algorithm.as_deref(), Some("split"));
        assert_eq!(resolved("").method.algorithm, None);
    }

    #[test]
    fn groups_have_a_least_size() {
        let least = |words: &str| protect(words).least_rows;
        assert_eq!(least("principle = \"l-diversity\"\nkind = \"entropy\"\nl = \"2.5\""), 3);
        assert_eq!(least("principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 7"), 7);
        assert_eq!(least("principle = \"t-closeness\"\nt = \"0.2\""), 1);
    }

    #[test]
    fn what_is_compared_with_the_whole_table_says_so() {
        let needs = |words: &str| protect(words).needs;
        assert_eq!(needs("principle = \"t-closeness\"\nt = \"0.2\""), "totals");
        assert_eq!(needs("principle = \"beta-likeness\"\nbeta = \"2\""), "totals");
        assert_eq!(needs("principle = \"k-anonymity\"\nk = 2"), "group-only");
        assert_eq!(needs("principle = \"c-k-safety\"\nc = \"0.5\"\nk = 1"), "groups");
        assert_eq!(needs("principle = \"skyline\"\npoints = [{ k = 2, c = \"0.5\" }]"), "groups");
    }
}
