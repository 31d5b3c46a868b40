//! What someone does with a release who has other data beside it.
//!
//! Measures, not promises: floating point, a sample where all would be too many, and always the same ones. Each attack is one
//! file that opens with its source, what the adversary knows, what counts as success, and what it costs; they see a [`Scene`] and
//! tell an [`Attacked`]. None uses code that makes releases.

mod absent;
mod another;
mod assignment;
mod background;
mod carried;
mod centre;
mod compose;
mod draw;
mod inference;
mod insider;
mod interval;
mod learnt;
mod link;
mod linkability;
mod linkage;
mod localities;
mod locality;
mod matching;
mod minimality;
mod model;
mod noise_bounds;
mod outcome;
mod perturbed;
mod records;
mod refine;
mod register;
mod replay;
mod scene;
mod single_out;

pub use absent::absent;
pub use another::{Beside, all_other_columns, another_column};
pub use background::{more_than_a_neighbour, not_the_lowest};
pub use centre::{in_candidates, in_groups};
pub use compose::compose;
pub use draw::Draw;
pub use inference::{Whom, inference, is_about};
pub use insider::insider;
pub use interval::within;
pub use link::{Linking, Replaced, link};
pub use linkability::linkability;
pub use linkage::{Linkage, linkage};
pub use localities::{Walked, localities};
pub use matching::matching;
pub use minimality::minimality;
pub use model::{Taught, model};
pub use noise_bounds::left_by_noise;
pub use outcome::{Attacked, CONFIDENCES, Rate};
pub use perturbed::Perturbed;
pub use records::{Cells, NO_LABEL, Records, Rows};
pub use refine::refine;
pub use register::{any_fit, part, register};
pub use replay::replay;
pub use scene::{Covering, Faces, Guess, Guesses, Line, QuasiColumn, Scene, spread};
pub use single_out::single_out;
