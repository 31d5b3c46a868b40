//! Names that were called sensitive, values in two notations, manifests that state something else, and directories that others' files
//! were put into.

use serde_json::{Value, json};

use super::h22_breaker::{forge, left_open, released};
use crate::common::Workdir;

const PEOPLE: &str = "name,age,zip,salary\nAda,17,12000,1000\nBen,19,13000,1010\nCec,20,14000,1020\nDan,24,16000,50000\n\
                      Eve,29,21000,16000\nFay,34,24000,24000\nGus,39,36000,33000\nHal,45,39000,31000\n";

/// With more said of the name.
fn policy(more: &str) -> String {
    format!(
        "[columns]\nname = {{ role = \"sensitive\"{more} }}\nage = {{ role = \"quasi\" }}\nzip = {{ role = \"quasi\" }}\nsalary = {{ role = \
         \"sensitive\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"salary\"\nabsolute = \"100\"\nm = 2\n[[protect]]\n\
         principle = \"l-diversity\"\nsensitive = \"name\"\nl = 2\n"
    )
}

/// Names beside salaries say whose they are, whatever the column is called and whatever a rule asks of it.
#[test]
fn names_are_names_where_they_are_called_sensitive() {
    let room = Workdir::with("people.csv", PEOPLE)
        .and("open.toml", policy(""))
        .and("none.toml", policy(", protect = \"none\""))
        .and("sure.toml", policy(", confirmed = true"));
    let flags = "--quasi age,zip --sensitive salary:absolute=100,m=2 --sensitive name:l=2";
    for made in [flags, "--policy open.toml", "--policy none.toml"] {
        let told = room.refused(&format!("anonymize people.csv {made} --out release"));
        assert!(told.contains("`name` would be published as it is") && told.contains("confirmed = true"), "{told}");
        assert!(!told.contains("Ada"), "{told}");
    }
    let made = room.json("anonymize people.csv --policy sure.toml --out release");
    assert!(made["notes"].to_string().contains("`name` goes out as it is and looks like an identifier"), "{made}");
    for original in ["", " --original people.csv"] {
        let run = room.aloof(&format!("audit release{original} --json"));
        left_open(&run, "`name` is published as it is and looks like an identifier");
        let told = room.json(&format!("audit release{original} --policy sure.toml"));
        assert_eq!(told["verdict"], "pass", "{told}");
        let told = room.json(&format!("audit release{original} --policy open.toml"));
        assert_eq!(told["verdict"], "pass", "{told}");
        assert!(told["notes"].to_string().contains("whoever finds a row by it knows all that stands there"), "{told}");
    }
    let told = room.json("audit release --policy sure.toml");
    let promise = told["checks"][0]["promise"].as_str().unwrap();
    assert!(
        promise.starts_with("Nobody who knows everybody's age and zip, but nothing of their name, and takes"),
        "{promise}"
    );
}

/// Measurements are all different, and no names.
#[test]
fn numbers_are_no_names_for_being_different() {
    let rows = (0..60).fold("age,pay,level\n".to_owned(), |text, at| {
        text + &format!("{},{},{}\n", 20 + at * 7 % 40, 1000 + at * 391, 100_001 + at * 17 % 61)
    });
    let room = Workdir::with("people.csv", rows);
    room.json("anonymize people.csv --quasi age --sensitive pay:absolute=20,m=2 --sensitive level:l=2 --out release");
    assert_eq!(room.json("audit release --original people.csv")["verdict"], "pass");
}

/// A value that stands in two notations is one, and groups of it are not various.
#[test]
fn one_value_in_two_notations_is_one() {
    for (one, other) in [
        ("2020-01-31", "31.01.2020"),
        ("31.1.2020", "31.01.2020"),
        ("2020-01-31", "20200131"),
        ("1000", "1'000"),
        ("1.5", "\"1,5\""),
        ("5", "5%"),
        ("stra\u{df}e", "STRASSE"),
        ("non-HIV", "non\u{2011}HIV"),
        ("HIV", "HIV\u{2800}"),
    ] {
        let table = format!("age,dx\n1..5,{one}\n1..5,{other}\n1..5,unknown\n");
        let original = format!("age,dx\n1,{one}\n2,{other}\n3,unknown\n");
        let room = Workdir::with("table.csv", table).and("people.csv", original);
        left_open(
            &room.aloof("audit table.csv --quasi age --sensitive dx --l 3 --json"),
            "`dx`: 1 of its labels is another",
        );
        let told = room.refused("anonymize people.csv --quasi age --sensitive dx --l 3 --out release");
        assert!(told.contains("`dx`: 1 of its labels is another"), "{told}");
    }
    let days = "age,dx\n1..5,01/02/2020\n1..5,02/01/2020\n1..5,unknown\n";
    let told = Workdir::with("table.csv", days).json("audit table.csv --quasi age --sensitive dx --l 3");
    assert_eq!(told["verdict"], "pass", "one way of writing, two days: {told}");
}

fn people() -> String {
    (0..240).fold("age,zip,pay,dx\n".to_owned(), |text, at| {
        text + &format!("{},{},{},d{}\n", 20 + at * 7 % 40, 100 + at * 13 % 90, at * 391 % 20_000, at % 6)
    })
}

/// A release of theirs by this policy, in `release`, that passes with the original.
fn made(rest: &str) -> Workdir {
    let room = Workdir::with("people.csv", people()).and("aloof.toml", rest);
    assert_eq!(room.aloof("anonymize people.csv --out release").code, 0);
    let told = room.json("audit release --original people.csv");
    assert_eq!(told["verdict"], "pass", "{told}");
    room
}

/// The original against one change of the manifest.
fn open_with(room: &Workdir, reason: &str, change: impl FnOnce(&mut Value)) {
    let before = room.read("release/manifest.json");
    forge(room, &[], change);
    left_open(&room.aloof("audit release --original people.csv --json"), reason);
    std::fs::write(room.path("release/manifest.json"), before).unwrap();
}

const QUASI: &str = "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\n";

#[test]
fn counts_of_two_tables_are_counted_again() {
    let room = made(&format!(
        "{QUASI}pay = {{ role = \"drop\" }}\ndx = {{ role = \"sensitive\" }}\n[[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"dx\"\n\
         l = 3\n[method]\nalgorithm = \"anatomy\"\n"
    ));
    open_with(&room, "the manifest counts 1 groups", |manifest| manifest["groups"] = json!(1));
    open_with(&room, "a loss of 0.1", |manifest| manifest["loss"] = json!(0.1));
    let l = "every group has 6 different values or more, and the least that one has is 3";
    open_with(&room, l, |manifest| manifest["made"]["l"] = json!(6));
    open_with(&room, "sensitive.csv lies in the release, and its manifest does not list it", |manifest| {
        manifest["files"].as_object_mut().unwrap().remove("sensitive.csv");
    });
    open_with(&room, "states other figures for l-diversity", |manifest| {
        manifest["audit"]["checks"][0]["worst_risk"] = json!("1/6");
    });
}

#[test]
fn figures_of_changed_values_are_found_again() {
    let room = made(&format!(
        "{QUASI}pay = {{ role = \"sensitive\", domain = [\"0\", \"20000\"] }}\ndx = {{ role = \"drop\" }}\n[[protect]]\nprinciple = \
         \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"100\"\nm = 2\n[method]\nalgorithm = \"perturb\"\n"
    ));
    open_with(&room, "a loss of 0.001", |manifest| manifest["loss"] = json!(0.001));
    open_with(&room, "the manifest counts 7 groups", |manifest| manifest["groups"] = json!(7));
    open_with(&room, "states other figures for epsilon-m in the perturbation view", |manifest| {
        manifest["audit"]["checks"][0]["worst_risk"] = json!("1/1000000");
    });
}

#[test]
fn a_walk_in_groups_is_counted_again() {
    let room = made(
        "[columns]\nage = { role = \"quasi\", domain = [\"0\", \"120\"] }\nzip = { role = \"quasi\", domain = [\"0\", \"300\"] }\npay = { role \
         = \"sensitive\" }\ndx = { role = \"drop\" }\n[[protect]]\nprinciple = \"k-anonymity\"\nk = 12\n[[protect]]\nprinciple = \
         \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"20\"\nm = 4\n[method]\nalgorithm = \"walk\"\nproperties = \"0.02\"\n\
         max_unchanged = \"0.9\"\n[output]\ngroup_ids = true\n",
    );
    let notes = room.json("audit release --original people.csv")["notes"].to_string();
    assert!(notes.contains("under `measured` its maker measured of its own release"), "{notes}");
    open_with(&room, "the manifest counts 1 groups", |manifest| manifest["groups"] = json!(1));
    open_with(&room, "a loss of 0.001", |manifest| manifest["loss"] = json!(0.001));
    open_with(&room, "states other figures for epsilon-m", |manifest| {
        manifest["audit"]["checks"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|check| check["verdict"] = json!("fail"));
    });
    open_with(&room, "holds what no such manifest of this program does", |manifest| {
        manifest["measured"]["guarantee"] = json!("Ada is row 17 and earns 4000");
    });
}

/// How a column is published, and by which method, follows from how the table was made.
#[test]
fn a_manifest_that_contradicts_itself() {
    let room = released();
    let open_with = |reason: &str, change: &dyn Fn(&mut Value)| {
        let before = room.read("release/manifest.json");
        forge(&room, &[], change);
        for original in ["", " --original original.csv"] {
            left_open(&room.aloof(&format!("audit release{original} --json")), reason);
        }
        std::fs::write(room.path("release/manifest.json"), before).unwrap();
    };
    for (word, said) in [("noisy", "noisy"), ("perturbed", "perturbed"), ("coded", "coded")] {
        open_with(&format!("`salary` is published \"{said}\""), &|manifest| {
            let columns = manifest["columns"].as_array_mut().unwrap();
            let pay = columns.iter_mut().find(|column| column["name"] == "salary").unwrap();
            pay["published_as"] = json!(word);
        });
    }
    open_with("names the method `noise`", &|manifest| manifest["method"]["algorithm"] = json!("noise"));
}

/// What lies in a release is published, and a private directory holds its own files alone.
#[test]
fn nothing_is_put_into_a_release_or_a_private_directory() {
    let room = Workdir::with("people.csv", PEOPLE);
    let make = "anonymize people.csv --quasi age,zip --sensitive salary --absolute 100 --m 2";
    room.json(&format!("{make} --out release --private private"));
    for target in ["--out other --private release/private", "--out private/other", "--out release/inner"] {
        for more in ["", " --replace"] {
            let told = room.refused(&format!("{make} {target}{more}"));
            assert!(told.contains("which contains nothing but its own files"), "{told}");
        }
    }
    assert!(!room.path("other").exists());
    let names = std::fs::read_dir(room.path("release")).unwrap().count();
    assert_eq!(names, 2);
}
