//! Several releases of one original side by side: risk against loss.

#[doc(inline)]
pub use aloof_evaluate::compare::{
    CompareRequest, Compared, Comparison, Ranking, Risk, Unjudged, UseErrors, compare, is_belief,
};
