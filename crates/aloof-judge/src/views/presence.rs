//! Presence: how likely everybody of a population is to be in a release, by what its cells cover.
//!
//! # Definition
//! A crowd is all people of the population whom the same cells cover: nothing that is published tells them apart, so each of them is
//! in the release with the same probability, the expected number of them there over their number. Of a crowd of N let its cells be
//! c₁, c₂, …, cell c holding r(c) rows and covering n(c) people.
//! - No more of them are there than N, nor than all rows of their cells: at most `min(N, Σ r(c))`.
//! - A cell's rows that others cannot fill are theirs: at least `r(c) − (n(c) − N)`, and at least all rows of cells that cover nobody else.
//!
//! Where cells are disjoint the two are equal: r/N. Whoever no cell covers is not there.
//!
//! # Source
//! Nergiz, Atzori and Clifton, SIGMOD 2007, for disjoint cells; the bounds are our own.
//!
//! # Cost
//! Linear in the cells of all crowds.

use aloof_table::Ratio;

use super::candidates::Candidates;

/// People whom the same cells cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// The cells, ascending.
    pub cells: Vec<u32>,
    /// How many people.
    pub people: usize,
}

/// How likely each of a crowd is to be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    /// At least so.
    pub low: Ratio,
    /// At most so.
    pub high: Ratio,
}

impl Present {
    /// Whether there is one probability.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// A cell with more rows than it covers people of the population: somebody in the release is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stranger {
    /// The cell.
    pub cell: u32,
    /// People of the population whom it covers.
    pub covers: usize,
}

/// Of every crowd how likely its people are to be in a release whose cells hold so many rows.
pub fn presence(crowds: &[Crowd], rows: &[usize]) -> Result<Vec<Present>, Stranger> {
    let mut covers = vec![0; rows.len()];
    for crowd in crowds {
        crowd.cells.iter().for_each(|&cell| covers[cell as usize] += crowd.people);
    }
    if let Some(cell) = (0..rows.len()).find(|&cell| rows[cell] > covers[cell]) {
        return Err(Stranger { cell: cell as u32, covers: covers[cell] });
    }
    let one = |crowd: &Crowd| {
        let of = |count: usize| Ratio::of(count as u64, crowd.people.max(1) as u64);
        let all: usize = crowd.cells.iter().map(|&cell| rows[cell as usize]).sum();
        let others = |cell: u32| covers[cell as usize] - crowd.people;
        let sure = crowd.cells.iter().map(|&cell| rows[cell as usize].saturating_sub(others(cell)));
        let own: usize = crowd.cells.iter().filter(|&&cell| others(cell) == 0).map(|&cell| rows[cell as usize]).sum();
        Present { low: of(sure.max().unwrap_or(0).max(own)), high: of(all.min(crowd.people)) }
    };
    Ok(crowds.iter().map(one).collect())
}

impl Candidates {
    /// People whom the same groups cover, those last whom none covers, and their rows; only `counted` rows count. `None` where groups
    /// overlap so much that it is not written down which cover whom.
    pub fn crowds(&self, counted: impl Fn(u32) -> bool) -> Option<Vec<(Crowd, Vec<u32>)>> {
        let crowd = |(cells, points): (&[u32], &[u32])| {
            let rows: Vec<u32> = self.rows_of(points).into_iter().filter(|&row| counted(row)).collect();
            (Crowd { cells: cells.to_vec(), people: rows.len() }, rows)
        };
        let mut crowds: Vec<(Crowd, Vec<u32>)> = self.covering()?.map(crowd).collect();
        crowds.retain(|(crowd, _)| crowd.people > 0);
        Some(crowds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(crowds: &[(&[u32], usize)], rows: &[usize]) -> Vec<(String, String)> {
        let crowds: Vec<Crowd> =
            crowds.iter().map(|&(cells, people)| Crowd { cells: cells.to_vec(), people }).collect();
        let found = presence(&crowds, rows).unwrap();
        found.into_iter().map(|one| (one.low.to_string(), one.high.to_string())).collect()
    }

    fn pair(low: &str, high: &str) -> (String, String) {
        (low.to_owned(), high.to_owned())
    }

    #[test]
    fn disjoint_cells_are_exact() {
        assert_eq!(
            of(&[(&[0], 6), (&[1], 3), (&[], 4)], &[3, 2]),
            [pair("1/2", "1/2"), pair("2/3", "2/3"), pair("0", "0")]
        );
    }

    #[test]
    fn cells_that_overlap_give_bounds() {
        // Two cells of two rows each share one of their three people.
        assert_eq!(
            of(&[(&[0], 2), (&[0, 1], 1), (&[1], 2)], &[2, 2]),
            [pair("1/2", "1"), pair("0", "1"), pair("1/2", "1")]
        );
    }

    #[test]
    fn more_rows_than_people() {
        let crowds = [Crowd { cells: vec![0], people: 2 }];
        assert_eq!(presence(&crowds, &[3]), Err(Stranger { cell: 0, covers: 2 }));
    }
}
