//! Tables as a policy reads them: the original, and what was released of it.
//!
//! Whoever makes, audits, evaluates or advises reads tables here, so that a column means the same to all of them. Nothing is
//! judged here.

mod cells;
mod coding;
mod conditions;
mod known;
mod ladder;
mod ledgers;
mod meaning;
mod missing;
mod original;
mod paths;
mod perhaps;
mod place;
mod population;
mod pseudonym;
mod released;
mod repeats;
mod total;
mod two_tables;
mod weights;

use std::sync::Arc;

use aloof_io::{Encoding, Input, Note, ReadOptions, Seen, Source};
use aloof_table::Column;

pub use cells::{Reach, label_reaches, reach};
pub use conditions::Conditions;
pub use paths::paths;
pub use perhaps::{PerhapsMissing, perhaps_missing};
pub use place::table_at;
pub use total::{PerhapsTotal, perhaps_total};

pub use coding::read_coded;
pub(crate) use known::check_hierarchy;
pub use known::{check_hierarchies, has_hierarchy_file};
pub use ladder::Ladder;
pub use ledgers::people_ever;
pub(crate) use meaning::{Meaning, as_read, as_shown};
pub use missing::{drop_lacking, drop_missing};
pub use original::{Original, Quasi, check_kinds};
pub use population::Population;
pub use pseudonym::{BYTES, is_pseudonym, pseudonym};
pub(crate) use released::labels_of;
pub use released::{Released, Stars, declared, sensitive_columns};
pub use repeats::{Repeats, told_of_rows};
pub(crate) use weights::check_weights;
pub use weights::read_weights;

use crate::Error;
use crate::manifest::{Beside, Manifest};
use crate::policy::{InputRules, Policy};

/// How the policy wants files to be read.
pub fn read_options(policy: &Policy) -> ReadOptions {
    let InputRules { delimiter, encoding, writing, missing, .. } = policy.input().clone();
    let (nulls_of, writing_of) = (policy.missing_codes(), policy.writings());
    ReadOptions { delimiter, encoding, nulls: missing, nulls_of, writing, writing_of, ..ReadOptions::default() }
}

/// Opens a released table. Whether its formulas are escaped says the manifest beside it, else the policy: that is how to read
/// what is there, and no question of belief. How numbers and dates are written in the original says nothing of a release: one
/// of ours is written as we write, another is read by its own content.
pub fn open_released(source: &Source, policy: &Policy) -> Result<Input, Error> {
    let options = ReadOptions { writing_of: Vec::new(), declared_are_values: true, ..read_options(policy) };
    let options = match Manifest::beside(source)? {
        Beside::Ours(manifest) if manifest.speaks_of(source) => {
            // A missing value is an empty cell there: what else stands in one anybody reads, whatever codes meant before.
            let (nulls, nulls_of) = Default::default();
            let escaped = manifest.output.is_escaped();
            ReadOptions { escaped, canonical: true, encoding: None, nulls, nulls_of, ..options }
        }
        _ => ReadOptions { escaped: policy.output().escapes(), canonical: policy.is_of_own_release(), ..options },
    };
    Ok(Input::open(source.clone(), options)?)
}

/// How a table was read, in sentences: its encoding if it is not UTF-8, and the writing of columns that is not ours.
pub(crate) fn reading_notes(input: &Input, policy: &Policy, notes: &[Note]) -> Vec<String> {
    let encoding = input.encoding().filter(|&encoding| encoding != Encoding::UTF_8);
    let encoding = encoding.map(|encoding| format!("{} was read as {encoding}; releases are UTF-8", input.name()));
    let layout = input.layout().into_iter().map(|note| format!("{}: {note}", input.name()));
    let columns = notes.iter().map(|note| format!("{}, {note}{}", input.name(), not_as_asked(policy, note)));
    encoding.into_iter().chain(layout).chain(columns).collect()
}

/// Where all columns are said to be written in one way, and this one cannot be: what was said decides where two ways are possible.
fn not_as_asked(policy: &Policy, note: &Note) -> String {
    match (policy.input().writing.date, &note.seen) {
        (Some(asked), Seen::Dates(dates, _)) if dates.pattern != asked => {
            format!(", and not {asked}, as they cannot all be read so")
        }
        _ => String::new(),
    }
}

/// The columns named, in that order.
pub fn pick<'a>(columns: &'a [(String, Arc<Column>)], names: &'a [String]) -> Vec<(&'a str, &'a Column)> {
    let column = |name: &str| columns.iter().find(|(other, _)| other == name).map(|(_, column)| &**column);
    names.iter().map(|name| (name.as_str(), column(name).expect("fitted to the policy"))).collect()
}
