//! A column of labels: one small number per row, each distinct text once.

use std::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Distinct texts, numbered in the order in which they first came. All text lies in one buffer.
#[derive(Clone, Default)]
pub struct Dictionary {
    text: String,
    ends: Vec<usize>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Dictionary {
    /// Number of distinct labels.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// No labels.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The label with number `code`.
    pub fn get(&self, code: u32) -> &str {
        slice(&self.text, &self.ends, code)
    }

    /// The number of `label`, if it occurs.
    pub fn code(&self, label: &str) -> Option<u32> {
        if !self.is_indexed() {
            return (0..self.len() as u32).find(|&code| self.get(code) == label);
        }
        let hash = self.hash(label);
        self.table.find(hash, |&code| self.get(code) == label).copied()
    }

    /// The number of `label`, which is added when new.
    pub fn intern(&mut self, label: &str) -> u32 {
        if !self.is_indexed() {
            *self = self.iter().collect();
        }
        let hash = self.hash(label);
        let (text, ends, hasher) = (&self.text, &self.ends, &self.hasher);
        let found = self.table.find(hash, |&code| slice(text, ends, code) == label);
        if let Some(&code) = found {
            return code;
        }
        let code = u32::try_from(self.ends.len()).expect("fewer than 2^32 labels");
        self.text.push_str(label);
        self.ends.push(self.text.len());
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, code, |&code| hash_label(hasher, slice(text, ends, code)));
        code
    }

    /// Lets go of what finds labels by their text, some 6 bytes per label: for those that are only shown.
    pub fn forget_index(&mut self) {
        self.table = HashTable::new();
    }

    fn is_indexed(&self) -> bool {
        self.table.len() == self.len()
    }

    /// All labels in order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len() as u32).map(|code| self.get(code))
    }

    fn hash(&self, label: &str) -> u64 {
        hash_label(&self.hasher, label)
    }
}

fn slice<'a>(text: &'a str, ends: &[usize], code: u32) -> &'a str {
    let code = code as usize;
    let start = if code == 0 { 0 } else { ends[code - 1] };
    &text[start..ends[code]]
}

fn hash_label(hasher: &DefaultHashBuilder, label: &str) -> u64 {
    let mut state = hasher.build_hasher();
    state.write(label.as_bytes());
    state.finish()
}

impl<S: AsRef<str>> FromIterator<S> for Dictionary {
    fn from_iter<I: IntoIterator<Item = S>>(labels: I) -> Self {
        let mut dictionary = Self::default();
        for label in labels {
            dictionary.intern(label.as_ref());
        }
        dictionary
    }
}

/// Only the number of labels: they may be sensitive.
impl std::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Dictionary({} labels)", self.len())
    }
}

/// A column of labels.
#[derive(Clone, Debug, Default)]
pub struct LabelColumn {
    codes: Vec<u32>,
    labels: Dictionary,
}

impl LabelColumn {
    /// The code of a missing value.
    pub const MISSING: u32 = u32::MAX;

    /// From codes into `labels`, [`LabelColumn::MISSING`] for missing.
    pub fn new(codes: Vec<u32>, labels: Dictionary) -> Self {
        debug_assert!(codes.iter().all(|&c| c == Self::MISSING || (c as usize) < labels.len()));
        Self { codes, labels }
    }

    /// From texts, `None` for missing.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut column = Self::default();
        for text in texts {
            column.push(text);
        }
        column
    }

    /// Adds a row.
    pub fn push(&mut self, text: Option<&str>) {
        let code = text.map_or(Self::MISSING, |text| self.labels.intern(text));
        self.codes.push(code);
    }

    /// The code of `label`, which is added to the distinct labels when new; no row is added.
    pub fn intern(&mut self, label: &str) -> u32 {
        self.labels.intern(label)
    }

    /// Adds a row by its code, one that [`LabelColumn::intern`] gave or [`LabelColumn::MISSING`].
    pub fn push_code(&mut self, code: u32) {
        debug_assert!(code == Self::MISSING || (code as usize) < self.labels.len());
        self.codes.push(code);
    }

    /// Adds all of `other` behind what is there.
    pub fn append(&mut self, other: &Self) {
        let translate: Vec<u32> = other.labels.iter().map(|label| self.labels.intern(label)).collect();
        let code = |&c: &u32| if c == Self::MISSING { c } else { translate[c as usize] };
        self.codes.extend(other.codes.iter().map(code));
    }

    /// One code per row.
    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The same, for labels that are only shown: see [`Dictionary::forget_index`].
    pub fn shown(mut self) -> Self {
        self.labels.forget_index();
        self
    }

    /// The distinct labels.
    pub fn labels(&self) -> &Dictionary {
        &self.labels
    }

    /// The label in `row`, `None` when missing.
    pub fn get(&self, row: usize) -> Option<&str> {
        let code = self.codes[row];
        (code != Self::MISSING).then(|| self.labels.get(code))
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// No rows.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// How many rows each label has, by its number.
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0u32; self.labels.len()];
        self.codes.iter().filter(|&&code| code != Self::MISSING).for_each(|&code| counts[code as usize] += 1);
        counts
    }

    /// How many rows are missing.
    pub fn count_missing(&self) -> usize {
        self.codes.iter().filter(|&&c| c == Self::MISSING).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appending_translates_codes() {
        let mut a = LabelColumn::from_texts([Some("x"), None, Some("y")]);
        let b = LabelColumn::from_texts([Some("y"), Some(""), None]);
        a.append(&b);
        let all: Vec<_> = (0..a.len()).map(|row| a.get(row)).collect();
        assert_eq!(all, [Some("x"), None, Some("y"), Some("y"), Some(""), None]);
        assert_eq!(a.labels().len(), 3);
        assert_eq!(a.labels().code("y"), Some(1));
        assert_eq!(a.labels().code("z"), None);
    }

    #[test]
    fn labels_are_found_without_an_index() {
        let mut labels = LabelColumn::from_texts([Some("x"), Some("y")]).shown().labels;
        assert_eq!((labels.code("y"), labels.code("z")), (Some(1), None));
        assert_eq!((labels.intern("y"), labels.intern("z"), labels.intern("x")), (1, 2, 0));
    }

    #[test]
    fn a_code_is_as_good_as_its_text() {
        let mut a = LabelColumn::from_texts([Some("x")]);
        let y = a.intern("y");
        a.push_code(y);
        a.push_code(LabelColumn::MISSING);
        a.push(Some("y"));
        assert_eq!(a.codes(), [0, 1, LabelColumn::MISSING, 1]);
        assert_eq!(a.len(), 4);
    }
}
