//! Where a server is.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

/// A server, a database of it, and who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where the server listens.
    pub host: Host,
    /// At which port; of a socket, its number.
    pub port: u16,
    /// Which of its databases.
    pub database: String,
    /// Who asks.
    pub user: String,
}

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// At a socket of this machine, in this directory.
    Socket(PathBuf),
    /// At a name or an address of a network.
    Name(String),
}

/// Where Debian and most others have the socket, and where PostgreSQL has it unless told otherwise.
const SOCKETS: [&str; 2] = ["/var/run/postgresql", "/tmp"];
const PORT: u16 = 5432;

impl Place {
    /// What was said, and what the environment says of the rest: `PGHOST`, `PGPORT`, `PGUSER`, `PGDATABASE`. What is wrong is said
    /// as an address is spoken of: *names several hosts*.
    pub fn of(
        host: Option<String>,
        port: Option<u16>,
        user: Option<String>,
        database: Option<String>,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, &'static str> {
        let env = |name: &str| env(name).filter(|value| !value.is_empty());
        let host = host.or_else(|| env("PGHOST")).map_or_else(|| Ok(Host::local()), |text| Host::new(&text))?;
        let port = match port {
            Some(port) => port,
            None => env("PGPORT")
                .map_or(Ok(PORT), |text| text.parse().map_err(|_| "is completed by PGPORT, which is no port"))?,
        };
        let known = user.or_else(|| env("PGUSER")).or_else(|| env("USER")).or_else(|| env("LOGNAME"));
        let user = known.ok_or("names nobody to sign in as; write postgres://NAME@host/db, or set PGUSER")?;
        let database = database.or_else(|| env("PGDATABASE")).unwrap_or_else(|| user.clone());
        Ok(Self { host, port, database, user })
    }

    /// Whether bytes to it stay on this machine.
    pub fn is_here(&self) -> bool {
        match &self.host {
            Host::Socket(_) => true,
            Host::Name(name) => {
                let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
                name == "localhost" || address.is_ok_and(|address| address.is_loopback())
            }
        }
    }

    /// The socket's file, if it is one.
    pub(crate) fn socket(&self) -> Option<PathBuf> {
        match &self.host {
            Host::Socket(directory) => Some(directory.join(format!(".s.PGSQL.{}", self.port))),
            Host::Name(_) => None,
        }
    }
}

impl Host {
    /// A directory is that of a socket, anything else a name.
    pub fn new(text: &str) -> Result<Self, &'static str> {
        match text {
            "" => Ok(Self::local()),
            text if text.starts_with('/') => Ok(Self::Socket(text.into())),
            text if text.contains(',') => Err("names several hosts; name one"),
            text => Ok(Self::Name(text.trim_start_matches('[').trim_end_matches(']').to_owned())),
        }
    }

    /// The socket of this machine.
    fn local() -> Self {
        let there = SOCKETS.into_iter().map(PathBuf::from).find(|directory| directory.is_dir());
        Self::Socket(there.unwrap_or_else(|| SOCKETS[0].into()))
    }
}

/// The host and the port.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.host, self.socket()) {
            (_, Some(socket)) => write!(f, "{}", socket.display()),
            (Host::Name(name), _) if name.contains(':') => write!(f, "[{name}]:{}", self.port),
            (Host::Name(name), _) => write!(f, "{name}:{}", self.port),
            (Host::Socket(directory), None) => write!(f, "{}", directory.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_the_rest() {
        let env = |name: &str| match name {
            "PGUSER" => Some("ann".to_owned()),
            "PGPORT" => Some("6000".to_owned()),
            _ => None,
        };
        let place = Place::of(Some("db.example".to_owned()), None, None, None, env).unwrap();
        assert_eq!((place.port, place.database.as_str(), place.is_here()), (6000, "ann", false));
        let here = |host: &str| Place::of(Some(host.to_owned()), None, None, None, env).unwrap().is_here();
        assert!(here("localhost") && here("127.0.0.1") && here("[::1]") && here("/tmp") && !here("10.0.0.1"));
    }
}
