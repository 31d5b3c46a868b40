//! How far the means of a sensitive column are off, class by class of a quasi column: mean income by age.
//!
//! # Definition
//! A column on a line (numbers, dates, ordered labels, leaves of a hierarchy) is cut where the original has its quantiles, into at most five
//! classes; where it has no more positions than that, each is one. Labels without an order are a class each; of more than twelve the
//! rarest are one class together. The truth is the mean of the sensitive column over the original rows of a class. The release estimates it:
//! each row spreads evenly over the positions that its cell covers, and counts in a class by the share of them that lie there, with
//! its sensitive value. The error is |estimate − truth| / |truth|; a class of which the release shows nobody has error 1, one whose true mean
//! is 0 has none. Of all classes the mean is taken.
//!
//! # Cost
//! `O(n + c k)` for c distinct cells and k classes.

use aloof_table::{GeneralizedError, LabelColumn};

use super::Generalization;
use super::query::Positions;

/// Classes of a line, and of labels without an order.
const CLASSES: usize = 5;
const LABELS: usize = 12;

/// Of a sensitive column of numbers, `before` and `after`, by the classes of a quasi column; what is missing is not a number. `None` where
/// no class has an error. Fails on a cell that is not understood.
pub fn class_means(
    column: &Generalization<'_>,
    before: &[f64],
    after: &[f64],
) -> Result<Option<f64>, GeneralizedError> {
    let positions = Positions::of(column);
    let labels = column.original.to_labels();
    let mut places = Vec::with_capacity(labels.labels().len());
    for text in labels.labels().iter() {
        places.push(positions.runs(text, column)?.first().map(|&(start, _)| start));
    }
    let classes = Classes::new(&positions, &labels, &places);
    let mut truths = vec![(0.0, 0.0); classes.many()];
    for (&code, &value) in labels.codes().iter().zip(before) {
        let place = places.get(code as usize).copied().flatten();
        if let Some(class) = place.map(|place| classes.at(place)).filter(|_| !value.is_nan()) {
            truths[class].0 += value;
            truths[class].1 += 1.0;
        }
    }
    let estimates = classes.estimates(&positions, column, after)?;
    let errors: Vec<f64> = truths.into_iter().zip(estimates).filter_map(|(truth, seen)| error(truth, seen)).collect();
    Ok((!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64))
}

/// Sums and weights before and after; what is left of a row by rounding shows nobody.
fn error((sum, rows): (f64, f64), (seen, weight): (f64, f64)) -> Option<f64> {
    let truth = sum / rows;
    if rows < 1.0 {
        return None;
    }
    if weight < 1e-9 {
        return Some(1.0);
    }
    (truth.abs() > 0.0).then(|| (seen / weight - truth).abs() / truth.abs())
}

/// Where each run of positions begins, and which class it is.
struct Classes {
    starts: Vec<(u64, usize)>,
}

impl Classes {
    fn new(positions: &Positions, labels: &LabelColumn, places: &[Option<u64>]) -> Self {
        let counts = labels.counts();
        let held = places.iter().zip(&counts).filter_map(|(place, &count)| Some(((*place)?, count as usize)));
        let mut held: Vec<(u64, usize)> = held.filter(|(_, count)| *count > 0).collect();
        held.sort_unstable();
        if positions.is_line() && positions.size() > CLASSES as u64 {
            return Self { starts: quantiles(&held).into_iter().zip(0..).collect() };
        }
        let most = if positions.is_line() { CLASSES } else { LABELS };
        let size = positions.size().max(1) as usize;
        let mut by_count = vec![0; size];
        held.iter().for_each(|&(place, count)| by_count[place as usize] += count);
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(by_count[at]), at));
        let own = if size > most { most - 1 } else { size };
        let mut kept = order[..own].to_vec();
        kept.sort_unstable();
        let class = |at: usize| kept.binary_search(&at).unwrap_or(own);
        Self { starts: (0..size).map(|at| (at as u64, class(at))).collect() }
    }

    fn many(&self) -> usize {
        self.starts.iter().map(|&(_, class)| class + 1).max().unwrap_or(1)
    }

    /// Which run a position lies in.
    fn run(&self, place: u64) -> usize {
        self.starts.partition_point(|&(start, _)| start <= place).max(1) - 1
    }

    fn at(&self, place: u64) -> usize {
        self.starts[self.run(place)].1
    }

    /// Of each class, the weighted sum of the released values, and the weights.
    fn estimates(
        &self,
        positions: &Positions,
        column: &Generalization<'_>,
        after: &[f64],
    ) -> Result<Vec<(f64, f64)>, GeneralizedError> {
        let cells = column.released;
        let mut held = vec![(0.0, 0.0); cells.labels().len()];
        for (&code, &value) in cells.codes().iter().zip(after) {
            if let Some(cell) = held.get_mut(code as usize).filter(|_| !value.is_nan()) {
                cell.0 += value;
                cell.1 += 1.0;
            }
        }
        let mut estimates = vec![(0.0, 0.0); self.many()];
        for (text, (sum, rows)) in cells.labels().iter().zip(held) {
            let runs = positions.runs(text, column)?;
            let covered: f64 = runs.iter().map(|(start, end)| (end - start) as f64).sum();
            for (start, end) in runs {
                for at in self.run(start)..=self.run(end - 1) {
                    let (from, class) = self.starts[at];
                    let next = self.starts.get(at + 1).map_or(end, |&(next, _)| next.min(end));
                    let share = (next - start.max(from)) as f64 / covered;
                    estimates[class].0 += share * sum;
                    estimates[class].1 += share * rows;
                }
            }
        }
        Ok(estimates)
    }
}

/// Where classes of a line begin, by the positions that hold rows, ascending; the first takes all that lies below.
fn quantiles(held: &[(u64, usize)]) -> Vec<u64> {
    let all: usize = held.iter().map(|(_, count)| count).sum();
    let mut starts = vec![0];
    for cut in 1..CLASSES {
        let mut below = 0;
        let there = held.iter().find(|(_, count)| {
            below += count;
            below > cut * all / CLASSES
        });
        starts
            .extend(there.map(|&(place, _)| place).filter(|place| Some(place) != held.first().map(|(first, _)| first)));
    }
    starts.dedup();
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Column, NumberColumn};

    fn texts(cells: &[&str]) -> LabelColumn {
        LabelColumn::from_texts(cells.iter().map(|cell| Some(*cell)))
    }

    fn ages() -> Column {
        Column::Number(NumberColumn::from_integers((1..=10).collect()))
    }

    fn error_of(original: &Column, released: &[&str], pay: &[f64]) -> Option<f64> {
        let released = texts(released);
        let column = Generalization { original, released: &released, hierarchy: None, order: None };
        class_means(&column, pay, &pay[..released.len()]).unwrap()
    }

    const PAY: [f64; 10] = [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0];

    fn near(found: Option<f64>, wanted: f64) {
        assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-12), "{found:?} {wanted}");
    }

    #[test]
    fn what_hides_nothing_errs_nowhere() {
        near(error_of(&ages(), &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], &PAY), 0.0);
        near(error_of(&Column::Label(texts(&["a", "b", "a", "b"])), &["a", "b", "a", "b"], &PAY[..4]), 0.0);
    }

    /// Classes 1–2, 3–4, …, 9–10 with means 15, 35, 55, 75, 95; everybody in one box says 55 of all of them.
    #[test]
    fn by_hand() {
        let wanted = (40.0 / 15.0 + 20.0 / 35.0 + 0.0 + 20.0 / 75.0 + 40.0 / 95.0) / 5.0;
        near(error_of(&ages(), &["*"; 10], &PAY), wanted);
        // Two boxes of five say 30 and 80; the class in the middle lies half in each.
        let halves: Vec<&str> = [["1..5"; 5], ["6..10"; 5]].concat();
        let wanted = (15.0 / 15.0 + 5.0 / 35.0 + 0.0 + 5.0 / 75.0 + 15.0 / 95.0) / 5.0;
        near(error_of(&ages(), &halves, &PAY), wanted);
        // Only the first two are shown, as they are: nobody of the other classes.
        near(error_of(&ages(), &["1", "2"], &PAY), 0.8);
    }

    /// Labels without an order: each is a class, and a set spreads over its members. Means 20 and 30; both are told as 25.
    #[test]
    fn sets_of_labels_spread_over_their_members() {
        let towns = Column::Label(texts(&["a", "b", "a", "b"]));
        near(error_of(&towns, &["{a, b}"; 4], &PAY[..4]), f64::midpoint(5.0 / 20.0, 5.0 / 30.0));
    }

    /// Of thirteen labels the two rarest are one class: c0 with 1 row, and c1, which comes behind the others.
    #[test]
    fn rare_labels_are_one_class() {
        let names: Vec<String> = (0..13).flat_map(|at| vec![format!("c{at:02}"); if at < 2 { 1 } else { 2 }]).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let labels = texts(&names);
        let positions = Positions::over(&[&Column::Label(labels.clone())]);
        let places: Vec<Option<u64>> = (0..13).map(Some).collect();
        let classes = Classes::new(&positions, &labels, &places);
        assert_eq!((classes.many(), classes.at(0), classes.at(1), classes.at(2), classes.at(12)), (12, 11, 11, 0, 10));
    }

    #[test]
    fn missing_values_and_zero_means_count_nowhere() {
        assert_eq!(error_of(&ages(), &["*"; 10], &[f64::NAN; 10]), None);
        assert_eq!(error_of(&ages(), &["*"; 10], &[0.0; 10]), None);
    }
}
