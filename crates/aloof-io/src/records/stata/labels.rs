//! Sets of value labels, which columns name.

use std::collections::HashMap;
use std::sync::Arc;

use aloof_table::{DeclaredMissing, ValueLabel};

use super::super::scan::{Broken, Order, Scan};
use super::Sizes;

/// Labels by the name of their set.
pub(super) type LabelSets = HashMap<String, Arc<[ValueLabel]>>;

/// Largest whole number that is none of the missing ones.
const LARGEST: i64 = 2_147_483_620;

/// Bytes of the longest label.
const LONGEST: usize = 32_000;

/// `.` or `.a` to `.z`, where a code means that; codes are the largest whole numbers.
fn missing_name(code: i32) -> Option<String> {
    match i64::from(code) - LARGEST {
        1 => Some(".".to_owned()),
        above @ 2..=27 => Some(format!(".{}", char::from(b'a' + (above - 2) as u8))),
        _ => None,
    }
}

/// The missing values of Stata that a set has labels for.
pub(super) fn named_missing(labels: &[ValueLabel]) -> Vec<DeclaredMissing> {
    let named = labels.iter().filter(|one| one.value.starts_with('.'));
    named.map(|one| DeclaredMissing::Value(one.value.clone())).collect()
}

/// One set: a length, a name, codes and where their texts begin, and the texts.
pub(super) fn set(scan: &mut Scan, sizes: Sizes) -> Result<(String, Arc<[ValueLabel]>), Broken> {
    let len = scan.word()?;
    let name = sizes.encoded().label(&scan.bytes(sizes.name)?);
    scan.skip(3)?;
    let table = scan.bytes(len.into())?;
    Ok((name, labels(&table, scan.order, sizes)?))
}

fn labels(table: &[u8], order: Order, sizes: Sizes) -> Result<Arc<[ValueLabel]>, Broken> {
    let broken = || "a set of value labels in it breaks off".to_owned();
    let part = |from: usize, len: usize| table.get(from..from.checked_add(len)?);
    let count = order.word_of(part(0, 4).ok_or_else(broken)?) as usize;
    let size = count.checked_mul(4).ok_or_else(broken)?;
    let starts = part(8, size).ok_or_else(broken)?;
    let codes = part(8 + size, size).ok_or_else(broken)?;
    let texts = table.get(8 + 2 * size..).ok_or_else(broken)?;
    let (mut all, mut total) = (Vec::<(i32, String)>::with_capacity(count), 0);
    for (start, code) in starts.chunks_exact(4).zip(codes.chunks_exact(4)) {
        let text = texts.get(order.word_of(start) as usize..).ok_or_else(broken)?;
        let label = sizes.encoded().label(&text[..text.len().min(LONGEST)]);
        total += label.len();
        // Labels that share their bytes would be more than the file is long.
        if total > 4 * table.len() + LONGEST {
            return Err(broken());
        }
        all.push((order.word_of(code).cast_signed(), label));
    }
    all.sort_by_key(|(code, _)| *code);
    let label = |(code, label): (i32, String)| ValueLabel {
        value: missing_name(code).unwrap_or_else(|| code.to_string()),
        label,
    };
    Ok(all.into_iter().map(label).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_codes_mean_missing() {
        assert_eq!(missing_name(2_147_483_620), None);
        assert_eq!(missing_name(2_147_483_621).as_deref(), Some("."));
        assert_eq!(missing_name(2_147_483_622).as_deref(), Some(".a"));
        assert_eq!(missing_name(i32::MAX).as_deref(), Some(".z"));
        assert_eq!(missing_name(i32::MIN), None);
        let label = |value: &str| ValueLabel { value: value.to_owned(), label: "refused".to_owned() };
        let named = named_missing(&[label("-1"), label("1"), label(".a"), label(".z")]);
        assert_eq!(named, [".a", ".z"].map(|value| DeclaredMissing::Value(value.to_owned())));
    }
}
