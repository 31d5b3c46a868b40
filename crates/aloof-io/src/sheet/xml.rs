//! XML as spreadsheets write it: elements by their local names, text with its entities resolved.
//!
//! What is wrong with it is said in words of our own: those of the parser may quote what it read.

use std::borrow::Cow;
use std::io::{BufReader, Read};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader, XmlVersion};

/// A stream of nodes.
pub(crate) struct Xml<R: Read> {
    reader: Reader<BufReader<R>>,
    buffer: Vec<u8>,
}

/// One node; an empty element is opened and closed.
pub(crate) enum Node<'a> {
    Open(Tag<'a>),
    /// The local name of the element.
    Close(String),
    Text(Cow<'a, str>),
    /// Comments and the like.
    Other,
    /// The end of the document.
    End,
}

/// The start of an element.
pub(crate) struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    pub(crate) fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// The value of an attribute, told by its local name.
    pub(crate) fn attribute(&self, local: &str) -> Option<Cow<'_, str>> {
        let mut all = self.0.attributes();
        let mut all = all.with_checks(false).filter_map(Result::ok);
        all.find(|attribute| attribute.key.local_name().into_inner() == local)?
            .normalized_value(XmlVersion::Implicit1_0)
            .ok()
    }

    /// The value of an attribute that is a number.
    pub(crate) fn number<T: std::str::FromStr>(&self, local: &str) -> Option<T> {
        self.attribute(local)?.parse().ok()
    }

    /// Whether an attribute says this.
    pub(crate) fn says(&self, local: &str, what: &str) -> bool {
        self.attribute(local).as_deref() == Some(what)
    }

    /// Whether an attribute says yes.
    pub(crate) fn is_true(&self, local: &str) -> bool {
        matches!(self.attribute(local).as_deref(), Some("1" | "true"))
    }
}

impl<R: Read> Xml<R> {
    pub(crate) fn new(from: R) -> Self {
        let mut reader = Reader::from_reader(BufReader::with_capacity(1 << 16, from));
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new() }
    }

    /// The next node; the error is what is wrong.
    pub(crate) fn next(&mut self) -> Result<Node<'_>, String> {
        self.buffer.clear();
        let event = self.reader.read_event_into(&mut self.buffer).map_err(|error| told(&error))?;
        Ok(match event {
            Event::Start(tag) => Node::Open(Tag(tag)),
            Event::End(tag) => Node::Close(tag.local_name().into_inner().to_owned()),
            Event::Text(text) => Node::Text(text.xml10_content()),
            Event::CData(text) => Node::Text(text.into_inner()),
            Event::GeneralRef(entity) => {
                let character = entity.resolve_char_ref().map_err(|error| told(&error))?;
                Node::Text(match (character, &*entity) {
                    (Some(character), _) => character.to_string().into(),
                    (None, "lt") => "<".into(),
                    (None, "gt") => ">".into(),
                    (None, "amp") => "&".into(),
                    (None, "quot") => "\"".into(),
                    (None, "apos") => "'".into(),
                    (None, _) => return Err("its XML names an entity that is not known".to_owned()),
                })
            }
            Event::Eof => Node::End,
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => Node::Other,
        })
    }
}

fn told(error: &Error) -> String {
    match error {
        Error::Io(cause) => cause.to_string(),
        _ => "its XML is not well formed".to_owned(),
    }
}
