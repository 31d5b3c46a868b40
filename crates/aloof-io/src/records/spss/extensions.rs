//! Records of number 7, each told by a second number.

use std::collections::HashMap;

use super::{Broken, ELEMENT, Scale, Scan};

type Name = [u8; ELEMENT];
/// A value and its label.
pub(super) type Pair = (Vec<u8>, Vec<u8>);

/// What extensions say.
#[derive(Debug, Default)]
pub(super) struct Extensions {
    pub(super) code_page: Option<i32>,
    pub(super) encoding: Option<String>,
    pub(super) long_names: HashMap<Name, Vec<u8>>,
    /// Characters of very long texts.
    pub(super) long_widths: HashMap<Name, usize>,
    /// By the names of variables as people see them, like the next.
    pub(super) long_labels: HashMap<Vec<u8>, Vec<Pair>>,
    pub(super) long_missing: HashMap<Vec<u8>, Vec<Vec<u8>>>,
    /// By variable.
    pub(super) scales: Vec<Option<Scale>>,
}

const INTEGERS: i32 = 3;
const DISPLAY: i32 = 11;
const LONG_NAMES: i32 = 13;
const LONG_WIDTHS: i32 = 14;
const ENCODING: i32 = 20;
const LONG_LABELS: i32 = 21;
const LONG_MISSING: i32 = 22;

impl Extensions {
    pub(super) fn read(&mut self, scan: &mut Scan, variables: usize) -> Result<(), Broken> {
        let kind = scan.integer()?;
        let len = u64::from(scan.word()?).saturating_mul(scan.word()?.into());
        if !matches!(kind, INTEGERS | DISPLAY | LONG_NAMES | LONG_WIDTHS | ENCODING | LONG_LABELS | LONG_MISSING) {
            return scan.skip(len);
        }
        let order = scan.order;
        let bytes = scan.bytes(len)?;
        let integers = || bytes.chunks_exact(4).map(|bytes| order.word_of(bytes).cast_signed());
        match kind {
            INTEGERS => self.code_page = integers().nth(7),
            DISPLAY => self.scales = scales(&integers().collect::<Vec<_>>(), variables),
            LONG_NAMES => self.long_names = pairs(&bytes, b"\t").map(|(name, long)| (name, long.to_vec())).collect(),
            LONG_WIDTHS => {
                let width = |text: &[u8]| std::str::from_utf8(text.trim_ascii()).ok()?.parse().ok();
                self.long_widths =
                    pairs(&bytes, b"\0\t").filter_map(|(name, text)| Some((name, width(text)?))).collect();
            }
            ENCODING => self.encoding = Some(String::from_utf8_lossy(&bytes).trim_matches(['\0', ' ']).to_owned()),
            LONG_LABELS => self.long_labels = long_labels(&mut Words { bytes: &bytes, order })?,
            _ => self.long_missing = long_missing(&mut Words { bytes: &bytes, order })?,
        }
        Ok(())
    }
}

/// Two or three numbers for each variable, of which the first is the scale.
fn scales(numbers: &[i32], variables: usize) -> Vec<Option<Scale>> {
    let each = numbers.len().checked_div(variables).filter(|each| matches!(each, 2 | 3));
    let scale = |number: &i32| match number {
        1 => Some(Scale::Nominal),
        2 => Some(Scale::Ordinal),
        3 => Some(Scale::Metric),
        _ => None,
    };
    numbers.chunks(each.unwrap_or(1)).map(|numbers| scale(&numbers[0])).filter(|_| each.is_some()).collect()
}

/// `NAME=text`, one behind the other; names are filled up with blanks.
fn pairs<'b>(bytes: &'b [u8], between: &'b [u8]) -> impl Iterator<Item = (Name, &'b [u8])> {
    let all = bytes.split(|byte| between.contains(byte)).filter(|pair| !pair.is_empty());
    all.filter_map(|pair| {
        let at = pair.iter().position(|&byte| byte == b'=')?;
        Some((name(&pair[..at])?, &pair[at + 1..]))
    })
}

fn name(bytes: &[u8]) -> Option<Name> {
    let mut name = [b' '; ELEMENT];
    name.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(name)
}

/// Texts with their lengths before them.
struct Words<'b> {
    bytes: &'b [u8],
    order: super::Order,
}

impl<'b> Words<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], Broken> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or("a text of its codebook breaks off")?;
        self.bytes = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<usize, Broken> {
        Ok(self.order.word_of(self.take(4)?) as usize)
    }

    fn text(&mut self) -> Result<&'b [u8], Broken> {
        let len = self.word()?;
        self.take(len)
    }
}

fn long_labels(words: &mut Words<'_>) -> Result<HashMap<Vec<u8>, Vec<Pair>>, Broken> {
    let mut all = HashMap::new();
    while !words.bytes.is_empty() {
        let name = words.text()?.trim_ascii_end().to_vec();
        let (_, count) = (words.word()?, words.word()?);
        let mut labels = Vec::new();
        for _ in 0..count {
            labels.push((words.text()?.to_vec(), words.text()?.to_vec()));
        }
        all.insert(name, labels);
    }
    Ok(all)
}

fn long_missing(words: &mut Words<'_>) -> Result<HashMap<Vec<u8>, Vec<Vec<u8>>>, Broken> {
    let mut all = HashMap::new();
    while !words.bytes.is_empty() {
        let name = words.text()?.trim_ascii_end().to_vec();
        let count = words.take(1)?[0];
        let len = words.word()?;
        let values = (0..count).map(|_| words.take(len).map(<[u8]>::to_vec)).collect::<Result<Vec<_>, Broken>>()?;
        all.insert(name, values);
    }
    Ok(all)
}
