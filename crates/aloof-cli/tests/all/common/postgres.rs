//! A server of PostgreSQL for one test: made in a temporary directory, started by an unprivileged user, ended with the test.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The password of `ann`, which no output may show.
pub const PASSWORD: &str = "Uncommon-Passw0rd";

/// A running server; its sockets lie in its directory, and `ann` owns it.
pub struct Postgres {
    room: TempDir,
    bin: PathBuf,
    user: Option<&'static str>,
    port: u16,
}

impl Postgres {
    /// `None`, with the reason on standard output, where there is no server to be had.
    pub fn start() -> Option<Self> {
        let Some(bin) = find() else {
            println!("skipped: PostgreSQL has no server on this machine (Debian's package postgresql)");
            return None;
        };
        // A server refuses to be run by root.
        let is_root = run(Command::new("id").arg("-u")).stdout.starts_with(b"0\n");
        let known = |user: &&str| run(Command::new("id").arg(user)).status.success();
        let user = ["postgres", "nobody"].into_iter().find(known).filter(|_| is_root);
        let room = tempfile::Builder::new().prefix("aloof-pg").tempdir_in("/tmp").unwrap();
        fs::set_permissions(room.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let port = free_port();
        let server = Self { room, bin, user, port };
        fs::write(server.path("password"), PASSWORD).unwrap();
        let data = server.path("data");
        let data = data.to_str().unwrap();
        let password = format!("--pwfile={}", server.path("password").display());
        server.must(
            "initdb",
            &["-D", data, "-U", "ann", "-A", "scram-sha-256", &password, "--no-sync", "-E", "UTF8", "--locale=C"],
        );
        let options = format!(
            "-c listen_addresses=127.0.0.1 -p {port} -k {} -c fsync=off -c max_connections=20",
            server.room.path().display()
        );
        let log = server.path("log");
        server.must("pg_ctl", &["-D", data, "-w", "-t", "60", "-l", log.to_str().unwrap(), "-o", &options, "start"]);
        Some(server)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    fn command(&self, program: &str) -> Command {
        let program = self.bin.join(program);
        let mut command = match self.user {
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--"]).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.current_dir(self.room.path()).stdin(Stdio::null());
        command
    }

    fn must(&self, program: &str, args: &[&str]) {
        // A server inherits what is open: its own output must not hold the test's pipes.
        let told = self.path(&format!("{program}.out"));
        let out = fs::File::create(&told).unwrap();
        let status = self.command(program).args(args).stdout(out.try_clone().unwrap()).stderr(out).status().unwrap();
        assert!(status.success(), "{program}: {}", fs::read_to_string(told).unwrap());
    }

    /// The address of its database, by its socket, and perhaps of something in it.
    pub fn at(&self, asked: &str) -> String {
        let asked = if asked.is_empty() { String::new() } else { format!("&{asked}") };
        format!("postgres://ann@/postgres?host={}&port={}{asked}", self.room.path().display(), self.port)
    }

    /// The same over the loopback.
    pub fn by_network(&self, asked: &str) -> String {
        format!("postgres://ann@127.0.0.1:{}/postgres?{asked}", self.port)
    }

    /// What `psql` answers; rows are lines, cells lie between bars.
    pub fn sql(&self, sql: &str) -> String {
        let mut command = Command::new(self.bin.join("psql"));
        let output = run(command.env("PGPASSWORD", PASSWORD).env("PGHOST", self.room.path()).args([
            "-p",
            &self.port.to_string(),
            "-U",
            "ann",
            "-d",
            "postgres",
            "-XqAt",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            sql,
        ]));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.path("data");
        let mut command = self.command("pg_ctl");
        command.args(["-D", data.to_str().unwrap(), "-m", "immediate", "-w", "stop"]);
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}

/// Where the server's programs are: on the path, or where Debian has them.
fn find() -> Option<PathBuf> {
    let path = std::env::var("PATH").unwrap_or_default();
    let debian =
        fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let places = std::env::split_paths(&path).collect::<Vec<_>>().into_iter().chain(debian);
    let whole = |place: &PathBuf| ["initdb", "pg_ctl", "postgres", "psql"].iter().all(|name| place.join(name).exists());
    places.into_iter().find(whole)
}

fn free_port() -> u16 {
    std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}
