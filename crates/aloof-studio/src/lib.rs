//! Aloof Studio: the library in a browser on this machine. Nothing leaves it, and whatever is done there is a policy file and a command.
//!
//! | file | question |
//! |---|---|
//! | `server`, `guard`, `connection` | who is answered, and how |
//! | `folder`, `named` | which tables can be opened, and what they are called |
//! | `project`, `words` | what was chosen, as files have it |
//! | `stamp` | whether a file is still the one that was read |
//! | `jobs` | long work, its progress, its end |
//! | `studio`, `release` | what is held in memory |
//! | `api` | one file per screen: reads what the page asks, calls the function of `aloof` that the command line calls, hands over its answer |
//! | `page` | the page, built by `make studio` from `studio/` |

mod api;
mod connection;
mod failure;
mod folder;
mod guard;
mod jobs;
mod named;
mod page;
mod project;
mod release;
mod server;
mod stamp;
mod studio;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use aloof::io::Source;

pub use page::is_built;

/// What a studio is started with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A table to open first: its folder is then the studio's.
    pub data: Option<PathBuf>,
    /// A port; any that is free if left out.
    pub port: Option<u16>,
}

/// A studio that listens and does not answer yet.
pub struct Ready {
    address: String,
    folder: PathBuf,
    server: server::Server,
}

impl Ready {
    /// Finds the folder, goes there, and listens on this machine alone.
    pub fn new(options: &Options) -> std::io::Result<Self> {
        let (folder, first) = place(options.data.as_deref())?;
        // Commands that are shown can be typed in this folder, and mean the same files.
        std::env::set_current_dir(folder.root())?;
        let root = folder.root().to_owned();
        let studio = Arc::new(studio::Studio::new(folder, first));
        let server = server::Server::listen(studio, options.port.unwrap_or(0))?;
        Ok(Self { address: server.address(), folder: root, server })
    }

    /// The address that opens the page: whoever has it may see everything.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The folder whose files can be opened.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Answers until the program is ended.
    pub fn run(self) -> std::io::Result<()> {
        self.server.run()
    }
}

/// The folder, and the table in it. What lies on a server has none: the folder is then the one that the program was started in.
fn place(data: Option<&Path>) -> std::io::Result<(folder::Folder, Option<String>)> {
    let Some(data) = data else { return Ok((folder::Folder::new(Path::new("."))?, None)) };
    if data.is_dir() {
        return Ok((folder::Folder::new(data)?, None));
    }
    let unshown = || std::io::Error::other("its name cannot be shown");
    let text = data.to_str().ok_or_else(unshown)?;
    let source = Source::at(data);
    let Some(file) = source.path() else { return Ok((folder::Folder::new(Path::new("."))?, Some(text.to_owned()))) };
    let real = file.canonicalize()?;
    let (Some(parent), Some(name)) = (real.parent(), real.file_name().and_then(|name| name.to_str())) else {
        return Err(unshown());
    };
    // A sheet of the file, or a table in it, is called by the file's name where it lies.
    let first = text.replacen(file.to_str().ok_or_else(unshown)?, name, 1);
    Ok((folder::Folder::new(parent)?, Some(first)))
}
