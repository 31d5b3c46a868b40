//! The people of a release and its counterfeits as one table, and the tables that are published of it.
//!
//! Below the rows of the original stand the counterfeits, and below these rows that only hold cells open: a thread reaches what it ever
//! reached. So cells are made by the same code as those of any release.

use std::collections::BTreeMap;
use std::sync::Arc;

use aloof_methods::series::{NOBODY, People, Thread, Threads, Values, ends};
use aloof_table::{Column, Date, DateColumn, Decimal, LabelColumn, NumberColumn, Partition, Table};

use super::{other_kind, protected};
use crate::Error;
use crate::audit::join;
use crate::data::{Original, Quasi};
use crate::manifest::Counts;
use crate::release::groups::dealt::{Dealt, Solved};
use crate::release::groups::kept::Kept;
use crate::release::groups::table;
use crate::release::maker::{Case, Draft, Places, as_table};

/// Everybody, and all rows beside them.
pub(super) struct Everybody {
    original: Original,
    /// Rows of the original that are published, then counterfeits.
    published: Vec<u32>,
    /// The thread of each row of the table, `NOBODY` of those that are not published.
    thread_of: Vec<u32>,
    counterfeits: usize,
    people: usize,
}

/// A row that is added: its thread, its value, and which of the values of its cells it has.
struct Added {
    thread: u32,
    value: u32,
    cell: usize,
}

impl Everybody {
    pub fn of(
        case: &Case<'_>,
        people: &People,
        values: &Values,
        made: &Threads,
        counterfeits: &[(u32, u32)],
    ) -> Result<Self, Error> {
        let (original, column) = (case.original, protected(case.policy));
        let added = added(made, counterfeits);
        let table = with_rows(original, column, people, values, made, &added)?;
        let mut thread_of = vec![NOBODY; original.rows()];
        for (stands, thread) in made.stands.iter().zip(0..) {
            let here = stands.iter().filter(|&&at| at != NOBODY);
            here.for_each(|&at| thread_of[people.rows[at as usize] as usize] = thread);
        }
        thread_of.extend(added.iter().map(|row| row.thread));
        let mut left_out = original.left_out.clone();
        left_out.grow(table.rows());
        let sensitive = vec![(column.to_owned(), table.share(column).expect("was read"))];
        let nowhere = std::iter::repeat_n(u32::MAX, added.len());
        let came: Arc<[u32]> = original.came.iter().copied().chain(nowhere).collect();
        let first = original.rows() as u32;
        let published = people.rows.iter().copied().chain(first..first + counterfeits.len() as u32).collect();
        let original = Original { table, sensitive, left_out, came, ..original.clone() };
        Ok(Self { original, published, thread_of, counterfeits: counterfeits.len(), people: people.rows.len() })
    }

    /// What the cells of every thread that is published must reach from now on.
    pub fn reach(&self, threads: &mut [Thread]) {
        let published = self.thread_of.iter().zip(0..).filter(|(thread, _)| **thread != NOBODY);
        let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); threads.len()];
        published.for_each(|(&thread, row)| rows_of[thread as usize].push(row));
        for (thread, rows) in threads.iter_mut().zip(&rows_of).filter(|(_, rows)| !rows.is_empty()) {
            let cell = |quasi: &Quasi| ends(self.original.column(&quasi.name), rows);
            thread.cells = self.original.quasi.iter().map(cell).collect();
        }
    }

    /// The tables, and what the judge needs of them.
    pub fn draft(
        self,
        case: &Case<'_>,
        made: &Threads,
        algorithm: &'static str,
        first: bool,
    ) -> Result<(Draft, Shown), Error> {
        let Self { original, published, thread_of, counterfeits, people } = self;
        let active: Vec<usize> = made.active().collect();
        let mut group_of_thread = vec![0u32; made.all.len()];
        active.iter().zip(0..).for_each(|(&thread, group)| group_of_thread[thread] = group);
        let group_of = |row: u32| group_of_thread[thread_of[row as usize] as usize];
        let all = case.original.rows() as u32..original.rows() as u32;
        let rows: Vec<u32> = published[..people].iter().copied().chain(all).collect();
        let groups: Vec<u32> = rows.iter().map(|&row| group_of(row)).collect();
        let kept = Kept::new(&original, rows);
        let solved = Solved::new(&kept, Partition::from_group_of(&groups, active.len()));
        let dropped = case.original.rows() - people;
        let dealt = Dealt { kept, solved, dropped, saved_per_row: None, algorithm };
        let order = case.chance.order("order of rows", published.len());
        let numbers = case.chance.order("numbers of groups", active.len());
        let rows: Vec<u32> = order.iter().map(|&at| published[at as usize]).collect();
        let data = table::table(&original, case.policy, &dealt, &rows, &order, &numbers)?;
        let in_order = table::numbers_in_order(&dealt.solved, &numbers, &order);
        let counts = Counts {
            published: published.len(),
            suppressed: 0,
            dropped,
            groups: active.len(),
            saved_per_row: None,
            algorithm,
        };
        let mut tables = vec![("data", data)];
        if !first {
            let of_groups = published[people..].iter().map(|&row| numbers[group_of(row) as usize] + 1);
            tables.push(("counterfeits", counterfeit_table(of_groups)?));
        }
        let group_at = rows.iter().map(|&row| group_of(row)).collect();
        let signatures = active.iter().map(|&thread| made.all[thread].values.clone()).collect();
        drop(dealt);
        let everybody: Vec<u32> = (0..(case.original.rows() + counterfeits) as u32).collect();
        let shown = Shown { everybody: original.take(&everybody), group_at, signatures };
        Ok((Draft { tables, places: Places { rows, groups: Some(in_order) }, counts }, shown))
    }
}

/// What the judge needs: the people and the counterfeits as one table, and what every group must show.
pub(in crate::release) struct Shown {
    pub everybody: Original,
    /// The group at each place of the release.
    pub group_at: Vec<u32>,
    /// The values of every group, by their numbers.
    pub signatures: Vec<Vec<u32>>,
}

/// Counterfeits, and rows that hold cells open.
fn added(made: &Threads, counterfeits: &[(u32, u32)]) -> Vec<Added> {
    let nobody = counterfeits.iter().map(|&(thread, value)| Added { thread, value, cell: 0 });
    let open = made.active().flat_map(|thread| {
        let Thread { values, cells } = &made.all[thread];
        let most = cells.iter().map(Vec::len).max().unwrap_or(0);
        let value = values[0];
        (0..most).map(move |cell| Added { thread: thread as u32, value, cell })
    });
    nobody.chain(open).collect()
}

/// The original with rows below it; values are those of the column `protected`.
fn with_rows(
    original: &Original,
    protected: &str,
    people: &People,
    values: &Values,
    made: &Threads,
    added: &[Added],
) -> Result<Table, Error> {
    let text = |name: &str, Added { thread, value, cell }: &Added| -> Option<String> {
        if name == protected {
            return Some(values.text(*value).to_owned());
        }
        let place = original.quasi.iter().position(|quasi| quasi.name == name)?;
        let thread = *thread as usize;
        if let Some(cells) = made.all[thread].cells.get(place) {
            return cells[(*cell).min(cells.len() - 1)].clone();
        }
        let somebody = made.members(thread).next().expect("only threads with people are shown");
        original.column(name).text(people.rows[somebody as usize] as usize)
    };
    let mut columns = Vec::new();
    for name in original.table.names() {
        let column = original.column(name);
        let texts: Vec<Option<String>> = added.iter().map(|row| text(name, row)).collect();
        columns.push((name.clone(), join(column, &like(name, column, &texts)?)));
    }
    as_table(columns, original.rows() + added.len())
}

/// How many counterfeits there are in which group; groups without are left out.
fn counterfeit_table(groups: impl Iterator<Item = u32>) -> Result<Table, Error> {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    groups.for_each(|group| *counts.entry(group).or_insert(0) += 1);
    let column = |numbers: Vec<u32>| Column::Number(NumberColumn::from_counts(numbers.into_iter()));
    let (groups, numbers): (Vec<u32>, Vec<u32>) = counts.into_iter().unzip();
    let rows = groups.len();
    as_table(vec![("group".to_owned(), column(groups)), ("counterfeits".to_owned(), column(numbers))], rows)
}

/// A column of the same kind with these values.
fn like(name: &str, column: &Column, texts: &[Option<String>]) -> Result<Column, Error> {
    let other = || other_kind(name, column);
    Ok(match column {
        Column::Number(_) => {
            let number = |text: &Option<String>| text.as_ref().map(|text| text.parse::<Decimal>()).transpose();
            let values = texts.iter().map(number).collect::<Result<Vec<_>, _>>().map_err(|_| other())?;
            Column::Number(NumberColumn::from_decimals(values).map_err(|_| other())?)
        }
        Column::Date(_) => {
            let mut dates = DateColumn::default();
            for text in texts {
                let date = text.as_ref().map(|text| text.parse::<Date>()).transpose();
                dates.push(date.map_err(|()| other())?);
            }
            Column::Date(dates)
        }
        Column::Label(_) => Column::Label(LabelColumn::from_texts(texts.iter().map(Option::as_deref))),
    })
}
