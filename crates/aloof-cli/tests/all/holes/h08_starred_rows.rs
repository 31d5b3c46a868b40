//! Rows of nothing but stars are judged, too.

use crate::common::Workdir;

/// Three rows with the same value and nothing but a star: whoever is none of the others has it.
#[test]
fn starred_rows_with_one_value_fail() {
    let dir = Workdir::with("t.csv", "q,s\n*,HIV\n*,HIV\n*,HIV\na,flu\na,cold\n");
    let run = dir.aloof("audit t.csv --quasi q --sensitive s --l 2");
    assert_eq!(run.code, 1, "{run}");
    assert!(run.stdout.contains("3 rows show nothing but * in their quasi columns"), "{run}");
    insta::assert_snapshot!(dir.checks("audit t.csv --quasi q --sensitive s --l 2"), @r"
    fail of 5 tuples
    l-diversity of s, register: fail, 1 of 2 groups, 3 tuples, 1 at most 1/2
    ");
}

#[test]
fn starred_rows_with_several_values_hold() {
    let dir = Workdir::with("t.csv", "q,r,s\n*,*,HIV\n*,*,flu\na,b,flu\na,b,cold\n");
    insta::assert_snapshot!(dir.checks("audit t.csv --quasi q,r --sensitive s --l 2"), @r"
    pass of 4 tuples
    l-diversity of s, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    ");
}

/// With the original, too, and where a column states the groups.
#[test]
fn starred_rows_fail_in_every_way_of_asking() {
    let dir = Workdir::with("t.csv", "q,g,s\n*,1,HIV\n*,1,HIV\n*,1,HIV\na,2,flu\na,2,cold\n")
        .and("o.csv", "q,s\nx,HIV\ny,HIV\nz,HIV\na,flu\na,cold\n");
    for flags in
        ["--group g", "--group g --original o.csv", "--original o.csv", "--view group", "--view group --original o.csv"]
    {
        let run = dir.aloof(&format!("audit t.csv --quasi q --sensitive s --l 2 {flags}"));
        assert_eq!(run.code, 1, "{flags}: {run}");
    }
}

/// Two of them are no three; that they show no value either tells nothing of anyone.
#[test]
fn starred_rows_are_counted_as_people() {
    let dir = Workdir::with("t.csv", "q,s\n*,a\n*,b\nx,a\nx,b\nx,c\n").and("n.csv", "q,s\n*,*\n*,\nx,a\nx,b\nx,c\n");
    assert_eq!(dir.aloof("audit t.csv --quasi q --sensitive s --k 3").code, 1);
    assert_eq!(dir.aloof("audit n.csv --quasi q --sensitive s --k 3").code, 0);
}

/// A star among the values of starred rows is no value, also where there are no other rows.
#[test]
fn a_star_is_no_second_value() {
    let dir = Workdir::with("t.csv", "q,s\n*,*\n*,*\n*,HIV\n");
    insta::assert_snapshot!(dir.checks("audit t.csv --quasi q --sensitive s --l 2"), @r"
    fail of 3 tuples
    l-diversity of s, register: fail, 1 of 1 groups, 1 tuples, 1 at most 1/2
    ");
    let empty = Workdir::with("t.csv", "q,s\n*,*\n*,*\n").aloof("audit t.csv --quasi q --sensitive s --l 1");
    assert_eq!(empty.code, 2, "{empty}");
    assert!(empty.stderr.contains("nothing to audit"), "{empty}");
}

/// Nor is what is missing there, whether or not something is missing elsewhere.
#[test]
fn what_is_missing_in_starred_rows_is_no_value() {
    let policy = "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\", missing = \"value\" }\n\
                  r = { role = \"sensitive\", protect = \"none\" }\n[[protect]]\nprinciple = \"l-diversity\"\n\
                  sensitive = \"s\"\nkind = \"distinct\"\nl = 2\n";
    for elsewhere in ["b", ""] {
        let dir = Workdir::with("t.csv", format!("q,s,r\n*,HIV,1\n*,,2\nx,a,3\nx,{elsewhere},4\n"))
            .and("policy.toml", policy);
        let run = dir.aloof("audit t.csv --policy policy.toml");
        assert_eq!(run.code, 1, "{elsewhere}: {run}");
    }
}
