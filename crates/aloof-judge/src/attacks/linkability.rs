//! `linkability`: two tables about the same people, joined through the release.
//!
//! # Source
//! Giomi, Boenisch, Wehmeyer and Tasnádi, PETS 2023 (Anonymeter), after the Article 29 Working Party's opinion 05/2014.
//!
//! # The adversary knows
//! The release, its cells taken as values (drawn from what they cover), and of the victim one half of the columns from one table and
//! the other half from another.
//!
//! # Asked about
//! People who stand in the release, as far as is known who does: nothing of others can be joined through it.
//!
//! # Success
//! The published record that is nearest to the one half (Gower's distance) is nearest to the other half, too; one of several equally
//! near ones is drawn. Blind: two records drawn. Control: the same of control people. A *claim* joins the one half of a person with the
//! other half of somebody for whom the same record is nearest, drawn where there are several; it is right if both are one person. How certain
//! it is the adversary learns from people who are known from both tables (`learnt.rs`), by how near the records are.
//!
//! # Cost
//! `O(asked · records · columns)`, for at most [`MOST_ASKED`] people and as many control people.

use hashbrown::HashMap;

use super::draw::Draw;
use super::outcome::{Attacked, Rate};
use super::records::{Nearest, Records, Rows, rows};
use super::scene::spread;

/// People that are asked about.
pub const MOST_ASKED: usize = 2_000;

/// Runs it, with these columns known from the one table and those from the other; why it cannot be run, if so.
pub fn linkability(records: &Records, halves: (&[usize], &[usize]), seed: u64) -> Result<Attacked, String> {
    if halves.0.is_empty() || halves.1.is_empty() {
        return Err("there is but one column, so that there are no two tables to join".to_owned());
    }
    if rows(&records.published) == 0 || rows(&records.people) == 0 {
        return Err("no record is published".to_owned());
    }
    let (success, joined) = linked(records, &records.people, halves, seed);
    let mut found = Attacked { success, ..Attacked::default() };
    let (scores, right): (Vec<f64>, Vec<bool>) = joined.into_iter().unzip();
    found.learn(&scores, &right);
    let (mut draw, all) = (Draw::new(seed, 65), rows(&records.published));
    (0..found.success.people).for_each(|_| found.blind.add(draw.below(all) == draw.below(all)));
    if rows(&records.control) > 0 {
        found.control = Some(linked(records, &records.control, halves, seed).0);
    }
    found.tell_risk();
    Ok(found)
}

/// How often both halves lead to one record; and each claim, with its score and whether it joins the halves of one person.
fn linked(records: &Records, whom: &Rows, halves: (&[usize], &[usize]), seed: u64) -> (Rate, Vec<(f64, bool)>) {
    let asked: Vec<usize> = spread(rows(whom), MOST_ASKED).into_iter().map(|row| row as usize).collect();
    let (one, other) = (records.nearest(whom, &asked, halves.0, seed), records.nearest(whom, &asked, halves.1, seed));
    let right = one.iter().zip(&other).filter(|(one, other)| one.record == other.record).count();
    let mut by_record: HashMap<u32, Vec<usize>> = HashMap::new();
    other.iter().enumerate().for_each(|(at, near)| by_record.entry(near.record).or_default().push(at));
    let mut draw = Draw::new(seed, 67);
    let claim = |(at, near): (usize, &Nearest)| {
        let same = by_record.get(&near.record)?;
        let joined = same[draw.below(same.len())];
        Some((near.score + other[joined].score + (same.len() as f64).ln(), joined == at))
    };
    (Rate { people: asked.len(), right }, one.iter().enumerate().filter_map(claim).collect())
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "shares of nobody and of all")]
mod tests {
    use super::super::records::Cells;
    use super::*;

    fn numbers(rows: usize, seed: u64) -> Rows {
        let mut draw = Draw::new(seed, 78);
        (0..4).map(|_| Cells::Numbers((0..rows).map(|_| draw.unit()).collect())).collect()
    }

    #[test]
    fn copies_are_joined_and_strangers_are_not() {
        let people = numbers(400, 1);
        let copy = Records { published: people.clone(), people: people.clone(), control: numbers(300, 2) };
        let found = linkability(&copy, (&[0, 1], &[2, 3]), 1).unwrap();
        assert_eq!(found.success.share(), 1.0);
        assert!(found.control.unwrap().share() < 0.03 && found.blind.share() < 0.03, "{found:?}");
        let strangers = Records { published: numbers(400, 3), people, control: numbers(300, 2) };
        assert!(linkability(&strangers, (&[0, 1], &[2, 3]), 1).unwrap().success.share() < 0.03);
    }

    /// Where all records are alike one of them is drawn for either half.
    #[test]
    fn a_constant_table_joins_by_chance() {
        let same: Rows = (0..2).map(|_| Cells::Numbers(vec![1.0; 200])).collect();
        let records = Records { published: same.clone(), people: same, control: Vec::new() };
        let found = linkability(&records, (&[0], &[1]), 1).unwrap();
        assert!(found.success.right <= 6 && found.blind.right <= 6, "{found:?}");
        assert!(linkability(&records, (&[0], &[]), 1).is_err());
    }
}
