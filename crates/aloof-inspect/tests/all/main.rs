//! All integration tests of `aloof-inspect` in one program: linking once is most of what a test binary costs.

mod combinations;
mod common;
mod policy;
mod roles;
