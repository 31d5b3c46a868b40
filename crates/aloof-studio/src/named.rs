//! Tables by the names that a command line takes: a file, a sheet of one, a table of a database. Those of the folder can be opened;
//! what lies on a server only where the program was started for it.

use std::path::{Path, PathBuf};

use aloof::io::{Ask, Input, ReadOptions, Source};
use aloof::table::Column;

use crate::failure::Failure;
use crate::folder::Folder;

/// What databases that are files are addressed by.
const SCHEMES: [&str; 2] = ["sqlite:", "duckdb:"];
/// What names the table in one.
const TABLE: &str = "?table=";

/// A table that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// As a command line takes it.
    pub data: String,
    /// What the files of its project begin with.
    pub stem: String,
    /// The file that it lies in, if it is one of this machine.
    pub file: Option<PathBuf>,
}

impl Named {
    /// A table of the folder. `first` was named when the program was started.
    pub fn of(folder: &Folder, text: &str, first: Option<&str>) -> Result<Self, Failure> {
        if let Some((scheme, file, table)) = in_database(text) {
            return Self::of_database(folder, scheme, file, table);
        }
        if first == Some(text) && is_on_server(text) {
            return Ok(Self { data: text.to_owned(), stem: format!("server#{}", encoded(text)), file: None });
        }
        if let Some((file, sheet)) = of_sheet(folder, text) {
            let file = folder.existing(file)?;
            let name = shown(&file);
            let stem = format!("{name}#{}", encoded(sheet));
            return Ok(Self { data: format!("{name}#{sheet}"), stem, file: Some(file) });
        }
        let file = folder.existing(text)?;
        Self { data: shown(&file), stem: shown(&file), file: Some(file) }.that_is_file(folder)
    }

    fn of_database(folder: &Folder, scheme: &str, file: &str, table: &str) -> Result<Self, Failure> {
        // `&query=…` would ask for more than a table, and so would one in front.
        if table.is_empty() || table.contains('&') || file.contains('?') {
            return Err(Failure::wrong("say which table of the database, and nothing else"));
        }
        let file = folder.existing(file)?;
        let name = shown(&file);
        let data = format!("{scheme}{name}{TABLE}{table}");
        let stem = format!("{name}#{}", encoded(table));
        Self { data, stem, file: Some(file) }.that_is_file(folder)
    }

    fn that_is_file(self, folder: &Folder) -> Result<Self, Failure> {
        match &self.file {
            Some(file) if !folder.root().join(file).is_file() => {
                Err(Failure::wrong(format!("{} is no file; open a table", self.data)))
            }
            _ => Ok(self),
        }
    }
}

/// The parts of `sqlite:FILE?table=TABLE`.
fn in_database(text: &str) -> Option<(&'static str, &str, &str)> {
    let scheme = SCHEMES.into_iter().find(|scheme| text.starts_with(scheme))?;
    let (file, table) = text[scheme.len()..].split_once(TABLE)?;
    Some((scheme, file, table))
}

/// Whether it is addressed on a server.
fn is_on_server(text: &str) -> bool {
    matches!(Source::at(text), Source::Database(_)) && Source::at(text).path().is_none()
}

/// `FILE#SHEET`, where no file is called so.
fn of_sheet<'a>(folder: &Folder, text: &'a str) -> Option<(&'a str, &'a str)> {
    let is_there = |path: &str| folder.existing(path).is_ok_and(|path| folder.root().join(path).is_file());
    let cuts = text.match_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
    (!is_there(text)).then(|| cuts.into_iter().find(|(file, sheet)| !sheet.is_empty() && is_there(file))).flatten()
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Fit to be a part of a file's name, and different for different texts.
fn encoded(text: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || " -_=.@".contains(letter);
    let one = |letter: char| {
        let text = letter.to_string();
        let bytes = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
        if plain(letter) { text } else { bytes(&text) }
    };
    text.chars().map(one).collect()
}

/// The tables of a database that is a file of the folder, as they can be opened.
pub(crate) fn tables(folder: &Folder, path: &str) -> Result<Vec<String>, Failure> {
    let file = shown(&folder.existing(path)?);
    let (scheme, query) = if is_sqlite(&file) {
        (
            SCHEMES[0],
            "select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%' order by name",
        )
    } else {
        (SCHEMES[1], "select table_name as name from information_schema.tables order by 1")
    };
    let source = Source::asked(&format!("{scheme}{file}"), Some(query)).map_err(aloof::Error::from)?;
    let input = Input::open(source, ReadOptions::default()).map_err(aloof::Error::from)?;
    let found = input.read(&[Ask::Text]).map_err(aloof::Error::from)?;
    let names = found.columns().first().map(|column| match &**column {
        Column::Label(names) => (0..names.len()).filter_map(|row| names.get(row)).map(str::to_owned).collect(),
        _ => Vec::new(),
    });
    Ok(names.unwrap_or_default().iter().map(|name: &String| format!("{scheme}{file}{TABLE}{}", typed(name))).collect())
}

/// A table's name as an address takes it: in quotes where it has a point in it.
fn typed(name: &str) -> String {
    let plain = name.replace('%', "%25").replace('&', "%26").replace('+', "%2B");
    if name.contains('.') { format!("\"{plain}\"") } else { plain }
}

/// By its first bytes.
fn is_sqlite(file: &str) -> bool {
    let mut first = [0u8; 15];
    let read = std::fs::File::open(file).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut first));
    read.is_ok() && &first == b"SQLite format 3"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_projects_differ_as_tables_do() {
        assert_eq!(encoded("2026 Q1"), "2026 Q1");
        assert_eq!(encoded("a/b"), "a%2Fb");
        assert_ne!(encoded("a/b"), encoded("a%2Fb"));
        assert_eq!(in_database("sqlite:a.db?table=t"), Some(("sqlite:", "a.db", "t")));
        assert_eq!(in_database("a.csv"), None);
        assert!(is_on_server("postgres://localhost/db?table=t") && !is_on_server("a.csv"));
    }

    #[test]
    fn a_database_is_asked_for_a_table_and_for_nothing_else() {
        let room = tempfile::tempdir().unwrap();
        let folder = Folder::new(room.path()).unwrap();
        for text in [
            "sqlite:/etc/x?table=t",
            "sqlite:../x.db?table=t",
            "sqlite:not-there.db?table=t",
            "duckdb:a.db?table=t&query=select 1",
            "sqlite:a.db?query=select 1?table=t",
            "duckdb:a.db?query=select * from read_csv('/etc/passwd')",
            "postgres://localhost/x?table=t",
        ] {
            assert!(Named::of(&folder, text, None).is_err(), "{text}");
        }
        let server = "postgres://localhost/x?table=t";
        assert_eq!(Named::of(&folder, server, Some(server)).unwrap().file, None);
    }
}
