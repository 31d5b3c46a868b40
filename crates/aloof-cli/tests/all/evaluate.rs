//! `aloof evaluate` as a user runs it.

use crate::common::Workdir;
use serde_json::Value;

const ROLES: &str = "--quasi age,town --sensitive pay";

/// Twelve people.
fn original() -> String {
    let towns = ["Rome", "Milan", "Lyon"];
    let line = |at: usize| format!("{},{},{}", 20 + at, towns[at / 4], 1000 * (at + 1));
    (0..12).map(line).fold("age,town,pay\n".to_owned(), |all, line| all + &line + "\n")
}

/// The same in three groups of four, or, with two rows withheld, the first two groups of five.
fn released(size: usize, rows: usize) -> String {
    let line = |at: usize| {
        let (low, high) = (at / size * size, (at / size * size + size - 1).min(rows - 1));
        let towns = ["Rome", "Milan", "Lyon"];
        let set = if low / 4 == high / 4 {
            towns[low / 4].to_owned()
        } else {
            format!("{{{}|{}}}", towns[low / 4], towns[high / 4])
        };
        format!("{}..{},{set},{}", 20 + low, 20 + high, 1000 * (at + 1))
    };
    (0..rows).map(line).fold("age,town,pay\n".to_owned(), |all, line| all + &line + "\n")
}

fn room() -> Workdir {
    Workdir::with("pay.csv", original())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn near(found: &Value, expected: f64) {
    assert!((number(found) - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn what_hides_nothing_errs_nowhere() {
    let found = room().json(&format!("evaluate --original pay.csv --release pay.csv {ROLES}"));
    for field in ["loss", "ncp", "gcp"] {
        near(&found[field], 0.0);
    }
    assert_eq!((&found["groups"], &found["discernibility"]), (&12.into(), &12.into()));
    let workloads = found["count_query"].as_array().unwrap();
    assert_eq!(workloads.len(), 2 * 4, "two and three columns, four volumes");
    for workload in workloads {
        assert_eq!(workload["queries"], 1000);
        assert!(workload["empty"].as_u64().unwrap() > 0 && workload["mean_relative_error"] == 0.0, "{workload}");
    }
}

/// Of ages 20 to 23 the first group covers all, of which two are asked for; both of its cells are spread evenly.
#[test]
fn own_questions_are_asked_of_both() {
    let room = room().and("release/data.csv", released(4, 12));
    let call =
        format!("evaluate release --original pay.csv {ROLES} --count age=20..21;pay=<2500 --count town={{Rome|Lyon}}");
    let found = room.json(&call);
    assert_eq!(found["own"][0]["asked"], serde_json::json!([["age", "20..21"], ["pay", "<2500"]]));
    assert_eq!((number(&found["own"][0]["original"]), number(&found["own"][0]["release"])), (2.0, 1.0));
    assert_eq!((number(&found["own"][1]["original"]), number(&found["own"][1]["release"])), (8.0, 8.0));
    let said = room.refused(&format!("evaluate release --original pay.csv {ROLES} --count age"));
    assert!(said.contains("conditions have the form COLUMN=CELL"), "{said}");
}

#[test]
fn measures_by_hand() {
    let room = room().and("release/data.csv", released(4, 12)).and("short.csv", released(5, 10));
    let found = room.json(&format!("evaluate --original pay.csv --release release {ROLES}"));
    near(&found["loss"], 3.0 / 11.0);
    near(&found["ncp"], 1.5 / 11.0);
    near(&found["gcp"], 1.5 / 11.0);
    near(&found["average_group_size"], 4.0);
    assert_eq!(found["discernibility"], 48);
    assert_eq!(found["columns"][0]["column"], "age");
    near(&found["columns"][0]["ncp"], 3.0 / 11.0);
    near(&found["columns"][1]["ncp"], 0.0);
    // Two groups of five, each with two of three towns, and two people withheld.
    let short = room.json(&format!("evaluate --original pay.csv --release short.csv {ROLES}"));
    // They are 20 to 29 as published, whatever the withheld are.
    let loss = 4.0 / 9.0 + 2.0 / 3.0;
    near(&short["loss"], loss);
    near(&short["gcp"], (10.0 * loss / 2.0 + 2.0) / 12.0);
    assert_eq!(short["discernibility"], 25 + 25 + 2 * 12);
    assert_eq!((&short["tuples"], &short["original_tuples"]), (&10.into(), &12.into()));
}

/// Everyone in one group that covers everything: an estimate is the part of the space asked for, times those with such
/// pay. Of pay and nothing else, every answer is right.
#[test]
fn one_group() {
    let people = original();
    let star = people.lines().skip(1).map(|line| format!("*,*,{}\n", line.rsplit(',').next().unwrap()));
    let room = room().and("star.csv", star.fold("age,town,pay\n".to_owned(), |all, line| all + &line));
    let found = room
        .json(&format!("evaluate --original pay.csv --release star.csv {ROLES} --dimensions 1,2 --selectivity 0.25"));
    near(&found["loss"], 2.0);
    near(&found["count_query"][0]["mean_relative_error"], 0.0);
    assert!(number(&found["count_query"][1]["mean_relative_error"]) > 0.1);
    assert_eq!(
        (&found["count_query"][1]["dimensions"], &found["count_query"][1]["selectivity"]),
        (&2.into(), &"0.25".into())
    );
}

#[test]
fn a_release_of_our_own() {
    let room = Workdir::new();
    room.aloof("generate census --rows 2000 --seed 5 --out people.csv --quiet");
    let roles = "--quasi age,birthplace,occupation --sensitive income";
    let made = room.json(&format!("anonymize people.csv {roles} --absolute 2000 --m 4 --out release --seed 1"));
    let call = format!("evaluate --original people.csv --release release {roles} --selectivity 0.1");
    let found = room.json(&call);
    near(&found["loss"], number(&made["loss"]));
    near(&found["ncp"], number(&made["loss"]) / 3.0);
    let dimensions: Vec<u64> =
        found["count_query"].as_array().unwrap().iter().map(|one| one["dimensions"].as_u64().unwrap()).collect();
    assert_eq!(dimensions, [2, 3, 4]);
    assert_eq!(room.json(&format!("{call} --threads 1")), found);
    assert_ne!(room.json(&format!("{call} --seed 2"))["count_query"], found["count_query"]);
}

/// Everything between the original and itself is nothing; rows are known by their order, by a column, or not at all.
#[test]
fn a_table_lies_nowhere_from_itself() {
    let turned: Vec<String> = original().lines().enumerate().map(|(at, line)| format!("{line},{at}")).collect();
    let keyed = turned.join("\n");
    let turned = [&turned[..1], &turned[1..].iter().rev().cloned().collect::<Vec<_>>()].concat().join("\n");
    let room = room()
        .and("keyed.csv", keyed.replacen(",0\n", ",id\n", 1))
        .and("turned.csv", turned.replacen(",0\n", ",id\n", 1));
    let calls = [
        format!("evaluate --original pay.csv --release pay.csv {ROLES} --same-order"),
        format!("evaluate --original keyed.csv --release turned.csv {ROLES} --key id"),
    ];
    for call in calls {
        let found = room.json(&call);
        for marginal in found["marginals"].as_array().unwrap() {
            near(&marginal["distance"], 0.0);
        }
        near(&found["correlation"]["largest_difference"], 0.0);
        near(&found["distortion"]["mean"], 0.0);
        near(&found["clustering"]["error"], 0.0);
        assert_eq!((&found["distortion"]["tuples"], &found["notes"]), (&12.into(), &Value::Array(Vec::new())));
    }
    let alone = room.json(&format!("evaluate --original pay.csv --release pay.csv {ROLES}"));
    assert!(alone.get("distortion").is_none() && alone.get("clustering").is_none());
    assert!(alone["notes"][0].as_str().unwrap().contains("--private DIR"), "{}", alone["notes"]);
}

/// Everyone in one group of 20..31. Ages are spread as they were, towns a third each, as they were. The middle, 25.5, is
/// |20 − 25.5| / 20, … away. Nothing varies any more: the correlation of age and pay, 1, is gone.
#[test]
fn distances_of_one_group() {
    let room = room().and("one.csv", released(12, 12).replace("{Rome|Lyon}", "*"));
    let found = room.json(&format!("evaluate --original pay.csv --release one.csv {ROLES} --same-order"));
    for marginal in found["marginals"].as_array().unwrap() {
        near(&marginal["distance"], 0.0);
    }
    assert_eq!(
        (&found["marginals"][1]["measure"], &found["marginals"][2]["column"]),
        (&"total-variation".into(), &"pay".into())
    );
    near(&found["correlation"]["mean_difference"], 1.0);
    let distortion = (20..32).map(|age| (f64::from(age) - 25.5).abs() / f64::from(age)).sum::<f64>() / 12.0;
    near(&found["distortion"]["mean"], distortion);
}

/// Three of 20 and one of 31 in one group: 39 twelfths of a step over 11 steps; see `aloof-judge/src/utility/marginal.rs`.
/// Of the clusters of 20 and of 31 one is left, which is the larger one's: one in four is in another.
#[test]
fn distributions_by_hand() {
    let room = Workdir::with("four.csv", "age,pay\n20,1\n20,2\n20,3\n31,4\n")
        .and("one.csv", "age,pay\n20..31,1\n20..31,2\n20..31,3\n20..31,4\n");
    let found = room
        .json("evaluate --original four.csv --release one.csv --quasi age --sensitive pay --same-order --clusters 2");
    near(&found["clustering"]["error"], 0.25);
    near(&found["distortion"]["mean"], (3.0 * 5.5 / 20.0 + 5.5 / 31.0) / 4.0);
    near(&found["marginals"][0]["distance"], 39.0 / 12.0 / 11.0);
    near(&found["marginals"][0]["kolmogorov_smirnov"], 8.0 / 12.0);
    assert_eq!(found["marginals"][0]["measure"], "earth-mover");
}

/// What is private says whose a row is, with group numbers in the release and without, also where rows were withheld.
#[test]
fn what_is_private_aligns_rows() {
    let room = Workdir::new();
    room.aloof("generate census --rows 600 --seed 5 --out people.csv --quiet");
    let roles = "--quasi age,birthplace,occupation --sensitive income";
    let make = |more: &str, name: &str| {
        room.json(&format!(
            "anonymize people.csv {roles} --absolute 2000 --m 4 --effort quick --out {name} --private {name}-secret --seed 1 {more}"
        ))
    };
    // Quickly: exchanges by chance depend on the policy.
    make("", "plain");
    make("--group-ids", "stated");
    let call = |name: &str, secret: &str| {
        format!("evaluate --original people.csv --release {name} {roles} --private {secret} --queries 10")
    };
    let (plain, stated) = (room.json(&call("plain", "plain-secret")), room.json(&call("stated", "stated-secret")));
    assert!(number(&plain["distortion"]["mean"]) > 0.0 && plain["distortion"]["tuples"] == 600);
    near(&stated["distortion"]["mean"], number(&plain["distortion"]["mean"]));
    let by_group = room.json(&format!("{} --group group", call("stated", "stated-secret")));
    near(&by_group["distortion"]["mean"], number(&plain["distortion"]["mean"]));
    assert_eq!(plain["clustering"]["clusters"], 5);
    // What is private of another release is not believed.
    let told = room.refused(&call("plain", "stated-secret"));
    assert!(told.contains("it was made with another release"), "{told}");
}

#[test]
fn rows_that_cannot_be_matched() {
    let room = room().and("short.csv", released(5, 10)).and("release/data.csv", released(4, 12));
    let told = |more: &str| room.refused(&format!("evaluate --original pay.csv {ROLES} {more}"));
    insta::assert_snapshot!(told("--release short.csv --same-order"), @"error: the tables cannot have the same people in the same order: the original has 12 rows, short.csv has 10");
    insta::assert_snapshot!(told("--release pay.csv --key town"), @"error: pay.csv, column `town`: a value stands there more than once, so rows cannot be told apart by it");
    insta::assert_snapshot!(told("--release pay.csv --key id"), @"error: pay.csv has no column `id`, by which rows could be matched");
    insta::assert_snapshot!(told("--release pay.csv --same-order --clusters 99"), @"error: --clusters 99: must be a number from 2 to 12");
    insta::assert_snapshot!(told("--release release --private nowhere"), @"error: nowhere/places.csv: no such file");
}

/// Queries about two sensitive columns at once, as the paper on XColor asks them.
#[test]
fn several_sensitive_columns_at_once() {
    let line = |at: usize| format!("{},{},{}\n", 20 + at, at * 7 % 12, at * 5 % 12);
    let table = (0..12).map(line).fold("age,pay,days\n".to_owned(), |all, line| all + &line);
    let room = Workdir::with("people.csv", &table).and(
        "one.csv",
        table.lines().skip(1).fold("age,pay,days\n".to_owned(), |all, line| all + "20..31" + &line[2..] + "\n"),
    );
    let roles = "--quasi age --sensitive pay,days";
    let ask = |release: &str, more: &str| {
        room.json(&format!("evaluate --original people.csv --release {release} {roles} --selectivity 0.5 {more}"))
    };
    let same = ask("people.csv", "--quasi-dimensions 1");
    let workloads = same["count_query"].as_array().unwrap();
    assert_eq!(workloads.len(), 1, "only what was asked for");
    assert_eq!(
        (&workloads[0]["dimensions"], &workloads[0]["quasi_columns"], &workloads[0]["sensitive_columns"]),
        (&3.into(), &1.into(), &2.into())
    );
    near(&workloads[0]["mean_relative_error"], 0.0);
    // In one group sensitive values still stand together: only the age is estimated.
    near(
        &ask("one.csv", "--quasi-dimensions 0 --sensitive-dimensions 2")["count_query"][0]["mean_relative_error"],
        0.0,
    );
    assert!(
        number(
            &ask("one.csv", "--quasi-dimensions 1 --sensitive-dimensions 2")["count_query"][0]["mean_relative_error"]
        ) > 0.05
    );
    let both = ask("one.csv", "--quasi-dimensions 1 --dimensions 2");
    assert_eq!(both["count_query"].as_array().unwrap().len(), 3, "each sensitive column, and both together");
    insta::assert_snapshot!(room.refused(&format!("evaluate --original people.csv --release one.csv {roles} --quasi-dimensions 1 --sensitive-dimensions 3")), @"error: queries of 1 quasi and 3 sensitive columns cannot be asked: there are 1 and 2, and one is needed");
}

#[test]
fn as_a_table() {
    let room = room().and("release/data.csv", released(4, 12));
    insta::assert_snapshot!(room.aloof(&format!("evaluate --original pay.csv --release release {ROLES} --selectivity 0.1,0.5")), @"
    success: true
    exit_code: 0
    ----- stdout -----
    release: 12 of 12 rows in 3 groups, 4.0 each

      Count queries are off by 12.8% on average.
      Means of pay within classes are off by 8.3% by age and 0.0% by town (typical; at most 66.7%), the
      mean of everyone by 0.0%.
      Quantiles are off by 0.0% of the room that the middle 80% take, on average over columns; most
      those of pay (0.0%).
      Cross-tabulations put 13.9% of people into another cell on average, most (41.7%) of age with pay.
      A regression of pay on the quasi columns: confidence intervals overlap by 33.3% on average, by
      half or more for 2 of 3 coefficients; 89.5% of the variance is explained, by the original 100.0%.
      A classifier that learned from it is right about 100.0% of people whose released rows it has seen
      (whether pay is at least the median); one that learned from the original about 100.0%, a blind
      guess about 33.3%.
      Rank correlations (Spearman) differ by 0.091 on average, most (0.091) between age and pay.
      Rows can easily be told from rows of the original (pMSE 0.1867, of at most 0.25).

      loss 0.2727: the share of its column that a cell covers, summed over 2 quasi columns, mean over rows

      Every figure: --all, or --json.
      Not to be published: figures of the original, for whoever holds it.

      Distortion, clusters, rankings and skylines are left out: they need to know
      which released row is whose. Give --private DIR that the release was made
      with, --key COLUMN for a column that stands in both tables, or --same-order.
    ----- stderr -----
    ");
    let all = room.aloof(&format!("evaluate release --original pay.csv {ROLES} --selectivity 0.1,0.5 --all")).stdout;
    for words in [
        " age     0.2727 ",
        "loss 0.2727 (the sum), NCP 0.1364 (the mean), GCP 0.1364",
        "             2  pay                0.1  15.3%    0.0%      537 ",
        "986 queries whose true answer is 0 count nowhere.",
        " town    0.0000    total variation  –",
        "Correlations differ by 0.0539 on average over 1 pair",
        "Means, by how much they are off:",
        "Regression of pay on the quasi columns:",
        "Pairs of columns, original → release:",
    ] {
        assert!(all.contains(words), "{words} is not in\n{all}");
    }
}

#[test]
fn what_cannot_be_asked() {
    let room = room().and("release/data.csv", released(4, 12)).and("other.csv", "age,town,pay\nyoung,Rome,1000\n");
    let told = |more: &str| room.refused(&format!("evaluate --original pay.csv {ROLES} {more}"));
    insta::assert_snapshot!(told("--release release --selectivity 2"), @"error: --selectivity 2: must be a share above 0, at most 1, such as 0.1");
    insta::assert_snapshot!(told("--release release --dimensions 4"), @"error: queries of 4 dimensions cannot be asked: there are 3 columns, so write a number from 1 to 3");
    insta::assert_snapshot!(told("--release nowhere"), @"error: nowhere: no such file or directory");
    insta::assert_snapshot!(told("--release other.csv"), @"error: other.csv, column `age`: `young` is neither one of the numbers nor a set of numbers; understood are 17..24, [17, 24], [17, 24[, 17-24, <30, >=50, 130**, {1, 2}, *");
    insta::assert_snapshot!(room.refused("evaluate --original - --release - --quasi age --sensitive pay"), @"error: standard input can be the original or the release, not both");
    insta::assert_snapshot!(room.refused("evaluate --original pay.csv --release release --sensitive pay"), @"error: no quasi column is named, so nothing was generalized that could be evaluated");
}

#[test]
fn averages_are_asked_of_numbers() {
    let room = room().and("one.csv", released(12, 12));
    let exact = room.json(&format!("evaluate --original pay.csv --release pay.csv {ROLES}"));
    assert_eq!(
        (&exact["average_query"][0]["column"], &exact["average_query"][0]["mean_relative_error"]),
        (&"age".into(), &0.0.into())
    );
    // One group of all: every average is the middle of 20..31, of rows whose ages are 20 to 31.
    let found = room.json(&format!("evaluate --original pay.csv --release one.csv {ROLES}"));
    near(&found["average_query"][0]["mean_relative_error"], 0.0);
    assert_eq!(found["average_query"].as_array().unwrap().len(), 1, "towns have no average");
}

/// Four people, of whom the last two stand for six each: 1/20 of the ages is covered of the first two, 10/20 of the others.
#[test]
fn rows_stand_for_people_of_the_population() {
    let policy = |publish: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\nw = {{ role = \"weight\"{publish} }}\n"
        )
    };
    let dir = Workdir::with("pay.csv", "age,pay,w\n20,1,1.5\n21,2,1.5\n30,3,6.0\n40,4,6\n")
        .and("hidden.csv", "age,pay\n20..21,1\n20..21,2\n30..40,3\n30..40,4\n")
        .and("shown.csv", "pay,age,w\n3,30..40,6\n4,30..40,6\n2,20..21,1.5\n1,20..21,1.5\n")
        .and("few.csv", "age,pay,w\n20..21,1,1.5\n20..21,2,1.5\n")
        .and("bad.csv", "age,pay,w\n20,1,1\n21,2,0\n30,3,1\n40,4,1\n")
        .and("hidden.toml", policy(""))
        .and("shown.toml", policy(", publish = true"));
    let call = |rest: &str| format!("evaluate --original pay.csv --queries 50 {rest}");
    let (of_hidden, of_shown) =
        ("--release hidden.csv --policy hidden.toml", "--release shown.csv --policy shown.toml");
    let person = dir.json(&call(&format!("{of_hidden} --same-order")));
    let published = dir.json(&call(of_shown));
    for (found, known_by) in [(&person, "person"), (&published, "published")] {
        near(&found["loss"], 0.275);
        let weighted = &found["weighted"];
        assert_eq!((&weighted["column"], &weighted["known_by"]), (&"w".into(), &known_by.into()));
        near(&weighted["population"], 15.0);
        near(&weighted["loss"], (3.0 * 0.05 + 12.0 * 0.5) / 15.0);
        near(&weighted["gcp"], 0.41);
        near(&weighted["columns"][0]["ncp"], 0.41);
    }
    assert!(person["count_query"][0]["weighted_mean_relative_error"].is_number());
    assert_eq!(person["count_query"], published["count_query"]);
    // Two people are gone, and with them twelve of the population.
    let few = dir.json(&call("--release few.csv --policy shown.toml"));
    // Of the two ages that are shown each cell covers both.
    near(&few["weighted"]["gcp"], (3.0 * 1.0 + 12.0) / 15.0);
    let unknown = dir.json(&call(of_hidden));
    let told = unknown["notes"].to_string().contains("Nothing is weighted by `w`");
    assert_eq!((&unknown["weighted"], told), (&Value::Null, true));
    let text = dir.aloof(&call(&format!("{of_shown} --all"))).stdout;
    assert!(text.contains("weighted by w, for a population of 15: loss 0.4100, NCP 0.4100, GCP 0.4100"), "{text}");
    assert!(text.contains("mean, weighted"), "{text}");
    insta::assert_snapshot!(
        dir.refused("evaluate --original bad.csv --release hidden.csv --policy hidden.toml"),
        @"error: bad.csv, line 3, column `w`: a weight must be a number above 0, how many people of the population the row stands for"
    );
}

/// Twelve people in three groups of four: pay rises by 1000 with every year. Classes of age are fifths, cut at 22, 24, 27 and 29.
#[test]
fn analyses_by_hand() {
    let room = room().and("release/data.csv", released(4, 12));
    let found = &room.json(&format!("evaluate release --original pay.csv {ROLES}"))["analyses"];
    let by = |column: &str| {
        let list = found["means"].as_array().unwrap();
        list.iter().find(|one| one["by"] == column).unwrap_or_else(|| panic!("by {column}")).clone()
    };
    // Towns stand as they are, so means by town do.
    near(&by("town")["mean_relative_error"], 0.0);
    near(&found["means"][0]["mean_relative_error"], 0.0);
    // Ages 20 and 21 earn 1500; of the group 20..23, with a mean of 2500, one half of everyone is counted there.
    let truth = [1500.0, 3500.0, 6000.0, 8500.0, 11000.0];
    // 20..23 halves, 24..27 three quarters and one, 28..31 one quarter and three.
    let (a, b, c) = (2500.0, 6500.0, 10500.0);
    let estimate = [a, a, b, f64::midpoint(b, c), c];
    let errors: Vec<f64> =
        truth.iter().zip(estimate).map(|(one, other): (&f64, f64)| (one - other).abs() / one).collect();
    near(&by("age")["mean_relative_error"], errors.iter().sum::<f64>() / 5.0);
    near(&by("age")["largest_relative_error"], 1000.0 / 1500.0);
    // The slope on what is expected of groups is that of the people, other columns being equal or not.
    assert_eq!(found["spread"], "even");
    assert_eq!(found["regressions"][0]["coefficients"][0]["column"], "age");
    near(&found["regressions"][0]["coefficients"][0]["original"], 1000.0);
    assert_eq!(found["rank_correlations"][0]["columns"], serde_json::json!(["age", "pay"]));
    near(&found["rank_correlations"][0]["kendall"]["original"], 1.0);
    let same = &room.json(&format!("evaluate pay.csv --original pay.csv {ROLES}"))["analyses"];
    near(&same["propensity"]["pmse"], 0.0);
    for one in same["cross_tabulations"].as_array().unwrap() {
        near(&one["misplaced"], 0.0);
    }
    near(&same["regressions"][0]["overlap"], 1.0);
}

/// `RELEASE --original DATA` and `--original DATA --release DIR` are one call; both together are none.
#[test]
fn both_forms_of_arguments() {
    let room = room().and("release/data.csv", released(4, 12));
    let new = room.json(&format!("evaluate release --original pay.csv {ROLES}"));
    assert_eq!(room.json(&format!("evaluate --original pay.csv --release release {ROLES}")), new);
    let told = room.refused(&format!("evaluate release --original pay.csv --release release {ROLES}"));
    assert!(told.contains("cannot be used with"), "{told}");
    assert_eq!(room.aloof(&format!("evaluate --original pay.csv {ROLES}")).code, 2);
}

/// Others are made to keep the same; what cannot be made is listed, and nothing at all is worse than anything.
#[test]
fn beside_others() {
    let room = Workdir::new();
    room.aloof("generate census --rows 600 --seed 5 --out people.csv --quiet");
    let roles = "--quasi age,birthplace,occupation --sensitive income --absolute 2000 --m 3";
    room.json(&format!("anonymize people.csv {roles} --effort quick --out release --seed 1"));
    let call = "evaluate release --original people.csv --queries 200 --beside printed,mondrian,nothing";
    let found = room.json(call);
    let beside = found["beside"].as_array().unwrap();
    assert_eq!(
        beside.iter().map(|one| one["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["printed (group view)", "mondrian", "nothing"]
    );
    for one in beside {
        assert!(one.get("reason").is_none(), "{one}");
        assert!(number(&one["evaluation"]["loss"]) > number(&found["loss"]), "{}", one["name"]);
    }
    near(&beside[2]["evaluation"]["loss"], 3.0);
    assert_eq!(room.json(&format!("{call} --threads 1")), found);
    assert!(room.aloof(call).stdout.contains("this release"));
    let told = room.refused("evaluate release --original people.csv --quasi age --sensitive income --beside mondrian");
    assert!(told.contains("nothing is said to be kept"), "{told}");
}

/// Fitted, cells lie where other cells say that people are.
#[test]
fn cells_are_spread_as_asked() {
    let room = Workdir::with("four.csv", "age,pay\n20,1\n20,2\n20,3\n29,40\n")
        .and("some.csv", "age,pay\n20,1\n20,2\n20..29,3\n29,40\n");
    let ask = |spread: &str| {
        room.json(&format!("evaluate some.csv --original four.csv --quasi age --sensitive pay {spread}"))
    };
    assert_eq!(ask("--spread fitted")["analyses"]["spread"], "fitted");
    let error = |found: &Value| number(&found["analyses"]["regressions"][0]["coefficients"][0]["release"]);
    assert!((error(&ask("--spread fitted")) - error(&ask(""))).abs() > 1e-6);
}
