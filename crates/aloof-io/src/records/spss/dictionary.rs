//! The records of a codebook.

use std::collections::HashMap;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::extensions::Extensions;
use super::{Broken, ELEMENT, Order, PIECE, Scan, Whole};

/// All that stands before the cases.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    pub(super) packing: u32,
    pub(super) bias: f64,
    pub(super) cases: Option<u64>,
    /// Elements of a case.
    pub(super) elements: usize,
    pub(super) variables: Vec<Variable>,
    /// The set of value labels of each element that has one; of several the last.
    labels: HashMap<usize, usize>,
    sets: Vec<LabelSet>,
    pub(super) extensions: Extensions,
    /// Where the cases begin.
    pub(super) at: u64,
}

/// Codes and what they stand for.
type LabelSet = Vec<([u8; ELEMENT], Vec<u8>)>;

/// A variable.
#[derive(Debug)]
pub(super) struct Variable {
    /// Its place among variables.
    pub(super) number: usize,
    /// Its first element in a case.
    pub(super) element: usize,
    /// Characters of a text; 0 of a number.
    pub(super) width: usize,
    pub(super) name: [u8; ELEMENT],
    pub(super) label: Option<Vec<u8>>,
    pub(super) format: u32,
    pub(super) missing: Vec<[u8; ELEMENT]>,
    /// Whether the first two missing values are the ends of a range.
    pub(super) has_range: bool,
}

impl Dictionary {
    pub(super) fn read(scan: &mut Scan) -> Result<Self, Broken> {
        let mut dictionary = Self::header(scan)?;
        let mut last_set = Vec::new();
        loop {
            match scan.integer()? {
                2 => dictionary.variable(scan)?,
                3 => last_set = labels(scan)?,
                4 => dictionary.labelled(scan, std::mem::take(&mut last_set))?,
                6 => {
                    let lines = u64::from(scan.word()?);
                    scan.skip(lines.saturating_mul(80))?;
                }
                7 => dictionary.extensions.read(scan, dictionary.variables.len())?,
                999 => {
                    scan.skip(4)?;
                    dictionary.at = scan.at;
                    return Ok(dictionary);
                }
                _ => return Err("a record of it is not known".to_owned()),
            }
        }
    }

    /// The first 176 bytes. A number that is 2 or 3 tells in which order bytes stand.
    fn header(scan: &mut Scan) -> Result<Self, Broken> {
        scan.seek(64)?;
        scan.order = match scan.bytes(4)?.as_slice() {
            [2 | 3, 0, 0, 0] => Order::Little,
            [0, 0, 0, 2 | 3] => Order::Big,
            _ => return Err("it does not say in which order bytes stand".to_owned()),
        };
        scan.skip(4)?;
        let packing = scan.word()?;
        scan.skip(4)?;
        let cases = u64::try_from(scan.integer()?).ok();
        let bias = scan.float()?;
        scan.seek(176)?;
        Ok(Self { packing, bias, cases, ..Self::default() })
    }

    fn variable(&mut self, scan: &mut Scan) -> Result<(), Broken> {
        let kind = scan.integer()?;
        let (has_label, missing) = (scan.word()?, scan.integer()?);
        let format = scan.word()?;
        scan.skip(4)?;
        let name = scan.bytes(8)?;
        let label = if has_label == 1 { Some(padded(scan)?) } else { None };
        if !(-3..=3).contains(&missing) {
            return Err("a variable of it has more missing values than it may have".to_owned());
        }
        let values = (0..missing.unsigned_abs()).map(|_| element(scan)).collect::<Result<_, Broken>>()?;
        let element = self.elements;
        self.elements += 1;
        // What continues a text is no variable of its own.
        if kind < 0 {
            return Ok(());
        }
        let width = usize::try_from(kind).ok().filter(|width| *width <= PIECE).ok_or("a text of it is too long")?;
        let name = name.try_into().map_err(|_| "a name of it breaks off")?;
        let number = self.variables.len();
        let has_range = missing < 0;
        self.variables.push(Variable { number, element, width, name, label, format, missing: values, has_range });
        Ok(())
    }

    /// Who has the labels of the record before.
    fn labelled(&mut self, scan: &mut Scan, set: LabelSet) -> Result<(), Broken> {
        let count = scan.word()?;
        let at = self.sets.len();
        for _ in 0..count {
            let element = (scan.word()? as usize).checked_sub(1).ok_or("labels of it belong to no variable")?;
            self.labels.insert(element, at);
        }
        self.sets.push(set);
        Ok(())
    }

    /// The number of the set of value labels that a variable has.
    pub(super) fn set_of(&self, variable: &Variable) -> Option<usize> {
        self.labels.get(&variable.element).copied()
    }

    /// Codes of a set and what they stand for.
    pub(super) fn labels_of(&self, set: usize) -> impl Iterator<Item = (&[u8; ELEMENT], &[u8])> {
        self.sets[set].iter().map(|(value, label)| (value, label.as_slice()))
    }

    /// In which encoding texts are written: by name, else by number.
    pub(super) fn encoding(&self) -> Result<&'static Encoding, Broken> {
        if let Some(name) = &self.extensions.encoding {
            let label = name.to_ascii_lowercase();
            let label = label.strip_prefix("cp").map_or(label.clone(), |number| format!("windows-{number}"));
            return Encoding::for_label(label.as_bytes())
                .ok_or("its texts are in an encoding that is not known".to_owned());
        }
        match self.extensions.code_page {
            Some(65001) => Ok(UTF_8),
            // 2 and 3 say no more than that texts have eight bits.
            None | Some(0..=3 | 1252 | 28591) => Ok(WINDOWS_1252),
            Some(page) => Encoding::for_label(format!("windows-{page}").as_bytes())
                .ok_or("its texts are in an encoding that is not known".to_owned()),
        }
    }

    /// Variables as people see them: of a very long text, the first with those in which it goes on.
    pub(super) fn whole_variables(&self) -> Result<Vec<Whole<'_>>, Broken> {
        let (mut all, mut rest) = (Vec::new(), self.variables.iter());
        while let Some(first) = rest.next() {
            let width = self.extensions.long_widths.get(&first.name).copied().unwrap_or(first.width);
            let further = width.div_ceil(252).saturating_sub(1);
            let mut variables = vec![first];
            if first.width == PIECE && width > PIECE {
                variables.extend(rest.by_ref().take(further));
                if variables.len() != further + 1 || variables.iter().any(|variable| variable.width == 0) {
                    return Err("a long text of it breaks off".to_owned());
                }
            }
            all.push(Whole { variables, width });
        }
        let ends = |variable: &Variable| variable.element + variable.width.div_ceil(ELEMENT).max(1);
        if self.variables.iter().any(|variable| ends(variable) > self.elements) {
            return Err("a text of it breaks off".to_owned());
        }
        Ok(all)
    }
}

/// A text with its length before it, filled up to four bytes.
fn padded(scan: &mut Scan) -> Result<Vec<u8>, Broken> {
    let len = u64::from(scan.word()?);
    let mut text = scan.bytes(len.next_multiple_of(4))?;
    text.truncate(len as usize);
    Ok(text)
}

fn element(scan: &mut Scan) -> Result<[u8; ELEMENT], Broken> {
    scan.bytes(ELEMENT as u64)?.try_into().map_err(|_| "it breaks off".to_owned())
}

/// Codes and labels: a label has one byte of length, and with it is filled up to eight.
fn labels(scan: &mut Scan) -> Result<LabelSet, Broken> {
    let (count, mut all) = (scan.word()?, Vec::new());
    for _ in 0..count {
        let value = element(scan)?;
        let len = u64::from(scan.byte()?);
        let mut label = scan.bytes((len + 1).next_multiple_of(8) - 1)?;
        label.truncate(len as usize);
        all.push((value, label));
    }
    Ok(all)
}
