//! What a person types to name a table in a database, or a query.
//!
//! ```text
//! postgres://[USER@][HOST[:PORT]][/DATABASE]?table=[SCHEMA.]TABLE     also postgresql://
//! sqlite:FILE?table=TABLE
//! duckdb:FILE?table=[SCHEMA.]TABLE
//! ```
//!
//! `query=SELECT…` may stand in the place of `table=`. Names are taken as they are written, capitals included; one that has a
//! point in it stands in quotes. `%20` and the like are decoded, but not in the name of a file. Who signs in, and where, may also
//! come from the environment; a password only from there: an address that holds one is refused and never repeated.

use std::fmt;
use std::path::{Path, PathBuf};

use aloof_postgres::{Host, Place, quoted};
use aloof_table::Means;

use crate::ReadError;

/// Which kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Postgres,
    Sqlite,
    DuckDb,
}

impl Engine {
    /// Of a word that addresses a database. `sqlite:` may also begin the name of a file; if there is such a file, it is meant.
    pub(crate) fn of(word: &str) -> Option<Self> {
        let starts = |scheme: &str| word.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        let found = match word {
            _ if starts("postgres://") || starts("postgresql://") => return Some(Self::Postgres),
            _ if starts("sqlite:") => Self::Sqlite,
            _ if starts("duckdb:") => Self::DuckDb,
            _ => return None,
        };
        Some(found).filter(|_| !Path::new(word).exists())
    }
}

/// Whether a word holds the address of a database with a password in it: it must be repeated nowhere. Nor must what nearly is one:
/// `postgres:/user:secret@host`, another database's, or `host=… password=…`.
pub fn has_password(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    if lower.contains("password=") && lower.contains("host=") {
        return true;
    }
    let starts =
        ["postgres:", "postgresql:", "://"].into_iter().filter_map(|scheme| Some(lower.find(scheme)? + scheme.len()));
    starts.min().map(|at| at + lower[at..].len() - lower[at..].trim_start_matches('/').len()).is_some_and(|at| {
        let (authority, parameters) = (authority(&lower[at..]), lower[at..].split_once('?').map(|(_, rest)| rest));
        let named = parameters.into_iter().flat_map(|rest| rest.split('&')).any(|pair| pair.starts_with("password="));
        named || authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
    })
}

/// What stands before the database's name. A password may hold anything, so that the last `@` before the parameters counts.
fn authority(rest: &str) -> &str {
    let parameters = ["table", "query", "host", "port", "user", "sslmode"];
    let cut = parameters.into_iter().filter_map(|name| rest.find(&format!("?{name}="))).min();
    let rest = &rest[..cut.unwrap_or(rest.len())];
    let end = match rest.rfind('@') {
        Some(at) => at + rest[at..].find(['/', '?']).unwrap_or(rest.len() - at),
        None => rest.find(['/', '?']).unwrap_or(rest.len()),
    };
    &rest[..end]
}

/// What is asked of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A table, as schema and name, or the name alone.
    Table(Vec<String>),
    Query(String),
}

impl Asked {
    /// What stands behind `from`.
    pub(crate) fn from(&self) -> String {
        match self {
            Self::Table(names) => names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join("."),
            // A comment at its end must not swallow the parenthesis.
            Self::Query(query) => format!("({query}\n) as aloof_query"),
        }
    }

    /// The statement that gives all of it.
    pub(crate) fn statement(&self) -> String {
        match self {
            Self::Table(_) => format!("select * from {}", self.from()),
            Self::Query(query) => query.clone(),
        }
    }
}

/// An address.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) engine: Engine,
    /// Where the server is, of a database that has one.
    pub(crate) place: Option<Place>,
    /// The file, of a database that is one.
    file: PathBuf,
    asked: Option<Asked>,
}

impl Address {
    pub(crate) fn parse(word: &str, engine: Engine) -> Result<Self, ReadError> {
        if has_password(word) {
            return Err(ReadError::PasswordInAddress);
        }
        Self::parse_with(word, engine, |name| std::env::var(name).ok())
            .map_err(|problem| ReadError::Address { problem })
    }

    fn parse_with(word: &str, engine: Engine, env: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let rest = word.split_once(':').map_or("", |(_, rest)| rest);
        let (before, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        let parameters = Parameters::parse(parameters)?;
        let known: &[&str] = match engine {
            Engine::Postgres => &["table", "query", "host", "port", "user", "sslmode"],
            Engine::Sqlite | Engine::DuckDb => &["table", "query"],
        };
        parameters.refuse_others(known)?;
        let asked = match (parameters.get("table"), parameters.get("query")) {
            (Some(_), Some(_)) => return Err("names a table and a query; say one of them".to_owned()),
            (Some(table), None) => Some(Asked::Table(names(table)?)),
            (None, Some(query)) => Some(Asked::Query(trimmed(query)?)),
            (None, None) => None,
        };
        let mut address = Self { engine, place: None, file: PathBuf::new(), asked };
        if engine == Engine::Postgres {
            let place = place(before.trim_start_matches("//"), &parameters, &env)?;
            let mode = parameters.get("sslmode").map(str::to_owned).or_else(|| env("PGSSLMODE"));
            refuse_open_network(&place, mode.as_deref().filter(|mode| !mode.is_empty()))?;
            address.place = Some(place);
        } else {
            address.file = before.into();
            if before.is_empty() {
                return Err("names no file; write sqlite:FILE?table=NAME".to_owned());
            }
        }
        Ok(address)
    }

    pub(crate) fn with_query(mut self, query: &str) -> Result<Self, ReadError> {
        let problem = |problem: &str| ReadError::Address { problem: problem.to_owned() };
        match self.asked {
            None => self.asked = Some(Asked::Query(trimmed(query).map_err(|text| problem(&text))?)),
            Some(_) => return Err(problem("names what to read, and so does a query; say one of them")),
        }
        Ok(self)
    }

    /// What is asked.
    pub(crate) fn asked(&self) -> Result<&Asked, ReadError> {
        self.asked.as_ref().ok_or_else(|| ReadError::Address {
            problem: format!("{self} names no table; add ?table=NAME, or ask with {}", Means::Query),
        })
    }

    /// The file that it is.
    pub(crate) fn path(&self) -> Option<&Path> {
        (self.engine != Engine::Postgres).then_some(&self.file)
    }
}

/// Where, and what; not who.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, self.engine) {
            (Some(place), _) => {
                let host = match &place.host {
                    Host::Name(name) => name.as_str(),
                    Host::Socket(_) => "",
                };
                write!(f, "postgres://{host}/{}", place.database)?;
            }
            (None, Engine::DuckDb) => write!(f, "duckdb:{}", self.file.display())?,
            (None, _) => write!(f, "sqlite:{}", self.file.display())?,
        }
        match &self.asked {
            Some(Asked::Table(names)) => write!(f, "?table={}", names.join(".")),
            Some(Asked::Query(_)) => f.write_str(" (query)"),
            None => Ok(()),
        }
    }
}

/// What stands behind the question mark, decoded.
struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn parse(text: &str) -> Result<Self, String> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((name.to_owned(), decoded(value)?))
        });
        let pairs = Self(pairs.collect::<Result<_, String>>()?);
        let twice =
            pairs.0.iter().enumerate().find(|(at, (name, _))| pairs.0[..*at].iter().any(|(other, _)| other == name));
        twice.map_or(Ok(()), |(_, (name, _))| Err(format!("says `{name}` twice")))?;
        Ok(pairs)
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    fn refuse_others(&self, known: &[&str]) -> Result<(), String> {
        match self.0.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => Err(format!("says `{name}`, which is not known here; {} are", known.join(", "))),
            None => Ok(()),
        }
    }
}

/// `user@host:port/database`, and what parameters and the environment say.
fn place(text: &str, parameters: &Parameters, env: impl Fn(&str) -> Option<String>) -> Result<Place, String> {
    let (authority, database) = text.split_once('/').unwrap_or((text, ""));
    let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
    let (host, port) = match host.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (host, None),
    };
    let said = |text: &str| Some(decoded(text)).filter(|text| !matches!(text, Ok(text) if text.is_empty())).transpose();
    let both = |first: Option<String>, name: &str| match (first, parameters.get(name)) {
        (Some(_), Some(_)) => Err(format!("says twice what its {name} is")),
        (first, second) => Ok(first.or_else(|| second.map(str::to_owned))),
    };
    let port = both(said(port.unwrap_or_default())?, "port")?;
    let port = port.map(|port| port.parse().map_err(|_| "names a port that is none".to_owned())).transpose()?;
    let (host, user) = (both(said(host)?, "host")?, both(said(user.unwrap_or_default())?, "user")?);
    Ok(Place::of(host, port, user, said(database)?, env)?)
}

/// Encryption is not spoken here: over a network somebody must say that it is not needed.
fn refuse_open_network(place: &Place, mode: Option<&str>) -> Result<(), String> {
    match mode {
        Some("disable") => Ok(()),
        Some("require" | "verify-ca" | "verify-full") => Err(format!(
            "asks for sslmode={}; encrypted connections are not supported. Read through a tunnel (ssh -L) or on the server itself",
            mode.unwrap_or_default()
        )),
        None | Some("prefer" | "allow") if place.is_here() => Ok(()),
        None | Some("prefer" | "allow") => Err(format!(
            "names a server on a network ({place}), and encrypted connections are not supported. Read through a tunnel (ssh -L) or on \
             the server itself; if the network is safe, say sslmode=disable"
        )),
        Some(_) => Err("says an sslmode that is not known; disable is".to_owned()),
    }
}

/// The names of a table, schema first.
fn names(text: &str) -> Result<Vec<String>, String> {
    let wrong =
        || "names no table: write NAME or SCHEMA.NAME, and a name that has a point in it as \"NAME\"".to_owned();
    let (mut names, mut rest) = (Vec::new(), text);
    loop {
        let (name, tail) = if let Some(inside) = rest.strip_prefix('"') {
            closed(inside).ok_or_else(wrong)?
        } else {
            let end = rest.find('.').unwrap_or(rest.len());
            (rest[..end].to_owned(), &rest[end..])
        };
        if name.is_empty() || name.contains('\0') {
            return Err(wrong());
        }
        names.push(name);
        rest = match tail.strip_prefix('.') {
            Some(rest) => rest,
            None if tail.is_empty() && names.len() <= 2 => return Ok(names),
            None => return Err(wrong()),
        };
    }
}

/// A name up to its closing quote, and what follows.
fn closed(text: &str) -> Option<(String, &str)> {
    let mut at = 0;
    loop {
        at += text[at..].find('"')?;
        if !text[at + 1..].starts_with('"') {
            return Some((text[..at].replace("\"\"", "\""), &text[at + 1..]));
        }
        at += 2;
    }
}

/// A query without the semicolon at its end.
fn trimmed(query: &str) -> Result<String, String> {
    let query = query.trim().trim_end_matches(';').trim_end();
    if query.is_empty() { Err("asks an empty query".to_owned()) } else { Ok(query.to_owned()) }
}

/// With `%20` and the like decoded.
fn decoded(text: &str) -> Result<String, String> {
    let wrong = || "has a % that is not followed by two hexadecimal digits of UTF-8; a % itself is %25".to_owned();
    let (mut out, mut bytes) = (Vec::with_capacity(text.len()), text.bytes());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut digit = || bytes.next().and_then(|byte| char::from(byte).to_digit(16));
        let (Some(high), Some(low)) = (digit(), digit()) else { return Err(wrong()) };
        out.push((high * 16 + low) as u8);
    }
    String::from_utf8(out).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(word: &str) -> Result<Address, String> {
        let env = |name: &str| (name == "USER").then(|| "me".to_owned());
        Address::parse_with(word, Engine::of(word).unwrap(), env)
    }

    fn place(word: &str) -> Place {
        parse(word).unwrap().place.unwrap()
    }

    #[test]
    fn what_is_said() {
        let all = place("postgresql://a%40b@localhost:6000/d%20b?table=t");
        assert_eq!((all.user.as_str(), all.port, all.database.as_str()), ("a@b", 6000, "d b"));
        assert_eq!(place("postgres:///x?table=t&host=/run/pg&port=7").host, Host::Socket("/run/pg".into()));
        assert_eq!(place("postgres://[::1]:7/x?table=t").host, Host::Name("::1".to_owned()));
        assert_eq!(place("postgres://localhost?table=t").database, "me");
        assert!(Engine::of("census.csv").is_none() && Engine::of("/tmp/postgres:/x").is_none());
        assert_eq!(parse("sqlite:a b.db?table=t").unwrap().to_string(), "sqlite:a b.db?table=t");
    }

    #[test]
    fn what_is_wrong() {
        for (word, words) in [
            ("postgres://db.example/x?table=t", "sslmode=disable"),
            ("postgres://localhost/x?table=t&sslmode=require", "not supported"),
            ("postgres://localhost/x?tabel=t", "`tabel`, which is not known"),
            ("postgres://localhost/x?table=t&query=q", "say one of them"),
            ("postgres://localhost/x?table=a.b.c", "names no table"),
            ("postgres://localhost/x?table=", "names no table"),
            ("postgres://localhost/x?table=%zz", "two hexadecimal digits"),
            ("postgres://localhost:x/x?table=t", "a port that is none"),
            ("sqlite:?table=t", "names no file"),
        ] {
            let message = parse(word).unwrap_err();
            assert!(message.contains(words), "{word}: {message}");
        }
        assert!(parse("postgres://db.example/x?table=t&sslmode=disable").is_ok());
    }

    #[test]
    fn passwords_are_seen_wherever_they_stand() {
        for word in [
            "postgres://u:p@h/d?table=t",
            "POSTGRES://u:p@h/d",
            "--original=postgresql://u:p@h",
            "postgres://u:p@/q?x@h/d",
            "postgres://h/d?password=p",
            "postgres://h/d?table=t&PassWord=p",
            "postgres:/u:p@h/d?table=t",
            "postgres:u:p@h/d",
            "mysql://u:p@h/d",
            "host=h user=u password=p",
        ] {
            assert!(has_password(word), "{word}");
        }
        for word in [
            "postgres://u@h:5432/d?table=t",
            "postgres://h:5432/d",
            "a:b@c",
            "postgres://h/d?query=select 1::text, 'a@b'",
        ] {
            assert!(!has_password(word), "{word}");
        }
    }

    #[test]
    fn tables_keep_their_names() {
        let from = |word: &str| parse(word).unwrap().asked().unwrap().from();
        assert_eq!(from("postgres:///x?table=t; drop table y"), "\"t; drop table y\"");
        assert_eq!(from("postgres:///x?table=S.T"), "\"S\".\"T\"");
        assert_eq!(from("postgres:///x?table=\"a.b\".\"c\"\"d\""), "\"a.b\".\"c\"\"d\"");
        assert_eq!(from("postgres:///x?query=select 1 -- ;"), "(select 1 --\n) as aloof_query");
        assert!(parse("postgres:///x").unwrap().asked().unwrap_err().to_string().contains("names no table"));
    }
}
