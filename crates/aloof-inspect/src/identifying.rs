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
    let headers: Vec<Header> = table.names().iter().map(|name| Header::read(name)).collect();
    let context = Context::of(&headers);
    let one = |(column, header): (&std::sync::Arc<aloof_table::Column>, &Header)| {
        let measured = measure::measure(column, options);
        let signs = Signs { kind: column.kind(), measured: &measured, header, context: &context };
        let guess = guess(&signs);
        match guess.role {
            Role::Identifier => Some(guess.reason),
            _ if header.speaks_of_birth() && column.kind() == Kind::Date => {
                Some("its name suggests dates of birth".to_owned())
            }
            _ => occurs_once(&signs),
        }
    };
    table.columns().par_iter().zip(&headers).map(one).collect()
}
