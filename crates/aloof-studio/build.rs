//! Puts the page into the program, where `make studio` has built it. A build without Node has none, and says so when it is started.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// What the page is made of.
const FILES: [&str; 3] = ["index.html", "app.js", "app.css"];

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let built = here.join("../../studio/dist");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    // The directory is always there, so that a page that is built later is noticed.
    println!("cargo:rerun-if-changed={}", built.display());
    fs::write(out.join("page.rs"), page(&built)).expect("the build's own directory can be written");
}

/// The files as one constant; none of them where one is missing.
fn page(built: &Path) -> String {
    let there = FILES.iter().all(|name| built.join(name).is_file());
    let one =
        |name: &str| format!("({name:?}, include_bytes!({:?}) as &[u8]),", built.join(name).display().to_string());
    let all: String = if there { FILES.iter().map(|name| one(name)).collect() } else { String::new() };
    format!("/// The files of the page.\npub(crate) const FILES: &[(&str, &[u8])] = &[{all}];\n")
}
