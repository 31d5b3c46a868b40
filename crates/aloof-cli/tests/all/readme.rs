//! The tour of the README, typed as it stands: every command in order, in one directory, prints what is shown.

use std::fs;
use std::path::Path;

use crate::common::Workdir;

/// Something that whoever reads does.
#[derive(Debug)]
enum Step {
    /// Types a command and sees this; `...` is any number of lines.
    Type(String, Vec<String>),
    /// Saves a policy.
    Save(String),
}

/// What stands between fences from "Five minutes" to the next chapter.
fn steps(readme: &str) -> Vec<Step> {
    let tour = readme.split("\n## ").find(|chapter| chapter.starts_with("Five minutes")).unwrap();
    let mut steps = Vec::new();
    for block in tour.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        if language == "toml" {
            steps.push(Step::Save(text.to_owned()));
            continue;
        }
        for part in format!("\n{text}").split("\n$ ").skip(1) {
            let mut lines = part.lines().map(|line| line.trim_end().to_owned());
            let command = lines.next().unwrap();
            steps.push(Step::Type(command, trimmed(lines.collect())));
        }
    }
    steps
}

fn trimmed(mut lines: Vec<String>) -> Vec<String> {
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Whether the lines are those shown.
fn is_shown(shown: &[String], lines: &[String]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first.trim() == "..." => (0..=lines.len()).any(|skip| is_shown(rest, &lines[skip..])),
        Some((first, rest)) => lines.split_first().is_some_and(|(line, more)| line == first && is_shown(rest, more)),
    }
}

/// Who stands with whom is drawn: the header and the last column of all rows are what they are.
fn whatever_was_drawn(lines: &[String]) -> (String, Vec<String>) {
    let mut last: Vec<String> = lines[1..].iter().map(|line| line.rsplit(',').next().unwrap().to_owned()).collect();
    last.sort_unstable();
    (lines[0].clone(), last)
}

#[test]
fn the_tour_runs_as_written() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let dir = Workdir::new();
    let steps = steps(&readme);
    assert!(steps.len() > 8, "{steps:?}");
    for step in steps {
        let (command, shown) = match step {
            Step::Save(policy) => {
                fs::write(dir.path("aloof.toml"), policy).unwrap();
                continue;
            }
            Step::Type(command, shown) => (command, shown),
        };
        if let Some(file) = command.strip_prefix("cat ") {
            if !dir.path(file).exists() {
                fs::write(dir.path(file), shown.join("\n") + "\n").unwrap();
                continue;
            }
            let lines: Vec<String> = dir.read(file).lines().map(str::to_owned).collect();
            assert_eq!(whatever_was_drawn(&lines), whatever_was_drawn(&shown), "{command}");
            continue;
        }
        let run = dir.aloof(command.strip_prefix("aloof ").unwrap());
        let lines = trimmed(run.stdout.lines().map(|line| line.trim_end().to_owned()).collect());
        assert!(is_shown(&shown, &lines), "$ {command}\nshown:\n{}\nprinted:\n{run}", shown.join("\n"));
    }
}
