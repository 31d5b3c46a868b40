//! Questions of somebody's own: how many people are so and so, by the original and by the release.
//!
//! A condition names a column and is written as a cell of a release is, so that there is one reading of both: `20..29`, `>=50`,
//! `{Nurse|Teacher}`, a node of the column's hierarchy. The answer of the release is the estimate that count queries are judged by.

use aloof_audit::Error;
use aloof_audit::audit::Evidence;
use aloof_audit::data::{Original, Released, Stars, open_released, read_options};
use aloof_audit::policy::Policy;
use aloof_io::{Input, Progress, Source};
use aloof_judge::utility::query::{Query, QueryTable};
use aloof_table::{Hierarchy, Kind};
use serde::Serialize;

use super::{Known, queries};

/// Two tables that were read to be asked.
pub struct Questions {
    table: QueryTable,
    quasi: Vec<QuasiColumn>,
    sensitive: Vec<(String, Kind)>,
}

struct QuasiColumn {
    name: String,
    kind: Kind,
    tree: Option<Hierarchy>,
}

/// A question that was answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OwnAnswer {
    /// Columns and what is asked of them.
    pub asked: Vec<(String, String)>,
    /// How many people of the original.
    pub original: f64,
    /// How many by the release, each row spread evenly over what its cells cover.
    pub release: f64,
}

/// A question as it is typed: conditions with `;` between them, each a column, `=` and a cell, such as `age=30..39;job={Nurse|Teacher}`.
pub fn typed_question(text: &str) -> Result<Vec<(String, String)>, Error> {
    let one = |condition: &str| match condition.split_once('=') {
        Some((name, cell)) if !name.trim().is_empty() && !cell.trim().is_empty() => {
            Ok((name.trim().to_owned(), cell.trim().to_owned()))
        }
        _ => Err(Error::Data(format!(
            "`{text}` is no question: conditions have the form COLUMN=CELL, with `;` between them, such as age=30..39;job=Nurse"
        ))),
    };
    text.split(';').map(one).collect()
}

impl Questions {
    /// Reads an original and its release.
    pub fn read(original: Source, release: &Source, policy: &Policy, progress: Progress<'_>) -> Result<Self, Error> {
        let before = Input::open(original, read_options(policy))?;
        let original = Original::read(&before, &policy.of_true_numbers(), false, progress)?;
        let evidence = Evidence::of(release)?;
        let released = match release {
            Source::File(_) => Released::open(release, evidence.tables(), policy, Stars::Box, progress)?,
            other => Released::read(&open_released(other, policy)?, policy, Stars::Box, progress)?,
        };
        let known = Known { held_out: evidence.held_out(), ..Known::default() };
        let table = queries::any(&original, &released, evidence.perturbation(), &known)?;
        let mut quasi: Vec<QuasiColumn> = original.quasi.iter().map(|one| QuasiColumn::of(&original, one)).collect();
        quasi.sort_by(|one, other| one.name.cmp(&other.name));
        let sensitive = original.sensitive.iter().map(|(name, column)| (name.clone(), column.kind())).collect();
        Ok(Self { table, quasi, sensitive })
    }

    /// How many people meet all conditions. Fails for a column that is neither quasi nor sensitive, and for a condition that is not
    /// understood.
    pub fn count(&self, conditions: &[(String, String)]) -> Result<OwnAnswer, Error> {
        let mut query = Query::default();
        for (name, text) in conditions {
            let wrong = |error: &dyn std::fmt::Display| Error::Data(format!("`{name}` = `{text}`: {error}"));
            let quasi = self.quasi.iter().position(|column| column.name == *name);
            let sensitive = self.sensitive.iter().position(|(column, _)| column == name);
            let asked = match (quasi, sensitive) {
                (Some(at), _) => {
                    let column = &self.quasi[at];
                    let found = self.table.asked_of_quasi(at, text, column.kind, column.tree.as_ref());
                    found.map(|found| found.map(|found| query.quasi.push((at, found))))
                }
                (None, Some(at)) => {
                    let found = self.table.asked_of_sensitive(at, text, self.sensitive[at].1);
                    found.map(|found| found.map(|found| query.sensitive.push((at, found))))
                }
                (None, None) => return Err(wrong(&self.unknown(name, text))),
            };
            if asked.map_err(|error| wrong(&error))?.is_none() {
                return Ok(OwnAnswer { asked: conditions.to_vec(), original: 0.0, release: 0.0 });
            }
        }
        let answer = self.table.answer(&query);
        Ok(OwnAnswer { asked: conditions.to_vec(), original: answer.truth, release: answer.estimate })
    }

    /// What is said of a name that no column has: `age>=60` is one of a column and a sign that belongs to the cell.
    fn unknown(&self, name: &str, text: &str) -> String {
        let is_known = |one: &str| {
            self.quasi.iter().any(|column| column.name == one) || self.sensitive.iter().any(|(column, _)| column == one)
        };
        for sign in ['<', '>'] {
            if let Some(column) = name.strip_suffix(sign).map(str::trim).filter(|column| is_known(column)) {
                return format!(
                    "a condition is COLUMN=CELL, and the sign stands in the cell: write {column}={sign}={text}"
                );
            }
        }
        "no quasi or sensitive column has this name".to_owned()
    }
}

impl QuasiColumn {
    fn of(original: &Original, quasi: &aloof_audit::data::Quasi) -> Self {
        let tree = quasi.ladder.order().is_none().then(|| quasi.ladder.tree().cloned()).flatten();
        Self { name: quasi.name.clone(), kind: original.column(&quasi.name).kind(), tree }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "[columns]\nage={role=\"quasi\"}\njob={role=\"quasi\"}\npay={role=\"sensitive\"}\n";
    const ORIGINAL: &str = "age,job,pay\n20,Nurse,100\n21,Clerk,200\n30,Nurse,300\n39,Baker,400\n";
    /// Two groups of two: a cell covers two or ten years, two labels of three.
    const RELEASE: &str = "age,job,pay\n20..21,{Clerk|Nurse},100\n20..21,{Clerk|Nurse},200\n30..39,{Baker|Nurse},300\n30..39,{Baker|Nurse},400\n";

    fn questions() -> Questions {
        let table = |name: &str, text: &'static str| Source::Memory { name: name.to_owned(), bytes: text.into() };
        let policy = Policy::from_toml(POLICY, "aloof.toml").unwrap();
        Questions::read(table("a.csv", ORIGINAL), &table("b.csv", RELEASE), &policy, &|_, _| {}).unwrap()
    }

    fn count(questions: &Questions, conditions: &[(&str, &str)]) -> (f64, f64) {
        let owned: Vec<_> = conditions.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let found = questions.count(&owned).unwrap();
        (found.original, found.release)
    }

    /// Rows spread evenly over what their cells cover, counted by hand.
    #[test]
    fn both_tables_answer_what_is_asked() {
        let asked = questions();
        assert_eq!(count(&asked, &[]), (4.0, 4.0));
        assert_eq!(count(&asked, &[("age", "20")]), (1.0, 1.0));
        assert_eq!(count(&asked, &[("age", "30..34")]), (1.0, 1.0));
        assert_eq!(count(&asked, &[("age", ">=30"), ("job", "Nurse")]), (1.0, 1.0));
        assert_eq!(count(&asked, &[("job", "{Nurse|Baker}")]), (3.0, 3.0));
        assert_eq!(count(&asked, &[("age", "20..21"), ("pay", "<200")]), (1.0, 1.0));
        assert_eq!(count(&asked, &[("age", "21..30"), ("job", "Nurse")]), (1.0, 0.5 + 0.1));
        assert_eq!(count(&asked, &[("age", "*"), ("pay", "[150, 350]")]), (2.0, 2.0));
    }

    #[test]
    fn a_sign_beside_the_name_belongs_to_the_cell() {
        let told = questions().count(&typed_question("age>=60").unwrap()).unwrap_err().to_string();
        assert!(told.contains("write age=>=60"), "{told}");
    }

    #[test]
    fn questions_are_typed_as_columns_and_cells() {
        let pair = |name: &str, cell: &str| (name.to_owned(), cell.to_owned());
        let found = typed_question("age=30..39; pay = >=100").unwrap();
        assert_eq!(found, [pair("age", "30..39"), pair("pay", ">=100")]);
        for wrong in ["", "age", "age=", "=3", "age=1;"] {
            assert!(typed_question(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_nobody_can_be_is_nobody_and_what_is_not_understood_is_said() {
        let asked = questions();
        assert_eq!(count(&asked, &[("age", "90..99")]), (0.0, 0.0));
        assert_eq!(count(&asked, &[("job", "Pilot")]), (0.0, 0.0));
        let wrong =
            |name: &str, text: &str| asked.count(&[(name.to_owned(), text.to_owned())]).unwrap_err().to_string();
        assert!(wrong("height", "1").contains("no quasi or sensitive column"), "{}", wrong("height", "1"));
        assert!(wrong("age", "old").contains("`age` = `old`"), "{}", wrong("age", "old"));
    }
}
