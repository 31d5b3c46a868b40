//! `aloof demo --out DIR` wrote over whatever had the names of its files. Now a directory that holds anything must be one that
//! a demonstration made, unless `--replace` is said.

use std::fs;

use crate::common::Workdir;

#[test]
fn a_directory_of_yours_stays_as_it_is() {
    for (name, text) in
        [("census.csv", "mine\n"), ("sex.csv", "mine\n"), ("notes.txt", "mine\n"), ("aloof.toml", "# mine\n")]
    {
        let dir = Workdir::with(&format!("d/{name}"), text);
        let message = dir.refused("demo --rows 200 --out d");
        assert!(message.contains("stays as it is") && message.contains("--replace"), "{message}");
        assert_eq!(dir.read(&format!("d/{name}")), text);
        assert_eq!(fs::read_dir(dir.path("d")).unwrap().count(), 1, "{name}");
    }
}

#[test]
fn its_own_and_an_empty_one_are_taken() {
    let dir = Workdir::new();
    fs::create_dir(dir.path("d")).unwrap();
    assert_eq!(dir.aloof("demo --rows 200 --out d").code, 0);
    let people = dir.read("d/census.csv");
    // What was put beside it meanwhile is left alone.
    fs::write(dir.path("d/notes.txt"), "mine").unwrap();
    let again = dir.aloof("demo --rows 200 --seed 2 --out d");
    assert_eq!(again.code, 0, "{again}");
    assert_ne!(dir.read("d/census.csv"), people);
    assert_eq!(dir.read("d/notes.txt"), "mine");
}

#[test]
fn replace_lets_files_of_its_names_go_and_no_others() {
    let dir = Workdir::with("d/census.csv", "mine\n").and("d/notes.txt", "mine\n");
    let run = dir.aloof("demo --rows 200 --out d --replace");
    assert_eq!(run.code, 0, "{run}");
    assert_ne!(dir.read("d/census.csv"), "mine\n");
    assert_eq!(dir.read("d/notes.txt"), "mine\n");
    // A directory that is no release of ours does not give way.
    let dir = Workdir::with("d/release/thesis.tex", "years");
    assert_eq!(dir.aloof("demo --rows 200 --out d --replace").code, 2);
    assert_eq!(dir.read("d/release/thesis.tex"), "years");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let dir = Workdir::with("diary.txt", "mine");
    fs::create_dir(dir.path("d")).unwrap();
    std::os::unix::fs::symlink(dir.path("diary.txt"), dir.path("d/census.csv")).unwrap();
    assert_eq!(dir.aloof("demo --rows 200 --out d --replace").code, 2);
    assert_eq!(dir.read("diary.txt"), "mine");
}
