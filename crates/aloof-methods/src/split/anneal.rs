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

use super::leaves::Leaves;
use super::rounds::Groups;
use super::state::State;
use super::{Search, Temper};
use crate::chance::{Chance, below, kind_and_unit, stream};
use crate::exchange::{Offer, Sheet};

/// So many exchanges of a row, those that cost least, are tried.
const TRIED: usize = 8;

/// A row that was looked at so often in vain is left alone until its group changes, or rows are laid out anew.
const VAIN: u8 = 2;

/// The offers that cost least, at most [`TRIED`], in any order.
fn cheapest(offers: &mut [Offer]) -> &mut [Offer] {
    if offers.len() > TRIED {
        offers.select_nth_unstable_by(TRIED - 1, Offer::order);
    }
    let tried = offers.len().min(TRIED);
    &mut offers[..tried]
}

impl Groups<'_> {
    /// One round; every `turn` draws other borders. τ falls from the first heat to the second. It may end with exchanges by chance.
    pub fn anneal(&mut self, search: &Search<'_>, turn: usize, heat: [f64; 2], temper: Option<&Temper>) {
        self.each_pool(search, turn, |state, leaves, chance| {
            state.anneal(leaves, heat, chance);
            if let Some(temper) = temper {
                state.temper(leaves, temper, chance);
            }
        });
    }

    /// Does something in every pool, with draws of its own; every `turn` draws other borders.
    pub fn each_pool(
        &mut self,
        search: &Search<'_>,
        turn: usize,
        work: impl Fn(&mut State<'_>, &Leaves, &mut Chance) + Sync,
    ) {
        let pools = self.pools(search, search.tuning.share / search.least, turn);
        let (columns, codes, rows) = (self.columns, self.codes, self.rows);
        let one = |(at, (members, sizes)): (usize, (&mut [u32], &mut [u32]))| {
            crate::stop::check();
            let (leaves, order, mut pool) = Leaves::of(search, (columns, codes, rows), members, sizes, turn);
            let mut chance = stream(search.tuning.key, at as u64 | (turn as u64) << 32);
            let mut state = State::new(search, &mut pool, None);
            work(&mut state, &leaves, &mut chance);
            state.write(&order, members)
        };
        let sizes: Vec<Vec<u32>> = self.share_out(pools).into_par_iter().enumerate().map(one).collect();
        self.sizes = sizes.concat();
    }
}

/// Where groups are large a sweep can take long: so it can be ended within.
pub(super) fn stop_now_and_then(row: usize) {
    if row.is_multiple_of(16) {
        crate::stop::check();
    }
}

impl State<'_> {
    fn anneal(&mut self, leaves: &Leaves, heat: [f64; 2], chance: &mut Chance) {
        let (sweeps, each) = (self.search.tuning.sweeps, self.loss_of_a_group() * self.search.share_of_rows());
        self.set_price();
        for sweep in 0..sweeps {
            let tau = each * heat[0] * (heat[1] / heat[0]).powf(sweep as f64 / sweeps as f64);
            for row in 0..self.pool.len() {
                stop_now_and_then(row);
                self.step(leaves, row, tau, chance);
            }
        }
    }

    /// What closeness costs.
    pub fn set_price(&mut self) {
        self.price = (self.search.tuning.apart * self.loss_of_a_group() * self.search.share_of_pairs()) as f32;
    }

    /// Rows times loss of an average group.
    pub fn loss_of_a_group(&self) -> f64 {
        let groups = self.members.iter().filter(|members| !members.is_empty()).count();
        f64::from(self.boxes.total()) / groups.max(1) as f64
    }

    /// Changes something around `row` at less than −τ·ln(u).
    fn step(&mut self, leaves: &Leaves, row: usize, tau: f64, chance: &mut Chance) {
        let (kind, u) = kind_and_unit(chance);
        // How often each is worth it was measured: a group that comes or goes is rare, and dear to look for. A row that its group
        // would lose as much without is left to those that look for it.
        let idle = match kind {
            0 => false,
            1..18 => !self.can_spare(row),
            _ => self.boxes.freed(row) <= 0.0 || self.vain[row] >= VAIN,
        };
        if idle {
            return;
        }
        let most = (-tau * u.ln()) as f32;
        match kind {
            0 => self.give_up(leaves, row, most),
            1 => self.make_new(leaves, row, most),
            2..18 => self.drift(leaves, row, most),
            _ => {
                let done = self.trade(leaves, row, most, chance);
                self.vain[row] += u8::from(!done);
                done
            }
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
        let done = self.take_best(row, most, &mut offers);
        self.offers = offers;
        done
    }

    /// Makes the exchange that costs least, of the first few that are allowed.
    fn take_best(&mut self, row: usize, most: f32, offers: &mut [Offer]) -> bool {
        let offers = cheapest(offers);
        offers.iter_mut().for_each(|offer| offer.gain += self.closer_after(row, offer.other as usize));
        offers.sort_unstable_by(Offer::order);
        let mut chains = self.search.tuning.chains;
        offers.iter().any(|&offer| self.trade_with(row, offer, most, &mut chains))
    }

    fn trade_with(&mut self, row: usize, offer: Offer, most: f32, chains: &mut usize) -> bool {
        let other = offer.other as usize;
        if !self.could_exchange(row, other) {
            let left = *chains > 0;
            *chains = chains.saturating_sub(1);
            return left && self.turn_chains(row, other, most);
        }
        if offer.gain < most {
            self.exchange(row, other);
        }
        offer.gain < most
    }

    /// Writes the groups that are left down, group after group; their sizes.
    fn write(&self, order: &[u32], members: &mut [u32]) -> Vec<u32> {
        let groups = self.members.iter().filter(|members| !members.is_empty());
        let all = groups.clone().flatten();
        members.iter_mut().zip(all).for_each(|(place, &at)| *place = order[at as usize]);
        groups.map(|members| members.len() as u32).collect()
    }
}
