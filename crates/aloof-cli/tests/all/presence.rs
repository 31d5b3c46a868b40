//! Who of a population is in the table: releases that keep it, counted again by hand, and populations as they come.

use std::collections::BTreeMap;

use crate::common::Workdir;

/// People by their columns, and which of them are in the table.
struct Town {
    people: Vec<(i64, &'static str, i64)>,
    there: Vec<bool>,
}

impl Town {
    /// 400 people of 18 to 90 in four quarters; a fifth of them is in the table, and more of the young.
    fn new() -> Self {
        let quarters = ["east", "north", "south", "west"];
        let person = |at: i64| (18 + at * 37 % 73, quarters[(at * 7 % 4) as usize], 1000 + at * 7919 % 4001);
        let people: Vec<_> = (0..400).map(person).collect();
        let there = people.iter().enumerate().map(|(at, person)| at % if person.0 < 40 { 4 } else { 6 } == 0).collect();
        Self { people, there }
    }

    fn rows(&self) -> usize {
        self.there.iter().filter(|there| **there).count()
    }

    fn dir(&self, rules: &str) -> Workdir {
        let line = |(age, quarter, _): &(i64, &str, i64)| format!("{age},{quarter}\n");
        let everybody: Vec<String> = self.people.iter().map(line).collect();
        let there = self.people.iter().zip(&self.there).filter(|(_, there)| **there);
        let table: Vec<String> = there.map(|((age, quarter, pay), _)| format!("{age},{quarter},{pay}\n")).collect();
        let everybody = format!("age,quarter\n{}", everybody.concat());
        let table = format!("age,quarter,pay\n{}", table.concat());
        let policy =
            "[columns]\nage = { role = \"quasi\" }\nquarter = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\n";
        Workdir::with("pay.csv", table).and("everybody.csv", everybody).and("aloof.toml", format!("{policy}{rules}"))
    }

    /// By hand: rows and people of every cell that is shown, and people whom no cell covers. Nobody is covered twice.
    fn counted(&self, data: &str) -> (BTreeMap<String, (usize, usize)>, usize) {
        let mut cells: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for line in data.lines().skip(1) {
            let cell: Vec<&str> = line.split(',').take(2).collect();
            cells.entry(cell.join(",")).or_default().0 += 1;
        }
        let mut absent = 0;
        for (age, quarter, _) in &self.people {
            let covering: Vec<&String> = cells.keys().filter(|cell| covers(cell, *age, quarter)).collect();
            assert!(covering.len() < 2, "{age} {quarter} is covered twice: {covering:?}");
            match covering.first().map(|cell| (*cell).clone()) {
                Some(cell) => cells.get_mut(&cell).unwrap().1 += 1,
                None => absent += 1,
            }
        }
        (cells, absent)
    }
}

fn covers(cell: &str, age: i64, quarter: &str) -> bool {
    let (ages, quarters) = cell.split_once(',').unwrap();
    let (low, high) = ages.split_once("..").unwrap_or((ages, ages));
    let in_range = (low.parse::<i64>().unwrap()..=high.parse().unwrap()).contains(&age);
    in_range && quarters.trim_matches(|c| "{}\"".contains(c)).split('|').any(|one| one == quarter)
}

fn presence(low: &str, high: &str) -> String {
    format!(
        "[[protect]]\nprinciple = \"presence\"\nlow = \"{low}\"\nhigh = \"{high}\"\npopulation = \"everybody.csv\"\n\n"
    )
}

const OTHERS: [(&str, usize); 4] = [
    ("", 1),
    ("[[protect]]\nprinciple = \"k-anonymity\"\nk = 5\n", 5),
    ("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\n", 3),
    (
        "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"50\"\nm = 2\nview = \"group\"\n\n[[protect]]\nprinciple = \"l-diversity\"\nl = 4\n",
        4,
    ),
];

/// Whatever else is asked, every cell has the shares that are asked, no two cover the same person, and audits agree.
#[test]
fn releases_are_made_and_counted_again() {
    let town = Town::new();
    for (others, least) in OTHERS {
        for (low, high, floor, ceiling) in [("0", "0.3", 0.0, 0.3), ("0.1", "0.35", 0.1, 0.35)] {
            let dir = town.dir(&format!("{}{others}", presence(low, high)));
            let advice = dir.json("advise pay.csv");
            assert_eq!(advice["feasible"], true, "{advice}");
            let made = dir.json("anonymize pay.csv --seed 3 --out release");
            assert_eq!(made["verdict"], "pass", "{made}");
            let (cells, absent) = town.counted(&dir.read("release/data.csv"));
            assert!(cells.len() > 3, "{others} {low} {high}: {cells:?}");
            for (cell, (rows, people)) in &cells {
                let share = *rows as f64 / *people as f64;
                assert!((floor..=ceiling).contains(&share) && *rows >= least, "{cell}: {rows} of {people}");
            }
            assert!(absent == 0 || low == "0");
            let audit = dir.json("audit release --policy aloof.toml --original pay.csv");
            assert_eq!(audit["verdict"], "pass", "{audit}");
            let most = cells.values().max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1))).unwrap();
            let found = &audit["presence"][0];
            assert_eq!((&found["people"], &found["bounded"]), (&400.into(), &0.into()));
            assert_eq!(found["high"], shown(most.0, most.1));
            assert_eq!(found["low"] == "0", absent > 0, "{found}");
        }
    }
}

fn shown(part: usize, of: usize) -> String {
    let divisor = (1..=part).rev().find(|by| part.is_multiple_of(*by) && of.is_multiple_of(*by)).unwrap();
    if of == divisor { "1".to_owned() } else { format!("{}/{}", part / divisor, of / divisor) }
}

/// Cells end where people of the population are: the same cells, whoever of a part is in the table.
#[test]
fn cells_end_where_the_population_does() {
    let town = Town::new();
    let dir = town.dir(&presence("0", "0.3"));
    dir.json("anonymize pay.csv --seed 3 --out release");
    let (cells, _) = town.counted(&dir.read("release/data.csv"));
    let mut beyond = 0;
    for cell in cells.keys() {
        let ages = |there: bool| {
            let of = town.people.iter().zip(&town.there).filter(move |(_, is)| !there || **is);
            let inside: Vec<i64> = of.filter(|(p, _)| covers(cell, p.0, p.1)).map(|(person, _)| person.0).collect();
            (*inside.iter().min().unwrap(), *inside.iter().max().unwrap())
        };
        let (low, high) = cell.split_once(',').unwrap().0.split_once("..").unwrap_or_else(|| {
            let one = cell.split_once(',').unwrap().0;
            (one, one)
        });
        assert_eq!(ages(false), (low.parse().unwrap(), high.parse().unwrap()));
        beyond += usize::from(ages(true) != ages(false));
    }
    assert!(beyond > 0, "some cell ends where nobody in the table is");
}

/// |T|/|P| is the mean of all beliefs: what it rules out is impossible, and all else can be had.
#[test]
fn what_the_mean_rules_out_is_impossible() {
    let town = Town::new();
    let mean = shown(town.rows(), 400);
    for (low, high, nearest) in [("0", "0.1", "high can be down to"), ("0.5", "0.9", "low can be up to")] {
        let dir = town.dir(&presence(low, high));
        let run = dir.aloof("anonymize pay.csv --seed 1 --out release --json");
        assert_eq!(run.code, 3, "{run}");
        let error = &serde_json::from_str::<serde_json::Value>(&run.stdout).unwrap()["error"];
        assert_eq!(error["kind"], "impossible", "{error}");
        let message = error["message"].to_string();
        assert!(message.contains(&format!("{mean} on average")) && message.contains(nearest), "{message}");
        assert!(!dir.path("release").exists());
        let advice = dir.json("advise pay.csv");
        assert_eq!((&advice["feasible"], &advice["checks"][0]["measure"]), (&false.into(), &mean.clone().into()));
    }
    // The mean itself can be had: of everybody, as one cell, where it cannot be cut.
    let all = Town { there: vec![true; 400], ..Town::new() };
    let made = all.dir(&presence("1", "1")).json("anonymize pay.csv --seed 1 --out release");
    assert_eq!(made["verdict"], "pass", "{made}");
}

/// What becomes of a file.
type Change<'a> = &'a dyn Fn(&str) -> String;

/// Populations as they come: each is refused with what is wrong, and nothing is written.
#[test]
fn populations_that_cannot_be_used() {
    let town = Town::new();
    let refused = |change: &dyn Fn(&str) -> String, policy: &dyn Fn(String) -> String| {
        let dir = town.dir(&presence("0", "0.3"));
        std::fs::write(dir.path("everybody.csv"), change(&dir.read("everybody.csv"))).unwrap();
        std::fs::write(dir.path("aloof.toml"), policy(dir.read("aloof.toml"))).unwrap();
        let said = dir.refused("anonymize pay.csv --seed 1 --out release");
        assert!(!dir.path("release").exists());
        said
    };
    let same = |policy: String| policy;
    let cases: [(Change<'_>, &str); 6] = [
        (&|_| "age,quarter\n".to_owned(), "everybody.csv: the population holds nobody"),
        (&|text| text.replace("quarter", "district"), "everybody.csv has no column `quarter`"),
        (
            &|text| format!("{text}unknown,east\n"),
            "column `age` holds numbers in the table and labels in everybody.csv; declare its `type`",
        ),
        (
            &|text| text.replace("\n18,", "\n17,"),
            "2 of 78 rows of the table have nobody in everybody.csv who has the same",
        ),
        (&|text| format!("{text}18,\"east\n"), "a quote is opened here and never closed"),
        (&|_| String::new(), "everybody.csv: is empty"),
    ];
    for (change, expected) in cases {
        let said = refused(change, &same);
        assert!(said.contains(expected), "{said}");
    }
    // Every row has a person of its own: two rows of one kind need two people.
    let one_less = |text: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        let alone = lines.iter().position(|line| lines.iter().filter(|other| *other == line).count() == 1);
        let first = format!("{},{}", town.people[0].0, town.people[0].1);
        let gone = lines.iter().position(|line| *line == first).or(alone).unwrap();
        lines.remove(gone);
        lines.join("\n")
    };
    assert!(
        refused(&one_less, &same).contains("whoever is in the table must be in the population. The first is data row")
    );
    let tree = |policy: String| {
        policy.replace("quarter = { role = \"quasi\" }", "quarter = { role = \"quasi\", hierarchy = \"q.csv\" }")
    };
    let dir = town.dir(&presence("0", "0.3")).and("q.csv", "east;*\nnorth;*\nsouth;*\nwest;*\n");
    std::fs::write(dir.path("everybody.csv"), format!("{}33,centre\n", dir.read("everybody.csv"))).unwrap();
    std::fs::write(dir.path("aloof.toml"), tree(dir.read("aloof.toml"))).unwrap();
    let said = dir.refused("anonymize pay.csv --seed 1 --out release");
    assert!(said.contains("column `quarter`: the hierarchy lacks 1 label, `centre` first"), "{said}");
}

/// Labels that only the population has are shown like others, and all is judged against the original all the same.
#[test]
fn labels_that_only_the_population_has() {
    let town = Town::new();
    let dir = town.dir(&presence("0", "0.3"));
    let more = (20..30).map(|age| format!("{age},centre\n")).collect::<Vec<_>>().concat();
    std::fs::write(dir.path("everybody.csv"), dir.read("everybody.csv") + &more).unwrap();
    let made = dir.json("anonymize pay.csv --seed 1 --out release");
    assert_eq!(made["verdict"], "pass", "{made}");
    assert!(dir.read("release/data.csv").contains("centre"));
    let audit = dir.json("audit release --policy aloof.toml --original pay.csv");
    assert_eq!((&audit["verdict"], &audit["presence"][0]["people"]), (&"pass".into(), &410.into()), "{audit}");
}

/// Whoever stands in the population twice is found by a declared identifier.
#[test]
fn nobody_stands_in_a_population_twice() {
    let policy = format!(
        "[columns]\nname = {{ role = \"identifier\" }}\nage = {{ role = \"quasi\" }}\n\n{}",
        presence("0", "0.9")
    );
    let everybody = (0..12).map(|at| format!("p{},{}\n", at.min(10), 20 + at)).collect::<Vec<_>>().concat();
    let dir = Workdir::with("table.csv", "name,age\np0,20\np3,23\n")
        .and("everybody.csv", format!("name,age\n{everybody}"))
        .and("aloof.toml", policy);
    let said = dir.refused("anonymize table.csv --seed 1 --out release");
    assert!(said.contains("everybody.csv: 1 value of `name` stands in several rows, 2 together"), "{said}");
    let rows = dir.read("aloof.toml") + "[input]\nrows = \"people\"\n";
    std::fs::write(dir.path("aloof.toml"), rows).unwrap();
    assert_eq!(dir.json("anonymize table.csv --seed 1 --out release")["verdict"], "pass");
}

/// What presence cannot be made with is refused before anything is read.
#[test]
fn what_cannot_make_it_says_so() {
    let town = Town::new();
    for (more, expected) in [
        ("[method]\nalgorithm = \"xcolor\"\n", "algorithm = \"xcolor\" makes groups of the table's rows"),
        ("[method]\nalgorithm = \"mondrian\"\n", "algorithm = \"mondrian\" makes groups of the table's rows"),
        ("[method]\nalgorithm = \"anatomy\"\n", "algorithm = \"anatomy\" shows everybody's quasi values"),
        ("[method]\nalgorithm = \"perturb\"\n", "algorithm = \"perturb\" shows everybody's own values"),
        (
            "[method]\nalgorithm = \"noise\"\ndistortion = \"0.1\"\n",
            "algorithm = \"noise\" shows everybody's own values",
        ),
        ("[method]\nalgorithm = \"walk\"\n", "algorithm = \"walk\" shows everybody's own values"),
        ("[method]\nsuppress = \"0.1\"\n", "who is withheld is in it without a cell"),
        (&presence("0", "0.5"), "presence is made for one population"),
    ] {
        let dir = town.dir(&format!("{}{more}", presence("0", "0.3")));
        std::fs::remove_file(dir.path("everybody.csv")).unwrap();
        for command in ["anonymize pay.csv --seed 1 --out release", "advise pay.csv"] {
            let said = dir.refused(command);
            assert!(said.contains(expected), "{more}: {said}");
        }
    }
    let priced = format!("{}[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\n", presence("0", "0.3"));
    let said = town.dir(&priced).refused("advise pay.csv --price");
    assert!(said.contains("beside presence nothing has a price"), "{said}");
}

/// A dissimilarity, which is not monotone and made by colouring elsewhere, is asked of every part.
#[test]
fn what_is_not_monotone_is_asked_of_parts() {
    let town = Town::new();
    let rule = |epsilon: &str| {
        format!(
            "{}[[protect]]\nprinciple = \"dissimilarity\"\ndistance = {{ kind = \"l1\" }}\nepsilon = \"{epsilon}\"\ndelta = \"0.7\"\nk = 4\n",
            presence("0.05", "0.35")
        )
    };
    let dir = town.dir(&rule("80"));
    let made = dir.json("anonymize pay.csv --seed 1 --out release");
    assert!(made["groups"].as_u64().unwrap() > 2, "{made}");
    assert_eq!(dir.json("audit release --policy aloof.toml --original pay.csv")["verdict"], "pass");
    let run = town.dir(&rule("4000")).aloof("anonymize pay.csv --seed 1 --out release");
    assert_eq!(run.code, 3, "{run}");
}

/// Without anything to protect: the least and the largest belief, of any table.
#[test]
fn a_population_is_measured_without_a_policy() {
    let town = Town::new();
    let dir = town.dir("");
    let found = dir.json("audit pay.csv --quasi age,quarter --sensitive pay --population everybody.csv");
    let presence = &found["presence"][0];
    assert_eq!(
        (&found["verdict"], &presence["people"], &presence["low"]),
        (&"measured".into(), &400.into(), &"0".into())
    );
    let mut kinds: BTreeMap<(i64, &str), (usize, usize)> = BTreeMap::new();
    for ((age, quarter, _), there) in town.people.iter().zip(&town.there) {
        let kind = kinds.entry((*age, quarter)).or_default();
        *kind = (kind.0 + usize::from(*there), kind.1 + 1);
    }
    let most = kinds.values().max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1))).unwrap();
    assert_eq!(presence["high"], shown(most.0, most.1));
    let run = dir.aloof("audit pay.csv --quasi age,quarter --sensitive pay --population nobody.csv");
    assert_eq!(run.code, 2, "{run}");
}
