//! Tables as a policy reads them: the original, and what was released of it.

#[doc(inline)]
pub use aloof_audit::data::{Conditions, PerhapsMissing, PerhapsTotal, Reach, label_reaches, paths, reach, table_at};

pub(crate) use aloof_audit::data::{
    BYTES, Ladder, Original, Population, Quasi, Released, Repeats, Stars, check_hierarchies, check_kinds, declared,
    drop_lacking, drop_missing, has_hierarchy_file, is_pseudonym, open_released, perhaps_missing, perhaps_total, pick,
    pseudonym, read_coded, read_options, sensitive_columns, told_of_rows,
};
