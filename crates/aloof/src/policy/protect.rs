//! `[[protect]]`: a principle, its parameters, and the columns it protects.
