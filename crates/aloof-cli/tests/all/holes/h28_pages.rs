//! What a page or its evidence gave away, and what it said without being able to.

use crate::common::Workdir;
use serde_json::Value;

const ROLES: &str = "--quasi age --quasi town --sensitive pay";

fn room() -> Workdir {
    let line = |i: u32| format!("{},{},{}\n", 20 + i * 7 % 40, ["A", "B"][(i % 2) as usize], 1000 + i * 137 % 997);
    Workdir::with("t.csv", (0..60).map(line).fold("age,town,pay\n".to_owned(), |all, line| all + &line))
}

/// What a reader sees.
fn shown(page: &str) -> String {
    let pieces = page.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, shown)| shown));
    pieces.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Numbers that are no counts, and how many digits they have.
fn digits(value: &Value, most: &mut usize) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            assert!(!["regressions", "analyses", "rank_correlations", "beside"].contains(&name.as_str()), "{name}");
            digits(value, most);
        }),
        Value::Array(all) => all.iter().for_each(|one| digits(one, most)),
        Value::Number(number) if number.is_f64() => {
            let text = format!("{:e}", number.as_f64().unwrap());
            let written = text.split('e').next().unwrap().chars().filter(char::is_ascii_digit).count();
            *most = written.max(*most);
        }
        _ => {}
    }
}

/// A regression of pay on true ages, with all its digits, is everybody's pay; so is a mean with one person withheld.
#[test]
fn evidence_holds_no_key_to_the_original() {
    let dir = room();
    let made = dir.aloof(&format!(
        "anonymize t.csv {ROLES} --absolute 20 --m 3 --hold-out 0.1 --private p --out r --report page.html --evidence e.json --seed 1"
    ));
    assert_eq!(made.code, 0, "{made}");
    let mut evidence: Value = serde_json::from_str(&dir.read("e.json")).unwrap();
    assert!(evidence["evaluation"]["count_query"].is_array(), "{evidence}");
    evidence.as_object_mut().unwrap().remove("manifest");
    assert!(evidence["advice"].is_null(), "of people who are held out nothing is told");
    let mut most = 0;
    digits(&evidence, &mut most);
    assert!((1..=3).contains(&most), "{most} digits");
    let page = shown(&dir.read("page.html"));
    assert!(!page.contains("Regression of") && !page.contains("Spearman") && !page.contains("Means "), "{page}");
    // Of whom some are held out, nothing is those of the original.
    assert!(!page.contains("pay is exact"), "{page}");
    assert!(
        page.contains("now nobody of the 54 in the table can") || page.contains("nobody could be before"),
        "{page}"
    );
}

/// Analyses stay where the original is, and say so.
#[test]
fn an_evaluation_says_for_whom_it_is() {
    let dir = room();
    assert_eq!(dir.aloof(&format!("anonymize t.csv {ROLES} --absolute 20 --m 3 --out r --seed 1")).code, 0);
    let run = dir.aloof("evaluate --original t.csv --release r --queries 5 --report page.html");
    assert!(run.stdout.contains("Not to be published: figures of the original, for whoever holds it."), "{run}");
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("It is not to be published") && page.contains("Regression of pay"), "{page}");
}

/// Rules that bound no guess are not told as if they did.
#[test]
fn a_measure_that_is_no_belief_is_not_called_one() {
    let dir = room();
    let page = |name: &str, rule: &str| {
        let policy = format!(
            "[columns]\nage = {{ role = \"quasi\" }}\ntown = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\n{rule}\n"
        );
        let file = format!("{name}.toml");
        std::fs::write(dir.path(&file), policy).unwrap();
        let made = dir.aloof(&format!("anonymize t.csv --policy {file} --out {name} --report {name}.html"));
        assert_eq!(made.code, 0, "{made}");
        shown(&dir.read(&format!("{name}.html")))
    };
    let close = page("close", "principle = \"t-closeness\"\nsensitive = \"pay\"\nt = \"0.3\"");
    assert!(close.contains("the farthest distribution of a group is"), "{close}");
    assert!(close.contains("This bounds no guess about a person's value."), "{close}");
    assert!(!close.contains("surest guess about anyone") && !close.contains("Yes, against"), "{close}");
    let distinct = page("distinct", "principle = \"l-diversity\"\nsensitive = \"pay\"\nl = 3\nkind = \"distinct\"");
    assert!(!distinct.contains("surest guess about anyone") && !distinct.contains("Yes, against"), "{distinct}");
    assert!(!distinct.contains("certainty before"), "{distinct}");
    let k = page("k", "principle = \"k-anonymity\"\nk = 3");
    assert!(k.contains("That nobody's row can be picked out: yes, against"), "{k}");
    assert!(k.contains("Of pay: nothing is promised.") && !k.contains("surest guess about anyone"), "{k}");
}

/// Who is published is safe as long as nobody knows who is missing: that is said first.
#[test]
fn an_assumption_stands_on_the_first_screen() {
    let crowd = (0..10).map(|i| format!("{},{}\n", 30 + i, 5000 + i));
    let others = (0..12).map(|i| format!("{},{}\n", 40 + i, 10_000 * (i + 1)));
    let dir = Workdir::with("t.csv", crowd.chain(others).fold("age,pay\n".to_owned(), |all, line| all + &line));
    let made = dir.aloof(
        "anonymize t.csv --quasi age --sensitive pay --absolute 100 --m 4 --suppress 0.5 --absence unknown --out r --report made.html",
    );
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(dir.aloof("audit r --original t.csv --report audited.html").code, 0);
    for name in ["made.html", "audited.html"] {
        let page = dir.read(name);
        assert!(page.contains("data-value=\"warn\""), "{name}");
        assert!(shown(&page).contains("only if nobody knows who is in the table"), "{name}");
        assert!(shown(&page).contains("Assumed is that nobody knows who is in the table, that rows"), "{name}");
    }
}

/// Two sensitive columns in one row: each is a way to the other. Columns are called what they are.
#[test]
fn what_one_value_tells_of_another_is_said() {
    let line = |i: u32| format!("n{i},{},{},{}\n", 20 + i, i * 50, 1000 - i * 20);
    let dir = Workdir::with("t.csv", (0..20).map(line).fold("name,age,pay,bmi\n".to_owned(), |all, line| all + &line))
        .and(
            "p.toml",
            "[columns]\nname = { role = \"identifier\" }\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
             bmi = { role = \"sensitive\" }\n\
             [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"5\"\nm = 2\n\
             [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"bmi\"\nabsolute = \"5\"\nm = 2\n",
        );
    assert_eq!(dir.aloof("anonymize t.csv --policy p.toml --out r --report page.html").code, 0);
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("whoever knows one of pay and bmi of a person can find the row by it"), "{page}");
    assert!(page.contains("name names a person left out"), "{page}");
    assert!(
        page.contains("worst off by (5, 2)-anonymity of pay in") && page.contains("(5, 2)-anonymity of bmi in"),
        "{page}"
    );
}

/// What is no belief is no risk, and of equals none is of most use.
#[test]
fn equals_have_one_place() {
    let dir = room();
    assert_eq!(dir.aloof("anonymize t.csv --quasi age --quasi town --sensitive pay --k 3 --out a --seed 1").code, 0);
    assert_eq!(dir.aloof("anonymize t.csv --quasi age --quasi town --sensitive pay --k 3 --out b --seed 1").code, 0);
    let run = dir.aloof(&format!("compare a b --original t.csv {ROLES} --k 3 --queries 5 --report page.html"));
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(run.stdout.matches(" 1. ").count(), 2, "{run}");
    assert!(run.stdout.contains("worst measure") && !run.stdout.contains("worst risk"), "{run}");
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("a and b are of the same use") && page.contains("Of the same use are a and b"), "{page}");
    assert!(!page.contains("how sure somebody can be") && !page.contains("more of use"), "{page}");
}
