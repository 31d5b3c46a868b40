//! Reports: one self-contained page each, with pictures of our own, and the axes that terminal plots share with them.

mod axis;
mod comparison;
mod page;
mod release;
mod scatter;
mod staircase;

pub use axis::Axis;
pub use comparison::comparison_page;
pub use page::Page;
pub use release::{advice_page, release_page};
pub use scatter::{Mark, scatter_svg};
pub use staircase::staircase_svg;
