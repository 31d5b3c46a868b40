//! Reports: one self-contained page each, with pictures of our own, and the axes that terminal plots share with them.
//!
//! The page of a release or an audit is written for three readers, one file each: whoever signs (`director.rs`), whoever uses the
//! data (`analyst.rs`), whoever checks it (`auditor.rs`). All three, and the evidence beside them (`evidence.rs`), are written from
//! one `Case`.

mod against;
mod analyst;
mod attack;
mod audit;
mod auditor;
mod axis;
mod bars;
mod case;
mod commands;
mod comparison;
mod director;
mod evaluation;
mod evidence;
mod evidence_schema;
mod figures;
mod frame;
mod frontier;
mod gathered;
mod good_for;
mod limits;
mod page;
mod price;
mod promise;
mod release;
mod scatter;
mod staircase;
mod stairs;
mod told;
mod utility;
mod way;

pub use attack::{attack_evidence, attack_page, attack_section};
pub use audit::audit_page;
pub use axis::Axis;
pub use bars::{Bars, bars_svg};
pub use case::{Extras, Subject};
pub use comparison::comparison_page;
pub use evaluation::evaluation_page;
pub use evidence::{audit_evidence, release_evidence};
pub use evidence_schema::evidence_schema;
pub use figures::coefficient;
pub use frame::Frame;
pub use frontier::frontier_svg;
pub use gathered::{ReleaseOf, files, manifest, policy_file, release_extras, sha256, today};
pub use page::{Page, Sign};
pub use release::{advice_page, release_page};
pub use scatter::{Mark, scatter_svg};
pub use staircase::staircase_svg;
