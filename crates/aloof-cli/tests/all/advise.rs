//! What can be promised, as a user would ask: the papers' examples and what can go wrong.

use crate::common::Workdir;

/// EM, Table 1.
const PAY: &str = "\
age,salary
17,1000
19,1010
24,1020
29,16000
34,24000
39,31000
41,33000
45,50000
";

/// EM, Table 1: three of eight lie within 10000 of each other, so one in two is the best promise.
#[test]
fn em_running_example() {
    let dir = Workdir::with("pay.csv", PAY);
    let call = "advise pay.csv --sensitive salary --below 20 --above 10000 --m 2 --view candidates";
    insta::assert_snapshot!(dir.aloof(call), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    (20 below, 10000 above, 2)-anonymity of salary: possible
      At the densest place, 3 of 8 rows lie near one another, so with the larger of
      below and above = 10000 the largest m is 2.
      With m = 2, the larger of below and above must stay below 23000.

      How far the larger of below and above may go for each m (below the end of its
      bar, ◆ is what is asked):
        8 │███▋                                                 < 10
        7 │███▋                                                 < 10
        6 │███▋                                                 < 10
        5 │███▋                                                 < 10
        4 │███████▋                                             < 20
        3 │███████▋                                             < 20
        2 │███████████████████████████████████████████◆████▍    < 23000
          └───┬────────────┬─────────────┬────────────┬────────
             10           100          1,000       10,000

      Against someone who knows one person's quasi values it is certain.
    ----- stderr -----
    ");
}

/// In the register view an interval of length 10020 counts: 24000, 31000 and 33000 lie in one. For m = 3, (e1, e2) must not
/// together reach from 1000 to 1020.
#[test]
fn em_running_example_in_the_register_view() {
    let dir = Workdir::with("pay.csv", PAY);
    insta::assert_snapshot!(dir.aloof("advise pay.csv --sensitive salary --below 20 --above 10000 --m 2"), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    (20 below, 10000 above, 2)-anonymity of salary: possible
      At the densest place, 3 of 8 rows lie near one another, so with the sum of
      below and above = 10020 the largest m is 2.
      With m = 2, the sum of below and above must stay below 23000.

      How far the sum of below and above may go for each m (below the end of its
      bar, ◆ is what is asked):
        8 │███▋                                                 < 10
        7 │███▋                                                 < 10
        6 │███▋                                                 < 10
        5 │███▋                                                 < 10
        4 │███████▋                                             < 20
        3 │███████▋                                             < 20
        2 │███████████████████████████████████████████◆████▍    < 23000
          └───┬────────────┬─────────────┬────────────┬────────
             10           100          1,000       10,000
    ----- stderr -----
    ");
    insta::assert_snapshot!(dir.aloof("advise pay.csv --sensitive salary --below 20 --above 10000 --m 3"), @r#"
    success: false
    exit_code: 3
    ----- stdout -----
    pay.csv: 8 rows

    (20 below, 10000 above, 3)-anonymity of salary: NOT possible
      At the densest place, 3 of 8 rows lie near one another, so with the sum of
      below and above = 10020 the largest m is 2.
      With m = 3, the sum of below and above must stay below 20.
      Only of a table of which nobody knows who is in it, both could be had: without
      2 of 8 rows, and no fewer.

      How far the sum of below and above may go for each m (below the end of its
      bar, ◆ is what is asked):
        8 │███▋                                                 < 10
        7 │███▋                                                 < 10
        6 │███▋                                                 < 10
        5 │███▋                                                 < 10
        4 │███████▋                                             < 20
        3 │███████▋                                   ◆         < 20
        2 │████████████████████████████████████████████████▍    < 23000
          └───┬────────────┬─────────────┬────────────┬────────
             10           100          1,000       10,000

    IMPOSSIBLE
      With m = 3, the sum of below and above must stay below 20; with the sum of
      below and above = 10020, m can be at most 2. Withholding rows cannot help: if
      the withheld kept it as a group of their own, all rows could keep it, so
      someone who misses a person in the release would learn more about them than is
      asked. absence = "unknown" states the assumption under which it could: that
      nobody knows who is in the table. Then withholding 2 of 8 rows would do
      (suppress = "0.25").
    ----- stderr -----
    "#);
}

/// One in three cannot be had; the bound of 20 is strict.
#[test]
fn em_running_example_asks_too_much() {
    let dir = Workdir::with("pay.csv", PAY);
    let call = "advise pay.csv --sensitive salary --below 20 --above 10000 --m 3 --view candidates";
    insta::assert_snapshot!(dir.aloof(call), @r#"
    success: false
    exit_code: 3
    ----- stdout -----
    pay.csv: 8 rows

    (20 below, 10000 above, 3)-anonymity of salary: NOT possible
      At the densest place, 3 of 8 rows lie near one another, so with the larger of
      below and above = 10000 the largest m is 2.
      With m = 3, the larger of below and above must stay below 20.
      Only of a table of which nobody knows who is in it, both could be had: without
      2 of 8 rows, and no fewer.

      How far the larger of below and above may go for each m (below the end of its
      bar, ◆ is what is asked):
        8 │███▋                                                 < 10
        7 │███▋                                                 < 10
        6 │███▋                                                 < 10
        5 │███▋                                                 < 10
        4 │███████▋                                             < 20
        3 │███████▋                                   ◆         < 20
        2 │████████████████████████████████████████████████▍    < 23000
          └───┬────────────┬─────────────┬────────────┬────────
             10           100          1,000       10,000

    IMPOSSIBLE
      With m = 3, the larger of below and above must stay below 20; with the larger
      of below and above = 10000, m can be at most 2. Withholding rows cannot help:
      if the withheld kept it as a group of their own, all rows could keep it, so
      someone who misses a person in the release would learn more about them than is
      asked. absence = "unknown" states the assumption under which it could: that
      nobody knows who is in the table. Then withholding 2 of 8 rows would do
      (suppress = "0.25").
    ----- stderr -----
    "#);
}

/// 90 is 100 less a tenth and 81 is 90 less a tenth: ε must stay below 1/10 for both.
#[test]
fn relative_fractions_are_exact() {
    let dir = Workdir::with("three.csv", "x\n100\n90\n81\n");
    insta::assert_snapshot!(dir.aloof("advise three.csv --sensitive x --relative 0.1 --m 2 --view group"), @r#"
    success: false
    exit_code: 3
    ----- stdout -----
    three.csv: 3 rows

    (0.1 relative, 2)-anonymity of x: NOT possible
      At the densest place, 2 of 3 rows lie near one another, so with relative = 0.1
      the largest m is 1.
      With m = 2, relative must stay below 0.1.
      Only of a table of which nobody knows who is in it, both could be had: without
      1 of 3 rows, and no fewer.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        3 │███████████████████████████████████████████████▎     ε < 0.1
        2 │███████████████████████████████████████████████◆     ε < 0.1
          └┬────────┬────────┬─────────┬────────┬─────────┬────
           0      0.02     0.04      0.06     0.08       0.1

    IMPOSSIBLE
      With m = 2, relative must stay below 0.1; with relative = 0.1, m can be at
      most 1. Withholding rows cannot help: if the withheld kept it as a group of
      their own, all rows could keep it, so someone who misses a person in the
      release would learn more about them than is asked. absence = "unknown" states
      the assumption under which it could: that nobody knows who is in the table.
      Then withholding 1 of 3 rows would do (suppress = "0.3334").
    ----- stderr -----
    "#);
}

/// From 2 to 3 it is a third of 3, which no decimal says: rounded down it is safe.
#[test]
fn fractions_that_are_no_decimals() {
    let dir = Workdir::with("two.csv", "x\n2\n3\n");
    insta::assert_snapshot!(dir.aloof("advise two.csv --sensitive x --relative 0.5 --m 2 --view group"), @r"
    success: false
    exit_code: 3
    ----- stdout -----
    two.csv: 2 rows

    (0.5 relative, 2)-anonymity of x: NOT possible
      At the densest place, 2 of 2 rows lie near one another, so with relative = 0.5
      the largest m is 1.
      With m = 2, relative must stay below 1/3 (about 0.333333).
      Withholding rows does not help.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        2 │███████████████████████████████▌               ◆     ε < 0.333333
          └┬────────┬────────┬─────────┬────────┬─────────┬────
           0       0.1      0.2       0.3      0.4       0.5

    IMPOSSIBLE
      With m = 2, relative must stay below 1/3 (about 0.333333); with relative =
      0.5, m can be at most 1; withholding rows does not help.
    ----- stderr -----
    ");
}

/// In the register view the ratio 3/2 is (1 + ε) / (1 - ε) for ε = 1/5; 100/90 for ε = 1/19, which no decimal says.
#[test]
fn relative_bounds_in_the_register_view() {
    let dir = Workdir::with("two.csv", "x\n2\n3\n").and("three.csv", "x\n100\n90\n81\n");
    insta::assert_snapshot!(dir.aloof("advise two.csv --sensitive x --relative 0.1999 --m 2"), @"
    success: true
    exit_code: 0
    ----- stdout -----
    two.csv: 2 rows

    (0.1999 relative, 2)-anonymity of x: possible
      At the densest place, 1 of 2 rows lies alone, so with relative = 0.1999 the
      largest m is 2.
      With m = 2, relative must stay below 0.2.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        2 │███████████████████████████████████████████████◆     ε < 0.2
          └┬──────────┬───────────┬───────────┬───────────┬────
           0        0.05         0.1        0.15         0.2
    ----- stderr -----
    ");
    let below = |call: &str| dir.json(call)["checks"][0]["epsilon_below"].clone();
    assert_eq!(below("advise two.csv --sensitive x --relative 0.5 --m 2"), "0.2");
    let three = dir.json("advise three.csv --sensitive x --relative 0.1 --m 2");
    assert_eq!(three["checks"][0]["epsilon_below_fraction"], "1/19");
}

/// Three of four hold the same value.
#[test]
fn equal_values_leave_no_epsilon() {
    let dir = Workdir::with("same.csv", "x\n7\n7\n7\n9\n");
    insta::assert_snapshot!(dir.aloof("advise same.csv --sensitive x --absolute 0 --m 2"), @r#"
    success: false
    exit_code: 3
    ----- stdout -----
    same.csv: 4 rows

    (0, 2)-anonymity of x: NOT possible
      At the densest place, 3 of 4 rows lie near one another, so with absolute = 0
      the largest m is 1.
      With m = 2 no value will do, not even 0.
      Only of a table of which nobody knows who is in it, both could be had: without
      2 of 4 rows, and no fewer.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        2 │◆                                                    none
          └┬─────────┬─────────┬──────────┬─────────┬─────────┬
           0        0.2       0.4        0.6       0.8        1

    IMPOSSIBLE
      With m = 2 nothing is possible: more than 1 in 2 rows hold the same value;
      with absolute = 0, m can be at most 1. Withholding rows cannot help: if the
      withheld kept it as a group of their own, all rows could keep it, so someone
      who misses a person in the release would learn more about them than is asked.
      absence = "unknown" states the assumption under which it could: that nobody
      knows who is in the table. Then withholding 2 of 4 rows would do (suppress =
      "0.5").
    ----- stderr -----
    "#);
}

/// Of several the impossible ones bind.
#[test]
fn several_protections() {
    let dir = Workdir::with("pay.csv", PAY);
    insta::assert_snapshot!(dir.aloof("advise pay.csv --sensitive salary --absolute 15 --m 4 --k 9 --l 3"), @r#"
    success: false
    exit_code: 3
    ----- stdout -----
    pay.csv: 8 rows

    (15, 4)-anonymity of salary: NOT possible
      At the densest place, 3 of 8 rows lie near one another, so with absolute = 15
      the largest m is 2.
      With m = 4, absolute must stay below 10.
      Only of a table of which nobody knows who is in it, both could be had: without
      2 of 8 rows, and no fewer.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        8 │███▋                                                 ε < 5
        7 │███▋                                                 ε < 5
        6 │███▋                                                 ε < 5
        5 │███▋                                                 ε < 5
        4 │███████▋ ◆                                           ε < 10
        3 │███████▋                                             ε < 10
        2 │████████████████████████████████████████████████▍    ε < 11500
          └───────┬────────────┬─────────────┬────────────┬────
                 10           100          1,000       10,000

      With view = "group", against someone who guesses only around values that
      occur, it is possible.

    distinct 3-diversity of salary: possible
      All rows as one group decide it: their measure is 1/8, allowed is at most 1/3.
      By itself l can be up to 8. This bounds no guess about a person's value.

    9-anonymity: NOT possible
      All rows as one group decide it: their measure is 1/8, allowed is at most 1/9.
      By itself k can be up to 8.

    IMPOSSIBLE
      (15, 4)-anonymity of salary: with m = 4, absolute must stay below 10; with
      absolute = 15, m can be at most 2. Withholding rows cannot help: if the
      withheld kept it as a group of their own, all rows could keep it, so someone
      who misses a person in the release would learn more about them than is asked.
      absence = "unknown" states the assumption under which it could: that nobody
      knows who is in the table. Then withholding 2 of 8 rows would do (suppress =
      "0.25").
      9-anonymity: k can be up to 8.
    ----- stderr -----
    "#);
}

/// All are possible; the one that uses most of what the data allow is named.
#[test]
fn which_one_binds() {
    let dir = Workdir::with("pay.csv", PAY);
    insta::assert_snapshot!(dir.aloof("advise pay.csv --sensitive salary --absolute 10 --m 2 --k 3 --t 0.1"), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    (10, 2)-anonymity of salary: possible
      At the densest place, 3 of 8 rows lie near one another, so with absolute = 10
      the largest m is 2.
      With m = 2, absolute must stay below 11500.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        8 │███▋                                                 ε < 5
        7 │███▋                                                 ε < 5
        6 │███▋                                                 ε < 5
        5 │███▋                                                 ε < 5
        4 │███████▋                                             ε < 10
        3 │███████▋                                             ε < 10
        2 │███████◆████████████████████████████████████████▍    ε < 11500
          └───────┬────────────┬─────────────┬────────────┬────
                 10           100          1,000       10,000

    3-anonymity: possible
      All rows as one group decide it: their measure is 1/8, allowed is at most 1/3.
      By itself k can be up to 8.

    0.1-closeness (equal distance) of salary: possible
      All rows as one group decide it: their measure is 0, allowed is at most 1/10.
      By itself t can be down to 0. This bounds no guess about a person's value.

    All hold together: a table of one group keeps them all.
    The one that binds most is (10, 2)-anonymity of salary: it uses 3/4 of what the
    data allow.
    ----- stderr -----
    ");
}

/// For δ both readings are told.
#[test]
fn both_readings() {
    let dir = Workdir::with("pay.csv", PAY);
    insta::assert_snapshot!(dir.aloof("advise pay.csv --sensitive salary --delta 5 --l 3"), @r#"
    success: false
    exit_code: 3
    ----- stdout -----
    pay.csv: 8 rows

    (5, 3)-diversity of salary: NOT possible
      At the densest place, 3 of 8 rows lie near one another, so with delta = 5 the
      largest l is 2.
      With l = 3, delta must stay below 5.
      Only of a table of which nobody knows who is in it, both could be had: without
      1 of 8 rows, and no fewer.
      With reading = "any-centre", which asks of intervals half as long, it is
      possible.

      How far δ may go for each l (below the end of its bar, ◆ is what is asked):
        8 │███▋                                                 δ < 2.5
        7 │███▋                                                 δ < 2.5
        6 │███▋                                                 δ < 2.5
        5 │███▋                                                 δ < 2.5
        4 │███████▋                                             δ < 5
        3 │███████◆                                             δ < 5
        2 │████████████████████████████████████████████████▍    δ < 5750
          └───────────┬────────────┬─────────────┬────────────┬
                     10           100          1,000       10,000

      With view = "group", against someone who guesses only around values that
      occur, it is possible.

    IMPOSSIBLE
      With l = 3, delta must stay below 5; with delta = 5, l can be at most 2.
      Withholding rows cannot help: if the withheld kept it as a group of their own,
      all rows could keep it, so someone who misses a person in the release would
      learn more about them than is asked. absence = "unknown" states the assumption
      under which it could: that nobody knows who is in the table. Then withholding
      1 of 8 rows would do (suppress = "0.125").
    ----- stderr -----
    "#);
    let any = "[columns]\nsalary = { role = \"sensitive\" }\nundeclared = \"drop\"\n[[protect]]\nprinciple = \"delta-l\"\n\
               delta = \"5\"\nl = 3\nreading = \"any-centre\"\n";
    let dir = dir.and("any.toml", any);
    insta::assert_snapshot!(dir.aloof("advise pay.csv --policy any.toml"), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    (5, 3)-diversity, any centre of salary: possible
      At the densest place, 2 of 8 rows lie near one another, so with delta = 5 the
      largest l is 4.
      With l = 3, delta must stay below 10.

      How far δ may go for each l (below the end of its bar, ◆ is what is asked):
        8 │███▋                                                 δ < 5
        7 │███▋                                                 δ < 5
        6 │███▋                                                 δ < 5
        5 │███▋                                                 δ < 5
        4 │███████▋                                             δ < 10
        3 │███◆███▋                                             δ < 10
        2 │████████████████████████████████████████████████▍    δ < 11500
          └───────┬────────────┬─────────────┬────────────┬────
                 10           100          1,000       10,000
    ----- stderr -----
    ");
    insta::assert_snapshot!(dir.aloof("advise pay.csv --sensitive salary --delta 5 --l 3 --view candidates"), @r#"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    (5, 3)-diversity of salary: not decided
      At the densest place, 2 of 8 rows lie near one another, so with delta = 5 the
      largest l is at most 4.
      With l = 3, delta must stay below 10.
      The same tables allow both readings, by definition and with any centre.

      How far δ may go for each l (below the end of its bar, ◆ is what is asked):
        8 │███▋                                                 δ < 5
        7 │███▋                                                 δ < 5
        6 │███▋                                                 δ < 5
        5 │███▋                                                 δ < 5
        4 │███████▋                                             δ < 10
        3 │███◆███▋                                             δ < 10
        2 │████████████████████████████████████████████████▍    δ < 11500
          └───────┬────────────┬─────────────┬────────────┬────
                 10           100          1,000       10,000

      Against someone who knows one person's quasi values it is not certain, but may
      be found by search. Certain is l up to 2, found may be l up to 4. With l = 3,
      delta is certain below 5. With reading = "any-centre" what is asked is
      certain.
    ----- stderr -----
    "#);
}

/// Without protection: what could be promised.
#[test]
fn nothing_to_protect() {
    let dir = Workdir::with("pay.csv", PAY);
    insta::assert_snapshot!(dir.aloof("advise pay.csv --sensitive salary"), @r#"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    What can be promised of salary:
      Counting only equal values as near, m can be up to 8.
      How far ε may go for each m (below the end of its bar):
        8 │███▋                                                 ε < 5
        7 │███▋                                                 ε < 5
        6 │███▋                                                 ε < 5
        5 │███▋                                                 ε < 5
        4 │███████▋                                             ε < 10
        3 │███████▋                                             ε < 10
        2 │████████████████████████████████████████████████▍    ε < 11500
          └───────┬────────────┬─────────────┬────────────┬────
                 10           100          1,000       10,000
      In the group view, against someone who guesses around values that occur, ε may
      be twice as large.
      To begin with: --absolute 1000 --m 2, or in a policy:
        absolute = "1000"
        m        = 2
      1000 is a round number near a twentieth of what the middle half of all values
      span, which is 29990; with 1 in 2 it uses 75% of what the data allow.
    ----- stderr -----
    "#);
}

/// One row would have to go, and the policy lets two of eight go.
#[test]
fn withholding_what_the_policy_allows() {
    let dir = Workdir::with("pay.csv", PAY).and(
        "aloof.toml",
        r#"[columns]
salary = { role = "sensitive" }
undeclared = "drop"
[[protect]]
principle = "epsilon-m"
absolute = "20"
m = 3
[method]
suppress = "0.25"
absence = "unknown"
"#,
    );
    insta::assert_snapshot!(dir.aloof("advise pay.csv"), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    (20, 3)-anonymity of salary: NOT possible
      At the densest place, 3 of 8 rows lie near one another, so with absolute = 20
      the largest m is 2.
      With m = 3, absolute must stay below 10.
      To have both, rows would have to be withheld: 1 of 8 rows, and no fewer.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        8 │███▋                                                 ε < 5
        7 │███▋                                                 ε < 5
        6 │███▋                                                 ε < 5
        5 │███▋                                                 ε < 5
        4 │███████▋                                             ε < 10
        3 │███████▋   ◆                                         ε < 10
        2 │████████████████████████████████████████████████▍    ε < 11500
          └───────┬────────────┬─────────────┬────────────┬────
                 10           100          1,000       10,000

    POSSIBLE only with rows withheld
      With m = 3, absolute must stay below 10; with absolute = 20, m can be at most
      2; with both, 1 of 8 rows would have to be withheld.
      The policy allows to withhold 2 rows.
    ----- stderr -----
    ");
}

/// Few enough are similar: groups are guaranteed.
#[test]
fn dissimilarity_says_how_far_delta_goes() {
    let dir = Workdir::with("pay.csv", PAY).and(
        "aloof.toml",
        r#"[columns]
salary = { role = "sensitive" }
undeclared = "drop"
[[protect]]
principle = "dissimilarity"
distance = { kind = "l1" }
epsilon = "100"
delta = "0.9"
k = 2
"#,
    );
    insta::assert_snapshot!(dir.aloof("advise pay.csv"), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 8 rows

    (100, 0.9)^2-dissimilarity, l1 of salary: not decided
      Guaranteed: no row has more than 2 others within twice epsilon, few enough to
      deal them out; with k = 2 delta is guaranteed up to 1.0000, and none beyond
      1.0000 is possible; that is for groups that are told apart, and whether groups
      that look alike or are mixed keep it is not known.
        epsilon         25: delta guaranteed to 1.0000, impossible beyond 1.0000
        epsilon         50: delta guaranteed to 1.0000, impossible beyond 1.0000
        epsilon        100: delta guaranteed to 1.0000, impossible beyond 1.0000
        epsilon        200: delta guaranteed to 1.0000, impossible beyond 1.0000
        epsilon        400: delta guaranteed to 1.0000, impossible beyond 1.0000
    ----- stderr -----
    ");
}

/// Dates: lengths are days.
#[test]
fn dates_are_days() {
    let dir = Workdir::with("visits.csv", "visit\n2020-01-01\n2020-01-31\n2020-03-01\n2021-03-01\n");
    insta::assert_snapshot!(dir.aloof("advise visits.csv --sensitive visit --absolute 30 --m 2"), @r#"
    success: false
    exit_code: 3
    ----- stdout -----
    visits.csv: 4 rows

    (30, 2)-anonymity of visit: NOT possible
      At the densest place, 3 of 4 rows lie near one another, so with absolute = 30
      days the largest m is 1.
      With m = 2, absolute must stay below 30 days.
      Only of a table of which nobody knows who is in it, both could be had: without
      2 of 4 rows, and no fewer.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
        4 │███████████████████████▋                             ε < 15 days
        3 │███████████████████████▋                             ε < 15 days
        2 │███████████████████████████████████████████████◆     ε < 30 days
          └┬──────────────┬───────────────┬───────────────┬────
           0             10              20              30

      With view = "group", against someone who guesses only around values that
      occur, it is possible.

    IMPOSSIBLE
      With m = 2, absolute must stay below 30 days; with absolute = 30 days, m can
      be at most 1. Withholding rows cannot help: if the withheld kept it as a group
      of their own, all rows could keep it, so someone who misses a person in the
      release would learn more about them than is asked. absence = "unknown" states
      the assumption under which it could: that nobody knows who is in the table.
      Then withholding 2 of 4 rows would do (suppress = "0.5").
    ----- stderr -----
    "#);
}

/// Nothing can be said of nobody.
#[test]
fn no_rows() {
    let dir = Workdir::with("none.csv", "x\n");
    insta::assert_snapshot!(dir.aloof("advise none.csv --sensitive x --absolute 30 --m 2"), @r"
    success: false
    exit_code: 2
    ----- stdout -----
    ----- stderr -----
    error: none.csv: no row has a value, so there is nothing to advise on
    ");
}

/// Relative neighbourhoods are about sizes.
#[test]
fn relative_needs_positive_values() {
    let dir = Workdir::with("t.csv", "x\n-1\n5\n");
    insta::assert_snapshot!(dir.aloof("advise t.csv --sensitive x --relative 0.1 --m 2"), @r"
    success: false
    exit_code: 2
    ----- stdout -----
    ----- stderr -----
    error: --relative: epsilon-m on x: a relative neighbourhood needs positive values, and 1 of 2 values are zero or below: use an absolute one, or drop those rows
    ");
}

/// What is asked does not fit labels.
#[test]
fn labels_have_no_windows() {
    let dir = Workdir::with("t.csv", "x\na\nb\n");
    insta::assert_snapshot!(dir.aloof("advise t.csv --sensitive x --absolute 1 --m 2"), @r"
    success: false
    exit_code: 2
    ----- stdout -----
    ----- stderr -----
    error: --absolute: (1, 2)-anonymity needs numbers or dates, and none of the values of column `x` is one; --sensitive x:l=3 asks for 3 different values in every group
    ");
}

/// Nothing to advise on.
#[test]
fn nothing_is_sensitive() {
    let dir = Workdir::with("t.csv", "x\n1\n");
    insta::assert_snapshot!(dir.aloof("advise t.csv --quasi x"), @r#"
    success: false
    exit_code: 2
    ----- stdout -----
    ----- stderr -----
    error: nothing is declared sensitive, so there is nothing to advise on; name a column with --sensitive, or give it role = "sensitive" in the policy
    "#);
}

/// Without protection only numbers have a staircase.
#[test]
fn labels_alone() {
    let dir = Workdir::with("t.csv", "x\na\nb\n");
    insta::assert_snapshot!(dir.aloof("advise t.csv --sensitive x"), @r"
    success: false
    exit_code: 2
    ----- stdout -----
    ----- stderr -----
    error: no sensitive column holds numbers or dates, and nothing says what must hold; say it, such as --l 3, or with [[protect]] in a policy
    ");
}

/// What the interface fixes, and the fields beside it.
#[test]
fn json() {
    let dir = Workdir::with("pay.csv", PAY);
    let run = dir.aloof("advise pay.csv --sensitive salary --absolute 20 --m 3 --json");
    assert_eq!(run.code, 3);
    let advice = run.json();
    assert_eq!((&advice["tuples"], &advice["feasible"]), (&8.into(), &false.into()));
    let check = &advice["checks"][0];
    assert_eq!(check["principle"], "epsilon-m");
    assert_eq!(check["sensitive"][0], "salary");
    assert_eq!(
        (&check["feasible"], &check["max_m"], &check["epsilon_below"]),
        (&false.into(), &2.into(), &"10".into())
    );
    assert_eq!((&check["max_m_register"], &check["epsilon_below_register"]), (&2.into(), &"10".into()));
    assert_eq!((&check["max_m_group"], &check["epsilon_below_group"]), (&2.into(), &"20".into()));
    assert_eq!((&check["window"], &check["withhold"]), (&3.into(), &1.into()));
    insta::assert_snapshot!(check["curve"].to_string(), @r#"[{"epsilon":"0","max_m":8},{"epsilon":"5","max_m":4},{"epsilon":"10","max_m":2},{"epsilon":"11500","max_m":1}]"#);
    let group = dir.json("advise pay.csv --sensitive salary --absolute 20 --m 3 --view group");
    let check = &group["checks"][0];
    assert_eq!((&check["max_m"], &check["epsilon_below"]), (&2.into(), &"20".into()));
    insta::assert_snapshot!(check["curve"].to_string(), @r#"[{"epsilon":"0","max_m":8},{"epsilon":"10","max_m":4},{"epsilon":"20","max_m":2},{"epsilon":"23000","max_m":1}]"#);
    let relative = dir.json("advise pay.csv --sensitive salary --relative 0.5 --m 5 --view group");
    let check = &relative["checks"][0];
    assert_eq!((&check["epsilon_below"], &check["epsilon_below_fraction"]), (&"0.00980392".into(), &"1/102".into()));
}

/// Rows without a quasi value that the policy drops do not count.
#[test]
fn dropped_rows_do_not_count() {
    let policy = r#"
[columns]
age    = { role = "quasi", missing = "drop" }
salary = { role = "sensitive" }
[[protect]]
principle = "epsilon-m"
absolute  = "5"
m         = 2
[[protect]]
principle = "k-anonymity"
k         = 2
"#;
    let dir = Workdir::with("pay.csv", "age,salary\n20,1000\n,1001\n,1002\n30,2000\n").and("aloof.toml", policy);
    let advice = dir.json("advise pay.csv");
    assert_eq!((&advice["tuples"], &advice["dropped"]), (&4.into(), &2.into()));
    assert_eq!((&advice["checks"][0]["max_m"], &advice["checks"][1]["best"][0]["at_most"]), (&2.into(), &"2".into()));
}
