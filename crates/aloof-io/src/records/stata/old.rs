//! Formats 113 to 115: one part behind the other, their lengths known from the numbers at the start.

use super::super::scan::{Broken, Order, Scan};
use super::labels::{LabelSets, set};
use super::tagged::LongTexts;
use super::{Body, Codebook, Sizes, Variable, codebook, raw, types};

pub(super) fn read(scan: &mut Scan) -> Result<Codebook, Broken> {
    scan.seek(0)?;
    let sizes = Sizes::of(scan.byte()?);
    scan.order = if scan.byte()? == 1 { Order::Big } else { Order::Little };
    scan.skip(2)?;
    let count = u64::from(scan.half()?);
    let rows = u64::from(scan.word()?);
    scan.skip(81 + 18)?;
    let kinds = scan.bytes(count)?.into_iter().map(kind).collect::<Result<Vec<u16>, Broken>>()?;
    let encoded = sizes.encoded();
    let mut texts = |len: u64| -> Result<Vec<String>, Broken> {
        (0..count).map(|_| Ok(encoded.label(&scan.bytes(len)?))).collect()
    };
    let names = texts(sizes.name)?;
    scan.skip(2 * (count + 1))?;
    let mut texts = |len: u64| -> Result<Vec<String>, Broken> {
        (0..count).map(|_| Ok(encoded.label(&scan.bytes(len)?))).collect()
    };
    let (formats, sets, labels) = (texts(sizes.format)?, texts(sizes.name)?, texts(sizes.label)?);
    skip_characteristics(scan)?;
    let at = scan.at;
    let parts = names.into_iter().zip(kinds).zip(formats).zip(sets).zip(labels);
    let variable = |((((name, kind), format), labels), label)| Variable { name, kind, format, labels, label };
    let variables: Vec<Variable> = parts.map(variable).collect();
    let none = LongTexts::default();
    let widths = variables.iter().map(|variable| raw(variable.kind, scan.order, sizes, &none).map(|(_, len, _)| len));
    let width: usize = widths.sum::<Result<_, Broken>>()?;
    scan.seek(at.saturating_add(rows.saturating_mul(width as u64)))
        .map_err(|_| "it breaks off before its last row".to_owned())?;
    let sets = label_sets(scan, sizes)?;
    codebook(variables, &sets, (scan.order, sizes), &none, Body { at, rows })
}

/// The number that the newer formats have for a type.
fn kind(kind: u8) -> Result<u16, Broken> {
    Ok(match kind {
        251 => types::BYTE,
        252 => types::HALF,
        253 => types::WORD,
        254 => types::SINGLE,
        255 => types::DOUBLE,
        1..=244 => kind.into(),
        _ => return Err("a column of it is of a type that is not known".to_owned()),
    })
}

/// Notes and the like, each with its length; the last is empty.
fn skip_characteristics(scan: &mut Scan) -> Result<(), Broken> {
    loop {
        let (kind, len) = (scan.byte()?, scan.word()?);
        if kind == 0 && len == 0 {
            return Ok(());
        }
        scan.skip(len.into())?;
    }
}

fn label_sets(scan: &mut Scan, sizes: Sizes) -> Result<LabelSets, Broken> {
    let mut sets = LabelSets::new();
    while scan.left() > 0 {
        let (name, labels) = set(scan, sizes)?;
        sets.insert(name, labels);
    }
    Ok(sets)
}
