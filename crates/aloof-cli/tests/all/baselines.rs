//! What others do, as methods of their own: made, judged and evaluated like any release.

use crate::common::Workdir;
use serde_json::Value;

fn policy(absolute: &str, m: u32, algorithm: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\n\
         sensitive = \"pay\"\nabsolute = \"{absolute}\"\nm = {m}\n[method]\nalgorithm = \"{algorithm}\"\n"
    )
}

/// Evenly spread from 0 to 1: every position as often as any other.
fn uniform() -> Workdir {
    let rows = 5005;
    let line = |at: usize| format!("{},{:.3}\n", 20 + at * 7 % 50, (at % 1001) as f64 / 1000.0);
    let table = (0..rows).map(line).fold("age,pay\n".to_owned(), |all, line| all + &line);
    Workdir::with("pay.csv", table)
        .and("four.toml", policy("0.1", 4, "perturb"))
        .and("five.toml", policy("0.1", 5, "perturb"))
}

/// Evenly spread from 0 to 1, all different.
fn spread() -> Workdir {
    let rows = 5000;
    let line = |at: usize| format!("{},{:.4}\n", 20 + at * 7 % 50, at as f64 / (rows - 1) as f64);
    Workdir::with("pay.csv", (0..rows).map(line).fold("age,pay\n".to_owned(), |all, line| all + &line))
}

fn number(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn uniform_values_are_kept_one_time_in_sixteen() {
    let room = uniform();
    let made = room.json("anonymize pay.csv --policy four.toml --out release --seed 1");
    let kept = number(&made["perturbation"]["retention"]);
    // Rounded down to three digits.
    assert!((kept - 0.0625).abs() < 0.0015, "{kept}");
    assert_eq!((&made["verdict"], &made["tuples"]), (&"pass".into(), &5005.into()));
    assert_eq!((&made["checks"][0]["view"], &made["checks"][0]["bound"]), (&"perturbation".into(), &"1/4".into()));
    let manifest: Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["method"]["algorithm"], "perturb");
    assert_eq!(manifest["made"]["retention"], made["perturbation"]["retention"]);
    // About one in sixteen stands as it was; ages all do.
    let people = |file: &str| {
        let one = |line: &str| {
            let (age, pay) = line.split_once(',').unwrap();
            (age.to_owned(), (pay.parse::<f64>().unwrap() * 1000.0).round() as u64)
        };
        let mut people: Vec<(String, u64)> = room.read(file).lines().skip(1).map(one).collect();
        people.sort();
        people
    };
    let (original, released) = (people("pay.csv"), people("release/data.csv"));
    let ages = |people: &[(String, u64)]| people.iter().map(|one| one.0.clone()).collect::<Vec<_>>();
    assert_eq!(ages(&original), ages(&released));
    let same = released.iter().filter(|one| original.binary_search(one).is_ok()).count();
    // 308 are kept on average, and of the others one in ten stands by chance as somebody does: 780, give or take 27.
    assert!((640..=920).contains(&same), "{same} of 5005");
}

#[test]
fn what_no_perturbation_keeps_is_refused() {
    let room = uniform();
    let run = room.aloof("anonymize pay.csv --policy five.toml --out release");
    assert_eq!(run.code, 3, "{run}");
    assert!(
        run.stderr.contains("no perturbation keeps") && run.stderr.contains("largest m that can be kept so is 4"),
        "{run}"
    );
    assert!(!room.path("release").exists());
}

#[test]
fn a_perturbed_release_is_audited_and_evaluated() {
    let room = uniform();
    room.json("anonymize pay.csv --policy four.toml --out release --seed 1");
    let audit = room.json("audit release --original pay.csv --policy four.toml");
    assert_eq!((&audit["verdict"], &audit["checks"][0]["view"]), (&"pass".into(), &"perturbation".into()));
    let alone = room.aloof("audit release --policy four.toml");
    assert!(alone.code == 2 && alone.stdout.contains("depends on the table it was made from"), "{alone}");
    let stricter = room.aloof("audit release --original pay.csv --policy five.toml");
    assert_eq!(stricter.code, 1, "{stricter}");
    let found =
        room.json("evaluate --original pay.csv --release release --policy four.toml --dimensions 1 --selectivity 0.2");
    // Of 5,005 rows about 308 are kept: an estimate of 1,000 rows may well be off by half, but not by ten times.
    let error = found["count_query"][0]["mean_relative_error"].as_f64().unwrap();
    assert!(error > 0.0 && error < 2.0, "{error}");
    let beside = room.json("compare pay.csv release --policy four.toml");
    assert_eq!(beside["releases"][0]["risks"][0]["view"], "perturbation");
}

#[test]
fn what_is_private_says_where_everybody_stands() {
    let room = uniform();
    room.json("anonymize pay.csv --policy four.toml --out release --private secret --seed 1");
    let (original, released) = (room.read("pay.csv"), room.read("release/data.csv"));
    let age = |text: &str, at: usize| text.lines().nth(at + 1).unwrap().split(',').next().unwrap().to_owned();
    let (assignment, places) = (room.read("secret/assignment.csv"), room.read("secret/places.csv"));
    assert_eq!((assignment.lines().next(), places.lines().next()), (Some("row,group"), Some("row,place")));
    assert!(assignment.lines().skip(1).all(|line| line.ends_with(',')), "nobody stands in a group");
    for line in places.lines().skip(1).step_by(97) {
        let (row, place) = line.split_once(',').unwrap();
        assert_eq!(age(&original, row.parse().unwrap()), age(&released, place.parse().unwrap()));
    }
}

#[test]
fn the_same_seed_draws_the_same() {
    let room = uniform();
    for out in ["one", "two"] {
        room.json(&format!("anonymize pay.csv --policy four.toml --out {out} --seed 7"));
    }
    assert_eq!(room.read("one/data.csv"), room.read("two/data.csv"));
}

fn noisy(method: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\", domain = [\"0\", \"100\"] }}\npay = {{ role = \"quasi\" }}\n[method]\n\
         algorithm = \"noise\"\n{method}\n"
    )
}

/// Whole ages and pay with four decimals.
fn with_noise(method: &str) -> Workdir {
    spread().and("noise.toml", noisy(method))
}

#[test]
fn noise_stays_within_its_width_and_kind() {
    let room = with_noise("noise = \"0.1\"");
    let made = room.json("anonymize pay.csv --policy noise.toml --out release --private secret --seed 1");
    assert_eq!((&made["verdict"], &made["tuples"], &made["groups"]), (&"measured".into(), &5000.into(), &0.into()));
    let columns = made["noise"]["columns"].as_array().unwrap();
    assert_eq!((&columns[0]["width"], &columns[1]["width"]), (&"10".into(), &"0.1".into()));
    // Evenly from −10 to 10 the mean distance is 110 / 21 of 100; nothing of 20 to 69 leaves 0 to 100.
    assert!((columns[0]["shift"].as_f64().unwrap() - 1.1 / 21.0).abs() < 0.002, "{}", columns[0]);
    assert!((columns[0]["left_by_noise"].as_f64().unwrap() - 0.2).abs() < 0.002, "{}", columns[0]);
    let manifest: Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert_eq!((&manifest["method"]["algorithm"], &manifest["made"]["how"]), (&"noise".into(), &"noise".into()));
    assert_eq!(manifest["made"]["columns"][0], serde_json::json!({ "column": "age", "width": "10" }));
    assert!(manifest["measured"]["columns"][1]["low"].is_null(), "the ends of pay are somebody's");
    let (original, released) = (room.read("pay.csv"), room.read("release/data.csv"));
    let cells = |text: &str, at: usize| -> Vec<f64> {
        text.lines().nth(at + 1).unwrap().split(',').map(|cell| cell.parse().unwrap()).collect()
    };
    assert!(released.lines().skip(1).all(|line| !line.split(',').next().unwrap().contains('.')), "ages stay whole");
    let mut moved = 0;
    for line in room.read("secret/places.csv").lines().skip(1).step_by(53) {
        let (row, place) = line.split_once(',').unwrap();
        let (before, after) = (cells(&original, row.parse().unwrap()), cells(&released, place.parse().unwrap()));
        assert!(
            (before[0] - after[0]).abs() <= 10.0 && (before[1] - after[1]).abs() <= 0.1 + 1e-9,
            "{before:?} {after:?}"
        );
        assert!((0.0..=1.0).contains(&after[1]));
        moved += usize::from(before[1].to_bits() != after[1].to_bits());
    }
    assert!(moved > 80, "{moved} of 95");
}

#[test]
fn noise_is_tuned_to_a_distortion() {
    let room = with_noise("distortion = \"0.1\"").and("ages.toml", "[columns]\nage = { role = \"quasi\" }\npay = { role = \"keep\", confirmed = true }\n[method]\nalgorithm = \"noise\"\ndistortion = \"0.1\"\n");
    let made = room.json("anonymize pay.csv --policy ages.toml --out release --private secret --seed 1");
    let found = made["noise"]["distortion"].as_f64().unwrap();
    // Whole years: the widths on both sides are 0.012 apart.
    assert!((0.094..0.106).contains(&found), "{found}");
    // The evaluation, which knows nothing of the noise, finds the same.
    let evaluated =
        room.json("evaluate --original pay.csv --release release --policy ages.toml --private secret --queries 10");
    assert!((evaluated["distortion"]["mean"].as_f64().unwrap() - found).abs() < 1e-9, "{}", evaluated["distortion"]);
    assert!(evaluated["marginals"][0]["distance"].as_f64().unwrap() < 0.05);
    let far = with_noise("distortion = \"99999\"");
    let run = far.aloof("anonymize pay.csv --policy noise.toml --out release");
    assert!(run.code == 3 && run.stderr.contains("no noise has a distortion of 99999"), "{run}");
    let near = with_noise("noise = \"0.0001\"");
    let run = near.aloof("anonymize pay.csv --policy noise.toml --out release");
    assert!(run.code == 3 && run.stderr.contains("column `age`") && !near.path("release").exists(), "{run}");
}

#[test]
fn noise_is_told_audited_and_refused() {
    let room = with_noise("noise = \"0.1\"");
    let run = room.aloof("anonymize pay.csv --policy noise.toml --out release --seed 1");
    assert!(run.code == 0 && run.stdout.contains("Formal guarantee: none"), "{run}");
    let audit = room.json("audit release --original pay.csv --policy noise.toml");
    assert!(
        audit["notes"]
            .as_array()
            .unwrap()
            .iter()
            .any(|note| note.as_str().unwrap().contains("Noise is said to be added"))
    );
    assert_eq!((&audit["truth"], &audit["claim"]["standing"]), (&Value::Null, &"holds".into()), "{audit}");
    room.json("anonymize pay.csv --policy noise.toml --out again --seed 1");
    assert_eq!(room.read("release/data.csv"), room.read("again/data.csv"));
    let told = |method: &str| with_noise(method).refused("anonymize pay.csv --policy noise.toml --out release");
    insta::assert_snapshot!(told(""), @r#"error: noise.toml, line 5: algorithm = "noise" needs `noise`, a share of the domain such as "0.1", or `distortion`"#);
    insta::assert_snapshot!(told("noise = \"2\""), @r#"error: noise.toml, line 6: `noise` must be a share above 0, at most 1, such as "0.1""#);
    insta::assert_snapshot!(told("noise = \"0.1\"\ndistortion = \"0.1\""), @"error: noise.toml, line 7: `noise` and `distortion` both say how much is added: leave one of them out");
    insta::assert_snapshot!(told("noise = \"0.1\"\n[[protect]]\nprinciple = \"k-anonymity\"\nk = 2"), @r#"error: noise.toml, line 1: [method] algorithm = "noise" keeps no principle, so [[protect]] cannot stand beside it; "walk" or groups can"#);
    let labels = Workdir::with("towns.csv", "town,pay\nRome,1\nLyon,2\n").and(
        "noise.toml",
        noisy("noise = \"0.1\"")
            .replace("age = { role = \"quasi\", domain = [\"0\", \"100\"] }", "town = { role = \"quasi\" }"),
    );
    insta::assert_snapshot!(labels.refused("anonymize towns.csv --policy noise.toml --out release"), @r#"error: noise.toml, line 2: `town` is quasi and not a plain number, so nothing can be added to it; role = "keep" publishes it as it is, role = "drop" does not"#);
    insta::assert_snapshot!(room.and("split.toml", policy("0.1", 4, "split") + "noise = \"0.1\"\n").refused("anonymize pay.csv --policy split.toml --out other"), @r#"error: split.toml, line 11: `noise` is for algorithm = "noise"; leave it out"#);
}

/// Relaxed, rows at a median go to either side: groups are smaller, and keep what the strict ones keep.
#[test]
fn mondrian_strict_and_relaxed() {
    let room = Workdir::new();
    room.aloof("generate census --rows 3000 --seed 5 --out people.csv --quiet");
    let policy = |variant: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\neducation = {{ role = \"quasi\" }}\nincome = {{ role = \"sensitive\" }}\n\
             undeclared = \"drop\"\n[[protect]]\nprinciple = \"k-anonymity\"\nk = 5\n[method]\nalgorithm = \"mondrian\"\n{variant}"
        )
    };
    let room = room
        .and("strict.toml", policy(""))
        .and("relaxed.toml", policy("variant = \"relaxed\"\n"))
        .and("wrong.toml", policy("variant = \"relaxed\"\n").replace("\"mondrian\"", "\"split\""));
    let make = |name: &str| room.json(&format!("anonymize people.csv --policy {name}.toml --out {name} --seed 1"));
    let (strict, relaxed) = (make("strict"), make("relaxed"));
    assert_eq!((&relaxed["verdict"], &relaxed["checks"][0]["verdict"]), (&"pass".into(), &"pass".into()));
    assert!(relaxed["groups"].as_u64() > strict["groups"].as_u64(), "{} {}", relaxed["groups"], strict["groups"]);
    let manifest: Value = serde_json::from_str(&room.read("relaxed/manifest.json")).unwrap();
    assert_eq!(manifest["method"]["variant"], "relaxed");
    let audit = room.json("audit relaxed --original people.csv --policy relaxed.toml");
    assert_eq!(audit["verdict"], "pass");
    insta::assert_snapshot!(room.refused("anonymize people.csv --policy wrong.toml --out wrong"), @r#"error: wrong.toml, line 11: `variant` can be "strict" or "relaxed" only with algorithm = "mondrian""#);
}

/// Twelve people, ailments of three, two and seven others.
fn ailing(protect: &str) -> Workdir {
    let ailments =
        ["flu", "flu", "flu", "cold", "cold", "gout", "ulcer", "gastritis", "asthma", "angina", "mumps", "rash"];
    let line = |(at, ailment): (usize, &&str)| format!("{},{},{ailment}\n", 20 + at, ["Rome", "Lyon"][at % 2]);
    let table = ailments.iter().enumerate().map(line).fold("age,town,ailment\n".to_owned(), |all, line| all + &line);
    let policy = format!(
        "[columns]\nage = {{ role = \"quasi\" }}\ntown = {{ role = \"quasi\" }}\nailment = {{ role = \"sensitive\" }}\n{protect}\n\
         [method]\nalgorithm = \"anatomy\"\n"
    );
    Workdir::with("people.csv", table).and("two.toml", policy)
}

fn diverse(kind: &str, l: &str) -> String {
    format!("[[protect]]\nprinciple = \"l-diversity\"\nkind = \"{kind}\"\nl = {l}")
}

#[test]
fn two_tables_keep_what_is_asked() {
    let room = ailing(&diverse("frequency", "\"3\""));
    let made = room.json("anonymize people.csv --policy two.toml --out release --private secret --seed 1");
    assert_eq!((&made["verdict"], &made["tuples"], &made["groups"]), (&"pass".into(), &12.into(), &4.into()));
    assert_eq!((&made["anatomy"]["l"], &made["checks"][0]["worst_risk"]), (&3.into(), &"1/3".into()));
    let (data, values) = (room.read("release/data.csv"), room.read("release/sensitive.csv"));
    assert!(data.starts_with("age,town,group\n") && values.starts_with("group,ailment,count\n"), "{data}{values}");
    assert!(!data.contains("flu"));
    // The quasi values are the original's, row by row of `place`; the groups' values those of their people.
    let original = room.read("people.csv");
    let line = |text: &str, at: usize| text.lines().nth(at + 1).unwrap().to_owned();
    let (assignment, places) = (room.read("secret/assignment.csv"), room.read("secret/places.csv"));
    for (group, place) in assignment.lines().zip(places.lines()).skip(1) {
        let ((row, group), (_, place)) = (group.split_once(',').unwrap(), place.split_once(',').unwrap());
        let (before, after) = (line(&original, row.parse().unwrap()), line(&data, place.parse().unwrap()));
        let (quasi, ailment) = before.rsplit_once(',').unwrap();
        assert_eq!(after, format!("{quasi},{group}"));
        assert!(values.contains(&format!("{group},{ailment},1\n")), "{values}");
    }
    let manifest: Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["files"].as_object().unwrap().len(), 2);
    room.json("anonymize people.csv --policy two.toml --out again --seed 1");
    assert_eq!((data, values), (room.read("again/data.csv"), room.read("again/sensitive.csv")));
}

#[test]
fn two_tables_are_audited_evaluated_and_compared() {
    let room =
        ailing(&diverse("distinct", "3")).and("stricter.toml", ailing(&diverse("distinct", "4")).read("two.toml"));
    room.json("anonymize people.csv --policy two.toml --out release --private secret --seed 1");
    let audit = room.json("audit release --original people.csv --policy two.toml");
    assert_eq!((&audit["verdict"], &audit["checks"][0]["view"]), (&"pass".into(), &"register".into()));
    assert_eq!((&audit["truth"]["untrue"], &audit["truth"]["absent"]), (&0.into(), &0.into()));
    assert!(audit["notes"].to_string().contains("in two tables"), "{}", audit["notes"]);
    assert_eq!(room.aloof("audit release --policy stricter.toml").code, 1);
    let found = room
        .json("evaluate --original people.csv --release release --policy two.toml --private secret --dimensions 1,2");
    assert_eq!((&found["loss"], &found["groups"]), (&0.0.into(), &4.into()));
    assert_eq!(found["distortion"]["mean"], 0.0);
    assert!(found["marginals"].as_array().unwrap().iter().all(|one| one["distance"] == 0.0), "{}", found["marginals"]);
    // Ailments alone are counted exactly; with ages only by chance.
    assert_eq!(found["count_query"][0]["mean_relative_error"], 0.0);
    let with_age = found["count_query"].as_array().unwrap().iter().find(|one| one["dimensions"] == 2).unwrap();
    assert!(with_age["mean_relative_error"].as_f64().unwrap() > 0.1, "{with_age}");
    let beside = room.json("compare people.csv release --policy two.toml");
    assert_eq!((&beside["releases"][0]["verdict"], &beside["releases"][0]["untrue"]), (&"pass".into(), &0.into()));
    // A value in another group: the sizes no longer fit. A value that nobody has: untrue.
    let values = room.read("release/sensitive.csv");
    std::fs::write(room.path("release/sensitive.csv"), values.replacen(",1\n", ",2\n", 1)).unwrap();
    let told = room.refused("audit release --policy two.toml");
    assert!(told.contains("do not fit"), "{told}");
    std::fs::write(room.path("release/sensitive.csv"), values.replace("gout", "plague")).unwrap();
    let run = room.aloof("audit release --original people.csv --policy two.toml");
    assert_eq!(run.code, 1, "{run}");
}

#[test]
fn what_two_tables_cannot_keep_is_refused() {
    let room = ailing(&diverse("frequency", "\"5\""));
    let run = room.aloof("anonymize people.csv --policy two.toml --out release");
    assert!(run.code == 3 && !room.path("release").exists(), "{run}");
    insta::assert_snapshot!(run.stderr, @"error: ailment: 5-diversity by frequency is impossible for these data: not even all 12 rows together keep it. Their measure is 1/4, which is the least that can be promised, and at most 1/5 is asked. Nearest: l can be up to 4, with everybody in one group");
    let told = |protect: &str| ailing(protect).refused("anonymize people.csv --policy two.toml --out release");
    insta::assert_snapshot!(told("[[protect]]\nprinciple = \"k-anonymity\"\nk = 2"), @r#"error: two.toml, line 5: [method] algorithm = "anatomy" publishes quasi values as they are, so k-anonymity cannot be kept: people do not look alike; l-diversity can"#);
    insta::assert_snapshot!(told(""), @"error: two.toml, line 1: nothing is to be protected: say with [[protect]] what must hold");
    let near = policy("0.1", 4, "anatomy").replace("m = 4", "m = 4\nview = \"group\"");
    let near = uniform().and("two.toml", near);
    insta::assert_snapshot!(near.refused("anonymize pay.csv --policy two.toml --out release"), @r#"error: two.toml, line 1: [method] algorithm = "anatomy" cannot keep (0.1, 4)-anonymity, which is not monotone; leave it out"#);
}

/// A frequent value is no reason to refuse what all rows together keep: rules may allow that values repeat.
#[test]
fn what_one_group_keeps_is_made_in_two_tables() {
    let policy = "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"l-diversity\"\n\
                  kind = \"distinct\"\nl = 2\n[method]\nalgorithm = \"anatomy\"\n";
    for (values, groups) in [("aaabc", 2), ("aaaab", 1), ("aaaaaabbcc", 2), ("abab", 2)] {
        let rows: Vec<String> = values.chars().enumerate().map(|(at, value)| format!("{at},{value}\n")).collect();
        let room = Workdir::with("people.csv", format!("q,s\n{}", rows.concat())).and("two.toml", policy);
        let made = room.json("anonymize people.csv --policy two.toml --out release --seed 1");
        assert_eq!((&made["verdict"], &made["groups"]), (&"pass".into(), &groups.into()), "{values}: {made}");
        let run = room.aloof("audit release --original people.csv --policy two.toml");
        assert_eq!(run.code, 0, "{values}: {run}");
    }
    let run =
        ailing(&diverse("recursive", "4\nc = \"1\"")).aloof("anonymize people.csv --policy two.toml --out release");
    assert_eq!(run.code, 0, "{run}");
}
