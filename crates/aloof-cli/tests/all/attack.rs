//! `aloof attack`, as people type it: weaknesses that are planted are found, and the usual release withstands.

use serde_json::Value;

use crate::common::Workdir;

const POLICY: &str = "--quasi age,birthplace,occupation --sensitive income";

/// A census of so many people.
fn census(rows: usize) -> Workdir {
    let room = Workdir::new();
    let run = room.aloof(&format!("generate census --rows {rows} --seed 5 --out people.csv"));
    assert_eq!(run.code, 0, "{run}");
    room
}

fn json(room: &Workdir, line: &str) -> Value {
    let run = room.aloof(&format!("{line} --json"));
    assert_eq!(run.code, 0, "{line}: {run}");
    serde_json::from_str(&run.stdout).unwrap()
}

/// One attack of a report.
pub fn one<'a>(found: &'a Value, attack: &str, variant: &str) -> &'a Value {
    let is_it = |one: &&Value| one["attack"] == attack && one["variant"].as_str().unwrap_or_default() == variant;
    found["attacks"].as_array().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("{attack} {variant}: {found:#}"))
}

/// A figure that an attack tells beside its rates.
pub fn fact(one: &Value, name: &str) -> f64 {
    let facts = one["facts"].as_array().unwrap();
    facts.iter().find(|fact| fact["name"] == name).unwrap_or_else(|| panic!("{name}: {one:#}"))["value"]
        .as_f64()
        .unwrap()
}

/// A figure that counts people.
fn people(one: &Value, name: &str) -> u64 {
    fact(one, name) as u64
}

#[test]
fn the_usual_release_withstands_what_it_promises() {
    let room = census(1_500);
    let made = json(
        &room,
        &format!(
            "anonymize people.csv {POLICY} --absolute 1000 --m 4 --hold-out 0.1 --private private --seed 3 --out release"
        ),
    );
    assert_eq!((made["held_out"].as_u64(), made["tuples"].as_u64()), (Some(150), Some(1_350)));
    assert!(room.read("release/manifest.json").contains("\"held_out\": 150"));
    let held = room.read("private/held-out.csv");
    assert!(held.starts_with("held-out row,") && held.lines().count() == 151, "{}", &held[..60]);
    let line = "attack release --original people.csv --private private";
    let found = json(&room, line);
    assert_eq!((found["people"].as_u64(), found["control"].as_u64()), (Some(1_350), Some(150)));
    for (attack, variant) in [("centre", "group"), ("centre", "candidates"), ("register", "register")] {
        assert_eq!(people(one(&found, attack, variant), "people above 1/m"), 0, "{attack}, {variant}");
    }
    let register = one(&found, "register", "register");
    assert_eq!(register["control"]["people"], 150);
    assert_eq!(people(register, "faces known to be attained"), 1);
    for name in ["minimality", "refine", "model"] {
        let attacked = one(&found, name, "");
        let [low, high] = [0, 1].map(|at| attacked["success"]["interval"][at].as_f64().unwrap());
        let share = attacked["success"]["share"].as_f64().unwrap();
        assert!(low <= share && share <= high && attacked["claims"].as_array().unwrap().len() == 3, "{attacked:#}");
    }
    // Insiders get more than is promised to others, and it is told.
    assert!(one(&found, "insider", "one")["excess"].as_f64().unwrap() > 0.0);
    // The same at any number of threads, but for the time it took.
    let timeless = |line: &str| {
        let mut found = json(&room, line);
        found["attacks"].as_array_mut().unwrap().iter_mut().for_each(|one| one["seconds"] = Value::Null);
        found
    };
    assert_eq!(timeless(&format!("{line} --threads 1")), timeless(&format!("{line} --threads 2")));
    let told = room.aloof(&format!("{line} --report page.html"));
    assert!(told.stdout.contains("register, register") && told.stdout.contains("Not run: compose"), "{told}");
    assert!(room.read("page.html").contains("What attackers get out of it"));
}

#[test]
fn held_out_people_are_the_same_whatever_the_order_of_the_input() {
    let room = census(300);
    let text = room.read("people.csv");
    let (head, rows) = text.split_once('\n').unwrap();
    let mut rows: Vec<&str> = rows.lines().collect();
    rows.reverse();
    let room = room.and("turned.csv", format!("{head}\n{}\n", rows.join("\n")));
    let held = |data: &str, name: &str| {
        let run = room.aloof(&format!(
            "anonymize {data} {POLICY} --absolute 500 --m 2 --hold-out 0.2 --private {name}-private --seed 3 --out {name}"
        ));
        assert_eq!(run.code, 0, "{run}");
        let text = room.read(&format!("{name}-private/held-out.csv"));
        let mut people: Vec<String> =
            text.lines().skip(1).map(|line| line.split_once(',').unwrap().1.to_owned()).collect();
        people.sort();
        people
    };
    let (one, other) = (held("people.csv", "a"), held("turned.csv", "b"));
    assert_eq!((one.len(), &one), (60, &other));
    assert_eq!(room.read("a/data.csv"), room.read("b/data.csv"));
    let wrong = room.aloof(&format!("anonymize people.csv {POLICY} --absolute 500 --m 2 --hold-out 0.1 --out c"));
    assert_eq!(wrong.code, 2, "{wrong}");
    for share in ["0", "0.6", "x"] {
        let wrong = room.aloof(&format!(
            "anonymize people.csv {POLICY} --absolute 500 --m 2 --hold-out {share} --private d --out c"
        ));
        assert_eq!(wrong.code, 2, "{wrong}");
    }
}

/// The printed algorithm keeps every group, and mixtures of groups break it (C8); so do guesses between values (C13).
#[test]
fn the_printed_algorithm_and_the_group_view_are_found_out() {
    let room = census(1_500);
    let make = |more: &str, out: &str| {
        let run = room.aloof(&format!(
            "anonymize people.csv {POLICY} --absolute 4000 --m 4 --view group {more} --seed 3 --out {out}"
        ));
        assert_eq!(run.code, 0, "{run}");
    };
    make("--variant printed", "printed");
    make("--private group-private", "group");
    let line = "--original people.csv --only centre,register";
    let printed = json(&room, &format!("attack printed {line}"));
    assert!(fact(one(&printed, "centre", "candidates"), "people above 1/m") > 0.0);
    let group = json(&room, &format!("attack group {line} --private group-private"));
    assert!(fact(one(&group, "centre", "group"), "people above 1/m") > 100.0);
    assert!(fact(one(&group, "register", "register"), "people above 1/m") > 100.0);
    assert!(fact(one(&group, "register", "register"), "distance of the beliefs from two starts") < 0.2);
    // Without the private directory a way to place people is found.
    let alone = json(&room, &format!("attack group {line}"));
    assert!(fact(one(&alone, "register", "register"), "people above 1/m") > 100.0);
    assert!(alone["notes"].to_string().contains("--hold-out"), "{:#}", alone["notes"]);
}

/// Two releases of people of whom some changed leave one value for some (C18).
#[test]
fn releases_laid_on_each_other_tell_more() {
    let room = census(1_000);
    let text = room.read("people.csv");
    let before = text.lines().take(901).collect::<Vec<_>>().join("\n");
    let room = room.and("before.csv", before);
    for (data, out) in [("people.csv", "new"), ("before.csv", "old")] {
        let run =
            room.aloof(&format!("anonymize {data} {POLICY} --absolute 1000 --m 3 --view group --seed 3 --out {out}"));
        assert_eq!(run.code, 0, "{run}");
    }
    let found = json(&room, "attack new --original people.csv --previous old --only compose");
    let compose = one(&found, "compose", "");
    assert!(fact(compose, "people with one value left, and it is theirs") > 0.0, "{compose:#}");
    assert!(compose["excess"].as_f64().unwrap() > 0.0, "{compose:#}");
}

/// A crowd that was withheld because nobody is assumed to know who is there (C15).
#[test]
fn withheld_crowds_are_found_out() {
    let apart = (0..120).map(|at| format!("{},{}", 20 + at % 40, 1000 + 100 * at));
    let crowd = (0..80).map(|at| format!("{},{}", 20 + at % 40, 50_000 + at));
    let people = std::iter::once("age,salary".to_owned()).chain(apart).chain(crowd).collect::<Vec<_>>().join("\n");
    let room = Workdir::with("people.csv", people);
    let run = room.aloof(
        "anonymize people.csv --quasi age --sensitive salary --absolute 50 --m 4 --suppress 0.5 --absence unknown --private private --seed 1 --out release",
    );
    assert_eq!(run.code, 0, "{run}");
    let found = json(&room, "attack release --original people.csv --private private --only absent");
    let absent = one(&found, "absent", "");
    assert!(absent["success"]["people"].as_u64().unwrap() > 0, "{absent:#}");
    assert!(absent["claims"][2]["share"].as_f64().unwrap() > 0.9, "{absent:#}");
    // The same from values alone.
    let found = json(&room, "attack release --original people.csv --only absent");
    assert!(one(&found, "absent", "")["claims"][2]["share"].as_f64().unwrap() > 0.9);
}

/// A node whose only child with people is one town: every group below the top holds somebody of that town, and only one (downcoding).
#[test]
fn a_tight_hierarchy_gives_detail_back() {
    let town = |at: usize| match (at % 4, at % 8 > 4) {
        (0, _) => ("a1".to_owned(), 100_000),
        (b, more) => (format!("b{}", b + usize::from(more) * 3), 10_000 * (b + usize::from(more) * 3)),
    };
    let people: Vec<String> = (0..240).map(town).map(|(town, pay)| format!("{town},{pay}")).collect();
    let tree: Vec<String> = (1..=6).map(|b| format!("b{b};B;*")).collect();
    let words = "[columns]\ntown = { role = \"quasi\", hierarchy = \"tree.csv\" }\npay = { role = \"sensitive\" }\n[output]\ngroup_ids = true\n\
                 [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"3000\"\nm = 3\n";
    let room = Workdir::with("people.csv", format!("town,pay\n{}\n", people.join("\n")))
        .and("tree.csv", format!("a1;A;*\n{}\n", tree.join("\n")))
        .and("aloof.toml", words);
    let run = room.aloof("anonymize people.csv --policy aloof.toml --private private --seed 1 --out release");
    assert_eq!(run.code, 0, "{run}");
    let line = "attack release --original people.csv --policy aloof.toml --private private --only refine";
    let found = json(&room, line);
    let refine = one(&found, "refine", "");
    assert!(refine["success"]["share"].as_f64().unwrap() > 0.75 && refine["beyond_blind"] == true, "{refine:#}");
    assert!(refine["blind"]["share"].as_f64().unwrap() < 0.4, "{refine:#}");
}

#[test]
fn other_releases_are_attacked_as_they_are() {
    let room = census(600);
    let policy = |algorithm: &str, protect: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\nbirthplace = {{ role = \"quasi\" }}\nincome = {{ role = \"sensitive\" }}\nundeclared = \"drop\"\n\
             [method]\nalgorithm = \"{algorithm}\"\n[[protect]]\n{protect}\n"
        )
    };
    let room = room.and("anatomy.toml", policy("anatomy", "principle = \"l-diversity\"\nl = 3"));
    let room = room.and("mondrian.toml", policy("mondrian", "principle = \"k-anonymity\"\nk = 5"));
    let run = room.aloof("anonymize people.csv --policy anatomy.toml --private ap --seed 1 --out anatomy");
    assert_eq!(run.code, 0, "{run}");
    let run = room.aloof("anonymize people.csv --policy mondrian.toml --private mp --seed 1 --out mondrian");
    assert_eq!(run.code, 0, "{run}");
    let found = json(&room, "attack anatomy --original people.csv --private ap");
    assert!(one(&found, "centre", "candidates")["success"]["people"].as_u64() == Some(600), "{found:#}");
    let found = json(&room, "attack mondrian --original people.csv --private mp");
    assert!(one(&found, "centre", "group")["excess"].as_f64().unwrap() > 0.0, "{found:#}");
    let wrong = room.aloof("attack mondrian --original people.csv --private ap");
    assert!(wrong.code == 2 && wrong.stderr.contains("made with another release"), "{wrong}");
    let wrong = room.aloof("attack mondrian --original people.csv --only guess");
    assert!(wrong.code == 2 && wrong.stderr.contains("there is no attack `guess`"), "{wrong}");
}

/// Walked numbers, of which order is kept, and noisy ones: ranks find more records than distance (C16f).
#[test]
fn walked_and_noisy_records_are_linked() {
    let columns = "[columns]\nage = { role = \"quasi\" }\nincome = { role = \"quasi\", domain = [\"0\", \"2000000\"] }\nundeclared = \"drop\"\n";
    let room = census(400)
        .and("walk.toml", format!("{columns}[method]\nalgorithm = \"walk\"\n"))
        .and("noise.toml", format!("{columns}[method]\nalgorithm = \"noise\"\nnoise = \"0.02\"\n"));
    for name in ["walk", "noise"] {
        let run = room.aloof(&format!(
            "anonymize people.csv --policy {name}.toml --private {name}-private --seed 1 --out {name}"
        ));
        assert_eq!(run.code, 0, "{run}");
        let found = json(&room, &format!("attack {name} --original people.csv --private {name}-private"));
        let of = |by: &str| one(&found, "link", by)["success"]["share"].as_f64().unwrap();
        let links = found["attacks"].as_array().unwrap().iter().filter(|one| one["attack"] == "link");
        // By distance, rank and assignment; of the walk also among those walked together, whom the private directory knows.
        assert_eq!(links.count(), if name == "walk" { 4 } else { 3 }, "{found:#}");
        assert!(of("rank").max(of("distance")).max(of("assignment")) > 0.01, "{found:#}");
    }
    let without = json(&room, "attack walk --original people.csv");
    assert!(without["not_run"].to_string().contains("--private"), "{without:#}");
}

/// Rows in the order of the input are put back (C16); those of the usual release are not, though it was made with a seed.
#[test]
fn rows_in_the_order_of_the_input_are_found_out() {
    let room = census(400);
    let run = room.aloof(&format!(
        "anonymize people.csv {POLICY} --absolute 1000 --m 3 --view group --private private --seed 3 --out release"
    ));
    assert_eq!(run.code, 0, "{run}");
    let usual = json(&room, "attack release --original people.csv --private private --only replay");
    let replay = one(&usual, "replay", "");
    assert_eq!((people(replay, "orders found"), &replay["success"]), (0, &replay["blind"]));
    assert_eq!(replay["without_control"], "control people stand in no row");
    // The same rows, back in the order of the input.
    let places = room.read("private/places.csv");
    let rows: Vec<String> = room.read("release/data.csv").lines().map(str::to_owned).collect();
    let place = |line: &str| line.split(',').nth(1).unwrap().parse::<usize>().unwrap();
    let kept: Vec<&str> = places.lines().skip(1).map(|line| rows[1 + place(line)].as_str()).collect();
    let room = room.and("kept.csv", format!("{}\n{}\n", rows[0], kept.join("\n")));
    let found =
        json(&room, &format!("attack kept.csv --original people.csv {POLICY} --absolute 1000 --m 3 --only replay"));
    let replay = one(&found, "replay", "");
    assert_eq!((people(replay, "orders found"), replay["success"]["share"].as_f64()), (1, Some(1.0)), "{replay:#}");
    assert!(replay["beyond_blind"] == true && replay["claims"][2]["right"] == 400);
}

/// Records as Anonymeter attacks them: a copy of the table is found out, and of the usual release no more is inferred than one in m.
#[test]
fn a_copy_is_singled_out_joined_and_inferred() {
    let room = census(900);
    let text = room.read("people.csv");
    let lines: Vec<&str> = text.lines().collect();
    let part = |from: usize, to: usize| {
        std::iter::once(lines[0]).chain(lines[from..to].iter().copied()).collect::<Vec<_>>().join("\n")
    };
    let room = room.and("own.csv", part(1, 601)).and("others.csv", part(601, 901));
    let only = "--only single-out,linkability,inference";
    let copy = json(
        &room,
        &format!("attack own.csv --original own.csv --control others.csv {POLICY} --absolute 1000 --m 3 {only}"),
    );
    for (attack, variant) in
        [("single-out", ""), ("linkability", ""), ("inference", "within 5%"), ("inference", "near")]
    {
        let found = one(&copy, attack, variant);
        assert!(found["excess_over_control"].as_f64().unwrap() > 0.15, "{found:#}");
        assert!(fact(found, "risk beyond control people") > 0.15, "{found:#}");
    }
    let run = room
        .aloof(&format!("anonymize own.csv {POLICY} --absolute 1000 --m 3 --private private --seed 3 --out release"));
    assert_eq!(run.code, 0, "{run}");
    let usual =
        json(&room, &format!("attack release --original own.csv --control others.csv --private private {only}"));
    for (attack, variant) in [("linkability", ""), ("inference", "within 5%"), ("inference", "near")] {
        let found = one(&usual, attack, variant);
        assert!(found["success"]["interval"][0].as_f64().unwrap() <= 1.0 / 3.0, "{found:#}");
    }
}

/// What attackers get stands on the page, in the evidence and on the terminal, in the same words.
#[test]
fn the_page_of_a_release_says_what_attackers_get() {
    let room = census(400);
    let made = format!(
        "anonymize people.csv {POLICY} --absolute 1000 --m 3 --hold-out 0.1 --private private --seed 3 --out release"
    );
    let wrong = room.aloof(&format!("{made} --attack"));
    assert_eq!(wrong.code, 2, "{wrong}");
    let run = room.aloof(&format!("{made} --attack --report page.html --evidence evidence.json"));
    assert_eq!(run.code, 0, "{run}");
    let page = room.read("page.html");
    assert!(page.contains("What attackers get beyond the blind guess") && !page.contains("No other attack was played"));
    let evidence: Value = serde_json::from_str(&room.read("evidence.json")).unwrap();
    let attacks = evidence["attacks"]["attacks"].as_array().unwrap();
    assert!(attacks.len() > 12 && attacks.iter().all(|one| one.get("seconds").is_none()), "{:#}", evidence["attacks"]);
    assert_eq!(evidence["attacks"]["control"], 40);
    let told: Vec<&str> =
        evidence["attacks"]["told"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(told.iter().filter(|one| one.starts_with("Attacked, about income")).count(), 2, "{told:#?}");
    let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (terminal, against) = (in_one_line(&run.stdout), evidence["against_whom"].to_string());
    for one in &told {
        assert!(terminal.contains(one) && against.contains(one), "{one}: {run}");
    }
    // The figures are those of the attack that is told, by somebody who knows the person.
    let known = |one: &&Value| ["background", "insider"].contains(&one["attack"].as_str().unwrap());
    let rate = |one: &Value| one["success"]["right"].as_f64().unwrap() / one["success"]["people"].as_f64().unwrap();
    let strongest = attacks.iter().filter(known).max_by(|a, b| rate(a).total_cmp(&rate(b))).unwrap();
    let sentence =
        format!("whoever {} is right in {:.1}%", strongest["adversary"].as_str().unwrap(), 100.0 * rate(strongest));
    assert!(
        strongest["beyond_blind"] == true && told.iter().any(|one| one.contains(&sentence)),
        "{sentence}: {told:#?}"
    );
    // The same from a release that stands.
    let run = room.aloof(
        "attack release --original people.csv --private private --only centre --report own.html --evidence own.json",
    );
    assert_eq!(run.code, 0, "{run}");
    let own: Value = serde_json::from_str(&room.read("own.json")).unwrap();
    assert_eq!((own["kind"].as_str(), own["attacks"]["attacks"].as_array().map(Vec::len)), (Some("attack"), Some(2)));
    let wrong = room.aloof("attack release --original people.csv --report x --evidence x");
    assert!(wrong.code == 2 && wrong.stderr.contains("name two"), "{wrong}");
}

/// A walk promises nothing, and says so to whoever knows everybody's true numbers; where that was tried, with its figure.
#[test]
fn the_page_of_a_walk_says_who_finds_records() {
    let room = census(150).and(
        "walk.toml",
        "[columns]\nage = { role = \"quasi\" }\nincome = { role = \"quasi\" }\nundeclared = \"drop\"\n[method]\nalgorithm = \"walk\"\n",
    );
    let made = "anonymize people.csv --policy walk.toml --private private --seed 1 --out release --replace";
    let run = room.aloof(&format!("{made} --report page.html"));
    assert_eq!(run.code, 0, "{run}");
    let knows = "whoever knows everybody's true numbers may find whose record is whose";
    assert!(run.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(knows), "{run}");
    assert!(room.read("release/manifest.json").contains(knows));
    assert!(room.read("page.html").contains("that was not tried here"));
    let run = room.aloof(&format!("{made} --report page.html --attack"));
    assert_eq!(run.code, 0, "{run}");
    let told = "Attacked, about which record is whose: whoever knows everybody";
    assert!(
        run.stdout.contains(told) && room.read("page.html").contains("Attacked, about which record is whose"),
        "{run}"
    );
    assert!(!room.read("page.html").contains("that was not tried here"));
}

/// A walk that keeps the order of all values: whoever knows true numbers finds records by their ranks, and by localities where all were
/// walked together. One that keeps little is found out far less.
#[test]
fn a_walk_that_keeps_the_order_is_linked() {
    let policy = |more: &str| {
        format!(
            "[columns]\nincome = {{ role = \"quasi\", domain = [\"0\", \"2000000\"] }}\nundeclared = \"drop\"\n[method]\nalgorithm = \"walk\"\n{more}"
        )
    };
    // Numbers that are all different, in no order.
    let numbers: Vec<String> = (0..90u64).map(|at| (at * 53 % 90 * (at * 53 % 90) * 211 + 1_000).to_string()).collect();
    let room = Workdir::with("people.csv", format!("income\n{}\n", numbers.join("\n")))
        .and("order.toml", policy("[[preserve]]\nproperty = \"order\"\n"))
        .and("little.toml", policy("properties = \"0.0005\"\n"));
    let share = |name: &str, by: &str| {
        let run = room.aloof(&format!(
            "anonymize people.csv --policy {name}.toml --private {name}-{by} --seed 1 --out {name}-{by}-out"
        ));
        assert_eq!(run.code, 0, "{run}");
        let found =
            json(&room, &format!("attack {name}-{by}-out --original people.csv --private {name}-{by} --only link"));
        let linked = one(&found, "link", by);
        assert_eq!(linked["success"]["people"], 90, "{linked:#}");
        linked["success"]["share"].as_f64().unwrap()
    };
    for by in ["rank", "assignment", "localities"] {
        let (order, little) = (share("order", by), share("little", by));
        assert!(order > 0.6, "{by}: {order} with the order kept");
        assert!(little < 0.5 * order, "{by}: {little} with little kept, {order} with the order");
    }
}

/// Who were walked together in a larger table was drawn by chance: the adversary is granted it by the private directory, and blind is any
/// record of these.
#[test]
fn localities_are_looked_for_among_those_walked_together() {
    let columns = "[columns]\nage = { role = \"quasi\" }\nincome = { role = \"quasi\", domain = [\"0\", \"2000000\"] }\nundeclared = \"drop\"\n";
    let room = census(250).and("walk.toml", format!("{columns}[method]\nalgorithm = \"walk\"\n"));
    let run = room.aloof("anonymize people.csv --policy walk.toml --private private --seed 1 --out release");
    assert_eq!(run.code, 0, "{run}");
    let line = "attack release --original people.csv --private private --only link";
    let found = json(&room, line);
    let linked = one(&found, "link", "localities");
    assert_eq!((linked["success"]["people"].as_u64(), linked["blind"]["right"].as_u64()), (Some(250), Some(3)));
    assert!(fact(linked, "records walked together, at most") <= 100.0, "{linked:#}");
    // An older private directory does not say it.
    let places = room.read("private/places.csv");
    let unsaid: Vec<String> =
        places.lines().skip(1).map(|line| format!("{},", line.split(',').next().unwrap())).collect();
    std::fs::write(room.path("private/assignment.csv"), format!("row,group\n{}\n", unsaid.join("\n"))).unwrap();
    let found = json(&room, line);
    let reason = found["not_run"][0]["reason"].as_str().unwrap();
    assert!(found["not_run"][0]["variant"] == "localities" && reason.contains("drawn under the secret"), "{found:#}");
}

/// Whoever knows another column of a person looks at fewer rows of the group: another sensitive one, or one that is kept.
#[test]
fn other_columns_tell_more() {
    let room = census(600);
    let made = "--quasi age,birthplace --sensitive income:absolute=1000,m=3,education:l=2 --keep sex";
    let run = room.aloof(&format!("anonymize people.csv {made} --private private --seed 3 --out release"));
    assert_eq!(run.code, 0, "{run}");
    let found = json(&room, "attack release --original people.csv --private private --only centre,background");
    let of = |column: &str, variant: &str| {
        let all = found["attacks"].as_array().unwrap();
        let is_it = |one: &&Value| one["variant"] == variant && one["sensitive"][0] == column;
        all.iter().find(is_it).unwrap_or_else(|| panic!("{column} {variant}: {found:#}")).clone()
    };
    let (group, another, all) =
        (of("income", "group"), of("income", "another column"), of("income", "all other columns"));
    assert_eq!(another["blind"], group["success"]);
    assert!(
        another["beyond_blind"] == true && all["success"]["right"].as_u64() >= another["success"]["right"].as_u64()
    );
    assert!(found["notes"].to_string().contains("`education` tells most"), "{:#}", found["notes"]);
    // With nothing beside there is nothing to know.
    let run = room.aloof(&format!("anonymize people.csv {POLICY} --absolute 1000 --m 3 --seed 3 --out alone"));
    assert_eq!(run.code, 0, "{run}");
    let alone = json(&room, "attack alone --original people.csv --only background");
    assert!(alone["not_run"].to_string().contains("no other column is published"), "{alone:#}");
}

/// People who were withheld have no record, and are nobody's success or failure in attacks on records.
#[test]
fn attacks_on_records_are_about_people_of_the_release() {
    let room = census(600);
    let run = room.aloof(&format!(
        "anonymize people.csv {POLICY} --absolute 1000 --m 3 --suppress 0.1 --private private --seed 3 --out release"
    ));
    assert_eq!(run.code, 0, "{run}");
    let found = json(&room, "attack release --original people.csv --private private --only linkability,inference");
    let (absent, rows) = (found["absent"].as_u64().unwrap(), found["tuples"].as_u64());
    assert!(absent > 0, "nobody was withheld: {found:#}");
    assert_eq!(one(&found, "linkability", "")["success"]["people"].as_u64(), rows);
    assert_eq!(one(&found, "inference", "near")["success"]["people"].as_u64(), rows);
}

/// Tables that do not belong together are refused, with what would do; no message shows a value.
#[test]
fn wrong_tables_are_refused() {
    let room = census(400);
    let text = room.read("people.csv");
    let head = text.lines().next().unwrap().to_owned();
    let half: Vec<&str> = text.lines().take(201).collect();
    let room = room.and("half.csv", half.join("\n")).and("empty.csv", format!("{head}\n"));
    let run = room.aloof("generate census --rows 400 --seed 6 --out other.csv");
    assert_eq!(run.code, 0, "{run}");
    let run = room.aloof(&format!(
        "anonymize people.csv {POLICY} --absolute 1000 --m 3 --private private --seed 3 --out release"
    ));
    assert_eq!(run.code, 0, "{run}");
    let refused = |line: &str, why: &str| {
        let run = room.aloof(&format!("attack release {line}"));
        assert!(run.code == 2 && run.stderr.contains(why), "{line}: {run}");
    };
    refused("--original other.csv", "is not the table that release");
    refused("--original half.csv", "give the table that it was made of, with all its rows");
    refused("--original other.csv --private private", "does not belong to these tables");
    refused("--original empty.csv", "empty.csv has no rows");
    refused("--original people.csv --control empty.csv", "control people are people of the same kind");
    refused("--original people.csv --control people.csv", "all 400 of its rows stand in the original");
    refused("--original people.csv --previous nowhere", "nowhere");
    refused("--original people.csv --private nowhere", "nowhere");
}

/// Releases that tell nothing, attacked in every way: no attack goes beyond its blind guess, or the report says why it was not run.
/// By chance alone intervals at 95% lie apart once in some 200 times; two of all attacks would once in 50 runs.
#[test]
fn releases_that_tell_nothing_yield_nothing() {
    let room = census(900);
    let text = room.read("people.csv");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let at = |name: &str| lines[0].iter().position(|other| *other == name).unwrap();
    let columns = ["age", "birthplace", "occupation", "income"];
    let table = |rows: &[Vec<&str>]| {
        let line = |row: &Vec<&str>| columns.map(|name| row[at(name)]).join(",");
        format!("{}\n{}\n", columns.join(","), rows.iter().map(line).collect::<Vec<_>>().join("\n"))
    };
    let (own, others) = (&lines[1..601], &lines[601..]);
    // Incomes in the order of their hashes, so to say: multiples of a number modulo a prime.
    let income = |row: usize| own[(row * 389 + 17) % 600][at("income")];
    let shuffled: Vec<Vec<&str>> = own
        .iter()
        .enumerate()
        .map(|(row, line)| {
            let mut line = line.clone();
            line[at("income")] = income(row);
            line
        })
        .collect();
    let constant = format!("{}\n{}", columns.join(","), "*,*,*,20000\n".repeat(600));
    let room = room
        .and("own.csv", table(own))
        .and("others.csv", table(others))
        .and("shuffled.csv", table(&shuffled))
        .and("constant.csv", constant);
    let call = format!("--control others.csv {POLICY} --absolute 1000 --m 3");
    let groups = "register minimality absent insider background replay";
    for (release, skipped) in [("shuffled.csv", groups), ("constant.csv", groups)] {
        let found = json(&room, &format!("attack {release} --original own.csv {call}"));
        let of = |list: &str| found[list].as_array().unwrap().clone();
        let (run, not_run) = (of("attacks"), of("not_run"));
        for name in skipped.split(' ') {
            assert!(not_run.iter().any(|one| one["attack"] == name), "{release}: {name} was run: {found:#}");
        }
        let names: std::collections::BTreeSet<String> =
            run.iter().chain(&not_run).map(|one| one["attack"].as_str().unwrap().to_owned()).collect();
        assert_eq!(names.len(), 14, "{names:?}");
        // Values that are not people's own make nobody certain, and nobody is believed above 1/m.
        let centre = one(&found, "centre", "candidates");
        assert!(centre["claims"][0]["people"] == 0 && centre["facts"].as_array().unwrap().is_empty(), "{centre:#}");
        // Records that are those of the people but for one column are still found by the others.
        let about_values = |one: &&Value| !["single-out", "linkability"].contains(&one["attack"].as_str().unwrap());
        for one in run.iter().filter(|one| release == "constant.csv" || about_values(one)) {
            assert_eq!(one["beyond_blind"], false, "{release}: {one:#}");
        }
    }
}
