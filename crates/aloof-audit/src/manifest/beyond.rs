//! What stands in a manifest that no manifest of this program says: it could be anything, of anybody.
//!
//! The manifest is read, written anew and compared: a field that nothing reads, a value that is written otherwise, a key that stands
//! twice, and a text that is no word of ours where only these stand, are named by their place, and nothing was judged of them. And the file must have the bytes that
//! it would be written with: blanks and the order of fields can say something, too.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::Manifest;
use crate::Error;

/// So many places are named.
const SHOWN: usize = 12;

impl Manifest {
    /// What stands in the file beside `data` and not in what was read of it.
    pub(crate) fn beyond_itself(&self, data: &Path) -> Result<Option<String>, Error> {
        let path = data.with_file_name("manifest.json");
        let text = std::fs::read_to_string(&path)
            .map_err(|cause| Error::File { what: format!("{} cannot be read", path.display()), cause })?;
        let (Ok(said), Ok(again)) = (serde_json::from_str::<Value>(&text), serde_json::to_value(self)) else {
            return Ok(None);
        };
        let mut places = Vec::new();
        differ(&said, &again, "", &mut places);
        if let Err(error) = serde_json::from_str::<Once>(&text) {
            places.push(error.to_string());
        }
        places.extend(self.strange_words());
        let written = self.to_json();
        if places.is_empty() && text.strip_suffix('\n').unwrap_or(&text) != written {
            places.push("blanks, or fields in another order".to_owned());
        }
        if places.is_empty() {
            return Ok(None);
        }
        let more = if places.len() > SHOWN { ", …" } else { "" };
        let (theirs, ours) = (&self.program.version, env!("CARGO_PKG_VERSION"));
        let version = if theirs == ours {
            String::new()
        } else {
            format!("; it is of version {theirs} and this is {ours}, which may know less")
        };
        places.truncate(SHOWN);
        Ok(Some(format!(
            "manifest.json holds what no such manifest of this program does, and nothing was judged of it: {}{more}{version}",
            places.join(", ")
        )))
    }
}

/// The places in which two values differ.
fn differ(one: &Value, other: &Value, at: &str, places: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            for key in one.keys().chain(other.keys()).collect::<BTreeSet<_>>() {
                let shown: String = key.escape_debug().take(40).collect();
                let at = if at.is_empty() { shown } else { format!("{at}.{shown}") };
                match (one.get(key), other.get(key)) {
                    (Some(one), Some(other)) => differ(one, other, &at, places),
                    _ => places.push(at),
                }
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let both = one.iter().zip(other).enumerate();
            both.for_each(|(place, (one, other))| differ(one, other, &format!("{at}[{place}]"), places));
        }
        _ if one == other => {}
        _ => places.push(at.to_owned()),
    }
}

/// Any JSON in which no key stands twice.
struct Once;

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Self;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut keys = BTreeSet::new();
        while let Some((key, _)) = map.next_entry::<String, Self>()? {
            if !keys.insert(key) {
                return Err(A::Error::custom("a key stands twice"));
            }
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}
