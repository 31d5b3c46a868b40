//! The password: from the environment or a password file, and nowhere else.
//!
//! `PGPASSWORD` comes first; then the file that `PGPASSFILE` names, or `~/.pgpass`. Its lines are
//! `host:port:database:user:password`, where `*` stands for anything, `\:` and `\\` for themselves, and the first line that fits
//! counts. A file that others can read is refused.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::{Fault, Host, Place};

/// A password. Debugged, it does not show.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// What the environment has for this place.
    pub fn of(place: &Place, env: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, Fault> {
        if let Some(password) = env("PGPASSWORD").filter(|password| !password.is_empty()) {
            return Ok(Some(Self(password)));
        }
        let given = env("PGPASSFILE").filter(|path| !path.is_empty()).map(PathBuf::from);
        let file = given.or_else(|| env("HOME").map(|home| Path::new(&home).join(".pgpass")));
        let Some((file, text)) = file.and_then(|file| Some((file.clone(), std::fs::read_to_string(&file).ok()?)))
        else {
            return Ok(None);
        };
        let found = find(&text, place);
        if found.is_some() && is_open(&file) {
            return Err(Fault::OpenFile(file.display().to_string()));
        }
        Ok(found)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

#[cfg(unix)]
fn is_open(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}

/// The first line that fits.
fn find(text: &str, place: &Place) -> Option<Password> {
    let host = match &place.host {
        Host::Name(name) => name.clone(),
        Host::Socket(directory) => directory.display().to_string(),
    };
    let is_socket = matches!(place.host, Host::Socket(_));
    let (port, wanted) = (place.port.to_string(), [&place.database, &place.user]);
    let lines = text.lines().filter(|line| !line.starts_with('#')).map(parts);
    let mut fitting = lines.filter(|parts| {
        let fits = |part: &String, wanted: &str| part == "*" || part == wanted;
        parts.len() == 5
            && (fits(&parts[0], &host) || (is_socket && parts[0] == "localhost"))
            && fits(&parts[1], &port)
            && parts[2..4].iter().zip(wanted).all(|(part, wanted)| fits(part, wanted))
    });
    fitting.next().and_then(|parts| parts.into_iter().nth(4)).map(Password)
}

/// The five parts of a line.
fn parts(line: &str) -> Vec<String> {
    let (mut parts, mut letters) = (vec![String::new()], line.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => parts.last_mut().expect("one is there").extend(letters.next()),
            ':' if parts.len() < 5 => parts.push(String::new()),
            letter => parts.last_mut().expect("one is there").push(letter),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits() {
        let place =
            Place { host: Host::Name("h".to_owned()), port: 5432, database: "d".to_owned(), user: "u".to_owned() };
        let text = "# h:5432:d:u:no\nother:*:*:*:no\nh:5432:*:u:a\\:b\\\\c\n*:*:*:*:later\n";
        assert_eq!(find(text, &place).unwrap().0, "a:b\\c");
        assert_eq!(find("h:5432:d:u:with:colon", &place).unwrap().0, "with:colon");
        assert!(find("h:1:d:u:p", &place).is_none());
        assert_eq!(format!("{:?}", find(text, &place).unwrap()), "Password");
    }

    #[test]
    fn a_socket_is_localhost() {
        let host = Host::Socket("/tmp".into());
        let place = Place { host, port: 5432, database: "d".to_owned(), user: "u".to_owned() };
        assert!(find("localhost:5432:d:u:p", &place).is_some());
    }
}
