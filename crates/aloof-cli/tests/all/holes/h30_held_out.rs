//! People who are held out: every maker goes without them, and what is said of them is said once.

use crate::common::Workdir;

/// Rows are numbered as they came, also those behind the ones that were held out.
#[test]
fn walks_go_without_those_held_out() {
    let policy = "[columns]\nage={role=\"quasi\"}\nhours={role=\"quasi\"}\nsalary={role=\"sensitive\", protect=\"none\"}\n\
                  [method]\nalgorithm=\"walk\"\n";
    let line = |row: usize| format!("{},{},{}\n", 20 + row * 7 % 40, 10 + row * 11 % 31, 1000 + 37 * row);
    let table: String = (0..200).map(line).collect();
    let dir = Workdir::with("o.csv", format!("age,hours,salary\n{table}")).and("walk.toml", policy);
    let run = dir.aloof("anonymize o.csv --policy walk.toml --out w --hold-out 0.1 --private p --seed 1 --json");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(run.json()["tuples"].as_u64(), Some(180), "{run}");
}

/// Whom chance held out is not called absent in one line and nobody in another.
#[test]
fn an_attack_says_who_is_absent_once() {
    let dir = Workdir::new();
    let made = dir.aloof("generate census --rows 300 --seed 5 --out people.csv");
    assert_eq!(made.code, 0, "{made}");
    let made = dir.aloof(
        "anonymize people.csv --quasi age,education --sensitive income --absolute 500 --m 2 --out release --private private \
         --seed 1 --hold-out 0.1",
    );
    assert_eq!(made.code, 0, "{made}");
    let run = dir.aloof("attack release --original people.csv --private private --only absent");
    let said = run.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("nobody is absent but those held out by chance"), "{said}");
    assert!(!said.contains("nobody is absent from the release"), "{said}");
}

/// What was asked for has its price, also where a weaker view cannot be made.
#[test]
fn a_view_that_cannot_be_made_leaves_the_others_their_price() {
    let cell = |lacks: bool, value: usize| if lacks { String::new() } else { value.to_string() };
    let line = |row: usize| {
        format!(
            "{},{},{}\n",
            20 + row * 7 % 40,
            cell(row % 40 == 3, 1000 + 37 * row),
            cell(row % 40 == 5, 50 + 13 * row)
        )
    };
    let table: String = (0..200).map(line).collect();
    let policy = "[columns]\nage={role=\"quasi\"}\npay={role=\"sensitive\", missing=\"publish\"}\n\
                  debt={role=\"sensitive\", missing=\"publish\"}\n\
                  [[protect]]\nprinciple=\"epsilon-m\"\nsensitive=\"pay\"\nabsolute=\"20\"\nm=3\nview=\"register\"\n\
                  [[protect]]\nprinciple=\"epsilon-m\"\nsensitive=\"debt\"\nabsolute=\"20\"\nm=3\nview=\"register\"\n";
    let dir = Workdir::with("lab.csv", format!("age,pay,debt\n{table}")).and("lab.toml", policy);
    let run = dir.aloof("advise lab.csv --policy lab.toml --price --json");
    assert_eq!(run.code, 0, "{run}");
    let told = run.json();
    let grid = told["price"]["grid"].as_array().unwrap();
    let asked = grid.iter().find(|cell| cell["asked"] == true).unwrap();
    assert!(asked["loss"]["estimate"].is_number(), "{run}");
    let unpriced: Vec<_> = grid.iter().filter(|cell| cell["loss"].is_null() && cell["impossible"] != true).collect();
    assert!(!unpriced.is_empty(), "{run}");
    assert!(unpriced.iter().all(|cell| cell["why"].as_str().is_some_and(|why| why.contains("not made yet"))), "{run}");
    let notes = told["price"]["notes"].to_string();
    assert!(notes.contains("In the candidates view nothing has a price"), "{notes}");
}

/// Whoever has the largest value takes the range along: a distance that is divided by it would be another one for an audit against all.
#[test]
fn ranges_of_the_data_go_with_those_held_out() {
    let line =
        |row: usize| format!("{},{}\n", 20 + row % 40, if row == 0 { 900_000 } else { 1000 + row * 7919 % 9000 });
    let table: String = (0..200).map(line).collect();
    let policy = |scale: &str, domain: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\nsalary = {{ role = \"sensitive\"{domain} }}\n[[protect]]\nprinciple = \"dissimilarity\"\n\
             sensitive = \"salary\"\nepsilon = \"0.0001\"\ndelta = \"0.5\"\nk = 3\ndistance = {{ kind = \"l1\", scale = \"{scale}\" }}\n"
        )
    };
    let domain = ", domain = [\"0\", \"900000\"]";
    let dir = Workdir::with("t.csv", format!("age,salary\n{table}"))
        .and("open.toml", policy("domain", ""))
        .and("range.toml", policy("range", domain))
        .and("declared.toml", policy("domain", domain));
    let make = |policy: &str| {
        dir.aloof(&format!("anonymize t.csv --policy {policy}.toml --hold-out 0.5 --out r --private p --seed 2"))
    };
    for policy in ["open", "range"] {
        let message = make(policy).refused();
        assert!(message.contains("the range of `salary` in the data") && message.contains("domain = ["), "{message}");
    }
    let made = make("declared");
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(dir.aloof("audit r --original t.csv --policy declared.toml").code, 0);
}
