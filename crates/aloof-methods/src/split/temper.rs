//! Temper: rows with like coordinates change places by chance, so that the groups tell less about who has what.
//!
//! # Why
//! A search that ends where no exchange lowers loss tells something to whoever knows it: every exchange that quasi values alone
//! would have favoured must have been forbidden by sensitive values. Of exchanges that would lower loss hardly any is left open
//! at the truth, and many are once the values of each group are shuffled; so shuffles can be told from the truth.
//!
//! # Idea
//! Metropolis: for every row in turn another of its leaf is drawn, and their exchange, if it is allowed, is made when it lowers
//! loss, and else with probability exp(−growth / τ). Where near values forbid it, their chains change sides under the same rule.
//! Each of these steps is as likely to be drawn as the one that undoes it; so in the long run groups are drawn from all that
//! are allowed, with weights exp(−loss / τ), and depend on who has what only by which are allowed. τ is a share of what
//! an average group loses, so that it means the same in every table.
//!
//! # Source
//! Metropolis, Rosenbluth, Rosenbluth, Teller and Teller, 1953. What optimal groups give away: Wong, Fu, Wang and Pei,
//! *Minimality attack in privacy preserving data publishing*, VLDB 2007.
//!
//! # Cost
//! One exchange measured for every draw, `O(1)` per axis; a constant number of draws per row.

use super::Search;
use super::anneal::stop_now_and_then;
use super::leaves::Leaves;
use super::rounds::Groups;
use super::state::State;
use crate::chance::{Chance, below, unit};
use crate::exchange::Sheet;

/// How groups are tempered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// τ, as a share of what an average group loses, rows times loss.
    pub heat: f64,
    /// Rounds, each with other borders of pools and leaves.
    pub rounds: usize,
    /// Draws per row and round.
    pub draws: usize,
}

impl Groups<'_> {
    /// All rounds, after so many of annealing.
    pub fn temper(&mut self, search: &Search<'_>, temper: &Temper, rounds: usize) {
        for turn in rounds..rounds + temper.rounds {
            self.each_pool(search, turn, |state, leaves, chance| state.temper(leaves, temper, chance));
        }
    }
}

impl State<'_> {
    /// Of all rows of the pool.
    pub fn temper(&mut self, leaves: &Leaves, temper: &Temper, chance: &mut Chance) {
        let tau = temper.heat * self.loss_of_a_group() * self.search.share_of_rows();
        self.set_price();
        for _ in 0..temper.draws {
            for row in 0..self.pool.len() {
                stop_now_and_then(row);
                let around = leaves.around(row);
                let other = around.start + below(around.len() as u64, chance) as usize;
                // Always drawn, so that what follows does not depend on whether it was needed.
                let u = unit(chance);
                if self.pool.group[row] != self.pool.group[other] {
                    self.exchange_below(row, other, (-tau * u.ln()) as f32);
                }
            }
        }
    }

    fn exchange_below(&mut self, row: usize, other: usize, most: f32) {
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        if !self.could_exchange(row, other) {
            self.turn_chains(row, other, most);
            return;
        }
        let gain = self.boxes.exchange(sheet, &self.pool.group, row, other).gain;
        // Closeness is dear to count, and can fall by no more than all that there can be.
        if gain < most + self.closest(row, other) && gain + self.closer_after(row, other) < most {
            self.exchange(row, other);
        }
    }
}
