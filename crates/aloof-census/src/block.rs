//! A block of the table, column by column.
//!
//! Rows are drawn one after the other, so that a block cut short begins with
//! the same rows as the full one; they are kept as columns because that is what
//! a table is read by.

use std::sync::LazyLock;

use crate::LabelColumn;
use crate::draw::Draw;
use crate::income::Incomes;
use crate::people::{People, Person};

/// The number of rows of a block; the last block of a table may have fewer.
pub const BLOCK_ROWS: u64 = 65_536;

/// Everything rows are drawn from; the same for every seed, so built once.
static MODEL: LazyLock<(People, Incomes)> = LazyLock::new(|| (People::new(), Incomes::new()));

/// Consecutive rows of the table, as columns of equal length.
///
/// Label columns hold codes into the dictionaries of [`LabelColumn::labels`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Age in years.
    pub age: Vec<u8>,
    /// Codes into [`BIRTHPLACE`](crate::BIRTHPLACE).
    pub birthplace: Vec<u8>,
    /// Codes into [`OCCUPATION`](crate::OCCUPATION).
    pub occupation: Vec<u8>,
    /// Codes into [`SEX`](crate::SEX).
    pub sex: Vec<u8>,
    /// Codes into [`MARITAL_STATUS`](crate::MARITAL_STATUS).
    pub marital_status: Vec<u8>,
    /// Codes into [`RACE`](crate::RACE).
    pub race: Vec<u8>,
    /// Codes into [`EDUCATION`](crate::EDUCATION).
    pub education: Vec<u8>,
    /// Codes into [`WORK_CLASS`](crate::WORK_CLASS).
    pub work_class: Vec<u8>,
    /// Annual income in whole currency units, never zero.
    pub income: Vec<u32>,
}

impl Block {
    /// Draws the first rows of a block.
    pub(crate) fn draw(seed: u64, index: u64, rows: usize) -> Self {
        let (people, incomes) = &*MODEL;
        let mut draw = Draw::new(seed, index);
        let mut block = Self::with_capacity(rows);
        for _ in 0..rows {
            let person = people.draw(&mut draw);
            let income = incomes.draw(person, &mut draw);
            block.push(person, income);
        }
        block
    }

    fn with_capacity(rows: usize) -> Self {
        Self {
            age: Vec::with_capacity(rows),
            birthplace: Vec::with_capacity(rows),
            occupation: Vec::with_capacity(rows),
            sex: Vec::with_capacity(rows),
            marital_status: Vec::with_capacity(rows),
            race: Vec::with_capacity(rows),
            education: Vec::with_capacity(rows),
            work_class: Vec::with_capacity(rows),
            income: Vec::with_capacity(rows),
        }
    }

    fn push(&mut self, person: Person, income: u32) {
        self.age.push(person.age);
        self.birthplace.push(person.birthplace);
        self.occupation.push(person.occupation);
        self.sex.push(person.sex);
        self.marital_status.push(person.marital_status);
        self.race.push(person.race);
        self.education.push(person.education);
        self.work_class.push(person.work_class);
        self.income.push(income);
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.age.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.age.is_empty()
    }

    /// The codes of a label column.
    pub fn codes(&self, column: LabelColumn) -> &[u8] {
        match column {
            LabelColumn::Birthplace => &self.birthplace,
            LabelColumn::Occupation => &self.occupation,
            LabelColumn::Sex => &self.sex,
            LabelColumn::MaritalStatus => &self.marital_status,
            LabelColumn::Race => &self.race,
            LabelColumn::Education => &self.education,
            LabelColumn::WorkClass => &self.work_class,
        }
    }
}
