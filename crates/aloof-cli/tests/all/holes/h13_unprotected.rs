//! What goes out unprotected is said.
