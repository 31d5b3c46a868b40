//! A seeded generator of a census-like table about people.
//!
//! Proximity breach is a matter of incomes that lie close together, so a table
//! to show and measure it on needs incomes as people report them: skewed, with
//! a heavy upper tail, and heaped on round figures. Real tables of that kind
//! may not be shipped; this one is invented from the weights in this crate, no
//! record of a real person is in it or behind it.
//!
//! The table is made in blocks of [`BLOCK_ROWS`] rows. Each block has a random
//! stream of its own, so a seed gives the same bytes at any number of threads,
//! and a longer table begins with the rows of a shorter one.
//!
//! ```
//! use aloof_census::{Census, LabelColumn};
//!
//! let census = Census::new(1_000, 7);
//! let block = census.block(0);
//! let first_job = LabelColumn::Occupation.labels()[usize::from(block.occupation[0])];
//! assert!(!first_job.is_empty());
//! assert!(block.income.iter().all(|&income| income > 0));
//! ```

mod alias;
mod block;
mod census;
mod columns;
mod csv;
mod draw;
mod heaping;
mod hierarchies;
mod income;
mod labels;
mod life;
mod marriage;
mod occupations;
mod origins;
mod people;
mod pipeline;
mod schooling;
mod work;

pub use block::{BLOCK_ROWS, Block};
pub use census::Census;
pub use columns::{COLUMNS, LabelColumn};
pub use hierarchies::{Group, Hierarchy, TOP};
pub use income::INCOME_MAX;
pub use labels::{BIRTHPLACE, EDUCATION, MARITAL_STATUS, OCCUPATION, RACE, SEX, WORK_CLASS};
pub use life::{AGE_MAX, AGE_MIN};
