//! Reads `[[protect]]`: which principle, of which columns, in which view.

use std::path::PathBuf;

use aloof_table::{Coding, Means};

use super::demand::check_demand;
use super::{Protect, View};
use crate::policy::columns::{ColumnRule, Role};
use crate::policy::error::suggest;
use crate::policy::fields::{Fields, wrong};
use crate::policy::keys::{PRINCIPLES, PROTECT};
use crate::policy::{Item, Located, Place, PolicyError, Section, missing};

/// Reads all `[[protect]]` tables.
pub(in crate::policy) fn check_all(
    item: Option<&Located<Item>>,
    columns: &[ColumnRule],
) -> Result<Vec<Protect>, PolicyError> {
    let Some(item) = item else { return Ok(Vec::new()) };
    let Item::List(blocks) = &item.value else {
        return Err(wrong("protect", item, "written as [[protect]], with two brackets"));
    };
    let check = |block: &Located<Item>| match &block.value {
        Item::Section(section) => check_one(section, columns),
        _ => Err(wrong("protect", block, "a table")),
    };
    blocks.iter().map(check).collect()
}

fn check_one(section: &Section, columns: &[ColumnRule]) -> Result<Protect, PolicyError> {
    let name = principle_name(section)?;
    let known = PRINCIPLES.iter().find(|known| known.name == name).expect("checked to be known");
    let fields = Fields::new(section, format!("[[protect]] {name}"), &[PROTECT, known.keys])?;
    let view = fields.choice("view", &View::ALL.map(|view| (view.name(), view)))?.unwrap_or_default();
    // k-anonymity counts people, whatever their values.
    let counts_people = matches!(known.name, "k-anonymity" | "presence") && !fields.has("sensitive");
    let sensitive = if counts_people { Vec::new() } else { check_sensitive(&fields, columns)? };
    let demand = check_demand(known.name, &fields, &sensitive)?;
    Ok(Protect {
        principle: known.name,
        similar: missing::similar(&sensitive, columns),
        rounded: columns
            .iter()
            .any(|rule| sensitive.contains(&rule.name) && rule.coding().is_some_and(Coding::is_rounded)),
        sensitive,
        view,
        demand,
        population: if known.name == "presence" { Some(population(&fields)?) } else { None },
        place: section.place().clone(),
        words: section.clone(),
    })
}

fn principle_name(section: &Section) -> Result<&str, PolicyError> {
    let names = || PRINCIPLES.iter().map(|known| known.name);
    let (name, place) = match section.get("principle") {
        Some(Located { value: Item::Text(name), place }) => (name.as_str(), place),
        Some(other) => return Err(wrong("principle", other, "a text in quotes")),
        None => {
            let all: Vec<&str> = names().collect();
            let message = format!("[[protect]] needs `principle`, one of {}", all.join(", "));
            return Err(PolicyError::new(section.place().clone(), message));
        }
    };
    if names().any(|known| known == name) {
        return Ok(name);
    }
    let message = format!("unknown principle `{name}`{}", suggest(name, names()));
    Err(PolicyError::new(place.clone(), message))
}

fn check_sensitive(fields: &Fields<'_>, columns: &[ColumnRule]) -> Result<Vec<String>, PolicyError> {
    let known = || columns.iter().filter(|column| column.role == Role::Sensitive).map(|column| column.name.as_str());
    let Some(names) = fields.texts("sensitive")? else {
        let all: Vec<&str> = known().collect();
        return match all.as_slice() {
            [one] => Ok(vec![(*one).to_owned()]),
            [] => {
                let message = match fields.place("sensitive") {
                    Place::Flag(_) => format!(
                        "no column is declared sensitive; name the one that it is for with {}",
                        Means::Sensitive
                    ),
                    _ => {
                        "no column is declared sensitive; give the one that it is for role = \"sensitive\" under [columns]"
                            .to_owned()
                    }
                };
                Err(PolicyError::new(fields.place("sensitive"), message))
            }
            _ => {
                let message = format!("say which column is protected: sensitive = one of {}", all.join(", "));
                Err(PolicyError::new(fields.place("sensitive"), message))
            }
        };
    };
    for name in &names {
        if !known().any(|known| known == name) {
            // Which of the two is the file's nobody knows here.
            let hint = match suggest(name, known()) {
                near if near.starts_with("; did you mean") => {
                    format!("{near} [columns] says so; if `{name}` is the name in the data, the misspelling is there")
                }
                other => other,
            };
            let message = format!("`{name}` is not declared as a sensitive column{hint}");
            return Err(PolicyError::new(fields.place("sensitive"), message));
        }
    }
    if let Some(twice) = names.iter().enumerate().find_map(|(at, name)| names[..at].contains(name).then_some(name)) {
        return Err(PolicyError::new(fields.place("sensitive"), format!("`{twice}` is named twice")));
    }
    if names.is_empty() {
        return Err(PolicyError::new(fields.place("sensitive"), "`sensitive` names no column"));
    }
    Ok(names)
}

fn population(fields: &Fields<'_>) -> Result<PathBuf, PolicyError> {
    Ok(PathBuf::from(fields.need("population", fields.text("population")?, "population = \"everybody.csv\"")?))
}
