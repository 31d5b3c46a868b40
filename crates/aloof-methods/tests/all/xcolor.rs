//! Groups with few similar values, against the definitions written out literally.

use aloof_judge::verify::{self, Value};
use aloof_methods::xcolor::{
    Common, Problem, Room, Star, Stuck, Tuning, largest_degree, printed, stars, xcolor, xcolor_with,
};
use aloof_methods::{Axis, loss};
use aloof_principles::{Dissimilarity, DistanceSpec, Rule, Shape, Similar};
use aloof_table::{Attribute, Column, Decimal, NumberColumn, Partition};
use proptest::prelude::*;

/// Similarity by a table: any symmetric relation.
struct Graph(Vec<Vec<bool>>);

impl Similar for Graph {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.0[a as usize][b as usize]
    }
}

/// Row b < a is joined to a by the bit in place a(a − 1)/2 + b.
fn graph(n: usize, bits: &[bool]) -> Graph {
    let bit = |a: usize, b: usize| a == b || bits.get(a.max(b) * (a.max(b) - 1) / 2 + a.min(b)) == Some(&true);
    Graph((0..n).map(|a| (0..n).map(|b| bit(a, b)).collect()).collect())
}

/// The definition: at least k rows, and of each row at most the share of the others are joined to it.
fn passes(graph: &Graph, rows: &[u32], similar: u64, whole: u64, k: usize) -> bool {
    let others = |row: u32| rows.iter().filter(|&&other| other != row && graph.similar(row, other)).count() as u64;
    rows.len() >= k
        && (rows.len() > 1 || similar == whole)
        && rows.iter().all(|&row| others(row) * whole <= similar * (rows.len() as u64 - 1))
}

fn covers_once(partition: &Partition, rows: usize) -> bool {
    let mut all = partition.row_order().to_vec();
    all.sort_unstable();
    all.into_iter().eq(0..rows as u32)
}

/// Whether any way of putting rows into groups makes all of them pass.
fn some_partition_passes(graph: &Graph, n: usize, similar: u64, whole: u64, k: usize) -> bool {
    fn place(n: usize, row: usize, groups: &mut Vec<Vec<u32>>, passes: &dyn Fn(&[u32]) -> bool) -> bool {
        if row == n {
            return groups.iter().all(|group| passes(group));
        }
        for group in 0..=groups.len() {
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(row as u32);
            if place(n, row + 1, groups, passes) {
                return true;
            }
            groups[group].pop();
            if groups[group].is_empty() {
                groups.pop();
            }
        }
        false
    }
    place(n, 0, &mut Vec::new(), &|rows| passes(graph, rows, similar, whole, k))
}

fn places(n: usize) -> Axis {
    let places = (0..n as i64).map(|row| row * 7 % 11).collect();
    Axis::new(&Column::Number(NumberColumn::from_integers(places)), None)
}

/// A small, fixed generator, so that rates below are the same everywhere.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn graph(&mut self, n: usize, percent: u64) -> Graph {
        let bits: Vec<bool> = (0..n * n).map(|_| self.below(100) < percent).collect();
        graph(n, &bits)
    }
}

const WHOLE: u64 = 100;

/// Of the random small instances that can be grouped, how many are: all with every grouping tried, and nearly all
/// without.
#[test]
fn small_instances_are_solved() {
    let mut draw = Draw(7);
    let (mut feasible, mut found, mut searched) = (0, 0, 0);
    for _ in 0..300 {
        let n = 4 + draw.below(6) as usize;
        let percent = draw.below(70);
        let graph = draw.graph(n, percent);
        let (similar, k) = (draw.below(60), 1 + draw.below(4) as usize);
        let codes: Vec<u32> = (0..n as u32).collect();
        let axes = [places(n)];
        let stars =
            [Star { codes: &codes, similar: &graph, room: Room::Share { similar, whole: WHOLE }, shape: Shape::Star }];
        let problem = Problem { axes: &axes, rows: n, stars: &stars, least: k as u32, may_stand: None };
        let possible = some_partition_passes(&graph, n, similar, WHOLE, k);
        let exact = xcolor(&problem);
        assert_eq!(exact.is_ok(), possible);
        let engine = xcolor_with(&problem, &Tuning { small: 0, ..Tuning::for_rows(n) });
        for partition in [&exact, &engine].into_iter().flatten() {
            assert!(covers_once(partition, n));
            assert!(partition.iter().all(|rows| passes(&graph, rows, similar, WHOLE, k)));
        }
        feasible += usize::from(possible);
        found += usize::from(exact.is_ok());
        searched += usize::from(engine.is_ok());
    }
    assert!(feasible > 100, "{feasible}");
    assert_eq!(found, feasible);
    assert!(searched * 100 >= feasible * 95, "{searched} of {feasible} without trying all");
}

/// Within 2Θ ≤ m(t + 1), t rounded down, both find groups whatever the graph.
#[test]
fn within_the_bound_groups_are_always_found() {
    let mut draw = Draw(11);
    let mut within = 0;
    for _ in 0..400 {
        let n = 12 + draw.below(60) as usize;
        let percent = draw.below(30);
        let graph = draw.graph(n, percent);
        let (similar, k) = (draw.below(50), 2 + draw.below(7) as usize);
        let codes: Vec<u32> = (0..n as u32).collect();
        let theta = largest_degree(&graph, &vec![1; n]);
        let t = similar * (k as u64 - 1) / WHOLE;
        if 2 * theta > (n / k) as u64 * (t + 1) {
            continue;
        }
        within += 1;
        let axes = [places(n)];
        let stars =
            [Star { codes: &codes, similar: &graph, room: Room::Share { similar, whole: WHOLE }, shape: Shape::Star }];
        let problem = Problem { axes: &axes, rows: n, stars: &stars, least: k as u32, may_stand: None };
        for (name, found) in [("printed", printed(&problem)), ("default", xcolor(&problem))] {
            let partition = found.unwrap_or_else(|stuck| panic!("{name}: n = {n}, k = {k}, Θ = {theta}: {stuck}"));
            assert!(covers_once(&partition, n));
            assert!(partition.iter().all(|rows| passes(&graph, rows, similar, WHOLE, k)), "{name}");
        }
    }
    assert!(within > 60, "{within}");
}

/// The printed cap of k + 1 rows leaves eight of 19 rows without a class of 10.
#[test]
fn nineteen_rows_make_one_class() {
    let graph = graph(19, &[]);
    let codes: Vec<u32> = (0..19).collect();
    let stars =
        [Star { codes: &codes, similar: &graph, room: Room::Share { similar: 1, whole: 5 }, shape: Shape::Star }];
    let axes = [places(19)];
    let problem = Problem { axes: &axes, rows: 19, stars: &stars, least: 10, may_stand: None };
    assert_eq!(printed(&problem).unwrap().iter().map(<[u32]>::len).collect::<Vec<_>>(), [19]);
    let problem = Problem { least: 4, ..problem };
    let mut sizes: Vec<usize> = printed(&problem).unwrap().iter().map(<[u32]>::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [4, 5, 5, 5]);
}

/// With δ = 1 no two similar rows share a group: a proper colouring. A triangle needs three groups.
#[test]
fn no_room_is_a_proper_colouring() {
    let triangle_and_three = graph(6, &[true, true, true]);
    let codes: Vec<u32> = (0..6).collect();
    let stars = [Star {
        codes: &codes,
        similar: &triangle_and_three,
        room: Room::Share { similar: 0, whole: 1 },
        shape: Shape::Star,
    }];
    let axes = [places(6)];
    let problem = |least| Problem { axes: &axes, rows: 6, stars: &stars, least, may_stand: None };
    let partition = xcolor(&problem(2)).unwrap();
    assert_eq!(partition.len(), 3);
    assert!(partition.iter().all(|rows| rows.len() == 2 && rows.iter().filter(|&&row| row < 3).count() == 1));
    assert!(xcolor(&problem(3)).is_err());
    assert_eq!(xcolor(&problem(7)), Err(Stuck::TooFew { rows: 6, least: 7 }));
}

fn numbers(values: &[i64]) -> Column {
    Column::Number(NumberColumn::from_integers(values.to_vec()))
}

fn rule(kind: &str, epsilon: u32, delta: &str, k: u32) -> Dissimilarity {
    let distance = DistanceSpec::kind(kind).check().unwrap();
    Dissimilarity::new(distance, Decimal::from(i64::from(epsilon)), delta.parse().unwrap(), k).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// What is returned passes the judge's literal definition, in every distance of numbers, at any number of threads.
    #[test]
    fn groups_keep_the_literal_definition(
        rows in prop::collection::vec((0i64..40, 0i64..6, 0i64..60, 0i64..12), 12..90),
        epsilon in 0u32..9, delta in prop::sample::select(vec!["0.5", "0.66", "0.8", "1"]), k in 2u32..7,
        kind in prop::sample::select(vec!["l1", "l2", "linf", "min"]),
    ) {
        let column = |f: fn(&(i64, i64, i64, i64)) -> i64| numbers(&rows.iter().map(f).collect::<Vec<_>>());
        let axes = [Axis::new(&column(|r| r.0), None), Axis::new(&column(|r| r.1), None)];
        let (a, b) = (column(|r| r.2), column(|r| r.3));
        let attribute = Attribute::new(&[("a", &a), ("b", &b)], |_| false);
        let rule = rule(kind, epsilon, delta, k);
        let similar = rule.similar(attribute.domain()).unwrap();
        let stars = [Star { codes: attribute.codes(), similar: &*similar, room: Room::of(&rule), shape: Shape::Star }];
        let problem = Problem { axes: &axes, rows: rows.len(), stars: &stars, least: k, may_stand: None };
        let table = verify::table_values(&attribute);
        let rule = Rule::Dissimilarity(rule);
        let literal = |rows: &[u32]| {
            let group: Vec<Value> = rows.iter().map(|&row| Value::of(attribute.domain(), attribute.codes()[row as usize])).collect();
            verify::judge(&rule, &group, &table).holds
        };
        for found in [xcolor(&problem), printed(&problem)] {
            match found {
                Ok(partition) => {
                    prop_assert!(covers_once(&partition, rows.len()));
                    prop_assert!(partition.iter().all(literal));
                }
                Err(Stuck::NotFound { withheld, rest: Some(rest) }) => {
                    prop_assert_eq!(withheld.len() + rest.rows(), rows.len());
                    prop_assert!(rest.iter().all(literal));
                }
                Err(_) => {}
            }
        }
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| xcolor(&problem))
        };
        prop_assert_eq!(on(1), on(3));
    }

    /// Degrees are what counting every pair gives, with and without a line to go by.
    #[test]
    fn stars_are_counted(values in prop::collection::vec((0i64..30, 0i64..9), 1..60), epsilon in 0u32..8,
        kind in prop::sample::select(vec!["l1", "l2", "linf", "min"])) {
        let (a, b) = (numbers(&values.iter().map(|v| v.0).collect::<Vec<_>>()), numbers(&values.iter().map(|v| v.1).collect::<Vec<_>>()));
        for columns in [vec![("a", &a)], vec![("a", &a), ("b", &b)]] {
            let attribute = Attribute::new(&columns, |_| false);
            let similar = rule(kind, epsilon, "0.5", 2).similar(attribute.domain()).unwrap();
            let counted = stars(&*similar, attribute.totals());
            for (code, &star) in counted.iter().enumerate() {
                let near = attribute.codes().iter().filter(|&&other| similar.similar(code as u32, other)).count();
                prop_assert_eq!(star, near as u64);
            }
        }
    }
}

/// Two columns, one in five of each: (ε, m)-anonymity twice at once.
#[test]
fn two_columns_at_once() {
    let n = 600i64;
    let (a, b): (Vec<i64>, Vec<i64>) = (0..n).map(|row| (row * 37 % 101, row * 53 % 89)).unzip();
    let ages = Axis::new(&numbers(&(0..n).map(|row| row * 29 % 61).collect::<Vec<_>>()), None);
    let similar: Vec<(Attribute, Box<dyn Similar>)> = [&a, &b]
        .map(|values| {
            let column = numbers(values);
            let attribute = Attribute::new(&[("x", &column)], |_| false);
            let similar = rule("l1", 5, "0.5", 2).similar(attribute.domain()).unwrap();
            (attribute, similar)
        })
        .into();
    let stars: Vec<Star<'_>> = similar
        .iter()
        .map(|(attribute, similar)| Star {
            codes: attribute.codes(),
            similar: &**similar,
            room: Room::OneIn(5),
            shape: Shape::Star,
        })
        .collect();
    let axes = [ages];
    let problem = Problem { axes: &axes, rows: n as usize, stars: &stars, least: 1, may_stand: None };
    let partition = xcolor(&problem).unwrap();
    assert!(covers_once(&partition, n as usize));
    for values in [&a, &b] {
        for rows in partition.iter() {
            let near = |x: i64| rows.iter().filter(|&&row| (values[row as usize] - x).abs() <= 5).count();
            assert!(rows.iter().all(|&row| near(values[row as usize]) * 5 <= rows.len()));
        }
    }
    // Ages span 0 to 60; groups of five or six out of 600 need not span much of it.
    assert!(loss(&axes, &partition) < 0.25, "{}", loss(&axes, &partition));
}

/// Further principles are kept too.
#[test]
fn further_rules_are_asked() {
    let n = 200;
    let values: Vec<i64> = (0..n).map(|row| row * 7 % 50).collect();
    let column = numbers(&values);
    let attribute = Attribute::new(&[("x", &column)], |_| false);
    let rule = rule("l1", 2, "0.6", 4);
    let similar = rule.similar(attribute.domain()).unwrap();
    let stars = [Star { codes: attribute.codes(), similar: &*similar, room: Room::of(&rule), shape: Shape::Star }];
    let axes = [Axis::new(&numbers(&(0..n).map(|row| row % 13).collect::<Vec<_>>()), None)];
    let both = |rows: &[u32]| rows.iter().any(|row| row % 2 == 0) && rows.iter().any(|row| row % 2 == 1);
    let problem = Problem { axes: &axes, rows: n as usize, stars: &stars, least: 4, may_stand: Some(&both) };
    assert!(xcolor(&problem).unwrap().iter().all(both));
}

/// Too many of one kind: a proof, not a failed search.
#[test]
fn a_crowd_too_large_is_named() {
    let values: Vec<i64> = (0..200).map(|row| if row < 90 { row % 3 } else { 100 * row }).collect();
    let column = numbers(&values);
    let attribute = Attribute::new(&[("x", &column)], |_| false);
    let rule = rule("l1", 5, "0.8", 10);
    let similar = rule.similar(attribute.domain()).unwrap();
    let stars = [Star { codes: attribute.codes(), similar: &*similar, room: Room::of(&rule), shape: Shape::Star }];
    let axes = [places(200)];
    let problem = Problem { axes: &axes, rows: 200, stars: &stars, least: 10, may_stand: None };
    assert_eq!(xcolor(&problem), Err(Stuck::Crowded { star: 0, crowd: 90, rows: 200, room: 54 }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// Groups that keep (2ε, δ): of every mixture at most 1 − δ + δ/k of the others lie within ε of a row. Groups that keep a
    /// share 1 − δ of rows with a common neighbour, the row itself included: at most 1 − δ.
    #[test]
    fn mixtures_keep_what_the_proof_says(values in prop::collection::vec(0i64..80, 24..70), epsilon in 0u32..4, k in 3u32..7) {
        let column = numbers(&values);
        let attribute = Attribute::new(&[("x", &column)], |_| false);
        let asked = rule("l1", epsilon, "0.6", k);
        let near = asked.similar(attribute.domain()).unwrap();
        let twice = rule("l1", 2 * epsilon, "0.6", k).similar(attribute.domain()).unwrap();
        let common = Common::new(&*near, attribute.domain().len());
        let axes = [places(values.len())];
        let solve = |similar: &dyn Similar, room: Room| {
            let stars = [Star { codes: attribute.codes(), similar, room, shape: Shape::Star }];
            xcolor(&Problem { axes: &axes, rows: values.len(), stars: &stars, least: k, may_stand: None })
        };
        let within = |x: i64, rows: &[u32]| {
            rows.iter().filter(|&&row| (values[row as usize] - x).abs() <= i64::from(epsilon)).count() as u64 - 1
        };
        // 1 − δ = 2/5, so 1 − δ + δ/k is (2k + 3)/5k.
        let exactly = (solve(&common, Room::in_mixture(&asked)), 2, 5);
        let nearly = (solve(&*twice, Room::of(&asked)), 2 * u64::from(k) + 3, 5 * u64::from(k));
        for (found, share, whole) in [exactly, nearly] {
            let Ok(partition) = found else { continue };
            let groups: Vec<&[u32]> = partition.iter().collect();
            for first in 0..groups.len() {
                for last in first..groups.len() {
                    let mixed: Vec<u32> = groups[first..=last].concat();
                    let worst = mixed.iter().map(|&row| within(values[row as usize], &mixed)).max().unwrap();
                    prop_assert!(worst * whole <= share * (mixed.len() as u64 - 1), "{worst} of {}", mixed.len());
                }
            }
        }
    }
}
