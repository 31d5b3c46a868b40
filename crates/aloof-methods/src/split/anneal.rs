//! Anneal: rows change places with rows near their group, by chance, ever less of it.
//!
//! # Idea
//! A row leaves its group best for one that lies near the others of the group. So for every row in turn one of the others of
//! its group is drawn, and the rows around that one are looked at ([`super::leaves`]): the exchange that costs least is
//! made if it costs less than −τ·ln(u), u drawn evenly between 0 and 1, as in Metropolis' rule. While τ is large groups
//! wander out of dead ends; it falls from round to round. Where near values are in the way of an exchange, whole chains of them
//! change sides ([`super::chain`]); now and then a row goes to another group, a group is given up or a new one
//! made ([`super::regroup`]).
//!
//! τ is a share of what an average group of the pool loses, so that it means the same in every table.
//!
//! # Source
//! Kirkpatrick, Gelatt and Vecchi, *Optimization by simulated annealing*, 1983; Metropolis and others, 1953.
//!
//! # Cost
//! One look at a leaf, a few dozen rows side by side, per row and sweep.

use rayon::prelude::*;

use super::Search;
use super::improve::State;
use super::leaves::Leaves;
use super::rounds::Groups;
use crate::chance::{Chance, below, stream, unit};
use crate::exchange::{Offer, Sheet};

/// So many exchanges of a row, those that cost least, are tried.
const TRIED: usize = 4;

impl Groups<'_> {
    /// One round; every `turn` draws other borders, and is cooler than the one before.
    pub fn anneal(&mut self, search: &Search<'_>, turn: usize) {
        let pools = self.pools(search, search.tuning.pool / search.least, turn);
        let (columns, codes, rows) = (self.columns, self.codes, self.rows);
        let one = |(at, (members, sizes)): (usize, (&mut [u32], &mut [u32]))| {
            let (leaves, order, mut pool) = Leaves::of(search, (columns, codes, rows), members, sizes, turn);
            let mut chance = stream(search.tuning.key, at as u64 | (turn as u64) << 32);
            let mut state = State::new(search, &mut pool, None);
            state.anneal(&leaves, turn, &mut chance);
            state.write(&order, members)
        };
        let sizes: Vec<Vec<u32>> = self.share_out(pools).into_par_iter().enumerate().map(one).collect();
        self.sizes = sizes.concat();
    }
}

impl State<'_> {
    fn anneal(&mut self, leaves: &Leaves, turn: usize, chance: &mut Chance) {
        let groups = self.members.iter().filter(|members| !members.is_empty()).count();
        if groups < 2 {
            return;
        }
        let tuning = self.search.tuning;
        let each = f64::from(self.boxes.total()) / groups as f64;
        for sweep in 0..tuning.sweeps {
            let passed = (turn as f64 + sweep as f64 / tuning.sweeps as f64) / tuning.rounds.max(1) as f64;
            let tau = each * tuning.heat.0 * (tuning.heat.1 / tuning.heat.0).powf(passed.min(1.0));
            for row in 0..self.pool.len() {
                if row % 256 == 0 {
                    crate::stop::check();
                }
                self.step(leaves, row, (-tau * unit(chance).ln()) as f32, chance);
            }
        }
    }

    /// Changes something around `row` at less than `most`.
    fn step(&mut self, leaves: &Leaves, row: usize, most: f32, chance: &mut Chance) {
        let k = knobs();
        match below(64, chance) {
            d if d < k[0] => self.give_up(leaves, row, most),
            d if d < k[1] => self.make_new(leaves, row, most),
            d if d < k[2] => self.drift(leaves, row, most),
            _ if k[3] == 1 && self.boxes.freed(row) <= 0.0 => false,
            _ => self.trade(leaves, row, most, chance),
        };
    }

    /// `row` changes places with one that lies near another row of its group.
    fn trade(&mut self, leaves: &Leaves, row: usize, most: f32, chance: &mut Chance) -> bool {
        let members = &self.members[self.pool.group[row] as usize];
        if members.len() < 2 {
            return false;
        }
        let drawn = below(members.len() as u64 - 1, chance) as usize;
        let itself = members.iter().position(|&at| at as usize == row).unwrap_or(0);
        let mate = members[if drawn < itself { drawn } else { drawn + 1 }] as usize;
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        self.boxes.exchanges_among(sheet, &self.pool.group, row, leaves.around(mate), most, &mut offers);
        let mut done = false;
        for tried in 0..TRIED.min(offers.len()) {
            let Some(best) = (tried..offers.len()).min_by(|&a, &b| offers[a].order(&offers[b])) else { break };
            offers.swap(tried, best);
            if self.trade_with(row, offers[tried], most) {
                done = true;
                break;
            }
        }
        self.offers = offers;
        done
    }

    fn trade_with(&mut self, row: usize, offer: Offer, most: f32) -> bool {
        let other = offer.other as usize;
        if self.could_exchange(row, other) {
            self.exchange(row, other);
            return true;
        }
        self.turn_chains(row, other, most)
    }

    /// Writes the groups that are left down, group after group; their sizes.
    fn write(&self, order: &[u32], members: &mut [u32]) -> Vec<u32> {
        let groups = self.members.iter().filter(|members| !members.is_empty());
        let all = groups.clone().flatten();
        members.iter_mut().zip(all).for_each(|(place, &at)| *place = order[at as usize]);
        groups.map(|members| members.len() as u32).collect()
    }
}

fn knobs() -> &'static [u64; 4] {
    static K: std::sync::OnceLock<[u64; 4]> = std::sync::OnceLock::new();
    K.get_or_init(|| {
        let v: Vec<u64> = std::env::var("KNOBS").unwrap_or("4,8,16,1".into()).split(',').map(|x| x.parse().unwrap()).collect();
        [v[0], v[1], v[2], v[3]]
    })
}
