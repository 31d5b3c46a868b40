//! Files that are small to write are not expensive to read or judge.
