//! Releases of the same people, read and judged together: what several tell that none of them tells alone.

#[doc(inline)]
pub use aloof_evaluate::together::{ReleaseOf, TogetherRequest, together};
