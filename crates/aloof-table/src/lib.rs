//! The words of Aloof: what a table is, before anything is asked of it.
//!
//! | word | file | what it is |
//! |---|---|---|
//! | [`Decimal`], [`Ratio`] | `decimal`, `ratio` | exact numbers; nothing here is a float |
//! | [`Column`], [`Table`] | `column`, `number`, `label`, `date`, `table` | columns of equal length, missing values explicit |
//! | [`ColumnInfo`] | `info` | what a file says of a column: its label, what codes stand for, what means missing |
//! | [`Notation`](notation::Notation) | `notation/` | how the numbers and dates of a column are written: `1.234,56`, `06.02.1969` |
//! | [`Hierarchy`] | `hierarchy`, `calendar` | a tree over labels; every node covers a run of leaves |
//! | [`Generalized`] | `generalized` | `17..24`, `[17, 24[`, `130**`, `{a|b}`, `*`: a set of values, as text |
//! | [`Partition`] | `partition` | rows dealt into groups |
//! | [`Attribute`] | `attribute` | what is protected: one code per row, the distinct values once |
//! | [`Means`] | `means` | what a caller can give, named as the caller names it |
//!
//! # Memory per row
//!
//! A number takes 8 bytes (16 when the column does not fit 64 bits), a label or a date 4, a missing value one bit.
//! A partition takes 4 bytes per row, an attribute 4 bytes per row plus its distinct values.

mod attribute;
mod bitmap;
mod calendar;
mod canonical;
mod coding;
mod column;
mod date;
mod decimal;
mod generalize;
mod generalized;
mod hierarchy;
mod info;
mod label;
pub mod means;
pub mod notation;
mod number;
mod partition;
mod ratio;
mod table;
mod take;

pub use attribute::{Attribute, Domain, NO_CODE};
pub use bitmap::Bitmap;
pub use calendar::CalendarLevel;
pub use coding::{Coding, Steps};
pub use column::{Column, Kind};
pub use date::{Date, DateColumn};
pub use decimal::{Decimal, DecimalError, MAX_SCALE};
pub use generalized::{Generalized, GeneralizedError, Interval};
pub use hierarchy::{Hierarchy, HierarchyError, Leaves, Node};
pub use info::{ColumnInfo, DeclaredMissing, Scale, ValueLabel};
pub use label::{Dictionary, LabelColumn};
pub use means::Means;
pub use number::{Narrow, NumberBuilder, NumberColumn, TooWide};
pub use partition::{NO_GROUP, Partition};
pub use ratio::Ratio;
pub use table::{Table, TableError};
