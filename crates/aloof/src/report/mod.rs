//! Reports: one self-contained page each, with pictures of our own, and the axes that terminal plots share with them.

mod axis;
mod page;
mod release;
mod staircase;

pub use axis::Axis;
pub use page::Page;
pub use release::{advice_page, release_page};
pub use staircase::staircase_svg;
