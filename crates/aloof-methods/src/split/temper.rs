//! Temper: rows of neighbouring groups change places by chance, so that the groups tell less about who has what.
//!
//! # Why
//! A search that ends where no exchange lowers loss tells something to whoever knows it: every exchange that quasi values alone
//! would have favoured must have been forbidden by sensitive values. Of exchanges that would lower loss hardly any is left open
//! at the truth, and many are once the values of each group are shuffled; so shuffles can be told from the truth.
//!
//! # Idea
//! Metropolis: two rows of a pool are drawn, and their exchange, if it is allowed, is made when it lowers loss, and else with
//! probability exp(−growth / τ). In the long run groups are then drawn from all that are allowed, with weights exp(−loss / τ),
//! and depend on who has what only by which are allowed. τ is a share of what an average group loses, so that it means the
//! same in every table. As the search looks at one row after the other, at a small τ tempering also lowers loss.
//!
//! # Source
//! Metropolis, Rosenbluth, Rosenbluth, Teller and Teller, 1953. What optimal groups give away: Wong, Fu, Wang and Pei,
//! *Minimality attack in privacy preserving data publishing*, VLDB 2007.
//!
//! # Cost
//! One exchange measured for every draw, `O(1)` per axis; a constant number of draws per row.

use rayon::prelude::*;

use super::Search;
use super::improve::State;
use super::rounds::{Groups, gather, scatter};
use crate::chance::{Chance, below, stream, unit};
use crate::exchange::Sheet;

/// How groups are tempered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temper {
    /// Where every draw comes from.
    pub key: [u8; 32],
    /// τ, as a share of what an average group loses, rows times loss.
    pub heat: f64,
    /// Rounds, each with other borders of pools.
    pub rounds: usize,
    /// Draws per row and round.
    pub draws: usize,
}

impl Groups<'_> {
    /// All rounds, after so many without chance.
    pub fn temper(&mut self, search: &Search<'_>, temper: &Temper, rounds: usize) {
        (rounds..rounds + temper.rounds).for_each(|turn| self.temper_once(search, temper, turn));
    }

    fn temper_once(&mut self, search: &Search<'_>, temper: &Temper, turn: usize) {
        let pools = self.pools(search, search.tuning.pool / search.least, turn);
        let (columns, codes, rows) = (self.columns, self.codes, self.rows);
        self.share_out(pools).into_par_iter().enumerate().for_each(|(at, (members, sizes))| {
            crate::stop::check();
            let (order, mut pool) = gather(search, columns, codes, rows, members, sizes);
            let mut chance = stream(temper.key, at as u64 | (turn as u64) << 32);
            State::new(search, &mut pool, None).temper(temper, &mut chance);
            scatter(&order, &pool, members, sizes);
        });
    }
}

impl State<'_> {
    fn temper(&mut self, temper: &Temper, chance: &mut Chance) {
        let rows = self.pool.len() as u64;
        if self.pool.groups < 2 {
            return;
        }
        let tau = temper.heat * f64::from(self.boxes.total()) / self.pool.groups as f64;
        for _ in 0..temper.draws as u64 * rows {
            let (row, other) = (below(rows, chance) as usize, below(rows, chance) as usize);
            // Always drawn, so that what follows does not depend on whether it was needed.
            let luck = unit(chance);
            if self.pool.group[row] == self.pool.group[other] {
                continue;
            }
            let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
            let growth = f64::from(self.boxes.exchange(sheet, &self.pool.group, row, other).gain);
            if (growth <= 0.0 || growth < -tau * luck.ln()) && self.could_exchange(row, other) {
                self.exchange(row, other);
            }
        }
    }
}
