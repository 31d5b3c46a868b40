//! Segments walked whole: every kept property holds, what is free has moved, chains agree.

use aloof_methods::chance::{below, stream, unit};
use aloof_methods::walk::{
    Fraction, Inequality, Outcome, Preserve, Recipe, Segment, Statement, Steps, Ties, walk_column, walk_segment,
};
use proptest::prelude::*;

/// 100 whole ages of adults, more young than old.
fn ages() -> Vec<i64> {
    let mut chance = stream([17; 32], 0);
    (0..100).map(|_| 17 + (73.0 * unit(&mut chance) * unit(&mut chance).sqrt()) as i64).collect()
}

fn segment(values: Vec<i64>, low: i64, high: i64) -> Segment {
    let n = values.len();
    Segment { values, low: vec![low; n], high: vec![high; n], linear: Vec::new() }
}

fn check(segment: &Segment, recipe: &Recipe) -> (Vec<i64>, Outcome) {
    let (values, statements, outcome) = walk_segment(segment, recipe, &mut stream([3; 32], 1)).unwrap();
    for statement in &statements {
        assert!(statement.holds(&segment.values), "not true of the original: {statement:?}");
        assert!(statement.holds(&values), "not kept: {statement:?}");
    }
    for (at, value) in values.iter().enumerate() {
        assert!((segment.low[at]..=segment.high[at]).contains(value));
    }
    (values, outcome)
}

#[test]
fn ages_move_and_keep_what_they_should() {
    for ties in [Ties::Collapse, Ties::Relax] {
        for percent in [1, 5, 20] {
            let recipe = Recipe { share: Fraction { upper: percent, lower: 100 }, ties, ..Recipe::default() };
            let segment = segment(ages(), 0, 120);
            let (_, outcome) = check(&segment, &recipe);
            println!(
                "{ties:?} {percent}%, {}: moved {}, mean shift {}/100, together {}, still {}, {} steps, R-hat {:.3}",
                outcome.walk,
                100 - outcome.unchanged,
                outcome.shift,
                outcome.together,
                outcome.still,
                outcome.steps,
                outcome.mixing.r_hat
            );
            let free = outcome.rows - outcome.still;
            let moved = outcome.rows - outcome.unchanged;
            assert_eq!(outcome.fixed, 0);
            assert!(moved * 10 > 9 * free, "{ties:?} {percent}%: {moved} of {free} free ones moved");
            assert!(outcome.mixed && outcome.mixing.r_hat < 1.05, "{ties:?} {percent}%: {:?}", outcome.mixing);
        }
    }
}

fn preserve() -> impl Strategy<Value = Vec<Preserve>> {
    let fraction = || (0u64..30).prop_map(|upper| Fraction { upper, lower: 10 });
    let one = prop_oneof![
        Just(Preserve::Order),
        fraction().prop_map(Preserve::Sum),
        fraction().prop_map(Preserve::Mean),
        (0u64..8).prop_map(|upper| Preserve::Ratio(Fraction { upper, lower: 10 })),
    ];
    prop::collection::vec(one, 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is asked: it is true of the original and of what is published, and chance alone decides.
    #[test]
    fn everything_is_kept(
        values in prop::collection::vec(1i64..40, 1..30),
        percent in 0u64..=100,
        relax in any::<bool>(),
        preserve in preserve(),
        linear in prop::collection::vec((0usize..30, 0usize..30, -2i64..3, 0i64..5), 0..3),
    ) {
        let mut segment = segment(values, 1, 50);
        let n = segment.values.len();
        for (a, b, c, room) in linear {
            let row = Inequality::new(vec![((a % n) as u32, 1), ((b % n) as u32, c)], 0);
            let most = i64::try_from(-row.slack(&segment.values)).unwrap() + room;
            segment.linear.push(Inequality { most, ..row });
        }
        let ties = if relax { Ties::Relax } else { Ties::Collapse };
        let recipe = Recipe {
            share: Fraction { upper: percent, lower: 100 }, ties, preserve, steps: Steps::Fixed(40), ..Recipe::default()
        };
        let (values, outcome) = check(&segment, &recipe);
        let (again, _) = check(&segment, &recipe);
        prop_assert_eq!(&values, &again);
        prop_assert_eq!(outcome.unchanged, values.iter().zip(&segment.values).filter(|(a, b)| a == b).count());
        prop_assert!(outcome.fixed <= outcome.still && outcome.still <= outcome.unchanged);
    }
}

#[test]
fn an_exact_sum_is_kept_and_still_moves() {
    let recipe = Recipe { preserve: vec![Preserve::Sum(Fraction { upper: 0, lower: 1 })], ..Recipe::default() };
    let segment = segment(ages(), 0, 120);
    let (values, outcome) = check(&segment, &recipe);
    assert_eq!(values.iter().sum::<i64>(), segment.values.iter().sum::<i64>());
    assert!(outcome.unchanged < 30, "{outcome:?}");
}

#[test]
fn threads_do_not_change_a_column() {
    let mut chance = stream([8; 32], 0);
    let values: Vec<i64> = (0..600).map(|_| below(90, &mut chance) as i64).collect();
    let rows: Vec<Vec<u32>> = (0..6).map(|at| (at * 100..(at + 1) * 100).collect()).collect();
    let of = |rows: &Vec<u32>| segment(rows.iter().map(|&row| values[row as usize]).collect(), 0, 100);
    let segments: Vec<Segment> = rows.iter().map(of).collect();
    let recipe = Recipe { steps: Steps::Fixed(64), ..Recipe::default() };
    let walk = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| walk_column(&values, &rows, &segments, &recipe, [1; 32], 0, &|| {}).unwrap())
    };
    let (one, four) = (walk(1), walk(4));
    assert_eq!(one.values, four.values);
    assert!(one.statements.iter().all(|statement: &Statement| statement.holds(&one.values)));
    assert_eq!(one.outcomes.len(), 6);
}
