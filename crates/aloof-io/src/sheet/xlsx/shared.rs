//! The texts that cells share, and texts as they are written.

use std::io::Read;
use std::ops::Range;

use super::super::xml::{Node, Xml};

/// All texts in one, one behind the other.
#[derive(Debug, Default)]
pub(super) struct Strings {
    text: String,
    ends: Vec<usize>,
}

impl Strings {
    pub(super) fn get(&self, at: usize) -> Option<&str> {
        let start = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(start..*self.ends.get(at)?)
    }

    pub(super) fn read(mut xml: Xml<impl Read>) -> Result<Self, String> {
        let mut strings = Self::default();
        loop {
            match xml.next()? {
                Node::Open(tag) if tag.name() == "si" => {
                    let text = rich_text(&mut xml, "si")?;
                    strings.text.push_str(&text);
                    strings.ends.push(strings.text.len());
                }
                Node::End => return Ok(strings),
                _ => {}
            }
        }
    }
}

/// The text inside an element that is open, whatever its pieces look like; how it is pronounced is no part of it.
pub(super) fn rich_text(xml: &mut Xml<impl Read>, element: &str) -> Result<String, String> {
    let (mut text, mut inside, mut spoken) = (String::new(), false, false);
    loop {
        match xml.next()? {
            Node::Open(tag) if tag.name() == "rPh" => spoken = true,
            Node::Open(tag) if tag.name() == "t" => inside = !spoken,
            Node::Close(name) if name == "t" => inside = false,
            Node::Close(name) if name == "rPh" => spoken = false,
            Node::Close(name) if name == element => return Ok(unescaped(&text)),
            Node::Text(piece) if inside => text.push_str(&piece),
            Node::End => return Err("a text in it has no end".to_owned()),
            _ => {}
        }
    }
}

/// `_x000D_` stands for the character of that number, which XML may not hold.
pub(super) fn unescaped(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let character = escape(&rest[at..]);
        let taken = at + character.map_or(2, |_| 7);
        whole.push_str(&rest[..at]);
        match character {
            Some(character) => whole.push(character),
            None => whole.push_str("_x"),
        }
        rest = &rest[taken..];
    }
    whole.push_str(rest);
    whole
}

/// The character that an escape at the start of a text stands for.
fn escape(text: &str) -> Option<char> {
    const DIGITS: Range<usize> = 2..6;
    let digits = text.get(DIGITS).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    let is_whole = text.as_bytes().get(6) == Some(&b'_');
    u32::from_str_radix(digits, 16).ok().filter(|_| is_whole).and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone() {
        for (written, meant) in [
            ("a_x000D_b", "a\rb"),
            ("_x005F_x000D_", "_x000D_"),
            ("_x00", "_x00"),
            ("_xGGGG_", "_xGGGG_"),
            ("é_x", "é_x"),
        ] {
            assert_eq!(unescaped(written), meant);
        }
    }
}
