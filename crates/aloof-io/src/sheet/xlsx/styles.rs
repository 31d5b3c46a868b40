//! What the styles of cells show numbers as.

use std::collections::HashMap;
use std::io::Read;

use super::super::serial::{Shown, built_in, by_code};
use super::super::xml::{Node, Xml};

/// One entry for each style that cells may have.
pub(super) fn read(mut xml: Xml<impl Read>) -> Result<Vec<Shown>, String> {
    let (mut codes, mut styles, mut inside) = (HashMap::<u32, Shown>::new(), Vec::new(), false);
    loop {
        match xml.next()? {
            Node::Open(tag) => match tag.name() {
                "numFmt" => {
                    if let (Some(id), Some(code)) = (tag.number("numFmtId"), tag.attribute("formatCode")) {
                        codes.insert(id, by_code(&code));
                    }
                }
                "cellXfs" => inside = true,
                "xf" if inside => {
                    let id = tag.number("numFmtId").unwrap_or(0);
                    styles.push(codes.get(&id).copied().unwrap_or_else(|| built_in(id)));
                }
                _ => {}
            },
            Node::Close(name) if name == "cellXfs" => inside = false,
            Node::End => return Ok(styles),
            _ => {}
        }
    }
}
