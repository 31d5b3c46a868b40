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
