//! The table as a user meets it: the same bytes every time, and people and
//! incomes as one would expect in a census.

use std::collections::HashMap;
use std::sync::LazyLock;

use aloof_census::{AGE_MAX, AGE_MIN, BLOCK_ROWS, Block, COLUMNS, Census, EDUCATION, INCOME_MAX, LabelColumn};

/// Enough rows for stable shares, and an uneven last block.
static SAMPLE: LazyLock<Vec<Block>> = LazyLock::new(|| Census::new(200_000, 1).blocks().collect());

fn csv(rows: u64, seed: u64, threads: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    Census::new(rows, seed).write_csv(&mut bytes, threads).unwrap();
    bytes
}

/// Incomes of the sample, in ascending order.
fn incomes() -> Vec<u32> {
    let mut incomes: Vec<u32> = SAMPLE.iter().flat_map(|b| b.income.clone()).collect();
    incomes.sort_unstable();
    incomes
}

/// The mean income of the rows of the sample that `keep` selects.
fn mean_income(keep: impl Fn(&Block, usize) -> bool) -> f64 {
    let kept: Vec<f64> = SAMPLE
        .iter()
        .flat_map(|block| (0..block.len()).map(move |row| (block, row)))
        .filter(|&(block, row)| keep(block, row))
        .map(|(block, row)| f64::from(block.income[row]))
        .collect();
    assert!(kept.len() > 100, "only {} rows", kept.len());
    kept.iter().sum::<f64>() / kept.len() as f64
}

/// The share of the rows of the sample that `keep` selects for which `hit` holds.
fn share(keep: impl Fn(&Block, usize) -> bool, hit: impl Fn(&Block, usize) -> bool) -> f64 {
    let (mut kept, mut hits) = (0u32, 0u32);
    for block in SAMPLE.iter() {
        for row in 0..block.len() {
            if keep(block, row) {
                kept += 1;
                hits += u32::from(hit(block, row));
            }
        }
    }
    assert!(kept > 100, "only {kept} rows");
    f64::from(hits) / f64::from(kept)
}

/// The code of a label.
fn code(column: LabelColumn, label: &str) -> u8 {
    let place = column.labels().iter().position(|&l| l == label);
    place.expect("a label of the column") as u8
}

#[test]
fn bytes_do_not_depend_on_the_number_of_threads() {
    let rows = 3 * BLOCK_ROWS + 17;
    let alone = csv(rows, 5, 1);
    for threads in [0, 2, 3, 8] {
        assert!(csv(rows, 5, threads) == alone, "{threads} threads");
    }
}

#[test]
fn a_longer_table_begins_with_the_shorter() {
    let long = csv(BLOCK_ROWS + 500, 9, 2);
    for rows in [0, 1, 300, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1] {
        assert!(long.starts_with(&csv(rows, 9, 2)), "{rows} rows");
    }
}

#[test]
fn another_seed_is_another_table() {
    assert!(csv(1_000, 1, 1) != csv(1_000, 2, 1));
}

/// Pins the bytes: whoever changes the model on purpose changes this figure,
/// and a machine that computes otherwise shows here.
#[test]
fn bytes_are_the_same_on_every_machine() {
    let fnv1a = csv(BLOCK_ROWS + 10_000, 42, 2)
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(fnv1a, 0x4bfe_deaf_5ba2_afcc);
}

#[test]
fn no_rows_are_a_header_only() {
    assert_eq!(csv(0, 1, 4), b"age,birthplace,occupation,sex,marital_status,race,education,work_class,income\n");
    assert_eq!(Census::new(0, 1).blocks().count(), 0);
}

#[test]
fn lines_say_what_the_blocks_say() {
    let census = Census::new(2_000, 3);
    let block = census.block(0);
    let text = String::from_utf8(csv(2_000, 3, 2)).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap(), COLUMNS.join(","));
    for row in 0..block.len() {
        let mut fields = vec![block.age[row].to_string()];
        for column in LabelColumn::ALL {
            let code = usize::from(block.codes(column)[row]);
            fields.push(column.labels()[code].to_owned());
        }
        fields.push(block.income[row].to_string());
        assert_eq!(lines.next().unwrap(), fields.join(","));
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn blocks_can_be_asked_for_in_any_order() {
    let census = Census::new(2 * BLOCK_ROWS + 3, 11);
    assert_eq!(census.block_count(), 3);
    let in_order: Vec<Block> = census.blocks().collect();
    for index in [2, 0, 1] {
        assert!(census.block(index) == in_order[index as usize]);
    }
    assert_eq!(in_order[2].len(), 3);
    assert!(census.block(3).is_empty());
    assert!(census.block(u64::MAX).is_empty());
}

#[test]
fn values_keep_within_their_domains() {
    for block in SAMPLE.iter() {
        assert!(block.age.iter().all(|age| (AGE_MIN..=AGE_MAX).contains(age)));
        assert!(block.income.iter().all(|i| (1..=INCOME_MAX).contains(i)));
        for column in LabelColumn::ALL {
            let codes = block.codes(column);
            assert_eq!(codes.len(), block.len());
            let labels = column.labels().len();
            assert!(codes.iter().all(|&code| usize::from(code) < labels));
        }
    }
}

#[test]
fn every_age_and_label_occurs() {
    for column in LabelColumn::ALL {
        for code in 0..column.labels().len() {
            let found = SAMPLE.iter().any(|block| block.codes(column).contains(&(code as u8)));
            assert!(found, "{}", column.labels()[code]);
        }
    }
    for age in AGE_MIN..=AGE_MAX {
        assert!(SAMPLE.iter().any(|block| block.age.contains(&age)), "{age}");
    }
}

#[test]
fn incomes_are_heaped_on_round_figures() {
    let of = |step| share(|_, _| true, |block, row| block.income[row] % step == 0);
    let (by_500, by_1000, by_5000) = (of(500), of(1_000), of(5_000));
    assert!((0.7..0.95).contains(&by_500), "{by_500}");
    assert!(by_1000 > 0.6, "{by_1000}");
    assert!(by_5000 > 0.35, "{by_5000}");

    let mut counts: HashMap<u32, u32> = HashMap::new();
    for income in incomes() {
        *counts.entry(income).or_default() += 1;
    }
    let commonest = counts.values().max().unwrap();
    assert!(*commonest > 4_000, "{commonest}");
}

#[test]
fn distinct_incomes_are_some_thousands_in_a_hundred_thousand_rows() {
    let mut incomes: Vec<u32> = Census::new(100_000, 1).blocks().flat_map(|b| b.income).collect();
    incomes.sort_unstable();
    incomes.dedup();
    assert!((3_000..10_000).contains(&incomes.len()), "{}", incomes.len());
}

#[test]
fn incomes_have_a_heavy_upper_tail() {
    let incomes = incomes();
    let at = |share: f64| f64::from(incomes[(share * incomes.len() as f64) as usize]);
    let median = at(0.5);
    assert!((25_000.0..50_000.0).contains(&median), "{median}");
    assert!(at(0.99) / median > 4.0, "{}", at(0.99) / median);
    assert!(at(0.9999) / median > 20.0, "{}", at(0.9999) / median);
}

#[test]
fn income_rises_with_education() {
    // A few levels apart, so that chance cannot turn a step round.
    let steps = ["Grades 5-6", "Grade 11", "High school diploma", "Some college"].into_iter().chain([
        "Bachelor's degree",
        "Master's degree",
        "Professional degree",
    ]);
    let prime = 30..60;
    let means: Vec<f64> = steps
        .map(|label| {
            let level = code(LabelColumn::Education, label);
            mean_income(|b, row| b.education[row] == level && prime.contains(&b.age[row]))
        })
        .collect();
    assert!(means.is_sorted(), "{means:?}");
    assert!(means[6] > 3.0 * means[0], "{means:?}");
}

#[test]
fn income_over_age_rises_and_falls() {
    let mean = |from: u8, to: u8| mean_income(|b, row| (from..to).contains(&b.age[row]));
    let (young, prime, old) = (mean(17, 22), mean(40, 55), mean(75, 91));
    assert!(young < prime / 2.0, "{young} {prime}");
    assert!(old < prime / 1.3, "{old} {prime}");
}

#[test]
fn the_young_are_mostly_never_married_and_the_old_seldom() {
    let never =
        |from: u8, to: u8| share(|b, row| (from..to).contains(&b.age[row]), |b, row| b.marital_status[row] == 0);
    assert!(never(17, 23) > 0.8, "{}", never(17, 23));
    assert!(never(60, 91) < 0.1, "{}", never(60, 91));
}

#[test]
fn widowed_are_old() {
    let widowed = code(LabelColumn::MaritalStatus, "Widowed");
    let age = |wanted: bool| share(|b, row| (b.marital_status[row] == widowed) == wanted, |b, row| b.age[row] >= 60);
    assert!(age(true) > 3.0 * age(false));
}

#[test]
fn occupations_go_with_education_and_sex() {
    let (nurse, welder, physician) = (
        code(LabelColumn::Occupation, "Registered nurse"),
        code(LabelColumn::Occupation, "Welder"),
        code(LabelColumn::Occupation, "Physician"),
    );
    let women = |job| share(|b, row| b.occupation[row] == job, |b, row| b.sex[row] == 0);
    assert!(women(nurse) > 0.8, "{}", women(nurse));
    assert!(women(welder) < 0.15, "{}", women(welder));
    let master = code(LabelColumn::Education, "Master's degree");
    let learned = share(|b, row| b.occupation[row] == physician, |b, row| b.education[row] >= master);
    assert!(learned > 0.999, "{learned}");
}

#[test]
fn education_goes_with_age_and_birthplace() {
    let bachelor = code(LabelColumn::Education, "Bachelor's degree");
    assert_eq!(EDUCATION[usize::from(bachelor)], "Bachelor's degree");
    let degree = |keep: &dyn Fn(&Block, usize) -> bool| share(keep, |b, row| b.education[row] >= bachelor);
    let (teen, adult, old) = (
        degree(&|b, row| b.age[row] < 19),
        degree(&|b, row| (30..60).contains(&b.age[row])),
        degree(&|b, row| b.age[row] > 75),
    );
    assert!(teen == 0.0 && adult > 0.25 && old < 0.7 * adult, "{teen} {adult} {old}");
    let (india, mexico) = (code(LabelColumn::Birthplace, "India"), code(LabelColumn::Birthplace, "Mexico"));
    assert!(degree(&|b, row| b.birthplace[row] == india) > 2.0 * degree(&|b, row| b.birthplace[row] == mexico));
}
