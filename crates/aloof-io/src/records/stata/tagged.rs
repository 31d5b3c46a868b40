//! Formats 117 to 119: parts between tags, and a map of where they are.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::scan::{Broken, Order, Scan};
use super::labels::{LabelSets, set};
use super::{Body, Codebook, Sizes, Variable, codebook};

/// Texts that lie in a part of their own, by the number that stands for them in a record.
pub(super) type LongTexts = Arc<HashMap<u64, Arc<str>>>;

/// Where the parts are, by their place in the map.
struct Parts {
    release: u8,
    columns: u64,
    rows: u64,
    map: Vec<u64>,
}

const TYPES: usize = 2;
const NAMES: usize = 3;
const FORMATS: usize = 5;
const SET_NAMES: usize = 6;
const LABELS: usize = 7;
const DATA: usize = 9;
const LONG_TEXTS: usize = 10;
const SETS: usize = 11;

/// What a whole file ends with; blanks or line ends may follow.
const END: &[u8] = b"</stata_dta>";

pub(super) fn read(scan: &mut Scan) -> Result<Codebook, Broken> {
    scan.seek(0)?;
    let parts = header(scan)?;
    ends(scan)?;
    let sizes = Sizes::of(parts.release);
    parts.open(scan, TYPES, b"<variable_types>")?;
    let kinds = (0..parts.columns).map(|_| scan.half()).collect::<Result<Vec<u16>, Broken>>()?;
    let mut texts = |part: usize, tag: &[u8], len: u64| -> Result<Vec<String>, Broken> {
        parts.open(scan, part, tag)?;
        (0..parts.columns).map(|_| Ok(sizes.encoded().label(&scan.bytes(len)?))).collect()
    };
    let names = texts(NAMES, b"<varnames>", sizes.name)?;
    let formats = texts(FORMATS, b"<formats>", sizes.format)?;
    let sets = texts(SET_NAMES, b"<value_label_names>", sizes.name)?;
    let labels = texts(LABELS, b"<variable_labels>", sizes.label)?;
    let all = names.into_iter().zip(kinds).zip(formats).zip(sets).zip(labels);
    let variable = |((((name, kind), format), labels), label)| Variable { name, kind, format, labels, label };
    let variables: Vec<Variable> = all.map(variable).collect();
    let long = long_texts(scan, &parts, sizes)?;
    let sets = label_sets(scan, &parts, sizes)?;
    parts.open(scan, DATA, b"<data>")?;
    codebook(variables, &sets, (scan.order, sizes), &long, Body { at: scan.at, rows: parts.rows })
}

impl Parts {
    /// Goes to the content of a part.
    fn open(&self, scan: &mut Scan, part: usize, tag: &[u8]) -> Result<(), Broken> {
        scan.seek(self.map[part])?;
        scan.expect(tag)
    }
}

fn header(scan: &mut Scan) -> Result<Parts, Broken> {
    scan.expect(b"<stata_dta><header><release>")?;
    let release = match scan.bytes(3)?.as_slice() {
        b"117" => 117,
        b"118" => 118,
        b"119" => 119,
        _ => return Err("it is of a version of Stata that is not known".to_owned()),
    };
    scan.expect(b"</release><byteorder>")?;
    scan.order = match scan.bytes(3)?.as_slice() {
        b"LSF" => Order::Little,
        b"MSF" => Order::Big,
        _ => return Err("it does not say in which order bytes stand".to_owned()),
    };
    scan.expect(b"</byteorder><K>")?;
    let columns = if release == 119 { scan.word()?.into() } else { scan.half()?.into() };
    scan.expect(b"</K><N>")?;
    let rows = if release == 117 { scan.word()?.into() } else { scan.long()? };
    scan.expect(b"</N><label>")?;
    let label = if release == 117 { scan.byte()?.into() } else { scan.half()?.into() };
    scan.skip(label)?;
    scan.expect(b"</label><timestamp>")?;
    let stamp = scan.byte()?;
    scan.skip(stamp.into())?;
    scan.expect(b"</timestamp></header><map>")?;
    let map = (0..14).map(|_| scan.long()).collect::<Result<Vec<u64>, Broken>>()?;
    Ok(Parts { release, columns, rows, map })
}

/// All parts may be there, and the file may have been cut off all the same.
fn ends(scan: &mut Scan) -> Result<(), Broken> {
    let len = scan.len().min(64);
    scan.seek(scan.len() - len)?;
    let tail = scan.bytes(len)?;
    let whole = tail.trim_ascii_end().ends_with(END);
    if whole { Ok(()) } else { Err("it breaks off before its end".to_owned()) }
}

/// Each text is two numbers, a kind, a length and bytes; both numbers together are what a record holds of it.
fn long_texts(scan: &mut Scan, parts: &Parts, sizes: Sizes) -> Result<LongTexts, Broken> {
    let mut texts = HashMap::new();
    parts.open(scan, LONG_TEXTS, b"<strls>")?;
    while scan.bytes(3)? == b"GSO" {
        let variable = u64::from(scan.word()?);
        let row = if parts.release == 117 { scan.word()?.into() } else { scan.long()? };
        let (kind, len) = (scan.byte()?, scan.word()?);
        let bytes = scan.bytes(len.into())?;
        // Another kind may be any bytes: who reads them hears that there is no text.
        if let Some(text) = sizes.encoded().text(&bytes).filter(|_| kind == 130) {
            let text: Arc<str> = text.into();
            // ReadStat (pyreadstat, R's haven) writes the numbers of 119 as wide as those of 118; Stata's own meaning comes first.
            if parts.release > 118 {
                texts.entry(reference(118, scan.order, variable, row)).or_insert_with(|| Arc::clone(&text));
            }
            texts.insert(reference(parts.release, scan.order, variable, row), text);
        }
    }
    Ok(Arc::new(texts))
}

/// The eight bytes that stand for a text in a record, read as one number in the order of the file.
fn reference(release: u8, order: Order, variable: u64, row: u64) -> u64 {
    let bits = match release {
        117 => 32,
        118 => 16,
        _ => 24,
    };
    match order {
        Order::Little => variable | row << bits,
        Order::Big => variable << (64 - bits) | row,
    }
}

fn label_sets(scan: &mut Scan, parts: &Parts, sizes: Sizes) -> Result<LabelSets, Broken> {
    let mut sets = LabelSets::new();
    parts.open(scan, SETS, b"<value_labels>")?;
    while scan.bytes(5)? == b"<lbl>" {
        let (name, labels) = set(scan, sizes)?;
        sets.insert(name, labels);
        scan.expect(b"</lbl>")?;
    }
    Ok(sets)
}
