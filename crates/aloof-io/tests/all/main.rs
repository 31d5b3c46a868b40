//! All integration tests of `aloof-io` in one program: linking once is most of what a test binary costs.

mod common;
mod csv_errors;
mod csv_reading;
mod damaged;
mod encodings;
mod formats;
mod properties;
mod small_files;
mod typed;
mod written;
