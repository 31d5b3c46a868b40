//! Figures weighted by how many people of the population each row stands for.
//!
//! The weights of the original are its own. Those of a release are the published ones; where none are published, a row has its
//! person's, if it is known whose it is. Else nothing is weighted, and it is said what would be needed.

use aloof_audit::Error;
use aloof_audit::data::{Original, Released, read_weights};
use aloof_audit::policy::{Policy, Role};
use aloof_io::{Input, Progress};
use aloof_judge::utility::Weights;
use aloof_table::{Means, NumberColumn};

use super::report::{ColumnLoss, WeightedReport};
use super::{losses, parts};

/// The weights of an original's rows.
pub(crate) struct Weighing {
    column: String,
    original: Weights,
}

/// Those of the rows of a release, too.
pub(crate) struct Weighed<'a> {
    weighing: &'a Weighing,
    released: Weights,
    known_by: &'static str,
}

impl Weighing {
    /// By the policy's column of weights, if it names one.
    pub fn of(input: &Input, policy: &Policy, progress: Progress<'_>) -> Result<Option<Self>, Error> {
        let Some(column) = policy.named(Role::Weight).find(|name| input.names().iter().any(|other| other == name))
        else {
            return Ok(None);
        };
        let original = added(input, column, &read_weights(input, column, progress)?)?;
        Ok(Some(Self { column: column.to_owned(), original }))
    }

    /// With the weights of a release; `people` are original rows with the released ones that stand for them, if that is known.
    pub fn with_release(
        &self,
        input: &Input,
        rows: usize,
        people: Option<&[(u32, u32)]>,
        progress: Progress<'_>,
    ) -> Result<Option<Weighed<'_>>, Error> {
        if input.names().contains(&self.column) {
            let released = added(input, &self.column, &read_weights(input, &self.column, progress)?)?;
            return Ok(Some(Weighed { weighing: self, released, known_by: "published" }));
        }
        let released = people.and_then(|people| persons(people, rows)).and_then(|rows| self.original.take(&rows));
        Ok(released.map(|released| Weighed { weighing: self, released, known_by: "person" }))
    }

    /// Why nothing is weighted.
    pub fn unknown(&self) -> String {
        format!(
            "Nothing is weighted by `{}`: it is not published, and it is not known which released row is whose, so that rows have \
             no weights. Give {} that the release was made with to `aloof evaluate`, or {}, or {}.",
            self.column,
            Means::Private,
            Means::Key,
            Means::SameOrder
        )
    }
}

/// The person of every released row; `None` where one is not known.
fn persons(people: &[(u32, u32)], rows: usize) -> Option<Vec<u32>> {
    let mut person_of = vec![None; rows];
    people.iter().for_each(|&(person, row)| person_of[row as usize] = Some(person));
    person_of.into_iter().collect()
}

fn added(input: &Input, column: &str, numbers: &NumberColumn) -> Result<Weights, Error> {
    Weights::new(numbers).ok_or_else(|| {
        Error::Data(format!("{}, column `{column}`: the weights are too large to be added", input.name()))
    })
}

impl Weighed<'_> {
    /// Of both tables' rows.
    pub fn weights(&self) -> (&Weights, &Weights) {
        (&self.weighing.original, &self.released)
    }

    /// Loss, weighted. Of the weight that is not published, people who were held out have the part that they are of those who are not
    /// published (`held_out` beside `withheld`): they were drawn by chance, and nothing was lost of those who were never to be published.
    pub fn report(
        &self,
        original: &Original,
        released: &Released,
        (held_out, withheld): (usize, usize),
    ) -> Result<WeightedReport, Error> {
        let columns: Vec<ColumnLoss> = losses(original, released, Some(&self.released))?;
        let (population, published) = (self.weighing.original.total(), self.released.total());
        let (loss, ncp) = parts(&columns);
        let lost = if held_out > 0 { withheld as f64 / (withheld + held_out) as f64 } else { 1.0 };
        let withheld = (population - published).max(0.0) * lost;
        Ok(WeightedReport {
            column: self.weighing.column.clone(),
            known_by: self.known_by,
            population,
            loss,
            ncp,
            gcp: (ncp * published + withheld) / (published + withheld),
            columns,
        })
    }
}
