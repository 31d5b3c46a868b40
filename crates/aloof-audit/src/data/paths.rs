//! Where the labels of a column stand in its hierarchy: the nodes from the root down to each.
//!
//! For callers that cut a table into parts by a quasi column: a part that holds all labels below a node, and only those,
//! can be generalized up to that node and still covers nobody of another part.

use aloof_io::{Input, Source};
use aloof_table::{Hierarchy, Node};

use super::{Original, read_options};
use crate::Error;
use crate::policy::Policy;

/// Every distinct label of the policy's first quasi column, with the texts of the nodes from the root down to it. None if
/// the column declares no hierarchy, or one that lacks a label of the data.
pub fn paths(data: Source, policy: &Policy) -> Result<Vec<Vec<String>>, Error> {
    let input = Input::open(data, read_options(policy))?;
    let original = Original::read(&input, policy, false, &|_, _| {})?;
    let Some((quasi, tree)) = original.quasi.first().and_then(|quasi| Some((quasi, quasi.ladder.tree()?))) else {
        return Ok(Vec::new());
    };
    let labels = original.column(&quasi.name).to_labels();
    let leaves: Option<Vec<Node>> = labels.labels().iter().map(|label| tree.leaf(label)).collect();
    Ok(leaves.unwrap_or_default().into_iter().map(|leaf| path(tree, leaf)).collect())
}

fn path(tree: &Hierarchy, leaf: Node) -> Vec<String> {
    let up = std::iter::successors(Some(leaf), |&node| tree.parent(node));
    let mut path: Vec<String> = up.map(|node| tree.label(node).to_owned()).collect();
    path.reverse();
    path
}
