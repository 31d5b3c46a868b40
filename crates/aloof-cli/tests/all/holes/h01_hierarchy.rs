//! A label that stands on two levels of a hierarchy.
