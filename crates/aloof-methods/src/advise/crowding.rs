//! The sensitive values of a table, as far as nearness goes: the distinct ones in order, and how often each occurs.

use aloof_principles::Unfit;
use aloof_principles::proximity::{Form, refuse_not_positive};
use aloof_table::{Attribute, Domain, Ratio};

/// Distinct numbers with their counts, and what near means.
#[derive(Clone, Copy, Debug)]
pub struct Crowding<'a> {
    pub(super) values: &'a [i128],
    pub(super) counts: &'a [u32],
    pub(super) scale: u8,
    pub(super) form: Form,
    tuples: u64,
}

impl<'a> Crowding<'a> {
    /// Of a column of numbers or dates; of positive ones when `form` is about sizes.
    pub fn new(attribute: &'a Attribute, form: Form) -> Result<Self, Unfit> {
        let Domain::Numbers { values, scale, .. } = attribute.domain() else {
            return Err(Unfit("windows need one column of numbers or dates".to_owned()));
        };
        if form.is_relative() {
            refuse_not_positive(values, attribute.totals())?;
        }
        Ok(Self { values, counts: attribute.totals(), scale: *scale, form, tuples: attribute.rows() as u64 })
    }

    /// Tuples that have a value.
    pub fn tuples(&self) -> u64 {
        self.tuples
    }

    /// Digits behind the point of the column.
    pub fn scale(&self) -> u8 {
        self.scale
    }

    /// For each value the last one near it, for this ε.
    pub fn last(&self, epsilon: &Ratio) -> Vec<u32> {
        self.form.join(epsilon, self.scale).last(self.values)
    }

    /// How ε makes a window.
    pub fn form(&self) -> Form {
        self.form
    }

    pub(super) fn count(&self, at: usize) -> u64 {
        u64::from(self.counts[at])
    }
}
