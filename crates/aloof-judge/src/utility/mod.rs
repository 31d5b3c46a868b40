//! What a release still tells.

mod average;
mod class_means;
mod clusters;
mod correlation;
mod distortion;
mod generalization;
mod groups;
mod loss;
mod marginal;
mod ordered;
pub mod query;
mod weights;

pub use average::{AverageError, Averaged, Ranges, averages};
pub use class_means::class_means;
pub use clusters::{MOST_CLUSTERS, cluster_error};
pub use correlation::{Correlation, correlation};
pub use distortion::{Distortion, distortion};
pub use generalization::Generalization;
pub use groups::{average_size, discernibility};
pub use loss::loss;
pub use marginal::{Marginal, exact_marginal, marginal};
pub use ordered::ordered_loss;
pub use weights::Weights;
