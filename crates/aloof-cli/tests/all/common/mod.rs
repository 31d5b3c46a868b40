//! A scratch directory in which the program runs as a user would run it.
#![allow(dead_code, reason = "every test file uses a part of it")]

#[cfg(unix)]
pub mod postgres;

use std::fmt;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A directory of its own, gone when the test ends.
pub struct Workdir(TempDir);

/// What a run left: shown as a transcript.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Workdir {
    pub fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// With one file in it.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, content)
    }

    /// And another file; directories on the way are made.
    pub fn and(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs `aloof` with this command line, split at blanks.
    pub fn aloof(&self, line: &str) -> Run {
        self.run(&line.split_whitespace().collect::<Vec<_>>(), b"")
    }

    /// The same with something on standard input.
    pub fn aloof_reading(&self, line: &str, input: impl AsRef<[u8]>) -> Run {
        self.run(&line.split_whitespace().collect::<Vec<_>>(), input.as_ref())
    }

    /// For arguments with blanks in them.
    pub fn run(&self, args: &[&str], input: &[u8]) -> Run {
        self.run_with(args, input, &[])
    }

    /// The same, with these variables in its environment.
    pub fn run_with(&self, args: &[&str], input: &[u8], env: &[(&str, &str)]) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_aloof"))
            .args(args)
            .current_dir(self.0.path())
            .env_remove("COLUMNS")
            .env_remove("RAYON_NUM_THREADS")
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that does not read its input closes it; that is no failure of the test.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code().expect("an exit code, not a signal"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The one JSON document that the command prints.
    pub fn json(&self, line: &str) -> Value {
        self.aloof(&format!("{line} --json")).json()
    }

    /// The checks of an audit, a line each: see [`checks`].
    pub fn checks(&self, line: &str) -> String {
        checks(&self.json(line))
    }

    /// The message of a call that must be refused: exit code 2, nothing on standard output.
    pub fn refused(&self, line: &str) -> String {
        self.aloof(line).refused()
    }
}

impl Run {
    pub fn json(&self) -> Value {
        assert_eq!(self.stderr, "", "JSON comes without remarks");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }

    /// The message: exit code 2, nothing on standard output.
    pub fn refused(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{}", self.stderr);
        self.stderr
    }

    /// None of these words stands anywhere.
    pub fn hides(&self, words: &[&str]) {
        for word in words {
            assert!(!self.stdout.contains(word), "`{word}` on standard output:\n{}", self.stdout);
            assert!(!self.stderr.contains(word), "`{word}` on standard error:\n{}", self.stderr);
        }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, stdout, stderr } = self;
        write!(f, "success: {}\nexit_code: {code}\n----- stdout -----\n{stdout}", *code == 0)?;
        write!(f, "----- stderr -----\n{stderr}")
    }
}

/// A manifest as the program writes it, if it could have written it: with other fields it stands as it is.
pub fn as_written(manifest: &Value) -> String {
    let read = serde_json::from_value::<aloof::manifest::Manifest>(manifest.clone()).ok();
    let same = read.filter(|read| serde_json::to_value(read).is_ok_and(|again| again == *manifest));
    same.map_or_else(|| manifest.to_string(), |read| read.to_json() + "\n")
}

/// Checks as they are told where something that was asked is open: nothing is promised in words then.
pub fn without_promise(checks: &Value) -> Value {
    let mut checks = checks.clone();
    for check in checks.as_array_mut().unwrap() {
        check.as_object_mut().unwrap().remove("promise");
    }
    checks
}

/// The verdict, then per check what the interface promises: view, verdict, violating of all groups, violating tuples, the
/// worst risk against its bound. A check that the policy does not ask for stands in brackets.
pub fn checks(audit: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut lines = vec![format!("{} of {} tuples", text(&audit["verdict"]), audit["tuples"])];
    for check in audit["checks"].as_array().unwrap() {
        let sensitive: Vec<String> = check["sensitive"].as_array().unwrap().iter().map(text).collect();
        let of = if sensitive.is_empty() { String::new() } else { format!(" of {}", sensitive.join("+")) };
        let line = format!(
            "{}{of}, {}: {}, {} of {} groups, {} tuples, {} {} {}",
            text(&check["principle"]),
            text(&check["view"]),
            text(&check["verdict"]),
            check["violating_groups"],
            check["groups"],
            check["violating_tuples"],
            text(&check["worst_risk"]),
            text(&check["bound_is"]),
            text(&check["bound"]),
        );
        lines.push(if check["required"] == true { line } else { format!("[{line}]") });
    }
    lines.join("\n")
}

/// A CSV table from its lines.
pub fn lines(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}
