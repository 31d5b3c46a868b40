//! Excel since 2007 (`.xlsx`, `.xlsm`): parts in XML inside a zip archive.
//!
//! # Source
//!
//! ECMA-376, part 1 (SpreadsheetML) and part 2 (which part is what is said by relations between parts). Elements are told by
//! their local names, so that the strict variant of the standard is read too.

mod rows;
mod shared;
mod styles;

use std::collections::HashMap;

use self::shared::Strings;
use super::serial::{Epoch, Shown};
use super::xml::{Node, Xml};
use super::zip::{Archive, Member};
use super::{Beside, Book, Each, Place};
use crate::{ReadError, Source};

/// An opened workbook.
#[derive(Debug)]
pub(crate) struct Workbook {
    archive: Archive,
    place: Place,
    sheets: Vec<Sheet>,
    strings: Strings,
    /// What each style of a cell shows numbers as.
    styles: Vec<Shown>,
    epoch: Epoch,
}

/// A sheet and the part that holds it.
#[derive(Debug)]
struct Sheet {
    name: String,
    part: String,
    hidden: bool,
}

/// What a part is related to: kind and part, by the name of the relation.
type Relations = HashMap<String, (String, String)>;

impl Workbook {
    pub(crate) fn open(source: Source, place: Place) -> Result<Self, ReadError> {
        let archive = Archive::open(source)?.map_err(|cause| place.broken(cause))?;
        let parts = Parts { archive: &archive, place: &place };
        let root = parts.relations("")?;
        let main = root.values().find(|(kind, _)| kind == "officeDocument").map(|(_, part)| part.clone());
        let main = main.unwrap_or_else(|| "xl/workbook.xml".to_owned());
        let relations = parts.relations(&main)?;
        let part_of = |kind: &str| relations.values().find(|(other, _)| other == kind).map(|(_, part)| part.as_str());
        let (sheets, epoch) = parts.workbook(&main, &relations)?;
        let strings = parts.read(part_of("sharedStrings"), Strings::read)?;
        let styles = parts.read(part_of("styles"), styles::read)?;
        Ok(Self { archive, place, sheets, strings, styles, epoch })
    }

    /// The sheets that are shown; all, where all are hidden.
    fn shown(&self) -> Vec<&Sheet> {
        let shown: Vec<&Sheet> = self.sheets.iter().filter(|sheet| !sheet.hidden).collect();
        if shown.is_empty() { self.sheets.iter().collect() } else { shown }
    }
}

impl Book for Workbook {
    fn sheets(&self) -> Vec<&str> {
        self.shown().into_iter().map(|sheet| sheet.name.as_str()).collect()
    }

    fn hidden(&self) -> Vec<&str> {
        self.sheets.iter().filter(|sheet| sheet.hidden).map(|sheet| sheet.name.as_str()).collect()
    }

    fn rows(&self, sheet: usize, each: Each<'_>) -> Result<Beside, ReadError> {
        let part = &self.shown()[sheet].part;
        let parts = Parts { archive: &self.archive, place: &self.place };
        let Some(xml) = parts.open(part)? else { return Err(self.place.broken("a sheet that it names is not there")) };
        rows::read(xml, self, each)
    }
}

/// The parts of an archive.
struct Parts<'a> {
    archive: &'a Archive,
    place: &'a Place,
}

impl Parts<'_> {
    fn open(&self, part: &str) -> Result<Option<Xml<Member>>, ReadError> {
        Ok(self.archive.member(part)?.map(Xml::new))
    }

    /// Reads a part that may be absent.
    fn read<T: Default>(
        &self,
        part: Option<&str>,
        read: impl Fn(Xml<Member>) -> Result<T, String>,
    ) -> Result<T, ReadError> {
        match part.map(|part| self.open(part)).transpose()?.flatten() {
            Some(xml) => read(xml).map_err(|cause| self.place.broken(cause)),
            None => Ok(T::default()),
        }
    }

    /// What a part is related to; the empty part is the whole.
    fn relations(&self, part: &str) -> Result<Relations, ReadError> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let slash = if folder.is_empty() { "" } else { "/" };
        self.read(Some(&format!("{folder}{slash}_rels/{name}.rels")), |xml| relations(xml, folder))
    }

    fn workbook(&self, main: &str, relations: &Relations) -> Result<(Vec<Sheet>, Epoch), ReadError> {
        let Some(mut xml) = self.open(main)? else { return Err(self.place.broken("it has no workbook")) };
        let (mut sheets, mut epoch) = (Vec::new(), Epoch::From1900);
        loop {
            match xml.next().map_err(|cause| self.place.broken(cause))? {
                Node::Open(tag) if tag.name() == "workbookPr" && tag.is_true("date1904") => epoch = Epoch::From1904,
                Node::Open(tag) if tag.name() == "sheet" => {
                    let relation = tag.attribute("id").and_then(|id| relations.get(&*id));
                    // Sheets of charts and macros hold no cells.
                    if let Some((_, part)) = relation.filter(|(kind, _)| kind == "worksheet") {
                        sheets.push(Sheet {
                            name: tag.attribute("name").unwrap_or_default().into_owned(),
                            part: part.clone(),
                            hidden: tag.attribute("state").is_some_and(|state| state != "visible"),
                        });
                    }
                }
                Node::End => return Ok((sheets, epoch)),
                _ => {}
            }
        }
    }
}

fn relations(mut xml: Xml<Member>, folder: &str) -> Result<Relations, String> {
    let mut all = Relations::new();
    loop {
        match xml.next()? {
            Node::Open(tag) if tag.name() == "Relationship" => {
                let value = |name| tag.attribute(name).unwrap_or_default();
                let kind = value("Type").rsplit('/').next().unwrap_or_default().to_owned();
                all.insert(value("Id").into_owned(), (kind, resolved(folder, &value("Target"))));
            }
            Node::End => return Ok(all),
            _ => {}
        }
    }
}

/// The part that a target means, seen from a folder.
fn resolved(folder: &str, target: &str) -> String {
    let whole = if target.starts_with('/') { target.to_owned() } else { format!("{folder}/{target}") };
    let mut steps: Vec<&str> = Vec::new();
    for step in whole.split('/').filter(|step| !step.is_empty() && *step != ".") {
        match step {
            ".." => steps.truncate(steps.len().saturating_sub(1)),
            _ => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_seen_from_their_folder() {
        assert_eq!(resolved("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolved("xl", "/xl/styles.xml"), "xl/styles.xml");
        assert_eq!(resolved("xl/worksheets", "../sharedStrings.xml"), "xl/sharedStrings.xml");
        assert_eq!(resolved("", "xl/workbook.xml"), "xl/workbook.xml");
    }
}
