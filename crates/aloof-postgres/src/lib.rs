//! As much of a PostgreSQL client as a table needs: signing in, one statement at a time, `COPY` out and in.
//!
//! | file | what it does |
//! |---|---|
//! | `place` | where a server is, and what the environment says of it |
//! | `password` | the password, from the environment or a password file only |
//! | `session` | a connection: describe, ask, copy |
//! | `quote` | names as the server reads them |
//! | `fault` | what can go wrong, in words that quote no value |
//!
//! The protocol itself, with SCRAM-SHA-256, is the `postgres` crate's. Passwords are looked up here, since that crate reads neither
//! `PGPASSWORD` nor password files, and faults are told here, since what a server says of values quotes them.

mod fault;
mod password;
mod place;
mod quote;
mod session;

pub use fault::Fault;
pub use password::Password;
pub use place::{Host, Place};
pub use quote::{literal, quoted};
pub use session::{CopyIn, CopyOut, Field, Session};
