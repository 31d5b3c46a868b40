//! What a release still tells.

mod average;
mod clusters;
mod distortion;
mod generalization;
mod groups;
mod loss;
mod ordered;
pub mod query;

pub use average::{AverageError, Averaged, Ranges, averages};
pub use clusters::{MOST_CLUSTERS, cluster_error};
pub use distortion::{Distortion, distortion};
pub use generalization::Generalization;
pub use groups::{average_size, discernibility};
pub use loss::loss;
pub use ordered::ordered_loss;
