//! What a release still tells.

mod generalization;
mod groups;
mod loss;
mod ordered;
pub mod query;

pub use generalization::Generalization;
pub use groups::{average_size, discernibility};
pub use loss::loss;
pub use ordered::ordered_loss;
