//! What groups give away to whoever knows how they are made, and everybody's quasi values: the minimality guess.
//!
//! `cargo run --release --example minimality -- table.csv AGEP,POBP,OCCP PINCP 1000 5`
//!
//! # The guess
//! Who stands in which group is known, and the values of each group; who has which of them is not. A search that lowers loss
//! leaves few exchanges open that quasi values alone would favour. So assignments of values to the rows of each group are
//! drawn with weights exp(−λ · number of favoured exchanges that values leave open) (Metropolis: two rows of a group swap
//! their values), and for each row that figure is guessed, of all intervals of length 2ε, which holds its value most often.
//! λ is tried from 0 (blind) to 4; the best of them counts. Beside it the same guess where the values of each group were shuffled
//! before: what is right there by luck.

use aloof_methods::loss;
use aloof_methods::split::{Near, Problem, Tuning, split_with};
use aloof_table::Partition;
use table::{Data, last, ranked, read, tuned};

#[path = "table/mod.rs"]
mod table;

/// Groups whose first rows lie nearest are looked at for exchanges.
const NEIGHBOURS: usize = 30;

/// Sweeps over all rows of which nothing is kept, and those that count.
const SWEEPS: (usize, usize) = (60, 200);

const LAMBDAS: [f64; 3] = [1.0, 2.0, 4.0];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, quasi, sensitive, epsilon, m, settings @ ..] = arguments.as_slice() else {
        eprintln!("usage: minimality TABLE.csv QUASI,QUASI,… SENSITIVE EPSILON M [default,temper=60 …]…");
        std::process::exit(2);
    };
    let data = read(path, &quasi.split(',').collect::<Vec<_>>(), sensitive);
    let epsilon: i64 = epsilon.parse().expect("a whole number");
    let m: u32 = m.parse().expect("a whole number");
    let (codes, values) = ranked(&data.sensitive);
    let near = Near::new(last(&values, 2 * epsilon));
    let (axes, near) = (&data.axes, Some(&near));
    let problem = |least: u32| Problem { axes, codes: &codes, near, m, least, monotone: true, may_stand: None };
    println!("{path}: {} rows, ε = {epsilon}, m = {m}", codes.len());
    println!(
        "| groups | loss | open at the truth | open shuffled | best guess | shuffled |\n|---|---|---|---|---|---|"
    );
    let plain = Tuning::for_table(codes.len(), data.axes.len());
    let mut tried = vec![("not tempered", plain.clone()), ("tempered", plain.tempered([7; 32]))];
    if !settings.is_empty() {
        tried = settings.iter().map(|setting| (setting.as_str(), tuned(setting, codes.len()))).collect();
    }
    for (name, tuning) in tried {
        let partition = split_with(&problem(least(name)), &tuning).expect("groups");
        let attack = Attack::new(&data, &partition, 2 * epsilon, m as usize);
        let truth: Vec<u8> = attack.place.clone();
        let shuffled = attack.shuffled(&truth, 5);
        let [own, null] = [&truth, &shuffled].map(|truth| attack.best(truth));
        println!(
            "| {name} | {:.4} | {:.1}% | {:.1}% | {} (λ = {}) | {} |",
            loss(&data.axes, &partition),
            100.0 * attack.open_share(&truth),
            100.0 * attack.open_share(&shuffled),
            percent(own.0, codes.len()),
            own.1,
            percent(null.0, codes.len())
        );
    }
}

/// How many rows a group needs, where a setting says `least=20`.
fn least(setting: &str) -> u32 {
    let said = setting.split(',').find_map(|change| change.strip_prefix("least="));
    said.map_or(1, |rows| rows.parse().expect("a whole number"))
}

/// A share of so many rows in percent, with Wilson's interval at 95%.
fn percent(share: f64, rows: usize) -> String {
    let (n, z) = (rows as f64, 1.959_964);
    let (centre, scale) = (share + z * z / (2.0 * n), 1.0 + z * z / n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let [low, high] = [centre - half, centre + half].map(|end| 100.0 * end / scale);
    format!("{:.1} ({low:.1}–{high:.1})", 100.0 * share)
}

/// A favoured exchange with another row: for each value of the one, a bit for each value of the other that leaves it open.
struct Tie {
    other: u32,
    open: Vec<u64>,
}

impl Tie {
    /// 1 where it is open when the one has this value and all others have theirs, else 0.
    fn is_open(&self, place: u8, places: &[u8]) -> f64 {
        (self.open[place as usize] >> places[self.other as usize] & 1) as f64
    }
}

struct Attack {
    /// Rows of each group, by their values.
    groups: Vec<Vec<u32>>,
    group: Vec<u32>,
    /// The true value of each row, by its place in the group.
    place: Vec<u8>,
    ties: Vec<Vec<Tie>>,
    favoured: usize,
}

struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    }

    fn below(&mut self, limit: usize) -> usize {
        ((self.next() >> 32) as usize * limit) >> 32
    }

    fn unit(&mut self) -> f64 {
        ((self.next() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }
}

impl Attack {
    fn new(data: &Data, partition: &Partition, width: i64, m: usize) -> Self {
        let value = |row: &u32| data.sensitive[*row as usize];
        let groups: Vec<Vec<u32>> = partition
            .iter()
            .map(|rows| {
                let mut rows = rows.to_vec();
                rows.sort_by_key(|row| (value(row), *row));
                rows
            })
            .collect();
        let rows = data.sensitive.len();
        let (mut group, mut place) = (vec![0u32; rows], vec![0u8; rows]);
        for (number, members) in groups.iter().enumerate() {
            for (at, &row) in members.iter().enumerate() {
                (group[row as usize], place[row as usize]) = (number as u32, at as u8);
            }
        }
        let mut attack = Self { groups, group, place, ties: (0..rows).map(|_| Vec::new()).collect(), favoured: 0 };
        for one in 0..attack.groups.len() {
            for two in attack.neighbours(data, one) {
                attack.tie(data, one, two, width, m);
            }
        }
        attack
    }

    /// Groups near `one` that come after it.
    fn neighbours(&self, data: &Data, one: usize) -> Vec<usize> {
        let centre = |group: usize, column: &[f64]| {
            let rows = &self.groups[group];
            rows.iter().map(|&row| column[row as usize]).sum::<f64>() / rows.len() as f64
        };
        let far =
            |other: usize| -> f64 { data.columns.iter().map(|c| (centre(one, c) - centre(other, c)).abs()).sum() };
        let mut others: Vec<(f64, usize)> =
            (0..self.groups.len()).filter(|&other| other != one).map(|other| (far(other), other)).collect();
        let nearest = NEIGHBOURS.min(others.len());
        if nearest > 0 {
            others.select_nth_unstable_by(nearest - 1, |a, b| a.0.total_cmp(&b.0));
        }
        others[..nearest].iter().map(|&(_, other)| other).filter(|&other| other > one).collect()
    }

    /// Ties rows of two groups whose exchange quasi values favour.
    fn tie(&mut self, data: &Data, one: usize, two: usize, width: i64, m: usize) {
        let span = |rows: &[u32]| -> f64 {
            let range = |column: &Vec<f64>| {
                let values = rows.iter().map(|&row| column[row as usize]);
                let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
                high - low
            };
            data.columns.iter().map(range).sum::<f64>() * rows.len() as f64
        };
        let (first, second) = (self.groups[one].clone(), self.groups[two].clone());
        let values = |rows: &[u32]| -> Vec<i64> { rows.iter().map(|&row| data.sensitive[row as usize]).collect() };
        let before = span(&first) + span(&second);
        let mut open = None;
        for a in 0..first.len() {
            for b in 0..second.len() {
                let (mut left, mut right) = (first.clone(), second.clone());
                std::mem::swap(&mut left[a], &mut right[b]);
                if span(&left) + span(&right) < before - 1e-4 {
                    let (there, back) = open.get_or_insert_with(|| opened(&values(&first), &values(&second), width, m));
                    self.ties[first[a] as usize].push(Tie { other: second[b], open: there.clone() });
                    self.ties[second[b] as usize].push(Tie { other: first[a], open: back.clone() });
                    self.favoured += 1;
                }
            }
        }
    }

    fn open_share(&self, places: &[u8]) -> f64 {
        let ties = self.ties.iter().enumerate();
        let open: f64 = ties.flat_map(|(row, ties)| ties.iter().map(move |tie| tie.is_open(places[row], places))).sum();
        open / 2.0 / self.favoured.max(1) as f64
    }

    /// The values of each group, dealt to its rows anew.
    fn shuffled(&self, places: &[u8], seed: u64) -> Vec<u8> {
        let mut draw = Draw(seed);
        let mut shuffled = places.to_vec();
        for rows in &self.groups {
            for at in (1..rows.len()).rev() {
                shuffled.swap(rows[at] as usize, rows[draw.below(at + 1)] as usize);
            }
        }
        shuffled
    }

    /// The share of rows guessed right and the λ that does it.
    fn best(&self, truth: &[u8]) -> (f64, f64) {
        let guesses = LAMBDAS.map(|lambda| (self.guess(truth, lambda), lambda));
        guesses.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }

    /// The share of rows whose value is the one that they most often have.
    fn guess(&self, truth: &[u8], lambda: f64) -> f64 {
        let mut places = self.shuffled(truth, 11);
        let mut draw = Draw(13);
        let most = self.groups.iter().map(Vec::len).max().unwrap_or(0);
        let mut counts = vec![0u32; places.len() * most];
        for sweep in 0..SWEEPS.0 + SWEEPS.1 {
            for row in 0..places.len() {
                self.swap(row, lambda, &mut places, &mut draw);
            }
            if sweep >= SWEEPS.0 {
                places.iter().enumerate().for_each(|(row, &place)| counts[row * most + place as usize] += 1);
            }
        }
        let right = |row: usize| {
            let counts = &counts[row * most..(row + 1) * most];
            let top = counts.iter().max();
            counts.iter().position(|count| Some(count) == top) == Some(truth[row] as usize)
        };
        (0..truth.len()).filter(|&row| right(row)).count() as f64 / truth.len() as f64
    }

    /// Two rows of a group swap their values, by Metropolis.
    fn swap(&self, row: usize, lambda: f64, places: &mut [u8], draw: &mut Draw) {
        let members = &self.groups[self.group[row] as usize];
        let other = members[draw.below(members.len())] as usize;
        let luck = draw.unit();
        if other == row {
            return;
        }
        let energy = |place: u8, at: usize| -> f64 { self.ties[at].iter().map(|tie| tie.is_open(place, places)).sum() };
        let (mine, theirs) = (places[row], places[other]);
        let more = energy(theirs, row) + energy(mine, other) - energy(mine, row) - energy(theirs, other);
        if more <= 0.0 || luck < (-lambda * more).exp() {
            places.swap(row, other);
        }
    }
}

/// For each value of the first group the values of the second that may change places with it, and the other way round.
fn opened(first: &[i64], second: &[i64], width: i64, m: usize) -> (Vec<u64>, Vec<u64>) {
    let holds = |group: &[i64], out: usize, into: i64| {
        let mut values = group.to_vec();
        values[out] = into;
        values.sort_unstable();
        let room = values.len() / m;
        values.iter().zip(&values[room..]).all(|(a, b)| b - a > width)
    };
    let (mut there, mut back) = (vec![0u64; first.len()], vec![0u64; second.len()]);
    for (a, &one) in first.iter().enumerate() {
        for (b, &two) in second.iter().enumerate() {
            if holds(first, a, two) && holds(second, b, one) {
                there[a] |= 1 << b;
                back[b] |= 1 << a;
            }
        }
    }
    (there, back)
}
