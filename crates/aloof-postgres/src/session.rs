//! A connection to a server: describe, ask, copy.

use std::io::{self, Read, Write};
use std::time::Duration;

use postgres::config::{Config, SslMode};
use postgres::{Client, CopyInWriter, CopyOutReader, NoTls, SimpleQueryMessage};

use crate::fault::of_connecting;
use crate::{Fault, Host, Password, Place, literal};

/// So long a server may take to answer the first word.
const PATIENCE: Duration = Duration::from_secs(15);

/// A column of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The number of its type; of a domain, of the type beneath it.
    pub kind: u32,
}

/// A row of an answer, as text; `None` is NULL.
pub type Row = Vec<Option<String>>;

/// A connection that was signed in. Dropped, it leaves nothing that was not committed.
pub struct Session(Client);

impl Session {
    /// Connects and signs in. Texts are UTF-8 both ways.
    pub fn open(place: &Place, password: Option<&Password>) -> Result<Self, Fault> {
        let mut config = Config::new();
        match &place.host {
            #[cfg(unix)]
            Host::Socket(directory) => config.host_path(directory),
            #[cfg(not(unix))]
            Host::Socket(directory) => config.host(&directory.display().to_string()),
            Host::Name(name) => config.host(name),
        };
        config.port(place.port).dbname(&place.database).user(&place.user).application_name("aloof");
        config.ssl_mode(SslMode::Disable).connect_timeout(PATIENCE);
        if let Some(password) = password {
            config.password(password.bytes());
        }
        // What a server remarks beside its answers may quote values.
        config.notice_callback(|_| {});
        let session = patiently(move || config.connect(NoTls).map(Self));
        let silent = || Fault::NoServer { place: place.to_string(), cause: io::ErrorKind::TimedOut.into() };
        session.ok_or_else(silent)?.map_err(|error| of_connecting(place, &error))
    }

    /// Names and types of the columns that a statement gives; `None` where it gives none. A text is one statement or an error.
    pub fn describe(&mut self, sql: &str) -> Result<Option<Vec<Field>>, Fault> {
        let statement = self.0.prepare(sql)?;
        let field = |column: &postgres::Column| Field { name: column.name().to_owned(), kind: column.type_().oid() };
        Ok(Some(statement.columns().iter().map(field).collect::<Vec<_>>()).filter(|fields| !fields.is_empty()))
    }

    /// Runs a statement of our own, `$1`, `$2`, … standing for these values; its rows, all of them held.
    pub fn ask(&mut self, sql: &str, values: &[&str]) -> Result<Vec<Row>, Fault> {
        let sql = if values.is_empty() { sql.to_owned() } else { filled(sql, values) };
        let rows = self.0.simple_query(&sql)?.into_iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some((0..row.len()).map(|at| row.get(at).map(str::to_owned)).collect()),
            _ => None,
        });
        Ok(rows.collect())
    }

    /// Runs a `COPY … TO STDOUT`.
    pub fn copy_out(&mut self, sql: &str) -> Result<CopyOut<'_>, Fault> {
        Ok(CopyOut { rows: self.0.copy_out(sql)?, ended: false })
    }

    /// Runs a `COPY … FROM STDIN`.
    pub fn copy_in(&mut self, sql: &str) -> Result<CopyIn<'_>, Fault> {
        Ok(CopyIn(self.0.copy_in(sql)?))
    }
}

/// What `act` comes to, unless it takes too long: whoever listens there may be no server of PostgreSQL, and wait for us.
fn patiently<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (done, came) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(act()));
    came.recv_timeout(PATIENCE).ok()
}

/// What a `COPY … TO STDOUT` gives, as it comes.
pub struct CopyOut<'a> {
    rows: CopyOutReader<'a>,
    /// Behind its end the reader must not be asked again: it takes what follows for rows.
    ended: bool,
}

impl Read for CopyOut<'_> {
    /// Fills the buffer: the server hands rows over one by one, and whoever reads wants blocks.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut done = 0;
        while done < buffer.len() && !self.ended {
            let more = self.rows.read(&mut buffer[done..])?;
            (done, self.ended) = (done + more, more == 0);
        }
        Ok(done)
    }
}

/// What a `COPY … FROM STDIN` takes. Unless it is finished, the server takes nothing.
pub struct CopyIn<'a>(CopyInWriter<'a>);

impl CopyIn<'_> {
    /// Says that this was all.
    pub fn finish(self) -> Result<(), Fault> {
        self.0.finish()?;
        Ok(())
    }
}

impl Write for CopyIn<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The statement with `$1`, … written out. In one go: a value may look like another's place.
fn filled(sql: &str, values: &[&str]) -> String {
    let mut pieces = sql.split('$');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |before, piece| {
        let (at, after) = piece.split_at(1);
        let at: usize = at.parse().expect("statements of ours have at most nine places, and no other `$`");
        before + &literal(values[at - 1]) + after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_looks_like_a_place_is_a_value() {
        assert_eq!(filled("a = $1 and b like $2 || '%'", &["$2", "it's"]), "a = '$2' and b like 'it''s' || '%'");
    }

    /// Whoever answers with whatever, it ends in an error: never a panic, never a wait without end.
    #[test]
    fn any_answer_is_a_session_or_a_fault() {
        use std::io::{Read, Write};
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let place =
            Place { host: Host::Name("127.0.0.1".to_owned()), port, database: "d".to_owned(), user: "u".to_owned() };
        let letters = b"RSZENTDHdcC123tnpAKv";
        let answers: Vec<Vec<u8>> = (0..300u64).map(|seed| noise(seed, letters)).collect();
        let many = answers.len();
        let server = std::thread::spawn(move || {
            for answer in answers {
                let (mut line, _) = listener.accept().unwrap();
                let _ = line.read(&mut [0; 64]);
                let _ = line.write_all(&answer);
            }
        });
        for _ in 0..many {
            if let Ok(mut session) = Session::open(&place, None) {
                let _ = session.describe("select 1");
                let _ = session.copy_out("copy x to stdout").map(|mut copy| std::io::copy(&mut copy, &mut io::sink()));
                let _ = session.ask("select 1", &[]);
            }
        }
        server.join().unwrap();
    }

    /// Messages that are right in their lengths, mostly, and in nothing else.
    fn noise(seed: u64, letters: &[u8]) -> Vec<u8> {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        // Half of them let us in first.
        let mut out = if seed.is_multiple_of(2) { b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I".to_vec() } else { Vec::new() };
        for _ in 0..next(20) {
            let (letter, length) = (letters[next(letters.len() as u64) as usize], next(12) as u32);
            out.push(letter);
            out.extend((length + if next(9) == 0 { 0 } else { 4 }).to_be_bytes());
            out.extend((0..length).map(|_| next(4) as u8));
        }
        out
    }
}
