//! What was found by trying to break an audit, or to be told something that is not so.

use crate::common::{Workdir, as_written};
use serde_json::{Value, json};
use std::fmt::Write as _;

const PEOPLE: &str = "name,age,zip,salary\nAda,17,12000,1000\nBen,19,13000,1010\nCec,20,14000,1020\nDan,24,16000,50000\n\
                      Eve,29,21000,16000\nFay,34,24000,24000\nGus,39,36000,33000\nHal,45,39000,31000\n";

const MAKE: &str =
    "anonymize original.csv --quasi age,zip --sensitive salary --absolute 100 --m 2 --out release --private private";

fn released() -> Workdir {
    let dir = Workdir::with("original.csv", PEOPLE);
    assert_eq!(dir.aloof(MAKE).code, 0);
    dir
}

/// Puts other files in place of the released ones, with a manifest that states their digests.
fn forge(dir: &Workdir, files: &[(&str, &str)], change: impl FnOnce(&mut Value)) {
    let mut manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    for (name, data) in files {
        std::fs::write(dir.path("release").join(name), data).unwrap();
        let output = std::process::Command::new("sha256sum").arg(dir.path("release").join(name)).output().unwrap();
        let digest = String::from_utf8(output.stdout).unwrap().split_whitespace().next().unwrap().to_owned();
        manifest["files"][name] = json!({ "bytes": data.len(), "sha256": digest });
    }
    change(&mut manifest);
    std::fs::write(dir.path("release/manifest.json"), as_written(&manifest)).unwrap();
}

/// The verdict and the exit code.
fn verdict(dir: &Workdir, call: &str) -> (i32, Value) {
    let run = dir.aloof(&format!("{call} --json"));
    (run.code, serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run}")))
}

/// The eight as they are, without names.
fn plain() -> String {
    PEOPLE.lines().map(|line| line.split_once(',').unwrap().1.to_owned() + "\n").collect()
}

/// With a column that puts everybody into one group.
fn in_one_group(table: &str) -> String {
    let mut lines = table.lines();
    let head = format!("{},group\n", lines.next().unwrap());
    lines.fold(head, |all, line| all + line + ",1\n")
}

// A walk that was none.

const WALK: &str = "[columns]\nage = { role = \"quasi\", domain = [\"0\", \"120\"] }\nzip = { role = \"quasi\" }\n\
                    pay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"2000\"\nm = 3\n\
                    [method]\nalgorithm = \"walk\"\nproperties = \"0.02\"\nties = \"relax\"\nmax_unchanged = \"0.7\"\n";

fn walked() -> (Workdir, Vec<(u64, u64, u64)>) {
    let person = |at: u64| (20 + at * 17 % 61, 10_000 + at * 7919 % 50_021, 1000 + at * 997 % 60_000);
    let people: Vec<(u64, u64, u64)> = (0..300).map(person).collect();
    let mut table = "age,zip,pay\n".to_owned();
    people.iter().for_each(|(age, zip, pay)| writeln!(table, "{age},{zip},{pay}").unwrap());
    let dir = Workdir::with("people.csv", table).and("walk.toml", WALK).and(
        "own.toml",
        "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\npay = { role = \"sensitive\" }\ngroup = { role = \"group\" }\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"2000\"\nm = 3\n",
    );
    let made = dir.aloof("anonymize people.csv --policy walk.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    (dir, people)
}

/// Everybody's own numbers, or numbers close to them, beside their own pay.
fn unwalked(dir: &Workdir, people: &[(u64, u64, u64)], moved: u64) -> String {
    dir.read("release/data.csv").lines().skip(1).fold("age,zip,pay,group\n".to_owned(), |all, line| {
        let cells: Vec<&str> = line.split(',').collect();
        let (age, zip, pay) = people.iter().find(|(.., pay)| pay.to_string() == cells[2]).unwrap();
        all + &format!("{},{},{pay},{}\n", age + moved, zip + 7 * moved, cells[3])
    })
}

#[test]
fn a_walk_that_was_none_is_refuted() {
    let (dir, people) = walked();
    let honest = dir.json("audit release --original people.csv");
    assert_eq!((&honest["verdict"], &honest["claim"]["standing"]), (&"pass".into(), &"holds".into()), "{honest}");
    for moved in [0, 1] {
        forge(&dir, &[("data.csv", &unwalked(&dir, &people, moved))], |_| {});
        for call in ["audit release --original people.csv", "audit release --original people.csv --policy own.toml"] {
            let (code, audit) = verdict(&dir, call);
            assert_eq!((code, &audit["claim"]["standing"]), (1, &"refuted".into()), "{moved} {call}: {audit}");
        }
        assert_eq!(dir.json("compare people.csv release")["releases"][0]["verdict"], "fail");
    }
}

#[test]
fn what_a_walk_would_excuse_is_not_passed_unseen() {
    let (dir, _) = walked();
    let (code, audit) = verdict(&dir, "audit release");
    assert_eq!((code, &audit["verdict"], &audit["claim"]["standing"]), (2, &"measured".into(), &"open".into()));
    // Columns that no walk can change are none.
    let data = dir.read("release/data.csv");
    for columns in [json!(["age", "pay"]), json!([])] {
        forge(&dir, &[("data.csv", &data)], |manifest| manifest["made"] = json!({ "how": "walk", "columns": columns }));
        let (code, audit) = verdict(&dir, "audit release --original people.csv");
        assert_eq!((code, &audit["claim"]["standing"]), (1, &"refuted".into()), "{audit}");
    }
}

/// Eight rows are too few to tell; then nothing passes.
#[test]
fn eight_raw_rows_do_not_pass_for_a_walk() {
    let dir = released();
    let raw = in_one_group(&plain());
    forge(&dir, &[("data.csv", &raw)], |manifest| {
        manifest["made"] = json!({ "how": "walk", "columns": ["age", "zip"] });
        manifest["protect"][0]["view"] = "group".into();
        let group = json!({ "name": "group", "role": "group", "type": "number", "published_as": "group", "protected_by": "none" });
        manifest["columns"].as_array_mut().unwrap().push(group);
    });
    for call in [
        "audit release --original original.csv",
        "audit release --original original.csv --quasi age,zip --sensitive salary --group group --k 2",
        "audit release",
    ] {
        let (code, audit) = verdict(&dir, call);
        assert!(code != 0 && audit["verdict"] != "pass", "{call}: {audit}");
    }
}

#[test]
fn a_walk_without_promises_that_left_all_as_it_was_is_refuted() {
    let (dir, _) = walked();
    let policy = WALK.replace("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"2000\"\nm = 3\n", "");
    std::fs::write(dir.path("walk.toml"), policy.replace("\"sensitive\"", "\"sensitive\", protect = \"none\""))
        .unwrap();
    std::fs::remove_dir_all(dir.path("release")).unwrap();
    assert_eq!(dir.aloof("anonymize people.csv --policy walk.toml --out release --seed 1").code, 0);
    assert_eq!(dir.aloof("audit release --original people.csv").code, 0);
    forge(&dir, &[("data.csv", &dir.read("people.csv"))], |_| {});
    let (code, audit) = verdict(&dir, "audit release --original people.csv");
    assert_eq!((code, &audit["claim"]["standing"]), (1, &"refuted".into()), "{audit}");
}

// Groups that nobody sees.

#[test]
fn a_stated_group_does_not_hide_who_stands_alone() {
    let people = "age,zip,ill\n17,12000,hiv\n19,13000,flu\n20,14000,flu\n24,16000,hiv\n";
    let stated = in_one_group(people);
    let policy = "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\nill = { role = \"sensitive\" }\n\
                  group = { role = \"group\" }\n";
    for rule in [
        "principle = \"t-closeness\"\nt = \"0.1\"",
        "principle = \"beta-likeness\"\nbeta = \"0.5\"",
        "principle = \"k-anonymity\"\nk = 2",
    ] {
        for view in ["", "\nview = \"group\""] {
            let dir = Workdir::with("g.csv", &stated)
                .and("go.csv", people)
                .and("gt.toml", format!("{policy}[[protect]]\n{rule}{view}\n"));
            for call in ["audit g.csv --original go.csv --policy gt.toml", "audit g.csv --policy gt.toml"] {
                assert_eq!(dir.aloof(call).code, 1, "{rule} {view} {call}");
            }
        }
    }
}

// What a manifest does not say, and what it says of its columns.

#[test]
fn files_that_the_manifest_does_not_list_are_named() {
    let dir = released();
    assert_eq!(dir.aloof("audit release --original original.csv").code, 0);
    for name in ["raw.csv", ".hidden.csv", "data.parquet"] {
        std::fs::write(dir.path("release").join(name), PEOPLE).unwrap();
        let run = dir.aloof("audit release --original original.csv");
        assert!(run.code == 2 && run.stdout.contains(name) && run.stdout.contains("NOT JUDGED"), "{run}");
        assert_eq!(verdict(&dir, "audit release").1["files"]["unlisted"], json!([name]));
        std::fs::remove_file(dir.path("release").join(name)).unwrap();
    }
}

#[test]
fn roles_that_only_the_manifest_gives_are_not_believed() {
    for keep in [true, false] {
        let dir = released();
        forge(&dir, &[("data.csv", &plain())], |manifest| {
            manifest["groups"] = 1.into();
            manifest["audit"]["checks"] = serde_json::json!([]);
            if keep {
                (0..2).for_each(|at| manifest["columns"][at]["role"] = "keep".into());
            } else {
                manifest["columns"].as_array_mut().unwrap().retain(|column| column["name"] == "salary");
            }
        });
        for call in ["audit release --original original.csv", "audit release"] {
            let (code, audit) = verdict(&dir, call);
            assert_eq!((code, &audit["verdict"]), (2, &"measured".into()), "{call}: {audit}");
            let told = audit["open"].to_string();
            assert!(told.contains("`age`") && told.contains("`zip`"), "{told}");
        }
        // An auditor who says so means it.
        let policy = "[columns]\nage = { role = \"keep\" }\nzip = { role = \"keep\" }\nsalary = { role = \"sensitive\" }\n\
                      undeclared = \"drop\"\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 2\n";
        std::fs::write(dir.path("mine.toml"), policy).unwrap();
        let (_, audit) = verdict(&dir, "audit release --original original.csv --policy mine.toml");
        assert_eq!(audit["checks"][0]["verdict"], "pass", "{audit}");
        // What is left open is what the manifest says of itself.
        let open = audit["open"].as_array().unwrap();
        assert!(open.iter().all(|one| one.as_str().unwrap().starts_with("the manifest")), "{audit}");
    }
}

#[test]
fn a_kept_column_must_be_true_too() {
    let policy = "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\" }\nk = { role = \"keep\" }\n\
                  [[protect]]\nprinciple = \"k-anonymity\"\nk = 2\n";
    let dir = Workdir::with("o.csv", "q,s,k\n1,10,a\n1,20,b\n2,30,c\n2,40,d\n")
        .and("r.csv", "q,s,k\n1,10,ZZZ\n1,20,b\n2,30,c\n2,40,QQQ\n")
        .and("aloof.toml", policy);
    let (code, audit) = verdict(&dir, "audit r.csv --original o.csv");
    assert_eq!((code, &audit["truth"]["untrue"]), (1, &2.into()), "{audit}");
    assert_eq!(dir.aloof("audit o.csv --original o.csv").code, 0);
    assert_eq!(dir.aloof("anonymize o.csv --out release").code, 0);
}

#[test]
fn groups_of_two_tables_hold_the_values_of_their_people() {
    let mut people = "age,ill\n".to_owned();
    (0..60).for_each(|at| {
        writeln!(people, "{},{}", 20 + at, ["flu", "cold", "gout", "rash", "mumps"][at * 7 % 5]).unwrap();
    });
    let policy = "[columns]\nage = { role = \"quasi\" }\nill = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"l-diversity\"\nl = 2\n\
                  [method]\nalgorithm = \"anatomy\"\n";
    let dir = Workdir::with("people.csv", people).and("two.toml", policy);
    assert_eq!(dir.aloof("anonymize people.csv --policy two.toml --out release --seed 1").code, 0);
    assert_eq!(dir.aloof("audit release --original people.csv").code, 0);
    let (code, audit) = verdict(&dir, "audit release");
    assert_eq!(
        (code, &audit["verdict"], &audit["claim"]["standing"]),
        (2, &"measured".into(), &"open".into()),
        "{audit}"
    );
    // The lists of values go round among groups of one size.
    let values = dir.read("release/sensitive.csv");
    let mut groups: Vec<Vec<String>> = Vec::new();
    for line in values.lines().skip(1) {
        let (group, rest) = line.split_once(',').unwrap();
        let at = group.parse::<usize>().unwrap() - 1;
        groups.resize_with(groups.len().max(at + 1), Vec::new);
        groups[at].push(rest.to_owned());
    }
    let size = |list: &Vec<String>| -> usize {
        list.iter().map(|line| line.rsplit_once(',').unwrap().1.parse::<usize>().unwrap()).sum()
    };
    let alike: Vec<usize> = (0..groups.len()).filter(|&at| size(&groups[at]) == size(&groups[0])).collect();
    let turned: Vec<Vec<String>> = alike.iter().map(|&at| groups[at].clone()).collect();
    alike.iter().zip(turned.iter().cycle().skip(1)).for_each(|(&at, list)| groups[at].clone_from(list));
    let forged = groups.iter().enumerate().fold("group,ill,count\n".to_owned(), |all, (at, list)| {
        list.iter().fold(all, |all, line| all + &format!("{},{line}\n", at + 1))
    });
    assert_ne!(forged, values);
    forge(&dir, &[("sensitive.csv", &forged)], |_| {});
    let (code, audit) = verdict(&dir, "audit release --original people.csv");
    assert_eq!((code, &audit["claim"]["standing"]), (1, &"refuted".into()), "{audit}");
}

// Input that is odd.

#[test]
fn ends_of_intervals_have_names_of_their_own() {
    let dir = Workdir::with("b.csv", "age,age_lo,ill\n1,2,a\n2,3,b\n3,4,c\n4,5,d\n")
        .and("c.csv", "age_lo,age_hi,ill\n1,2,a\n2,3,b\n");
    let told = dir.refused("anonymize b.csv --quasi age,age_lo --sensitive ill --l 2 --intervals bounds --out b1");
    assert!(told.contains("`age_lo`") && !dir.path("b1").exists(), "{told}");
    assert!(dir.refused("audit c.csv --quasi age,age_lo --sensitive ill").contains("`age_lo`"));
    assert!(dir.refused("audit c.csv --quasi age --sensitive age_lo").contains("`age_lo`"));
}

#[test]
fn dropped_rows_stretch_no_range() {
    let policy = "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\" }\n\
                  ill = { role = \"sensitive\", missing = \"drop\" }\n\
                  [[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"ill\"\nl = 1\n[[protect]]\nprinciple = \"dissimilarity\"\n\
                  sensitive = \"s\"\ndistance = { kind = \"l1\", scale = \"range\" }\nepsilon = \"0.05\"\ndelta = \"0.7\"\nk = 2\n";
    let dir = Workdir::with("d.csv", "q,s,ill\n0,7,gout\n10,60,\n7,5,gout\n")
        .and("aloof.toml", policy)
        .and("rel.csv", "q,s,ill\n0..7,7,gout\n0..7,5,gout\n");
    assert_eq!(dir.aloof("advise d.csv").code, 0);
    assert_eq!(dir.aloof("anonymize d.csv --out r").code, 0);
    let (code, audit) = verdict(&dir, "audit rel.csv --original d.csv");
    let far = |check: &&Value| check["principle"] == "dissimilarity";
    let worst: Vec<&Value> =
        audit["checks"].as_array().unwrap().iter().filter(far).map(|check| &check["worst_risk"]).collect();
    assert!(code == 0 && worst.iter().all(|risk| *risk == worst[0]), "{audit}");
}

#[test]
fn the_kind_of_a_column_is_not_found_from_dropped_rows() {
    let policy = "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\" }\n\
                  ill = { role = \"sensitive\", missing = \"drop\" }\n\
                  [[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"ill\"\nl = 1\n\
                  [[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"s\"\nl = 2\n";
    let dir = Workdir::with("d.csv", "q,s,ill\n1,1,a\n2,1.0,b\n3,x,\n4,1,c\n5,1.0,d\n").and("aloof.toml", policy);
    for call in ["anonymize d.csv --out r", "advise d.csv"] {
        let told = dir.refused(call);
        assert!(told.contains("column `s`") && told.contains("type = \"label\"") && !told.contains('x'), "{told}");
    }
}

/// Rows without a value are counted, in the original and in the release.
#[test]
fn an_original_has_all_of_its_rows() {
    let policy = "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\", missing = \"drop\" }\n[[protect]]\n\
                  principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 2\n";
    let dir = Workdir::with("o.csv", "q,s\n1,10\n1,20\n2,30\n2,40\n3,\n3,\n")
        .and("aloof.toml", policy)
        .and("r.csv", "q,s\n1,10\n1,20\n2,30\n2,40\n3,\n");
    assert_eq!(dir.aloof("anonymize o.csv --out rel").code, 0);
    let run = dir.aloof("audit rel --original o.csv");
    assert!(run.code == 0 && run.stdout.contains("original of 6 rows"), "{run}");
    assert!(
        run.stdout.contains("2 original rows lack a value") && run.stdout.contains("no other original row is missing"),
        "{run}"
    );
    let truth = &verdict(&dir, "audit rel --original o.csv").1["truth"];
    assert_eq!((&truth["original"], &truth["dropped"], &truth["absent"]), (&6.into(), &2.into(), &0.into()));
    assert!(dir.aloof("audit r.csv --original o.csv").stdout.contains("1 released row lacks a value"));
}

#[test]
fn errors_name_places_that_people_know() {
    let policy = "[columns]\ncity = { role = \"quasi\", hierarchy = \"h.csv\" }\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"k-anonymity\"\nk = 2\n";
    let dir = Workdir::with("o.csv", "city,age,pay\nrome,1,1\nlyon,2,2\nparis,3,3\noslo,4,4\n")
        .and("h.csv", "rome;south;*\nlyon;south;*\n")
        .and("aloof.toml", policy);
    let run = dir.aloof("anonymize o.csv --out out");
    assert!(run.code == 2 && !run.stderr.contains(".aloof-"), "{run}");
    for wrong in [
        policy.replace("h.csv", "nowhere.csv"),
        policy.replace("[[protect]]", "[method]\nalgorithm = \"xcolor\"\n[[protect]]"),
    ] {
        std::fs::write(dir.path("aloof.toml"), wrong).unwrap();
        assert_eq!((dir.aloof("anonymize o.csv --out out").code, dir.aloof("advise o.csv").code), (2, 2));
    }
    assert!(dir.refused("audit nofile.csv").contains("nofile.csv: no such file"));
}

#[cfg(unix)]
#[test]
fn an_endless_policy_is_refused() {
    let dir = Workdir::with("o.csv", "a,b\n1,2\n").and("long.toml", vec![b'#'; 5 << 20]);
    assert!(dir.refused("audit o.csv --policy /dev/zero").contains("no regular file"));
    assert!(dir.refused("audit o.csv --policy long.toml").contains("is no policy"));
}

// What is ours.

#[test]
fn what_only_has_our_names_stays() {
    let dir = Workdir::with("original.csv", PEOPLE)
        .and(".release.aloof-4242-0/thesis.txt", "precious")
        .and("asg/assignment.csv", "student,grade\nbob,5\n");
    let told = dir.refused(&MAKE.replace("--private private", "--private asg --replace"));
    assert!(told.contains("assignment.csv") && dir.read("asg/assignment.csv").contains("bob"), "{told}");
    assert_eq!(dir.aloof(MAKE).code, 0);
    assert_eq!(dir.read(".release.aloof-4242-0/thesis.txt"), "precious");
    assert_eq!(dir.aloof(&format!("{MAKE} --replace")).code, 0);
}

/// A perturbed release of so few rows that no audit can see it says so when it is made.
#[test]
fn what_others_cannot_check_is_said() {
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\", domain = [\"0\", \"19\"] }\n[[protect]]\n\
                  principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 4\n[method]\nalgorithm = \"perturb\"\n";
    let people = (0..20).fold("age,pay\n".to_owned(), |all, at| all + &format!("{at},{}\n", at * 7 % 20));
    let dir = Workdir::with("pay.csv", people).and("aloof.toml", policy);
    let made = dir.json("anonymize pay.csv --out release");
    assert!(made["notes"].to_string().contains("will leave it open"), "{made}");
    assert_eq!(dir.aloof("audit release --original pay.csv").code, 2);
}

// Evaluation.

#[test]
fn people_must_be_those_of_the_private_directory() {
    let dir = released();
    let mut lines: Vec<&str> = PEOPLE.lines().collect();
    lines[1..].reverse();
    std::fs::write(dir.path("turned.csv"), lines.join("\n") + "\n").unwrap();
    std::fs::write(dir.path("other.csv"), PEOPLE.replace("000", "111")).unwrap();
    assert_eq!(dir.aloof("evaluate --original original.csv --release release --private private").code, 0);
    for other in ["turned.csv", "other.csv"] {
        let told = dir.refused(&format!("evaluate --original {other} --release release --private private"));
        assert!(told.contains("do not fit the person"), "{told}");
    }
}

#[test]
fn the_same_seed_asks_the_same_queries() {
    let dir = released();
    let empty = |call: &str| {
        let found = dir.json(call);
        found["count_query"].as_array().unwrap().iter().map(|asked| asked["empty"].clone()).collect::<Vec<_>>()
    };
    let asked = empty("evaluate --original original.csv --release release");
    for quasi in ["age,zip", "zip,age"] {
        let call = format!("evaluate --original original.csv --release release --quasi {quasi} --sensitive salary");
        assert_eq!(empty(&call), asked, "{quasi}");
    }
    let policy = "[columns]\nname = { role = \"identifier\" }\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\n\
                  salary = { role = \"sensitive\", domain = [\"0\", \"1000000\"] }\n[[protect]]\nprinciple = \"epsilon-m\"\n\
                  absolute = \"100\"\nm = 2\n[method]\nalgorithm = \"anatomy\"\n";
    std::fs::write(dir.path("anatomy.toml"), policy).unwrap();
    assert_eq!(dir.aloof("anonymize original.csv --policy anatomy.toml --out dealt").code, 0);
    assert_eq!(empty("evaluate --original original.csv --release dealt"), asked);
}

// Words.

#[test]
fn no_group_is_worse_than_one_with_too_few_values() {
    let dir = Workdir::with("r.csv", "q,d\n1,flu\n1,flu\n1,cold\n1,HIV\n2,flu\n2,flu\n2,HIV\n3,gout\n").and(
        "aloof.toml",
        "[columns]\nq = { role = \"quasi\" }\nd = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"l-diversity\"\n\
         kind = \"recursive\"\nl = 2\nc = \"1\"\n",
    );
    let (_, audit) = verdict(&dir, "audit r.csv");
    let check = &audit["checks"][0];
    assert_eq!(
        (&check["worst_risk"], &check["worst_groups"][0]["quasi"]["q"]),
        (&"infinite".into(), &"3".into()),
        "{check}"
    );
    assert!(check["worst_groups"][0]["conclusion"].as_str().unwrap().contains("knows the value"), "{check}");
}

#[test]
fn conclusions_name_one_figure_and_its_unit() {
    let dir = Workdir::with("d.csv", "q,day\n1,2020-01-01\n1,2020-01-02\n1,2020-03-01\n")
        .and("r.csv", "q,pay\n1,100\n1,105\n1,900\n");
    let told = |call: &str| {
        let audit = verdict(&dir, call).1;
        audit["checks"][0]["worst_groups"][0]["conclusion"].as_str().unwrap().to_owned()
    };
    let days = told("audit d.csv --quasi q --sensitive day --absolute 5 --m 2");
    assert!(days.contains("can name one day") && days.contains("within 5 days of it"), "{days}");
    let share = told("audit r.csv --quasi q --sensitive pay --relative 0.1 --m 2");
    assert!(share.contains("can name one figure") && share.contains("within 10% of it"), "{share}");
}

/// Beside walked numbers a date shows what its group covers; the audit took that for a column of another kind. And of three
/// people walked numbers may stand, by chance, where an audit would take them for the true ones: then nothing was found, and
/// nothing is called a violation.
#[test]
fn a_walk_beside_dates_is_made_or_not_found() {
    let policy = "[columns]\nborn = { role = \"sensitive\" }\nday = { role = \"quasi\", round = \"day\" }\njob = { role = \"quasi\" }\n\
                  [[protect]]\nprinciple = \"l-diversity\"\nl = 2\nview = \"group\"\n[method]\nalgorithm = \"walk\"\n";
    let table = |rows: usize| {
        let line = |row: usize| {
            let day = 1 + row % 28;
            format!("{},2020-01-{day:02},{}.{}\n", ["a", "b", "c"][row % 3], 100 + row * 37 % 91, row % 10)
        };
        (0..rows).map(line).fold("born,day,job\n".to_owned(), |all, line| all + &line)
    };
    for (rows, seed) in [(3, 1), (3, 2), (3, 3), (80, 1)] {
        let room = Workdir::with("data.csv", table(rows)).and("p.toml", policy);
        let run = room.aloof(&format!("anonymize data.csv --policy p.toml --out o --seed {seed}"));
        assert!(run.code == 0 || rows == 3 && run.code == 3, "{}: {}", run.code, run.stderr);
        assert!(!run.stderr.contains("does not hold what"), "{}", run.stderr);
    }
}
