//! Two commands never contradict each other.

use crate::common::Workdir;

/// A value missing in another sensitive column drops the row from a release; so it promises nobody anything.
#[test]
fn advise_counts_the_rows_that_anonymize_counts() {
    // Of six rows four count, and two of these are alike: 1 in 2 at most. With all six it would be 1 in 3.
    let table = "age,pay,sick\n1,100,a\n2,100,b\n3,200,a\n4,300,b\n5,400,\n6,500,\n";
    let policy = |m: u32| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n\
             sick = {{ role = \"sensitive\", missing = \"drop\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\n\
             sensitive = \"pay\"\nabsolute = \"10\"\nm = {m}\nview = \"group\"\n\
             [[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"sick\"\nl = 1\n"
        )
    };
    for (m, feasible) in [(2, true), (3, false)] {
        let dir = Workdir::with("t.csv", table).and("p.toml", policy(m));
        let advice = dir.aloof("advise t.csv --policy p.toml --json").json();
        assert_eq!((&advice["tuples"], &advice["dropped"]), (&6.into(), &2.into()));
        assert_eq!(advice["feasible"], feasible, "m = {m}: {advice}");
        let made = dir.aloof("anonymize t.csv --policy p.toml --out o");
        assert_eq!(made.code == 0, feasible, "m = {m}: {}", made.stderr);
    }
}

/// `variant = "printed"` was taken and passed over by makers that have no such variant.
#[test]
fn what_a_maker_would_pass_over_is_refused() {
    for (algorithm, more) in [("noise", "noise = \"0.1\"\n"), ("perturb", ""), ("anatomy", ""), ("mondrian", "")] {
        let policy = format!(
            "[columns]\na = {{ role = \"quasi\" }}\n[method]\nalgorithm = \"{algorithm}\"\nvariant = \"printed\"\n{more}"
        );
        let dir = Workdir::with("t.csv", "a\n1\n2\n").and("p.toml", policy);
        let told = dir.refused("anonymize t.csv --policy p.toml --out o");
        assert!(told.contains("line 5") && told.contains("printed"), "{algorithm}: {told}");
    }
}

/// Nothing is called impossible that fewer rows might keep where rows may be withheld, by an algorithm as printed neither.
#[test]
fn impossible_of_all_rows_is_not_impossible_of_fewer() {
    let ill = |row: usize| if row < 8 { "flu" } else { ["cold", "gout", "mumps", "croup"][row - 8] };
    let table = (0..12).fold("age,ill\n".to_owned(), |all, row| all + &format!("{row},{}\n", ill(row)));
    for variant in ["", "variant = \"printed\"\n"] {
        let policy = format!(
            "[columns]\nage = {{ role = \"quasi\" }}\nill = {{ role = \"sensitive\" }}\n[[protect]]\nprinciple = \"l-diversity\"\n\
             kind = \"frequency\"\nl = \"3\"\n[method]\n{variant}suppress = \"1\"\nabsence = \"unknown\"\n"
        );
        let dir = Workdir::with("t.csv", &table).and("aloof.toml", policy);
        assert_eq!(dir.aloof("advise t.csv").code, 0, "{variant}");
        let told = dir.aloof("anonymize t.csv --seed 1 --out release --json");
        assert_eq!(told.code, 3, "{told}");
        assert!(told.stdout.contains("\"kind\": \"not-found\""), "{told}");
    }
}
