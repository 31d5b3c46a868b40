//! What promises would cost, as a user would ask.

use crate::common::Workdir;

/// 150 people that are made up.
fn people() -> Workdir {
    let dir = Workdir::new();
    dir.aloof("generate census --rows 150 --seed 1 --out people.csv --quiet");
    dir
}

const ASKED: &str = "advise people.csv --quasi age,education --sensitive income --absolute 500 --m 3 --price";

/// All rows are released, by the seed that is given: what is told is exact.
#[test]
fn a_small_table_is_released_whole() {
    let dir = people();
    insta::assert_snapshot!(dir.aloof(&format!("{ASKED} --seed 1")), @r"
    success: true
    exit_code: 0
    ----- stdout -----
    people.csv: 150 rows

    (500, 3)-anonymity of income: possible
      At the densest place, 16 of 150 rows lie near one another, so with absolute =
      500 the largest m is 9.
      With m = 3, absolute must stay below 7500.

      How far ε may go for each m (below the end of its bar, ◆ is what is asked):
       11 │███▋                                                 ε < 200
       10 │█████████████▌                                       ε < 500
        9 │█████████████████▏                                   ε < 700
        8 │███████████████████████                              ε < 1200
        7 │█████████████████████████████▍                       ε < 2160
        6 │███████████████████████████████                      ε < 2500
        5 │███████████████████████████████████▎                 ε < 3700
        4 │██████████████████████████████████████▌              ε < 5000
        3 │█████████████◆████████████████████████████▉          ε < 7500
        2 │████████████████████████████████████████████████▍    ε < 12500
          └─────────────────────┬───────────────────────┬──────
                              1,000                  10,000

    What promises about income would cost, around what is asked (told from releases
    of all 150 rows):
      ±500 with 1 in 3 in the register view costs 16% on count queries and 21% on
      means.
      On count queries, with other ε: ±250 16%, ±1000 17%.
      With other m: 1 in 2 8.8%, 1 in 5 23%.
      In other views: candidates 18%, group 17%.

      Error of count queries in the register view (─ is as far as it may go, ◆ is
      asked):
        ±250, 1 in 2  │████████████                             8.5%
        ±250, 1 in 3  │████████████████████████                 16%
        ±250, 1 in 5  │████████████████████████████████████     25%
        ±500, 1 in 2  │█████████████                            8.8%
      ◆ ±500, 1 in 3  │███████████████████████                  16%
        ±500, 1 in 5  │█████████████████████████████████        23%
        ±1000, 1 in 2 │████████████                             8.4%
        ±1000, 1 in 3 │█████████████████████████                17%
        ±1000, 1 in 5 │███████████████████████████████████      24%

      register view    loss   count queries  means
        ±250, 1 in 2   0.048  8.5%           12%
        ±250, 1 in 3   0.098  16%            15%
        ±250, 1 in 5   0.17   25%            22%
        ±500, 1 in 2   0.046  8.8%           5.7%
      ◆ ±500, 1 in 3   0.097  16%            21%
        ±500, 1 in 5   0.18   23%            25%
        ±1000, 1 in 2  0.049  8.4%           12%
        ±1000, 1 in 3  0.11   17%            16%
        ±1000, 1 in 5  0.18   24%            18%

      candidates view  loss   count queries  means
        ±250, 1 in 2   0.046  8.8%           4.8%
        ±250, 1 in 3   0.095  17%            12%
        ±250, 1 in 5   0.17   25%            23%
        ±500, 1 in 2   0.045  9.7%           12%
        ±500, 1 in 3   0.098  18%            22%
        ±500, 1 in 5   0.17   23%            25%
        ±1000, 1 in 2  0.047  8.8%           12%
        ±1000, 1 in 3  0.095  16%            15%
        ±1000, 1 in 5  0.17   22%            20%

      group view       loss   count queries  means
        ±250, 1 in 2   0.046  9.5%           12%
        ±250, 1 in 3   0.095  15%            20%
        ±250, 1 in 5   0.17   25%            19%
        ±500, 1 in 2   0.046  8.6%           5.1%
        ±500, 1 in 3   0.099  17%            24%
        ±500, 1 in 5   0.17   24%            21%
        ±1000, 1 in 2  0.046  8.2%           12%
        ±1000, 1 in 3  0.098  16%            15%
        ±1000, 1 in 5  0.18   26%            23%
    ----- stderr -----
    ");
}

/// The price of what is asked is that of the release which the same seed makes; the document says from what it was told.
#[test]
fn json_says_what_a_release_would_lose() {
    let dir = people();
    let told = dir.json(&format!("{ASKED} --seed 1"));
    let made = dir.json(
        "anonymize people.csv --quasi age,education --sensitive income --absolute 500 --m 3 --seed 1 --out release",
    );
    let grid = told["price"]["grid"].as_array().unwrap();
    assert_eq!((grid.len(), told["price"]["rows"].as_u64()), (27, Some(150)));
    let asked = grid.iter().find(|cell| cell["asked"] == true).unwrap();
    assert_eq!((&asked["epsilon"], &asked["m"], &asked["view"]), (&"500".into(), &3.into(), &"register".into()));
    for key in ["estimate", "low", "high"] {
        let (told, made) = (asked["loss"][key].as_f64().unwrap(), made["loss"].as_f64().unwrap());
        assert!((told - made).abs() < 1e-9, "{told} {made}");
    }
    assert_eq!((&asked["made_from"]["rows"], &asked["made_from"]["draws"]), (&150.into(), &1.into()));
    // Without a seed there is an interval around every figure.
    let told = dir.json(ASKED);
    for cell in told["price"]["grid"].as_array().unwrap() {
        for key in ["loss", "count_query", "mean_error"] {
            let [low, estimate, high] = ["low", "estimate", "high"].map(|at| cell[key][at].as_f64().unwrap());
            assert!(low < estimate && estimate < high, "{cell}");
        }
    }
}

/// Whoever says neither ε nor m is told where to begin, why, and what that costs.
#[test]
fn a_start_is_proposed_with_its_reason() {
    let dir = people();
    let said = dir.aloof("advise people.csv --quasi age,education --sensitive income --price").to_string();
    assert!(said.contains("To begin with: --absolute 2000 --m 5, or in a policy:"), "{said}");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("2000 is what is left of a round number near half of 10000"), "{said}");
    assert!(said.contains("around what is proposed") && said.contains("impossible"), "{said}");
    let policy = dir.aloof("inspect people.csv --write-policy aloof.toml").to_string();
    assert!(policy.contains("success: true"), "{policy}");
    assert!(dir.read("aloof.toml").contains("absolute  = \"2000\""));
}

#[test]
fn prices_stand_on_the_page() {
    let dir = people();
    dir.aloof(&format!("{ASKED} --report advice.html"));
    let page = dir.read("advice.html");
    assert!(page.contains("What promises about income would cost") && page.contains("1 in 3"));
    assert_eq!(page.matches("<svg").count(), 2);
}

#[test]
fn a_price_needs_quasi_columns_and_a_seed_a_price() {
    let dir = people();
    insta::assert_snapshot!(
        dir.refused("advise people.csv --sensitive income --absolute 500 --m 3 --price"),
        @"error: a price is what is lost of quasi columns, and none is named; name them with --quasi or in [columns]"
    );
    let seed = dir.aloof("advise people.csv --sensitive income --absolute 500 --m 3 --seed 1").to_string();
    assert!(seed.contains("exit_code: 2"), "{seed}");
}
