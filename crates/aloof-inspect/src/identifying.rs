//! Columns that would tell who somebody is if they were published as they are.

use aloof_table::{Kind, Table};
use rayon::prelude::*;

use crate::guess::{Context, Signs, guess, occurs_once};
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
    let headers: Vec<Header> = table.names().iter().map(|name| Header::read(name)).collect();
    let context = Context::of(&headers);
    let one = |(column, header): (&std::sync::Arc<aloof_table::Column>, &Header)| {
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
        let guess = guess(&signs);
        match guess.role {
            Role::Identifier => Some((Role::Identifier, guess.reason)),
            _ if header.speaks_of_birth() && column.kind() == Kind::Date => {
                Some((Role::Identifier, "its name suggests dates of birth".to_owned()))
            }
            role => match occurs_once(&signs) {
                Some(reason) => Some((Role::Identifier, reason)),
                None => (role == Role::Quasi).then_some((role, guess.reason)),
            },
        }
    };
    table.columns().par_iter().zip(&headers).map(one).collect()
}
