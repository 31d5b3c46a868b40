//! What random small tables found in columns without any value, and in numbers that mean that one is missing.

use crate::common::Workdir;

const PRINCIPLES: [&str; 14] = [
    "principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 2",
    "principle = \"epsilon-m\"\nrelative = \"0.1\"\nm = 2\nview = \"candidates\"",
    "principle = \"delta-l\"\ndelta = \"1\"\nl = 2\nview = \"group\"",
    "principle = \"dissimilarity\"\ndistance = { kind = \"l2\" }\nepsilon = \"1\"\ndelta = \"0.5\"\nk = 2",
    "principle = \"dissimilarity\"\ndistance = { kind = \"hamming\" }\nepsilon = \"0\"\ndelta = \"1\"\nk = 5\nview = \"group\"",
    "principle = \"l-diversity\"\nl = 3",
    "principle = \"l-diversity\"\nkind = \"entropy\"\nl = \"2\"",
    "principle = \"alpha-k\"\nalpha = \"0.5\"\nk = 3",
    "principle = \"k-e\"\nk = 2\ne = \"5\"",
    "principle = \"variance\"\nv = \"1\"",
    "principle = \"t-closeness\"\nt = \"0.1\"\nground = \"ordered\"",
    "principle = \"beta-likeness\"\nbeta = \"1\"",
    "principle = \"c-k-safety\"\nc = \"0.5\"\nk = 1",
    "principle = \"skyline\"\npoints = [{ l = 1, k = 1, m = 1, c = \"0.5\" }]",
];

fn asking(salary: &str, principle: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\nsalary = {{ role = \"sensitive\", missing = \"publish\"{salary} }}\n\n\
         [[protect]]\n{principle}\n"
    )
}

/// Of people none of whom has a value nothing is asked: every command says so, whatever the column would have held.
#[test]
fn a_column_of_nothing_but_missing_values() {
    for table in ["age,salary\n1,\n2,\n3,\n", "age,salary\n1,\n"] {
        for principle in PRINCIPLES {
            for kind in ["", ", type = \"number\""] {
                let dir = Workdir::with("pay.csv", table).and("aloof.toml", asking(kind, principle));
                assert_eq!(dir.json("advise pay.csv")["feasible"], true, "{principle}{kind}");
                assert_eq!(dir.json("audit pay.csv")["verdict"], "pass", "{principle}{kind}");
                let made = dir.aloof("anonymize pay.csv --seed 1 --out release --json");
                assert_eq!(made.code, 0, "{principle}{kind}: {made}");
                for line in ["audit release", "audit release --policy aloof.toml", "audit release --original pay.csv"] {
                    let audit = dir.aloof(&format!("{line} --json"));
                    assert_eq!(audit.code, 0, "{line}, {principle}{kind}: {audit}");
                }
            }
        }
    }
}

/// A table that lost its only value is one of the original's kind.
#[test]
fn values_that_are_gone_were_dates_in_the_original() {
    let policy = asking("", "principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 1\nview = \"group\"");
    let dir = Workdir::with("pay.csv", "age,salary\n1,\n2,1970-01-02\n")
        .and("gone.csv", "age,salary\n1,\n")
        .and("aloof.toml", policy);
    let audit = dir.json("audit gone.csv --original pay.csv");
    assert_eq!((&audit["verdict"], &audit["truth"]["untrue"]), (&"pass".into(), &0.into()), "{audit}");
}

/// A drawn number that means missing would be nobody's: it is not drawn.
#[test]
fn numbers_that_mean_missing_are_not_drawn() {
    let table = (0..30).fold("age,pay\n99,7\n".to_owned(), |all, i| all + &format!("{},{}\n", 60 + 2 * i, 10 * i));
    let noise = "[method]\nalgorithm = \"noise\"\nnoise = \"0.1\"\n";
    let walk = "[method]\nalgorithm = \"walk\"\nmin_shift = \"0\"\nmax_unchanged = \"1\"\n";
    let perturb =
        "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"1\"\nm = 2\n[method]\nalgorithm = \"perturb\"\n";
    let quasi = |code: &str, method: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\", missing = [\"{code}\"] }}\npay = {{ role = \"sensitive\", protect = \"none\" }}\n{method}"
        )
    };
    let sensitive = |code: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\", missing = {{ codes = [\"{code}\"], then = \"drop\" }} }}\n{perturb}"
        )
    };
    let run = |policy: String| {
        let dir = Workdir::with("t.csv", &table).and("aloof.toml", policy);
        dir.aloof("anonymize t.csv --seed 1 --out release")
    };
    for (inside, outside) in [
        (quasi("99", noise), quasi("-9", noise)),
        (quasi("99.0", walk), quasi("-9", walk)),
        (sensitive("7"), sensitive("-9")),
    ] {
        let told = run(inside);
        assert_eq!(told.code, 2, "{told}");
        assert!(told.stderr.contains("means missing, and numbers are drawn from a domain that holds it"), "{told}");
        let made = run(outside);
        assert_eq!(made.code, 0, "{made}");
    }
}

/// A calendar is one of dates, and says so by itself.
#[test]
fn a_calendar_needs_no_type() {
    let days = ["2020-01-05", "2020-01-20", "2020-05-01", "2020-05-30"];
    let table = days.iter().zip(1..).fold("born,pay\n".to_owned(), |all, (day, i)| all + &format!("{day},{i}00\n"));
    let policy = "[columns]\nborn = { role = \"quasi\", hierarchy = { kind = \"calendar\" } }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"1\"\nm = 2\n";
    let dir = Workdir::with("t.csv", table).and("aloof.toml", policy);
    let made = dir.aloof("anonymize t.csv --seed 1 --out release --json");
    assert_eq!(made.code, 0, "{made}");
    assert!(dir.read("release/data.csv").contains("2020-01-01..2020-01-31"), "{}", dir.read("release/data.csv"));
}

/// Distances are divided by the range of all rows that a release is made of, by whoever chooses rows to withhold as by the audit:
/// without the last day the others would lie farther apart, and the release that was made so failed its own audit.
#[test]
fn who_is_withheld_still_counts_for_the_range() {
    let days = ["02", "01", "02", "03", "02", "01"];
    let table =
        days.iter().zip(1..).fold("age,day\n".to_owned(), |all, (day, i)| all + &format!("{i},1970-01-{day}\n"));
    let policy = "[columns]\nage = { role = \"quasi\" }\nday = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"dissimilarity\"\ndistance = { kind = \"l1\", scale = \"domain\" }\n\
                  epsilon = \"0.5\"\ndelta = \"0.5\"\nk = 2\nview = \"group\"\n\
                  [method]\nsuppress = \"0.2\"\nabsence = \"unknown\"\n[output]\ngroup_ids = false\n";
    let dir = Workdir::with("t.csv", table).and("aloof.toml", policy);
    let (advice, made) = (dir.aloof("advise t.csv --json"), dir.aloof("anonymize t.csv --seed 1 --out release --json"));
    assert_eq!((advice.code, made.code), (3, 3), "{advice}{made}");
    assert!(made.stdout.contains("\"kind\": \"impossible\""), "{made}");
}

/// k-anonymity counts people, also those whose value is missing, whichever column its rule names.
#[test]
fn what_counts_people_is_not_judged_among_those_who_have_a_value() {
    let policy = asking("", "principle = \"k-anonymity\"\nsensitive = \"salary\"\nk = 2");
    let dir = Workdir::with("pay.csv", "age,salary\n1,\n1,5\n").and("aloof.toml", policy);
    let audit = dir.json("audit pay.csv");
    assert_eq!(
        (&audit["verdict"], &audit["checks"][0]["missing"]),
        (&"pass".into(), &serde_json::Value::Null),
        "{audit}"
    );
    assert!(!dir.aloof("audit pay.csv").stdout.contains("judged among those who have one"));
}
