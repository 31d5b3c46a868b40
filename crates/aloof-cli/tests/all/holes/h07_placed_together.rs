//! Release, private directory and report stand or fall together, and so does the exit code.
