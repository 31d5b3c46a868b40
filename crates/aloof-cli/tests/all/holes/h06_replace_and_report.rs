//! Nothing that is not a release is replaced, nothing that was there is overwritten.
