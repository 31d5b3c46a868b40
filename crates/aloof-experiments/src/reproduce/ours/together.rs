//! C18: what two releases of the same people tell together, each of them safe.

use aloof_table::{Column, NumberColumn, Partition};

use super::super::ReproduceRequest;
use super::super::claims::{Claim, Verdict};
use super::super::data::{Person, people};
use super::super::em::run::{Bench, Form, Maker};
use super::super::figure::{Curve, Figure};
use super::super::fits::{Trend, said};
use super::super::lab::{Lab, Quasi};
use super::super::sample::Sample;
use super::{FEW, M, figure, percent};

const EPSILON: i64 = 1000;
/// Of a hundred people, so many leave between two releases, and as many come.
const TURNOVER: [u64; 5] = [0, 5, 10, 20, 40];

/// Both releases of the people of two months.
pub(super) fn compose(request: &ReproduceRequest<'_>, figures: &mut Vec<Figure>, claims: &mut Vec<Claim>) {
    let rows = request.rows.min(FEW);
    let all = people(2 * rows, |one| (1_000..=100_000).contains(&one.income));
    let first: Vec<Person> = all[..rows as usize].to_vec();
    let mut curves =
        ["exactly one value is left", "fewer than m values are left"].map(|name| Curve::new(name, Vec::new()));
    for turnover in TURNOVER {
        (request.progress)(&format!("two releases, {turnover}% turnover"));
        let gone = (rows * turnover / 100) as usize;
        // Those who stay come first, and who leaves are the last.
        let second: Vec<Person> =
            all[..rows as usize - gone].iter().chain(&all[rows as usize..rows as usize + gone]).copied().collect();
        let (one, other) = (release(&first, request), release(&second, request));
        let left = match (&one, &other) {
            (Some(one), Some(other)) => values_left(&first, one, &second, other, rows as usize - gone),
            _ => Vec::new(),
        };
        let share =
            |test: &dyn Fn(usize) -> bool| Sample(left.iter().map(|&many| f64::from(u8::from(test(many)))).collect());
        curves[0].points.push((turnover as f64, share(&|many| many == 1)));
        curves[1].points.push((turnover as f64, share(&|many| many < M as usize)));
    }
    let at = |curve: &Curve, x: f64| percent(curve.at(x));
    let trend = Trend::of(&curves[0]);
    let told = format!(
        "at 10% turnover one value is left for {}, fewer than m for {}; with nobody gone {} and {}; τ over turnover {}",
        at(&curves[0], 10.0),
        at(&curves[1], 10.0),
        at(&curves[0], 0.0),
        at(&curves[1], 0.0),
        said(&[trend])
    );
    let open = curves[1].at(10.0).is_some_and(|share| share > 0.0);
    let same = curves[1].at(0.0).is_some_and(|share| share <= 0.0);
    claims.push(Claim::new("compose", "Two releases, each safe, are not safe together: whoever lays them one on the other is left with fewer than m values for some; the same release twice tells nothing new.", "of everybody in both releases, the values that stand in both of their groups are counted", told, Verdict::all([Verdict::of(open), Verdict::of(same)])));
    figures.push(figure("compose", format!("Two safe releases together leave fewer than m values for {} of people at 10% turnover", at(&curves[1], 10.0)), "register view, (1000, 5), two releases made independently of each other; groups known; a series (`--previous`) is made to answer this", ("people in a hundred who left before the second release", "share of people in both"), curves.into()));
}

fn release(people: &[Person], request: &ReproduceRequest<'_>) -> Option<Partition> {
    let number = |of: fn(&Person) -> i64| people.iter().map(of).collect::<Vec<i64>>();
    let quasi = vec![
        Quasi::number("age", number(|one| one.age)),
        Quasi::number("birthplace", number(|one| one.birthplace)),
        Quasi::number("occupation", number(|one| one.occupation)),
    ];
    let income = Column::Number(NumberColumn::from_integers(number(|one| one.income.into())));
    let bench = Bench::new(Lab::new(String::new(), quasi, vec![("income", income)]), &[4], &["0.1"], request.queries);
    bench.solve(Form::Absolute(EPSILON), M, Maker::Ours, &bench.twice(EPSILON))
}

/// For each of the first `both` people, who are in both tables, how many values stand in both of their groups.
fn values_left(first: &[Person], one: &Partition, second: &[Person], other: &Partition, both: usize) -> Vec<usize> {
    let values = |people: &[Person], groups: &Partition| -> Vec<Vec<u32>> {
        let of = |rows: &[u32]| {
            let mut values: Vec<u32> = rows.iter().map(|&row| people[row as usize].income).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        groups.iter().map(of).collect()
    };
    let (before, after) = (values(first, one), values(second, other));
    let (group, later) = (one.group_of(first.len()), other.group_of(second.len()));
    let count = |row: usize| {
        let (a, b) = (&before[group[row] as usize], &after[later[row] as usize]);
        a.iter().filter(|value| b.binary_search(value).is_ok()).count()
    };
    (0..both).map(count).collect()
}
