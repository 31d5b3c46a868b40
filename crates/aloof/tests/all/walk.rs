//! Releases by walking, through the library: from a policy to a directory.

use std::fs;
use std::path::{Path, PathBuf};

use aloof::Error;
use aloof::io::{Ask, Input, ReadOptions, Source};
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use aloof::table::{Column, Decimal, Table};
use tempfile::TempDir;

struct Case {
    source: Source,
    policy: Policy,
    room: TempDir,
}

impl Case {
    fn new(csv: impl Into<String>, policy: &str) -> Self {
        let bytes = csv.into().into_bytes().into();
        Self::of(Source::Memory { name: "data.csv".to_owned(), bytes }, policy)
    }

    fn of(source: Source, policy: &str) -> Self {
        let room = TempDir::new().unwrap();
        let file = room.path().join("aloof.toml");
        let policy = Policy::from_toml(policy, file.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}"));
        Self { source, policy, room }
    }

    fn make(&self, name: &str, seed: u64) -> Result<ReleaseReport, Error> {
        publish(
            &Request::new(self.source.clone(), &self.policy).secret(Secret::from(seed)),
            &Target::new(self.path(name)).private(Some(self.path(&format!("{name}-private")))),
        )
    }

    fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn manifest(&self, name: &str) -> serde_json::Value {
        serde_json::from_slice(&self.bytes(&format!("{name}/manifest.json"))).unwrap()
    }

    fn is_empty(&self) -> bool {
        fs::read_dir(self.room.path()).unwrap().next().is_none()
    }

    /// The release with its rows in the order of the input, by the private assignment.
    fn aligned(&self, name: &str, rows: usize) -> Table {
        let table = read(&self.path(&format!("{name}/data.csv")));
        let private = read(&self.path(&format!("{name}-private/places.csv")));
        let Some(Column::Number(places)) = private.column("place") else { panic!("no places") };
        let order: Vec<u32> = (0..rows).map(|row| places.scaled(row).unwrap() as u32).collect();
        let columns =
            table.names().iter().zip(table.columns()).map(|(name, column)| (name.clone(), column.take(&order)));
        Table::new(columns.collect(), rows).unwrap()
    }
}

fn read(path: &Path) -> Table {
    let input = Input::open(Source::File(path.to_owned()), ReadOptions::default()).unwrap();
    let ask = vec![Ask::Auto; input.names().len()];
    input.read(&ask).unwrap()
}

fn numbers(table: &Table, name: &str) -> Vec<Decimal> {
    match table.column(name) {
        Some(Column::Number(numbers)) => (0..numbers.len()).map(|row| numbers.get(row).unwrap()).collect(),
        other => panic!("{name} is {other:?}"),
    }
}

/// Ages and pays of people who do not exist, always the same ones.
fn people(count: u32) -> String {
    let number = |at: u32, factor: u32, limit: u32| (at.wrapping_mul(factor) >> 7) % limit;
    let line = |at: u32| {
        let (age, pay) = (18 + number(at, 2_654_435_761, 60), 10_000 + number(at, 1_234_567_891, 90_000));
        format!("p{at},{age},{pay}.{:02},{}\n", at % 100, number(at, 40_503_917, 5))
    };
    (1..=count).fold("name,age,pay,ward\n".to_owned(), |all, at| all + &line(at))
}

const COLUMNS: &str = r#"
[columns]
name = { role = "identifier" }
age  = { role = "quasi", domain = ["0", "120"] }
pay  = { role = "quasi", domain = ["0", "200000"] }
ward = { role = "keep" }
"#;

#[test]
fn a_walked_release_keeps_means_and_order_and_moves() {
    let words = format!(
        "{COLUMNS}\n[method]\nalgorithm = \"walk\"\nsegment = 300\nsteps = 200\nties = \"collapse\"\n\
         [[preserve]]\nproperty = \"mean\"\ntolerance = \"0.5\"\ncolumns = \"age\"\n\
         [[preserve]]\nproperty = \"order\"\ncolumns = \"pay\"\n"
    );
    let case = Case::new(people(300), &words);
    let made = case.make("out", 1).unwrap();
    let walk = made.walk().unwrap();
    assert_eq!((made.tuples, made.groups, walk.columns.len()), (300, 0, 2));
    assert!(walk.columns.iter().all(|column| column.segments == 1 && column.values == 300 && column.kept > 0));
    let (before, after) = (people(300), case.aligned("out", 300));
    fs::write(case.path("before.csv"), before).unwrap();
    let before = read(&case.path("before.csv"));
    let sum = |table: &Table, rows: std::ops::Range<usize>| {
        numbers(table, "age")[rows].iter().map(|age| age.at_scale(0).unwrap()).sum::<i128>()
    };
    assert!((sum(&before, 0..300) - sum(&after, 0..300)).abs() <= 150);
    let (old, new) = (numbers(&before, "pay"), numbers(&after, "pay"));
    for a in 0..300 {
        for b in 0..300 {
            assert!(old[a] >= old[b] || new[a] <= new[b], "order");
            assert!(old[a] != old[b] || new[a] == new[b], "ties are collapsed");
        }
    }
    assert_eq!(numbers(&before, "ward"), numbers(&after, "ward"));
    assert!(numbers(&after, "pay").iter().all(|pay| pay.scale() <= 2));
    let manifest = case.manifest("out");
    assert_eq!(manifest["method"]["algorithm"], "walk");
    assert!(manifest["measured"]["disclosure"]["walk"]["linked"].is_number());
    assert!(manifest["files"]["data.csv"]["sha256"].is_string());
}

#[test]
fn a_seed_repeats_a_release_byte_for_byte_at_any_number_of_threads() {
    let case = Case::new(people(400), &format!("{COLUMNS}\n[method]\nalgorithm = \"walk\"\nsteps = 100\n"));
    for (name, threads, seed) in [("a", 1, 7), ("b", 4, 7), ("c", 2, 8)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| case.make(name, seed)).unwrap();
    }
    for file in ["data.csv", "manifest.json"] {
        assert!(case.bytes(&format!("a/{file}")) == case.bytes(&format!("b/{file}")), "{file}");
    }
    assert!(case.bytes("a/data.csv") != case.bytes("c/data.csv"));
    assert!(case.bytes("a-private/places.csv") == case.bytes("b-private/places.csv"));
}

#[test]
fn properties_that_pin_everything_down_are_refused_and_nothing_is_written() {
    // All localities of the numbers from 1 to 8, whose domain has no others.
    let csv = (0..80).fold("x,y\n".to_owned(), |all, at| all + &format!("{},{}\n", 1 + at % 8, at));
    let words = "[columns]\nx = { role = \"quasi\" }\ny = { role = \"keep\", confirmed = true }\n\
                 [method]\nalgorithm = \"walk\"\nproperties = \"1\"\n";
    for seed in 0..8 {
        let case = Case::new(csv.clone(), words);
        let refused = case.make("out", seed).unwrap_err();
        assert_eq!(refused.exit_code(), 3, "{refused}");
        assert!(refused.to_string().contains("leave hardly another column"), "{refused}");
        assert_eq!(refused.to_string().matches(". ").count(), 0, "one sentence: {refused}");
        assert!(case.is_empty());
    }
}

/// Equal values stay equal, unless a policy says otherwise or a column would go up and down as one.
#[test]
fn equal_values_stay_equal_unless_that_holds_a_column_together() {
    let ages = "[columns]\nage = { role = \"quasi\", domain = [\"0\", \"1000\"] }\nundeclared = \"drop\"\n[method]\nalgorithm = \"walk\"\nmin_shift = \"0\"\nmax_unchanged = \"1\"\n";
    let by_column = "collapse, else relax";
    for (more, asked, ties) in [("", by_column, "collapse"), ("ties = \"relax\"\n", "relax", "relax")] {
        let case = Case::new(people(100), &format!("{ages}{more}"));
        let made = case.make("out", 5).unwrap();
        assert_eq!(
            (made.walk().unwrap().columns[0].ties, &case.manifest("out")["method"]["ties"]),
            (ties, &asked.into()),
            "{more}"
        );
        fs::write(case.path("before.csv"), people(100)).unwrap();
        let (old, new) = (numbers(&read(&case.path("before.csv")), "age"), numbers(&case.aligned("out", 100), "age"));
        let pairs = (0..100).flat_map(|a| (0..a).map(move |b| (a, b)));
        let parted = pairs.filter(|&(a, b)| old[a] == old[b] && new[a] != new[b]).count();
        assert_eq!(parted > 0, ties == "relax", "{more}: {parted}");
    }
}

/// One hundred whole ages, `steps` left out: chains agree, what is free has moved, the judge found every kept property.
#[test]
fn ages_are_walked_until_chains_agree() {
    let ages = "[columns]\nage = { role = \"quasi\", domain = [\"0\", \"120\"] }\nundeclared = \"drop\"\n";
    let make = |share: &str, ties: &str| {
        let words = format!("{ages}[method]\nalgorithm = \"walk\"\nproperties = \"{share}\"\nties = \"{ties}\"\n");
        Case::new(people(100), &words).make("out", 12).unwrap().walk().unwrap().columns[0].clone()
    };
    for ties in ["collapse", "relax"] {
        for share in ["0.01", "0.05", "0.2"] {
            let age = make(share, ties);
            assert!(age.mixed == 1 && age.r_hat_worst < 1.05, "{share} {ties}: {age:?}");
            assert!((age.values - age.unchanged) * 10 > 9 * (age.values - age.still), "{share} {ties}: {age:?}");
            assert_eq!((age.shifted, age.pinned), (0, 0), "{share} {ties}");
            assert!(age.left_by_noise < age.left_by_properties.unwrap(), "{share} {ties}: {age:?}");
        }
    }
}

#[test]
fn what_cannot_be_walked_is_said() {
    let refuse = |csv: &str, words: &str| Case::new(csv, words).make("out", 1).unwrap_err();
    let walk = "[method]\nalgorithm = \"walk\"\n";
    let labels =
        refuse("t,x\na,1\nb,2\n", &format!("[columns]\nt = {{ role = \"quasi\" }}\nx = {{ role = \"keep\" }}\n{walk}"));
    assert!(labels.exit_code() == 2 && labels.to_string().contains("cannot be walked"), "{labels}");
    let outside =
        refuse("x\n1\n9\n", &format!("[columns]\nx = {{ role = \"quasi\", domain = [\"0\", \"5\"] }}\n{walk}"));
    assert!(outside.exit_code() == 2 && outside.to_string().contains("1 of 2 values lie outside"), "{outside}");
}

#[test]
fn inequalities_from_a_file_are_kept() {
    let words = format!(
        "{COLUMNS}\n[method]\nalgorithm = \"walk\"\nsteps = 60\n[[preserve]]\nproperty = \"linear\"\ncolumns = \"age\"\nfile = \"own.csv\"\n"
    );
    let case = Case::new(people(120), &words);
    fs::write(case.path("before.csv"), people(120)).unwrap();
    let ages: Vec<i128> =
        numbers(&read(&case.path("before.csv")), "age").iter().map(|age| age.at_scale(0).unwrap()).collect();
    // 0.5·x0 − 0.5·x1 within one half of what it was.
    let half = |sign: i128| format!("{}", (sign * (ages[0] - ages[1]) * 5 + 5) as f64 / 10.0);
    let text = format!(
        "inequality,row,coefficient,most\nup,0,0.5,{}\nup,1,-0.5,\ndown,0,-0.5,{}\ndown,1,0.5,\n",
        half(1),
        half(-1)
    );
    fs::write(case.path("own.csv"), text).unwrap();
    case.make("out", 1).unwrap();
    let after: Vec<i128> =
        numbers(&case.aligned("out", 120), "age").iter().map(|age| age.at_scale(0).unwrap()).collect();
    assert!(((after[0] - after[1]) - (ages[0] - ages[1])).abs() <= 1);
    fs::write(case.path("own.csv"), "inequality,row,coefficient,most\nno,0,1,0\n").unwrap();
    let refused = case.make("other", 1).unwrap_err();
    assert!(refused.exit_code() == 2 && refused.to_string().contains("not true of the original"), "{refused}");
}

/// Groups that keep (ε, m)-anonymity, numbers walked inside their boxes: the groups' promise stands.
#[test]
fn walked_inside_groups() {
    let words = r#"
        [columns]
        name = { role = "identifier" }
        age  = { role = "quasi" }
        ward = { role = "quasi" }
        pay  = { role = "sensitive" }
        [[protect]]
        principle = "epsilon-m"
        absolute = "2000"
        m = 4
        [method]
        algorithm = "walk"
        properties = "0.02"
        ties = "relax"
        max_unchanged = "0.6"
        [output]
        group_ids = true
    "#;
    let case = Case::new(people(400), words);
    let made = case.make("out", 3).unwrap();
    assert!(made.groups > 1 && made.checks.iter().all(|check| check.violating_groups == 0));
    let (release, private) = (read(&case.path("out/data.csv")), read(&case.path("out-private/assignment.csv")));
    fs::write(case.path("before.csv"), people(400)).unwrap();
    let before = read(&case.path("before.csv"));
    let (group, of_row) = (numbers(&release, "group"), numbers(&private, "group"));
    // Every published age lies in the box of its group, and pays stand with their groups.
    for number in 1..=made.groups as i64 {
        let number = Decimal::from(number);
        let old: Vec<usize> = (0..400).filter(|&row| of_row[row] == number).collect();
        let new: Vec<usize> = (0..400).filter(|&row| group[row] == number).collect();
        let ends = |name| {
            let mut all: Vec<Decimal> = old.iter().map(|&row| numbers(&before, name)[row]).collect();
            all.sort();
            (all[0], all[all.len() - 1])
        };
        let (low, high) = ends("age");
        assert!(new.iter().all(|&row| (low..=high).contains(&numbers(&release, "age")[row])));
        let pays = |table: &Table, rows: &[usize]| {
            let mut pays: Vec<Decimal> = rows.iter().map(|&row| numbers(table, "pay")[row]).collect();
            pays.sort();
            pays
        };
        assert_eq!(pays(&before, &old), pays(&release, &new));
    }
    assert_eq!(case.manifest("out")["audit"]["verdict"], "pass");
}

#[test]
fn adult_from_a_policy_file() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ALOOF_SHARED").map_or_else(beside, PathBuf::from);
    let file = shared.join("data/adult/adult_full.csv.gz");
    if !file.exists() {
        return eprintln!("skipped: the Adult table is not beside the repository ({})", file.display());
    }
    let names = Input::open(Source::File(file.clone()), ReadOptions::default()).unwrap().names().to_vec();
    let name = |start: &str| names.iter().find(|name| name.to_lowercase().starts_with(start)).unwrap().clone();
    let words = format!(
        "[columns]\n\"{}\" = {{ role = \"quasi\", domain = [\"0\", \"120\"] }}\n\"{}\" = {{ role = \"quasi\" }}\n\
         \"{}\" = {{ role = \"quasi\" }}\n\"{}\" = {{ role = \"keep\", confirmed = true }}\nundeclared = \"drop\"\n\
         [method]\nalgorithm = \"walk\"\nsteps = 40\n",
        name("age"),
        name("fnlwgt"),
        name("education-num"),
        name("occupation")
    );
    let case = Case::of(Source::File(file), &words);
    let made = case.make("out", 5).unwrap();
    let walk = made.walk().unwrap();
    assert!(made.tuples > 30_000 && walk.columns.len() == 3);
    assert!(walk.columns.iter().all(|column| column.unchanged * 4 <= column.values), "{:?}", walk.columns);
    let [walked, noise] = [walk.disclosure.walk, walk.disclosure.noise];
    eprintln!("Adult: {walked:?} beside {noise:?}");
    assert!(walked.linked < 0.05);
    let manifest = case.manifest("out");
    for column in manifest["measured"]["columns"].as_array().unwrap() {
        assert!(column["left_by_noise"].is_number() && column["left_by_properties"].is_number(), "{column}");
    }
}
