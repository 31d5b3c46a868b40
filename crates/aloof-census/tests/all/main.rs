//! All integration tests of `aloof-census` in one program: linking once is most of what a test binary costs.

mod table;
