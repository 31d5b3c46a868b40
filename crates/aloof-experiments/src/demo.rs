//! The demonstration's data: people of our own making, and a release of them as today's tools would make it.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use aloof::Error;
use aloof::advise::{Advice, AdviseRequest, advise};
use aloof::audit::{Audit, AuditRequest, audit};
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use aloof_census::{BLOCK_ROWS, Census, LabelColumn as CensusColumn};
use aloof_io::publish::{Existing, FilePlacement, Hashed};
use aloof_io::{Source, write_csv};
use aloof_methods::{
    Axis,
    baselines::{Median, mondrian},
};
use aloof_principles::{Check, Distinct, Principle};
use aloof_table::{Attribute, Column, Dictionary, Hierarchy, LabelColumn, NumberColumn, Partition, Table};
use serde::Serialize;

/// The quasi-identifiers of the demonstration.
pub const QUASI: [&str; 4] = ["age", "sex", "education", "occupation"];
/// Its sensitive column.
pub const SENSITIVE: &str = "income";

/// The demonstration's files.
#[derive(Clone, Debug)]
pub struct Files {
    /// The people.
    pub original: PathBuf,
    /// Their release, 3-diverse.
    pub diverse: PathBuf,
    /// What the columns are, and what should hold.
    pub policy: PathBuf,
    /// The safe release.
    pub release: PathBuf,
    /// What must never be published of it.
    pub private: PathBuf,
}

/// All that the demonstration tells.
#[derive(Clone, Debug, Serialize)]
pub struct Story {
    /// Where everything is.
    #[serde(skip)]
    pub files: Files,
    /// What could be promised.
    pub advice: Advice,
    /// What is wrong with the 3-diverse release.
    pub breach: Audit,
    /// The safe release.
    pub safe: ReleaseReport,
    /// The same promise in the group view only, by the algorithm as its paper prints it.
    pub printed: ReleaseReport,
}

const COLUMNS: &str = r#"[columns]
age        = { role = "quasi" }
sex        = { role = "quasi", hierarchy = "sex.csv" }
education  = { role = "quasi", hierarchy = "education.csv" }
occupation = { role = "quasi", hierarchy = "occupation.csv" }
income     = { role = "sensitive" }
undeclared = "drop"
"#;

const SAFE: &str = r#"
# Nobody who knows everybody's age, sex, education and occupation, and takes the rows of a group as equally likely, can tell
# the income of anyone in the table to within 2000 with more than 1 in 3 certainty.
[[protect]]
principle = "epsilon-m"
absolute  = "2000"
m         = 3
"#;

const DIVERSE: &str = r#"
# What today's tools promise: at least 3 different incomes in every group.
[[protect]]
principle = "l-diversity"
kind      = "distinct"
l         = 3
view      = "group"
"#;

/// Makes `rows` people and tells the whole story about them; all files go to `directory`. One that holds anything must have
/// been made by an earlier demonstration, unless files of these names may be replaced.
pub fn tell(directory: &Path, rows: u64, seed: u64, existing: Existing) -> Result<Story, Error> {
    let files = stage(directory, rows, seed, existing)?;
    let name = files.policy.display().to_string();
    let policy = |text: String| Policy::from_toml(&text, &name);
    let safe = policy(format!("{COLUMNS}{SAFE}"))?;
    let both = policy(format!("{COLUMNS}{DIVERSE}{SAFE}"))?;
    let printed = policy(format!("{COLUMNS}{SAFE}view = \"group\"\n[method]\nvariant = \"printed\"\n"))?;
    let original = Source::File(files.original.clone());
    let advice = advise(&AdviseRequest { data: original.clone(), policy: &safe, progress: &|_, _| {} })?;
    let breach = audit(&AuditRequest {
        data: Source::File(files.diverse.clone()),
        original: Some(original),
        policy: &both,
        population: None,
        epsilons: Vec::new(),
        show_values: true,
        list_violations: false,
        progress: &|_, _| {},
    })?;
    let safe = release(&files, &safe, files.release.clone(), Some(files.private.clone()), seed)?;
    let printed = release(&files, &printed, directory.join("printed"), None, seed)?;
    Ok(Story { files, advice, breach, safe, printed })
}

fn release(
    files: &Files,
    policy: &Policy,
    out: PathBuf,
    private: Option<PathBuf>,
    seed: u64,
) -> Result<ReleaseReport, Error> {
    let request = Request::new(Source::File(files.original.clone()), policy).secret(Secret::Seed(seed));
    publish(&request, &Target::new(out).private(private).existing(Existing::Replace))
}

/// Makes `rows` people, releases them 3-diverse, and writes everything to `directory`. The policy comes first: by it the next
/// run knows whose directory this is.
fn stage(directory: &Path, rows: u64, seed: u64, existing: Existing) -> Result<Files, Error> {
    std::fs::create_dir_all(directory).map_err(|cause| file_error(directory, cause))?;
    let path = |name: &str| directory.join(name);
    let policy = format!("# What the columns of census.csv are, and what should hold.\n{COLUMNS}{SAFE}");
    if existing == Existing::Refuse {
        refuse_foreign(directory, &policy)?;
    }
    write(&path("aloof.toml"), |out| out.write_all(policy.as_bytes()))?;
    let census = Census::new(rows, seed);
    let table = census_table(&census);
    write_table(&table, &path("census.csv"))?;
    write_table(&three_diverse(&table)?, &path("three-diverse.csv"))?;
    for column in CensusColumn::ALL.into_iter().filter(|column| QUASI.contains(&column.name())) {
        write(&path(&format!("{}.csv", column.name())), |out| column.hierarchy().write_arx(out))?;
    }
    Ok(Files {
        original: path("census.csv"),
        diverse: path("three-diverse.csv"),
        policy: path("aloof.toml"),
        release: path("release"),
        private: path("private"),
    })
}

fn file_error(path: &Path, cause: std::io::Error) -> Error {
    Error::File { what: format!("{} cannot be written", path.display()), cause }
}

/// A directory that holds something, and not the demonstration's own policy, is somebody's.
fn refuse_foreign(directory: &Path, policy: &str) -> Result<(), Error> {
    let mut entries = std::fs::read_dir(directory).map_err(|cause| file_error(directory, cause))?;
    let own = directory.join("aloof.toml");
    let ours = std::fs::read_to_string(&own).is_ok_and(|text| text == policy);
    if ours || entries.next().is_none() {
        return Ok(());
    }
    let (what, is) =
        if own.exists() { (own.as_path(), "is a policy of your own") } else { (directory, "holds files of yours") };
    Err(Error::Data(format!("{} {is} and stays as it is; name another directory, or say --replace", what.display())))
}

fn write_table(table: &Table, path: &Path) -> Result<(), Error> {
    write(path, |out| write_csv(table, std::io::BufWriter::new(out)))
}

/// A file, whole or not at all.
fn write(path: &Path, content: impl FnOnce(&mut Hashed<File>) -> std::io::Result<()>) -> Result<(), Error> {
    let file = FilePlacement::new(path, Existing::Replace, &[])?;
    file.file().write(content)?;
    Ok(file.place()?)
}

/// All columns of a generated census.
fn census_table(census: &Census) -> Table {
    let (mut ages, mut incomes) = (Vec::new(), Vec::new());
    let mut codes: Vec<Vec<u32>> = vec![Vec::new(); CensusColumn::ALL.len()];
    for block in census.blocks() {
        ages.extend(block.age.iter().map(|&age| i64::from(age)));
        incomes.extend(block.income.iter().map(|&income| i64::from(income)));
        for (codes, column) in codes.iter_mut().zip(CensusColumn::ALL) {
            codes.extend(block.codes(column).iter().map(|&code| u32::from(code)));
        }
        debug_assert!(block.len() as u64 <= BLOCK_ROWS);
    }
    let rows = ages.len();
    let mut columns = vec![("age".to_owned(), Column::Number(NumberColumn::from_integers(ages)))];
    for (codes, column) in codes.into_iter().zip(CensusColumn::ALL) {
        let labels: Dictionary = column.labels().iter().collect();
        columns.push((column.name().to_owned(), Column::Label(LabelColumn::new(codes, labels))));
    }
    columns.push((SENSITIVE.to_owned(), Column::Number(NumberColumn::from_integers(incomes))));
    Table::new(columns, rows).expect("columns of equal length and different names")
}

/// The quasi columns generalized to groups of at least 3 different incomes, by Mondrian.
fn three_diverse(table: &Table) -> Result<Table, Error> {
    let column = |name: &str| table.column(name).expect("a column of the census");
    let trees: Vec<Option<Hierarchy>> = QUASI.iter().map(|name| census_hierarchy(name)).collect();
    let axes: Vec<Axis> = QUASI.iter().zip(&trees).map(|(name, tree)| Axis::new(column(name), tree.as_ref())).collect();
    let attribute = Attribute::new(&[(SENSITIVE, column(SENSITIVE))], |_| false);
    let rule = Distinct::new(3).map_err(|error| Error::Data(error.to_string()))?;
    let check = rule.bind(&attribute).map_err(|error| Error::Data(error.to_string()))?;
    let partition = deal(&axes, table.rows(), &attribute, check.as_ref());
    let mut columns: Vec<(String, Column)> = QUASI
        .iter()
        .zip(&trees)
        .map(|(name, tree)| ((*name).to_owned(), Column::Label(column(name).generalize(&partition, tree.as_ref()))))
        .collect();
    columns.push((SENSITIVE.to_owned(), column(SENSITIVE).clone()));
    Table::new(columns, table.rows()).map_err(|error| Error::Data(error.to_string()))
}

fn deal(axes: &[Axis], rows: usize, attribute: &Attribute, check: &dyn Check) -> Partition {
    mondrian(axes, rows, Median::Strict, &|rows| !rows.is_empty() && check.judge(&attribute.group(rows)).holds)
}

fn census_hierarchy(name: &str) -> Option<Hierarchy> {
    let column = CensusColumn::ALL.into_iter().find(|column| column.name() == name)?;
    let tree = column.hierarchy();
    let paths = (0..column.labels().len()).map(|code| tree.path(code as u8));
    Some(Hierarchy::from_paths(paths).expect("our own hierarchies are trees"))
}
