//! Whatever is in a file ends in a value or an error.
