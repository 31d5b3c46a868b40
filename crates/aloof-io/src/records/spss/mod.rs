//! SPSS (`.sav`, `.zsav`): records of a codebook, then cases, packed or not.
//!
//! # Source
//!
//! The PSPP project's description of system files. A case is a row of elements of eight bytes: a number, or eight characters
//! of a text. Codebook records are told by a number: 2 is a variable, 3 and 4 are value labels and who has them, 6 remarks, 7
//! extensions told by a second number, 999 the end.

mod cases;
mod dictionary;
mod extensions;
mod meaning;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use aloof_table::{ColumnInfo, DeclaredMissing, Scale, ValueLabel};
use encoding_rs::Encoding;

pub(super) use self::cases::Body;
use self::dictionary::{Dictionary, Variable};
use super::field::{Encoded, Field, Meaning, Raw};
use super::missing::{MissingRule, System};
use super::scan::{Broken, Order, Scan};
use super::{Codebook, Records};

/// Bytes of an element.
const ELEMENT: usize = 8;
/// A text of more characters lies in several pieces, each of this many.
const PIECE: usize = 255;

/// The codebook of a file.
pub(super) fn read(scan: &mut Scan) -> Result<Codebook, Broken> {
    let dictionary = Dictionary::read(scan)?;
    let encoding = dictionary.encoding()?;
    let width = dictionary.elements * ELEMENT;
    let (mut names, mut infos, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    let variables = dictionary.whole_variables()?;
    let shelf = Shelf { dictionary: &dictionary, encoding, order: scan.order };
    let (mut sets, mut known) = (Sets::new(), HashSet::new());
    for whole in &variables {
        let (name, field) = (shelf.name(whole.first()), shelf.field(whole));
        if !known.insert(name.clone()) {
            return Err("two columns of it have one name".to_owned());
        }
        names.push(name);
        infos.push(shelf.info(whole, &field, &mut sets));
        fields.push(field);
    }
    let body = super::Body::Spss(Body::of(&dictionary, scan)?);
    Ok(Codebook { names, infos, fields, width, body })
}

/// Value labels by their set, and whether codes are texts: variables share them.
type Sets = HashMap<(usize, bool), Arc<[ValueLabel]>>;

/// What is needed to tell what a variable is.
struct Shelf<'a> {
    dictionary: &'a Dictionary,
    encoding: &'static Encoding,
    order: Order,
}

/// A variable and, of a long text, the variables in which its further pieces lie.
struct Whole<'a> {
    variables: Vec<&'a Variable>,
    width: usize,
}

impl<'a> Whole<'a> {
    fn first(&self) -> &'a Variable {
        self.variables[0]
    }
}

impl Shelf<'_> {
    fn encoded(&self) -> Encoded {
        Encoded { encoding: self.encoding, zero: false }
    }

    /// Its long name, which stands in an extension; else the short one.
    fn known_as<'v>(&'v self, variable: &'v Variable) -> &'v [u8] {
        let long = self.dictionary.extensions.long_names.get(&variable.name);
        long.map_or(&variable.name[..], Vec::as_slice).trim_ascii_end()
    }

    fn name(&self, variable: &Variable) -> String {
        self.encoded().label(self.known_as(variable))
    }

    fn field(&self, whole: &Whole<'_>) -> Field {
        let first = whole.first();
        let start = |variable: &Variable| variable.element * ELEMENT;
        if first.width == 0 {
            let place = start(first)..start(first) + ELEMENT;
            let (raw, meaning) = (Raw::Double(self.order), meaning::of(first.format));
            return Field { pieces: vec![place], raw, meaning, missing: self.missing(first) };
        }
        let mut left = whole.width;
        let piece = |variable: &&Variable| {
            let len = left.min(PIECE).min(variable.width);
            left -= len;
            start(variable)..start(variable) + len
        };
        let pieces = whole.variables.iter().map(piece).collect();
        Field { pieces, raw: Raw::Text(self.encoded()), meaning: Meaning::Text, missing: self.missing(first) }
    }

    fn missing(&self, variable: &Variable) -> MissingRule {
        let mut rule = MissingRule::of(if variable.width == 0 { System::Least } else { System::None });
        let mut values = variable.missing.as_slice();
        if variable.width > 0 {
            let long = self.dictionary.extensions.long_missing.get(self.known_as(variable));
            let texts =
                values.iter().map(<[u8; ELEMENT]>::as_slice).chain(long.into_iter().flatten().map(Vec::as_slice));
            rule.texts = texts.map(|text| self.encoded().label(text)).collect();
            return rule;
        }
        let number = |bytes: &[u8; ELEMENT]| f64::from_bits(self.order.long(*bytes));
        if let (true, [low, high, rest @ ..]) = (variable.has_range, values) {
            rule.range = Some((number(low), number(high)));
            values = rest;
        }
        rule.values = values.iter().map(number).collect();
        rule
    }

    fn info(&self, whole: &Whole<'_>, field: &Field, sets: &mut Sets) -> ColumnInfo {
        let variable = whole.first();
        let missing: Vec<DeclaredMissing> = field.missing.declared();
        let label = variable.label.as_ref().map(|label| self.encoded().label(label));
        ColumnInfo {
            label: label.filter(|label| !label.is_empty()),
            value_labels: self.value_labels(variable, sets),
            missing,
            format: Some(meaning::name(variable.format, whole.width)),
            scale: self.dictionary.extensions.scales.get(variable.number).copied().flatten(),
        }
    }

    fn value_labels(&self, variable: &Variable, sets: &mut Sets) -> Arc<[ValueLabel]> {
        let is_text = variable.width > 0;
        // Those of long texts are in an extension, and of one variable each.
        if let Some(long) = self.dictionary.extensions.long_labels.get(self.known_as(variable)).filter(|_| is_text) {
            return self.text_labels(long.iter().map(|(value, label)| (value.as_slice(), label.as_slice())));
        }
        let Some(set) = self.dictionary.set_of(variable) else { return Arc::default() };
        let texts = || self.text_labels(self.dictionary.labels_of(set).map(|(value, label)| (value.as_slice(), label)));
        let labels = || if is_text { texts() } else { self.number_labels(set) };
        sets.entry((set, is_text)).or_insert_with(labels).clone()
    }

    fn text_labels<'b>(&self, labels: impl Iterator<Item = (&'b [u8], &'b [u8])>) -> Arc<[ValueLabel]> {
        let told = |bytes| self.encoded().label(bytes);
        let mut all: Vec<ValueLabel> =
            labels.map(|(value, label)| ValueLabel { value: told(value), label: told(label) }).collect();
        all.sort_by(|one, other| one.value.cmp(&other.value));
        all.into()
    }

    fn number_labels(&self, set: usize) -> Arc<[ValueLabel]> {
        let labelled = |(value, label): (&[u8; ELEMENT], &[u8])| {
            let value = f64::from_bits(self.order.long(*value));
            let text = aloof_table::Decimal::from_f64(value).ok()?.to_string();
            Some((value, ValueLabel { value: text, label: self.encoded().label(label) }))
        };
        let mut all: Vec<(f64, ValueLabel)> = self.dictionary.labels_of(set).filter_map(labelled).collect();
        all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        all.into_iter().map(|(_, label)| label).collect()
    }
}
