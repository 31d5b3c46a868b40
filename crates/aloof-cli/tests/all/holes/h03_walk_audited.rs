//! What a walk's release is said to keep, its audit finds.
