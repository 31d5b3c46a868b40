//! Cells that are left out: every other cell shows one value, no more are left out than the policy lets be, and what is promised
//! holds of the rows that look alike. All of it counted here, literally, from the file that is published.

use std::collections::BTreeMap;
use std::fs;

use aloof::audit::Verdict;
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use aloof::{Error, Why};
use proptest::prelude::*;
use tempfile::TempDir;

/// A person: town, age, pay. Every pay is another one, so that a row tells whose it is.
type Person = (char, u32, u32);

fn csv(people: &[Person]) -> String {
    people.iter().fold("town,age,pay\n".to_owned(), |all, (town, age, pay)| all + &format!("{town},{age},{pay}\n"))
}

fn policy(columns: &str, protect: &str) -> Policy {
    let none = if protect.contains("pay") { "" } else { ", protect = \"none\"" };
    let text = format!("[columns]\n{columns}\npay = {{ role = \"sensitive\"{none} }}\n[[protect]]\n{protect}\n");
    Policy::from_toml(&text, "aloof.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn make(people: &[Person], policy: &Policy) -> Result<(ReleaseReport, Vec<Vec<String>>), Error> {
    let room = TempDir::new().unwrap();
    let data = Source::Memory { name: "data.csv".to_owned(), bytes: csv(people).into_bytes().into() };
    let report = publish(&Request::new(data, policy).secret(Secret::from(5)), &Target::new(room.path().join("out")))?;
    let text = fs::read_to_string(room.path().join("out/data.csv")).unwrap();
    let cells = |line: &str| line.split(',').map(|cell| cell.trim_matches('"').to_owned()).collect();
    Ok((report, text.lines().skip(1).map(cells).collect()))
}

/// Rows that look alike in their first columns, and the pays of each.
fn alike(rows: &[Vec<String>]) -> BTreeMap<Vec<String>, Vec<u32>> {
    let mut groups: BTreeMap<Vec<String>, Vec<u32>> = BTreeMap::new();
    for row in rows {
        let (pay, quasi) = row.split_last().unwrap();
        groups.entry(quasi.to_vec()).or_default().push(pay.parse().unwrap());
    }
    groups
}

/// Whether no interval of length 2ε, wherever it lies, holds more than one in m.
fn no_window_is_full(pays: &[u32], epsilon: u32, m: usize) -> bool {
    pays.iter().all(|&low| pays.iter().filter(|&&pay| pay >= low && pay <= low + 2 * epsilon).count() * m <= pays.len())
}

fn people() -> impl Strategy<Value = Vec<Person>> {
    let towns = prop::sample::select("aaaaaaaabbbbbbcccdef".chars().collect::<Vec<_>>());
    let one = (towns, 20..27u32, 1..400u32);
    prop::collection::btree_map(1..4000u32, one, 4..45)
        .prop_map(|all| all.into_iter().map(|(pay, (town, age, _))| (town, age, pay)).collect())
}

/// `share` in hundredths.
fn allowed(share: u32, rows: usize) -> usize {
    share as usize * rows / 100
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn what_is_published_is_what_was_asked(
        people in people(), share in 0..101u32, of_age in prop::option::of(0..101u32), k in 2..5usize, near in any::<bool>(),
    ) {
        let said = |share: u32| format!(", suppress_cells = \"{}.{:02}\"", share / 100, share % 100);
        let columns = format!(
            "town = {{ role = \"quasi\"{} }}\nage = {{ role = \"quasi\"{} }}", said(share), of_age.map(said).unwrap_or_default()
        );
        let protect = if near {
            format!("principle = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"50\"\nm = {k}")
        } else {
            format!("principle = \"k-anonymity\"\nk = {k}")
        };
        let may = |pays: &[u32]| if near { no_window_is_full(pays, 50, k) } else { pays.len() >= k };
        let all: Vec<u32> = people.iter().map(|(_, _, pay)| *pay).collect();
        let (report, rows) = match make(&people, &policy(&columns, &protect)) {
            Ok(made) => made,
            Err(Error::Refused(refusal)) => {
                match refusal.why {
                    Why::CellsLeftOut { column, needed, allowed: most, cells } => {
                        let share = if column == "town" { share } else { of_age.unwrap() };
                        prop_assert!(needed > most && most == allowed(share, cells) && cells == people.len());
                        prop_assert!(share < 100, "all cells may be left out");
                    }
                    Why::PartsTooAlike { parts, all, least } => prop_assert!(near && parts > 0 && parts <= all && least == k),
                    why => prop_assert!(!may(&all), "{why:?}"),
                }
                return Ok(());
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        prop_assert!(report.verdict == Verdict::Pass && rows.len() == people.len());
        for (at, share) in [(0, Some(share)), (1, of_age)] {
            let Some(share) = share else { continue };
            let stars = rows.iter().filter(|row| row[at] == "*").count();
            prop_assert!(stars <= allowed(share, rows.len()), "{stars} of {}", rows.len());
            let single = |cell: &str| cell == "*" || people.iter().any(|(town, age, _)| cell == town.to_string() || cell == age.to_string());
            prop_assert!(rows.iter().all(|row| single(&row[at])), "{rows:?}");
        }
        for row in &rows {
            let (town, age, _) = people.iter().find(|(_, _, pay)| pay.to_string() == row[2]).unwrap();
            let ends: Vec<u32> = row[1].split("..").filter_map(|end| end.parse().ok()).collect();
            prop_assert!(row[0] == "*" || row[0] == town.to_string());
            prop_assert!(row[1] == "*" || ends[0] <= *age && *age <= ends[ends.len() - 1]);
        }
        for (quasi, pays) in alike(&rows) {
            prop_assert!(may(&pays), "{quasi:?}: {pays:?}");
        }
    }
}

/// Two rare towns whose people earn far apart, and nearly the same: which cells are left out does not tell the one from the other.
#[test]
fn which_cells_are_left_out_tells_nothing_of_values() {
    let made = |pay: u32| {
        let common = (0..60u32).map(|at| (if at % 2 == 0 { 'a' } else { 'b' }, 30, 1000 * (at + 10)));
        let people: Vec<Person> = common.chain([('d', 30, 1), ('e', 30, pay)]).collect();
        let columns = "town = { role = \"quasi\", suppress_cells = \"0.5\" }\nage = { role = \"quasi\" }";
        make(&people, &policy(columns, "principle = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"50\"\nm = 2"))
    };
    let (_, rows) = made(5000).unwrap();
    assert_eq!(rows.iter().filter(|row| row[0] == "*").count(), 2);
    let Err(Error::Refused(refusal)) = made(2) else { panic!("two people with nearly the same pay stand together") };
    assert!(matches!(refusal.why, Why::PartsTooAlike { parts: 1, all: 3, least: 2 }), "{:?}", refusal.why);
}

/// A star covers its column, and a value by itself nothing: the loss is the share of stars.
#[test]
fn a_star_counts_one() {
    let towns = "aaaaaaaaaabbbbbbbbbbccdefg";
    let people: Vec<Person> = towns.chars().enumerate().map(|(at, town)| (town, 30, 100 + at as u32)).collect();
    let policy = policy(
        "town = { role = \"quasi\", suppress_cells = \"0.25\" }\nage = { role = \"drop\" }",
        "principle = \"k-anonymity\"\nk = 4",
    );
    let (report, rows) = make(&people, &policy).unwrap();
    let stars = rows.iter().filter(|row| row[0] == "*").count();
    assert_eq!((stars, rows.len()), (6, 26));
    assert!((report.loss - 6.0 / 26.0).abs() < 1e-12, "{}", report.loss);
    assert!(
        report.notes.iter().any(|note| note.starts_with("In `town` 6 of 26 cells are left out")),
        "{:?}",
        report.notes
    );
}

/// One rare label by itself cannot stand: others, drawn by chance, are left out beside it, and no whole town is.
#[test]
fn a_rare_label_gets_company() {
    let people: Vec<Person> =
        (0..41).map(|at| (if at == 40 { 'z' } else { ['a', 'b'][at as usize % 2] }, 30, at)).collect();
    let columns = "town = { role = \"quasi\", suppress_cells = \"0.2\" }\nage = { role = \"drop\" }";
    let (_, rows) = make(&people, &policy(columns, "principle = \"k-anonymity\"\nk = 5")).unwrap();
    let of = |cell: &str| rows.iter().filter(|row| row[0] == cell).count();
    assert_eq!((of("*"), of("z"), of("a") + of("b")), (5, 0, 36));
    let whose: Vec<u32> = rows.iter().filter(|row| row[0] == "*").map(|row| row[1].parse().unwrap()).collect();
    assert!(whose.contains(&40) && whose.iter().any(|pay| *pay < 40));
}

/// With a hierarchy, nodes below the top are shown as ever.
#[test]
fn nodes_below_the_top() {
    let people: Vec<Person> = (0..60)
        .map(|at| (['a', 'b', 'c', 'd', 'x'][if at < 56 { at as usize % 4 } else { 4 }], 20 + at % 7, at))
        .collect();
    let columns =
        "town = { role = \"quasi\", hierarchy = \"towns.csv\", suppress_cells = \"0.1\" }\nage = { role = \"drop\" }";
    let policy = policy(columns, "principle = \"k-anonymity\"\nk = 20")
        .attach("towns.csv", "a,west,*\nb,west,*\nc,east,*\nd,east,*\nx,far,*\n");
    let error = make(&people, &policy).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "column `town`: no groups were found that show one value each and leave out at most 6 of 60 cells"
        ),
        "{error}"
    );
    let columns = columns.replace("0.1", "0.4");
    let policy = self::policy(&columns, "principle = \"k-anonymity\"\nk = 20")
        .attach("towns.csv", "a,west,*\nb,west,*\nc,east,*\nd,east,*\nx,far,*\n");
    let (_, rows) = make(&people, &policy).unwrap();
    let of = |cell: &str| rows.iter().filter(|row| row[0] == cell).count();
    assert_eq!((of("*"), of("west") + of("east")), (20, 40));
}
