//! The people of the experiments: the generated census in the shapes of the papers' tables, and real tables where they are.

use std::path::{Path, PathBuf};

use aloof::Error;
use aloof_census::{Census, LabelColumn as CensusColumn};
use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_table::{Column, Hierarchy, LabelColumn, NumberColumn, Table};

use super::lab::{Lab, Quasi};

const SEED: u64 = 1;
/// The domain of incomes in the paper's table.
const INCOMES: std::ops::RangeInclusive<u32> = 1_000..=100_000;
/// Classes of income in the table of the second paper, and how wide they are.
const CLASSES: u32 = 50;
const CLASS: u32 = 2_000;

/// What is drawn of one person: codes from 1 on, and the income.
#[derive(Clone, Copy)]
pub(super) struct Person {
    pub age: i64,
    pub birthplace: i64,
    pub occupation: i64,
    pub sex: u8,
    pub marital_status: u8,
    pub race: u8,
    pub education: i64,
    pub work_class: u8,
    pub income: u32,
}

/// So many people of the generated census who pass.
pub(super) fn people(rows: u64, passes: impl Fn(&Person) -> bool) -> Vec<Person> {
    let mut found = Vec::new();
    for block in Census::new(rows.saturating_mul(4), SEED).blocks() {
        for row in 0..block.age.len() {
            if found.len() as u64 == rows {
                return found;
            }
            let person = Person {
                age: block.age[row].into(),
                birthplace: i64::from(block.birthplace[row]) + 1,
                occupation: i64::from(block.occupation[row]) + 1,
                sex: block.sex[row],
                marital_status: block.marital_status[row],
                race: block.race[row],
                education: i64::from(block.education[row]) + 1,
                work_class: block.work_class[row],
                income: block.income[row],
            };
            if passes(&person) {
                found.push(person);
            }
        }
    }
    found
}

/// Age, birthplace, occupation; income: integers all, incomes from 1,000 to 100,000.
pub(super) fn salaries(rows: u64) -> Lab {
    let people = people(rows, |person| INCOMES.contains(&person.income));
    let number = |of: fn(&Person) -> i64| people.iter().map(of).collect::<Vec<i64>>();
    let quasi = vec![
        Quasi::number("age", number(|person| person.age)),
        Quasi::number("birthplace", number(|person| person.birthplace)),
        Quasi::number("occupation", number(|person| person.occupation)),
    ];
    let income = Column::Number(NumberColumn::from_integers(number(|person| person.income.into())));
    let name = format!("the generated census, {} people with incomes from 1,000 to 100,000", thousands(people.len()));
    Lab::new(name, quasi, vec![("income", income)])
}

/// Age, sex, marital status, race; education, work class, class of income: labels in trees but for numbers.
pub(super) fn composite(rows: u64) -> Lab {
    let people = people(rows, |_| true);
    let label = |name: &'static str, of: CensusColumn, code: fn(&Person) -> u8| {
        let labels = of.labels();
        let column = LabelColumn::from_texts(people.iter().map(|person| Some(labels[usize::from(code(person))])));
        Quasi { name, column: Column::Label(column), tree: tree(of), range: 0.0 }
    };
    let number = |of: fn(&Person) -> i64| people.iter().map(of).collect::<Vec<i64>>();
    let quasi = vec![
        Quasi::number("age", number(|person| person.age)),
        label("sex", CensusColumn::Sex, |person| person.sex),
        label("marital_status", CensusColumn::MaritalStatus, |person| person.marital_status),
        label("race", CensusColumn::Race, |person| person.race),
    ];
    let numbers = |of: fn(&Person) -> i64| Column::Number(NumberColumn::from_integers(number(of)));
    let class = |person: &Person| i64::from((person.income / CLASS).min(CLASSES - 1)) + 1;
    let sensitive = vec![
        ("education", numbers(|person| person.education)),
        ("work_class", label("work_class", CensusColumn::WorkClass, |person| person.work_class).column),
        ("income", numbers(class)),
    ];
    Lab::new(format!("the generated census, {} people", thousands(people.len())), quasi, sensitive)
}

/// The taxonomy of a column of the census.
pub(super) fn tree(column: CensusColumn) -> Option<Hierarchy> {
    let codes = 0..column.labels().len() as u8;
    Hierarchy::from_paths(codes.map(|code| column.hierarchy().path(code))).ok()
}

/// The columns of a real table that are asked for, rows with a gap left out.
pub(super) fn real_numbers(file: &Path, names: &[&str], most: usize) -> Result<Vec<Vec<i64>>, Error> {
    let table = read(file, names)?;
    let columns: Vec<&Column> = names.iter().filter_map(|name| table.column(name)).collect();
    let mut found = vec![Vec::new(); columns.len()];
    for row in 0..table.rows() {
        let whole = |column: &&Column| match column {
            Column::Number(numbers) => numbers.scaled(row).and_then(|value| i64::try_from(value).ok()),
            _ => None,
        };
        if found.first().is_some_and(|column| column.len() == most) {
            break;
        }
        if let Some(values) = columns.iter().map(whole).collect::<Option<Vec<i64>>>() {
            found.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        }
    }
    Ok(found)
}

/// The texts of one column of a real table.
pub(super) fn real_labels(file: &Path, name: &str, most: usize) -> Result<Vec<String>, Error> {
    let table = read(file, &[name])?;
    let column = table.column(name);
    let text = |row: usize| column.and_then(|column| column.text(row)).unwrap_or_default();
    Ok((0..table.rows().min(most)).map(text).collect())
}

fn read(file: &Path, names: &[&str]) -> Result<Table, Error> {
    let input = Input::open(Source::File(file.to_owned()), ReadOptions::default())?;
    let ask = |name: &String| if names.contains(&name.as_str()) { Ask::Auto } else { Ask::Skip };
    Ok(input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?)
}

/// A real table in the directory that was given.
pub(super) fn real(data: Option<&PathBuf>, name: &str) -> Option<PathBuf> {
    let data = data?;
    let places = [data.join(name), data.join("census").join(name), data.join("adult").join(name)];
    places.into_iter().find(|path| path.is_file())
}

/// 500000 as 500,000.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let comma = |(at, digit): (usize, char)| {
        let before = if at > 0 && (digits.len() - at).is_multiple_of(3) { "," } else { "" };
        format!("{before}{digit}")
    };
    digits.chars().enumerate().map(comma).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_have_the_domains_of_the_papers() {
        let lab = salaries(3_000);
        assert_eq!(lab.rows(), 3_000);
        let Column::Number(incomes) = &lab.sensitive[0].1 else { panic!("numbers") };
        assert!((0..3_000).all(|row| incomes.scaled(row).is_some_and(|income| (1_000..=100_000).contains(&income))));
        let lab = composite(2_000);
        let Column::Number(classes) = &lab.sensitive[2].1 else { panic!("numbers") };
        assert!((0..2_000).all(|row| classes.scaled(row).is_some_and(|class| (1..=50).contains(&class))));
        assert!(lab.quasi[1..].iter().all(|one| one.tree.is_some()));
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}
