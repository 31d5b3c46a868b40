//! The policy: what every column is, what must hold, and how to get there.
//!
//! What a person typed is a [`Section`]; what may run is a [`Policy`], which only checking can make. Fitting it to the columns of a
//! file gives every column its role, or says which names do not match.

#[doc(inline)]
pub use aloof_audit::policy::{
    Absence, Algorithm, ColumnRule, Effort, Fitted, Formulas, HierarchyFrom, InputRules, Item, Located, Median, Method,
    Missing, NoiseRule, Output, OutputFormat, Place, Policy, PolicyError, PreserveRule, Property, Protect, QuasiSource,
    Resolved, ResolvedCoding, ResolvedColumn, ResolvedHierarchy, ResolvedInput, ResolvedMethod, ResolvedOutput,
    ResolvedProtect, ResolvedWalk, ResolvedWindow, Role, RowsAre, Section, Stage, TimeLimit, Undeclared, View,
    WalkRules, date_pattern, decimal_sign, delimiter, encoding, schema,
};

// What is wrong with a policy in the words of whoever takes it from somewhere else than a file.
#[doc(hidden)]
pub use aloof_audit::policy::{is_of_columns, principles_with, suggest};

pub(crate) use aloof_audit::policy::{bind, coding};
