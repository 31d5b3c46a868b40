//! Wrong input of many kinds: what was asked, what was found, and what would work, in one sentence each.

use crate::common::Workdir;

const PAY: &str = "age,zip,salary,job\n20,1,40000,nurse\n20,1,60000,clerk\n30,2,50000,judge\n30,2,80000,nurse\n";

/// The message of a call about [`PAY`]: exit code 2, nothing on standard output.
fn told(line: &str) -> String {
    Workdir::with("pay.csv", PAY).refused(line)
}

/// The same of `audit`, `advise` and `anonymize`, which must agree.
fn all(flags: &str) -> String {
    let [audit, advise, anonymize] = ["audit pay.csv", "advise pay.csv", "anonymize pay.csv --out release"]
        .map(|call| told(&format!("{call} {flags}")));
    assert_eq!((&audit, &audit), (&advise, &anonymize));
    audit
}

/// ε is about numbers: it is the question that does not fit, and not the first cell.
#[test]
fn labels_where_numbers_are_needed() {
    insta::assert_snapshot!(all("--quasi age --sensitive job --absolute 5 --m 2"), @"error: --absolute: (5, 2)-anonymity needs numbers or dates, and none of the values of column `job` is one; --sensitive job:l=3 asks for 3 different values in every group");
    insta::assert_snapshot!(all("--quasi age --sensitive salary:absolute=5,job --m 2 --relative 0.1"), @"error: --relative: (0.1 relative, 2)-anonymity needs numbers or dates, and none of the values of column `job` is one; --sensitive job:l=3 asks for 3 different values in every group");
    insta::assert_snapshot!(all("--quasi age --sensitive job:delta=5,l=2"), @"error: --sensitive job:delta: (5, 2)-diversity needs numbers or dates, and none of the values of column `job` is one; --sensitive job:l=3 asks for 3 different values in every group");
}

#[test]
fn numbers_that_are_none() {
    insta::assert_snapshot!(all("--quasi age --sensitive salary --absolute -5 --m 2"), @"error: --absolute: `absolute` must not be negative");
    insta::assert_snapshot!(all("--quasi age --sensitive salary --absolute 4,500 --m 2"), @r#"error: --absolute: `absolute` must be a decimal such as "4500" or "0.1", not `4,500`; digits stand together, and a fraction behind a point"#);
    insta::assert_snapshot!(all("--quasi age --sensitive salary --relative 10% --m 2"), @r#"error: --relative: `relative` must be a decimal: 10% is written as "0.1""#);
    insta::assert_snapshot!(all("--quasi age --sensitive salary --absolute much --m 2"), @r#"error: --absolute: `absolute` must be a decimal such as "4500" or "0.1", not `much`"#);
    insta::assert_snapshot!(all("--quasi age --sensitive salary --t -1"), @r#"error: --t: `t` must be at least 0 and at most 1, such as "0.2""#);
    insta::assert_snapshot!(told("anonymize pay.csv --quasi age --sensitive salary --l 2 --out release --suppress 5%"), @r#"error: --suppress: `suppress` must be a decimal: 5% is written as "0.05""#);
    for count in ["2.5", "-1", "two", "99999999999"] {
        let told = all(&format!("--quasi age --sensitive salary --absolute 5 --m {count}"));
        let says = format!(
            "error: invalid value '{count}' for '--m <M>': one in how many, a whole number such as 5: a guess is then right with at most \
             1/5, which is 20%\n"
        );
        assert!(told.starts_with(&says), "{told}");
    }
}

/// What everybody together does not keep: and the largest that they do.
#[test]
fn more_than_there_are() {
    let dir = Workdir::with("pay.csv", PAY);
    let told = |flags: &str| {
        let run = dir.aloof(&format!("anonymize pay.csv --quasi age --out release {flags}"));
        assert_eq!(run.code, 3, "{run}");
        run.stderr
    };
    insta::assert_snapshot!(told("--sensitive salary --k 100"), @"error: 100-anonymity is impossible for these data: not even all 4 rows together keep it. Their measure is 1/4, which is the least that can be promised, and at most 1/100 is asked. Nearest: k can be up to 4, with everybody in one group");
    insta::assert_snapshot!(told("--sensitive job --l 100"), @"error: job: distinct 100-diversity is impossible for these data: not even all 4 rows together keep it. Their measure is 1/3, which is the least that can be promised, and at most 1/100 is asked. Nearest: l can be up to 3, with everybody in one group");
}

#[test]
fn nothing_asked_and_nothing_sensitive() {
    insta::assert_snapshot!(told("anonymize pay.csv --quasi age --sensitive salary --out release"), @"error: command line: nothing is to be protected: say what must hold, such as --absolute 1000 --m 5 of numbers, --l 3 of labels, or --k 5 (aloof advise says what can be promised)");
    insta::assert_snapshot!(all("--quasi age --absolute 5 --m 2"), @"error: --absolute: no column is declared sensitive; name the one that it is for with --sensitive");
    insta::assert_snapshot!(told("audit pay.csv --quasi age"), @r#"error: nothing is declared sensitive, so there is nothing to measure; name a column with --sensitive, or give it role = "sensitive" in the policy"#);
    insta::assert_snapshot!(told("advise pay.csv --quasi age"), @r#"error: nothing is declared sensitive, so there is nothing to advise on; name a column with --sensitive, or give it role = "sensitive" in the policy"#);
    insta::assert_snapshot!(told("advise pay.csv --quasi age --sensitive job"), @"error: no sensitive column holds numbers or dates, and nothing says what must hold; say it, such as --l 3, or with [[protect]] in a policy");
}

#[test]
fn columns_named_twice() {
    insta::assert_snapshot!(all("--quasi age,zip --sensitive zip --l 2"), @"error: --sensitive: column `zip` is named by --quasi, too; a column is named once, and has one role");
    insta::assert_snapshot!(all("--quasi age,age --sensitive salary --l 2"), @"error: --quasi: column `age` is named twice; a column is named once, and has one role");
    insta::assert_snapshot!(told("audit pay.csv --quasi age zip --sensitive salary").lines().last().unwrap(), @"Several columns are one word: --quasi age,zip; a name with blanks in it stands in quotes.");
}

/// Audit and evaluate name the release alone, as compare names releases: the original has a flag of its own.
#[test]
fn an_original_without_its_flag() {
    for command in ["audit pay.csv pay.csv", "evaluate pay.csv pay.csv --original pay.csv"] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(told(command).lines().last().unwrap(), @"The table that a release was made from goes with --original DATA.");
        }
    }
}

/// A header and nobody: no policy can be guessed from it.
#[test]
fn tables_without_people() {
    let dir = Workdir::with("none.csv", "age,salary\n");
    insta::assert_snapshot!(dir.refused("anonymize none.csv --quasi age --sensitive salary --l 2 --out release"), @"error: the data have no rows that could be published: there is none, or all of them are left out for missing values");
    insta::assert_snapshot!(dir.refused("inspect none.csv --write-policy aloof.toml"), @"error: none.csv has no rows, so nothing can be told of its columns, and no policy was written");
    assert!(!dir.path("aloof.toml").exists() && !dir.path("release").exists());
}

/// Without a header line the first person would be one: what they have is not quoted.
#[test]
fn tables_without_names() {
    let dir = Workdir::with("bare.csv", "20,77701\n30,77702\n40,77703\n");
    let run = dir.aloof("audit bare.csv --quasi age --sensitive salary --l 2");
    run.hides(&["77701", "77702"]);
    insta::assert_snapshot!(run.refused(), @"error: --quasi: bare.csv has no column `age`; its first line, which should name the columns, holds numbers: put a line with names above it");
    assert!(dir.aloof("inspect bare.csv").stdout.contains("seems to be a person and no header"));
}

#[test]
fn other_delimiters() {
    insta::assert_snapshot!(told("audit pay.csv --quasi age --sensitive salary --l 2 --delimiter semicolon"), @"error: --quasi: pay.csv has no column `age`; it is read as one column, `age,zip,salary,job`: say with --delimiter what stands between its fields");
}

#[test]
fn policies_and_releases_that_are_not_there() {
    insta::assert_snapshot!(told("audit pay.csv --policy nowhere.toml"), @"error: the policy nowhere.toml: no such file (aloof inspect DATA --write-policy nowhere.toml makes a first one)");
    insta::assert_snapshot!(told("audit pay.csv --policy ."), @"error: the policy . is a directory; give a file");
    insta::assert_snapshot!(told("attack release --original pay.csv"), @"error: release: no such file or directory");
    insta::assert_snapshot!(told("evaluate release --original pay.csv"), @"error: release: no such file or directory");
}
