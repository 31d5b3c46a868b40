//! Labels of a sensitive column that are one value, written in several ways.
//!
//! `5`, `5.0` and `05` are one number, and three labels. Whoever judges labels counts three values, so that a group of one value
//! seems various, and how a value is written can say whose it is. That such texts are labels is for whoever asks to say, in a
//! policy: a manifest's word is not enough, and neither is a column that is read as labels because some of it is no number.
//!
//! # Cost
//! One look at every distinct label.

use aloof_table::{Column, Date, Decimal, Kind, LabelColumn};
use hashbrown::HashMap;

use crate::data::Released;
use crate::policy::Policy;

/// What a label stands for, however it is written.
#[derive(PartialEq, Eq, Hash)]
enum Meant<'a> {
    Number(Decimal),
    Day(Date),
    /// A text but for blanks around it.
    Text(&'a str),
}

/// Why an audit does not pass: of these columns nobody but the release says that such labels differ.
pub(super) fn doubted(policy: &Policy, released: &Released) -> Vec<String> {
    let one = |(name, column): &(String, std::sync::Arc<Column>)| {
        let Column::Label(labels) = &**column else { return None };
        let rule = policy.column(name)?;
        let asked = rule.kind == Some(Kind::Label) && !policy.is_stated_by_release();
        let doubled = if asked || rule.is_published_in_classes() { 0 } else { doubled(labels) };
        let whose = if policy.is_stated_by_release() { "the manifest alone says" } else { "nobody says" };
        (doubled > 0).then(|| {
            format!(
                "`{name}`: {}, as 5 and 5.0 are one number; they were judged as different values, and {whose} that they are: a policy \
                 with type = \"label\" would, one with type = \"number\" has them judged as numbers",
                crate::words::several(doubled, "of its labels is another written otherwise", "of its labels are others written otherwise")
            )
        })
    };
    released.sensitive.iter().filter_map(one).collect()
}

/// How many labels mean what another before them means.
fn doubled(labels: &LabelColumn) -> usize {
    let mut seen: HashMap<Meant<'_>, ()> = HashMap::new();
    labels.labels().iter().filter(|text| seen.insert(meant(text), ()).is_some()).count()
}

fn meant(text: &str) -> Meant<'_> {
    let text = text.trim();
    match (text.parse(), text.parse()) {
        (Ok(number), _) => Meant::Number(number),
        (_, Ok(day)) => Meant::Day(day),
        _ => Meant::Text(text),
    }
}
