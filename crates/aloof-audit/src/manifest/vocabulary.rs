//! The texts of a manifest: which are words of ours, and which could say anything, of anybody.
//!
//! Most fields have a fixed vocabulary: what is no word of it was written by no program of ours, and the audit does not pass. Some must be
//! free, since they repeat a policy or a file: labels of columns, texts that mean a missing value, domains, codings, orders of labels,
//! sentences. They are shown to whoever audits, unless the auditor's own policy says the same.

use aloof_table::Decimal;
use serde_json::{Value, json};

use super::figures::{three_digits, three_digits_of};
use super::words::{Words, of_protect};
use super::{Checked, Column, ColumnRole, HowMade, Manifest, ProtectedBy, StatedLadder};
use crate::audit::Audit;
use crate::policy::said::{Table, is_decimal, is_principle, is_said};
use crate::policy::{Policy, Protect, View};

/// So many texts are shown, and so many characters of each.
const SHOWN: usize = 20;
const CHARACTERS: usize = 80;

/// What is promised of walked values where nothing is to be protected.
pub const WALKED_FREELY: &str = "none: properties are kept and disclosure is measured, but nothing is promised to anyone in the table, and whoever knows everybody's \
     true numbers may find whose record is whose";
/// The same where groups protect other columns.
pub const WALKED_IN_GROUPS: &str =
    "that of the groups, for the protected columns; none for the walked values themselves";
/// What is promised of values that noise was added to.
pub const NOISY: &str = "none: disclosure is measured, but nothing is promised to anyone in the table";

/// Words among what makers measure of themselves.
const MEASURED: [&str; 6] = [WALKED_FREELY, WALKED_IN_GROUPS, NOISY, "collapse", "relax", "printed"];

/// Views of checks beside those that a policy asks for.
const OTHER_VIEWS: [&str; 3] = ["alike", "perturbation", "population"];

/// What codings and ladders of dates are said in.
const PARTS_OF_CALENDAR: [&str; 5] = ["day", "month", "quarter", "year", "decade"];

impl Manifest {
    /// Places with a text that no manifest of this program has there.
    pub(crate) fn strange_words(&self) -> Vec<String> {
        let mut strange = Vec::new();
        let mut hold = |at: String, fine: bool| {
            if !fine {
                strange.push(at);
            }
        };
        let said = |table: Table, name: &str, text: &str| is_said(table, name, &json!(text));
        hold("program.version".to_owned(), is_version(&self.program.version));
        hold("method.algorithm".to_owned(), said(Table::Method, "algorithm", &self.method.algorithm));
        for (key, value) in &self.method.settings {
            let shown: String = key.escape_debug().take(40).collect();
            hold(format!("method.{shown}"), is_said(Table::Method, key, value));
        }
        hold("output.format".to_owned(), said(Table::Output, "format", &self.output.format));
        hold("output.intervals".to_owned(), said(Table::Output, "intervals", &self.output.intervals));
        hold("output.formulas".to_owned(), said(Table::Output, "formulas", &self.output.formulas));
        if let Some(rows) = &self.rows {
            hold("rows".to_owned(), said(Table::Input, "rows", rows));
        }
        if let Some(withheld) = &self.withheld {
            hold("withheld.absence".to_owned(), said(Table::Method, "absence", &withheld.absence));
        }
        let share = self.method.settings.get("suppress").and_then(Value::as_str).and_then(|text| text.parse().ok());
        hold("method.suppress".to_owned(), share.is_none_or(|share| (Decimal::ZERO..=Decimal::ONE).contains(&share)));
        hold("loss".to_owned(), three_digits(self.loss).total_cmp(&self.loss).is_eq());
        for (name, count) in
            [("suppressed", Some(self.suppressed)), ("dropped", Some(self.dropped)), ("held_out", self.held_out)]
        {
            hold(name.to_owned(), count.is_none_or(|count| three_digits_of(count) == count));
        }
        let has_groups = self.columns.iter().any(|column| column.role == ColumnRole::Group);
        let is_free = !matches!(self.made, HowMade::Groups) || self.protect.is_empty();
        hold("output.group_ids".to_owned(), is_free || has_groups == self.output.group_ids);
        let ours: Vec<Words> = self.policy().iter().flat_map(Policy::protect).map(of_protect).collect();
        for (at, (said, ours)) in self.protect.iter().zip(&ours).enumerate() {
            hold(format!("protect[{at}]"), said == ours);
        }
        hold("measured".to_owned(), self.has_measures_of_its_kind() && self.measures_in_our_words());
        for (at, column) in self.columns.iter().enumerate() {
            strange_in_column(column, at, &mut strange);
        }
        for (at, check) in self.audit.checks.iter().enumerate() {
            self.strange_in_check(check, at, &mut strange);
        }
        strange
    }

    fn strange_in_check(&self, check: &Checked, at: usize, strange: &mut Vec<String>) {
        let is_column = |name: &String| self.columns.iter().any(|column| column.name == *name);
        for (field, fine) in [
            ("principle", is_principle(&check.principle)),
            ("view", View::named(&check.view).is_some() || OTHER_VIEWS.contains(&check.view.as_str())),
            ("sensitive", check.sensitive.iter().all(is_column)),
            ("worst_risk", is_figure(&check.worst_risk)),
            ("bound", is_figure(&check.bound)),
        ] {
            if !fine {
                strange.push(format!("audit.checks[{at}].{field}"));
            }
        }
    }

    /// Walks and noise measure themselves, each column once, in figures; others nothing.
    fn has_measures_of_its_kind(&self) -> bool {
        fn fits(value: &Value, columns: usize) -> bool {
            match value {
                Value::Array(items) => items.len() <= columns.max(16) && items.iter().all(|item| fits(item, columns)),
                Value::Object(entries) => entries.iter().all(|(key, item)| is_name(key) && fits(item, columns)),
                _ => true,
            }
        }
        let kind = matches!(self.made, HowMade::Walk { .. } | HowMade::Noise { .. });
        self.measured.as_ref().is_none_or(|measured| kind && fits(measured, self.columns.len()))
    }

    /// What else it says, for whoever audits to read; without what `known` columns, of the auditor's own policy, say as well, and
    /// the titles of what was found here and of what it promises itself.
    pub(crate) fn free_texts(&self, known: &[Column], audit: &Audit) -> Option<String> {
        let mut texts: Vec<(String, &str)> = Vec::new();
        if self.program.version != env!("CARGO_PKG_VERSION") {
            texts.push(("program.version".to_owned(), &self.program.version));
        }
        for column in &self.columns {
            let same = known.iter().find(|one| one.name == column.name);
            free_in_column(column, same, &mut texts);
        }
        texts.extend(self.input.missing.iter().map(|text| ("input.missing".to_owned(), text.as_str())));
        let told = self.withheld.iter().flat_map(|withheld| &withheld.told);
        let repeated = |text: &&String| audit.withheld.as_ref().is_some_and(|found| found.told.contains(text));
        texts.extend(told.filter(|text| !repeated(text)).map(|text| ("withheld.told".to_owned(), text.as_str())));
        let own = self.own_titles();
        let is_found = |title: &String| audit.checks.iter().any(|found| found.title == *title) || own.contains(title);
        let titles = self.audit.checks.iter().filter(|check| !is_found(&check.title));
        texts.extend(titles.map(|check| ("audit.checks.title".to_owned(), check.title.as_str())));
        told_of(&texts)
    }

    /// Whether all texts among its measures are words of ours, or names of its columns.
    fn measures_in_our_words(&self) -> bool {
        let mut texts = Vec::new();
        texts_in(self.measured.as_ref(), &mut texts);
        let is_column = |text: &str| self.columns.iter().any(|column| column.name == text);
        texts.into_iter().all(|text| MEASURED.contains(&text) || is_column(text))
    }
}

impl Manifest {
    /// What the rules that it promises are called, as far as no data are needed for that.
    fn own_titles(&self) -> Vec<String> {
        let own = self.policy().ok();
        own.iter().flat_map(Policy::protect).filter_map(Protect::title).collect()
    }
}

/// Words of a column.
fn strange_in_column(column: &Column, at: usize, strange: &mut Vec<String>) {
    let said =
        |key: &str, text: &Option<String>| text.as_ref().is_none_or(|text| is_said(Table::Missing, key, &json!(text)));
    let protected = match &column.protected_by {
        ProtectedBy::Word(word) => matches!(word.as_str(), "groups" | "none" | "the key"),
        ProtectedBy::Rules(_) => true,
    };
    for (field, fine) in [
        ("missing", said("then", &column.missing)),
        ("similar", said("similar", &column.similar)),
        ("value_labels", column.value_labels.as_deref().is_none_or(|word| matches!(word, "kept" | "dropped"))),
        ("protected_by", protected),
        ("domain", column.domain.is_none() || column.role == ColumnRole::Sensitive),
    ] {
        if !fine {
            strange.push(format!("columns[{at}].{field}"));
        }
    }
}

/// What of a column only its maker's policy, or the original's file, can say.
fn free_in_column<'a>(column: &'a Column, same: Option<&Column>, texts: &mut Vec<(String, &'a str)>) {
    let mut add = |field: &str, all: Vec<&'a str>| {
        let free = all.into_iter().filter(|text| !PARTS_OF_CALENDAR.contains(text));
        texts.extend(free.map(|text| (format!("{field} of `{}`", column.name), text)));
    };
    add("label", column.label.as_deref().into_iter().collect());
    add("codes", column.codes.iter().flat_map(|(code, means)| [code.as_str(), means]).collect());
    if same.is_none_or(|same| same.missing_codes != column.missing_codes) {
        add("missing_codes", column.missing_codes.iter().flatten().map(String::as_str).collect());
    }
    if same.is_none_or(|same| same.domain != column.domain) {
        add("domain", column.domain.iter().flatten().map(String::as_str).collect());
    }
    if let Some(coding) = column.coding.as_ref().filter(|_| same.is_none_or(|same| same.coding != column.coding)) {
        let ends = [&coding.top, &coding.bottom, &coding.round];
        add("coding", ends.into_iter().flatten().chain(&coding.classes).map(String::as_str).collect());
    }
    if same.is_none_or(|same| same.ladder != column.ladder) {
        add("ladder", rungs(column.ladder.as_ref()));
    }
}

fn rungs(ladder: Option<&StatedLadder>) -> Vec<&str> {
    match ladder {
        Some(StatedLadder::Order { labels: texts } | StatedLadder::Calendar { levels: texts }) => {
            texts.iter().map(String::as_str).collect()
        }
        Some(StatedLadder::Intervals { widths, origin }) => widths.iter().chain([origin]).map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Texts among measures.
fn texts_in<'a>(measured: Option<&'a Value>, texts: &mut Vec<&'a str>) {
    match measured {
        Some(Value::String(text)) if !is_decimal(text) => texts.push(text),
        Some(Value::Array(items)) => items.iter().for_each(|item| texts_in(Some(item), texts)),
        Some(Value::Object(entries)) => entries.values().for_each(|item| texts_in(Some(item), texts)),
        _ => {}
    }
}

/// Three numbers, and what may follow them.
fn is_version(text: &str) -> bool {
    let (numbers, more) = text.split_once('-').unwrap_or((text, ""));
    let is_number = |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_more = more.len() <= 8 && more.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    numbers.split('.').count() == 3 && numbers.split('.').all(is_number) && is_more
}

/// A word of our own for a field.
fn is_name(key: &str) -> bool {
    key.len() <= 40 && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A fraction or a decimal.
fn is_figure(text: &str) -> bool {
    text.len() <= 80 && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'/' | b'.' | b'-' | b'e'))
}

fn told_of(texts: &[(String, &str)]) -> Option<String> {
    let one = |(at, text): &(String, &str)| {
        let shown: String = text.escape_debug().take(CHARACTERS).collect();
        let more = if text.chars().count() > CHARACTERS { "…" } else { "" };
        format!("{at}: \"{shown}{more}\"")
    };
    let more = texts.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("; and {more} texts more") } else { String::new() };
    (!texts.is_empty()).then(|| {
        let shown: Vec<String> = texts.iter().take(SHOWN).map(one).collect();
        format!(
            "The manifest beside the table says more, which anybody can read and no audit judges: {}{more}.",
            shown.join("; ")
        )
    })
}
