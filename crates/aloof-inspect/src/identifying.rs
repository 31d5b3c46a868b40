//! Columns that would tell who somebody is if they were published as they are.

use aloof_table::{Column, Decimal, Kind, Table};
use rayon::prelude::*;

use crate::guess::{Context, Signs, guess, names_people, occurs_once};
use crate::header::Header;
use crate::{Options, Role, measure};

/// For each column why it looks as if people could be told by it, if it does: it looks like an identifier, nearly all of its
/// values occur once, or it holds dates of birth. No reason quotes a cell.
///
/// # Cost
/// As [`inspect`](crate::inspect), without combinations.
pub fn identifying(table: &Table, options: &Options) -> Vec<Option<String>> {
    let reason =
        |found: Option<(Role, String)>| found.filter(|(role, _)| *role == Role::Identifier).map(|(_, why)| why);
    telling(table, options).into_iter().map(reason).collect()
}

/// For each column whether people could be looked up by it, and why: as [`Role::Identifier`], in the sense of [`identifying`],
/// or else as [`Role::Quasi`].
///
/// # Cost
/// As [`identifying`].
pub fn telling(table: &Table, options: &Options) -> Vec<Option<(Role, String)>> {
    each(table, options, |signs, _| {
        let guess = guess(signs);
        match (guess.role, of_birth(signs).or_else(|| occurs_once(signs))) {
            (Role::Identifier, _) => Some((Role::Identifier, guess.reason)),
            (_, Some(reason)) => Some((Role::Identifier, reason)),
            (role, None) => (role == Role::Quasi).then_some((role, guess.reason)),
        }
    })
}

/// For each column why it looks as if it named people, if it does, though its values are protected: by its name, by their form, as
/// dates of birth, or as texts nearly all of which are different. That numbers and days are different is how measurements are.
///
/// # Cost
/// As [`identifying`].
pub fn naming(table: &Table, options: &Options) -> Vec<Option<String>> {
    each(table, options, |signs, column| {
        let key =
            || occurs_once(signs).filter(|_| is_of_texts(column)).map(|reason| format!("it is text and {reason}"));
        names_people(signs).or_else(|| of_birth(signs)).or_else(key)
    })
}

fn of_birth(signs: &Signs<'_>) -> Option<String> {
    let is_day = signs.header.speaks_of_birth() && signs.kind == Kind::Date;
    is_day.then(|| "its name suggests dates of birth".to_owned())
}

/// Labels, most of which are no numbers: a code among amounts of money makes no names of them.
fn is_of_texts(column: &Column) -> bool {
    let Column::Label(labels) = column else { return false };
    let texts = labels.labels();
    texts.iter().filter(|text| text.trim().parse::<Decimal>().is_ok()).count() * 2 < texts.len()
}

/// What is found of every column by its signs.
fn each<T: Send>(
    table: &Table,
    options: &Options,
    find: impl Fn(&Signs<'_>, &Column) -> Option<T> + Sync,
) -> Vec<Option<T>> {
    let headers: Vec<Header> = table.names().iter().map(|name| Header::read(name)).collect();
    let context = Context::of(&headers);
    let one = |(column, header): (&std::sync::Arc<Column>, &Header)| {
        let measured = measure::measure(column, options);
        let signs = Signs {
            kind: column.kind(),
            measured: &measured,
            header,
            context: &context,
            unnamed: false,
            clock: None,
            dates: false,
        };
        find(&signs, column)
    };
    table.columns().par_iter().zip(&headers).map(one).collect()
}
