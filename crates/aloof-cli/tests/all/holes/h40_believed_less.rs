//! What a release says of itself, and who its people are: trials, codings, names in two spellings, rows in order among others.

use serde_json::json;

use super::h22_breaker::{forge, left_open};
use crate::common::Workdir;

const FLAGS: &str = "--quasi age --sensitive pay --absolute 20 --m 2";

fn people() -> String {
    (0..60).fold("age,pay\n".to_owned(), |text, at| text + &format!("{},{}\n", 20 + at * 7 % 40, at * 391 % 1000))
}

/// Whoever gets a release sees that it was drawn from a seed, though not from which, and the verdict is what it was.
#[test]
fn a_trial_is_marked() {
    let room = Workdir::with("people.csv", people());
    room.json(&format!("anonymize people.csv {FLAGS} --out release --seed 7"));
    room.json(&format!("anonymize people.csv {FLAGS} --out other --private private"));
    let manifest: serde_json::Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert!(manifest["trial"] == json!(true) && !room.read("release/manifest.json").contains("seed"), "{manifest}");
    assert!(!room.read("other/manifest.json").contains("trial"));
    for original in ["", " --original people.csv"] {
        let page = format!("audit release{original} --report page{}.html", original.len());
        let told = room.json(&page);
        assert_eq!((&told["verdict"], &told["trial"]), (&json!("pass"), &json!(true)), "{told}");
        assert!(told["notes"].to_string().contains("this is a trial: its draws come from a seed"), "{told}");
        let page = room.read(&format!("page{}.html", original.len()));
        assert!(page.contains("is a trial, not for publication"), "{page}");
        assert!(page.contains("drawn from a seed that anybody can guess"), "{page}");
        let told = room.json(&format!("audit other{original}"));
        assert!(told["verdict"] == "pass" && told.get("trial").is_none(), "{told}");
    }
    let told = room.json("evaluate --original people.csv --release release");
    assert!(told["notes"].to_string().contains("this is a trial"), "{told}");
    // A mark that is written otherwise is none of ours.
    forge(&room, &[], |manifest| manifest["trial"] = json!(false));
    left_open(&room.aloof("audit release --json"), "trial");
}

/// One person in two rows, whose number a spreadsheet wrote otherwise.
#[test]
fn a_name_in_two_spellings_is_one_persons() {
    let rows = (0..40).fold("id,age,pay\n".to_owned(), |text, at| {
        let id = if at == 39 { "7.0".to_owned() } else { at.to_string() };
        text + &format!("{id},{},{}\n", 20 + at * 7 % 40, at * 391 % 1000)
    });
    let policy = |said: &str| {
        format!(
            "[columns]\nid = {{ role = \"identifier\" }}\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\n\
             principle = \"epsilon-m\"\nabsolute = \"20\"\nm = 2\n{said}"
        )
    };
    let room = Workdir::with("people.csv", rows)
        .and("aloof.toml", policy(""))
        .and("sure.toml", policy("[input]\nrows = \"people\"\n"));
    let told = room.refused("anonymize people.csv --out release");
    assert!(
        told.contains("1 value of the identifier `id` stands in several rows, 2 together, some written otherwise"),
        "{told}"
    );
    assert!(!told.contains("7.0"), "{told}");
    room.json("anonymize people.csv --policy sure.toml --out release");
}

/// Two decks, of which one is sorted upwards and the other downwards, shuffled into each other.
#[test]
fn rows_in_order_among_others() {
    let mut state = 5u64;
    let mut draw = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let ids: Vec<usize> = (0..600).map(&mut draw).collect();
    let rows = (0..600).fold("id,age,pay\n".to_owned(), |text, at| {
        text + &format!("{:010},{},{}\n", ids[at], 20 + draw(0) % 40, at * 391 % 10_007)
    });
    let room = Workdir::with("people.csv", rows).and(
        "aloof.toml",
        "[columns]\nid = { role = \"identifier\" }\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \
         \"epsilon-m\"\nabsolute = \"20\"\nm = 3\n",
    );
    room.json("anonymize people.csv --out release --private private --seed 7");
    let as_made = room.read("release/data.csv");
    let data: Vec<&str> = as_made.lines().skip(1).collect();
    let places = room.read("private/places.csv");
    let mut order: Vec<(usize, &str)> = places
        .lines()
        .skip(1)
        .map(|line| {
            let (row, place) = line.split_once(',').unwrap();
            (ids[row.parse::<usize>().unwrap()], data[place.parse::<usize>().unwrap()])
        })
        .collect();
    let audit = "audit release --original people.csv --json";
    assert_eq!(room.aloof(audit).code, 0);
    order.sort_unstable();
    let odd = order[300..].iter().rev();
    let shuffled = order[..300].iter().zip(odd).flat_map(|(one, other)| [one.1, other.1]);
    let text = shuffled.fold("age,pay\n".to_owned(), |text, row| text + row + "\n");
    forge(&room, &[("data.csv", &text)], |_| {});
    left_open(&room.aloof(audit), "the original sorted by `id`");
    // Every third row, among others as chance left them.
    let mut rows: Vec<(usize, &str)> =
        data.iter().map(|row| *order.iter().find(|(_, other)| other == row).unwrap()).collect();
    let mut third: Vec<(usize, &str)> = rows.iter().copied().step_by(3).collect();
    third.sort_unstable();
    rows.iter_mut().step_by(3).zip(third).for_each(|(row, other)| *row = other);
    let text = rows.into_iter().fold("age,pay\n".to_owned(), |text, (_, row)| text + row + "\n");
    forge(&room, &[("data.csv", &text)], |_| {});
    left_open(&room.aloof(audit), "the original sorted by `id` (of every 3 rows of the table one)");
}

/// A manifest says that a column is coded, and its values say that it is not.
#[test]
fn a_coding_that_values_contradict() {
    let policy = "[columns]\nage = { role = \"quasi\", classes = [0, 30, 40, 50] }\nhours = { role = \"keep\", round = \"5\" }\n\
                  pay = { role = \"sensitive\", round = \"10\", top = \"900\" }\n[[protect]]\nprinciple = \"epsilon-m\"\n\
                  sensitive = \"pay\"\nabsolute = \"20\"\nm = 2\n";
    let rows = (0..80).fold("age,hours,pay\n".to_owned(), |text, at| {
        text + &format!("{},{},{}\n", 20 + at * 7 % 40, at * 37 % 41, at * 391 % 1000)
    });
    let made = || {
        let room = Workdir::with("people.csv", &rows).and("p.toml", policy);
        room.json("anonymize people.csv --policy p.toml --out release --private private");
        for original in ["", " --original people.csv"] {
            assert_eq!(room.aloof(&format!("audit release{original} --policy p.toml")).code, 0);
        }
        room
    };
    let other = |at: usize, change: &dyn Fn(&str) -> String| {
        let room = made();
        let text = room.read("release/data.csv");
        let changed = text.lines().enumerate().fold(String::new(), |all, (row, line)| {
            let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            if row == 1 {
                cells[at] = change(&cells[at]);
            }
            all + &cells.join(",") + "\n"
        });
        forge(&room, &[("data.csv", &changed)], |_| {});
        room
    };
    let audits = ["audit release --json", "audit release --policy p.toml --json"];
    let contradicted = |run: crate::common::Run, name: &str| {
        let told: serde_json::Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run}"));
        assert!(told["open"].to_string().contains(&format!("the manifest says that `{name}` is coded, and")), "{run}");
        assert!(told["verdict"] != "pass", "{run}");
    };
    for (at, name, value) in [(1, "hours", "23"), (2, "pay", "77"), (2, "pay", "950"), (0, "age", "31..38")] {
        let room = other(at, &|_| value.to_owned());
        audits.iter().for_each(|audit| contradicted(room.aloof(audit), name));
    }
    // Rounding that the manifest makes up.
    let room = made();
    forge(&room, &[], |manifest| manifest["columns"][2]["coding"] = json!({ "top": "900", "round": "100" }));
    contradicted(room.aloof(audits[0]), "pay");
}

/// Codes that all begin alike: a cell that shows only that shows nothing.
#[test]
fn a_prefix_that_everybody_has_is_no_value() {
    let zips = (0..90).map(|at| format!("1{}{}0", if at < 2 { 9 } else { at % 3 }, at % 4));
    let rows = (0..).zip(zips).fold("zip,age,pay\n".to_owned(), |text, (at, zip)| {
        text + &format!("{zip},{},{}\n", 20 + at * 7 % 40, at * 391 % 1000)
    });
    let room = Workdir::with("people.csv", rows).and(
        "aloof.toml",
        "[columns]\nzip = { role = \"quasi\", hierarchy = { kind = \"prefix\" }, suppress_cells = \"0.1\" }\nage = { role = \"quasi\" }\n\
         pay = { role = \"sensitive\", protect = \"none\" }\n[[protect]]\nprinciple = \"k-anonymity\"\nk = 5\n",
    );
    let made = room.json("anonymize people.csv --out release");
    let data = room.read("release/data.csv");
    assert!(!data.contains("1***"), "{data}");
    let stars = data.lines().filter(|row| row.starts_with("*,")).count();
    assert!((2..=9).contains(&stars), "{data}");
    assert!(made["notes"].to_string().contains(&format!("In `zip` {stars} of 90 cells are left out")), "{made}");
    // Of another's table such cells are counted as what they are.
    let all = data
        .lines()
        .skip(1)
        .fold("zip,age,pay\n".to_owned(), |all, row| all + "1***," + row.split_once(',').unwrap().1 + "\n");
    let room = room.and("table.csv", all);
    let told = room.json("audit table.csv --policy aloof.toml");
    assert!(told["notes"].to_string().contains("In `zip` 90 of 90 cells are left out"), "{told}");
}
