//! Pictures for reports: self-contained SVG, and the axes that terminal plots share with them.

mod axis;
mod staircase;

pub use axis::Axis;
pub use staircase::staircase_svg;
