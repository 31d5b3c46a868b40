//! Both views of a release, against their definitions.

use aloof_judge::verify::{Value, candidates};
use aloof_judge::views::{CandidateOutcome, Candidates, Grouped, QuasiPair, Room, Truth, Values};
use aloof_principles::{Distinct, EpsilonM, Frequency, KAnonymity, Neighbourhood, Principle};
use aloof_table::{Attribute, Column, Decimal, Generalized, Kind, LabelColumn, NumberColumn, Partition, Ratio};
use proptest::prelude::*;

/// A release of one original table: two quasi columns as intervals, one sensitive column.
#[derive(Clone, Debug)]
struct Release {
    original: [Vec<i64>; 3],
    cells: [Vec<String>; 2],
    released: Vec<i64>,
    /// The values of suppressed rows, which cover everyone.
    everywhere: Vec<i64>,
}

struct Judged {
    truth: Truth,
    outcome: CandidateOutcome,
    uncovered: Vec<u32>,
}

fn integers(values: &[i64]) -> Column {
    Column::Number(NumberColumn::from_integers(values.to_vec()))
}

fn texts(cells: &[String]) -> LabelColumn {
    LabelColumn::from_texts(cells.iter().map(|cell| Some(cell.as_str())))
}

fn judge(release: &Release, rule: &dyn Principle, room: Option<Room>) -> Judged {
    let labels: Vec<LabelColumn> = release.cells.iter().map(|cells| texts(cells)).collect();
    let pair = |c: usize| QuasiPair::new(&integers(&release.original[c]), &labels[c], None).unwrap();
    let columns: Vec<QuasiPair<'_>> = (0..labels.len()).map(pair).collect();
    let partition = Partition::by_equal_labels(&labels.iter().collect::<Vec<_>>(), release.released.len(), |_| false);
    let rows = release.original[2].len();
    let candidates = Candidates::within(columns, rows, partition.iter().map(|rows| rows[0]), room);
    let all: Vec<i64> =
        [&release.released, &release.everywhere, &release.original[2]].into_iter().flatten().copied().collect();
    let attribute = Attribute::new(&[("s", &integers(&all))], |_| false);
    let (suppressed, codes) = attribute.codes()[release.released.len()..].split_at(release.everywhere.len());
    let mut everywhere = suppressed.to_vec();
    everywhere.sort_unstable();
    let check = rule.bind(&attribute).unwrap();
    let grouped = Grouped::new(&partition, &attribute);
    let values = Values { released: &grouped, everywhere: &everywhere, original: codes };
    let outcome = candidates.judge(check.as_ref(), rule.direction(), values);
    let shown = release.released.len() + release.everywhere.len();
    let truth = Truth::new(&candidates, &partition, &everywhere, shown, attribute.codes().to_vec());
    Judged { truth, outcome, uncovered: candidates.uncovered() }
}

/// All that is told of the view.
fn figures(outcome: CandidateOutcome) -> (usize, [usize; 3], Option<String>, Vec<u32>) {
    let CandidateOutcome { victims, sets, violating_sets, violating_tuples, worst, violating_rows } = outcome;
    (victims, [sets, violating_sets, violating_tuples], worst.map(|worst| worst.to_string()), violating_rows)
}

fn number(value: i64) -> Value {
    Value::Number(Decimal::from(value).to_ratio().to_big())
}

/// Asks every released row's cells whether they cover every original tuple.
fn literal(release: &Release, rule: &EpsilonM) -> (usize, Option<Ratio>) {
    let covers = |column: usize, row: usize, value: i64| {
        Generalized::parse(&release.cells[column][row], Kind::Number, None).unwrap().covers_number(value.into())
    };
    let suppressed: Vec<(bool, Vec<Value>)> = release.everywhere.iter().map(|&v| (true, vec![number(v)])).collect();
    let beliefs: Vec<Ratio> = (0..release.original[2].len())
        .filter_map(|tuple| {
            let x = number(release.original[2][tuple]);
            let alone: Vec<(bool, Vec<Value>)> = (0..release.released.len())
                .map(|row| {
                    let covered = (0..2).all(|c| covers(c, row, release.original[c][tuple]));
                    (covered, vec![number(release.released[row])])
                })
                .collect();
            let together = [alone.as_slice(), suppressed.as_slice()].concat();
            let believed = [alone, together].map(|groups| candidates::belief(rule.neighbourhood(), &x, &groups));
            believed.into_iter().flatten().max()
        })
        .collect();
    let bound = rule.bound();
    (beliefs.iter().filter(|belief| **belief > bound).count(), beliefs.into_iter().max())
}

/// The largest one-to-one matching by trying: rows are few.
fn literal_matching(release: &Release) -> usize {
    fn place(row: usize, edges: &[Vec<usize>], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
        edges[row].iter().any(|&tuple| {
            if std::mem::replace(&mut seen[tuple], true) {
                return false;
            }
            let free = taken[tuple].is_none_or(|other| place(other, edges, taken, seen));
            if free {
                taken[tuple] = Some(row);
            }
            free
        })
    }
    let tuples = release.original[2].len();
    let fits = |row: usize, tuple: usize| {
        release.released[row] == release.original[2][tuple]
            && (0..2).all(|c| {
                let cell = Generalized::parse(&release.cells[c][row], Kind::Number, None).unwrap();
                cell.covers_number(release.original[c][tuple].into())
            })
    };
    let anybody = |value: i64| (0..tuples).filter(|&t| release.original[2][t] == value).collect();
    let mut edges: Vec<Vec<usize>> =
        (0..release.released.len()).map(|row| (0..tuples).filter(|&t| fits(row, t)).collect()).collect();
    edges.extend(release.everywhere.iter().map(|&value| -> Vec<usize> { anybody(value) }));
    let mut taken = vec![None; tuples];
    (0..edges.len()).filter(|&row| place(row, &edges, &mut taken, &mut vec![false; tuples])).count()
}

fn releases() -> impl Strategy<Value = Release> {
    let tuple = (0i64..6, 0i64..6, 0i64..30);
    let row = (0i64..6, 0i64..4, 0i64..6, 0i64..4, 0i64..30);
    let everywhere = prop::collection::vec(0i64..6, 0..3);
    (prop::collection::vec(tuple, 1..14), prop::collection::vec(row, 1..14), everywhere).prop_map(
        |(tuples, rows, everywhere)| Release {
            everywhere,
            original: [
                tuples.iter().map(|t| t.0).collect(),
                tuples.iter().map(|t| t.1).collect(),
                tuples.iter().map(|t| t.2 / 5).collect(),
            ],
            cells: [
                rows.iter().map(|r| format!("{}..{}", r.0, r.0 + r.1)).collect(),
                rows.iter().map(|r| format!("[{}, {}[", r.2, r.2 + r.3 + 1)).collect(),
            ],
            released: rows.iter().map(|r| r.4 / 5).collect(),
        },
    )
}

proptest! {
    #[test]
    fn candidates_agree_with_the_definition(release in releases(), epsilon in 0i64..3, m in 1u32..4) {
        let rule = EpsilonM::new(Neighbourhood::absolute(epsilon.into()).unwrap(), m).unwrap();
        let (violating, worst) = literal(&release, &rule);
        for room in [None, Some(Room::NONE)] {
            let outcome = judge(&release, &rule, room).outcome;
            prop_assert_eq!(outcome.violating_tuples, violating);
            prop_assert_eq!(&outcome.worst, &worst);
        }
    }

    /// Whether it is written down which groups cover whom or found out again changes no figure.
    #[test]
    fn room_changes_nothing(release in releases(), number in 1u32..4, epsilon in 0i64..3) {
        let l = || Decimal::from(i64::from(number));
        let rules: [Box<dyn Principle>; 4] = [
            Box::new(EpsilonM::new(Neighbourhood::absolute(epsilon.into()).unwrap(), number).unwrap()),
            Box::new(KAnonymity::new(number).unwrap()),
            Box::new(Frequency::new(l()).unwrap()),
            Box::new(Distinct::new(number).unwrap()),
        ];
        for rule in rules {
            let [written, found] = [None, Some(Room::NONE)].map(|room| judge(&release, rule.as_ref(), room));
            prop_assert_eq!(figures(written.outcome), figures(found.outcome));
            prop_assert_eq!(written.truth, found.truth);
            prop_assert_eq!(written.uncovered, found.uncovered);
        }
    }

    #[test]
    fn truth_is_a_largest_matching(release in releases()) {
        let rule = EpsilonM::new(Neighbourhood::absolute(Decimal::ONE).unwrap(), 2).unwrap();
        let truth = judge(&release, &rule, None).truth;
        prop_assert_eq!(truth.matched, literal_matching(&release));
        prop_assert_eq!(truth.untrue(), release.released.len() + release.everywhere.len() - truth.matched);
    }
}

/// {40, 60} and {50, 80} in equal boxes hold alone; together the victim with 50 is believed to be near 50 by 3/4.
#[test]
fn knowing_less_can_reveal_more() {
    let release = Release {
        original: [vec![1, 2, 1, 2], vec![5, 6, 6, 5], vec![40, 60, 50, 80]],
        cells: [vec!["1..2".to_owned(); 4], vec!["5..6".to_owned(); 4]],
        released: vec![40, 60, 50, 80],
        everywhere: Vec::new(),
    };
    let rule = EpsilonM::new(Neighbourhood::absolute(15.into()).unwrap(), 2).unwrap();
    let values = integers(&release.released);
    let attribute = Attribute::new(&[("s", &values)], |_| false);
    let check = rule.bind(&attribute).unwrap();
    let groups = Partition::from_group_of(&[0, 0, 1, 1], 2);
    assert!(Grouped::new(&groups, &attribute).judge(check.as_ref(), rule.direction()).holds());
    let judged = judge(&release, &rule, None);
    assert_eq!(judged.outcome.worst, Some(Ratio::of(3, 4)));
    assert_eq!((judged.truth.untrue(), judged.truth.absent()), (0, 0));
}

/// A member judged by the fast check and by the definition, for rules of every kind.
fn rules(epsilon: i64, m: u32) -> Vec<aloof_principles::Rule> {
    use aloof_principles::{AlphaK, DeltaL, Distinct, Frequency, KAnonymity, Reading, Rule};
    let decimal = Decimal::from(epsilon);
    vec![
        Rule::EpsilonM(EpsilonM::new(Neighbourhood::absolute(decimal).unwrap(), m).unwrap()),
        Rule::EpsilonM(EpsilonM::new(Neighbourhood::between(Decimal::ZERO, decimal).unwrap(), m).unwrap()),
        Rule::DeltaL(DeltaL::new(decimal, m, Reading::Definition).unwrap()),
        Rule::DeltaL(DeltaL::new(decimal, m, Reading::AnyCentre).unwrap()),
        Rule::Frequency(Frequency::new(Decimal::from(i64::from(m))).unwrap()),
        Rule::AlphaK(AlphaK::new("0.5".parse().unwrap(), m).unwrap()),
        Rule::Distinct(Distinct::new(m).unwrap()),
        Rule::KAnonymity(KAnonymity::new(m).unwrap()),
    ]
}

proptest! {
    #[test]
    fn a_member_among_candidates_is_judged_literally(
        values in prop::collection::vec(0i64..12, 1..12),
        at in any::<prop::sample::Index>(),
        epsilon in 0i64..5,
        m in 1u32..5,
    ) {
        let attribute = Attribute::new(&[("s", &integers(&values))], |_| false);
        let code = attribute.codes()[at.index(values.len())];
        let group = attribute.group(&(0..values.len() as u32).collect::<Vec<_>>());
        let union: Vec<Value> = values.iter().map(|&value| number(value)).collect();
        for rule in rules(epsilon, m) {
            let check = rule.principle().bind(&attribute).unwrap();
            let fast = check.judge_member(code, &group);
            let literal = candidates::judge_member(&rule, &Value::of(attribute.domain(), code), &union, &[]).unwrap();
            prop_assert_eq!((&fast.measure, fast.holds), (&literal.measure, literal.holds), "{}", rule.principle().title());
        }
    }
}
