//! `minimality`: what groups give away to whoever knows how they are made.
//!
//! # Source
//! Wong, Fu, Wang and Pei, VLDB 2007 (minimality attack), for exchanges between groups.
//!
//! # The adversary knows
//! The release, everybody's quasi values, who stands in which group, whose value is missing, and that the maker lowers loss: an exchange of two people that
//! quasi values alone would favour was left undone, so values are likely to forbid it.
//!
//! # Method
//! Favoured exchanges between near groups are found; for every pair of values it is known whether both groups would still hold (are
//! *open*) with them exchanged. Ways to deal a group's values to its members are drawn with weights exp(−λ · open favoured
//! exchanges) by Gibbs's sampler over pairs of members, for λ = 1, 2, 4; and with weights that know how a maker tempers, in which an open
//! exchange with a gain g in what is lost was left undone with probability 1 / (1 + exp(g / τ)), for a τ of [`HEAT`] of what an average
//! group loses, counted whole, by half and by a quarter, since exchanges of one person go together. The best of these counts.
//!
//! *With a learner* every way also has the weight that a learner gives it, who was taught by all of these groups which value goes with which
//! member (`matching.rs`): values that go with quasi values and exchanges that were left undone, put together.
//!
//! # Success
//! The value lies in the interval that holds it most often. Blind: the same attack, best λ and all, where the values of each group
//! were shuffled before. How certain a guess is the adversary learns from people whose values are known (`learnt.rs`), by how often it was drawn.
//!
//! # Cost
//! All pairs of members of [`NEIGHBOURS`] near groups each; then `O(sweeps · favoured exchanges)`. At most [`MOST_GROUPS`] groups,
//! which lie side by side, and of at most 64 members.

use aloof_table::NO_CODE;
use rayon::prelude::*;

use super::draw::Draw;
use super::matching::learnt_shares;
use super::outcome::Attacked;
use super::scene::{Line, QuasiColumn, Scene};

/// Groups whose centres lie nearest are looked at for exchanges.
pub const NEIGHBOURS: usize = 30;

/// Groups that are attacked.
pub const MOST_GROUPS: usize = 6_000;

/// Sweeps over all people of which nothing is kept, and those that count.
const SWEEPS: (usize, usize) = (40, 120);

/// The share of what an average group loses that makers of this program temper by: it is no secret.
pub const HEAT: f64 = 0.03;

/// How much an open exchange weighs.
#[derive(Clone, Copy)]
enum Weigh {
    /// All alike.
    Alike(f64),
    /// By how unlikely it is to be left undone.
    Tempered(f64),
}

const WEIGHS: [Weigh; 6] = [
    Weigh::Alike(1.0),
    Weigh::Alike(2.0),
    Weigh::Alike(4.0),
    Weigh::Tempered(0.25),
    Weigh::Tempered(0.5),
    Weigh::Tempered(1.0),
];

impl Weigh {
    fn of(self, tie: &Tie) -> f64 {
        match self {
            Self::Alike(lambda) => lambda,
            Self::Tempered(part) => part * (1.0 + (tie.gain / HEAT).min(50.0).exp()).ln(),
        }
    }
}

/// Runs it, with a learner or without; why it cannot be run, if so.
pub fn minimality(scene: &Scene, seed: u64, with_learner: bool) -> Result<Attacked, String> {
    let m = scene
        .guesses
        .m
        .ok_or("which exchanges were forbidden is worked out of (ε, m)-anonymity only, and it is not promised")?;
    if scene.cells.is_empty() {
        return Err("no cells are made smaller by exchanging people".to_owned());
    }
    let members = scene.known_members()?;
    let attack = Attack::new(scene, &members, m, with_learner)?;
    if attack.groups.len() < 2 {
        return Err(
            "only one group has from 2 to 64 members with a value, and with nobody else could its members be exchanged"
                .to_owned(),
        );
    }
    if attack.favoured == 0 {
        return Err("no two groups have an exchange that quasi values favour".to_owned());
    }
    let truth: Vec<u8> = attack.places();
    let shuffled = attack.shuffled(&truth, &mut Draw::new(seed, 30));
    let runs: Vec<(usize, &Vec<u8>)> = (0..WEIGHS.len()).flat_map(|at| [(at, &truth), (at, &shuffled)]).collect();
    let guess = |&(weigh, truth): &(usize, &Vec<u8>)| attack.guess(scene, truth, weigh, seed);
    let found: Vec<Attacked> = runs.par_iter().map(guess).collect();
    let best = |of: usize| {
        let several = (0..WEIGHS.len()).map(|at| &found[2 * at + of]).enumerate();
        several.max_by_key(|(at, one)| (one.success.right, std::cmp::Reverse(*at)))
    };
    let ((weigh, own), (_, null)) = (best(0).expect("some way"), best(1).expect("some way"));
    let mut told = Attacked { blind: null.success, ..own.clone() };
    told.fact("favoured exchanges", attack.favoured as f64);
    told.fact("share of them open at the truth", attack.open_share(&truth));
    told.fact("share of them open when values are shuffled inside groups", attack.open_share(&shuffled));
    match WEIGHS[weigh] {
        Weigh::Alike(lambda) => told.fact("λ, by which an exchange left undone tells against a deal", lambda),
        Weigh::Tempered(part) => told.fact("exchanges weighed by their gain, so much of it", part),
    }
    Ok(told)
}

/// A favoured exchange with another person: for each value of the one, a bit for each value of the other that leaves it open.
struct Tie {
    other: u32,
    open: std::sync::Arc<Vec<u64>>,
    /// How much less would be lost, in what an average group loses.
    gain: f64,
}

impl Tie {
    fn is_open(&self, place: u8, places: &[u8]) -> f64 {
        (self.open[place as usize] >> places[self.other as usize] & 1) as f64
    }
}

/// People are numbered group by group, each group by its values.
struct Attack {
    /// Where each group's people begin, and end.
    groups: Vec<std::ops::Range<u32>>,
    /// Who else stands in each group, without a value: cells cover them, too, and nobody can have been exchanged for their value.
    rest: Vec<Vec<u32>>,
    group_of: Vec<u32>,
    values: Vec<u32>,
    ties: Vec<Vec<Tie>>,
    favoured: usize,
    /// How unlikely a learner thinks each of its group's values is for each person; nothing where nobody was taught.
    unlikely: Vec<Vec<f64>>,
}

impl Attack {
    fn new(scene: &Scene, members: &[Vec<u32>], m: u32, with_learner: bool) -> Result<Self, String> {
        let parted: Vec<(Vec<u32>, Vec<u32>)> = members.iter().map(|all| by_value(scene, all)).collect();
        let chosen = chosen(scene, &parted)?;
        let (mut groups, mut group_of, mut people) = (Vec::new(), Vec::new(), Vec::new());
        for &group in &chosen {
            let mut some = parted[group as usize].0.clone();
            some.sort_unstable_by_key(|&person| (scene.codes[person as usize], person));
            let from = people.len() as u32;
            group_of.extend(std::iter::repeat_n(groups.len() as u32, some.len()));
            people.extend(some);
            groups.push(from..people.len() as u32);
        }
        let values = people.iter().map(|&person| scene.codes[person as usize]).collect();
        let rest = chosen.iter().map(|&group| parted[group as usize].1.clone()).collect();
        let mut attack = Self { groups, rest, group_of, values, ties: Vec::new(), favoured: 0, unlikely: Vec::new() };
        if with_learner {
            let some: Vec<Vec<u32>> = chosen.iter().map(|&group| parted[group as usize].0.clone()).collect();
            attack.unlikely = unlikely(scene, &some).ok_or("somebody in a group has no value")?;
        }
        let pairs = attack.pairs(scene, &people);
        let ties: Vec<Vec<(u32, Tie)>> =
            pairs.par_iter().map(|&(one, two)| attack.tied(scene, &people, one, two, m as usize)).collect();
        attack.ties = people.iter().map(|_| Vec::new()).collect();
        let each = attack.loss_of_a_group(scene, &people);
        for (person, mut tie) in ties.into_iter().flatten() {
            tie.gain /= each;
            attack.ties[person as usize].push(tie);
            attack.favoured += 1;
        }
        attack.favoured /= 2;
        Ok(attack)
    }

    /// What a group loses, rows times loss, where `who` stands in each of the places of those with a value.
    fn loss(&self, scene: &Scene, group: usize, who: impl Fn(u32) -> u32 + Copy) -> f64 {
        let (range, rest) = (self.groups[group].clone(), &self.rest[group]);
        let rows = range.len() + rest.len();
        let members = range.map(who).chain(rest.iter().copied());
        let span = |column: &QuasiColumn| column.span(members.clone().map(|person| column.places[person as usize]));
        scene.columns.iter().map(span).sum::<f64>() * rows as f64
    }

    /// What an average group loses, rows times loss.
    fn loss_of_a_group(&self, scene: &Scene, people: &[u32]) -> f64 {
        let of = |group: usize| -> f64 { self.loss(scene, group, |at| people[at as usize]) };
        ((0..self.groups.len()).map(of).sum::<f64>() / self.groups.len().max(1) as f64).max(1e-9)
    }

    /// Pairs of near groups.
    fn pairs(&self, scene: &Scene, people: &[u32]) -> Vec<(u32, u32)> {
        let centre = |range: &std::ops::Range<u32>| -> Vec<f64> {
            let place = |column: &QuasiColumn, at: u32| position(column, people[at as usize]);
            let mean = |column| range.clone().map(|at| place(column, at)).sum::<f64>() / range.len().max(1) as f64;
            scene.columns.iter().map(mean).collect()
        };
        let centres: Vec<Vec<f64>> = self.groups.iter().map(centre).collect();
        let near = |one: u32| -> Vec<(u32, u32)> {
            let far = |other: u32| -> f64 {
                centres[one as usize].iter().zip(&centres[other as usize]).map(|(a, b)| (a - b).abs()).sum()
            };
            let others = (0..self.groups.len() as u32).filter(|&other| other != one);
            let mut others: Vec<(f64, u32)> = others.map(|other| (far(other), other)).collect();
            let nearest = NEIGHBOURS.min(others.len());
            if nearest > 0 {
                others.select_nth_unstable_by(nearest - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            }
            others[..nearest].iter().map(|&(_, other)| (one.min(other), one.max(other))).collect()
        };
        let near: Vec<Vec<(u32, u32)>> = (0..self.groups.len() as u32).into_par_iter().map(near).collect();
        let mut pairs = near.concat();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Exchanges between two groups that quasi values favour, for both sides.
    fn tied(&self, scene: &Scene, people: &[u32], one: u32, two: u32, m: usize) -> Vec<(u32, Tie)> {
        let (first, second) = (self.groups[one as usize].clone(), self.groups[two as usize].clone());
        let loss = |group: u32, out: u32, into: Option<u32>| -> f64 {
            let member = move |at: u32| people[if at == out { into.unwrap_or(at) } else { at } as usize];
            self.loss(scene, group as usize, member)
        };
        let before = loss(one, u32::MAX, None) + loss(two, u32::MAX, None);
        let (mut found, mut known) = (Vec::new(), None);
        for a in first.clone() {
            for b in second.clone() {
                let gain = before - loss(one, a, Some(b)) - loss(two, b, Some(a));
                if gain <= 1e-4 {
                    continue;
                }
                let (there, back) = known.get_or_insert_with(|| {
                    let values = |range: &std::ops::Range<u32>| &self.values[range.start as usize..range.end as usize];
                    let (there, back) = opened(scene, values(&first), values(&second), m);
                    (std::sync::Arc::new(there), std::sync::Arc::new(back))
                });
                found.push((a, Tie { other: b, open: there.clone(), gain }));
                found.push((b, Tie { other: a, open: back.clone(), gain }));
            }
        }
        found
    }

    /// Which of its group's values each person has.
    fn places(&self) -> Vec<u8> {
        self.groups.iter().flat_map(|range| (0..range.len()).map(|place| place as u8)).collect()
    }

    fn shuffled(&self, places: &[u8], draw: &mut Draw) -> Vec<u8> {
        let mut shuffled = places.to_vec();
        for range in &self.groups {
            draw.shuffle(&mut shuffled[range.start as usize..range.end as usize]);
        }
        shuffled
    }

    fn open_share(&self, places: &[u8]) -> f64 {
        let of = |(person, ties): (usize, &Vec<Tie>)| -> f64 {
            ties.iter().map(|tie| tie.is_open(places[person], places)).sum()
        };
        self.ties.iter().enumerate().map(of).sum::<f64>() / 2.0 / self.favoured.max(1) as f64
    }

    fn guess(&self, scene: &Scene, truth: &[u8], weigh: usize, seed: u64) -> Attacked {
        let mut draw = Draw::new(seed, 131 + weigh as u64);
        let weights: Vec<Vec<f64>> =
            self.ties.iter().map(|ties| ties.iter().map(|tie| WEIGHS[weigh].of(tie)).collect()).collect();
        let mut places = self.shuffled(truth, &mut draw);
        let most = self.groups.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
        let mut counts = vec![0u32; places.len() * most];
        for sweep in 0..SWEEPS.0 + SWEEPS.1 {
            (0..places.len()).for_each(|person| self.step(person, &weights, &mut places, &mut draw));
            if sweep >= SWEEPS.0 {
                places.iter().enumerate().for_each(|(person, &place)| counts[person * most + place as usize] += 1);
            }
        }
        let (mut found, mut scores, mut right) = (Attacked::default(), Vec::new(), Vec::new());
        for (person, &own) in truth.iter().enumerate() {
            let range = &self.groups[self.group_of[person] as usize];
            let values = &self.values[range.start as usize..range.end as usize];
            let counts = &counts[person * most..person * most + values.len()];
            let within = |at: usize| -> u32 {
                let last = scene.guesses.reach[values[at] as usize];
                (at..values.len()).take_while(|&other| values[other] <= last).map(|other| counts[other]).sum()
            };
            let best = (0..values.len()).max_by_key(|&at| (within(at), std::cmp::Reverse(at))).expect("a member");
            let guess = scene.guesses.from(values[best], 0.0);
            let belief = f64::from(within(best)) / f64::from(counts.iter().sum::<u32>().max(1));
            scores.push(-belief);
            right.push(guess.holds(values[own as usize]));
            found.success.add(right[person]);
        }
        found.learn(&scores, &right);
        found
    }

    /// Two members of a group keep their values or exchange them, by how likely each is.
    fn step(&self, person: usize, weights: &[Vec<f64>], places: &mut [u8], draw: &mut Draw) {
        let range = &self.groups[self.group_of[person] as usize];
        let other = range.start as usize + draw.below(range.len());
        let luck = draw.unit();
        if other == person {
            return;
        }
        let energy = |place: u8, at: usize| -> f64 {
            let unlikely = self.unlikely.get(at).map_or(0.0, |unlikely| unlikely[place as usize]);
            let open = self.ties[at].iter().zip(&weights[at]);
            unlikely + open.map(|(tie, weight)| weight * tie.is_open(place, places)).sum::<f64>()
        };
        let (mine, theirs) = (places[person], places[other]);
        let more = energy(theirs, person) + energy(mine, other) - energy(mine, person) - energy(theirs, other);
        if luck < 1.0 / (1.0 + more.exp()) {
            places.swap(person, other);
        }
    }
}

/// The members of a group who have a value, and those who have none.
fn by_value(scene: &Scene, members: &[u32]) -> (Vec<u32>, Vec<u32>) {
    members.iter().partition(|&&person| scene.codes[person as usize] != NO_CODE)
}

/// Groups that are attacked: all of them, or a run of those that lie side by side in the first column. Members are parted by whether
/// they have a value.
fn chosen(scene: &Scene, members: &[(Vec<u32>, Vec<u32>)]) -> Result<Vec<u32>, String> {
    let is_small = |group: &u32| (2..=64).contains(&members[*group as usize].0.len());
    let is_whole = |group: &u32| members[*group as usize].0.len() == scene.groups[*group as usize].len();
    let mut groups: Vec<u32> = (0..members.len() as u32).filter(is_small).collect();
    if groups.is_empty() {
        return Err("no group has from 2 to 64 members with a value".to_owned());
    }
    groups.retain(is_whole);
    if groups.is_empty() {
        return Err("no group shows as many values as its members have".to_owned());
    }
    if groups.len() > MOST_GROUPS {
        let at = |group: &u32| scene.columns[0].places[members[*group as usize].0[0] as usize];
        groups.sort_by_key(|group| (at(group), *group));
        let from = (groups.len() - MOST_GROUPS) / 2;
        groups = groups[from..from + MOST_GROUPS].to_vec();
    }
    Ok(groups)
}

/// What a learner taught by these groups thinks of each member and value, as logarithms below nothing.
fn unlikely(scene: &Scene, members: &[Vec<u32>]) -> Option<Vec<Vec<f64>>> {
    let shares = learnt_shares(scene, members)?;
    let of = |(some, shares): (&Vec<u32>, Vec<f64>)| -> Vec<Vec<f64>> {
        shares.chunks(some.len()).map(|own| own.iter().map(|share| -share.max(1e-12).ln()).collect()).collect()
    };
    Some(members.iter().zip(shares).flat_map(of).collect())
}

fn position(column: &QuasiColumn, person: u32) -> f64 {
    let place = column.places[person as usize] as usize;
    match &column.line {
        Line::Positions(positions) | Line::Classes(positions, _) => positions.get(place).copied().unwrap_or(0.0),
        _ => place as f64 / column.count.max(1) as f64,
    }
}

/// For each value of the first group the values of the second that may change places with it, and the other way round.
fn opened(scene: &Scene, first: &[u32], second: &[u32], m: usize) -> (Vec<u64>, Vec<u64>) {
    let holds = |group: &[u32], out: usize, into: u32| {
        let mut values = group.to_vec();
        values[out] = into;
        values.sort_unstable();
        scene.guesses.keeps(&values, m)
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
