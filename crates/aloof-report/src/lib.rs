//! Reports: one self-contained page each, with pictures of our own, and the axes that terminal plots share with them.

mod attack;
mod audit;
mod axis;
mod bars;
mod comparison;
mod evaluation;
mod frame;
mod page;
mod parts;
mod release;
mod scatter;
mod staircase;

pub use attack::{attack_page, attack_section};
pub use audit::audit_page;
pub use axis::Axis;
pub use bars::{Bars, bars_svg};
pub use comparison::comparison_page;
pub use evaluation::evaluation_page;
pub use frame::Frame;
pub use page::Page;
pub use release::{Extras, advice_page, release_page};
pub use scatter::{Mark, scatter_svg};
pub use staircase::staircase_svg;
