//! A table opened for reading: its format found, its columns named, nothing else read yet.

use std::collections::HashMap;
use std::sync::Arc;

use aloof_table::{Column, ColumnInfo, Table};

use crate::assembly::{Assembly, Columns, Names, in_two_passes};
use crate::csv::CsvInput;
use crate::database::{DatabaseTable, Opened};
use crate::mending::Mending;
use crate::nulls::ColumnNulls;
use crate::records::RecordsInput;
use crate::sheet::SheetInput;
use crate::stream::Packed;
use crate::typed::TypedInput;
use crate::{Compression, Encoding, Format, Note, ReadError, Seen, Source, Writing};

/// What to read a column as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ask {
    /// What the content says: numbers if every value is one, dates (`2020-01-31`) if every value is one, else text.
    /// Digits with a leading zero, such as `007`, are text. Where a file declares types, the type decides.
    #[default]
    Auto,
    /// Text, whatever it looks like. Of typed files: numbers in their canonical form, dates as `2020-01-31`.
    Text,
    /// Numbers; a `*` is a missing one, anything else is an error.
    Number,
    /// Dates; a `*` is a missing one, anything else is an error.
    Date,
    /// Not at all: the column is absent from the table.
    Skip,
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The delimiter of a CSV file; found when not given.
    pub delimiter: Option<u8>,
    /// Texts that mean missing, besides the empty one. One that reads as a number means that number, however it is written.
    pub nulls: Vec<String>,
    /// Texts that mean missing in one column, by its name.
    pub nulls_of: Vec<(String, Vec<String>)>,
    /// How many threads; by default as many as the surrounding thread pool has.
    pub threads: Option<usize>,
    /// The encoding of a text file; found when not given.
    pub encoding: Option<Encoding>,
    /// How numbers and dates are written: this decides where a column can be read in two ways.
    pub writing: Writing,
    /// How the numbers or dates of one column are written, by its name: it must be so.
    pub writing_of: Vec<(String, Writing)>,
    /// Numbers and dates are written as this program writes them, but for columns of which it is said otherwise: no other
    /// notation is looked for.
    pub canonical: bool,
    /// Every cell and name of a CSV file that begins with an apostrophe loses it: the file was written by
    /// [`write_escaped_csv`](crate::write_escaped_csv).
    pub escaped: bool,
    /// What the file itself declares to be missing is a value: whoever has the file reads it.
    pub declared_are_values: bool,
}

impl ReadOptions {
    /// For files that this program wrote.
    pub fn canonical() -> Self {
        Self { canonical: true, ..Self::default() }
    }
}

/// A table, and what was found out about its columns while it was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The columns asked for.
    pub table: Table,
    /// What people should know of how they were read, in the order of the columns.
    pub notes: Vec<Note>,
}

/// What a long read calls now and then with the bytes of the source done and their number, if known. It starts over
/// when columns have to be read a second time.
pub type Progress<'a> = &'a (dyn Fn(u64, Option<u64>) + Sync);

/// What every way of reading needs to know.
pub(crate) struct Setting<'a> {
    pub(crate) nulls: ColumnNulls,
    pub(crate) threads: usize,
    pub(crate) progress: Progress<'a>,
}

/// An opened table.
#[derive(Debug)]
pub struct Input {
    name: String,
    names: Vec<String>,
    infos: Vec<ColumnInfo>,
    format: Format,
    compression: Option<Compression>,
    options: ReadOptions,
    body: Body,
    /// Which columns of an answer hold empty texts.
    empty: Vec<bool>,
}

#[derive(Debug)]
enum Body {
    Csv(CsvInput),
    Typed(TypedInput),
    Sheet(SheetInput),
    Records(RecordsInput),
    Database(Arc<DatabaseTable>),
}

impl Input {
    /// Finds format and header. Of a CSV file the first block is read, of others the metadata; a packed file that is not CSV is
    /// unpacked into memory.
    pub fn open(source: Source, options: ReadOptions) -> Result<Self, ReadError> {
        if let Source::Arrow { name, schema, batches } = source {
            let (input, names) = TypedInput::in_memory(schema, batches);
            let (format, infos, body) = (Format::ArrowMemory, input.infos(), Body::Typed(input));
            let (compression, empty) = (None, Vec::new());
            return Self { name, names, infos, format, compression, options, body, empty }.checked();
        }
        if let Source::Database(database) = &source {
            let (name, format) = (source.name(), database.format()?);
            return match database.open()? {
                Opened::Table(table) => {
                    let (names, body) = (table.names(), Body::Database(table));
                    Self { name, names, infos: Vec::new(), format, compression: None, options, body, empty: Vec::new() }
                        .checked()
                }
                Opened::Answer(answer) => {
                    let input = Self::open(Source::Memory { name, bytes: answer.parquet }, options)?;
                    Ok(Self { format, empty: answer.empty, ..input })
                }
            };
        }
        let packed = Packed::find(source)?;
        let (name, format, compression) = (packed.source.name(), packed.format, packed.compression);
        let (names, infos, body) = match format {
            Format::Csv => {
                let (input, names) = CsvInput::open(packed, &options)?;
                (names, Vec::new(), Body::Csv(input))
            }
            Format::Xlsx | Format::Xls | Format::Ods => {
                let (input, names) = SheetInput::open(&packed)?;
                (names, Vec::new(), Body::Sheet(input))
            }
            Format::Stata | Format::Spss | Format::Sas => {
                let (mut input, names, infos) = RecordsInput::open(&packed)?;
                if options.declared_are_values {
                    input.forget_declared();
                }
                (names, infos, Body::Records(input))
            }
            _ => {
                let (input, names) = TypedInput::open(&packed)?;
                (names, input.infos(), Body::Typed(input))
            }
        };
        Self { name, names, infos, format, compression, options, body, empty: Vec::new() }.checked()
    }

    /// Every column has a name and no other has the same, and one entry of what the file says of it.
    fn checked(mut self) -> Result<Self, ReadError> {
        if self.is_told_by_content() && !self.options.canonical {
            self.names.iter_mut().for_each(|name| *name = on_one_line(name));
        }
        check_names(&self.name, &self.names)?;
        self.infos.resize(self.names.len(), ColumnInfo::default());
        Ok(self)
    }

    /// The columns' names, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What the file says of its columns besides their values, one entry per column: labels, codes, declared missing values.
    pub fn infos(&self) -> &[ColumnInfo] {
        &self.infos
    }

    /// What the source's content is.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How the source is packed.
    pub fn compression(&self) -> Option<Compression> {
        self.compression
    }

    /// The delimiter of a CSV file, given or found.
    pub fn delimiter(&self) -> Option<u8> {
        match &self.body {
            Body::Csv(csv) => Some(csv.delimiter()),
            Body::Typed(_) | Body::Sheet(_) | Body::Records(_) | Body::Database(_) => None,
        }
    }

    /// Sheets of the file that are not read, hidden ones among them.
    pub fn unread_sheets(&self) -> Vec<&str> {
        match &self.body {
            Body::Sheet(sheet) => sheet.unread(),
            Body::Csv(_) | Body::Typed(_) | Body::Records(_) | Body::Database(_) => Vec::new(),
        }
    }

    /// The sheet that is read, and the others that the file shows; `None` when it has no sheets.
    pub fn sheet(&self) -> Option<(&str, Vec<&str>)> {
        match &self.body {
            Body::Sheet(sheet) => Some((sheet.name(), sheet.others())),
            Body::Csv(_) | Body::Typed(_) | Body::Records(_) | Body::Database(_) => None,
        }
    }

    /// Where on a sheet the table was found, and what was left out there, once it was read: sentences, where that is not plain.
    pub fn layout(&self) -> Vec<String> {
        match &self.body {
            Body::Sheet(sheet) => sheet.layout(),
            Body::Csv(_) | Body::Typed(_) | Body::Records(_) | Body::Database(_) => Vec::new(),
        }
    }

    /// The part of a sheet that ends before data row `row`, counted from 0, as it is written behind a file: `pay.xlsx#2026!A4:H324`.
    /// `None` of other files, and where nothing stands before it. One pass over the file.
    pub fn part_before(&self, row: usize) -> Result<Option<String>, ReadError> {
        match &self.body {
            Body::Sheet(sheet) => sheet.part_before(row),
            Body::Csv(_) | Body::Typed(_) | Body::Records(_) | Body::Database(_) => Ok(None),
        }
    }

    /// What messages call the source.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the columns as asked, one `Ask` per column.
    pub fn read(&self, ask: &[Ask]) -> Result<Table, ReadError> {
        self.read_with(ask, &|_, _| {})
    }

    /// As [`Input::read`], telling `progress` how far it is. A column whose values have two meanings is an error.
    pub fn read_with(&self, ask: &[Ask], progress: Progress<'_>) -> Result<Table, ReadError> {
        self.read_certain(ask, progress).map(|reading| reading.table)
    }

    /// As [`Input::read_with`], with what was found out on the way.
    pub fn read_certain(&self, ask: &[Ask], progress: Progress<'_>) -> Result<Reading, ReadError> {
        let reading = self.read_noted(ask, progress)?;
        if let Some(note) = reading.notes.iter().find(|note| note.seen == Seen::Empty) {
            return Err(ReadError::EmptyText { file: self.name.clone(), column: note.column.clone() });
        }
        match reading.notes.iter().find_map(|note| Some((note, note.seen.ambiguity()?))) {
            None => Ok(reading),
            Some((note, ambiguity)) => {
                Err(ReadError::Ambiguous { file: self.name.clone(), column: note.column.clone(), ambiguity })
            }
        }
    }

    /// As [`Input::read_certain`]; a column whose values have two meanings is read by one of them, and noted.
    pub fn read_noted(&self, ask: &[Ask], progress: Progress<'_>) -> Result<Reading, ReadError> {
        if ask.len() != self.names.len() {
            let (columns, given) = (self.names.len(), ask.len());
            return Err(ReadError::AskCount { file: self.name.clone(), columns, given });
        }
        let names = Names { file: &self.name, columns: &self.names };
        let threads = self.options.threads.unwrap_or_else(rayon::current_num_threads).max(1);
        let nulls = ColumnNulls::new(&self.options.nulls, &self.options.nulls_of, &self.names);
        // Records of statistical programs are told apart where they are read, before they become values.
        let declared = matches!(self.body, Body::Typed(_)) && !self.options.declared_are_values;
        let nulls = if declared { nulls.and_declared(&self.infos) } else { nulls };
        let setting = Setting { nulls, threads, progress };
        if self.options.canonical && self.options.writing_of.is_empty() {
            let table = self.in_passes(ask, &names, &setting)?.table(&names)?;
            return Ok(self.with_notes(ask, Reading { table, notes: Vec::new() }));
        }
        Ok(self.with_notes(ask, Mending { input: self, names, setting: &setting }.read(ask)?))
    }

    /// With what a database's texts have shown.
    fn with_notes(&self, ask: &[Ask], mut reading: Reading) -> Reading {
        reading.notes.extend(self.empty_texts(ask));
        if let Body::Database(table) = &self.body {
            let is_date = |name: &str| matches!(reading.table.column(name), Some(Column::Date(_)));
            let names = self.names.iter().enumerate();
            let dated = names.filter(|&(at, name)| ask[at] == Ask::Auto && table.has_dated(at) && is_date(name));
            let notes: Vec<Note> =
                dated.map(|(_, name)| Note { column: name.clone(), seen: Seen::TextDates }).collect();
            reading.notes.extend(notes);
        }
        reading
    }

    /// In which columns empty texts were read, of which nobody says what they mean.
    fn empty_texts(&self, ask: &[Ask]) -> Vec<Note> {
        let has_empty = |at: usize| match &self.body {
            Body::Database(table) => table.has_empty(at),
            _ => self.empty.get(at) == Some(&true),
        };
        let says_so = |texts: &[String]| texts.iter().any(|text| text.trim_ascii().is_empty());
        let declared = |name: &String| {
            let own = self.options.nulls_of.iter().filter(|(column, _)| column == name);
            says_so(&self.options.nulls) || own.into_iter().any(|(_, texts)| says_so(texts))
        };
        let asked = self.names.iter().enumerate().filter(|&(at, _)| ask[at] != Ask::Skip && has_empty(at));
        let open = asked.filter(|(_, name)| !declared(name));
        open.map(|(_, name)| Note { column: name.clone(), seen: Seen::Empty }).collect()
    }

    /// Reads as asked, and what shows on the way to be text as that.
    pub(crate) fn in_passes(
        &self,
        ask: &[Ask],
        names: &Names<'_>,
        setting: &Setting<'_>,
    ) -> Result<Columns, ReadError> {
        let guessed = self.text().map(|csv| csv.guess(ask, setting)).transpose()?;
        in_two_passes(guessed.as_deref().unwrap_or(ask), |ask| self.pass(ask, names, setting))
    }

    /// One pass over the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        match &self.body {
            Body::Csv(csv) => csv.pass(ask, names, setting),
            Body::Sheet(sheet) => sheet.pass(ask, names, setting),
            Body::Records(records) => records.pass(ask, names, setting),
            Body::Typed(typed) => typed.pass(ask, names, setting),
            Body::Database(table) => table.pass(ask, names, setting),
        }
    }

    /// The options it was opened with.
    pub(crate) fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// The text file that it is, if it is one.
    pub(crate) fn text(&self) -> Option<&CsvInput> {
        if let Body::Csv(csv) = &self.body { Some(csv) } else { None }
    }

    /// Whether texts may be numbers and dates: cells of text files and of spreadsheets are typed by people.
    pub(crate) fn is_told_by_content(&self) -> bool {
        matches!(self.body, Body::Csv(_) | Body::Sheet(_))
    }

    /// The encoding of a text file, as far as it has been read.
    pub fn encoding(&self) -> Option<Encoding> {
        self.text().map(CsvInput::encoding)
    }

    /// Whether the first column has no name in the file, as R and pandas write row numbers.
    pub fn is_first_unnamed(&self) -> bool {
        match &self.body {
            Body::Csv(csv) => csv.is_unnamed(),
            Body::Sheet(sheet) => sheet.is_unnamed(),
            Body::Typed(_) | Body::Records(_) | Body::Database(_) => false,
        }
    }

    /// Where data row `row` stands, counted from 0, as whoever opens the file finds it: `line 12`, `row 500 of the sheet`, or else the
    /// row counted from 1. One pass over the file.
    pub fn place_of(&self, row: usize) -> Result<String, ReadError> {
        if let Body::Sheet(sheet) = &self.body {
            return Ok(match sheet.row_of(row)? {
                Some(number) => format!("row {number} of the sheet"),
                None => format!("data row {}", row + 1),
            });
        }
        Ok(self.line_of(row)?.map_or_else(|| format!("row {}", row + 1), |line| format!("line {line}")))
    }

    /// A fault in column `at` of data row `row`, with the place of the cell.
    pub(crate) fn fault_at(&self, row: usize, at: usize, fault: crate::CellFault) -> Result<ReadError, ReadError> {
        let (file, column) = (self.name().to_owned(), self.names()[at].clone());
        if let Body::Sheet(sheet) = &self.body
            && let Some(number) = sheet.row_of(row)?
        {
            return Ok(sheet.fault_at(number, at, &column, fault));
        }
        Ok(match self.line_of(row)? {
            Some(line) => ReadError::Cell { file, line, column, fault },
            None => ReadError::Value { file, row: row as u64 + 1, column, fault },
        })
    }

    /// On which line of a text file data row `row` begins, counted from 0; `None` for other files. One pass over the file.
    pub fn line_of(&self, row: usize) -> Result<Option<u64>, ReadError> {
        self.text().map_or(Ok(None), |csv| csv.line_of(row))
    }

    /// Smaller blocks, so that tests of block borders need no large files.
    #[doc(hidden)]
    pub fn with_block_bytes(mut self, bytes: usize) -> Self {
        if let Body::Csv(csv) = &mut self.body {
            csv.set_block_bytes(bytes);
        }
        self
    }
}

/// A name without line breaks: people put them there to make columns narrow, and nobody could type them in a policy.
fn on_one_line(name: &str) -> String {
    if !name.contains(['\n', '\r']) {
        return name.to_owned();
    }
    let lines = name.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Every column has a name and no other has the same.
fn check_names(file: &str, names: &[String]) -> Result<(), ReadError> {
    let file = || file.to_owned();
    let mut seen: HashMap<&str, usize> = HashMap::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        if name.is_empty() {
            return Err(ReadError::NoName { file: file(), position: at + 1 });
        }
        if let Some(first) = seen.insert(name, at) {
            return Err(ReadError::SameName { file: file(), name: name.clone(), first: first + 1, second: at + 1 });
        }
    }
    Ok(())
}
