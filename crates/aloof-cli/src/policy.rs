//! The policy from a file, from flags, or from both: flags win.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use aloof::audit::{policy_beside, stated_policy};
use aloof::io::Source;
use aloof::policy::{Item, Place, Policy, Section, delimiter};

use crate::Failure;
use crate::naming::{self, Named, Number};
use crate::options::WritingArgs;
use crate::protection::{self, Asked};

/// Options that say what the columns are and what must hold.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct PolicyArgs {
    /// The policy: a file that says what every column is and what must hold; `aloof.toml` beside the data if it stands there and no columns are named here
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// What others may know of people, such as age, birthplace and job (quasi-identifiers): published as ranges and sets
    #[arg(long, value_name = "COLUMNS", help_heading = "Columns")]
    pub quasi: Vec<String>,
    /// What nobody shall find out about a person, such as an income: published as it is, and protected. A column may have numbers of
    /// its own, by the names of the flags below: salary:absolute=4500,m=5,job:l=2; what it leaves open is taken from these flags. Names
    /// with commas stand in double quotes
    #[arg(long, value_name = "COLUMNS", help_heading = "Columns")]
    pub sensitive: Vec<String>,
    /// Of a published table: the column that numbers its groups
    #[arg(long, value_name = "COLUMN", help_heading = "Columns")]
    pub group: Option<String>,
    /// Columns that are published as they are and that nothing protects: only what nobody can know of a person
    #[arg(long, value_name = "COLUMNS", help_heading = "Columns")]
    pub keep: Vec<String>,
    /// The delimiter of CSV files; found from the data if left out
    #[arg(long, value_name = "CHAR", help_heading = "Columns")]
    pub delimiter: Option<String>,
    /// A text that means a missing value; may be given several times
    #[arg(long = "missing-text", value_name = "TEXT", allow_hyphen_values = true, help_heading = "Columns")]
    pub missing_text: Vec<String>,
    #[command(flatten)]
    pub writing: WritingArgs,
    /// How near a guess must not come, such as 1000: ε of (ε, m)-anonymity; goes with --m
    #[arg(long, value_name = "DECIMAL", help_heading = "Protection", allow_negative_numbers = true, conflicts_with_all = ["relative", "below", "above"])]
    pub absolute: Option<String>,
    /// The same as a share of the value, such as 0.1; goes with --m
    #[arg(long, value_name = "SHARE", help_heading = "Protection", allow_negative_numbers = true, conflicts_with_all = ["below", "above"])]
    pub relative: Option<String>,
    /// The same where it is not the same to both sides: how far below the value; goes with --above and --m
    #[arg(
        long,
        value_name = "DECIMAL",
        help_heading = "Protection",
        allow_negative_numbers = true,
        requires = "above"
    )]
    pub below: Option<String>,
    /// How far above the value; goes with --below and --m
    #[arg(
        long,
        value_name = "DECIMAL",
        help_heading = "Protection",
        allow_negative_numbers = true,
        requires = "below"
    )]
    pub above: Option<String>,
    /// How sure such a guess may be: right for one person in M at most, 5 for 20%
    #[arg(long, value_name = "M", help_heading = "Protection", allow_negative_numbers = true, value_parser = one_in)]
    pub m: Option<u32>,
    /// (δ, l)-diversity: at most one in L of a group may lie within twice this of a value; goes with --l
    #[arg(long, value_name = "DECIMAL", help_heading = "Protection", allow_negative_numbers = true)]
    pub delta: Option<String>,
    /// So many different values among the people of a group, at least (l-diversity); with --delta (δ, l)-diversity
    #[arg(long, value_name = "L", help_heading = "Protection", allow_negative_numbers = true, value_parser = whole)]
    pub l: Option<u32>,
    /// So many people that cannot be told apart, at least (k-anonymity); protects no sensitive value
    #[arg(long, value_name = "K", help_heading = "Protection", allow_negative_numbers = true, value_parser = whole)]
    pub k: Option<u32>,
    /// How far the shares of values in a group may be from those in the table, from 0 to 1 (t-closeness, all values equally far apart)
    #[arg(long, value_name = "T", help_heading = "Protection", allow_negative_numbers = true)]
    pub t: Option<String>,
    /// Against whom it must hold: `register`, someone who knows everybody's quasi columns (if left out); `candidates`, who knows one
    /// person's and guesses around values that occur; `group`, who knows a person's group and guesses around its values
    #[arg(long, value_name = "VIEW", help_heading = "Protection", value_parser = ["register", "candidates", "group"])]
    pub view: Option<String>,
}

impl PolicyArgs {
    /// The policy for the data at `data`. `None` when neither file nor flags say anything.
    pub fn load(&self, data: &str) -> Result<Policy, Failure> {
        self.load_with(data, |_| {})
    }

    /// As [`PolicyArgs::load`]; where neither file nor flags say anything, what the release at `release` says of itself.
    pub fn load_for(&self, data: &str, release: &str, with_original: bool) -> Result<Policy, Failure> {
        self.load_or(data, || stated(release, with_original), |_| {})
    }

    /// As [`PolicyArgs::load_with`]; where neither file nor flags say anything, what the release at `data` says of itself.
    pub fn load_stated_with(&self, data: &str, add: impl FnOnce(&mut Section)) -> Result<Policy, Failure> {
        self.load_or(data, || Ok(stated_policy(&crate::options::released(data)?, false)?), add)
    }

    /// As [`PolicyArgs::load_for`], made by this method: the keys of `[method]` and their words, or none for as it is.
    pub fn load_made_by(&self, data: &str, release: &str, method: &[(&str, &str)]) -> Result<Policy, Failure> {
        self.load_or(
            data,
            || stated(release, true),
            |spec| {
                let mut section = Section::new(Place::Flag("--beside"));
                for (key, word) in method {
                    section.set(key, Place::Flag("--beside"), Item::Text((*word).to_owned()));
                }
                spec.set("method", Place::Flag("--beside"), Item::Section(section));
                // As printed, algorithms know the group view alone.
                if method.contains(&("variant", "printed")) {
                    protection::set_view(spec, "group", |_| true);
                }
            },
        )
    }

    /// As [`PolicyArgs::load`], with what further flags say.
    pub fn load_with(&self, data: &str, add: impl FnOnce(&mut Section)) -> Result<Policy, Failure> {
        self.load_or(data, || Ok(None), add)
    }

    fn load_or(
        &self,
        data: &str,
        otherwise: impl FnOnce() -> Result<Option<Section>, Failure>,
        add: impl FnOnce(&mut Section),
    ) -> Result<Policy, Failure> {
        let file = self.file(data);
        let (mut spec, base) = match &file {
            Some(path) => (read_spec(path)?, path.parent().unwrap_or(Path::new("")).to_owned()),
            None if self.names_columns() => (Section::new(Place::Flag("command line")), PathBuf::new()),
            None => match otherwise()? {
                Some(spec) => (spec, PathBuf::new()),
                None if data != "-" && Source::at(data).path().is_some_and(|path| !path.exists()) => {
                    return Err(Failure::wrong(format!("{data}: no such file")));
                }
                None => return Err(Failure::wrong(nothing_said(data))),
            },
        };
        let sensitive = naming::columns("--sensitive", &self.sensitive)?;
        self.add_columns(&mut spec, &sensitive, file.is_none())?;
        self.add_protection(&mut spec, sensitive)?;
        self.add_input(&mut spec)?;
        add(&mut spec);
        Ok(Policy::check(&spec, base).map_err(aloof::Error::from)?)
    }

    /// The policy's file: the one that is named, or the one beside the data where no columns are.
    pub fn file(&self, data: &str) -> Option<PathBuf> {
        self.policy.clone().or_else(|| if self.names_columns() { None } else { beside(data) })
    }

    /// What is said of a policy that nobody named, where a release was made by another.
    pub fn taken_for(&self, release: &str) -> Option<String> {
        let file = self.file(release).filter(|_| self.policy.is_none())?;
        Some(format!(
            "That policy is {}, taken because it stands beside the release. Name the right one with --policy; without any, the \
             release is judged by what it says of itself.",
            file.display()
        ))
    }

    /// The same, said of what does not fit a release: the policy that stands beside `data` and that nobody named may be of another table.
    pub fn explained(&self, error: aloof::Error, data: &str, release: &str) -> Failure {
        let taken = self.file(data).filter(|_| self.policy.is_none() && Path::new(release).is_dir());
        let by_policy = matches!(error, aloof::Error::Policy(_));
        let mut failure = Failure::from(error);
        if let Some(file) = taken.filter(|_| by_policy) {
            let file = file.display();
            failure.message = format!(
                "{}; {file} was taken because it stands here: name the columns with --quasi and --sensitive, or another --policy, if it is not \
                 this table's",
                failure.message
            );
        }
        failure
    }

    fn names_columns(&self) -> bool {
        !self.quasi.is_empty() || !self.sensitive.is_empty() || self.group.is_some()
    }

    fn add_columns(&self, spec: &mut Section, sensitive: &[Named], drop_others: bool) -> Result<(), Failure> {
        let Some(mut columns) = section(spec, "columns", "--quasi") else { return Ok(()) };
        if drop_others {
            columns.set("undeclared", Place::Flag("command line"), Item::Text("drop".to_owned()));
        }
        let (quasi, keep) = (naming::columns("--quasi", &self.quasi)?, naming::columns("--keep", &self.keep)?);
        let group: Vec<Named> = self.group.iter().map(|name| Named::plain(name.trim())).collect();
        let mut known: Vec<(&str, &str)> = Vec::new();
        for (named, role, flag) in [
            (&quasi[..], "quasi", "--quasi"),
            (sensitive, "sensitive", "--sensitive"),
            (&group, "group", "--group"),
            (&keep, "keep", "--keep"),
        ] {
            for name in named.iter().map(|column| column.name.as_str()).filter(|name| !name.is_empty()) {
                if let Some((_, before)) = known.iter().find(|(other, _)| *other == name) {
                    return Err(naming::twice(flag, name, before));
                }
                known.push((name, flag));
                let mut column = section(&columns, name, flag).unwrap_or_else(|| Section::new(Place::Flag(flag)));
                column.set("role", Place::Flag(flag), Item::Text(role.to_owned()));
                columns.set(name, Place::Flag(flag), Item::Section(column));
            }
        }
        spec.set("columns", Place::Flag("--quasi"), Item::Section(columns));
        Ok(())
    }

    /// Flags about protection replace the policy's.
    fn add_protection(&self, spec: &mut Section, named: Vec<Named>) -> Result<(), Failure> {
        let columns = to_protect(spec, named);
        protection::put(spec, &Asked { plain: self.plain(), k: self.k, columns })?;
        self.view.as_deref().map_or(Ok(()), |view| protection::put_view(spec, view))
    }

    /// Numbers of flags that name no column.
    fn plain(&self) -> Vec<Number> {
        let whole = |value: Option<u32>| value.map(|value| value.to_string());
        let said = [
            ("absolute", "--absolute", self.absolute.clone()),
            ("relative", "--relative", self.relative.clone()),
            ("below", "--below", self.below.clone()),
            ("above", "--above", self.above.clone()),
            ("m", "--m", whole(self.m)),
            ("delta", "--delta", self.delta.clone()),
            ("l", "--l", whole(self.l)),
            ("t", "--t", self.t.clone()),
        ];
        let number =
            |(key, flag, value): (_, _, Option<String>)| Some(Number { key, value: value?, place: Place::Flag(flag) });
        said.into_iter().filter_map(number).collect()
    }

    fn add_input(&self, spec: &mut Section) -> Result<(), Failure> {
        let Some(mut input) = section(spec, "input", "--delimiter") else { return Ok(()) };
        if let Some(text) = &self.delimiter {
            delimiter(text).map_err(|problem| Failure::wrong(format!("--delimiter {text}: {problem}")))?;
            input.set("delimiter", Place::Flag("--delimiter"), Item::Text(text.clone()));
        }
        self.writing.read()?;
        for (key, flag, said) in [
            ("encoding", "--encoding", &self.writing.encoding),
            ("decimal", "--decimal", &self.writing.decimal),
            ("date", "--date", &self.writing.date),
        ] {
            if let Some(text) = said {
                input.set(key, Place::Flag(flag), Item::Text(text.clone()));
            }
        }
        if !self.missing_text.is_empty() {
            let place = Place::Flag("--missing-text");
            let texts = self
                .missing_text
                .iter()
                .map(|text| aloof::policy::Located { value: Item::Text(text.clone()), place: place.clone() });
            input.set("missing", place.clone(), Item::List(texts.collect()));
        }
        spec.set("input", Place::Flag("--delimiter"), Item::Section(input));
        Ok(())
    }
}

/// What a release says of itself.
fn stated(release: &str, with_original: bool) -> Result<Option<Section>, Failure> {
    let found = crate::options::released(release)?;
    if found.path().is_some_and(|path| release != "-" && !path.exists()) {
        return Err(Failure::wrong(format!("{release}: no such file")));
    }
    Ok(stated_policy(&found, with_original)?)
}

/// The sensitive columns that flags or a policy name, with the numbers that flags give them; not those that the policy says go out as
/// they are, unless they have numbers.
fn to_protect(spec: &Section, mut named: Vec<Named>) -> Vec<Named> {
    let Some(Item::Section(columns)) = spec.get("columns").map(|columns| &columns.value) else { return named };
    let mut found = Vec::new();
    for (name, item) in columns.entries() {
        let Item::Section(column) = &item.value else { continue };
        let says = |key: &str, word: &str| matches!(column.get(key).map(|item| &item.value), Some(Item::Text(text)) if text == word);
        let own = named.iter().position(|column| column.name == *name).map(|at| named.swap_remove(at));
        let open = says("protect", "none") && own.as_ref().is_none_or(|own| own.own.is_empty());
        if says("role", "sensitive") && !open {
            found.push(own.unwrap_or_else(|| Named::plain(name)));
        }
    }
    found
}

/// A count of people or values.
fn whole(text: &str) -> Result<u32, String> {
    text.trim().parse().map_err(|_| format!("a whole number is needed, from 1 to {}, such as 5", u32::MAX))
}

/// One in how many.
fn one_in(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| {
        "one in how many, a whole number such as 5: a guess is then right with at most 1/5, which is 20%".to_owned()
    })
}

/// A policy is a few kilobytes; more is none.
const LONGEST: u64 = 4 << 20;

/// What a policy file says, unchecked.
fn read_spec(path: &Path) -> Result<Section, Failure> {
    let name = path.display().to_string();
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Failure::wrong(format!(
            "the policy {name}: no such file (aloof inspect DATA --write-policy {name} makes a first one)"
        )),
        ErrorKind::IsADirectory => Failure::wrong(format!("the policy {name} is a directory; give a file")),
        _ => Failure::wrong(format!("the policy {name} cannot be read: {error}")),
    };
    let found = std::fs::metadata(path).map_err(unreadable)?;
    if !found.is_file() && !found.is_dir() {
        return Err(Failure::wrong(format!("the policy {name} is no regular file; write it to one")));
    }
    if found.len() > LONGEST {
        return Err(Failure::wrong(format!(
            "{name} is no policy: it has {} bytes, and {LONGEST} are the most",
            found.len()
        )));
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    Ok(Section::from_toml(&text, &name).map_err(aloof::Error::from)?)
}

/// A policy file, checked.
pub(crate) fn read(path: &Path) -> Result<Policy, Failure> {
    let base = path.parent().unwrap_or(Path::new("")).to_owned();
    Ok(Policy::check(&read_spec(path)?, base).map_err(aloof::Error::from)?)
}

/// The section `key` as it is, or an empty one; nothing when something else stands there, which checking will refuse.
pub(crate) fn section(spec: &Section, key: &str, flag: &'static str) -> Option<Section> {
    match spec.get(key).map(|located| &located.value) {
        Some(Item::Section(section)) => Some(section.clone()),
        Some(_) => None,
        None => Some(Section::new(Place::Flag(flag))),
    }
}

/// The policy beside the data, if a policy stands there.
fn beside(data: &str) -> Option<PathBuf> {
    Source::at(data).path().filter(|_| data != "-").and_then(policy_beside)
}

fn nothing_said(data: &str) -> String {
    format!(
        "nothing says what the columns of {data} are: name them with --quasi and --sensitive, or give --policy FILE \
         (aloof inspect {data} --write-policy aloof.toml makes a first one)"
    )
}
