//! The views of a release that need more than a rule about groups. (*Register*, the third, is a rule about groups by itself:
//! `Rule::in_register`.)
//!
//! *Group*: the adversary knows which group the victim is in; this is how the papers define their principles.
//! *Candidates*: the adversary knows only the victim's quasi values and faces every group that covers them. Because
//! proximity principles are not monotone, the second, who knows less, can conclude more (see `docs/views.md`).

mod beyond;
mod box_tree;
mod boxes;
mod candidates;
mod cover;
mod descent;
mod flow;
mod groups;
mod histories;
mod marks;
mod point_tree;
mod points;
mod presence;
mod risks;
mod sets;
mod tally;
mod truth;
mod witness;

pub use beyond::Beyond;
pub use candidates::{CandidateOutcome, Candidates, Room, Values};
pub use cover::{Cover, CoverError, QuasiPair};
pub use groups::{Grouped, Outcome};
pub use histories::{ALL_SELECTIONS, Histories, HistoryOutcome, common, gone};
pub use presence::{Crowd, Present, Stranger, presence};
pub use risks::{CLASSES, Risks};
pub use truth::Truth;
pub use witness::Witness;
