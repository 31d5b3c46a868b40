//! What advice says, a release does: both answer by the same facts, in the view that is asked for.

use aloof::Error;
use aloof::advise::{Advice, AdviseRequest, Withholding, advise};
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use proptest::prelude::*;
use tempfile::TempDir;

/// Advice about a table with the columns q (quasi) and s (sensitive), and what comes of a release.
fn both(rows: &str, protect: &str) -> (Advice, Result<ReleaseReport, Error>) {
    both_of(rows, "", protect)
}

/// The same, with more said of the sensitive column.
fn both_of(rows: &str, said: &str, protect: &str) -> (Advice, Result<ReleaseReport, Error>) {
    let text = format!("[columns]\nq = {{ role = \"quasi\" }}\ns = {{ role = \"sensitive\"{said} }}\n{protect}");
    let policy = Policy::from_toml(&text, "aloof.toml").unwrap_or_else(|error| panic!("{error}"));
    let bytes = std::iter::once("q,s").chain(rows.split(' ')).fold(String::new(), |all, line| all + line + "\n");
    let data = Source::Memory { name: "data.csv".to_owned(), bytes: bytes.into_bytes().into() };
    let advice = advise(&AdviseRequest { data: data.clone(), policy: &policy, progress: &|_, _| {} }).unwrap();
    let room = TempDir::new().unwrap();
    let made = publish(&Request::new(data, &policy).secret(Secret::from(3)), &Target::new(room.path().join("out")));
    (advice, made)
}

fn kind(made: &Result<ReleaseReport, Error>) -> &'static str {
    made.as_ref().err().and_then(Error::refusal).map_or("made", |refusal| refusal.kind())
}

#[test]
fn those_without_a_value_may_be_left_alone() {
    let of = |share: &str, view: &str, variant: &str| {
        let rows =
            (0..40).map(|row| format!("{},{}", row % 7, if row < 3 { "5" } else { "" })).collect::<Vec<_>>().join(" ");
        both_of(
            &rows,
            ", missing = \"publish\"",
            &format!(
                "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"1\"\nm = 2\nview = \"{view}\"\n[method]\nsuppress = \"{share}\"\n\
                 absence = \"unknown\"\n{variant}"
            ),
        )
    };
    for view in ["register", "candidates", "group"] {
        let (advice, made) = of("0.1", view, "");
        assert!(!advice.is_impossible() && advice.withholding == Some(Withholding::Enough), "{view}");
        assert_eq!(made.unwrap().suppressed, 3, "{view}");
        let (advice, made) = of("0.05", view, "");
        assert!(advice.is_impossible() && kind(&made) == "impossible", "{view}");
    }
    // As printed, nobody without a value is known: that is a mistake of the policy, and proves nothing.
    let (_, made) = of("1", "group", "variant = \"printed\"");
    assert!(made.unwrap_err().to_string().contains("knows no missing values"));
}

/// That there are too few of them proves nothing where others may be left.
#[test]
fn too_few_values_prove_nothing_where_all_of_them_may_go() {
    let rows =
        (0..40).map(|row| format!("{},{}", row % 7, if row < 3 { "a" } else { "" })).collect::<Vec<_>>().join(" ");
    let of = |share: &str| {
        let protect = "[[protect]]\nprinciple = \"l-diversity\"\nl = 4\n[method]\nabsence = \"unknown\"\n";
        both_of(&rows, ", missing = \"publish\"", &format!("{protect}suppress = \"{share}\""))
    };
    assert_eq!((of("0.05").0.is_impossible(), kind(&of("0.05").1)), (true, "impossible"));
    assert_eq!((of("0.5").0.is_impossible(), kind(&of("0.5").1)), (false, "not-found"));
}

#[test]
fn windows_with_any_centre_are_had_with_rows_withheld() {
    let policy = "[[protect]]\nprinciple = \"delta-l\"\ndelta = \"1\"\nl = 2\nreading = \"any-centre\"\n[method]\nabsence = \"unknown\"\nsuppress = \"0.3\"";
    let (advice, made) = both("1,6 2,11 3,6 4,5 5,11", policy);
    assert_eq!((advice.feasible, advice.withholding), (Some(false), Some(Withholding::Enough)));
    assert_eq!(made.unwrap().suppressed, 1);
}

#[test]
fn what_withholding_may_mend_is_not_called_impossible() {
    let policy = "[[protect]]\nprinciple = \"l-diversity\"\nkind = \"frequency\"\nl = \"2\"\n[method]\nabsence = \"unknown\"\nsuppress = \"0.3\"";
    let (advice, made) = both("1,a 2,a 3,a 4,a 5,a 6,a 7,b 8,b 9,c 10,c", policy);
    assert!(!advice.is_impossible());
    assert_eq!((advice.withholding, kind(&made)), (Some(Withholding::NotKnown), "not-found"));
    // Of a few rows it is known.
    let (advice, made) = both("1,a 2,a 3,a 4,b 5,c", policy);
    assert_eq!((advice.withholding, made.unwrap().suppressed), (Some(Withholding::Enough), 1));
    // Fewer rows are never more people.
    let policy = "[[protect]]\nprinciple = \"k-anonymity\"\nk = 6\n[method]\nabsence = \"unknown\"\nsuppress = \"0.3\"";
    let (advice, made) = both("1,a 2,a 3,a 4,b 5,c", policy);
    assert!(advice.is_impossible());
    assert_eq!((advice.withholding, kind(&made)), (Some(Withholding::TooLittle), "impossible"));
}

#[test]
fn several_protections_and_rows_withheld() {
    let policy = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n[[protect]]\nprinciple = \"k-anonymity\"\n\
                  k = 2\n[method]\nabsence = \"unknown\"\nsuppress = \"0.3\"";
    for (rows, told) in [
        ("1,1 2,2 3,3 4,4 5,5 6,40 7,80 8,120 9,160", Withholding::NotKnown),
        ("1,1 2,2 3,3 4,40 5,80", Withholding::Enough),
    ] {
        let (advice, made) = both(rows, policy);
        assert_eq!((advice.feasible, advice.withholding), (Some(false), Some(told)));
        assert_eq!(made.unwrap().suppressed, 1);
    }
}

#[test]
fn all_groupings_of_a_few_rows_are_a_witness_to_both() {
    for view in ["group", "candidates"] {
        let policy = format!(
            "[[protect]]\nprinciple = \"dissimilarity\"\ndistance = {{ kind = \"l1\" }}\nepsilon = \"3\"\ndelta = \"0.5\"\n\
             k = 2\nview = \"{view}\""
        );
        let (advice, made) = both("1,1 2,2 3,3 4,9", &policy);
        assert!(advice.is_impossible());
        assert_eq!(kind(&made), "impossible", "{view}");
    }
}

#[test]
fn one_of_several_windows_is_too_full_in_both() {
    let window = |epsilon| {
        format!("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"{epsilon}\"\nm = 2\nview = \"candidates\"\n")
    };
    let (advice, made) = both("1,1 2,2 3,3 4,40", &(window(5) + &window(1)));
    assert!(advice.is_impossible());
    assert_eq!(kind(&made), "impossible");
}

#[test]
fn the_view_asked_for_decides_what_withholding_does() {
    let rows = "0,11 1,8 2,5 3,29 4,24 5,4";
    let of = |view: &str| {
        format!(
            "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\nview = \"{view}\"\n[method]\nabsence = \"unknown\"\nsuppress = \"0.5\""
        )
    };
    let (advice, made) = both(rows, &of("candidates"));
    assert_eq!((advice.withholding, kind(&made)), (Some(Withholding::TooLittle), "impossible"));
    let (advice, made) = both("0,11 1,29 2,5 3,4 4,8 5,4 6,29 7,8 8,11", &of("candidates"));
    assert_eq!((advice.withholding, kind(&made)), (Some(Withholding::NotKnown), "not-found"));
    let (advice, made) = both(rows, &of("group"));
    assert_eq!((advice.withholding, made.unwrap().suppressed), (Some(Withholding::Enough), 3));
    let (advice, made) = both(rows, &of("register"));
    assert_eq!((advice.withholding, kind(&made)), (Some(Withholding::TooLittle), "impossible"));
}

#[test]
fn what_is_impossible_of_candidates_is_so_with_every_group_keeping_it() {
    let policy = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"3\"\nm = 2\nview = \"candidates\"";
    let (advice, made) = both("1,1 2,2 3,27 4,3 5,37", policy);
    assert!(advice.is_impossible());
    let words = made.unwrap_err().to_string();
    assert!(words.contains("in the candidates view, with every group keeping it, is impossible"), "{words}");
}

#[test]
fn one_group_of_all_rows_is_asked_about_in_the_view_that_is_asked_for() {
    let of = |view: &str| {
        format!(
            "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 5\nview = \"{view}\"\n[[protect]]\nprinciple = \
                 \"k-anonymity\"\nk = 2"
        )
    };
    let rows = "1,10 2,16 3,40 4,60 5,80";
    let (advice, made) = both(rows, &of("group"));
    assert_eq!((advice.feasible, advice.checks[0].one_group, kind(&made)), (Some(true), Some(true), "made"));
    let (advice, made) = both(rows, &of("register"));
    assert_eq!((advice.feasible, advice.checks[0].one_group, kind(&made)), (Some(false), Some(false), "impossible"));
}

/// Two pairs, each without equals, that look alike: to a reader they are one group, in which two are equal.
#[test]
fn groups_that_look_alike_keep_distances_together() {
    let policy = "[[protect]]\nprinciple = \"dissimilarity\"\ndistance = { kind = \"l1\" }\nepsilon = \"0\"\ndelta = \"1\"\nk = 2";
    let (advice, made) = both("a,18 b,19 b,17 a,18", policy);
    assert_eq!((advice.feasible, kind(&made)), (Some(false), "impossible"));
    let (advice, made) = both("a,18 a,18 a,18 b,1 b,2 b,3 a,4 a,5 b,6 b,7", policy);
    assert_eq!((advice.feasible, kind(&made)), (None, "not-found"));
    let (advice, made) = both("a,18 b,19 b,17 a,18", &format!("{policy}\n[output]\ngroup_ids = true"));
    assert_eq!((advice.feasible, kind(&made)), (Some(true), "made"));
}

/// Intervals are made of the values that a column holds, which advice does not read.
#[test]
fn intervals_are_no_reason_to_refuse_advice() {
    let policy = "w = { role = \"quasi\", hierarchy = { kind = \"intervals\", widths = [\"10\"] } }\n[[protect]]\nprinciple = \
                  \"k-anonymity\"\nk = 2";
    let text = format!("[columns]\nq = {{ role = \"quasi\" }}\n{policy}");
    let policy = Policy::from_toml(&text, "aloof.toml").unwrap();
    let data = Source::Memory { name: "data.csv".to_owned(), bytes: b"q,w\n1,21\n2,22\n".to_vec().into() };
    let advice = advise(&AdviseRequest { data: data.clone(), policy: &policy, progress: &|_, _| {} }).unwrap();
    assert_eq!(advice.feasible, Some(true));
    let room = TempDir::new().unwrap();
    publish(&Request::new(data, &policy).secret(Secret::from(3)), &Target::new(room.path().join("out"))).unwrap();
}

/// What is asked: its words, and whether the table as one group keeps it decides all (the rule is monotone in this view).
fn ask(which: usize, epsilon: u32, m: u32) -> (String, bool) {
    let near = |view: &str| {
        format!("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"{epsilon}\"\nm = {m}\nview = \"{view}\"\n")
    };
    let many = format!("[[protect]]\nprinciple = \"k-anonymity\"\nk = {}\n", m + 1);
    let kinds = format!("[[protect]]\nprinciple = \"l-diversity\"\nkind = \"frequency\"\nl = \"{m}\"\n");
    match which {
        0 => (near("register"), true),
        1 => (near("group"), false),
        2 => (near("candidates"), false),
        3 => (near("register") + &many, true),
        4 => (near("group") + &kinds, false),
        5 => (kinds + &many, true),
        _ => (format!("[[protect]]\nprinciple = \"delta-l\"\ndelta = \"{}\"\nl = {m}\n", epsilon + 1), true),
    }
}

/// The most values in one closed interval of a length.
fn fullest(values: &[u32], length: u32) -> usize {
    values
        .iter()
        .map(|&low| values.iter().filter(|&&value| value >= low && value - low <= length).count())
        .max()
        .unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Advice calls possible what is then made, and impossible what is then refused as impossible, with a witness that is found again
    /// here: a window of the whole table that is too full.
    #[test]
    fn advice_and_release_never_contradict_each_other(
        people in prop::collection::vec((20u32..60, 0u32..60), 2..30), which in 0usize..7, epsilon in 0u32..12, m in 2u32..5,
    ) {
        let rows: Vec<String> = people.iter().map(|(q, s)| format!("{q},{s}")).collect();
        let (protect, by_the_whole) = ask(which, epsilon, m);
        let (advice, made) = both(&rows.join(" "), &protect);
        prop_assert_eq!(advice.is_impossible(), kind(&made) == "impossible", "{} {:?}", protect, made.err());
        match advice.feasible {
            Some(true) => prop_assert_eq!(kind(&made), "made", "{}", protect),
            Some(false) => prop_assert_eq!(kind(&made), "impossible", "{}", protect),
            None => prop_assert!(!by_the_whole, "what the whole table decides is decided: {}", protect),
        }
        if let Ok(made) = &made {
            prop_assert_eq!(made.verdict, aloof::audit::Verdict::Pass);
            prop_assert_eq!(made.tuples, people.len());
        }
        let values: Vec<u32> = people.iter().map(|(_, s)| *s).collect();
        let too_full = |length: u32| fullest(&values, length) * m as usize > values.len();
        // Theorem 1, and its like for guesses around any figure.
        match which {
            0 => prop_assert_eq!(kind(&made) == "impossible", too_full(2 * epsilon)),
            // By definition (δ, l)-diversity is (2δ, l)-anonymity.
            6 => prop_assert_eq!(kind(&made) == "impossible", too_full(4 * (epsilon + 1))),
            1 => prop_assert_eq!(kind(&made) == "impossible", too_full(epsilon)),
            5 => prop_assert_eq!(kind(&made) == "impossible", too_full(0) || values.len() <= m as usize),
            _ => {}
        }
    }
}
