//! Which texts mean that a value is missing: the empty one, and those the reader was told.

/// The texts that mean missing. Asked once per cell, so the first byte sorts out nearly all.
#[derive(Clone, Debug)]
pub(crate) struct Nulls {
    texts: Vec<String>,
    first: [bool; 256],
}

impl Nulls {
    pub(crate) fn new(texts: &[String]) -> Self {
        let texts: Vec<String> = texts.iter().map(|text| text.trim_ascii().to_owned()).collect();
        let mut first = [false; 256];
        texts.iter().filter_map(|text| text.bytes().next()).for_each(|byte| first[usize::from(byte)] = true);
        Self { texts, first }
    }

    pub(crate) fn contains(&self, text: &str) -> bool {
        match text.bytes().next() {
            None => true,
            Some(byte) => self.first[usize::from(byte)] && self.texts.iter().any(|null| null == text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_text_always_means_missing() {
        let nulls = Nulls::new(&["?".to_owned(), " NA ".to_owned()]);
        assert!(["", "?", "NA"].iter().all(|text| nulls.contains(text)));
        assert!(["N", "NAN", "??", " "].iter().all(|text| !nulls.contains(text)));
    }
}
