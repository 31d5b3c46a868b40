//! Sets of value labels, each named as its column.

use super::{DtaColumn, NAME, filled, tagged};

/// All sets, one behind the other.
pub(super) fn label_sets(names: &[String], columns: &[DtaColumn]) -> Vec<u8> {
    let labelled = names.iter().zip(columns).filter(|(_, said)| !said.value_labels.is_empty());
    labelled.flat_map(|(name, said)| tagged("lbl", &set(name, &said.value_labels))).collect()
}

/// A length, a name, and codes with the places of their texts.
fn set(name: &str, labels: &[(i32, String)]) -> Vec<u8> {
    let mut sorted: Vec<&(i32, String)> = labels.iter().collect();
    sorted.sort_by_key(|(code, _)| *code);
    let (mut places, mut codes, mut texts) = (Vec::new(), Vec::new(), Vec::<u8>::new());
    for (code, label) in sorted {
        places.extend((texts.len() as u32).to_le_bytes());
        codes.extend(code.to_le_bytes());
        texts.extend(label.bytes().filter(|&byte| byte != 0));
        texts.push(0);
    }
    let count = (labels.len() as u32).to_le_bytes();
    let size = (texts.len() as u32).to_le_bytes();
    let table = [&count[..], &size, &places, &codes, &texts].concat();
    [&(table.len() as u32).to_le_bytes()[..], &filled(name, NAME), &[0; 3], &table].concat()
}
