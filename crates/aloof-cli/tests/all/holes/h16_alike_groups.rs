//! With `group_ids = false` groups that look alike are one to a reader. `dissimilarity` in the group view was kept by each and
//! not by all together, and the run ended with exit 1, its own audit failing. Now it is found otherwise, or not found.

use crate::common::Workdir;

fn room(rows: &[(&str, u32)], rule: &str, group_ids: bool) -> Workdir {
    let line = |(town, pay): &(&str, u32)| format!("{town},{pay}\n");
    let data: String = rows.iter().map(line).collect();
    let policy = format!(
        "[columns]\ntown = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n\
         [[protect]]\nprinciple = \"dissimilarity\"\nsensitive = \"pay\"\ndistance = {{ kind = \"l1\" }}\n{rule}\
         view = \"group\"\n[output]\ngroup_ids = {group_ids}\n"
    );
    Workdir::with("pay.csv", "town,pay\n".to_owned() + &data).and("aloof.toml", policy)
}

#[test]
fn what_look_alikes_do_not_keep_together_is_refused() {
    let rows = [10, 11, 7, 8, 3, 4].map(|pay| ("a", pay));
    let rule = "epsilon = \"3\"\ndelta = \"0.7\"\nk = 2\n";
    let run = room(&rows, rule, false).aloof("anonymize pay.csv --out release --seed 1 --json");
    assert_eq!(run.code, 3, "{run}");
    let said: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(said["error"]["kind"], "impossible");
    assert!(run.stdout.contains("group_ids = true, which tells groups apart that look alike, it can be had"), "{run}");
    let told = room(&rows, rule, true).aloof("anonymize pay.csv --out release --seed 1");
    assert_eq!(told.code, 0, "{told}");
    // Of more rows not all ways are tried.
    let many: Vec<(&str, u32)> = rows.iter().chain(&rows).copied().collect();
    let run = room(&many, rule, false).aloof("anonymize pay.csv --out release --seed 1 --json");
    let said: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &said["error"]["kind"]), (3, &serde_json::Value::from("not-found")), "{run}");
    assert!(run.stdout.contains("group_ids = true would tell groups apart"), "{run}");
    // As printed, too.
    let printed = room(&rows, rule, false);
    let printed = Workdir::with("pay.csv", printed.read("pay.csv"))
        .and("aloof.toml", printed.read("aloof.toml") + "[method]\nvariant = \"printed\"\n");
    assert_eq!(printed.aloof("anonymize pay.csv --out release --seed 1").code, 3);
}

/// Many small tables: whatever comes of them, it is no violation.
#[test]
fn no_run_ends_with_a_violation_of_its_own() {
    let mut ends = [0; 4];
    for case in 0u32..60 {
        let rows: Vec<(&str, u32)> = (0..6 + case % 9)
            .map(|row| {
                (["a", "b", "c"][((case + row) % (1 + case % 3)) as usize], (row * row * 7 + case * row * 5) % 13)
            })
            .collect();
        let rule = format!("epsilon = \"{}\"\ndelta = \"0.{}\"\nk = {}\n", 1 + case % 3, 3 + case % 5, 2 + case % 2);
        let run = room(&rows, &rule, false).aloof("anonymize pay.csv --out release --seed 1");
        ends[run.code as usize] += 1;
    }
    assert!(ends[0] > 0 && ends[3] > 0 && ends[1] + ends[2] == 0, "{ends:?}");
}

/// A column of the original that is not published gives its name to the numbers of groups, and these are judged.
#[test]
fn numbers_of_groups_under_the_name_of_a_dropped_column() {
    let rows = (0..12).fold("age,group,pay\n".to_owned(), |all, i| all + &format!("{},x{i},{}\n", 20 + i, 1000 * i));
    let policy = "[columns]\nage = { role = \"quasi\" }\ngroup = { role = \"drop\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"1\"\nm = 2\nview = \"candidates\"\n\
                  [output]\ngroup_ids = true\n";
    let dir = Workdir::with("t.csv", rows).and("aloof.toml", policy);
    let made = dir.aloof("anonymize t.csv --seed 1 --out release --json");
    assert_eq!(made.code, 0, "{made}");
    let audit = dir.json("audit release --original t.csv --policy aloof.toml");
    let group = audit["checks"].as_array().unwrap().iter().find(|check| check["view"] == "group").unwrap();
    assert_eq!((&group["required"], &audit["verdict"]), (&true.into(), &"pass".into()), "{audit}");
}
