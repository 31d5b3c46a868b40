//! Neither the seed nor the order of the input tells anything about a release.
