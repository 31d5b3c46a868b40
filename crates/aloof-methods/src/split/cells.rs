//! Cells: a large table is laid out cell by cell first, so that everything else happens where the cache is.
//!
//! # Idea
//! Grow a tree of median cuts on an even sample, send every row down the tree, and put the rows of a cell side by side,
//! all in one pass each. A cell that is not generalizable by itself is joined with its sibling, and so on upwards: the
//! union of generalizable cells is generalizable, so the tree need not be right, only good.
//!
//! # Cost
//! One comparison per row and level of the tree; each column is moved once per 1024 cells. Then one sort per cell.

use rayon::prelude::*;

use super::Search;
use super::bucket::Bucket;
use super::cut::{Sample, median_cut};

/// Levels of one tree at most: 1024 streams are what a cache can write to at once.
const DEEPEST: u32 = 10;

/// Rows of the sample per cell.
const SAMPLED: usize = 16;

/// Rows that are sent down the tree together.
const CHUNK: usize = 2048;

/// Lays the bucket out in cells of about `search.tuning.cell` rows, each in sensitive order, each generalizable, each
/// allowed to stand; returns how many rows they have, one after the other. `None`: not even the whole bucket is.
pub(super) fn lay_out(search: &Search<'_>, mut bucket: Bucket<'_>) -> Option<Vec<usize>> {
    let cells = bucket.len() / search.tuning.cell.max(1);
    if cells < 2 {
        return whole(search, &mut bucket);
    }
    let depth = (usize::BITS - (cells - 1).leading_zeros()).min(DEEPEST);
    let tree = Tree::grow(search, &bucket, depth);
    let leaves = tree.route(&bucket);
    let ends = bucket.scatter(&leaves, 1 << depth);
    drop(leaves);
    if one_holds_all(&ends, bucket.len()) {
        // Rows that are all alike, or seemed so in the sample, cannot be told apart by trying again.
        return whole(search, &mut bucket);
    }
    settle(search, bucket, 0, &ends)
}

fn one_holds_all(ends: &[usize], rows: usize) -> bool {
    let starts = std::iter::once(&0).chain(ends);
    ends.iter().zip(starts).any(|(end, start)| end - start == rows)
}

/// The bucket as one cell.
fn whole(search: &Search<'_>, bucket: &mut Bucket<'_>) -> Option<Vec<usize>> {
    if bucket.len() == 0 {
        return Some(Vec::new());
    }
    bucket.sort();
    let stands = search.has_room(bucket.codes) && search.may_stand.is_none_or(|may_stand| may_stand(bucket.rows));
    stands.then(|| vec![bucket.len()])
}

/// The cells of the leaves that end at `ends`, counted from the bucket that began at `start`; joined where they must be.
fn settle(search: &Search<'_>, mut bucket: Bucket<'_>, start: usize, ends: &[usize]) -> Option<Vec<usize>> {
    if ends.len() == 1 {
        return lay_out(search, bucket);
    }
    let (left, right) = ends.split_at(ends.len() / 2);
    let middle = left[left.len() - 1];
    let (one, two) = bucket.lend().split_at(middle - start);
    let both = rayon::join(|| settle(search, one, start, left), || settle(search, two, middle, right));
    if let (Some(mut cells), Some(more)) = both {
        cells.extend(more);
        return Some(cells);
    }
    whole(search, &mut bucket)
}

/// Cuts, level by level, complete to a depth: node i of a level has the children 2i and 2i + 1 of the next.
struct Tree {
    nodes: Vec<Node>,
    depth: u32,
}

#[derive(Clone, Copy)]
struct Node {
    axis: u32,
    at: f32,
}

impl Tree {
    fn grow(search: &Search<'_>, bucket: &Bucket<'_>, depth: u32) -> Self {
        let sample = Sample::of(&bucket.columns, SAMPLED << depth);
        let mut nodes = Vec::with_capacity((1 << depth) - 1);
        let mut level: Vec<Vec<u32>> = vec![(0..sample.len() as u32).collect()];
        for _ in 0..depth {
            let halves = level.par_iter().map(|picked| halve(search, &sample.columns, picked));
            let (cuts, halves): (Vec<Node>, Vec<[Vec<u32>; 2]>) = halves.collect::<Vec<_>>().into_iter().unzip();
            nodes.extend(cuts);
            level = halves.into_iter().flatten().collect();
        }
        Self { nodes, depth }
    }

    /// The leaf of every row.
    fn route(&self, bucket: &Bucket<'_>) -> Vec<u16> {
        let axes = bucket.columns.len();
        let mut leaves = vec![0u16; bucket.len()];
        leaves.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, leaves)| {
            let start = chunk * CHUNK;
            let mut values = vec![0.0f32; axes * CHUNK];
            for (axis, column) in bucket.columns.iter().enumerate() {
                values[axis * CHUNK..][..leaves.len()].copy_from_slice(&column[start..start + leaves.len()]);
            }
            for level in 0..self.depth {
                let nodes = &self.nodes[(1 << level) - 1..(2 << level) - 1];
                for (row, leaf) in leaves.iter_mut().enumerate() {
                    let node = nodes[usize::from(*leaf)];
                    let right = values[node.axis as usize * CHUNK + row] > node.at;
                    *leaf = 2 * *leaf + u16::from(right);
                }
            }
        });
        leaves
    }
}

/// A cut of these rows of the sample, and who lies on either side.
fn halve(search: &Search<'_>, columns: &[Vec<f32>], picked: &[u32]) -> (Node, [Vec<u32>; 2]) {
    let few: Vec<Vec<f32>> = columns.iter().map(|column| even(column, picked, search.tuning.sample)).collect();
    let Some(cut) = median_cut(search, &Sample::new(few)) else {
        // Where nothing can be cut all rows go left.
        return (Node { axis: 0, at: f32::INFINITY }, [picked.to_vec(), Vec::new()]);
    };
    let column = &columns[cut.axis];
    let (left, right) = picked.iter().partition(|&&row| column[row as usize] <= cut.at);
    (Node { axis: cut.axis as u32, at: cut.at }, [left, right])
}

/// Evenly chosen of the picked, at most `most`.
fn even(column: &[f32], picked: &[u32], most: usize) -> Vec<f32> {
    let count = picked.len().min(most);
    (0..count).map(|at| column[picked[at * picked.len() / count] as usize]).collect()
}
