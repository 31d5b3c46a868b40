//! The papers' tables and the corrections to them, as a user would check them: every number here is the one that the
//! definition gives by hand.

use crate::common::Workdir;

/// GP, Table I: what the patients may have, as probabilities.
const DISEASES: &str = "\
age,zip,flu,asthma,bronchitis,none
18-30,12-17k,0.5,0.3,0.1,0.1
18-30,12-17k,0.4,0.3,0.2,0.1
18-30,12-17k,0.4,0.2,0.2,0.2
18-30,12-17k,0.3,0.4,0.2,0.1
18-30,12-17k,0.2,0.7,0.1,0
32-40,22-30k,0.2,0.6,0.2,0
32-40,22-30k,0.8,0.1,0,0.1
32-40,22-30k,0.3,0.1,0.5,0.1
";

fn diseases(delta: &str, view: &str) -> Workdir {
    let policy = format!(
        r#"
[columns]
age        = {{ role = "quasi" }}
zip        = {{ role = "quasi" }}
flu        = {{ role = "sensitive" }}
asthma     = {{ role = "sensitive" }}
bronchitis = {{ role = "sensitive" }}
none       = {{ role = "sensitive" }}

[[protect]]
principle = "dissimilarity"
sensitive = ["flu", "asthma", "bronchitis", "none"]
distance  = {{ kind = "variational" }}
epsilon   = "0.1"
delta     = "{delta}"
k         = 2
view      = "{view}"
"#
    );
    Workdir::with("diseases.csv", DISEASES).and("aloof.toml", policy)
}

/// Around #2 lie #1, #3 and #4: 3 of the other 4. In binary floating point #4 would be lost, 0.4 − 0.3 being more than 0.1.
#[test]
fn gp_table_one() {
    insta::assert_snapshot!(diseases("0.8", "group").aloof("audit diseases.csv"), @"
    success: false
    exit_code: 1
    ----- stdout -----
    diseases.csv: 8 rows

    (0.1, 0.8)^2-dissimilarity, variational of flu, asthma, bronchitis, none, group view: FAILS
      1 of 2 groups and 4 rows break it; the worst is 3/4, allowed is at most 1/5 in groups of at least 2 rows
       worst groups:  age    zip     rows  measure
                      18-30  12-17k  5     3/4
      In the worst: Whoever knows a person to be among these 5 can pick one of their records and have
      75% of the others within 0.1 (variational distance) of its value.
      To mend a group: join it with rows whose values lie farther apart, until there are at least 2 and
      every one of them has at most 20% of the others within 0.1 (variational distance).

    (0.1, 0.8)^2-dissimilarity, variational of flu, asthma, bronchitis, none, register view: FAILS (not asked for)
      1 of 2 groups and 4 rows break it; the worst is 3/4, allowed is at most 1/5 in groups of at least 2 rows
       worst groups:  age    zip     rows  measure
                      18-30  12-17k  5     3/4
      In the worst: Whoever knows a person to be among these 5 can name a value such that up to 4 of
      their records lie within 0.1 (variational distance) of it.
      To mend a group: join it with rows whose values lie farther apart, until there are at least 2 and
      no centre has, besides one, more than 20% of the others within 0.1 (variational distance).

    FAIL
    ----- stderr -----
    ");
    insta::assert_snapshot!(diseases("0.8", "group").checks("audit diseases.csv"), @"
    fail of 8 tuples
    dissimilarity of flu+asthma+bronchitis+none, group: fail, 1 of 2 groups, 4 tuples, 3/4 at most 1/5
    [dissimilarity of flu+asthma+bronchitis+none, register: fail, 1 of 2 groups, 4 tuples, 3/4 at most 1/5]
    ");
}

/// With δ = 0.5 two of the other four may be near: #1, #3 and #4 have one neighbour (#2), #2 has three.
#[test]
fn gp_table_one_fails_for_the_second_tuple() {
    let dir = diseases("0.5", "group");
    assert_eq!(dir.aloof("audit diseases.csv --violations rows.csv").code, 1);
    insta::assert_snapshot!(dir.read("rows.csv"), @"
    row,table,principle,view
    1,data,dissimilarity,group
    0,data,dissimilarity,register
    1,data,dissimilarity,register
    2,data,dissimilarity,register
    3,data,dissimilarity,register
    ");
}

/// Around any centre what is similar lies within twice ε of each other.
#[test]
fn gp_table_one_around_any_centre() {
    insta::assert_snapshot!(diseases("0.5", "register").checks("audit diseases.csv"), @"
    fail of 8 tuples
    dissimilarity of flu+asthma+bronchitis+none, register: fail, 1 of 2 groups, 4 tuples, 3/4 at most 1/2
    [dissimilarity of flu+asthma+bronchitis+none, group: fail, 1 of 2 groups, 1 tuples, 3/4 at most 1/2]
    ");
    insta::assert_snapshot!(diseases("0.5", "register").aloof("audit diseases.csv"), @"
    success: false
    exit_code: 1
    ----- stdout -----
    diseases.csv: 8 rows

    (0.1, 0.5)^2-dissimilarity, variational of flu, asthma, bronchitis, none, register view: FAILS
      1 of 2 groups and 4 rows break it; the worst is 3/4, allowed is at most 1/2 in groups of at least 2 rows
       worst groups:  age    zip     rows  measure
                      18-30  12-17k  5     3/4
      In the worst: Whoever knows a person to be among these 5 can name a value such that up to 4 of
      their records lie within 0.1 (variational distance) of it.
      To mend a group: join it with rows whose values lie farther apart, until there are at least 2 and
      no centre has, besides one, more than 50% of the others within 0.1 (variational distance).

    (0.1, 0.5)^2-dissimilarity, variational of flu, asthma, bronchitis, none, group view: FAILS (not asked for)
      1 of 2 groups and 1 row break it; the worst is 3/4, allowed is at most 1/2 in groups of at least 2 rows
       worst groups:  age    zip     rows  measure
                      18-30  12-17k  5     3/4
      In the worst: Whoever knows a person to be among these 5 can pick one of their records and have
      75% of the others within 0.1 (variational distance) of its value.
      To mend a group: join it with rows whose values lie farther apart, until there are at least 2 and
      every one of them has at most 50% of the others within 0.1 (variational distance).

    FAIL
    ----- stderr -----
    ");
}

/// EM, Table 1b.
const SALARIES: &str = "\
age,zip,salary
\"[17,24]\",\"[12k,16k]\",1000
\"[17,24]\",\"[12k,16k]\",1010
\"[17,24]\",\"[12k,16k]\",1020
\"[17,24]\",\"[12k,16k]\",50000
\"[29,34]\",\"[21k,24k]\",16000
\"[29,34]\",\"[21k,24k]\",24000
\"[39,45]\",\"[36k,39k]\",33000
\"[39,45]\",\"[36k,39k]\",31000
";

/// Andy's salary lies in [900, 1100] with 3/4.
#[test]
fn em_table_one_b() {
    let dir = Workdir::with("salaries.csv", SALARIES);
    insta::assert_snapshot!(dir.aloof("audit salaries.csv --quasi age,zip --sensitive salary --absolute 100 --m 2"), @"
    success: false
    exit_code: 1
    ----- stdout -----
    salaries.csv: 8 rows

    (100, 2)-anonymity of salary, register view: FAILS
      1 of 3 groups and 3 rows break it; the worst is 3/4, allowed is at most 1/2
      Within 200 of some figure (2ε): at most 75%, on average 62.5%; within 500 of some figure (5ε): at
      most 75%, on average 62.5%; within 1000 of some figure (10ε): at most 100%, on average 75%.
       worst groups:  age      zip        rows  measure
                      [17,24]  [12k,16k]  4     3/4
      In the worst: Whoever knows a person to be among these 4 can name one figure and say with 75%
      confidence that the value lies within 100 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within
      100 of any figure; joining groups that hold cannot undo it.

    (100, 2)-anonymity of salary, group view: FAILS (not asked for)
      1 of 3 groups and 3 rows break it; the worst is 3/4, allowed is at most 1/2
       worst groups:  age      zip        rows  measure
                      [17,24]  [12k,16k]  4     3/4
      In the worst: Whoever knows a person to be among these 4 can name one of their values and say with
      75% confidence that the person's lies within 100 of it.
      To mend a group: join it with rows whose values lie farther apart, until at most 1 in 2 lies
      within 100 of any of them.

    FAIL
    ----- stderr -----
    ");
    let call = "audit salaries.csv --quasi age,zip --sensitive salary --absolute 100 --m 2";
    insta::assert_snapshot!(dir.checks(&format!("{call} --view group")), @"
    fail of 8 tuples
    epsilon-m of salary, group: fail, 1 of 3 groups, 3 tuples, 3/4 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 3 groups, 3 tuples, 3/4 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(call), @"
    fail of 8 tuples
    epsilon-m of salary, register: fail, 1 of 3 groups, 3 tuples, 3/4 at most 1/2
    [epsilon-m of salary, group: fail, 1 of 3 groups, 3 tuples, 3/4 at most 1/2]
    ");
}

/// EM, Table 1 as one group, 20 below and 10000 above: around 1000, 1010, 1020 and 24000 lie 3 of 8, so m is at most 2.
#[test]
fn em_table_one_between() {
    let dir =
        Workdir::with("all.csv", "group,salary\n1,1000\n1,1010\n1,1020\n1,16000\n1,24000\n1,31000\n1,33000\n1,50000\n");
    let whole = "audit all.csv --quasi group --sensitive salary --below 20 --above 10000";
    let call = format!("{whole} --view group");
    insta::assert_snapshot!(dir.checks(&format!("{call} --m 2")), @"
    pass of 8 tuples
    epsilon-m of salary, group: pass, 0 of 1 groups, 0 tuples, 3/8 at most 1/2
    [epsilon-m of salary, register: pass, 0 of 1 groups, 0 tuples, 3/8 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(&format!("{call} --m 3")), @"
    fail of 8 tuples
    epsilon-m of salary, group: fail, 1 of 1 groups, 4 tuples, 3/8 at most 1/3
    [epsilon-m of salary, register: fail, 1 of 1 groups, 6 tuples, 3/8 at most 1/3]
    ");
    assert_eq!(dir.aloof(&format!("{call} --m 3 --violations rows.csv")).code, 1);
    insta::assert_snapshot!(dir.read("rows.csv"), @"
    row,table,principle,view
    0,data,epsilon-m,group
    1,data,epsilon-m,group
    2,data,epsilon-m,group
    4,data,epsilon-m,group
    0,data,epsilon-m,register
    1,data,epsilon-m,register
    2,data,epsilon-m,register
    4,data,epsilon-m,register
    5,data,epsilon-m,register
    6,data,epsilon-m,register
    ");
    insta::assert_snapshot!(dir.checks(&format!("{whole} --m 2")), @"
    pass of 8 tuples
    epsilon-m of salary, register: pass, 0 of 1 groups, 0 tuples, 3/8 at most 1/2
    ");
    insta::assert_snapshot!(dir.checks(&format!("{whole} --m 3")), @"
    fail of 8 tuples
    epsilon-m of salary, register: fail, 1 of 1 groups, 6 tuples, 3/8 at most 1/3
    [epsilon-m of salary, group: fail, 1 of 1 groups, 4 tuples, 3/8 at most 1/3]
    ");
}

/// C13: within 5 of a value that occurs lies no other, and 13 ± 5 holds 10 and 16.
#[test]
fn c13_a_guess_may_be_centred_anywhere() {
    let dir = Workdir::with("pay.csv", "group,salary\n1,10\n1,16\n1,40\n1,60\n1,80\n")
        .and("original.csv", "group,salary\n1,10\n1,16\n1,40\n1,60\n1,80\n");
    let call = "audit pay.csv --quasi group --sensitive salary --absolute 5 --m 5";
    insta::assert_snapshot!(dir.checks(&format!("{call} --view group")), @"
    pass of 5 tuples
    epsilon-m of salary, group: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5
    [epsilon-m of salary, register: fail, 1 of 1 groups, 2 tuples, 2/5 at most 1/5]
    ");
    insta::assert_snapshot!(dir.checks(&format!("{call} --view candidates --original original.csv")), @"
    pass of 5 tuples
    [epsilon-m of salary, group: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5]
    epsilon-m of salary, candidates: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5
    [epsilon-m of salary, register: fail, 1 of 1 groups, 2 tuples, 2/5 at most 1/5]
    ");
    insta::assert_snapshot!(dir.checks(&format!("{call} --view register --original original.csv")), @"
    fail of 5 tuples
    epsilon-m of salary, register: fail, 1 of 1 groups, 2 tuples, 2/5 at most 1/5
    [epsilon-m of salary, group: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5]
    [epsilon-m of salary, candidates: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5]
    ");
    insta::assert_snapshot!(dir.aloof(&format!("{call} --violations rows.csv")), @"
    success: false
    exit_code: 1
    ----- stdout -----
    pay.csv: 5 rows

    (5, 5)-anonymity of salary, register view: FAILS
      1 of 1 group and 2 rows break it; the worst is 2/5, allowed is at most 1/5
      Within 10 of some figure (2ε): at most 40%, on average 40%; within 25 of some figure (5ε): at most
      80%, on average 80%; within 50 of some figure (10ε): at most 100%, on average 100%.
       worst groups:  group  rows  measure
                      1      5     2/5
      In the worst: Whoever knows a person to be among these 5 can name one figure and say with 40%
      confidence that the value lies within 5 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 5 lies within 5
      of any figure; joining groups that hold cannot undo it.

    (5, 5)-anonymity of salary, group view: holds (not asked for)
      0 of 1 group and 0 rows break it; the worst is 1/5, allowed is at most 1/5

    FAIL
    ----- stderr -----
    ");
    insta::assert_snapshot!(dir.read("rows.csv"), @"
    row,table,principle,view
    0,data,epsilon-m,register
    1,data,epsilon-m,register
    ");
    insta::assert_snapshot!(dir.checks("audit pay.csv --quasi group --sensitive salary --absolute 2.9 --m 5"), @"
    pass of 5 tuples
    epsilon-m of salary, register: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5
    ");
}

/// DL: with δ = 7.5 and l = 2, {40, 60} and {50, 80} hold by Definition 5, their union does not; in the register view, where
/// an interval of length 30 counts, {40, 60} does not hold either, and {50, 81} does.
#[test]
fn dl_in_every_view() {
    let dir = Workdir::with("pay.csv", "group,salary\n1,40\n1,60\n2,50\n2,81\n");
    let call = "audit pay.csv --quasi group --sensitive salary --delta 7.5 --l 2";
    insta::assert_snapshot!(dir.checks(&format!("{call} --view group")), @"
    pass of 4 tuples
    delta-l of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [delta-l of salary, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(call), @"
    fail of 4 tuples
    delta-l of salary, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2
    [delta-l of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    ");
}

/// C8: two groups in equal boxes.
const MIXTURE: &str = "\
age,zip,group,salary
1..2,5..6,1,40
1..2,5..6,1,60
1..2,5..6,2,50
1..2,5..6,2,80
";
const MIXTURE_OF: &str = "\
age,zip,salary
1,5,40
2,6,60
1,6,50
2,5,80
";
const BY_GROUP: &str = "audit release.csv --quasi age,zip --group group --sensitive salary --absolute 15 --m 2";

fn mixture() -> Workdir {
    Workdir::with("release.csv", MIXTURE).and("original.csv", MIXTURE_OF)
}

#[test]
fn c8_every_group_keeps_its_promise() {
    insta::assert_snapshot!(mixture().aloof(&format!("{BY_GROUP} --view candidates")), @"
    success: false
    exit_code: 2
    ----- stdout -----
    release.csv: 4 rows

    Not judged: (15, 2)-anonymity of salary in the candidates view: it takes the original, which was not
    given.

    (15, 2)-anonymity of salary, group view: holds as far as could be seen
      0 of 2 groups and 0 rows break it; the worst is 1/2, allowed is at most 1/2
      Within 30 of some figure (2ε): at most 100%, on average 100%; within 75 of some figure (5ε): at
      most 100%, on average 100%; within 150 of some figure (10ε): at most 100%, on average 100%.

    (15, 2)-anonymity of salary, register view: FAILS (not asked for)
      2 of 2 groups and 4 rows break it; the worst is 1, allowed is at most 1/2
       worst groups:  group  age   zip   rows  measure
                      1      1..2  5..6  2     1
                      2      1..2  5..6  2     1
      In the worst: Whoever knows a person to be among these 2 can name one figure and say with 100%
      confidence that the value lies within 15 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within 15
      of any figure; joining groups that hold cannot undo it.

    NOT JUDGED
    ----- stderr -----
    ");
}

/// Who knows only age and zip faces all four: 40, 50 and 60 lie within 15 of 50.
#[test]
fn c8_knowing_less_reveals_more() {
    let dir = mixture();
    let call = format!("{BY_GROUP} --view candidates --original original.csv");
    insta::assert_snapshot!(dir.aloof(&call), @"
    success: false
    exit_code: 1
    ----- stdout -----
    release.csv: 4 rows

    (15, 2)-anonymity of salary, group view: holds
      0 of 2 groups and 0 rows break it; the worst is 1/2, allowed is at most 1/2
      Within 30 of some figure (2ε): at most 100%, on average 100%; within 75 of some figure (5ε): at
      most 100%, on average 100%; within 150 of some figure (10ε): at most 100%, on average 100%.

    (15, 2)-anonymity of salary, candidates view: FAILS
      1 of 1 set of candidate groups and 1 person break it; the worst is 3/4, allowed is at most 1/2
      To mend it: groups that cover the same people must hold together, not only each for itself: see
      docs/views.md.

    (15, 2)-anonymity of salary, register view: FAILS (not asked for)
      2 of 2 groups and 4 rows break it; the worst is 1, allowed is at most 1/2
       worst groups:  group  age   zip   rows  measure
                      1      1..2  5..6  2     1
                      2      1..2  5..6  2     1
      In the worst: Whoever knows a person to be among these 2 can name one figure and say with 100%
      confidence that the value lies within 15 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within 15
      of any figure; joining groups that hold cannot undo it.

    Against the original of 4 rows:
      every released row stands for an original one
      no original row is missing

    FAIL
    ----- stderr -----
    ");
    insta::assert_snapshot!(dir.checks(&call), @"
    fail of 4 tuples
    epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    epsilon-m of salary, candidates: fail, 1 of 1 groups, 1 tuples, 3/4 at most 1/2
    [epsilon-m of salary, register: fail, 2 of 2 groups, 4 tuples, 1 at most 1/2]
    ");
    dir.aloof(&format!("{call} --violations rows.csv"));
    insta::assert_snapshot!(dir.read("rows.csv"), @"
    row,table,principle,view
    2,original,epsilon-m,candidates
    0,data,epsilon-m,register
    1,data,epsilon-m,register
    2,data,epsilon-m,register
    3,data,epsilon-m,register
    ");
}

#[test]
fn c8_the_group_view_may_be_all_that_is_asked() {
    let policy = r#"
[columns]
age    = { role = "quasi" }
zip    = { role = "quasi" }
group  = { role = "group" }
salary = { role = "sensitive" }

[[protect]]
principle = "epsilon-m"
absolute  = "15"
m         = 2
view      = "group"
"#;
    let dir = mixture().and("aloof.toml", policy);
    let run = dir.aloof("audit release.csv --original original.csv");
    insta::assert_snapshot!(run, @"
    success: true
    exit_code: 0
    ----- stdout -----
    release.csv: 4 rows

    (15, 2)-anonymity of salary, group view: holds
      0 of 2 groups and 0 rows break it; the worst is 1/2, allowed is at most 1/2
      Within 30 of some figure (2ε): at most 100%, on average 100%; within 75 of some figure (5ε): at
      most 100%, on average 100%; within 150 of some figure (10ε): at most 100%, on average 100%.

    (15, 2)-anonymity of salary, candidates view: FAILS (not asked for)
      1 of 1 set of candidate groups and 1 person break it; the worst is 3/4, allowed is at most 1/2
      To mend it: groups that cover the same people must hold together, not only each for itself: see
      docs/views.md.

    (15, 2)-anonymity of salary, register view: FAILS (not asked for)
      2 of 2 groups and 4 rows break it; the worst is 1, allowed is at most 1/2
       worst groups:  group  age   zip   rows  measure
                      1      1..2  5..6  2     1
                      2      1..2  5..6  2     1
      In the worst: Whoever knows a person to be among these 2 can name one figure and say with 100%
      confidence that the value lies within 15 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within 15
      of any figure; joining groups that hold cannot undo it.

    Against the original of 4 rows:
      every released row stands for an original one
      no original row is missing

    PASS
    ----- stderr -----
    ");
    insta::assert_snapshot!(dir.checks("audit release.csv --original original.csv"), @"
    pass of 4 tuples
    epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of salary, candidates: fail, 1 of 1 groups, 1 tuples, 3/4 at most 1/2]
    [epsilon-m of salary, register: fail, 2 of 2 groups, 4 tuples, 1 at most 1/2]
    ");
    let by_flag = dir.checks(&format!("{BY_GROUP} --original original.csv --view group"));
    assert_eq!(by_flag, dir.checks("audit release.csv --original original.csv"));
}

/// Without group numbers equal boxes are one group.
#[test]
fn c8_equal_boxes_are_one_group() {
    let boxes = MIXTURE.replace("group,", "").replace("5..6,1,", "5..6,").replace("5..6,2,", "5..6,");
    let dir = Workdir::with("boxes.csv", boxes);
    let call = "audit boxes.csv --quasi age,zip --sensitive salary --absolute 15 --m 2";
    insta::assert_snapshot!(dir.checks(&format!("{call} --view candidates")), @r"
    measured of 4 tuples
    [epsilon-m of salary, group: fail, 1 of 1 groups, 1 tuples, 3/4 at most 1/2]
    [epsilon-m of salary, register: fail, 1 of 1 groups, 4 tuples, 3/4 at most 1/2]
    ");
}

/// The register view fails in the first group already, and in the second, whatever groups look alike: 40 and 60, 50 and 80 each
/// lie in an interval of length 30.
#[test]
fn c8_the_register_view_needs_no_mixture() {
    insta::assert_snapshot!(mixture().checks(BY_GROUP), @"
    fail of 4 tuples
    epsilon-m of salary, register: fail, 2 of 2 groups, 4 tuples, 1 at most 1/2
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    ");
    insta::assert_snapshot!(mixture().checks(&format!("{BY_GROUP} --original original.csv")), @"
    fail of 4 tuples
    epsilon-m of salary, register: fail, 2 of 2 groups, 4 tuples, 1 at most 1/2
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    [epsilon-m of salary, candidates: fail, 1 of 1 groups, 1 tuples, 3/4 at most 1/2]
    ");
}

/// C2: a group of one has risk 1, whatever the principle.
#[test]
fn c2_a_group_of_one_is_never_safe() {
    let policy = r#"
[columns]
age    = { role = "quasi" }
salary = { role = "sensitive" }

[[protect]]
principle = "epsilon-m"
absolute  = "1"
m         = 2

[[protect]]
principle = "delta-l"
delta     = "1"
l         = 2

[[protect]]
principle = "delta-l"
delta     = "1"
l         = 2
reading   = "any-centre"

[[protect]]
principle = "dissimilarity"
distance  = { kind = "l1" }
epsilon   = "1"
delta     = "0.5"
k         = 1
"#;
    let dir = Workdir::with("pay.csv", "age,salary\n20,40\n30,60\n30,90\n").and("aloof.toml", policy);
    insta::assert_snapshot!(dir.checks("audit pay.csv"), @"
    fail of 3 tuples
    epsilon-m of salary, register: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2
    [epsilon-m of salary, group: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2]
    delta-l of salary, register: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2
    [delta-l of salary, group: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2]
    delta-l of salary, register: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2
    dissimilarity of salary, register: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2
    [dissimilarity of salary, group: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.aloof("audit pay.csv --absolute 1 --m 2"), @"
    success: false
    exit_code: 1
    ----- stdout -----
    pay.csv: 3 rows

    (1, 2)-anonymity of salary, register view: FAILS
      1 of 2 groups and 1 row break it; the worst is 1, allowed is at most 1/2
      Within 2 of some figure (2ε): at most 100%, on average about 66.7%; within 5 of some figure (5ε):
      at most 100%, on average about 66.7%; within 10 of some figure (10ε): at most 100%, on average
      about 66.7%.
       worst groups:  age  rows  measure
                      20   1     1
      In the worst: Whoever knows a person to be alone with a value can name one figure and say with
      100% confidence that the value lies within 1 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within 1
      of any figure; joining groups that hold cannot undo it.

    (1, 2)-anonymity of salary, group view: FAILS (not asked for)
      1 of 2 groups and 1 row break it; the worst is 1, allowed is at most 1/2
       worst groups:  age  rows  measure
                      20   1     1
      In the worst: Whoever knows a person to be here knows the value: nobody else here has one.
      To mend a group: join it with rows whose values lie farther apart, until at most 1 in 2 lies
      within 1 of any of them.

    FAIL
    ----- stderr -----
    ");
    insta::assert_snapshot!(dir.checks("audit pay.csv --absolute 1 --m 1"), @"
    pass of 3 tuples
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1 at most 1
    ");
}

/// C1: 0.8 − 0.7 is 0.1.
#[test]
fn c1_tenths_are_tenths() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,0.7\n20,0.8\n");
    let call = "audit pay.csv --quasi age --sensitive salary --m 2 --view group --absolute";
    insta::assert_snapshot!(dir.checks(&format!("{call} 0.1")), @"
    fail of 2 tuples
    epsilon-m of salary, group: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(&format!("{call} 0.0999999999999999999")), @"
    pass of 2 tuples
    epsilon-m of salary, group: pass, 0 of 1 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2]
    ");
    let code = |epsilon: &str| {
        dir.aloof(&format!("audit pay.csv --quasi age --sensitive salary --m 2 --absolute {epsilon}")).code
    };
    assert_eq!((code("0.05"), code("0.0499999999999999999")), (1, 0));
}

/// C1: neither number is one that 64-bit floats can hold.
#[test]
fn c1_large_numbers_keep_their_tenths() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,1000000000000000.1\n20,1000000000000000.2\n");
    let call = "audit pay.csv --quasi age --sensitive salary --m 2 --view group --absolute";
    insta::assert_snapshot!(dir.checks(&format!("{call} 0.1")), @"
    fail of 2 tuples
    epsilon-m of salary, group: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(&format!("{call} 0.09")), @"
    pass of 2 tuples
    epsilon-m of salary, group: pass, 0 of 1 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2]
    ");
    let shown = dir.aloof(&format!("{call} 0.1 --show-values")).stdout;
    assert!(shown.contains("Its values: 1000000000000000.1, 1000000000000000.2\n"), "{shown}");
}

/// Relative 0.1: the neighbourhood of 100 is [90, 110], that of 90 is [81, 99], that of 110 is [99, 121] and that of 110.01
/// is [99.009, 121.011]. A row violates when the other one of its group lies in its own neighbourhood.
#[test]
fn relative_neighbourhoods_are_not_symmetric() {
    let table = "\
pair,salary
a,100
a,90
b,100
b,110
c,100
c,89.99
d,100
d,110.01
";
    let dir = Workdir::with("pay.csv", table);
    let call = "audit pay.csv --quasi pair --sensitive salary --relative 0.1 --m 2 --view group";
    let call = &format!("{call} --violations rows.csv --replace");
    insta::assert_snapshot!(dir.checks(call), @"
    fail of 8 tuples
    epsilon-m of salary, group: fail, 3 of 4 groups, 4 tuples, 1 at most 1/2
    [epsilon-m of salary, register: fail, 4 of 4 groups, 8 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.read("rows.csv"), @"
    row,table,principle,view
    0,data,epsilon-m,group
    2,data,epsilon-m,group
    3,data,epsilon-m,group
    7,data,epsilon-m,group
    0,data,epsilon-m,register
    1,data,epsilon-m,register
    2,data,epsilon-m,register
    3,data,epsilon-m,register
    4,data,epsilon-m,register
    5,data,epsilon-m,register
    6,data,epsilon-m,register
    7,data,epsilon-m,register
    ");
    let risks: Vec<String> = dir.json(call)["checks"][0]["worst_groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| format!("{} {}", group["quasi"]["pair"].as_str().unwrap(), group["risk"].as_str().unwrap()))
        .collect();
    assert_eq!(risks, ["a 1", "b 1", "d 1", "c 1/2"]);
}

fn diversity(table: &str) -> Workdir {
    let policy = r#"
[columns]
group  = { role = "quasi" }
salary = { role = "sensitive" }

[[protect]]
principle = "delta-l"
delta     = "7.5"
l         = 2
reading   = "definition"
view      = "group"

[[protect]]
principle = "delta-l"
delta     = "7.5"
l         = 2
reading   = "any-centre"

[[protect]]
principle = "epsilon-m"
absolute  = "15"
m         = 2
view      = "group"
"#;
    Workdir::with("pay.csv", table).and("aloof.toml", policy)
}

/// C3: by Definition 5 two groups that pass make one that fails, and (δ, l) is (2δ, l)-anonymity; around any centre no
/// interval of length 15 holds three of 40, 50, 60, 80.
#[test]
fn c3_two_readings_of_delta_l() {
    let apart = diversity("group,salary\n1,40\n1,60\n2,50\n2,80\n");
    insta::assert_snapshot!(apart.checks("audit pay.csv"), @"
    pass of 4 tuples
    delta-l of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [delta-l of salary, register: fail, 2 of 2 groups, 4 tuples, 1 at most 1/2]
    delta-l of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of salary, register: fail, 2 of 2 groups, 4 tuples, 1 at most 1/2]
    ");
    let together = diversity("group,salary\n1,40\n1,60\n1,50\n1,80\n");
    insta::assert_snapshot!(together.checks("audit pay.csv"), @"
    fail of 4 tuples
    delta-l of salary, group: fail, 1 of 1 groups, 1 tuples, 3/4 at most 1/2
    [delta-l of salary, register: fail, 1 of 1 groups, 4 tuples, 3/4 at most 1/2]
    delta-l of salary, register: pass, 0 of 1 groups, 0 tuples, 1/2 at most 1/2
    epsilon-m of salary, group: fail, 1 of 1 groups, 1 tuples, 3/4 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 1 groups, 4 tuples, 3/4 at most 1/2]
    ");
}

/// An interval of length 15 holds two of 40, 50, 60 wherever its centre may be, and three of 40, 50, 55.
#[test]
fn c3_any_centre_has_its_limit_too() {
    let dir = diversity("group,salary\n1,40\n1,50\n1,55\n1,90\n");
    insta::assert_snapshot!(dir.checks("audit pay.csv"), @"
    fail of 4 tuples
    delta-l of salary, group: fail, 1 of 1 groups, 3 tuples, 3/4 at most 1/2
    [delta-l of salary, register: fail, 1 of 1 groups, 3 tuples, 3/4 at most 1/2]
    delta-l of salary, register: fail, 1 of 1 groups, 3 tuples, 3/4 at most 1/2
    epsilon-m of salary, group: fail, 1 of 1 groups, 3 tuples, 3/4 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 1 groups, 3 tuples, 3/4 at most 1/2]
    ");
}

/// DL: ε = 15: {40, 60} gives m = 2, {40, 50, 60} gives m = 1; δ = 15: {40, 60} gives l = 1.
#[test]
fn dl_small_groups() {
    let dir =
        Workdir::with("two.csv", "group,salary\n1,40\n1,60\n").and("three.csv", "group,salary\n1,40\n1,50\n1,60\n");
    let largest_m = |table: &str| {
        let call = format!("audit {table} --quasi group --sensitive salary --epsilons 15");
        dir.json(&call)["measures"][0]["proximity"][0]["max_m"].clone()
    };
    assert_eq!(largest_m("two.csv"), 2);
    assert_eq!(largest_m("three.csv"), 1);
    let code = |l: u32| dir.aloof(&format!("audit two.csv --quasi group --sensitive salary --delta 15 --l {l}")).code;
    assert_eq!((code(1), code(2)), (0, 1));
}

/// C4: a group of 6 with δ = 0.8 allows exactly one of the other five. Equal values are neighbours, a tuple is not its own.
#[test]
fn c4_at_most_not_less_than() {
    let policy = r#"
[columns]
group  = { role = "quasi" }
salary = { role = "sensitive" }

[[protect]]
principle = "dissimilarity"
distance  = { kind = "l1" }
epsilon   = "1"
delta     = "0.8"
k         = 6
view      = "group"
"#;
    let dir = Workdir::with("near.csv", "group,salary\n1,0\n1,1\n1,10\n1,20\n1,30\n1,40\n")
        .and("equal.csv", "group,salary\n1,5\n1,5\n1,10\n1,20\n1,30\n1,40\n")
        .and("three.csv", "group,salary\n1,5\n1,5\n1,5\n1,20\n1,30\n1,40\n")
        .and("few.csv", "group,salary\n1,5\n1,10\n1,20\n1,30\n1,40\n")
        .and("aloof.toml", policy);
    insta::assert_snapshot!(dir.checks("audit near.csv"), @"
    pass of 6 tuples
    dissimilarity of salary, group: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5
    [dissimilarity of salary, register: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5]
    ");
    insta::assert_snapshot!(dir.checks("audit equal.csv"), @"
    pass of 6 tuples
    dissimilarity of salary, group: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5
    [dissimilarity of salary, register: pass, 0 of 1 groups, 0 tuples, 1/5 at most 1/5]
    ");
    insta::assert_snapshot!(dir.checks("audit three.csv"), @"
    fail of 6 tuples
    dissimilarity of salary, group: fail, 1 of 1 groups, 3 tuples, 2/5 at most 1/5
    [dissimilarity of salary, register: fail, 1 of 1 groups, 3 tuples, 2/5 at most 1/5]
    ");
    let few = dir.json("audit few.csv");
    assert_eq!((&few["verdict"], &few["checks"][0]["violating_tuples"]), (&"fail".into(), &5.into()));
}

/// {1, 3, 5000} and {2, 4000, 6000} out of {1, 2, 3, 4000, 5000, 6000}: both at distance 1/10 by rank.
#[test]
fn ordered_t_closeness() {
    let policy = |t: &str| {
        format!(
            r#"
[columns]
group  = {{ role = "quasi" }}
salary = {{ role = "sensitive" }}

[[protect]]
principle = "t-closeness"
ground    = "ordered"
t         = "{t}"
"#
        )
    };
    let dir = Workdir::with("pay.csv", "group,salary\n1,1\n1,3\n1,5000\n2,2\n2,4000\n2,6000\n")
        .and("tenth.toml", policy("0.1"))
        .and("less.toml", policy("0.0999999"));
    insta::assert_snapshot!(dir.checks("audit pay.csv --policy tenth.toml"), @"
    pass of 6 tuples
    t-closeness of salary, register: pass, 0 of 2 groups, 0 tuples, 1/10 at most 1/10
    ");
    insta::assert_snapshot!(dir.checks("audit pay.csv --policy less.toml"), @"
    fail of 6 tuples
    t-closeness of salary, register: fail, 2 of 2 groups, 6 tuples, 1/10 at most 999999/10000000
    ");
    let groups = &dir.json("audit pay.csv --policy tenth.toml")["checks"][0]["worst_groups"];
    assert_eq!((&groups[0]["risk"], &groups[1]["risk"]), (&"1/10".into(), &"1/10".into()));
}
