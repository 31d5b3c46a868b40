//! Releases through the library: made exactly when they can be, and as they should be.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use aloof::Error;
use aloof::audit::{Audit, AuditRequest, Verdict, audit};
use aloof::io::publish::Existing;
use aloof::io::{Ask, Input, ReadOptions, Source};
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, anonymize, publish};
use aloof::table::Kind;
use proptest::prelude::*;
use tempfile::TempDir;

/// A table, a policy, and a room for releases.
struct Case {
    csv: String,
    policy: Policy,
    room: TempDir,
}

const FORMATS: [&str; 4] = ["csv", "parquet", "xlsx", "dta"];

impl Case {
    fn new(csv: impl Into<String>, policy: &str) -> Self {
        let policy = Policy::from_toml(policy, "aloof.toml").unwrap_or_else(|error| panic!("{error}"));
        Self { csv: csv.into(), policy, room: TempDir::new().unwrap() }
    }

    fn source(&self) -> Source {
        Source::Memory { name: "data.csv".to_owned(), bytes: self.csv.clone().into_bytes().into() }
    }

    fn target(&self, out: &str, private: &str) -> Target<'static> {
        Target::new(self.room.path().join(out)).private(self.room.path().join(private))
    }

    fn publish(&self, target: &Target<'_>, secret: Option<Secret>) -> Result<ReleaseReport, Error> {
        publish(&Request::new(self.source(), &self.policy).secret(secret), target)
    }

    fn make(&self, name: &str, seed: Option<u64>) -> Result<ReleaseReport, Error> {
        self.publish(&self.target(name, &format!("{name}-private")), seed.map(Secret::from))
    }

    fn file(&self, release: &str) -> PathBuf {
        let names = FORMATS.map(|format| self.room.path().join(release).join(format!("data.{format}")));
        names.into_iter().find(|file| file.exists()).unwrap()
    }

    fn audit(&self, release: &str) -> Audit {
        audit(&AuditRequest {
            data: Source::File(self.file(release)),
            original: Some(self.source()),
            policy: &self.policy,
            population: None,
            epsilons: Vec::new(),
            show_values: false,
            list_violations: false,
            progress: &|_, _| {},
        })
        .unwrap()
    }

    fn text(&self, release: &str) -> String {
        fs::read_to_string(self.file(release)).unwrap()
    }

    fn bytes(&self, directory: &str, file: &str) -> Vec<u8> {
        fs::read(self.room.path().join(directory).join(file)).unwrap()
    }

    /// Nothing in the room but these.
    fn holds_only(&self, names: &[&str]) {
        let entries = fs::read_dir(self.room.path()).unwrap();
        let mut found: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        found.sort();
        assert_eq!(found, names);
    }
}

const COLUMNS: &str = r#"
[columns]
name = { role = "identifier" }
age  = { role = "quasi" }
town = { role = "quasi" }
born = { role = "quasi" }
pay  = { role = "sensitive" }
note = { role = "keep", confirmed = true }
"#;

type Person = (u8, u8, u8, u16);

fn csv(people: &[Person]) -> String {
    let line = |(at, (age, town, day, pay)): (usize, &Person)| {
        format!("p{at},{age},town{town},2020-01-{:02},{pay},n{at}\n", day + 1)
    };
    people.iter().enumerate().map(line).fold("name,age,town,born,pay,note\n".to_owned(), |all, line| all + &line)
}

fn few(most: usize) -> impl Strategy<Value = Vec<Person>> {
    prop::collection::vec((0u8..9, 0u8..4, 0u8..9, 1u16..60), 1..most)
}

/// Many people, always the same ones.
fn people(count: u32) -> Vec<Person> {
    let number = |at: u32, factor: u32, limit: u32| (at.wrapping_mul(factor) >> 7) % limit;
    let person = |at: u32| {
        let quasi = (number(at, 2_654_435_761, 80), number(at, 40_503_917, 9), number(at, 97_531_113, 28));
        (quasi.0 as u8, quasi.1 as u8, quasi.2 as u8, number(at, 1_234_567_891, 5000) as u16)
    };
    (1..=count).map(person).collect()
}

/// What is close: as a policy says it, and literally.
#[derive(Clone, Copy, Debug)]
enum Close {
    Absolute(u16),
    Between(u16, u16),
    /// In tenths.
    Relative(u16),
    Delta(u16),
}

impl Close {
    fn words(self, m: usize, view: &str) -> String {
        let parameters = match self {
            Self::Absolute(e) => format!("principle = \"epsilon-m\"\nabsolute = \"{e}\"\nm = {m}"),
            Self::Between(a, b) => format!("principle = \"epsilon-m\"\nbelow = \"{a}\"\nabove = \"{b}\"\nm = {m}"),
            Self::Relative(e) => format!("principle = \"epsilon-m\"\nrelative = \"0.{e}\"\nm = {m}"),
            Self::Delta(d) => format!("principle = \"delta-l\"\ndelta = \"{d}\"\nl = {m}"),
        };
        format!("{COLUMNS}\n[[protect]]\n{parameters}\nview = \"{view}\"\n")
    }

    /// Whether `a` ≤ `b` may not share a group.
    fn joins(self, view: &str, a: u16, b: u16) -> bool {
        let (a, b) = (u32::from(a), u32::from(b));
        match (self, view) {
            (Self::Absolute(e), "group") => b - a <= u32::from(e),
            (Self::Absolute(e), _) => b - a <= 2 * u32::from(e),
            (Self::Between(below, above), "group") => b - a <= u32::from(below.max(above)),
            (Self::Between(below, above), _) => b - a <= u32::from(below + above),
            (Self::Relative(e), "group") => 10 * a >= b * (10 - u32::from(e)),
            (Self::Relative(e), _) => b * (10 - u32::from(e)) <= a * (10 + u32::from(e)),
            (Self::Delta(d), "group") => b - a <= 2 * u32::from(d),
            (Self::Delta(d), _) => b - a <= 4 * u32::from(d),
        }
    }

    /// Theorem 1: no window of joined values holds more than one row in m.
    fn feasible(self, view: &str, pays: &[u16], m: usize) -> bool {
        let window = |&low: &u16| pays.iter().filter(|&&pay| pay >= low && self.joins(view, low, pay)).count();
        pays.iter().map(window).max().unwrap_or(0) * m <= pays.len()
    }
}

fn close() -> impl Strategy<Value = Close> {
    prop_oneof![
        (0u16..8).prop_map(Close::Absolute),
        (0u16..8, 0u16..8).prop_map(|(a, b)| Close::Between(a, b)),
        (0u16..5).prop_map(Close::Relative),
        (0u16..4).prop_map(Close::Delta),
    ]
}

/// What every release keeps, whoever asks: all that was asked, nothing untrue, nobody lost.
fn check_release(case: &Case, release: &str, made: &ReleaseReport, people: usize) {
    let found = case.audit(release);
    assert_eq!(found.verdict, Verdict::Pass);
    let truth = found.truth.as_ref().unwrap();
    assert_eq!((truth.untrue, truth.absent), (0, made.suppressed));
    assert_eq!((made.tuples + made.suppressed + made.dropped, found.tuples), (people, made.tuples));
    let assignment = String::from_utf8(case.bytes(&format!("{release}-private"), "assignment.csv")).unwrap();
    let lines: Vec<&str> = assignment.lines().collect();
    assert_eq!((lines[0], lines.len()), ("row,group", people + 1));
    let groups = lines[1..].iter().filter_map(|line| line.split_once(',').map(|(_, group)| group));
    let (none, mut some): (Vec<&str>, Vec<&str>) = groups.partition(|group| group.is_empty());
    assert_eq!(none.len(), made.suppressed + made.dropped);
    some.sort_unstable();
    some.dedup();
    // Those that were dealt; several may look alike, and are then one to whoever counts.
    assert!(some.len() >= made.groups);
    let seen = found.checks.iter().find(|check| matches!(check.view, "register" | "group")).unwrap();
    assert_eq!(seen.groups, made.groups);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// In the candidates view a release is certain where the larger window lets it, and impossible where not even the
    /// smaller does; between the two it may be found.
    #[test]
    fn made_exactly_when_it_can_be(
        people in few(40),
        close in close(),
        m in 1usize..5,
        view in prop_oneof![Just("group"), Just("candidates")],
    ) {
        let case = Case::new(csv(&people), &close.words(m, view));
        let pays: Vec<u16> = people.iter().map(|person| person.3).collect();
        match case.make("out", None) {
            Ok(made) => {
                prop_assert!(close.feasible("group", &pays, m), "made though impossible");
                check_release(&case, "out", &made, people.len());
                case.holds_only(&["out", "out-private"]);
                let header = if view == "group" { "age,town,born,pay,note,group\n" } else { "age,town,born,pay,note\n" };
                prop_assert!(case.text("out").starts_with(header));
            }
            Err(error) => {
                prop_assert_eq!(error.exit_code(), 3, "{}", error);
                prop_assert!(!close.feasible(view, &pays, m), "{}", error);
                case.holds_only(&[]);
            }
        }
    }

    /// Whatever else is asked: what is made keeps all of it, and what is not made is called impossible.
    #[test]
    fn further_rules_are_kept(
        people in few(60),
        near in prop::option::of((0u16..4, 1usize..4)),
        k in 1usize..8,
        rule in prop_oneof![
            Just("principle = \"l-diversity\"\nsensitive = \"pay\"\nl = 3"),
            Just("principle = \"t-closeness\"\nsensitive = \"pay\"\nt = \"0.4\""),
            Just("principle = \"delta-l\"\nsensitive = \"pay\"\ndelta = \"2\"\nl = 2\nreading = \"any-centre\""),
            Just("principle = \"alpha-k\"\nsensitive = \"note\"\nalpha = \"0.5\"\nk = 4"),
        ],
        view in prop_oneof![Just("group"), Just("candidates")],
    ) {
        let mut words = COLUMNS.replace("role = \"keep\", confirmed = true", "role = \"sensitive\", confirmed = true, protect = \"none\"");
        if let Some((epsilon, m)) = near {
            let _ = write!(
                words,
                "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"{epsilon}\"\nm = {m}\n\
                 view = \"{view}\"\n"
            );
        }
        let _ = write!(words, "[[protect]]\nprinciple = \"k-anonymity\"\nk = {k}\n[[protect]]\n{rule}\n");
        let case = Case::new(csv(&people), &words);
        match case.make("out", Some(1)) {
            Ok(made) => check_release(&case, "out", &made, people.len()),
            Err(error) => {
                prop_assert_eq!(error.exit_code(), 3, "{}", error);
                case.holds_only(&[]);
            }
        }
    }

    /// Where nobody is assumed to know who is in the table rows may be withheld: as few as will do, and no more than the policy
    /// lets go.
    #[test]
    fn withheld_rows_are_counted(people in few(40), epsilon in 0u16..6, m in 2usize..5, percent in 0usize..60) {
        let close = Close::Absolute(epsilon);
        let words = format!("{}\n[method]\nabsence = \"unknown\"\nsuppress = \"0.{percent:02}\"\n", close.words(m, "candidates"));
        let case = Case::new(csv(&people), &words);
        let pays: Vec<u16> = people.iter().map(|person| person.3).collect();
        match case.make("out", None) {
            Ok(made) => {
                prop_assert!(made.suppressed * 100 <= percent * people.len());
                prop_assert!(made.suppressed == 0 || !close.feasible("candidates", &pays, m));
                prop_assert!(made.suppressed > 0 || close.feasible("group", &pays, m));
                check_release(&case, "out", &made, people.len());
            }
            Err(error) => prop_assert_eq!(error.exit_code(), 3, "{}", error),
        }
    }
}

#[test]
fn a_seed_repeats_a_release_byte_for_byte_at_any_number_of_threads() {
    for format in FORMATS {
        let words = format!("{}\n[output]\nformat = \"{format}\"\n", Close::Absolute(3).words(4, "candidates"));
        let case = Case::new(csv(&people(400)), &words);
        for (name, threads, seed) in [("a", 1, 7), ("b", 4, 7), ("c", 2, 8)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| case.make(name, Some(seed))).unwrap();
        }
        let data = format!("data.{format}");
        for file in [data.as_str(), "manifest.json"] {
            assert!(case.bytes("a", file) == case.bytes("b", file), "{format}: {file}");
        }
        assert!(case.bytes("a-private", "assignment.csv") == case.bytes("b-private", "assignment.csv"));
        assert!(case.bytes("a", &data) != case.bytes("c", &data));
        assert_eq!(case.bytes("a-private", "seed.txt"), b"7\n");
    }
}

/// What is handed over and then saved is what would have been published.
#[test]
fn a_release_in_memory_is_saved_as_it_would_be_published() {
    for format in FORMATS {
        let words = format!("{}\n[output]\nformat = \"{format}\"\n", Close::Absolute(3).words(4, "candidates"));
        let case = Case::new(csv(&people(200)), &words);
        case.make("a", Some(7)).unwrap();
        let release = anonymize(&Request::new(case.source(), &case.policy).secret(Secret::from(7))).unwrap();
        release.save(&case.target("b", "b-private")).unwrap();
        for file in [format!("data.{format}").as_str(), "manifest.json"] {
            assert!(case.bytes("a", file) == case.bytes("b", file), "{format}: {file}");
        }
        check_release(&case, "b", release.report(), 200);
    }
}

#[test]
fn without_a_seed_the_order_is_new_and_its_key_repeats_it() {
    let case = Case::new(csv(&people(300)), &Close::Absolute(3).words(4, "candidates"));
    case.make("a", None).unwrap();
    case.make("b", None).unwrap();
    let (a, b) = (case.text("a"), case.text("b"));
    assert_ne!(a, b);
    // Groups are drawn, too; what is published as it is, is the same.
    let values = |text: &str| {
        let of = |line: &str| line.rsplitn(3, ',').take(2).map(str::to_owned).collect::<Vec<_>>();
        let mut values: Vec<Vec<String>> = text.lines().map(of).collect();
        values.sort();
        values
    };
    assert_eq!(values(&a), values(&b));
    let key: Secret = String::from_utf8(case.bytes("a-private", "key")).unwrap().trim().parse().unwrap();
    case.publish(&case.target("again", "again-private"), Some(key)).unwrap();
    assert_eq!(case.text("again"), a);
    // The private directory is found again, by itself.
    let target = case.target("a", "a-private").existing(Existing::Replace);
    case.publish(&target, None).unwrap();
    assert_eq!(case.text("a"), a);
    assert_eq!(case.bytes("a-private", "key"), format!("{key}\n").into_bytes());
}

/// The place of a row in the release says nothing of its place in the input.
#[test]
fn places_do_not_follow_the_input() {
    let case = Case::new(csv(&people(40)), &Close::Absolute(0).words(2, "candidates"));
    let mut sums = [0usize; 40];
    for seed in 0..200 {
        let name = format!("r{seed}");
        case.make(&name, Some(seed)).unwrap();
        for (place, line) in case.text(&name).lines().skip(1).enumerate() {
            let row: usize = line.rsplit_once(",n").unwrap().1.parse().unwrap();
            sums[row] += place;
        }
    }
    // Mean 19.5, the standard deviation of a mean of 200 is 0.82; five of them.
    assert!(sums.iter().all(|&sum| (sum as f64 / 200.0 - 19.5).abs() < 4.1), "{sums:?}");
}

#[test]
fn bounds_group_numbers_and_parquet() {
    let words = format!(
        "{}\n[output]\nformat = \"parquet\"\nintervals = \"bounds\"\ngroup_ids = true\n",
        Close::Absolute(3).words(4, "candidates")
    );
    let case = Case::new(csv(&people(200)), &words);
    let made = case.make("out", Some(1)).unwrap();
    check_release(&case, "out", &made, 200);
    let input = Input::open(Source::File(case.file("out")), ReadOptions::default()).unwrap();
    assert_eq!(input.names(), ["age_lo", "age_hi", "town", "born_lo", "born_hi", "pay", "note", "group"]);
    let kinds: Vec<Kind> = input.read(&[Ask::Auto; 8]).unwrap().columns().iter().map(|column| column.kind()).collect();
    let (number, date, label) = (Kind::Number, Kind::Date, Kind::Label);
    assert_eq!(kinds, [number, number, label, date, date, number, label, number]);
}

#[test]
fn missing_values_are_kept_or_dropped_as_the_policy_says() {
    let mut text = csv(&people(60));
    text.push_str("x,,town1,2020-01-03,17,n60\ny,3,,,99,n61\nz,4,town2,2020-01-04,,n62\n");
    let words = Close::Absolute(2).words(3, "candidates");
    let refused = Case::new(text.clone(), &words).make("out", None).unwrap_err();
    assert!(refused.exit_code() == 2 && refused.to_string().contains("missing"), "{refused}");
    let drop_pay =
        words.replace("pay  = { role = \"sensitive\" }", "pay = { role = \"sensitive\", missing = \"drop\" }");
    let drop_age = drop_pay.replace("age  = { role = \"quasi\" }", "age = { role = \"quasi\", missing = \"drop\" }");
    let bounds = format!("{drop_pay}\n[output]\nintervals = \"bounds\"\n");
    for (words, dropped) in [(drop_pay, 1), (drop_age, 2), (bounds, 1)] {
        let case = Case::new(text.clone(), &words);
        let made = case.make("out", None).unwrap();
        assert_eq!((made.tuples, made.dropped), (63 - dropped, dropped));
        check_release(&case, "out", &made, 63);
    }
}

#[test]
fn labels_that_look_like_notation_survive() {
    let towns = ["a|b", "{a|b}", " a", "a", "*", "13**", "", "x,y", "\"q\"", "1..2"];
    let mut text = "town,pay\n".to_owned();
    for (at, town) in towns.iter().cycle().take(60).enumerate() {
        let _ = writeln!(text, "\"{}\",{}", town.replace('"', "\"\""), at * 10);
    }
    let words = "[columns]\ntown = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\n\
                 principle = \"epsilon-m\"\nabsolute = \"3\"\nm = 3\n";
    for format in ["csv", "parquet"] {
        let case = Case::new(text.clone(), &format!("{words}[output]\nformat = \"{format}\"\n"));
        let made = case.make("out", None).unwrap();
        check_release(&case, "out", &made, 60);
    }
}

#[test]
fn what_is_not_in_this_version_says_so() {
    let near = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"3\"\nm = 2\n";
    // In two tables what is monotone can be kept: proximity in the register view only.
    let other = format!("{COLUMNS}{near}view = \"group\"\n[method]\nalgorithm = \"anatomy\"\n");
    Case::new(csv(&people(30)), &other.replace("group", "register")).make("out", None).unwrap();
    for words in [other, COLUMNS.to_owned()] {
        let case = Case::new(csv(&people(30)), &words);
        let error = case.make("out", None).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{error}");
        case.holds_only(&[]);
    }
}

/// The paper's algorithm knows the group view only, and says so before it makes anything else.
#[test]
fn the_printed_algorithm_promises_no_more_than_the_paper() {
    let near = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"3\"\nm = 2\n";
    for view in ["register", "candidates"] {
        let words = format!("{COLUMNS}{near}view = \"{view}\"\n[method]\nvariant = \"printed\"\n");
        let error = Case::new(csv(&people(30)), &words).make("out", None).unwrap_err().to_string();
        assert!(error.contains("write view = \"group\""), "{error}");
    }
}

#[test]
fn what_is_impossible_says_what_is_nearest() {
    let pays = [1000, 1010, 1020, 16000, 24000, 31000, 33000, 50000];
    let text = pays.iter().fold("age,pay\n".to_owned(), |all, pay| all + &format!("30,{pay}\n"));
    let told = |view: &str| {
        let words = format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\n\
             principle = \"epsilon-m\"\nbelow = \"20\"\nabove = \"10000\"\nm = 3\nview = \"{view}\"\n"
        );
        Case::new(text.clone(), &words).make("out", None).unwrap_err().to_string()
    };
    let group = told("group");
    assert!(group.contains("3 of 8 rows") && group.contains("largest m for this ε is 2"), "{group}");
    assert!(group.contains("the longer of below and above must stay below 20"), "{group}");
    let candidates = told("candidates");
    assert!(candidates.contains("below and above together must stay below 20"), "{candidates}");
    assert!(candidates.contains("With view = \"group\" the largest m would be 2"), "{candidates}");
    assert!(candidates.contains("of 8 rows would do"), "{candidates}");
}

#[test]
fn what_is_private_does_not_lie_in_the_release() {
    let case = Case::new(csv(&people(30)), &Close::Absolute(1).words(2, "candidates"));
    fs::create_dir(case.room.path().join("a")).unwrap();
    for (out, private) in [("out", "out"), ("out", "out/private"), ("a/out", "a")] {
        let target = case.target(out, private).existing(Existing::Replace);
        assert_eq!(case.publish(&target, None).unwrap_err().exit_code(), 2);
        case.holds_only(&["a"]);
    }
}
