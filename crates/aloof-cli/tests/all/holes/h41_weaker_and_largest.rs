//! Who asks for less gets no less; what can be had at most is said once, and can be pasted; what bounds no guess says so.

use std::fmt::Write as _;

use serde_json::json;

use crate::common::Workdir;

/// Two columns that are near others at many places: two in five have no bonus.
fn pay(rows: usize, without_bonus: usize) -> Workdir {
    let mut text = "age,dept,pay,bonus\n".to_owned();
    for at in 0..rows {
        let none = at * without_bonus / rows != (at + 1) * without_bonus / rows;
        let bonus = if none { 0 } else { 500 * (1 + at * 13 % 7) };
        let (age, dept) = (20 + at * 37 % 45, ["A", "B", "C"][at * 7 % 3]);
        let _ = writeln!(text, "{age},{dept},{},{bonus}", 30_000 + at * 7919 % 20_000);
    }
    Workdir::with("pay.csv", text)
}

fn loss(dir: &Workdir, asked: &str) -> f64 {
    let told = dir.json(&format!("anonymize pay.csv --quasi age,dept {asked} --seed 1 --replace --out release"));
    told["loss"].as_f64().unwrap_or_else(|| panic!("{told}"))
}

/// Several columns in a weaker view left one group of all rows.
#[test]
fn a_weaker_view_gets_the_release_of_a_stronger_one() {
    let dir = pay(120, 48);
    let losses = ["register", "candidates", "group"]
        .map(|view| loss(&dir, &format!("--sensitive pay:absolute=500,m=3,bonus:absolute=100,m=2 --view {view}")));
    assert!(losses[1..].iter().all(|weaker| *weaker < 1.2 * losses[0]), "{losses:?}");
}

/// Of few rows every way is tried, so that the order is that of the promises.
#[test]
fn of_a_few_rows_no_weaker_promise_loses_more() {
    let rows = "age,village,level\n34,Au,5.2\n36,Au,5.9\n51,Bo,4.8\n58,Bo,6.6\n72,Cy,7.1\n75,Cy,5.3\n";
    let dir = Workdir::with("pay.csv", rows);
    for asked in ["--absolute 0.2 --m 3", "--absolute 0.2 --m 2", "--absolute 0.1 --m 3"] {
        let losses = ["register", "candidates", "group"].map(|view| {
            let made = dir.json(&format!(
                "anonymize pay.csv --quasi age,village --sensitive level {asked} --view {view} --seed 1 --replace --out release"
            ));
            made["loss"].as_f64().unwrap()
        });
        assert!(losses.is_sorted_by(|stronger, weaker| stronger >= weaker), "{asked}: {losses:?}");
    }
}

/// 64 groups of five can hold 128 of one value and no 129.
#[test]
fn one_row_more_does_not_halve_the_groups() {
    let losses = [(159, 64), (160, 65), (161, 65)]
        .map(|(rows, without)| loss(&pay(rows, without), "--sensitive pay:absolute=500,m=5,bonus:absolute=100,m=2"));
    let (least, most) = (losses.iter().copied().fold(f64::MAX, f64::min), losses.iter().copied().fold(0.0, f64::max));
    assert!(most < 1.15 * least, "{losses:?}");
}

/// 697 of 1,000 have one value: the largest l is 1000/697.
fn skewed() -> Workdir {
    let row = |at: usize| format!("{},{}\n", 18 + at % 60, if at < 697 { 0 } else { at });
    Workdir::with("skew.csv", (0..1000).map(row).fold("age,debt\n".to_owned(), |all, row| all + &row))
}

fn policy(rule: &str) -> String {
    format!("[columns]\nage = {{ role = \"quasi\" }}\ndebt = {{ role = \"sensitive\" }}\n[[protect]]\n{rule}\n")
}

#[test]
fn the_largest_l_is_said_once_and_can_be_pasted() {
    let l = |l: &str| policy(&format!("principle = \"l-diversity\"\nkind = \"frequency\"\nl = \"{l}\""));
    let dir = skewed().and("more.toml", l("1.5")).and("most.toml", l("1.4347")).and("above.toml", l("1.4348"));
    for line in ["advise skew.csv --policy more.toml", "anonymize skew.csv --policy more.toml --out release"] {
        let told = dir.aloof(line);
        let said = [told.stdout.as_str(), &told.stderr].concat();
        assert!(told.code == 3 && said.contains("l can be up to 1.4347"), "{line}: {told}");
    }
    assert!(dir.json("advise skew.csv --policy most.toml")["feasible"] == json!(true));
    dir.json("anonymize skew.csv --policy most.toml --out release");
    assert_eq!(dir.aloof("advise skew.csv --policy above.toml").code, 3);
}

/// What advice says of every parameter is accepted by the policy, and holds.
#[test]
fn every_limit_can_be_pasted() {
    let rules = [
        ("principle = \"l-diversity\"\nkind = \"entropy\"", "l", "100"),
        ("principle = \"l-diversity\"\nkind = \"recursive\"\nl = 2", "c", "\"0.001\""),
        ("principle = \"alpha-k\"\nk = 2", "alpha", "\"0.001\""),
        ("principle = \"k-e\"\nk = 2", "e", "\"99999\""),
        ("principle = \"variance\"", "v", "\"9999999\""),
        ("principle = \"beta-likeness\"", "beta", "\"1\""),
        ("principle = \"t-closeness\"", "t", "\"0.2\""),
        ("principle = \"c-k-safety\"\nk = 0", "c", "\"0.01\""),
        ("principle = \"c-k-safety\"\nk = 3", "c", "\"0.01\""),
    ];
    for (rule, parameter, extreme) in rules {
        let dir = skewed().and("aloof.toml", policy(&format!("{rule}\n{parameter} = {extreme}")));
        let advice: serde_json::Value = serde_json::from_str(&dir.aloof("advise skew.csv --json").stdout).unwrap();
        let best = advice["checks"][0]["best"].as_array().unwrap();
        let best = best.iter().find(|best| best["parameter"] == *parameter).unwrap();
        let limit = |key: &str| best.get(key).and_then(serde_json::Value::as_str);
        let pasted = match (limit("at_most").or(limit("at_least")), limit("above")) {
            (Some(limit), _) => limit.to_owned(),
            (None, Some(limit)) => format!("{limit}{}1", if limit.contains('.') { "" } else { "." }),
            (None, None) => continue,
        };
        let dir = dir.and("pasted.toml", policy(&format!("{rule}\n{parameter} = \"{pasted}\"")));
        let told = dir.json("advise skew.csv --policy pasted.toml");
        assert_eq!(told["feasible"], json!(true), "{rule}: {best}");
    }
}

/// Six of fourteen are near one another, and so are enough of any others: the group view's figure is none of the register view's.
#[test]
fn withholding_is_offered_by_the_view_that_is_asked_for() {
    let pays = [21, 30, 20, 35, 28, 17, 16, 30, 51, 24, 40, 29, 42, 23];
    let rows =
        pays.iter().enumerate().fold("age,pay\n".to_owned(), |all, (at, pay)| all + &format!("{},{pay}\n", 20 + at));
    let dir = Workdir::with("w14.csv", rows);
    let asked = "w14.csv --quasi age --sensitive pay --absolute 4 --m 5";
    let withheld = "--absence unknown --suppress 0.95";
    for line in [format!("anonymize {asked} {withheld} --out release"), format!("advise {asked}")] {
        let told = dir.aloof(&line);
        let said = [told.stdout.as_str(), &told.stderr].concat().to_lowercase();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.code == 3 && said.contains("withholding rows does not help"), "{line}: {told}");
        assert!(!said.contains("may do"), "{line}: {told}");
    }
}

const NO_GUESS: &str = "This bounds no guess about a person's value.";

#[test]
fn what_bounds_no_guess_says_so_wherever_it_holds() {
    let dir = skewed().and("aloof.toml", policy("principle = \"l-diversity\"\nl = 3"));
    for line in ["advise skew.csv", "anonymize skew.csv --out release", "audit release"] {
        let told = dir.aloof(line);
        assert!(told.code == 0, "{line}: {told}");
        let said = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(NO_GUESS), "{line}: {told}");
    }
    let frequency = policy("principle = \"l-diversity\"\nkind = \"frequency\"\nl = \"1.2\"");
    let dir = dir.and("frequency.toml", frequency);
    let told = dir.aloof("anonymize skew.csv --policy frequency.toml --out other");
    assert!(told.code == 0 && !told.stdout.contains(NO_GUESS), "{told}");
}

#[test]
fn a_value_that_most_have_is_told_of_and_has_no_price() {
    let dir = skewed();
    let told = dir.aloof("inspect skew.csv --write-policy first.toml");
    let most = "69.7% of the rows have one and the same value, so that no m above 1 can be promised for any ε";
    assert!(told.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(most), "{told}");
    let first = dir.read("first.toml");
    assert!(first.contains(most) && first.contains("This bounds no guess about a person's value"), "{first}");
    let priced = dir.aloof("advise skew.csv --price --policy first.toml");
    assert!(priced.code == 0 && priced.stdout.contains("There is no price"), "{priced}");
    assert!(!priced.stdout.contains("ask for"), "{priced}");
}
