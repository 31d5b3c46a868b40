//! What can go wrong between here and a server.

use std::error::Error as _;
use std::io;

use crate::Place;

/// Why a server did not do what was asked. No message quotes a value or a password.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the words of the message above them")]
pub enum Fault {
    /// Nobody answers.
    #[error("no server answers at {place}: {cause}")]
    NoServer { place: String, cause: io::Error },
    /// The connection broke.
    #[error("the connection to the server broke: {0}")]
    Broken(io::Error),
    /// The server said no.
    #[error("the server says: {}", said(code, message))]
    Server { code: String, message: String },
    /// The server wants a password.
    #[error(
        "the server asks for a password; set PGPASSWORD, or write it into a password file (~/.pgpass, or what PGPASSFILE names)"
    )]
    NoPassword,
    /// Signing in did not go as it must.
    #[error("signing in failed: {0}; scram-sha-256, md5, trust and passwords in clear text are supported")]
    SignIn(String),
    /// A password file that others can read.
    #[error("{0} can be read by others; take their rights away (chmod 600)")]
    OpenFile(String),
}

impl Fault {
    /// The server's code for what is wrong, if it was the server that said so.
    pub fn code(&self) -> Option<&str> {
        if let Self::Server { code, .. } = self { Some(code) } else { None }
    }
}

impl From<io::Error> for Fault {
    fn from(cause: io::Error) -> Self {
        match cause.downcast::<postgres::Error>() {
            Ok(error) => error.into(),
            Err(cause) => Self::Broken(cause),
        }
    }
}

impl From<postgres::Error> for Fault {
    fn from(error: postgres::Error) -> Self {
        match error.as_db_error() {
            Some(said) => Self::Server { code: said.code().code().to_owned(), message: said.message().to_owned() },
            None => Self::Broken(io::Error::other(told(&error))),
        }
    }
}

/// What went wrong before anybody was signed in.
pub(crate) fn of_connecting(place: &Place, error: &postgres::Error) -> Fault {
    if let Some(said) = error.as_db_error() {
        return Fault::Server { code: said.code().code().to_owned(), message: said.message().to_owned() };
    }
    let cause = told(error);
    match cause.as_str() {
        cause if cause.contains("password missing") => Fault::NoPassword,
        cause if cause.starts_with("authentication error") => Fault::SignIn(cause.to_owned()),
        _ => Fault::NoServer { place: place.to_string(), cause: io::Error::other(cause) },
    }
}

/// An error with its cause.
fn told(error: &postgres::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

/// What the server said, where that names only what was asked for. What it says of values (class 22 and 23, and what functions
/// raise) may quote them: of that only the code is told.
fn said(code: &str, message: &str) -> String {
    const ABOUT_THE_CALL: [&str; 12] = ["08", "0A", "25", "28", "3D", "3F", "42", "53", "54", "55", "57", "58"];
    match code.get(..2) {
        Some(class) if ABOUT_THE_CALL.contains(&class) => format!("{message} ({code})"),
        Some("22") => format!("a value cannot be computed or converted as the statement asks (code {code})"),
        Some("23") => format!("a rule of the database forbids it (code {code})"),
        Some("40") => format!("it was broken off because others changed the same; try again (code {code})"),
        _ => format!("error {code}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_quoted() {
        let told = |code: &str, message: &str| {
            Fault::Server { code: code.to_owned(), message: message.to_owned() }.to_string()
        };
        assert!(!told("22P02", "invalid input syntax for type integer: \"4711\"").contains("4711"));
        assert!(!told("P0001", "4711 is too much").contains("4711"));
        assert!(told("42P01", "relation \"t\" does not exist").contains("\"t\""));
    }
}
