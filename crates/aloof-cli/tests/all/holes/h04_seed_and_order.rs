//! Neither the seed nor the order of the input tells anything about a release.

use std::collections::HashSet;

use crate::common::Workdir;

const ROLES: &str = "--quasi age --sensitive pay --absolute 5 --m 2";

/// Two hundred people, each with a salary of their own.
fn people() -> Vec<String> {
    (0..200u64).map(|at| format!("{},{}", 20 + at * 7 % 50, 1000 + at * 7919 % 9973 * 10)).collect()
}

fn csv(lines: &[String]) -> String {
    lines.iter().fold("age,pay\n".to_owned(), |all, line| all + line + "\n")
}

/// Whoever knows the seed used to draw the order of rows again, with any table of the same length.
#[test]
fn a_dummy_table_does_not_replay_the_order() {
    let people = people();
    let dummy: Vec<String> = (0..200).map(|at| format!("{},{at}", 20 + at % 50)).collect();
    let room = Workdir::with("pay.csv", csv(&people)).and("dummy.csv", csv(&dummy));
    room.json(&format!("anonymize pay.csv {ROLES} --out release --seed 7"));
    room.json(&format!("anonymize dummy.csv {ROLES} --out replay --seed 7 --private replayed"));
    let released: Vec<String> =
        room.read("release/data.csv").lines().skip(1).map(|line| line.rsplit_once(',').unwrap().1.to_owned()).collect();
    let places = room.read("replayed/places.csv");
    let right = places.lines().skip(1).filter(|line| {
        let (row, place) = line.split_once(',').unwrap();
        people[row.parse::<usize>().unwrap()].ends_with(&format!(",{}", released[place.parse::<usize>().unwrap()]))
    });
    // By chance one of two hundred is right; more than nine are about as likely as one run in ten million.
    assert!(right.count() < 10);
}

/// The same people in another order gave other groups, and two releases together more than either.
#[test]
fn the_order_of_the_input_changes_no_byte() {
    let people = people();
    let mut turned = people.clone();
    turned.reverse();
    turned.rotate_left(77);
    let room = Workdir::with("one.csv", csv(&people)).and("other.csv", csv(&turned));
    let walk = "[columns]\nage = { role = \"quasi\", domain = [\"0\", \"100\"] }\npay = { role = \"keep\", confirmed = true }\n\
                [method]\nalgorithm = \"walk\"\nproperties = \"0.01\"\nties = \"relax\"\n";
    let noise = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"keep\", confirmed = true }\n[method]\n\
                 algorithm = \"noise\"\nnoise = \"0.2\"\n";
    let protect = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\n";
    let near = format!("{protect}principle = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n");
    let policies = [
        ("split", near.clone()),
        ("xcolor", format!("{near}[method]\nalgorithm = \"xcolor\"\n")),
        (
            "mondrian",
            format!(
                "{protect}principle = \"l-diversity\"\nkind = \"distinct\"\nl = 3\n[method]\nalgorithm = \"mondrian\"\n"
            ),
        ),
        (
            "anatomy",
            format!(
                "{protect}principle = \"l-diversity\"\nkind = \"distinct\"\nl = 3\n[method]\nalgorithm = \"anatomy\"\n"
            ),
        ),
        // Of ages there are few enough to be drawn from.
        (
            "perturb",
            "[columns]\nage = { role = \"sensitive\" }\npay = { role = \"keep\", confirmed = true }\n[[protect]]\nprinciple = \
             \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n[method]\nalgorithm = \"perturb\"\n"
                .to_owned(),
        ),
        ("walk", walk.to_owned()),
        ("noise", noise.to_owned()),
    ];
    for (name, policy) in policies {
        std::fs::write(room.path("p.toml"), policy).unwrap();
        for file in ["one", "other"] {
            let run = room.aloof(&format!("anonymize {file}.csv --policy p.toml --out {name}-{file} --seed 7"));
            assert_eq!(run.code, 0, "{name}: {run}");
        }
        for file in ["data.csv", "manifest.json"] {
            let [one, other] = ["one", "other"].map(|input| room.read(&format!("{name}-{input}/{file}")));
            assert_eq!(one, other, "{name}: {file}");
        }
    }
}

/// The private directory keeps the secret, and the next run finds it there.
#[test]
fn the_key_is_found_again() {
    let room = Workdir::with("pay.csv", csv(&people()));
    let make = |out: &str, more: &str| {
        room.json(&format!("anonymize pay.csv {ROLES} --out {out} {more}"));
        room.read(&format!("{out}/data.csv"))
    };
    let first = make("release", "--private secret");
    let key = room.read("secret/key");
    assert!(key.trim().len() == 64 && key.trim().bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    assert_eq!(make("release", "--private secret --replace"), first);
    assert_eq!(room.read("secret/key"), key);
    assert_ne!(make("elsewhere", ""), first, "without it all is drawn anew");
    // A trial leaves the key where it is.
    make("release", "--private secret --replace --seed 3");
    assert_eq!(room.read("secret/key"), key);
}

#[test]
fn a_seed_says_that_it_can_be_guessed() {
    let room = Workdir::with("pay.csv", csv(&people()));
    let run = room.aloof(&format!("anonymize pay.csv {ROLES} --out release --seed 7"));
    assert!(run.code == 0 && run.stdout.contains("whoever guesses the seed"), "{run}");
    let manifest = room.read("release/manifest.json");
    assert!(!manifest.contains("seed"), "nothing of it is published: {manifest}");
    let run = room.aloof(&format!("anonymize pay.csv {ROLES} --out other"));
    assert!(run.code == 0 && !run.stdout.contains("seed"), "{run}");
    let orders: HashSet<String> = (0..4)
        .map(|at| {
            room.json(&format!("anonymize pay.csv {ROLES} --out r{at}"));
            room.read(&format!("r{at}/data.csv"))
        })
        .collect();
    assert_eq!(orders.len(), 4, "a new order each time");
}
