//! What a message says to write can be written: every suggestion is TOML, and pasted where the message says it leads on.

use crate::common::{Run, Workdir};

/// Where a suggestion is pasted.
enum Into {
    /// Among the keys of a column.
    Column(&'static str),
    /// In place of a column's line.
    Line(&'static str),
    /// Under a table of the policy.
    Table(&'static str),
    /// Into the one protection.
    Protect,
}

/// A call that is refused, and what is then tried: each suggestion by itself, with the exit code that follows.
struct Case<'a> {
    policy: &'a str,
    tried: &'a [(&'a str, Into, i32)],
}

const MAKE: &str = "anonymize t.csv --out out --seed 1";

const PAY: &str = "age,my pay\n20,1000\n21,2000\n22,3000\n23,4000\n24,5000\n25,6000\n";

const LACKING: &str = "age,my pay\n20,1000\n21,2000\n22,3000\n23,4000\n24,5000\n25,\n";

/// Ages, and how often nobody else has the pay: thirteen of these 72 lie near each other.
fn crowded() -> String {
    let apart = (1..=60).map(|at| format!("{at},{}", 1_000 * at));
    let near = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 5, 5].map(|more| format!("60,{}", 60_000 + more));
    std::iter::once("age,my pay".to_owned()).chain(apart).chain(near).collect::<Vec<_>>().join("\n") + "\n"
}

const COLUMNS: &str =
    "[columns]\nage = { role = \"quasi\" }\n\"my pay\" = { role = \"sensitive\" }\nundeclared = \"drop\"\n\n";

const NEAR: &str = "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"my pay\"\nabsolute = \"100\"\nm = 2\n";

/// The policy with the suggestion in its place, instead of what was said by the same key.
fn pasted(policy: &str, suggestion: &str, into: &Into) -> String {
    let (key, _) = suggestion.split_once(" = ").unwrap();
    let is_column = |line: &str, name: &str| line.starts_with(&format!("{name} = {{"));
    let mut lines: Vec<String> = policy.lines().map(str::to_owned).collect();
    match *into {
        Into::Column(name) => {
            let line = lines.iter_mut().find(|line| is_column(line, name)).unwrap();
            let (head, said) = line.split_once("{ ").unwrap();
            let others = said.trim_end_matches(" }").split(", ").filter(|one| !one.starts_with(&format!("{key} =")));
            *line = format!("{head}{{ {} }}", others.chain([suggestion]).collect::<Vec<_>>().join(", "));
        }
        Into::Line(name) => {
            let line = lines.iter_mut().find(|line| is_column(line, name)).unwrap();
            suggestion.clone_into(line);
        }
        Into::Table(_) | Into::Protect => {
            let head = match into {
                Into::Table(name) => format!("[{name}]"),
                _ => "[[protect]]".to_owned(),
            };
            lines.retain(|line| !line.starts_with(&format!("{key} =")));
            if !lines.contains(&head) {
                lines.push(head.clone());
            }
            let at = lines.iter().position(|line| *line == head).unwrap();
            lines.insert(at + 1, suggestion.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// What stands in a message as `key = value`.
fn suggestions(message: &str) -> Vec<String> {
    message
        .match_indices(" = ")
        .filter_map(|(at, _)| Some(format!("{} = {}", key(&message[..at])?, value(&message[at + 3..])?)))
        .collect()
}

fn key(before: &str) -> Option<&str> {
    if let Some(quoted) = before.strip_suffix('"') {
        return Some(&before[quoted.rfind('"')?..]);
    }
    let from = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    Some(&before[from..]).filter(|key| !key.is_empty())
}

fn value(after: &str) -> Option<&str> {
    let to = match after.chars().next()? {
        '"' => after[1..].find('"')? + 2,
        '{' => after.find('}')? + 1,
        '[' => after.find(']')? + 1,
        _ => after.find([' ', ',', ';', ':', '\n']).unwrap_or(after.len()),
    };
    Some(after[..to].trim_end_matches('.'))
}

fn made(data: &str, policy: &str) -> Run {
    Workdir::with("t.csv", data).and("aloof.toml", policy).aloof(MAKE)
}

fn hold(case: &Case<'_>, data: &str) {
    let run = made(data, case.policy);
    assert!(run.code >= 2, "{}: {run}", case.policy);
    let found = suggestions(&run.stderr);
    for one in &found {
        assert!(toml::from_str::<toml::Table>(one).is_ok(), "`{one}` is no TOML: {run}");
    }
    for (suggestion, into, code) in case.tried {
        assert!(found.iter().any(|one| one == suggestion), "`{suggestion}` is not among {found:?}: {run}");
        let policy = pasted(case.policy, suggestion, into);
        let then = made(data, &policy);
        assert!(then.code == *code && then.stderr != run.stderr, "{policy}\n{then}");
    }
}

fn policy(columns: &str, protect: &str, rest: &str) -> String {
    format!("{columns}{protect}{rest}")
}

#[test]
fn about_columns() {
    let usual = policy(COLUMNS, NEAR, "");
    let value = policy(&COLUMNS.replace("\"sensitive\"", "\"sensitive\", missing = \"value\""), NEAR, "");
    let kept = policy(
        "[columns]\nage = { role = \"quasi\" }\n\"my pay\" = { role = \"sensitive\" }\nname = { role = \"keep\" }\n",
        NEAR,
        "",
    );
    let two = policy(
        "[columns]\nage = { role = \"quasi\" }\n\"my pay\" = { role = \"sensitive\" }\njob = { role = \"sensitive\" }\n",
        NEAR,
        "",
    );
    let some = policy("[columns]\nage = { role = \"quasi\" }\n\"my pay\" = { role = \"sensitive\" }\n", NEAR, "");
    let named = "age,my pay,name\n20,1000,Ann Bell\n21,2000,Bob Cole\n22,3000,Cid Dorn\n23,4000,Dan Earl\n";
    let published = "\"my pay\" = { role = \"sensitive\", missing = \"publish\" }";
    for (data, policy, tried) in [
        (
            LACKING,
            &usual,
            &[(published, Into::Line("\"my pay\""), 0), ("missing = \"drop\"", Into::Column("\"my pay\""), 0)][..],
        ),
        (
            LACKING,
            &value,
            &[
                ("missing = \"publish\"", Into::Column("\"my pay\""), 0),
                ("missing = \"drop\"", Into::Column("\"my pay\""), 0),
            ],
        ),
        (
            "age,my pay\n01/02/1990,1000\n03/04/1991,2000\n05/06/1992,3000\n01/02/1993,4000\n",
            &usual,
            &[("date = \"d/m/y\"", Into::Column("age"), 0), ("date = \"m/d/y\"", Into::Column("age"), 0)],
        ),
        (
            "age,my pay\n\"1,234\",1000\n\"2,345\",2000\n\"3,456\",3000\n\"4,567\",4000\n",
            &usual,
            &[("decimal = \",\"", Into::Column("age"), 0), ("decimal = \".\"", Into::Column("age"), 0)],
        ),
        (named, &kept, &[("role = \"quasi\"", Into::Column("name"), 0), ("confirmed = true", Into::Column("name"), 0)]),
        (
            "age,my pay,job\n20,1000,a\n21,2000,b\n22,3000,c\n23,4000,d\n",
            &two,
            &[("protect = \"none\"", Into::Column("job"), 0)],
        ),
        (
            "age,my pay,x\n20,1000,1\n21,2000,2\n22,3000,3\n23,4000,4\n",
            &some,
            &[("undeclared = \"drop\"", Into::Table("columns"), 0)],
        ),
    ] {
        hold(&Case { policy, tried }, data);
    }
}

#[test]
fn about_rows_and_promises() {
    let people = policy(
        "[columns]\nid = { role = \"identifier\" }\nage = { role = \"quasi\" }\n\"my pay\" = { role = \"sensitive\" }\n",
        NEAR,
        "",
    );
    let much = policy(COLUMNS, &NEAR.replace("100\"\nm = 2", "10\"\nm = 6"), "");
    let unknown = policy(COLUMNS, &NEAR.replace("100\"\nm = 2", "10\"\nm = 6"), "[method]\nabsence = \"unknown\"\n");
    let crowded = crowded();
    let twice = "id,age,my pay\n1,20,1000\n1,21,2000\n2,22,3000\n2,23,4000\n";
    for (data, policy, tried) in [
        (
            twice,
            &people,
            &[("rows = \"records\"", Into::Table("input"), 0), ("rows = \"people\"", Into::Table("input"), 0)][..],
        ),
        // The assumption alone is no release: so many rows are to be withheld, too.
        (&crowded, &much, &[("absence = \"unknown\"", Into::Table("method"), 3)]),
        (&crowded, &unknown, &[("suppress = \"0.0278\"", Into::Table("method"), 0)]),
    ] {
        hold(&Case { policy, tried }, data);
    }
}

#[test]
fn about_methods() {
    let walked = "[columns]\nage = { role = \"quasi\" }\nundeclared = \"drop\"\n\n";
    let walk = policy(walked, "", "[method]\nalgorithm = \"walk\"\nproperties = \"1\"\n");
    let hidden =
        policy(COLUMNS, NEAR, "[method]\nalgorithm = \"walk\"\nmax_unchanged = \"1\"\n[output]\ngroup_ids = false\n");
    let noise = policy(walked, "", "[method]\nalgorithm = \"noise\"\nnoise = \"0.0001\"\n");
    let perturb = policy(
        &COLUMNS.replace("\"sensitive\"", "\"sensitive\", missing = \"publish\""),
        NEAR,
        "[method]\nalgorithm = \"perturb\"\n",
    );
    let printed = policy(COLUMNS, NEAR, "[method]\nvariant = \"printed\"\n");
    let people: String =
        std::iter::once("age,my pay\n".to_owned()).chain((1..=60).map(|at| format!("{at},{}\n", 1_000 * at))).collect();
    for (data, policy, tried) in [
        (people.as_str(), &walk, &[("ties = \"relax\"", Into::Table("method"), 0)][..]),
        (&people, &hidden, &[("group_ids = true", Into::Table("output"), 0)]),
        (&people, &noise, &[("noise = \"0.016950\"", Into::Table("method"), 0)]),
        (LACKING, &perturb, &[("missing = \"drop\"", Into::Column("\"my pay\""), 3)]),
        (&people, &printed, &[("view = \"group\"", Into::Protect, 0)]),
    ] {
        hold(&Case { policy, tried }, data);
    }
}

/// What `advise` proposes to begin with is a promise that can be kept, typed as a call and written as a policy.
#[test]
fn a_start_that_is_proposed_can_be_had() {
    let room = Workdir::new();
    assert_eq!(room.aloof("generate census --rows 300 --seed 5 --out people.csv").code, 0);
    let columns = "--quasi age,birthplace --sensitive income";
    let said =
        room.aloof(&format!("advise people.csv {columns}")).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, start) = said.split_once("To begin with: ").unwrap();
    let (flags, rest) = start.split_once(',').unwrap();
    let made = room.aloof(&format!("anonymize people.csv {columns} {flags} --seed 1 --out typed"));
    assert_eq!(made.code, 0, "{flags}: {made}");
    let found = suggestions(rest)[..2].join("\n");
    let policy = format!(
        "[columns]\nage = {{ role = \"quasi\" }}\nbirthplace = {{ role = \"quasi\" }}\nincome = {{ role = \"sensitive\" }}\nundeclared = \"drop\"\n\
         [[protect]]\nprinciple = \"epsilon-m\"\n{found}\n"
    );
    let room = room.and("aloof.toml", policy);
    let made = room.aloof("anonymize people.csv --seed 1 --out written");
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(room.read("typed/data.csv"), room.read("written/data.csv"));
}

/// What a refusal calls nearest can be had, and a little more cannot.
#[test]
fn the_nearest_that_is_named_can_be_had() {
    let room = Workdir::new();
    assert_eq!(room.aloof("generate census --rows 300 --seed 5 --out people.csv").code, 0);
    let columns = "--quasi age,birthplace --sensitive income --seed 1";
    let mut numbers = 0;
    for (epsilon, m, view) in [
        (3_000, 6, "register"),
        (4_000, 5, "register"),
        (1_000, 12, "register"),
        (9_000, 7, "group"),
        (1_000, 12, "group"),
        (60_000, 2, "register"),
    ] {
        let asked = |epsilon: &str, m: &str| {
            numbers += 1;
            room.aloof(&format!(
                "anonymize people.csv {columns} --absolute {epsilon} --m {m} --view {view} --out out{numbers}"
            ))
        };
        let mut asked = asked;
        let refused = asked(&epsilon.to_string(), &m.to_string());
        assert_eq!(refused.code, 3, "{refused}");
        let (_, nearest) = refused.stderr.split_once("Nearest: ").unwrap();
        if let Some((_, most)) = nearest.split_once("the largest m for this ε is ") {
            let most: u32 = most[..most.find(';').unwrap()].parse().unwrap();
            assert_eq!(asked(&epsilon.to_string(), &most.to_string()).code, 0, "m = {most}: {refused}");
            assert_eq!(asked(&epsilon.to_string(), &(most + 1).to_string()).code, 3, "m = {}: {refused}", most + 1);
        }
        if let Some((_, below)) = nearest.split_once(&format!("for m = {m}, ε must stay below ")) {
            let below: f64 = below[..below.find([' ', ';', ',']).or_else(|| below.find(". ")).unwrap_or(below.len())]
                .trim_end_matches('.')
                .parse()
                .unwrap();
            assert_eq!(asked(&(below - 0.01).to_string(), &m.to_string()).code, 0, "ε below {below}: {refused}");
            assert_eq!(asked(&below.to_string(), &m.to_string()).code, 3, "ε = {below}: {refused}");
        }
    }
    assert!(numbers > 20, "{numbers}");
}

/// Flags that a message spells out are flags that are understood.
#[test]
fn flags_that_are_spelled_out_are_understood() {
    let room = Workdir::with("t.csv", PAY.replace("my pay", "pay"));
    for (asked, instead) in [
        ("--sensitive pay:absolute=10", "pay:absolute=10,m=5"),
        ("--sensitive pay:m=3", "pay:absolute=4500,m=3"),
        ("--sensitive pay:below=10,m=2", "pay:below=10,above=10"),
        ("--sensitive pay:l=3 --delta 5", "pay:delta=5,l=3"),
        ("--sensitive pay:delta=5", "pay:delta=5,l=3"),
    ] {
        let said = room.refused(&format!("advise t.csv --quasi age {asked}"));
        assert!(said.contains(instead), "{asked}: {said}");
        let more = if instead.contains("above") { " --m 2" } else { "" };
        let then = room.aloof(&format!("advise t.csv --quasi age --sensitive {instead}{more}"));
        assert!(matches!(then.code, 0 | 3), "{instead}: {then}");
    }
}
