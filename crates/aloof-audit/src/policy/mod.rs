//! The policy: what every column is, what must hold, and how to get there.
//!
//! What a person typed is a [`Section`]; what may run is a [`Policy`], which only checking can make. Fitting it to the
//! columns of a file gives every column its role, or says which names do not match.

mod asking;
pub mod bind;
pub mod coding;
mod columns;
mod distance;
mod error;
mod fields;
mod fit;
mod keys;
mod method;
mod missing;
mod noise;
mod protect;
mod quasi;
mod resolved;
pub(crate) mod said;
mod schema;
mod spec;
mod suppressed;
mod time_limit;
mod walk;
mod writing;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aloof_io::{Bytes, Encoding, Source, Writing};
use aloof_principles::{Needs, Principle};
use aloof_table::{Attribute, Column};
use sha2::{Digest, Sha256};

pub use columns::{ColumnRule, HierarchyFrom, Role, Undeclared};
pub use error::PolicyError;
#[doc(hidden)]
pub use error::suggest;
pub use fit::{Fitted, QuasiSource, Stage};
#[doc(hidden)]
pub use keys::{is_of_columns, principles_with};
pub use method::{Absence, Algorithm, Effort, Median, Method};
pub use missing::Missing;
pub use noise::NoiseRule;
pub use protect::{Protect, View};
pub use resolved::{
    Resolved, ResolvedCoding, ResolvedColumn, ResolvedHierarchy, ResolvedInput, ResolvedMethod, ResolvedOutput,
    ResolvedProtect, ResolvedWalk, ResolvedWindow,
};
pub use schema::schema;
pub use spec::{Item, Located, Place, Section};
pub use time_limit::TimeLimit;
pub use walk::{PreserveRule, Property, WalkRules};
pub use writing::{date_pattern, decimal_sign, encoding};

pub(crate) use distance::DistanceWords;
pub(crate) use protect::Demand;

use fields::Fields;
use keys::{INPUT, OUTPUT, TOP};

/// A policy that was checked.
#[derive(Clone, Debug)]
pub struct Policy {
    columns: Vec<ColumnRule>,
    undeclared: Undeclared,
    protect: Vec<Protect>,
    preserve: Vec<PreserveRule>,
    method: Method,
    output: Output,
    input: InputRules,
    base: PathBuf,
    attached: BTreeMap<PathBuf, Bytes>,
    wholes: Vec<Arc<Attribute>>,
    place: Place,
    /// All of it as it was typed.
    typed: Section,
    /// Whether the release that is judged by it was written by this program a moment ago.
    own: bool,
    /// Whether the release that is judged by it says that its rows are records.
    records_by_release: bool,
}

/// What a release looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// How tables are written.
    pub format: OutputFormat,
    /// Publish group numbers.
    pub group_ids: bool,
    /// Two columns `_lo` and `_hi` instead of `lo..hi`.
    pub bounds: bool,
    /// What becomes of texts that a spreadsheet may run.
    pub formulas: Formulas,
}

/// How the tables of a release are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// Text.
    #[default]
    Csv,
    /// Apache Parquet.
    Parquet,
    /// A workbook of Excel.
    Xlsx,
    /// A data set of Stata.
    Dta,
}

impl OutputFormat {
    /// All of them, the usual one first.
    pub const ALL: [Self; 4] = [Self::Csv, Self::Parquet, Self::Xlsx, Self::Dta];

    /// The policy's word for it, which is also how names of files end.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Xlsx => "xlsx",
            Self::Dta => "dta",
        }
    }
}

/// What becomes of texts that a spreadsheet may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formulas {
    /// They are published as they are.
    #[default]
    Keep,
    /// They stand behind an apostrophe.
    Escape,
}

impl Output {
    /// Whether texts that a spreadsheet may run stand behind an apostrophe.
    pub fn escapes(self) -> bool {
        self.formulas == Formulas::Escape
    }
}

/// How the data are to be read.
#[derive(Clone, Debug, Default)]
pub struct InputRules {
    /// Of CSV files.
    pub delimiter: Option<u8>,
    /// Texts that mean a missing value.
    pub missing: Vec<String>,
    /// Of text files.
    pub encoding: Option<Encoding>,
    /// What decides where numbers or dates can be read in two ways.
    pub writing: Writing,
    /// What a row is, where the policy says so.
    pub rows: Option<RowsAre>,
    /// The column that says who a row is about, by which people are known again in later tables.
    pub person: Option<String>,
}

/// What a row of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsAre {
    /// A person, also where several share what is called an identifier.
    People,
    /// A record: several may be of one person, and what is promised is about rows.
    Records,
}

impl RowsAre {
    const NAMES: [(&'static str, Self); 2] = [("people", Self::People), ("records", Self::Records)];

    /// The policy's word for it.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, rows)| *rows == self).map_or("", |(name, _)| name)
    }
}

impl Policy {
    /// Reads and checks a policy file's text. `file` is its name for messages; hierarchy and matrix files are looked for
    /// beside it.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, PolicyError> {
        let base = Path::new(file).parent().unwrap_or(Path::new("")).to_owned();
        Self::check(&Section::from_toml(text, file)?, base)
    }

    /// Checks what was typed; `base` is the directory that file names are relative to.
    pub fn check(spec: &Section, base: PathBuf) -> Result<Self, PolicyError> {
        for (key, item) in spec.entries() {
            if !TOP.contains(&key.as_str()) {
                let hint = suggest(key, TOP.iter().copied());
                return Err(PolicyError::new(item.place.clone(), format!("unknown table `[{key}]`{hint}")));
            }
        }
        let (columns, undeclared) = match spec.get("columns") {
            None => (Vec::new(), Undeclared::Error),
            Some(Located { value: Item::Section(section), .. }) => columns::check_columns(section)?,
            Some(other) => return Err(fields::wrong("columns", other, "a table")),
        };
        let protect = protect::check_all(spec.get("protect"), &columns)?;
        missing::check_protect(&columns, &protect)?;
        coding::check_protect(&columns, &protect)?;
        let method = method::check_method(&table(spec, "method")?, &protect)?;
        coding::check_method(&columns, method.algorithm())?;
        suppressed::check(&columns, &protect, &method)?;
        let output = check_output(spec, &protect, &method)?;
        let policy = Self {
            columns,
            undeclared,
            protect,
            preserve: walk::check_preserve(spec.get("preserve"))?,
            method,
            output,
            input: check_input(spec)?,
            base,
            attached: BTreeMap::new(),
            wholes: Vec::new(),
            place: spec.place().clone(),
            typed: spec.clone(),
            own: false,
            records_by_release: false,
        };
        Ok(policy)
    }

    /// Columns in the order of the policy.
    pub fn columns(&self) -> &[ColumnRule] {
        &self.columns
    }

    /// The column named `name`.
    pub fn column(&self, name: &str) -> Option<&ColumnRule> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Names of the columns with this role.
    pub fn named(&self, role: Role) -> impl Iterator<Item = &str> {
        self.columns.iter().filter(move |column| column.role == role).map(|column| column.name.as_str())
    }

    /// What a missing value in this column means to whoever reads a table by this policy.
    pub fn missing_in(&self, rule: &ColumnRule) -> Missing {
        missing::in_effect(rule, &self.protect)
    }

    /// Texts that mean a missing value in one column, by its name.
    pub fn missing_codes(&self) -> Vec<(String, Vec<String>)> {
        let coded = self.columns.iter().filter(|column| !column.missing_codes().is_empty());
        coded.map(|column| (column.name.clone(), column.missing_codes().to_vec())).collect()
    }

    /// What must hold: all of these.
    pub fn protect(&self) -> &[Protect] {
        &self.protect
    }

    /// What a walk keeps beside localities.
    pub fn preserve(&self) -> &[PreserveRule] {
        &self.preserve
    }

    /// What a release looks like.
    pub fn output(&self) -> Output {
        self.output
    }

    /// How a release is made.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// How the numbers or dates of columns are written in the data, where the policy says it.
    pub fn writings(&self) -> Vec<(String, Writing)> {
        let declared = self.columns.iter().filter(|rule| rule.writing != Writing::default());
        declared.map(|rule| (rule.name.clone(), rule.writing)).collect()
    }

    /// How the data are to be read.
    pub fn input(&self) -> &InputRules {
        &self.input
    }

    /// With the content of a file that the policy names, so that it need not be there: a program made it, or it lies on
    /// another machine.
    pub fn attach(mut self, name: impl Into<PathBuf>, content: impl Into<Bytes>) -> Self {
        self.attached.insert(name.into(), content.into());
        self
    }

    /// With what the whole table holds in a sensitive column, where the data are only a part of it: distinct values, and how
    /// often each occurs. Rules that compare groups with the whole table then compare them with this one.
    pub fn with_whole(mut self, name: &str, values: &Column, counts: &[u32]) -> Self {
        self.wholes.push(Arc::new(Attribute::counted(name, values, counts)));
        self
    }

    /// `attribute` as a part of the whole table, if that is known and `principle` compares with it.
    #[doc(hidden)]
    pub fn in_whole(&self, attribute: Attribute, principle: &dyn Principle) -> Result<Attribute, crate::Error> {
        let whole = self.wholes.iter().find(|whole| whole.names() == attribute.names());
        let Some(whole) = whole.filter(|_| principle.needs() == Needs::Totals) else { return Ok(attribute) };
        let strange = format!("column `{}` holds values that the whole table lacks", attribute.names().join(", "));
        attribute.within(whole).ok_or(crate::Error::Data(strange))
    }

    /// A file that the policy names: what was attached, or what lies beside the policy.
    pub fn file(&self, name: &Path) -> Source {
        match self.attached.get(name) {
            Some(bytes) => Source::Memory { name: name.display().to_string(), bytes: bytes.clone() },
            None => Source::File(self.base.join(name)),
        }
    }

    /// The first protection that asks about a population, if any does.
    #[doc(hidden)]
    pub fn presence(&self) -> Option<&Protect> {
        self.protect.iter().find(|protect| protect.as_presence().is_some())
    }

    /// Every file that the policy was read from or names, whether it is there or not.
    pub fn files(&self) -> Vec<PathBuf> {
        let named = self.named_files().into_iter().filter(|name| !self.attached.contains_key(name));
        let own = match self.place() {
            Place::Line { file, .. } => Some(PathBuf::from(file)),
            Place::Flag(_) | Place::Argument(_) | Place::Key(_) => None,
        };
        own.into_iter().chain(named.map(|name| self.base.join(name))).collect()
    }

    /// Hierarchies, matrices, inequalities, as they are named.
    fn named_files(&self) -> Vec<PathBuf> {
        let hierarchies = self.columns.iter().filter_map(|column| match &column.hierarchy.as_ref()?.value {
            HierarchyFrom::File(path) => Some(path.clone()),
            _ => None,
        });
        let matrices = self.protect.iter().flat_map(Protect::files).map(PathBuf::from);
        let inequalities = self.preserve.iter().filter_map(|rule| rule.file.as_ref().map(PathBuf::from));
        hierarchies.chain(matrices).chain(inequalities).collect()
    }

    /// SHA-256 of what it says, the files it names included. Fails when one of them cannot be read.
    #[doc(hidden)]
    pub fn digest(&self) -> Result<[u8; 32], crate::Error> {
        let mut hash = Sha256::new();
        let mut said = serde_json::to_value(self.resolved()).expect("plain data");
        forget_files(&mut said);
        hash.update(said.to_string().as_bytes());
        for name in self.named_files() {
            let bytes = match self.file(&name) {
                Source::Memory { bytes, .. } => bytes,
                source => std::fs::read(source.name())
                    .map_err(|cause| crate::Error::File { what: format!("{} cannot be read", source.name()), cause })?
                    .into(),
            };
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(&bytes);
        }
        Ok(hash.finalize().into())
    }

    /// The same for a release that this program has just written: it is read as this program writes, though nothing stands
    /// beside it yet that says so.
    #[doc(hidden)]
    pub fn of_own_release(&self) -> Self {
        Self { own: true, ..self.clone() }
    }

    /// Whether numbers are cut off or rounded one by one.
    #[doc(hidden)]
    pub fn codes_numbers(&self) -> bool {
        let coded = |rule: &&ColumnRule| rule.role != Role::Quasi && rule.coding.is_some();
        self.columns.iter().filter(coded).any(|rule| !rule.is_published_in_classes())
    }

    /// The same with numbers as they are before they are cut off or rounded: for whoever measures what that costs.
    #[doc(hidden)]
    pub fn of_true_numbers(&self) -> Self {
        let mut same = self.clone();
        for rule in same.columns.iter_mut().filter(|rule| rule.role != Role::Quasi && !rule.is_published_in_classes()) {
            rule.coding = None;
        }
        same
    }

    /// The same for a release that says of itself that several of its rows may be of one person: a promise about rows is the weaker one,
    /// and no policy makes one about people of it.
    pub(crate) fn with_records_by_release(&self) -> Self {
        Self { records_by_release: true, ..self.clone() }
    }

    /// Whether several rows may be of one person, so that what is promised is about rows: by its own word, or by that of the release that
    /// is judged by it.
    pub fn counts_records(&self) -> bool {
        self.says_records() || self.records_by_release
    }

    /// The same by its own word.
    pub(crate) fn says_records(&self) -> bool {
        self.input.rows == Some(RowsAre::Records)
    }

    /// Whether the release that is judged by it was written by this program.
    pub(crate) fn is_of_own_release(&self) -> bool {
        self.own
    }

    /// The directory that file names are relative to.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// Where the policy begins.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

/// Leaves out what files are called: what they hold counts, wherever it lies.
fn forget_files(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(entries) => {
            entries.retain(|key, _| !matches!(key.as_str(), "file" | "matrix"));
            entries.values_mut().for_each(forget_files);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(forget_files),
        _ => {}
    }
}

/// The section `name`, or an empty one.
fn table(spec: &Section, name: &str) -> Result<Section, PolicyError> {
    match spec.get(name) {
        None => Ok(Section::new(spec.place().clone())),
        Some(Located { value: Item::Section(section), .. }) => Ok(section.clone()),
        Some(other) => Err(fields::wrong(name, other, "a table")),
    }
}

/// Group numbers are published when the policy says so and, unless it says otherwise, when a promise is made about groups
/// that mixtures of them need not keep: then groups must be told apart, also those that look alike. Nor do walked values show
/// whose group is whose.
fn check_output(spec: &Section, protect: &[Protect], method: &Method) -> Result<Output, PolicyError> {
    let walked = matches!(method.algorithm(), Algorithm::Walk(_)) && !protect.is_empty();
    let section = table(spec, "output")?;
    let fields = Fields::new(&section, "[output]", &[OUTPUT])?;
    let format = fields.choice("format", &OutputFormat::ALL.map(|format| (format.name(), format)))?.unwrap_or_default();
    let formulas = [("keep", Formulas::Keep), ("escape", Formulas::Escape)];
    let formulas = fields.choice("formulas", &formulas)?.unwrap_or_default();
    if formulas == Formulas::Escape && format != OutputFormat::Csv {
        let name = format.name();
        let message = format!(
            "formulas = \"escape\" is for CSV: a file of format = \"{name}\" says what is text, and nothing runs it"
        );
        return Err(PolicyError::new(fields.place("formulas"), message));
    }
    Ok(Output {
        format,
        formulas,
        group_ids: fields
            .truth("group_ids")?
            .unwrap_or_else(|| walked || protect.iter().any(Protect::is_about_known_groups)),
        bounds: fields.choice("intervals", &[("text", false), ("bounds", true)])?.unwrap_or(false),
    })
}

fn check_input(spec: &Section) -> Result<InputRules, PolicyError> {
    let section = table(spec, "input")?;
    let fields = Fields::new(&section, "[input]", &[INPUT])?;
    let delimiter = fields.text("delimiter")?.map(delimiter).transpose();
    let delimiter = delimiter.map_err(|problem| PolicyError::new(fields.place("delimiter"), problem))?;
    let missing = fields.texts("missing")?.unwrap_or_default();
    let encoding = fields.text("encoding")?.map(writing::encoding).transpose();
    let encoding = encoding.map_err(|problem| PolicyError::new(fields.place("encoding"), problem))?;
    let writing = writing::check_writing(&fields)?;
    let (rows, person) = (fields.choice("rows", &RowsAre::NAMES)?, fields.text("person")?.map(str::to_owned));
    Ok(InputRules { delimiter, missing, encoding, writing, rows, person })
}

/// One byte, or a name people use for it.
pub fn delimiter(text: &str) -> Result<u8, String> {
    match text {
        "tab" | "\\t" => Ok(b'\t'),
        "comma" => Ok(b','),
        "semicolon" => Ok(b';'),
        "bar" | "pipe" => Ok(b'|'),
        _ => match text.as_bytes() {
            [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'"' | b'\n' | b'\r') => {
                Ok(*byte)
            }
            _ => Err("a delimiter is one character such as `;`, or one of tab, comma, semicolon, bar".to_owned()),
        },
    }
}
