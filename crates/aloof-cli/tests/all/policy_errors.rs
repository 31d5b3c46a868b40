//! Everything that can be wrong inside a policy, with the line where it stands and what would do.

use crate::common::Workdir;

const DATA: &str = "\
age,zip,salary,job
20,1,40000,nurse
20,1,60000,clerk
30,2,50000,judge
30,2,80000,nurse
";

/// What an audit of a sound table says of this policy. Nothing in the table may be quoted.
fn told(policy: &str) -> String {
    let run = Workdir::with("pay.csv", DATA).and("aloof.toml", policy).aloof("audit pay.csv");
    run.hides(&["40000", "50000", "60000", "80000", "nurse", "clerk", "judge"]);
    run.refused()
}

/// The columns of [`DATA`]; they end on line 6.
const COLUMNS: &str = r#"[columns]
age    = { role = "quasi" }
zip    = { role = "quasi" }
salary = { role = "sensitive" }
job    = { role = "sensitive" }

"#;

/// The same for one protection: its lines begin on line 8, below `[[protect]]`.
fn protected(lines: &[&str]) -> String {
    told(&format!("{COLUMNS}[[protect]]\n{}\n", lines.join("\n")))
}

/// Of (ε, m)-anonymity of the salary; these lines begin on line 10.
fn near(lines: &[&str]) -> String {
    protected(&[&[r#"principle = "epsilon-m""#, r#"sensitive = "salary""#], lines].concat())
}

/// Of dissimilarity in this distance, which stands on line 10; ε, δ and k follow.
fn apart(sensitive: &str, distance: &str) -> String {
    protected(&[
        r#"principle = "dissimilarity""#,
        &format!("sensitive = {sensitive}"),
        &format!("distance = {distance}"),
        r#"epsilon = "0.1""#,
        r#"delta = "0.8""#,
        "k = 2",
    ])
}

// ---- The file as a whole.

#[test]
fn not_toml() {
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\"\n"),
        @"error: aloof.toml, line 2: this is not TOML: unclosed inline table, expected `}`"
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\" }\nage = { role = \"keep\" }\n"),
        @"error: aloof.toml, line 3: this is not TOML: duplicate key"
    );
    insta::assert_snapshot!(
        told("[columns]\nage { role = \"quasi\" }\n"),
        @"error: aloof.toml, line 2: this is not TOML: key with no value, expected `=`"
    );
    insta::assert_snapshot!(
        told("[columns\n"),
        @"error: aloof.toml, line 1: this is not TOML: unclosed table, expected `]`"
    );
}

#[test]
fn unknown_tables() {
    insta::assert_snapshot!(
        told("[collumns]\nage = { role = \"quasi\" }\n"),
        @"error: aloof.toml, line 1: unknown table `[collumns]`; did you mean `columns`?"
    );
    insta::assert_snapshot!(
        told("\n[weather]\nsun = true\n"),
        @"error: aloof.toml, line 2: unknown table `[weather]`; known are columns, protect, preserve, method, output, input"
    );
    insta::assert_snapshot!(
        told("[protect]\nk = 5\n"),
        @"error: aloof.toml, line 1: `protect` must be written as [[protect]], with two brackets, not a table"
    );
    insta::assert_snapshot!(
        told("[columns]\n\n[method]\nalgorithm = 5\n"),
        @"error: aloof.toml, line 4: `algorithm` must be a text in quotes, not a number"
    );
    insta::assert_snapshot!(
        told("method = \"split\"\n"),
        @"error: aloof.toml, line 1: `method` must be a table, not a text"
    );
}

// ---- Columns.

#[test]
fn columns_that_say_too_little_or_too_much() {
    insta::assert_snapshot!(
        told("[columns]\nage = \"quasi\"\n"),
        @r#"error: aloof.toml, line 2: `age` must be a table such as { role = "quasi" } (roles are identifier, quasi, sensitive, group, keep, pseudonym, drop, weight, household, stratum), not a text"#
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { rol = \"quasi\" }\n"),
        @"error: aloof.toml, line 2: unknown key `rol` in column `age`; did you mean `role`?"
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { type = \"number\" }\n"),
        @r#"error: aloof.toml, line 2: column `age` needs `role`, such as role = "quasi""#
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = 5 }\n"),
        @"error: aloof.toml, line 2: `role` must be a text in quotes, not a number"
    );
    insta::assert_snapshot!(
        told("[columns]\n\nage = { role = \"quazi\" }\n"),
        @"error: aloof.toml, line 3: `role` cannot be `quazi`; did you mean `quasi`?"
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", missing = \"ignore\" }\n"),
        @"error: aloof.toml, line 2: `missing` cannot be `ignore`; known are value, error, drop, publish"
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", type = \"integer\" }\n"),
        @"error: aloof.toml, line 2: `type` cannot be `integer`; known are number, date, label"
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", domain = [\"0\"] }\n"),
        @r#"error: aloof.toml, line 2: `domain` must be two values, low and high, such as ["0", "120"]"#
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", domain = [\"9\", \"0\"] }\n"),
        @"error: aloof.toml, line 2: `domain` has its low end above its high end"
    );
    insta::assert_snapshot!(
        told("[columns]\nundeclared = \"keep\"\n"),
        @"error: aloof.toml, line 2: `undeclared` cannot be `keep`; known are error, drop"
    );
}

#[test]
fn columns_that_the_data_lack() {
    insta::assert_snapshot!(
        told(&COLUMNS.replace("salary", "salry")),
        @"error: aloof.toml, line 4: pay.csv has no column `salry`; did you mean `salary`?"
    );
    insta::assert_snapshot!(
        told(&COLUMNS.replace("salary", "disease")),
        @"error: aloof.toml, line 4: pay.csv has no column `disease`; known are age, zip, salary, job"
    );
}

#[test]
fn columns_that_the_policy_does_not_name() {
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\" }\nsalary = { role = \"sensitive\" }\n"),
        @r#"error: aloof.toml, line 1: pay.csv has columns that the policy does not name: `zip`, `job`; declare them under [columns], or write undeclared = "drop" there"#
    );
}

#[test]
fn columns_of_another_type() {
    insta::assert_snapshot!(
        told(&COLUMNS.replace("\"sensitive\" }", "\"sensitive\", type = \"date\" }")),
        @"error: pay.csv, line 2, column `salary`: not a date (a date is written 2020-01-31)"
    );
    insta::assert_snapshot!(
        told(&COLUMNS.replace("job    = { role = \"sensitive\"", "job = { role = \"sensitive\", type = \"number\"")),
        @"error: pay.csv, line 2, column `job`: not a number"
    );
}

// ---- Weights and orders.

/// What an audit says of this declaration of the column `age`.
fn of_age(keys: &str) -> String {
    told(&COLUMNS.replace("age    = { role = \"quasi\" }", &format!("age = {{ role = \"quasi\", {keys} }}")))
}

#[test]
fn weights_that_are_none() {
    for weight in ["0", "-2", "1000001"] {
        assert_eq!(
            of_age(&format!("weight = \"{weight}\"")),
            "error: aloof.toml, line 2: `weight` must be above 0 and at most 1000000, such as \"2\"\n"
        );
    }
    insta::assert_snapshot!(
        of_age("weight = \"heavy\""),
        @r#"error: aloof.toml, line 2: `weight` must be a decimal such as "4500" or "0.1", not `heavy`"#
    );
    insta::assert_snapshot!(
        told(&COLUMNS.replace("\"sensitive\" }", "\"sensitive\", weight = 2 }")),
        @"error: aloof.toml, line 4: `weight` is for quasi columns, and this one has the role `sensitive`"
    );
}

#[test]
fn orders_that_are_none() {
    insta::assert_snapshot!(of_age("order = \"low\""), @r#"error: aloof.toml, line 2: `order` must be a list of labels such as ["low", "middle", "high"], not a text"#);
    insta::assert_snapshot!(of_age("order = [1, 2]"), @"error: aloof.toml, line 2: `order` must be a list of texts, not a number");
    insta::assert_snapshot!(of_age("order = []"), @"error: aloof.toml, line 2: `order` names no label");
    insta::assert_snapshot!(of_age("order = [\"20\", \"30\", \"20\"]"), @"error: aloof.toml, line 2: `order` names `20` twice");
    insta::assert_snapshot!(of_age("order = [\"20|30\"]"), @"error: aloof.toml, line 2: `order` names `20|30`, which could not be read back from a set such as {low|middle}: a label there has no bar, no blank at either end, and does not end in a star");
    insta::assert_snapshot!(of_age("order = [\"20\", \"30\"], type = \"number\""), @"error: aloof.toml, line 2: `order` is for labels; numbers and dates have their own order, so leave it out");
    insta::assert_snapshot!(of_age("order = [\"20\", \"30\"], hierarchy = { kind = \"prefix\" }"), @"error: aloof.toml, line 2: `order` and `hierarchy` do not go together: labels lie on a line or in a tree");
    insta::assert_snapshot!(
        told(&COLUMNS.replace("job    = { role = \"sensitive\"", "job = { role = \"keep\", order = [\"clerk\"]")),
        @"error: aloof.toml, line 5: `order` is for quasi columns, and this one has the role `keep`"
    );
}

#[test]
fn orders_that_lack_labels() {
    insta::assert_snapshot!(of_age("order = [\"20\", \"25\"]"), @"error: aloof.toml, line 2: column `age`: `order` lacks 1 of the column's 2 labels; the first is `30`, in data row 3 of pay.csv");
    let data = "pay,school\n17,none\n18,tertiary\n19,unheard-of\n";
    let policy = r#"[columns]
school = { role = "quasi", order = ["none", "tertiary"] }
pay = { role = "sensitive" }
[[protect]]
principle = "k-anonymity"
k = 2
"#;
    let run = Workdir::with("pay.csv", data).and("aloof.toml", policy).aloof("anonymize pay.csv --out release");
    run.hides(&["17", "18", "19"]);
    insta::assert_snapshot!(run.refused(), @"error: aloof.toml, line 2: column `school`: `order` lacks 1 of the column's 3 labels; the first is `unheard-of`, in data row 3 of pay.csv");
}

// ---- Hierarchies.

#[test]
fn hierarchies_that_are_none() {
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", hierarchy = 5 }\n"),
        @r#"error: aloof.toml, line 2: `hierarchy` must be a file name or a table such as { kind = "prefix" }, not a number"#
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", hierarchy = { kind = \"tree\" } }\n"),
        @"error: aloof.toml, line 2: `kind` cannot be `tree`; known are prefix, intervals, calendar, suppress"
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", hierarchy = { kind = \"intervals\" } }\n"),
        @r#"error: aloof.toml, line 2: hierarchy needs `widths`, such as widths = ["5", "10", "20"]"#
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\", hierarchy = { kind = \"prefix\", depth = 2 } }\n"),
        @"error: aloof.toml, line 2: unknown key `depth` in hierarchy; known are kind, widths, origin, levels"
    );
}

/// What an audit against the original says of this hierarchy for the column `place`.
fn places(file: Option<&str>) -> String {
    let policy = "[columns]\nplace = { role = \"quasi\", hierarchy = \"place.csv\" }\nsalary = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n";
    let mut dir = Workdir::with("release.csv", "place,salary\nItaly,40000\nItaly,60000\n")
        .and("original.csv", "place,salary\nRome,40000\nMilan,60000\n")
        .and("aloof.toml", policy);
    if let Some(file) = file {
        dir = dir.and("place.csv", file);
    }
    let run = dir.aloof("audit release.csv --original original.csv");
    run.hides(&["40000", "60000"]);
    run.refused()
}

#[test]
fn hierarchy_files_that_do_not_serve() {
    insta::assert_snapshot!(places(None), @"error: aloof.toml, line 2: column `place`: place.csv: no such file");
    insta::assert_snapshot!(
        places(Some("")),
        @"error: aloof.toml, line 2: column `place`: place.csv: the hierarchy is empty"
    );
    insta::assert_snapshot!(
        places(Some("Rome;Italy;*\nMilan;*\n")),
        @"error: aloof.toml, line 2: column `place`: place.csv: line 2 has 2 levels, the first line has 3"
    );
    insta::assert_snapshot!(
        places(Some("Rome;Italy;*\n\nRome;Italy;*\n")),
        @"error: aloof.toml, line 2: column `place`: place.csv: line 3: `Rome` stands on line 1 already"
    );
    insta::assert_snapshot!(
        places(Some("Rome;Italy;Europe;*\nMilan;Italy;Asia;*\n")),
        @"error: aloof.toml, line 2: column `place`: place.csv: line 2: `Italy` on level 1 lies under `Asia` here and under `Europe` on line 1; a hierarchy is a tree"
    );
    let incomplete = places(Some("Rome;Italy;*\nLyon;France;*\n"));
    assert!(incomplete.contains("column `place`") && incomplete.contains("lacks 1 of"), "{incomplete}");
    let unknown = places(Some("Rome;Latium;*\nMilan;Lombardy;*\n"));
    assert!(unknown.contains("column `place`"), "{unknown}");
}

#[test]
fn interval_widths_that_do_not_nest() {
    let policy = COLUMNS.replace(
        "{ role = \"quasi\" }\nzip",
        "{ role = \"quasi\", hierarchy = { kind = \"intervals\", widths = [\"2\", \"3\"] } }\nzip",
    );
    let dir = Workdir::with("pay.csv", DATA).and("aloof.toml", policy);
    insta::assert_snapshot!(
        dir.refused("audit pay.csv --original pay.csv"),
        @"error: aloof.toml, line 2: column `age`: interval widths must be positive and each a multiple of the one before: `3` is not"
    );
}

/// A principle over a hierarchy that the column does not have, or that lacks its labels; these are sensitive.
#[test]
fn hierarchies_of_sensitive_columns() {
    let closeness =
        [r#"principle = "t-closeness""#, r#"sensitive = "job""#, r#"t = "0.5""#, r#"ground = "hierarchical""#];
    insta::assert_snapshot!(
        protected(&closeness),
        @r#"error: aloof.toml, line 7: this principle needs a hierarchy: job = { role = "sensitive", hierarchy = "file.csv" }"#
    );
    insta::assert_snapshot!(
        apart(r#""job""#, r#"{ kind = "hierarchy" }"#),
        @r#"error: aloof.toml, line 7: this principle needs a hierarchy: job = { role = "sensitive", hierarchy = "file.csv" }"#
    );
    let policy =
        COLUMNS.replace("job    = { role = \"sensitive\"", "job = { role = \"sensitive\", hierarchy = \"job.csv\"");
    let dir = Workdir::with("pay.csv", DATA)
        .and("job.csv", "nurse;health;*\nsurgeon;health;*\n")
        .and("aloof.toml", format!("{policy}[[protect]]\n{}\n", closeness.join("\n")));
    let run = dir.aloof("audit pay.csv");
    run.hides(&["clerk", "judge"]);
    let told = run.refused();
    assert!(told.contains("`job`") && told.contains("lacks 2 of the"), "{told}");
}

// ---- Protection.

#[test]
fn unknown_principles() {
    insta::assert_snapshot!(
        protected(&[r#"principle = "epsilonm""#, r#"sensitive = "salary""#]),
        @"error: aloof.toml, line 8: unknown principle `epsilonm`; did you mean `epsilon-m`?"
    );
    insta::assert_snapshot!(
        protected(&[r#"principle = "secrecy""#, r#"sensitive = "salary""#]),
        @"error: aloof.toml, line 8: unknown principle `secrecy`; known are epsilon-m, delta-l, dissimilarity, k-anonymity, l-diversity, alpha-k, k-e, variance, t-closeness, beta-likeness, c-k-safety, presence, m-invariance, skyline"
    );
    insta::assert_snapshot!(
        protected(&[r#"principle = "m-invariance""#, r#"sensitive = "salary""#, "m = 3", r#"view = "group""#]),
        @"error: aloof.toml, line 11: m-invariance is a promise to those who know everybody's groups, and has no weaker view; leave out `view`"
    );
    insta::assert_snapshot!(
        protected(&[r#"sensitive = "salary""#]),
        @"error: aloof.toml, line 7: [[protect]] needs `principle`, one of epsilon-m, delta-l, dissimilarity, k-anonymity, l-diversity, alpha-k, k-e, variance, t-closeness, beta-likeness, c-k-safety, presence, m-invariance, skyline"
    );
    insta::assert_snapshot!(
        protected(&["principle = 5"]),
        @"error: aloof.toml, line 8: `principle` must be a text in quotes, not a number"
    );
}

#[test]
fn unknown_keys() {
    insta::assert_snapshot!(
        near(&[r#"absolut = "5""#, "m = 2"]),
        @"error: aloof.toml, line 10: unknown key `absolut` in [[protect]] epsilon-m; did you mean `absolute`?"
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#, "m = 2", r#"colour = "red""#]),
        @"error: aloof.toml, line 12: unknown key `colour` in [[protect]] epsilon-m; known are principle, sensitive, view, absolute, relative, below, above, m"
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#, "m = 2", r#"view = "groups""#]),
        @"error: aloof.toml, line 12: `view` cannot be `groups`; did you mean `group`?"
    );
    insta::assert_snapshot!(
        told("[input]\nmising = \"NA\"\n"),
        @"error: aloof.toml, line 2: unknown key `mising` in [input]; did you mean `missing`?"
    );
    insta::assert_snapshot!(
        told("[output]\ngroup_id = true\n"),
        @"error: aloof.toml, line 2: unknown key `group_id` in [output]; did you mean `group_ids`?"
    );
}

#[test]
fn columns_that_are_not_protected() {
    let lines = |sensitive: &'static str| [r#"principle = "epsilon-m""#, sensitive, r#"absolute = "5""#, "m = 2"];
    insta::assert_snapshot!(
        protected(&lines(r#"sensitive = "sallary""#)),
        @"error: aloof.toml, line 9: `sallary` is not declared as a sensitive column; did you mean `salary`? [columns] says so; if `sallary` is the name in the data, the misspelling is there"
    );
    insta::assert_snapshot!(
        protected(&lines(r#"sensitive = "age""#)),
        @"error: aloof.toml, line 9: `age` is not declared as a sensitive column; known are salary, job"
    );
    insta::assert_snapshot!(
        protected(&lines("sensitive = []")),
        @"error: aloof.toml, line 9: `sensitive` names no column"
    );
    insta::assert_snapshot!(
        protected(&lines("sensitive = 5")),
        @"error: aloof.toml, line 9: `sensitive` must be a text or a list of texts, not a number"
    );
    insta::assert_snapshot!(
        protected(&lines("")),
        @"error: aloof.toml, line 7: say which column is protected: sensitive = one of salary, job"
    );
    insta::assert_snapshot!(
        told("[columns]\nage = { role = \"quasi\" }\nundeclared = \"drop\"\n[[protect]]\nprinciple = \"l-diversity\"\nl = 2\n"),
        @r#"error: aloof.toml, line 4: no column is declared sensitive; give the one that it is for role = "sensitive" under [columns]"#
    );
}

#[test]
fn values_of_another_type() {
    insta::assert_snapshot!(
        near(&["absolute = true", "m = 2"]),
        @r#"error: aloof.toml, line 10: `absolute` must be a decimal in quotes, such as "4500" or "0.1", not true or false"#
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "five""#, "m = 2"]),
        @r#"error: aloof.toml, line 10: `absolute` must be a decimal such as "4500" or "0.1", not `five`"#
    );
    insta::assert_snapshot!(
        near(&["absolute = [5]", "m = 2"]),
        @r#"error: aloof.toml, line 10: `absolute` must be a decimal in quotes, such as "4500" or "0.1", not a list"#
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#, r#"m = "two""#]),
        @"error: aloof.toml, line 11: `m` must be a whole number from 0 to 4294967295, such as 5"
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#, "m = 2.5"]),
        @"error: aloof.toml, line 11: `m` must be a whole number from 0 to 4294967295, such as 5"
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#, "m = 0x10"]),
        @"error: aloof.toml, line 11: write numbers with decimal digits"
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, r#""l1""#),
        @"error: aloof.toml, line 10: `distance` must be a table, not a text"
    );
    insta::assert_snapshot!(
        told("[output]\ngroup_ids = \"yes\"\n"),
        @"error: aloof.toml, line 2: `group_ids` must be true or false, not a text"
    );
    insta::assert_snapshot!(
        told("[output]\nformat = \"excel\"\n"),
        @"error: aloof.toml, line 2: `format` cannot be `excel`; known are csv, parquet, xlsx, dta"
    );
    insta::assert_snapshot!(
        told("[output]\nintervals = \"pairs\"\n"),
        @"error: aloof.toml, line 2: `intervals` cannot be `pairs`; known are text, bounds"
    );
    insta::assert_snapshot!(
        told("[input]\ndelimiter = \"ab\"\n"),
        @"error: aloof.toml, line 2: a delimiter is one character such as `;`, or one of tab, comma, semicolon, bar"
    );
    insta::assert_snapshot!(
        told("[method]\nalgorithm = \"magic\"\n"),
        @"error: aloof.toml, line 2: `algorithm` cannot be `magic`; known are split, xcolor, walk, mondrian, perturb, noise, anatomy"
    );
    insta::assert_snapshot!(
        told("[method]\nsuppress = \"2\"\n"),
        @r#"error: aloof.toml, line 2: `suppress` must be a share from 0 to 1, such as "0.01""#
    );
}

#[test]
fn neighbourhoods_that_are_none_or_two() {
    insta::assert_snapshot!(
        near(&["m = 2"]),
        @r#"error: aloof.toml, line 8: epsilon-m needs exactly one of absolute = "4500", relative = "0.125", or below = "20" together with above = "10000""#
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#, r#"relative = "0.1""#, "m = 2"]),
        @r#"error: aloof.toml, line 8: epsilon-m needs exactly one of absolute = "4500", relative = "0.125", or below = "20" together with above = "10000""#
    );
    insta::assert_snapshot!(
        near(&[r#"below = "5""#, "m = 2"]),
        @r#"error: aloof.toml, line 8: epsilon-m needs exactly one of absolute = "4500", relative = "0.125", or below = "20" together with above = "10000""#
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#]),
        @"error: aloof.toml, line 7: [[protect]] epsilon-m needs `m`, such as m = 5"
    );
}

#[test]
fn impossible_values_of_proximity() {
    insta::assert_snapshot!(
        near(&[r#"absolute = "5""#, "m = 0"]),
        @"error: aloof.toml, line 11: `m` must be at least 1"
    );
    insta::assert_snapshot!(
        near(&[r#"absolute = "-5""#, "m = 2"]),
        @"error: aloof.toml, line 10: `absolute` must not be negative"
    );
    insta::assert_snapshot!(
        near(&[r#"relative = "1""#, "m = 2"]),
        @r#"error: aloof.toml, line 10: `relative` must be at least 0 and less than 1, such as "0.125""#
    );
    insta::assert_snapshot!(
        near(&[r#"below = "5""#, r#"above = "-1""#, "m = 2"]),
        @"error: aloof.toml, line 11: `above` must not be negative"
    );
    let diversity =
        |keys: &[&str]| protected(&[&[r#"principle = "delta-l""#, r#"sensitive = "salary""#], keys].concat());
    insta::assert_snapshot!(
        diversity(&[r#"delta = "5""#, "l = 0"]),
        @"error: aloof.toml, line 11: `l` must be at least 1"
    );
    insta::assert_snapshot!(
        diversity(&[r#"delta = "-5""#, "l = 2"]),
        @"error: aloof.toml, line 10: `delta` must not be negative"
    );
    insta::assert_snapshot!(
        diversity(&[r#"delta = "5""#, "l = 2", r#"reading = "loose""#]),
        @"error: aloof.toml, line 12: `reading` cannot be `loose`; known are definition, any-centre"
    );
    insta::assert_snapshot!(
        diversity(&["l = 2"]),
        @r#"error: aloof.toml, line 7: [[protect]] delta-l needs `delta`, such as delta = "500""#
    );
}

#[test]
fn impossible_values_of_the_classics() {
    let one = |principle: &str, keys: &[&str]| {
        let head = [format!("principle = \"{principle}\""), "sensitive = \"salary\"".to_owned()];
        protected(&[&head.each_ref().map(String::as_str), keys].concat())
    };
    insta::assert_snapshot!(one("k-anonymity", &["k = 0"]), @"error: aloof.toml, line 10: `k` must be at least 1");
    insta::assert_snapshot!(
        one("k-anonymity", &["k = -1"]),
        @"error: aloof.toml, line 10: `k` must be a whole number from 0 to 4294967295, such as 5"
    );
    insta::assert_snapshot!(one("l-diversity", &["l = 0"]), @"error: aloof.toml, line 10: `l` must be at least 1");
    insta::assert_snapshot!(
        one("l-diversity", &[r#"l = "2.5""#]),
        @"error: aloof.toml, line 10: `l` must be a whole number from 0 to 4294967295, such as 5"
    );
    insta::assert_snapshot!(
        one("l-diversity", &[r#"kind = "frequency""#, r#"l = "0.5""#]),
        @r#"error: aloof.toml, line 11: `l` must be at least 1; it may have a fraction, such as "2.5""#
    );
    insta::assert_snapshot!(
        one("l-diversity", &[r#"kind = "entropic""#, "l = 2"]),
        @"error: aloof.toml, line 10: `kind` cannot be `entropic`; did you mean `entropy`?"
    );
    insta::assert_snapshot!(
        one("l-diversity", &[r#"kind = "recursive""#, "l = 2"]),
        @r#"error: aloof.toml, line 7: [[protect]] l-diversity needs `c`, such as c = "4""#
    );
    insta::assert_snapshot!(
        one("l-diversity", &[r#"c = "3""#, "l = 2"]),
        @r#"error: aloof.toml, line 10: `c` goes with kind = "recursive", not with distinct"#
    );
    insta::assert_snapshot!(
        one("alpha-k", &[r#"alpha = "0""#, "k = 2"]),
        @r#"error: aloof.toml, line 10: `alpha` must be more than 0 and at most 1, such as "0.5""#
    );
    insta::assert_snapshot!(
        one("alpha-k", &[r#"alpha = "1.1""#, "k = 2"]),
        @r#"error: aloof.toml, line 10: `alpha` must be more than 0 and at most 1, such as "0.5""#
    );
    insta::assert_snapshot!(
        one("k-e", &["k = 2", r#"e = "-1""#]),
        @"error: aloof.toml, line 11: `e` must not be negative"
    );
    insta::assert_snapshot!(one("variance", &[r#"v = "-1""#]), @"error: aloof.toml, line 10: `v` must not be negative");
    insta::assert_snapshot!(
        one("t-closeness", &[r#"t = "1.5""#]),
        @r#"error: aloof.toml, line 10: `t` must be at least 0 and at most 1, such as "0.2""#
    );
    insta::assert_snapshot!(
        one("t-closeness", &[r#"t = "0.5""#, r#"ground = "sea""#]),
        @"error: aloof.toml, line 11: `ground` cannot be `sea`; known are equal, ordered, value, hierarchical"
    );
    insta::assert_snapshot!(
        one("beta-likeness", &[r#"beta = "0""#]),
        @r#"error: aloof.toml, line 10: `beta` must be more than 0, such as "1.5""#
    );
    insta::assert_snapshot!(
        one("c-k-safety", &[r#"c = "1.5""#, "k = 1"]),
        @r#"error: aloof.toml, line 10: `c` must be more than 0 and at most 1, such as "0.5""#
    );
    insta::assert_snapshot!(
        one("c-k-safety", &[r#"c = "0.5""#, "k = 51"]),
        @"error: aloof.toml, line 11: `k` must be from 0 to 50"
    );
    insta::assert_snapshot!(
        one("skyline", &["points = []"]),
        @r#"error: aloof.toml, line 10: `points` names no point, such as { l = 1, k = 3, m = 0, c = "0.5" }"#
    );
    insta::assert_snapshot!(
        one("skyline", &["points = [{ l = 1 }]"]),
        @r#"error: aloof.toml, line 10: a point of skyline needs `c`, such as c = "0.5""#
    );
    insta::assert_snapshot!(
        one("presence", &[r#"low = "0.5""#, r#"high = "0.2""#, r#"population = "all.csv""#]),
        @"error: aloof.toml, line 11: `high` must be at least `low`"
    );
    insta::assert_snapshot!(
        one("presence", &[r#"high = "0.2""#]),
        @r#"error: aloof.toml, line 7: [[protect]] presence needs `population`, such as population = "everybody.csv""#
    );
}

#[test]
fn impossible_values_of_dissimilarity() {
    let lines = |epsilon: &'static str, delta: &'static str, k: &'static str| {
        protected(&[
            r#"principle = "dissimilarity""#,
            r#"sensitive = "salary""#,
            r#"distance = { kind = "l1" }"#,
            epsilon,
            delta,
            k,
        ])
    };
    insta::assert_snapshot!(
        lines(r#"epsilon = "-0.1""#, r#"delta = "0.8""#, "k = 2"),
        @"error: aloof.toml, line 11: `epsilon` must not be negative"
    );
    insta::assert_snapshot!(
        lines(r#"epsilon = "0.1""#, r#"delta = "1.8""#, "k = 2"),
        @r#"error: aloof.toml, line 12: `delta` must be between 0 and 1, such as "0.8""#
    );
    insta::assert_snapshot!(
        lines(r#"epsilon = "0.1""#, r#"delta = "0.8""#, "k = 0"),
        @"error: aloof.toml, line 13: `k` must be at least 1"
    );
    insta::assert_snapshot!(
        lines(r#"epsilon = "0.1""#, r#"delta = "0.8""#, ""),
        @"error: aloof.toml, line 7: [[protect]] dissimilarity needs `k`, such as k = 5"
    );
}

// ---- Distances.

#[test]
fn distances_that_are_none() {
    insta::assert_snapshot!(
        apart(r#""salary""#, r#"{ kind = "l7" }"#),
        @"error: aloof.toml, line 10: `kind` cannot be `l7`; did you mean `l1`?"
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, "{ }"),
        @r#"error: aloof.toml, line 10: distance needs `kind`, such as kind = "l1""#
    );
    insta::assert_snapshot!(
        apart(r#"["salary", "job"]"#, r#"{ kind = "l1", weights = ["1"] }"#),
        @"error: aloof.toml, line 10: `weights` has 1 entries for 2 sensitive columns"
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, r#"{ kind = "l1", weights = ["-1"] }"#),
        @"error: aloof.toml, line 10: `weights` must not be negative"
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, r#"{ kind = "l1", weights = ["0"] }"#),
        @"error: aloof.toml, line 10: `weights` must not all be zero: every two values would be equal"
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, r#"{ kind = "l1", weights = "1" }"#),
        @r#"error: aloof.toml, line 10: `weights` must be a list of decimals such as ["0.3", "0.7"], not a text"#
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, r#"{ kind = "l1", scale = "wide" }"#),
        @"error: aloof.toml, line 10: `scale` cannot be `wide`; known are none, domain, range"
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, r#"{ kind = "l1", wieghts = ["1"] }"#),
        @"error: aloof.toml, line 10: unknown key `wieghts` in distance; did you mean `weights`?"
    );
    insta::assert_snapshot!(
        apart(r#""job""#, r#"{ kind = "matrix" }"#),
        @r#"error: aloof.toml, line 10: kind = "matrix" goes together with matrix = "file.csv", a table of labels and distances"#
    );
    insta::assert_snapshot!(
        apart(r#""job""#, r#"{ kind = "edit", matrix = "m.csv" }"#),
        @r#"error: aloof.toml, line 10: kind = "matrix" goes together with matrix = "file.csv", a table of labels and distances"#
    );
}

#[test]
fn distances_that_do_not_fit_the_columns() {
    insta::assert_snapshot!(
        apart(r#""job""#, r#"{ kind = "l1" }"#),
        @"error: aloof.toml, line 7: dissimilarity on job: sensitive column 1 holds labels, which have no difference that `l1` could measure: give the column a hierarchy (one in which every label lies below `*` makes all labels equally far apart), or use `hamming`"
    );
    insta::assert_snapshot!(
        apart(r#"["salary", "job"]"#, r#"{ kind = "variational" }"#),
        @r#"error: aloof.toml, line 7: dissimilarity needs numbers or dates, and none of the values of column `job` is one; principle = "l-diversity" or "t-closeness" is about labels"#
    );
    insta::assert_snapshot!(
        apart(r#""salary""#, r#"{ kind = "great-circle" }"#),
        @"error: aloof.toml, line 7: dissimilarity on salary: `great-circle` needs two sensitive columns, latitude and longitude"
    );
    let narrow =
        COLUMNS.replace("{ role = \"sensitive\" }\njob", "{ role = \"sensitive\", domain = [\"0\", \"70000\"] }\njob");
    let protect = "[[protect]]\nprinciple = \"dissimilarity\"\nsensitive = \"salary\"\n\
                   distance = { kind = \"l1\", scale = \"domain\" }\nepsilon = \"0.1\"\ndelta = \"0.8\"\nk = 2\n";
    insta::assert_snapshot!(
        told(&format!("{narrow}{protect}")),
        @"error: aloof.toml, line 7: dissimilarity on salary: 1 distinct values of sensitive column 1 lie outside its declared domain: declare a wider one"
    );
}

/// What is said of a distance matrix over the jobs.
fn matrix(file: Option<&str>) -> String {
    let protect = "[[protect]]\nprinciple = \"dissimilarity\"\nsensitive = \"job\"\n\
                   distance = { kind = \"matrix\", matrix = \"far.csv\" }\nepsilon = \"0.1\"\ndelta = \"0.8\"\nk = 2\n";
    let mut dir = Workdir::with("pay.csv", DATA).and("aloof.toml", format!("{COLUMNS}{protect}"));
    if let Some(file) = file {
        dir = dir.and("far.csv", file);
    }
    dir.refused("audit pay.csv")
}

#[test]
fn distance_matrices_that_are_none() {
    insta::assert_snapshot!(matrix(None), @"error: aloof.toml, line 10: far.csv: no such file");
    insta::assert_snapshot!(
        matrix(Some("")),
        @"error: aloof.toml, line 10: far.csv: is empty; a table needs at least a header line"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,clerk,judge\nnurse,0,1,1\nclerk,1,0,1\n")),
        @"error: aloof.toml, line 10: far.csv, line 3: the last line; 1 of the 3 labels in the header have none"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,clerk,judge\nnurse,0,1,1\nclerk,1,0,1\njudge,1,1\n")),
        @"error: aloof.toml, line 10: far.csv, line 4: expected a label and 3 distances, found 3 fields"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,clerk,judge\nnurse,0,1,1\nclerk,1,0,1\njudge,1,far,0\n")),
        @"error: aloof.toml, line 10: far.csv, line 4, column 3: not a number"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,clerk,judge\nnurse,0,1,1\nclerk,1,0,1\njudge,1,0.5,0\n")),
        @"error: aloof.toml, line 10: far.csv, line 3, column 4: not the distance on line 4, column 3; distances must be the same both ways"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,clerk,judge\nnurse,0,1,1\nclerk,1,0,1\njudge,1,1,0.5\n")),
        @"error: aloof.toml, line 10: far.csv, line 4, column 4: the distance of a label to itself must be zero"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,clerk,judge\nnurse,0,-1,1\nclerk,-1,0,1\njudge,1,1,0\n")),
        @"error: aloof.toml, line 10: far.csv, line 2, column 3: a distance below zero"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,nurse\nnurse,0,1\nnurse,1,0\n")),
        @"error: aloof.toml, line 10: far.csv, line 1, column 3: a label that stands in the header already"
    );
    insta::assert_snapshot!(
        matrix(Some(",nurse,clerk\nnurse,0,1\nclerk,1,0\n")),
        @"error: aloof.toml, line 7: dissimilarity on job: 1 of 3 distinct values are not in the distance matrix: add a row and a column for each"
    );
}

// ---- Principles over columns that do not fit.

#[test]
fn principles_over_labels() {
    let over_job = |lines: &[&str]| protected(&[lines, &[r#"sensitive = "job""#]].concat());
    insta::assert_snapshot!(
        over_job(&[r#"principle = "epsilon-m""#, r#"absolute = "5""#, "m = 2"]),
        @r#"error: aloof.toml, line 7: (5, 2)-anonymity needs numbers or dates, and none of the values of column `job` is one; principle = "l-diversity" or "t-closeness" is about labels"#
    );
    insta::assert_snapshot!(
        over_job(&[r#"principle = "k-e""#, "k = 2", r#"e = "5""#]),
        @r#"error: aloof.toml, line 7: (k, e)-anonymity with k = 2, e = 5 needs numbers or dates, and none of the values of column `job` is one; principle = "l-diversity" or "t-closeness" is about labels"#
    );
    insta::assert_snapshot!(
        over_job(&[r#"principle = "variance""#, r#"v = "5""#]),
        @r#"error: aloof.toml, line 7: variance of at least 5 needs numbers or dates, and none of the values of column `job` is one; principle = "l-diversity" or "t-closeness" is about labels"#
    );
    insta::assert_snapshot!(
        over_job(&[r#"principle = "t-closeness""#, r#"t = "0.5""#, r#"ground = "ordered""#]),
        @r#"error: aloof.toml, line 7: 0.5-closeness (ordered distance) needs numbers or dates, and none of the values of column `job` is one; ground = "equal" or "hierarchical" is about labels"#
    );
    insta::assert_snapshot!(
        over_job(&[r#"principle = "t-closeness""#, r#"t = "0.5""#, r#"ground = "value""#]),
        @r#"error: aloof.toml, line 7: 0.5-closeness (value distance) needs numbers or dates, and none of the values of column `job` is one; ground = "equal" or "hierarchical" is about labels"#
    );
}

#[test]
fn principles_over_two_columns() {
    let policy = "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"sensitive\" }\nsalary = { role = \"sensitive\" }\n\
                  undeclared = \"drop\"\n[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = [\"zip\", \"salary\"]\n\
                  absolute = \"5\"\nm = 2\n";
    insta::assert_snapshot!(
        told(policy),
        @"error: aloof.toml, line 6: epsilon-m on zip, salary: epsilon-m needs one column of numbers or dates"
    );
}
